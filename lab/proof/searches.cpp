#include "lab/proof/searches.h"

#include <algorithm>
#include <utility>

#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua::lab::proof {

namespace {

// What the longest of the statements' own searches spends: for material at least and at most, threats apart, which
// spend twice as much; and for mates.
constexpr std::uint64_t LeastMaterialNodes = 80'000;
constexpr std::uint64_t MostMaterialNodes = 640'000;
constexpr std::uint64_t MateNodes = 100'000;
constexpr std::size_t MostKnown = 100;

// All that an answer depends on.
std::string question(const Game& game, const std::vector<Move>& moves, int count) {
    std::string text = to_fen(game.start());
    for (const Move move : game.moves()) { text += ' ' + to_uci(move); }
    text += " moves";
    for (const Move move : moves) { text += ' ' + to_uci(move); }
    return text + " lines " + std::to_string(count);
}

}  // namespace

Searches::Searches(Engine& engine, const CheckSettings& settings, PositionSearch::Cancelled cancelled)
    : engine_(engine),
      settings_(settings),
      search_(engine, std::move(cancelled)),
      solver_(settings.factor * MateNodes) {}

ForcedGain Searches::material(const Game& game, Move move, std::uint64_t spent) {
    const std::string asked = question(game, {move}, 1);
    if (const auto known = known_gains_.find(asked); known != known_gains_.end()) { return known->second; }
    const std::uint64_t nodes = std::clamp(spent, LeastMaterialNodes, MostMaterialNodes);
    ForcedGain gain = material_.search(game, settings_.factor * nodes, {move});
    nodes_ += gain.nodes;
    if (known_gains_.size() >= MostKnown) { known_gains_.clear(); }
    known_gains_[asked] = gain;
    return gain;
}

std::optional<SearchedPosition> Searches::lines(const Game& game, const std::vector<Move>& moves, int count) {
    const std::string asked = question(game, moves, count);
    if (const auto known = known_lines_.find(asked); known != known_lines_.end()) { return known->second; }
    Limits limits;
    limits.nodes = settings_.factor * settings_.nodes;
    limits.search_moves = moves;
    search_.forget();
    std::optional<SearchedPosition> found = search_.run(game, limits, count);
    if (!found) { return std::nullopt; }
    nodes_ += found->nodes;
    if (known_lines_.size() >= MostKnown) { known_lines_.clear(); }
    known_lines_[asked] = *found;
    return found;
}

}  // namespace skua::lab::proof
