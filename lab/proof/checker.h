// Re-proves statements by other means than those that found them.
#pragma once

#include "analysis/statement.h"
#include "chess/game.h"
#include "lab/proof/finding.h"
#include "lab/proof/searches.h"

namespace skua::lab::proof {

// Not safe from several threads.
class Checker {
public:
    // Borrows the engine, with its tablebases and its book. Where a search was cancelled nothing is checked.
    Checker(Engine& engine, const CheckSettings& settings, PositionSearch::Cancelled cancelled = {})
        : searches_(engine, settings, std::move(cancelled)) {}

    // The game ends with the position before the explained move, which is none for a threat in the position.
    [[nodiscard]] Finding check(const Game& before, Move explained, const Statement& statement);

    // The nodes of all searches so far.
    [[nodiscard]] std::uint64_t nodes() const { return searches_.nodes(); }

private:
    Searches searches_;
};

}  // namespace skua::lab::proof
