#include "analysis/move_explainer.h"

#include <variant>

#include "chess/movegen.h"

namespace skua {

namespace {

constexpr std::size_t MostStatements = 2;
// The points of 100 with which a game is called lost or won.
constexpr ExpectedPoints LostBelow = 10;
constexpr ExpectedPoints WonAbove = 90;

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

// A mate that the search announces, if its line really ends in one.
std::optional<Statement> mate_of(const Game& before, const SearchedLine& line, std::uint64_t nodes) {
    const auto* const mate = std::get_if<MateIn>(&line.score);
    if (mate == nullptr) { return std::nullopt; }
    Game game = before;
    for (const Move move : line.moves) { game.play(move); }
    if (game.state() != GameState::Checkmate) { return std::nullopt; }
    Statement statement;
    statement.kind = StatementKind::Mate;
    statement.number = mate->moves;
    statement.is_exact = false;
    statement.line = line.moves;
    statement.check = StatementCheck::Search;
    statement.nodes = nodes;
    if (!mate->wins) {
        statement.role = StatementRole::Allows;
        statement.from = LineFrom::After;
        statement.line.erase(statement.line.begin());
    }
    return statement;
}

bool is_mate(const SearchedLine& line, bool wins) {
    const auto* const mate = std::get_if<MateIn>(&line.score);
    return mate != nullptr && mate->wins == wins;
}

}  // namespace

bool MoveExplainer::deserves_statements(const Game& before, const MoveAnalysis& analysis) {
    return is_error(analysis.label) || analysis.label == MoveLabel::Only || analysis.label == MoveLabel::Forced ||
           is_mate(analysis.played, true) || state_after(before, analysis.move) != GameState::Ongoing;
}

std::optional<std::vector<Statement>> MoveExplainer::explain(const Game& before, const MoveAnalysis& analysis) {
    std::vector<Statement> statements;
    if (const auto end = end_of(state_after(before, analysis.move))) {
        Statement statement;
        statement.kind = *end;
        statement.line = {analysis.move};
        statements.push_back(statement);
    } else if (is_mate(analysis.played, true)) {
        if (auto mate = mate_of(before, analysis.played, analysis.nodes)) { statements.push_back(*std::move(mate)); }
    } else if (is_mate(analysis.played, false) && !is_mate(analysis.best, false)) {
        if (auto mate = mate_of(before, analysis.played, analysis.nodes)) { statements.push_back(*std::move(mate)); }
    }
    if (is_mate(analysis.best, true) && !is_mate(analysis.played, true)) {
        if (auto mate = mate_of(before, analysis.best, analysis.nodes)) {
            mate->role = StatementRole::Better;
            statements.push_back(*std::move(mate));
        }
    }
    if (analysis.label == MoveLabel::Forced) {
        Statement statement;
        statement.kind = StatementKind::ForcedMove;
        statement.line = {analysis.move};
        statements.push_back(statement);
    }
    if (analysis.label == MoveLabel::Only && statements.empty()) {
        Statement statement;
        statement.kind = StatementKind::OnlyMove;
        statement.line = {analysis.move};
        statement.moves = {analysis.second->first()};
        statement.number = static_cast<int>(analysis.before - expected_points(analysis.second->chances));
        statement.check = StatementCheck::Search;
        statement.nodes = analysis.nodes;
        statements.push_back(statement);
    }
    if (is_error(analysis.label) && (analysis.before < LostBelow || analysis.after > WonAbove)) {
        Statement statement;
        statement.kind = analysis.before < LostBelow ? StatementKind::AlreadyLost : StatementKind::StillWinning;
        statement.role = StatementRole::Remark;
        statement.check = StatementCheck::Search;
        statement.nodes = analysis.nodes;
        statements.push_back(statement);
    }
    if (statements.size() > MostStatements) { statements.resize(MostStatements); }
    return statements;
}

}  // namespace skua
