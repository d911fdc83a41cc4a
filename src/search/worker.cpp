#include "search/worker.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "chess/movegen.h"

namespace skua {

namespace {

// Reading the clock costs more than a node, so it is done this often.
constexpr std::uint64_t NodesBetweenChecks = 1024;
// Adding up the nodes of all threads costs too: this often, and at every node once a thread alone has reached the
// limit.
constexpr std::uint64_t NodesBetweenSums = 256;
// Below this depth scores jump too much for narrow windows.
constexpr Depth AspirationDepth = 4;
// Before that, in milliseconds, each iteration is reported once: users cannot read more.
constexpr Milliseconds VerboseAfter = 3000;
// A single legal move is played after this depth: enough for a score and an expected reply.
constexpr Depth OnlyMoveDepth = 6;
// A mate counts as settled when the search has looked this much further than the mate is away.
constexpr int MateDepthFactor = 2;
constexpr Depth MateDepthMargin = 4;

// Without a clock, a shown line may take this long, in milliseconds, to be completed out of the tablebases.
constexpr Milliseconds UntimedLineBudget = 50;

bool better(const RootMove& a, const RootMove& b) {
    if (a.tablebase_rank != b.tablebase_rank) { return a.tablebase_rank > b.tablebase_rank; }
    return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
}

}  // namespace

Worker::Worker(SharedSearch& shared, bool is_main)
    : shared_(shared), parameters_(shared.parameters), is_main_(is_main), evaluator_(shared.make_evaluator()) {
    for (Ply ply = -PathOffset; ply <= MaxPly + 3; ++ply) {
        Node& node = node_at(ply);
        node.ply = ply;
        node.continuation = &no_continuation_;
    }
    for (std::size_t i = 1; i < logarithms_.size(); ++i) {
        logarithms_[i] = static_cast<int>(ReductionUnit * std::log(static_cast<double>(i)));
    }
}

void Worker::clear() {
    histories_.clear();
    corrections_.clear();
    for (Node& node : nodes_on_path_) { node.killers.clear(); }
}

void Worker::prepare(const Game& game) {
    game_ = game;
    game_.reserve(MaxPly + 8);
    evaluator_->reset(position());
    root_moves_.clear();
    root_depth_ = 0;
    completed_depth_ = 0;
    nmp_min_ply_ = 0;
    stable_iterations_ = 0;
    last_best_ = Move::none();
    last_reported_.clear();
    nodes_ = 0;
    tablebase_hits_ = 0;
    tablebase_line_.clear();
    histories_.low_ply.clear();
    next_check_ = 0;
    soft_limit_passed_ = false;
    in_iteration_ = false;
    window_.reset();
    interrupted_.clear();
    set_slice(NoSlice);
}

void Worker::set_slice(std::uint64_t node_count) {
    slice_end_ = node_count < NoSlice - nodes() ? nodes() + node_count : NoSlice;
    next_check_ = std::min(next_check_, slice_end_);
    paused_ = false;
    slice_made_progress_ = false;
    to_resume_ = interrupted_.size();
}

// ---------------------------------------------------------------------- iterations

// Iterative deepening: the results of one depth order the moves of the next, so that all depths together cost less than
// the last one alone with a poor order. Worth: not measured.
bool Worker::iterate() {
    if (root_moves_.empty()) {
        report_final_position();
        return true;
    }
    while (in_iteration_ || begin_iteration()) {
        search_pvs();
        if (paused_) { return false; }
        if (stopped()) {
            settle_stopped_iteration();
            return true;
        }
        completed_depth_ = root_depth_;
        in_iteration_ = false;
        slice_made_progress_ = true;
        if (is_main_ && is_done()) { return true; }
    }
    return true;
}

bool Worker::begin_iteration() {
    if (root_depth_ + 1 >= MaxPly || stopped()) { return false; }
    ++root_depth_;
    for (RootMove& move : root_moves_) { move.previous_score = move.score; }
    best_before_ = root_moves_[0];
    pv_index_ = 0;
    in_iteration_ = true;
    return true;
}

void Worker::search_pvs() {
    const std::size_t count = std::min(static_cast<std::size_t>(shared_.settings.searched_pvs()), root_moves_.size());
    for (; pv_index_ < count; ++pv_index_) {
        // A search stopped between two slices still puts the moves of the interrupted window in order.
        if (stopped() && !window_) { return; }
        aspiration_search();
        if (stopped()) { return; }
        if (is_main_) { report_progress(); }
    }
}

Worker::Window Worker::first_window() const {
    Window window;
    window.delta = parameters_.aspiration_width;
    const Score centre = root_moves_[pv_index_].average;
    if (root_depth_ >= AspirationDepth && centre != NoScore) {
        window.delta += centre * centre / parameters_.aspiration_score_divisor;
        window.alpha = std::max(centre - window.delta, -InfiniteScore);
        window.beta = std::min(centre + window.delta, InfiniteScore);
    }
    return window;
}

// Aspiration windows: the score will be near that of the iterations before, so the search begins with a narrow window
// around it and widens it on the side where it fails. False when the position turns; then the search is repeated. Worth
// 80 +- 51 Elo (150 games at 8,000 nodes a move, 2026-11-16; docs/experiments).
void Worker::aspiration_search() {
    const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_);
    if (!window_) {
        window_ = first_window();
        seldepth_ = 0;
    }
    for (Window& window = *window_;;) {
        const Depth depth = std::max(root_depth_ - window.failed_high, 1);
        const Score score = search<NodeType::Root>(node_at(0), window.alpha, window.beta, depth, false);
        if (paused_) { return; }
        std::stable_sort(first, root_moves_.end(), better);
        if (stopped() || (score > window.alpha && score < window.beta)) { break; }
        if (is_main_ && shared_.settings.searched_pvs() == 1 && shared_.time->elapsed() > VerboseAfter) {
            report(pv_index_, score <= window.alpha ? Bound::Upper : Bound::Lower);
        }
        if (score <= window.alpha) {
            window.beta = (window.alpha + window.beta) / 2;
            window.alpha = std::max(score - window.delta, -InfiniteScore);
            window.failed_high = 0;
        } else {
            window.beta = std::min(score + window.delta, InfiniteScore);
            if (!is_decisive(score) && window.failed_high < parameters_.aspiration_reductions) { ++window.failed_high; }
        }
        window.delta += window.delta * parameters_.aspiration_growth / 100 + 1;
    }
    window_.reset();
    std::stable_sort(root_moves_.begin(), first + 1, better);
}

