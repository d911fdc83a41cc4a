// Searches for analysis: each is waited for, and gives lines that can be compared with each other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/engine.h"

namespace skua {

// A principal variation; the view is that of the side to move.
struct SearchedLine {
    ShownScore score;
    Wdl chances;
    std::vector<Move> moves;

    [[nodiscard]] Move first() const { return moves.empty() ? Move::none() : moves[0]; }
};

struct SearchedPosition {
    std::vector<SearchedLine> lines;  // the best first, all of the same depth
    Depth depth = 0;
    std::uint64_t nodes = 0;
};

// Borrows an engine for searches of this kind: their callbacks and options belong to it.
class PositionSearch {
public:
    // Asked again and again while a search runs; true ends it. Empty: nobody ever wants that.
    using Cancelled = std::function<bool()>;

    explicit PositionSearch(Engine& engine, Cancelled cancelled = {});

    // Searches the last position of the game for its best moves, or the best of limits.search_moves. Nothing if it was
    // cancelled. Where the game is over there are no lines.
    [[nodiscard]] std::optional<SearchedPosition> run(const Game& game, const Limits& limits, int line_count);

    // Forgets all earlier searches, so that the next one does not depend on them.
    void forget() { engine_.new_game(); }

    [[nodiscard]] bool is_cancelled() const { return cancelled_ && cancelled_(); }
    // The nodes of all searches so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    Engine& engine_;
    Cancelled cancelled_;
    int line_count_ = 0;  // the engine's present option
    std::uint64_t nodes_ = 0;
};

}  // namespace skua
