#include "xboard/xboard.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/parse.h"
#include "base/prng.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci_move.h"
#include "xboard/conversation.h"

namespace skua {
namespace {

using Lines = std::vector<std::string>;

std::size_t count_starting(const Lines& lines, std::string_view start) {
    return static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(start); }));
}

bool is_thinking_line(const std::string& line) { return !line.empty() && (is_digit(line[0]) || line[0] == '-'); }

// Plays the move that must be legal.
bool play_legal(Game& game, std::string_view text) {
    Result<Move> move = parse_uci_move(game.position(), text);
    if (!move) { move = parse_san(game.position(), text); }
    if (!move) {
        ADD_FAILURE() << move.error() << " in " << to_fen(game.position());
        return false;
    }
    game.play(*move);
    return true;
}

bool is_legal_move(std::string_view text, std::string_view fen = StartFen) {
    return bool(parse_uci_move(parse_fen(fen)->position, text));
}

// ---------------------------------------------------------------------- handshake

TEST(XBoard, OffersItsFeatures) {
    Conversation gui;
    gui.send("xboard\nprotover 2");
    const Lines lines = gui.read_until("feature done=1");
    std::string all;
    for (const std::string& line : lines) {
        EXPECT_TRUE(line.starts_with("feature ")) << line;
        // XBoard's own buffer is not longer.
        EXPECT_LT(line.size(), 500U);
        all += line + ' ';
    }
    constexpr const char* Name = " myname=\"Skua " SKUA_VERSION "\" ";
    for (const std::string_view feature :
         {" ping=1 ", " setboard=1 ", " playother=1 ", " san=0 ", " usermove=1 ", " time=1 ", " draw=0 ", " sigint=0 ",
          " sigterm=0 ", " reuse=1 ", " analyze=1 ", Name, " variants=\"normal,fischerandom\" ", " colors=0 ",
          " memory=1 ", " smp=1 ", " option=\"MultiPV -spin 1 1 256\" ", " option=\"Clear Hash -button\" "}) {
        EXPECT_NE(all.find(feature), std::string::npos) << feature;
    }
    for (const std::string_view hidden : {"UCI_Chess960", "\"Hash ", "Threads", "Ponder"}) {
        EXPECT_EQ(all.find(hidden), std::string::npos) << hidden;
    }
    gui.send("accepted ping\nrejected setscore");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, SaysNothingToTheOldProtocol) {
    Conversation gui;
    gui.send("protover 1\nprotover\nprotover x");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, AnswersPing) {
    Conversation gui;
    gui.send("ping 1\nping 42");
    EXPECT_EQ(gui.read(), "pong 1");
    EXPECT_EQ(gui.read(), "pong 42");
}

TEST(XBoard, NamesWhatItDoesNotKnow) {
    Conversation gui;
    gui.send("xyz\nfoo bar\nedit\n\n  \n\x01\xff");
    EXPECT_EQ(gui.read(), "Error (unknown command): xyz");
    EXPECT_EQ(gui.read(), "Error (unknown command): foo bar");
    EXPECT_EQ(gui.read(), "Error (unknown command): edit");
    EXPECT_EQ(gui.read(), "Error (unknown command): ??");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, PassesOverWhatItNeedsNot) {
    Conversation gui;
    gui.send(
        "random\nname Somebody\nrating 2600 1500\nics -\ncomputer\negtpath nalimov /tmp\nnps 10000\ndraw\n?\nhint\n.\n"
        "result *");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, RefusesBrokenArguments) {
    Conversation gui;
    for (const std::string_view line : {"level",
                                        "level 40 x 0",
                                        "st",
                                        "st x",
                                        "sd",
                                        "sd x",
                                        "time",
                                        "time x",
                                        "otim",
                                        "memory",
                                        "memory lots",
                                        "cores",
                                        "cores x",
                                        "option",
                                        "option Nonsense=3",
                                        "option MultiPV=0",
                                        "option MultiPV=x",
                                        "option Hash=3",
                                        "variant",
                                        "variant atomic",
                                        "undo",
                                        "remove",
                                        "exit"}) {
        gui.send(line);
        const Lines lines = gui.read_all();
        ASSERT_EQ(lines.size(), 1U) << line;
        EXPECT_TRUE(lines[0].starts_with("Error (")) << lines[0];
        EXPECT_TRUE(lines[0].ends_with("): " + std::string(line))) << lines[0];
    }
}

