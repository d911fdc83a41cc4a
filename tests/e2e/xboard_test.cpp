// The real program as XBoard sees it.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/san.h"
#include "chess/uci_move.h"
#include "e2e/engine_process.h"

namespace skua::e2e {
namespace {

class XBoardProcess : public testing::Test {
protected:
    void SetUp() override { engine_.send("xboard"); }

    void send(std::string_view lines) { EXPECT_TRUE(engine_.send(lines)); }
    // What follows the start in the next line that has it; empty if none comes.
    std::string read(std::string_view start) {
        const auto lines = engine_.read_until(start);
        if (!lines) {
            ADD_FAILURE() << "waited in vain for " << start;
            return "";
        }
        return lines->back().text.substr(start.size());
    }
    // How many lines start like this, up to the answer to a ping.
    std::size_t count(std::string_view start) {
        send("ping 99");
        const auto lines = engine_.read_until("pong 99");
        EXPECT_TRUE(lines);
        if (!lines) { return 0; }
        return static_cast<std::size_t>(std::count_if(lines->begin(), lines->end(),
                                                      [&](const Line& line) { return line.text.starts_with(start); }));
    }
    void expect_clean_end() {
        const auto status = engine_.wait_for_exit();
        ASSERT_TRUE(status) << "still running";
        EXPECT_TRUE(status->clean()) << status->text();
        EXPECT_EQ(engine_.errors(), "");
    }
    static bool play(Game& game, std::string_view text) {
        Result<Move> move = parse_uci_move(game.position(), text);
        if (!move) { move = parse_san(game.position(), text); }
        if (!move) {
            ADD_FAILURE() << move.error() << " in " << to_fen(game.position());
            return false;
        }
        game.play(*move);
        return true;
    }

    EngineProcess engine_;
};

TEST_F(XBoardProcess, ShakesHands) {
    send("protover 2");
    EXPECT_NE(read("feature ").find("ping=1"), std::string::npos);
    EXPECT_EQ(read("feature done"), "=1");
    send("quit");
    expect_clean_end();
}

TEST_F(XBoardProcess, StartsAsXBoardDoes) {
    send(
        "protover 2\naccepted ping\nrejected setscore\nmemory 68\ncores 1\nnew\nrandom\nlevel 40 5 0\npost\nhard\nping "
        "1");
    EXPECT_EQ(read("pong "), "1");
    send("time 300\notim 300\nusermove e2e4");
    Game game;
    EXPECT_TRUE(play(game, "e2e4"));
    EXPECT_TRUE(play(game, read("move ")));
    send("quit");
    expect_clean_end();
}

// Two programs play each other, clocks and all.
void play_game(std::string_view variant, std::string_view fen, bool ponder) {
    const Variant rules = variant == "normal" ? Variant::Standard : Variant::Chess960;
    std::array<EngineProcess, 2> players;
    for (EngineProcess& player : players) {
        player.send("xboard");
        player.send("protover 2");
        ASSERT_TRUE(player.read_until("feature done=1"));
        player.send("new\nvariant " + std::string(variant) + "\nforce\nlevel 0 0:02 0.01\n" +
                    std::string(ponder ? "hard" : "easy") + "\nsetboard " + std::string(fen));
    }
    Game game(parse_fen(fen, rules)->position);
    players[0].send("go");
    players[1].send("playother");
    for (std::size_t mover = 0; game.state() == GameState::Ongoing && game.ply() < 400; mover ^= 1) {
        const auto lines = players[mover].read_until("move ");
        ASSERT_TRUE(lines) << "no move in " << to_fen(game.position());
        for (const Line& line : *lines) {
            EXPECT_TRUE(line.text.starts_with("move ")) << line.text;
            EXPECT_FALSE(line.text.starts_with("Illegal") || line.text.starts_with("Error")) << line.text;
        }
        const std::string text = lines->back().text.substr(5);
        Result<Move> move = parse_uci_move(game.position(), text);
        if (!move) { move = parse_san(game.position(), text); }
        ASSERT_TRUE(move) << text << " in " << to_fen(game.position());
        if (move->is_castling()) { EXPECT_EQ(text[0], rules == Variant::Standard ? 'e' : 'O') << text; }
        game.play(*move);
        players[mover ^ 1].send("usermove " + text);
    }
    if (game.state() == GameState::Ongoing) { return; }
    // Both say the same.
    const std::string_view result = game.state() != GameState::Checkmate             ? "1/2-1/2 {"
                                    : game.position().side_to_move() == Color::Black ? "1-0 {White mates}"
                                                                                     : "0-1 {Black mates}";
    for (EngineProcess& player : players) {
        EXPECT_TRUE(player.read_until(result)) << result;
        player.send("quit");
        const auto status = player.wait_for_exit();
        ASSERT_TRUE(status);
        EXPECT_TRUE(status->clean()) << status->text();
        EXPECT_EQ(player.errors(), "");
    }
}

TEST(XBoardGame, NormalChess) { play_game("normal", StartFen, false); }

TEST(XBoardGame, Pondering) {
    play_game("normal", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", true);
}

TEST(XBoardGame, FischerRandom) {
    play_game("fischerandom", "bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w KQkq - 0 1", true);
}

TEST_F(XBoardProcess, MovesAtOnceWhenAsked) {
    send("new\nst 3600\ngo");
    EXPECT_TRUE(engine_.read_for(milliseconds(100)).empty());
    send("?");
    Game game;
    EXPECT_TRUE(play(game, read("move ")));
    EXPECT_EQ(count("move "), 0U);
}

TEST_F(XBoardProcess, MakesNoMoveAfterForce) {
    send("new\nst 3600\ngo\nforce");
    EXPECT_EQ(count("move "), 0U);
    send("e2e4\ne7e5\nst 0.05\ngo");
    EXPECT_NE(read("move "), "");
    EXPECT_EQ(count("move "), 0U);
}

TEST_F(XBoardProcess, QuitsInTheMiddleOfEverything) {
    for (const std::string_view lines : {"new\nst 3600\ngo", "analyze", "new\nhard\nst 0.02\ngo", "new", ""}) {
        for (const bool by_closing : {false, true}) {
            EngineProcess engine;
            engine.send("xboard");
            engine.send(lines);
            if (by_closing) {
                engine.close_input();
            } else {
                engine.send("quit");
            }
            const auto status = engine.wait_for_exit();
            ASSERT_TRUE(status) << lines;
            EXPECT_TRUE(status->clean()) << status->text();
            EXPECT_EQ(engine.errors(), "");
        }
    }
}

TEST_F(XBoardProcess, EndsWhenNobodyReads) {
    send("post\nanalyze");
    EXPECT_TRUE(engine_.read_line());
    engine_.close_output();
    const auto status = engine_.wait_for_exit();
    ASSERT_TRUE(status);
    EXPECT_EQ(status->signal, 0);
}

TEST_F(XBoardProcess, WastesNoTimeWhileItWaits) {
    send("new\nping 1");
    read("pong ");
    const double before = engine_.cpu_seconds();
    engine_.read_for(milliseconds(500));
    EXPECT_LT(engine_.cpu_seconds() - before, 0.1);
}

}  // namespace
}  // namespace skua::e2e
