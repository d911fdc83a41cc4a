// skua-lab itself, as its users call it.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "engine/engine.h"
#include "lab/data.h"
#include "lab/support.h"

namespace skua {
namespace {

using namespace std::chrono_literals;

// Enough for a game or two, even with sanitizers on a busy machine.
#ifdef _GLIBCXX_ASSERTIONS
constexpr auto PlayingTime = 10s;
#else
constexpr auto PlayingTime = 1s;
#endif

class LabProgram : public LabTest {
protected:
    // Starts it with its output going to files; tells its process.
    pid_t start(const std::vector<std::string>& words) {
        std::vector<std::string> all{SKUA_LAB_BINARY};
        all.insert(all.end(), words.begin(), words.end());
        std::vector<char*> arguments;
        arguments.reserve(all.size() + 1);
        for (std::string& word : all) { arguments.push_back(word.data()); }
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        const int flags = O_WRONLY | O_CREAT | O_TRUNC;
        posix_spawn_file_actions_addopen(&actions, 1, path("stdout").c_str(), flags, 0666);
        posix_spawn_file_actions_addopen(&actions, 2, path("stderr").c_str(), flags, 0666);
        pid_t process = -1;
        EXPECT_EQ(posix_spawn(&process, all[0].c_str(), &actions, nullptr, arguments.data(), environ), 0);
        posix_spawn_file_actions_destroy(&actions);
        return process;
    }
    // Waits for its end: the exit code, or minus the signal that ended it.
    static int end_of(pid_t process) {
        int status = 0;
        waitpid(process, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    int run(const std::vector<std::string>& words) { return end_of(start(words)); }
    [[nodiscard]] std::string output() const { return bytes_of(path("stdout")); }
    [[nodiscard]] std::string complaint() const { return bytes_of(path("stderr")); }

    // Until datagen has begun.
    void await_file(const std::string& name) {
        while (!std::filesystem::exists(path(name)) || std::filesystem::file_size(path(name)) < 16) {
            std::this_thread::sleep_for(5ms);
        }
    }

    // Some real games.
    void make(const std::string& name, const std::string& games = "4", const std::string& seed = "1") {
        ASSERT_EQ(run({"datagen", path(name), "--games", games, "--nodes", "60", "--seed", seed, "--dfrc", "0.5"}), 0)
            << complaint();
    }
    void spoil(const std::string& name) {
        std::string bytes = bytes_of(path(name));
        bytes[bytes.size() / 2] ^= 1;
        put_bytes(path(name), bytes);
    }
};

TEST_F(LabProgram, MisuseIsExplainedInOneLine) {
    const std::vector<std::vector<std::string>> wrong{
        {"dance"},
        {"datagen"},
        {"datagen", "a", "b"},
        {"datagen", "a", "--nodes", "0"},
        {"datagen", "a", "--nodes"},
        {"datagen", "a", "--dfrc", "1.5"},
        {"datagen", "a", "--tempo", "1"},
        {"data"},
        {"data", "dance"},
        {"data", "info"},
        {"data", "merge", "a"},
        {"data", "export", "a", "b"},
        {"data", "stats"},
        {"data", "relabel", "a"},
        {"data", "positions", "a"},
        {"data", "sidelines", "a"},
        {"train"},
        {"train", "a", "--hidden", "17"},
        {"net"},
        {"net", "dance"},
        {"net", "info"},
        {"net", "compare", "a", "b", "c"},
        {"spsa"},
        {"spsa", "a", "--pairs", "0"},
    };
    for (const std::vector<std::string>& words : wrong) {
        EXPECT_EQ(run(words), 2) << words[0];
        const std::string text = complaint();
        EXPECT_TRUE(text.starts_with("skua-lab: ")) << text;
        EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
        EXPECT_EQ(output(), "");
    }
    EXPECT_EQ(run({}), 2);
    EXPECT_FALSE(std::filesystem::exists("a"));
}

TEST_F(LabProgram, EverySubcommandHasHelp) {
    const std::vector<std::vector<std::string>> all{{},
                                                    {"datagen"},
                                                    {"data"},
                                                    {"data", "info"},
                                                    {"data", "stats"},
                                                    {"data", "verify"},
                                                    {"data", "merge"},
                                                    {"data", "relabel"},
                                                    {"data", "positions"},
                                                    {"data", "sidelines"},
                                                    {"data", "export"},
                                                    {"tune"},
                                                    {"train"},
                                                    {"net"},
                                                    {"net", "info"},
                                                    {"net", "quantise"},
                                                    {"net", "compare"},
                                                    {"spsa"},
                                                    {"terms"},
                                                    {"suite"}};
    for (std::vector<std::string> words : all) {
        words.emplace_back("--help");
        EXPECT_EQ(run(words), 0);
        EXPECT_TRUE(output().starts_with("skua-lab ")) << output();
        EXPECT_EQ(complaint(), "");
    }
}

TEST_F(LabProgram, FilesThatCantBeReadAreNamed) {
    put_bytes(path("rubbish"), "not a file of games at all");
    for (const char* const action : {"info", "verify", "export"}) {
        EXPECT_EQ(run({"data", action, path("none")}), 1);
        EXPECT_NE(complaint().find("none\" can't be opened: No such file"), std::string::npos) << complaint();
        EXPECT_EQ(run({"data", action, path("rubbish")}), 1);
        EXPECT_NE(complaint().find("rubbish\" can't be used: it holds no Skua games"), std::string::npos);
    }
}

TEST_F(LabProgram, PlaysLooksAndVerifies) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    EXPECT_NE(output().find("4 games, "), std::string::npos) << output();
    ASSERT_NO_FATAL_FAILURE(make("a"));
    EXPECT_NE(complaint().find("Going on after 4 games"), std::string::npos) << complaint();
    EXPECT_NE(output().find("now has 8 games"), std::string::npos) << output();
    EXPECT_EQ(run({"data", "info", path("a"), path("a")}), 0);
    EXPECT_NE(output().find("games          16, "), std::string::npos) << output();
    EXPECT_EQ(run({"data", "verify", path("a")}), 0);
    EXPECT_NE(output().find("good, 8 sound games in 2 blocks"), std::string::npos) << output();
    EXPECT_EQ(complaint(), "");
}

TEST_F(LabProgram, DamageMakesVerifyFailAndTheOthersGoOn) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    ASSERT_NO_FATAL_FAILURE(make("b"));
    spoil("b");
    EXPECT_EQ(run({"data", "verify", path("a"), path("b")}), 1);
    EXPECT_NE(output().find("a: good, 4 sound games"), std::string::npos) << output();
    EXPECT_NE(output().find("b: DAMAGED, 0 sound games"), std::string::npos) << output();
    EXPECT_NE(complaint().find("1 place can't be read; what begins at byte 16"), std::string::npos) << complaint();
    EXPECT_EQ(run({"data", "info", path("a"), path("b")}), 0);
    EXPECT_NE(output().find("games          4, "), std::string::npos);
    EXPECT_NE(complaint().find("can't be read"), std::string::npos);
}

TEST_F(LabProgram, AnImpossibleResultMakesVerifyFail) {
    GameRecord record;
    record.plies.push_back({legal_moves(Position())[0], 1600});
    record.outcome = Outcome::BlackWins;
    write_file(path("a"), {record});
    EXPECT_EQ(run({"data", "verify", path("a")}), 1);
    EXPECT_NE(complaint().find("game 1: the last score contradicts the result"), std::string::npos) << complaint();
    EXPECT_NE(output().find("1 with an impossible result"), std::string::npos) << output();
}

TEST_F(LabProgram, MergesTheSoundGames) {
    ASSERT_NO_FATAL_FAILURE(make("a", "4", "1"));
    ASSERT_NO_FATAL_FAILURE(make("b", "3", "2"));
    ASSERT_NO_FATAL_FAILURE(make("c", "2", "3"));
    spoil("c");
    ASSERT_EQ(run({"data", "merge", path("all"), path("a"), path("b"), path("c")}), 0) << complaint();
    EXPECT_NE(complaint().find("c: "), std::string::npos);
    std::vector<GameRecord> expected = read_file(path("a")).games;
    for (const GameRecord& game : read_file(path("b")).games) { expected.push_back(game); }
    const Reading reading = read_file(path("all"));
    EXPECT_FALSE(reading.damage.any());
    expect_same(reading.games, expected);

    const std::string before = bytes_of(path("all"));
    EXPECT_EQ(run({"data", "merge", path("all"), path("a")}), 1);
    EXPECT_NE(complaint().find("there is something in it already"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("all")), before);
    EXPECT_EQ(run({"data", "merge", path("new"), path("a"), path("none")}), 1);
    EXPECT_FALSE(std::filesystem::exists(path("new"))) << "nothing is made when an input is missing";
}

TEST_F(LabProgram, ExportsPositions) {
    GameRecord record;
    record.outcome = Outcome::BlackWins;
    Position position;
    int score = 5;
    for (const std::string_view move : {"e2e4", "d7d5", "e4d5", "g8f6"}) {
        record.plies.push_back({move_of(position, move), static_cast<std::int16_t>(-score)});
        position.play(record.plies.back().move);
        score += 10;
    }
    record.plies[0].score = NoScore;
    record.opening_plies = 1;
    write_file(path("a"), {record});
    EXPECT_EQ(run({"data", "export", path("a")}), 0);
    EXPECT_EQ(output(),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | -15 | 0.0\n"
              "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 | -25 | 0.0\n"
              "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 | -35 | 0.0\n");
    EXPECT_EQ(run({"data", "export", path("a"), "--limit", "1"}), 0);
    const std::string one = output();
    EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 1);
    EXPECT_EQ(run({"data", "export", path("a"), "--filter"}), 0);
    EXPECT_EQ(output(), "") << "all of it is opening";
}

TEST_F(LabProgram, TheFilterKeepsQuietPositions) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    EXPECT_EQ(run({"data", "export", path("a")}), 0);
    const std::string all = output();
    EXPECT_EQ(run({"data", "export", path("a"), "--filter"}), 0);
    const std::string quiet = output();
    EXPECT_GT(std::count(quiet.begin(), quiet.end(), '\n'), 20);
    EXPECT_LT(quiet.size(), all.size());
    std::istringstream lines(quiet);
    for (std::string line; std::getline(lines, line);) {
        const Position position = position_of(line.substr(0, line.find(" | ")));
        ASSERT_FALSE(position.in_check()) << line;
        ASSERT_NE(all.find(line + '\n'), std::string::npos);
    }
}

