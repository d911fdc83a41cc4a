// perft and bench through the program itself: T46, T58, T59, BN.1 and BN.2.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <utility>

#include "base/parse.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

constexpr const char* Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// The answer to a perft: the sum, which must be that of the moves.
std::int64_t perft_answer(const std::vector<Line>& lines) {
    std::int64_t sum = 0;
    std::int64_t total = -1;
    for (const Line& line : lines) {
        const std::size_t colon = line.text.rfind(": ");
        if (colon == std::string::npos) {
            EXPECT_EQ(line.text, "");
            continue;
        }
        const auto count = parse_integer<std::int64_t>(std::string_view(line.text).substr(colon + 2));
        EXPECT_TRUE(count) << line.text;
        if (line.text.starts_with("Nodes searched")) {
            total = count.value_or(-1);
        } else {
            EXPECT_EQ(colon, 4U) << line.text;
            sum += count.value_or(0);
        }
    }
    EXPECT_EQ(total, sum);
    return total;
}

std::int64_t perft_in_loop(Session& session, const std::string& command) {
    session.send(command);
    const auto lines = session.engine().read_until("Nodes searched: ", 3 * Patience);
    if (!lines) {
        ADD_FAILURE() << "no answer to " << command;
        return -1;
    }
    return perft_answer(*lines);
}

std::int64_t perft_on_command_line(const std::vector<std::string>& arguments) {
    EngineProcess engine(arguments);
    const auto lines = engine.read_until("Nodes searched: ", 3 * Patience);
    const std::optional<ExitStatus> status = engine.wait_for_exit();
    EXPECT_TRUE(status && status->clean());
    return lines ? perft_answer(*lines) : -1;
}

constexpr std::int64_t StartDepth5 = 4865609;

TEST(Perft, InTheLoop) {  // T46
    Session session;
    EXPECT_EQ(perft_in_loop(session, "go perft 5"), StartDepth5);
    EXPECT_EQ(perft_in_loop(session, "perft 5"), StartDepth5);
    EXPECT_EQ(perft_in_loop(session, "perft 5 threads 2 hash 16"), StartDepth5);
    EXPECT_EQ(perft_in_loop(session, std::string("perft 4 ") + Kiwipete), 4085603);
    EXPECT_EQ(perft_in_loop(session, "perft 1"), 20);
    session.set_position(std::string("fen ") + Kiwipete);
    EXPECT_EQ(perft_in_loop(session, "go perft 3"), 97862);
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Perft, OnTheCommandLine) {  // T46
    EXPECT_EQ(perft_on_command_line({"perft", "5"}), StartDepth5);
    EXPECT_EQ(perft_on_command_line({"go", "perft", "4"}), 197281);
    EXPECT_EQ(perft_on_command_line({"perft", "3", Kiwipete}), 97862);
    EXPECT_EQ(perft_on_command_line({"perft 3"}), 8902);
}

// Everything comes down one pipe at once, as scripts send it; the program ends by itself.
std::vector<std::int64_t> counts_from_pipe(const std::string& input) {
    EngineProcess engine;
    engine.send_bytes(input);
    engine.close_input();
    std::vector<std::int64_t> counts;
    const auto end = Clock::now() + 10 * Patience;
    while (Clock::now() < end) {
        const std::optional<Line> line = engine.read_line(Patience);
        if (!line) { break; }
        EXPECT_EQ(line->text.find("incomplete"), std::string::npos) << input;
        if (line->text.starts_with("Nodes searched: ")) {
            counts.push_back(parse_integer<std::int64_t>(std::string_view(line->text).substr(16)).value_or(-1));
        }
    }
    const std::optional<ExitStatus> status = engine.wait_for_exit();
    EXPECT_TRUE(status && status->clean()) << input;
    return counts;
}

