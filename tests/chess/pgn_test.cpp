#include "chess/pgn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "base/parse.h"
#include "chess/random_positions.h"
#include "chess/san.h"
#include "chess/support.h"

namespace skua {
namespace {

// All games of a text, and messages about broken ones.
struct Reading {
    std::vector<PgnGame> games;
    std::vector<std::string> messages;
};

Reading read_all(const std::string& text) {
    std::istringstream input(text);
    PgnReader reader(input);
    Reading reading;
    while (auto game = reader.next()) {
        if (*game) {
            reading.games.push_back(**game);
        } else {
            reading.messages.push_back(game->error());
        }
    }
    EXPECT_EQ(reader.count(), reading.games.size() + reading.messages.size());
    EXPECT_FALSE(reader.next().has_value());
    return reading;
}

// The one game of a text that must be good.
PgnGame game_of(const std::string& text) {
    const Reading reading = read_all(text);
    for (const std::string& message : reading.messages) { ADD_FAILURE() << message; }
    EXPECT_EQ(reading.games.size(), 1u) << text;
    return reading.games.empty() ? PgnGame{} : reading.games[0];
}

// What is wrong with the one game of a text.
std::string message_of(const std::string& text) {
    const Reading reading = read_all(text);
    EXPECT_EQ(reading.games.size(), 0u) << text;
    EXPECT_EQ(reading.messages.size(), 1u) << text;
    return reading.messages.empty() ? "" : reading.messages[0];
}

std::string written(const PgnGame& game) {
    std::ostringstream output;
    write_pgn(output, game);
    return output.str();
}

// The moves of a line with a blank between them, without variations.
std::string moves_of_line(const PgnLine& line, Position position) {
    std::string text;
    for (const PgnMove& each : line.moves) {
        text += (text.empty() ? "" : " ") + to_san(position, each.move);
        position.play(each.move);
    }
    return text;
}
std::string moves_of_game(const PgnGame& game) { return moves_of_line(game.line, game.start); }

using Nags = std::vector<std::uint8_t>;

// ------------------------------------------------------------------ reading good games

const std::string Sample = R"([Event "Club \"Four Pawns\" evening"]
[Site "C:\\chess"]
[Date "2024.02.30"]
[Round "1"]
[White "Gull, A."]
[Black "Tern, B."]
[Result "1-0"]
[Annotator "Petrel"]

{Before the game.} 1. e4 $1 {Best by test.} e5 (1... c5 2. Nf3 (2. c3 {quiet}
2... d5) 2... d6) (1... e6) 2. Nf3!? Nc6?! 3. Bb5 a6 ; and now
4. Ba4 Nf6 $14 $36 5. O-O {
a longer
   comment } Be7 1-0
)";

TEST(PgnReading, TagsWithEscapes) {
    const PgnGame game = game_of(Sample);
    EXPECT_EQ(game.tags.get("Event"), "Club \"Four Pawns\" evening");
    EXPECT_EQ(game.tags.get("Site"), "C:\\chess");
    EXPECT_EQ(game.tags.get("White"), "Gull, A.");
    EXPECT_EQ(game.tags.get("Annotator"), "Petrel");
    EXPECT_EQ(game.tags.get("Nothing"), "");
    EXPECT_EQ(game.tags.size(), 7u);
    EXPECT_EQ(game.result, GameResult::WhiteWins);
    EXPECT_EQ(game.variant, Variant::Standard);
    EXPECT_EQ(game.start, Position());
}