void Worker::settle_stopped_iteration() {
    // When not even one move was searched to the end, the static evaluation must do.
    if (root_moves_[0].score == -InfiniteScore) { root_moves_[0].score = evaluator_->evaluate(position()); }
    // A loss seen in an incomplete iteration is not proven. Nor is a win without its moves better than one that has
    // them.
    const RootMove& best = root_moves_[0];
    const bool doubtful = is_loss(best.score) ? best.score != best_before_->score
                                              : best.bound == Bound::Lower && is_win(best_before_->score);
    if (root_depth_ == 1 || !doubtful) { return; }
    const auto same = std::find_if(root_moves_.begin(), root_moves_.end(),
                                   [this](const RootMove& move) { return move.move() == best_before_->move(); });
    *same = *best_before_;
    std::rotate(root_moves_.begin(), same, same + 1);
}

bool Worker::is_done() {
    const Limits& limits = shared_.limits;
    const RootMove& best = root_moves_[0];
    stable_iterations_ = best.move() == last_best_ ? stable_iterations_ + 1 : 0;
    last_best_ = best.move();

    if (limits.depth && completed_depth_ >= *limits.depth) { return true; }
    if (limits.soft_nodes && shared_.total_nodes() >= *limits.soft_nodes) { return true; }
    if (limits.mate && best.score >= mate_in(2 * *limits.mate - 1)) { return true; }
    if (limits.infinite || !shared_.time->plan().soft) { return false; }

    // A single move, or a mate that deeper search will not change.
    const bool only_move = best_ranked_moves() == 1 && completed_depth_ >= OnlyMoveDepth;
    const Ply mate_distance = MateScore - std::abs(best.score);
    const bool mate_settled =
        is_mate(best.score) && completed_depth_ > MateDepthFactor * mate_distance + MateDepthMargin;
    std::uint64_t all = 0;
    for (const RootMove& move : root_moves_) { all += move.nodes; }
    TimeManager::Confidence confidence;
    confidence.best_move_share = all > 0 ? static_cast<double>(best.nodes) / static_cast<double>(all) : 0.0;
    confidence.stable_iterations = stable_iterations_;
    confidence.score_drop = best.average == NoScore || is_decisive(best.score) ? 0 : best.average - best.score;
    if (!only_move && !mate_settled && !shared_.time->past_soft_limit(confidence, shared_.total_nodes())) {
        return false;
    }
    // While the opponent thinks, we think on; the answer is due as soon as the expected move is played.
    soft_limit_passed_ = true;
    return !shared_.pondering.load(std::memory_order_relaxed);
}

