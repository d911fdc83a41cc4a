// Who won a game.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/types.h"

namespace skua {

// Training files store the first three numbers.
enum class GameResult : std::uint8_t { BlackWins, Draw, WhiteWins, Unfinished };

constexpr GameResult win_for(Color winner) {
    return winner == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

// The points of one player in a finished game, doubled: 2 for a win, 1 for a draw, 0 for a loss.
constexpr int half_points(GameResult result, Color player) {
    assert(result != GameResult::Unfinished);
    const int white = static_cast<int>(result);
    return player == Color::White ? white : 2 - white;
}

// The result as PGN writes it: "1-0", "0-1", "1/2-1/2", and "*" for an unfinished game.
std::string_view to_string(GameResult result);
// The reverse; "1/2" is accepted too. Nothing when the text is not a result.
std::optional<GameResult> game_result_from_string(std::string_view text);

}  // namespace skua
