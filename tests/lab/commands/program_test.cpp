// skua-lab itself, as its users call it.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>
#include <tuple>

#include "engine/engine.h"
#include "eval/nnue/architecture.h"
#include "lab/games/verify.h"
#include "lab/lab_support.h"
#include "lab/training/positions_file.h"
#include "lab/training/training_support.h"

namespace skua::lab {
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
    // Starts it with its output going to files, and returns its process.
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
        const int failure = posix_spawn(&process, all[0].c_str(), &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        // Never continue with -1: kill() would signal every process.
        if (failure != 0) { throw std::system_error(failure, std::generic_category(), "posix_spawn"); }
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

    // Until datagen has started, or another has written its file.
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
        {"datagen", "a", "--evaluation", "oracle"},
        {"data"},
        {"data", "dance"},
        {"data", "info"},
        {"data", "merge", "a"},
        {"data", "export", "a", "b"},
        {"data", "stats"},
        {"data", "rescore", "a"},
        {"data", "positions", "a"},
        {"data", "random-walks", "a"},
        {"train"},
        {"train", "a", "--hidden", "17"},
        {"net"},
        {"net", "dance"},
        {"net", "info"},
        {"net", "compare", "a", "b", "c"},
        {"book"},
        {"book", "make", "a"},
        {"book", "make", "a", "b", "--only", "red"},
        {"book", "grow"},
        {"book", "grow", "a", "--order", "depth"},
        {"book", "merge", "a"},
        {"book", "info"},
        {"book", "check"},
        {"spsa"},
        {"spsa", "a", "--pairs", "0"},
        {"spsa", "a", "--nodes", "many"},
        {"match"},
        {"match", "a"},  // both players are the same
        {"match", "a", "--games", "3"},
        {"match", "a", "--second-evaluation", "classical", "--sprt", "8"},
        {"match", "a", "--second-evaluation", "classical", "--sprt", "8,0"},
        {"match", "a", "--second-evaluation", "classical", "--sprt", "0,x"},
        {"match", "a", "--second-evaluation", "classical", "--clock", "0+1"},
        {"match", "a", "--second-evaluation", "classical", "--clock", "8+"},
        {"match", "a", "--second-evaluation", "classical", "--clock", "fast"},
        {"tb"},
        {"tb", "make"},
        {"tb", "make", "a", "--pieces", "5"},
        {"prove"},
        {"prove", "a", "--factor", "0"},
        {"prove", "a", "--tables", ""},
        // Options that contradict each other.
        {"datagen", "a", "--evaluation", "classical", "--net", "b"},
        {"data", "rescore", "a", "b", "--evaluation", "classical", "--net", "c"},
        {"data", "random-walks", "a", "b", "--evaluation", "classical", "--net", "c"},
        {"spsa", "a", "--evaluation", "classical", "--net", "b"},
        {"match", "a", "--second-evaluation", "classical", "--second-net", "b"},
    };
    for (const std::vector<std::string>& words : wrong) {
        EXPECT_EQ(run(words), 2) << words[0];
        const std::string text = complaint();
        EXPECT_TRUE(text.starts_with("skua-lab: ")) << text;
        EXPECT_NE(text.find(" --help "), std::string::npos) << text;
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
                                                    {"data", "rescore"},
                                                    {"data", "positions"},
                                                    {"data", "random-walks"},
                                                    {"data", "export"},
                                                    {"tune"},
                                                    {"train"},
                                                    {"net"},
                                                    {"net", "info"},
                                                    {"net", "quantise"},
                                                    {"net", "compare"},
                                                    {"book"},
                                                    {"book", "make"},
                                                    {"book", "grow"},
                                                    {"book", "merge"},
                                                    {"book", "info"},
                                                    {"book", "check"},
                                                    {"spsa"},
                                                    {"match"},
                                                    {"terms"},
                                                    {"suite"},
                                                    {"prove"},
                                                    {"tb"},
                                                    {"tb", "make"}};
    for (std::vector<std::string> words : all) {
        std::string usage = "Usage: skua-lab";
        for (const std::string& word : words) { usage += ' ' + word; }
        words.emplace_back("--help");
        EXPECT_EQ(run(words), 0);
        const std::string text = output();
        EXPECT_NE(text.find(usage + ' '), std::string::npos) << text;
        EXPECT_EQ(complaint(), "");
        // It fits a screen.
        EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << text;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) { EXPECT_LE(line.size(), 120U) << line; }
    }
}

TEST_F(LabProgram, MakesTablebases) {
    EXPECT_EQ(run({"tb", "make", path("tables"), "KRvK", "KQvK"}), 0) << complaint();
    EXPECT_NE(output().find("KRvK: 99778 positions, largest DTZ 32 plies"), std::string::npos) << output();
    EXPECT_NE(output().find("\n2 endgames made\n"), std::string::npos) << output();
    EXPECT_EQ(bytes_of(path("tables/KQvK.rtbz")), bytes_of(SKUA_SOURCE_DIR "/tests/data/syzygy/KQvK.rtbz"));
    EXPECT_EQ(run({"tb", "make", path("tables"), "KRvKQ"}), 1);
    EXPECT_EQ(complaint(), "skua-lab: KRvKQ must be called KQvKR\n");
}

