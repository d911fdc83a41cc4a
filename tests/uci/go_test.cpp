#include "uci/go.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

Limits limits_of(std::string_view arguments, const Position& position = {}) {
    return parse_go(arguments, position).limits;
}

std::size_t remarks_of(std::string_view arguments) { return parse_go(arguments, Position()).remarks.size(); }

TEST(ParseGo, NothingMeansInfinite) {
    for (const std::string_view text : {"", "   ", "\t", "infinite", "ponder", "17"}) {
        EXPECT_TRUE(limits_of(text).infinite) << text;
        EXPECT_EQ(remarks_of(text), 0U) << text;
    }
}

TEST(ParseGo, ReadsEveryLimit) {
    const Limits limits =
        limits_of("wtime 1000 btime 2000 winc 30 binc 40 movestogo 12 depth 7 nodes 5000 mate 3 movetime 99 ponder");
    EXPECT_EQ(limits.time[Color::White], 1000);
    EXPECT_EQ(limits.time[Color::Black], 2000);
    EXPECT_EQ(limits.increment[Color::White], 30);
    EXPECT_EQ(limits.increment[Color::Black], 40);
    EXPECT_EQ(limits.moves_to_go, 12);
    EXPECT_EQ(limits.depth, 7);
    EXPECT_EQ(limits.nodes, 5000U);
    EXPECT_EQ(limits.mate, 3);
    EXPECT_EQ(limits.move_time, 99);
    EXPECT_TRUE(limits.ponder);
    EXPECT_FALSE(limits.infinite);
}

TEST(ParseGo, ReadsThemInAnyOrder) {
    const Limits limits = limits_of("  nodes 9\tponder   depth 3 infinite wtime   5 ");
    EXPECT_EQ(limits.nodes, 9U);
    EXPECT_EQ(limits.depth, 3);
    EXPECT_EQ(limits.time[Color::White], 5);
    EXPECT_TRUE(limits.ponder);
    EXPECT_TRUE(limits.infinite);
}

TEST(ParseGo, TheLastWordCounts) { EXPECT_EQ(limits_of("depth 3 depth 5").depth, 5); }

TEST(ParseGo, DepthsAreClamped) {
    EXPECT_EQ(limits_of("depth 0").depth, 1);
    EXPECT_EQ(limits_of("depth -3").depth, 1);
    for (const std::string_view text : {"depth 999", "depth 1000000", "depth 99999999999999999999"}) {
        ASSERT_TRUE(limits_of(text).depth) << text;
        EXPECT_EQ(*limits_of(text).depth, MaxPly - 1) << text;
    }
}

TEST(ParseGo, NodesAreClamped) {
    EXPECT_EQ(limits_of("nodes 1").nodes, 1U);
    EXPECT_EQ(limits_of("nodes 0").nodes, 1U);
    EXPECT_EQ(limits_of("nodes -1").nodes, 1U);
    EXPECT_GE(*limits_of("nodes 18446744073709551615").nodes, std::uint64_t{1} << 62);
    EXPECT_GE(*limits_of("nodes 999999999999999999999999").nodes, std::uint64_t{1} << 62);
}

TEST(ParseGo, TimesPerMoveAreClamped) {
    EXPECT_EQ(limits_of("movetime 1").move_time, 1);
    EXPECT_EQ(limits_of("movetime 0").move_time, 1);
    EXPECT_EQ(limits_of("movetime -5").move_time, 1);
    EXPECT_GT(*limits_of("movetime 99999999999999999999").move_time, 1000000000);
    EXPECT_FALSE(limits_of("movetime 0").infinite);
}

TEST(ParseGo, ClocksThatHaveRunOutAreTheLastMillisecond) {
    for (const std::string_view text : {"wtime 1 btime 1", "wtime 0 btime 0", "wtime -500 btime -500"}) {
        EXPECT_EQ(limits_of(text).time[Color::White], 1) << text;
        EXPECT_EQ(limits_of(text).time[Color::Black], 1) << text;
        EXPECT_FALSE(limits_of(text).infinite) << text;
    }
    EXPECT_EQ(limits_of("wtime 2147483648").time[Color::White], 2147483648LL);
    EXPECT_EQ(limits_of("wtime 100 winc -7").increment[Color::White], 0);
}

TEST(ParseGo, AMissingClockDoesNotMeanForEver) {
    // Only the opponent's clock, or only an increment: a game is being played.
    EXPECT_FALSE(limits_of("btime 5000").infinite);
    EXPECT_TRUE(limits_of("btime 5000").time[Color::White]);
    EXPECT_FALSE(limits_of("winc 100").infinite);
    EXPECT_TRUE(limits_of("winc 100").time[Color::White]);
    EXPECT_TRUE(limits_of("binc 100").time[Color::White]);
    const Position black = position_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    EXPECT_FALSE(limits_of("wtime 5000", black).infinite);
    EXPECT_TRUE(limits_of("wtime 5000", black).time[Color::Black]);
}

TEST(ParseGo, MovesToGoMayBeSenseless) {
    EXPECT_EQ(limits_of("wtime 50 movestogo 1").moves_to_go, 1);
    EXPECT_FALSE(limits_of("wtime 50 movestogo 0").moves_to_go);
    EXPECT_FALSE(limits_of("wtime 50 movestogo -4").moves_to_go);
    EXPECT_EQ(limits_of("wtime 50 movestogo 500").moves_to_go, 500);
    EXPECT_GE(*limits_of("wtime 50 movestogo 99999999999").moves_to_go, 500);
}

