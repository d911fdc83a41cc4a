// The search itself: one function for the tree, one for its leaves, and one for each technique.
//
// Both answer the same question: how good is this position for the side to move, as far as it matters between alpha and
// beta? A result at or below alpha means "at most this", at or above beta "at least this" (fail-soft).
//
// The comment at each technique names it as the literature does, says what it believes, when that is false, and what it
// is worth: the Elo that the engine lost without it in 150 games at 8,000 nodes a move against the whole engine
// (757444f, 2026-11-16, error of 95 %; docs/experiments has the table). So few nodes hide what pays at depth, and
// errors of 45 Elo cannot tell whether a technique worth less than that helps or harms: those stay until longer matches
// decide.
#include <algorithm>
#include <cassert>

#include "chess/see.h"
#include "search/worker.h"

namespace skua {

namespace {

// Beyond this many plies without progress a stored score may overlook the fifty-move draw.
constexpr int TrustedHalfmoves = 96;
// A result from the tablebases is stored as if it had been searched this much deeper: it is exact.
constexpr Depth KnownOutcomeDepth = 6;
// The path is never extended beyond this multiple of the iteration's depth: extensions must not explode.
constexpr int MaxPathFactor = 2;
// singular_margin is in sixteenths of a centipawn for each ply of depth.
constexpr int SingularMarginUnit = 16;

// For nodes that do not look at threats.
const Threats NoThreats;

// Does the TT score prove that the true score lies on the same side of this null window?
bool is_tt_cutoff(const TtData& tt, Score beta) {
    return tt.score != NoScore && (tt.score >= beta ? allows_lower(tt.bound) : allows_upper(tt.bound));
}

// Does the TT score, seen as a bound, say more than the static evaluation?
bool tt_score_is_more_informative(const TtData& tt, Score static_eval) {
    return tt.score != NoScore && (tt.score > static_eval ? allows_lower(tt.bound) : allows_upper(tt.bound));
}

}  // namespace

// ---------------------------------------------------------------------- the tree

template <Worker::NodeType Type>
Score Worker::search(Node& node, Score alpha, Score beta, Depth depth, bool cut_node) {
    constexpr bool IsRoot = Type == NodeType::Root;
    constexpr bool IsPv = Type != NodeType::NonPv;
    constexpr NodeType QuiescenceType = IsPv ? NodeType::Pv : NodeType::NonPv;
    assert(alpha < beta && (IsPv || alpha == beta - 1));

    if (depth <= 0) { return quiesce<QuiescenceType>(node, alpha, beta); }

    // 1. Prepare the node, unless the search is to end. A node that a slice has interrupted goes on among its moves.
    if (!enter<IsPv>(node)) { return DrawScore; }
    NodeFacts facts;
    facts.beta = beta;
    facts.depth = std::min(depth, MaxPly - 1);
    facts.cut_node = cut_node;
    Range range;
    range.alpha = alpha;
    const InterruptedNode* const interrupted = to_resume_ > 0 ? take_interrupted(node, Type, beta) : nullptr;
    if (interrupted != nullptr) [[unlikely]] {
        facts = interrupted->facts;
        range = interrupted->range;
    } else if (const Score score = score_before_moves<Type>(node, facts, range); score != NoScore) {
        return score;  // 2 to 10
    }

    // 11. The moves, one by one.
    const Position& here = position();
    Node& child = node_at(node.ply + 1);
    const bool excluding = !node.excluded.is_none();
    const Threats threats = find_threats(here);
    node.threats = threats.all;
    const CheckInfo check_info = here.check_info();
    const OrderingContext context = ordering_context(node, threats);
    MovePicker picker = interrupted != nullptr ? MovePicker(interrupted->picker, here, context, check_info)
                                               : MovePicker::main(here, facts.tt_move, context, check_info);
    const bool can_prune = !IsRoot && here.has_non_pawn_material(here.side_to_move());
    MoveLoop loop;
    loop.alpha = range.alpha;
    loop.best_score = range.lowest;
    MoveFacts candidate;
    bool resumes = interrupted != nullptr;
    if (resumes) [[unlikely]] {
        loop = interrupted->loop;
        candidate = interrupted->candidate;
        node.pv = interrupted->pv;
    }

    for (;;) {
        if (!resumes) [[likely]] {
            const Move move = picker.next();
            if (move.is_none()) { break; }
            if (move == node.excluded || (IsRoot && !is_due_at_root(move))) { continue; }
            ++loop.move_count;
            if constexpr (IsRoot) { report_current_move(move, loop.move_count); }
            candidate = move_facts(node, context, check_info, move);
            candidate.number = loop.move_count;
            candidate.base_reduction = base_reduction(candidate.quiet, facts.depth, loop.move_count);
            candidate.new_depth = facts.depth - 1;

            // 12. Pruning of single moves.
            if (can_prune && !is_loss(loop.best_score) && prune_move(node, facts, loop, candidate, picker)) {
                continue;
            }

            // 13. Singular extension.
            if (!IsRoot && move == facts.tt_move && !excluding && may_be_singular(node, facts)) {
                const Singularity singularity = singular_extension<IsPv>(node, facts);
                if (singularity.cutoff != NoScore) { return singularity.cutoff; }
                candidate.extension = singularity.extension;
                candidate.new_depth += singularity.extension;
            }
        }
        const Move move = candidate.move;
        child.double_extensions = node.double_extensions + (candidate.extension >= 2 ? 1 : 0);

        // 14. Search it.
        const std::uint64_t nodes_before = nodes();
        play(node, move);
        const Score score = search_move<Type>(node, facts, loop, candidate);
        undo();
        if constexpr (IsRoot) { root_move(move).nodes += nodes() - nodes_before; }
        if (stopped()) {
            if (paused_) {
                interrupted_.push_back({Type, here.key(), node.ply, node.excluded, nmp_min_ply_, facts, range, picker,
                                        loop, candidate, node.pv});
            }
            return DrawScore;
        }
        if (resumes) [[unlikely]] {
            resumes = false;
            to_resume_ = 0;  // what was below it is over
            slice_made_progress_ = true;
        }

        // 15. Is it the best so far?
        if constexpr (IsRoot) { update_root_move(move, score, loop, beta); }
        if (score > loop.best_score) {
            loop.best_score = score;
            if (score > loop.alpha) {
                loop.best_move = move;
                if constexpr (IsPv && !IsRoot) { node.set_pv(move, child.pv); }
                if (score >= facts.beta) {
                    ++node.cutoffs;
                    break;
                }
                loop.alpha = score;
            }
        }
        if (move != loop.best_move) {
            MoveList& tried = candidate.quiet ? loop.quiets : loop.captures;
            tried.push_back(move);
        }
    }

    // 16. No move at all: checkmate or stalemate.
    if (loop.move_count == 0) {
        if (excluding) { return range.alpha; }
        return node.in_check ? mated_in(node.ply) : draw_score(node);
    }
    assert(loop.best_score > -InfiniteScore);
    loop.best_score = std::min(loop.best_score, range.highest);

    // 17. Learn from the result, and store it.
    update_histories(node, facts, loop);
    if (!excluding && !(IsRoot && pv_index_ > 0)) {
        const bool is_exact = IsPv && loop.best_score > range.alpha && !loop.best_move.is_none();
        store_result(node, facts, loop, is_exact);
    }
    return loop.best_score;
}

// The steps 2 to 10: what can be said of a node before its moves. Returns its score, or NoScore when they must be
// searched.
template <Worker::NodeType Type>
Score Worker::score_before_moves(Node& node, NodeFacts& facts, Range& range) {
    constexpr bool IsRoot = Type == NodeType::Root;
    constexpr bool IsPv = Type != NodeType::NonPv;
    Node& child = node_at(node.ply + 1);
    child.killers.clear();
    if constexpr (IsRoot) { child.cutoffs = 0; }
    node_at(node.ply + 2).cutoffs = 0;
    child.double_extensions = node.double_extensions;

    if constexpr (!IsRoot) {
        // 2. Draws, and the end of the stack.
        if (const Score end = score_of_end(node); end != NoScore) { return end; }

        // 3. Mate distance pruning: after a mate found closer to the root nothing here matters. Always true, as no mate
        // is faster than the next ply. Worth: not measured.
        range.alpha = std::max(range.alpha, mated_in(node.ply));
        facts.beta = std::min(facts.beta, mate_in(node.ply + 1));
        if (range.alpha >= facts.beta) { return range.alpha; }

        // 4. Upcoming repetition.
        range.alpha = alpha_with_upcoming_repetition(node, range.alpha);
        if (range.alpha >= facts.beta) { return range.alpha; }
    }

    // 5. Transposition table.
    const Position& here = position();
    const bool excluding = !node.excluded.is_none();
    facts.tt = shared_.table.probe(here.key(), node.ply);
    facts.tt_move = IsRoot ? root_moves_[pv_index_].move() : facts.tt.move;
    if (!facts.tt_move.is_none() && !here.is_legal(facts.tt_move)) { facts.tt_move = Move::none(); }
    if (!facts.tt_move.is_none()) { prefetch_after(facts.tt_move); }
    facts.tt_move_noisy = !facts.tt_move.is_none() && is_noisy(facts.tt_move);
    if (!excluding) { node.tt_pv = IsPv || (facts.tt.hit && facts.tt.was_pv); }
    if (!IsPv && !excluding && transposition_cutoff(node, facts)) { return facts.tt.score; }

    // 6. Tablebases.
    if (!IsRoot && !excluding) {
        const TablebaseBound known = probe_tablebases(node, facts.depth);
        if (known.decides(range.alpha, facts.beta)) {
            shared_.table.store(here.key(), node.ply, Move::none(), known.score, NoScore, known.bound,
                                std::min(facts.depth + KnownOutcomeDepth, MaxPly - 1), node.tt_pv);
            return known.score;
        }
        if (IsPv && known.bound == Bound::Lower) { range.lowest = known.score; }
        if (IsPv && known.bound == Bound::Upper) { range.highest = known.score; }
        range.alpha = std::max(range.alpha, range.lowest);
    }

    // 7. Static evaluation. A null move may come right after it.
    if (!IsPv && !node.in_check && !excluding) { shared_.table.prefetch(here.key_after_null()); }
    evaluate_statically(node, facts);

    // 8. Hindsight.
    if (!IsRoot && !excluding) { facts.depth += hindsight(node, facts.depth); }

    // 9. Techniques that leave the whole node out.
    if (!IsPv && !node.in_check && !excluding) {
        if (const Score score = razoring(node, facts, range.alpha); score != NoScore) { return score; }
        if (const Score score = reverse_futility_pruning(node, facts); score != NoScore) { return score; }
        if (const Score score = null_move_pruning(node, facts); score != NoScore) { return score; }
        if (const Score score = probcut(node, facts); score != NoScore) { return score; }
    }

    // 10. Internal iterative reduction: without a TT move the ordering is poor, so search a ply less now; the next
    // visit will have a TT move. False where this visit is the last one. Worth 42 +- 46.
    if ((IsPv || facts.cut_node) && !excluding && facts.depth >= parameters_.iir_depth && facts.tt_move.is_none()) {
        --facts.depth;
    }
    return NoScore;
}

// ---------------------------------------------------------------------- the leaves

// Quiescence search: a position is evaluated only where no capture is pending, so captures are searched to their end.
// False where a quiet move decides. Worth: not measured as a whole.
template <Worker::NodeType Type>
Score Worker::quiesce(Node& node, Score alpha, Score beta) {
    constexpr bool IsPv = Type == NodeType::Pv;

    // 1. Prepare the node, unless the search is to end.
    if (!enter<IsPv>(node)) { return DrawScore; }
    const Position& here = position();
    Node& child = node_at(node.ply + 1);

    // 2. Draws, and the end of the stack.
    alpha = alpha_with_upcoming_repetition(node, alpha);
    if (alpha >= beta) { return alpha; }
    if (const Score end = score_of_end(node); end != NoScore) { return end; }

    // 3. Transposition table: every entry is deep enough.
    const Key key = here.key();
    const TtData tt = shared_.table.probe(key, node.ply);
    const bool tt_pv = IsPv || (tt.hit && tt.was_pv);
    if (!IsPv && tt.hit && is_tt_cutoff(tt, beta) && here.halfmove_clock() < TrustedHalfmoves) { return tt.score; }

    // 4. Stand pat: no side is forced to capture, so the static evaluation is a lower bound. False in zugzwang. Worth:
    // not measured.
    Score best_score = -InfiniteScore;
    Score futility_base = -InfiniteScore;
    Score raw_eval = NoScore;
    node.static_eval = NoScore;
    if (!node.in_check) {
        raw_eval = tt.hit && tt.evaluation != NoScore ? tt.evaluation : evaluator_->evaluate(here);
        node.static_eval = corrected(raw_eval, node);
        // A mate from the table would come without its moves: on the principal variation it is searched for. A bound is
        // no exact score.
        const bool use_tt_score = tt.hit && tt_score_is_more_informative(tt, node.static_eval) &&
                                  !(IsPv && (is_decisive(tt.score) || shared_.settings.exact_scores));
        best_score = use_tt_score ? tt.score : node.static_eval;
        if (best_score >= beta) {
            if (!tt.hit) { shared_.table.store(key, node.ply, Move::none(), NoScore, raw_eval, Bound::None, 0, tt_pv); }
            return blended(best_score, beta);
        }
        alpha = std::max(alpha, best_score);
        futility_base = node.static_eval + parameters_.qs_futility;
    }

    // 5. Captures and queen promotions; in check all evasions.
    const OrderingContext context = ordering_context(node, NoThreats);
    CheckInfo check_info;
    if (node.in_check) { check_info = here.check_info(); }
    MovePicker picker = MovePicker::quiescence(here, tt.move, context, check_info);
    Move best_move;
    int move_count = 0;
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        // Out of check it is needed for moves only, and most often there are none.
        if (++move_count == 1 && !node.in_check) { check_info = here.check_info(); }
        if (!is_loss(best_score)) {
            // Once one evasion does not lose, quiet evasions will hardly do better. Worth: not measured.
            if (move_count > 1 && !is_noisy(move)) { picker.skip_quiets(); }
            if (!node.in_check) {
                const Score bound = quiescence_futility(move, check_info, futility_base, alpha);
                if (bound != NoScore) {
                    best_score = std::max(best_score, bound);
                    continue;
                }
            }
            // SEE pruning: a capture that loses material does not help. False when it is a sacrifice. Worth 88 +- 44.
            if (!see_at_least(here, move, parameters_.qs_see)) { continue; }
        }

        play(node, move);
        const Score score = -quiesce<Type>(child, -beta, -alpha);
        undo();
        if (stopped()) { return DrawScore; }
        if (score > best_score) {
            best_score = score;
            if (score > alpha) {
                best_move = move;
                if constexpr (IsPv) { node.set_pv(move, child.pv); }
                if (score >= beta) { break; }
                alpha = score;
            }
        }
    }

