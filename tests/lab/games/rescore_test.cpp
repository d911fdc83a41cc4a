#include "lab/games/rescore.h"

#include <memory>

#include "lab/games/selfplay.h"
#include "lab/lab_support.h"
#include "lab/support/evaluator_choice.h"

namespace skua::lab {
namespace {

bool never() { return false; }

TEST(Relabel, ChangesNothingButScores) {
    Searcher searcher(RunsOn::CallersThread);
    SelfPlaySettings settings;
    settings.nodes = 100;
    const std::atomic<bool> stop{false};
    const std::optional<GameRecord> played = play_game(searcher, settings, 1, 2, stop);
    ASSERT_TRUE(played);
    GameRecord relabelled = *played;
    ASSERT_TRUE(relabel(relabelled, searcher, 400, never));
    EXPECT_EQ(relabelled.result, played->result);
    ASSERT_EQ(relabelled.plies.size(), played->plies.size());
    int changed = 0;
    for (std::size_t ply = 0; ply < played->plies.size(); ++ply) {
        const MoveScore& before = played->plies[ply];
        const MoveScore& after = relabelled.plies[ply];
        EXPECT_EQ(after.move, before.move);
        const bool must_stay = before.score == NoScore || ply + 1 == played->plies.size();
        if (must_stay) { EXPECT_EQ(after.score, before.score); }
        changed += after.score != before.score ? 1 : 0;
    }
    EXPECT_GT(changed, static_cast<int>(played->plies.size() / 2));
}

TEST(Relabel, ScoresAreWhites) {
    // White is a queen ahead, whoever is to move.
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
    ASSERT_TRUE(relabel(record, searcher, 200, never));
    int judged = 0;
    for (std::size_t ply = 8; ply + 1 < record.plies.size(); ++ply) {
        if (record.plies[ply].score == 0) { continue; }
        EXPECT_GT(record.plies[ply].score, 300) << ply;
        ++judged;
    }
    EXPECT_GE(judged, 3);
    EXPECT_EQ(record.plies.back().score, 0) << "by which they may have agreed";
}

TEST(Relabel, CanBeStopped) {
    Searcher searcher(RunsOn::CallersThread);
    Prng prng(1);
    GameRecord record = random_record(prng, 100);
    ASSERT_GT(record.plies.size(), 10U);
    int asked = 0;
    EXPECT_FALSE(relabel(record, searcher, 100, [&] { return ++asked == 5; }));
    EXPECT_EQ(asked, 5);
}

TEST(Judge, KnowsItsNames) {
    for (const char* const name : {"", "nnue", "classical"}) {
        JudgeOptions options;
        options.evaluation = name;
        const auto factory = options.factory();
        ASSERT_TRUE(factory) << name;
        const std::unique_ptr<Evaluator> evaluator = (*factory)();
        evaluator->reset(Position());
        static_cast<void>(evaluator->evaluate(Position()));
        const bool classical = evaluator->cache_statistics().probes > 0;
        EXPECT_EQ(classical, options.evaluation.empty() ? DefaultEvaluatorKind == EvaluatorKind::Classical
                                                        : options.evaluation == "classical");
    }
    JudgeOptions useless;
    useless.evaluation = "classical";
    useless.net = SKUA_SOURCE_DIR "/data/skua.nnue";
    EXPECT_FALSE(useless.factory());
    JudgeOptions missing;
    missing.net = "/no/such/net";
    EXPECT_FALSE(missing.factory());
}

}  // namespace
}  // namespace skua::lab
