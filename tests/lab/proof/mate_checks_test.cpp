#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using MateChecks = ProofTest;

constexpr const char* Smothered = "r2q1r1k/2p1b1pp/p1n5/1p1Q1bN1/4n3/1BP1B3/PP3PPP/R4RK1 w - - 0 1";
constexpr const char* BackRank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
constexpr const char* Scholar = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

TEST_F(MateChecks, SolveTheMate) {
    Told mate(Smothered, StatementKind::Mate, "d5g8 f8g8 g5f7");
    expect_confirmed(mate.number(2));
    expect_false(mate.number(3), "the line mates sooner than is said");
    mate.statement.is_exact = false;
    expect_confirmed(mate.number(3));
    expect_false(mate.number(1), "the line mates later than is said");
    expect_false(Told(Smothered, StatementKind::Mate, "d5g8").number(1), "the line does not end in mate");
    // Black need not go into the corner.
    Told helped("6k1/5ppp/8/8/8/8/6PP/R6K w - - 0 1", StatementKind::Mate, "a1b1 g8h8 b1b8");
    expect_false(helped.number(2), "there is a defence to the mate");
}

TEST_F(MateChecks, FindShorterMates) {
    Told allows("6k1/5ppp/8/8/8/8/6PP/R5K1 b - - 0 1", StatementKind::Mate, StatementRole::Allows, "h7h6", "a1a8 g8h7",
                LineFrom::After);
    expect_false(allows.number(1), "the line does not end in mate");
    // The reply mates at once, not only with its second move.
    Told slow("1k6/8/1K6/8/8/8/8/6Q1 b - - 0 1", StatementKind::Mate, StatementRole::Allows, "b8a8", "g1g4 a8b8 g4g8",
              LineFrom::After);
    expect_false(slow.number(2), "there is a shorter mate");
}

TEST_F(MateChecks, KnowPatterns) {
    expect_confirmed(Told(Smothered, StatementKind::SmotheredMate, "d5g8 f8g8 g5f7").number(2));
    expect_false(Told(Smothered, StatementKind::BackRankMate, "d5g8 f8g8 g5f7").number(2),
                 "it is not a mate on the back rank");
    expect_confirmed(Told(BackRank, StatementKind::BackRankMate, "a1a8").number(1));
    expect_false(Told(BackRank, StatementKind::SmotheredMate, "a1a8").number(1), "the mate is not smothered");
    expect_false(Told("7k/8/6K1/8/8/8/8/R7 w - - 0 1", StatementKind::BackRankMate, "a1a8").number(1),
                 "it is not a mate on the back rank");
}

TEST_F(MateChecks, KnowThreats) {
    Told threat(Scholar, StatementKind::Checkmate, StatementRole::Threatens, "-", "0000 h5f7", LineFrom::Before);
    expect_confirmed(threat);
    threat.statement.line = moves_along(threat.game.position(), "0000 h5e5");
    expect_false(threat, "the line does not end in mate");
    Told stops(Scholar, StatementKind::StopsMate, StatementRole::Does, "d8e7", "0000 h5f7", LineFrom::Before);
    expect_confirmed(stops.number(1));
    Told fails(Scholar, StatementKind::StopsMate, StatementRole::Does, "a7a6", "0000 h5f7", LineFrom::Before);
    expect_false(fails.number(1), "the mate is still there after the move");
}

TEST_F(MateChecks, KnowBounds) {
    // A bound that is too high is true.
    Told announced(BackRank, StatementKind::Mate, "a1a8");
    announced.statement.is_exact = false;
    announced.check(StatementCheck::Search);
    expect_confirmed(announced.number(30));
}

TEST_F(MateChecks, KnowPerpetualCheck) {
    const char* const fen = "7k/6p1/5pQ1/8/8/1q6/r5PP/6K1 w - - 0 1";
    expect_confirmed(Told(fen, StatementKind::Perpetual, "g6e8 h8h7 e8h5 h7g8 h5e8 g8h7 e8h5"));
    expect_false(Told(fen, StatementKind::Perpetual, "g6e8 h8h7 e8h5 h7g8"),
                 "the line does not end with a repeated position");
    expect_false(Told(fen, StatementKind::Perpetual, "g6h5 h8g8 h5g6 g8h8 g6h5"),
                 "the line has a move that gives no check");
    expect_false(Told("6k1/8/8/8/8/8/8/R5K1 w - - 0 1", StatementKind::Perpetual, "a1a8 g8g7 a8a7 g7g8 a7a8"),
                 "there is a defence to the checks");
}

}  // namespace
}  // namespace skua::lab::proof
