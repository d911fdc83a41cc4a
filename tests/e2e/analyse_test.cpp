// `skua analyse` as people start it in a terminal.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "e2e/engine_process.h"

namespace skua::e2e {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view Game =
    "[Event \"Test\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n\n"
    "1. e4 {[%clk 0:05:00] my own note} e5 2. Bc4 (2. Nf3 {better}) Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

class Analyse : public testing::Test {
protected:
    Analyse() : folder_(fs::path(testing::TempDir()) / ("skua_analyse_" + std::to_string(getpid()))) {
        fs::create_directories(folder_);
        std::ofstream(path("a.pgn")) << Game;
    }
    ~Analyse() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    static std::string text_of(const fs::path& file) {
        std::ifstream stream(file);
        std::ostringstream text;
        text << stream.rdbuf();
        return text.str();
    }
    // All finished searches so far.
    [[nodiscard]] std::string kept() const {
        std::error_code none_yet;
        for (const auto& file : fs::directory_iterator(path("cache"), none_yet)) { return text_of(file.path()); }
        return "";
    }
    std::vector<std::string> with_cache(std::vector<std::string> words) {
        words.insert(words.begin(), {"analyse", path("a.pgn"), "--cache", path("cache")});
        return words;
    }
    // Runs it to its end.
    static ExitStatus run(const std::vector<std::string>& words, std::string& output) {
        EngineProcess program(words);
        program.close_input();
        const std::optional<ExitStatus> status = program.wait_for_exit(3 * Patience);
        EXPECT_TRUE(status) << "hangs";
        while (const auto line = program.read_line(milliseconds(100))) { output += line->text + '\n'; }
        return status.value_or(ExitStatus{});
    }

private:
    fs::path folder_;
};

TEST_F(Analyse, CtrlCKeepsWhatIsDoneAndTheSameCommandGoesOn) {
    const std::vector<std::string> words = with_cache({"--nodes", Slowness > 1 ? "20000" : "300000"});
    {
        EngineProcess program(words);
        const auto deadline = Clock::now() + Patience;
        const auto lines = [this] {
            const std::string text = kept();
            return std::count(text.begin(), text.end(), '\n');
        };
        while (lines() < 4 && Clock::now() < deadline) { std::this_thread::sleep_for(milliseconds(2)); }
        ASSERT_EQ(::kill(program.pid(), SIGINT), 0);
        const auto status = program.wait_for_exit();
        ASSERT_TRUE(status) << "hangs";
        ASSERT_EQ(status->code, 130) << status->text() << program.errors();
        EXPECT_NE(program.errors().find("the same command goes on from there"), std::string::npos) << program.errors();
    }
    EXPECT_FALSE(fs::exists(path("a.skua.pgn")));
    const std::string before = kept();
    EXPECT_GE(std::count(before.begin(), before.end(), '\n'), 4);
    std::string output;
    EXPECT_TRUE(run(words, output).clean()) << output;
    EXPECT_TRUE(kept().starts_with(before)) << "nothing was searched twice";
    EXPECT_GT(kept().size(), before.size());
    EXPECT_NE(output.find("3...Nf6??"), std::string::npos) << output;
    EXPECT_NE(text_of(path("a.skua.pgn")).find("[%eval "), std::string::npos);
}

TEST_F(Analyse, OtherProgramsReadTheAnnotatedGame) {
    std::string output;
    ASSERT_TRUE(run(with_cache({"--nodes", "5000"}), output).clean());
    std::string text = text_of(path("a.skua.pgn"));
    std::replace(text.begin(), text.end(), '\n', ' ');
    EXPECT_NE(text.find("[%clk 0:05:00] my own note"), std::string::npos) << text;
    EXPECT_NE(text.find("2. Nf3 {better}"), std::string::npos) << text;
    if (std::system("PATH=$PATH:/usr/games command -v pgn-extract >/dev/null 2>&1") != 0) {
        GTEST_SKIP() << "pgn-extract is not installed";
    }
    // It tells of games that it can't read, and is silent otherwise.
    const std::string command = "PATH=$PATH:/usr/games pgn-extract -s -o " + path("out") + ' ' + path("a.skua.pgn") +
                                " >" + path("log") + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(text_of(path("log")), "");
    EXPECT_NE(text_of(path("out")).find("Qxf7# {"), std::string::npos) << text_of(path("out"));
}

TEST_F(Analyse, HelpNamesIt) {
    std::string output;
    EXPECT_TRUE(run({"--help"}, output).clean());
    EXPECT_NE(output.find("skua analyse <file.pgn>"), std::string::npos);
    EXPECT_NE(output.find("setoption name"), std::string::npos);
    std::string own;
    EXPECT_TRUE(run({"analyse", "--help"}, own).clean());
    EXPECT_TRUE(own.starts_with("usage: skua analyse")) << own;
    std::string none;
    EXPECT_EQ(run({"analyse"}, none).code, 2);
}

}  // namespace
}  // namespace skua::e2e