    if (node.in_check && move_count == 0) { return mated_in(node.ply); }
    if (best_score >= beta) { best_score = blended(best_score, beta); }
    const Bound bound = best_score >= beta ? Bound::Lower : Bound::Upper;
    shared_.table.store(key, node.ply, best_move, best_score, raw_eval, bound, 0, tt_pv);
    return best_score;
}

// Futility pruning in quiescence (delta pruning): a capture whose victim does not lift the static evaluation to alpha
// is left out, and so is one that wins nothing when the evaluation alone is too low. False when the capture opens
// something. Returns an upper bound of the move's score, or NoScore when it must be searched. Worth: not measured.
Score Worker::quiescence_futility(Move move, const CheckInfo& check_info, Score futility_base, Score alpha) const {
    const Position& here = position();
    const Piece victim = here.captured_piece(move);
    if (move.is_promotion() || here.gives_check(move, check_info) || victim == Piece::None) { return NoScore; }
    const Score futility_value = futility_base + SeeValues[type_of(victim)];
    if (futility_value <= alpha) { return futility_value; }
    if (futility_base <= alpha && !see_at_least(here, move, 1)) { return futility_base; }
    return NoScore;
}

// ---------------------------------------------------------------------- steps of both

// Returns false when the search is to end.
template <bool IsPv>
bool Worker::enter(Node& node) {
    check_limits();
    if (stopped()) { return false; }
    if constexpr (IsPv) {
        node.pv.clear();
        seldepth_ = std::max(seldepth_, node.ply + 1);
    }
    node.in_check = position().in_check();
    return true;
}

