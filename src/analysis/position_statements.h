// What is going on in a position: what both sides threaten, what the best move does, why other moves are worse.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/game_analysis.h"
#include "base/json.h"

namespace skua {

struct PositionStatements {
    Position position;
    // What the opponent of the side to move threatens, as statements about a pass: their lines begin with one.
    std::vector<Statement> threats;
    std::optional<MoveAnalysis> best;  // nothing where the game is over
    std::vector<MoveAnalysis> moves;   // those that were asked for, in their order
    std::uint64_t nodes = 0;
};

// The game's last position, its best move, and these legal moves beside it. Nothing if it was cancelled. The engine
// belongs to the call meanwhile.
std::optional<PositionStatements> explain_position(Engine& engine, const Game& game, const std::vector<Move>& moves,
                                                   const AnalysisSettings& settings,
                                                   PositionSearch::Cancelled cancelled = {});

// Some lines for people.
std::string to_text(const PositionStatements& explained);
// {"fen", "threats": statements, "best": a move or null, "moves": [{"uci", "san", "label" or null, "score" in White's
// view, "win": the mover's expected points of 100, "line", "statements": see statement_json.h}]}
Json to_json(const PositionStatements& explained, Variant variant);

}  // namespace skua