void Worker::check_limits() {
    const std::uint64_t count = nodes();
    const Limits& limits = shared_.limits;
    if (limits.nodes && (count >= *limits.nodes || count % NodesBetweenSums == 0) &&
        shared_.total_nodes() >= *limits.nodes) {
        shared_.stop = true;
        return;
    }
    // The main worker reads the clock for all.
    if (!is_main_ || count < next_check_) { return; }
    next_check_ = std::min(count + NodesBetweenChecks, slice_end_);
    const bool timed = !limits.infinite && !shared_.pondering.load(std::memory_order_relaxed);
    if (timed && (soft_limit_passed_ || shared_.time->past_hard_limit(shared_.total_nodes()))) { shared_.stop = true; }
    if (count >= slice_end_ && !shared_.stop.load(std::memory_order_relaxed)) {
        paused_ = true;
        shared_.stop = true;
        interrupted_.clear();
        to_resume_ = 0;
    }
}

// ---------------------------------------------------------------------- reports

void Worker::report_final_position() {
    if (!is_main_ || !shared_.callbacks.info) { return; }
    SearchInfo info;
    info.score = final_position_score();
    info.is_dead_draw = !position().in_check();
    info.time = shared_.time->elapsed();
    shared_.callbacks.info(info);
}

void Worker::report_progress() {
    const auto searched = std::min(static_cast<std::size_t>(shared_.settings.searched_pvs()), root_moves_.size());
    const std::size_t shown = std::min(static_cast<std::size_t>(shared_.settings.multi_pv), searched);
    if (pv_index_ + 1 == searched) {
        // All are known now, and in their final order.
        for (std::size_t i = 0; i < shown; ++i) { report(i, root_moves_[i].bound); }
    } else if (pv_index_ < shown && shared_.time->elapsed() > VerboseAfter) {
        report(pv_index_, root_moves_[pv_index_].bound);
    }
}

void Worker::report(std::size_t pv_index, Bound bound) {
    const RootMove& move = root_moves_[pv_index];
    if (pv_index == 0 && bound == Bound::Exact) { last_reported_ = move.pv; }
    if (!shared_.callbacks.info) { return; }
    SearchInfo info;
    info.depth = std::max(root_depth_, 1);
    info.seldepth = move.seldepth;
    info.multipv = static_cast<int>(pv_index) + 1;
    info.score = move.shown_score();
    info.bound = info.score == move.known_score() ? bound : Bound::Exact;
    info.nodes = shared_.total_nodes();
    info.tablebase_hits = shared_.total_tablebase_hits();
    info.time = shared_.time->elapsed();
    info.hashfull = shared_.table.hashfull();
    info.is_dead_draw = position().is_insufficient_material() || move.tablebase_score == DrawScore;
    // The principal variation ends where the game would.
    for (const Move each : move.pv) {
        if (!position().is_legal(each) || (!info.pv.empty() && game_.state() != GameState::Ongoing)) { break; }
        info.pv.push_back(each);
        game_.play(each);
    }
    for (std::size_t i = 0; i < info.pv.size(); ++i) { game_.undo(); }
    if (is_decisive(info.score) && !is_mate(info.score)) {
        const Milliseconds allowed = shared_.time->plan().hard ? shared_.settings.move_overhead / 2 : UntimedLineBudget;
        tablebase_line_.complete(info.pv, game_, shared_.tablebases, Clock::now() + std::chrono::milliseconds(allowed));
    }
    shared_.callbacks.info(info);
}

void Worker::report_current_move(Move move, int number) {
    if (!is_main_ || !shared_.callbacks.current_move || shared_.time->elapsed() <= VerboseAfter) { return; }
    shared_.callbacks.current_move({root_depth_, move, number + static_cast<int>(pv_index_)});
}