// The score of a drawn position or of the last node of the stack, NoScore elsewhere.
Score Worker::score_of_end(const Node& node) {
    if (is_draw(node)) { return draw_score(node); }
    if (node.ply < MaxPly) { return NoScore; }
    return node.in_check ? draw_score(node) : evaluator_->evaluate(position());
}

// Upcoming repetition (cuckoo tables): a side that can repeat a position with its next move has at least a draw. False
// when the repetition is the first one and the opponent does better than repeat again. Worth 58 +- 44. Where scores are
// to be exact it is left out: what fails low against the raised alpha is a bound only.
Score Worker::alpha_with_upcoming_repetition(const Node& node, Score alpha) const {
    const Score draw = draw_score(node);
    return alpha < draw && !shared_.settings.exact_scores && game_.has_upcoming_repetition(node.ply) ? draw : alpha;
}

// A score of at least beta is moved halfway to it before it is returned: how much is beyond beta is guessed, not
// searched. Where scores are to be exact it becomes beta, which is all that a cutoff proves. Worth: not measured.
Score Worker::blended(Score score, Score beta) const {
    if (is_decisive(score)) { return score; }
    return shared_.settings.exact_scores ? beta : (score + beta) / 2;
}

// ---------------------------------------------------------------------- steps of the tree

