// When a search ends: T20-T29.
#include <gtest/gtest.h>

#include <array>

#include "chess/uci_move.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

constexpr const char* Middlegame = "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
constexpr const char* BlackToMove = "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10";

TEST(Limits, Depth) {  // T20
    Session session;
    for (const char* const position : {"startpos", Middlegame, "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"}) {
        session.set_position(position);
        for (int depth = 1; depth <= (Slowness > 1 ? 8 : 12); ++depth) {
            EXPECT_EQ(session.go("depth " + std::to_string(depth)).last_depth(), depth) << position;
        }
    }
    session.expect_alive();
}

TEST(Limits, DepthWithSeveralThreads) {
    Session session;
    session.set_option("Threads", "4");
    for (int depth = 1; depth <= 8; ++depth) {
        EXPECT_EQ(session.go("depth " + std::to_string(depth)).last_depth(), depth);
    }
    session.expect_alive();
}

TEST(Limits, SenselessDepths) {  // T21
    Session session;
    for (const char* const depth : {"0", "-3", "-99999999999999999999"}) {
        EXPECT_LT(session.go(std::string("depth ") + depth).duration(), static_cast<double>(Prompt.count()));
    }
    for (const char* const depth : {"999", "1000000", "99999999999999999999"}) {
        session.start(std::string("depth ") + depth);
        session.expect_silence(milliseconds(50));
        EXPECT_TRUE(session.stop().found());
    }
    // All depths there are, where they cost nothing.
    session.set_position("fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1");
    EXPECT_TRUE(session.go("depth 1000000").found());
    session.expect_alive();
}

TEST(Limits, Nodes) {  // T22
    Session session;
    for (const char* const position : {"startpos", Middlegame}) {
        session.set_position(position);
        for (const std::int64_t nodes : {1, 2, 10, 100, 1000, 10000, 50000}) {
            const Search search = session.go("nodes " + std::to_string(nodes));
            EXPECT_TRUE(search.found());
            EXPECT_LT(search.nodes(), nodes + std::max<std::int64_t>(nodes / 100, 2048)) << position;
        }
        for (const char* const nodes : {"0", "-1"}) {
            EXPECT_LT(session.go(std::string("nodes ") + nodes).duration(), static_cast<double>(Prompt.count()));
        }
        session.start("nodes 18446744073709551615");
        session.expect_silence(milliseconds(50));
        EXPECT_TRUE(session.stop().found());
    }
    session.expect_alive();
}

TEST(Limits, NodesWithSeveralThreads) {
    Session session;
    session.set_option("Threads", "4");
    for (const int nodes : {1, 100, 20000}) { EXPECT_TRUE(session.go("nodes " + std::to_string(nodes)).found()); }
    session.expect_alive();
}

// ---------------------------------------------------------------------- time

// Milliseconds by which the answers to `go movetime` come later than asked for.
std::vector<double> lateness(Session& session, int move_time, int times) {
    std::vector<double> late;
    for (int i = 0; i < times; ++i) {
        const Search search = session.go("movetime " + std::to_string(move_time));
        if (!search.found()) { break; }
        late.push_back(search.duration() - std::max(move_time, 0));
    }
    std::printf("movetime %d, %d times: late by 99%% %.1f ms, worst %.1f ms\n", move_time, times,
                percentile(late, 0.99), percentile(late, 1));
    return late;
}

void expect_move_times(int threads, int times, double tolerance) {
    Session session;
    session.set_option("Threads", std::to_string(threads));
    session.set_position(Middlegame);
    for (const int move_time : {1, 0, -5, 10}) {
        EXPECT_LT(percentile(lateness(session, move_time, times), 0.99), tolerance * Slowness) << threads << " threads";
    }
    EXPECT_LT(percentile(lateness(session, 100, std::max(times / 10, 5)), 0.99), tolerance * Slowness)
        << threads << " threads";
    session.expect_alive();
}

TEST(Limits, MoveTime) { expect_move_times(1, 50, 100); }  // T23

TEST(Limits, MoveTimeWithFourThreads) { expect_move_times(4, 25, 150); }

TEST(LongLimits, MoveTime) { expect_move_times(1, 1000, 20); }

TEST(LongLimits, MoveTimeWithTwoThreads) { expect_move_times(2, 1000, 20); }

TEST(LongLimits, MoveTimeWithFourThreads) { expect_move_times(4, 1000, 40); }

TEST(Limits, MoveTimeIsUsed) {
    Session session;
    EXPECT_GT(session.go("movetime 200").duration(), 100);
    session.expect_alive();
}

