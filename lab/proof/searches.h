// The longer searches that the checker asks.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/material_search.h"
#include "analysis/position_search.h"
#include "lab/proof/solver.h"

namespace skua::lab::proof {

struct CheckSettings {
    std::uint64_t nodes = 300'000;  // of the search that the statements stand on
    unsigned factor = 10;           // the checker's searches get so many times as many
};

// Not safe from several threads.
class Searches {
public:
    // Borrows the engine, with its tablebases and its book.
    Searches(Engine& engine, const CheckSettings& settings, PositionSearch::Cancelled cancelled = {});

    // What this move of the side to move wins by force. `spent`: the nodes of the statement's own searches.
    [[nodiscard]] ForcedGain material(const Game& game, Move move, std::uint64_t spent);
    // The best lines, or those of these moves. Nothing if it was cancelled.
    [[nodiscard]] std::optional<SearchedPosition> lines(const Game& game, const std::vector<Move>& moves, int count);
    [[nodiscard]] Solver& solver() { return solver_; }

    [[nodiscard]] std::shared_ptr<const tablebase::Tables> tables() const { return engine_.tablebases(); }
    [[nodiscard]] Result<std::shared_ptr<const book::Book>> book() const { return engine_.book(); }

    // The nodes of all searches so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_ + solver_.nodes(); }

private:
    Engine& engine_;
    CheckSettings settings_;
    PositionSearch search_;
    MaterialSearch material_;
    Solver solver_;
    std::uint64_t nodes_ = 0;
    // Statements about one move ask the same questions.
    std::map<std::string, SearchedPosition> known_lines_;
    std::map<std::string, ForcedGain> known_gains_;
};

}  // namespace skua::lab::proof
