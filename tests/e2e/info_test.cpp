// What is said during a search: T68, T69. Session checks each line; here are the positions in which lines tend to be
// wrong.
#include <gtest/gtest.h>

#include "e2e/session.h"

namespace skua::e2e {
namespace {

constexpr const char* Positions[] = {
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    // Mates, for and against.
    "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "fen 8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1",
    "fen 2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - - 0 1",
    "fen 8/8/8/8/8/5k2/6q1/7K w - - 0 1",
    "fen 8/8/8/8/8/3k4/3q4/1K6 b - - 0 1",
    // Draws close at hand: repetition, fifty moves, stalemate, bare kings.
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
    "fen q4kb1/3Q2nq/8/r3PpK1/2n5/7q/8/q7 w - f6 0 1 moves d7c8 f8f7 c8d7 f7f8 d7d8 f8f7",
    "fen 8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",
    "fen 3k4/8/8/8/8/8/4R3/4K3 w - - 95 80",
    "fen 3k4/8/8/8/8/8/4R3/4K3 w - - 100 80",
    "fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
    "fen 8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
    "fen 8/8/8/4k3/8/8/4p3/4K3 w - - 0 1",
    "fen 8/8/8/4k3/8/8/4K3/7n w - - 0 1",
};

TEST(Info, IsSoundAtEveryDepth) {
    Session session;
    session.set_option("UCI_ShowWDL", "true");
    for (const char* const position : Positions) {
        SCOPED_TRACE(position);
        session.set_position(position);
        for (const int depth : {1, 3, Slowness > 1 ? 7 : 11}) {
            EXPECT_TRUE(session.go("depth " + std::to_string(depth)).found());
        }
    }
    session.expect_alive();
}

TEST(Info, IsSoundHoweverTheSearchEnds) {
    for (const int threads : {1, 3}) {
        Session session;
        session.set_option("Threads", std::to_string(threads));
        for (const char* const position : Positions) {
            SCOPED_TRACE(position);
            session.set_position(position);
            for (const char* const limit : {"nodes 1", "nodes 700", "nodes 5000", "movetime 15", "wtime 60 btime 60"}) {
                EXPECT_TRUE(session.go(limit).found()) << limit;
            }
            for (const int wait : {0, 3, 12}) {
                session.start("infinite");
                if (wait > 0) { session.expect_silence(milliseconds(wait)); }
                EXPECT_TRUE(session.stop().found());
            }
        }
        session.expect_alive();
    }
}

TEST(Info, IsSoundWithSeveralLines) {
    for (const int threads : {1, 2}) {
        Session session;
        session.set_option("Threads", std::to_string(threads));
        session.set_option("MultiPV", "3");
        for (const char* const position : Positions) {
            SCOPED_TRACE(position);
            session.set_position(position);
            EXPECT_TRUE(session.go("depth 6").found());
            EXPECT_TRUE(session.go("movetime 15").found());
        }
        session.expect_alive();
    }
}

TEST(Info, ComesWithTheCurrentMoveOnlyAfterSomeTime) {
    Session session;
    session.start("infinite");
    session.expect_silence(milliseconds(1000));
    for (const Info& info : session.stop().infos) { EXPECT_FALSE(info.current_move); }
}

TEST(LongInfo, IsSoundInALongSearch) {
    // Current moves and bounds are reported after three seconds.
    for (const int threads : {1, 2}) {
        Session session;
        session.set_option("Threads", std::to_string(threads));
        session.set_position(Positions[2]);
        session.start("infinite");
        session.expect_silence(milliseconds(10000));
        const Search search = session.stop();
        bool current_move = false;
        for (const Info& info : search.infos) { current_move = current_move || info.current_move; }
        EXPECT_TRUE(current_move);
        session.expect_clean_exit();
    }
}

}  // namespace
}  // namespace skua::e2e
