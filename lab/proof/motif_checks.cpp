#include <algorithm>

#include "chess/movegen.h"
#include "lab/proof/checks.h"
#include "lab/proof/exchange.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

// The move of the line that does it, with the boards around it.
struct Scene {
    const Statement& statement;
    Position position;  // after the move
    NaiveBoard before;
    NaiveBoard after;
    Move move;
    Move reply;  // the next move of the line; none if it ends here
    Color us{};

    Scene(const Case& c, std::size_t deed)
        : statement(c.statement),
          position(c.line.after(deed)),
          before(c.line.before(deed)),
          after(c.line.after(deed)),
          move(c.line.move(deed)),
          reply(deed + 1 < c.line.size() ? c.line.move(deed + 1) : Move::none()),
          us(c.line.before(deed).side_to_move()) {}

    [[nodiscard]] const PlacedPiece& man() const { return statement.men.at(0); }
    [[nodiscard]] const PlacedPiece& other() const { return statement.others.at(0); }
    [[nodiscard]] std::size_t guards_of(const NaiveBoard& board, Square square) const {
        return board.attackers(square, ~us).size();
    }
    [[nodiscard]] bool is_enemy(const PlacedPiece& man) const { return color_of(man.piece) == ~us; }
    // Can the opponent take on the square of the move?
    [[nodiscard]] bool can_retake() const {
        const MoveList moves = legal_moves(position);
        return std::any_of(moves.begin(), moves.end(), [this](Move each) {
            return !each.is_castling() && each.to() == move.to() && position.is_capture(each);
        });
    }
};

Finding check_free_man(const Scene& scene) {
    if (!scene.before.has(scene.man()) || !scene.is_enemy(scene.man()) || scene.move.to() != scene.man().square) {
        return is_false("the move does not take the named man");
    }
    return expect(!scene.can_retake(), "the man was guarded");
}

Finding check_pinned_guard(const Scene& scene) {
    if (!scene.before.has(scene.man()) || !scene.is_enemy(scene.man()) || scene.move.to() != scene.man().square) {
        return is_false("the move does not take the named man");
    }
    const Square guard = scene.other().square;
    if (!scene.after.has(scene.other()) || !scene.is_enemy(scene.other()) ||
        !scene.after.attacks(guard, scene.move.to())) {
        return is_false("the named guard does not guard the man");
    }
    const Square king = scene.after.king(~scene.us);
    if (scene.after.without(guard).attackers(king, scene.us).empty()) { return is_false("the guard is not pinned"); }
    return expect(!scene.can_retake(), "the man can be taken back");
}

// The named attackers and guards are all there are, and the guards are fewer.
Finding check_outnumbered(const Scene& scene) {
    const Square square = scene.man().square;
    if (!scene.before.has(scene.man()) || !scene.is_enemy(scene.man()) || scene.move.to() != square) {
        return is_false("the move does not take the named man");
    }
    std::size_t attackers = 0;
    for (const PlacedPiece& man : scene.statement.others) {
        if (!scene.before.has(man) || !scene.before.attacks(man.square, square)) {
            return is_false("a named man neither attacks nor guards it");
        }
        attackers += scene.is_enemy(man) ? 0 : 1;
    }
    const std::size_t guards = scene.statement.others.size() - attackers;
    if (attackers != scene.before.attackers(square, scene.us).size() ||
        guards != scene.guards_of(scene.before, square)) {
        return is_false("there are other attackers or guards");
    }
    return expect(attackers > guards, "it has enough guards");
}

Finding check_fork(const Scene& scene) {
    if (scene.statement.men.size() < 2) { return is_false("a fork needs two men"); }
    bool is_new = false;
    for (const PlacedPiece& man : scene.statement.men) {
        if (!scene.after.has(man) || !scene.is_enemy(man)) { return is_false("a forked man is not there"); }
        if (!scene.after.attacks(scene.move.to(), man.square)) {
            return is_false("the man on " + to_string(man.square) + " is not attacked");
        }
        is_new |= !scene.before.attacks(scene.move.from(), man.square);
    }
    return expect(is_new, "all men were attacked before");
}

// Was a line opened from this man of ours to that square?
bool is_discovered(const Scene& scene, Square slider, Square target) {
    return slider != scene.move.to() && scene.after.belongs_to(slider, scene.us) &&
           scene.after.attacks(slider, target) && !scene.before.attacks(slider, target) &&
           is_between(scene.move.from(), slider, target);
}

Finding check_discovered_attack(const Scene& scene) {
    if (!scene.after.has(scene.man()) || !scene.is_enemy(scene.man()) || !scene.after.has(scene.other())) {
        return is_false("a named man is not there");
    }
    return expect(is_discovered(scene, scene.other().square, scene.man().square), "no attack is discovered");
}

