#include "search/movepicker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "chess/random_positions.h"
#include "chess/see.h"
#include "chess/support.h"
#include "search/tt.h"

namespace skua {
namespace {

// The positions of CM.6, and others with captures good and bad.
constexpr std::string_view Fens[] = {
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 1 4",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkb1r/pp1ppppp/5n2/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq c6 0 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/1Ppp3r/1K3p1k/8/4P1P1/1R6 w - c6 0 1",
};

bool is_noisy(const Position& position, Move move) {
    return position.is_capture(move) || move.kind() == MoveKind::PromoteQueen;
}

class Ordering {
public:
    Ordering() : histories_(std::make_unique<Histories>()), nothing_(std::make_unique<PieceToHistory>()) {}

    Histories& histories() { return *histories_; }
    Killers killers;
    Move countermove;

    OrderingContext context(const Position& position) const {
        threats_ = find_threats(position);
        OrderingContext result{*histories_, threats_, {}, killers, countermove, 0, parameters_, table_};
        result.continuations.fill(nothing_.get());
        return result;
    }

    std::vector<Move> main(const Position& position, Move tt_move = Move::none(), int quiets_before_skip = -1) const {
        const OrderingContext ordering = context(position);
        const CheckInfo checks = position.check_info();
        return drain(MovePicker::main(position, tt_move, ordering, checks), position, quiets_before_skip);
    }
    std::vector<Move> quiescence(const Position& position, Move tt_move = Move::none()) const {
        const OrderingContext ordering = context(position);
        const CheckInfo checks = position.check_info();
        return drain(MovePicker::quiescence(position, tt_move, ordering, checks), position, -1);
    }
    std::vector<Move> winning(const Position& position, int threshold, Move tt_move = Move::none()) const {
        const OrderingContext ordering = context(position);
        return drain(MovePicker::winning(position, tt_move, ordering, threshold), position, -1);
    }

private:
    Parameters parameters_;
    TranspositionTable table_;
    mutable Threats threats_;
    static std::vector<Move> drain(MovePicker picker, const Position& position, int quiets_before_skip) {
        std::vector<Move> moves;
        int quiets = 0;
        if (quiets_before_skip == 0) { picker.skip_quiets(); }
        for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
            moves.push_back(move);
            if (moves.size() > 300) { break; }
            if (!is_noisy(position, move) && ++quiets == quiets_before_skip) { picker.skip_quiets(); }
        }
        EXPECT_TRUE(picker.next().is_none()) << "at the end it stays at the end";
        return moves;
    }

    std::unique_ptr<Histories> histories_;
    std::unique_ptr<PieceToHistory> nothing_;
};

std::size_t place_of(const std::vector<Move>& moves, Move move) {
    return static_cast<std::size_t>(std::find(moves.begin(), moves.end(), move) - moves.begin());
}

// ---------------------------------------------------------------------- order

TEST(MovePicker, TheHashMoveComesFirst) {
    const Ordering ordering;
    for (const std::string_view fen : Fens) {
        const Position position = position_of(fen);
        for (const Move move : legal_moves(position)) {
            const std::vector<Move> moves = ordering.main(position, move);
            ASSERT_EQ(moves.front(), move) << fen;
            ASSERT_EQ(text_of(moves), text_of(legal_moves(position))) << fen;
        }
    }
}

// Captures that win material or keep it come before all quiet moves, captures that lose a piece after them.
TEST(MovePicker, BandsComeInTheirOrder) {
    for (const std::string_view fen : Fens) {
        const Position position = position_of(fen);
        Ordering ordering;
        std::vector<Move> quiets;
        for (const Move move : legal_moves(position)) {
            if (!is_noisy(position, move)) { quiets.push_back(move); }
        }
        if (quiets.size() < 4) { continue; }
        ordering.killers.add(quiets[0]);
        ordering.killers.add(quiets[1]);
        ordering.countermove = quiets[2];
        const std::vector<Move> moves = ordering.main(position);
        ASSERT_EQ(text_of(moves), text_of(legal_moves(position)));

        const std::size_t first_quiet = place_of(moves, quiets[1]);
        EXPECT_EQ(place_of(moves, quiets[0]), first_quiet + 1) << fen << ": killers together, the newer first";
        EXPECT_EQ(place_of(moves, quiets[2]), first_quiet + 2) << fen << ": the countermove after the killers";
        std::size_t last_quiet = 0;
        for (const Move move : quiets) {
            EXPECT_GE(place_of(moves, move), first_quiet) << fen << ' ' << to_uci(move);
            last_quiet = std::max(last_quiet, place_of(moves, move));
        }
        EXPECT_EQ(last_quiet, first_quiet + quiets.size() - 1) << fen << ": nothing comes between quiet moves";
        for (const Move move : moves) {
            if (!is_noisy(position, move)) { continue; }
            if (see_at_least(position, move, 0)) {
                EXPECT_LT(place_of(moves, move), first_quiet) << fen << ' ' << to_uci(move);
            } else if (!see_at_least(position, move, -500)) {
                EXPECT_GT(place_of(moves, move), last_quiet) << fen << ' ' << to_uci(move);
            }
        }
    }
}

TEST(MovePicker, BadCapturesComeLast) {
    // Queen takes a protected pawn; pawn takes queen.
    const Position position = position_of("4k3/2p5/3p4/8/8/q7/1P1Q4/4K3 w - - 0 1");
    const Ordering ordering;
    const OrderingContext context = ordering.context(position);
    const CheckInfo checks = position.check_info();
    MovePicker picker = MovePicker::main(position, Move::none(), context, checks);
    EXPECT_EQ(to_uci(picker.next()), "b2a3");
    Move last;
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        EXPECT_FALSE(!last.is_none() && position.is_capture(last)) << "nothing comes after the bad capture";
        last = move;
    }
    EXPECT_EQ(to_uci(last), "d2d6");
}

