// Games as few bytes: the inside of a block. docs/data-format.md describes every byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "lab/games/game_record.h"

namespace skua::lab {

using Bytes = std::vector<std::uint8_t>;

// No stream of a block may be longer than this before compression: damage can't make a reader eat the memory.
inline constexpr std::size_t MaxStreamBytes = std::size_t{1} << 20;

// Collects games and packs them.
class GamePacker {
public:
    // The moves must be legal.
    void add(const GameRecord& game);

    [[nodiscard]] std::uint32_t games() const { return games_; }
    [[nodiscard]] std::uint32_t plies() const { return plies_; }
    // The next game might not fit any more.
    [[nodiscard]] bool is_full() const;

    // All games added since the last time.
    [[nodiscard]] Bytes pack();

private:
    // Like with like, since that compresses best.
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

// The games again: exactly `games` of them with `plies` legal moves together, or the reason why not. Safe for any
// bytes.
Result<std::vector<GameRecord>> unpack_games(std::span<const std::uint8_t> packed, std::uint32_t games,
                                             std::uint32_t plies);

}  // namespace skua::lab
