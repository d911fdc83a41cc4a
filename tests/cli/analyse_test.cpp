#include "cli/analyse.h"

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "chess/pgn.h"
#include "cli/support.h"

namespace skua::cli {
namespace {

const std::string Scholar =
    "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. e4 {[%clk 0:05:00] mine} e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
const std::string Broken = "[White \"Carl\"]\n\n1. e4 e5 2. Ke3 Nc6 0-1\n\n";

class AnalyseTest : public CommandTest {
protected:
    // With little effort.
    int analyse_file(const std::string& name, std::vector<std::string> words = {}) {
        words.insert(words.begin(), {path(name), "--nodes", "2000", "--cache", path("cache")});
        return run(analyse, words);
    }
    // The games of a file; each must be readable.
    std::vector<PgnGame> games_of(const std::string& name) {
        std::istringstream input(text_of(name));
        PgnReader reader(input);
        std::vector<PgnGame> games;
        while (auto game = reader.next()) {
            EXPECT_TRUE(*game) << game->error();
            if (*game) { games.push_back(**game); }
        }
        return games;
    }
};

TEST_F(AnalyseTest, WritesAnAnnotatedPgnBesideTheInput) {
    put("a.pgn", Scholar);
    EXPECT_EQ(analyse_file("a.pgn"), Done) << errors;
    EXPECT_EQ(errors, "");
    EXPECT_TRUE(output.starts_with("Anna - Bert  1-0\n")) << output;
    EXPECT_NE(output.find("3...Nf6??"), std::string::npos) << output;
    EXPECT_NE(output.find("Written: " + path("a.skua.pgn")), std::string::npos) << output;
    EXPECT_EQ(text_of("a.pgn"), Scholar);
    const std::vector<PgnGame> games = games_of("a.skua.pgn");
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].line.moves[5].nags, std::vector<std::uint8_t>{4});
    EXPECT_NE(games[0].line.moves[0].comment.find("[%clk 0:05:00] mine"), std::string::npos);
    // Its own output again: nothing piles up.
    const std::string once = text_of("a.skua.pgn");
    EXPECT_EQ(analyse_file("a.skua.pgn", {"--pgn", path("b.pgn")}), Done);
    EXPECT_EQ(text_of("b.pgn"), once);
}

TEST_F(AnalyseTest, GoesOnWhereItStopped) {
    put("a.pgn", Scholar);
    EXPECT_EQ(analyse_file("a.pgn"), Done);
    const std::string first = text_of("a.skua.pgn");
    // Half of the kept searches are lost, and the last one is half written.
    const auto file = *std::filesystem::directory_iterator(path("cache"));
    std::ifstream kept(file.path());
    std::string text((std::istreambuf_iterator<char>(kept)), {});
    std::ofstream(file.path()) << text.substr(0, text.find('\n', text.size() / 2) - 1);
    EXPECT_EQ(analyse_file("a.pgn"), Done);
    EXPECT_NE(errors.find("1 damaged line"), std::string::npos) << errors;
    EXPECT_EQ(analyse_file("a.pgn"), Done);
    EXPECT_EQ(games_of("a.skua.pgn").size(), 1U);
}

TEST_F(AnalyseTest, ReadsTheStandardInput) {
    EXPECT_EQ(run(analyse, {"-", "--nodes", "500", "--no-cache"}, Scholar + Scholar), Done);
    EXPECT_NE(output.find("[%eval "), std::string::npos);
    EXPECT_TRUE(errors.starts_with("1. Anna - Bert  1-0")) << "people read there: " << errors;
    EXPECT_EQ(run(analyse, {"-", "--nodes", "500", "--no-cache", "--json", "-"}, Scholar), Done);
    EXPECT_EQ(nlohmann::json::parse(output)["games"].size(), 1U);
    EXPECT_TRUE(errors.starts_with("Anna - Bert  1-0\n")) << errors;
}

TEST_F(AnalyseTest, TakesTheGamesThatAreWanted) {
    put("a.pgn", Scholar + Broken + Scholar + Scholar);
    EXPECT_EQ(analyse_file("a.pgn", {"--games", "2-3", "--json", path("a.json")}), Done);
    const auto data = nlohmann::json::parse(text_of("a.json"));
    ASSERT_EQ(data["games"].size(), 2U);
    EXPECT_EQ(data["games"][0]["tags"]["White"], "Carl");
    EXPECT_TRUE(output.starts_with("2. Carl - Black")) << output;
}

