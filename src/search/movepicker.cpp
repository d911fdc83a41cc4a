#include "search/movepicker.h"

#include <utility>

#include "chess/movegen.h"
#include "chess/see.h"

namespace skua {

Threats find_threats(const Position& position) {
    const auto attacks = [&](PieceType type) { return position.attacks_by(~position.side_to_move(), type); };
    const Bitboard by_pawns = attacks(PieceType::Pawn);
    const Bitboard by_minors = by_pawns | attacks(PieceType::Knight) | attacks(PieceType::Bishop);
    const Bitboard by_rooks = by_minors | attacks(PieceType::Rook);
    Threats threats;
    threats.by_lesser[PieceType::Knight] = by_pawns;
    threats.by_lesser[PieceType::Bishop] = by_pawns;
    threats.by_lesser[PieceType::Rook] = by_minors;
    threats.by_lesser[PieceType::Queen] = by_rooks;
    threats.all = by_rooks | attacks(PieceType::Queen) | attacks(PieceType::King);
    return threats;
}

MovePicker MovePicker::main(const Position& position, Move tt_move, const OrderingContext& context,
                            const CheckInfo& check_info) {
    return {position, tt_move, context, &check_info, Kind::Main, 0};
}

MovePicker MovePicker::quiescence(const Position& position, Move tt_move, const OrderingContext& context,
                                  const CheckInfo& check_info) {
    return {position, tt_move, context, &check_info, Kind::Quiescence, 0};
}

MovePicker MovePicker::winning(const Position& position, Move tt_move, const OrderingContext& context, int threshold) {
    return {position, tt_move, context, nullptr, Kind::Winning, threshold};
}

MovePicker::MovePicker(const Position& position, Move tt_move, const OrderingContext& context,
                       const CheckInfo* check_info, Kind kind, int threshold)
    : position_(position),
      context_(context),
      check_info_(check_info),
      tt_move_(tt_move),
      threshold_(threshold),
      kind_(kind) {
    const auto is_noisy = [&] { return position.is_capture(tt_move) || tt_move.kind() == MoveKind::PromoteQueen; };
    const bool usable = !tt_move.is_none() && position.is_legal(tt_move) &&
                        (kind == Kind::Main || (kind == Kind::Quiescence && (position.in_check() || is_noisy())) ||
                         (kind == Kind::Winning && is_noisy() && see_at_least(position, tt_move, threshold)));
    if (usable) {
        prefetch_after(tt_move);
    } else {
        tt_move_ = Move::none();
        stage_ = Stage::GenerateCaptures;
    }
}

MovePicker::MovePicker(const MovePicker& interrupted, const Position& position, const OrderingContext& context,
                       const CheckInfo& check_info)
    : position_(position),
      context_(context),
      check_info_(&check_info),
      tt_move_(interrupted.tt_move_),
      threshold_(interrupted.threshold_),
      kind_(interrupted.kind_),
      stage_(interrupted.stage_),
      skip_quiets_(interrupted.skip_quiets_),
      current_(interrupted.current_),
      moves_(interrupted.moves_),
      bad_captures_(interrupted.bad_captures_) {}

void MovePicker::generate(MoveStage stage) {
    MoveList list;
    generate_moves(position_, stage, list);
    moves_.clear();
    current_ = 0;
    for (const Move move : list) {
        if (move == tt_move_) { continue; }
        if (stage == MoveStage::Noisy) {
            prefetch_after(move);
            moves_.push_back({move, score_capture(move)});
        } else {
            moves_.push_back({move, score_quiet(move)});
        }
    }
}

int MovePicker::score_capture(Move move) const {
    // MVV with capture history: the most valuable victim first, history decides among equals and a bit beyond. Worth:
    // MVV not measured; capture history: history.h.
    const Parameters& parameters = context_.parameters;
    const Piece victim = position_.captured_piece(move);
    int score = context_.histories.capture.get(position_.moved_piece(move), move.to(), type_of(victim)) /
                parameters.order_capture_history_divisor;
    if (victim != Piece::None) { score += SeeValues[type_of(victim)] * parameters.order_victim_weight; }
    if (move.kind() == MoveKind::PromoteQueen) {
        score += SeeValues[PieceType::Queen] * parameters.order_victim_weight;
    }
    return score;
}

int MovePicker::score_quiet(Move move) const {
    const Parameters& parameters = context_.parameters;
    const Piece piece = position_.moved_piece(move);
    const Square to = move.to();
    const auto continuation = [&](std::size_t i) { return (*context_.continuations[i])[piece][to].get(); };
    int score = parameters.order_butterfly_weight *
                    context_.histories.butterfly.get(position_.side_to_move(), context_.threats.all, move) +
                context_.histories.pawn.get(position_.pawn_key(), piece, to);
    score += continuation(0) + continuation(1) + continuation(2) / parameters.order_late_continuation_divisor +
             continuation(3) / parameters.order_late_continuation_divisor;
    score += parameters.order_low_ply_weight * context_.histories.low_ply.get(context_.ply, move) / (1 + context_.ply);
    score += threat_score(type_of(piece), move);
    // A check that loses nothing by SEE is tried early: it leaves the opponent few replies. Worth: not measured.
    if (type_of(piece) != PieceType::King && check_info_->squares[type_of(piece)].contains(to) &&
        see_at_least(position_, move, 0)) {
        score += parameters.order_check_bonus;
    }
    return score;
}

// Threats by lesser pieces: a piece that a cheaper one attacks should move, and not to where a cheaper one attacks it.
// False when it is a sacrifice or the attacker is pinned. Worth 13 +- 7 in the screening at 8,000 nodes a move
// (2026-11-18; docs/experiments).
int MovePicker::threat_score(PieceType type, Move move) const {
    const Parameters& parameters = context_.parameters;
    const int bonus = type == PieceType::Queen  ? parameters.order_queen_threat
                      : type == PieceType::Rook ? parameters.order_rook_threat
                                                : parameters.order_minor_threat;
    const Bitboard attacked = context_.threats.by_lesser[type];
    return (attacked.contains(move.from()) ? bonus : 0) - (attacked.contains(move.to()) ? bonus : 0);
}

bool MovePicker::is_usable(Move move) const {
    const bool usable = !move.is_none() && move != tt_move_ && position_.is_legal(move) &&
                        !position_.is_capture(move) && move.kind() != MoveKind::PromoteQueen;
    if (usable) { prefetch_after(move); }
    return usable;
}

void MovePicker::select_best() {
    if (current_ >= moves_.size()) { return; }
    std::size_t best = current_;
    for (std::size_t i = current_ + 1; i < moves_.size(); ++i) {
        if (moves_[i].score > moves_[best].score) { best = i; }
    }
    std::swap(moves_[current_], moves_[best]);
}

void MovePicker::select_next_quiet() {
    select_best();
    if (current_ < moves_.size()) { prefetch_after(moves_[current_].move); }
}

Move MovePicker::next() {
    switch (stage_) {
        case Stage::TtMove: stage_ = Stage::GenerateCaptures; return tt_move_;

        case Stage::GenerateCaptures:
            generate(MoveStage::Noisy);
            stage_ = Stage::GoodCaptures;
            [[fallthrough]];

        case Stage::GoodCaptures:
            while (current_ < moves_.size()) {
                select_best();
                const ScoredMove best = moves_[current_++];
                if (kind_ == Kind::Quiescence && !position_.in_check()) { return best.move; }
                // SEE splits good captures from bad ones; a capture that has worked before may lose a little. Worth:
                // not measured.
                const int threshold =
                    kind_ == Kind::Winning ? threshold_ : -best.score / context_.parameters.order_see_divisor;
                if (see_at_least(position_, best.move, threshold)) { return best.move; }
                if (kind_ != Kind::Winning && bad_captures_.size() < bad_captures_.capacity()) {
                    bad_captures_.push_back(best.move);
                }
            }
            if (kind_ == Kind::Winning) {
                stage_ = Stage::Done;
                return Move::none();
            }
            if (kind_ == Kind::Quiescence) {
                stage_ = position_.in_check() ? Stage::GenerateQuiets : Stage::BadCaptures;
                current_ = 0;
                return next();
            }
            stage_ = Stage::FirstKiller;
            [[fallthrough]];

        case Stage::FirstKiller:
            stage_ = Stage::SecondKiller;
            if (!skip_quiets_ && is_usable(context_.killers.first())) { return context_.killers.first(); }
            [[fallthrough]];

        case Stage::SecondKiller:
            stage_ = Stage::Countermove;
            if (!skip_quiets_ && is_usable(context_.killers.second())) { return context_.killers.second(); }
            [[fallthrough]];

        case Stage::Countermove:
            stage_ = Stage::GenerateQuiets;
            if (!skip_quiets_ && !context_.killers.contains(context_.countermove) && is_usable(context_.countermove)) {
                return context_.countermove;
            }
            [[fallthrough]];

        case Stage::GenerateQuiets:
            if (!skip_quiets_) {
                generate(MoveStage::Quiet);
                select_next_quiet();
            }
            stage_ = Stage::Quiets;
            [[fallthrough]];

        case Stage::Quiets:
            while (!skip_quiets_ && current_ < moves_.size()) {
                const Move move = moves_[current_++].move;
                select_next_quiet();
                const bool has_come =
                    kind_ == Kind::Main && (context_.killers.contains(move) || move == context_.countermove);
                if (!has_come) { return move; }
            }
            stage_ = Stage::BadCaptures;
            current_ = 0;
            [[fallthrough]];

        case Stage::BadCaptures:
            if (current_ < bad_captures_.size()) { return bad_captures_[current_++]; }
            stage_ = Stage::Done;
            [[fallthrough]];

        case Stage::Done: return Move::none();
    }
    return Move::none();
}

}  // namespace skua
