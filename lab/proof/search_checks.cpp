#include <algorithm>

#include "analysis/move_quality.h"
#include "chess/san.h"
#include "lab/proof/checks.h"
#include "lab/proof/exchange.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

// The only good move must still be better than the second by half of what a mistake loses.
constexpr ExpectedPoints OnlyMargin = MistakeLoss / 2;
// A reply explains at least half of an inaccuracy when it is named; half of that must be left.
constexpr ExpectedPoints ReplyMargin = InaccuracyLoss / 4;
// Games are called lost below 10 points and won above 90.
constexpr ExpectedPoints StillLost = 20;
constexpr ExpectedPoints StillWon = 80;

Finding check_best(const Case& c, const Game& game, Move move, ExpectedPoints margin) {
    const auto searched = c.searches.lines(game, {}, 2);
    if (!searched || searched->lines.empty()) { return not_checked("the search was cancelled"); }
    if (searched->lines[0].first() != move) {
        return search_denies("a longer search prefers another move, " +
                             to_san(game.position(), searched->lines[0].first()));
    }
    if (searched->lines.size() < 2) { return confirmed(); }
    const ExpectedPoints ahead =
        expected_points(searched->lines[0].chances) - expected_points(searched->lines[1].chances);
    return expect_searched(ahead >= margin, "a longer search finds another move nearly as good, " +
                                                to_san(game.position(), searched->lines[1].first()));
}

Finding check_only_move(const Case& c) {
    if (c.statement.moves.size() != 1 || c.statement.moves[0] == c.explained) {
        return is_false("no other move is named");
    }
    return check_best(c, c.before, c.explained, OnlyMargin);
}

Finding check_lost(const Case& c) {
    const auto searched = c.searches.lines(c.before, {}, 1);
    if (!searched || searched->lines.empty()) { return not_checked("the search was cancelled"); }
    return expect_searched(expected_points(searched->lines[0].chances) < StillLost,
                           "with the best move the game was not lost");
}

Finding check_won(const Case& c) {
    const auto searched = c.searches.lines(c.before, {c.explained}, 1);
    if (!searched || searched->lines.empty()) { return not_checked("the search was cancelled"); }
    return expect_searched(expected_points(searched->lines[0].chances) > StillWon,
                           "after the move the game is not won");
}

// What the reply takes or attacks.
Finding check_targets(const Case& c) {
    const Move reply = c.line.move(0);
    const NaiveBoard before(c.line.before(0));
    const NaiveBoard after(c.line.after(0));
    const Color owner = c.position().side_to_move();
    for (const PlacedPiece& man : c.statement.men) {
        if (!before.has(man) || color_of(man.piece) != owner) { return is_false("a named man is not there"); }
        const bool is_hit = c.statement.kind == StatementKind::TakingReply ? reply.to() == man.square
                                                                           : after.attacks(reply.to(), man.square);
        if (!is_hit) { return is_false("the reply does not touch the man on " + to_string(man.square)); }
    }
    if (c.statement.kind != StatementKind::TakingReply) { return confirmed(); }
    if (c.statement.men.size() != 1) { return is_false("the reply takes no man that is named"); }
    Position taken = c.line.before(0);
    taken.play(reply);
    return expect(gain_of(c.line.before(0), reply) > exchange_on(taken, reply.to()), "the reply only exchanges");
}

// After the better move the reply is impossible, or loses material on its square.
Finding check_prevention(const Case& c) {
    if (c.statement.moves.empty()) { return confirmed(); }
    Position after = c.position();
    after.play(c.statement.moves[0]);
    const Move reply = c.line.move(0);
    if (!is_possible(after, reply)) { return confirmed(); }
    Position replied = after;
    replied.play(reply);
    return expect(exchange_on(replied, reply.to()) > gain_of(after, reply),
                  "the named move does not prevent the reply");
}

}  // namespace

Finding check_searched(const Case& c) {
    switch (c.statement.kind) {
        case StatementKind::OnlyMove: return check_only_move(c);
        case StatementKind::AlreadyLost: return check_lost(c);
        case StatementKind::StillWinning: return check_won(c);
        default: break;
    }
    return not_checked("no search is known for this kind");
}

Finding check_reply(const Case& c) {
    const bool is_threat = c.statement.kind == StatementKind::Threat || c.statement.kind == StatementKind::ThreatOfMate;
    if (!is_threat) {
        if (const Finding targets = check_targets(c); !targets.is_confirmed()) { return targets; }
    }
    if (const Finding prevention = check_prevention(c); !prevention.is_confirmed()) { return prevention; }
    Game after = c.before;
    after.play(c.explained);
    return check_best(c, after, c.line.move(0), ReplyMargin);
}

}  // namespace skua::lab::proof
