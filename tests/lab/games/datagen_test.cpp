// Many games: the same for the same seed and any number of threads, and new ones when a run resumes.
#include "lab/games/datagen.h"

#include <algorithm>

#include "lab/lab_support.h"

namespace skua::lab {
namespace {

class Datagen : public LabTest {
protected:
    static DatagenSettings settings(std::uint64_t games, std::uint64_t seed) {
        DatagenSettings settings;
        settings.play.nodes = 60;
        settings.games = games;
        settings.seed = seed;
        return settings;
    }
    DatagenProgress generate(const std::string& name, const DatagenSettings& settings) {
        const auto writer = DatasetWriter::open(path(name), DatasetWriter::Mode::Append);
        const Result<DatagenProgress> done =
            generate_games(**writer, settings, [](const DatagenProgress&) { return true; });
        EXPECT_TRUE(done.ok());
        return *done;
    }
};

bool contains(const std::vector<GameRecord>& games, const GameRecord& wanted) {
    return std::any_of(games.begin(), games.end(), [&](const GameRecord& game) { return same(game, wanted); });
}

TEST_F(Datagen, OneThreadAndOneSeedGiveOneFile) {
    const DatagenProgress done = generate("a", settings(8, 1));
    generate("b", settings(8, 1));
    generate("c", settings(8, 2));
    EXPECT_EQ(bytes_of(path("a")), bytes_of(path("b")));
    EXPECT_NE(bytes_of(path("a")), bytes_of(path("c")));

    const Reading reading = read_file(path("a"));
    ASSERT_EQ(reading.games.size(), 8U);
    EXPECT_EQ(done.games, 8U);
    EXPECT_EQ(done.white_wins + done.draws + done.black_wins, 8U);
    std::uint64_t scored = 0;
    for (const GameRecord& game : reading.games) { scored += game.plies.size() - game.random_plies; }
    EXPECT_EQ(done.positions, scored);
}

TEST_F(Datagen, GoingOnPlaysOtherGames) {
    generate("a", settings(6, 1));
    const std::vector<GameRecord> first = read_file(path("a")).games;
    generate("a", settings(6, 1));
    const std::vector<GameRecord> all = read_file(path("a")).games;
    ASSERT_EQ(all.size(), 12U);
    for (std::size_t i = 6; i < 12; ++i) { EXPECT_FALSE(contains(first, all[i])); }
}

TEST_F(Datagen, MoreThreadsPlayTheSameGames) {
    generate("a", settings(8, 3));
    DatagenSettings with_threads = settings(8, 3);
    with_threads.threads = 3;
    generate("b", with_threads);
    const std::vector<GameRecord> alone = read_file(path("a")).games;
    const std::vector<GameRecord> together = read_file(path("b")).games;
    ASSERT_EQ(together.size(), 8U);
    for (const GameRecord& game : alone) { EXPECT_TRUE(contains(together, game)); }
}

TEST_F(Datagen, EndsWhenTold) {
    const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
    DatagenSettings endless = settings(1, 4);
    endless.games.reset();
    const Result<DatagenProgress> done =
        generate_games(**writer, endless, [](const DatagenProgress& progress) { return progress.games < 3; });
    ASSERT_TRUE(done.ok());
    EXPECT_GE(done->games, 3U);
    EXPECT_EQ(read_file(path("a")).games.size(), done->games) << "all written, though the writer is still open";
}

TEST_F(Datagen, EndsWhenTheTimeIsUp) {
    DatagenSettings timed = settings(1, 5);
    timed.games.reset();
    timed.minutes = 0.3 / 60;
    EXPECT_LT(generate("a", timed).seconds, 5);
}

}  // namespace
}  // namespace skua::lab
