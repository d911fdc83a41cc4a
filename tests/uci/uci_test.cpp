#include "uci/uci.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "base/parse.h"
#include "chess/support.h"
#include "eval/nnue/network.h"
#include "eval/nnue/simd.h"
#include "eval/nnue/support.h"
#include "search/parameters.h"

namespace skua {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) { lines.push_back(line); }
    return lines;
}

// What the engine says to a whole session; the input ends with it.
std::string session(const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    LineReader reader(in);
    LineWriter writer(out);
    {
        Uci uci(writer);
        uci.run(reader);
    }
    return out.str();
}

int count(const std::string& text, std::string_view line_start) {
    int result = 0;
    for (const std::string& line : lines_of(text)) { result += line.starts_with(line_start) ? 1 : 0; }
    return result;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string once(const std::string& first, std::string_view line, bool expected = true) {
    std::ostringstream out;
    LineWriter writer(out);
    Uci uci(writer);
    for (const std::string& each : lines_of(first)) { EXPECT_TRUE(uci.run_once(each)) << each; }
    EXPECT_EQ(uci.run_once(line), expected) << line;
    return out.str();
}

// The FEN after a session, as the command d shows it.
std::string fen_after(const std::string& input) {
    for (const std::string& line : lines_of(session(input + "\nd\n"))) {
        if (line.starts_with("Fen: ")) { return line.substr(5); }
    }
    return "";
}

// ---------------------------------------------------------------------- the opening book

TEST(Uci, ListsBookMoves) {
    const std::string listed = once("", "book");
    EXPECT_TRUE(listed.starts_with("Book: the built-in book, ")) << listed;
    EXPECT_TRUE(has(listed, "Weight")) << listed;
    // With a FEN, and for the game as it is.
    EXPECT_EQ(once("position startpos moves e2e4", "book"),
              once("", "book rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    EXPECT_NE(once("position startpos moves e2e4", "book"), listed);
    EXPECT_TRUE(once("", "book --json").starts_with("[{\"uci\": \""));
    EXPECT_EQ(once("", "book 4k3/8/8/8/8/8/8/4K2R w - - 0 1 --json"), "[]\n");
    EXPECT_TRUE(has(once("", "book dance", false), "info string error: "));
}

// ---------------------------------------------------------------------- explanations

TEST(Uci, ExplainsMoves) {
    // Scholar's mate is threatened.
    const std::string position = "position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4";
    const std::string text = once(position, "explain Nf6");
    EXPECT_TRUE(text.starts_with("White threatens Qxf7#.\nBest is ")) << text;
    EXPECT_TRUE(has(text, "\n  Nf6 does not stop Qxf7#.")) << text;
    const std::string json = once(position, "explain g8f6 --json");
    EXPECT_TRUE(json.starts_with("{\"fen\": ")) << json;
    EXPECT_TRUE(has(json, "\"kind\": \"checkmate\"")) << json;
    EXPECT_TRUE(has(once(position, "explain Nf7", false), "info string error: "));
    EXPECT_TRUE(has(session("position startpos\nexplain\nstop\n"), "stopped: nothing is explained"));
    EXPECT_TRUE(has(once(position, "explain --nodes 500 --json"), "\"nodes\": "));
    EXPECT_TRUE(has(once(position, "explain --nodes", false), "--nodes needs a number"));
    EXPECT_TRUE(has(once(position, "explain --nodes 0", false), "--nodes needs a number"));
}

// ---------------------------------------------------------------------- lines that are brought one by one

TEST(Uci, ReceivesLines) {
    std::ostringstream out;
    LineWriter writer(out);
    Uci uci(writer);
    EXPECT_TRUE(uci.receive("go infinite"));
    EXPECT_FALSE(uci.run_slice(std::chrono::milliseconds(1))) << "it searches on threads of its own";
    EXPECT_TRUE(uci.receive("dance"));
    EXPECT_TRUE(uci.receive(std::string(LineReader::MaxLength + 1, 'x')));
    EXPECT_FALSE(uci.receive("quit"));
    EXPECT_EQ(count(out.str(), "bestmove "), 1);
    EXPECT_EQ(count(out.str(), "info string error: "), 2);
}

// ---------------------------------------------------------------------- handshake

TEST(Uci, IntroducesItself) {
    const Lines lines = lines_of(session("uci\n"));
    ASSERT_GE(lines.size(), 4U);
    EXPECT_TRUE(lines[0].starts_with("id name Skua"));
    EXPECT_TRUE(lines[1].starts_with("id author "));
    EXPECT_EQ(lines.back(), "uciok");
    for (std::size_t i = 2; i + 1 < lines.size(); ++i) {
        EXPECT_TRUE(lines[i].starts_with("option name ")) << lines[i];
    }
}

TEST(Uci, IntroducesItselfAsOftenAsAsked) {
    const std::string once = session("uci\n");
    EXPECT_EQ(session("uci\nuci\n"), once + once);
}

TEST(Uci, IsReady) { EXPECT_EQ(session("isready\nisready\n"), "readyok\nreadyok\n"); }

TEST(Uci, SaysNothingUnasked) {
    EXPECT_EQ(session(""), "");
    EXPECT_EQ(session("\n\n   \n\t\n\r\n"), "");
    EXPECT_EQ(session("ucinewgame\nposition startpos\nstop\nponderhit\ndebug on\nregister later\nquit\n"), "");
}

// ---------------------------------------------------------------------- reading lines

TEST(Uci, BlanksAndLineEndsDoNotMatter) {
    EXPECT_EQ(session("  isready  \r\n"), "readyok\n");
    EXPECT_EQ(session("\tisready\t\n"), "readyok\n");
    EXPECT_EQ(session("isready"), "readyok\n") << "a last line without an end";
    EXPECT_EQ(fen_after("   position   startpos   moves   e2e4  \r"),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST(Uci, UnknownWordsBeforeACommandArePassedOver) {
    EXPECT_EQ(session("joho isready\n"), "readyok\n");
    EXPECT_TRUE(has(session("xyzzy uci\n"), "uciok"));
}

TEST(Uci, AnUnknownCommandIsRemarked) {
    EXPECT_EQ(session("xyzzy\n"), "info string error: unknown command \"xyzzy\"; help lists the commands\n");
    EXPECT_EQ(session("\x01\x02 \xff\nisready\n").substr(0, 18), "info string error:");
}

TEST(Uci, ALineThatIsTooLongIsRefused) {
    const std::string text = session("position startpos moves " + std::string(3 << 20, 'x') + "\nisready\n");
    EXPECT_EQ(text, "info string error: the line is too long\nreadyok\n");
}

TEST(Uci, QuitEndsAtOnce) {
    EXPECT_EQ(session("quit\nisready\n"), "");
    EXPECT_EQ(count(session("go infinite\nquit\n"), "bestmove"), 1);
}

TEST(Uci, TheFirstLineMayBeReadAlready) {
    std::istringstream in("isready\n");
    std::ostringstream out;
    LineReader reader(in);
    LineWriter writer(out);
    Uci uci(writer);
    uci.run(reader, "uci");
    EXPECT_TRUE(has(out.str(), "uciok\nreadyok\n"));
}

// ---------------------------------------------------------------------- positions

TEST(Uci, SetsUpPositions) {
    EXPECT_EQ(fen_after("position startpos"), StartFen);
    EXPECT_EQ(fen_after("position startpos moves e2e4 e7e5 g1f3"),
              "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    EXPECT_EQ(fen_after("position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 9"),
              "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 3 9");
    EXPECT_EQ(fen_after("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7"),
              "8/4k3/8/8/8/8/8/5RK1 w - - 2 2");
    EXPECT_EQ(fen_after("position startpos moves"), StartFen);
    // Four fields are enough.
    EXPECT_EQ(fen_after("position fen 4k3/8/8/8/8/8/8/4K2R w K -"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST(Uci, BadPositionsLeaveTheOldOne) {
    const std::string old = "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    const std::string expected = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    for (const std::string bad :
         {"position", "position fen", "position fen nonsense", "position nowhere", "position startpos e2e4",
          "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
          "position fen 5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1", "position startpos moves e2e4 e2e4",
          "position startpos moves e2e4 e7e5 0000 g8f6", "position startpos moves e2e5",
          "position startpos moves xyzzy", "position startpos moves e2e4 e7e5 e1e2x",
          "position fen 8/4P3/8/8/8/k7/8/4K3 w - - 0 1 moves e7e8",
          "position fen 8/4P3/8/8/8/k7/8/4K3 w - - 0 1 moves e7e8k"}) {
        EXPECT_EQ(fen_after(old + "\n" + bad), expected) << bad;
        EXPECT_EQ(count(session(bad + "\n"), "info string error: "), 1) << bad;
    }
}

TEST(Uci, TellsWhichMoveIsBad) {
    const std::string text = session("position startpos moves e2e4 e7e5 e4e5\n");
    EXPECT_TRUE(has(text, "info string error: move 3, ")) << text;
    EXPECT_TRUE(has(text, "the position stays as it was")) << text;
}

TEST(Uci, ImpossibleCastlingRightsAreRemarked) {
    const std::string text = session("position fen 2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1\nd\n");
    EXPECT_GE(count(text, "info string "), 1);
    EXPECT_EQ(count(text, "info string error"), 0);
    EXPECT_TRUE(has(text, "Legal moves (4)"));
}

TEST(Uci, Flips) {
    EXPECT_EQ(fen_after("position startpos moves e2e4\nflip"),
              "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(fen_after("position startpos moves e2e4\nflip\nflip"),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST(Uci, UnderstandsChess960) {
    const std::string text = session(
        "setoption name UCI_Chess960 value true\nposition fen 1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w BGbg - 0 1 moves "
        "e1g1\nd\n");
    EXPECT_TRUE(has(text, "Fen: 1r2k1r1/6p1/8/8/8/8/6P1/1R3RK1 b gb - 1 1")) << text;
    // Without the option only castling as in chess.
    const std::string without = session("position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1\nd\n");
    EXPECT_TRUE(has(without, " w - - ")) << without;
    EXPECT_EQ(
        lines_of(without)[0],
        "info string castling rights BGbg dropped: with king and rook on these squares only Chess960 has castling; "
        "to keep them, set UCI_Chess960 to true before the position");
    EXPECT_EQ(count(without, "info string"), 1) << without;
}

// ---------------------------------------------------------------------- options

TEST(Uci, SetsOptions) {
    EXPECT_EQ(session("setoption name Hash value 4\n"), "");
    EXPECT_EQ(session("setoption name hash value 4\n"), "");
    EXPECT_EQ(session("setoption   name   move    overhead   value   20\n"), "");
    EXPECT_EQ(session("setoption name Clear Hash\n"), "");
    EXPECT_EQ(session("setoption name CountermoveBonus value 7999.6\n"), "");
    EXPECT_EQ(session("setoption name Debug Log File value <empty>\n"), "");
}

TEST(Uci, BadOptionsAreRefusedOnce) {
    for (const std::string bad :
         {"setoption", "setoption name", "setoption name value", "setoption Hash 4", "setoption name Nonsense value 3",
          "setoption name Hash", "setoption name Hash value", "setoption name Hash value abc",
          "setoption name Hash value 0", "setoption name Hash value -1", "setoption name Hash value 999999999999",
          "setoption name Threads value abc", "setoption name Threads value -5", "setoption name Threads value 1025",
          "setoption name Ponder value maybe", "setoption name MultiPV value 0", "setoption value 3 name Hash"}) {
        const std::string text = session(bad + "\nisready\n");
        EXPECT_EQ(count(text, "info string error: "), 1) << bad << '\n' << text;
        EXPECT_EQ(lines_of(text).back(), "readyok") << bad;
    }
}

TEST(Uci, HasTheOptionsOfTheProtocol) {
    const std::string text = session("uci\n");
    for (const std::string_view line :
         {"option name Ponder type check default false", "option name UCI_Chess960 type check default false",
          "option name UCI_AnalyseMode type check default false", "option name UCI_ShowWDL type check default false",
          "option name Minimal type check default false", "option name Debug Log File type string default <empty>",
          "option name Threads type spin default 1 min 1 max 1024",
          "option name SyzygyPath type string default <empty>",
          "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
          "option name Syzygy50MoveRule type check default true",
          "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
          "option name Evaluation type combo default nnue var nnue var classical"}) {
        EXPECT_EQ(count(text, line), 1) << line;
    }
    std::set<std::string> names;
    for (const std::string& line : lines_of(text)) {
        if (line.starts_with("option name ")) {
            EXPECT_TRUE(names.insert(line.substr(0, line.find(" type "))).second) << line;
        }
    }
}

TEST(Uci, AnOptionKeepsItsDefaultInTheList) {
    EXPECT_EQ(session("setoption name Hash value 3\nsetoption name UCI_ShowWDL value true\nuci\n"), session("uci\n"));
}

TEST(Uci, HelpShowsTheCurrentValues) {
    const std::string text = session(
        "setoption name Hash value 3\nsetoption name Minimal value true\nsetoption name Threads value none\nhelp\n");
    EXPECT_TRUE(has(text, "\n  Hash: size of the transposition table in MB (now: 3)\n")) << text;
    EXPECT_TRUE(has(text, "\n  Minimal: show only the last info lines before the best move (now: true)\n")) << text;
    EXPECT_TRUE(has(text, "\n  Threads: number of threads that search (now: 1)\n")) << text;
}

// Contempt makes a draw worse, but not while analysing.
TEST(Uci, AnalyseModeIsPassedOnToTheEngine) {
    const std::string draw = "setoption name Contempt value 25\nposition fen 8/8/4k3/8/8/3KN3/8/8 w - - 0 1";
    EXPECT_TRUE(has(once(draw, "go depth 3"), " score cp -25 "));
    EXPECT_TRUE(has(once("setoption name UCI_AnalyseMode value true\n" + draw, "go depth 3"), " score cp 0 "));
}

TEST(Uci, WritesALog) {
    const std::string path = testing::TempDir() + "skua_uci_test_" + std::to_string(getpid()) + ".log";
    std::remove(path.c_str());
    EXPECT_EQ(session("setoption name Debug Log File value " + path + "\nisready\n"), "readyok\n");
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    const std::string first = "Skua log (version " SKUA_VERSION "): lines with >> came in, those with << went out\n";
    EXPECT_EQ(text.str(), first + ">> isready\n<< readyok\n");
    // The next session continues it.
    EXPECT_EQ(session("setoption name Debug Log File value " + path + "\nisready\n"), "readyok\n");
    std::stringstream longer;
    longer << std::ifstream(path).rdbuf();
    EXPECT_EQ(longer.str(), text.str() + text.str());
    std::remove(path.c_str());
    EXPECT_EQ(count(session("setoption name Debug Log File value /no/such/folder/log\nisready\n"), "info string error"),
              1);
}

TEST(Uci, ALogThatCanNotBeWrittenChangesNothing) {
    const std::string path = testing::TempDir() + "skua_uci_test_" + std::to_string(getpid());
    std::remove((path + ".log").c_str());
    std::remove((path + ".fifo").c_str());
    ASSERT_EQ(mkfifo((path + ".fifo").c_str(), 0600), 0);
    const std::string set = "setoption name Debug Log File value ";
    const std::string text = session(set + path + ".log\n" + set + "/no/such/folder/log\n" + set + path +
                                     ".fifo\ngo infinite\n" + set + "/no/such/folder/log\nisready\nstop\n");
    EXPECT_EQ(count(text, "info string error"), 3) << text;
    // It did not stop the search either.
    EXPECT_LT(text.find("readyok"), text.find("bestmove")) << text;
    std::ifstream file(path + ".log");
    std::stringstream log;
    log << file.rdbuf();
    EXPECT_NE(log.str().find("<< bestmove"), std::string::npos) << log.str();
    std::remove((path + ".log").c_str());
    std::remove((path + ".fifo").c_str());
}

TEST(Uci, OnlyALogIsContinuedAsALog) {
    const std::string path = testing::TempDir() + "skua_uci_test_" + std::to_string(getpid()) + ".pgn";
    std::ofstream(path) << "[Event \"Skua\"]\n";
    const std::string set = "setoption name Debug Log File value ";
    EXPECT_TRUE(
        has(session(set + path + "\nisready\n"), "has something else in it than a log of Skua; nothing changes"));
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_EQ(text.str(), "[Event \"Skua\"]\n");
    for (const std::string& other : {std::string("/dev/null"), std::string("/dev/full"), testing::TempDir()}) {
        EXPECT_TRUE(has(session(set + other + "\nisready\n"), "is not a regular file; nothing changes")) << other;
    }
    // An empty file is fine.
    std::ofstream(path, std::ios::trunc).flush();
    EXPECT_EQ(session(set + path + "\nisready\n"), "readyok\n");
    std::remove(path.c_str());
}

// ---------------------------------------------------------------------- searching

TEST(Uci, AnswersEveryGoOnce) {
    EXPECT_EQ(count(session("go depth 3\nisready\n"), "bestmove"), 1);
    EXPECT_EQ(count(session("go infinite\ngo depth 2\ngo infinite\nstop\nstop\n"), "bestmove"), 3);
    EXPECT_EQ(count(session("go infinite\n"), "bestmove"), 1) << "the end of the input stops it";
    EXPECT_EQ(count(session("go ponder wtime 1000 btime 1000\n"), "bestmove"), 1);
    EXPECT_EQ(count(session("go ponder wtime 10 btime 10\nponderhit\nisready\n"), "bestmove"), 1);
    EXPECT_EQ(
        count(
            session(
                "go infinite\nucinewgame\ngo infinite\nposition startpos\ngo infinite\nsetoption name Hash value 2\n"),
            "bestmove"),
        3);
    // UCI's own options end a search as the engine's do: the answer comes before readyok.
    const std::string own = session("go infinite\nsetoption name UCI_ShowWDL value true\nisready\n");
    EXPECT_LT(own.find("bestmove"), own.find("readyok")) << own;
    EXPECT_EQ(count(session("stop\nponderhit\n"), "bestmove"), 0);
}

TEST(Uci, KnowsWhenThereIsNoMove) {
    const std::string mate = session("position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\ngo depth 5\n");
    EXPECT_TRUE(has(mate, "score mate 0 "));
    EXPECT_TRUE(has(mate, "bestmove (none)\n"));
    const std::string stalemate = session("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 5\n");
    EXPECT_TRUE(has(stalemate, "score cp 0 "));
    EXPECT_TRUE(has(stalemate, "bestmove (none)\n"));
}

TEST(Uci, SearchesToTheDepthAskedFor) {
    const std::string text = once("", "go depth 4");
    for (int depth = 1; depth <= 4; ++depth) { EXPECT_EQ(count(text, "info depth " + std::to_string(depth) + " "), 1); }
    EXPECT_EQ(count(text, "bestmove "), 1);
}

TEST(Uci, FindsMateAndSaysSo) {
    const std::string text = once("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go mate 1");
    EXPECT_TRUE(has(text, "score mate 1 "));
    EXPECT_TRUE(has(text, " pv a1a8\n"));
    EXPECT_TRUE(has(text, "bestmove a1a8\n"));
}

TEST(Uci, MinimalShowsOnlyTheLastLine) {
    const std::string text = once("setoption name Minimal value true", "go depth 5");
    EXPECT_EQ(lines_of(text).size(), 2U) << text;
    EXPECT_TRUE(text.starts_with("info depth 5 "));
}

TEST(Uci, MinimalShowsTheLastLinesOfMultiPv) {
    const std::string text = once("setoption name Minimal value true\nsetoption name MultiPV value 3", "go depth 5");
    const std::vector<std::string> lines = lines_of(text);
    ASSERT_EQ(lines.size(), 4U) << text;
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_TRUE(has(lines[i], " multipv " + std::to_string(i + 1) + " ")) << text;
        EXPECT_TRUE(lines[i].starts_with("info depth 5 ")) << text;
    }
}

TEST(Uci, ADeadDrawHasNoOtherChances) {
    for (const char* const fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6K1/8/8/8/8/8 b - - 0 1"}) {
        const std::string text =
            once("setoption name UCI_ShowWDL value true\nposition fen " + std::string(fen), "go depth 3");
        EXPECT_TRUE(has(text, " wdl 0 1000 0 ")) << text;
    }
}

TEST(Uci, ShowsChancesWhenAsked) {
    EXPECT_FALSE(has(once("", "go depth 1"), " wdl "));
    EXPECT_TRUE(has(once("setoption name UCI_ShowWDL value true", "go depth 1"), " wdl "));
}

TEST(Uci, CastlesAsTheVariantWants) {
    const std::string fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    EXPECT_TRUE(has(once(fen, "go depth 2 searchmoves e1g1"), "bestmove e1g1"));
    EXPECT_TRUE(
        has(session("setoption name UCI_Chess960 value true\n" + fen + "\ngo depth 2 searchmoves e1g1\nisready\n"),
            "bestmove e1h1"));
}

TEST(Uci, RemarksOnGoAreTold) {
    const std::string text = once("", "go depth 2 searchmoves e2e5 e2e4 nodes");
    EXPECT_EQ(count(text, "info string "), 2) << text;
    EXPECT_TRUE(has(text, "bestmove e2e4"));
}

// ---------------------------------------------------------------------- commands for people and scripts

TEST(Uci, Evaluates) {
    const auto last_line = [](const std::string& text) { return text.substr(text.rfind('\n', text.size() - 2) + 1); };
    EXPECT_TRUE(has(once("", "eval"), "White's view: "));
    const std::string white = last_line(once("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "eval"));
    const std::string black = last_line(once("position fen 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", "eval"));
    EXPECT_TRUE(white.starts_with("Final evaluation: +")) << white;
    EXPECT_TRUE(black.starts_with("Final evaluation: +")) << "White's view too: " << black;
    // The position may be given with the command.
    EXPECT_EQ(last_line(once("", "eval 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")), black);
    EXPECT_EQ(once("", "eval nonsense", false).substr(0, 19), "info string error: ");
    EXPECT_TRUE(once("", "eval --json").starts_with("{\"fen\": \"rnbqkbnr/pppppppp/"));
    EXPECT_TRUE(has(once("", "eval 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 --json"), "\"known_ending\": \"lone king\""));
}

TEST(Uci, EvalUsesTheEvaluationAndTheNetworkOfTheOptions) {
    const std::string path = testing::TempDir() + "skua_uci_" + std::to_string(getpid()) + ".nnue";
    const std::vector<std::uint8_t> bytes = nnue::to_bytes(*nnue::random_network(1));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const auto numbers = [](const std::string& options) {
        const std::string text =
            once(options, "eval r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 0 15");
        const auto after = [&](const std::string& word) {
            const std::size_t at = text.rfind("\n  " + word + ": ") + word.size() + 5;
            return text.substr(at, text.find(" cp", at) - at);
        };
        return std::array{after("classical evaluation"), after("network"), after("used by a search")};
    };
    const auto [terms, net, usual] = numbers("");
    EXPECT_NE(terms, net);
    EXPECT_EQ(usual, net) << "the network is the default";
    EXPECT_EQ(numbers("setoption name Evaluation value nnue")[2], net);
    EXPECT_EQ(numbers("setoption name Evaluation value classical")[2], terms);
    const auto other = numbers("setoption name EvalFile value " + path);
    EXPECT_EQ(other[0], terms);
    EXPECT_NE(other[1], net);
    EXPECT_NE(other[2], usual);
    EXPECT_NE(other[2], terms);
    std::remove(path.c_str());
}

TEST(Uci, CountsMoves) {
    const std::string text = once("", "go perft 3");
    EXPECT_TRUE(has(text, "e2e4: 600\n"));
    EXPECT_TRUE(text.ends_with("Nodes searched: 8902\n"));
    EXPECT_TRUE(once("", "perft 2").ends_with("Nodes searched: 400\n"));
    EXPECT_TRUE(once("", "perft 1 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 threads 2 hash 1")
                    .ends_with("Nodes searched: 14\n"));
    for (const std::string_view bad :
         {"perft", "perft 0", "perft -1", "perft 99", "perft x", "perft 2 threads 0", "perft 2 xyzzy"}) {
        once("", bad, false);
    }
}

TEST(Uci, BenchEndsWithItsLine) {
    const Lines lines = lines_of(once("", "bench 2"));
    ASSERT_GE(lines.size(), 2U);
    std::istringstream words(lines.back());
    Lines last;
    for (std::string word; words >> word;) { last.push_back(word); }
    ASSERT_EQ(last.size(), 7U) << lines.back();
    EXPECT_EQ(last[0] + " " + last[1] + " " + last[2], "=== Benchmark complete:");
    EXPECT_GT(std::stoull(last[3]), 0U);
    EXPECT_EQ(last[4], "nodes");
    EXPECT_GT(std::stoull(last[5]), 0U);
    EXPECT_EQ(last[6], "nps");
    once("", "bench 0", false);
    once("", "bench x", false);
}

TEST(Uci, ABenchAtTheEndOfTheInputIsFinished) {
    EXPECT_EQ(count(session("bench 2"), "=== Benchmark complete: "), 1);
    EXPECT_EQ(count(session("bench 200\nstop\nisready\n"), "=== Benchmark complete: "), 0);
    EXPECT_EQ(count(session("bench 200\nquit\n"), "=== Benchmark complete: "), 0);
}

TEST(Uci, ACountIsFinishedBeforeTheEnd) {
    for (const std::string ending : {"", "\n", "\nquit\n", "\nisready\nquit\n"}) {
        for (const std::string command : {"go perft 4", "perft 4", "perft 4 threads 2 hash 1"}) {
            const std::string text = session("position startpos\n" + command + ending);
            EXPECT_TRUE(has(text, "\nNodes searched: 197281\n")) << command << ending;
            EXPECT_FALSE(has(text, "incomplete")) << command << ending;
        }
    }
}

TEST(Uci, CountsWaitForEachOther) {
    const std::string text = session("perft 4\nposition startpos moves e2e4\ngo perft 3\nperft 2\nquit\n");
    EXPECT_EQ(count(text, "Nodes searched: "), 3);
    EXPECT_LT(text.find("Nodes searched: 197281\n"), text.find("Nodes searched: 13160\n"));
    EXPECT_LT(text.find("Nodes searched: 13160\n"), text.find("Nodes searched: 600\n"));
    EXPECT_FALSE(has(text, "incomplete"));
}

TEST(Uci, StopEndsACount) {
    for (const std::string stop : {"stop", "go depth 1", "bench 1"}) {
        const std::string text = session("perft 20\nperft 21\n" + stop + "\nquit\n");
        EXPECT_EQ(count(text, "info string stopped: the counts are incomplete"), 2) << text;
    }
}

TEST(Uci, ListsParametersForTuning) {
    const Lines lines = lines_of(once("", "spsa"));
    ASSERT_EQ(lines.size(), std::size(ParameterTable));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ParameterInfo& info = ParameterTable[i];
        EXPECT_TRUE(lines[i].starts_with(std::string(info.name) + ", int, " + std::to_string(info.value) + ", "))
            << lines[i];
        EXPECT_EQ(std::count(lines[i].begin(), lines[i].end(), ','), 6) << lines[i];
    }
}

TEST(Uci, ShowsHowItWasBuilt) {
    const std::string text = once("", "compiler");
    EXPECT_TRUE(
        has(text, "; network " + hexadecimal(nnue::embedded_checksum()) + ", computed with " + nnue::kernel::Name))
        << text;
    EXPECT_TRUE(text.starts_with("Skua "));
    EXPECT_TRUE(has(text, "clang++ ") || has(text, "g++ ")) << text;
}

TEST(Uci, Helps) {
    const std::string text = once("", "help");
    for (const std::string_view word :
         {"position", "go ", "stop", "ponderhit", "setoption", "ucinewgame", "isready", "bench", "perft", "eval",
          "flip", "compiler", "spsa", "quit", "Hash: ", "Threads: "}) {
        EXPECT_TRUE(has(text, word)) << word;
    }
}

TEST(Uci, ACommandGivenAloneTellsWhetherItWasDone) {
    once("", "xyzzy", false);
    once("", "position fen nonsense", false);
    once("", "setoption name Hash value 0", false);
    once("", "isready", true);
}

// ---------------------------------------------------------------------- tablebases

const std::string TablePath = SKUA_SOURCE_DIR "/tests/data/syzygy";
const std::string PawnEnding = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";

TEST(UciTablebases, LooksPositionsUp) {
    const std::string set = "setoption name SyzygyPath value " + TablePath + '\n';
    const std::string found = "info string Syzygy tables: 5 with 3 pieces; distance tables (DTZ): 5\n";
    const std::string text = session(set + "tb " + PawnEnding + "\nposition fen " + PawnEnding + "\ntb\n");
    ASSERT_TRUE(text.starts_with(found)) << text;
    const std::string twice = text.substr(found.size());
    EXPECT_TRUE(twice.starts_with("White to move: win\n")) << text;
    EXPECT_EQ(twice.substr(0, twice.size() / 2), twice.substr(twice.size() / 2));
}

TEST(UciTablebases, TheFoldersMayBeGivenWithTheCommand) {
    const std::string text = once("", "tb " + PawnEnding + " --json --path " + TablePath);
    EXPECT_TRUE(text.starts_with("{\"fen\": \"" + PawnEnding + "\", \"wdl\": 2, \"dtz\": ")) << text;
    EXPECT_EQ(lines_of(text).size(), 1U);
}

TEST(UciTablebases, SaysWhyItCantLookUp) {
    const std::string error = "info string error: ";
    EXPECT_EQ(once("", "tb " + PawnEnding, false),
              error + "tb needs tables: set the option SyzygyPath, or add --path <folders>\n");
    EXPECT_EQ(once("", "tb --path", false), error + "--path needs a list of folders\n");
    EXPECT_EQ(once("", "tb --path /nowhere", false),
              error + "the folder \"/nowhere\" can't be read: there is no such folder\n");
    EXPECT_TRUE(once("", "tb nonsense --path " + TablePath, false).starts_with(error));
    EXPECT_TRUE(has(once("", "tb --path " + TablePath, false), "castling"));
}

TEST(UciTablebases, ASearchReportsHits) {
    const std::string text =
        once("setoption name SyzygyPath value " + TablePath + "\nposition fen " + PawnEnding, "go depth 3");
    EXPECT_TRUE(has(text, " score cp 20000 ")) << text;
    EXPECT_TRUE(has(text, " tbhits 4 ")) << text;
    EXPECT_EQ(count(text, "bestmove e6"), 1);
}

}  // namespace
}  // namespace skua
