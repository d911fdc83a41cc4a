#include "lab/tuning/spsa_run.h"

#include <algorithm>
#include <cmath>

#include "lab/lab_support.h"

namespace skua::lab {
namespace {

TEST(NodesShares, AreRead) {
    EXPECT_EQ(*parse_nodes_shares("10000:50,25000:35, 60000:15"),
              (std::vector<NodesShare>{{10000, 50}, {25000, 35}, {60000, 15}}));
    EXPECT_EQ(*parse_nodes_shares("8000"), (std::vector<NodesShare>{{8000, 1}}));
    for (const char* const text :
         {"", ",", "0", "0:5", "10:0", "10:", ":5", "many", "10:5:3", "-10", "10:-5", "9999999999"}) {
        EXPECT_FALSE(parse_nodes_shares(text)) << text;
    }
}

class SpsaFile : public LabTest {
protected:
    static constexpr std::uint64_t Trials = 300;

    static std::vector<const ParameterInfo*> infos() { return {&ParameterTable[0], &ParameterTable[1]}; }
    static ParameterValue fixed() { return {&ParameterTable[3], ParameterTable[3].low}; }
    static Spsa start(std::uint64_t trials = Trials) {
        std::vector<Spsa::Parameter> parameters;
        for (const ParameterInfo* const info : infos()) {
            parameters.push_back({std::string(info->name), static_cast<double>(info->value), info->low, info->high,
                                  static_cast<double>(info->step)});
        }
        return {parameters, {trials, 0.05, 4}};
    }
    std::unique_ptr<SpsaRun> open() {
        Result<std::unique_ptr<SpsaRun>> run =
            SpsaRun::open(path("s"), "fair", {start(), infos(), {fixed()}, {{100, 50}, {300, 35}, {900, 15}}});
        EXPECT_TRUE(run.ok()) << run.error();
        return *std::move(run);
    }
    // As if games had been played: larger values of the first parameter are better.
    static PlayedPair play(const PairTask& task) {
        PlayedPair pair;
        EXPECT_EQ(task.first[0], fixed());
        EXPECT_EQ(task.second[0], fixed());
        const bool better = task.first[1].value > task.second[1].value;
        pair.games[0].result = better ? GameResult::WhiteWins : GameResult::Draw;
        pair.games[1].result = better || task.number % 3 == 0 ? GameResult::Draw : GameResult::WhiteWins;
        return pair;
    }
};

TEST_F(SpsaFile, MovesTowardsWhatWins) {
    const auto run = open();
    while (const std::optional<PairTask> task = run->next()) { ASSERT_FALSE(run->finish(*task, play(*task))); }
    ASSERT_TRUE(run->is_done());
    const std::vector<Spsa::Outcome> outcomes = run->spsa().outcomes();
    EXPECT_GT(outcomes[0].moved, 2 * outcomes[0].chance);
    EXPECT_LT(std::abs(outcomes[1].moved), 3 * outcomes[1].chance);
    const std::vector<ParameterValue> result = run->result();
    ASSERT_EQ(result.size(), 3U);
    EXPECT_EQ(result[0], fixed());
    EXPECT_EQ(result[1].info, infos()[0]);
    EXPECT_EQ(result[1].value, std::lround(outcomes[0].value));
}

TEST_F(SpsaFile, NodesAreDrawnByTheirWeights) {
    const auto run = open();
    std::map<std::uint64_t, int> drawn;
    while (const std::optional<PairTask> task = run->next()) {
        ++drawn[task->nodes];
        ASSERT_FALSE(run->finish(*task, play(*task)));
    }
    EXPECT_NEAR(drawn[100], 150, 35);
    EXPECT_NEAR(drawn[300], 105, 35);
    EXPECT_NEAR(drawn[900], 45, 30);
    EXPECT_EQ(drawn.size(), 3U);
}

// In whatever order pairs end, and wherever the run is cut off, the values are the same.
TEST_F(SpsaFile, InterruptionsAndOrderChangeNothing) {
    std::vector<double> values;
    {
        const auto run = open();
        while (const std::optional<PairTask> task = run->next()) { ASSERT_FALSE(run->finish(*task, play(*task))); }
        values = run->spsa().samples().back().values;
    }
    std::filesystem::remove(path("s"));
    Prng prng(2);
    for (bool done = false; !done;) {
        const auto run = open();
        std::vector<PairTask> tasks;
        for (std::uint64_t i = prng.below(60); i > 0; --i) {
            while (const std::optional<PairTask> task = run->next()) { tasks.push_back(*task); }
            if (tasks.empty()) { break; }
            const auto which = tasks.begin() + static_cast<std::ptrdiff_t>(prng.below(tasks.size()));
            ASSERT_FALSE(run->finish(*which, play(*which)));
            tasks.erase(which);
        }
        done = run->is_done();
        if (done) { EXPECT_EQ(run->spsa().samples().back().values, values); }
    }
}

TEST_F(SpsaFile, RefusesWhatItCantContinue) {
    { const auto run = open(); }
    const std::string good = bytes_of(path("s"));
    for (const char* const line : {"x 2", "0 2", "301 2", "1 5", "1 -1", "1", "1 2 3", "1 2\n1 2"}) {
        put_bytes(path("s"), good + line + '\n');
        const auto run = SpsaRun::open(path("s"), "fair", {start(), infos(), {}, {{100, 1}}});
        ASSERT_FALSE(run.ok()) << line;
        EXPECT_NE(run.error().find("can't be read"), std::string::npos) << run.error();
    }
    put_bytes(path("s"), good);
    EXPECT_NE(SpsaRun::open(path("s"), "foul", {start(), infos(), {}, {{100, 1}}}).error().find("other conditions"),
              std::string::npos);
    put_bytes(path("s"), "spsa 5 100\nfirst 1\n");
    EXPECT_NE(SpsaRun::open(path("s"), "fair", {start(), infos(), {}, {{100, 1}}})
                  .error()
                  .find("not the file of a run of spsa"),
              std::string::npos);
}

TEST_F(SpsaFile, ShowsTheTrajectories) {
    const auto run = open();
    for (int i = 0; i < 5; ++i) {
        const PairTask task = run->next().value();
        ASSERT_FALSE(run->finish(task, play(task)));
    }
    const std::string csv = trajectories_csv(run->spsa());
    EXPECT_TRUE(csv.starts_with("pairs," + std::string(infos()[0]->name) + ',' + std::string(infos()[1]->name) +
                                "\n0," + std::to_string(infos()[0]->value) + ',' + std::to_string(infos()[1]->value) +
                                '\n'))
        << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
    const std::string svg = trajectories_svg(run->spsa());
    EXPECT_NE(svg.find("after 5 of 300 pairs"), std::string::npos);
    for (const ParameterInfo* const info : infos()) { EXPECT_NE(svg.find(info->name), std::string::npos); }
}

}  // namespace
}  // namespace skua::lab