TEST_F(LabProgram, ProvesStatements) {
    put_bytes(path("a.epd"), "4k3/8/q7/3N4/8/8/6P1/4K3 w - - bm Nc7+;\n6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n");
    const std::vector<std::string> words{"prove", path("a.epd"), "--nodes", "2000", "--out", path("a.csv")};
    EXPECT_EQ(run(words), 0) << complaint();
    EXPECT_TRUE(output().starts_with("2 of 2 positions, ")) << output();
    EXPECT_NE(output().find("\nfork "), std::string::npos) << output();
    const std::string rows = bytes_of(path("a.csv"));
    EXPECT_EQ(run(words), 0);
    EXPECT_EQ(complaint(), "Resuming after 2 positions\n");
    EXPECT_EQ(bytes_of(path("a.csv")), rows);
    EXPECT_EQ(run({"prove", path("a.epd"), "--nodes", "3000", "--out", path("a.csv")}), 1) << "other conditions";
    EXPECT_EQ(run({"prove", path("missing.epd")}), 1);
}

TEST_F(LabProgram, SaysOneGameAndSeveralGames) {
    EXPECT_EQ(run({"datagen", path("a"), "--threads", "2", "--nodes", "60", "--hash", "4", "--games", "1"}), 0);
    EXPECT_EQ(output().rfind("1 game, ", 0), 0U) << output();
    EXPECT_NE(output().find("now has 1 game in "), std::string::npos) << output();
    EXPECT_EQ(run({"data", "verify", path("a")}), 0);
    EXPECT_NE(output().find("good, 1 valid game in 1 block\n"), std::string::npos) << output();
    EXPECT_EQ(run({"datagen", path("a"), "--nodes", "60", "--games", "1"}), 0);
    EXPECT_NE(output().find("now has 2 games in "), std::string::npos) << output();
}

// Outputs are checked before the work, also those whose names are derived.
TEST_F(LabProgram, OutputsThatCantBeWrittenAreRefusedAtOnce) {
    ASSERT_NO_FATAL_FAILURE(make("games"));
    EXPECT_EQ(run({"datagen", "/dev/null", "--games", "1"}), 1);
    EXPECT_NE(complaint().find("is not a regular file"), std::string::npos) << complaint();
    std::filesystem::create_symlink("loop", path("loop"));
    EXPECT_EQ(run({"data", "positions", path("loop"), path("games")}), 1);
    EXPECT_NE(complaint().find("a link that leads to no file"), std::string::npos) << complaint();
    EXPECT_TRUE(std::filesystem::is_symlink(path("loop")));
    // The name of the network would fit, but those derived from it do not.
    const std::string net(242, 'x');
    EXPECT_EQ(run({"train", path("none"), "--net", path(net)}), 1);
    EXPECT_NE(complaint().find("its name is too long"), std::string::npos) << complaint();
    EXPECT_FALSE(std::filesystem::exists(path(net + ".lock")));
}

TEST_F(LabProgram, AMissingFileIsToldFromAFolder) {
    std::filesystem::create_directories(path("folder.pgn"));
    const std::vector<std::vector<std::string>> commands{
        {"train", "--net", path("x")}, {"terms"}, {"suite"}, {"data", "stats"}, {"net", "info"}, {"net", "compare"}};
    for (std::vector<std::string> words : commands) {
        words.push_back(path("none.pgn"));
        EXPECT_EQ(run(words), 1);
        EXPECT_NE(complaint().find("none.pgn\" can't be "), std::string::npos) << complaint();
        EXPECT_TRUE(complaint().ends_with(": there is no such file\n")) << complaint();
        words.back() = path("folder.pgn");
        EXPECT_EQ(run(words), 1);
        EXPECT_TRUE(complaint().ends_with(": it is not a regular file\n")) << complaint();
    }
}

TEST_F(LabProgram, FilesThatCantBeReadAreNamed) {
    put_bytes(path("rubbish"), "not a file of games at all");
    for (const char* const action : {"info", "verify", "export"}) {
        EXPECT_EQ(run({"data", action, path("none")}), 1);
        EXPECT_NE(complaint().find("none\" can't be opened: No such file"), std::string::npos) << complaint();
        EXPECT_EQ(run({"data", action, path("rubbish")}), 1);
        EXPECT_NE(complaint().find("rubbish\" can't be used: it is not a file of Skua games"), std::string::npos);
    }
}

TEST_F(LabProgram, PlaysLooksAndVerifies) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    EXPECT_NE(output().find("4 games, "), std::string::npos) << output();
    ASSERT_NO_FATAL_FAILURE(make("a"));
    EXPECT_NE(complaint().find("Resuming after 4 games"), std::string::npos) << complaint();
    EXPECT_NE(output().find("now has 8 games"), std::string::npos) << output();
    EXPECT_EQ(run({"data", "info", path("a"), path("a")}), 0);
    EXPECT_NE(output().find("games          16, "), std::string::npos) << output();
    EXPECT_EQ(run({"data", "verify", path("a")}), 0);
    EXPECT_NE(output().find("good, 8 valid games in 2 blocks"), std::string::npos) << output();
    EXPECT_EQ(complaint(), "");
}

