// How the program begins, answers and ends: T1-T7.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/parse.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

// One line of the answer to `uci`: what follows the word type.
void expect_option(const std::string& text, std::string_view kind_and_values) {
    const std::vector<std::string_view> words = split_words(kind_and_values);
    ASSERT_FALSE(words.empty()) << text;
    if (words[0] == "spin") {
        ASSERT_EQ(words.size(), 7U) << text;
        EXPECT_TRUE(words[1] == "default" && words[3] == "min" && words[5] == "max") << text;
        const auto value = parse_integer<std::int64_t>(words[2]);
        const auto low = parse_integer<std::int64_t>(words[4]);
        const auto high = parse_integer<std::int64_t>(words[6]);
        ASSERT_TRUE(value && low && high) << text;
        EXPECT_LE(*low, *value) << text;
        EXPECT_LE(*value, *high) << text;
    } else if (words[0] == "check") {
        ASSERT_EQ(words.size(), 3U) << text;
        EXPECT_TRUE(words[2] == "true" || words[2] == "false") << text;
    } else if (words[0] == "combo") {
        ASSERT_GE(words.size(), 5U) << text;
        EXPECT_EQ(words[1], "default") << text;
        EXPECT_NE(std::find(words.begin() + 3, words.end(), words[2]), words.end()) << text;
    } else if (words[0] == "string") {
        EXPECT_GE(words.size(), 3U) << text;
    } else {
        EXPECT_EQ(words[0], "button") << text;
        EXPECT_EQ(words.size(), 1U) << text;
    }
}

// The names of all options that `uci` lists; checks every line of the answer.
std::set<std::string> expect_identification(Session& session) {
    std::set<std::string> names;
    session.send("uci");
    const auto lines = session.engine().read_until("uciok", Prompt);
    if (!lines) {
        ADD_FAILURE() << "no uciok";
        return names;
    }
    int name_lines = 0;
    int author_lines = 0;
    for (const Line& line : *lines) {
        const std::string& text = line.text;
        const std::size_t type_at = text.find(" type ");
        if (text.starts_with("id name ")) {
            ++name_lines;
        } else if (text.starts_with("id author ")) {
            ++author_lines;
        } else if (text.starts_with("option name ") && type_at != std::string::npos) {
            EXPECT_TRUE(names.insert(text.substr(12, type_at - 12)).second) << "twice: " << text;
            expect_option(text, std::string_view(text).substr(type_at + 6));
        } else {
            EXPECT_EQ(text, "uciok");
        }
    }
    EXPECT_EQ(name_lines, 1);
    EXPECT_EQ(author_lines, 1);
    return names;
}

TEST(Handshake, SaysNothingUnasked) {  // T1
    Session session;
    EXPECT_TRUE(session.engine().read_for(milliseconds(200)).empty());
    session.expect_clean_exit();
}

TEST(Handshake, IdentifiesItselfAsOftenAsAsked) {  // T1
    Session session;
    const std::set<std::string> first = expect_identification(session);
    EXPECT_EQ(expect_identification(session), first);
    for (const char* const name : {"Hash", "Clear Hash", "Threads", "Ponder", "MultiPV", "Move Overhead",
                                   "UCI_Chess960", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_LimitStrength", "UCI_Elo",
                                   "Skill Level", "Contempt", "Evaluation", "EvalFile", "Debug Log File", "Minimal"}) {
        EXPECT_TRUE(first.contains(name)) << name;
    }
    session.expect_alive();
    session.expect_clean_exit();
}

// The times, in milliseconds, from isready to readyok.
std::vector<double> ask_readiness(Session& session, int times) {
    std::vector<double> delays;
    for (int i = 0; i < times; ++i) {
        const auto asked = Clock::now();
        session.send("isready");
        if (!session.await("readyok")) {
            ADD_FAILURE() << "no readyok";
            break;
        }
        delays.push_back(between(asked, Clock::now()));
    }
    return delays;
}

TEST(Handshake, IsReadyWhileIdleAndWhileSearching) {  // T2
    Session session;
    const std::vector<double> idle = ask_readiness(session, 1000);
    session.start("infinite");
    const std::vector<double> searching = ask_readiness(session, 1000);
    EXPECT_TRUE(session.stop().found());
    session.expect_alive();
    std::printf("isready: idle 99%% %.2f ms, worst %.2f; searching 99%% %.2f ms, worst %.2f\n", percentile(idle, 0.99),
                percentile(idle, 1), percentile(searching, 0.99), percentile(searching, 1));
    EXPECT_LT(percentile(idle, 0.99), 100.0 * Slowness);
    EXPECT_LT(percentile(searching, 0.99), 100.0 * Slowness);
}

