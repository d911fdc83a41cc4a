#include "search/worker.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "chess/movegen.h"

namespace skua {

namespace {

// Looking at the clock costs more than a node: do it this often.
constexpr std::uint64_t NodesBetweenChecks = 1024;
// Below this depth scores jump too much for narrow windows.
constexpr Depth AspirationDepth = 4;
// Until then nobody reads more than one line per iteration.
constexpr Milliseconds QuietTime = 3000;

bool better(const RootMove& a, const RootMove& b) {
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
        logarithms_[i] = static_cast<int>(1024.0 * std::log(static_cast<double>(i)));
    }
}

void Worker::clear() {
    histories_.clear();
    corrections_.clear();
    for (Node& node : nodes_on_path_) { node.killers.clear(); }
}

void Worker::prepare(const Game& game, const std::vector<RootMove>& root_moves) {
    game_ = game;
    game_.reserve(MaxPly + 8);
    evaluator_->reset(position());
    root_moves_ = root_moves;
    root_depth_ = 0;
    completed_depth_ = 0;
    nmp_min_ply_ = 0;
    stable_iterations_ = 0;
    last_best_ = Move::none();
    last_reported_.clear();
    nodes_ = 0;
    next_check_ = 0;
    soft_limit_passed_ = false;
}

// ---------------------------------------------------------------------- iterations

void Worker::iterate() {
    const std::size_t lines = std::min(static_cast<std::size_t>(shared_.settings.searched_pvs()), root_moves_.size());
    for (Depth depth = 1; depth < MaxPly && !stopped(); ++depth) {
        root_depth_ = depth;
        for (RootMove& move : root_moves_) { move.previous_score = move.score; }
        const RootMove best_before = root_moves_[0];

        for (std::size_t line = 0; line < lines && !stopped(); ++line) {
            search_line(line, depth);
            if (is_main_ && !stopped()) { report_progress(line, lines); }
        }
        if (stopped()) {
            // Not even one move was looked at to the end: its first impression must do.
            if (root_moves_[0].score == -InfiniteScore) { root_moves_[0].score = evaluator_->evaluate(position()); }
            // A defeat seen in a half-finished iteration is not proven. Nor is a win without its moves better than one
            // that has them.
            const RootMove& best = root_moves_[0];
            const bool doubtful = is_loss(best.score) ? best.score != best_before.score
                                                      : best.bound == Bound::Lower && is_win(best_before.score);
            if (depth > 1 && doubtful) {
                const auto same = std::find_if(root_moves_.begin(), root_moves_.end(),
                                               [&](const RootMove& move) { return move.move() == best_before.move(); });
                *same = best_before;
                std::rotate(root_moves_.begin(), same, same + 1);
            }
            break;
        }
        completed_depth_ = depth;
        if (is_main_ && is_done()) { break; }
    }
}

void Worker::search_line(std::size_t line, Depth depth) {
    pv_index_ = line;
    seldepth_ = 0;
    Score delta = parameters_.aspiration_width;
    Score alpha = -InfiniteScore;
    Score beta = InfiniteScore;
    if (depth >= AspirationDepth && root_moves_[line].average != NoScore) {
        const Score centre = root_moves_[line].average;
        delta += centre * centre / 16384;
        alpha = std::max(centre - delta, -InfiniteScore);
        beta = std::min(centre + delta, InfiniteScore);
    }

    for (Depth failed_high = 0;;) {
        const Score score = search<NodeType::Root>(node_at(0), alpha, beta, std::max(depth - failed_high, 1), false);
        std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line), root_moves_.end(), better);
        if (stopped()) { break; }
        if (score > alpha && score < beta) { break; }
        if (is_main_ && shared_.settings.searched_pvs() == 1 && shared_.time->elapsed() > QuietTime) {
            report(line, score <= alpha ? Bound::Upper : Bound::Lower);
        }
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = std::max(score - delta, -InfiniteScore);
            failed_high = 0;
        } else {
            beta = std::min(score + delta, InfiniteScore);
            if (!is_decisive(score) && failed_high < 3) { ++failed_high; }
        }
        delta += delta * parameters_.aspiration_growth / 100 + 1;
    }
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(line) + 1, better);
}

bool Worker::is_done() {
    const Limits& limits = shared_.limits;
    const RootMove& best = root_moves_[0];
    stable_iterations_ = best.move() == last_best_ ? stable_iterations_ + 1 : 0;
    last_best_ = best.move();

    if (limits.depth && completed_depth_ >= *limits.depth) { return true; }
    if (limits.soft_nodes && shared_.total_nodes() >= *limits.soft_nodes) { return true; }
    if (limits.mate && best.score >= mate_in(2 * *limits.mate - 1)) { return true; }
    if (limits.infinite || !shared_.time->soft_limit()) { return false; }

    // A single move, or a mate that deeper search will not change.
    const bool decided = root_moves_.size() == 1 && completed_depth_ >= 6;
    const bool mate_settled = is_mate(best.score) && completed_depth_ > 2 * (MateScore - std::abs(best.score)) + 4;
    std::uint64_t all = 0;
    for (const RootMove& move : root_moves_) { all += move.nodes; }
    TimeManager::Confidence confidence;
    confidence.best_move_share = all > 0 ? static_cast<double>(best.nodes) / static_cast<double>(all) : 0.0;
    confidence.stable_iterations = stable_iterations_;
    confidence.score_drop = best.average == NoScore || is_decisive(best.score) ? 0 : best.average - best.score;
    if (!decided && !mate_settled && !shared_.time->past_soft_limit(confidence)) { return false; }
    // While the opponent thinks, we think on; the answer is due as soon as the expected move is played.
    soft_limit_passed_ = true;
    return !shared_.pondering.load(std::memory_order_relaxed);
}