TEST(ParseGo, MatesAreClamped) {
    EXPECT_EQ(limits_of("mate 1").mate, 1);
    EXPECT_EQ(limits_of("mate 0").mate, 1);
    EXPECT_EQ(limits_of("mate -2").mate, 1);
    ASSERT_TRUE(limits_of("mate 100000").mate);
    EXPECT_LE(*limits_of("mate 100000").mate, MaxPly);
    EXPECT_FALSE(limits_of("mate 3").infinite);
}

TEST(ParseGo, AMissingNumberIsRemarkedAndTheRestCounts) {
    EXPECT_EQ(remarks_of("depth ponder"), 1U);
    EXPECT_EQ(remarks_of("depth infinite"), 1U);
    EXPECT_EQ(remarks_of("depth wtime 100"), 1U);
    EXPECT_EQ(limits_of("depth wtime 100").time[Color::White], 100);
    EXPECT_FALSE(limits_of("depth wtime 100").depth);
    EXPECT_EQ(limits_of("nodes 12x depth 4").depth, 4);
    EXPECT_FALSE(limits_of("nodes 12x depth 4").nodes);
    EXPECT_EQ(parse_go("nodes 12x", Position()).remarks[0], "nodes needs a number, not \"12x\"; it is ignored");
    EXPECT_EQ(parse_go("nodes", Position()).remarks[0], "nodes needs a number; it is ignored");
}

// A GUI that sends a limit waits for an answer, even if it can't be parsed.
TEST(ParseGo, AnUnreadableLimitDoesNotMeanForEver) {
    for (const std::string_view text : {"movetime abc", "wtime abc btime abc", "depth 5.5", "nodes 1e3", "depth"}) {
        EXPECT_FALSE(limits_of(text).infinite) << text;
        EXPECT_EQ(limits_of(text).move_time, 1000) << text;
        EXPECT_EQ(parse_go(text, Position()).remarks.back(), "no limit could be read; searching for one second");
    }
    EXPECT_FALSE(limits_of("depth x nodes 100").move_time);
    EXPECT_FALSE(limits_of("depth x infinite").move_time);
    EXPECT_TRUE(limits_of("depth x infinite").infinite);
    EXPECT_FALSE(limits_of("depth x ponder").move_time);
}

TEST(ParseGo, UnknownWordsArePassedOverWithARemark) {
    const Limits limits = limits_of("fast depth 4 cookies 12");
    EXPECT_EQ(limits.depth, 4);
    EXPECT_EQ(remarks_of("fast depth 4 cookies 12"), 2U);
    EXPECT_EQ(parse_go("dpeth 3", Position()).remarks[0], "\"dpeth\" is not an argument of go; it is ignored");
    EXPECT_TRUE(limits_of("dpeth 3").infinite);
}

// ---------------------------------------------------------------------- searchmoves

TEST(ParseGo, ReadsMovesToSearch) {
    EXPECT_EQ(text_of(limits_of("searchmoves e2e4 d2d4").search_moves), "d2d4 e2e4");
    EXPECT_EQ(text_of(limits_of("depth 3 searchmoves g1f3").search_moves), "g1f3");
    EXPECT_TRUE(limits_of("searchmoves").search_moves.empty());
    EXPECT_TRUE(limits_of("searchmoves").infinite);
}

TEST(ParseGo, MovesToSearchEndAtTheNextKeyword) {
    for (const std::string_view text :
         {"searchmoves e2e4 d2d4 ponder", "searchmoves e2e4 d2d4 infinite", "searchmoves e2e4 d2d4 depth 5",
          "searchmoves e2e4 d2d4 wtime 100 btime 100", "searchmoves e2e4 d2d4 nodes 3 mate 4"}) {
        EXPECT_EQ(text_of(limits_of(text).search_moves), "d2d4 e2e4") << text;
        EXPECT_EQ(remarks_of(text), 0U) << text;
    }
    EXPECT_TRUE(limits_of("searchmoves e2e4 ponder").ponder);
    EXPECT_EQ(limits_of("searchmoves e2e4 depth 5").depth, 5);
    EXPECT_EQ(limits_of("searchmoves e2e4 mate 4").mate, 4);
}

TEST(ParseGo, IllegalMovesToSearchAreRemarked) {
    EXPECT_TRUE(limits_of("searchmoves e2e5").search_moves.empty());
    EXPECT_EQ(remarks_of("searchmoves e2e5"), 1U);
    EXPECT_EQ(text_of(limits_of("searchmoves e2e5 e2e4 e7e5 depth 2").search_moves), "e2e4");
    EXPECT_EQ(remarks_of("searchmoves e2e5 e2e4 e7e5 depth 2"), 2U);
    EXPECT_EQ(limits_of("searchmoves e2e5 e2e4 e7e5 depth 2").depth, 2);
}

TEST(ParseGo, MovesToSearchComeOnce) {
    EXPECT_EQ(text_of(limits_of("searchmoves e2e4 e2e4 e2e4").search_moves), "e2e4");
    EXPECT_EQ(text_of(limits_of("searchmoves e2e4 depth 3 searchmoves e2e4 a2a3").search_moves), "a2a3 e2e4");
}

TEST(ParseGo, MovesToSearchMayBeSpecial) {
    const Position promoting = position_of("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
    EXPECT_EQ(text_of(limits_of("searchmoves e7e8q e7e8N depth 1", promoting).search_moves), "e7e8n e7e8q");
    const Position castling = position_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    EXPECT_EQ(limits_of("searchmoves e1g1 e1a1", castling).search_moves.size(), 2U);
}

}  // namespace
}  // namespace skua