TEST(Limits, ClocksThatHaveRunOut) {  // T24
    for (const char* const position : {Middlegame, BlackToMove}) {
        for (const int threads : {1, 4}) {
            Session session;
            session.set_option("Threads", std::to_string(threads));
            session.set_position(position);
            for (const char* const clocks :
                 {"wtime 1 btime 1", "wtime 0 btime 0", "wtime -500 btime -500", "winc 10 binc 10",
                  "wtime -1 btime -1 winc -1 binc -1", "btime 1", "wtime 1", "wtime 1 btime 1 movestogo 1",
                  "wtime -9223372036854775808 btime -9223372036854775809"}) {
                SCOPED_TRACE(clocks);
                EXPECT_LT(session.go(clocks).duration(), static_cast<double>(Prompt.count()));
            }
            session.expect_alive();
        }
    }
}

TEST(Limits, StaysWithinTheClock) {  // T24, T25
    Session session;
    session.set_position(Middlegame);
    struct Case {
        const char* arguments;
        double limit;
    };
    for (const Case& each :
         {Case{"wtime 100 btime 100", 100}, Case{"wtime 50 btime 50 movestogo 1", 50},
          Case{"wtime 100 btime 100 movestogo 0", 100}, Case{"wtime 100 btime 100 movestogo -4", 100},
          Case{"wtime 100 btime 100 movestogo 500", 100}, Case{"wtime 100", 100}, Case{"btime 100", 100},
          Case{"btime 100 wtime 100 binc 100 winc 100", 200}, Case{"winc 1000 wtime 50", 50},
          Case{"wtime 30 btime 30 movestogo 2", 30}, Case{"wtime 200 btime 5 movestogo 40", 200},
          Case{"movetime 30 wtime 100000 btime 100000", 30}, Case{"movetime 100000 wtime 100 btime 100", 100}}) {
        SCOPED_TRACE(each.arguments);
        // The busy machine that runs the tests is not the clock's fault.
        EXPECT_LT(session.go(each.arguments).duration(), each.limit + 100.0 * Slowness);
    }
    session.expect_alive();
}

TEST(Limits, HugeClocks) {  // T24
    Session session;
    for (const char* const clocks :
         {"wtime 2147483648 btime 2147483648", "wtime 9223372036854775807 btime 9223372036854775807",
          "wtime 99999999999999999999 btime 1 winc 99999999999999999999", "movetime 9223372036854775807",
          "wtime 9223372036854775807 btime 1 winc 9223372036854775807 movestogo 2147483648"}) {
        SCOPED_TRACE(clocks);
        session.start(clocks);
        session.expect_silence(milliseconds(50));
        EXPECT_TRUE(session.stop().found());
    }
    session.expect_alive();
}

TEST(Limits, AWholeGameOnOneClock) {  // T25, T26 in small
    // We keep the clock ourselves and wait for no isready, with and without an increment, and in cyclic controls.
    struct Control {
        double clock;
        double increment;
        int moves;  // per clock; 0: all
    };
    for (const Control& control : {Control{1000, 10, 0}, Control{1000, 0, 0}, Control{400, 0, 10}}) {
        Session session;
        session.send("ucinewgame");
        session.set_position("startpos");
        std::array<double, 2> clocks{control.clock, control.clock};
        for (int ply = 0; ply < 160 && session.game().state() == GameState::Ongoing; ++ply) {
            const auto side = static_cast<std::size_t>(ply % 2);
            const auto number = [](double value) { return std::to_string(static_cast<int>(value)); };
            std::string arguments = "wtime " + number(clocks[0]) + " btime " + number(clocks[1]);
            if (control.increment > 0) {
                arguments += " winc " + number(control.increment) + " binc " + number(control.increment);
            }
            if (control.moves > 0) {
                arguments += " movestogo " + std::to_string(control.moves - ply / 2 % control.moves);
            }
            const Search search = session.go(arguments);
            ASSERT_TRUE(search.found());
            clocks[side] -= search.duration();
            ASSERT_GT(clocks[side], -100.0 * Slowness) << "lost on time at ply " << ply << " with " << arguments;
            clocks[side] += control.increment;
            if (control.moves > 0 && (ply / 2 + 1) % control.moves == 0) { clocks[side] += control.clock; }
            session.play(search.best);
        }
        session.expect_clean_exit();
    }
}

// ---------------------------------------------------------------------- mates and moves to search

