#include "lab/games/pairs.h"

#include <map>
#include <set>

#include "chess/fen.h"
#include "eval/nnue/network.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

std::unique_ptr<Evaluator> classical() { return make_evaluator(EvaluatorKind::Classical); }

// To this player every position is equal.
EvaluatorFactory blind() {
    const auto nothing = std::make_shared<nnue::Network>();
    return [nothing] { return make_evaluator(EvaluatorKind::Nnue, nothing); };
}

// Pairs 0 to count - 1, all at once.
class Plain : public PairSchedule {
public:
    explicit Plain(std::uint64_t count) : count_(count) {}
    [[nodiscard]] bool is_done() const override { return pairs.size() == count_; }
    [[nodiscard]] std::optional<PairTask> next() override {
        if (begun_ == count_) { return std::nullopt; }
        return PairTask{begun_++, 200, {}, {}};
    }
    std::optional<Error> finish(const PairTask& task, const PlayedPair& pair) override {
        pairs[task.number] = pair;
        if (refuse) { return Error{"full"}; }
        return std::nullopt;
    }

    std::map<std::uint64_t, PlayedPair> pairs;
    bool refuse = false;

private:
    std::uint64_t count_;
    std::uint64_t begun_ = 0;
};

PairSettings quick() {
    PairSettings settings;
    settings.first = classical;
    settings.second = classical;
    settings.hash_megabytes = 1;
    settings.adjudication = {};
    return settings;
}

TEST(Pairs, BothPlayersHaveWhiteOnce) {
    Searcher good(RunsOn::CallersThread, 1, classical);
    Searcher bad(RunsOn::CallersThread, 1, blind());
    PlaySettings settings;
    settings.limits.nodes = 300;
    Game opening;
    Prng prng(3);
    const std::atomic<bool> go{false};
    int first = 0;
    int second = 0;
    for (int i = 0; i < 3; ++i) {
        opening = random_opening(Position(), 6, prng);
        const std::optional<PlayedPair> pair = play_pair(good, bad, opening, Variant::Standard, settings, go);
        const std::optional<PlayedPair> swapped = play_pair(bad, good, opening, Variant::Standard, settings, go);
        ASSERT_TRUE(pair && swapped);
        first += pair->half_points();
        second += swapped->half_points();
        // The players are cleared before each game, so the same games are played in the other order.
        ASSERT_TRUE(same(pair->games[0], swapped->games[1]));
        ASSERT_TRUE(same(pair->games[1], swapped->games[0]));
        for (const GameRecord& game : pair->games) {
            ASSERT_TRUE(is_valid(game));
            EXPECT_EQ(game.random_plies, 6U);
        }
        EXPECT_EQ(pair->half_points(), 4 - swapped->half_points());
    }
    EXPECT_GE(first, 10) << "of 12";
    EXPECT_LE(second, 2);
    const std::atomic<bool> stop{true};
    EXPECT_FALSE(play_pair(good, bad, opening, Variant::Standard, settings, stop));
}

TEST(Pairs, NumbersDecideOpeningsAndThreadsDoNotMatter) {
    PairSettings settings = quick();
    Plain one(6);
    ASSERT_FALSE(play_pairs(settings, one, [] { return true; }));
    settings.threads = 3;
    Plain three(6);
    ASSERT_FALSE(play_pairs(settings, three, [] { return true; }));
    ASSERT_EQ(one.pairs.size(), 6U);
    std::set<std::string> openings;
    for (const auto& [number, pair] : one.pairs) {
        for (const std::size_t i : {0U, 1U}) {
            EXPECT_TRUE(same(pair.games[i], three.pairs.at(number).games[i])) << number;
        }
        const GameRecord& game = pair.games[0];
        Position position = game.start;
        for (std::uint32_t ply = 0; ply < game.random_plies; ++ply) { position.play(game.plies[ply].move); }
        openings.insert(to_fen(position));
    }
    EXPECT_EQ(openings.size(), 6U);
}

