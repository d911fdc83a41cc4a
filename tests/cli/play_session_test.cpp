#include "cli/play_session.h"

#include "chess/fen.h"
#include "chess/pgn.h"
#include "cli/play.h"
#include "cli/support.h"

namespace skua::cli {
namespace {

class PlaySessionTest : public CommandTest {
protected:
    // Plays a game in which these lines are typed.
    std::string conversation(const std::string& lines, std::vector<std::string> words = {}) {
        std::filesystem::remove(path("a.pgn"));
        words.insert(words.begin(), {"--pgn", path("a.pgn"), "--movetime", "20", "--level", "1", "--letters"});
        EXPECT_EQ(run(play, words, lines), Done) << errors;
        return output;
    }
    bool says(const std::string& text) const { return output.find(text) != std::string::npos; }
    PgnGame saved() {
        std::istringstream input(text_of("a.pgn"));
        PgnReader reader(input);
        const auto game = reader.next();
        EXPECT_TRUE(game && *game) << text_of("a.pgn");
        return game && *game ? **game : PgnGame();
    }
};

TEST_F(PlaySessionTest, PlaysAndSavesTheGame) {
    conversation("e4\nmoves\nquit\n");
    EXPECT_TRUE(says("You play White."));
    EXPECT_TRUE(says("Skua plays 1...")) << output;
    EXPECT_TRUE(says("1.e4 ")) << output;
    EXPECT_TRUE(says("The game is in " + path("a.pgn")));
    const PgnGame game = saved();
    EXPECT_EQ(game.line.moves.size(), 2U);
    EXPECT_EQ(game.tags.get("White"), "You");
    EXPECT_TRUE(game.tags.get("Black").find("(level 1)") != std::string_view::npos);
    EXPECT_EQ(game.result, GameResult::Unfinished);
}

TEST_F(PlaySessionTest, SkuaBeginsAsWhite) {
    conversation("", {"--side", "black"});
    EXPECT_TRUE(says("Skua plays 1."));
    EXPECT_EQ(saved().line.moves.size(), 1U);
    EXPECT_EQ(saved().tags.get("Black"), "You");
}

TEST_F(PlaySessionTest, KnowsWhenTheGameIsOver) {
    conversation("Ra8\nundo\nRa8#\nb3\nresign\n", {"--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"});
    EXPECT_TRUE(says("Checkmate: White wins.")) << output;
    EXPECT_TRUE(says("The game is over"));
    EXPECT_EQ(saved().result, GameResult::WhiteWins);
    conversation("Kb6\n", {"--fen", "k7/8/8/2Q5/1K6/8/8/8 w - - 0 1", "--side", "white"});
    conversation("Qc7\n", {"--fen", "k7/8/1K6/2Q5/8/8/8/8 w - - 0 1"});
    EXPECT_TRUE(says("Stalemate: the game is drawn.")) << output;
    EXPECT_EQ(saved().result, GameResult::Draw);
    conversation("quit\n", {"--fen", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"});
    EXPECT_TRUE(says("Checkmate: White wins.")) << "it was over before it began";
}

TEST_F(PlaySessionTest, TakesMovesBack) {
    conversation("undo\ne4\nd4\nundo\nundo\nmoves\nundo\n");
    EXPECT_TRUE(says("There is no move of yours to take back."));
    EXPECT_TRUE(says("There are none yet.")) << output;
    EXPECT_TRUE(saved().line.moves.empty());
    conversation("e5\nundo\nmoves\n",
                 {"--side", "black", "--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"});
    EXPECT_TRUE(says("There are none yet.")) << output;
}

TEST_F(PlaySessionTest, Resigns) {
    conversation("e4\nresign\n");
    EXPECT_TRUE(says("You resign: Skua wins."));
    EXPECT_EQ(saved().result, GameResult::BlackWins);
}

TEST_F(PlaySessionTest, TakesDrawsThatAreFair) {
    conversation("draw\n");
    EXPECT_TRUE(says("Skua declines: the game has just begun."));
    // Kings and rooks only, after enough moves.
    std::string shuffle;
    for (int i = 0; i < 10; ++i) { shuffle += i % 2 == 0 ? "Ra2\n" : "Ra1\n"; }
    conversation(shuffle + "draw\n", {"--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"});
    EXPECT_FALSE(says("Skua declines, and plays on.")) << "it is losing";
}

TEST_F(PlaySessionTest, HelpsAndExplains) {
    conversation("hint\nexplain\nexplain Kf1\nexplain Ke9\nwhy\nKf1\nwhy\nhelp\n",
                 {"--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"});
    EXPECT_TRUE(says("Try Ra8#.")) << output;
    EXPECT_TRUE(says("Best is Ra8#"));
    EXPECT_TRUE(says("Kf1 ("));
    EXPECT_TRUE(says("You have made no move yet."));
    EXPECT_TRUE(says("take your last move back"));
}

TEST_F(PlaySessionTest, ChangesLevelAndSides) {
    conversation("level\nlevel 21\nlevel 7\nside\nflip\nboard\n");
    EXPECT_TRUE(says("The level is 1;"));
    EXPECT_TRUE(says("Skua plays at level 7 now."));
    EXPECT_TRUE(says("You play Black now."));
    EXPECT_EQ(saved().tags.get("Black"), "You");
}

TEST_F(PlaySessionTest, BeginsAgainInAnotherFile) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(path(""));
    conversation("e4\nnew\nd4\n");
    std::filesystem::current_path(before);
    EXPECT_EQ(saved().line.moves.size(), 2U);
    EXPECT_EQ(count_files(), 2U);
}

TEST_F(PlaySessionTest, OddInputChangesNothing) {
    conversation("\n  \nfoo\nKe4\n" + std::string(2'000'000, 'x') + "\ne5\n\xFF\xFE\nquit\n");
    EXPECT_TRUE(says("help lists the commands."));
    EXPECT_FALSE(exists("a.pgn")) << "no move was made";
}

TEST_F(PlaySessionTest, GoesOnWhereItCantSave) {
    EXPECT_EQ(run(play, {"--pgn", "/no/such/folder/a.pgn", "--movetime", "20", "--level", "1"}, "e4\nd4\n"), Done);
    const std::size_t first = output.find("The game can't be saved: ");
    EXPECT_NE(first, std::string::npos);
    EXPECT_EQ(output.find("The game can't be saved: ", first + 1), std::string::npos) << "it is said once";
    EXPECT_EQ(output.find("The game is in"), std::string::npos);
}

TEST_F(PlaySessionTest, PlaysChess960) {
    conversation("O-O\n", {"--fen", "2k5/8/8/8/8/8/8/1R4KR w HB - 0 1"});
    const PgnGame game = saved();
    EXPECT_EQ(game.variant, Variant::Chess960);
    EXPECT_GE(game.line.moves.size(), 1U);
    conversation("quit\n", {"--chess960"});
}

}  // namespace
}  // namespace skua::cli
