#include "cli/analyse_settings.h"

#include "cli/support.h"

namespace skua::cli {
namespace {

class AnalyseSettingsTest : public CommandTest {
protected:
    // The reason; empty if all is well.
    std::string parse(const std::vector<std::string>& words) {
        settings = {};
        const Result<std::string> result = parse_analyse(words, settings);
        return result ? "" : result.error();
    }
    AnalyseSettings settings;
};

TEST_F(AnalyseSettingsTest, HaveDefaults) {
    EXPECT_EQ(parse({"games/a.pgn"}), "");
    EXPECT_EQ(settings.input, "games/a.pgn");
    EXPECT_EQ(settings.pgn, "games/a.skua.pgn");
    EXPECT_EQ(settings.analysis.nodes, DefaultNodes);
    EXPECT_TRUE(settings.games.is_everything());
    EXPECT_FALSE(settings.side);
}

TEST_F(AnalyseSettingsTest, AreRead) {
    EXPECT_EQ(parse({"-", "--html", "r.html", "--json", "-", "--depth", "12", "--threads", "2", "--hash", "32",
                     "--games", "2-3", "--side", "Black", "--no-cache"}),
              "");
    EXPECT_TRUE(settings.reads_standard_input());
    EXPECT_TRUE(settings.uses_standard_output());
    EXPECT_FALSE(settings.pgn) << "another output was chosen";
    EXPECT_EQ(settings.html, "r.html");
    EXPECT_FALSE(settings.analysis.nodes);
    EXPECT_EQ(settings.analysis.depth, 12);
    EXPECT_EQ(settings.engine.threads, 2);
    EXPECT_EQ(settings.engine.hash, 32);
    EXPECT_EQ(settings.games.last, 3U);
    EXPECT_EQ(settings.side, Color::Black);
    EXPECT_TRUE(settings.no_cache);
}

TEST_F(AnalyseSettingsTest, SayWhatIsWrong) {
    EXPECT_NE(parse({}), "");
    EXPECT_NE(parse({"a", "b"}), "");
    EXPECT_NE(parse({"a", "--quick", "--nodes", "5"}), "");
    EXPECT_NE(parse({"a", "--nodes", "0"}), "");
    EXPECT_NE(parse({"a", "--side", "red"}), "");
    EXPECT_NE(parse({"a", "--games", "0"}), "");
    EXPECT_NE(parse({"a", "--dance"}), "");
}

TEST_F(AnalyseSettingsTest, NeverOverwriteTheInput) {
    put("a.pgn", "");
    EXPECT_NE(parse({path("a.pgn"), "--pgn", path("a.pgn")}), "");
    EXPECT_NE(parse({path("a.pgn"), "--html", path("./a.pgn")}), "");
    std::filesystem::create_hard_link(path("a.pgn"), path("b.pgn"));
    EXPECT_NE(parse({path("a.pgn"), "--pgn", path("b.pgn")}), "");
    EXPECT_NE(parse({path("a.pgn"), "--pgn", path("c"), "--json", path("c")}), "");
    EXPECT_EQ(parse({path("a.pgn"), "--pgn", path("c"), "--json", path("d")}), "");
    EXPECT_EQ(annotated_name("a"), "a.skua.pgn");
    EXPECT_EQ(annotated_name("-"), "-");
}

}  // namespace
}  // namespace skua::cli
