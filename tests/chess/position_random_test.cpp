// Properties of positions, moves and notations that must hold everywhere, on many random positions.
#include <gtest/gtest.h>

#include <bitset>
#include <map>
#include <set>
#include <string>

#include "chess/random_positions.h"
#include "chess/reference.h"
#include "chess/see.h"
#include "chess/support.h"

namespace skua {
namespace {

constexpr int Chunks = 4;
constexpr int PositionsPerChunk = 2500;

Bitboard set_of(const std::vector<int>& squares) {
    Bitboard set;
    for (const int square : squares) { set |= square_at(square); }
    return set;
}

Color color_if(bool white) { return white ? Color::White : Color::Black; }

// Each chunk is a test of its own, so that they run side by side.
class RandomPositions : public testing::TestWithParam<int> {
protected:
    template <typename Visit>
    void visit_all(Visit visit) {
        visit_random_positions(1000 + static_cast<std::uint64_t>(GetParam()), PositionsPerChunk, [&](const Game& game) {
            if (!HasFailure()) { visit(game); }
        });
    }
};

INSTANTIATE_TEST_SUITE_P(Chunk, RandomPositions, testing::Range(0, Chunks));

// The other tests here prove something only if the positions are worth it.
TEST_P(RandomPositions, AreVaried) {
    std::map<std::string, int> seen;
    std::set<Key> keys;
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        keys.insert(position.key());
        seen["check"] += position.in_check() ? 1 : 0;
        seen["double check"] += position.checkers().more_than_one() ? 1 : 0;
        seen["pin"] += position.pinned().any() ? 1 : 0;
        seen["endgame"] += position.pieces().count() <= 10 ? 1 : 0;
        bool promotion = false;
        seen["pinned pawn"] += (position.pinned() & position.pieces(PieceType::Pawn)).any() ? 1 : 0;
        for (const Move move : legal_moves(position)) {
            promotion = promotion || move.is_promotion();
            seen["en passant"] += move.is_en_passant() ? 1 : 0;
            if (!move.is_castling()) { continue; }
            seen["castling"] += 1;
            seen["castling of a king from another file than e"] += file_of(move.from()) != File::E ? 1 : 0;
            const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
            const Color us = position.side_to_move();
            seen["castling onto the rook's square"] += castled_king_square(us, side) == move.to() ? 1 : 0;
            seen["castling without moving the king"] += castled_king_square(us, side) == move.from() ? 1 : 0;
        }
        seen["promotion"] += promotion ? 1 : 0;
        seen["no castling rights"] += position.castling_rooks().empty() ? 1 : 0;
    });
    EXPECT_GE(keys.size(), PositionsPerChunk * 95U / 100U);
    EXPECT_GE(seen["check"], 150);
    EXPECT_GE(seen["double check"], 5);
    EXPECT_GE(seen["pin"], 150);
    EXPECT_GE(seen["pinned pawn"], 50);
    EXPECT_GE(seen["endgame"], 300);
    EXPECT_GE(seen["promotion"], 300);
    EXPECT_GE(seen["en passant"], 50);
    EXPECT_GE(seen["castling"], 200);
    EXPECT_GE(seen["castling of a king from another file than e"], 100);
    EXPECT_GE(seen["castling onto the rook's square"], 50);
    EXPECT_GE(seen["castling without moving the king"], 20);
    EXPECT_GE(seen["no castling rights"], 500);
}

// A hash table may hand us anything: of all 65,536 encodings exactly the generated moves are legal.
TEST_P(RandomPositions, LegalEncodingsAreTheGeneratedMoves) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        std::bitset<65536> generated;
        for (const Move move : legal_moves(position)) {
            EXPECT_FALSE(generated[move.raw()]) << "twice: " << to_uci(move) << " in " << to_fen(position);
            generated.set(move.raw());
        }
        for (unsigned raw = 0; raw < 65536; ++raw) {
            const Move move = Move::from_raw(static_cast<std::uint16_t>(raw));
            if (position.is_legal(move) != generated[raw]) {
                ADD_FAILURE() << raw << " " << to_uci(move) << " in " << to_fen(position, CastlingLetters::Shredder);
            }
        }
    });
}

TEST_P(RandomPositions, LegalMovesAreThoseOfTheReference) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        const MoveList moves = legal_moves(position);
        EXPECT_EQ(text_of(moves), text_of(reference::legal_moves(reference::board_of(position)))) << to_fen(position);
        EXPECT_EQ(count_legal_moves(position), static_cast<int>(moves.size())) << to_fen(position);
        EXPECT_EQ(has_legal_move(position), !moves.empty());
    });
}