void Worker::report_final(std::size_t choice, const PvLine& last_reported) {
    const RootMove& chosen = root_moves_[choice];
    if (std::equal(chosen.pv.begin(), chosen.pv.end(), last_reported.begin(), last_reported.end())) { return; }
    // The search may have ended before the chosen move had its exact score; mates are reported with that care, and all
    // scores where they are to be exact.
    const bool with_care = is_mate(chosen.score) || shared_.settings.exact_scores;
    const Bound bound = with_care ? chosen.bound : Bound::Exact;
    std::swap(root_moves_[0], root_moves_[choice]);
    report(0, bound);
    std::swap(root_moves_[0], root_moves_[choice]);
}

Move Worker::expected_reply(std::size_t choice) {
    const PvLine& pv = root_moves_[choice].pv;
    if (pv.size() > 1) { return pv[1]; }
    game_.play(pv[0]);
    Move reply = shared_.table.probe(position().key(), 0).move;
    if (!position().is_legal(reply) || game_.state() != GameState::Ongoing) { reply = Move::none(); }
    game_.undo();
    return reply;
}

Score Worker::final_position_score() const { return position().in_check() ? mated_in(0) : DrawScore; }

// ---------------------------------------------------------------------- slices

const Worker::InterruptedNode* Worker::take_interrupted(const Node& node, NodeType type, Score beta) {
    const InterruptedNode& next = interrupted_[to_resume_ - 1];
    const Score beta_here = type == NodeType::Root ? beta : std::min(beta, mate_in(node.ply + 1));
    if (next.type != type || next.key != position().key() || next.ply != node.ply || next.excluded != node.excluded ||
        next.nmp_min_ply != nmp_min_ply_ || next.facts.beta != beta_here) {
        return nullptr;
    }
    --to_resume_;
    return &next;
}

// ---------------------------------------------------------------------- the root

bool Worker::is_due_at_root(Move move) const {
    const int rank = root_moves_[pv_index_].tablebase_rank;
    for (std::size_t i = pv_index_; i < root_moves_.size() && root_moves_[i].tablebase_rank == rank; ++i) {
        if (root_moves_[i].move() == move) { return true; }
    }
    return false;
}

std::size_t Worker::best_ranked_moves() const {
    std::size_t count = 1;
    while (count < root_moves_.size() && root_moves_[count].tablebase_rank == root_moves_[0].tablebase_rank) {
        ++count;
    }
    return count;
}

RootMove& Worker::root_move(Move move) {
    const auto found =
        std::find_if(root_moves_.begin(), root_moves_.end(), [&](const RootMove& each) { return each.move() == move; });
    assert(found != root_moves_.end());
    return *found;
}

void Worker::update_root_move(Move move, Score score, const MoveLoop& loop, Score beta) {
    slice_made_progress_ = true;
    RootMove& entry = root_move(move);
    if (loop.move_count > 1 && score <= loop.alpha) {
        entry.score = -InfiniteScore;
        return;
    }
    entry.score = score;
    entry.average = entry.average == NoScore ? score : (entry.average + score) / 2;
    entry.bound = score >= beta ? Bound::Lower : score <= loop.alpha ? Bound::Upper : Bound::Exact;
    entry.seldepth = seldepth_;
    entry.pv.truncate(1);
    for (const Move reply : node_at(1).pv) { entry.pv.push_back(reply); }
}

// ---------------------------------------------------------------------- small steps

void Worker::play(Node& node, Move move) {
    const Position& here = position();
    node.move = move;
    node.piece = here.moved_piece(move);
    node.continuation = &histories_.continuation.after(node.piece, move.to());
    count_node();
    BoardDelta delta;
    game_.play(move, delta);
    corrections_.prefetch(position(), correction_context(node_at(node.ply + 1)));
    evaluator_->push(delta);
}

void Worker::undo() {
    game_.undo();
    evaluator_->pop();
}

void Worker::play_null(Node& node) {
    node.move = Move::none();
    node.piece = Piece::None;
    node.continuation = &no_continuation_;
    count_node();
    game_.play_null();
    corrections_.prefetch(position(), correction_context(node_at(node.ply + 1)));
}

void Worker::undo_null() { game_.undo(); }

Score Worker::draw_score(const Node& node) const {
    return node.ply % 2 == 0 ? DrawScore - shared_.settings.contempt : DrawScore + shared_.settings.contempt;
}

