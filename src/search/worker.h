// One thread's search: its own board, histories and stack, around the shared transposition table.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "chess/game.h"
#include "eval/evaluator.h"
#include "search/correction.h"
#include "search/history.h"
#include "search/movepicker.h"
#include "search/node.h"
#include "search/parameters.h"
#include "search/report.h"
#include "search/root_move.h"
#include "search/shared.h"

namespace skua {

class Worker {
public:
    Worker(SharedSearch& shared, bool is_main);

    // ---------------------------------------------------------------- called while no search runs
    void clear();
    void set_evaluator(std::unique_ptr<Evaluator> evaluator) { evaluator_ = std::move(evaluator); }
    void prepare(const Game& game, const std::vector<RootMove>& root_moves);

    // ---------------------------------------------------------------- called from its own thread
    // Searches deeper and deeper until stopped or done.
    void iterate();

    // ---------------------------------------------------------------- results, after the search
    [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }
    [[nodiscard]] Depth completed_depth() const { return completed_depth_; }
    // Tells the line that was chosen, if it was not the last one told.
    void report_final(std::size_t choice, const PvLine& last_reported);
    // The last exact best line told.
    [[nodiscard]] const PvLine& last_reported() const { return last_reported_; }
    // The answer to the chosen move: from its line, else from the table.
    [[nodiscard]] Move expected_reply(std::size_t choice);
    // What there is to say of a root without moves: mate or stalemate.
    [[nodiscard]] SearchInfo final_position_info() const;

    [[nodiscard]] CacheStatistics cache_statistics() const { return evaluator_->cache_statistics(); }

    // ---------------------------------------------------------------- called from any thread
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

private:
    enum class NodeType { Root, Pv, NonPv };

    // ---------------------------------------------------------------- the story: search.cpp
    template <NodeType Type>
    Score search(Node& node, Score alpha, Score beta, Depth depth, bool cut_node);
    template <NodeType Type>
    Score quiesce(Node& node, Score alpha, Score beta);

    // ---------------------------------------------------------------- iterations: worker.cpp
    void search_line(std::size_t line, Depth depth);
    // Is there no need for another iteration?
    [[nodiscard]] bool is_done();
    void check_limits();
    // Tells the best lines found so far; while several are searched for, only when somebody could be waiting.
    void report_progress(std::size_t line, std::size_t lines);
    void report(std::size_t line, Bound bound);

    // ---------------------------------------------------------------- small steps used by both
    [[nodiscard]] const Position& position() const { return game_.position(); }
    [[nodiscard]] Node& node_at(Ply ply) { return nodes_on_path_[static_cast<unsigned>(ply + PathOffset)]; }
    // The first iteration is completed even so, for a well-founded move; unless captures without end make it long.
    [[nodiscard]] bool stopped() const {
        return shared_.stop.load(std::memory_order_relaxed) && (completed_depth_ > 0 || nodes() > LongFirstIteration);
    }
    void play(Node& node, Move move);
    void undo();
    void play_null(Node& node);
    void undo_null();
    void count_node() { nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    [[nodiscard]] Score draw_score(const Node& node) const;
    [[nodiscard]] bool is_draw(const Node& node) const;
    [[nodiscard]] Score corrected(Score evaluation, const Node& node);
    [[nodiscard]] CorrectionHistory::Context correction_context(const Node& node);
    [[nodiscard]] OrderingContext ordering_context(const Node& node, Bitboard threats);
    [[nodiscard]] bool is_noisy(Move move) const {
        return position().is_capture(move) || move.kind() == MoveKind::PromoteQueen;
    }
    [[nodiscard]] int quiet_history(const Node& node, Move move, Bitboard threats);
    [[nodiscard]] int capture_history(Move move) const;
    void add_quiet_history(const Node& node, Move move, Bitboard threats, int bonus);
    void add_continuation_history(const Node& node, Piece piece, Square to, int bonus);
    void add_capture_history(Move move, int bonus);
    // A move was so good that the opponent will avoid this position: remember it, and those tried before it.
    void learn_from_cutoff(Node& node, Move best, Bitboard threats, Depth depth, const MoveList& quiets,
                           const MoveList& captures);
    [[nodiscard]] int reduction(bool quiet, Depth depth, int move_count) const;
    [[nodiscard]] bool is_root_move(Move move) const;
    RootMove& root_move(Move move);

    static constexpr int PathOffset = 7;
    static constexpr std::uint64_t LongFirstIteration = 20000;

    SharedSearch& shared_;
    const Parameters& parameters_;
    const bool is_main_;

    Game game_;
    std::unique_ptr<Evaluator> evaluator_;
    Histories histories_;
    CorrectionHistory corrections_;
    PieceToHistory no_continuation_;  // stands for moves that were not made; stays zero
    std::array<Node, MaxPly + PathOffset + 4> nodes_on_path_;
    std::array<int, 64> logarithms_{};  // in 1/1024

    std::vector<RootMove> root_moves_;
    std::size_t pv_index_ = 0;  // of several principal variations, the one being searched
    Depth root_depth_ = 0;
    Depth completed_depth_ = 0;
    Ply seldepth_ = 0;
    Ply nmp_min_ply_ = 0;  // no null moves before this ply: one is being verified
    int stable_iterations_ = 0;
    bool soft_limit_passed_ = false;
    Move last_best_;
    PvLine last_reported_;
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t next_check_ = 0;
};

}  // namespace skua