TEST(PgnReading, MovesCommentsGlyphsVariations) {
    const PgnGame game = game_of(Sample);
    EXPECT_EQ(moves_of_game(game), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7");
    EXPECT_EQ(game.line.comment, "Before the game.");
    const std::vector<PgnMove>& moves = game.line.moves;
    ASSERT_EQ(moves.size(), 10u);
    EXPECT_EQ(moves[0].nags, Nags{1});
    EXPECT_EQ(moves[0].comment, "Best by test.");
    EXPECT_EQ(moves[2].nags, Nags{5});
    EXPECT_EQ(moves[3].nags, Nags{6});
    EXPECT_EQ(moves[5].comment, "and now");
    EXPECT_EQ(moves[7].nags, (Nags{14, 36}));
    EXPECT_EQ(moves[8].comment, "a longer comment");

    ASSERT_EQ(moves[1].variations.size(), 2u);
    Position after_e4;
    after_e4.play(move_of(after_e4, "e2e4"));
    const PgnLine& sicilian = moves[1].variations[0];
    EXPECT_EQ(moves_of_line(sicilian, after_e4), "c5 Nf3 d6");
    EXPECT_EQ(moves_of_line(moves[1].variations[1], after_e4), "e6");
    ASSERT_EQ(sicilian.moves[1].variations.size(), 1u);
    Position after_c5 = after_e4;
    after_c5.play(sicilian.moves[0].move);
    EXPECT_EQ(moves_of_line(sicilian.moves[1].variations[0], after_c5), "c3 d5");
    EXPECT_EQ(sicilian.moves[1].variations[0].moves[0].comment, "quiet");
}

TEST(PgnReading, AllMarksBecomeNags) {
    const PgnGame game = game_of("1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! 4. b4 !!! b5 $1! *");
    const std::vector<Nags> expected{{1}, {2}, {3}, {4}, {5}, {6}, {3}, {1}};
    ASSERT_EQ(game.line.moves.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) { EXPECT_EQ(game.line.moves[i].nags, expected[i]) << i; }
}

TEST(PgnReading, GlyphsThatMeanNothingAreDropped) {
    const PgnGame game = game_of("$3 1. e4 $256 $ $99999999999999999999 $255 e5 *");
    ASSERT_EQ(game.line.moves.size(), 2u);
    EXPECT_EQ(game.line.moves[0].nags, Nags{255});
}

TEST(PgnReading, MoveNumbersAnyWay) {
    for (const char* const text : {"1.e4 e5 2.Nf3 *", "1. e4 1... e5 2. Nf3", "e4 e5 Nf3", "1.e4 1...e5 2 Nf3 *",
                                   "7. e4 ... e5 99.Nf3*", "1.\ne4\ne5\n\n2.\nNf3\n*", "1. e4e.p. e5 e.p. 2. Nf3 *"}) {
        EXPECT_EQ(moves_of_game(game_of(text)), "e4 e5 Nf3") << text;
    }
}

TEST(PgnReading, Results) {
    EXPECT_EQ(game_of("1. e4 1-0").result, GameResult::WhiteWins);
    EXPECT_EQ(game_of("1. e4 0-1").result, GameResult::BlackWins);
    EXPECT_EQ(game_of("1. e4 1/2-1/2").result, GameResult::Draw);
    EXPECT_EQ(game_of("1. e4 1/2").result, GameResult::Draw);
    EXPECT_EQ(game_of("1. e4 *").result, GameResult::Unfinished);
    EXPECT_EQ(game_of("1. e4").result, GameResult::Unfinished);
    // The tag counts when the moves end without a result.
    EXPECT_EQ(game_of("[Result \"0-1\"]\n\n1. e4").result, GameResult::BlackWins);
    EXPECT_EQ(game_of("[Result \"0-1\"]\n\n1. e4 1-0").result, GameResult::WhiteWins);
    EXPECT_EQ(game_of("[Result \"won\"]\n\n1. e4").result, GameResult::Unfinished);
    // A result inside a variation is not that of the game.
    EXPECT_EQ(game_of("1. e4 (1. d4 1-0) e5 0-1").result, GameResult::BlackWins);
}

TEST(PgnReading, StartPositions) {
    const std::string fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 20";
    const PgnGame game = game_of("[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n20. O-O-O Ke7 21. Rhe1+ *");
    EXPECT_EQ(to_fen(game.start), fen);
    EXPECT_EQ(moves_of_game(game), "O-O-O Ke7 Rhe1+");
    EXPECT_EQ(game.tags.size(), 6u);  // neither SetUp nor FEN
    EXPECT_EQ(game_of("[FEN \"\"]\n\n1. e4 *").start, Position());
    EXPECT_EQ(game_of("[Variant \"From Position\"]\n[FEN \"" + fen + "\"]\n\n*").variant, Variant::Standard);
}

TEST(PgnReading, Chess960) {
    const std::string fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1";
    for (const char* const name : {"Chess960", "chess 960", "Fischerandom", "FRC"}) {
        const PgnGame game =
            game_of("[FEN \"" + fen + "\"]\n[Variant \"" + std::string(name) + "\"]\n\n1. O-O O-O-O 1/2-1/2");
        EXPECT_EQ(game.variant, Variant::Chess960) << name;
        ASSERT_EQ(game.line.moves.size(), 2u) << name;
        EXPECT_EQ(game.line.moves[0].move, Move::castling(Square::E1, Square::G1));
        EXPECT_EQ(game.line.moves[1].move, Move::castling(Square::E8, Square::B8));
    }
    // In standard chess these rooks have no rights.
    EXPECT_EQ(message_of("[FEN \"" + fen + "\"]\n\n1. O-O *"), "game 1, line 3: \"O-O\" is not legal here");
}

TEST(PgnReading, ManyGamesWithAndWithoutBlankLines) {
    const Reading reading = read_all(
        "\n\n[White \"a\"]\n\n1. e4 *\n[White \"b\"]\n1. d4 d5 *\n\n\n[White \"c\"]\n\n[White \"d\"]\n[Black "
        "\"e\"]\n\n1. c4\n\n"
        "[White \"f\"]\n\n1. f4 1-0 [White \"g\"] [Black \"h\"] 1. g4 0-1\n");
    EXPECT_TRUE(reading.messages.empty());
    std::string summary;
    for (const PgnGame& game : reading.games) {
        summary += std::string(game.tags.get("White")) + ':' + moves_of_game(game) + ' ';
    }
    EXPECT_EQ(summary, "a:e4 b:d4 d5 c: d:c4 f:f4 g:g4 ");
}

TEST(PgnReading, GamesWithoutTags) {
    const Reading reading = read_all("1. e4 e5 1-0\n\n1. d4 *\n1. c4 1/2-1/2 1/2-1/2");
    EXPECT_TRUE(reading.messages.empty());
    ASSERT_EQ(reading.games.size(), 3u);
    EXPECT_EQ(moves_of_game(reading.games[1]), "d4");
    EXPECT_EQ(reading.games[2].result, GameResult::Draw);
}

TEST(PgnReading, BytesOfManySystems) {
    const std::string text = "[White \"a\"]\n\n1. e4 {b\nc} e5 *\n\n[White \"d\"]\n\n1. d4 *\n";
    const Reading expected = read_all(text);
    ASSERT_EQ(expected.games.size(), 2u);

    EXPECT_EQ(read_all("\xEF\xBB\xBF" + text).games, expected.games);
    std::string crlf;
    std::string cr;
    std::string nul;
    for (const char c : text) {
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
        cr += c == '\n' ? '\r' : c;
        nul += c == ' ' ? '\0' : c;
    }
    EXPECT_EQ(read_all(crlf).games, expected.games);
    EXPECT_EQ(read_all(cr).games, expected.games);
    EXPECT_EQ(read_all(nul).games, expected.games);
    // Line numbers count the same.
    EXPECT_EQ(message_of("[White \"a\"]\r\n\r\n1. e4\r\nxx"), message_of("[White \"a\"]\n\n1. e4\nxx"));
}

TEST(PgnReading, EscapedLines) {
    const PgnGame game = game_of("% not pgn [\n[White \"a\"]\n%more {\n\n1. e4\n% (((\ne5 {% stays\n% too} *");
    EXPECT_EQ(moves_of_game(game), "e4 e5");
    EXPECT_EQ(game.line.moves[1].comment, "% stays % too");
}

TEST(PgnReading, CommentsInOddPlaces) {
    EXPECT_EQ(game_of("; first\n[White \"a\"]\n\n1. e4 *").tags.get("White"), "a");
    EXPECT_EQ(game_of("1. e4 {a}{b} (1. d4) {c} e5 *").line.moves[0].comment, "a b c");
    EXPECT_EQ(game_of("1. e4 ( {before} 1. d4 {after} ) *").line.moves[0].variations[0].comment, "before");
    EXPECT_EQ(game_of("1. e4 {one ; two ( [ { $} *").line.moves[0].comment, "one ; two ( [ { $");
    EXPECT_EQ(game_of("1. e4 ; a } b\ne5 *").line.moves[0].comment, "a ) b");
    EXPECT_EQ(game_of("1. e4 {} (  ) e5 *").line.moves[0], game_of("1. e4 e5 *").line.moves[0]);
    EXPECT_EQ(game_of("1. e4 {[%clk 0:01:00]\n[%eval 0.2]} *").line.moves[0].comment, "[%clk 0:01:00] [%eval 0.2]");
}

TEST(PgnReading, UntidyTags) {
    EXPECT_EQ(game_of("[ Event \"a\" ]\n[White\t\"b\"] [Black \"c\"]\n*").tags.get("Black"), "c");
    EXPECT_EQ(game_of("[Event \"The \"Big\" one\"]\n*").tags.get("Event"), "The \"Big\" one");
    EXPECT_EQ(game_of("[Event \"a]b\"]\n*").tags.get("Event"), "a]b");
    EXPECT_EQ(game_of("[Event \"back\\slash\"]\n*").tags.get("Event"), "back\\slash");
    EXPECT_EQ(game_of("[White \"a\"]\n[White \"b\"]\n*").tags.get("White"), "b");
    EXPECT_EQ(game_of("[White \"a\"]\n*").tags.get("Date"), "????.??.??");
}

TEST(PgnReading, NothingIsNoGame) {
    for (const char* const text :
         {"", " ", "\n\n\n", "\xEF\xBB\xBF", "{only a comment}", "; and another", "% escaped", "1-0", "1."}) {
        EXPECT_TRUE(read_all(text).games.empty()) << text;
        EXPECT_TRUE(read_all(text).messages.empty()) << text;
    }
}

// ------------------------------------------------------------------ reading broken games

TEST(PgnBrokenGames, AreSkippedWithGameAndLine) {
    const Reading reading = read_all(
        "[White \"a\"]\n\n1. e4 e5 *\n\n"             // lines 1 to 4
        "[White \"b\"]\n\n1. e4\ne5 2. Ke3 d6 *\n\n"  // 5 to 9: an illegal move in line 8
        "[White \"c\"]\n\n1. d4 1-0\n\n"              // 10 to 13
        "[White \"d\n[Black \"x\"]\n\n1. c4 *\n\n"    // 14 to 18: a tag that is not closed
        "[White \"e\"]\n\n1. f4 0-1\n");
    ASSERT_EQ(reading.messages.size(), 2u);
    EXPECT_EQ(reading.messages[0], "game 2, line 8: \"Ke3\" is not legal here");
    EXPECT_EQ(reading.messages[1], "game 4, line 14: tag White is not closed in its line");
    ASSERT_EQ(reading.games.size(), 3u);
    EXPECT_EQ(reading.games[0].tags.get("White"), "a");
    EXPECT_EQ(reading.games[1].tags.get("White"), "c");
    EXPECT_EQ(reading.games[2].tags.get("White"), "e");
}

TEST(PgnBrokenGames, HaveReasons) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"1. e4 e4 *", "\"e4\" is not legal here"},
        {"1. e4 -- *", "\"--\" is a null move, which is not chess"},
        {"1. e4 0000 *", "\"0000\" is a null move, which is not chess"},
        {"1. e4 hello *", "\"hello\" is not a move like e4, Nf3 or O-O"},
        {"1. e4 & *", "unexpected character \"&\""},
        {"1. e4 [x *", "unexpected character \"[\""},
        {"1. e4 } *", "unexpected character \"}\""},
        {"1. e4 (1. d4 *", "the variation that begins here is not closed"},
        {"1. e4 ) *", "a variation is closed that was never opened"},
        {"( 1. e4 ) *", "a variation without a move before it"},
        {"1. e4 {never closed *", "the comment that begins here is not closed"},
        {"[Event]", "tag Event has no value in quotes"},
        {"[ \"a\"]", "a tag without a proper name"},
        {"[Event \"a\" ", "tag Event is not closed in its line"},
        {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "FEN: White has no king"},
        {"[Variant \"Atomic\"]\n\n1. e4 *", "variant \"Atomic\" is not supported"},
        {"1. e4 " + std::string(1'000, 'x') + " *", "\"" + std::string(41, 'x') + "\" is too long for a move"},
    };
    for (const auto& [text, reason] : cases) { EXPECT_EQ(message_of(text), "game 1, line 1: " + reason); }
}

