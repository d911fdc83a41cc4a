#include "engine/report.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

SearchInfo some_info() {
    SearchInfo info;
    info.depth = 12;
    info.seldepth = 20;
    info.multipv = 2;
    info.score = 135;
    info.bound = Bound::Lower;
    info.nodes = 123456;
    info.tablebase_hits = 3;
    info.time = 100;
    info.hashfull = 7;
    info.pv = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E5)};
    return info;
}

TEST(Report, HasWhatTheSearchReported) {
    const SearchInfo info = some_info();
    const Report report = report_of(info, EvaluatorKind::Nnue);
    EXPECT_EQ(report.depth, 12);
    EXPECT_EQ(report.seldepth, 20);
    EXPECT_EQ(report.multipv, 2);
    EXPECT_EQ(report.score, ShownScore(Centipawns{100}));
    EXPECT_EQ(report.bound, Bound::Lower);
    EXPECT_EQ(report.wdl, wdl_of(Centipawns{100}));
    EXPECT_EQ(report.nodes, 123456U);
    EXPECT_EQ(report.nodes_per_second, 1234560U);
    EXPECT_EQ(report.tablebase_hits, 3U);
    EXPECT_EQ(report.time, 100);
    EXPECT_EQ(report.hashfull, 7);
    EXPECT_EQ(report.pv, info.pv);
    EXPECT_NE(report_of(info, EvaluatorKind::Classical).score, report.score);
}

TEST(Report, TimeZeroDoesNotDivide) {
    SearchInfo info = some_info();
    info.time = 0;
    info.nodes = 50;
    EXPECT_EQ(report_of(info, EvaluatorKind::Nnue).nodes_per_second, 50000U);
}

// The search reports such a position with the score of a draw; the curve would see chances for both sides.
TEST(Report, ADeadDrawHasNoOtherChances) {
    SearchInfo info = some_info();
    info.score = 0;
    EXPECT_NE(report_of(info, EvaluatorKind::Nnue).wdl, CertainDraw);
    info.is_dead_draw = true;
    EXPECT_EQ(report_of(info, EvaluatorKind::Nnue).wdl, CertainDraw);
}

TEST(Report, CertainResultsAreCertain) {
    SearchInfo info = some_info();
    info.score = mate_in(3);
    EXPECT_EQ(report_of(info, EvaluatorKind::Nnue).score, ShownScore(MateIn{2, true}));
    EXPECT_EQ(report_of(info, EvaluatorKind::Nnue).wdl, CertainWin);
    info.score = -WinBound;
    EXPECT_EQ(report_of(info, EvaluatorKind::Nnue).score, ShownScore(TablebaseWin{MaxPly, false}));
    EXPECT_EQ(report_of(info, EvaluatorKind::Nnue).wdl, CertainLoss);
}

TEST(BestMove, HasWhatTheSearchFound) {
    SearchResult result;
    result.best = Move::normal(Square::E2, Square::E4);
    result.ponder = Move::normal(Square::E7, Square::E5);
    result.score = mated_in(4);
    result.depth = 9;
    result.nodes = 77;
    const BestMove best = best_move_of(result, EvaluatorKind::Classical);
    EXPECT_EQ(best.move, result.best);
    EXPECT_EQ(best.ponder, result.ponder);
    EXPECT_EQ(best.score, ShownScore(MateIn{2, false}));
    EXPECT_EQ(best.depth, 9);
    EXPECT_EQ(best.nodes, 77U);
}

}  // namespace
}  // namespace skua
