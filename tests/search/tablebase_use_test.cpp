// Tablebases at the root, in the tree and in the lines that are shown. The tables of three pieces are our own.
#include "search/tablebase_use.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "search/support.h"

namespace skua {
namespace {

using tablebase::Outcome;
using tablebase::TableKind;
using tablebase::Tables;

std::shared_ptr<const Tables> tables_in(const std::string& folder) {
    const auto tables = std::make_shared<Tables>([](const std::string& problem) { ADD_FAILURE() << problem; });
    EXPECT_TRUE(tables->add_folder(folder)) << folder;
    return tables;
}

std::shared_ptr<const Tables> three_pieces() { return tables_in(SKUA_SOURCE_DIR "/tests/data/syzygy"); }

// The same without distances.
std::shared_ptr<const Tables> outcomes_only() {
    const auto tables = std::make_shared<Tables>();
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "skua_outcomes_only";
    std::filesystem::create_directories(folder);
    for (const auto& file : std::filesystem::directory_iterator(SKUA_SOURCE_DIR "/tests/data/syzygy")) {
        if (file.path().extension() != ".rtbw") { continue; }
        std::filesystem::copy_file(file.path(), folder / file.path().filename(),
                                   std::filesystem::copy_options::overwrite_existing);
    }
    EXPECT_TRUE(tables->add_folder(folder.string()));
    return tables;
}

TablebaseUse use_of(std::shared_ptr<const Tables> tables) { return tablebase_use(std::move(tables), SearchSettings{}); }

ObservedSearch& with_tables(ObservedSearch& observed) {
    observed.searcher.set_tablebases(three_pieces());
    return observed;
}

// White wins with either piece, by the shortest way in eight moves.
constexpr std::string_view QueenEnding = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
// Only Kd6 and Kf6 win; the others allow a draw.
constexpr std::string_view PawnEnding = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
constexpr std::string_view DrawnPawnEnding = "4k3/4P3/8/4K3/8/8/8/8 b - - 0 1";

// ---------------------------------------------------------------------- what is used

TEST(TablebaseUse, NothingWithoutTables) {
    const TablebaseUse use = use_of(nullptr);
    EXPECT_EQ(use.max_pieces, 0);
    EXPECT_EQ(use.tables, nullptr);
}

TEST(TablebaseUse, TheLargestTablesWaitForTheDepth) {
    SearchSettings settings;
    settings.tablebase_depth = 5;
    settings.tablebase_limit = 3;
    TablebaseUse use = tablebase_use(three_pieces(), settings);
    EXPECT_EQ(use.max_pieces, 3);
    EXPECT_EQ(use.min_depth, 5);
    // The limit is above all tables, so that none of them is the largest allowed one.
    settings.tablebase_limit = 7;
    use = tablebase_use(three_pieces(), settings);
    EXPECT_EQ(use.max_pieces, 3);
    EXPECT_EQ(use.min_depth, 0);
    settings.tablebase_limit = 0;
    EXPECT_EQ(tablebase_use(three_pieces(), settings).max_pieces, 0);
}

TEST(TablebaseUse, ScoresLieBetweenEvaluationsAndMates) {
    for (const Ply ply : {0, 1, 100, MaxPly}) {
        const Score win = score_of_outcome(Outcome::Win, ply, true);
        EXPECT_GT(win, MaxEvaluation);
        EXPECT_LT(win, MateBound);
        EXPECT_TRUE(is_win(win));
        EXPECT_EQ(score_of_outcome(Outcome::Loss, ply, true), -win);
    }
    EXPECT_GT(score_of_outcome(Outcome::Win, 1, true), score_of_outcome(Outcome::Win, 2, true));
    EXPECT_EQ(score_of_outcome(Outcome::Draw, 3, true), DrawScore);
    const Score cursed = score_of_outcome(Outcome::CursedWin, 3, true);
    EXPECT_GT(cursed, 0);
    EXPECT_LT(cursed, 10);
    EXPECT_EQ(score_of_outcome(Outcome::BlessedLoss, 3, true), -cursed);
    EXPECT_TRUE(is_win(score_of_outcome(Outcome::CursedWin, 3, false)));
    EXPECT_TRUE(is_loss(score_of_outcome(Outcome::BlessedLoss, 3, false)));
}

// ---------------------------------------------------------------------- the root

TEST(TablebaseRoot, PutsTheWinningMovesFirst) {
    const Game game = game_of(PawnEnding);
    std::vector<RootMove> moves = root_moves_of(game.position(), {});
    TablebaseUse use = use_of(three_pieces());
    EXPECT_EQ(rank_root_moves(moves, game, use), moves.size());
    ASSERT_EQ(moves.size(), 4U);
    int winning = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i > 0) { EXPECT_LE(moves[i].tablebase_rank, moves[i - 1].tablebase_rank); }
        EXPECT_EQ(is_win(moves[i].tablebase_score), moves[i].tablebase_rank > 0);
        winning += is_win(moves[i].tablebase_score) ? 1 : 0;
    }
    EXPECT_EQ(winning, 2);
    EXPECT_EQ(use.max_pieces, 0) << "with distances the tree is not probed";
}

