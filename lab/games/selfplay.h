// One game of the engine against itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/prng.h"
#include "chess/game.h"
#include "lab/games/game_record.h"
#include "search/searcher.h"
#include "tablebase/tables.h"

namespace skua::lab {

// When a game that is decided ends before the rules end it. A rule with 0 plies is off.
struct Adjudication {
    Score won_score = 1000;  // a win when the scores of both players stay at or beyond it
    int won_plies = 4;       // for this many plies in a row
    Score drawn_score = 8;   // a draw when they stay at or within it
    int drawn_plies = 10;
    int first_drawn_ply = 60;
    bool at_mate_score = true;  // a mate score is a win at once

    // The rules of chess alone end games.
    static constexpr Adjudication none() { return {0, 0, 0, 0, 0, false}; }
};

// A clock for each player that counts nodes: a thousand of them count as a millisecond.
struct NodeClock {
    static constexpr std::uint64_t NodesPerMillisecond = 1000;
    Milliseconds time = 0;       // for the game
    Milliseconds increment = 0;  // after each move
};

// How the players of a game search, and when it ends.
struct PlaySettings {
    Limits limits;                   // for each move
    std::optional<NodeClock> clock;  // besides the limits
    Adjudication adjudication;
    std::shared_ptr<const tablebase::Tables> tables;  // end games that they know; null: none
};

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

// Plays a game on from its opening until the rules, the tablebases or the adjudicator end it. The last move of an
// adjudicated game is in the record, too. Nothing when stopped.
std::optional<GameRecord> play_from(Game opening, Variant variant, Searcher& white, Searcher& black,
                                    const PlaySettings& settings, const std::atomic<bool>& stop);

// The seed and the game's number alone determine the game. Clears the searcher first. Nothing when stopped.
std::optional<GameRecord> play_game(Searcher& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop);

// Ends games that are decided.
class Adjudicator {
public:
    explicit Adjudicator(const Adjudication& rules = {}) : rules_(rules) {}

    // Call it for each searched move with its score in White's view and the number of plies before it. True when the
    // game ends with result().
    bool add(Score score, int ply);
    [[nodiscard]] GameResult result() const { return result_; }

private:
    Adjudication rules_;
    GameResult result_ = GameResult::Draw;
    int won_plies_ = 0;  // in a row, positive for White and negative for Black
    int drawn_plies_ = 0;
};

}  // namespace skua::lab
