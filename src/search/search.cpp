// The search itself: one function for the tree, one for its ends.
//
// Both answer the same question: how good is this position for the side to move, as far as it matters between alpha and
// beta? A result at or below alpha means "at most this", at or above beta "at least this" (fail-soft).
#include <algorithm>
#include <cassert>

#include "chess/movegen.h"
#include "chess/see.h"
#include "search/worker.h"

namespace skua {

namespace {

// Beyond this many plies without progress a stored score may overlook the fifty-move draw.
constexpr int TrustedHalfmoves = 96;

// May a stored score stand in for a search with this window?
bool is_tt_cutoff(const TtData& tt, Score beta) {
    return tt.score != NoScore && (tt.score >= beta ? allows_lower(tt.bound) : allows_upper(tt.bound));
}

// Is the stored score, seen as a bound, more informative than the static evaluation?
bool tt_score_is_more_informative(const TtData& tt, Score evaluation) {
    return tt.score != NoScore && (tt.score > evaluation ? allows_lower(tt.bound) : allows_upper(tt.bound));
}

}  // namespace

template <Worker::NodeType Type>
Score Worker::search(Node& node, Score alpha, Score beta, Depth depth, bool cut_node) {
    constexpr bool IsRoot = Type == NodeType::Root;
    constexpr bool IsPv = Type != NodeType::NonPv;
    constexpr NodeType ChildPv = NodeType::Pv;
    assert(alpha < beta && (IsPv || alpha == beta - 1));

    if (depth <= 0) { return quiesce < IsPv ? NodeType::Pv : NodeType::NonPv > (node, alpha, beta); }
    depth = std::min(depth, MaxPly - 1);

    const Position& here = position();
    const Color us = here.side_to_move();
    const bool excluding = !node.excluded.is_none();
    Node& child = node_at(node.ply + 1);
    Node& parent = node_at(node.ply - 1);

    // 1. Still wanted? Then prepare.
    check_limits();
    if (stopped()) { return DrawScore; }
    if constexpr (IsPv) {
        node.pv.clear();
        seldepth_ = std::max(seldepth_, node.ply + 1);
    }
    node.in_check = here.in_check();
    child.killers.clear();
    if constexpr (IsRoot) { child.cutoffs = 0; }
    node_at(node.ply + 2).cutoffs = 0;
    child.double_extensions = node.double_extensions;

    if constexpr (!IsRoot) {
        // 2. Draws, and the end of the stack.
        if (is_draw(node)) { return draw_score(node); }
        if (node.ply >= MaxPly) { return node.in_check ? draw_score(node) : evaluator_->evaluate(here); }

        // 3. A mate found closer to the root makes everything beyond it irrelevant.
        alpha = std::max(alpha, mated_in(node.ply));
        beta = std::min(beta, mate_in(node.ply + 1));
        if (alpha >= beta) { return alpha; }

        // 4. If we can repeat a position, we have at least a draw.
        if (alpha < draw_score(node) && game_.has_upcoming_repetition(node.ply)) {
            alpha = draw_score(node);
            if (alpha >= beta) { return alpha; }
        }
    }

    // 5. What do we know from earlier?
    const Key key = here.key();
    const TtData tt = shared_.table.probe(key, node.ply);
    Move tt_move = IsRoot ? root_moves_[pv_index_].move() : tt.move;
    if (!tt_move.is_none() && !here.is_legal(tt_move)) { tt_move = Move::none(); }
    const bool tt_move_noisy = !tt_move.is_none() && is_noisy(tt_move);
    if (!excluding) { node.tt_pv = IsPv || (tt.hit && tt.was_pv); }
    if (!IsPv && !excluding && tt.hit && tt.depth >= depth && is_tt_cutoff(tt, beta) &&
        here.halfmove_clock() < TrustedHalfmoves) {
        if (tt.score >= beta && !tt_move.is_none() && !tt_move_noisy) {
            add_quiet_history(node, tt_move, here.attacks_by(~us),
                              std::min(parameters_.history_bonus * depth, parameters_.history_bonus_max) / 2);
        }
        return tt.score;
    }

    const Bitboard threats = here.attacks_by(~us);

    // 6. The static evaluation, corrected by experience; a stored score may know better.
    Score raw_evaluation = NoScore;
    Score evaluation = NoScore;
    if (node.in_check) {
        node.evaluation = NoScore;
    } else if (excluding) {
        evaluation = node.evaluation;
    } else {
        raw_evaluation = tt.hit && tt.evaluation != NoScore ? tt.evaluation : evaluator_->evaluate(here);
        if (!tt.hit) {
            shared_.table.store(key, node.ply, Move::none(), NoScore, raw_evaluation, Bound::None, 0, node.tt_pv);
        }
        node.evaluation = corrected(raw_evaluation, node);
        evaluation = tt.hit && tt_score_is_more_informative(tt, node.evaluation) ? tt.score : node.evaluation;
    }
    const Node& two_back = node_at(node.ply - 2);
    const Node& four_back = node_at(node.ply - 4);
    const Score earlier = two_back.evaluation != NoScore ? two_back.evaluation : four_back.evaluation;
    const bool improving = !node.in_check && (earlier == NoScore || node.evaluation > earlier);

    // 7. Hindsight: the parent's reduction was too bold, or too timid.
    if (!IsRoot && !node.in_check && !excluding && parent.evaluation != NoScore) {
        if (parent.reduction >= 3 && node.evaluation + parent.evaluation < 0) { ++depth; }
        if (parent.reduction >= 2 && depth >= 2 && node.evaluation + parent.evaluation > 180) { --depth; }
    }

    // 8. Can the whole node be skipped?
    if (!IsPv && !node.in_check && !excluding) {
        // Razoring: hopelessly behind, unless a capture changes it.
        if (depth <= parameters_.razor_depth && !is_decisive(alpha) &&
            evaluation + parameters_.razor_base + parameters_.razor_margin * depth * depth < alpha) {
            const Score score = quiesce<NodeType::NonPv>(node, alpha, alpha + 1);
            if (score <= alpha && !is_win(score)) { return score; }
        }

        // Reverse futility: so far ahead that the opponent will not let it come to this.
        if (depth <= parameters_.rfp_depth && !is_decisive(beta) && !is_win(evaluation) &&
            evaluation - parameters_.rfp_margin * depth + (improving ? parameters_.rfp_improving : 0) >= beta &&
            (tt_move.is_none() || tt_move_noisy)) {
            return (evaluation + beta) / 2;
        }

        // Null move: if even passing keeps us above beta, a real move will. False in zugzwang, hence the need for
        // pieces and, at great depth, a verification.
        if (!parent.move.is_none() && evaluation >= beta && node.ply >= nmp_min_ply_ && !is_loss(beta) &&
            node.evaluation >= beta + parameters_.null_margin - parameters_.null_depth_margin * depth &&
            here.has_non_pawn_material(us)) {
            const Depth r = parameters_.null_reduction + depth / parameters_.null_depth_divisor +
                            std::min((evaluation - beta) / parameters_.null_eval_divisor, 3);
            play_null(node);
            Score score = -search<NodeType::NonPv>(child, -beta, -beta + 1, depth - r, !cut_node);
            undo_null();
            if (stopped()) { return DrawScore; }
            if (score >= beta) {
                if (is_win(score)) { score = beta; }
                if (nmp_min_ply_ > 0 || depth < parameters_.null_verification) { return score; }
                nmp_min_ply_ = node.ply + 3 * (depth - r) / 4;
                const Score verified = search<NodeType::NonPv>(node, beta - 1, beta, depth - r, false);
                nmp_min_ply_ = 0;
                if (stopped()) { return DrawScore; }
                if (verified >= beta) { return score; }
            }
        }

        // ProbCut: a good capture that beats beta by a margin at low depth will most likely beat beta at full depth.
        const Score probcut_beta = beta + parameters_.probcut_margin - (improving ? parameters_.probcut_improving : 0);
        if (depth >= parameters_.probcut_depth && !is_decisive(beta) &&
            !(tt.hit && tt.depth >= depth - 3 && tt.score != NoScore && tt.score < probcut_beta)) {
            const OrderingContext context = ordering_context(node, threats);
            MovePicker picker = MovePicker::winning(here, tt_move, context, probcut_beta - node.evaluation);
            for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
                play(node, move);
                Score score = -quiesce<NodeType::NonPv>(child, -probcut_beta, -probcut_beta + 1);
                if (score >= probcut_beta) {
                    score = -search<NodeType::NonPv>(child, -probcut_beta, -probcut_beta + 1, depth - 4, !cut_node);
                }
                undo();
                if (stopped()) { return DrawScore; }
                if (score >= probcut_beta) {
                    shared_.table.store(key, node.ply, move, score, raw_evaluation, Bound::Lower, depth - 3,
                                        node.tt_pv);
                    return is_decisive(score) ? score : score - (probcut_beta - beta);
                }
            }
        }
    }

