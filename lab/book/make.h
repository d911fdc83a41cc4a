// A book out of games: every move of them, weighted by how well it did.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "book/book.h"
#include "chess/game.h"
#include "chess/game_result.h"

namespace skua::lab {

struct MakeSettings {
    int plies = 40;             // of each game, from its first position
    std::uint64_t games = 3;    // a move that was played in fewer is left out
    double score = 0;           // the mover must have scored this share of the points with the move
    std::optional<Color> only;  // take only this side's moves
};

// Collects the moves of games. What it keeps grows with the number of different moves, not with that of games.
class BookMaker {
public:
    explicit BookMaker(const MakeSettings& settings) : settings_(settings) {}

    // A game from its first position: the moves and who won; games without a result teach nothing. The first
    // `skipped` moves are played, but not counted.
    void add(const Position& start, std::span<const Move> moves, GameResult result, std::size_t skipped = 0);

    [[nodiscard]] std::uint64_t games() const { return games_; }
    // As Polyglot does it: the weight of a move is 2 for each game that its side won and 1 for each draw, scaled down
    // where that is too large for the format. Moves that won nothing are left out.
    [[nodiscard]] std::vector<book::Entry> entries() const;

private:
    struct Count {
        std::uint16_t move = 0;
        std::uint64_t games = 0;
        std::uint64_t points = 0;  // two for a win, one for a draw
    };
    [[nodiscard]] bool is_kept(const Count& count) const;

    MakeSettings settings_;
    std::uint64_t games_ = 0;
    std::unordered_map<Key, std::vector<Count>> positions_;
};

// Adds the games of a file: PGN, or a file of games that datagen wrote. Of the latter, the random moves at the start
// are not counted. `remark` gets a sentence for everything that can't be read; an Error says why the file can't be
// used.
std::optional<Error> add_games(BookMaker& maker, const std::string& path,
                               const std::function<void(const std::string&)>& remark);

}  // namespace skua::lab
