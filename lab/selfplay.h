// One game of the engine against itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "chess/game.h"
#include "lab/game_record.h"
#include "search/solo.h"

namespace skua {

struct SelfPlaySettings {
    std::uint64_t nodes = 500;  // per move: no new iteration after so many
    int random_plies = 8;  // of the opening; every other game has one more, so that both sides come to choose first
    double chess960_share = 0.15;  // of the games
};

// The seed and the number of the game alone decide how it goes. The searcher is cleared first. Nothing when stopped.
std::optional<GameRecord> play_game(SoloSearch& searcher, const SelfPlaySettings& settings, std::uint64_t seed,
                                    std::uint64_t number, const std::atomic<bool>& stop);

// When a game is as good as decided, move by move: what is still to be played is known, and nothing to learn from.
class Adjudicator {
public:
    // After each move that was thought about: its score from White's view, and how many plies were played before it.
    // True when the game is to end with the outcome below.
    bool saw(Score score, int ply);
    [[nodiscard]] Outcome outcome() const { return outcome_; }

private:
    Outcome outcome_ = Outcome::Draw;
    int won_plies_ = 0;  // in a row for White; negative for Black
    int drawn_plies_ = 0;
};

}  // namespace skua
