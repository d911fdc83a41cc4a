#include "uci/format.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

SearchInfo some_info() {
    SearchInfo info;
    info.depth = 12;
    info.seldepth = 20;
    info.multipv = 2;
    info.score = 34;
    info.nodes = 123456;
    info.time = 100;
    info.hashfull = 7;
    info.tablebase_hits = 3;
    info.pv = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E5)};
    return info;
}

TEST(FormatScore, CentipawnsOfTheSideToMove) {
    EXPECT_EQ(format_score(0), "cp 0");
    EXPECT_EQ(format_score(13), "cp 13");
    EXPECT_EQ(format_score(-250), "cp -250");
}

TEST(FormatScore, MatesCountMoves) {
    EXPECT_EQ(format_score(mate_in(1)), "mate 1");
    EXPECT_EQ(format_score(mate_in(3)), "mate 2");
    EXPECT_EQ(format_score(mate_in(5)), "mate 3");
    EXPECT_EQ(format_score(mated_in(0)), "mate 0");
    EXPECT_EQ(format_score(mated_in(2)), "mate -1");
    EXPECT_EQ(format_score(mated_in(4)), "mate -2");
    EXPECT_EQ(format_score(mate_in(MaxPly - 1)), "mate " + std::to_string(MaxPly / 2));
    // A bound may have the other parity.
    EXPECT_EQ(format_score(mate_in(2)), "mate 1");
    EXPECT_EQ(format_score(mated_in(3)), "mate -1");
}

TEST(FormatScore, TableWinsAreNoMates) {
    EXPECT_EQ(format_score(WinBound).substr(0, 3), "cp ");
    EXPECT_EQ(format_score(-WinBound).substr(0, 4), "cp -");
}

TEST(FormatInfo, HasEveryFieldInOrder) {
    EXPECT_EQ(format_info(some_info(), Variant::Standard, false),
              "info depth 12 seldepth 20 multipv 2 score cp 34 nodes 123456 nps 1234560 hashfull 7 tbhits 3 time 100 "
              "pv e2e4 e7e5");
}

TEST(FormatInfo, BoundsFollowTheScore) {
    SearchInfo info = some_info();
    info.bound = Bound::Lower;
    EXPECT_NE(format_info(info, Variant::Standard, false).find(" score cp 34 lowerbound nodes "), std::string::npos);
    info.bound = Bound::Upper;
    EXPECT_NE(format_info(info, Variant::Standard, false).find(" score cp 34 upperbound nodes "), std::string::npos);
    EXPECT_NE(format_info(info, Variant::Standard, true).find(" score cp 34 upperbound wdl "), std::string::npos);
    info.bound = Bound::Exact;
    EXPECT_EQ(format_info(info, Variant::Standard, false).find("bound"), std::string::npos);
}

TEST(FormatInfo, ShowsChancesWhenAsked) {
    SearchInfo info = some_info();
    info.score = mate_in(3);
    EXPECT_NE(format_info(info, Variant::Standard, true).find(" score mate 2 wdl 1000 0 0 nodes "), std::string::npos);
    info.score = mated_in(2);
    EXPECT_NE(format_info(info, Variant::Standard, true).find(" score mate -1 wdl 0 0 1000 nodes "), std::string::npos);
    EXPECT_EQ(format_info(info, Variant::Standard, false).find("wdl"), std::string::npos);
}

TEST(FormatInfo, TimeZeroDividesNothing) {
    SearchInfo info = some_info();
    info.time = 0;
    info.nodes = 50;
    EXPECT_NE(format_info(info, Variant::Standard, false).find(" nodes 50 nps 50000 "), std::string::npos);
}

TEST(FormatInfo, AnEmptyLineIsLeftOut) {
    SearchInfo info;
    info.score = mated_in(0);
    const std::string text = format_info(info, Variant::Standard, false);
    EXPECT_EQ(text.substr(0, 12), "info depth 0");
    EXPECT_NE(text.find("score mate 0"), std::string::npos);
    EXPECT_EQ(text.find(" pv"), std::string::npos);
}

TEST(FormatInfo, CastlingIsWrittenAsTheVariantWants) {
    SearchInfo info = some_info();
    info.pv = {Move::castling(Square::E1, Square::H1)};
    EXPECT_NE(format_info(info, Variant::Standard, false).find(" pv e1g1"), std::string::npos);
    EXPECT_NE(format_info(info, Variant::Chess960, false).find(" pv e1h1"), std::string::npos);
}

TEST(FormatCurrentMove, TellsDepthMoveAndNumber) {
    EXPECT_EQ(format_current_move({9, Move::normal(Square::G1, Square::F3), 4}, Variant::Standard),
              "info depth 9 currmove g1f3 currmovenumber 4");
}

TEST(FormatBestMove, WithAndWithoutAReply) {
    SearchResult result;
    result.best = Move::normal(Square::E2, Square::E4);
    EXPECT_EQ(format_best_move(result, Variant::Standard), "bestmove e2e4");
    result.ponder = Move::promotion(Square::A2, Square::A1, PieceType::Queen);
    EXPECT_EQ(format_best_move(result, Variant::Standard), "bestmove e2e4 ponder a2a1q");
    result.best = Move::castling(Square::E1, Square::A1);
    result.ponder = Move::none();
    EXPECT_EQ(format_best_move(result, Variant::Standard), "bestmove e1c1");
    EXPECT_EQ(format_best_move(result, Variant::Chess960), "bestmove e1a1");
}

TEST(FormatBestMove, ThereMayBeNone) { EXPECT_EQ(format_best_move({}, Variant::Standard), "bestmove (none)"); }

TEST(FormatOption, EachKind) {
    Options options;
    options.add_check("Ponder", false, "", [](bool) -> std::optional<Error> { return std::nullopt; });
    options.add_spin("Hash", 16, 1, 1024, "", [](std::int64_t) -> std::optional<Error> { return std::nullopt; });
    options.add_button("Clear Hash", "", [] {});
    options.add_text("Log", "", "", [](const std::string&) -> std::optional<Error> { return std::nullopt; });
    options.add_text("Net", "a.nnue", "", [](const std::string&) -> std::optional<Error> { return std::nullopt; });
    EXPECT_EQ(format_option(options.all()[0]), "option name Ponder type check default false");
    EXPECT_EQ(format_option(options.all()[1]), "option name Hash type spin default 16 min 1 max 1024");
    EXPECT_EQ(format_option(options.all()[2]), "option name Clear Hash type button");
    EXPECT_EQ(format_option(options.all()[3]), "option name Log type string default <empty>");
    EXPECT_EQ(format_option(options.all()[4]), "option name Net type string default a.nnue");
    options.add_combo("Judge", "b", {"a", "b"}, "", nullptr);
    EXPECT_EQ(format_option(options.all()[5]), "option name Judge type combo default b var a var b");
}

}  // namespace
}  // namespace skua
