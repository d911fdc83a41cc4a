// Short ways to explain positions and to read games in tests.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/explanation.h"
#include "analysis/move_analysis.h"
#include "chess/pgn.h"
#include "chess/support.h"
#include "eval/nnue/network.h"

namespace skua {

inline constexpr std::string_view MiddlegameFen =
    "r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 0 15";
// The same late before the draw by the fifty-move rule.
inline constexpr std::string_view LateMiddlegame =
    "r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 60 80";
inline constexpr std::string_view WrongBishop = "7k/8/8/6KP/8/8/8/5B2 w - - 0 1";

inline Explanation explain_with(EvaluatorKind kind, const Position& position) {
    return explain(position, kind, *nnue::embedded_network());
}
inline Explanation explain_with(EvaluatorKind kind, std::string_view fen) {
    return explain_with(kind, position_of(fen));
}

// The moves of a line, which must be legal: "e2e4 e7e5".
inline std::vector<Move> line_of(Position position, std::string_view moves) {
    std::vector<Move> line;
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) {
        line.push_back(move_of(position, word));
        position.play(line.back());
    }
    return line;
}

// A move beside the best one, by their lines and the points of 100 after each.
inline MoveAnalysis compared(const Position& position, const char* best, const char* played, ExpectedPoints before,
                             ExpectedPoints after, int centipawn_loss) {
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, best);
    analysis.played.moves = line_of(position, played);
    analysis.move = analysis.played.first();
    analysis.before = before;
    analysis.after = after;
    analysis.centipawn_loss = centipawn_loss;
    return analysis;
}

// The first game of the text, which must be one.
inline PgnGame game_of_pgn(const std::string& text) {
    std::istringstream input(text);
    PgnReader reader(input);
    const auto game = reader.next();
    if (!game || !*game) {
        ADD_FAILURE() << "not a game: " << text;
        return {};
    }
    return **game;
}

}  // namespace skua
