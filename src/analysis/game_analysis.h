// A whole game analysed: every move compared with the best one, and what that says of both sides' play.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/game_phases.h"
#include "analysis/move_analysis.h"
#include "analysis/opening_names.h"
#include "analysis/position_search.h"
#include "chess/pgn.h"

namespace skua {

// Nodes for each position: a game of 40 moves takes seconds, half a minute, or some minutes.
inline constexpr std::uint64_t QuickNodes = 50'000;
inline constexpr std::uint64_t DefaultNodes = 300'000;
inline constexpr std::uint64_t DeepNodes = 2'000'000;

struct AnalysisSettings {
    // Each position's search ends with the first of these that is set.
    std::optional<std::uint64_t> nodes = DefaultNodes;
    std::optional<Milliseconds> move_time;
    std::optional<Depth> depth;

    [[nodiscard]] Limits limits() const;
};

// A side's play in a game or a part of it.
struct SidePlay {
    int moves = 0;
    double accuracy = 100;
    double average_centipawn_loss = 0;
    int inaccuracies = 0;
    int mistakes = 0;
    int blunders = 0;
};

struct GameAnalysis {
    std::vector<MoveAnalysis> moves;  // one for each move of the main line
    std::optional<GameOpening> opening;
    int book_plies = 0;  // the moves from the first on that the opening book knows
    GamePhases phases;
    EnumArray<Color, SidePlay> sides;
    EnumArray<Color, EnumArray<GamePhase, SidePlay>> sides_by_phase;
    std::uint64_t nodes = 0;

    // White's, in the starting position and after each move.
    [[nodiscard]] std::vector<ExpectedPoints> white_points(Color first_to_move) const;
};

// The moves of the main line as a game; the limit cuts it off.
Game replay(const PgnGame& game, std::size_t plies);

// Where the searches of an analysis are kept, so that the same analysis again goes on where it stopped.
class AnalysisStore {
public:
    virtual ~AnalysisStore() = default;
    // Nothing if this search has not been kept. The key says all that its result depends on.
    [[nodiscard]] virtual std::optional<SearchedPosition> get(const std::string& key) = 0;
    virtual void put(const std::string& key, const SearchedPosition& result) = 0;
};

class GameAnalyser {
public:
    // Called after each step with the number of steps done and of all: one for the search of each position, and one
    // for the statements about each move.
    using Progress = std::function<void(std::size_t done, std::size_t all)>;

    // The engine must outlive the analyser, and belongs to it meanwhile. Without a store nothing is kept.
    GameAnalyser(Engine& engine, const AnalysisSettings& settings, PositionSearch::Cancelled cancelled = {},
                 AnalysisStore* store = nullptr);

    // Analyses the main line, from its end to its beginning: what was found later in the game helps the searches before
    // it. Nothing if it was cancelled.
    [[nodiscard]] std::optional<GameAnalysis> analyse(const PgnGame& game, const Progress& progress = {});

    // Analyses one move in the last position of a game, or the best one, and says everything that can be said of it.
    // Nothing if it was cancelled. There must be a legal move.
    [[nodiscard]] std::optional<MoveAnalysis> analyse_move(const Game& game, Move move = Move::none());

    // What the opponent of the side to move threatens: at most one statement, whose line begins with a pass.
    [[nodiscard]] std::vector<Statement> threats(const Game& game);

private:
    // Searches, or takes the result from the store.
    [[nodiscard]] std::optional<SearchedPosition> search(const Game& game, const std::vector<Move>& moves);
    [[nodiscard]] std::optional<MoveAnalysis> compare(const Game& game, Move played);
    // Fills in what the lines of this search say of the move.
    static void weigh(MoveAnalysis& move, const SearchedPosition& searched);
    // Compares an error with the best move once more, with twice the effort and without memory of the first search:
    // what it costs then is what it costs. False if it was cancelled.
    [[nodiscard]] bool look_again(const Game& game, MoveAnalysis& move, bool is_book);
    [[nodiscard]] int count_book_plies(const PgnGame& game) const;
    // Adds the statements to the moves that deserve them. False if it was cancelled.
    [[nodiscard]] bool explain(GameAnalysis& analysis, const PgnGame& game, const Progress& progress);
    [[nodiscard]] std::vector<Move> book_moves(const Game& game) const;

    Engine& engine_;
    AnalysisSettings settings_;
    PositionSearch::Cancelled cancelled_;
    PositionSearch search_;
    AnalysisStore* store_;
};

}  // namespace skua
