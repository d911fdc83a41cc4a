#include "xboard/clock.h"

#include <gtest/gtest.h>

#include <array>

#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

constexpr Milliseconds Second = 1000;
constexpr Milliseconds Minute = 60 * Second;

// A game of this many plies; the moves themselves do not matter.
Game game_of(int plies, std::string_view fen = StartFen) {
    Game game(parse_fen(fen)->position);
    const std::array<std::string_view, 4> white_first{"g1f3", "g8f6", "f3g1", "f6g8"};
    const std::array<std::string_view, 4> black_first{"g8f6", "g1f3", "f6g8", "f3g1"};
    const auto& moves = game.position().side_to_move() == Color::White ? white_first : black_first;
    for (int ply = 0; ply < plies; ++ply) {
        game.play(*parse_uci_move(game.position(), moves[static_cast<std::size_t>(ply % 4)]));
    }
    return game;
}

Limits limits_of(const ChessClock& clock, const Game& game) { return clock.limits(game, Clock::now()); }

TEST(ParseSeconds, TakesWholeAndFraction) {
    EXPECT_EQ(parse_seconds("0"), 0);
    EXPECT_EQ(parse_seconds("12"), 12 * Second);
    EXPECT_EQ(parse_seconds("0.1"), 100);
    EXPECT_EQ(parse_seconds("1.25"), 1250);
    EXPECT_EQ(parse_seconds("1.23456789"), 1234);
}

TEST(ParseSeconds, RefusesWhatIsNoNumber) {
    for (const std::string_view text : {"", "x", "-1", "1s", "1.", ".5", "1.x", "1:30", " 1"}) {
        EXPECT_FALSE(parse_seconds(text)) << text;
    }
}

TEST(ParseSeconds, StaysFiniteForHugeNumbers) {
    const auto huge = parse_seconds("99999999999999999999999999");
    ASSERT_TRUE(huge);
    EXPECT_GT(*huge, 24 * 60 * Minute);
}

TEST(ParseMinutes, TakesMinutesAndSeconds) {
    EXPECT_EQ(parse_minutes("5"), 5 * Minute);
    EXPECT_EQ(parse_minutes("0:30"), 30 * Second);
    EXPECT_EQ(parse_minutes("2:05"), 2 * Minute + 5 * Second);
    EXPECT_EQ(parse_minutes("0:00.5"), 500);
    EXPECT_EQ(parse_minutes("0.5"), 30 * Second);
    EXPECT_EQ(parse_minutes("0"), 0);
}

TEST(ParseMinutes, PassesOverWhatFollows) {
    EXPECT_EQ(parse_minutes("25+5"), 25 * Minute);
    EXPECT_EQ(parse_minutes("1:30+2"), 90 * Second);
    EXPECT_EQ(parse_minutes("1:"), Minute);
}

TEST(ParseMinutes, RefusesWhatIsNoNumber) {
    for (const std::string_view text : {"", "x", "-1", ":30"}) { EXPECT_FALSE(parse_minutes(text)) << text; }
}

TEST(ChessClock, LevelWithMovesCountsDownToTheNextControl) {
    ChessClock clock;
    ASSERT_TRUE(clock.set_level("40 5 0", game_of(0)));
    const Limits first = limits_of(clock, game_of(0));
    EXPECT_EQ(first.time[Color::White], 5 * Minute);
    EXPECT_EQ(first.time[Color::Black], 5 * Minute);
    EXPECT_EQ(first.increment[Color::White], 0);
    EXPECT_EQ(first.moves_to_go, 40);
    EXPECT_FALSE(first.move_time);
    EXPECT_FALSE(first.depth);

    EXPECT_EQ(limits_of(clock, game_of(1)).moves_to_go, 40);
    EXPECT_EQ(limits_of(clock, game_of(2)).moves_to_go, 39);
    EXPECT_EQ(limits_of(clock, game_of(78)).moves_to_go, 1);
    EXPECT_EQ(limits_of(clock, game_of(79)).moves_to_go, 1);
    EXPECT_EQ(limits_of(clock, game_of(80)).moves_to_go, 40);
}

TEST(ChessClock, CountsTheMovesOfItsOwnColourWhoeverBegan) {
    ChessClock clock;
    const std::string_view black_begins = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    ASSERT_TRUE(clock.set_level("10 1 0", game_of(0, black_begins)));
    EXPECT_EQ(limits_of(clock, game_of(0, black_begins)).moves_to_go, 10);
    EXPECT_EQ(limits_of(clock, game_of(1, black_begins)).moves_to_go, 10);
    EXPECT_EQ(limits_of(clock, game_of(2, black_begins)).moves_to_go, 9);
}

TEST(ChessClock, LevelDuringAGameCountsFromThere) {
    ChessClock clock;
    ASSERT_TRUE(clock.set_level("20 22 0", game_of(80)));
    EXPECT_EQ(limits_of(clock, game_of(80)).moves_to_go, 20);
    EXPECT_EQ(limits_of(clock, game_of(82)).moves_to_go, 19);
    // Taken back to before it was set.
    EXPECT_EQ(limits_of(clock, game_of(60)).moves_to_go, 20);
    clock.restart();
    EXPECT_EQ(limits_of(clock, game_of(2)).moves_to_go, 19);
}

