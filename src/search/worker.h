// One thread's search: its own board, histories and stack, around the shared transposition table.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
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
    static constexpr std::uint64_t NoSlice = std::numeric_limits<std::uint64_t>::max();

    // The main worker reads the clock and reports; the others help it.
    Worker(SharedSearch& shared, bool is_main);

    // ---------------------------------------------------------------- called while no search runs
    void clear();
    void set_evaluator(std::unique_ptr<Evaluator> evaluator) { evaluator_ = std::move(evaluator); }
    void prepare(const Game& game);
    // After prepare(): the moves to search at the root.
    void set_root_moves(const std::vector<RootMove>& root_moves) { root_moves_ = root_moves; }
    // The next call of iterate() searches this many nodes at most; a call with a limit must be followed by another one.
    void set_slice(std::uint64_t node_count);

    // Adds probes that were made for this search elsewhere.
    void count_tablebase_hits(std::uint64_t count) { tablebase_hits_ += count; }

    // ---------------------------------------------------------------- called from its own thread
    // Iterative deepening: searches deeper and deeper until stopped or done, then returns true. Returns false when the
    // slice was over before that; the next call goes on in the middle of the tree, where this one ended.
    bool iterate();
    // Did the last call of iterate() end because its slice was over?
    [[nodiscard]] bool is_paused() const { return paused_; }
    // Has the last slice completed anything: an iteration, a root move, or the move of a node that was interrupted?
    [[nodiscard]] bool slice_made_progress() const { return slice_made_progress_; }

    // ---------------------------------------------------------------- results, after the search
    [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }
    // While no search runs, the game to its root.
    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] Depth completed_depth() const { return completed_depth_; }
    // Reports the principal variation that was chosen, if it was not the last one reported.
    void report_final(std::size_t choice, const PvLine& last_reported);
    // The last exact principal variation that was reported as the best.
    [[nodiscard]] const PvLine& last_reported() const { return last_reported_; }
    // The reply to the chosen move: from its principal variation, else from the TT.
    [[nodiscard]] Move expected_reply(std::size_t choice);
    // The score of a root without moves: checkmate or stalemate.
    [[nodiscard]] Score final_position_score() const;

    [[nodiscard]] CacheStatistics cache_statistics() const { return evaluator_->cache_statistics(); }

    // ---------------------------------------------------------------- called from any thread
    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }

