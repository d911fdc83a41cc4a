// What material a side can win by force: the engine's search with an evaluation that counts men and nothing else.
//
// The score of such a search answers one question, and its line is the answer's witness. A line is only worth showing
// where it ends quietly: with captures pending, its balance would say nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/game.h"
#include "search/searcher.h"

namespace skua {

// The material of a side minus that of its opponent, in centipawns: 100, 300, 300, 500, 900.
int material_balance(const Position& position, Color side);

// Does the side to move have a capture or a promotion that wins material by SEE?
bool has_winning_capture(const Position& position);

// Is nothing to be won at once? The side to move is not in check, and neither it nor its opponent, if it were to move,
// has a capture or promotion that wins material by SEE.
bool is_quiet(const Position& position);

// What the side to move can force.
struct ForcedGain {
    int centipawns = 0;      // more than it has now; negative if it can't avoid a loss
    bool mates = false;      // the line ends in mate; then the centipawns say nothing
    bool is_mated = false;   // the same for the other side
    std::vector<Move> line;  // empty where the game is over
    std::uint64_t nodes = 0;

    [[nodiscard]] bool wins(int threshold) const { return mates || (!is_mated && centipawns >= threshold); }
};

// Not safe from several threads. Each search begins without memory of the others, so that the same question has the
// same answer.
class MaterialSearch {
public:
    MaterialSearch();

    // Asked again and again; true ends a search, which then says nothing.
    void set_cancelled(std::function<bool()> cancelled) { cancelled_ = std::move(cancelled); }

    // Searches this many nodes for the most that the side to move can win, or that these moves of it can win. The moves
    // are legal.
    [[nodiscard]] ForcedGain search(const Game& game, std::uint64_t nodes, const std::vector<Move>& moves = {});

    // The same for the best moves of the side to move: one answer for each, the best first.
    [[nodiscard]] std::vector<ForcedGain> search_best(const Game& game, std::uint64_t nodes, int count);

private:
    [[nodiscard]] std::vector<ForcedGain> run(const Game& game, const Limits& limits, int count);

    Searcher searcher_;
    std::function<bool()> cancelled_;
};

}  // namespace skua