TEST_F(AnalyseTest, AnalysesABrokenGameUpToTheError) {
    put("a.pgn", Broken);
    EXPECT_EQ(analyse_file("a.pgn"), Done);
    EXPECT_TRUE(errors.starts_with("game 1, line 3: ")) << errors;
    EXPECT_NE(errors.find("the moves before it are analysed"), std::string::npos);
    const std::vector<PgnGame> games = games_of("a.skua.pgn");
    ASSERT_EQ(games.size(), 1U);
    ASSERT_EQ(games[0].line.moves.size(), 2U);
    EXPECT_NE(games[0].line.moves[1].comment.find("Skua: game 1, line 3: "), std::string::npos);
}

TEST_F(AnalyseTest, WritesAReport) {
    put("a.pgn", Scholar);
    EXPECT_EQ(analyse_file("a.pgn", {"--html", path("a.html")}), Done) << errors;
    EXPECT_FALSE(exists("a.skua.pgn")) << "it was not asked for";
    EXPECT_NE(text_of("a.html").find("<title>Anna - Bert, analysed by Skua</title>"), std::string::npos);
    put("b.pgn", Scholar + Broken);
    EXPECT_EQ(analyse_file("b.pgn", {"--html", path("a.html")}), Done) << errors;
    EXPECT_NE(text_of("a.html").find("Analysed games"), std::string::npos);
    EXPECT_NE(text_of("a.html").find("Only a part of the game could be read"), std::string::npos);
}

TEST_F(AnalyseTest, CommentsOnOneSide) {
    put("a.pgn", Scholar);
    EXPECT_EQ(analyse_file("a.pgn", {"--side", "white"}), Done);
    EXPECT_TRUE(games_of("a.skua.pgn")[0].line.moves[5].nags.empty());
}

TEST_F(AnalyseTest, SaysWhatIsWrongWithTheInput) {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"", "it has no games with moves"},
        {"\n\n\n", "it has no games with moves"},
        {"[White \"Anna\"]\n\n*\n", "it has no games with moves"},
        {"This is a letter, not a game.", "game 1, line 1: "},
        {std::string("\x7F"
                     "ELF\0\1\2\3\xFF\xFE",
                     10),
         "game 1, line 1: "},
        {"[FEN \"nonsense\"]\n\n1. e4 *", "game 1, line 1: FEN: "},
        {std::string(3'000'000, 'x'), "game 1, line 1: "},
        {"{" + std::string(20'000'000, 'x'), "game 1, line 1: "},
    };
    for (const auto& [text, reason] : wrong) {
        put("a.pgn", text);
        EXPECT_EQ(analyse_file("a.pgn"), Failed) << text.substr(0, 50);
        EXPECT_NE(errors.find(reason), std::string::npos) << errors;
        EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
        EXPECT_EQ(count_files(), 1U) << "nothing was written";
    }
    EXPECT_EQ(run(analyse, {path("none.pgn")}), Failed);
    EXPECT_NE(errors.find("there is no such file"), std::string::npos);
    EXPECT_EQ(run(analyse, {path("")}), Failed);
    EXPECT_NE(errors.find("it is a folder"), std::string::npos);
    EXPECT_EQ(run(analyse, {"-", "--no-cache"}, "nothing"), Failed);
    EXPECT_EQ(output, "");
}

TEST_F(AnalyseTest, KeepsOldFilesWhenItCantWrite) {
    put("a.pgn", Scholar);
    put("old.pgn", "old");
    EXPECT_EQ(analyse_file("a.pgn", {"--pgn", path("old.pgn"), "--json", "/no/such/folder/a.json"}), Failed);
    EXPECT_NE(errors.find("\"/no/such/folder/a.json\" can't be written"), std::string::npos) << errors;
    EXPECT_EQ(text_of("old.pgn"), "old");
    EXPECT_EQ(count_files(), 2U);
    EXPECT_EQ(analyse_file("a.pgn", {"--pgn", path("")}), Failed);
    if (std::filesystem::exists("/dev/full")) {
        EXPECT_EQ(analyse_file("a.pgn", {"--pgn", "/dev/full"}), Failed);
        EXPECT_NE(errors.find("\"/dev/full\" can't be written: "), std::string::npos) << errors;
    }
    chmod(path("").c_str(), 0555);
    if (access(path("").c_str(), W_OK) != 0) {  // root may write everywhere
        EXPECT_EQ(analyse_file("a.pgn"), Failed);
        EXPECT_NE(errors.find("can't be written"), std::string::npos) << errors;
    }
    chmod(path("").c_str(), 0755);
}

}  // namespace
}  // namespace skua::cli