TEST_P(RandomPositions, StagesAddUp) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        MoveList noisy;
        MoveList quiet;
        generate_moves(position, MoveStage::Noisy, noisy);
        generate_moves(position, MoveStage::Quiet, quiet);
        for (const Move move : noisy) {
            EXPECT_TRUE(position.is_capture(move) || move.kind() == MoveKind::PromoteQueen)
                << to_uci(move) << " in " << to_fen(position);
        }
        for (const Move move : quiet) {
            EXPECT_FALSE(position.is_capture(move) || move.kind() == MoveKind::PromoteQueen)
                << to_uci(move) << " in " << to_fen(position);
        }
        // Adding to a list keeps what it had.
        generate_moves(position, MoveStage::Quiet, noisy);
        EXPECT_EQ(text_of(noisy), text_of(legal_moves(position))) << to_fen(position);
    });
}

// One move ahead of each position, the board, the counters and the en passant square are what the reference says, all
// incremental state is what it would be from scratch, the predictions of key and check come true, and the delta is
// complete.
TEST_P(RandomPositions, MovesDoWhatTheySay) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        const reference::Board board = reference::board_of(position);
        const CheckInfo info = position.check_info();
        for (const Move move : legal_moves(position)) {
            const auto where = [&] { return to_uci(move) + " in " + to_fen(position, CastlingLetters::Shredder); };
            Position next = position;
            BoardDelta delta;
            delta.added.push_back({Piece::WhiteQueen, Square::A1});  // must be forgotten
            next.play(move, delta);
            Position plain = position;
            plain.play(move);
            EXPECT_EQ(next, plain) << where();
            EXPECT_TRUE(next.is_consistent()) << where();
            EXPECT_EQ(position.key_after(move), next.key()) << where();
            EXPECT_EQ(position.gives_check(move, info), next.in_check()) << where();

            const reference::Board expected = reference::after(board, move);
            reference::Board actual = reference::board_of(next);
            EXPECT_EQ(actual.squares, expected.squares) << where();
            EXPECT_EQ(actual.white_to_move, expected.white_to_move) << where();
            EXPECT_EQ(actual.may_castle, expected.may_castle) << where();
            EXPECT_EQ(actual.halfmove_clock, expected.halfmove_clock) << where();
            EXPECT_EQ(actual.fullmove_number, expected.fullmove_number) << where();
            EXPECT_EQ(next.in_check(), reference::in_check(expected, expected.white_to_move)) << where();
            const bool resets = expected.halfmove_clock == 0;
            EXPECT_EQ(next.reversible_plies(), resets ? 0 : position.reversible_plies() + 1) << where();
            if (expected.passed >= 0) {
                bool capturable = false;
                for (const Move reply : reference::legal_moves(expected)) {
                    capturable = capturable || reply.is_en_passant();
                }
                EXPECT_EQ(actual.passed, capturable ? expected.passed : -1) << where();
            } else {
                EXPECT_EQ(actual.passed, -1) << where();
            }

            // The delta leads from the old board to the new one.
            EnumArray<Square, Piece> pieces = position.setup().board;
            for (const PlacedPiece& removed : delta.removed) {
                EXPECT_EQ(pieces[removed.square], removed.piece) << where();
                pieces[removed.square] = Piece::None;
            }
            for (const PlacedPiece& added : delta.added) {
                EXPECT_EQ(pieces[added.square], Piece::None) << where();
                pieces[added.square] = added.piece;
            }
            EXPECT_EQ(pieces, next.setup().board) << where();
            Piece captured = Piece::None;
            for (const PlacedPiece& removed : delta.removed) {
                if (color_of(removed.piece) != position.side_to_move()) { captured = removed.piece; }
            }
            EXPECT_EQ(position.captured_piece(move), captured) << where();
            EXPECT_EQ(position.is_capture(move), next.pieces().count() < position.pieces().count()) << where();
            EXPECT_EQ(position.moved_piece(move), position.piece_on(move.from())) << where();
        }
    });
}

TEST_P(RandomPositions, NullMovesOnlyPassTheTurn) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        if (position.in_check()) { return; }
        Position next = position;
        next.play_null();
        EXPECT_TRUE(next.is_consistent()) << to_fen(position);
        EXPECT_EQ(next.side_to_move(), ~position.side_to_move());
        EXPECT_EQ(next.en_passant_square(), Square::None);
        EXPECT_EQ(next.halfmove_clock(), position.halfmove_clock() + 1);
        EXPECT_EQ(next.reversible_plies(), 0);
        EXPECT_EQ(next.setup().board, position.setup().board);
        EXPECT_EQ(next.castling_rooks(), position.castling_rooks());
        EXPECT_NE(next.key(), position.key());
        EXPECT_EQ(next.pawn_key(), position.pawn_key());
        EXPECT_EQ(next.material_key(), position.material_key());
        if (next.in_check()) { ADD_FAILURE() << "in check after passing: " << to_fen(next); }
    });
}