    // 9. Without a TT move the ordering is poor: search less deeply now, the next visit will have one.
    if ((IsPv || cut_node) && !excluding && depth >= 4 && tt_move.is_none()) { --depth; }

    // 10. The moves, one by one.
    const CheckInfo check_info = here.check_info();
    const OrderingContext context = ordering_context(node, threats);
    MovePicker picker = MovePicker::main(here, tt_move, context);
    const bool can_prune = !IsRoot && here.has_non_pawn_material(us);
    const int lmp_limit = (parameters_.lmp_base + depth * depth) / (improving ? 1 : 2);
    MoveList quiets;
    MoveList captures;
    Score best_score = -InfiniteScore;
    Move best_move;
    int move_count = 0;
    const Score original_alpha = alpha;

    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        if (move == node.excluded) { continue; }
        if (IsRoot && !is_root_move(move)) { continue; }
        ++move_count;
        if (IsRoot && is_main_ && shared_.callbacks.current_move && shared_.time->elapsed() > 3000) {
            shared_.callbacks.current_move({root_depth_, move, move_count + static_cast<int>(pv_index_)});
        }

        const bool quiet = !is_noisy(move);
        const bool gives_check = here.gives_check(move, check_info);
        const bool is_special = node.killers.contains(move) || move == context.countermove;
        const int history = quiet ? quiet_history(node, move, threats) : capture_history(move);
        int r = reduction(quiet, depth, move_count);
        Depth new_depth = depth - 1;

