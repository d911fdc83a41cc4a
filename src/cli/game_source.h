// The games of an input, one after the other.
#pragma once

#include <cstddef>
#include <istream>
#include <limits>
#include <optional>
#include <string>

#include "base/result.h"
#include "chess/pgn.h"

namespace skua::cli {

// Which games of a file are meant, counted from 1.
struct GameRange {
    std::size_t first = 1;
    std::size_t last = std::numeric_limits<std::size_t>::max();

    [[nodiscard]] bool is_everything() const { return first == 1 && last == std::numeric_limits<std::size_t>::max(); }
};

// "3", "2-5", "4-" or "-7".
Result<GameRange> parse_game_range(const std::string& text);

struct SourceGame {
    std::size_t number = 0;
    PgnGame game;         // of a broken game as much as could be read
    std::string problem;  // why it is broken; empty if it is not

    [[nodiscard]] bool has_moves() const { return !game.line.moves.empty(); }
};

// Holds one game at a time, so that inputs may have any length.
class GameSource {
public:
    GameSource(std::istream& input, const GameRange& range) : reader_(input), range_(range) {}

    // The next game of the range; nothing at its end.
    [[nodiscard]] std::optional<SourceGame> next();

private:
    PgnReader reader_;
    GameRange range_;
};

// What there is to do.
struct Survey {
    std::size_t games = 0;  // with at least one move
    std::size_t plies = 0;
    std::string problem;  // the first
};
Survey survey(GameSource source);

}  // namespace skua::cli
