// `skua play` and the progress of `skua analyse` in a terminal.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "e2e/terminal.h"

namespace skua::e2e {
namespace {

namespace fs = std::filesystem;

class InTerminal : public testing::Test {
protected:
    InTerminal() : folder_(fs::path(testing::TempDir()) / ("skua_terminal_" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
    }
    ~InTerminal() override { fs::remove_all(folder_); }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream file(path(name));
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    [[nodiscard]] std::vector<std::string> play() const {
        return {"play", "--movetime", "50", "--level", "2", "--pgn", path("a.pgn")};
    }

private:
    fs::path folder_;
};

TEST_F(InTerminal, AGameIsPlayed) {
    Terminal terminal(play(), 80, 24);
    ASSERT_TRUE(terminal.await("Your move, 1. ")) << terminal.screen();
    EXPECT_NE(terminal.screen().find("\x1b[48;5;"), std::string::npos) << "the board is in colours";
    terminal.type("e4\r");
    ASSERT_TRUE(terminal.await("Skua plays 1...")) << terminal.screen();
    ASSERT_TRUE(terminal.await("Your move, 2. "));
    terminal.type("hint\r");
    ASSERT_TRUE(terminal.await("Try ")) << terminal.screen();
    terminal.type("nonsense\r");
    ASSERT_TRUE(terminal.await("help lists the commands"));
    terminal.type("undo\r");
    ASSERT_TRUE(terminal.await("Your move, 1. "));
    terminal.type("d4\r");
    ASSERT_TRUE(terminal.await("Your move, 2. "));
    terminal.type("resign\r");
    ASSERT_TRUE(terminal.await("Skua wins"));
    terminal.type("\x04");
    EXPECT_EQ(terminal.wait_for_exit(), 0) << terminal.screen();
    EXPECT_NE(text_of("a.pgn").find("1. d4 "), std::string::npos);
    EXPECT_NE(text_of("a.pgn").find("[Result \"0-1\"]"), std::string::npos);
}

TEST_F(InTerminal, CtrlCLosesNoMove) {
    Terminal terminal(play(), 80, 24);
    terminal.type("e4\r");
    ASSERT_TRUE(terminal.await("Your move, 2. ")) << terminal.screen();
    terminal.type("\x03");
    EXPECT_EQ(terminal.wait_for_exit(), -SIGINT);
    EXPECT_NE(text_of("a.pgn").find("1. e4 "), std::string::npos) << text_of("a.pgn");
}

TEST_F(InTerminal, AnalysisShowsItsProgressInOneLine) {
    std::ofstream(path("b.pgn")) << "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    for (const int columns : {80, 120, 40}) {
        Terminal terminal({"analyse", path("b.pgn"), "--nodes", "20000", "--no-cache"}, columns, 24);
        EXPECT_EQ(terminal.wait_for_exit(), 0) << terminal.screen();
        const std::string& screen = terminal.screen();
        EXPECT_NE(screen.find("game 1 of 1"), std::string::npos) << screen;
        EXPECT_NE(screen.find("Written: "), std::string::npos) << screen;
        // What is between two returns of the cursor fits into the line.
        const std::size_t summary = screen.find("White - Black");
        ASSERT_NE(summary, std::string::npos);
        std::istringstream parts(screen.substr(0, summary));
        for (std::string part; std::getline(parts, part, '\r');) {
            EXPECT_LE(part.substr(0, part.find('\x1b')).size(), static_cast<std::size_t>(columns) - 1) << part;
        }
        EXPECT_EQ(screen.substr(0, summary).find('\n'), std::string::npos);
    }
}

}  // namespace
}  // namespace skua::e2e
