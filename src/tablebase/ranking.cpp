#include "tablebase/ranking.h"

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.h"

namespace skua::tablebase {

namespace {

// Ranks of certain wins; wins that the fifty-move rule endangers lie around half of it. No distance comes near it.
constexpr int CertainWin = 1 << 18;
constexpr int DoubtfulWin = CertainWin / 2;
// A win whose counter stays within this is certain: distances may be one too small.
constexpr int SafeHalfmoves = 99;

// Has a position of the game occurred twice since the last capture or pawn move?
bool has_repetition(const Game& game) {
    const int plies = std::min(game.position().reversible_plies(), game.ply());
    for (int newer = 0; newer + 4 <= plies; ++newer) {
        for (int older = newer + 4; older <= plies; older += 2) {
            if (game.position_before(newer).key() == game.position_before(older).key()) { return true; }
        }
    }
    return false;
}

bool is_drawn_by_history(const Game& game) { return game.is_repetition(1) || game.is_fifty_move_draw(); }

int rank_of_distance(int dtz, int halfmove_clock, bool fifty_move_rule, bool repeated) {
    if (dtz == 0) { return 0; }
    if (!fifty_move_rule) { return dtz > 0 ? CertainWin - dtz : -CertainWin - dtz; }
    if (dtz > 0) {
        // Certain wins are alike, so that the search chooses a natural one; after a repetition progress must come
        // first.
        if (dtz + halfmove_clock <= SafeHalfmoves) { return repeated ? CertainWin - dtz : CertainWin; }
        return DoubtfulWin - (dtz + halfmove_clock);
    }
    // A loss that can't be dragged over the fifty moves is lost whatever is played.
    if (2 * -dtz + halfmove_clock < 100) { return -CertainWin; }
    return -DoubtfulWin + (-dtz + halfmove_clock);
}

// The distance for the side that has just moved; nothing if the tables don't know the position.
std::optional<int> distance_after_move(const Tables& tables, const Game& game) {
    const Position& position = game.position();
    if (position.halfmove_clock() == 0) {
        const std::optional<Outcome> outcome = tables.probe_wdl(position);
        return outcome ? std::optional(zeroing_distance(-*outcome)) : std::nullopt;
    }
    if (position.in_check() && !has_legal_move(position)) { return 1; }
    if (is_drawn_by_history(game)) { return 0; }
    const std::optional<int> dtz = tables.probe_dtz(position);
    return dtz ? std::optional(-*dtz + sign_of(-*dtz)) : std::nullopt;
}

std::optional<RankedMove> rank_by_distance(const Tables& tables, Game& game, Move move, bool fifty_move_rule,
                                           bool repeated) {
    const int halfmove_clock = game.position().halfmove_clock();
    game.play(move);
    const std::optional<int> dtz = distance_after_move(tables, game);
    game.undo();
    if (!dtz) { return std::nullopt; }
    return RankedMove{move, rank_of_distance(*dtz, halfmove_clock, fifty_move_rule, repeated),
                      outcome_of(*dtz, halfmove_clock, fifty_move_rule), *dtz};
}

std::optional<RankedMove> rank_by_outcome(const Tables& tables, Game& game, Move move, bool fifty_move_rule) {
    game.play(move);
    const bool drawn = is_drawn_by_history(game);
    const std::optional<Outcome> reply = drawn ? Outcome::Draw : tables.probe_wdl(game.position());
    game.undo();
    if (!reply) { return std::nullopt; }
    Outcome outcome = -*reply;
    if (!fifty_move_rule) { outcome = static_cast<Outcome>(2 * sign_of(outcome)); }
    constexpr std::array Ranks{-CertainWin, -DoubtfulWin, 0, DoubtfulWin, CertainWin};
    return RankedMove{move, Ranks[static_cast<std::size_t>(static_cast<int>(outcome) + 2)], outcome, std::nullopt};
}

// Shorter wins and longer losses first.
bool is_better(const RankedMove& a, const RankedMove& b) {
    if (a.rank != b.rank) { return a.rank > b.rank; }
    return a.dtz.value_or(0) < b.dtz.value_or(0);
}

}  // namespace

Outcome outcome_of(int dtz, int halfmove_clock, bool fifty_move_rule) {
    if (dtz == 0) { return Outcome::Draw; }
    const bool in_time = !fifty_move_rule || std::abs(dtz) + halfmove_clock <= 100;
    if (dtz > 0) { return in_time ? Outcome::Win : Outcome::CursedWin; }
    return in_time ? Outcome::Loss : Outcome::BlessedLoss;
}

std::optional<RankedMoves> rank_moves(const Tables& tables, const Game& game, std::span<const Move> moves,
                                      bool fifty_move_rule) {
    if (game.position().castling_rooks().any() || game.position().pieces().count() > tables.largest()) {
        return std::nullopt;
    }
    Game line = game;
    const bool repeated = has_repetition(game);
    for (const bool by_distance : {true, false}) {
        RankedMoves ranked;
        ranked.by_distance = by_distance;
        for (const Move move : moves) {
            const std::optional<RankedMove> one = by_distance
                                                      ? rank_by_distance(tables, line, move, fifty_move_rule, repeated)
                                                      : rank_by_outcome(tables, line, move, fifty_move_rule);
            if (!one) { break; }
            ranked.moves.push_back(*one);
        }
        if (ranked.moves.size() != moves.size()) { continue; }
        std::stable_sort(ranked.moves.begin(), ranked.moves.end(), is_better);
        return ranked;
    }
    return std::nullopt;
}

}  // namespace skua::tablebase
