#include "analysis/move_explainer.h"

#include <algorithm>
#include <utility>

#include "analysis/fault_finder.h"
#include "analysis/line_comparison.h"
#include "analysis/merit_finder.h"
#include "analysis/play_out.h"
#include "analysis/strong_reply.h"
#include "analysis/tablebase_reasons.h"
#include "analysis/zugzwang.h"

namespace skua {

namespace {

constexpr std::size_t MostStatements = 2;
// The points of 100 with which a game is called lost or won.
constexpr ExpectedPoints LostBelow = 10;
constexpr ExpectedPoints WonAbove = 90;
// A threat to win a pawn is often none in the long run.
constexpr int LeastThreat = 200;
constexpr int DecidedByRules = 30'000;
// For the mates and the material of one move.
constexpr std::uint64_t MostNodes = 4'000'000;

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

Statement only_move(const MoveAnalysis& analysis) {
    Statement statement =
        plain(StatementKind::OnlyMove, StatementRole::Does, StatementCheck::Search, {analysis.move}, analysis.nodes);
    statement.moves = {analysis.second->first()};
    statement.number = static_cast<int>(analysis.before - expected_points(analysis.second->chances));
    return statement;
}

// What explains the most.
std::vector<Statement> chosen(Reasons reasons) {
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const Reason& a, const Reason& b) { return a.worth > b.worth; });
    std::vector<Statement> statements;
    for (Reason& reason : reasons) {
        const auto is_like_it = [&](const Statement& other) {
            return other.check == StatementCheck::Board && other.kind == reason.statement.kind;
        };
        // One isolated pawn says as much as two.
        if (std::any_of(statements.begin(), statements.end(), is_like_it)) { continue; }
        if (statements.size() < MostStatements) { statements.push_back(std::move(reason.statement)); }
    }
    return statements;
}

bool announces_mate(StatementKind kind) {
    return kind == StatementKind::Mate || kind == StatementKind::Checkmate || kind == StatementKind::BackRankMate ||
           kind == StatementKind::SmotheredMate;
}

// When the nodes run out within a proof, only mates that were found are certain.
Reasons proven(Reasons reasons, const AchievementFinder& finder) {
    if (finder.is_exhausted()) {
        std::erase_if(reasons, [](const Reason& reason) { return !announces_mate(reason.statement.kind); });
    }
    return reasons;
}

// Is it a small error in a game that is won or lost anyway?
bool changes_nothing(const MoveAnalysis& analysis) {
    return analysis.label == MoveLabel::Inaccuracy && (analysis.before < LostBelow || analysis.after > WonAbove);
}

void append(Reasons& reasons, Reasons more) {
    for (Reason& reason : more) { reasons.push_back(std::move(reason)); }
}

}  // namespace

MoveExplainer::MoveExplainer(const Engine& engine, PositionSearch& search, const Limits& limits)
    : search_(search),
      limits_(limits),
      tables_(engine.tablebases()),
      fifty_move_rule_(engine.options().find("Syzygy50MoveRule")->value() == "true") {
    finder_.set_cancelled([&search] { return search.is_cancelled(); });
}

bool MoveExplainer::deserves_statements(const Game& before, const MoveAnalysis& analysis, const MoveAnalysis* last) {
    if (state_after(before, analysis.move) != GameState::Ongoing) { return true; }
    // In the middle of a mate everything has been said.
    const bool is_mating = announced_mate(analysis.played, true) > 0;
    if (is_mating && last != nullptr && announced_mate(last->played, true) > 0) { return false; }
    return is_mating || is_error(analysis.label) || analysis.label == MoveLabel::Only ||
           analysis.label == MoveLabel::Forced;
}

std::vector<Statement> MoveExplainer::threats(const Game& game) {
    finder_.set_budget(MostNodes);
    const auto threat = finder_.find_threat(game, LeastThreat);
    if (!threat || !threat->is_plain_threat(game.position())) { return {}; }
    return {in_role(threat->statement, StatementRole::Threatens, LineFrom::Before)};
}

std::optional<bool> MoveExplainer::is_punished_by(const ExplainedMove& explained, Move reply) {
    const std::vector<Move> expected = explained.expected();
    if (expected.empty() || expected[0] == reply) { return true; }
    Limits limits = quarter_of(limits_);
    limits.search_moves = {reply};
    search_.forget();
    const std::optional<SearchedPosition> searched = search_.run(explained.after, limits, 1);
    if (!searched) { return std::nullopt; }
    if (searched->lines.empty()) { return true; }
    const ExpectedPoints after = 100 - expected_points(searched->lines[0].chances);
    return after <= explained.analysis.before - explained.analysis.loss() / 2;
}

