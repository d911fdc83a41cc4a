// Commands while a search runs: T10-T19, and how promptly `stop` is obeyed.
#include <gtest/gtest.h>

#include <array>

#include "base/prng.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

constexpr const char* SingleMove = "fen 6rk/8/8/8/8/8/7q/7K w - - 0 1";
constexpr const char* MateInOne = "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
constexpr const char* TwoKings = "fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1";
constexpr const char* Mated = "fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
constexpr const char* Stalemate = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
constexpr const char* Middlegame = "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

// ---------------------------------------------------------------------- go and stop, over and over

// Sends go and stop this many times without a pause; in turn for White and Black, so that an answer in the wrong place
// is illegal.
void expect_cycles(int threads, int cycles, const std::string& go) {
    Session session;
    if (threads > 1) { session.set_option("Threads", std::to_string(threads)); }
    const Game white;
    Game black;
    black.play(*parse_uci_move(white.position(), "e2e4"));
    std::string commands;
    for (int i = 0; i < cycles; ++i) {
        commands += std::string("position startpos") + (i % 2 == 0 ? "" : " moves e2e4") + "\n" + go + "\nstop\n";
    }
    commands += "isready\n";
    const auto begin = Clock::now();
    ASSERT_TRUE(session.engine().send_bytes(commands));
    const auto lines = session.engine().read_until("readyok", 6 * Patience);
    ASSERT_TRUE(lines) << "hangs";
    int answers = 0;
    for (const Line& line : *lines) {
        if (!line.text.starts_with("bestmove ")) { continue; }
        const std::string word = line.text.substr(9, line.text.find(' ', 9) - 9);
        const Game& game = answers % 2 == 0 ? white : black;
        ASSERT_TRUE(parse_uci_move(game.position(), word)) << line.text << ", answer " << answers;
        ++answers;
    }
    EXPECT_EQ(answers, cycles);
    std::printf("%d times go and stop, %d threads: %.2f s\n", cycles, threads,
                between(begin, lines->back().when) / 1000);
    session.set_position("startpos");
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Cycles, GoAndStopTenThousandTimes) { expect_cycles(1, Slowness > 1 ? 1000 : 10000, "go infinite"); }  // T10

TEST(Cycles, GoAndStopWithTwoThreads) { expect_cycles(2, Slowness > 1 ? 500 : 2000, "go infinite"); }

TEST(Cycles, PonderAndStop) { expect_cycles(1, Slowness > 1 ? 200 : 1000, "go ponder wtime 1000 btime 1000"); }

TEST(LongCycles, GoAndStopTenThousandTimesWithFourThreads) {
    expect_cycles(4, Slowness > 1 ? 1000 : 10000, "go infinite");
}

TEST(Cycles, EachGoAnswersBeforeTheNext) {
    // Without stop: the next command ends the search, and every go has its answer.
    Session session;
    constexpr int Count = 300;
    std::string commands;
    for (int i = 0; i < Count; ++i) {
        commands += i % 3 == 0 ? "go infinite\n" : i % 3 == 1 ? "go depth 2\n" : "go nodes 50\n";
    }
    ASSERT_TRUE(session.engine().send_bytes(commands + "stop\nisready\n"));
    const auto lines = session.engine().read_until("readyok");
    ASSERT_TRUE(lines);
    int answers = 0;
    for (const Line& line : *lines) { answers += line.text.starts_with("bestmove ") ? 1 : 0; }
    EXPECT_EQ(answers, Count);
    session.expect_alive();
}

// ---------------------------------------------------------------------- stop

// Milliseconds from stop to bestmove.
std::vector<double> stop_delays(int threads, int times) {
    constexpr std::array<const char*, 5> Positions{
        "startpos", Middlegame, "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"};
    Session session;
    session.set_option("Threads", std::to_string(threads));
    Prng prng(20240501);
    std::vector<double> delays;
    for (int i = 0; i < times; ++i) {
        session.set_position(Positions[static_cast<std::size_t>(i) % Positions.size()]);
        session.start(i % 2 == 0 ? "infinite" : "ponder wtime 600000 btime 600000");
        session.expect_silence(milliseconds(5 + static_cast<int>(prng.below(40))));
        const auto asked = Clock::now();
        const Search search = session.stop();
        if (!search.found()) { break; }
        delays.push_back(between(asked, search.answered));
    }
    std::printf("stop to bestmove, %d threads, %d times: median %.2f ms, 99%% %.2f ms, worst %.2f ms\n", threads, times,
                percentile(delays, 0.5), percentile(delays, 0.99), percentile(delays, 1));
    return delays;
}

TEST(Stop, IsObeyedAtOnce) { EXPECT_LT(percentile(stop_delays(1, 150), 0.99), 100.0 * Slowness); }

