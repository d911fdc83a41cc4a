#include <algorithm>
#include <string>

#include "analysis/move_quality.h"
#include "analysis/statement_text.h"
#include "lab/proof/checks.h"
#include "lab/proof/exchange.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

constexpr int PawnWorth = 100;
constexpr std::size_t ShownPlies = 10;
// A threat that is stopped may still win less than this, in pawns.
constexpr int LeastThreat = 2;
// A sacrifice may lose as many points as a move that is not called an error.
constexpr ExpectedPoints SoundLoss = InaccuracyLoss;

// Where the winning of material begins in the line, and by whom.
struct MaterialClaim {
    std::size_t root = 0;
    Color winner{};
    int pawns = 0;

    explicit MaterialClaim(const Case& c)
        : root(c.statement.kind == StatementKind::Sacrifice ? 1 : c.line.root()), pawns(c.statement.number) {
        if (root < c.line.size()) { winner = c.line.before(root).side_to_move(); }
    }
};

std::string in_pawns(int pawns) { return std::to_string(pawns) + (pawns == 1 ? " pawn" : " pawns"); }

// The line must win what is said, and end where it can be kept.
Finding check_balance(const Case& c, const MaterialClaim& claim) {
    if (claim.pawns < 1) { return is_false("nothing is won"); }
    const Position& end = c.line.end();
    const int won = NaiveBoard(end).balance(claim.winner) - NaiveBoard(c.line.before(claim.root)).balance(claim.winner);
    if (won < claim.pawns) {
        return is_false("the line wins " + in_pawns(won) + ", not " + std::to_string(claim.pawns));
    }
    if (end.in_check() && end.side_to_move() == claim.winner) { return is_false("the line ends in check"); }
    const int lost = best_exchange_of(end, ~claim.winner);
    return expect(won - lost >= claim.pawns, "at the end of the line " + in_pawns(lost) + " can be won back");
}

bool contains(const std::vector<PlacedPiece>& men, const PlacedPiece& man) {
    return std::find(men.begin(), men.end(), man) != men.end();
}

// All men that are named must fall in the line, or were taken by the explained move.
Finding check_men(const Case& c, const MaterialClaim& claim) {
    const Statement& statement = c.statement;
    const std::vector<PlacedPiece> won = c.line.fallen(claim.root, ~claim.winner);
    std::vector<PlacedPiece> given = c.line.fallen(claim.root, claim.winner);
    const bool has_price = c.line.root() == 0 && !c.explained.is_none();
    if (has_price && c.position().captured_piece(c.explained) != Piece::None) {
        given.push_back({c.position().captured_piece(c.explained), c.explained.to()});
    }
    for (const PlacedPiece& man : statement.won) {
        if (!contains(won, man)) { return is_false("the man on " + to_string(man.square) + " does not fall"); }
    }
    for (const PlacedPiece& man : statement.given) {
        if (!contains(given, man)) { return is_false("the man on " + to_string(man.square) + " is not given"); }
    }
    // Where other men may fall than those of the line, these show no less than what is won.
    const int worth = worth_of(statement.won) - worth_of(statement.given);
    if (!statement.is_exact) { return expect(worth >= claim.pawns, "the named men are worth less than what is won"); }
    return expect(worth <= claim.pawns, "the named men are worth more than what is won");
}

// The named men must fall against the best defence too, if the line shows what is won.
Finding check_men_in(const Case& c, const MaterialClaim& claim, const std::vector<Move>& best) {
    Statement other = c.statement;
    other.from = LineFrom::Before;
    other.line = best;
    const auto line = ReplayedLine::replay(c.line.game_before(claim.root), Move::none(), other);
    if (!line) { return confirmed(); }
    const int won = NaiveBoard(line->end()).balance(claim.winner) - NaiveBoard(line->before(0)).balance(claim.winner);
    const bool is_quiet = !line->end().in_check() && best_exchange_of(line->end(), ~claim.winner) == 0;
    if (won < claim.pawns || !is_quiet) { return confirmed(); }
    const std::vector<PlacedPiece> fallen = line->fallen(0, ~claim.winner);
    for (const PlacedPiece& man : c.statement.won) {
        if (!contains(fallen, man)) {
            return search_denies("against the best defence the man on " + to_string(man.square) +
                                 " does not fall: " + line_text(line->before(0), best, ShownPlies));
        }
    }
    return confirmed();
}

