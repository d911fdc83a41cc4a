#include "lab/book/grow.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>

#include "base/parse.h"
#include "book/polyglot_key.h"
#include "chess/movegen.h"
#include "engine/shown_score.h"
#include "eval/nnue/network.h"
#include "lab/games/selfplay.h"
#include "lab/support/parallel.h"
#include "search/searcher.h"

namespace skua::lab {

namespace {

// The weight of the best move of a position.
constexpr double BestWeight = 10'000;
// A move worse by the whole margin weighs exp(-MarginDecay) of the best one.
constexpr double MarginDecay = 3;
// So many positions are taken from the queue at once. It does not depend on the number of threads, and so neither does
// the book.
constexpr std::size_t BatchSize = 64;
// Backing up follows transpositions round and round, so it ends after this many passes at the latest.
constexpr int MaxBackupPasses = 100;

constexpr std::size_t NoNode = static_cast<std::size_t>(-1);

double weight_of(int loss, int margin) {
    return std::exp(-MarginDecay * static_cast<double>(loss) / std::max(margin, 1));
}

// The search's score as users see it; mates and tablebase wins are beyond all others.
int centipawns_of(Score score) {
    const ShownScore shown = to_shown(score, DefaultEvaluatorKind);
    if (const Centipawns* centipawns = std::get_if<Centipawns>(&shown)) { return centipawns->value; }
    return score > 0 ? MaxCentipawns : -MaxCentipawns;
}

std::vector<FoundMove> search_moves(Searcher& searcher, const Game& game, const GrowSettings& settings) {
    // No search depends on the one before it.
    searcher.clear();
    SearchSettings search;
    search.multi_pv = settings.moves;
    const std::size_t count =
        std::min(static_cast<std::size_t>(settings.moves), std::size(legal_moves(game.position())));
    std::vector<FoundMove> latest(count);
    std::vector<FoundMove> complete;
    SearchCallbacks callbacks;
    callbacks.info = [&](const SearchInfo& info) {
        const auto index = static_cast<std::size_t>(info.multipv) - 1;
        if (index >= count || info.pv.empty()) { return; }
        latest[index] = {book::encode_move(info.pv.front()), centipawns_of(info.score)};
        // Only a complete iteration reports the last of the moves, and all others just before.
        if (index + 1 == count) { complete = latest; }
    };
    const SearchResult result = searcher.search(game, self_play_limits(settings.nodes), search, callbacks);
    // With very few nodes not even the first iteration is complete.
    if (complete.empty()) { complete.push_back({book::encode_move(result.best), centipawns_of(result.score)}); }
    return complete;
}

// The positions of the book, and how the moves connect them.
class OpeningTree {
public:
    explicit OpeningTree(const GrowSettings& settings) : settings_(settings) {
        add_node(Game(), NoNode, Move::none(), 1);
    }

    // The next positions to search, as the order wants; fewer at the end.
    [[nodiscard]] std::vector<std::size_t> next_batch() {
        std::vector<std::size_t> batch;
        while (!queue_.empty() && batch.size() < BatchSize && searched_ + batch.size() < settings_.positions) {
            const std::size_t index = queue_.top().node;
            queue_.pop();
            if (std::exchange(nodes_[index].taken, true)) { continue; }
            batch.push_back(index);
        }
        return batch;
    }

    [[nodiscard]] Key key_of(std::size_t index) const { return nodes_[index].key; }
    [[nodiscard]] Game game_of(std::size_t index) const {
        std::vector<Move> moves;
        for (std::size_t i = index; nodes_[i].parent != NoNode; i = nodes_[i].parent) {
            moves.push_back(nodes_[i].move);
        }
        Game game;
        for (; !moves.empty(); moves.pop_back()) { game.play(moves.back()); }
        return game;
    }

    // Notes what the search found in a position, and makes the positions after its good moves known.
    void expand(std::size_t index, const std::vector<FoundMove>& found) {
        ++searched_;
        deepest_ = std::max(deepest_, nodes_[index].ply);
        nodes_[index].value = found.front().centipawns;
        Game game = game_of(index);
        double sum = 0;
        for (const FoundMove& move : found) { sum += share_before_division(found, move); }
        for (const FoundMove& each : found) {
            const Move move = book::decode_move(game.position(), each.code);
            if (move.is_none()) { continue; }
            Edge edge{each, NoNode};
            const double share = share_before_division(found, each) / sum;
            if (share > 0 && nodes_[index].ply < settings_.plies) {
                game.play(move);
                if (game.state() == GameState::Ongoing) {
                    edge.child = add_node(game, index, move, nodes_[index].probability * share);
                }
                game.undo();
            }
            nodes_[index].edges.push_back(edge);
        }
    }

    void back_up() {
        for (int pass = 0; pass < MaxBackupPasses; ++pass) {
            bool changed = false;
            // Children mostly come after their parents.
            for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
                if (node->edges.empty()) { continue; }
                int best = -MaxCentipawns;
                for (const Edge& edge : node->edges) { best = std::max(best, worth_of(edge)); }
                changed = changed || best != node->value;
                node->value = best;
            }
            if (!changed) { return; }
        }
    }

