#include "cli/play_settings.h"

#include "chess/fen.h"
#include "cli/support.h"

namespace skua::cli {
namespace {

class PlaySettingsTest : public CommandTest {
protected:
    std::string parse(const std::vector<std::string>& words, bool is_interactive = false) {
        settings = {};
        const Result<std::string> result = parse_play(words, is_interactive, settings);
        return result ? "" : result.error();
    }
    PlaySettings settings;
};

TEST_F(PlaySettingsTest, HaveDefaults) {
    EXPECT_EQ(parse({}), "");
    EXPECT_EQ(settings.side, Color::White);
    EXPECT_EQ(settings.level, 20);
    EXPECT_EQ(settings.style, BoardStyle::Symbols);
    EXPECT_TRUE(settings.pgn.starts_with("skua-") && settings.pgn.ends_with(".pgn")) << settings.pgn;
    EXPECT_EQ(settings.start, Position());
}

TEST_F(PlaySettingsTest, AreRead) {
    EXPECT_EQ(parse({"--side", "black", "--level", "3", "--movetime", "50", "--pgn", path("a.pgn"), "--letters",
                     "--fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"}),
              "");
    EXPECT_EQ(settings.side, Color::Black);
    EXPECT_EQ(settings.level, 3);
    EXPECT_EQ(settings.move_time, 50);
    EXPECT_EQ(settings.style, BoardStyle::Letters);
    EXPECT_EQ(settings.variant, Variant::Standard);
    EXPECT_EQ(to_fen(settings.start), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    EXPECT_EQ(parse({"--side", "random", "--fen", "2k5/8/8/8/8/8/8/1R4KR w HB - 0 1"}), "");
    EXPECT_EQ(settings.variant, Variant::Chess960);
}

TEST_F(PlaySettingsTest, Chess960IsSymmetric) {
    EXPECT_EQ(parse({"--chess960"}), "");
    EXPECT_EQ(settings.variant, Variant::Chess960);
    EXPECT_EQ(settings.start.pieces(Color::White).count(), 16);
    for (int file = 0; file < 8; ++file) {
        EXPECT_EQ(type_of(settings.start.piece_on(square_at(file))),
                  type_of(settings.start.piece_on(square_at(56 + file))));
    }
}

TEST_F(PlaySettingsTest, SayWhatIsWrong) {
    put("full.pgn", "1. e4 *");
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"chess"},
                                               {"--side", "red"},
                                               {"--level", "21"},
                                               {"--fen", "x"},
                                               {"--fen", std::string(StartFen), "--chess960"},
                                               {"--pgn", path("full.pgn")}}) {
        EXPECT_NE(parse(wrong), "");
    }
}

TEST_F(PlaySettingsTest, ColoursAreForTerminals) {
    unsetenv("NO_COLOR");
    EXPECT_EQ(parse({}, true), "");
    EXPECT_EQ(settings.style, BoardStyle::Coloured);
    setenv("NO_COLOR", "1", 1);
    EXPECT_EQ(parse({}, true), "");
    EXPECT_EQ(settings.style, BoardStyle::Symbols);
    unsetenv("NO_COLOR");
}

}  // namespace
}  // namespace skua::cli