        // 11. Moves that will not matter, seen from here.
        if (can_prune && !is_loss(best_score)) {
            const Depth lmr_depth = std::max(new_depth - r / 1024, 0);
            if (quiet) {
                if (move_count >= lmp_limit) { picker.skip_quiets(); }
                if (lmr_depth <= parameters_.history_prune_depth &&
                    history < -parameters_.history_prune_margin * depth) {
                    picker.skip_quiets();
                    continue;
                }
                if (!node.in_check && lmr_depth <= parameters_.futility_depth && !gives_check &&
                    evaluation + parameters_.futility_base + parameters_.futility_margin * lmr_depth + history / 128 <=
                        alpha) {
                    picker.skip_quiets();
                    continue;
                }
                if (!see_at_least(here, move, -parameters_.see_quiet_margin * lmr_depth * lmr_depth)) { continue; }
            } else {
                const Piece victim = here.captured_piece(move);
                if (!node.in_check && lmr_depth <= parameters_.capture_futility_depth && !gives_check &&
                    victim != Piece::None &&
                    evaluation + parameters_.capture_futility_base + parameters_.capture_futility_margin * lmr_depth +
                            SeeValues[type_of(victim)] + history / 64 <=
                        alpha) {
                    continue;
                }
                if (!see_at_least(here, move, -parameters_.see_noisy_margin * depth - history / 64)) { continue; }
            }
        }

        // 12. Is the TT move the only good one? Then it deserves a closer look. Are there several? Then perhaps we
        // are done.
        Depth extension = 0;
        if (!IsRoot && move == tt_move && !excluding && depth >= parameters_.singular_depth + (node.tt_pv ? 1 : 0) &&
            tt.depth >= depth - 3 && allows_lower(tt.bound) && tt.score != NoScore && !is_decisive(tt.score) &&
            node.ply < 2 * root_depth_) {
            const Score singular_beta = tt.score - parameters_.singular_margin * depth / 16;
            node.excluded = move;
            const Score score =
                search<NodeType::NonPv>(node, singular_beta - 1, singular_beta, (depth - 1) / 2, cut_node);
            node.excluded = Move::none();
            if (stopped()) { return DrawScore; }
            if (score < singular_beta) {
                extension = 1;
                if (!IsPv && score < singular_beta - parameters_.double_margin &&
                    node.double_extensions < parameters_.double_limit) {
                    extension = 2;
                }
            } else if (score >= beta && !is_decisive(score)) {
                return score;
            } else if (tt.score >= beta) {
                extension = IsPv ? -1 : -2;
            } else if (cut_node) {
                extension = -1;
            }
        }
        new_depth += extension;
        child.double_extensions = node.double_extensions + (extension >= 2 ? 1 : 0);

        const std::uint64_t nodes_before = nodes();
        play(node, move);