bool Worker::is_draw(const Node& node) const {
    return position().is_insufficient_material() || game_.is_repetition(node.ply) || game_.is_fifty_move_draw();
}

CorrectionHistory::Context Worker::correction_context(const Node& node) {
    const Node& last = node_at(node.ply - 1);
    const Node& before = node_at(node.ply - 2);
    return {last.piece, last.move.to(), before.piece, before.move.to()};
}

Score Worker::corrected(Score evaluation, const Node& node) {
    if (shared_.settings.exact_scores) { return evaluation; }
    const int correction = corrections_.get(position(), correction_context(node), parameters_);
    return std::clamp(evaluation + correction, -MaxEvaluation, MaxEvaluation);
}

OrderingContext Worker::ordering_context(const Node& node, const Threats& threats) {
    OrderingContext context{histories_, threats, {}, node.killers, Move::none(), node.ply, parameters_, shared_.table};
    for (std::size_t i = 0; i < ContinuationPlies.size(); ++i) {
        context.continuations[i] = node_at(node.ply - ContinuationPlies[i]).continuation;
    }
    if (shared_.settings.countermove_bonus > 0) {
        context.countermove = histories_.countermoves.get(node_at(node.ply - 1).move);
    }
    return context;
}

int Worker::quiet_history(const Node& node, Move move, Bitboard threats) {
    const Piece piece = position().moved_piece(move);
    const auto after = [&](int plies) { return (*node_at(node.ply - plies).continuation)[piece][move.to()].get(); };
    return histories_.butterfly.get(position().side_to_move(), threats, move) + after(1) + after(2);
}

int Worker::capture_history(Move move) const {
    return histories_.capture.get(position().moved_piece(move), move.to(), type_of(position().captured_piece(move)));
}

void Worker::add_continuation_history(const Node& node, Piece piece, Square to, int bonus) {
    for (const int plies : ContinuationPlies) {
        PieceToHistory* const table = node_at(node.ply - plies).continuation;
        if (table != &no_continuation_) { (*table)[piece][to].add(bonus); }
    }
}

void Worker::add_quiet_history(const Node& node, Move move, Bitboard threats, int bonus) {
    const Piece piece = position().moved_piece(move);
    histories_.butterfly.add(position().side_to_move(), threats, move, bonus);
    histories_.pawn.add(position().pawn_key(), piece, move.to(), bonus);
    histories_.low_ply.add(node.ply, move, bonus);
    add_continuation_history(node, piece, move.to(), bonus);
}

void Worker::add_capture_history(Move move, int bonus) {
    histories_.capture.add(position().moved_piece(move), move.to(), type_of(position().captured_piece(move)), bonus);
}

void Worker::learn_from_best_move(Node& node, const NodeFacts& facts, const MoveLoop& loop) {
    const int bonus = std::min(parameters_.history_bonus * facts.depth - parameters_.history_bonus_offset,
                               parameters_.history_bonus_max);
    const int malus = std::min(parameters_.history_malus * facts.depth - parameters_.history_malus_offset,
                               parameters_.history_malus_max);
    const Move best = loop.best_move;
    if (is_noisy(best)) {
        add_capture_history(best, bonus);
    } else {
        node.killers.add(best);
        if (!best.is_promotion()) { histories_.countermoves.set(node_at(node.ply - 1).move, best); }
        add_quiet_history(node, best, node.threats, bonus);
        for (const Move move : loop.quiets) { add_quiet_history(node, move, node.threats, -malus); }
    }
    for (const Move move : loop.captures) { add_capture_history(move, -malus); }
}

bool Worker::was_quiet(const Node& parent) const {
    return !parent.move.is_none() && !game_.position_before(1).is_capture(parent.move) &&
           parent.move.kind() != MoveKind::PromoteQueen;
}

int Worker::base_reduction(bool quiet, Depth depth, int move_count) const {
    const int base = quiet ? parameters_.lmr_quiet_base : parameters_.lmr_noisy_base;
    const int divisor = quiet ? parameters_.lmr_quiet_divisor : parameters_.lmr_noisy_divisor;
    const auto log_of = [this](int number) {
        return logarithms_[static_cast<std::size_t>(std::min(number, static_cast<int>(logarithms_.size()) - 1))];
    };
    return base + log_of(depth) * log_of(move_count) / ReductionUnit * 100 / divisor;
}

}  // namespace skua