TEST(Handshake, ToleratesOddInput) {  // T3
    Session session;
    EXPECT_EQ(session.answers("xyzzy").size(), 1U);  // an unknown command is named
    for (const char* const blank : {"", " ", "\t", "\r", "  \t  \r"}) { EXPECT_TRUE(session.answers(blank).empty()); }
    session.expect_alive();

    session.send("  \t position \t  startpos   moves  e2e4 \t e7e5  \r");
    EXPECT_EQ(session.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    session.set_position("startpos");
    session.send("xyzzy plugh position startpos moves e2e4");
    EXPECT_EQ(session.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    session.set_position("startpos");
    session.send("xyzzy uci");
    EXPECT_TRUE(session.engine().read_until("uciok", Prompt));
    session.send("   isready \r");
    EXPECT_TRUE(session.engine().read_until("readyok", Prompt));
    EXPECT_TRUE(session.answers("debug on").empty());
    EXPECT_TRUE(session.answers("register later").empty());
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Handshake, SearchesTheStartPositionWithoutBeingToldOne) {  // T4
    Session session;
    EXPECT_TRUE(session.go("depth 4").found());
    session.expect_alive();
    session.expect_clean_exit();
}

// ---------------------------------------------------------------------- T5: the input ends

// Sends the lines, waits, closes the input and expects a clean end.
void expect_end_at_end_of_input(const std::vector<std::string>& lines, milliseconds pause,
                                milliseconds limit = Prompt) {
    SCOPED_TRACE(lines.empty() ? "idle" : lines.back());
    Session session;
    for (const std::string& line : lines) { session.send(line); }
    session.engine().read_for(pause);
    const auto closed = Clock::now();
    session.engine().close_input();
    const std::optional<ExitStatus> status = session.engine().wait_for_exit();
    ASSERT_TRUE(status) << "still running";
    EXPECT_TRUE(status->clean()) << status->text();
    EXPECT_LT(between(closed, status->when), static_cast<double>(limit.count()));
    EXPECT_EQ(session.engine().errors(), "");
}

TEST(EndOfInput, WhileIdle) {
    expect_end_at_end_of_input({}, milliseconds(0));
    expect_end_at_end_of_input({"uci"}, milliseconds(0));
    expect_end_at_end_of_input({"uci", "isready", "position startpos moves e2e4"}, milliseconds(50));
    expect_end_at_end_of_input({"xyzzy"}, milliseconds(50));
}

TEST(EndOfInput, WhileSearching) {
    for (const int pause : {0, 1, 100}) {
        for (const char* const go : {"go infinite", "go ponder wtime 1000 btime 1000", "go wtime 600000 btime 600000",
                                     "go depth 99", "go movetime 100000", "go nodes 9999999999", "go mate 9"}) {
            expect_end_at_end_of_input({go}, milliseconds(pause));
        }
        expect_end_at_end_of_input({"setoption name Threads value 4", "go infinite"}, milliseconds(pause));
    }
    // Finished, and only waiting for stop.
    expect_end_at_end_of_input({"position fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1", "go infinite"}, milliseconds(200));
    expect_end_at_end_of_input({"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go ponder"}, milliseconds(50));
}

TEST(EndOfInput, WhileALargeTableIsCleared) {
    // The system may take its time to hand out that much memory; it is not counted.
    expect_end_at_end_of_input({"setoption name Hash value 1024"}, milliseconds(0), Patience);
    Session session;
    session.answers("setoption name Hash value 1024");
    session.send("ucinewgame");
    const auto closed = Clock::now();
    session.engine().close_input();
    const std::optional<ExitStatus> status = session.engine().wait_for_exit();
    ASSERT_TRUE(status) << "still running";
    EXPECT_TRUE(status->clean()) << status->text();
    EXPECT_LT(between(closed, status->when), 3000.0 * Slowness);
}

TEST(EndOfInput, InTheMiddleOfALine) {
    for (const char* const part :
         {"g", "go", "go infinite", "isrea", "position startpos moves e2", "setoption name Hash val"}) {
        SCOPED_TRACE(part);
        EngineProcess engine;
        engine.send_bytes(part);
        engine.close_input();
        const std::optional<ExitStatus> status = engine.wait_for_exit();
        ASSERT_TRUE(status);
        EXPECT_TRUE(status->clean()) << status->text();
    }
}

TEST(EndOfInput, StillAnswersWhatScriptsPipeIn) {
    // echo "perft 3" | skua, with and without an end of line
    for (const char* const text : {"perft 3\n", "perft 3", "go perft 3\n"}) {
        EngineProcess engine;
        engine.send_bytes(text);
        engine.close_input();
        const auto lines = engine.read_until("Nodes searched: ");
        ASSERT_TRUE(lines) << text;
        EXPECT_EQ(lines->back().text, "Nodes searched: 8902");
        ASSERT_TRUE(engine.wait_for_exit());
        EXPECT_TRUE(engine.wait_for_exit()->clean());
    }
}

// ---------------------------------------------------------------------- T6: quit during a search

void expect_quits(int threads, int times) {
    std::vector<double> delays;
    for (int i = 0; i < times; ++i) {
        EngineProcess engine;
        if (threads > 1) { engine.send("setoption name Threads value " + std::to_string(threads)); }
        engine.send(i % 2 == 0 ? "go infinite" : "go ponder wtime 10000 btime 10000");
        // From "at once" to "in the middle of it".
        engine.send("isready");
        ASSERT_TRUE(engine.read_until("readyok"));
        if (i % 4 >= 2) { engine.read_for(milliseconds(i % 40)); }
        const auto asked = Clock::now();
        engine.send("quit");
        const std::optional<ExitStatus> status = engine.wait_for_exit();
        ASSERT_TRUE(status) << "hangs on quit, attempt " << i;
        ASSERT_TRUE(status->clean()) << status->text() << '\n' << engine.errors();
        ASSERT_EQ(engine.errors(), "");
        delays.push_back(between(asked, status->when));
    }
    std::printf("quit, %d threads, %d times: median %.1f ms, 99%% %.1f ms, worst %.1f ms\n", threads, times,
                percentile(delays, 0.5), percentile(delays, 0.99), percentile(delays, 1));
    EXPECT_LT(percentile(delays, 1), 500.0 * Slowness);
}

TEST(Quit, DuringASearchWithOneThread) { expect_quits(1, Slowness > 1 ? 40 : 200); }

TEST(Quit, DuringASearchWithEightThreads) { expect_quits(8, Slowness > 1 ? 20 : 200); }

TEST(Quit, AtAnyOtherTime) {
    for (const char* const before :
         {"", "uci", "perft 4", "perft 9\nstop", "bench", "setoption name Hash value 64", "ucinewgame"}) {
        Session session;
        session.send(before);
        session.expect_clean_exit();
    }
    // A bench that would take forever.
    Session session;
    session.send("bench 200");
    session.engine().read_for(milliseconds(50));
    session.expect_clean_exit();
}

// ---------------------------------------------------------------------- T7: the reader is gone

void expect_end_without_reader(const std::vector<std::string>& lines) {
    SCOPED_TRACE(lines.back());
    Session session;
    session.send("uci");
    ASSERT_TRUE(session.engine().read_line());  // as head -1 does
    session.engine().close_output();
    for (const std::string& line : lines) { session.send(line); }
    const std::optional<ExitStatus> status = session.engine().wait_for_exit();
    ASSERT_TRUE(status) << "lives on although its output is not read";
    EXPECT_EQ(status->signal, 0) << status->text();
    EXPECT_LT(status->cpu_seconds, 3.0 * Slowness);
    EXPECT_EQ(session.engine().errors(), "");
}

TEST(ClosedOutput, EndsTheProgramQuietly) {
    expect_end_without_reader({"isready"});
    expect_end_without_reader({"go infinite"});
    expect_end_without_reader({"setoption name Threads value 4", "go infinite"});
    expect_end_without_reader({"d", "d", "d", "d"});
    expect_end_without_reader({"perft 4"});
    expect_end_without_reader({"bench 6"});
    expect_end_without_reader({"go depth 30", "stop", "quit"});
}

TEST(ClosedOutput, FailsACommandWhoseAnswerIsLost) {
    EngineProcess engine({"perft", "6"});
    engine.close_output();
    const std::optional<ExitStatus> status = engine.wait_for_exit();
    ASSERT_TRUE(status);
    EXPECT_EQ(status->code, 1) << status->text();
}

TEST(ClosedOutput, DoesNotSpinWhileIdle) {
    Session session;
    session.engine().close_output();
    session.engine().read_for(milliseconds(0));
    session.engine().wait_for_exit(milliseconds(300));
    if (session.engine().running()) { EXPECT_LT(session.engine().cpu_seconds(), 0.2 * Slowness); }
    session.engine().close_input();
    const std::optional<ExitStatus> status = session.engine().wait_for_exit();
    ASSERT_TRUE(status);
    EXPECT_TRUE(status->clean()) << status->text();
}

// ---------------------------------------------------------------------- what people try first

TEST(CommandLine, HelpAndVersion) {
    for (const auto& [argument, answer] : {std::pair{"--help", "  help"}, {"-h", "  help"}, {"--version", "Skua "}}) {
        EngineProcess engine({argument});
        EXPECT_TRUE(engine.read_until(answer)) << argument;
        const auto status = engine.wait_for_exit();
        ASSERT_TRUE(status) << argument;
        EXPECT_TRUE(status->clean()) << argument << ": " << status->text();
    }
}

TEST(CommandLine, XBoardIsSpokenAtOnce) {
    EngineProcess engine({"xboard"});
    engine.send("protover 2");
    EXPECT_TRUE(engine.read_until("feature "));
    engine.send("ping 7");
    EXPECT_TRUE(engine.read_until("pong 7"));
    engine.send("quit");
    const auto status = engine.wait_for_exit();
    ASSERT_TRUE(status);
    EXPECT_TRUE(status->clean()) << status->text();
}

TEST(CommandLine, UnknownWordsAreRefused) {
    EngineProcess engine({"--nonsense"});
    EXPECT_TRUE(engine.read_until("info string error: unknown command"));
    const auto status = engine.wait_for_exit();
    ASSERT_TRUE(status);
    EXPECT_EQ(status->code, 1);
}

}  // namespace
}  // namespace skua::e2e