// TT cutoff: a search at least as deep has answered the question before. False near the fifty-move draw, which the key
// does not know. A quiet TT move that reaches beta earns history as if it had been searched. Worth: not measured.
bool Worker::transposition_cutoff(const Node& node, const NodeFacts& facts) {
    const TtData& tt = facts.tt;
    if (!tt.hit || tt.depth < facts.depth || !is_tt_cutoff(tt, facts.beta) ||
        position().halfmove_clock() >= TrustedHalfmoves) {
        return false;
    }
    if (tt.score >= facts.beta && !facts.tt_move.is_none() && !facts.tt_move_noisy) {
        const int bonus = std::min(parameters_.history_bonus * facts.depth, parameters_.history_bonus_max);
        add_quiet_history(node, facts.tt_move, position().attacks_by(~position().side_to_move()),
                          bonus * parameters_.history_tt_percent / 100);
    }
    return true;
}

// Tablebase probe: where few pieces are left, the outcome is known without search. Only right after a capture or pawn
// move: the tables assume that the fifty-move counter is at zero. False where the fifty-move rule or a repetition on
// the board changes the outcome later; the ranking of the root's moves by distance makes up for that. Worth: not
// measured.
Worker::TablebaseBound Worker::probe_tablebases(const Node& node, Depth depth) {
    const TablebaseUse& use = shared_.tablebases;
    if (use.max_pieces == 0) { return {}; }
    const Position& here = position();
    const int pieces = here.pieces().count();
    if (pieces > use.max_pieces || (pieces == use.max_pieces && depth < use.min_depth) || here.halfmove_clock() != 0 ||
        here.castling_rooks().any()) {
        return {};
    }
    const std::optional<tablebase::Outcome> outcome = use.tables->probe_wdl(here);
    if (!outcome) { return {}; }
    tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);
    if (*outcome == tablebase::Outcome::Draw) { return {draw_score(node), Bound::Exact}; }
    const Score score = score_of_outcome(*outcome, node.ply, use.fifty_move_rule);
    return {score, is_win(score) ? Bound::Lower : is_loss(score) ? Bound::Upper : Bound::Exact};
}

