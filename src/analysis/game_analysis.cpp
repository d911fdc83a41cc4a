#include "analysis/game_analysis.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analysis/move_explainer.h"
#include "analysis/pgn_commands.h"
#include "analysis/reason.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua {

namespace {

// Lines of each search: the best move, and the best of the others.
constexpr int LineCount = 2;
// A move is the only one when it holds the game, or wins it, and no other does: the points that say so.
constexpr ExpectedPoints HoldsFrom = 30;

// All that the result of a search depends on: the position, what was repeated before, the limits and the moves.
std::string key_of(const Game& game, const AnalysisSettings& settings, const std::vector<Move>& moves) {
    std::string key = to_fen(game.start());
    for (const Move move : game.moves()) { key += ' ' + to_uci(move, Variant::Chess960); }
    if (settings.nodes) { key += " nodes " + std::to_string(*settings.nodes); }
    if (settings.move_time) { key += " movetime " + std::to_string(*settings.move_time); }
    if (settings.depth) { key += " depth " + std::to_string(*settings.depth); }
    if (!moves.empty()) { key += " searchmoves"; }
    for (const Move move : moves) { key += ' ' + to_uci(move, Variant::Chess960); }
    return key;
}

// Could a search have found this? What was kept in a file may be damaged.
bool fits(const SearchedPosition& kept, const Position& position) {
    if (kept.lines.empty() != legal_moves(position).empty()) { return false; }
    for (const SearchedLine& line : kept.lines) {
        Position now = position;
        for (const Move move : line.moves) {
            if (!now.is_legal(move)) { return false; }
            now.play(move);
        }
        if (line.moves.empty()) { return false; }
    }
    return true;
}

const SearchedLine* line_of(const SearchedPosition& searched, Move move) {
    const auto found = std::find_if(searched.lines.begin(), searched.lines.end(),
                                    [move](const SearchedLine& line) { return line.first() == move; });
    return found == searched.lines.end() ? nullptr : &*found;
}

bool is_only_move(const MoveAnalysis& analysis) {
    return analysis.second && analysis.before >= HoldsFrom &&
           analysis.before - expected_points(analysis.second->chances) >= MistakeLoss;
}

MoveLabel label_of(const MoveAnalysis& analysis, const Position& position, bool is_book) {
    const MoveLabel error = error_label(analysis.best.score, analysis.played.score);
    // The book was searched deeper than most analyses: a small loss of its moves is their error.
    if (is_book && error <= MoveLabel::Inaccuracy) { return MoveLabel::Book; }
    if (error != MoveLabel::None) { return error; }
    if (count_legal_moves(position) == 1) { return MoveLabel::Forced; }
    if (analysis.move != analysis.best.first()) { return MoveLabel::None; }
    return is_only_move(analysis) ? MoveLabel::Only : MoveLabel::Best;
}

// What the clocks of both sides show, as far as the comments tell.
void add_clocks(std::vector<MoveAnalysis>& moves, const PgnLine& line) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::string& comment = line.moves[i].comment;
        if (const auto clock = pgn_command(comment, "clk")) { moves[i].clock = parse_pgn_time(*clock); }
        if (const auto spent = pgn_command(comment, "emt")) { moves[i].spent = parse_pgn_time(*spent); }
    }
}

SidePlay play_of(const std::vector<const MoveAnalysis*>& moves, const std::vector<double>& weights) {
    SidePlay play;
    std::vector<WeighedMove> weighed;
    int lost = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        weighed.push_back({moves[i]->accuracy, weights[i]});
        lost += moves[i]->centipawn_loss;
        play.inaccuracies += moves[i]->label == MoveLabel::Inaccuracy ? 1 : 0;
        play.mistakes += moves[i]->label == MoveLabel::Mistake ? 1 : 0;
        play.blunders += moves[i]->label == MoveLabel::Blunder ? 1 : 0;
    }
    play.moves = static_cast<int>(moves.size());
    play.accuracy = combined_accuracy(weighed);
    play.average_centipawn_loss = moves.empty() ? 0 : static_cast<double>(lost) / static_cast<double>(moves.size());
    return play;
}

