#include "analysis/motifs.h"

#include <algorithm>

#include "analysis/line_ledger.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace skua {

namespace {

PlacedPiece man_on(const Position& position, Square square) { return {position.piece_on(square), square}; }

int value_on(const Position& position, Square square) { return SeeValues[type_of(position.piece_on(square))]; }

int worth_of(const PlacedPiece& man) { return SeeValues[type_of(man.piece)]; }

// A motif that wins whatever the line wins.
constexpr int AnyWorth = SeeValues[PieceType::King];

bool is_defended(const Position& position, Square square) {
    const Color owner = color_of(position.piece_on(square));
    return (position.attackers_to(square, position.pieces()) & position.pieces(owner)).any();
}

// A move of the line with the board around it, and what the rest of the line does.
struct Scene {
    Position before;
    Position after;
    Move move;
    std::vector<Move> rest;  // the moves after it
    LineLedger ledger;       // of the move and the rest
    Color us{};
    Square to{};  // where the moved man stands now

    Scene(const Position& position, const std::vector<Move>& line, std::size_t ply)
        : before(position),
          after(position),
          move(line[ply]),
          rest(line.begin() + static_cast<std::ptrdiff_t>(ply) + 1, line.end()),
          us(position.side_to_move()),
          to(move.to()) {
        after.play(move);
        const std::vector<Move> whole(line.begin() + static_cast<std::ptrdiff_t>(ply), line.end());
        ledger = ledger_of(before, whole, whole.size());
    }

