// Why a move is good or bad: statements that were proven one by one.
#pragma once

#include <optional>
#include <vector>

#include "analysis/achievement.h"
#include "analysis/move_analysis.h"
#include "chess/game.h"

namespace skua {

// Not safe from several threads. The same question has the same answer.
class MoveExplainer {
public:
    // Searches beside the one of the analysis get a quarter of its limits.
    MoveExplainer(PositionSearch& search, const Limits& limits) : search_(search), limits_(limits) {}

    // Are reasons asked for: is it an error, the only move, a mate, or the end of the game?
    [[nodiscard]] static bool deserves_statements(const Game& before, const MoveAnalysis& analysis);

    // At most two statements, what explains the most first; none where nothing could be proven. The game ends with the
    // position before the move. Nothing if it was cancelled.
    [[nodiscard]] std::optional<std::vector<Statement>> explain(const Game& before, const MoveAnalysis& analysis);

private:
    // A statement with what it explains, in centipawns.
    struct Reason {
        Statement statement;
        int worth = 0;
    };
    using Reasons = std::vector<Reason>;

    // What an error allows the opponent, and what the better move would have done.
    void find_faults(Reasons& reasons, const Game& before, const MoveAnalysis& analysis);
    void find_mates(Reasons& reasons, const Game& before, const MoveAnalysis& analysis);
    void find_losses(Reasons& reasons, const Game& before, const MoveAnalysis& analysis);
    [[nodiscard]] std::optional<Achievement> find_punishment(const Game& after, const MoveAnalysis& analysis,
                                                             const std::vector<Move>& material_line, int threshold);
    // Was it a threat already, had the side that moved passed instead?
    [[nodiscard]] bool was_threat(const Game& before, const Achievement& punishment);
    // What the lines of both moves lead to, where no force is at work. False if it was cancelled.
    [[nodiscard]] bool compare_lines(Reasons& reasons, const Game& before, const MoveAnalysis& analysis);
    // What a good move does.
    void find_merits(Reasons& reasons, const Game& before, const MoveAnalysis& analysis);

    PositionSearch& search_;
    Limits limits_;
    AchievementFinder finder_;
};

}  // namespace skua