TEST_F(LabProgram, TwoAtOnceDoNotMix) {
    const pid_t first = start({"datagen", path("a"), "--nodes", "60"});
    await_file("a");
    EXPECT_EQ(run({"datagen", path("a"), "--games", "1"}), 1);
    EXPECT_NE(complaint().find("another program is writing to"), std::string::npos) << complaint();
    kill(first, SIGTERM);
    EXPECT_EQ(end_of(first), 0);
}

TEST_F(LabProgram, CtrlCEndsItWithAllGamesWritten) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const pid_t process = start({"datagen", path("a"), "--nodes", "60", "--threads", "2"});
        await_file("a");
        std::this_thread::sleep_for(PlayingTime);
        kill(process, signal);
        ASSERT_EQ(end_of(process), 0) << complaint();
        EXPECT_NE(output().find(" games, "), std::string::npos) << output();
        const Reading reading = read_file(path("a"));
        EXPECT_FALSE(reading.damage.any());
        EXPECT_GT(reading.games.size(), 0U);
        EXPECT_NE(output().find("now has " + std::to_string(reading.games.size()) + " games"), std::string::npos);
        for (const GameRecord& game : reading.games) { ASSERT_EQ(implausibility(game), ""); }
    }
}

TEST_F(LabProgram, AfterAKillItGoesOn) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    const pid_t process = start({"datagen", path("a"), "--nodes", "60"});
    std::this_thread::sleep_for(200ms);
    kill(process, SIGKILL);
    EXPECT_EQ(end_of(process), -SIGKILL);
    // As if it had been killed while writing.
    put_bytes(path("a"), bytes_of(path("a")) + bytes_of(path("a")).substr(16, 100));
    ASSERT_NO_FATAL_FAILURE(make("a", "2"));
    EXPECT_NE(complaint().find("100 bytes cut off"), std::string::npos) << complaint();
    EXPECT_EQ(run({"data", "verify", path("a")}), 0);
    EXPECT_GE(read_file(path("a")).games.size(), 6U);
}