TEST(PgnBrokenGames, AForgottenBracketSwallowsNoOtherGame) {
    const Reading reading = read_all("[White \"a\"]\n\n1. e4 {forgotten *\n\n[White \"b\"]\n\n1. d4 {closed} *\n");
    ASSERT_EQ(reading.messages.size(), 1u);
    EXPECT_EQ(reading.messages[0], "game 1, line 3: the comment that begins here is not closed");
    ASSERT_EQ(reading.games.size(), 1u);
    EXPECT_EQ(reading.games[0].tags.get("White"), "b");

    const Reading variation = read_all("[White \"a\"]\n\n1. e4\n(1. d4 *\n\n[White \"b\"]\n\n1. d4 *\n");
    ASSERT_EQ(variation.messages.size(), 1u);
    EXPECT_EQ(variation.messages[0], "game 1, line 4: the variation that begins here is not closed");
    EXPECT_EQ(variation.games.size(), 1u);
}

TEST(PgnBrokenGames, ABadPositionIsToldByItsTag) {
    EXPECT_EQ(message_of("[White \"a\"]\n[FEN \"nonsense\"]\n[Black \"b\"]\n\n1. e4 e5\n2. d4 *").substr(0, 20),
              "game 1, line 2: FEN:");
}

TEST(PgnBrokenGames, DepthOfVariationsIsLimited) {
    const auto nested = [](std::size_t depth) {
        std::string text = "1. e4";
        for (std::size_t i = 0; i < depth; ++i) { text += " (1. d4"; }
        return text + std::string(depth, ')') + " *\n";
    };
    EXPECT_EQ(written(game_of(written(game_of(nested(MaxPgnDepth))))), written(game_of(nested(MaxPgnDepth))));
    const std::string reason = "game 1, line 1: variations are nested deeper than 100";
    EXPECT_EQ(message_of(nested(MaxPgnDepth + 1)), reason);
    EXPECT_EQ(message_of(nested(1'000'000)), reason);
    EXPECT_EQ(message_of("1. e4 " + std::string(1'000'000, '(')),
              "game 1, line 1: a variation without a move before it");
}