TEST(Stop, IsObeyedAtOnceWithTwoThreads) { EXPECT_LT(percentile(stop_delays(2, 150), 0.99), 100.0 * Slowness); }

TEST(LongStop, TenMilliseconds) { EXPECT_LT(percentile(stop_delays(1, 1000), 0.99), 10.0 * Slowness); }

TEST(LongStop, TenMillisecondsWithTwoThreads) { EXPECT_LT(percentile(stop_delays(2, 1000), 0.99), 10.0 * Slowness); }

TEST(Stop, WithoutASearchIsPassedOver) {  // T11
    Session session;
    EXPECT_TRUE(session.answers("stop").empty());
    EXPECT_TRUE(session.answers("ponderhit").empty());
    session.go("depth 3");
    EXPECT_TRUE(session.answers("stop").empty());
    EXPECT_TRUE(session.answers("ponderhit").empty());
    EXPECT_TRUE(session.answers("stop\nstop\nponderhit\nstop").empty());
    session.expect_alive();
}

TEST(Stop, InTheSameWriteAsGo) {  // T12
    Session session;
    for (int i = 0; i < 50; ++i) {
        session.start("infinite\nstop");
        EXPECT_TRUE(session.finish().found());
    }
    session.expect_alive();
}

// ---------------------------------------------------------------------- other commands

TEST(WhileSearching, ASecondGoEndsTheFirst) {  // T13
    Session session;
    session.start("infinite");
    session.expect_silence(milliseconds(20));
    session.send("go depth 5");
    EXPECT_TRUE(session.finish().found());
    EXPECT_TRUE(session.finish().found());
    session.expect_alive();
}

TEST(WhileSearching, LookingDoesNotEndTheSearch) {
    Session session;
    session.start("infinite");
    for (const char* const command : {"eval", "eval --json", "d", "compiler", "help"}) {
        EXPECT_FALSE(session.answers(command).empty()) << command;
    }
    session.expect_silence(milliseconds(100));
    EXPECT_TRUE(session.stop().found());
    session.expect_alive();
}

TEST(WhileSearching, WhateverChangesTheEngineEndsTheSearch) {  // T14
    Session session;
    for (const char* const command :
         {"ucinewgame", "position startpos", "setoption name Hash value 256", "setoption name Hash value 16",
          "setoption name Threads value 4", "setoption name Threads value 1", "setoption name Clear Hash",
          "setoption name MultiPV value 3", "setoption name MultiPV value 1", "setoption name UCI_ShowWDL value true",
          "flip\nflip", "perft 3", "bench 1"}) {
        SCOPED_TRACE(command);
        session.start("infinite");
        session.expect_silence(milliseconds(10));
        session.send(command);
        EXPECT_TRUE(session.finish().found());
        session.answers("");
        if (std::string_view(command).starts_with("perft") || std::string_view(command).starts_with("bench")) {
            session.engine().read_until(command[0] == 'p' ? "Nodes searched" : "=== Benchmark complete");
        }
        session.expect_alive();
    }
    session.expect_clean_exit();
}

TEST(WhileSearching, WhatIsRefusedChangesNothing) {
    Session session;
    session.start("infinite");
    for (const char* const command : {"position fen nonsense", "position startpos moves e2e5", "xyzzy", "position"}) {
        session.send(command);
        session.expect_silence(milliseconds(20));
    }
    const Search search = session.stop();
    EXPECT_TRUE(search.found());
    EXPECT_EQ(search.remarks.size(), 4U);
    session.expect_alive();
}

TEST(WhileSearching, HarmlessQuestionsAreAnswered) {
    Session session;
    session.start("infinite");
    session.send("uci");
    ASSERT_TRUE(session.await("uciok", Prompt));
    session.send("d");
    ASSERT_TRUE(session.await("Fen: rnbqkbnr", Prompt));
    session.send("help");
    ASSERT_TRUE(session.await("Options", Prompt));
    session.send("isready");
    ASSERT_TRUE(session.await("readyok", Prompt));
    EXPECT_TRUE(session.stop().found());
    session.expect_alive();
}

// ---------------------------------------------------------------------- pondering

TEST(Ponder, WaitsForTheHit) {  // T15
    Session session({"setoption name Ponder value true"});
    session.set_position("startpos moves e2e4");
    session.start("ponder wtime 1000 btime 1000");
    session.expect_silence(milliseconds(1500));
    const auto hit = Clock::now();
    session.send("ponderhit");
    const Search search = session.finish();
    ASSERT_TRUE(search.found());
    EXPECT_LT(between(hit, search.answered), 1000.0 * Slowness);
    session.expect_alive();
}