// The static evaluation, corrected by correction history; a TT score replaces it as the estimate where it says more.
// "Improving" means that it rose since our last move: then fewer moves are pruned and reduced, but the node is left out
// sooner for being above beta.
void Worker::evaluate_statically(Node& node, NodeFacts& facts) {
    if (node.in_check) {
        node.static_eval = NoScore;
        return;
    }
    if (!node.excluded.is_none()) {
        facts.eval = node.static_eval;
    } else {
        const TtData& tt = facts.tt;
        facts.raw_eval = tt.hit && tt.evaluation != NoScore ? tt.evaluation : evaluator_->evaluate(position());
        if (!tt.hit) {
            shared_.table.store(position().key(), node.ply, Move::none(), NoScore, facts.raw_eval, Bound::None, 0,
                                node.tt_pv);
        }
        node.static_eval = corrected(facts.raw_eval, node);
        learn_from_evaluation(node);
        facts.eval = tt.hit && tt_score_is_more_informative(tt, node.static_eval) ? tt.score : node.static_eval;
    }
    const Score two_plies_ago = node_at(node.ply - 2).static_eval;
    const Score earlier = two_plies_ago != NoScore ? two_plies_ago : node_at(node.ply - 4).static_eval;
    facts.improving = earlier == NoScore || node.static_eval > earlier;
}

// Evaluation history: a quiet move after which the evaluation is worse for its maker than before is likely to be bad in
// other nodes too, and a better one good. False when a threat was met or made that the evaluation does not see. Worth
// 19 +- 7 in the screening at 8,000 nodes a move (2026-11-18; docs/experiments).
void Worker::learn_from_evaluation(const Node& node) {
    const Node& parent = node_at(node.ply - 1);
    if (node.ply == 0 || parent.static_eval == NoScore || !was_quiet(parent)) { return; }
    const int bonus = std::clamp(-parameters_.eval_history_weight * (node.static_eval + parent.static_eval),
                                 -parameters_.eval_history_max, parameters_.eval_history_max);
    histories_.butterfly.add(~position().side_to_move(), parent.threats, parent.move, bonus);
}

// Hindsight reductions and extensions: if both sides' evaluations show that the reduction of the move that led here was
// too bold, search a ply more; if it was too timid, a ply less. False when the evaluations are. Worth 23 +- 38.
Depth Worker::hindsight(const Node& node, Depth depth) {
    const Node& parent = node_at(node.ply - 1);
    if (node.in_check || parent.static_eval == NoScore) { return 0; }
    const Score sum = node.static_eval + parent.static_eval;
    if (parent.reduction >= parameters_.hindsight_extend_from && sum < 0) { return 1; }
    const bool reduce =
        parent.reduction >= parameters_.hindsight_reduce_from && depth >= 2 && sum > parameters_.hindsight_margin;
    return reduce ? -1 : 0;
}

// Razoring: so far below alpha at low depth that only captures can help. False when a quiet move does. Worth -5 +- 44,
// which is nothing that 150 games can show; it stays because it costs one quiescence search at most.
Score Worker::razoring(Node& node, const NodeFacts& facts, Score alpha) {
    if (facts.depth > parameters_.razor_depth || is_decisive(alpha) ||
        facts.eval + parameters_.razor_base + parameters_.razor_margin * facts.depth * facts.depth >= alpha) {
        return NoScore;
    }
    const Score score = quiesce<NodeType::NonPv>(node, alpha, alpha + 1);
    return score <= alpha && !is_win(score) ? score : NoScore;
}

// Reverse futility pruning (static null move pruning): so far above beta that the opponent will not let it come to this
// position. False when we are threatened. A quiet TT move or a former principal variation says that the position holds
// something, so it is searched. Worth 131 +- 47.
Score Worker::reverse_futility_pruning(const Node& node, const NodeFacts& facts) const {
    if (node.tt_pv || facts.depth > parameters_.rfp_depth || is_decisive(facts.beta) || is_win(facts.eval) ||
        facts.eval - parameters_.rfp_margin * facts.depth + (facts.improving ? parameters_.rfp_improving : 0) <
            facts.beta ||
        !(facts.tt_move.is_none() || facts.tt_move_noisy)) {
        return NoScore;
    }
    return blended(facts.eval, facts.beta);
}