TEST(PgnBrokenGames, SizeIsLimited) {
    std::string shuffle;
    while (shuffle.size() < 12 * MaxPgnMoves / 4 + 100) { shuffle += "Nf3 Nf6 Ng1 Ng8\n"; }
    EXPECT_TRUE(read_all("1. " + shuffle.substr(0, 16 * 1'000)).messages.empty());
    EXPECT_EQ(message_of(shuffle + shuffle), "game 1, line 50001: the game has more than 200000 moves");

    const std::string comment = '{' + std::string(1 << 20, 'x') + "} ";
    std::string comments = "1. e4 ";
    for (int i = 0; i < 15; ++i) { comments += comment; }
    EXPECT_TRUE(read_all(comments).messages.empty());
    EXPECT_EQ(message_of(comments + comment + comment + "*"),
              "game 1, line 1: the game's tags and comments are longer than 16777216 bytes");
    EXPECT_EQ(message_of("[Event \"" + std::string(MaxPgnText + 1, 'x') + "\"]\n[White \"a\"]\n\n*"),
              "game 1, line 1: tag Event is too long");

    std::string tags;
    for (std::size_t i = 0; i < MaxPgnTags * 3; ++i) { tags += "[T" + std::to_string(i) + " \"x\"]\n"; }
    const Reading reading = read_all(tags + "\n1. e4 *\n\n[White \"a\"]\n\n*\n");
    ASSERT_EQ(reading.messages.size(), 1u);
    EXPECT_EQ(reading.messages[0], "game 1, line 995: the game has more than 1000 tags");
    EXPECT_EQ(reading.games.size(), 1u);
}

TEST(PgnBrokenGames, HugeLinesSurvive) {
    EXPECT_EQ(moves_of_game(game_of("1. e4" + std::string(3'000'000, ' ') + "e5 *")), "e4 e5");
    EXPECT_EQ(moves_of_game(game_of('%' + std::string(3'000'000, 'x') + "\n1. e4 *")), "e4");
    EXPECT_EQ(message_of('[' + std::string(1'000'000, ' ') + "x"), "game 1, line 1: tag x has no value in quotes");
    EXPECT_EQ(message_of('[' + std::string(1'000'000, 'x')), "game 1, line 1: a tag without a proper name");
    std::string games;
    for (int i = 0; i < 20'000; ++i) { games += "1. e4 e5 * "; }
    EXPECT_EQ(read_all(games).games.size(), 20'000u);
}

// A stream that makes up games without end: reading must not wait for one.
class EndlessGames : public std::streambuf {
protected:
    int_type underflow() override {
        setg(text_.data(), text_.data(), text_.data() + text_.size());
        return traits_type::to_int_type(text_[0]);
    }

private:
    std::string text_ = "[White \"a\"]\n\n1. e4 e5 *\n\n";
};

TEST(PgnReading, IsStreamed) {
    EndlessGames games;
    std::istream input(&games);
    PgnReader reader(input);
    for (int i = 0; i < 20'000; ++i) {
        const auto game = reader.next();
        ASSERT_TRUE(game.has_value() && game->ok());
        ASSERT_EQ((*game)->line.moves.size(), 2u);
    }
}

// ------------------------------------------------------------------ writing

TEST(PgnWriting, ExportFormat) {
    PgnGame game = game_of(
        "[Annotator \"me\"]\n[Black \"b \\\"q\\\" \\\\\"]\n\n1. e4 {king's pawn} e5 (1... c5 $2 2. Nf3 ({or} 2. c3) "
        "2... d6) "
        "2. Nf3! Nc6 3. Bb5 0-1");
    EXPECT_EQ(written(game),
              "[Event \"?\"]\n"
              "[Site \"?\"]\n"
              "[Date \"????.??.??\"]\n"
              "[Round \"?\"]\n"
              "[White \"?\"]\n"
              "[Black \"b \\\"q\\\" \\\\\"]\n"
              "[Result \"0-1\"]\n"
              "[Annotator \"me\"]\n"
              "\n"
              "1. e4 {king's pawn} 1... e5 (1... c5 $2 2. Nf3 ({or} 2. c3) 2... d6) 2. Nf3 $1\n"
              "Nc6 3. Bb5 0-1\n"
              "\n");
}

TEST(PgnWriting, StartPositionAndVariant) {
    PgnGame game;
    game.start = position_of("4k3/8/8/8/8/8/4p3/4K3 b - - 5 31");
    game.line.moves.push_back({move_of(game.start, "e8e7"), {}, {}, {}});
    EXPECT_NE(written(game).find(
                  "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 5 31\"]\n\n31... Ke7 *\n"),
              std::string::npos)
        << written(game);

    PgnGame chess960;
    chess960.variant = Variant::Chess960;
    EXPECT_NE(
        written(chess960).find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"" + std::string(StartFen) + "\"]\n"),
        std::string::npos);
    EXPECT_EQ(game_of(written(chess960)), chess960);
}

TEST(PgnWriting, LinesAreShorterThanEightyColumns) {
    PgnGame game = game_of(Sample);
    std::size_t longest = 0;
    // Words of many lengths, so that lines end in every possible column.
    for (int i = 0; i < 300; ++i) {
        game.line.moves[3].comment += (i == 0 ? "" : " ") + std::string(static_cast<std::size_t>(1 + i * 7 % 13), 'w');
        std::istringstream lines(written(game));
        for (std::string line; std::getline(lines, line);) {
            ASSERT_LT(line.size(), 80u) << line;
            ASSERT_TRUE(line.empty() || (line.front() != ' ' && line.back() != ' ')) << line;
            longest = std::max(longest, line.size());
        }
        ASSERT_EQ(game_of(written(game)), game);
    }
    EXPECT_EQ(longest, 79u);
}

TEST(PgnWriting, WhatCannotBeWrittenStaysReadable) {
    PgnGame game;
    game.tags.set("White", "two\nlines");
    game.line.comment = " a } b\n\nc ";
    game.line.moves.push_back({move_of(game.start, "e2e4"), {}, "  ", {{"\n", {}}, {"", {}}}});
    const PgnGame again = game_of(written(game));
    EXPECT_EQ(again.tags.get("White"), "two lines");
    EXPECT_EQ(again.line.comment, "a ) b c");
    EXPECT_EQ(moves_of_game(again), "e4");
    EXPECT_TRUE(again.line.moves[0].comment.empty());
    EXPECT_TRUE(again.line.moves[0].variations.empty());
}

TEST(PgnWriting, CommentsThatLookLikeSomethingElse) {
    PgnGame game;
    std::string comment;
    for (int i = 0; i < 40; ++i) { comment += "[Event \"x\"] 1-0 % (( {{ ; $1 "; }
    comment.pop_back();
    game.line.comment = comment;
    game.line.moves.push_back({move_of(game.start, "e2e4"), {}, comment, {}});
    EXPECT_EQ(game_of(written(game)), game);
}

TEST(PgnTags, KeepTheRosterFirstAndNamesOnce) {
    PgnTags tags;
    tags.set("ECO", "C60");
    tags.set("Black", "b");
    tags.set("ECO", "C61");
    tags.set("Event", "e");
    std::string order;
    for (const PgnTag& tag : tags) { order += tag.name + '=' + tag.value + ' '; }
    EXPECT_EQ(order, "Event=e Site=? Date=????.??.?? Round=? White=? Black=b ECO=C61 ");
    EXPECT_TRUE(PgnTags::is_name("White_2"));
    EXPECT_FALSE(PgnTags::is_name(""));
    EXPECT_FALSE(PgnTags::is_name("a b"));
    EXPECT_FALSE(PgnTags::is_name("a\""));
}

// ------------------------------------------------------------------ properties

std::string random_text(Prng& prng) {
    const std::vector<std::string> words{"good", "{",  "(",   ")",  ";",  "%",       "[x",
                                         "\"",   "\\", "1-0", "$5", "e4", "\xC3\xA9"};
    std::string text;
    for (std::uint64_t i = prng.below(30); i > 0; --i) {
        text += (text.empty() ? "" : " ") + words[prng.below(words.size())];
    }
    return text;
}

PgnLine random_line(Position position, int plies, int depth, Prng& prng) {
    PgnLine line;
    if (prng.below(3) == 0) { line.comment = random_text(prng); }
    for (int ply = 0; ply < plies && has_legal_move(position); ++ply) {
        PgnMove each;
        each.move = random_move(position, prng);
        if (prng.below(8) == 0) { each.comment = random_text(prng); }
        if (prng.below(8) == 0) { each.nags.push_back(static_cast<std::uint8_t>(prng.below(256))); }
        while (depth > 0 && prng.below(8) == 0) {
            each.variations.push_back(random_line(position, 1 + static_cast<int>(prng.below(8)), depth - 1, prng));
        }
        position.play(each.move);
        line.moves.push_back(std::move(each));
    }
    return line;
}

TEST(PgnProperties, RandomGamesAreReadBack) {
    Prng prng(31);
    std::string file;
    std::vector<PgnGame> games;
    for (int i = 0; i < 300; ++i) {
        PgnGame game;
        game.start = random_start(prng);
        game.variant = game.start == Position() ? Variant::Standard : Variant::Chess960;
        game.result = static_cast<GameResult>(prng.below(4));
        game.tags.set("White", random_text(prng));
        if (prng.below(2) == 0) { game.tags.set("Opening", random_text(prng)); }
        game.line = random_line(game.start, static_cast<int>(prng.below(120)), 3, prng);
        ASSERT_EQ(game_of(written(game)), game) << written(game);
        file += written(game);
        games.push_back(std::move(game));
    }
    // All in one file.
    EXPECT_EQ(read_all(file).games, games);
}

// Whatever is changed or cut off, reading continues to the end, and untouched games are found.
TEST(PgnProperties, DamagedFilesAreReadToTheEnd) {
    Prng prng(32);
    const std::string undamaged = "[White \"last\"]\n\n1. d4 d5 1/2-1/2\n";
    for (int i = 0; i < 3'000; ++i) {
        std::string text = Sample;
        for (std::uint64_t changes = 1 + prng.below(4); changes > 0; --changes) {
            const std::size_t place = prng.below(text.size());
            switch (prng.below(3)) {
                case 0: text[place] = static_cast<char>(prng.below(256)); break;
                case 1: text.erase(place, 1 + prng.below(20)); break;
                default: text.insert(place, 1, "{}()[]\";%$*\\\n"[prng.below(13)]); break;
            }
        }
        const Reading reading = read_all(text + "\n\n" + undamaged);
        ASSERT_FALSE(reading.games.empty()) << text;
        ASSERT_EQ(reading.games.back().tags.get("White"), "last") << text;
        for (const PgnGame& game : reading.games) { ASSERT_EQ(game_of(written(game)), game) << text; }
    }
}

TEST(PgnReaderTest, KeepsWhatCouldBeReadOfABrokenGame) {
    std::istringstream input(
        "[White \"Anna\"]\n\n1. e4 e5 (1... c5) 2. Ke3 Nc6 *\n\n"
        "[FEN \"nonsense\"]\n\n1. e4 *\n\n"
        "[White \"Bert\"]\n\n1. d4 d5 (1... Nf6 2. c4 e6 3. Ke5) 2. c4 *\n");
    PgnReader reader(input);
    auto game = reader.next();
    ASSERT_TRUE(game && !*game);
    ASSERT_TRUE(reader.readable_part());
    EXPECT_EQ(reader.readable_part()->tags.get("White"), "Anna");
    EXPECT_EQ(reader.readable_part()->line.moves.size(), 2u);
    EXPECT_EQ(reader.readable_part()->line.moves[1].variations.size(), 1u);
    game = reader.next();
    ASSERT_TRUE(game && !*game);
    EXPECT_FALSE(reader.readable_part()) << "nobody knows where it begins";
    game = reader.next();
    ASSERT_TRUE(game && !*game);
    ASSERT_TRUE(reader.readable_part());
    EXPECT_EQ(reader.readable_part()->line.moves.size(), 2u) << "the error is in a variation of the second move";
}

TEST(PgnWriter, NeverBreaksACommandInAComment) {
    PgnGame game = game_of("1. e4 e5 2. Nf3 *");
    for (std::size_t length = 0; length < 80; ++length) {
        game.line.moves[0].comment = std::string(length, 'x') + " [%eval 0.17] [%clk 0:05:30] [%odd";
        const std::string text = written(game);
        EXPECT_NE(text.find("[%eval 0.17]"), std::string::npos) << text;
        EXPECT_NE(text.find("[%clk 0:05:30]"), std::string::npos) << text;
        EXPECT_EQ(game_of(text).line.moves[0].comment, std::string(trim(game.line.moves[0].comment)));
    }
}

}  // namespace
}  // namespace skua