// Kinds that say that a threat is met, and by which means.
bool meets_threat(StatementKind kind) {
    return kind == StatementKind::StopsLoss || kind == StatementKind::Rescues || kind == StatementKind::GuardsAgainst ||
           kind == StatementKind::Blocks || kind == StatementKind::TakesAttacker;
}

// Does the sentence name the men that are won, or only what its move takes or promotes?
bool names_prize(StatementKind kind) {
    if (meets_threat(kind)) { return kind == StatementKind::StopsLoss; }
    return kind != StatementKind::FreeMan && kind != StatementKind::Recapture && kind != StatementKind::Promotes;
}

// The pawns' worth that the sentence promises. "Material, here the knight on f6" promises material of that order, half
// of it; "material" alone promises a pawn. Where it names only the man that its move takes, that man; where it names no
// sum at all, one pawn. "Recaptures on e8" names none, nor does the threat to take a man that nothing guards: a pawn
// that runs meanwhile may win some of it back.
int promised(const Statement& statement) {
    const StatementKind kind = statement.kind;
    if (kind == StatementKind::Recapture) { return 1; }
    if (kind == StatementKind::FreeMan) {
        return statement.role == StatementRole::Threatens ? 1 : std::min(statement.number, worth_of(statement.men));
    }
    // Here the sentence names no sum either, but a man.
    if (meets_threat(kind) && kind != StatementKind::StopsLoss) { return 1; }
    if (!statement.is_exact && !statement.won.empty()) { return (statement.number + 1) / 2; }
    if (statement.won.empty() && kind != StatementKind::Promotes) { return 1; }
    const bool is_threat =
        kind == StatementKind::Threat || kind == StatementKind::StopsLoss ||
        (statement.role == StatementRole::Threatens && (kind == StatementKind::WinsMaterial || statement.deed > 0));
    return is_threat && !statement.names_prize() ? 1 : statement.number;
}

Finding check_gain(const Case& c, const MaterialClaim& claim) {
    const ForcedGain gain =
        c.searches.material(c.line.game_before(claim.root), c.line.move(claim.root), c.statement.nodes);
    if (!gain.wins(PawnWorth * promised(c.statement))) {
        return search_denies("a longer search wins " + std::to_string(gain.centipawns) +
                             " centipawns: " + line_text(c.line.before(claim.root), gain.line, ShownPlies));
    }
    const bool has_shown_men = !gain.mates && c.statement.is_exact && names_prize(c.statement.kind);
    return has_shown_men ? check_men_in(c, claim, gain.line) : confirmed();
}

Finding check_stopped(const Case& c, const MaterialClaim& claim) {
    const Game after = c.after_subject();
    const Move threat = c.line.move(claim.root);
    if (!is_possible(after.position(), threat)) { return confirmed(); }
    const int pawns = std::max(LeastThreat, claim.pawns);
    return expect_searched(!c.searches.material(after, threat, c.statement.nodes).wins(PawnWorth * pawns),
                           "the move still wins as much as it threatened to");
}

