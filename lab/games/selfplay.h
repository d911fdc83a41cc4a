// One game of the engine against itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/prng.h"
#include "chess/game.h"
#include "lab/games/game_record.h"
#include "search/searcher.h"
#include "tablebase/tables.h"

namespace skua::lab {

struct SelfPlaySettings {
    std::uint64_t nodes = 500;  // soft limit per move: no new iteration begins after it
    int random_plies = 8;  // at the start; every other game has one more, so that either side gets the first real move
    double chess960_share = 0.15;                     // share of games that start from a double Chess960 position
    std::shared_ptr<const tablebase::Tables> tables;  // end games that they know; null: none
};

// A soft limit of `nodes`, and a hard limit far above it.
Limits self_play_limits(std::uint64_t nodes);

// Random moves until the searcher finds the position balanced. Game numbers decide who moves first. Nothing when
// stopped.
std::optional<Game> choose_opening(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t number,
                                   Prng& prng, Variant& variant, const std::atomic<bool>& stop);

// Plays a game until the rules, the tablebases or the adjudicator end it. Calls `played` with every move and its score
// in White's view, also with the last move of an adjudicated game, which is not played on the board. Unfinished when
// stopped.
GameResult play_to_the_end(Game game, Searcher& white, Searcher& black, const SelfPlaySettings& settings,
                           const std::atomic<bool>& stop, const std::function<void(Move, Score)>& played);

// The seed and the game's number alone determine the game. Clears the searcher first. Nothing when stopped.
std::optional<GameRecord> play_game(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop);

// Ends games that are decided: four plies in a row with ten pawns' advantage are a win, ten plies near zero from ply 60
// on are a draw, and a mate score is a win at once.
class Adjudicator {
public:
    // Call it for each searched move with its score in White's view and the number of plies before it. True when the
    // game ends with result().
    bool add(Score score, int ply);
    [[nodiscard]] GameResult result() const { return result_; }

private:
    GameResult result_ = GameResult::Draw;
    int won_plies_ = 0;  // in a row, positive for White and negative for Black
    int drawn_plies_ = 0;
};

}  // namespace skua::lab
