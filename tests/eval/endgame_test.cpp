// Known endings.
#include "eval/endgame.h"

#include <gtest/gtest.h>

#include <map>

#include "chess/movegen.h"
#include "chess/support.h"
#include "eval/classical/classical.h"
#include "eval/kpk.h"

namespace skua::classical {
namespace {

// Evaluates from the side to move's view.
Score evaluate(const Position& position) {
    ClassicalEvaluator evaluator;
    evaluator.reset(position);
    return evaluator.evaluate(position);
}
Score evaluate(std::string_view fen) { return evaluate(position_of(fen)); }

// ---------------------------------------------------------------------- king and pawn against king

TEST(Kpk, KeySquaresAndOpposition) {
    const auto is_won = [](std::string_view fen) {
        const Position position = position_of(fen);
        return kpk_is_won(Color::White, position.king_square(Color::White), position.pieces(PieceType::Pawn).first(),
                          position.king_square(Color::Black), position.side_to_move());
    };
    // A king on the sixth rank in front of its pawn wins, whichever side moves.
    EXPECT_TRUE(is_won("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
    EXPECT_TRUE(is_won("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"));
    // A king beside the pawn needs the opposition.
    EXPECT_TRUE(is_won("4k3/8/8/3KP3/8/8/8/8 w - - 0 1"));
    EXPECT_FALSE(is_won("4k3/8/8/3KP3/8/8/8/8 b - - 0 1"));
    // A pawn that reaches the seventh rank with check draws; without check it wins.
    EXPECT_FALSE(is_won("3k4/8/3KP3/8/8/8/8/8 w - - 0 1"));
    EXPECT_TRUE(is_won("4k3/8/3KP3/8/8/8/8/8 w - - 0 1"));
    EXPECT_TRUE(is_won("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1"));
    EXPECT_FALSE(is_won("3k4/3P4/3K4/8/8/8/8/8 b - - 0 1")) << "stalemate";
    EXPECT_TRUE(is_won("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"));
    EXPECT_FALSE(is_won("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"));
    // The king in the corner holds against a rook pawn.
    EXPECT_FALSE(is_won("k7/8/K7/P7/8/8/8/8 w - - 0 1"));
    EXPECT_FALSE(is_won("1k6/8/K7/P7/8/8/8/8 w - - 0 1"));
    // The square of the pawn.
    EXPECT_TRUE(is_won("8/8/8/P6k/8/8/8/K7 w - - 0 1"));
    EXPECT_FALSE(is_won("8/8/8/P3k3/8/8/8/7K b - - 0 1"));
}

TEST(Kpk, MirrorsAndColoursAreEqual) {
    int wins = 0;
    for (const Square pawn : ranks(Color::White, 2, 7)) {
        for (const Square white : FullBoard) {
            for (const Square black : FullBoard) {
                if (distance(white, black) <= 1 || white == pawn || black == pawn) { continue; }
                for (const Color mover : Colors) {
                    if (mover == Color::White && pawn_attacks(Color::White, pawn).contains(black)) { continue; }
                    const bool won = kpk_is_won(Color::White, white, pawn, black, mover);
                    ASSERT_EQ(won,
                              kpk_is_won(Color::White, flip_file(white), flip_file(pawn), flip_file(black), mover));
                    ASSERT_EQ(won,
                              kpk_is_won(Color::Black, flip_rank(white), flip_rank(pawn), flip_rank(black), ~mover));
                    wins += won ? 1 : 0;
                }
            }
        }
    }
    EXPECT_GT(wins, 200000);
}

// Proven from the moves themselves: a won position has a move (or for the defender only moves) to won ones.
TEST(Kpk, EveryVerdictFollowsFromTheMoves) {
    int checked = 0;
    for (const Square pawn : ranks(Color::White, 2, 7)) {
        for (const Square white : FullBoard) {
            for (const Square black : FullBoard) {
                if ((index_of(white) * 7 + index_of(black) * 3 + index_of(pawn)) % 5 != 0) { continue; }
                for (const Color mover : Colors) {
                    skua::Setup setup;
                    if (white == black || white == pawn || black == pawn) { continue; }
                    setup.board[white] = Piece::WhiteKing;
                    setup.board[black] = Piece::BlackKing;
                    setup.board[pawn] = Piece::WhitePawn;
                    setup.side_to_move = mover;
                    const Result<Position> position = Position::from_setup(setup);
                    if (!position) { continue; }
                    const auto verdict = [&](const Position& next) {
                        const Bitboard pawns = next.pieces(PieceType::Pawn);
                        if (pawns.empty()) {
                            // A capture draws. A promotion wins if the new piece can't be captured and there is no
                            // stalemate.
                            if (next.pieces(PieceType::Queen, PieceType::Rook).empty()) { return false; }
                            for (const Move reply : legal_moves(next)) {
                                if (next.is_capture(reply)) { return false; }
                            }
                            return next.in_check() || legal_moves(next).size() > 0;
                        }
                        return kpk_is_won(Color::White, next.king_square(Color::White), pawns.first(),
                                          next.king_square(Color::Black), next.side_to_move());
                    };
                    const MoveList moves = legal_moves(*position);
                    bool any = false;
                    bool all = moves.size() > 0;
                    for (const Move move : moves) {
                        Position next = *position;
                        next.play(move);
                        const bool good = verdict(next);
                        any = any || good;
                        all = all && good;
                    }
                    const bool won = kpk_is_won(Color::White, white, pawn, black, mover);
                    ASSERT_EQ(won, mover == Color::White ? any : all) << to_fen(*position);
                    ++checked;
                }
            }
        }
    }
    EXPECT_GT(checked, 50000);
}

TEST(Endgame, KingAndPawnIsExact) {
    EXPECT_EQ(evaluate("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"), 0);
    EXPECT_GT(evaluate("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), 1000);
    EXPECT_LT(evaluate("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), -1000);
    EXPECT_GT(evaluate("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1"), 1000);
}

// ---------------------------------------------------------------------- draws

class Drawn : public testing::TestWithParam<const char*> {};

TEST_P(Drawn, IsWorthNothing) {
    const Position position = position_of(GetParam());
    EXPECT_EQ(evaluate(position), 0) << GetParam();
    EXPECT_EQ(evaluate(position.flipped()), 0) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Endgame, Drawn,
                         testing::Values("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
                                         "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
                                         "4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", "8/8/8/8/8/k7/8/KB6 w - - 0 1"));

TEST(Endgame, TheWrongBishopDoesNotWin) {
    // a8 is light: a bishop on light squares wins, one on dark squares doesn't.
    EXPECT_LT(std::abs(evaluate("k7/8/8/8/P7/8/8/2B1K3 w - - 0 1")), 30);
    EXPECT_GT(evaluate("k7/8/8/8/P7/8/8/4KB2 w - - 0 1"), 200);
    EXPECT_GT(evaluate("7k/8/8/8/P7/8/8/2B1K3 w - - 0 1"), 200) << "the king is far from the corner";
    EXPECT_GT(evaluate("k7/8/8/8/1P6/8/8/2B1K3 w - - 0 1"), 200) << "not a rook pawn";
}

TEST(Endgame, DoubledRookPawnsDoNotWinAgainstTheCorner) {
    EXPECT_LT(std::abs(evaluate("k7/8/8/P7/P7/8/8/4K3 w - - 0 1")), 30);
    EXPECT_GT(evaluate("k7/8/8/PP6/8/8/8/4K3 w - - 0 1"), 200);
}

// ---------------------------------------------------------------------- wins that have to be carried out

TEST(Endgame, ALoneKingIsDrivenToTheEdge) {
    EXPECT_GT(evaluate("k7/8/2K5/8/8/8/8/7R w - - 0 1"), evaluate("8/8/2K5/4k3/8/8/8/7R w - - 0 1"));
    EXPECT_GT(evaluate("k7/8/2K5/8/8/8/8/7R w - - 0 1"), evaluate("k7/8/8/8/8/8/6K1/7R w - - 0 1"));
    EXPECT_GT(evaluate("8/8/8/4k3/8/8/8/K6R w - - 0 1"), 3000);
    EXPECT_GT(evaluate("8/8/8/4k3/8/8/8/K5BB w - - 0 1"), 3000) << "two bishops";
    EXPECT_GT(evaluate("8/8/8/4k3/8/8/8/K6Q w - - 0 1"), evaluate("8/8/8/4k3/8/8/8/K6R w - - 0 1"));
}

TEST(Endgame, BishopAndKnightMateInTheRightCorner) {
    // The bishop moves on light squares: a8 and h1.
    EXPECT_GT(evaluate("k7/8/2K5/8/8/8/8/5BN1 w - - 0 1"), evaluate("7k/8/5K2/8/8/8/8/5BN1 w - - 0 1") + 100);
    EXPECT_GT(evaluate("8/8/8/4k3/8/8/8/K4BN1 w - - 0 1"), 3000);
}

TEST(Endgame, QueenAgainstAPawnOnTheSeventh) {
    EXPECT_LT(evaluate("8/8/8/8/4K3/8/2pk4/7Q w - - 0 1"), 200);
    EXPECT_GT(evaluate("8/8/8/8/4K3/8/3pk3/7Q w - - 0 1"), 500) << "a centre pawn is lost";
    EXPECT_GT(evaluate("8/8/8/8/4K3/2p5/3k4/7Q w - - 0 1"), 500) << "not far enough";
}

TEST(Endgame, RookAgainstPawn) {
    EXPECT_GT(evaluate("8/8/8/8/4k3/4p3/8/R3K3 w - - 0 1"), 300) << "the king stands before the pawn";
    EXPECT_LT(evaluate("K7/8/8/8/8/2k5/2p5/7R w - - 0 1"), 120) << "the king is far away";
}

TEST(Endgame, QueenAgainstRookIsAWin) {
    EXPECT_GT(evaluate("8/8/3k4/3r4/8/8/3Q4/3K4 w - - 0 1"), 300);
    EXPECT_GT(evaluate("k7/1r6/8/2K5/8/8/3Q4/8 w - - 0 1"), evaluate("8/8/3k4/3r4/8/8/3Q4/3K4 w - - 0 1"));
}

TEST(Endgame, RookAgainstAMinorPieceIsDrawish) {
    EXPECT_LT(std::abs(evaluate("4k3/4b3/8/8/8/8/4R3/4K3 w - - 0 1")), 80);
    EXPECT_LT(std::abs(evaluate("4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1")), 80);
}

TEST(Endgame, KnownEndingsHaveNamesAndOthersHaveNone) {
    const std::map<std::string_view, std::string_view> names{
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "bare kings"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "king and pawn against king"},
        {"4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1", "bishop and knight against king"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "lone king"},
        {"4k3/4p3/8/8/8/8/8/4K2R w - - 0 1", "rook against pawn"},
        {"4k3/4p3/8/8/8/8/8/4K2Q w - - 0 1", "queen against pawn"},
        {"4k3/4r3/8/8/8/8/8/3K3Q w - - 0 1", "queen against rook"}};
    for (const auto& [fen, name] : names) {
        const auto ending = known_ending(position_of(fen));
        ASSERT_TRUE(ending) << fen;
        EXPECT_EQ(ending->name, name);
        EXPECT_EQ(known_ending(position_of(fen).flipped())->value, -ending->value) << fen;
    }
    for (const std::string_view fen :
         {"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "4k2r/p7/8/8/8/8/P7/4K2R w - - 0 1", "4k2r/8/8/8/8/8/8/4K2R w - - 0 1"}) {
        EXPECT_FALSE(known_ending(position_of(fen))) << fen;
    }
}

}  // namespace
}  // namespace skua::classical