private:
    enum class NodeType { Root, Pv, NonPv };
    struct Singularity {
        Depth extension;
        Score cutoff;  // NoScore: continue with the extension
    };
    // What the tablebases say about a node.
    struct TablebaseBound {
        Score score = NoScore;
        Bound bound = Bound::None;  // None: they say nothing

        [[nodiscard]] bool decides(Score alpha, Score beta) const {
            return bound == Bound::Exact || (bound == Bound::Lower && score >= beta) ||
                   (bound == Bound::Upper && score <= alpha);
        }
    };
    // Between which scores a node is searched, and what the tablebases say of it.
    struct Range {
        Score alpha = 0;
        Score lowest = -InfiniteScore;
        Score highest = InfiniteScore;
    };
    // A node that was interrupted while one of its moves was searched.
    struct InterruptedNode {
        // By these it is known when the search comes back to it.
        NodeType type;
        Key key;
        Ply ply;
        Move excluded;
        Ply nmp_min_ply;
        // With these it goes on.
        NodeFacts facts;
        Range range;
        MovePicker picker;
        MoveLoop loop;
        MoveFacts candidate;
        PvLine pv;
    };
    // An aspiration window.
    struct Window {
        Score alpha = -InfiniteScore;
        Score beta = InfiniteScore;
        Score delta = 0;
        Depth failed_high = 0;  // plies taken off after failing high
    };

    // ---------------------------------------------------------------- the tree: search.cpp
    template <NodeType Type>
    Score search(Node& node, Score alpha, Score beta, Depth depth, bool cut_node);
    template <NodeType Type>
    [[gnu::always_inline]] inline Score score_before_moves(Node& node, NodeFacts& facts, Range& range);
    template <NodeType Type>
    Score quiesce(Node& node, Score alpha, Score beta);

    // Steps of both. Those that every node or move takes are always inlined: as calls they cost about 2 % more
    // instructions in `bench`.
    template <bool IsPv>
    bool enter(Node& node);
    [[nodiscard, gnu::always_inline]] inline Score score_of_end(const Node& node);
    [[nodiscard, gnu::always_inline]] inline Score alpha_with_upcoming_repetition(const Node& node, Score alpha) const;
    [[nodiscard, gnu::always_inline]] inline Score blended(Score score, Score beta) const;

    // Steps of a node. Those that return a score return NoScore when the node must be searched.
    bool transposition_cutoff(const Node& node, const NodeFacts& facts);
    [[nodiscard]] TablebaseBound probe_tablebases(const Node& node, Depth depth);
    [[gnu::always_inline]] inline void evaluate_statically(Node& node, NodeFacts& facts);
    [[gnu::always_inline]] inline void learn_from_evaluation(const Node& node);
    [[nodiscard]] Depth hindsight(const Node& node, Depth depth);
    Score razoring(Node& node, const NodeFacts& facts, Score alpha);
    [[nodiscard]] Score reverse_futility_pruning(const Node& node, const NodeFacts& facts) const;
    Score null_move_pruning(Node& node, const NodeFacts& facts);
    Score probcut(Node& node, const NodeFacts& facts);
    [[nodiscard, gnu::always_inline]] inline Score quiescence_futility(Move move, const CheckInfo& check_info,
                                                                       Score futility_base, Score alpha) const;

    // Steps of a move.
    [[nodiscard, gnu::always_inline]] inline MoveFacts move_facts(const Node& node, const OrderingContext& context,
                                                                  const CheckInfo& check_info, Move move);
    [[gnu::always_inline]] inline bool prune_move(const Node& node, const NodeFacts& facts, const MoveLoop& loop,
                                                  const MoveFacts& candidate, MovePicker& picker) const;
    [[nodiscard]] bool may_be_singular(const Node& node, const NodeFacts& facts) const;
    template <bool IsPv>
    Singularity singular_extension(Node& node, const NodeFacts& facts);
    template <NodeType Type>
    [[nodiscard]] int late_move_reduction(const Node& node, const NodeFacts& facts, const MoveFacts& candidate);
    template <NodeType Type>
    Score search_move(Node& node, const NodeFacts& facts, const MoveLoop& loop, const MoveFacts& candidate);

    // After the moves.
    void update_history_after_reduction(const Node& node, const NodeFacts& facts, Move move, Score score, Score alpha);
    [[gnu::always_inline]] inline void update_histories(Node& node, const NodeFacts& facts, const MoveLoop& loop);
    [[gnu::always_inline]] inline void store_result(const Node& node, const NodeFacts& facts, const MoveLoop& loop,
                                                    bool is_exact);

    // ---------------------------------------------------------------- iterations: worker.cpp
    // Returns false when there is no further iteration.
    bool begin_iteration();
    void search_pvs();
    [[nodiscard]] Window first_window() const;
    void aspiration_search();
    // Replaces doubtful results of an iteration that was stopped half-way.
    void settle_stopped_iteration();
    // Is there no need for another iteration?
    [[nodiscard]] bool is_done();
    void check_limits();
    void report_final_position();
    // Reports the principal variations found so far; while several are searched for, only after `VerboseAfter`.
    void report_progress();
    void report(std::size_t pv_index, Bound bound);
    void report_current_move(Move move, int number);

    // ---------------------------------------------------------------- slices
    // The interrupted node that this call comes back to, null if it is another one. A slice that is over is unwound,
    // and the next one comes down to the same place by the same calls: what is between the root and there goes on among
    // its moves, with those searched before left out, so that hardly a node is searched twice. Nodes that were not
    // among their moves (a null move, ProbCut, the question whether a move is singular) begin again, and come to
    // the same call inside. It is valid until the next interruption.
    [[nodiscard]] const InterruptedNode* take_interrupted(const Node& node, NodeType type, Score beta);

    // ---------------------------------------------------------------- the root
    // Is this move to be searched now: asked for, and not the first of an earlier principal variation?
    [[nodiscard]] bool is_due_at_root(Move move) const;
    RootMove& root_move(Move move);
    // How many moves the tablebases rank as high as the best one.
    [[nodiscard]] std::size_t best_ranked_moves() const;
    void update_root_move(Move move, Score score, const MoveLoop& loop, Score beta);

    // ---------------------------------------------------------------- small steps used by all
    [[nodiscard]] const Position& position() const { return game_.position(); }
    [[nodiscard]] Node& node_at(Ply ply) { return nodes_on_path_[static_cast<unsigned>(ply + PathOffset)]; }
    // The first iteration is completed even so, for a well-founded move; unless captures without end make it long.
    [[nodiscard]] bool stopped() const {
        return shared_.stop.load(std::memory_order_relaxed) &&
               (completed_depth_ > 0 || paused_ || nodes() > LongFirstIteration);
    }
    void play(Node& node, Move move);
    // The next node begins with its TT entry: asked for as soon as the move is known, it comes in time.
    void prefetch_after(Move move) const { shared_.table.prefetch(position().key_after(move)); }
    void undo();
    void play_null(Node& node);
    void undo_null();
    void count_node() { nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    [[nodiscard]] Score draw_score(const Node& node) const;
    [[nodiscard]] bool is_draw(const Node& node) const;
    [[nodiscard]] Score corrected(Score evaluation, const Node& node);
    [[nodiscard]] CorrectionHistory::Context correction_context(const Node& node);
    [[nodiscard]] OrderingContext ordering_context(const Node& node, const Threats& threats);
    [[nodiscard]] bool is_noisy(Move move) const {
        return position().is_capture(move) || move.kind() == MoveKind::PromoteQueen;
    }
    [[nodiscard]] int quiet_history(const Node& node, Move move, Bitboard threats);
    [[nodiscard]] int capture_history(Move move) const;
    void add_quiet_history(const Node& node, Move move, Bitboard threats, int bonus);
    void add_continuation_history(const Node& node, Piece piece, Square to, int bonus);
    void add_capture_history(Move move, int bonus);
    // Was the move that led here, of the node before, neither a null move nor a capture nor a promotion to a queen?
    [[nodiscard]] bool was_quiet(const Node& parent) const;
    // The best move raised alpha: it earns a bonus, the moves searched before it a malus.
    void learn_from_best_move(Node& node, const NodeFacts& facts, const MoveLoop& loop);
    // The reduction by depth and number of the move, in 1/1024 ply.
    [[nodiscard]] int base_reduction(bool quiet, Depth depth, int move_count) const;

    static constexpr int PathOffset = 7;
    static constexpr int ReductionUnit = 1024;
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
    Depth root_depth_ = 0;
    Depth completed_depth_ = 0;
    Ply seldepth_ = 0;
    Ply nmp_min_ply_ = 0;  // no null moves before this ply while one is being verified; 0: none is
    int stable_iterations_ = 0;
    bool soft_limit_passed_ = false;
    Move last_best_;
    PvLine last_reported_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint64_t> tablebase_hits_{0};
    TablebaseLine tablebase_line_;
    std::uint64_t next_check_ = 0;

    // The iteration in progress: what the next slice needs to resume it.
    bool in_iteration_ = false;
    std::optional<RootMove> best_before_;  // the best move of the iteration before
    std::size_t pv_index_ = 0;             // the principal variation being searched, of several
    std::optional<Window> window_;         // window of the aspiration search in progress

    std::uint64_t slice_end_ = NoSlice;         // pause at this count of nodes
    std::vector<InterruptedNode> interrupted_;  // by the last slice, the root as the last one
    std::size_t to_resume_ = 0;                 // so many of them are still to be resumed by this slice
    bool paused_ = false;                       // shared_.stop was set because the slice is over
    bool slice_made_progress_ = false;
};

}  // namespace skua
