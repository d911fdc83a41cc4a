#include "analysis/line_comparison.h"

#include <algorithm>
#include <optional>

#include "analysis/line_ledger.h"
#include "analysis/material_search.h"
#include "analysis/play_out.h"
#include "analysis/positional_facts.h"

namespace skua {

namespace {

// A fact must explain this share of the loss in centipawns.
constexpr double LeastShare = 0.4;
constexpr double LeastShareOfMaterial = 0.3;
// Plies of a line after which facts are compared.
constexpr std::size_t ShortestComparison = 3;
constexpr std::size_t LongestComparison = 10;
constexpr std::size_t LongestForMaterial = 14;
// A single pawn that falls later than this may as well be won back.
constexpr std::size_t LongestForPawn = 12;
// Men that are named of those that fall in a line.
constexpr std::size_t MostNamed = 3;

bool is_in(const Position& position, const PositionalFact& fact) {
    const std::vector<PositionalFact> facts = facts_of(position);
    return std::any_of(facts.begin(), facts.end(), [&](const PositionalFact& other) { return fact.is_same(other); });
}

// Facts of which it is worth saying that the better move does not give them up.
bool can_be_kept(StatementKind kind) { return kind == StatementKind::PassedPawn || kind == StatementKind::BishopPair; }

// A blunder has another cause than a square or a file, but a far pawn may win, and a king's move gives up castling.
bool explains_blunders(const PositionalFact& fact, const ExplainedMove& explained) {
    if (fact.kind == StatementKind::CannotCastle) {
        const Move move = explained.move();
        return explained.position().piece_on(move.from()) == fact.men[0].piece && !move.is_castling();
    }
    return fact.kind == StatementKind::PassedPawn && relative_rank(fact.owner, fact.men[0].square) >= Rank::R6;
}

// The lines that several searches give for one move, up to their quiet ends, and these.
struct Ends {
    std::vector<std::vector<Move>> lines;
    std::vector<Position> positions;

    void add(const Position& start, const SearchedLine& searched, std::size_t longest) {
        Position position = start;
        std::size_t quiet = 0;
        std::optional<Position> end;
        for (std::size_t ply = 0; ply < std::min(searched.moves.size(), longest); ++ply) {
            position.play(searched.moves[ply]);
            if (ply + 1 < ShortestComparison || position.in_check() || has_winning_capture(position)) { continue; }
            end = position;
            quiet = ply + 1;
        }
        if (!end) { return; }
        lines.emplace_back(searched.moves.begin(), searched.moves.begin() + static_cast<std::ptrdiff_t>(quiet));
        positions.push_back(*end);
    }
    [[nodiscard]] int least_balance(Color side) const {
        int least = material_balance(positions[0], side);
        for (const Position& each : positions) { least = std::min(least, material_balance(each, side)); }
        return least;
    }
    [[nodiscard]] int most_balance(Color side) const {
        int most = material_balance(positions[0], side);
        for (const Position& each : positions) { most = std::max(most, material_balance(each, side)); }
        return most;
    }
};

// The ends of the best line and of the played one in each of these searches, within so many plies.
struct Comparison {
    Ends best;
    Ends played;
    std::size_t searches = 0;
    std::uint64_t nodes = 0;

