#include "analysis/line_comparison.h"

#include <algorithm>
#include <optional>

#include "analysis/line_ledger.h"
#include "analysis/material_search.h"
#include "analysis/positional_facts.h"

namespace skua {

namespace {

// A fact must explain this share of the loss in centipawns.
constexpr double LeastShare = 0.4;
// Plies of a line after which facts are compared.
constexpr std::size_t ShortestComparison = 3;
constexpr std::size_t LongestComparison = 10;
// Men that are named of those that fall in a line.
constexpr std::size_t MostNamed = 3;

bool is_in(const Position& position, const PositionalFact& fact) {
    const std::vector<PositionalFact> facts = facts_of(position);
    return std::any_of(facts.begin(), facts.end(), [&](const PositionalFact& other) { return fact.is_same(other); });
}

// Facts of which it is worth saying that the better move does not give them up.
bool can_be_kept(StatementKind kind) { return kind == StatementKind::PassedPawn || kind == StatementKind::BishopPair; }

// Is it about men on their way to win or to promote?
bool is_plain(StatementKind kind) {
    return kind == StatementKind::AheadInMaterial || kind == StatementKind::PassedPawn;
}

// The quiet ends of the lines that several searches give for one move.
struct Ends {
    std::vector<Move> line;  // the first search's, up to its quiet end
    std::vector<Position> positions;

    Ends(const Position& start, const SearchedLine& searched) { add(start, searched); }

    void add(const Position& start, const SearchedLine& searched) {
        Position position = start;
        std::size_t quiet = 0;
        std::optional<Position> end;
        for (std::size_t ply = 0; ply < std::min(searched.moves.size(), LongestComparison); ++ply) {
            position.play(searched.moves[ply]);
            if (ply + 1 < ShortestComparison || position.in_check() || has_winning_capture(position)) { continue; }
            end = position;
            quiet = ply + 1;
        }
        if (!end) { return; }
        if (positions.empty()) {
            line.assign(searched.moves.begin(), searched.moves.begin() + static_cast<std::ptrdiff_t>(quiet));
        }
        positions.push_back(*end);
    }
    [[nodiscard]] bool are_comparable() const { return positions.size() == 2; }
    [[nodiscard]] int least_balance(Color side) const {
        return std::min(material_balance(positions[0], side), material_balance(positions[1], side));
    }
    [[nodiscard]] int most_balance(Color side) const {
        return std::max(material_balance(positions[0], side), material_balance(positions[1], side));
    }
};

// Fills in the men that fall in the line; both searches need not agree on all of them.
void name_men(Statement& statement, const ExplainedMove& explained) {
    const bool is_after = statement.from == LineFrom::After;
    const Position& start = is_after ? explained.after.position() : explained.position();
    LineLedger ledger = ledger_of(start, statement.line, statement.line.size());
    const Move move = explained.move();
    if (const Piece taken = explained.position().captured_piece(move); is_after && taken != Piece::None) {
        ledger.lost[statement.owner].push_back({{taken, move.to()}, 0, move.to(), PieceType::None, move.from()});
    }
    const Balance balance = balance_of(ledger, statement.owner);
    const int pawns = balance.worth() / PawnWorth;
    if (pawns < statement.number || balance.won.size() > MostNamed || balance.given.size() > MostNamed) { return; }
    statement.is_exact = pawns == statement.number;
    statement.won = balance.won;
    statement.given = balance.given;
}

}  // namespace

Reasons compare_lines(const ExplainedMove& explained, const SearchedPosition& other) {
    const MoveAnalysis& analysis = explained.analysis;
    const Position& start = explained.position();
    Reasons reasons;
    Ends best(start, analysis.best);
    Ends played(start, analysis.played);
    for (const SearchedLine& line : other.lines) {
        (line.first() == explained.best() ? best : played).add(start, line);
    }
    if (!best.are_comparable() || !played.are_comparable()) { return reasons; }
    // A blunder has another cause than a square or a file.
    const bool is_blunder = analysis.loss() >= BlunderLoss;
    const auto add = [&](const PositionalFact& fact, StatementRole role) {
        if (fact.size < LeastShare * analysis.centipawn_loss || (is_blunder && !is_plain(fact.kind))) { return; }
        Statement statement;
        statement.kind = fact.kind;
        statement.role = role;
        statement.men = fact.men;
        statement.owner = fact.owner;
        statement.number = fact.number;
        statement.check = StatementCheck::Board;
        statement.nodes = other.nodes + analysis.nodes;
        statement.from = role == StatementRole::Better ? LineFrom::Before : LineFrom::After;
        statement.line = role == StatementRole::Better ? best.line : without_first(played.line);
        reasons.push_back({statement, fact.size});
    };
    const Color side = start.side_to_move();
    for (const PositionalFact& fact : facts_only_in(played.positions, best.positions)) {
        if ((fact.owner == side) != fact.is_good && !is_in(start, fact)) { add(fact, StatementRole::LeadsTo); }
    }
    for (const PositionalFact& fact : facts_only_in(best.positions, played.positions)) {
        if ((fact.owner == side) != fact.is_good) { continue; }
        PositionalFact told = fact;
        if (is_in(start, fact)) {
            if (!can_be_kept(fact.kind)) { continue; }
            told.number = 1;  // says so
        }
        add(told, StatementRole::Better);
    }
    const int before = material_balance(start, side);
    const int won = best.least_balance(side) - before;
    const int lost = before - played.most_balance(side);
    const auto add_material = [&](Color owner, int sum, StatementRole role) {
        const PositionalFact fact{StatementKind::AheadInMaterial, owner, {}, sum / PawnWorth, true, sum};
        add(fact, role);
        if (!reasons.empty() && reasons.back().statement.kind == fact.kind) {
            name_men(reasons.back().statement, explained);
        }
    };
    if (won + lost >= PawnWorth && lost >= PawnWorth) { add_material(~side, lost, StatementRole::LeadsTo); }
    if (won + lost >= PawnWorth && won >= PawnWorth) { add_material(side, won, StatementRole::Better); }
    return reasons;
}

}  // namespace skua