TEST(Perft, IsFinishedBeforeTheProgramEnds) {
    using Counts = std::vector<std::int64_t>;
    for (const std::string command : {"go perft 5", "perft 5", "perft 5 threads 2 hash 16"}) {
        for (const std::string ending : {"\nquit\n", "\nisready\nquit", "\n", ""}) {
            EXPECT_EQ(counts_from_pipe("position startpos\n" + command + ending), Counts{StartDepth5})
                << command << ending;
        }
    }
}

TEST(Perft, SeveralCountsInOnePipeAreAllFinished) {
    const std::string kiwipete = std::string("position fen ") + Kiwipete;
    EXPECT_EQ(counts_from_pipe("go perft 5\n" + kiwipete + "\ngo perft 4\nposition startpos\nperft 3\nquit\n"),
              (std::vector<std::int64_t>{StartDepth5, 4085603, 8902}));
}

TEST(Perft, StopThenQuitEndsALongCount) {
    Session session;
    session.send("perft 12");
    session.send("perft 13");
    session.engine().read_for(milliseconds(50));
    session.send("stop");
    session.expect_clean_exit();
}

TEST(Perft, StopsWhenToldTo) {
    Session session;
    session.send("perft 12");
    session.engine().read_for(milliseconds(50));
    session.send("stop");
    EXPECT_TRUE(session.engine().read_until("Nodes searched: ", Prompt));
    session.expect_alive();
    session.send("perft 12");
    EXPECT_TRUE(session.answers("").empty());
    EXPECT_TRUE(session.send("go depth 2"));
    EXPECT_TRUE(session.engine().read_until("Nodes searched: ", Prompt));
    session.finish();
    session.expect_alive();
}

TEST(CommandLine, TellsWhetherItWasUnderstood) {
    for (const auto& [argument, code] :
         {std::pair{"compiler", 0}, std::pair{"help", 0}, std::pair{"d", 0}, std::pair{"eval", 0}, std::pair{"spsa", 0},
          std::pair{"xyzzy", 1}, std::pair{"perft", 1}, std::pair{"perft x", 1}, std::pair{"quit", 0},
          std::pair{"uci", 0}, std::pair{"go depth 3", 0}, std::pair{"bench x", 1}}) {
        EngineProcess engine({argument});
        const std::optional<ExitStatus> status = engine.wait_for_exit();
        ASSERT_TRUE(status) << argument;
        EXPECT_EQ(status->code, code) << argument;
        EXPECT_EQ(engine.errors(), "") << argument;
    }
}

// ---------------------------------------------------------------------- bench

// The count in the last line, as people and OpenBench read it.
std::int64_t bench_answer(EngineProcess& engine) {
    const auto lines = engine.read_until("=== Benchmark complete: ", 10 * Patience);
    if (!lines) {
        ADD_FAILURE() << "bench does not end";
        return -1;
    }
    const std::string& last = lines->back().text;
    const std::vector<std::string_view> words = split_words(last);
    if (words.size() != 7) {
        ADD_FAILURE() << last;
        return -1;
    }
    EXPECT_EQ(words[4], "nodes") << last;
    EXPECT_EQ(words[6], "nps") << last;
    EXPECT_GT(parse_integer<std::int64_t>(words[5]).value_or(0), 0) << last;
    return parse_integer<std::int64_t>(words[3]).value_or(-1);
}

// Under sanitizers a shallow one must do.
const char* const BenchCommand = Slowness > 1 ? "bench 6" : "bench";