TEST_P(RandomPositions, AttacksAreThoseOfTheReference) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        const reference::Board board = reference::board_of(position);
        const bool white_to_move = board.white_to_move;
        EnumArray<Color, Bitboard> attacked;
        EnumArray<Color, EnumArray<PieceType, Bitboard>> attacked_by_type;
        EnumArray<Square, Bitboard> attackers;
        for (const Square from : position.pieces()) {
            const Piece piece = position.piece_on(from);
            const Bitboard targets = set_of(reference::attacked_from(board, index_of(from)));
            attacked[color_of(piece)] |= targets;
            attacked_by_type[color_of(piece)][type_of(piece)] |= targets;
            for (const Square to : targets) { attackers[to] |= from; }
        }
        for (const Color color : Colors) {
            EXPECT_EQ(position.attacks_by(color), attacked[color]) << to_fen(position);
            for (const PieceType type : PieceTypes) {
                EXPECT_EQ(position.attacks_by(color, type), attacked_by_type[color][type]) << to_fen(position);
            }
        }
        for (const Square square : FullBoard) {
            EXPECT_EQ(position.attackers_to(square, position.pieces()), attackers[square])
                << to_string(square) << " " << to_fen(position);
            for (const Color color : Colors) {
                EXPECT_EQ(position.is_attacked(square, color, position.pieces()), attacked[color].contains(square))
                    << to_string(square) << " " << to_fen(position);
            }
        }

        // Another occupancy: without one of the pieces, which still counts as an attacker itself.
        const Square lifted = position.pieces().first();
        const Bitboard occupied = position.pieces() ^ lifted;
        for (const Square square : FullBoard) {
            Bitboard expected;
            for (const Square from : position.pieces()) {
                reference::Board thin = board;
                if (from != lifted) { reference::at(thin, index_of(lifted)) = '.'; }
                if (set_of(reference::attacked_from(thin, index_of(from))).contains(square)) { expected |= from; }
            }
            EXPECT_EQ(position.attackers_to(square, occupied), expected) << to_string(square) << to_fen(position);
        }

        const Square king = position.king_square(position.side_to_move());
        EXPECT_EQ(position.checkers(), set_of(reference::attackers_of(board, index_of(king), !white_to_move)));
        // Pinned: whose disappearance opens the king to a new attacker.
        Bitboard pinned;
        for (const Square square : position.pieces(color_if(white_to_move)) ^ king) {
            reference::Board without = board;
            reference::at(without, index_of(square)) = '.';
            const Bitboard now = set_of(reference::attackers_of(without, index_of(king), !white_to_move));
            if ((now & ~position.checkers()).any()) { pinned |= square; }
        }
        EXPECT_EQ(position.pinned(), pinned) << to_fen(position);
    });
}

TEST_P(RandomPositions, ConsistencyMeansKeysFromThePiecesAlone) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        EXPECT_TRUE(position.is_consistent()) << to_fen(position);
        Key full = position.side_to_move() == Color::Black ? Zobrist.black_to_move : 0;
        Key pawn = 0;
        Key minor = 0;
        EnumArray<Color, Key> non_pawn;
        Key material = 0;
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            const Key number = Zobrist.piece[piece][square];
            const PieceType type = type_of(piece);
            full ^= number;
            if (type == PieceType::Pawn) { pawn ^= number; }
            if (type == PieceType::Knight || type == PieceType::Bishop || type == PieceType::King) { minor ^= number; }
            if (type != PieceType::Pawn) { non_pawn[color_of(piece)] ^= number; }
        }
        for (const Color color : Colors) {
            for (const PieceType type : PieceTypes) {
                for (int i = 0; i < position.count(color, type); ++i) {
                    material ^= Zobrist.material(make_piece(color, type), i);
                }
            }
        }
        for (const Square rook : position.castling_rooks()) { full ^= Zobrist.castling_rook[rook]; }
        if (position.en_passant_square() != Square::None) {
            full ^= Zobrist.en_passant[file_of(position.en_passant_square())];
        }
        EXPECT_EQ(position.key(), full) << to_fen(position);
        EXPECT_EQ(position.pawn_key(), pawn) << to_fen(position);
        EXPECT_EQ(position.minor_key(), minor) << to_fen(position);
        EXPECT_EQ(position.non_pawn_key(Color::White), non_pawn[Color::White]) << to_fen(position);
        EXPECT_EQ(position.non_pawn_key(Color::Black), non_pawn[Color::Black]) << to_fen(position);
        EXPECT_EQ(position.material_key(), material) << to_fen(position);
    });
}