// ---------------------------------------------------------------------- from nothing to a network that plays

TEST_F(LabProgram, GamesBecomeANetworkThatPlays) {
    ASSERT_NO_FATAL_FAILURE(make("games", "250"));
    ASSERT_EQ(run({"data", "positions", path("positions"), path("games")}), 0) << complaint();
    EXPECT_NE(output().find(" positions of 250 games"), std::string::npos) << output();
    ASSERT_EQ(
        run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "256", "--threads", "2"}), 0)
        << complaint();
    EXPECT_NE(complaint().find("epoch 2/2: training "), std::string::npos) << complaint();
    for (const char* const part : {"toy", "toy.state", "toy.csv", "toy.svg"}) {
        EXPECT_TRUE(std::filesystem::exists(path(part))) << part;
    }
    // It is done: the same again changes nothing.
    const std::string net = bytes_of(path("toy"));
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "256"}), 0);
    EXPECT_NE(complaint().find("Going on after epoch 2"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("toy")), net);
    // A network that is missing is made again from the checkpoint.
    std::filesystem::remove(path("toy"));
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "256"}), 0);
    EXPECT_EQ(bytes_of(path("toy")), net);
    // Other settings are another run.
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "128"}), 1);
    EXPECT_NE(complaint().find("belongs to other positions or settings"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("toy")), net);
    // What lies beside the games is the same for any number of threads.
    for (const char* const threads : {"1", "3"}) {
        const std::string beside = path("beside" + std::string(threads));
        ASSERT_EQ(run({"data", "sidelines", beside, path("games"), "--threads", threads, "--count", "2"}), 0);
        EXPECT_NE(output().find(" positions of 250 games"), std::string::npos) << output();
        EXPECT_EQ(run({"data", "sidelines", beside, path("games")}), 1);
        EXPECT_NE(complaint().find("has something in it already"), std::string::npos) << complaint();
    }
    EXPECT_EQ(bytes_of(path("beside1")), bytes_of(path("beside3")));
    // Another may begin where it ended.
    EXPECT_EQ(run({"train", path("positions"), "--net", path("second"), "--start", path("toy.state"), "--epochs", "1"}),
              0)
        << complaint();

    EXPECT_EQ(run({"net", "info", path("toy")}), 0) << complaint();
    EXPECT_EQ(run({"net", "compare", path("toy"), path("toy.state"), "--moves", "2000", "--positions", "500"}), 0)
        << output();
    // The numbers of another network are far from it.
    ASSERT_EQ(run({"train", path("positions"), "--net", path("other"), "--epochs", "1", "--seed", "9"}), 0);
    EXPECT_EQ(run({"net", "compare", path("toy"), path("other.state"), "--moves", "10", "--positions", "500"}), 1);
    EXPECT_NE(output().find("That is too much."), std::string::npos) << output();
    EXPECT_EQ(run({"net", "quantise", path("toy.state"), path("again")}), 0) << complaint();
    EXPECT_EQ(bytes_of(path("again")), net);
    EXPECT_EQ(run({"data", "relabel", path("new"), path("games"), "--nodes", "20", "--net", path("toy")}), 0)
        << complaint();
    EXPECT_EQ(read_file(path("new")).games.size(), 250U);
    EXPECT_EQ(run({"data", "stats", path("games")}), 0);
    EXPECT_NE(output().find("k = "), std::string::npos) << output();

    Engine engine;
    ASSERT_FALSE(engine.set_option("EvalFile", path("toy")));
    ASSERT_FALSE(engine.set_option("Evaluation", "nnue"));
    Move best;
    SearchCallbacks callbacks;
    callbacks.best_move = [&best](const SearchResult& result) { best = result.best; };
    engine.set_callbacks(std::move(callbacks));
    Game game;
    for (int ply = 0; ply < 200 && game.state() == GameState::Ongoing; ++ply) {
        engine.set_game(game);
        Limits limits;
        limits.depth = 3;
        engine.go(limits);
        engine.wait();
        ASSERT_TRUE(game.position().is_legal(best)) << ply;
        game.play(best);
    }
    EXPECT_GT(game.ply(), 10);
}