TEST(TablebaseRoot, WithoutDistancesTheTreeOfAWinIsProbed) {
    TablebaseUse use = use_of(outcomes_only());
    std::vector<RootMove> moves = root_moves_of(position_of(QueenEnding), {});
    EXPECT_GT(rank_root_moves(moves, game_of(QueenEnding), use), 0U);
    EXPECT_EQ(use.max_pieces, 3);
    EXPECT_TRUE(is_win(moves[0].tablebase_score));
    moves = root_moves_of(position_of(DrawnPawnEnding), {});
    EXPECT_GT(rank_root_moves(moves, game_of(DrawnPawnEnding), use), 0U);
    EXPECT_EQ(use.max_pieces, 0);
}

TEST(TablebaseRoot, LeavesWhatItDoesNotKnowAlone) {
    for (const std::string_view fen : {StartFen, std::string_view("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
                                       std::string_view("4k3/8/8/8/8/8/8/2R1K2R w - - 0 1")}) {
        const Game game = game_of(fen);
        std::vector<RootMove> moves = root_moves_of(game.position(), {});
        TablebaseUse use = use_of(three_pieces());
        EXPECT_EQ(rank_root_moves(moves, game, use), 0U) << fen;
        EXPECT_EQ(use.max_pieces, 3);
        for (const RootMove& move : moves) { EXPECT_EQ(move.tablebase_score, NoScore); }
    }
}

TEST(TablebaseRoot, TheSearchPlaysAWinningMoveAtAnyDepth) {
    ObservedSearch observed;
    with_tables(observed);
    for (const Depth depth : {1, 2, 5, 8}) {
        const Heard heard = observed.search(PawnEnding, depth_limit(depth));
        const Square to = heard.result.best.to();
        EXPECT_TRUE(to == Square::D6 || to == Square::F6) << depth;
        EXPECT_TRUE(is_win(heard.result.score)) << depth;
        EXPECT_GE(heard.last().tablebase_hits, 4U) << depth;
        EXPECT_EQ(heard.answers, 1);
    }
}

TEST(TablebaseRoot, AskedForMovesAreSearchedWhateverTheirRank) {
    ObservedSearch observed;
    with_tables(observed);
    Limits limits = depth_limit(4);
    limits.search_moves = {move_of(position_of(PawnEnding), "e6d5")};
    const Heard heard = observed.search(PawnEnding, limits);
    EXPECT_EQ(heard.result.best, limits.search_moves[0]);
    EXPECT_EQ(heard.result.score, DrawScore);
    EXPECT_TRUE(heard.last().is_dead_draw);
}

TEST(TablebaseRoot, SeveralLinesComeInTheOrderOfTheirRanks) {
    ObservedSearch observed;
    with_tables(observed);
    observed.settings.multi_pv = 4;
    const Heard heard = observed.search(PawnEnding, depth_limit(6));
    const std::vector<SearchInfo> lines = heard.last_lines(4);
    ASSERT_EQ(lines.size(), 4U);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].multipv, static_cast<int>(i) + 1);
        EXPECT_EQ(is_win(lines[i].score), i < 2) << i;
        EXPECT_FALSE(lines[i].pv.empty()) << i;
    }
}