Finding check_discovered_check(const Scene& scene) {
    return expect(scene.after.has(scene.man()) && is_discovered(scene, scene.man().square, scene.after.king(~scene.us)),
                  "no check is discovered by that man");
}

Finding check_double_check(const Scene& scene) {
    const std::vector<Square> checkers = scene.after.attackers(scene.after.king(~scene.us), scene.us);
    if (checkers.size() != 2) { return is_false("it is no double check"); }
    for (const PlacedPiece& man : scene.statement.men) {
        const bool gives_check = std::find(checkers.begin(), checkers.end(), man.square) != checkers.end();
        if (!scene.after.has(man) || !gives_check) { return is_false("a named man gives no check"); }
    }
    return confirmed();
}

// The moved man attacks the man, and behind it, on the same line, stands the other one.
Finding check_alignment(const Scene& scene) {
    if (!scene.after.has(scene.man()) || !scene.is_enemy(scene.man()) || !scene.after.has(scene.other()) ||
        !scene.is_enemy(scene.other())) {
        return is_false("a named man is not there");
    }
    const Square front = scene.man().square;
    const Square back = scene.other().square;
    if (!scene.after.attacks(scene.move.to(), front)) { return is_false("the moved man does not attack the first"); }
    const bool is_behind = is_between(front, scene.move.to(), back);
    return expect(is_behind && scene.after.without(front).attacks(scene.move.to(), back),
                  "the second man is not behind the first");
}

// Is this square neither between the moved man and the one behind, nor one of theirs?
bool is_off_line(const Scene& scene, Square square) {
    return square != scene.move.to() && !is_between(square, scene.move.to(), scene.other().square);
}

// Could the man in front leave the line, if nothing stood behind it?
bool could_leave(const Scene& scene) {
    const Square man = scene.man().square;
    const bool is_pawn = type_of(scene.man().piece) == PieceType::Pawn;
    for (const Square square : scene.after.attacked_from(man)) {
        const bool can_go =
            is_pawn ? scene.after.belongs_to(square, scene.us) : !scene.after.belongs_to(square, ~scene.us);
        if (can_go && is_off_line(scene, square)) { return true; }
    }
    if (!is_pawn) { return false; }
    const Square ahead = man + forward(~scene.us);
    return scene.after.on(ahead) == Piece::None && is_off_line(scene, ahead);
}

// Every move of the man off the line must lose more than it takes.
Finding check_held(const Scene& scene) {
    for (const Move move : legal_moves(scene.position)) {
        if (move.from() != scene.man().square || !is_off_line(scene, move.to())) { continue; }
        Position after = scene.position;
        after.play(move);
        // With check it wins time, unless it is lost itself.
        const Square lost = after.in_check() ? move.to() : scene.other().square;
        if (exchange_on(after, lost) <= gain_of(scene.position, move)) {
            return is_false("the man can go to " + to_string(move.to()));
        }
    }
    return confirmed();
}

Finding check_pin(const Scene& scene) {
    if (const Finding line = check_alignment(scene); !line.is_confirmed()) { return line; }
    const PieceType back = type_of(scene.other().piece);
    const bool to_king = scene.statement.kind == StatementKind::PinToKing;
    if (!could_leave(scene)) { return is_false("the man can't leave the line anyway"); }
    if (to_king) { return expect(back == PieceType::King, "the man behind is not the king"); }
    if (worth_of(back) <= worth_of(type_of(scene.man().piece))) {
        return is_false("the man behind is not the dearer one");
    }
    return check_held(scene);
}

// Does the other man guard the named one on this board, and no other man does?
Finding check_only_guard(const Scene& scene, const NaiveBoard& board) {
    if (!board.has(scene.man()) || !scene.is_enemy(scene.man()) || !board.has(scene.other()) ||
        !scene.is_enemy(scene.other())) {
        return is_false("a named man is not there");
    }
    if (!board.attacks(scene.other().square, scene.man().square)) { return is_false("the man is not guarded by it"); }
    return expect(scene.guards_of(board, scene.man().square) == 1, "the man has another guard");
}

Finding check_removed_guard(const Scene& scene) {
    if (scene.move.to() != scene.other().square) { return is_false("the move does not take the guard"); }
    return check_only_guard(scene, scene.before);
}

Finding check_deflection(const Scene& scene) {
    if (const Finding guard = check_only_guard(scene, scene.after); !guard.is_confirmed()) { return guard; }
    if (scene.reply.is_none() || scene.reply.from() != scene.other().square || scene.reply.to() != scene.move.to()) {
        return is_false("the guard does not take the moved man");
    }
    Position lured = scene.position;
    lured.play(scene.reply);
    return expect(scene.guards_of(NaiveBoard(lured), scene.man().square) == 0, "the man is still guarded");
}

