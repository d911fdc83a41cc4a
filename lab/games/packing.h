// The compressed inside of a block of games. docs/data-format.md describes every byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "lab/games/game_record.h"

namespace skua::lab {

// No stream of a block may be longer than this before compression, so that corrupt lengths can't exhaust the memory.
inline constexpr std::size_t MaxStreamBytes = std::size_t{1} << 20;

// Collects games and packs them.
class GamePacker {
public:
    // The moves must be legal.
    void add(const GameRecord& game);

    [[nodiscard]] std::uint32_t games() const { return games_; }
    [[nodiscard]] std::uint32_t plies() const { return plies_; }
    // True when the next game might not fit any more.
    [[nodiscard]] bool is_full() const;

    // Packs all games added since the last call.
    [[nodiscard]] Bytes pack();

private:
    // Values of one kind stand together, since that compresses best.
    struct Streams {
        Bytes games;
        Bytes starts;
        Bytes moves;
        Bytes scores;
    };
    Streams streams_;
    std::uint32_t games_ = 0;
    std::uint32_t plies_ = 0;
};

// Unpacks exactly `games` games with `plies` legal moves in total, or returns the reason why it can't. Any bytes are
// safe.
Result<std::vector<GameRecord>> unpack_games(std::span<const std::uint8_t> packed, std::uint32_t games,
                                             std::uint32_t plies);

}  // namespace skua::lab
