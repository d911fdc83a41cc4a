#include "lab/games/tablebase_end.h"

#include <atomic>
#include <string>

#include "lab/games/selfplay.h"
#include "lab/games/verify.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

std::shared_ptr<const tablebase::Tables> three_pieces() {
    const auto tables = std::make_shared<tablebase::Tables>();
    EXPECT_TRUE(tables->add_folder(SKUA_SOURCE_DIR "/tests/data/syzygy"));
    return tables;
}

std::optional<KnownEnd> end_of(std::string_view fen) { return known_end(*three_pieces(), position_of(fen)); }

TEST(TablebaseEnd, KnowsWhoWins) {
    const std::optional<KnownEnd> white = end_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    ASSERT_TRUE(white);
    EXPECT_EQ(white->result, GameResult::WhiteWins);
    EXPECT_TRUE(is_win(white->score));
    const std::optional<KnownEnd> black = end_of("8/8/8/8/4p3/4k3/8/4K3 b - - 0 1");
    ASSERT_TRUE(black);
    EXPECT_EQ(black->result, GameResult::BlackWins);
    EXPECT_TRUE(is_loss(black->score)) << "White's view";
    const std::optional<KnownEnd> drawn = end_of("4k3/4P3/8/4K3/8/8/8/8 b - - 0 1");
    ASSERT_TRUE(drawn);
    EXPECT_EQ(drawn->result, GameResult::Draw);
    EXPECT_EQ(drawn->score, DrawScore);
    EXPECT_FALSE(end_of("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"));
}

TEST(TablebaseEnd, CountsTheFiftyMoveRule) {
    EXPECT_EQ(end_of("8/8/8/8/8/2k5/8/KQ6 w - - 40 80")->result, GameResult::WhiteWins);
    EXPECT_EQ(end_of("8/8/8/8/8/2k5/8/KQ6 w - - 98 80")->result, GameResult::Draw);
}

// A game in which four men are left at least.
GameRecord unknown_game() {
    GameRecord record;
    record.start = position_of("4k3/8/4K3/4P3/8/8/7p/6N1 b - - 0 1");
    Game game(record.start);
    for (const auto& [move, score] : {std::pair{"h2g1q", -900}, std::pair{"e6f6", -950}, std::pair{"g1a1", -990}}) {
        record.plies.push_back({move_of(game.position(), move), static_cast<std::int16_t>(score)});
        game.play(record.plies.back().move);
    }
    record.result = GameResult::Draw;
    return record;
}

TEST(TablebaseEnd, LeavesAGameWithoutKnownPositionsAlone) {
    GameRecord record = unknown_game();
    const GameRecord before = record;
    EXPECT_FALSE(end_by_tablebases(record, *three_pieces()));
    EXPECT_EQ(record.plies, before.plies);
    EXPECT_EQ(record.result, before.result);
}

TEST(TablebaseEnd, CorrectsTheResultAndDropsWhatFollows) {
    GameRecord record;
    record.start = position_of("4k3/8/4K3/4P3/8/8/8/6n1 b - - 0 1");
    Game game(record.start);
    // Black gives the knight for the pawn, and the game is called won nevertheless.
    for (const auto& [move, score] : {std::pair{"g1f3", 20}, std::pair{"e6d6", 30}, std::pair{"f3e5", 40},
                                      std::pair{"d6e5", 50}, std::pair{"e8e7", 60}}) {
        record.plies.push_back({move_of(game.position(), move), static_cast<std::int16_t>(score)});
        game.play(record.plies.back().move);
    }
    record.result = GameResult::WhiteWins;
    ASSERT_TRUE(end_by_tablebases(record, *three_pieces()));
    // After Nxe5 only a knight is left.
    EXPECT_EQ(record.result, GameResult::Draw);
    ASSERT_EQ(record.plies.size(), 4U);
    EXPECT_EQ(record.plies.back().score, DrawScore);
    EXPECT_EQ(record.plies[2].score, 40);
    EXPECT_EQ(implausibility(record), "");
}

TEST(TablebaseEnd, AMoveOfTheOpeningIsPassedOver) {
    GameRecord record;
    record.start = position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    Game game(record.start);
    for (const auto& [move, score] : {std::pair{"e6d6", static_cast<int>(NoScore)}, std::pair{"e8d8", 30}}) {
        record.plies.push_back({move_of(game.position(), move), static_cast<std::int16_t>(score)});
        game.play(record.plies.back().move);
    }
    record.random_plies = 1;
    record.result = GameResult::Draw;
    ASSERT_TRUE(end_by_tablebases(record, *three_pieces()));
    EXPECT_EQ(record.result, GameResult::WhiteWins);
    EXPECT_EQ(record.plies.size(), 2U);
}

TEST(TablebaseEnd, EndsSelfPlay) {
    PlaySettings settings;
    settings.limits.nodes = 50;
    settings.tables = three_pieces();
    Searcher searcher(RunsOn::CallersThread);
    searcher.set_tablebases(settings.tables);
    const std::atomic<bool> stop = false;
    const std::optional<GameRecord> game = play_from(Game(position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")),
                                                     Variant::Standard, searcher, searcher, settings, stop);
    ASSERT_TRUE(game);
    EXPECT_EQ(game->result, GameResult::WhiteWins);
    ASSERT_EQ(game->plies.size(), 1U);
    EXPECT_TRUE(is_win(game->plies[0].score));
}

}  // namespace
}  // namespace skua::lab