TEST(Bench, TheSameCountAlways) {  // T58
    // Two programs at once, started in two ways.
    EngineProcess first({BenchCommand});
    EngineProcess second;
    second.send(BenchCommand);
    const std::int64_t count = bench_answer(first);
    EXPECT_GT(count, 1000);
    EXPECT_EQ(bench_answer(second), count);
    ASSERT_TRUE(first.wait_for_exit());
    EXPECT_TRUE(first.wait_for_exit()->clean());
    EXPECT_FALSE(first.read_line(milliseconds(0))) << "the count is in the last line";

    // Again in the same process, whatever it did in between.
    Session session({"setoption name Hash value 3", "setoption name Threads value 2", "setoption name MultiPV value 2",
                     "setoption name Skill Level value 4", "setoption name Evaluation value classical"});
    session.go("depth 5");
    session.send(BenchCommand);
    EXPECT_EQ(bench_answer(session.engine()), count);
    session.send("bench 4");
    const std::int64_t shallow = bench_answer(session.engine());
    EXPECT_LT(shallow, count);
    session.send("bench 4");
    EXPECT_EQ(bench_answer(session.engine()), shallow);
    session.send("bench 4 nnue");
    EXPECT_EQ(bench_answer(session.engine()), shallow);
    session.send("bench classical 4");
    EXPECT_NE(bench_answer(session.engine()), shallow);
    session.expect_alive();
}

TEST(Bench, FromAPipe) {  // BN.1
    EngineProcess piped;
    piped.send("bench 5");
    piped.close_input();
    const std::int64_t count = bench_answer(piped);
    ASSERT_TRUE(piped.wait_for_exit());
    EXPECT_TRUE(piped.wait_for_exit()->clean());
    EngineProcess argument({"bench", "5"});
    EXPECT_EQ(bench_answer(argument), count);
}

TEST(Bench, IsReadAsAsked) {  // BN.2
    const std::string command = std::string(SKUA_BINARY) + " bench 4 | grep \"Benchmark complete\" | awk '{print $4}'";
    std::FILE* const pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::array<char, 100> text{};
    EXPECT_NE(std::fgets(text.data(), static_cast<int>(text.size()), pipe), nullptr);
    pclose(pipe);
    EngineProcess engine({"bench", "4"});
    EXPECT_EQ(std::string(text.data()), std::to_string(bench_answer(engine)) + "\n");
}

TEST(Bench, StopsWhenToldTo) {
    Session session;
    session.send("bench 200");
    session.engine().read_for(milliseconds(100));
    const auto asked = Clock::now();
    session.send("stop");
    session.answers("");
    EXPECT_LT(between(asked, Clock::now()), static_cast<double>(Prompt.count()));
    session.expect_alive();
    session.expect_clean_exit();
}

// ---------------------------------------------------------------------- T59: the same search again

// Two short games with many node limits; everything that was said but times and speeds.
std::vector<std::string> play_with_node_limits(EngineProcess& engine) {
    engine.send("ucinewgame");
    std::vector<std::string> said;
    const auto listen = [&] {
        const auto lines = engine.read_until("bestmove", 3 * Patience);
        if (!lines) { return ADD_FAILURE() << "no bestmove"; }
        for (const Line& line : *lines) {
            std::string text;
            const std::vector<std::string_view> words = split_words(line.text);
            for (std::size_t i = 0; i < words.size(); ++i) {
                if (words[i] == "time" || words[i] == "nps") {
                    ++i;
                } else {
                    text += std::string(words[i]) + ' ';
                }
            }
            said.push_back(text);
        }
    };
    double limit = 100;
    for (int i = 0; i < 20; ++i) {
        const std::string nodes = std::to_string(static_cast<int>(limit));
        engine.send("position startpos moves e2e4 e7e6");
        engine.send("go nodes " + nodes);
        listen();
        engine.send(std::string("position fen ") + Kiwipete);
        engine.send("go nodes " + nodes);
        listen();
        limit *= Slowness > 1 ? 1.25 : 1.5;
    }
    return said;
}

TEST(Reproducible, AfterANewGameAndInANewProcess) {
    EngineProcess engine;
    const std::vector<std::string> first = play_with_node_limits(engine);
    ASSERT_GT(first.size(), 80U);
    EXPECT_EQ(play_with_node_limits(engine), first);
    EngineProcess fresh;
    EXPECT_EQ(play_with_node_limits(fresh), first);
}

}  // namespace
}  // namespace skua::e2e
