// Why a move is good or bad: statements that were proven one by one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "analysis/achievement.h"
#include "analysis/move_analysis.h"
#include "analysis/reason.h"
#include "tablebase/tables.h"

namespace skua {

// Not safe from several threads. The same question has the same answer.
class MoveExplainer {
public:
    // Uses the engine's tablebases. These are the limits of the analysis.
    MoveExplainer(const Engine& engine, PositionSearch& search, const Limits& limits);

    // Are reasons asked for: is it an error, the only move, the end of the game, or the beginning of a mate? `last` is
    // the move that the same side made before, null if there is none.
    [[nodiscard]] static bool deserves_statements(const Game& before, const MoveAnalysis& analysis,
                                                  const MoveAnalysis* last);

    // At most two statements, what explains the most first; none where nothing could be proven. The game ends with the
    // position before the move. Nothing if it was cancelled. Searches for mates and material spend at most 4 million
    // nodes, the others at most fourteen times as many as the analysis.
    [[nodiscard]] std::optional<std::vector<Statement>> explain(const Game& before, const MoveAnalysis& analysis);

    // What the opponent of the side to move threatens: at most one statement, whose line begins with a pass.
    [[nodiscard]] std::vector<Statement> threats(const Game& game);

private:
    // Nothing if it was cancelled.
    [[nodiscard]] std::optional<Reasons> reasons_against(const ExplainedMove& explained);
    [[nodiscard]] std::optional<Reasons> merits_of(const ExplainedMove& explained);
    // Is the move still the only good one, with twice the limits? Nothing if it was cancelled.
    [[nodiscard]] std::optional<bool> is_only_move(const ExplainedMove& explained);
    // Does a reply that wins material, but is not the one that the search expects, punish the move all the same? It
    // must cost at least half of what the move lost. Nothing if it was cancelled.
    [[nodiscard]] std::optional<bool> is_punished_by(const ExplainedMove& explained, Move reply);
    // Removes reasons of which that is not true. False if it was cancelled.
    [[nodiscard]] bool keep_punishments(Reasons& reasons, const ExplainedMove& explained);

    // What falls later than the searches' lines show, found by playing them on. Nothing if it was cancelled.
    [[nodiscard]] std::optional<Reasons> slow_losses(const ExplainedMove& explained);

    PositionSearch& search_;
    Limits limits_;
    std::shared_ptr<const tablebase::Tables> tables_;
    bool fifty_move_rule_ = true;
    AchievementFinder finder_;
};

}  // namespace skua