    [[nodiscard]] std::vector<book::Entry> entries() const {
        std::vector<book::Entry> result;
        for (const Node& node : nodes_) {
            int best = -MaxCentipawns;
            for (const Edge& edge : node.edges) { best = std::max(best, worth_of(edge)); }
            for (const Edge& edge : node.edges) {
                const int loss = best - worth_of(edge);
                const bool is_good = loss <= settings_.margin;
                if (!is_good && !is_searched(edge.child)) { continue; }
                const double weight = is_good ? BestWeight * weight_of(loss, settings_.margin) : 0;
                result.push_back({node.key, edge.found.code, static_cast<std::uint16_t>(std::lround(weight)), 0});
            }
        }
        return result;
    }

    [[nodiscard]] std::uint64_t searched() const { return searched_; }
    [[nodiscard]] int deepest() const { return deepest_; }

private:
    struct Edge {
        FoundMove found;
        std::size_t child = NoNode;
    };
    struct Node {
        Key key = 0;
        std::size_t parent = NoNode;
        Move move;  // from the parent
        int ply = 0;
        double probability = 0;  // of the likeliest way to it
        bool taken = false;      // from the queue
        int value = 0;
        std::vector<Edge> edges;
    };
    // A position may be in the queue more than once; the first one counts.
    struct Waiting {
        double rank = 0;
        std::size_t node = 0;
        bool operator<(const Waiting& other) const {
            return rank < other.rank || (rank == other.rank && node > other.node);
        }
    };

    [[nodiscard]] double share_before_division(const std::vector<FoundMove>& found, const FoundMove& move) const {
        const int loss = found.front().centipawns - move.centipawns;
        return loss <= settings_.margin ? weight_of(loss, settings_.margin) : 0;
    }

    // The node of the game's position, made if it is new.
    std::size_t add_node(const Game& game, std::size_t parent, Move move, double probability) {
        const Key key = book::polyglot_key(game);
        const auto [place, is_new] = known_.try_emplace(key, nodes_.size());
        const std::size_t index = place->second;
        if (is_new) { nodes_.push_back({key, parent, move, game.ply(), 0, false, 0, {}}); }
        Node& node = nodes_[index];
        if (probability > node.probability && !node.taken) {
            node.probability = probability;
            const bool by_likelihood = settings_.order == GrowOrder::Likely;
            if (is_new || by_likelihood) { queue_.push({by_likelihood ? probability : -node.ply, index}); }
        }
        return index;
    }

    [[nodiscard]] bool is_searched(std::size_t node) const { return node != NoNode && !nodes_[node].edges.empty(); }
    // In the view of the side that makes the move.
    [[nodiscard]] int worth_of(const Edge& edge) const {
        return is_searched(edge.child) ? -nodes_[edge.child].value : edge.found.centipawns;
    }

    const GrowSettings& settings_;
    std::vector<Node> nodes_;
    std::unordered_map<Key, std::size_t> known_;
    std::priority_queue<Waiting> queue_;
    std::uint64_t searched_ = 0;
    int deepest_ = 0;
};

}  // namespace

std::string conditions_of(const GrowSettings& settings) {
    return std::to_string(settings.nodes) + " nodes, " + std::to_string(settings.moves) + " moves, network " +
           hexadecimal(nnue::embedded_checksum());
}

Result<GrownBook> grow_book(Journal& journal, const GrowSettings& settings,
                            const std::function<bool(const GrowProgress&)>& tick) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::unique_ptr<Searcher>> searchers;
    for (int i = 0; i < settings.threads; ++i) {
        searchers.push_back(std::make_unique<Searcher>(RunsOn::CallersThread, settings.hash_megabytes));
    }
    OpeningTree tree(settings);
    GrowProgress progress;
    std::atomic<std::uint64_t> searched{0};
    const auto note_progress = [&] {
        progress.positions = tree.searched();
        progress.searched = searched;
        progress.plies = tree.deepest();
        progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };

    for (std::vector<std::size_t> batch; !progress.stopped && !(batch = tree.next_batch()).empty();) {
        std::vector<std::size_t> unknown;
        for (const std::size_t node : batch) {
            if (journal.find(tree.key_of(node)) == nullptr) { unknown.push_back(node); }
        }
        std::atomic<std::size_t> next{0};
        std::atomic<bool> stop{false};
        std::mutex mutex;  // guards the next
        std::optional<Error> error;
        if (!unknown.empty()) {
            in_parallel(settings.threads, [&](std::size_t thread) {
                for (std::size_t i = next++; i < unknown.size() && !stop; i = next++) {
                    const std::vector<FoundMove> moves =
                        search_moves(*searchers[thread], tree.game_of(unknown[i]), settings);
                    if (std::optional<Error> failure = journal.add(tree.key_of(unknown[i]), moves)) {
                        const std::lock_guard lock(mutex);
                        error = std::move(failure);
                        stop = true;
                    }
                    ++searched;
                    if (thread != 0) { continue; }
                    note_progress();
                    if (!tick(progress)) { stop = true; }
                }
            });
        }
        if (error) { return *error; }
        for (const std::size_t node : batch) {
            const std::vector<FoundMove>* const found = journal.find(tree.key_of(node));
            if (found != nullptr) { tree.expand(node, *found); }
            progress.stopped = progress.stopped || found == nullptr;
        }
        // A stop that came with the last search has interrupted nothing.
        if (stop && !progress.stopped) { progress.stopped = !tree.next_batch().empty(); }
    }
    note_progress();
    tree.back_up();
    return GrownBook{tree.entries(), progress};
}

}  // namespace skua::lab
