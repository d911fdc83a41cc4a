// Bad positions and moves: T35-T45. Each is answered with one message; the program and the position live on.
#include <gtest/gtest.h>

#include "e2e/session.h"

namespace skua::e2e {
namespace {

// A session in which a position has been set up that must not get lost.
class Malformed : public testing::Test {
protected:
    Malformed() { session_.set_position("startpos moves e2e4 c7c5"); }

    void expect_position_refused(const std::string& fen) { session_.expect_refused("position fen " + fen); }
    void expect_accepted(const std::string& arguments, const std::string& fen, std::size_t remarks = 0) {
        EXPECT_EQ(session_.answers("position " + arguments).size(), remarks) << arguments;
        EXPECT_EQ(session_.fen(), fen) << arguments;
    }
    void TearDown() override {
        session_.set_position("startpos");
        session_.expect_alive();
        session_.expect_clean_exit();
    }

    Session session_;
};

TEST_F(Malformed, Kings) {  // T35
    expect_position_refused("4k3/8/8/8/8/8/8/8 w - - 0 1");
    expect_position_refused("8/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_position_refused("8/8/8/8/8/8/8/8 w - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/3KK3 w - - 0 1");
    expect_position_refused("3kk3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_position_refused("8/8/8/3kK3/8/8/8/8 w - - 0 1");
}

TEST_F(Malformed, Checks) {  // T36
    expect_position_refused("5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1");
    // Three pieces giving check at once.
    expect_position_refused("k7/4r3/8/8/7b/3n4/8/4K3 w - - 0 1");
}

TEST_F(Malformed, CastlingRights) {  // T37
    EXPECT_LE(session_.answers("position fen 3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Qk - 0 15").size(),
              1U);
    EXPECT_EQ(session_.legal_move_count(), 26);
    EXPECT_EQ(session_.fen(), "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Q - 0 15");
    EXPECT_LE(session_.answers("position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1").size(), 4U);
    EXPECT_EQ(session_.legal_move_count(), 4);
    EXPECT_EQ(session_.fen(), "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1");
    expect_position_refused("r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1");
    expect_position_refused("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1");
    expect_position_refused("r3k2r/8/8/8/8/8/8/R3K2R w xyz - 0 1");
    expect_position_refused("r3k2r/8/8/8/8/8/8/R3K2R w K-q - 0 1");
}

TEST_F(Malformed, Boards) {  // T38
    expect_position_refused("1r4k1/2p1b1pp/p1n2p2/2r1p3/P7/2RP1N1P/1P1B2PP1/4R1K1 w - -");
    expect_position_refused("4k3/8/8/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/9/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/0/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/7/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/8p/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3/ w - - 0 1");
    expect_position_refused("/4k3/8/8/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/8/x7/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/8/8/8/\xe2\x99\x94/8/8/4K3 w - - 0 1");
    expect_position_refused("\xff\xfe\xfd w - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 white - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 W - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 - - - 0 1");
    expect_position_refused(std::string(100000, '8') + " w - - 0 1");
    expect_position_refused(std::string(100000, 'k'));
    std::string many_fields;
    for (int i = 0; i < 20000; ++i) { many_fields += "8/8 "; }
    expect_position_refused(many_fields);
    // Longer than any line may be.
    session_.expect_refused("position fen " + std::string(std::size_t{3} << 20, '8'));
    session_.expect_refused(std::string(std::size_t{3} << 20, 'x'));
}

TEST_F(Malformed, Men) {  // T39
    expect_position_refused("rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    expect_position_refused("NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNkNNNN/NNNNNNNN/NNNNKNNN/NNNNNNNN/NNNNNNNN w - - 0 1");
    expect_position_refused("RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR/RRRRRRRR w - - 0 1");
    expect_position_refused("kqqqqqqq/qqqqqqqq/8/8/8/8/8/7K w - - 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/P3K3 w - - 0 1");
    expect_position_refused("p3k3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_position_refused("4k3/PPPPPPPP/P7/8/8/8/8/4K3 w - - 0 1");
}

TEST_F(Malformed, Fields) {  // T41
    expect_position_refused("");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w -");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - - abc 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 abc");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2; id \"x\";");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - e9 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - e4 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - e3 0 1");
    expect_position_refused("4k3/8/8/8/8/8/8/4K3 w - xx 0 1");

    expect_accepted("fen 4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_accepted("fen 4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
    expect_accepted("fen 4k3/8/8/8/8/8/8/4K3 w - - -1 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_accepted("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    session_.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 200 1000000000");
    EXPECT_TRUE(session_.fen().starts_with("4k3/8/8/8/8/8/8/4K3 w - - "));
    session_.set_position("fen 4k3/8/8/8/8/8/8/4K2R w - - 200 1000000000");
    EXPECT_TRUE(session_.go("depth 6").found());
    session_.set_position("fen 4k3/8/8/8/8/8/8/4K2R w - - 100 80");  // T51: drawn, but there is a move
    EXPECT_TRUE(session_.go("depth 6").found());
}

TEST_F(Malformed, EnPassantSquares) {  // T43
    // Kept only if the capture is legal.
    expect_accepted("fen k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1", "k1r5/8/8/1pP5/2K5/8/8/8 w - - 0 1");
    expect_accepted("fen k7/8/8/1pP5/2K5/8/8/8 w - b6", "k7/8/8/1pP5/2K5/8/8/8 w - b6 0 1");
    expect_accepted("fen k7/8/8/1p6/2K5/8/8/8 w - b6 0 1", "k7/8/8/1p6/2K5/8/8/8 w - - 0 1");    // no capturer
    expect_accepted("fen k7/8/8/2P5/2K5/8/8/8 w - b6 0 1", "k7/8/8/2P5/2K5/8/8/8 w - - 0 1");    // no pawn to capture
    expect_accepted("fen 8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", "8/8/8/K1pP3r/8/8/8/7k w - - 0 1");  // both leave the rank
    expect_accepted("fen 8/8/8/8/k1Pp3R/8/8/7K b - c3 0 1", "8/8/8/8/k1Pp3R/8/8/7K b - - 0 1");
    expect_accepted("fen 8/8/8/8/k1Pp4/8/8/7K b - c3 0 1", "8/8/8/8/k1Pp4/8/8/7K b - c3 0 1");
    expect_accepted("startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST_F(Malformed, Moves) {  // T44
    for (const char* const moves :
         {"e2e4 e7e5 e4e5", "e2e5", "e2e4 e2e4", "e2e4 0000", "0000", "e7e8", "e7e8q", "e7e8K", "e2e4q", "x", "e2",
          "e2e4e5", "e2-e4", "Nf3", "e2e4 e7e5 \xff\xff\xff\xff", "e2e4, e7e5", "a9a8", "i2i4", "e1g1"}) {
        session_.expect_refused(std::string("position startpos moves ") + moves);
    }
    session_.expect_refused("position fen 8/4P3/8/8/8/8/k7/4K3 w - - 0 1 moves e7e8");
    session_.expect_refused("position fen 8/4P3/8/8/8/8/k7/4K3 w - - 0 1 moves e7e8k");
    session_.expect_refused("position fen 8/4P3/8/8/8/8/k7/4K3 w - - 0 1 moves e7e8p");
    session_.expect_refused("position");
    session_.expect_refused("position moves e2e4");
    session_.expect_refused("position startpos e2e4");
    session_.expect_refused("position start");
    session_.expect_refused("position startposs");
    session_.expect_refused("position fen");
    session_.expect_refused("position fen moves e2e4");

    expect_accepted("startpos moves", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    expect_accepted("fen 8/4P3/8/8/8/8/k7/4K3 w - - 0 1 moves e7e8Q", "4Q3/8/8/8/8/8/k7/4K3 b - - 0 1");
    expect_accepted("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8c8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
}

TEST_F(Malformed, OtherCommands) {
    for (const char* const line :
         {"perft", "perft abc", "perft 0", "perft -1", "perft 99", "perft 3 nonsense", "go perft", "go perft x",
          "perft 3 hash 0", "perft 3 threads 0", "perft 3 threads 100000", "perft 3 hash 99999999999", "bench abc",
          "bench 0", "bench -4", "bench 1000", "bench 3 4", "bench nnue classical", "bench 3 hce"}) {
        session_.expect_refused(line);
    }
    // Bytes that are not text.
    session_.engine().send_bytes(std::string("\0\0\0\n", 4));
    session_.engine().send_bytes(std::string("is\0ready\n", 9));
    session_.engine().send_bytes("\x80\x90\xff\n");
    EXPECT_EQ(session_.answers("").size(), 3U);
}

TEST(ManyMoves, TwoHundredAndEighteen) {  // T40
    Session session;
    session.set_position("fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    session.send("perft 1");
    const auto lines = session.engine().read_until("Nodes searched: ");
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->back().text, "Nodes searched: 218");
    EXPECT_EQ(session.legal_move_count(), 218);
    session.start("infinite");
    session.expect_silence(milliseconds(1000));
    EXPECT_TRUE(session.stop().found());
    session.set_option("MultiPV", "256");
    EXPECT_EQ(session.go("depth 1").infos.size(), 218U);
    session.expect_alive();
}

TEST(FinishedGames, AreKnown) {  // T42
    Session session;
    session.set_position("fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    const Search mated = session.go("depth 5");
    EXPECT_EQ(mated.best, "(none)");
    ASSERT_FALSE(mated.infos.empty());
    EXPECT_EQ(mated.infos.back().mate, 0);
    session.set_position("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    const Search stalemate = session.go("depth 5");
    EXPECT_EQ(stalemate.best, "(none)");
    ASSERT_FALSE(stalemate.infos.empty());
    EXPECT_EQ(stalemate.infos.back().cp, 0);
    session.set_position("startpos");
    session.expect_alive();
}

TEST(ManyPlies, SixThousandAndMore) {  // T45
    std::string moves = "position startpos moves";
    for (int i = 0; i < 1500; ++i) { moves += " g1f3 g8f6 f3g1 f6g8"; }
    ASSERT_GT(moves.size(), 29000U);
    Session session;
    std::vector<double> times;
    std::size_t memory = 0;
    for (int i = 0; i < 200; ++i) {
        const auto begin = Clock::now();
        EXPECT_TRUE(session.answers(moves).empty());
        times.push_back(between(begin, Clock::now()));
        if (i == 20) { memory = session.engine().resident_bytes(); }
    }
    std::printf("6000 plies: median %.1f ms, worst %.1f ms\n", percentile(times, 0.5), percentile(times, 1));
    EXPECT_LT(percentile(times, 0.5), 100.0 * Slowness);
    // The address sanitizer keeps freed memory for a while, and finds leaks by itself.
    if (Slowness == 1) { EXPECT_LT(session.engine().resident_bytes(), memory + (std::size_t{16} << 20)); }
    EXPECT_TRUE(session.fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "));
    session.set_position("startpos" + moves.substr(17));
    EXPECT_TRUE(session.go("depth 5").found());
    EXPECT_TRUE(session.go("movetime 20").found());
    // A line of more than 64 kB.
    for (int i = 0; i < 2000; ++i) { moves += " g1f3 g8f6 f3g1 f6g8"; }
    ASSERT_GT(moves.size(), std::size_t{64} << 10);
    session.set_position("startpos" + moves.substr(17));
    EXPECT_TRUE(session.go("depth 5").found());
    EXPECT_TRUE(session.go("movetime 20").found());
    session.expect_clean_exit();
}

}  // namespace
}  // namespace skua::e2e