void summarise(GameAnalysis& analysis, Color first_to_move) {
    const std::vector<double> weights = move_weights(analysis.white_points(first_to_move));
    for (const Color side : Colors) {
        const auto play_in = [&](std::optional<GamePhase> phase) {
            std::vector<const MoveAnalysis*> moves;
            std::vector<double> its_weights;
            for (std::size_t i = side == first_to_move ? 0 : 1; i < analysis.moves.size(); i += 2) {
                if (phase && analysis.phases.at(static_cast<int>(i)) != *phase) { continue; }
                moves.push_back(&analysis.moves[i]);
                its_weights.push_back(weights[i]);
            }
            return play_of(moves, its_weights);
        };
        analysis.sides[side] = play_in(std::nullopt);
        for (const GamePhase phase : {GamePhase::Opening, GamePhase::Middlegame, GamePhase::Endgame}) {
            analysis.sides_by_phase[side][phase] = play_in(phase);
        }
    }
}

}  // namespace

Limits AnalysisSettings::limits() const {
    Limits limits;
    limits.nodes = nodes;
    limits.move_time = move_time;
    limits.depth = depth;
    return limits;
}

std::vector<ExpectedPoints> GameAnalysis::white_points(Color first_to_move) const {
    std::vector<ExpectedPoints> points;
    if (moves.empty()) { return points; }
    Color side = first_to_move;
    const auto for_white = [&side](ExpectedPoints mover) { return side == Color::White ? mover : 100 - mover; };
    points.push_back(for_white(moves[0].before));
    for (const MoveAnalysis& move : moves) {
        points.push_back(for_white(move.after));
        side = ~side;
    }
    return points;
}

Game replay(const PgnGame& game, std::size_t plies) {
    Game replayed(game.start);
    for (std::size_t i = 0; i < std::min(plies, game.line.moves.size()); ++i) {
        replayed.play(game.line.moves[i].move);
    }
    return replayed;
}

GameAnalyser::GameAnalyser(Engine& engine, const AnalysisSettings& settings, PositionSearch::Cancelled cancelled,
                           AnalysisStore* store)
    : engine_(engine),
      settings_(settings),
      cancelled_(std::move(cancelled)),
      search_(engine, cancelled_),
      store_(store) {}

std::optional<SearchedPosition> GameAnalyser::search(const Game& game, const std::vector<Move>& moves) {
    const std::string key = store_ != nullptr ? key_of(game, settings_, moves) : "";
    if (store_ != nullptr) {
        std::optional<SearchedPosition> kept = store_->get(key);
        if (kept && fits(*kept, game.position())) { return kept; }
    }
    Limits limits = settings_.limits();
    limits.search_moves = moves;
    std::optional<SearchedPosition> result = search_.run(game, limits, LineCount);
    if (store_ != nullptr && result) { store_->put(key, *result); }
    return result;
}

// The game ends with the position before the move; without a move it is the best one.
std::optional<MoveAnalysis> GameAnalyser::compare(const Game& game, Move played) {
    std::optional<SearchedPosition> searched = search(game, {});
    if (!searched) { return std::nullopt; }
    MoveAnalysis result;
    if (played.is_none()) { played = searched->lines[0].first(); }
    result.move = played;
    result.depth = searched->depth;
    result.nodes = searched->nodes;
    if (searched->lines.size() > 1) { result.second = searched->lines[1]; }
    if (line_of(*searched, played) == nullptr) {
        // Once more, with the same effort for these two moves alone.
        searched = search(game, {searched->lines[0].first(), played});
        if (!searched) { return std::nullopt; }
        result.nodes += searched->nodes;
    }
    weigh(result, *searched);
    return result;
}

void GameAnalyser::weigh(MoveAnalysis& move, const SearchedPosition& searched) {
    const SearchedLine* const line = line_of(searched, move.move);
    move.best = searched.lines[0];
    // A search that ended too soon may not have come to it.
    move.played = line != nullptr ? *line : searched.lines[0];
    move.before = expected_points(move.best.chances);
    move.after = expected_points(move.played.chances);
    move.centipawn_loss = centipawn_loss(move.best.score, move.played.score);
    move.accuracy = move_accuracy(move.before, move.after);
}

bool GameAnalyser::look_again(const Game& game, MoveAnalysis& move, bool is_book) {
    if (!is_error(move.label)) { return true; }
    Limits limits = twice(settings_.limits());
    limits.search_moves = {move.best.first(), move.move};
    search_.forget();
    const std::optional<SearchedPosition> again = search_.run(game, limits, LineCount);
    if (!again) { return false; }
    if (again->lines.size() < 2) { return true; }
    move.first_look = TwoLines{move.best, move.played};
    // The second best of all may be one of the two.
    if (again->lines[0].first() == move.move || (move.second && move.second->first() == move.move)) {
        move.second = again->lines[1];
    }
    weigh(move, *again);
    move.depth = again->depth;
    move.nodes += again->nodes;
    move.label = label_of(move, game.position(), is_book);
    return true;
}