TEST_F(LabProgram, CorruptionMakesVerifyFailAndTheOthersGoOn) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    ASSERT_NO_FATAL_FAILURE(make("b"));
    spoil("b");
    EXPECT_EQ(run({"data", "verify", path("a"), path("b")}), 1);
    EXPECT_NE(output().find("a: good, 4 valid games"), std::string::npos) << output();
    EXPECT_NE(output().find("b: CORRUPT, 0 valid games"), std::string::npos) << output();
    EXPECT_NE(complaint().find("1 place can't be read; what begins at byte 16"), std::string::npos) << complaint();
    EXPECT_EQ(run({"data", "info", path("a"), path("b")}), 0);
    EXPECT_NE(output().find("games          4, "), std::string::npos);
    EXPECT_NE(complaint().find("can't be read"), std::string::npos);
}

TEST_F(LabProgram, AnImpossibleResultMakesVerifyFail) {
    GameRecord record;
    record.plies.push_back({legal_moves(Position())[0], 1600});
    record.result = GameResult::BlackWins;
    write_file(path("a"), {record});
    EXPECT_EQ(run({"data", "verify", path("a")}), 1);
    EXPECT_NE(complaint().find("game 1: the last score contradicts the result"), std::string::npos) << complaint();
    EXPECT_NE(output().find("1 with an impossible result"), std::string::npos) << output();
}

TEST_F(LabProgram, MergesTheValidGames) {
    ASSERT_NO_FATAL_FAILURE(make("a", "4", "1"));
    ASSERT_NO_FATAL_FAILURE(make("b", "3", "2"));
    ASSERT_NO_FATAL_FAILURE(make("c", "2", "3"));
    spoil("c");
    ASSERT_EQ(run({"data", "merge", path("all"), path("a"), path("b"), path("c")}), 0) << complaint();
    EXPECT_NE(complaint().find("c: "), std::string::npos);
    std::vector<GameRecord> expected = read_file(path("a")).games;
    for (const GameRecord& game : read_file(path("b")).games) { expected.push_back(game); }
    const Reading reading = read_file(path("all"));
    EXPECT_FALSE(reading.corruption.any());
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
    record.result = GameResult::BlackWins;
    Position position;
    int score = 5;
    for (const std::string_view move : {"e2e4", "d7d5", "e4d5", "g8f6"}) {
        record.plies.push_back({move_of(position, move), static_cast<std::int16_t>(-score)});
        position.play(record.plies.back().move);
        score += 10;
    }
    record.plies[0].score = NoScore;
    record.random_plies = 1;
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
        EXPECT_FALSE(reading.corruption.any());
        EXPECT_GT(reading.games.size(), 0U);
        EXPECT_NE(output().find("now has " + std::to_string(reading.games.size()) + " games"), std::string::npos);
        for (const GameRecord& game : reading.games) { ASSERT_EQ(implausibility(game), ""); }
    }
}

// A part of the games would only be in the way: the same command refuses to write into a file that has games.
TEST_F(LabProgram, CtrlCDuringMergeLeavesNoNewFile) {
    write_file(path("a"), random_records(5, 3000));
    std::vector<std::string> words{"data", "merge", path("all")};
    words.insert(words.end(), 50, path("a"));
    for (const int signal : {SIGINT, SIGTERM}) {
        const pid_t process = start(words);
        await_file("all");
        kill(process, signal);
        ASSERT_EQ(end_of(process), 1) << complaint();
        EXPECT_EQ(complaint(), "skua-lab: interrupted: \"" + path("all") + "\" was not written\n");
        EXPECT_EQ(output(), "");
        EXPECT_FALSE(std::filesystem::exists(path("all")));
    }
}

TEST_F(LabProgram, CtrlCWhileTrainReadsLeavesNothing) {
    std::vector<TrainingPosition> positions(20'000, some_positions(9, 1).front());
    ASSERT_FALSE(write_positions(path("positions"), positions));
    std::vector<std::string> words{"train", "--net", path("net")};
    words.insert(words.end(), 300, path("positions"));
    const pid_t process = start(words);
    while (!std::filesystem::exists(path("net.lock"))) { std::this_thread::sleep_for(1ms); }
    kill(process, SIGINT);
    ASSERT_EQ(end_of(process), 1) << complaint();
    EXPECT_EQ(complaint(), "skua-lab: interrupted while reading \"" + path("positions") + "\"\n");
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(path("net")).parent_path())) {
        EXPECT_FALSE(entry.path().filename().string().starts_with("net")) << entry;
    }
}

TEST_F(LabProgram, TooFewGamesAreCounted) {
    ASSERT_FALSE(write_positions(path("positions"), some_positions(9, 100)));
    EXPECT_EQ(run({"train", path("positions"), "--net", path("net")}), 1);
    EXPECT_NE(complaint().find("one in 50 is set aside for validation, which leaves 0 positions for training and 100 "
                               "for validation, and each needs one at least. Play "),
              std::string::npos)
        << complaint();
    put_bytes(path("weights"), bytes_of(SKUA_SOURCE_DIR "/src/eval/classical/weights.inc"));
    write_file(path("games"), {GameRecord{}});
    EXPECT_EQ(run({"tune", path("games"), "--weights", path("weights")}), 1);
    EXPECT_NE(complaint().find("which leaves 0 quiet positions for training and 0 for validation"), std::string::npos)
        << complaint();
}

