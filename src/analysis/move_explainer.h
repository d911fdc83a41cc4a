// Why a move is good or bad: statements that were proven one by one.
#pragma once

#include <optional>
#include <vector>

#include "analysis/move_analysis.h"
#include "chess/game.h"

namespace skua {

class MoveExplainer {
public:
    // Are reasons asked for: is it an error, the only move, a mate, or the end of the game?
    [[nodiscard]] static bool deserves_statements(const Game& before, const MoveAnalysis& analysis);

    // At most two statements, what explains the most first; none where nothing could be proven. The game ends with the
    // position before the move. Nothing if it was cancelled.
    [[nodiscard]] std::optional<std::vector<Statement>> explain(const Game& before, const MoveAnalysis& analysis);
};

}  // namespace skua
