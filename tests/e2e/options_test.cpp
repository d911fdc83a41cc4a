// Options, good and bad: T30-T34, T63.
#include <gtest/gtest.h>

#include <set>

#include "base/parse.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

// The largest value that `uci` lists for a spin.
std::int64_t maximum_of(Session& session, const std::string& name) {
    for (const std::string& line : session.answers("uci")) {
        if (!line.starts_with("option name " + name + " type spin")) { continue; }
        return parse_integer<std::int64_t>(split_words(line).back()).value_or(0);
    }
    ADD_FAILURE() << "no option " << name;
    return 0;
}

TEST(Options, HashOfAnySize) {  // T30
    Session session;
    const std::int64_t most = maximum_of(session, "Hash");
    EXPECT_TRUE(session.answers("setoption name Hash value 1").empty());
    session.expect_alive();
    for (const std::string& value :
         {std::string("0"), std::string("-1"), std::string("abc"), std::string("999999999999"),
          std::string("99999999999999999999999"), std::string(""), std::string("1 2"), std::to_string(most + 1)}) {
        session.expect_refused("setoption name Hash value " + value);
        session.expect_alive();
    }
    // All the memory there is: taken or refused in words, as the machine allows.
    EXPECT_LE(session.answers("setoption name Hash value " + std::to_string(most)).size(), 1U);
    session.expect_alive();
    EXPECT_TRUE(session.answers("setoption name Hash value 16").empty());
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Options, HashChangesLeaveNothingBehind) {  // T30
    Session session;
    session.set_option("Hash", "16");
    session.go("depth 4");
    const std::size_t before = session.engine().resident_bytes();
    for (int i = 0; i < 100; ++i) {
        session.set_option("Hash", std::to_string(1 + i * 7 % 40));
        if (i % 10 == 0) { session.go("depth 3"); }
    }
    session.set_option("Hash", "16");
    session.go("depth 4");
    EXPECT_LT(session.engine().resident_bytes(), before + (std::size_t{24} << 20));
    session.expect_clean_exit();
}

