#include "lab/games/rescore.h"

#include <atomic>
#include <optional>

#include "lab/games/filter.h"
#include "lab/games/selfplay.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

bool never() { return false; }

TEST(Rescore, ChangesNothingButScores) {
    Searcher searcher(RunsOn::CallersThread);
    SelfPlaySettings settings;
    settings.nodes = 100;
    const std::atomic<bool> stop{false};
    const std::optional<GameRecord> played = play_game(searcher, settings, 1, 2, stop);
    ASSERT_TRUE(played);
    GameRecord rescored = *played;
    ASSERT_TRUE(rescore(rescored, searcher, 400, Rescored::All, never));
    EXPECT_EQ(rescored.result, played->result);
    ASSERT_EQ(rescored.plies.size(), played->plies.size());
    int changed = 0;
    for (std::size_t ply = 0; ply < played->plies.size(); ++ply) {
        const MoveScore& before = played->plies[ply];
        const MoveScore& after = rescored.plies[ply];
        EXPECT_EQ(after.move, before.move);
        const bool must_stay = before.score == NoScore || ply + 1 == played->plies.size();
        if (must_stay) { EXPECT_EQ(after.score, before.score); }
        changed += after.score != before.score ? 1 : 0;
    }
    EXPECT_GT(changed, static_cast<int>(played->plies.size() / 2));
}

TEST(Rescore, OnlyQuietPositionsIfAsked) {
    Searcher searcher(RunsOn::CallersThread);
    SelfPlaySettings settings;
    settings.nodes = 100;
    const std::atomic<bool> stop{false};
    const std::optional<GameRecord> played = play_game(searcher, settings, 1, 2, stop);
    ASSERT_TRUE(played);
    GameRecord rescored = *played;
    ASSERT_TRUE(rescore(rescored, searcher, 400, Rescored::Quiet, never));
    Position position = played->start;
    int changed = 0;
    int loud = 0;
    for (std::size_t ply = 0; ply < played->plies.size(); ++ply) {
        const MoveScore& before = played->plies[ply];
        const bool differs = rescored.plies[ply].score != before.score;
        if (is_quiet_position(position, before.move, before.score, static_cast<int>(ply))) {
            changed += differs ? 1 : 0;
        } else {
            EXPECT_FALSE(differs) << ply;
            loud += before.score != NoScore ? 1 : 0;
        }
        position.play(before.move);
    }
    EXPECT_GT(changed, 10);
    EXPECT_GT(loud, 3);
}

TEST(Rescore, ScoresAreWhites) {
    // White is a queen ahead throughout.
    GameRecord record;
    record.start = position_of("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1");
    record.result = GameResult::WhiteWins;
    Position position = record.start;
    for (const char* const move :
         {"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "a3a4", "a6a5", "b3b4", "b6b5", "c3c4"}) {
        record.plies.push_back({move_of(position, move), 0});
        position.play(record.plies.back().move);
    }
    Searcher searcher(RunsOn::CallersThread);
    ASSERT_TRUE(rescore(record, searcher, 200, Rescored::All, never));
    int compared = 0;
    for (std::size_t ply = 8; ply + 1 < record.plies.size(); ++ply) {
        if (record.plies[ply].score == 0) { continue; }
        EXPECT_GT(record.plies[ply].score, 300) << ply;
        ++compared;
    }
    EXPECT_GE(compared, 3);
    EXPECT_EQ(record.plies.back().score, 0) << "it may have ended the game";
}

TEST(Rescore, CanBeStopped) {
    Searcher searcher(RunsOn::CallersThread);
    Prng prng(1);
    GameRecord record = random_record(prng, 100);
    ASSERT_GT(record.plies.size(), 10U);
    int asked = 0;
    EXPECT_FALSE(rescore(record, searcher, 100, Rescored::All, [&] { return ++asked == 5; }));
    EXPECT_EQ(asked, 5);
}

}  // namespace
}  // namespace skua::lab