        // 13. Late moves are searched less deeply; those that surprise are searched again.
        Score score = -InfiniteScore;
        if (depth >= 2 && move_count > 1 + (IsRoot ? 1 : 0)) {
            r += improving ? 0 : parameters_.lmr_not_improving;
            r += cut_node ? parameters_.lmr_cut_node : 0;
            r -= node.tt_pv ? parameters_.lmr_tt_pv : 0;
            r -= IsPv ? parameters_.lmr_pv : 0;
            r += quiet && tt_move_noisy ? parameters_.lmr_tt_capture : 0;
            r -= gives_check ? parameters_.lmr_check : 0;
            r -= is_special ? parameters_.lmr_killer : 0;
            r += child.cutoffs > 3 ? parameters_.lmr_cutoffs : 0;
            const int bonus = quiet && move == context.countermove ? shared_.settings.countermove_bonus / 2 : 0;
            r -= (history + bonus) * 1024 / (quiet ? parameters_.lmr_history : parameters_.lmr_noisy_history);

            const Depth reduced = std::clamp(new_depth - r / 1024, 1, new_depth + (IsPv ? 1 : 0));
            node.reduction = new_depth - reduced;
            score = -search<NodeType::NonPv>(child, -alpha - 1, -alpha, reduced, true);
            node.reduction = 0;
            if (score > alpha && reduced < new_depth) {
                // Much better than expected: a ply more. Barely better: a ply less.
                new_depth += score > best_score + parameters_.lmr_deeper + 2 * new_depth ? 1 : 0;
                new_depth -= score < best_score + 8 ? 1 : 0;
                if (reduced < new_depth) {
                    score = -search<NodeType::NonPv>(child, -alpha - 1, -alpha, new_depth, !cut_node);
                }
                if (quiet) {
                    const int verdict = score >= beta    ? parameters_.history_bonus * depth
                                        : score <= alpha ? -parameters_.history_malus * depth
                                                         : 0;
                    add_continuation_history(
                        node, node.piece, move.to(),
                        std::clamp(verdict, -parameters_.history_malus_max, parameters_.history_bonus_max));
                }
            }
        } else if (!IsPv || move_count > 1) {
            score = -search<NodeType::NonPv>(child, -alpha - 1, -alpha, new_depth, !cut_node);
        }
        // 14. A new best line needs its exact value.
        if (IsPv && (move_count == 1 || score > alpha)) {
            score = -search<ChildPv>(child, -beta, -alpha, new_depth, false);
        }
        undo();
        if (stopped()) { return DrawScore; }

        // 15. What did it bring?
        if constexpr (IsRoot) {
            RootMove& entry = root_move(move);
            entry.nodes += nodes() - nodes_before;
            if (move_count == 1 || score > alpha) {
                entry.score = score;
                entry.average = entry.average == NoScore ? score : (entry.average + score) / 2;
                entry.bound = score >= beta ? Bound::Lower : score <= alpha ? Bound::Upper : Bound::Exact;
                entry.seldepth = seldepth_;
                entry.pv.truncate(1);
                for (const Move reply : child.pv) { entry.pv.push_back(reply); }
            } else {
                entry.score = -InfiniteScore;
            }
        }
        if (score > best_score) {
            best_score = score;
            if (score > alpha) {
                best_move = move;
                if constexpr (IsPv && !IsRoot) {
                    node.pv.clear();
                    node.pv.push_back(move);
                    for (const Move reply : child.pv) { node.pv.push_back(reply); }
                }
                if (score >= beta) {
                    ++node.cutoffs;
                    break;
                }
                alpha = score;
            }
        }
        if (move != best_move) {
            MoveList& tried = quiet ? quiets : captures;
            tried.push_back(move);
        }
    }

    // 16. No move at all: mate or stalemate.
    if (move_count == 0) {
        if (excluding) { return alpha; }
        return node.in_check ? mated_in(node.ply) : draw_score(node);
    }
    assert(best_score > -InfiniteScore);

    // 17. Learn.
    if (best_score >= beta && !best_move.is_none()) {
        learn_from_cutoff(node, best_move, threats, depth, quiets, captures);
    } else if (best_move.is_none() && !parent.move.is_none() && node.ply > 0 && parent.piece != Piece::None) {
        // All our moves failed: the opponent's last one was good.
        const Position& before = game_.position_before(1);
        if (!before.is_capture(parent.move) && parent.move.kind() != MoveKind::PromoteQueen) {
            add_continuation_history(parent, parent.piece, parent.move.to(),
                                     std::min(parameters_.history_bonus * depth / 2, parameters_.history_bonus_max));
        }
    }

    if (!excluding && !(IsRoot && pv_index_ > 0)) {
        const Bound bound = best_score >= beta                                            ? Bound::Lower
                            : IsPv && best_score > original_alpha && !best_move.is_none() ? Bound::Exact
                                                                                          : Bound::Upper;
        shared_.table.store(key, node.ply, best_move, best_score, raw_evaluation, bound, depth, node.tt_pv);
        if (!node.in_check && (best_move.is_none() || !is_noisy(best_move)) &&
            !(bound == Bound::Lower && best_score <= node.evaluation) &&
            !(bound == Bound::Upper && best_score >= node.evaluation)) {
            corrections_.update(here, correction_context(node), best_score - node.evaluation, depth);
        }
    }
    return best_score;
}

