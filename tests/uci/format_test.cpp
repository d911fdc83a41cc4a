#include "uci/format.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

Report some_report() {
    Report report;
    report.depth = 12;
    report.seldepth = 20;
    report.multipv = 2;
    report.score = Centipawns{34};
    report.wdl = {300, 500, 200};
    report.nodes = 123456;
    report.nodes_per_second = 1234560;
    report.time = 100;
    report.hashfull = 7;
    report.tablebase_hits = 3;
    report.pv = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E5)};
    return report;
}

TEST(FormatScore, CentipawnsOfTheSideToMove) {
    EXPECT_EQ(format_score(Centipawns{0}), "cp 0");
    EXPECT_EQ(format_score(Centipawns{13}), "cp 13");
    EXPECT_EQ(format_score(Centipawns{-250}), "cp -250");
}

TEST(FormatScore, MatesCountMoves) {
    EXPECT_EQ(format_score(MateIn{1, true}), "mate 1");
    EXPECT_EQ(format_score(MateIn{2, true}), "mate 2");
    EXPECT_EQ(format_score(MateIn{123, true}), "mate 123");
    EXPECT_EQ(format_score(MateIn{0, false}), "mate 0");
    EXPECT_EQ(format_score(MateIn{1, false}), "mate -1");
    EXPECT_EQ(format_score(MateIn{2, false}), "mate -2");
}

TEST(FormatScore, TablebaseWinsAreCentipawnsAboveAllEvaluations) {
    EXPECT_EQ(format_score(TablebaseWin{0, true}), "cp 20000");
    EXPECT_EQ(format_score(TablebaseWin{12, true}), "cp 19988");
    EXPECT_EQ(format_score(TablebaseWin{12, false}), "cp -19988");
}

TEST(FormatInfo, HasEveryFieldInOrder) {
    EXPECT_EQ(format_info(some_report(), Variant::Standard, false),
              "info depth 12 seldepth 20 multipv 2 score cp 34 nodes 123456 nps 1234560 hashfull 7 tbhits 3 time 100 "
              "pv e2e4 e7e5");
}

TEST(FormatInfo, BoundsFollowTheScore) {
    Report report = some_report();
    report.bound = Bound::Lower;
    EXPECT_NE(format_info(report, Variant::Standard, false).find(" score cp 34 lowerbound nodes "), std::string::npos);
    report.bound = Bound::Upper;
    EXPECT_NE(format_info(report, Variant::Standard, false).find(" score cp 34 upperbound nodes "), std::string::npos);
    EXPECT_NE(format_info(report, Variant::Standard, true).find(" score cp 34 upperbound wdl "), std::string::npos);
    report.bound = Bound::Exact;
    EXPECT_EQ(format_info(report, Variant::Standard, false).find("bound"), std::string::npos);
}

TEST(FormatInfo, ShowsChancesWhenAsked) {
    const Report report = some_report();
    EXPECT_NE(format_info(report, Variant::Standard, true).find(" score cp 34 wdl 300 500 200 nodes "),
              std::string::npos);
    EXPECT_EQ(format_info(report, Variant::Standard, false).find("wdl"), std::string::npos);
}

TEST(FormatInfo, AnEmptyLineIsLeftOut) {
    Report report;
    report.score = MateIn{0, false};
    const std::string text = format_info(report, Variant::Standard, false);
    EXPECT_EQ(text.substr(0, 12), "info depth 0");
    EXPECT_NE(text.find("score mate 0"), std::string::npos);
    EXPECT_EQ(text.find(" pv"), std::string::npos);
}

TEST(FormatInfo, CastlingIsWrittenAsTheVariantWants) {
    Report report = some_report();
    report.pv = {Move::castling(Square::E1, Square::H1)};
    EXPECT_NE(format_info(report, Variant::Standard, false).find(" pv e1g1"), std::string::npos);
    EXPECT_NE(format_info(report, Variant::Chess960, false).find(" pv e1h1"), std::string::npos);
}

TEST(FormatCurrentMove, TellsDepthMoveAndNumber) {
    EXPECT_EQ(format_current_move({9, Move::normal(Square::G1, Square::F3), 4}, Variant::Standard),
              "info depth 9 currmove g1f3 currmovenumber 4");
}

TEST(FormatBestMove, WithAndWithoutAReply) {
    BestMove best;
    best.move = Move::normal(Square::E2, Square::E4);
    EXPECT_EQ(format_best_move(best, Variant::Standard), "bestmove e2e4");
    best.ponder = Move::promotion(Square::A2, Square::A1, PieceType::Queen);
    EXPECT_EQ(format_best_move(best, Variant::Standard), "bestmove e2e4 ponder a2a1q");
    best.move = Move::castling(Square::E1, Square::A1);
    best.ponder = Move::none();
    EXPECT_EQ(format_best_move(best, Variant::Standard), "bestmove e1c1");
    EXPECT_EQ(format_best_move(best, Variant::Chess960), "bestmove e1a1");
}

TEST(FormatBestMove, ThereMayBeNone) { EXPECT_EQ(format_best_move({}, Variant::Standard), "bestmove (none)"); }

TEST(FormatOption, EachKind) {
    Options options;
    options.add_check("Ponder", false, "", nullptr);
    options.add_spin("Hash", 16, 1, 1024, "", nullptr);
    options.add_button("Clear Hash", "", [] {});
    options.add_text("Log", "", "", nullptr);
    options.add_text("Net", "a.nnue", "", nullptr);
    options.add_combo("Evaluation", "b", {"a", "b"}, "", nullptr);
    EXPECT_EQ(format_option(options.all()[0]), "option name Ponder type check default false");
    EXPECT_EQ(format_option(options.all()[1]), "option name Hash type spin default 16 min 1 max 1024");
    EXPECT_EQ(format_option(options.all()[2]), "option name Clear Hash type button");
    EXPECT_EQ(format_option(options.all()[3]), "option name Log type string default <empty>");
    EXPECT_EQ(format_option(options.all()[4]), "option name Net type string default a.nnue");
    EXPECT_EQ(format_option(options.all()[5]), "option name Evaluation type combo default b var a var b");
}

TEST(FormatOption, ShowsTheDefaultAfterAChange) {
    Options options;
    int number = 16;
    options.add_spin("Hash", number, 1, 1024, "");
    ASSERT_FALSE(options.set("Hash", "64"));
    EXPECT_EQ(format_option(options.all()[0]), "option name Hash type spin default 16 min 1 max 1024");
}

}  // namespace
}  // namespace skua