    // The loss of the enemy man that stood on this square, if the line takes it after this move.
    [[nodiscard]] const LostMan* loss_of(Square square) const {
        const auto& lost = ledger.lost[~us];
        const auto found = std::find_if(lost.begin(), lost.end(),
                                        [&](const LostMan& each) { return each.man.square == square && each.ply > 0; });
        return found == lost.end() ? nullptr : &*found;
    }
    [[nodiscard]] bool is_slider(Square square) const {
        const PieceType type = type_of(after.piece_on(square));
        return type == PieceType::Bishop || type == PieceType::Rook || type == PieceType::Queen;
    }
    [[nodiscard]] Bitboard enemies() const { return after.pieces(~us); }
    // Is taking this man with the one on the other square a gain on its face?
    [[nodiscard]] bool is_target(Square square, Square attacker) const {
        return type_of(after.piece_on(square)) == PieceType::King ||
               value_on(after, square) > value_on(after, attacker) || !is_defended(after, square);
    }
};

// Could we take the man on this square with profit, if it were our turn?
bool is_takeable(const Position& position, Square square) {
    Position ours = position;
    if (ours.side_to_move() == color_of(ours.piece_on(square))) {
        if (ours.in_check()) { return false; }
        ours.play_null();
    }
    MoveList moves;
    generate_moves(ours, MoveStage::Noisy, moves);
    return std::any_of(moves.begin(), moves.end(),
                       [&](Move move) { return move.to() == square && see_at_least(ours, move, 1); });
}

std::optional<Motif> double_check(const Scene& scene) {
    if (!scene.after.checkers().more_than_one()) { return std::nullopt; }
    Motif motif{StatementKind::DoubleCheck, {}, {}, AnyWorth, 0};
    for (const Square square : scene.after.checkers()) { motif.men.push_back(man_on(scene.after, square)); }
    return motif;
}

std::optional<Motif> discovered(const Scene& scene) {
    if (scene.move.is_castling()) { return std::nullopt; }
    for (const Square slider : scene.after.pieces(scene.us)) {
        if (slider == scene.to || !scene.is_slider(slider)) { continue; }
        const Bitboard fresh = attacks_from(scene.after, slider) & ~attacks_from(scene.before, slider);
        for (const Square target : fresh& scene.enemies()) {
            if (!between(slider, target).contains(scene.move.from())) { continue; }
            if (type_of(scene.after.piece_on(target)) == PieceType::King) {
                return Motif{StatementKind::DiscoveredCheck, {man_on(scene.after, slider)}, {}, AnyWorth, 0};
            }
            const LostMan* const loss = scene.loss_of(target);
            if (loss != nullptr && loss->captor_origin == slider && scene.is_target(target, slider)) {
                return Motif{StatementKind::DiscoveredAttack,
                             {man_on(scene.after, target)},
                             {man_on(scene.after, slider)},
                             value_on(scene.after, target),
                             0};
            }
        }
    }
    return std::nullopt;
}

std::optional<Motif> fork(const Scene& scene) {
    if (scene.move.is_castling()) { return std::nullopt; }
    const Bitboard now = attacks_from(scene.after, scene.to) & scene.enemies();
    const Bitboard earlier = attacks_from(scene.before, scene.move.from());
    std::vector<Square> targets;
    bool is_new = false;
    int taken = 0;
    for (const Square square : now) {
        if (!scene.is_target(square, scene.to)) { continue; }
        const PieceType type = type_of(scene.after.piece_on(square));
        const LostMan* const loss = scene.loss_of(square);
        const bool is_taken = loss != nullptr && loss->captor_origin == scene.move.from();
        if (type == PieceType::Pawn && !is_taken) { continue; }
        targets.push_back(square);
        is_new |= !earlier.contains(square);
        if (is_taken) { taken = std::max(taken, value_on(scene.after, square)); }
    }
    if (targets.size() < 2 || !is_new || taken == 0) { return std::nullopt; }
    std::stable_sort(targets.begin(), targets.end(),
                     [&](Square a, Square b) { return value_on(scene.after, a) > value_on(scene.after, b); });
    Motif motif{StatementKind::Fork, {}, {}, taken, 0};
    for (const Square square : targets) { motif.men.push_back(man_on(scene.after, square)); }
    return motif;
}

// The first enemy man behind another one, seen from a slider; none if there is no such man.
std::optional<Square> behind(const Position& position, Square slider, Square front) {
    const Bitboard without = position.pieces() & ~Bitboard(front);
    const Bitboard seen = piece_attacks(type_of(position.piece_on(slider)), slider, without);
    const Color enemy = color_of(position.piece_on(front));
    for (const Square square : seen& position.pieces(enemy)) {
        if (between(slider, square).contains(front)) { return square; }
    }
    return std::nullopt;
}

// Where a man could go if nothing stood behind it: away from the line of the attack.
Bitboard ways_off(const Position& position, Square man, Square attacker) {
    const Color owner = color_of(position.piece_on(man));
    Bitboard ways = attacks_from(position, man) & ~position.pieces(owner);
    if (type_of(position.piece_on(man)) == PieceType::Pawn) {
        ways &= position.pieces(~owner);
        if (const Square ahead = man + forward(owner); position.piece_on(ahead) == Piece::None) { ways |= ahead; }
    }
    return ways & ~line_through(attacker, man);
}

// Does the attack along the line keep the man where it is? Every move off the line gives up what stands behind it for
// less; a pawn that can only move along the line is not pinned.
bool is_pinned_to(const Scene& scene, Square man, Square behind) {
    if (ways_off(scene.after, man, scene.to).empty()) { return false; }
    if (type_of(scene.after.piece_on(behind)) == PieceType::King) { return true; }
    if (scene.after.in_check()) { return false; }
    const Bitboard line = line_through(scene.to, man);
    for (const Move move : legal_moves(scene.after)) {
        if (move.from() != man || line.contains(move.to())) { continue; }
        Position moved = scene.after;
        moved.play(move);
        // With check it wins time for what stands behind, unless it is lost itself.
        if (moved.in_check()) {
            if (!is_takeable(moved, move.to())) { return false; }
            continue;
        }
        const int paid = scene.after.is_capture(move) ? SeeValues[type_of(scene.after.captured_piece(move))] : 0;
        const Move punishment = Move::normal(scene.to, behind);
        if (!moved.is_legal(punishment) || !see_at_least(moved, punishment, paid + 1)) { return false; }
    }
    return true;
}

std::optional<Motif> pin_or_skewer(const Scene& scene) {
    if (scene.move.is_castling() || !scene.is_slider(scene.to)) { return std::nullopt; }
    for (const Square front : attacks_from(scene.after, scene.to) & scene.enemies()) {
        const std::optional<Square> back = behind(scene.after, scene.to, front);
        if (!back) { continue; }
        const PieceType front_type = type_of(scene.after.piece_on(front));
        const bool is_king_behind = type_of(scene.after.piece_on(*back)) == PieceType::King;
        const LostMan* const loss = scene.loss_of(front);
        const LostMan* const back_loss = scene.loss_of(*back);
        const bool takes_back = back_loss != nullptr && back_loss->captor_origin == scene.move.from();
        const std::vector<PlacedPiece> front_man{man_on(scene.after, front)};
        const std::vector<PlacedPiece> back_man{man_on(scene.after, *back)};
        const bool must_move =
            front_type == PieceType::King ||
            (scene.is_target(front, scene.to) && value_on(scene.after, front) >= value_on(scene.after, *back));
        if (takes_back && loss == nullptr && must_move) {
            return Motif{StatementKind::Skewer, front_man, back_man, value_on(scene.after, *back), 0};
        }
        // A pinned man that is taken where it stood.
        if (front_type == PieceType::King || loss == nullptr || loss->captured_on != front) { continue; }
        if (!is_pinned_to(scene, front, *back)) { continue; }
        if (is_king_behind) {
            return Motif{StatementKind::PinToKing, front_man, back_man, value_on(scene.after, front), 0};
        }
        // Nobody says of a pawn that it is pinned to a rook.
        if (front_type != PieceType::Pawn && value_on(scene.after, *back) > value_on(scene.after, front)) {
            return Motif{StatementKind::PinToPiece, front_man, back_man, value_on(scene.after, front), 0};
        }
    }
    return std::nullopt;
}

std::optional<Motif> removes_guard(const Scene& scene) {
    if (!scene.before.is_capture(scene.move) || scene.move.is_en_passant()) { return std::nullopt; }
    const Bitboard guarded = attacks_from(scene.before, scene.to);
    for (const LostMan& lost : scene.ledger.lost[~scene.us]) {
        const bool stood_still = lost.captured_on == lost.man.square;
        if (lost.ply < 2 || !stood_still || !guarded.contains(lost.man.square)) { continue; }
        const Bitboard guards =
            scene.before.attackers_to(lost.man.square, scene.before.pieces()) & scene.before.pieces(~scene.us);
        // The only guard: without it the man is free.
        if (guards.more_than_one()) { continue; }
        return Motif{StatementKind::RemovesGuard, {lost.man}, {man_on(scene.before, scene.to)}, worth_of(lost.man), 0};
    }
    return std::nullopt;
}

// The opponent's man that takes on this square leaves another one without its guard.
std::optional<Motif> deflection(const Scene& scene) {
    if (scene.rest.empty() || scene.rest[0].is_none() || scene.rest[0].to() != scene.to ||
        scene.rest[0].is_castling()) {
        return std::nullopt;
    }
    const Square lured = scene.rest[0].from();
    const Bitboard guarded = attacks_from(scene.after, lured);
    Position taken = scene.after;
    taken.play(scene.rest[0]);
    for (const LostMan& lost : scene.ledger.lost[~scene.us]) {
        const Square square = lost.man.square;
        if (lost.ply < 2 || lost.captured_on != square || square == lured || !guarded.contains(square)) { continue; }
        const Bitboard guards = scene.after.attackers_to(square, scene.after.pieces()) & scene.enemies();
        if (guards.more_than_one() || is_defended(taken, square)) { continue; }
        return Motif{StatementKind::Deflection, {lost.man}, {man_on(scene.after, lured)}, worth_of(lost.man), 0};
    }
    return std::nullopt;
}

// A guard of two men takes back for the first, and the second is free.
std::optional<Motif> overload(const Scene& scene) {
    if (!scene.before.is_capture(scene.move) || scene.move.is_en_passant()) { return std::nullopt; }
    std::optional<Motif> motif = deflection(scene);
    if (!motif) { return std::nullopt; }
    const Bitboard guards = scene.before.attackers_to(scene.to, scene.before.pieces()) & scene.before.pieces(~scene.us);
    const Square overloaded = motif->others[0].square;
    if (guards != Bitboard(overloaded) || !attacks_from(scene.before, overloaded).contains(motif->men[0].square)) {
        return std::nullopt;
    }
    motif->kind = StatementKind::Overload;
    motif->men.insert(motif->men.begin(), man_on(scene.before, scene.to));
    return motif;
}

bool has_escape(const Position& position, Square square) {
    const int worth = value_on(position, square);
    for (const Move move : legal_moves(position)) {
        if (move.from() != square) { continue; }
        const Piece taken = position.captured_piece(move);
        if (taken != Piece::None && SeeValues[type_of(taken)] >= worth) { return true; }
        Position after = position;
        after.play(move);
        if (!is_takeable(after, move.to())) { return true; }
    }
    return false;
}

std::optional<Motif> trap(const Scene& scene) {
    if (scene.after.in_check()) { return std::nullopt; }
    // What the line takes later: the dearest first.
    for (const PieceType type : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
        for (const Square square : scene.after.pieces(~scene.us, type)) {
            // What could be taken before needs no trap.
            if (scene.loss_of(square) == nullptr || is_takeable(scene.before, square)) { continue; }
            if (is_takeable(scene.after, square) && !has_escape(scene.after, square)) {
                return Motif{StatementKind::Trap, {man_on(scene.after, square)}, {}, SeeValues[type], 0};
            }
        }
    }
    return std::nullopt;
}

// A capture that works because the guard of its target is pinned to the king.
std::optional<Motif> pinned_guard(const Scene& scene) {
    if (!scene.before.is_capture(scene.move) || scene.move.is_en_passant()) { return std::nullopt; }
    const Bitboard guards =
        scene.after.attackers_to(scene.to, scene.after.pieces()) & scene.enemies() & scene.after.pinned();
    for (const Square guard : guards) {
        const bool can_take = scene.after.is_legal(Move::normal(guard, scene.to));
        const bool others_can =
            (scene.after.attackers_to(scene.to, scene.after.pieces()) & scene.enemies() & ~guards).any();
        if (!can_take && !others_can && !scene.after.in_check()) {
            return Motif{StatementKind::PinnedGuard,
                         {man_on(scene.before, scene.to)},
                         {man_on(scene.after, guard)},
                         value_on(scene.before, scene.to),
                         0};
        }
    }
    return std::nullopt;
}

std::optional<Motif> free_man(const Scene& scene) {
    if (!scene.before.is_capture(scene.move) || scene.move.is_en_passant()) { return std::nullopt; }
    if (type_of(scene.before.piece_on(scene.to)) == PieceType::Pawn || is_defended(scene.before, scene.to)) {
        return std::nullopt;
    }
    return Motif{StatementKind::FreeMan, {man_on(scene.before, scene.to)}, {}, value_on(scene.before, scene.to), 0};
}

// A man with fewer guards than attackers. That a cheaper man takes it, everybody sees.
std::optional<Motif> outnumbered(const Scene& scene) {
    if (!scene.before.is_capture(scene.move) || scene.move.is_en_passant()) { return std::nullopt; }
    if (value_on(scene.before, scene.move.from()) < value_on(scene.before, scene.to)) { return std::nullopt; }
    const Bitboard all = scene.before.attackers_to(scene.to, scene.before.pieces());
    const Bitboard attackers = all & scene.before.pieces(scene.us);
    const Bitboard guards = all & scene.before.pieces(~scene.us);
    if (guards.empty() || attackers.count() <= guards.count()) { return std::nullopt; }
    Motif motif{StatementKind::Outnumbered, {man_on(scene.before, scene.to)}, {}, value_on(scene.before, scene.to), 0};
    for (const Bitboard party : {attackers, guards}) {
        for (const Square square : party) { motif.others.push_back(man_on(scene.before, square)); }
    }
    return motif;
}

// Is what the motif wins about what the line wins?
bool explains(const Motif& motif, int centipawns) {
    // A man that is trapped but costs only a pawn was not trapped.
    const bool is_enough = motif.kind != StatementKind::Trap || motif.worth <= 3 * centipawns;
    return is_enough && 2 * motif.worth >= centipawns;
}

}  // namespace