TEST_F(LabProgram, AfterAKillItGoesOn) {
    ASSERT_NO_FATAL_FAILURE(make("a"));
    const pid_t process = start({"datagen", path("a"), "--nodes", "60"});
    std::this_thread::sleep_for(200ms);
    kill(process, SIGKILL);
    EXPECT_EQ(end_of(process), -SIGKILL);
    // The file as if the program had been killed while writing.
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
    const std::string csv = bytes_of(path("toy.csv"));
    EXPECT_TRUE(csv.starts_with("epoch,rate,training,validation,positions_per_second\n1,")) << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3) << csv;
    EXPECT_TRUE(bytes_of(path("toy.svg")).starts_with("<svg "));
    // It is done: the same again changes nothing.
    const std::string net = bytes_of(path("toy"));
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "256"}), 0);
    EXPECT_NE(complaint().find("Resuming after epoch 2"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("toy")), net);
    // A network that is missing is made again from the checkpoint; what is there stays.
    std::filesystem::remove(path("toy"));
    put_bytes(path("toy.csv"), "notes on the errors");
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "256"}), 0);
    EXPECT_EQ(bytes_of(path("toy")), net);
    EXPECT_EQ(bytes_of(path("toy.csv")), "notes on the errors");
    // Other settings are another run.
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "128"}), 1);
    EXPECT_NE(complaint().find("belongs to other positions or settings"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("toy")), net);
    // So is another start.
    EXPECT_EQ(run({"train", path("positions"), "--net", path("toy"), "--epochs", "2", "--batch", "256", "--start",
                   path("toy.state")}),
              1);
    EXPECT_NE(complaint().find("belongs to other positions or settings"), std::string::npos) << complaint();
    // Random walks are the same for any number of threads.
    for (const char* const threads : {"1", "3"}) {
        const std::string beside = path("beside" + std::string(threads));
        ASSERT_EQ(run({"data", "random-walks", beside, path("games"), "--threads", threads, "--count", "2"}), 0);
        EXPECT_NE(output().find(" positions of 250 games"), std::string::npos) << output();
        EXPECT_EQ(run({"data", "random-walks", beside, path("games")}), 1);
        EXPECT_NE(complaint().find("has something in it already"), std::string::npos) << complaint();
    }
    EXPECT_EQ(bytes_of(path("beside1")), bytes_of(path("beside3")));
    // Another may begin where it ended.
    EXPECT_EQ(run({"train", path("positions"), "--net", path("second"), "--start", path("toy.state"), "--epochs", "1"}),
              0)
        << complaint();
    // More positions than memory holds are streamed from shards, and such a run resumes, too.
    ASSERT_EQ(run({"data", "positions", path("part"), path("games"), "--shards", "3"}), 0) << complaint();
    EXPECT_NE(output().find("part-1 to "), std::string::npos) << output();
    for (const char* const resumed : {"", "Resuming after epoch 1"}) {
        EXPECT_EQ(run({"train", path("part-1"), path("part-2"), path("part-3"), "--stream", "--net", path("streamed"),
                       "--epochs", "1", "--batch", "256"}),
                  0)
            << complaint();
        EXPECT_NE(complaint().find(resumed), std::string::npos) << complaint();
    }
    // Also where a network ended, with more neurons.
    const std::string small_hidden = std::to_string(nnue::Hidden);
    const std::string large_hidden = std::to_string(nnue::Hidden + 32);
    EXPECT_EQ(run({"train", path("positions"), "--net", path("wide"), "--start", path("toy"), "--epochs", "1",
                   "--hidden", large_hidden, "--final-wdl", "0.5", "--final-rate", "0.0001"}),
              0)
        << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("narrow"), "--start", path("wide.state")}), 1);
    EXPECT_NE(complaint().find("it has " + large_hidden + " hidden neurons and 8 output buckets, which " +
                               small_hidden + " hidden neurons and 8 output buckets can't hold"),
              std::string::npos)
        << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("wide")}), 1);
    EXPECT_NE(complaint().find(" has " + large_hidden + " hidden neurons and 8 output buckets, this run "),
              std::string::npos)
        << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("x"), "--rate", "0.001", "--final-rate", "0.01"}), 2);

    EXPECT_EQ(run({"net", "info", path("toy")}), 0) << complaint();
    EXPECT_EQ(run({"net", "compare", path("toy"), path("toy.state"), "--moves", "2000", "--positions", "500"}), 0)
        << output();
    // The weights of another network are far from it.
    ASSERT_EQ(run({"train", path("positions"), "--net", path("other"), "--epochs", "1", "--seed", "9"}), 0);
    EXPECT_EQ(run({"net", "compare", path("toy"), path("other.state"), "--moves", "10", "--positions", "500"}), 1);
    EXPECT_NE(output().find("FAIL: mean error "), std::string::npos) << output();
    EXPECT_EQ(run({"net", "quantise", path("toy.state"), path("again")}), 0) << complaint();
    EXPECT_EQ(bytes_of(path("again")), net);
    EXPECT_EQ(run({"data", "rescore", path("new"), path("games"), "--nodes", "20", "--net", path("toy")}), 0)
        << complaint();
    EXPECT_EQ(read_file(path("new")).games.size(), 250U);
    EXPECT_EQ(run({"data", "stats", path("games")}), 0);
    EXPECT_NE(output().find("k = "), std::string::npos) << output();

    Engine engine;
    ASSERT_FALSE(engine.set_option("EvalFile", path("toy")));
    ASSERT_FALSE(engine.set_option("Evaluation", "nnue"));
    Move best;
    EngineCallbacks callbacks;
    callbacks.best_move = [&best](const BestMove& found) { best = found.move; };
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

