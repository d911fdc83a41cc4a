// The opening book as GUIs use it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/parse.h"
#include "e2e/session.h"

namespace skua::e2e {
namespace {

class OwnBook : public testing::Test {
protected:
    OwnBook() { session.set_option("OwnBook", "true"); }

    static bool is_from_book(const Search& search) {
        return std::any_of(search.remarks.begin(), search.remarks.end(),
                           [](const std::string& remark) { return remark.starts_with("info string book move "); });
    }

    Session session;
};

TEST_F(OwnBook, AnswersAtOnceWithARemark) {
    const Search search = session.go("wtime 600000 btime 600000");
    EXPECT_TRUE(is_from_book(search));
    EXPECT_EQ(search.remarks.size(), 1U);
    EXPECT_FALSE(search.ponder.empty());
    EXPECT_LT(search.duration(), 1000.0 * Slowness);
    // It goes on through a few moves.
    session.play(search.best);
    EXPECT_TRUE(is_from_book(session.go("movetime 5000")));
    EXPECT_TRUE(is_from_book(session.go("depth 30")));
    session.expect_clean_exit();
}

TEST_F(OwnBook, IsNotAskedWhenItShouldNot) {
    EXPECT_FALSE(is_from_book(session.go("depth 1 searchmoves e2e4 d2d4")));
    EXPECT_FALSE(is_from_book(session.go("mate 1 depth 2")));
    session.start("infinite");
    session.expect_silence(milliseconds(100));
    EXPECT_FALSE(is_from_book(session.stop()));
    session.start("ponder wtime 1000 btime 1000");
    session.expect_silence(milliseconds(100));
    session.send("ponderhit");
    EXPECT_FALSE(is_from_book(session.finish()));
    session.set_option("UCI_AnalyseMode", "true");
    EXPECT_FALSE(is_from_book(session.go("depth 1")));
    session.set_option("UCI_AnalyseMode", "false");
    EXPECT_TRUE(is_from_book(session.go("depth 1")));
    session.set_option("OwnBook", "false");
    EXPECT_FALSE(is_from_book(session.go("depth 1")));
    session.set_option("OwnBook", "true");
    session.set_position("fen 8/8/8/4k3/8/8/4K2P/8 w - - 0 1");
    EXPECT_FALSE(is_from_book(session.go("depth 1")));
    session.set_option("UCI_Chess960", "true");
    session.set_position("fen bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    EXPECT_FALSE(is_from_book(session.go("depth 1")));
}

TEST_F(OwnBook, ABadFileIsOneMessageAndTheOldBookStays) {
    const std::vector<std::string> answers = session.answers("setoption name BookFile value /no/such/book.bin");
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_TRUE(answers[0].starts_with("info string error: the book \"/no/such/book.bin\" can't be used: "))
        << answers[0];
    EXPECT_TRUE(is_from_book(session.go("depth 1")));
    // The same book, but as a file.
    session.set_option("BookFile", SKUA_SOURCE_DIR "/data/skua-book.bin");
    const Search search = session.go("depth 1");
    ASSERT_TRUE(is_from_book(search));
    EXPECT_NE(search.remarks[0].find("skua-book.bin\""), std::string::npos) << search.remarks[0];
    session.set_option("BookDepth", "1");
    session.play(search.best);
    EXPECT_FALSE(is_from_book(session.go("depth 1")));
}

TEST_F(OwnBook, GivesOneAnswerToEachOfManyHastyCommands) {
    std::string commands;
    constexpr int Cycles = 300;
    for (int i = 0; i < Cycles; ++i) {
        commands += i % 3 == 0   ? "go infinite\nstop\n"
                    : i % 3 == 1 ? "go wtime 1000 btime 1000\nstop\nponderhit\n"
                                 : "go depth 1\n";
    }
    ASSERT_TRUE(session.engine().send_bytes(commands + "stop\nisready\n"));
    const auto lines = session.engine().read_until("readyok", 3 * Patience);
    ASSERT_TRUE(lines) << "hangs";
    const auto count = std::count_if(lines->begin(), lines->end(),
                                     [](const Line& line) { return line.text.starts_with("bestmove "); });
    EXPECT_EQ(count, Cycles);
}

TEST_F(OwnBook, PlaysItselfWithVariety) {
    session.set_option("BookVariety", "100");
    std::vector<std::string> firsts;
    for (int i = 0; i < 30; ++i) { firsts.push_back(session.go("depth 1").best); }
    std::sort(firsts.begin(), firsts.end());
    EXPECT_NE(firsts.front(), firsts.back());
}

TEST(BookCommand, ListsMoves) {
    EngineProcess text({"book"});
    const auto lines = text.read_until("  Move");
    ASSERT_TRUE(lines);
    EXPECT_TRUE(lines->front().text.starts_with("Book: the built-in book, ")) << lines->front().text;
    EngineProcess json({"book", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "--json"});
    const auto line = json.read_line();
    ASSERT_TRUE(line);
    EXPECT_TRUE(line->text.starts_with("[{\"uci\": \"")) << line->text;
    EngineProcess wrong({"book", "nonsense"});
    ASSERT_TRUE(wrong.wait_for_exit());
    EXPECT_EQ(wrong.wait_for_exit()->code, 1);
}

TEST(BookInXBoard, IsPlayedAndShown) {
    EngineProcess engine({"xboard"});
    engine.send("protover 2\noption OwnBook=1\nbk");
    ASSERT_TRUE(engine.read_until("\tBook: the built-in book"));
    ASSERT_TRUE(engine.read_until("\t  Move"));
    engine.send("new\nlevel 40 5 0\ngo");
    const auto lines = engine.read_until("move ");
    ASSERT_TRUE(lines);
    const auto is_remark = [](const Line& line) { return line.text.starts_with("# book move "); };
    EXPECT_EQ(std::count_if(lines->begin(), lines->end(), is_remark), 1);
    // Analysis is not interrupted by it.
    engine.send("new\nanalyze");
    engine.read_for(milliseconds(200));
    engine.send(".");
    const auto status = engine.read_until("stat01:");
    ASSERT_TRUE(status);
    EXPECT_EQ(std::count_if(status->begin(), status->end(), is_remark), 0);
    engine.send("exit\noption OwnBook=0\nnew\nst 1\ngo");
    const auto searched = engine.read_until("move ");
    ASSERT_TRUE(searched);
    EXPECT_EQ(std::count_if(searched->begin(), searched->end(), is_remark), 0);
    engine.send("quit");
    EXPECT_TRUE(engine.wait_for_exit());
}

}  // namespace
}  // namespace skua::e2e