std::vector<Move> GameAnalyser::book_moves(const Game& game) const {
    const Result<std::shared_ptr<const book::Book>> book = engine_.book();
    std::vector<Move> moves;
    if (!book) { return moves; }
    for (const book::BookMove& known : (*book)->moves(game)) { moves.push_back(known.move); }
    return moves;
}

int GameAnalyser::count_book_plies(const PgnGame& game) const {
    Game replayed(game.start);
    for (const PgnMove& each : game.line.moves) {
        const std::vector<Move> known = book_moves(replayed);
        if (std::find(known.begin(), known.end(), each.move) == known.end()) { break; }
        replayed.play(each.move);
    }
    return replayed.ply();
}

bool GameAnalyser::explain(GameAnalysis& analysis, const PgnGame& game, const Progress& progress) {
    MoveExplainer explainer(engine_, search_, settings_.limits());
    Game replayed(game.start);
    const std::size_t count = analysis.moves.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (cancelled_ && cancelled_()) { return false; }
        MoveAnalysis& move = analysis.moves[i];
        const MoveAnalysis* const last = i >= 2 ? &analysis.moves[i - 2] : nullptr;
        if (!look_again(replayed, move, static_cast<int>(i) < analysis.book_plies)) { return false; }
        if (MoveExplainer::deserves_statements(replayed, move, last)) {
            std::optional<std::vector<Statement>> statements = explainer.explain(replayed, move);
            if (!statements) { return false; }
            move.statements = *std::move(statements);
        }
        if (static_cast<int>(i) == analysis.book_plies && i > 0 && move.statements.empty()) {
            if (const std::vector<Move> known = book_moves(replayed); !known.empty()) {
                Statement statement;
                statement.kind = StatementKind::LeavesBook;
                statement.moves = {known.front()};
                statement.line = {move.move};
                statement.check = StatementCheck::Book;
                move.statements.push_back(statement);
            }
        }
        replayed.play(move.move);
        if (progress) { progress(count + i + 1, 2 * count); }
    }
    return true;
}

std::optional<MoveAnalysis> GameAnalyser::analyse_move(const Game& game, Move move) {
    std::optional<MoveAnalysis> analysis = compare(game, move);
    if (!analysis) { return std::nullopt; }
    const std::vector<Move> known = book_moves(game);
    const bool is_book = std::find(known.begin(), known.end(), analysis->move) != known.end();
    analysis->label = label_of(*analysis, game.position(), is_book);
    if (!look_again(game, *analysis, is_book)) { return std::nullopt; }
    MoveExplainer explainer(engine_, search_, settings_.limits());
    std::optional<std::vector<Statement>> statements = explainer.explain(game, *analysis);
    if (!statements) { return std::nullopt; }
    analysis->statements = *std::move(statements);
    return analysis;
}

std::vector<Statement> GameAnalyser::threats(const Game& game) {
    return MoveExplainer(engine_, search_, settings_.limits()).threats(game);
}

std::optional<GameAnalysis> GameAnalyser::analyse(const PgnGame& game, const Progress& progress) {
    const std::size_t count = game.line.moves.size();
    GameAnalysis analysis;
    analysis.moves.resize(count);
    analysis.book_plies = count_book_plies(game);
    engine_.new_game();
    Game replayed = replay(game, count);
    if (const Result<OpeningNames>& names = embedded_opening_names()) {
        analysis.opening = names->last_in(replayed, game.variant);
    }
    std::vector<Position> positions;
    for (int ply = static_cast<int>(count); ply >= 0; --ply) { positions.push_back(replayed.position_before(ply)); }
    analysis.phases = phases_of(positions);
    for (std::size_t i = count; i-- > 0;) {
        replayed.undo();
        std::optional<MoveAnalysis> move = compare(replayed, game.line.moves[i].move);
        if (!move) { return std::nullopt; }
        analysis.moves[i] = *std::move(move);
        analysis.moves[i].label =
            label_of(analysis.moves[i], replayed.position(), static_cast<int>(i) < analysis.book_plies);
        analysis.nodes += analysis.moves[i].nodes;
        if (progress) { progress(count - i, 2 * count); }
    }
    if (!explain(analysis, game, progress)) { return std::nullopt; }
    add_clocks(analysis.moves, game.line);
    summarise(analysis, game.start.side_to_move());
    return analysis;
}

}  // namespace skua
