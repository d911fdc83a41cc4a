#include "analysis/move_explainer.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "analysis/material_search.h"
#include "analysis/positional_facts.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace skua {

namespace {

constexpr std::size_t MostStatements = 2;
// The points of 100 with which a game is called lost or won.
constexpr ExpectedPoints LostBelow = 10;
constexpr ExpectedPoints WonAbove = 90;
constexpr int PawnWorth = 100;
// A reason must explain this share of the loss in centipawns.
constexpr double LeastShare = 0.3;
// The same for a fact of the board.
constexpr double LeastFactShare = 0.35;
// Plies of a line after which facts are compared.
constexpr std::size_t ShortestComparison = 3;
constexpr std::size_t LongestComparison = 10;
constexpr int DecidedByRules = 30'000;

GameState state_after(const Game& before, Move move) {
    Game after = before;
    after.play(move);
    return after.state();
}

std::optional<StatementKind> end_of(GameState state) {
    switch (state) {
        case GameState::Checkmate: return StatementKind::Checkmate;
        case GameState::Stalemate: return StatementKind::Stalemate;
        case GameState::Repetition: return StatementKind::Repetition;
        case GameState::FiftyMoves: return StatementKind::FiftyMoves;
        case GameState::InsufficientMaterial: return StatementKind::InsufficientMaterial;
        case GameState::Ongoing: break;
    }
    return std::nullopt;
}

int announced_mate(const SearchedLine& line, bool wins) {
    const auto* const mate = std::get_if<MateIn>(&line.score);
    return mate != nullptr && mate->wins == wins ? mate->moves : 0;
}

std::vector<Move> without_first(const std::vector<Move>& line) {
    return line.empty() ? line : std::vector<Move>(line.begin() + 1, line.end());
}

Statement in_role(Statement statement, StatementRole role, LineFrom from) {
    statement.role = role;
    statement.from = from;
    return statement;
}

Statement plain(StatementKind kind, StatementRole role, StatementCheck check, std::vector<Move> line,
                std::uint64_t nodes = 0) {
    Statement statement;
    statement.kind = kind;
    statement.role = role;
    statement.check = check;
    statement.line = std::move(line);
    statement.nodes = nodes;
    return statement;
}

// What a move takes or promotes to, in centipawns.
int taken_by(const Position& position, Move move) {
    Position after = position;
    after.play(move);
    const Color side = position.side_to_move();
    return material_balance(after, side) - material_balance(position, side);
}

// The opponent wins something after the move took a man: that man was the price, or an equal exchange.
void add_price(Statement& statement, const Position& before, Move move) {
    const Piece taken = before.captured_piece(move);
    if (taken == Piece::None) { return; }
    if (statement.kind == StatementKind::FreeMan && statement.won.empty()) { statement.won = statement.men; }
    if (statement.won.empty()) { return; }
    const auto equal = std::find_if(statement.won.begin(), statement.won.end(), [&](const PlacedPiece& man) {
        return SeeValues[type_of(man.piece)] == SeeValues[type_of(taken)];
    });
    if (equal == statement.won.end()) {
        statement.given.push_back({taken, move.to()});
        if (statement.kind == StatementKind::FreeMan) { statement.kind = StatementKind::WinsMaterial; }
    } else if (statement.won.size() > 1) {
        statement.won.erase(equal);
    }
}

// What the opponent's last move took from the side to move, if its capture can be answered on that square.
int owed(const Game& game, Move move) {
    if (game.ply() == 0 || game.moves().back().is_none()) { return 0; }
    const Move last = game.moves().back();
    return last.to() == move.to() ? std::max(0, taken_by(game.position_before(1), last)) : 0;
}

Limits quarter_of(Limits limits) {
    if (limits.nodes) { *limits.nodes = std::max<std::uint64_t>(*limits.nodes / 4, 1); }
    if (limits.move_time) { *limits.move_time = std::max<Milliseconds>(*limits.move_time / 4, 1); }
    if (limits.depth) { *limits.depth = std::max(*limits.depth - 2, 1); }
    return limits;
}

bool is_in(const Position& position, const PositionalFact& fact) {
    const std::vector<PositionalFact> facts = facts_of(position);
    return std::any_of(facts.begin(), facts.end(), [&](const PositionalFact& other) { return fact.is_same(other); });
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
            if (ply + 1 < ShortestComparison || !is_quiet(position)) { continue; }
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

bool MoveExplainer::deserves_statements(const Game& before, const MoveAnalysis& analysis) {
    return is_error(analysis.label) || analysis.label == MoveLabel::Only || analysis.label == MoveLabel::Forced ||
           announced_mate(analysis.played, true) > 0 || state_after(before, analysis.move) != GameState::Ongoing;
}

bool MoveExplainer::was_threat(const Game& before, const Achievement& punishment) {
    const Statement& deed = punishment.statement;
    if (before.position().in_check()) { return false; }
    Game passed = before;
    passed.play_null();
    const Move move = deed.line[0];
    if (!passed.position().is_legal(move)) { return false; }
    if (punishment.mates) {
        const auto mate = finder_.find_mate(passed.position(), move, deed.number);
        return mate && mate->statement.number <= deed.number;
    }
    return finder_.outlook(passed, move).low >= punishment.centipawns;
}

void MoveExplainer::find_mates(Reasons& reasons, const Game& before, const MoveAnalysis& analysis) {
    Game after = before;
    after.play(analysis.move);
    if (const int moves = announced_mate(analysis.played, false);
        moves > 0 && announced_mate(analysis.best, false) == 0) {
        auto mate = finder_.find_mate(after.position(), Move::none(), moves);
        if (!mate) {
            mate = AchievementFinder::announced_mate(after.position(), without_first(analysis.played.moves),
                                                     analysis.nodes);
        }
        if (mate) {
            const StatementRole role = was_threat(before, *mate) ? StatementRole::Leaves : StatementRole::Allows;
            reasons.push_back({in_role(mate->statement, role, LineFrom::After), mate->centipawns});
        }
    }
    if (const int moves = announced_mate(analysis.best, true);
        moves > 0 && announced_mate(analysis.played, true) == 0) {
        auto mate = finder_.find_mate(before.position(), analysis.best.first(), moves);
        if (!mate) { mate = AchievementFinder::announced_mate(before.position(), analysis.best.moves, analysis.nodes); }
        if (mate) {
            reasons.push_back({in_role(mate->statement, StatementRole::Better, LineFrom::Before), mate->centipawns});
        }
    }
}

std::optional<Achievement> MoveExplainer::find_punishment(const Game& after, const MoveAnalysis& analysis,
                                                          const std::vector<Move>& material_line, int threshold) {
    const std::vector<Move> expected = without_first(analysis.played.moves);
    if (!expected.empty()) {
        if (auto punishment = finder_.find_gain(after, expected[0], expected, threshold)) { return punishment; }
    }
    const std::vector<Move> other = without_first(material_line);
    if (other.empty() || (!expected.empty() && other[0] == expected[0])) { return std::nullopt; }
    return finder_.find_gain(after, other[0], other, threshold);
}

void MoveExplainer::find_losses(Reasons& reasons, const Game& before, const MoveAnalysis& analysis) {
    const AchievementFinder::Outlook played = finder_.outlook(before, analysis.move);
    const AchievementFinder::Outlook best = finder_.outlook(before, analysis.best.first());
    const int difference = best.low - played.high;
    const double least = LeastShare * analysis.centipawn_loss;
    if (difference < PawnWorth || difference < least) { return; }
    if (played.high <= -PawnWorth) {
        Game after = before;
        after.play(analysis.move);
        const int taken = taken_by(before.position(), analysis.move);
        if (auto punishment = find_punishment(after, analysis, played.line, taken - played.high)) {
            const StatementRole role = was_threat(before, *punishment) ? StatementRole::Leaves : StatementRole::Allows;
            Statement statement = in_role(punishment->statement, role, LineFrom::After);
            add_price(statement, before.position(), analysis.move);
            reasons.push_back({statement, -played.high});
        }
    }
    const Move move = analysis.best.first();
    // Not where both moves take the same man.
    const bool takes_same = move.to() == analysis.move.to() && before.position().is_capture(move);
    if (best.low >= PawnWorth && !takes_same) {
        if (auto gain = finder_.find_gain(before, move, analysis.best.moves, PawnWorth)) {
            Statement statement = in_role(gain->statement, StatementRole::Better, LineFrom::Before);
            if (owed(before, move) >= PawnWorth) {
                statement.kind = StatementKind::Recapture;
                statement.men = {{before.position().captured_piece(move), move.to()}};
                statement.deed = 0;
            }
            reasons.push_back({statement, best.low});
        }
    }
}

bool MoveExplainer::compare_lines(Reasons& reasons, const Game& before, const MoveAnalysis& analysis) {
    const Move best = analysis.best.first();
    search_.forget();
    Limits limits = quarter_of(limits_);
    limits.search_moves = {best, analysis.move};
    const std::optional<SearchedPosition> shorter = search_.run(before, limits, 2);
    if (!shorter) { return false; }
    Ends best_ends(before.position(), analysis.best);
    Ends played_ends(before.position(), analysis.played);
    for (const SearchedLine& line : shorter->lines) {
        (line.first() == best ? best_ends : played_ends).add(before.position(), line);
    }
    if (!best_ends.are_comparable() || !played_ends.are_comparable()) { return true; }
    const Color side = before.position().side_to_move();
    const int needed = static_cast<int>(LeastFactShare * analysis.centipawn_loss);
    const auto add = [&](const PositionalFact& fact, StatementRole role) {
        Statement statement;
        statement.kind = fact.kind;
        statement.role = role;
        statement.men = fact.men;
        statement.owner = fact.owner;
        statement.number = fact.number;
        statement.check = StatementCheck::Board;
        statement.nodes = shorter->nodes + analysis.nodes;
        statement.from = role == StatementRole::Better ? LineFrom::Before : LineFrom::After;
        statement.line = role == StatementRole::Better ? best_ends.line : without_first(played_ends.line);
        if (fact.size >= needed) { reasons.push_back({statement, fact.size}); }
    };
    for (const PositionalFact& fact : facts_only_in(played_ends.positions, best_ends.positions)) {
        if ((fact.owner == side) != fact.is_good && !is_in(before.position(), fact)) {
            add(fact, StatementRole::LeadsTo);
        }
    }
    for (const PositionalFact& fact : facts_only_in(best_ends.positions, played_ends.positions)) {
        if ((fact.owner == side) == fact.is_good) { add(fact, StatementRole::Better); }
    }
    const int ahead = best_ends.least_balance(side) - played_ends.most_balance(side);
    if (ahead >= PawnWorth) {
        add({StatementKind::AheadInMaterial, ~side, {}, ahead / PawnWorth, true, ahead}, StatementRole::LeadsTo);
    }
    return true;
}

void MoveExplainer::find_faults(Reasons& reasons, const Game& before, const MoveAnalysis& analysis) {
    find_mates(reasons, before, analysis);
    if (reasons.empty()) { find_losses(reasons, before, analysis); }
}

void MoveExplainer::find_merits(Reasons& reasons, const Game& before, const MoveAnalysis& analysis) {
    const int announced = announced_mate(analysis.played, true);
    auto mate = finder_.find_mate(before.position(), analysis.move, announced);
    if (!mate && announced > 0) {
        mate = AchievementFinder::announced_mate(before.position(), analysis.played.moves, analysis.nodes);
    }
    if (!mate && announced > 0) {
        const AchievementFinder::Outlook outlook = finder_.outlook(before, analysis.move);
        if (outlook.low >= MateWorth) {
            mate = AchievementFinder::announced_mate(before.position(), outlook.line, analysis.nodes);
        }
    }
    if (mate) {
        reasons.push_back({in_role(mate->statement, StatementRole::Does, LineFrom::Before), mate->centipawns});
        return;
    }
    const int baseline = owed(before, analysis.move);
    if (auto gain = finder_.find_gain(before, analysis.move, analysis.played.moves, baseline + PawnWorth)) {
        reasons.push_back({in_role(gain->statement, StatementRole::Does, LineFrom::Before), gain->centipawns});
    }
}

std::optional<std::vector<Statement>> MoveExplainer::explain(const Game& before, const MoveAnalysis& analysis) {
    Reasons reasons;
    const bool is_fault = is_error(analysis.label);
    if (const auto end = end_of(state_after(before, analysis.move))) {
        reasons.push_back({plain(*end, StatementRole::Does, StatementCheck::Rules, {analysis.move}), DecidedByRules});
    }
    if (is_fault) {
        find_faults(reasons, before, analysis);
        if (reasons.empty() && !compare_lines(reasons, before, analysis)) { return std::nullopt; }
    } else if (reasons.empty() && analysis.label != MoveLabel::Forced) {
        find_merits(reasons, before, analysis);
    }
    if (analysis.label == MoveLabel::Forced) {
        reasons.push_back(
            {plain(StatementKind::ForcedMove, StatementRole::Does, StatementCheck::Rules, {analysis.move}), 0});
    }
    if (analysis.label == MoveLabel::Only && reasons.empty()) {
        Statement statement = plain(StatementKind::OnlyMove, StatementRole::Does, StatementCheck::Search,
                                    {analysis.move}, analysis.nodes);
        statement.moves = {analysis.second->first()};
        statement.number = static_cast<int>(analysis.before - expected_points(analysis.second->chances));
        reasons.push_back({statement, 0});
    }
    if (is_fault && (analysis.before < LostBelow || analysis.after > WonAbove)) {
        const StatementKind kind =
            analysis.before < LostBelow ? StatementKind::AlreadyLost : StatementKind::StillWinning;
        reasons.push_back({plain(kind, StatementRole::Remark, StatementCheck::Search, {}, analysis.nodes), 0});
    }
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const Reason& a, const Reason& b) { return a.worth > b.worth; });
    std::vector<Statement> statements;
    for (const Reason& reason : reasons) {
        if (statements.size() < MostStatements) { statements.push_back(reason.statement); }
    }
    return statements;
}

}  // namespace skua