TEST(XBoard, TakesOptions) {
    Conversation gui;
    gui.send(
        "memory 8\nmemory 0\nmemory 1\ncores 2\ncores 0\ncores 1\noption MultiPV=2\noption Clear Hash\n"
        "option UCI_LimitStrength=1\noption UCI_LimitStrength=0\noption Move Overhead=20\noption contempt=-10");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, ShowsItsBook) {
    Conversation gui;
    gui.send("bk");
    EXPECT_TRUE(gui.read().starts_with("\tBook: the built-in book, "));
    std::string line = gui.read();
    EXPECT_TRUE(line.starts_with("\t  Move ")) << line;
    for (line = gui.read(); !line.empty(); line = gui.read()) { EXPECT_TRUE(line.starts_with("\t  ")) << line; }
}

TEST(XBoard, PlaysFromItsBook) {
    Conversation gui;
    gui.send("option OwnBook=1\nnew\nlevel 40 5 0\nhard\ngo");
    EXPECT_TRUE(gui.read().starts_with("# book move "));
    EXPECT_TRUE(is_legal_move(gui.read_move()));
}

// ---------------------------------------------------------------------- moves

TEST(XBoard, AnswersAMoveWithAMove) {
    Conversation gui;
    gui.send("new\nsd 4\nusermove e2e4");
    const std::string reply = gui.read_move();
    EXPECT_TRUE(is_legal_move(reply, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")) << reply;
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, TakesMovesWithoutACommand) {
    Conversation gui;
    gui.send("new\nsd 4\ne2e4");
    EXPECT_NE(gui.read_move(), "");
}

TEST(XBoard, PlaysWhiteAfterGo) {
    Conversation gui;
    gui.send("new\nsd 4\ngo");
    EXPECT_TRUE(is_legal_move(gui.read_move()));
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, NamesIllegalMovesAndGoesOn) {
    Conversation gui;
    gui.send("new\nsd 3\nusermove e2e5\ne7e5\na1h8\nusermove\nusermove nonsense");
    EXPECT_EQ(gui.read(), "Illegal move: e2e5");
    EXPECT_EQ(gui.read(), "Illegal move: e7e5");
    EXPECT_EQ(gui.read(), "Illegal move: a1h8");
    EXPECT_EQ(gui.read(), "Illegal move: ");
    EXPECT_EQ(gui.read(), "Illegal move: nonsense");
    gui.send("usermove e2e4");
    EXPECT_NE(gui.read_move(), "");
}

TEST(XBoard, PromotesAsTold) {
    Conversation gui;
    gui.send("force\nsetboard 8/4P3/8/8/k7/8/8/K7 w - - 0 1\nusermove e7e8\nusermove e7e8n");
    EXPECT_EQ(gui.read(), "Illegal move: e7e8");
    EXPECT_EQ(gui.read_all(), Lines{});
    // A knight on e8 can move like this; a queen could not.
    gui.send("a4a5\ne8f6");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, UnderstandsCastlingInEveryForm) {
    for (const std::string_view castling : {"e1g1", "O-O", "0-0", "e1h1"}) {
        Conversation gui;
        gui.send("force\nsetboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nusermove " + std::string(castling));
        EXPECT_EQ(gui.read_all(), Lines{}) << castling;
        // The rook stands on f1 now.
        gui.send("usermove e8d8\nusermove f1f8");
        EXPECT_EQ(gui.read_all(), Lines{}) << castling;
    }
}

TEST(XBoard, OnlyObservesInForceMode) {
    Conversation gui;
    gui.send("new\nforce\ne2e4\ne7e5\ng1f3");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("sd 3\ngo");
    EXPECT_TRUE(is_legal_move(gui.read_move(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"));
}

TEST(XBoard, PlayOtherWaitsForTheOpponent) {
    Conversation gui;
    gui.send("new\nforce\ne2e4\nplayother\nsd 3");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("e7e5");
    EXPECT_TRUE(is_legal_move(gui.read_move(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
}

TEST(XBoard, ObeysTheOldColourCommands) {
    Conversation gui;
    gui.send("new\nforce\nsd 3\nwhite");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("e2e4");
    EXPECT_NE(gui.read_move(), "");
    // Black to move without White having moved.
    gui.send("new\nsd 3\nblack\ne7e5");
    EXPECT_TRUE(is_legal_move(gui.read_move(), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"));
    // A side in check can't pass the move.
    gui.send("force\nsetboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\nblack");
    const Lines lines = gui.read_all();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines[0].starts_with("Error (")) << lines[0];
}

TEST(XBoard, TakesMovesBack) {
    Conversation gui;
    gui.send("new\nforce\ne2e4\ne7e5\nundo\nd7d5\nundo\nundo\nundo");
    EXPECT_EQ(gui.read(), "Error (command not legal now): undo");
    gui.send("d2d4\nd7d5\nremove\ne2e4\nremove");
    EXPECT_EQ(gui.read(), "Error (command not legal now): remove");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, GoesOnAfterRemove) {
    Conversation gui;
    gui.send("new\nsd 3\ne2e4");
    gui.read_move();
    gui.send("remove\nd2d4");
    EXPECT_TRUE(is_legal_move(gui.read_move(), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"));
}

TEST(XBoard, SetsUpPositions) {
    Conversation gui;
    gui.send("new\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\nsd 4\ngo");
    EXPECT_EQ(gui.read(), "move d1d8");
    EXPECT_EQ(gui.read(), "1-0 {White mates}");
}

TEST(XBoard, RefusesIllegalPositionsAndMovesInThem) {
    Conversation gui;
    gui.send("force\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1");
    EXPECT_TRUE(gui.read().starts_with("tellusererror Illegal position: "));
    gui.send("setboard nonsense\nusermove e2e4\ngo\nanalyze\nundo");
    EXPECT_TRUE(gui.read().starts_with("tellusererror Illegal position: "));
    EXPECT_EQ(gui.read(), "Illegal move: e2e4");
    EXPECT_EQ(gui.read(), "Error (command not legal now): go");
    EXPECT_EQ(gui.read(), "Error (command not legal now): analyze");
    EXPECT_EQ(gui.read(), "Error (command not legal now): undo");
    gui.send("new\nsd 3\nusermove e2e4");
    EXPECT_NE(gui.read_move(), "");
}

TEST(XBoard, WritesCastlingAsTheVariantDemands) {
    // Castling mates; nothing else does.
    Conversation gui;
    gui.send("new\nforce\nsetboard 4R3/8/8/8/8/5k1P/7P/4K2R w K - 0 1\nsd 4\ngo");
    EXPECT_EQ(gui.read(), "move e1g1");
    EXPECT_EQ(gui.read(), "1-0 {White mates}");
    gui.send("new\nforce\nvariant fischerandom\nsetboard 4R3/8/8/8/8/5k1P/7P/4K2R w H - 0 1\nsd 4\ngo");
    EXPECT_EQ(gui.read(), "move O-O");
    EXPECT_EQ(gui.read(), "1-0 {White mates}");
    // Here the rook need not move.
    gui.send("new\nforce\nvariant fischerandom\nsetboard r5kr/5p2/8/8/8/8/8/RK3R2 w FAha - 0 1\nO-O\nO-O-O\nf1f7");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("O-O");
    EXPECT_EQ(gui.read(), "Illegal move: O-O");
}

// ---------------------------------------------------------------------- ends of games

TEST(XBoard, AdmitsThatItIsMated) {
    Conversation gui;
    gui.send("new\nforce\nf2f3\ne7e5\ng2g4\nsd 3\nplayother");
    // We are White now; Black mates.
    gui.send("d8h4");
    EXPECT_EQ(gui.read(), "0-1 {Black mates}");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("go");
    EXPECT_EQ(gui.read(), "0-1 {Black mates}");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, SeesStalemateByTheOpponent) {
    Conversation gui;
    gui.send("force\nsetboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\nplayother\nf1f7");
    EXPECT_EQ(gui.read(), "1/2-1/2 {Stalemate}");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, SeesInsufficientMaterial) {
    Conversation gui;
    gui.send("force\nsetboard 7k/8/6K1/8/8/8/8/b6B w - - 0 1\nusermove g6g5\nundo\nplayother");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("setboard 7k/8/8/8/8/8/1q6/K7 w - - 0 1\nplayother\na1b2");
    EXPECT_EQ(gui.read(), "1/2-1/2 {Draw by insufficient material}");
}

TEST(XBoard, ClaimsRepetitionOnceAndPlaysOnIfAsked) {
    Conversation gui;
    gui.send("new\nforce\ng1f3\ng8f6\nf3g1\nf6g8\ng1f3\ng8f6\nf3g1\nplayother\nsd 2\nf6g8");
    EXPECT_EQ(gui.read(), "1/2-1/2 {Draw by repetition}");
    EXPECT_EQ(gui.read_all(), Lines{});
    // The GUI wants no draw.
    gui.send("go");
    EXPECT_NE(gui.read_move(), "");
}

TEST(XBoard, ClaimsFiftyMoves) {
    Conversation gui;
    gui.send("force\nsetboard 7k/8/8/8/8/8/1R6/K7 w - - 99 90\nplayother\na1b1");
    EXPECT_EQ(gui.read(), "1/2-1/2 {Draw by fifty-move rule}");
}

TEST(XBoard, ForgetsThePartAfterTheResult) {
    Conversation gui;
    gui.send("new\nsd 3\ne2e4");
    gui.read_move();
    gui.send("result 1-0 {White resigns}\nd2d4");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, PlaysAWholeGameAgainstRandomMoves) {
    Conversation gui;
    Prng prng(7);
    for (const Color us : Colors) {
        Game game;
        gui.send("new\nforce\nlevel 0 1 0\nsd 5\nhard");
        gui.send(us == Color::White ? "go" : "playother");
        while (game.ply() < 300) {
            if (game.position().side_to_move() == us) {
                ASSERT_TRUE(play_legal(game, gui.read_move()));
            } else {
                const MoveList moves = legal_moves(game.position());
                const Move move = moves[prng.below(moves.size())];
                game.play(move);
                gui.send("time 1000\notim 1000\nusermove " + to_uci(move));
            }
            if (game.state() != GameState::Ongoing) { break; }
        }
        EXPECT_EQ(game.state(), GameState::Checkmate);
        EXPECT_NE(game.position().side_to_move(), us);
        EXPECT_EQ(gui.read(), us == Color::White ? "1-0 {White mates}" : "0-1 {Black mates}");
        gui.send("result " + std::string(us == Color::White ? "1-0" : "0-1") + " {mate}");
        EXPECT_EQ(gui.read_all(), Lines{});
    }
}

// ---------------------------------------------------------------------- thinking

TEST(XBoard, ShowsItsThinkingIfAsked) {
    Conversation gui;
    gui.send("new\nsd 6\ngo");
    EXPECT_EQ(gui.read_until("move ").size(), 1U);
    gui.send("new\nsd 6\npost\ngo");
    Lines lines = gui.read_until("move ");
    const std::string best = lines.back().substr(5);
    lines.pop_back();
    ASSERT_GE(lines.size(), 6U);
    for (const std::string& line : lines) {
        std::string_view rest = line;
        for (int i = 0; i < 4; ++i) { EXPECT_TRUE(parse_integer<std::int64_t>(next_word(rest))) << line; }
        Game game;
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            if (word == "!" || word == "?") { break; }
            ASSERT_TRUE(play_legal(game, word)) << line;
        }
    }
    EXPECT_NE(lines.back().find(' ' + best), std::string::npos);
    gui.send("nopost\nforce\nnew\nsd 6\ngo");
    EXPECT_EQ(gui.read_until("move ").size(), 1U);
}

TEST(XBoard, WritesMateScores) {
    Conversation gui;
    gui.send("post\nforce\nsetboard 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1\nsd 6\ngo");
    const Lines lines = gui.read_until("move ");
    ASSERT_GE(lines.size(), 2U);
    std::string_view rest = lines[lines.size() - 2];
    next_word(rest);
    EXPECT_EQ(next_word(rest), "100002") << lines[lines.size() - 2];
}

TEST(XBoard, MovesNowWhenAsked) {
    Conversation gui;
    gui.send("new\nst 3600\ngo\n?\nping 7");
    EXPECT_TRUE(is_legal_move(gui.read_move()));
    EXPECT_EQ(gui.read(), "pong 7");
}

TEST(XBoard, AnswersPingOnlyAfterItsMove) {
    Conversation gui;
    gui.send("new\nst 3600\nusermove e2e4\nping 1\nping 2\n?");
    EXPECT_TRUE(gui.read().starts_with("move "));
    EXPECT_EQ(gui.read(), "pong 1");
    EXPECT_EQ(gui.read(), "pong 2");
}

TEST(XBoard, ChangesOptionsAfterItsMove) {
    Conversation gui;
    gui.send("new\nst 3600\ngo\nmemory 4\noption Nonsense=1\ncores 2\n?");
    EXPECT_TRUE(gui.read().starts_with("move "));
    EXPECT_EQ(gui.read(), "Error (unknown option): option Nonsense=1");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, DropsTheMoveOfASearchThatACommandEnds) {
    for (const std::string_view command :
         {"force", "new", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "result *", "undo"}) {
        Conversation gui;
        gui.send("new\nst 3600\ne2e4\n" + std::string(command));
        EXPECT_EQ(gui.read_all(), Lines{}) << command;
        gui.send("?");
        EXPECT_EQ(gui.read_all(), Lines{}) << command;
    }
}

TEST(XBoard, TakesNoMoveWhileItThinks) {
    Conversation gui;
    gui.send("new\nst 3600\ne2e4\nusermove e7e5\ngo\n?");
    EXPECT_EQ(gui.read(), "Error (command not legal now): usermove e7e5");
    EXPECT_TRUE(gui.read().starts_with("move "));
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, MakesOneMoveForEachTurn) {
    // The end of a search and a command meet at every possible moment.
    Conversation gui;
    for (int i = 0; i < 300; ++i) {
        gui.send("new\nst 0.0" + std::to_string(11 + i % 30) + "\ngo");
        const bool at_once = i % 3 == 0;
        if (!at_once) { std::this_thread::sleep_for(std::chrono::microseconds(i * 40)); }
        gui.send(i % 2 == 0 ? "?" : "force");
        const Lines lines = gui.read_all();
        EXPECT_EQ(lines.size(), count_starting(lines, "move "));
        if (i % 2 == 0) {
            EXPECT_EQ(lines.size(), 1U);
        } else {
            EXPECT_LE(lines.size(), 1U);
        }
    }
}

TEST(XBoard, ObeysItsClock) {
    Conversation gui;
    gui.send("new\nlevel 40 0:01 0\ntime 50\notim 6000\ngo");
    const auto begin = Clock::now();
    EXPECT_TRUE(is_legal_move(gui.read_move()));
    // Far less than what the opponent has.
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
}

TEST(XBoard, PlaysWithoutAnyTime) {
    Conversation gui;
    gui.send("new\nlevel 0 0 0\ntime -100\notim 0\ngo");
    EXPECT_TRUE(is_legal_move(gui.read_move()));
}

// ---------------------------------------------------------------------- pondering

// Lets it make a move and returns the reply it expects.
std::string expected_reply(Conversation& gui, Game& game) {
    gui.send("new\nhard\nsd 8\ngo");
    EXPECT_TRUE(play_legal(game, gui.read_move()));
    gui.send("hint");
    std::string line = gui.read();
    EXPECT_TRUE(line.starts_with("Hint: ")) << line;
    return line.substr(6);
}

TEST(XBoard, PondersOnTheExpectedReply) {
    Conversation gui;
    Game game;
    const std::string reply = expected_reply(gui, game);
    gui.send("usermove " + reply);
    ASSERT_TRUE(play_legal(game, reply));
    EXPECT_TRUE(play_legal(game, gui.read_move()));
}

TEST(XBoard, ShowsWhatItPondersOn) {
    Conversation gui;
    gui.send("new\npost\nhard\nsd 8\ngo");
    gui.read_until("move ");
    const std::string line = gui.read();
    EXPECT_NE(line.find(" ("), std::string::npos) << line;
    // Pondering must not keep the GUI waiting.
    gui.send("ping 5");
    gui.read_until("pong 5");
    gui.send("easy\nping 6");
    gui.read_until("pong 6");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, ThinksAnewAfterAnotherReply) {
    Conversation gui;
    Game game;
    const std::string reply = expected_reply(gui, game);
    const std::string other = reply == "a7a6" ? "a7a5" : "a7a6";
    gui.send("usermove " + other);
    ASSERT_TRUE(play_legal(game, other));
    EXPECT_TRUE(play_legal(game, gui.read_move()));
}

TEST(XBoard, MovesNowAfterAPonderHit) {
    Conversation gui;
    Game game;
    // It thinks shortly, but would ponder for an hour.
    gui.send("new\nhard\nsd 8\ngo\nst 3600\nsd 100");
    ASSERT_TRUE(play_legal(game, gui.read_move()));
    gui.send("hint");
    const std::string reply = gui.read().substr(6);
    gui.send("usermove " + reply + "\nping 2\n?");
    ASSERT_TRUE(play_legal(game, reply));
    EXPECT_TRUE(play_legal(game, gui.read_move()));
    EXPECT_EQ(gui.read(), "pong 2");
}

TEST(XBoard, PondersAlsoWhenItsStrengthIsLimited) {
    Conversation gui;
    Game game;
    gui.send("new\nhard\noption UCI_LimitStrength=1\noption UCI_Elo=1500\nst 0.1\ngo");
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(play_legal(game, gui.read_move()));
        gui.send("hint\nping 1");
        const Lines lines = gui.read_until("pong 1");
        std::string reply = to_uci(legal_moves(game.position())[0]);
        if (lines.front().starts_with("Hint: ")) { reply = lines.front().substr(6); }
        // Long enough for the few nodes of a weak player.
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        gui.send("usermove " + reply);
        ASSERT_TRUE(play_legal(game, reply));
        if (game.state() != GameState::Ongoing) { break; }
    }
}

TEST(XBoard, ChangesOptionsWhilePondering) {
    Conversation gui;
    Game game;
    const std::string reply = expected_reply(gui, game);
    gui.send("memory 4\ncores 2\nusermove " + reply);
    ASSERT_TRUE(play_legal(game, reply));
    EXPECT_TRUE(play_legal(game, gui.read_move()));
}

// ---------------------------------------------------------------------- analysing

TEST(XBoard, Analyses) {
    Conversation gui;
    gui.send("new\npost\nanalyze");
    EXPECT_TRUE(is_thinking_line(gui.read()));
    gui.send(".");
    const std::string status = gui.read_until("stat01: ").back();
    const std::vector<std::string_view> words = split_words(status);
    ASSERT_GE(words.size(), 6U) << status;
    EXPECT_EQ(words[5], "20") << status;
    gui.send("usermove e2e4\nusermove e7e5\nundo\nping 1");
    gui.read_until("pong 1");
    gui.read();
    gui.send("hint");
    EXPECT_TRUE(gui.read_until("Hint: ").back().size() >= 10);
    // Changing an option only interrupts it.
    gui.send("option MultiPV=2\nping 2");
    gui.read_until("pong 2");
    EXPECT_TRUE(is_thinking_line(gui.read()));
    gui.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    gui.read_until("tellusererror");
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    EXPECT_TRUE(is_thinking_line(gui.read()));
    gui.send("new");
    gui.read_all();
    EXPECT_TRUE(is_thinking_line(gui.read()));
    gui.send("exit\nping 3");
    const Lines lines = gui.read_until("pong 3");
    EXPECT_EQ(count_starting(lines, "move "), 0U);
    EXPECT_EQ(gui.read_all(), Lines{});
    gui.send("e2e4");
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, ARefusedOptionDoesNotDisturbTheAnalysis) {
    Conversation gui;
    gui.send("new\npost\nanalyze");
    for (std::string line = gui.read(); !line.starts_with("6 "); line = gui.read()) {
        ASSERT_TRUE(is_thinking_line(line));
    }
    gui.send("option EvalFile=/no/such/file\noption Evaluation=7\noption MultiPV=0\nping 1");
    Lines lines = gui.read_until("pong 1");
    EXPECT_EQ(count_starting(lines, "Error "), 3U);
    lines.push_back(gui.read());
    EXPECT_TRUE(is_thinking_line(lines.back()));
    EXPECT_EQ(count_starting(lines, "1 "), 0U) << "it began again";
    gui.send("option Evaluation=classical\nping 2");
    lines = gui.read_until("pong 2");
    lines.push_back(gui.read());
    EXPECT_EQ(count_starting(lines, "Error "), 0U);
    EXPECT_GT(count_starting(lines, "1 "), 0U);
}

TEST(XBoard, AnalysesFinishedGames) {
    Conversation gui;
    gui.send("force\nsetboard R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1\npost\nanalyze");
    EXPECT_TRUE(gui.read().starts_with("0 -100000 "));
    gui.send(".\nundo");
    gui.read_until("stat01: ");
    EXPECT_EQ(gui.read(), "Error (command not legal now): undo");
    gui.send("exit");
    EXPECT_EQ(gui.read_all(), Lines{});
}

// The other side would be in check without being on move.
TEST(XBoard, ARefusedSideToMoveChangesNothing) {
    Conversation gui;
    gui.send("force\nsetboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\nanalyze\nblack");
    gui.read_until("Error (");
    gui.send(".");
    gui.read_until("stat01: ");
    gui.send("exit\nusermove e1e2\nping 1");
    EXPECT_EQ(count_starting(gui.read_until("pong 1"), "move "), 0U);
}

TEST(XBoard, PlaysAfterAnalysing) {
    Conversation gui;
    gui.send("new\nanalyze\nsd 3\ngo");
    EXPECT_TRUE(is_legal_move(gui.read_move()));
    EXPECT_EQ(gui.read_all(), Lines{});
}

// ---------------------------------------------------------------------- the end

TEST(XBoard, QuitsWhateverItDoes) {
    for (const std::string_view lines :
         {"", "new", "new\nst 3600\ngo", "new\nst 3600\ngo\nping 1\nmemory 2", "analyze", "new\nhard\nsd 3\ngo"}) {
        Conversation gui;
        gui.send(lines);
        gui.send("quit\nusermove e2e4");
        gui.await_end();
    }
}

TEST(XBoard, EndsWithItsInput) {
    for (const std::string_view lines : {"", "new", "analyze", "new\nhard\nsd 3\ngo"}) {
        Conversation gui;
        gui.send(lines);
        gui.end();
    }
}

TEST(XBoard, SaysItsMoveWhenTheInputEndsWhileItThinks) {
    Conversation gui;
    gui.send("new\nst 3600\ngo\nping 1");
    const Lines lines = gui.end();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].starts_with("move "));
    EXPECT_EQ(lines[1], "pong 1");
}

TEST(XBoard, SurvivesLongLines) {
    Conversation gui;
    gui.send(std::string(LineReader::MaxLength + 1, 'x'));
    EXPECT_EQ(gui.read(), "Error (line too long): ");
    gui.send(std::string(LineReader::MaxLength / 2, 'y'));
    EXPECT_LT(gui.read().size(), 200U);
    EXPECT_EQ(gui.read_all(), Lines{});
}

TEST(XBoard, SurvivesAnythingInAnyOrder) {
    const std::vector<std::string> words{"xboard",
                                         "protover 2",
                                         "accepted x",
                                         "new",
                                         "variant fischerandom",
                                         "variant normal",
                                         "random",
                                         "force",
                                         "go",
                                         "playother",
                                         "white",
                                         "black",
                                         "level 40 5 0",
                                         "level 0 0:01 0.1",
                                         "st 0.02",
                                         "sd 4",
                                         "sd 100",
                                         "nps 5",
                                         "time 20",
                                         "otim 30",
                                         "usermove e2e4",
                                         "e7e5",
                                         "g1f3",
                                         "O-O",
                                         "b8c6",
                                         "?",
                                         "ping 9",
                                         "draw",
                                         "result *",
                                         "hint",
                                         "bk",
                                         "undo",
                                         "remove",
                                         "hard",
                                         "easy",
                                         "post",
                                         "nopost",
                                         "analyze",
                                         "exit",
                                         ".",
                                         "name x",
                                         "rating 1 2",
                                         "computer",
                                         "memory 2",
                                         "cores 2",
                                         "cores 1",
                                         "option MultiPV=3",
                                         "option Clear Hash",
                                         "egtpath x y",
                                         "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
                                         "setboard 4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
                                         "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                                         "nonsense",
                                         "option UCI_LimitStrength=1",
                                         "option UCI_LimitStrength=0"};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Conversation gui;
        Prng prng(seed);
        for (int i = 0; i < 400; ++i) {
            gui.send(words[prng.below(words.size())]);
            if (prng.below(8) == 0) { std::this_thread::sleep_for(std::chrono::milliseconds(prng.below(15))); }
        }
        gui.send("force\nping 77");
        gui.read_until("pong 77");
        gui.send("new\nvariant normal\nsd 2\noption MultiPV=1\ngo");
        EXPECT_TRUE(is_legal_move(gui.read_move()));
    }
}

TEST(XBoard, TakesThePathOfTablebases) {
    Conversation gui;
    gui.send("protover 2");
    bool offered = false;
    for (const std::string& line : gui.read_all()) { offered = offered || line.find("egt=\"syzygy\"") != line.npos; }
    EXPECT_TRUE(offered);
    gui.send("egtpath syzygy " SKUA_SOURCE_DIR "/tests/data/syzygy");
    EXPECT_EQ(gui.read(), "# Syzygy tables: 5 with 3 pieces; distance tables (DTZ): 5");
    gui.send("egtpath syzygy /nowhere");
    EXPECT_EQ(gui.read(),
              "Error (the folder \"/nowhere\" can't be read: there is no such folder): egtpath syzygy /nowhere");
}

}  // namespace
}  // namespace skua