void Worker::check_limits() {
    const std::uint64_t count = nodes();
    const Limits& limits = shared_.limits;
    if (limits.nodes && (count >= *limits.nodes || (count & 255) == 0) && shared_.total_nodes() >= *limits.nodes) {
        shared_.stop = true;
        return;
    }
    // One looks at the clock for all.
    if (!is_main_ || count < next_check_) { return; }
    next_check_ = count + NodesBetweenChecks;
    if (limits.infinite || shared_.pondering.load(std::memory_order_relaxed)) { return; }
    if (soft_limit_passed_ || shared_.time->past_hard_limit()) { shared_.stop = true; }
}

void Worker::report_progress(std::size_t line, std::size_t lines) {
    const std::size_t shown = std::min(static_cast<std::size_t>(shared_.settings.multi_pv), lines);
    if (line + 1 == lines) {
        // All are known now, and in their final order.
        for (std::size_t i = 0; i < shown; ++i) { report(i, root_moves_[i].bound); }
    } else if (line < shown && shared_.time->elapsed() > QuietTime) {
        report(line, root_moves_[line].bound);
    }
}

void Worker::report(std::size_t line, Bound bound) {
    const RootMove& move = root_moves_[line];
    if (line == 0 && bound == Bound::Exact) { last_reported_ = move.pv; }
    if (!shared_.callbacks.info) { return; }
    SearchInfo info;
    info.depth = std::max(root_depth_, 1);
    info.seldepth = move.seldepth;
    info.multipv = static_cast<int>(line) + 1;
    info.score = move.known_score();
    info.bound = bound;
    info.nodes = shared_.total_nodes();
    info.time = shared_.time->elapsed();
    info.hashfull = shared_.table.hashfull();
    info.is_dead_draw = position().is_insufficient_material();
    // The line ends where the game would.
    for (const Move each : move.pv) {
        if (!position().is_legal(each) || (!info.pv.empty() && game_.state() != GameState::Ongoing)) { break; }
        info.pv.push_back(each);
        game_.play(each);
    }
    for (std::size_t i = 0; i < info.pv.size(); ++i) { game_.undo(); }
    shared_.callbacks.info(info);
}

void Worker::report_final(std::size_t choice, const PvLine& last_reported) {
    const RootMove& chosen = root_moves_[choice];
    if (std::equal(chosen.pv.begin(), chosen.pv.end(), last_reported.begin(), last_reported.end())) { return; }
    // The search may have ended before the chosen move had its exact value; only mates are said with that care.
    const Bound bound = is_mate(chosen.score) ? chosen.bound : Bound::Exact;
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

SearchInfo Worker::final_position_info() const {
    SearchInfo info;
    info.score = position().in_check() ? mated_in(0) : DrawScore;
    info.is_dead_draw = !position().in_check();
    info.time = shared_.time->elapsed();
    return info;
}

// ---------------------------------------------------------------------- small steps

void Worker::play(Node& node, Move move) {
    const Position& here = position();
    shared_.table.prefetch(here.key_after(move));
    node.move = move;
    node.piece = here.moved_piece(move);
    node.continuation = &histories_.continuation.after(node.piece, move.to());
    count_node();
    BoardDelta delta;
    game_.play(move, delta);
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
    const int correction = corrections_.get(position(), correction_context(node), parameters_);
    return std::clamp(evaluation + correction, -MaxEvaluation, MaxEvaluation);
}

OrderingContext Worker::ordering_context(const Node& node, Bitboard threats) {
    OrderingContext context{histories_, threats, {}, node.killers, Move::none()};
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
    add_continuation_history(node, piece, move.to(), bonus);
}

void Worker::add_capture_history(Move move, int bonus) {
    histories_.capture.add(position().moved_piece(move), move.to(), type_of(position().captured_piece(move)), bonus);
}

void Worker::learn_from_cutoff(Node& node, Move best, Bitboard threats, Depth depth, const MoveList& quiets,
                               const MoveList& captures) {
    const int bonus =
        std::min(parameters_.history_bonus * depth - parameters_.history_bonus_offset, parameters_.history_bonus_max);
    const int malus =
        std::min(parameters_.history_malus * depth - parameters_.history_malus_offset, parameters_.history_malus_max);
    if (is_noisy(best)) {
        add_capture_history(best, bonus);
    } else {
        node.killers.add(best);
        if (!best.is_promotion()) { histories_.countermoves.set(node_at(node.ply - 1).move, best); }
        add_quiet_history(node, best, threats, bonus);
        for (const Move move : quiets) { add_quiet_history(node, move, threats, -malus); }
    }
    for (const Move move : captures) { add_capture_history(move, -malus); }
}

int Worker::reduction(bool quiet, Depth depth, int move_count) const {
    const int base = quiet ? parameters_.lmr_quiet_base : parameters_.lmr_noisy_base;
    const int divisor = quiet ? parameters_.lmr_quiet_divisor : parameters_.lmr_noisy_divisor;
    const auto log_of = [this](int number) {
        return logarithms_[static_cast<std::size_t>(std::min(number, static_cast<int>(logarithms_.size()) - 1))];
    };
    return base + log_of(depth) * log_of(move_count) / 1024 * 100 / divisor;
}

bool Worker::is_root_move(Move move) const {
    for (std::size_t i = pv_index_; i < root_moves_.size(); ++i) {
        if (root_moves_[i].move() == move) { return true; }
    }
    return false;
}

RootMove& Worker::root_move(Move move) {
    const auto found =
        std::find_if(root_moves_.begin(), root_moves_.end(), [&](const RootMove& each) { return each.move() == move; });
    assert(found != root_moves_.end());
    return *found;
}

}  // namespace skua