TEST(Limits, Mate) {  // T27
    struct Case {
        const char* fen;
        int moves;
        const char* best;
    };
    for (const Case& each : {Case{"fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8"},
                             Case{"fen 5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", 1, "d5e6"},
                             Case{"fen 8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", 2, "c6d7"},
                             // Two rooks climb the board: 1. Rb6+, 2. Ra7+, 3. Rb8 mate.
                             Case{"fen 8/8/6k1/R7/1R6/8/8/6K1 w - - 0 1", 3, nullptr}}) {
        SCOPED_TRACE(each.fen);
        Session session;
        session.set_position(each.fen);
        const Search search = session.go("mate " + std::to_string(each.moves));
        const Info info = search.last_exact();
        ASSERT_TRUE(info.mate) << "no mate announced";
        EXPECT_GT(*info.mate, 0);
        EXPECT_LE(*info.mate, each.moves);
        EXPECT_TRUE(mate_line_is_complete(info, session.game()));
        if (each.best != nullptr) { EXPECT_EQ(search.best, each.best); }
        session.expect_alive();
    }
}

TEST(Limits, MateThatIsNotThereIsSoughtUntilStop) {  // T27
    Session session;
    session.start("mate 1");
    session.expect_silence(milliseconds(300));
    EXPECT_TRUE(session.stop().found());
    session.start("mate 0");
    session.expect_silence(milliseconds(100));
    EXPECT_TRUE(session.stop().found());
    session.expect_alive();
}

TEST(Limits, SearchMoves) {  // T28
    Session session;
    EXPECT_EQ(session.go("depth 5 searchmoves h2h4").best, "h2h4");
    EXPECT_EQ(session.go("searchmoves h2h4 depth 5").best, "h2h4");
    EXPECT_EQ(session.go("searchmoves h2h4 h2h4 h2h4 depth 5").best, "h2h4");
    const std::string either = session.go("searchmoves a2a3 h2h4 nodes 2000").best;
    EXPECT_TRUE(either == "a2a3" || either == "h2h4") << either;
    // Words that are not legal moves are named and ignored; when no move is left, all are searched.
    EXPECT_EQ(session.go("searchmoves e2e5 h2h4 depth 3").best, "h2h4");
    EXPECT_TRUE(session.go("searchmoves e2e5 depth 3").found());
    EXPECT_TRUE(session.go("searchmoves 0000 depth 3").found());
    EXPECT_TRUE(session.go("searchmoves depth 3").found());
    EXPECT_TRUE(session.go("searchmoves E2E4 depth 3").found());
    EXPECT_TRUE(session.go("depth 3 searchmoves").found());
    for (const char* const word : {"infinite", "ponder"}) {
        session.start(std::string("searchmoves h2h4 a2a3 ") + word);
        session.expect_silence(milliseconds(100));
        const std::string best = session.stop().best;
        EXPECT_TRUE(best == "a2a3" || best == "h2h4") << best;
    }
    session.set_option("MultiPV", "5");
    EXPECT_EQ(session.go("searchmoves h2h4 depth 4").best, "h2h4");
    session.expect_alive();
}

TEST(Limits, TheFirstOneReachedEndsTheSearch) {  // T29
    Session session;
    session.set_position(Middlegame);
    const Search search = session.go("depth 200 movetime 200 nodes 100000000");
    EXPECT_LT(search.duration(), 200 + 100.0 * Slowness);
    EXPECT_LE(session.go("depth 3 movetime 100000 nodes 100000000").last_depth(), 3);
    EXPECT_LT(session.go("nodes 3000 depth 200 movetime 100000").nodes(), 3000 + 2048);
    EXPECT_LT(session.go("nodes 3000 depth 200 wtime 1000000 btime 1000000").nodes(), 3000 + 2048);
    session.expect_alive();
}

TEST(Limits, WordsThatMakeNoSense) {
    Session session;
    for (const char* const arguments :
         {"depth", "depth abc", "nodes x", "movetime", "wtime abc btime def", "wtime", "foo bar baz",
          "depth depth depth", "mate x", "movestogo", "searchmoves", "infinite infinite", "depth 3.5", "wtime 1e5",
          "ponder ponder", "\x01\x02\xff", "perftt 3"}) {
        SCOPED_TRACE(arguments);
        session.start(arguments);
        session.send("stop");
        EXPECT_TRUE(session.finish().found());
        session.answers("");
    }
    session.expect_alive();
    // What can be used counts all the same.
    EXPECT_EQ(session.go("wtime abc depth 3 foo").last_depth(), 3);
    session.expect_clean_exit();
}

}  // namespace
}  // namespace skua::e2e