TEST(ChessClock, LevelWithIncrement) {
    ChessClock clock;
    ASSERT_TRUE(clock.set_level("0 2:30 0.5", game_of(0)));
    const Limits limits = limits_of(clock, game_of(0));
    EXPECT_EQ(limits.time[Color::White], 150 * Second);
    EXPECT_EQ(limits.increment[Color::White], 500);
    EXPECT_EQ(limits.increment[Color::Black], 500);
    EXPECT_FALSE(limits.moves_to_go);
}

TEST(ChessClock, RefusesBrokenLevelsAndKeepsTheLast) {
    ChessClock clock;
    ASSERT_TRUE(clock.set_level("30 3 0", game_of(0)));
    for (const std::string_view text :
         {"", "40", "40 5", "x 5 0", "40 x 0", "40 5 x", "-1 5 0", "40 -5 0", "40 5 -1"}) {
        EXPECT_FALSE(clock.set_level(text, game_of(0))) << text;
    }
    const Limits limits = limits_of(clock, game_of(0));
    EXPECT_EQ(limits.moves_to_go, 30);
    EXPECT_EQ(limits.time[Color::White], 3 * Minute);
}

TEST(ChessClock, TimeBelongsToTheEngineWhateverItsColour) {
    ChessClock clock;
    clock.set_engine_time(1230);
    clock.set_opponent_time(4560);
    const Limits white = limits_of(clock, game_of(0));
    EXPECT_EQ(white.time[Color::White], 1230);
    EXPECT_EQ(white.time[Color::Black], 4560);
    const Limits black = limits_of(clock, game_of(1));
    EXPECT_EQ(black.time[Color::Black], 1230);
    EXPECT_EQ(black.time[Color::White], 4560);
}

TEST(ChessClock, AClockThatHasRunOutIsStillAClock) {
    ChessClock clock;
    clock.set_engine_time(-5000);
    clock.set_opponent_time(0);
    const Limits limits = limits_of(clock, game_of(0));
    EXPECT_EQ(limits.time[Color::White], 1);
    EXPECT_EQ(limits.time[Color::Black], 1);
}

TEST(ChessClock, TimePerMoveReplacesTheClocksUntilTheNextLevel) {
    ChessClock clock;
    clock.set_time_per_move(3 * Second);
    const Limits limits = limits_of(clock, game_of(0));
    EXPECT_EQ(limits.move_time, 3 * Second);
    EXPECT_FALSE(limits.time[Color::White]);
    EXPECT_FALSE(limits.moves_to_go);

    ASSERT_TRUE(clock.set_level("0 1 0", game_of(0)));
    EXPECT_FALSE(limits_of(clock, game_of(0)).move_time);
    EXPECT_TRUE(limits_of(clock, game_of(0)).time[Color::White]);
}

TEST(ChessClock, DepthComesBesides) {
    ChessClock clock;
    clock.set_depth(7);
    EXPECT_EQ(limits_of(clock, game_of(0)).depth, 7);
    EXPECT_TRUE(limits_of(clock, game_of(0)).time[Color::White]);
    clock.set_time_per_move(Second);
    EXPECT_EQ(limits_of(clock, game_of(0)).depth, 7);
    clock.set_depth(std::nullopt);
    EXPECT_FALSE(limits_of(clock, game_of(0)).depth);
}

TEST(ChessClock, KeepsItsOwnTimeBetweenTheMessagesOfTheGui) {
    ChessClock clock;
    ASSERT_TRUE(clock.set_level("0 1 2", game_of(0)));
    clock.engine_moved(game_of(1), Color::White, 10 * Second);
    EXPECT_EQ(limits_of(clock, game_of(2)).time[Color::White], 52 * Second);
    // More than there was.
    clock.engine_moved(game_of(3), Color::White, 100 * Second);
    EXPECT_EQ(limits_of(clock, game_of(4)).time[Color::White], 2 * Second);
    clock.restart();
    EXPECT_EQ(limits_of(clock, game_of(0)).time[Color::White], Minute);
}

TEST(ChessClock, GetsNewTimeAtTheControl) {
    ChessClock clock;
    ASSERT_TRUE(clock.set_level("2 1 0", game_of(0)));
    clock.engine_moved(game_of(1), Color::White, 20 * Second);
    EXPECT_EQ(limits_of(clock, game_of(2)).time[Color::White], 40 * Second);
    clock.engine_moved(game_of(3), Color::White, 20 * Second);
    EXPECT_EQ(limits_of(clock, game_of(4)).time[Color::White], 80 * Second);
    EXPECT_EQ(limits_of(clock, game_of(4)).moves_to_go, 2);
}

}  // namespace
}  // namespace skua