TEST_P(RandomPositions, UndoGoesBackExactly) {
    visit_all([&](const Game& visited) {
        Game game = visited;
        const Position before = game.position();
        const std::vector<Move> moves = game.moves();
        const int occurrences = game.earlier_occurrences();
        for (const Move move : legal_moves(before)) {
            game.play(move);
            for (const Move reply : legal_moves(game.position())) {
                game.play(reply);
                game.undo();
            }
            game.undo();
            EXPECT_EQ(game.position(), before) << to_uci(move) << " in " << to_fen(before);
        }
        if (!before.in_check()) {
            game.play_null();
            game.undo();
        }
        EXPECT_EQ(game.position(), before);
        EXPECT_EQ(game.moves(), moves);
        EXPECT_EQ(game.earlier_occurrences(), occurrences);
        while (game.ply() > 0) { game.undo(); }
        EXPECT_EQ(game.position(), game.start());
    });
}

TEST_P(RandomPositions, FenRoundTrips) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        for (const CastlingLetters letters : {CastlingLetters::XFen, CastlingLetters::Shredder}) {
            const std::string fen = to_fen(position, letters);
            const Result<FenReading> reading = parse_fen(fen);
            ASSERT_TRUE(reading.ok()) << fen << ": " << reading.error();
            EXPECT_TRUE(reading->remarks.empty()) << fen << ": " << reading->remarks.front();
            EXPECT_EQ(reading->position.setup(), position.setup()) << fen;
            EXPECT_EQ(reading->position.key(), position.key()) << fen;
            EXPECT_EQ(to_fen(reading->position, letters), fen);
        }
    });
}

TEST_P(RandomPositions, UciRoundTrips) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        const bool standard_castling =
            (position.castling_rooks() & ~(Bitboard(Square::A1) | Square::H1 | Square::A8 | Square::H8)).empty() &&
            file_of(position.king_square(Color::White)) == File::E &&
            file_of(position.king_square(Color::Black)) == File::E;
        std::set<std::string> texts;
        for (const Move move : legal_moves(position)) {
            const std::string text = to_uci(move, Variant::Chess960);
            EXPECT_TRUE(texts.insert(text).second) << text << " twice in " << to_fen(position);
            const Result<Move> read = parse_uci_move(position, text);
            ASSERT_TRUE(read.ok()) << read.error() << " " << to_fen(position);
            EXPECT_EQ(read->raw(), move.raw()) << text << " in " << to_fen(position);
            if (standard_castling || !move.is_castling()) {
                const Result<Move> standard = parse_uci_move(position, to_uci(move, Variant::Standard));
                ASSERT_TRUE(standard.ok()) << standard.error() << " " << to_fen(position);
                EXPECT_EQ(standard->raw(), move.raw()) << text << " in " << to_fen(position);
            }
        }
        // No other text of two squares is a move, but for the king's own step when castling.
        for (const Square from : FullBoard) {
            for (const Square to : FullBoard) {
                const std::string text = to_string(from) + to_string(to);
                const Result<Move> read = parse_uci_move(position, text);
                if (read) {
                    EXPECT_TRUE(position.is_legal(*read));
                    EXPECT_TRUE(texts.contains(text) || read->is_castling()) << text << " in " << to_fen(position);
                } else {
                    EXPECT_FALSE(texts.contains(text)) << text << " in " << to_fen(position);
                }
            }
        }
    });
}

TEST_P(RandomPositions, ExchangesEndAsTheReferenceSays) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        const reference::Board board = reference::board_of(position);
        for (const Move move : legal_moves(position)) {
            if (!position.is_capture(move) && !move.is_promotion()) { continue; }
            const int exact = reference::exchange(board, move);
            for (const int below : {0, 1, 99, 100, 350, 900}) {
                EXPECT_TRUE(see_at_least(position, move, exact - below))
                    << to_uci(move) << " wins " << exact << " in " << to_fen(position);
            }
            for (const int above : {1, 50, 100, 350, 900}) {
                EXPECT_FALSE(see_at_least(position, move, exact + above))
                    << to_uci(move) << " wins only " << exact << " in " << to_fen(position);
            }
        }
    });
}

// Quiet moves lose at most the piece that moves.
TEST_P(RandomPositions, QuietExchangesEndAsTheReferenceSays) {
    visit_all([&](const Game& game) {
        const Position& position = game.position();
        const reference::Board board = reference::board_of(position);
        MoveList quiet;
        generate_moves(position, MoveStage::Quiet, quiet);
        for (const Move move : quiet) {
            const int exact = reference::exchange(board, move);
            EXPECT_TRUE(see_at_least(position, move, exact))
                << to_uci(move) << " " << exact << " in " << to_fen(position);
            EXPECT_FALSE(see_at_least(position, move, exact + 1))
                << to_uci(move) << " " << exact << " in " << to_fen(position);
        }
    });
}

}  // namespace
}  // namespace skua