bool MoveExplainer::keep_punishments(Reasons& reasons, const ExplainedMove& explained) {
    Reasons kept;
    for (Reason& reason : reasons) {
        const Statement& statement = reason.statement;
        const bool is_punishment = statement.role == StatementRole::Allows || statement.role == StatementRole::Leaves;
        if (is_punishment && statement.check == StatementCheck::MaterialSearch) {
            const std::optional<bool> is_punished = is_punished_by(explained, statement.line.at(0));
            if (!is_punished) { return false; }
            if (!*is_punished) { continue; }
        }
        kept.push_back(std::move(reason));
    }
    reasons = std::move(kept);
    return true;
}

std::optional<bool> MoveExplainer::is_only_move(const ExplainedMove& explained) {
    search_.forget();
    const std::optional<SearchedPosition> again = search_.run(explained.before, twice(limits_), 2);
    if (!again) { return std::nullopt; }
    if (again->lines.size() < 2) { return false; }
    const ExpectedPoints first = expected_points(again->lines[0].chances);
    const ExpectedPoints second = expected_points(again->lines[1].chances);
    return again->lines[0].first() == explained.move() && first - second >= MistakeLoss;
}

std::optional<Reasons> MoveExplainer::reasons_against(const ExplainedMove& explained) {
    Reasons reasons;
    if (tables_) { append(reasons, find_tablebase_reasons(*tables_, fifty_move_rule_, explained)); }
    if (!reasons.empty()) { return reasons; }
    append(reasons, proven(find_faults(finder_, explained), finder_));
    if (std::any_of(reasons.begin(), reasons.end(),
                    [](const Reason& reason) { return announces_mate(reason.statement.kind); })) {
        return reasons;
    }
    if (changes_nothing(explained.analysis)) { return Reasons(); }
    if (!keep_punishments(reasons, explained)) { return std::nullopt; }
    if (reasons.empty()) { append(reasons, proven(find_missed_threats(finder_, explained), finder_)); }
    if (!reasons.empty()) { return reasons; }
    append(reasons, proven(compare_lines(finder_, explained), finder_));
    std::optional<Reasons> more = find_strong_reply(search_, limits_, finder_, explained);
    if (!more) { return std::nullopt; }
    append(reasons, *std::move(more));
    if (!reasons.empty() || explained.analysis.loss() < MistakeLoss) { return reasons; }
    return slow_losses(explained);
}

std::optional<Reasons> MoveExplainer::slow_losses(const ExplainedMove& explained) {
    std::vector<SearchedPosition> played_out;
    Limits limits = quarter_of(limits_);
    for (int i = 0; i < 2; ++i) {
        std::optional<SearchedPosition> lines = play_out(search_, limits, explained);
        if (!lines) { return std::nullopt; }
        played_out.push_back(*std::move(lines));
        limits = quarter_of(twice(limits));
    }
    return proven(compare_played_out(finder_, explained, played_out), finder_);
}

std::optional<Reasons> MoveExplainer::merits_of(const ExplainedMove& explained) {
    Reasons reasons;
    if (tables_) { append(reasons, find_tablebase_merits(*tables_, fifty_move_rule_, explained)); }
    append(reasons, proven(find_merits(finder_, explained), finder_));
    if (!reasons.empty()) { return reasons; }
    return find_zugzwang(search_, quarter_of(limits_), explained);
}

std::optional<std::vector<Statement>> MoveExplainer::explain(const Game& before, const MoveAnalysis& analysis) {
    const ExplainedMove explained(before, analysis);
    finder_.set_budget(MostNodes);
    Reasons reasons;
    const bool is_fault = is_error(analysis.label);
    if (const auto end = end_of(explained.after.state())) {
        reasons.push_back({plain(*end, StatementRole::Does, StatementCheck::Rules, {analysis.move}), DecidedByRules});
    }
    if (is_fault) {
        std::optional<Reasons> against = reasons_against(explained);
        if (!against) { return std::nullopt; }
        append(reasons, *std::move(against));
    } else if (reasons.empty() && analysis.label != MoveLabel::Forced) {
        std::optional<Reasons> merits = merits_of(explained);
        if (!merits) { return std::nullopt; }
        append(reasons, *std::move(merits));
    }
    if (analysis.label == MoveLabel::Forced) {
        reasons.push_back(
            {plain(StatementKind::ForcedMove, StatementRole::Does, StatementCheck::Rules, {analysis.move}), 0});
    }
    if (analysis.label == MoveLabel::Only && reasons.empty()) {
        const std::optional<bool> is_only = is_only_move(explained);
        if (!is_only) { return std::nullopt; }
        if (*is_only) { reasons.push_back({only_move(analysis), 0}); }
    }
    if (is_fault && (analysis.before < LostBelow || analysis.after > WonAbove)) {
        const StatementKind kind =
            analysis.before < LostBelow ? StatementKind::AlreadyLost : StatementKind::StillWinning;
        reasons.push_back({plain(kind, StatementRole::Remark, StatementCheck::Search, {}, analysis.nodes), 0});
    }
    if (search_.is_cancelled()) { return std::nullopt; }
    return chosen(std::move(reasons));
}

}  // namespace skua