// What the choice of positions makes of the same games.
TEST_F(LabProgram, PositionsAreChosenAsAskedFor) {
    ASSERT_NO_FATAL_FAILURE(make("games", "20"));
    const auto chosen = [&](const std::string& name, std::vector<std::string> options) {
        std::vector<std::string> words{"data", "positions", path(name), path("games")};
        words.insert(words.end(), options.begin(), options.end());
        EXPECT_EQ(run(words), 0) << complaint();
        std::vector<TrainingPosition> positions;
        EXPECT_FALSE(read_positions(path(name), positions));
        return positions;
    };
    const auto plain = chosen("plain", {});
    ASSERT_GT(plain.size(), 100U);
    EXPECT_EQ(chosen("same", {}), plain);
    auto other_order = chosen("other", {"--seed", "2"});
    EXPECT_NE(other_order, plain);
    auto sorted = plain;
    const auto key = [](const TrainingPosition& position) {
        return std::tuple(position.game, position.occupied, position.pieces);
    };
    const auto by_key = [&](const TrainingPosition& a, const TrainingPosition& b) { return key(a) < key(b); };
    std::sort(other_order.begin(), other_order.end(), by_key);
    std::sort(sorted.begin(), sorted.end(), by_key);
    EXPECT_EQ(other_order, sorted);
    EXPECT_FALSE(std::is_sorted(plain.begin(), plain.end(), by_key)) << "they are shuffled";
    EXPECT_GT(chosen("captures", {"--captures"}).size(), plain.size() * 6 / 5);
    const std::size_t with_checks = chosen("checks", {"--checks"}).size();
    EXPECT_GT(with_checks, plain.size());
    EXPECT_LT(with_checks, plain.size() * 3 / 2);
    EXPECT_LT(chosen("late", {"--opening", "40"}).size(), plain.size());
    EXPECT_GE(chosen("duplicates", {"--duplicates"}).size(), plain.size());
    const auto ahead = chosen("ahead", {"--ahead", "0.5"});
    ASSERT_EQ(ahead.size(), plain.size());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) { changed += ahead[i].score != plain[i].score ? 1 : 0; }
    EXPECT_GT(changed, plain.size() / 2);
}

TEST_F(LabProgram, TrainingGoesOnAfterCtrlCAsIfNothingHadHappened) {
    ASSERT_NO_FATAL_FAILURE(make("games", "250"));
    ASSERT_EQ(run({"data", "positions", path("positions"), path("games")}), 0) << complaint();
    const auto words = [&](const std::string& net, const std::string& wdl = "0.2") {
        return std::vector<std::string>{
            "train", path("positions"), "--net", path(net),   "--epochs", "30",    "--hidden",
            "64",    "--batch",         "256",   "--threads", "2",        "--wdl", wdl};
    };
    ASSERT_EQ(run(words("straight")), 0) << complaint();
    EXPECT_FALSE(std::filesystem::exists(path("straight.lock")));
    const pid_t process = start(words("broken"));
    await_file("broken.state");
    EXPECT_EQ(run(words("broken")), 1);
    EXPECT_NE(complaint().find("another program is making "), std::string::npos) << complaint();
    kill(process, SIGINT);
    ASSERT_EQ(end_of(process), 1) << complaint();
    EXPECT_NE(output().find(" of 30 epochs"), std::string::npos) << output();
    EXPECT_EQ(output().find("30 of 30 epochs"), std::string::npos) << output();
    ASSERT_EQ(run(words("broken")), 0) << complaint();
    EXPECT_EQ(bytes_of(path("broken")), bytes_of(path("straight")));
    // The result's share in the target matters.
    ASSERT_EQ(run(words("results", "1")), 0) << complaint();
    EXPECT_NE(bytes_of(path("results")), bytes_of(path("straight")));
}

TEST_F(LabProgram, CtrlCEndsRescoringWithWhatIsDone) {
    ASSERT_NO_FATAL_FAILURE(make("games", "60"));
    const pid_t process = start({"data", "rescore", path("new"), path("games"), "--nodes", "3000", "--threads", "2"});
    await_file("new");
    std::this_thread::sleep_for(200ms);
    kill(process, SIGINT);
    EXPECT_EQ(end_of(process), 1);
    EXPECT_NE(complaint().find("interrupted: the other games are missing"), std::string::npos) << complaint();
    EXPECT_EQ(run({"data", "verify", path("new")}), 0) << complaint();
    EXPECT_LT(read_file(path("new")).games.size(), 60U);
}

TEST_F(LabProgram, TrainingKeepsFilesThatAreNotItsOwn) {
    ASSERT_NO_FATAL_FAILURE(make("games"));
    ASSERT_EQ(run({"data", "positions", path("positions"), path("games")}), 0) << complaint();
    for (const char* const end : {"", ".csv", ".svg"}) {
        const std::string precious = path("mine") + end;
        put_bytes(precious, "precious");
        EXPECT_EQ(run({"train", path("positions"), "--net", path("mine"), "--epochs", "1"}), 1) << end;
        EXPECT_NE(complaint().find("has something in it already"), std::string::npos) << complaint();
        EXPECT_EQ(bytes_of(precious), "precious");
        std::filesystem::remove(precious);
    }
}