// Null move pruning: if even passing keeps us above beta, a real move will. False in zugzwang, hence the need for
// pieces and, at great depth, a verification search in which we may not pass. Worth 44 +- 46.
Score Worker::null_move_pruning(Node& node, const NodeFacts& facts) {
    const Score beta = facts.beta;
    const Depth depth = facts.depth;
    if (node_at(node.ply - 1).move.is_none() || facts.eval < beta || node.ply < nmp_min_ply_ || is_loss(beta) ||
        node.static_eval < beta + parameters_.nmp_margin - parameters_.nmp_depth_margin * depth ||
        !position().has_non_pawn_material(position().side_to_move())) {
        return NoScore;
    }
    const Depth r = parameters_.nmp_reduction + depth / parameters_.nmp_depth_divisor +
                    std::min((facts.eval - beta) / parameters_.nmp_eval_divisor, parameters_.nmp_eval_max);
    play_null(node);
    Score score = -search<NodeType::NonPv>(node_at(node.ply + 1), -beta, -beta + 1, depth - r, !facts.cut_node);
    undo_null();
    if (stopped()) { return DrawScore; }
    if (score < beta) { return NoScore; }
    if (is_win(score)) { score = beta; }
    if (nmp_min_ply_ > 0 || depth < parameters_.nmp_verification) { return score; }

    nmp_min_ply_ = node.ply + (depth - r) * parameters_.nmp_verification_percent / 100;
    const Score verified = search<NodeType::NonPv>(node, beta - 1, beta, depth - r, false);
    nmp_min_ply_ = 0;
    if (stopped()) { return DrawScore; }
    return verified >= beta ? score : NoScore;
}

// ProbCut: a good capture that beats beta by a margin at low depth will most likely beat beta at full depth. False when
// the gain is lost again later. Worth -16 +- 44, which is nothing that 150 games can show; it stays because it works at
// depths that 8,000 nodes hardly reach.
Score Worker::probcut(Node& node, const NodeFacts& facts) {
    const TtData& tt = facts.tt;
    const Score beta = facts.beta + parameters_.probcut_margin - (facts.improving ? parameters_.probcut_improving : 0);
    // The move itself is a ply.
    const Depth child_depth = facts.depth - parameters_.probcut_reduction;
    const Depth depth = child_depth + 1;
    if (facts.depth < parameters_.probcut_depth || is_decisive(facts.beta) ||
        (tt.hit && tt.depth >= depth && tt.score != NoScore && tt.score < beta)) {
        return NoScore;
    }
    Node& child = node_at(node.ply + 1);
    const OrderingContext context = ordering_context(node, NoThreats);
    MovePicker picker = MovePicker::winning(position(), facts.tt_move, context, beta - node.static_eval);
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        play(node, move);
        Score score = -quiesce<NodeType::NonPv>(child, -beta, -beta + 1);
        if (score >= beta) { score = -search<NodeType::NonPv>(child, -beta, -beta + 1, child_depth, !facts.cut_node); }
        undo();
        if (stopped()) { return DrawScore; }
        if (score >= beta) {
            shared_.table.store(position().key(), node.ply, move, score, facts.raw_eval, Bound::Lower, depth,
                                node.tt_pv);
            return is_decisive(score) ? score : score - (beta - facts.beta);
        }
    }
    return NoScore;
}

// ---------------------------------------------------------------------- steps of one move

MoveFacts Worker::move_facts(const Node& node, const OrderingContext& context, const CheckInfo& check_info, Move move) {
    MoveFacts candidate;
    candidate.move = move;
    candidate.quiet = !is_noisy(move);
    candidate.gives_check = position().gives_check(move, check_info);
    candidate.is_countermove = move == context.countermove;
    candidate.is_refutation = candidate.is_countermove || node.killers.contains(move);
    candidate.history = candidate.quiet ? quiet_history(node, move, node.threats) : capture_history(move);
    return candidate;
}

