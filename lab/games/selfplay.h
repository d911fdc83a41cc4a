// One game of the engine against itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/prng.h"
#include "chess/game.h"
#include "lab/games/game_record.h"
#include "search/searcher.h"

namespace skua::lab {

struct SelfPlaySettings {
    std::uint64_t nodes = 500;  // per move: no new iteration after so many
    int random_plies = 8;  // of the opening; every other game has one more, so that both sides come to choose first
    double chess960_share = 0.15;  // of the games
};

// No new iteration after so many nodes, and an end to one that takes far more.
Limits self_play_limits(std::uint64_t nodes);

// A balanced opening, in the judgement of the searcher. Nothing when stopped.
std::optional<Game> choose_opening(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t number,
                                   Prng& prng, Variant& variant, const std::atomic<bool>& stop);

// Plays a game to its end, by the rules or by agreement. `played` hears every move with its score from White's view,
// also the last one of an agreement, which changes nothing any more. Unfinished when stopped.
GameResult play_to_the_end(Game game, Searcher& white, Searcher& black, const SelfPlaySettings& settings,
                           const std::atomic<bool>& stop, const std::function<void(Move, Score)>& played);

// The seed and the number of the game alone decide how it goes. The searcher is cleared first. Nothing when stopped.
std::optional<GameRecord> play_game(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop);

// When a game is as good as decided, move by move: what is still to be played is known, and nothing to learn from.
class Adjudicator {
public:
    // After each move that was thought about: its score from White's view, and how many plies were played before it.
    // True when the game is to end with the result below.
    bool saw(Score score, int ply);
    [[nodiscard]] GameResult result() const { return result_; }

private:
    GameResult result_ = GameResult::Draw;
    int won_plies_ = 0;  // in a row for White; negative for Black
    int drawn_plies_ = 0;
};

}  // namespace skua::lab