TEST_F(LabProgram, ScoresOfMatchesAreCounted) {
    std::string moves;
    for (int i = 0; i < 8; ++i) {
        moves += "Nf3 {+1.00/9 0.1s} Nf6 {-1.00/9 0.1s} Ng1 {+1.00/9 0.1s} Ng8 {-M4/9 0.1s} ";
    }
    const auto game = [&](const std::string& result) {
        return "[White \"one\"]\n[Black \"two\"]\n[Result \"" + result + "\"]\n\n" + moves + result + "\n\n";
    };
    put_bytes(path("match.pgn"), game("1-0") + game("1/2-1/2"));
    EXPECT_EQ(run({"data", "stats", path("match.pgn")}), 0) << complaint();
    // Each game has 22 plies that count; every other one of Black's is a mate.
    EXPECT_NE(output().find("   100            22  50.0%  50.0%   0.0%"), std::string::npos) << output();
    EXPECT_NE(output().find("  -100            10   0.0%  50.0%  50.0%"), std::string::npos) << output();
    EXPECT_EQ(run({"data", "stats", path("match.pgn"), "--player", "two"}), 0) << complaint();
    EXPECT_EQ(output().find("   100            22"), std::string::npos) << output();
    EXPECT_EQ(run({"data", "stats", path("match.pgn"), "--player", "three"}), 1);
    EXPECT_EQ(run({"data", "stats", path("none.pgn")}), 1);
}

// Tuning rewrites the values in place, and would overwrite those of another build.
TEST_F(LabProgram, TuningRefusesWeightsThatAreNotItsOwn) {
    std::string text = bytes_of(SKUA_SOURCE_DIR "/src/eval/classical/weights.inc");
    const std::size_t first = text.find_first_of("123456789", text.find('{', text.find("\nTERM(")));
    ASSERT_NE(first, std::string::npos);
    text[first] = text[first] == '1' ? '2' : '1';
    put_bytes(path("weights.inc"), text);
    ASSERT_NO_FATAL_FAILURE(make("games"));
    EXPECT_EQ(run({"tune", path("games"), "--weights", path("weights.inc"), "--epochs", "1"}), 1);
    EXPECT_NE(complaint().find("has other values than this program"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("weights.inc")), text);
}

TEST_F(LabProgram, TuningRefusesAStartThatItCanNotUse) {
    const std::string text = bytes_of(SKUA_SOURCE_DIR "/src/eval/classical/weights.inc");
    put_bytes(path("weights.inc"), text);
    put_bytes(path("one_term.inc"), "\nTERM(Tempo, Tempo, \"side to move\", {1, 2})\n");
    put_bytes(path("rubbish"), "not a file of weights");
    ASSERT_NO_FATAL_FAILURE(make("games"));
    const auto complaint_about = [&](const std::string& start) {
        EXPECT_EQ(run({"tune", path("games"), "--weights", path("weights.inc"), "--start", path(start)}), 1);
        return complaint();
    };
    EXPECT_NE(complaint_about("one_term.inc").find("it has no term PawnMaterial"), std::string::npos) << complaint();
    EXPECT_NE(complaint_about("rubbish").find("there is no TERM in it"), std::string::npos) << complaint();
    EXPECT_NE(complaint_about("none").find("none"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("weights.inc")), text);
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
    EXPECT_NE(complaint().find("is not a file of positions"), std::string::npos) << complaint();
    ASSERT_EQ(run({"data", "positions", path("positions"), path("games")}), 0) << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("x")}), 1);
    EXPECT_NE(complaint().find("is not a checkpoint"), std::string::npos) << complaint();
    EXPECT_EQ(run({"train", path("positions"), "--net", path("y"), "--start", path("none")}), 1);
}

// ---------------------------------------------------------------------- matches

constexpr const char* Openings =
    "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n"
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 0 5\n"
    "rnbqkb1r/ppp1pppp/5n2/3p4/3P1B2/8/PPP1PPPP/RN1QKBNR w KQkq -\n"
    "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3\n";