TEST(Pairs, OpeningsComeInTurn) {
    PairSettings settings = quick();
    settings.openings = read_openings(
                            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
                            "nrkrnqbb/pppppppp/8/8/8/8/PPPPPPPP/QRBKRBNN w EBdb -\n")
                            .value();
    Plain plain(3);
    ASSERT_FALSE(play_pairs(settings, plain, [] { return true; }));
    EXPECT_EQ(plain.pairs[0].games[0].start, settings.openings[0].start);
    EXPECT_EQ(plain.pairs[1].games[1].start, settings.openings[1].start);
    EXPECT_EQ(plain.pairs[1].games[1].variant, Variant::Chess960);
    EXPECT_EQ(plain.pairs[2].games[0].start, settings.openings[0].start);
    EXPECT_EQ(plain.pairs[0].games[0].random_plies, 0U);
}

TEST(Pairs, EndsWhenAskedAndWhenSomethingFails) {
    PairSettings settings = quick();
    settings.threads = 2;
    Plain stopped(1'000'000);
    int ticks = 0;
    ASSERT_FALSE(play_pairs(settings, stopped, [&] { return ++ticks < 3; }));
    EXPECT_EQ(ticks, 3);
    EXPECT_FALSE(stopped.is_done());
    Plain full(1000);
    full.refuse = true;
    const std::optional<Error> error = play_pairs(settings, full, [] { return true; });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->message, "full");
    EXPECT_EQ(full.pairs.size(), 1U);
}

// Tasks that depend on others are waited for.
TEST(Pairs, AScheduleMayMakeThreadsWait) {
    class OneAfterTheOther : public Plain {
    public:
        using Plain::Plain;
        [[nodiscard]] std::optional<PairTask> next() override {
            if (running_) { return std::nullopt; }
            running_ = true;
            return Plain::next();
        }
        std::optional<Error> finish(const PairTask& task, const PlayedPair& pair) override {
            running_ = false;
            order.push_back(task.number);
            return Plain::finish(task, pair);
        }
        std::vector<std::uint64_t> order;

    private:
        bool running_ = false;
    };
    PairSettings settings = quick();
    settings.threads = 3;
    OneAfterTheOther schedule(5);
    ASSERT_FALSE(play_pairs(settings, schedule, [] { return true; }));
    EXPECT_EQ(schedule.order, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

#ifdef SKUA_TUNE
// Prunes and reduces as little as the ranges allow, and learns little from cutoffs.
std::vector<ParameterValue> crippled() {
    std::vector<ParameterValue> values;
    const auto add = [&](std::string_view names, bool high) {
        const auto chosen = choose_parameters(names, "");
        ASSERT_TRUE(chosen) << chosen.error();
        for (const ParameterInfo* const info : *chosen) { values.push_back({info, high ? info->high : info->low}); }
    };
    add("lmr_quiet_divisor,lmp_base,rfp_margin,futility_base,nmp_margin,nmp_depth_divisor", true);
    add("lmr_quiet_base,lmr_not_improving,lmr_cut_node,lmp_divisor,nmp_reduction,qs_see,history_bonus,history_malus",
        false);
    return values;
}

TEST(Pairs, ACrippledPlayerLoses) {
    class Crippled : public Plain {
    public:
        using Plain::Plain;
        [[nodiscard]] std::optional<PairTask> next() override {
            std::optional<PairTask> task = Plain::next();
            if (task) {
                task->nodes = 3000;
                (task->number % 2 == 0 ? task->first : task->second) = crippled();
                (task->number % 2 == 0 ? task->second : task->first) = defaults();
            }
            return task;
        }
        static std::vector<ParameterValue> defaults() {
            std::vector<ParameterValue> values = crippled();
            for (ParameterValue& each : values) { each.value = each.info->value; }
            return values;
        }
    };
    PairSettings settings = quick();
    settings.threads = 2;
    Crippled schedule(10);
    ASSERT_FALSE(play_pairs(settings, schedule, [] { return true; }));
    int half_points = 0;
    for (const auto& [number, pair] : schedule.pairs) {
        half_points += number % 2 == 0 ? pair.half_points() : 4 - pair.half_points();
    }
    EXPECT_LT(half_points, 14) << "of 40";
}
#endif

}  // namespace
}  // namespace skua::lab
