#include "analysis/play_out.h"

#include <algorithm>
#include <utility>

namespace skua {

namespace {

// The moves of a principal variation that a search has looked at with most of its nodes.
constexpr std::size_t ReliablePlies = 6;

}  // namespace

std::optional<SearchedPosition> play_out(PositionSearch& search, const Limits& limits, const ExplainedMove& explained) {
    SearchedPosition result{{explained.analysis.best, explained.analysis.played}, explained.analysis.depth, 0};
    for (SearchedLine& line : result.lines) {
        line.moves.resize(std::min(line.moves.size(), ReliablePlies));
        Game game = explained.before;
        for (const Move move : line.moves) { game.play(move); }
        search.forget();
        while (line.moves.size() < PlayedOutPlies && game.state() == GameState::Ongoing) {
            const std::optional<SearchedPosition> next = search.run(game, limits, 1);
            if (!next) { return std::nullopt; }
            if (next->lines.empty()) { break; }
            result.nodes += next->nodes;
            line.moves.push_back(next->lines[0].first());
            game.play(line.moves.back());
        }
    }
    return result;
}

}  // namespace skua