TEST_F(LabProgram, AMatchGoesOnThroughKills) {
    put_bytes(path("o.epd"), Openings);
    const auto words = [&](const std::string& name, const std::string& threads) {
        return std::vector<std::string>{"match",
                                        path(name),
                                        "--second-evaluation",
                                        "classical",
                                        "--openings",
                                        path("o.epd"),
                                        "--games",
                                        "8",
                                        "--nodes",
                                        "300",
                                        "--hash",
                                        "1",
                                        "--threads",
                                        threads,
                                        "--pgn",
                                        path(name + ".pgn")};
    };
    ASSERT_EQ(run(words("whole", "1")), 0) << complaint();
    const std::string report = output();
    for (const char* const part :
         {"First  | nnue\nSecond | classical\nElo    | ", "\nGames  | 8: +", " %\nPairs  | ",
          "\nConf   | 300 nodes a move, Hash 1, o.epd (", "shuffled by seed 1, no adjudication"}) {
        EXPECT_NE(report.find(part), std::string::npos) << report;
    }
    const auto written = [&]() -> std::uintmax_t {
        std::error_code none_yet;
        const std::uintmax_t size = std::filesystem::file_size(path("m"), none_yet);
        return none_yet ? 0 : size;
    };
    for (const int signal : {SIGKILL, SIGINT}) {
        const std::uintmax_t before = written();
        const pid_t process = start(words("m", "2"));
        for (int i = 0; i < 2000 && written() < before + 500; ++i) { std::this_thread::sleep_for(5ms); }
        kill(process, signal);
        const int code = end_of(process);
        // It may have been faster than the signal.
        if (signal == SIGINT && code != 0) {
            EXPECT_EQ(code, 130) << complaint();
            EXPECT_NE(output().find("the same command resumes"), std::string::npos) << output();
        }
    }
    ASSERT_EQ(run(words("m", "2")), 0) << complaint();
    EXPECT_EQ(output(), report);
    EXPECT_EQ(bytes_of(path("m.pgn")), bytes_of(path("whole.pgn")));
    const std::string games = bytes_of(path("m.pgn"));
    EXPECT_NE(games.find("[White \"classical\"]"), std::string::npos) << games;
    // The end of a match stays: nothing is played again.
    const std::uintmax_t size = written();
    ASSERT_EQ(run(words("m", "1")), 0);
    EXPECT_EQ(written(), size);
}

TEST_F(LabProgram, AMatchRefusesWhatItCantPlay) {
    put_bytes(path("o.epd"), Openings);
    const auto refusal = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"match", path("m"), "--second-evaluation", "classical"});
        EXPECT_EQ(run(more), 1);
        return complaint();
    };
    EXPECT_NE(refusal({"--openings", path("o.epd"), "--games", "10"}).find("has 4 openings, enough for 8 games"),
              std::string::npos);
    EXPECT_NE(refusal({"--openings", path("none")}).find("there is no such file"), std::string::npos);
    put_bytes(path("bad.epd"), "chess\n");
    EXPECT_NE(refusal({"--openings", path("bad.epd")}).find("bad.epd\": line 1: "), std::string::npos);
    EXPECT_NE(refusal({"--first-net", path("none")}).find("none"), std::string::npos);
    EXPECT_NE(refusal({"--first-parameters", "magic=1"}).find("there is no search parameter \"magic\""),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path("m")));
    ASSERT_EQ(run({"match", path("m"), "--second-evaluation", "classical", "--games", "2", "--nodes", "50"}), 0)
        << complaint();
    EXPECT_NE(refusal({"--games", "2", "--nodes", "51"}).find("other conditions"), std::string::npos);
}

TEST_F(LabProgram, SpsaRefusesWhatItCantTune) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
        {{"--only", "magic_"}, "no search parameter begins with \"magic_\""},
        {{"--only", "rfp_", "--without", "rfp_"}, "no search parameter is left"},
        {{"--start", "magic=1"}, "there is no search parameter \"magic\""},
        {{"--openings", path("none")}, "there is no such file"},
        {{"--net", path("none")}, "none"},
    };
    for (const auto& [options, reason] : wrong) {
        std::vector<std::string> words{"spsa", path("s")};
        words.insert(words.end(), options.begin(), options.end());
        EXPECT_EQ(run(words), 1);
        EXPECT_NE(complaint().find(reason), std::string::npos) << complaint();
    }
    EXPECT_FALSE(std::filesystem::exists(path("s")));
}

#ifdef SKUA_TUNE
TEST_F(LabProgram, SpsaGoesOnThroughKills) {
    const auto words = [&](const std::string& name, const std::string& threads) {
        return std::vector<std::string>{"spsa",    path(name), "--only", "rfp_,qs_", "--pairs",   "40",
                                        "--nodes", "60:3,120", "--hash", "1",        "--threads", threads};
    };
    ASSERT_EQ(run(words("whole", "1")), 0) << complaint();
    const std::string report = output();
    EXPECT_NE(report.find("after 40 of 40 pairs"), std::string::npos) << report;
    EXPECT_NE(report.find("\nrfp_margin "), std::string::npos) << report;
    EXPECT_NE(report.find(",qs_see="), std::string::npos) << report;
    for (const int signal : {SIGKILL, SIGINT}) {
        const pid_t process = start(words("s", "2"));
        await_file("s");
        std::this_thread::sleep_for(300ms);
        kill(process, signal);
        const int code = end_of(process);
        // It may have been faster than the signal.
        if (signal == SIGINT && code != 0) { EXPECT_EQ(code, 130) << complaint(); }
    }
    ASSERT_EQ(run(words("s", "2")), 0) << complaint();
    EXPECT_EQ(output(), report);
    EXPECT_EQ(bytes_of(path("s.csv")), bytes_of(path("whole.csv")));
    EXPECT_EQ(bytes_of(path("s.svg")), bytes_of(path("whole.svg")));
}