// The only guard of the man that is taken, and of the other one, takes back.
Finding check_overload(const Scene& scene) {
    if (scene.statement.men.size() != 2 || scene.statement.men[0] == scene.statement.men[1]) {
        return is_false("the guard has not two men to guard");
    }
    const Square guard = scene.other().square;
    for (const PlacedPiece& man : scene.statement.men) {
        if (!scene.before.has(man) || !scene.is_enemy(man)) { return is_false("a named man is not there"); }
        if (!scene.before.has(scene.other()) || !scene.before.attacks(guard, man.square) ||
            scene.guards_of(scene.before, man.square) != 1) {
            return is_false("it is not the only guard of the man on " + to_string(man.square));
        }
    }
    if (scene.move.to() != scene.man().square) { return is_false("the first man is not taken"); }
    if (scene.reply.is_none() || scene.reply.from() != guard || scene.reply.to() != scene.move.to()) {
        return is_false("the guard does not take back");
    }
    Position lured = scene.position;
    lured.play(scene.reply);
    return expect(scene.guards_of(NaiveBoard(lured), scene.statement.men[1].square) == 0, "the man is still guarded");
}

// Could we take the man on this square with profit, if it were our turn?
bool is_lost_on(const Position& position, Square square, Color us) {
    if (position.side_to_move() == us) { return exchange_on(position, square) > 0; }
    if (position.in_check()) { return false; }
    Position passed = position;
    passed.play_null();
    return exchange_on(passed, square) > 0;
}

// The man in front must leave, and the one behind is worth no more.
Finding check_skewer(const Scene& scene) {
    if (const Finding line = check_alignment(scene); !line.is_confirmed()) { return line; }
    const PieceType front = type_of(scene.man().piece);
    if (worth_of(front) < worth_of(type_of(scene.other().piece))) {
        return is_false("the man in front is not the dearer one");
    }
    return expect(front == PieceType::King || is_lost_on(scene.position, scene.man().square, scene.us),
                  "the man in front need not move");
}

Finding check_trap(const Scene& scene) {
    if (!scene.after.has(scene.man()) || !scene.is_enemy(scene.man())) { return is_false("the man is not there"); }
    const Square square = scene.man().square;
    if (!is_lost_on(scene.position, square, scene.us)) { return is_false("the man can't be taken with profit"); }
    for (const Move move : legal_moves(scene.position)) {
        if (move.from() != square) { continue; }
        Position after = scene.position;
        after.play(move);
        const int paid = gain_of(scene.position, move);
        if (exchange_on(after, move.to()) <= paid) { return is_false("the man can go to " + to_string(move.to())); }
    }
    return confirmed();
}

using Check = Finding (*)(const Scene&);

// Null for kinds that are no motifs.
Check check_for(StatementKind kind) {
    switch (kind) {
        case StatementKind::FreeMan: return check_free_man;
        case StatementKind::PinnedGuard: return check_pinned_guard;
        case StatementKind::Outnumbered: return check_outnumbered;
        case StatementKind::Fork: return check_fork;
        case StatementKind::DiscoveredAttack: return check_discovered_attack;
        case StatementKind::DiscoveredCheck: return check_discovered_check;
        case StatementKind::DoubleCheck: return check_double_check;
        case StatementKind::PinToKing:
        case StatementKind::PinToPiece: return check_pin;
        case StatementKind::Skewer: return check_skewer;
        case StatementKind::RemovesGuard: return check_removed_guard;
        case StatementKind::Deflection: return check_deflection;
        case StatementKind::Overload: return check_overload;
        case StatementKind::Trap: return check_trap;
        default: return nullptr;
    }
}

std::size_t others_needed(StatementKind kind) {
    const bool has_one_party = kind == StatementKind::FreeMan || kind == StatementKind::Fork ||
                               kind == StatementKind::DiscoveredCheck || kind == StatementKind::DoubleCheck ||
                               kind == StatementKind::Trap;
    return has_one_party ? 0 : 1;
}

}  // namespace

Finding check_motif(const Case& c) {
    const Check check = check_for(c.statement.kind);
    if (check == nullptr) { return not_checked("no check is known for this kind"); }
    const auto deed = c.line.deed();
    if (!deed || c.line.move(*deed).is_castling()) { return is_false("the line has no such move"); }
    if (c.line.before(*deed).side_to_move() != c.line.before(c.line.root()).side_to_move()) {
        return is_false("the move is the other side's");
    }
    if (c.statement.men.empty() || c.statement.others.size() < others_needed(c.statement.kind)) {
        return is_false("a man is missing");
    }
    return check(Scene(c, *deed));
}

}  // namespace skua::lab::proof
