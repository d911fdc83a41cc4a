// Endings played to the end: the search with tablebases against the defence that the tables recommend.
#include <gtest/gtest.h>

#include <vector>

#include "chess/fen.h"
#include "search/support.h"
#include "tablebase/ranking.h"
#include "tablebase/support.h"

namespace skua {
namespace {

using tablebase::Outcome;
using tablebase::Tables;

std::shared_ptr<const Tables> tables_in(const std::string& folder) {
    const auto tables = std::make_shared<Tables>([](const std::string& problem) { ADD_FAILURE() << problem; });
    EXPECT_TRUE(tables->add_folder(folder));
    return tables;
}

Position with_clock(const Position& position, int halfmove_clock) {
    Setup setup = position.setup();
    setup.halfmove_clock = halfmove_clock;
    setup.en_passant_square = Square::None;
    return Position::from_setup(setup).value();
}

// The best rank of the position's moves: what the side to move can get with the clock as it is.
tablebase::RankedMove best_move(const Tables& tables, const Game& game) {
    const MoveList legal = legal_moves(game.position());
    const std::vector<Move> moves(legal.begin(), legal.end());
    return tablebase::rank_moves(tables, game, moves, true).value().moves.front();
}

// Random positions whose side to move gets this outcome with certainty.
std::vector<Game> random_games(const Tables& tables, const std::string& folder, int count, int clock, Outcome wanted,
                               Prng& prng) {
    const std::vector<tablebase::Material> materials = tablebase::materials_in(folder);
    std::vector<Game> games;
    while (static_cast<int>(games.size()) < count) {
        const tablebase::Material& material = materials[prng.below(materials.size())];
        if (material.count() < tables.largest()) { continue; }
        const Game game(with_clock(tablebase::random_position(material, prng), clock));
        if (game.state() != GameState::Ongoing || best_move(tables, game).outcome != wanted) { continue; }
        // Distances may be too small by one, so a win on the last possible ply is none for certain.
        const std::optional<int> dtz = tables.probe_dtz(game.position());
        if (wanted == Outcome::Win && *dtz + clock > 99) { continue; }
        games.push_back(game);
    }
    return games;
}

// Plays the ending: the search moves first, the tables answer. Returns how it ended.
GameState play_out(ObservedSearch& observed, const Tables& tables, Game game, std::uint64_t nodes) {
    const Color us = game.position().side_to_move();
    while (game.state() == GameState::Ongoing) {
        if (game.position().side_to_move() == us) {
            const Heard heard = observed.search(game, node_limit(nodes));
            if (!game.position().is_legal(heard.result.best)) {
                ADD_FAILURE() << "an illegal move in " << to_fen(game.position());
                return GameState::Ongoing;
            }
            game.play(heard.result.best);
        } else {
            game.play(best_move(tables, game).move);
        }
    }
    return game.state();
}

void play_endings(const std::string& folder, int count, std::uint64_t nodes) {
    const std::shared_ptr<const Tables> tables = tables_in(folder);
    ObservedSearch observed;
    observed.searcher.set_tablebases(tables);
    Prng prng(0x5A6);
    for (const int clock : {0, 30, 60}) {
        int won = 0;
        for (const Game& game : random_games(*tables, folder, count, clock, Outcome::Win, prng)) {
            const GameState end = play_out(observed, *tables, game, nodes);
            won += end == GameState::Checkmate ? 1 : 0;
            EXPECT_EQ(end, GameState::Checkmate) << to_fen(game.position());
        }
        EXPECT_EQ(won, count) << "clock " << clock;
        for (const Game& game : random_games(*tables, folder, count, clock, Outcome::Draw, prng)) {
            EXPECT_NE(play_out(observed, *tables, game, nodes), GameState::Checkmate) << to_fen(game.position());
        }
    }
}

TEST(TablebaseGames, EndingsOfThreePiecesAreWonAndHeld) { play_endings(tablebase::OwnTables, 10, 100); }

TEST(LongTablebaseGames, EndingsOfFourPiecesAreWonAndHeld) {
    if (!tablebase::has_shared_tables()) { GTEST_SKIP() << "no tables of four pieces beside the repository"; }
    play_endings(tablebase::SharedTables, 500, 100);
}

}  // namespace
}  // namespace skua