template <Worker::NodeType Type>
Score Worker::quiesce(Node& node, Score alpha, Score beta) {
    constexpr bool IsPv = Type == NodeType::Pv;
    const Position& here = position();
    Node& child = node_at(node.ply + 1);

    // 1. Still wanted?
    check_limits();
    if (stopped()) { return DrawScore; }
    if constexpr (IsPv) {
        node.pv.clear();
        seldepth_ = std::max(seldepth_, node.ply + 1);
    }
    node.in_check = here.in_check();

    // 2. Draws, and the end of the stack.
    if (alpha < draw_score(node) && game_.has_upcoming_repetition(node.ply)) {
        alpha = draw_score(node);
        if (alpha >= beta) { return alpha; }
    }
    if (is_draw(node)) { return draw_score(node); }
    if (node.ply >= MaxPly) { return node.in_check ? draw_score(node) : evaluator_->evaluate(here); }

    // 3. What do we know from earlier?
    const Key key = here.key();
    const TtData tt = shared_.table.probe(key, node.ply);
    const bool tt_pv = IsPv || (tt.hit && tt.was_pv);
    if (!IsPv && tt.hit && is_tt_cutoff(tt, beta) && here.halfmove_clock() < TrustedHalfmoves) { return tt.score; }

    // 4. Standing pat: nobody is forced to capture.
    Score best_score = -InfiniteScore;
    Score futility = -InfiniteScore;
    Score raw_evaluation = NoScore;
    if (!node.in_check) {
        raw_evaluation = tt.hit && tt.evaluation != NoScore ? tt.evaluation : evaluator_->evaluate(here);
        node.evaluation = corrected(raw_evaluation, node);
        // A mate from the table would come without its moves: on the principal variation it is searched for.
        const bool informed =
            tt.hit && tt_score_is_more_informative(tt, node.evaluation) && !(IsPv && is_decisive(tt.score));
        best_score = informed ? tt.score : node.evaluation;
        if (best_score >= beta) {
            if (!tt.hit) {
                shared_.table.store(key, node.ply, Move::none(), NoScore, raw_evaluation, Bound::None, 0, tt_pv);
            }
            return is_decisive(best_score) ? best_score : (best_score + beta) / 2;
        }
        alpha = std::max(alpha, best_score);
        futility = node.evaluation + parameters_.qs_futility;
    } else {
        node.evaluation = NoScore;
    }

    // 5. Captures; in check all evasions.
    const OrderingContext context = ordering_context(node, EmptyBoard);
    MovePicker picker = MovePicker::quiescence(here, tt.move, context);
    const CheckInfo check_info = here.check_info();
    Move best_move;
    int move_count = 0;
    for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
        ++move_count;
        const bool quiet = !is_noisy(move);
        if (!is_loss(best_score)) {
            // Once one evasion holds, quiet ones will hardly do better.
            if (quiet && move_count > 1) { picker.skip_quiets(); }
            if (!node.in_check) {
                const Piece victim = here.captured_piece(move);
                if (!move.is_promotion() && !here.gives_check(move, check_info) && victim != Piece::None) {
                    const Score futility_value = futility + SeeValues[type_of(victim)];
                    if (futility_value <= alpha) {
                        best_score = std::max(best_score, futility_value);
                        continue;
                    }
                    if (futility <= alpha && !see_at_least(here, move, 1)) {
                        best_score = std::max(best_score, futility);
                        continue;
                    }
                }
            }
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
                if constexpr (IsPv) {
                    node.pv.clear();
                    node.pv.push_back(move);
                    for (const Move reply : child.pv) { node.pv.push_back(reply); }
                }
                if (score >= beta) { break; }
                alpha = score;
            }
        }
    }

    if (node.in_check && move_count == 0) { return mated_in(node.ply); }
    if (best_score >= beta && !is_decisive(best_score)) { best_score = (best_score + beta) / 2; }
    shared_.table.store(key, node.ply, best_move, best_score, raw_evaluation,
                        best_score >= beta ? Bound::Lower : Bound::Upper, 0, tt_pv);
    return best_score;
}

template Score Worker::search<Worker::NodeType::Root>(Node&, Score, Score, Depth, bool);

}  // namespace skua