TEST(TablebaseRoot, ALimitedPlayerStillWinsWhatTheTablesKnow) {
    ObservedSearch observed;
    with_tables(observed);
    observed.settings.strength_limit = StrengthLimit{60, 250};
    for (int i = 0; i < 20; ++i) {
        const Heard heard = observed.search(PawnEnding, depth_limit(30));
        const Square to = heard.result.best.to();
        EXPECT_TRUE(to == Square::D6 || to == Square::F6);
    }
}

TEST(TablebaseRoot, TheFiftyMoveRuleCountsUnlessItIsSwitchedOff) {
    ObservedSearch observed;
    with_tables(observed);
    // Mate takes more than the four plies that are left.
    const std::string late = "8/8/8/8/8/2k5/8/KQ6 w - - 96 80";
    Heard heard = observed.search(late, depth_limit(6));
    EXPECT_LT(std::abs(heard.result.score), 10);
    observed.settings.fifty_move_rule = false;
    heard = observed.search(late, depth_limit(1));
    EXPECT_TRUE(is_win(heard.result.score));
}

TEST(TablebaseRoot, WorksInSlicesAndOnSeveralThreads) {
    Searcher sliced(RunsOn::CallersThread);
    sliced.set_tablebases(three_pieces());
    SearchResult result;
    SearchCallbacks callbacks;
    callbacks.best_move = [&](const SearchResult& found) { result = found; };
    sliced.start(game_of(PawnEnding), depth_limit(8), {}, callbacks);
    while (!sliced.run_slice(50)) {}
    EXPECT_TRUE(is_win(result.score));

    ObservedSearch observed(3);
    with_tables(observed);
    for (int i = 0; i < 10; ++i) {
        const Heard heard = observed.search(PawnEnding, node_limit(5000));
        EXPECT_TRUE(is_win(heard.result.score));
        EXPECT_EQ(heard.answers, 1);
    }
}

// Won endings are won whatever clock they start with, and however little is searched.
TEST(TablebaseRoot, WinsWithinTheFiftyMoveRule) {
    ObservedSearch observed;
    with_tables(observed);
    for (const std::string_view fen : {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 40 60",
                                       "8/8/8/3k4/8/8/8/KR6 w - - 60 80", "8/8/8/8/3k4/8/4P3/4K3 w - - 70 80"}) {
        Game game = game_of(fen);
        const bool is_won = is_win(observed.search(game, depth_limit(1)).result.score);
        while (game.state() == GameState::Ongoing) { game.play(observed.search(game, node_limit(300)).result.best); }
        EXPECT_EQ(game.state() == GameState::Checkmate, is_won) << fen;
    }
}

// ---------------------------------------------------------------------- the tree

TEST(TablebaseTree, KnowsWhatACaptureLeadsTo) {
    ObservedSearch observed;
    // The pawn falls, and the rook wins.
    const Game game = game_of("8/8/8/8/8/1k6/1p6/1K1R4 w - - 0 1");
    EXPECT_EQ(observed.search(game, depth_limit(6)).last().tablebase_hits, 0U);
    with_tables(observed);
    const Heard heard = observed.search(game, depth_limit(10));
    EXPECT_GT(heard.last().tablebase_hits, 0U);
}