    Comparison(const ExplainedMove& explained, const std::vector<SearchedPosition>& searched, std::size_t longest)
        : searches(searched.size()) {
        for (const SearchedPosition& each : searched) {
            nodes += each.nodes;
            for (const SearchedLine& line : each.lines) {
                (line.first() == explained.best() ? best : played).add(explained.position(), line, longest);
            }
        }
    }
    [[nodiscard]] bool is_possible() const {
        return best.positions.size() == searches && played.positions.size() == searches;
    }
};

// Ends the line where so much is won.
void shorten(Statement& statement, const ExplainedMove& explained) {
    const bool is_after = statement.from == LineFrom::After;
    const Position& start = is_after ? explained.after.position() : explained.position();
    const int price = is_after ? taken_by(explained.position(), explained.move()) : 0;
    const auto plies = settled_at(start, statement.line, statement.owner, PawnWorth * statement.number + price);
    if (plies && *plies > 0) { statement.line.resize(*plies); }
}

// Fills in the men that fall in the line. False if they are too many, or none explains the sum.
bool name_men(Statement& statement, const ExplainedMove& explained) {
    const bool is_after = statement.from == LineFrom::After;
    const Position& start = is_after ? explained.after.position() : explained.position();
    LineLedger ledger = ledger_of(start, statement.line, statement.line.size());
    const Move move = explained.move();
    if (const Piece taken = explained.position().captured_piece(move); is_after && taken != Piece::None) {
        ledger.lost[statement.owner].push_back({{taken, move.to()}, 0, move.to(), PieceType::None, move.from()});
    }
    const Balance balance = balance_of(ledger, statement.owner);
    const int pawns = balance.worth() / PawnWorth;
    if (balance.won.empty() || pawns < statement.number) { return false; }
    if (balance.won.size() > MostNamed || balance.given.size() > MostNamed) { return false; }
    statement.is_exact = pawns == statement.number;
    statement.won = balance.won;
    statement.given = balance.given;
    return true;
}

// The men that fall, as they stood before the explained move.
std::vector<PlacedPiece> fallen_men(const Statement& statement, const ExplainedMove& explained) {
    return statement.from == LineFrom::After ? before_move(statement.won, explained) : statement.won;
}

// Leaves only the men that fall in all of these lines. False if they don't make up the sum.
bool keep_common(Statement& statement, const ExplainedMove& explained, const std::vector<std::vector<Move>>& lines) {
    for (const std::vector<Move>& line : lines) {
        const LineLedger ledger = ledger_of(explained.position(), line, line.size());
        const std::vector<LostMan>& lost = ledger.lost[~statement.owner];
        const std::vector<PlacedPiece> men = fallen_men(statement, explained);
        std::vector<PlacedPiece> common;
        for (std::size_t i = 0; i < men.size(); ++i) {
            const auto is_same = [&](const LostMan& each) { return each.man == men[i]; };
            if (std::any_of(lost.begin(), lost.end(), is_same)) { common.push_back(statement.won[i]); }
        }
        statement.won = common;
    }
    const int pawns = Balance{statement.won, statement.given}.worth() / PawnWorth;
    statement.is_exact = pawns == statement.number;
    return pawns >= statement.number;
}

// Can the owner keep at the end of the line at least half of what it has won there?
bool is_kept(AchievementFinder& finder, const Statement& statement, const ExplainedMove& explained) {
    Game game = statement.from == LineFrom::After ? explained.after : explained.before;
    for (const Move move : statement.line) { game.play(move); }
    if (game.state() != GameState::Ongoing) { return true; }
    const AchievementFinder::Outlook outlook = finder.outlook(game);
    const int lost = game.position().side_to_move() == statement.owner ? -outlook.low : outlook.high;
    return 2 * lost <= PawnWorth * statement.number;
}

// The reason that a fact of the lines' ends makes, if it explains enough of the loss.
void add_fact(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained, const Comparison& lines,
              const PositionalFact& fact, StatementRole role) {
    const MoveAnalysis& analysis = explained.analysis;
    const bool is_material = fact.kind == StatementKind::AheadInMaterial;
    if (analysis.loss() >= BlunderLoss && !is_material && !explains_blunders(fact, explained)) { return; }
    const double share = is_material ? LeastShareOfMaterial : LeastShare;
    if (fact.size < share * analysis.centipawn_loss) { return; }
    Statement statement;
    statement.kind = fact.kind;
    statement.role = role;
    statement.men = fact.men;
    statement.owner = fact.owner;
    statement.number = fact.number;
    statement.check = StatementCheck::Board;
    statement.nodes = lines.nodes;
    statement.from = role == StatementRole::Better ? LineFrom::Before : LineFrom::After;
    const Ends& ends = role == StatementRole::Better ? lines.best : lines.played;
    statement.line = role == StatementRole::Better ? ends.lines[0] : without_first(ends.lines[0]);
    if (is_material) {
        shorten(statement, explained);
        if (!name_men(statement, explained) || !keep_common(statement, explained, ends.lines)) { return; }
        if (statement.number == 1 && statement.line.size() > LongestForPawn) { return; }
        // What falls after both moves does not tell them apart.
        const Ends& others = role == StatementRole::Better ? lines.played : lines.best;
        if (wins_all(statement.owner, fallen_men(statement, explained), explained, others.lines[0])) { return; }
        if (!is_kept(finder, statement, explained)) { return; }
    }
    reasons.push_back({statement, fact.size});
}

// What is won and lost in the lines of all these searches.
Reasons compare_material(AchievementFinder& finder, const ExplainedMove& explained,
                         const std::vector<SearchedPosition>& searched, std::size_t longest) {
    Reasons reasons;
    const Comparison lines(explained, searched, longest);
    if (!lines.is_possible()) { return reasons; }
    const Color side = explained.position().side_to_move();
    const int before = material_balance(explained.position(), side);
    const int won = lines.best.least_balance(side) - before;
    const int lost = before - lines.played.most_balance(side);
    if (won + lost < PawnWorth) { return reasons; }
    const auto fact_of = [](Color owner, int sum) {
        return PositionalFact{StatementKind::AheadInMaterial, owner, {}, sum / PawnWorth, true, sum};
    };
    if (lost >= PawnWorth) {
        add_fact(reasons, finder, explained, lines, fact_of(~side, lost), StatementRole::LeadsTo);
    }
    if (won >= PawnWorth) { add_fact(reasons, finder, explained, lines, fact_of(side, won), StatementRole::Better); }
    return reasons;
}

void compare_facts(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained,
                   const std::vector<SearchedPosition>& searched) {
    const Comparison lines(explained, searched, LongestComparison);
    if (!lines.is_possible()) { return; }
    const Position& start = explained.position();
    const Color side = start.side_to_move();
    for (const PositionalFact& fact : facts_only_in(lines.played.positions, lines.best.positions)) {
        if ((fact.owner == side) != fact.is_good && !is_in(start, fact)) {
            add_fact(reasons, finder, explained, lines, fact, StatementRole::LeadsTo);
        }
    }
    for (const PositionalFact& fact : facts_only_in(lines.best.positions, lines.played.positions)) {
        if ((fact.owner == side) != fact.is_good) { continue; }
        PositionalFact told = fact;
        if (is_in(start, fact)) {
            if (!can_be_kept(fact.kind)) { continue; }
            told.number = 1;  // says so
        }
        add_fact(reasons, finder, explained, lines, told, StatementRole::Better);
    }
}

}  // namespace

Reasons compare_lines(AchievementFinder& finder, const ExplainedMove& explained) {
    const MoveAnalysis& analysis = explained.analysis;
    Reasons reasons;
    if (!analysis.first_look) { return reasons; }
    const std::vector<SearchedPosition> searched{
        {{analysis.best, analysis.played}, analysis.depth, analysis.nodes},
        {{analysis.first_look->best, analysis.first_look->played}, analysis.depth, 0}};
    compare_facts(reasons, finder, explained, searched);
    Reasons material = compare_material(finder, explained, searched, LongestForMaterial);
    // What falls the longer search may see first.
    if (material.empty()) { material = compare_material(finder, explained, {searched[0]}, LongestForMaterial); }
    reasons.insert(reasons.end(), material.begin(), material.end());
    return reasons;
}

Reasons compare_played_out(AchievementFinder& finder, const ExplainedMove& explained,
                           const std::vector<SearchedPosition>& played_out) {
    return compare_material(finder, explained, played_out, PlayedOutPlies);
}

}  // namespace skua