TEST(Options, Threads) {  // T31
    Session session;
    for (int count = 1; count <= 64; count += count < 8 ? 1 : 8) {
        session.set_option("Threads", std::to_string(count));
        EXPECT_TRUE(session.go("depth 5").found()) << count;
        session.start("infinite");
        session.expect_silence(milliseconds(5));
        session.set_option("Threads", std::to_string(count % 3 + 1));
        EXPECT_TRUE(session.finish().found());
    }
    for (const char* const value : {"abc", "-5", "0", "999999999999", "1025", "", "2 3", "0x10"}) {
        session.expect_refused(std::string("setoption name Threads value ") + value);
    }
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Options, ManyThreads) {  // T31
    Session session;
    // Sanitizers reserve much memory for each thread.
    session.set_option("Threads", Slowness > 1 ? "64" : "512");
    session.answers("");
    EXPECT_TRUE(session.go("depth 4").found());
    EXPECT_TRUE(session.go("movetime 50").found());
    session.set_option("Threads", "1");
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Options, MultiPv) {  // T32
    Session session;
    // Three legal moves.
    session.set_position("fen 7k/8/8/8/8/8/8/K7 w - - 0 1");
    const int legal = session.legal_move_count();
    ASSERT_EQ(legal, 3);
    for (const int wanted : {1, 2, 3, 4, 256}) {
        session.set_option("MultiPV", std::to_string(wanted));
        for (const char* const position : {"fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "startpos"}) {
            session.set_position(position);
            const int available = std::string_view(position) == "startpos" ? 20 : legal;
            const Search search = session.go("depth 4");
            // The lines of the last depth: as many as asked for, best first, no move twice.
            std::set<std::string> first_moves;
            int lines = 0;
            const auto value = [](const Info& info) {
                return info.mate ? (*info.mate > 0 ? 40000 : -40000) - *info.mate : *info.cp;
            };
            int last = 100000;
            for (int line = 1; line <= 256; ++line) {
                const Info info = search.last_exact(line);
                if (!info.has_score()) { break; }
                ++lines;
                EXPECT_EQ(info.depth, 4);
                EXPECT_LE(value(info), last) << "line " << line << " is better than the one before";
                last = value(info);
                if (!info.pv.empty()) { EXPECT_TRUE(first_moves.insert(info.pv[0]).second) << info.pv[0] << " twice"; }
            }
            EXPECT_EQ(lines, std::min(wanted, available));
        }
    }
    for (const char* const value : {"0", "-1", "257", "500", "abc"}) {
        session.expect_refused(std::string("setoption name MultiPV value ") + value);
    }
    session.start("infinite");
    session.expect_silence(milliseconds(30));
    session.set_option("MultiPV", "2");
    EXPECT_TRUE(session.finish().found());
    session.expect_alive();
}

TEST(Options, MultiPvWithSeveralThreads) {
    Session session;
    session.set_option("Threads", "4");
    session.set_option("MultiPV", "4");
    EXPECT_TRUE(session.go("depth 7").found());
    EXPECT_TRUE(session.go("movetime 100").found());
    session.expect_clean_exit();
}

TEST(Options, Chess960BetweenGames) {  // T33
    Session session;
    for (int i = 0; i < 3; ++i) {
        session.set_chess960(true);
        session.send("ucinewgame");
        session.set_position("fen nrkb2nr/ppppp1p1/6bp/5p2/BPP1P1P1/P7/3P1P1P/qRK1BQNR w BHbh - 0 3");
        EXPECT_EQ(session.legal_move_count(), 28);
        EXPECT_TRUE(session.go("depth 6").found());
        // Castling is written as king takes rook, even from the usual squares.
        session.set_position("fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1");
        EXPECT_EQ(session.go("depth 2 searchmoves e1h1").best, "e1h1");

        session.set_chess960(false);
        session.send("ucinewgame");
        session.set_position("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        EXPECT_EQ(session.go("depth 2 searchmoves e1g1").best, "e1g1");
        EXPECT_EQ(session.go("depth 2 searchmoves e1h1").best, "e1g1");
        session.set_position("startpos");
        session.expect_alive();
    }
}

TEST(Options, EitherEvaluationAnswers) {
    for (const char* const name : {"nnue", "classical", "NNUE"}) {
        for (const char* const threads : {"1", "3"}) {
            Session session;
            session.set_option("Evaluation", name);
            session.set_option("Threads", threads);
            for (const char* const position :
                 {"startpos moves e2e4 e7e5 g1f3", "fen 8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
                  "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"}) {
                session.set_position(position);
                EXPECT_TRUE(session.go("nodes 5000").found());
                EXPECT_TRUE(session.go("movetime 20").found());
            }
            session.expect_alive();
        }
    }
}

TEST(Options, NetworksThatCanNotBeUsed) {
    Session session;
    session.set_option("Evaluation", "nnue");
    for (const char* const path : {"/no/such/file", "/", "/dev/null", "/dev/zero", "a\tb", "nnue.nnue"}) {
        session.expect_refused(std::string("setoption name EvalFile value ") + path);
        EXPECT_TRUE(session.go("nodes 1000").found());
    }
    session.expect_refused("setoption name Evaluation value oracle");
    session.expect_alive();
}

TEST(Options, MoveOverhead) {  // T33
    Session session;
    for (const char* const value : {"0", "10", "1000", "5000"}) {
        session.set_option("Move Overhead", value);
        EXPECT_LT(session.go("wtime 100 btime 100").duration(), 100 + 100.0 * Slowness) << value;
        EXPECT_LT(session.go("movetime 20").duration(), 20 + 100.0 * Slowness) << value;
    }
    for (const char* const value : {"-1", "5001", "abc"}) {
        session.expect_refused(std::string("setoption name Move Overhead value ") + value);
    }
    session.expect_alive();
}

TEST(Options, OddlyWritten) {  // T34
    Session session;
    for (const char* const line :
         {"setoption name hash value 8", "setoption name HASH value 8",
          "  setoption   name   Move   Overhead   value   20  ", "setoption name move overhead value 20",
          "setoption name clear hash", "setoption name Clear Hash value", "setoption name Ponder value TRUE",
          "setoption name MultiPV value 1", "setoption name MultiPV value 1.4"}) {
        EXPECT_TRUE(session.answers(line).empty()) << line;
    }
    for (const char* const line :
         {"setoption", "setoption name", "setoption name value", "setoption name value 3", "setoption Hash value 3",
          "setoption name Hash", "setoption name Hash value", "setoption name Hush value 3", "setoption value 3",
          "setoption name Ponder value maybe", "setoption name Ponder", "setoption name \xff\xfe value 3",
          "setoption name Hash value 3 4", "setoption name UCI_Elo value 99", "setoption name Skill Level value 21",
          "setoption name Contempt value 1000"}) {
        session.expect_refused(line);
    }
    session.expect_alive();
    session.expect_clean_exit();
}

TEST(Options, WhatIsRefusedDoesNotEndASearch) {
    Session session;
    session.start("infinite");
    session.send("setoption name Hash value many");
    session.send("setoption name Hush value 3");
    session.send("setoption name");
    session.expect_silence(milliseconds(200));
    EXPECT_TRUE(session.stop().found());
    session.expect_alive();
}

TEST(Options, DebugLogFile) {
    const std::string path = testing::TempDir() + "skua_e2e_log_" + std::to_string(getpid());
    {
        Session session;
        session.set_option("Debug Log File", path);
        session.go("depth 2");
        EXPECT_TRUE(session.answers("setoption name Debug Log File value <empty>").empty());
        session.expect_refused("setoption name Debug Log File value /nonexistent/folder/file");
        session.expect_alive();
        session.expect_clean_exit();
    }
    std::FILE* const file = std::fopen(path.c_str(), "r");
    ASSERT_NE(file, nullptr);
    std::string text(4096, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    EXPECT_NE(text.find("go depth 2"), std::string::npos);
    EXPECT_NE(text.find("bestmove"), std::string::npos);
    std::remove(path.c_str());
}

TEST(Options, Minimal) {
    Session session;
    session.set_option("Minimal", "true");
    EXPECT_EQ(session.go("depth 6").infos.size(), 1U);
    EXPECT_EQ(session.go("depth 1").infos.size(), 1U);
    session.expect_alive();
}

TEST(Options, ShowWdl) {
    Session session;
    session.set_option("UCI_ShowWDL", "true");
    for (const Info& info : session.go("depth 6").infos) { EXPECT_TRUE(info.wdl); }
    session.set_position("fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    EXPECT_EQ(session.go("depth 4").last_exact().wdl, (std::array<int, 3>{1000, 0, 0}));
    session.set_option("UCI_ShowWDL", "false");
    for (const Info& info : session.go("depth 6").infos) { EXPECT_FALSE(info.wdl); }
    session.expect_alive();
}

// ---------------------------------------------------------------------- T63: a tiny table, many threads, whole games

void expect_games(int games, const std::vector<std::string>& setup, const std::string& go, bool chess960 = false) {
    Session session(setup);
    int moves = 0;
    int incomplete_mates = 0;
    for (int i = 0; i < games; ++i) {
        if (chess960) { session.set_chess960(true); }
        session.send("ucinewgame");
        session.set_position(chess960     ? "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
                             : i % 2 == 0 ? "startpos"
                                          : "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        for (int ply = 0; ply < 300 && session.game().state() == GameState::Ongoing; ++ply) {
            const Search search = session.go(go);
            ASSERT_TRUE(search.found());
            if (!mate_line_is_complete(search.last_exact(), session.game())) { ++incomplete_mates; }
            session.play(search.best);
            ++moves;
            ASSERT_FALSE(testing::Test::HasFailure()) << "game " << i << ", ply " << ply;
        }
    }
    std::printf("%d games, %d moves, %d mates announced without their whole line\n", games, moves, incomplete_mates);
    session.expect_clean_exit();
}

TEST(Games, TinyHashAndEightThreads) {
    expect_games(Slowness > 1 ? 1 : 3, {"setoption name Hash value 1", "setoption name Threads value 8"}, "nodes 1500");
}

TEST(Games, OneThread) { expect_games(Slowness > 1 ? 1 : 4, {}, "nodes 2000"); }

TEST(Games, Chess960) { expect_games(Slowness > 1 ? 1 : 3, {}, "nodes 2000", true); }

TEST(Games, SeveralLines) {
    expect_games(1, {"setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true"}, "nodes 1500");
}

TEST(Games, LimitedStrength) {
    expect_games(1, {"setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1400"}, "nodes 3000");
    expect_games(1, {"setoption name Skill Level value 0"}, "wtime 100 btime 100 winc 5 binc 5");
}

TEST(LongGames, TinyHashAndEightThreads) {
    expect_games(100, {"setoption name Hash value 1", "setoption name Threads value 8"}, "nodes 4000");
}

TEST(LongGames, Chess960) { expect_games(50, {"setoption name Threads value 2"}, "movetime 12", true); }

}  // namespace
}  // namespace skua::e2e