// Is this move not worth a search? Depths are those that late-move reductions would leave.
bool Worker::prune_move(const Node& node, const NodeFacts& facts, const MoveLoop& loop, const MoveFacts& candidate,
                        MovePicker& picker) const {
    const int by_history = candidate.quiet ? candidate.history * ReductionUnit / parameters_.prune_history_divisor : 0;
    const Depth lmr_depth = std::max(candidate.new_depth - (candidate.base_reduction - by_history) / ReductionUnit, 0);
    // Margins of evaluation say nothing about a faster mate.
    const bool may_be_futile = !node.in_check && !candidate.gives_check && !is_win(loop.alpha);
    if (candidate.quiet) {
        // Late-move pruning: after this many moves the remaining quiet ones will not help. False when the histories
        // know nothing of the position. Worth 19 +- 43.
        const int lmp_divisor = facts.improving ? 1 : parameters_.lmp_divisor;
        if (candidate.number >= (parameters_.lmp_base + facts.depth * facts.depth) / lmp_divisor) {
            picker.skip_quiets();
        }
        // History pruning: a move that failed again and again fails here too. False when this position is special.
        // Worth -14 +- 43, which is nothing that 150 games can show; it stays because it costs a comparison.
        if (lmr_depth <= parameters_.history_prune_depth &&
            candidate.history < -parameters_.history_prune_margin * facts.depth) {
            return true;
        }
        // Futility pruning: no quiet move gains that much at low depth. False when it threatens something. Worth
        // -21 +- 49, which is nothing that 150 games can show; it stays because its margins were tuned with it in
        // place.
        if (may_be_futile && lmr_depth <= parameters_.futility_depth &&
            facts.eval + parameters_.futility_base + parameters_.futility_margin * lmr_depth +
                    candidate.history / parameters_.futility_history_divisor <=
                loop.alpha) {
            return true;
        }
        // SEE pruning: a move that loses material for nothing is not worth a search. False when it is a sacrifice.
        // Worth 56 +- 43 together with that of captures.
        return !see_at_least(position(), candidate.move, -parameters_.see_quiet_margin * lmr_depth * lmr_depth);
    }
    // Futility pruning of captures: not even the victim lifts the score to alpha. False when the capture opens
    // something. Worth -23 +- 45, which is nothing that 150 games can show; it stays because its margins were tuned
    // with it in place.
    const Piece victim = position().captured_piece(candidate.move);
    if (may_be_futile && lmr_depth <= parameters_.capture_futility_depth && victim != Piece::None &&
        facts.eval + parameters_.capture_futility_base + parameters_.capture_futility_margin * lmr_depth +
                SeeValues[type_of(victim)] + candidate.history / parameters_.capture_futility_history_divisor <=
            loop.alpha) {
        return true;
    }
    // SEE pruning of captures: the deeper the search, the more may be sacrificed.
    return !see_at_least(
        position(), candidate.move,
        -parameters_.see_noisy_margin * facts.depth - candidate.history / parameters_.see_noisy_history_divisor);
}

// Is there a TT entry that makes it worth asking whether the TT move is singular?
bool Worker::may_be_singular(const Node& node, const NodeFacts& facts) const {
    const TtData& tt = facts.tt;
    return facts.depth >= parameters_.singular_depth + (node.tt_pv ? 1 : 0) &&
           tt.depth >= facts.depth - parameters_.singular_tt_depth && allows_lower(tt.bound) && tt.score != NoScore &&
           !is_decisive(tt.score) && node.ply < MaxPathFactor * root_depth_;
}

// Singular extension: if all other moves are clearly worse than the TT move, it is the only good one and is searched a
// ply deeper, or two. Multi-cut: if another move reaches beta as well, the node is most likely a cut node. Negative
// extension: if neither holds but the TT score is high, the TT move is searched less deeply. False when the shallow
// search of the others errs. Worth 21 +- 40 together.
template <bool IsPv>
Worker::Singularity Worker::singular_extension(Node& node, const NodeFacts& facts) {
    const Score singular_beta = facts.tt.score - parameters_.singular_margin * facts.depth / SingularMarginUnit;
    const Depth singular_depth = (facts.depth - 1) / parameters_.singular_depth_divisor;
    node.excluded = facts.tt_move;
    const Score score = search<NodeType::NonPv>(node, singular_beta - 1, singular_beta, singular_depth, facts.cut_node);
    node.excluded = Move::none();
    if (stopped()) { return {0, DrawScore}; }
    if (score < singular_beta) {
        const bool twice = !IsPv && score < singular_beta - parameters_.double_margin &&
                           node.double_extensions < parameters_.double_limit;
        return {twice ? 2 : 1, NoScore};
    }
    if (score >= facts.beta && !is_decisive(score)) { return {0, score}; }
    if (facts.tt.score >= facts.beta) { return {(IsPv ? 1 : 0) - parameters_.negative_extension, NoScore}; }
    return {facts.cut_node ? -parameters_.negative_cut_extension : 0, NoScore};
}

// Late-move reductions: with a good order the later moves are rarely the best ones, so they are searched less deeply
// first. False when a late move is good after all; then it is searched again. In 1/1024 ply. Worth 123 +- 45.
template <Worker::NodeType Type>
int Worker::late_move_reduction(const Node& node, const NodeFacts& facts, const MoveFacts& candidate) {
    int r = candidate.base_reduction;
    r += facts.improving ? 0 : parameters_.lmr_not_improving;
    r += facts.cut_node ? parameters_.lmr_cut_node : 0;
    r += facts.cut_node && facts.tt_move.is_none() ? parameters_.lmr_cut_no_move : 0;
    r -= node.tt_pv ? parameters_.lmr_tt_pv : 0;
    r -= Type != NodeType::NonPv ? parameters_.lmr_pv : 0;
    r += candidate.quiet && facts.tt_move_noisy ? parameters_.lmr_tt_capture : 0;
    r -= candidate.gives_check ? parameters_.lmr_check : 0;
    r -= candidate.is_refutation ? parameters_.lmr_killer : 0;
    r += node_at(node.ply + 1).cutoffs > parameters_.lmr_cutoff_count ? parameters_.lmr_cutoffs : 0;
    const int bonus = candidate.quiet && candidate.is_countermove
                          ? shared_.settings.countermove_bonus / parameters_.lmr_countermove_divisor
                          : 0;
    r -= (candidate.history + bonus) * ReductionUnit /
         (candidate.quiet ? parameters_.lmr_history : parameters_.lmr_noisy_history);
    return r;
}