TEST(MovePicker, ValuableVictimsFirst) {
    const Position position = position_of("4k3/8/8/1q1r1n2/2P1P3/8/8/4K3 w - - 0 1");
    const std::vector<Move> moves = Ordering().main(position);
    ASSERT_GE(moves.size(), 4U);
    EXPECT_EQ(to_uci(moves[0]), "c4b5");
    EXPECT_EQ(position.captured_piece(moves[1]), Piece::BlackRook);
    EXPECT_EQ(position.captured_piece(moves[2]), Piece::BlackRook);
    EXPECT_EQ(to_uci(moves[3]), "e4f5");
}

TEST(MovePicker, CaptureHistoryDecidesAmongEquals) {
    const Position mixed = position_of("4k3/8/8/3r4/2P5/4N3/8/4K3 w - - 0 1");
    Ordering pawn;
    pawn.histories().capture.add(Piece::WhitePawn, Square::D5, PieceType::Rook, 8000);
    EXPECT_EQ(to_uci(pawn.main(mixed)[0]), "c4d5");
    Ordering knight;
    knight.histories().capture.add(Piece::WhiteKnight, Square::D5, PieceType::Rook, 8000);
    EXPECT_EQ(to_uci(knight.main(mixed)[0]), "e3d5");
}

TEST(MovePicker, QueenPromotionsComeEarlyAndUnderpromotionsAsQuiets) {
    const Position position = position_of("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
    const std::vector<Move> moves = Ordering().main(position);
    EXPECT_EQ(to_uci(moves[0]), "e7e8q");
    EXPECT_EQ(text_of(moves), text_of(legal_moves(position)));
    EXPECT_EQ(text_of(Ordering().quiescence(position)), "e7e8q");
}

TEST(MovePicker, QuietsComeByHistory) {
    Prng prng(11);
    for (const std::string_view fen : {Fens[0], Fens[1], Fens[3]}) {
        const Position position = position_of(fen);
        Ordering ordering;
        const OrderingContext context = ordering.context(position);
        for (const Move move : legal_moves(position)) {
            ordering.histories().butterfly.add(position.side_to_move(), context.threats.all, move,
                                               static_cast<int>(prng.below(4000)) - 2000);
        }
        int last = HistoryLimit;
        for (const Move move : ordering.main(position)) {
            // Checks and pieces threatened by lesser ones have scores of their own.
            const Bitboard feared = context.threats.by_lesser[type_of(position.moved_piece(move))];
            if (is_noisy(position, move) || position.gives_check(move) || feared.contains(move.from()) ||
                feared.contains(move.to())) {
                continue;
            }
            const int value = ordering.histories().butterfly.get(position.side_to_move(), context.threats.all, move);
            EXPECT_LE(value, last) << fen << ' ' << to_uci(move);
            last = value;
        }
    }
}

TEST(MovePicker, ThreatsByLesserPiecesAreFound) {
    // A pawn attacks the knight, a bishop the rook, and a rook the queen.
    const Position position = position_of("4k3/8/1b1r4/p7/1N1Q4/8/5R2/4K3 w - - 0 1");
    const Threats threats = find_threats(position);
    EXPECT_TRUE(threats.by_lesser[PieceType::Knight].contains(Square::B4));
    EXPECT_TRUE(threats.by_lesser[PieceType::Queen].contains(Square::D4));
    EXPECT_FALSE(threats.by_lesser[PieceType::Rook].contains(Square::F2)) << "the queen stands between";
    EXPECT_TRUE(threats.by_lesser[PieceType::Rook].contains(Square::C5));
    EXPECT_FALSE(threats.by_lesser[PieceType::Knight].contains(Square::C5)) << "a bishop is worth as much";
    EXPECT_EQ(threats.by_lesser[PieceType::King], EmptyBoard);
    EXPECT_EQ(threats.all, position.attacks_by(Color::Black));
}

TEST(MovePicker, AThreatenedPieceMovesFirstAndNotIntoAnotherThreat) {
    const Position position = position_of("4k3/p7/7p/6p1/5N2/8/P7/4K3 w - - 0 1");
    const std::vector<Move> moves = Ordering().main(position);
    const auto place = [&](std::string_view move) {
        return std::find(moves.begin(), moves.end(), move_of(position, move)) - moves.begin();
    };
    EXPECT_EQ(position.moved_piece(moves[0]), Piece::WhiteKnight);
    EXPECT_LT(place("f4d3"), place("a2a3"));
    EXPECT_EQ(text_of(moves), text_of(legal_moves(position)));
}

// Each source of history alone can bring a quiet move to the front.
TEST(MovePicker, EveryHistoryIsHeard) {
    const Position position;
    const Move wanted = move_of(position, "a2a3");
    {
        Ordering ordering;
        ordering.histories().butterfly.add(Color::White, ordering.context(position).threats.all, wanted, 3000);
        EXPECT_EQ(ordering.main(position)[0], wanted);
    }
    {
        Ordering ordering;
        ordering.histories().pawn.add(position.pawn_key(), Piece::WhitePawn, Square::A3, 3000);
        EXPECT_EQ(ordering.main(position)[0], wanted);
    }
    {
        Ordering ordering;
        ordering.histories().low_ply.add(0, wanted, 3000);
        EXPECT_EQ(ordering.main(position)[0], wanted);
    }
    for (std::size_t i = 0; i < ContinuationPlies.size(); ++i) {
        const Ordering ordering;
        const auto table = std::make_unique<PieceToHistory>();
        (*table)[Piece::WhitePawn][Square::A3].add(3000);
        OrderingContext context = ordering.context(position);
        context.continuations[i] = table.get();
        EXPECT_EQ(MovePicker::main(position, Move::none(), context, position.check_info()).next(), wanted)
            << ContinuationPlies[i] << " plies back";
    }
}

TEST(MovePicker, TheSameQuestionHasTheSameAnswer) {
    visit_random_positions(0x0D3, 300, [](const Game& game) {
        const Ordering ordering;
        ASSERT_EQ(ordering.main(game.position()), ordering.main(game.position())) << to_fen(game.position());
    });
}

// ---------------------------------------------------------------------- killers and countermoves

TEST(MovePicker, AKillerThatIsTheHashMoveComesOnce) {
    const Position position;
    Ordering ordering;
    const Move move = move_of(position, "g1f3");
    ordering.killers.add(move);
    ordering.countermove = move;
    const std::vector<Move> moves = ordering.main(position, move);
    EXPECT_EQ(moves[0], move);
    EXPECT_EQ(moves.size(), 20U);
    EXPECT_EQ(text_of(moves), text_of(legal_moves(position)));
}

TEST(MovePicker, ACountermoveThatIsAKillerComesOnce) {
    const Position position;
    Ordering ordering;
    ordering.killers.add(move_of(position, "g1f3"));
    ordering.killers.add(move_of(position, "e2e4"));
    ordering.countermove = move_of(position, "g1f3");
    const std::vector<Move> moves = ordering.main(position);
    EXPECT_EQ(to_uci(moves[0]), "e2e4");
    EXPECT_EQ(to_uci(moves[1]), "g1f3");
    EXPECT_EQ(text_of(moves), text_of(legal_moves(position)));
}

TEST(MovePicker, AKillerThatIsACaptureHereStaysACapture) {
    // Nf3xe5 was quiet where it was a killer; here it captures.
    const Position position = position_of("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    Ordering ordering;
    const Move capture = move_of(position, "f3e5");
    ordering.killers.add(capture);
    ordering.countermove = capture;
    const std::vector<Move> moves = ordering.main(position);
    EXPECT_EQ(std::count(moves.begin(), moves.end(), capture), 1);
    EXPECT_EQ(text_of(moves), text_of(legal_moves(position)));
}

TEST(MovePicker, WithoutACountermoveNothingIsMissing) {
    const Position position;
    const Ordering ordering;
    EXPECT_EQ(text_of(ordering.main(position)), text_of(legal_moves(position)));
}

TEST(MovePicker, CastlingMayBeACountermove) {
    const Position position = position_of("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    Ordering ordering;
    ordering.countermove = move_of(position, "e1g1");
    EXPECT_EQ(ordering.main(position)[0], ordering.countermove);
}

// ---------------------------------------------------------------------- every move once, whatever the TT move and the
// killers are

// Any 16 bits: a legal move, a legal move of another position, or garbage.
Move random_bits(const Position& position, Prng& prng) {
    const std::uint64_t kind = prng.below(4);
    if (kind == 0) { return Move::none(); }
    if (kind == 1) { return Move::from_raw(static_cast<std::uint16_t>(prng.below(65536))); }
    const MoveList moves = legal_moves(kind == 2 ? position : Position());
    return moves.empty() ? Move::none() : moves[prng.below(moves.size())];
}

TEST(MovePicker, EveryLegalMoveComesExactlyOnce) {
    Prng prng(0xA11);
    Ordering ordering;
    visit_random_positions(0xA12, 6000, [&](const Game& game) {
        const Position& position = game.position();
        for (const Move move : legal_moves(position)) {
            const int bonus = static_cast<int>(prng.below(8000)) - 4000;
            ordering.histories().butterfly.add(position.side_to_move(), FullBoard, move, bonus);
            ordering.histories().capture.add(position.moved_piece(move), move.to(),
                                             type_of(position.captured_piece(move)), bonus);
        }
        ordering.killers.clear();
        ordering.killers.add(random_bits(position, prng));
        ordering.killers.add(random_bits(position, prng));
        ordering.countermove = random_bits(position, prng);
        const Move tt_move = random_bits(position, prng);
        const std::vector<Move> moves = ordering.main(position, tt_move);
        ASSERT_EQ(text_of(moves), text_of(legal_moves(position))) << to_fen(position);
        if (position.is_legal(tt_move)) { ASSERT_EQ(moves[0], tt_move); }
    });
}

TEST(MovePicker, QuiescenceGivesCapturesAndInCheckEverything) {
    Prng prng(0xB11);
    const Ordering ordering;
    visit_random_positions(0xB12, 3000, [&](const Game& game) {
        const Position& position = game.position();
        std::vector<Move> expected;
        for (const Move move : legal_moves(position)) {
            if (position.in_check() || is_noisy(position, move)) { expected.push_back(move); }
        }
        ASSERT_EQ(text_of(ordering.quiescence(position, random_bits(position, prng))), text_of(expected))
            << to_fen(position);
    });
}

TEST(MovePicker, QuiescenceBeginsWithAUsableHashMove) {
    const Position position = position_of(Fens[4]);
    const Ordering ordering;
    for (const Move move : legal_moves(position)) {
        const std::vector<Move> moves = ordering.quiescence(position, move);
        if (is_noisy(position, move)) {
            EXPECT_EQ(moves[0], move);
        } else {
            EXPECT_EQ(std::count(moves.begin(), moves.end(), move), 0) << to_uci(move);
        }
    }
}

TEST(MovePicker, WinningGivesTheCapturesAboveTheThreshold) {
    Prng prng(0xC11);
    const Ordering ordering;
    visit_random_positions(0xC12, 2000, [&](const Game& game) {
        const Position& position = game.position();
        for (const int threshold : {-1000, -1, 0, 1, 100, 300, 901}) {
            std::vector<Move> expected;
            for (const Move move : legal_moves(position)) {
                if (is_noisy(position, move) && see_at_least(position, move, threshold)) { expected.push_back(move); }
            }
            ASSERT_EQ(text_of(ordering.winning(position, threshold, random_bits(position, prng))), text_of(expected))
                << to_fen(position) << " at " << threshold;
        }
    });
}

TEST(MovePicker, SkippingQuietsLeavesAllCaptures) {
    Prng prng(0xD11);
    visit_random_positions(0xD12, 1000, [&](const Game& game) {
        const Position& position = game.position();
        Ordering ordering;
        ordering.killers.add(random_bits(position, prng));
        ordering.countermove = random_bits(position, prng);
        const int allowed = static_cast<int>(prng.below(6));
        const std::vector<Move> moves = ordering.main(position, Move::none(), allowed);
        int quiets = 0;
        std::vector<Move> captures;
        for (const Move move : moves) {
            if (is_noisy(position, move)) {
                captures.push_back(move);
            } else {
                ++quiets;
            }
        }
        ASSERT_LE(quiets, allowed) << to_fen(position);
        std::vector<Move> expected;
        for (const Move move : legal_moves(position)) {
            if (is_noisy(position, move)) { expected.push_back(move); }
        }
        ASSERT_EQ(text_of(captures), text_of(expected)) << to_fen(position);
    });
}

TEST(MovePicker, HasNothingWhenThereIsNothing) {
    const Ordering ordering;
    EXPECT_TRUE(ordering.main(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).empty());
    EXPECT_TRUE(ordering.main(position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")).empty());
    EXPECT_TRUE(ordering.quiescence(Position()).empty());
    EXPECT_TRUE(ordering.winning(Position(), -10000).empty());
}

}  // namespace
}  // namespace skua