Bitboard attacks_from(const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    if (piece == Piece::None) { return {}; }
    return type_of(piece) == PieceType::Pawn ? pawn_attacks(color_of(piece), square)
                                             : piece_attacks(type_of(piece), square, position.pieces());
}

std::optional<Motif> find_motif(const Position& start, const std::vector<Move>& line, int centipawns) {
    using Finder = std::optional<Motif> (*)(const Scene&);
    struct Entry {
        Finder find;
        bool first_only;  // as a later move it would only be one of several exchanges
    };
    static constexpr Entry Entries[] = {{free_man, true},       {pinned_guard, true}, {double_check, false},
                                        {fork, false},          {discovered, false},  {removes_guard, true},
                                        {pin_or_skewer, false}, {overload, true},     {deflection, true},
                                        {trap, false},          {outnumbered, true}};
    Position position = start;
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
        if (ply % 2 == 0) {
            const Scene scene(position, line, ply);
            for (const Entry& entry : Entries) {
                if (ply > 0 && entry.first_only) { continue; }
                if (std::optional<Motif> motif = entry.find(scene); motif && explains(*motif, centipawns)) {
                    motif->ply = ply;
                    return motif;
                }
            }
        }
        position.play(line[ply]);
    }
    return std::nullopt;
}

std::optional<StatementKind> mate_pattern(const Position& start, const std::vector<Move>& line) {
    const Position end = ledger_of(start, line, line.size()).end;
    if (!end.in_check() || has_legal_move(end) || end.checkers().more_than_one()) { return std::nullopt; }
    const Color mated = end.side_to_move();
    const Square king = end.king_square(mated);
    const Square checker = end.checkers().first();
    const PieceType type = type_of(end.piece_on(checker));
    const Bitboard around = king_attacks(king);
    if (type == PieceType::Knight && (around & ~end.pieces(mated)).empty()) { return StatementKind::SmotheredMate; }
    if ((type == PieceType::Rook || type == PieceType::Queen) && relative_rank(mated, king) == Rank::R1 &&
        rank_of(checker) == rank_of(king)) {
        const Bitboard ahead = around & ~bitboard_of(rank_of(king));
        if ((ahead & end.pieces(mated, PieceType::Pawn)).more_than_one() && (ahead & ~end.pieces(mated)).empty()) {
            return StatementKind::BackRankMate;
        }
    }
    return std::nullopt;
}

}  // namespace skua
