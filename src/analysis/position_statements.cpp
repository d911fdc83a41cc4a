#include "analysis/position_statements.h"

#include <cmath>
#include <map>
#include <utility>

#include "analysis/annotation.h"
#include "analysis/game_analysis_json.h"
#include "analysis/statement_json.h"
#include "analysis/statement_text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci_move.h"

namespace skua {

namespace {

constexpr std::size_t ShownPlies = 10;

// All moves are compared with what one search of the position has found.
class Memory : public AnalysisStore {
public:
    [[nodiscard]] std::optional<SearchedPosition> get(const std::string& key) override {
        const auto kept = kept_.find(key);
        return kept == kept_.end() ? std::nullopt : std::optional(kept->second);
    }
    void put(const std::string& key, const SearchedPosition& result) override { kept_[key] = result; }

private:
    std::map<std::string, SearchedPosition> kept_;
};

Json move_json(const MoveAnalysis& analysis, const Position& position, Variant variant) {
    Json line = Json::array();
    for (const Move move : analysis.played.moves) { line.add(to_uci(move, variant)); }
    return Json::object({{"uci", to_uci(analysis.move, variant)},
                         {"san", to_san(position, analysis.move)},
                         {"label", analysis.label == MoveLabel::None ? Json() : Json(name_of(analysis.label))},
                         {"score", to_json(analysis.played.score, position.side_to_move())},
                         {"win", std::round(analysis.after * 10) / 10},
                         {"line", std::move(line)},
                         {"statements", to_json(analysis.statements, position, analysis.move, variant)}});
}

// "Nf3 (0.35, 54 of 100 points): 1.Nf3 Nf6", and the statements below.
std::string move_text(std::string_view title, const MoveAnalysis& analysis, const Position& position) {
    std::string text = std::string(title) + to_san(position, analysis.move) + " (" +
                       eval_text(analysis.played.score, position.side_to_move()) + ", " +
                       std::to_string(std::lround(analysis.after)) +
                       " of 100 points): " + line_text(position, analysis.played.moves, ShownPlies);
    for (const Statement& statement : analysis.statements) {
        text += "\n  " + to_text(statement, position, analysis.move);
    }
    return text;
}

}  // namespace

std::optional<PositionStatements> explain_position(Engine& engine, const Game& game, const std::vector<Move>& moves,
                                                   const AnalysisSettings& settings,
                                                   PositionSearch::Cancelled cancelled) {
    PositionStatements explained;
    explained.position = game.position();
    if (game.state() != GameState::Ongoing && !has_legal_move(game.position())) { return explained; }
    engine.new_game();
    Memory memory;
    GameAnalyser analyser(engine, settings, std::move(cancelled), &memory);
    explained.threats = analyser.threats(game);
    explained.best = analyser.analyse_move(game);
    if (!explained.best) { return std::nullopt; }
    explained.nodes = explained.best->nodes;
    for (const Move move : moves) {
        std::optional<MoveAnalysis> analysis = analyser.analyse_move(game, move);
        if (!analysis) { return std::nullopt; }
        explained.nodes += analysis->nodes;
        explained.moves.push_back(*std::move(analysis));
    }
    return explained;
}

std::string to_text(const PositionStatements& explained) {
    const Position& position = explained.position;
    if (!explained.best) { return position.in_check() ? "Checkmate." : "The game is over."; }
    std::string text;
    for (const Statement& threat : explained.threats) { text += to_text(threat, position, Move::none()) + '\n'; }
    text += move_text("Best is ", *explained.best, position);
    for (const MoveAnalysis& move : explained.moves) { text += '\n' + move_text("", move, position); }
    return text;
}

Json to_json(const PositionStatements& explained, Variant variant) {
    Json moves = Json::array();
    for (const MoveAnalysis& move : explained.moves) { moves.add(move_json(move, explained.position, variant)); }
    return Json::object({{"fen", to_fen(explained.position)},
                         {"threats", to_json(explained.threats, explained.position, Move::none(), variant)},
                         {"best", explained.best ? move_json(*explained.best, explained.position, variant) : Json()},
                         {"moves", std::move(moves)}});
}

}  // namespace skua