TEST(LongPonder, WaitsForTheHitLongerThanTheClock) {  // T15
    Session session;
    session.start("ponder wtime 1000 btime 1000");
    session.expect_silence(milliseconds(3000));
    const auto hit = Clock::now();
    session.send("ponderhit");
    const Search search = session.finish();
    EXPECT_LT(between(hit, search.answered), 200.0 * Slowness);
    session.expect_alive();
}

TEST(Ponder, StopEndsIt) {  // T16
    Session session;
    session.start("ponder wtime 1000 btime 1000");
    session.expect_silence(milliseconds(100));
    EXPECT_TRUE(session.stop().found());
    EXPECT_TRUE(session.answers("ponderhit").empty());
    session.expect_alive();
}

TEST(Ponder, NeverAnswersByItself) {  // T17
    ASSERT_EQ(Session().legal_move_count(), 20);
    for (const bool hit : {true, false}) {
        for (const char* const position : {SingleMove, MateInOne, TwoKings, Mated, Stalemate, Middlegame}) {
            for (const char* const limit :
                 {"wtime 100 btime 100", "movetime 10", "depth 2", "nodes 500", "mate 1", "wtime 1 btime 1"}) {
                SCOPED_TRACE(std::string(position) + ": " + limit);
                Session session;
                session.set_position(position);
                session.start(std::string("ponder ") + limit);
                session.expect_silence(milliseconds(60));
                const auto asked = Clock::now();
                // Where no limit can be reached by thinking, only stop helps.
                if (hit) {
                    session.send("ponderhit");
                    if (std::string_view(limit) == "mate 1") { session.send("stop"); }
                } else {
                    session.send("stop");
                }
                const Search search = session.finish();
                EXPECT_LT(between(asked, search.answered), static_cast<double>(Prompt.count()));
                session.expect_alive();
            }
        }
    }
}

TEST(Ponder, LimitedStrengthDoesNotAnswerByItself) {
    Session session;
    session.set_option("Skill Level", "3");
    for (const char* const go : {"ponder wtime 1000 btime 1000", "infinite"}) {
        SCOPED_TRACE(go);
        session.start(go);
        session.expect_silence(milliseconds(300));
        EXPECT_TRUE(session.stop().found());
        session.answers("");
    }
    session.expect_alive();
}

TEST(Ponder, HitWithAStillFullClockThinksOn) {
    Session session;
    session.set_position(Middlegame);
    session.start("ponder wtime 2000 btime 2000");
    session.expect_silence(milliseconds(5));
    session.send("ponderhit");
    const Search search = session.finish();
    EXPECT_LT(search.duration(), 2000.0 * Slowness);
    session.expect_alive();
}

// ---------------------------------------------------------------------- searches with nothing to find

TEST(Infinite, OfAFinishedGameWaitsForStop) {  // T18
    for (const char* const position : {Mated, Stalemate}) {
        for (const char* const go : {"infinite", "ponder wtime 100 btime 100"}) {
            Session session;
            session.set_position(position);
            session.start(go);
            session.expect_silence(milliseconds(100));
            EXPECT_EQ(session.stop().best, "(none)");
            session.set_position("startpos");
            session.expect_alive();
        }
        // With a limit the answer comes at once.
        Session session;
        session.set_position(position);
        EXPECT_EQ(session.go("depth 5", Prompt).best, "(none)");
        EXPECT_EQ(session.go("wtime 1000 btime 1000", Prompt).best, "(none)");
        EXPECT_EQ(session.go("movetime 50", Prompt).best, "(none)");
        EXPECT_EQ(session.go("nodes 100", Prompt).best, "(none)");
        session.expect_clean_exit();
    }
}

TEST(Infinite, AtTheGreatestDepthSleeps) {  // T19
    Session session;
    session.set_position(TwoKings);
    session.start("infinite");
    session.expect_silence(milliseconds(500 * Slowness));
    const double before = session.engine().cpu_seconds();
    session.expect_silence(milliseconds(500));
    EXPECT_LT(session.engine().cpu_seconds() - before, 0.3) << "busy with nothing";
    const Search search = session.stop();
    EXPECT_TRUE(search.found());
    session.expect_alive();
}

TEST(Infinite, IgnoresOtherLimits) {
    Session session;
    for (const char* const limit : {"depth 3", "nodes 1000", "movetime 10", "wtime 10 btime 10", "mate 1"}) {
        SCOPED_TRACE(limit);
        session.start(std::string("infinite ") + limit);
        session.expect_silence(milliseconds(100));
        EXPECT_TRUE(session.stop().found());
        session.answers("");
    }
    session.expect_alive();
}

}  // namespace
}  // namespace skua::e2e