TEST_F(LabProgram, AMatchOfParameters) {
    ASSERT_EQ(run({"match", path("m"), "--first-parameters", "lmr_quiet_base=900", "--games", "4", "--nodes", "100"}),
              0)
        << complaint();
    EXPECT_TRUE(output().starts_with("First  | nnue lmr_quiet_base=900\nSecond | nnue\n")) << output();
}
#else
TEST_F(LabProgram, FixedParametersAreExplained) {
    EXPECT_EQ(run({"spsa", path("s")}), 1);
    EXPECT_NE(complaint().find("make PRESET=tune lab"), std::string::npos) << complaint();
    EXPECT_EQ(run({"match", path("m"), "--first-parameters", "lmr_quiet_base=900"}), 1);
    EXPECT_NE(complaint().find("make PRESET=tune lab"), std::string::npos) << complaint();
    EXPECT_FALSE(std::filesystem::exists(path("s")) || std::filesystem::exists(path("m")));
}
#endif

// ---------------------------------------------------------------------- books

TEST_F(LabProgram, BooksAreMadeMergedAndChecked) {
    make("games", "6");
    ASSERT_EQ(run({"book", "make", path("a.bin"), path("games"), "--games", "1", "--plies", "20"}), 0) << complaint();
    EXPECT_NE(output().find(" entries from 6 games"), std::string::npos) << output();
    // Nothing is overwritten.
    EXPECT_EQ(run({"book", "make", path("a.bin"), path("games")}), 1);
    ASSERT_EQ(run({"book", "check", path("a.bin")}), 0) << complaint();
    EXPECT_NE(output().find("a.bin: good, "), std::string::npos) << output();
    ASSERT_EQ(run({"book", "merge", path("b.bin"), path("a.bin"), path("a.bin")}), 0) << complaint();
    EXPECT_EQ(bytes_of(path("b.bin")), bytes_of(path("a.bin")));
    ASSERT_EQ(run({"book", "info", path("a.bin")}), 0) << complaint();
    EXPECT_NE(output().find("positions "), std::string::npos) << output();

    std::string bytes = bytes_of(path("a.bin"));
    std::swap(bytes[0], bytes[bytes.size() - 16]);
    put_bytes(path("bad.bin"), bytes);
    EXPECT_EQ(run({"book", "check", path("bad.bin"), path("a.bin")}), 1);
    EXPECT_NE(complaint().find("bad.bin"), std::string::npos) << complaint();
    EXPECT_NE(output().find("a.bin: good, "), std::string::npos) << output();
    bytes = bytes_of(path("a.bin"));
    put_bytes(path("twice.bin"), bytes.substr(0, 16) + bytes);
    EXPECT_EQ(run({"book", "check", path("twice.bin")}), 1);
    EXPECT_NE(output().find("BROKEN"), std::string::npos) << output();
    EXPECT_EQ(run({"book", "info", path("games")}), 1);
    EXPECT_EQ(run({"book", "make", path("c.bin"), path("a.bin")}), 1);
    EXPECT_EQ(run({"book", "make", path("c.bin"), path("games"), "--games", "1000"}), 1);
    EXPECT_FALSE(std::filesystem::exists(path("c.bin")));
}

TEST_F(LabProgram, ABookGrowsThroughInterruptions) {
    const std::vector<std::string> words{"book", "grow",        path("a.bin"), "--nodes", "300",   "--hash",
                                         "1",    "--positions", "300",         "--order", "likely"};
    std::vector<std::string> whole = words;
    whole[2] = path("b.bin");
    ASSERT_EQ(run(whole), 0) << complaint();
    const auto searches_written = [&]() -> std::uintmax_t {
        std::error_code none_yet;
        const std::uintmax_t size = std::filesystem::file_size(path("a.bin.journal"), none_yet);
        return none_yet ? 0 : size;
    };
    for (const int signal : {SIGKILL, SIGINT}) {
        const std::uintmax_t before = searches_written();
        const pid_t process = start(words);
        // Until it searches; not for ever, since the run before may have left nothing to do.
        for (int i = 0; i < 400 && searches_written() == before; ++i) { std::this_thread::sleep_for(5ms); }
        kill(process, signal);
        const int code = end_of(process);
        // It may have been faster than the signal.
        if (signal == SIGINT) { EXPECT_EQ(code, 0) << complaint(); }
    }
    EXPECT_TRUE(std::filesystem::exists(path("a.bin")));
    ASSERT_EQ(run(words), 0) << complaint();
    EXPECT_EQ(bytes_of(path("a.bin")), bytes_of(path("b.bin")));
    EXPECT_EQ(bytes_of(path("a.bin.journal")), bytes_of(path("b.bin.journal")));
    ASSERT_EQ(run({"book", "check", path("a.bin")}), 0) << complaint();
    // Other conditions are another journal.
    std::vector<std::string> other = words;
    other[4] = "301";
    EXPECT_EQ(run(other), 1);
    EXPECT_NE(complaint().find("other conditions"), std::string::npos) << complaint();
}

TEST_F(LabProgram, GrowingReplacesNoOtherFile) {
    std::ofstream(path("mine")) << "not a book";
    EXPECT_EQ(run({"book", "grow", path("mine"), "--nodes", "100", "--positions", "2"}), 1);
    EXPECT_NE(complaint().find("has something in it already"), std::string::npos) << complaint();
    EXPECT_EQ(bytes_of(path("mine")), "not a book");
    EXPECT_FALSE(std::filesystem::exists(path("mine.journal")));
}

}  // namespace
}  // namespace skua::lab
