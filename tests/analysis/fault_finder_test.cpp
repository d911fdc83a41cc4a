#include "analysis/fault_finder.h"

#include <gtest/gtest.h>

#include "analysis/statement_text.h"
#include "analysis/support.h"

namespace skua {
namespace {

// An error as a search would show it.
struct Error {
    const char* fen;
    const char* best;
    const char* played;
    ExpectedPoints before = 50;
    ExpectedPoints after = 10;
    ShownScore score = Centipawns{-300};
};

std::vector<std::string> faults_of(const Error& error) {
    const Position position = position_of(error.fen);
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, error.best);
    analysis.played.moves = line_of(position, error.played);
    analysis.played.score = error.score;
    analysis.move = analysis.played.first();
    analysis.before = error.before;
    analysis.after = error.after;
    analysis.centipawn_loss = 300;
    AchievementFinder finder;
    std::vector<std::string> texts;
    for (const Reason& reason : find_faults(finder, ExplainedMove(Game(position), analysis))) {
        texts.push_back(to_text(reason.statement, position, analysis.move));
    }
    return texts;
}

TEST(FaultFinder, NamesWhatIsLost) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(faults_of({"3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1", "d1d3", "d1e1 d8d4"}),
              Texts{"Qe1 loses the knight on d4, which nothing guards (1...Qxd4)."});
    // A fork that was there before.
    const Texts fork = faults_of({"4k3/8/8/3n4/8/2Q5/8/4K2R b - - 0 1", "d5c3", "e8d7 h1h7"});
    ASSERT_FALSE(fork.empty());
    EXPECT_EQ(fork.back(), "Better was Nxc3, which takes the queen on c3, which nothing guards.");
}

TEST(FaultFinder, BlamesNoReplyThatTheBetterMoveAllowsAsWell) {
    // The knight falls after both moves; the point is the rook that could be taken.
    const std::vector<std::string> texts =
        faults_of({"7r/k2r4/8/8/8/3N4/1B3PPP/6K1 w - - 0 1", "b2h8 d7d3", "b2a3 d7d3"});
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_TRUE(texts[0].starts_with("Better was Bxh8, which takes the rook on h8, which nothing guards")) << texts[0];
}

TEST(FaultFinder, NamesTheManThatFallsOnTheWayToAMate) {
    // 1...Qa3 loses the knight, and White goes on to mate or to win the queen.
    const std::vector<std::string> texts =
        faults_of({"4k3/2rpq2p/4pn2/1P6/3P2p1/3B3P/5Q2/5RK1 b - - 0 30", "c7c3 f2g3",
                   "e7a3 f2f6 d7d5 f6h8 e8d7 f1f7 a3e7 f7e7 d7e7 h3g4", 70, 1, Centipawns{-860}});
    ASSERT_FALSE(texts.empty());
    EXPECT_TRUE(texts[0].starts_with("Qa3 ")) << texts[0];
    EXPECT_NE(texts[0].find("knight on f6"), std::string::npos) << texts[0];
}

TEST(FaultFinder, NamesMates) {
    const auto allowed = faults_of({"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "d8e7",
                                    "g8f6 h5f7", 50, 0, MateIn{1, false}});
    ASSERT_EQ(allowed.size(), 1U);
    EXPECT_EQ(allowed[0], "Nf6 does not stop Qxf7#.");
}

TEST(FaultFinder, IsSilentWhereNothingIsForced) {
    EXPECT_TRUE(faults_of({"4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", "e2e4", "e1f1 e8e7"}).empty());
}

}  // namespace
}  // namespace skua