// How the threat is met: where the move goes, and what it does to the man that attacks and the one that is attacked.
Finding check_means(const Case& c, const MaterialClaim& claim) {
    const Move move = c.subject();
    const Move threat = c.line.move(claim.root);
    const NaiveBoard before(c.position());
    const StatementKind kind = c.statement.kind;
    const std::vector<PlacedPiece>& named = kind == StatementKind::Blocks ? c.statement.others : c.statement.men;
    if (named.size() != 1 || !before.has(named)) { return is_false("the named man is not there"); }
    const Square square = named[0].square;
    const bool is_attacker = kind == StatementKind::Blocks || kind == StatementKind::TakesAttacker;
    if (square != (is_attacker ? threat.from() : threat.to())) { return is_false("the threat is another man's"); }
    switch (kind) {
        case StatementKind::Rescues: return expect(move.from() == square, "another man moves");
        case StatementKind::TakesAttacker: return expect(move.to() == square, "the attacker is not taken");
        case StatementKind::Blocks:
            return expect(is_between(move.to(), threat.from(), threat.to()), "the line is not blocked");
        default: break;
    }
    return expect(NaiveBoard(c.after_subject().position()).attacks(move.to(), square), "the man is not guarded");
}

Finding check_soundness(const Case& c) {
    const auto searched = c.searches.lines(c.before, {}, 1);
    if (!searched || searched->lines.empty()) { return not_checked("the search was cancelled"); }
    if (searched->lines[0].first() == c.explained) { return confirmed(); }
    const auto both = c.searches.lines(c.before, {searched->lines[0].first(), c.explained}, 2);
    if (!both || both->lines.size() < 2) { return not_checked("the search was cancelled"); }
    const ExpectedPoints loss = expected_points(both->lines[0].chances) - expected_points(both->lines[1].chances);
    return expect_searched(both->lines[0].first() == c.explained || loss < SoundLoss, "the sacrifice is an error");
}

// The previous move took something on the square on which this one takes.
Finding check_recapture(const Case& c) {
    const Move move = c.line.move(c.line.root());
    if (c.before.ply() == 0 || c.statement.men.size() != 1 || c.statement.men[0].square != move.to()) {
        return is_false("nothing is taken back");
    }
    const Move last = c.before.moves().back();
    const bool took = !last.is_none() && c.before.position_before(1).is_capture(last) && last.to() == move.to();
    return expect(took && NaiveBoard(c.position()).has(c.statement.men), "nothing was taken on that square");
}

Finding check_promotion(const Case& c, const MaterialClaim& claim) {
    const std::vector<PlacedPiece> promoted = c.line.promoted(claim.root, claim.winner);
    return expect(c.statement.men.size() == 1 && contains(promoted, c.statement.men[0]),
                  "the pawn does not promote in the line");
}

Finding check_how(const Case& c, const MaterialClaim& claim) {
    switch (c.statement.kind) {
        case StatementKind::WinsMaterial:
        case StatementKind::Threat:
        case StatementKind::StopsLoss:
        case StatementKind::Sacrifice: return confirmed();
        case StatementKind::Rescues:
        case StatementKind::GuardsAgainst:
        case StatementKind::Blocks:
        case StatementKind::TakesAttacker: return check_means(c, claim);
        case StatementKind::Recapture: return check_recapture(c);
        case StatementKind::Promotes: return check_promotion(c, claim);
        default: return check_motif(c);
    }
}

}  // namespace

Finding check_material(const Case& c) {
    const MaterialClaim claim(c);
    if (claim.root >= c.line.size()) { return is_false("the line has no move"); }
    if (const Finding balance = check_balance(c, claim); !balance.is_confirmed()) { return balance; }
    if (const Finding men = check_men(c, claim); !men.is_confirmed()) { return men; }
    if (const Finding how = check_how(c, claim); !how.is_confirmed()) { return how; }
    // What is sacrificed may come back in the long run; the line has shown that it is not taken back at once.
    if (c.statement.kind == StatementKind::Sacrifice) { return check_soundness(c); }
    if (const Finding gain = check_gain(c, claim); !gain.is_confirmed()) { return gain; }
    if (meets_threat(c.statement.kind)) { return check_stopped(c, claim); }
    return confirmed();
}

}  // namespace skua::lab::proof
