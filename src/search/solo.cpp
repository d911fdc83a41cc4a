#include "search/solo.h"

#include <cassert>
#include <vector>

namespace skua {

SoloSearch::SoloSearch(std::size_t hash_megabytes, const EvaluatorFactory& factory) {
    shared_.make_evaluator = factory;
    worker_ = std::make_unique<Worker>(shared_, true);
    shared_.table.resize(hash_megabytes, 1);
    shared_.total_nodes = [this] { return worker_->nodes(); };
}

void SoloSearch::clear() {
    shared_.table.clear(1);
    worker_->clear();
}

SearchResult SoloSearch::search(const Game& game, const Limits& limits) {
    assert(!limits.infinite && !limits.ponder);
    shared_.limits = limits;
    shared_.time.emplace(shared_.limits, game.position().side_to_move(), shared_.settings.move_overhead,
                         shared_.parameters);
    shared_.stop = false;
    shared_.table.new_search();

    const std::vector<RootMove> root_moves = root_moves_of(game.position(), limits);
    worker_->prepare(game, root_moves);

    SearchResult result;
    if (root_moves.empty()) {
        result.score = worker_->final_position_score();
        return result;
    }
    worker_->iterate();
    const RootMove& best = worker_->root_moves()[0];
    result.best = best.move();
    result.ponder = worker_->expected_reply(0);
    result.score = best.known_score();
    result.depth = worker_->completed_depth();
    result.nodes = worker_->nodes();
    return result;
}

}  // namespace skua