TEST_F(LabProgram, TrainingRefusesWhatItCanNotUse) {
    put_bytes(path("rubbish"), "not a file of games at all");
    EXPECT_EQ(run({"train", path("rubbish"), "--net", path("x")}), 1);
    EXPECT_EQ(run({"train", path("none"), "--net", path("x")}), 1);
    EXPECT_EQ(run({"train", "--hidden", "17", path("none")}), 2);
    EXPECT_EQ(run({"net", "info", path("rubbish")}), 1);
    EXPECT_EQ(run({"net", "compare", path("none")}), 1);
    EXPECT_EQ(run({"net", "quantise", path("rubbish"), path("x")}), 1);
    EXPECT_EQ(run({"net", "dance"}), 2);
    put_bytes(path("x.state"), "rubbish");
    ASSERT_NO_FATAL_FAILURE(make("games"));
    EXPECT_EQ(run({"train", path("games"), "--net", path("y")}), 1);
    EXPECT_NE(complaint().find("is no file of positions"), std::string::npos) << complaint();
    ASSERT_EQ(run({"data", "positions", path("positions"), path("games")}), 0) << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("x")}), 1);
    EXPECT_NE(complaint().find("is no checkpoint"), std::string::npos) << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("y"), "--start", path("none")}), 1);
}

}  // namespace
}  // namespace skua
