#include "analysis/line_comparison.h"

#include <algorithm>
#include <optional>

#include "analysis/material_search.h"
#include "analysis/positional_facts.h"

namespace skua {

namespace {

// A fact must explain this share of the loss in centipawns.
constexpr double LeastShare = 0.4;
// Plies of a line after which facts are compared.
constexpr std::size_t ShortestComparison = 3;
constexpr std::size_t LongestComparison = 10;

bool is_in(const Position& position, const PositionalFact& fact) {
    const std::vector<PositionalFact> facts = facts_of(position);
    return std::any_of(facts.begin(), facts.end(), [&](const PositionalFact& other) { return fact.is_same(other); });
}

// Facts of which it is worth saying that the better move does not give them up.
bool can_be_kept(StatementKind kind) { return kind == StatementKind::PassedPawn || kind == StatementKind::BishopPair; }

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
    const auto add = [&](const PositionalFact& fact, StatementRole role) {
        if (fact.size < LeastShare * analysis.centipawn_loss) { return; }
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
    if (won + lost >= PawnWorth && lost >= PawnWorth) {
        add({StatementKind::AheadInMaterial, ~side, {}, lost / PawnWorth, true, lost}, StatementRole::LeadsTo);
    }
    if (won + lost >= PawnWorth && won >= PawnWorth) {
        add({StatementKind::AheadInMaterial, side, {}, won / PawnWorth, true, won}, StatementRole::Better);
    }
    return reasons;
}

}  // namespace skua