TEST(TablebaseTree, FindsTheDrawThatTheTablesKnow) {
    ObservedSearch observed;
    with_tables(observed);
    // Black takes the last pawn: bare kings and a bishop.
    const Heard heard = observed.search(game_of("8/8/8/8/5k2/5P2/8/K5B1 b - - 0 1"), depth_limit(6));
    EXPECT_EQ(heard.result.best.to(), Square::F3);
    EXPECT_EQ(heard.result.score, DrawScore);
}

TEST(TablebaseTree, ALimitOfZeroSwitchesItOff) {
    ObservedSearch observed;
    with_tables(observed);
    observed.settings.tablebase_limit = 0;
    EXPECT_EQ(observed.search(PawnEnding, depth_limit(8)).last().tablebase_hits, 0U);
}

TEST(TablebaseTree, OtherTablesBeginWithAnEmptyTable) {
    ObservedSearch observed;
    with_tables(observed);
    EXPECT_TRUE(is_win(observed.search(PawnEnding, depth_limit(4)).result.score));
    observed.searcher.set_tablebases(nullptr);
    EXPECT_FALSE(is_win(observed.search(PawnEnding, depth_limit(2)).result.score));
}

// ---------------------------------------------------------------------- lines to the mate

Clock::time_point soon() { return Clock::now() + std::chrono::seconds(5); }

TEST(TablebaseLine, EndsWithMate) {
    const TablebaseUse use = use_of(three_pieces());
    for (const std::string_view fen : {QueenEnding, PawnEnding, std::string_view("8/8/8/3k4/8/8/8/KR6 b - - 0 1")}) {
        TablebaseLine completer;
        std::vector<Move> line;
        completer.complete(line, game_of(fen), use, soon());
        Game game = game_of(fen);
        for (const Move move : line) {
            ASSERT_EQ(game.state(), GameState::Ongoing);
            ASSERT_TRUE(game.position().is_legal(move));
            game.play(move);
        }
        EXPECT_EQ(game.state(), GameState::Checkmate) << fen;
    }
}

TEST(TablebaseLine, CutsOffAReplyThatGivesTheWinAway) {
    const TablebaseUse use = use_of(three_pieces());
    const Game game = game_of(PawnEnding);
    // After Kd6 Kf7, e6+ wins and Kd5 does not.
    std::vector<Move> line{move_of(game.position(), "e6d6")};
    Game after = game_of(PawnEnding, "e6d6 e8f7");
    line.push_back(after.moves()[1]);
    line.push_back(move_of(after.position(), "d6c5"));
    TablebaseLine completer;
    completer.complete(line, game, use, soon());
    ASSERT_GT(line.size(), 3U);
    EXPECT_NE(line[2].to(), Square::C5);
    after = game;
    for (const Move move : line) { after.play(move); }
    EXPECT_EQ(after.state(), GameState::Checkmate);
}

TEST(TablebaseLine, StopsAtTheDeadlineAndWithoutTables) {
    std::vector<Move> line;
    TablebaseLine completer;
    completer.complete(line, game_of(QueenEnding), use_of(three_pieces()), Clock::now());
    EXPECT_TRUE(line.empty());
    completer.complete(line, game_of(QueenEnding), use_of(nullptr), soon());
    EXPECT_TRUE(line.empty());
}

TEST(TablebaseLine, DrawsAreNotContinued) {
    std::vector<Move> line;
    TablebaseLine completer;
    completer.complete(line, game_of(DrawnPawnEnding), use_of(three_pieces()), soon());
    EXPECT_TRUE(line.empty());
}

TEST(TablebaseLine, ASearchShowsTheWholeWay) {
    ObservedSearch observed;
    with_tables(observed);
    const Heard heard = observed.search(QueenEnding, depth_limit(2));
    Game game = game_of(QueenEnding);
    for (const Move move : heard.last().pv) { game.play(move); }
    EXPECT_EQ(game.state(), GameState::Checkmate);
}

}  // namespace
}  // namespace skua
