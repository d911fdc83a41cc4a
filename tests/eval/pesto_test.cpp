#include "eval/pesto.h"

#include <gtest/gtest.h>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "eval/phase.h"

namespace skua {
namespace {

Score evaluate(const Position& position) {
    PestoEvaluator evaluator;
    evaluator.reset(position);
    return evaluator.evaluate(position);
}

Score evaluate(std::string_view fen) { return evaluate(position_of(fen)); }

TEST(Pesto, TheStartIsExactlyEqual) { EXPECT_EQ(evaluate(Position()), 0); }

TEST(Pesto, TheOtherSideSeesTheOpposite) {
    constexpr std::string_view Fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R";
    const Score white = evaluate(std::string(Fen) + " w KQkq - 0 1");
    EXPECT_NE(white, 0);
    EXPECT_EQ(evaluate(std::string(Fen) + " b KQkq - 0 1"), -white);
}

TEST(Pesto, ColoursAreEqual) {
    visit_random_positions(0xC01, 5000, [](const Game& game) {
        ASSERT_EQ(evaluate(game.position()), evaluate(game.position().flipped())) << to_fen(game.position());
    });
}

TEST(Pesto, StaysWithinItsBounds) {
    EXPECT_LT(evaluate("QQQQQQQQ/Q7/8/8/8/8/k7/7K b - - 0 1"), -5000);
    EXPECT_GE(evaluate("QQQQQQQQ/Q7/8/8/8/8/k7/7K b - - 0 1"), -MaxEvaluation);
    EXPECT_GT(evaluate("7k/K7/8/8/8/8/q7/qqqqqqqq w - - 0 1"), -MaxEvaluation);
}

// ---------------------------------------------------------------------- absolute: which way up the tables lie

TEST(Pesto, APawnNearPromotionIsWorthMore) {
    EXPECT_GT(evaluate("8/4P3/8/8/8/8/k7/7K w - - 0 1"), evaluate("8/8/8/8/8/8/k3P3/7K w - - 0 1") + 100);
    EXPECT_GT(evaluate("8/8/4P3/8/8/8/k7/7K w - - 0 1"), evaluate("8/8/8/8/8/4P3/k7/7K w - - 0 1"));
    // And for Black, from the other side.
    EXPECT_GT(evaluate("7k/K7/8/8/8/8/4p3/8 b - - 0 1"), evaluate("7k/K3p3/8/8/8/8/8/8 b - - 0 1") + 100);
}

TEST(Pesto, APawnMovingForwardGainsInTheEndgame) {
    Score last = -MaxEvaluation;
    for (const std::string_view fen :
         {"8/8/8/P7/8/8/7k/5K2 w - - 0 1", "8/8/P7/8/8/8/7k/5K2 w - - 0 1", "8/P7/8/8/8/8/7k/5K2 w - - 0 1"}) {
        EXPECT_GT(evaluate(fen), last) << fen;
        last = evaluate(fen);
    }
}

TEST(Pesto, AKnightBelongsInTheCentre) {
    for (const std::string_view corner : {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2N w - - 0 1",
                                          "N3k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k2N/8/8/8/8/8/8/4K3 w - - 0 1"}) {
        EXPECT_GT(evaluate("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1"), evaluate(corner)) << corner;
        EXPECT_GT(evaluate("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1"), evaluate(corner)) << corner;
    }
}

TEST(Pesto, ARookBelongsOnTheSeventh) {
    EXPECT_GT(evaluate("6k1/3R4/8/8/8/8/8/6K1 w - - 0 1"), evaluate("6k1/8/8/8/8/3R4/8/6K1 w - - 0 1"));
}

TEST(Pesto, TheKingHidesInTheMiddlegameAndWalksInTheEndgame) {
    EXPECT_GT(evaluate("rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1"),
              evaluate("rnbq1rk1/pppppppp/8/8/4K3/8/PPPPPPPP/RNBQ1R2 w - - 0 1"));
    EXPECT_GT(evaluate("7k/7p/8/8/3K4/8/7P/8 w - - 0 1"), evaluate("7k/7p/8/8/8/8/7P/7K w - - 0 1"));
}

// ---------------------------------------------------------------------- material

// What a white piece adds, on the average of the four middle ranks, to a board with only the kings.
int average_value(PieceType type) {
    Setup setup = position_of("7k/8/8/8/8/8/8/K7 w - - 0 1").setup();
    const Score alone = evaluate(Position::from_setup(setup).value());
    setup.side_to_move = Color::Black;  // who may be in check
    int sum = 0;
    for (int index = 16; index < 48; ++index) {
        setup.board[square_at(index)] = make_piece(Color::White, type);
        sum += -evaluate(Position::from_setup(setup).value()) - alone;
        setup.board[square_at(index)] = Piece::None;
    }
    return sum / 32;
}

TEST(Pesto, PiecesAreWorthMoreTheStrongerTheyAre) {
    const int pawn = average_value(PieceType::Pawn);
    const int knight = average_value(PieceType::Knight);
    const int bishop = average_value(PieceType::Bishop);
    const int rook = average_value(PieceType::Rook);
    const int queen = average_value(PieceType::Queen);
    EXPECT_GT(pawn, 50);
    EXPECT_GT(knight, 2 * pawn);
    EXPECT_GT(bishop, 2 * pawn);
    EXPECT_GT(rook, knight + pawn);
    EXPECT_GT(rook, bishop + pawn);
    EXPECT_GT(queen, rook + pawn);
    EXPECT_LT(queen, 3 * rook);
}

// Material as EV.1 states it, on squares for which the published table adds a known number. The kings cancel each
// other, so the phase is the weight of the one piece.
TEST(Pesto, MaterialIsAsSpecified) {
    EXPECT_EQ(evaluate("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), interpolate({82 + 17, 94 - 7}, 0));
    EXPECT_EQ(evaluate("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1"), interpolate({337 + 28, 281 + 16}, 1));
    EXPECT_EQ(evaluate("4k3/8/8/8/4B3/8/8/4K3 w - - 0 1"), interpolate({365 + 34, 297 + 7}, 1));
    EXPECT_EQ(evaluate("4k3/8/8/3R4/8/8/8/4K3 w - - 0 1"), interpolate({477 + 26, 512 + 1}, 2));
    EXPECT_EQ(evaluate("4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1"), interpolate({1025 - 16, 936 + 45}, 4));
}

// ---------------------------------------------------------------------- following a game

TEST(Pesto, FollowsRandomGames) {
    Prng prng(0x9E570);
    int castlings = 0;
    int en_passants = 0;
    int promotions = 0;
    for (int round = 0; round < 120; ++round) {
        Game game(random_start(prng));
        PestoEvaluator evaluator;
        evaluator.reset(game.position());
        std::vector<Score> scores{evaluator.evaluate(game.position())};
        while (game.ply() < 160 && game.state() == GameState::Ongoing) {
            const Move move = random_move(game.position(), prng);
            castlings += move.is_castling() ? 1 : 0;
            en_passants += move.is_en_passant() ? 1 : 0;
            promotions += move.is_promotion() ? 1 : 0;
            BoardDelta delta;
            game.play(move, delta);
            evaluator.push(delta);
            const Score score = evaluator.evaluate(game.position());
            ASSERT_EQ(score, evaluate(game.position())) << to_fen(game.position()) << " after " << to_uci(move);
            scores.push_back(score);
        }
        while (game.ply() > 0) {
            ASSERT_EQ(evaluator.evaluate(game.position()), scores.back()) << to_fen(game.position());
            scores.pop_back();
            game.undo();
            evaluator.pop();
        }
        EXPECT_EQ(evaluator.evaluate(game.position()), scores.front());
    }
    // The games had everything that changes more than one square.
    EXPECT_GT(castlings, 20);
    EXPECT_GT(en_passants, 20);
    EXPECT_GT(promotions, 20);
}

TEST(Pesto, GoesAsDeepAsASearch) {
    PestoEvaluator evaluator;
    Game game;
    evaluator.reset(game.position());
    const char* const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (Ply ply = 0; ply <= MaxPly; ++ply) {
        BoardDelta delta;
        game.play(move_of(game.position(), shuffle[ply % 4]), delta);
        evaluator.push(delta);
    }
    EXPECT_EQ(evaluator.evaluate(game.position()), evaluate(game.position()));
    for (Ply ply = 0; ply <= MaxPly; ++ply) { evaluator.pop(); }
    EXPECT_EQ(evaluator.evaluate(Position()), 0);
}

TEST(Pesto, AResetForgetsTheOldGame) {
    PestoEvaluator evaluator;
    evaluator.reset(position_of("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1"));
    evaluator.reset(Position());
    EXPECT_EQ(evaluator.evaluate(Position()), 0);
}

TEST(Evaluator, ComesThroughItsDoor) {
    const std::unique_ptr<Evaluator> evaluator = make_evaluator();
    ASSERT_NE(evaluator, nullptr);
    evaluator->reset(Position());
    EXPECT_EQ(evaluator->evaluate(Position()), 0);
}

}  // namespace
}  // namespace skua