// Principal variation search of the move just played: the first one with the whole window, the others with a null
// window and, as late moves, reduced; what beats expectations is searched again, deeper or with the whole window.
template <Worker::NodeType Type>
Score Worker::search_move(Node& node, const NodeFacts& facts, const MoveLoop& loop, const MoveFacts& candidate) {
    constexpr bool IsPv = Type != NodeType::NonPv;
    constexpr int FirstReduced = Type == NodeType::Root ? 3 : 2;
    Node& child = node_at(node.ply + 1);
    const Score alpha = loop.alpha;
    Depth new_depth = candidate.new_depth;
    Score score = -InfiniteScore;
    if (facts.depth >= 2 && candidate.number >= FirstReduced) {
        const int r = late_move_reduction<Type>(node, facts, candidate);
        const Depth reduced = std::clamp(new_depth - r / ReductionUnit, 1, new_depth + (IsPv ? 1 : 0));
        node.reduction = new_depth - reduced;
        score = -search<NodeType::NonPv>(child, -alpha - 1, -alpha, reduced, true);
        node.reduction = 0;
        if (score > alpha && reduced < new_depth) {
            // Much better than expected: a ply more. Barely better: a ply less.
            const Score deeper = loop.best_score + parameters_.lmr_deeper + parameters_.lmr_deeper_depth * new_depth;
            new_depth += score > deeper ? 1 : 0;
            new_depth -= score < loop.best_score + parameters_.lmr_shallower ? 1 : 0;
            if (reduced < new_depth) {
                score = -search<NodeType::NonPv>(child, -alpha - 1, -alpha, new_depth, !facts.cut_node);
            }
            if (candidate.quiet && !paused_) {
                update_history_after_reduction(node, facts, candidate.move, score, alpha);
            }
        }
    } else if (!IsPv || candidate.number > 1) {
        score = -search<NodeType::NonPv>(child, -alpha - 1, -alpha, new_depth, !facts.cut_node);
    }
    if (IsPv && (candidate.number == 1 || score > alpha)) {
        score = -search<NodeType::Pv>(child, -facts.beta, -alpha, new_depth, false);
    }
    return score;
}

// ---------------------------------------------------------------------- after the moves

// A reduced move that had to be searched again has shown whether the reduction was right.
void Worker::update_history_after_reduction(const Node& node, const NodeFacts& facts, Move move, Score score,
                                            Score alpha) {
    int bonus = 0;
    if (score >= facts.beta) {
        bonus = std::min(parameters_.history_bonus * facts.depth, parameters_.history_bonus_max);
    } else if (score <= alpha) {
        bonus = -std::min(parameters_.history_malus * facts.depth, parameters_.history_malus_max);
    }
    add_continuation_history(node, node.piece, move.to(), bonus);
}

// A move that raised alpha earns its bonus; when all our moves failed low, the opponent's last move was good. To learn
// from moves that did not reach beta was worth 27 +- 7 in the screening (2026-11-18; docs/experiments).
void Worker::update_histories(Node& node, const NodeFacts& facts, const MoveLoop& loop) {
    if (!loop.best_move.is_none()) {
        learn_from_best_move(node, facts, loop);
        return;
    }
    const Node& parent = node_at(node.ply - 1);
    if (node.ply == 0 || !was_quiet(parent)) { return; }
    const int bonus = parameters_.history_bonus * facts.depth * parameters_.history_fail_low_percent / 100;
    add_continuation_history(parent, parent.piece, parent.move.to(), std::min(bonus, parameters_.history_bonus_max));
}

// Stores the result in the TT, and its difference to the static evaluation in the correction history: not for captures,
// whose gain the evaluation cannot know, and not when the bound does not contradict the evaluation.
void Worker::store_result(const Node& node, const NodeFacts& facts, const MoveLoop& loop, bool is_exact) {
    const Score score = loop.best_score;
    const Bound bound = score >= facts.beta ? Bound::Lower : is_exact ? Bound::Exact : Bound::Upper;
    shared_.table.store(position().key(), node.ply, loop.best_move, score, facts.raw_eval, bound, facts.depth,
                        node.tt_pv);
    if (!node.in_check && (loop.best_move.is_none() || !is_noisy(loop.best_move)) &&
        !(bound == Bound::Lower && score <= node.static_eval) &&
        !(bound == Bound::Upper && score >= node.static_eval)) {
        corrections_.update(position(), correction_context(node), score - node.static_eval, facts.depth, parameters_);
    }
}

template Score Worker::search<Worker::NodeType::Root>(Node&, Score, Score, Depth, bool);

}  // namespace skua
