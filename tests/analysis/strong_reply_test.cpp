#include "analysis/strong_reply.h"

#include <gtest/gtest.h>

#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

MoveAnalysis error_of(const Position& position, const char* best, const char* played, ExpectedPoints lost) {
    return compared(position, best, played, 40, 40 - lost, 90);
}

Reasons replies_to(const Position& position, const MoveAnalysis& analysis) {
    Engine engine;
    PositionSearch search(engine);
    AchievementFinder finder;
    Limits limits;
    limits.nodes = 25'000;
    const auto reasons = find_strong_reply(search, limits, finder, ExplainedMove(Game(position), analysis));
    EXPECT_TRUE(reasons);
    return reasons.value_or(Reasons());
}

TEST(StrongReply, IsBlamedIfNoOtherIsAsGood) {
    // 23.Kh2 lets the d-pawn hit the queen; 23.d4 would stop it.
    const Position position = position_of("r4nk1/1b2r3/1p1qp2p/3p1p1B/pP3P2/P2PQ2P/5PP1/2RR2K1 w - - 4 23");
    const MoveAnalysis analysis = error_of(position, "d3d4 a8c8", "g1h2 d5d4 e3e5 d6d5", 15);
    const Reasons reasons = replies_to(position, analysis);
    ASSERT_EQ(reasons.size(), 1U);
    const std::string text = to_text(reasons[0].statement, position, analysis.move);
    EXPECT_TRUE(text.starts_with("Kh2 allows ...d4, which threatens ...dxe3, winning the queen on e3")) << text;
    EXPECT_NE(text.find("; d4 would have prevented it"), std::string::npos) << text;
}

TEST(StrongReply, NeedNotBeBetterThanOthersByMoreThanAMistake) {
    // The pawn's step is better than Black's other moves, but not by half of such a loss.
    const Position position = position_of("r4nk1/1b2r3/1p1qp2p/3p1p1B/pP3P2/P2PQ2P/5PP1/2RR2K1 w - - 4 23");
    EXPECT_EQ(replies_to(position, error_of(position, "d3d4 a8c8", "g1h2 d5d4 e3e5 d6d5", 39)).size(), 1U);
}

TEST(StrongReply, SaysWhatItDoes) {
    // The exchange of queens attacks nothing and threatens nothing.
    const Position position = position_of("2r1n3/3p1pk1/pp4p1/2pP2q1/1PPp4/P2P3P/4QPB1/1R4K1 b - - 0 31");
    EXPECT_TRUE(replies_to(position, error_of(position, "e8f6 b4c5", "g5h5 e2h5 g6h5 b4c5", 39)).empty());
}

TEST(StrongReply, IsNotBlamedForAMissedChance) {
    // The same reply, where one move was better than all others: that one is the point.
    const Position position = position_of("r4nk1/1b2r3/1p1qp2p/3p1p1B/pP3P2/P2PQ2P/5PP1/2RR2K1 w - - 4 23");
    MoveAnalysis analysis = error_of(position, "h5f3 a8c8", "g1h2 d5d4 e3e5 d6d5", 15);
    EXPECT_EQ(replies_to(position, analysis).size(), 0U) << "all other moves are far worse";
    SearchedLine second;
    second.moves = line_of(position, "d3d4");
    second.chances = {350, 100, 550};
    analysis.second = second;
    EXPECT_EQ(replies_to(position, analysis).size(), 1U);
}

TEST(StrongReply, IsNotBlamedForTakingBack) {
    const Position position = position_of("3qk3/ppp2ppp/8/8/6b1/5N2/PPP2P1P/3QK3 b - - 0 1");
    EXPECT_TRUE(replies_to(position, error_of(position, "d8d1 e1d1", "g4f3 d1f3 d8d5", 15)).empty());
}

TEST(StrongReply, IsNotBlamedAmongEquals) {
    const Position start;
    EXPECT_TRUE(replies_to(start, error_of(start, "e2e4 e7e5", "a2a3 d7d5", 15)).empty());
}

}  // namespace
}  // namespace skua
