#include "analysis/game_analysis_json.h"

#include <cmath>
#include <string>

#include "analysis/statement_json.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "chess/uci_move.h"

namespace skua {

namespace {

double rounded(double number) { return std::round(number * 10) / 10; }

Json side_json(const SidePlay& play) {
    return Json::object({{"accuracy", rounded(play.accuracy)},
                         {"acpl", static_cast<int>(std::lround(play.average_centipawn_loss))},
                         {"inaccuracies", play.inaccuracies},
                         {"mistakes", play.mistakes},
                         {"blunders", play.blunders}});
}

Json tags_json(const PgnGame& game) {
    Json tags = Json::object();
    for (const PgnTag& tag : game.tags) { tags.add(tag.name, tag.value); }
    tags.add("Result", to_string(game.result));
    if (game.variant == Variant::Chess960) { tags.add("Variant", "Chess960"); }
    if (game.start != Position()) { tags.add("FEN", to_fen(game.start)); }
    return tags;
}

Json line_json(const SearchedLine& line, Variant variant) {
    Json moves = Json::array();
    for (const Move move : line.moves) { moves.add(to_uci(move, variant)); }
    return moves;
}

Json move_json(const MoveAnalysis& analysis, const Position& before, int ply, Variant variant) {
    const Move best = analysis.best.first();
    Json move = Json::object();
    move.add("ply", ply);
    move.add("san", to_san(before, analysis.move));
    move.add("uci", to_uci(analysis.move, variant));
    move.add("label", analysis.label == MoveLabel::None ? Json() : Json(name_of(analysis.label)));
    move.add("score", to_json(analysis.played.score, before.side_to_move()));
    move.add("win_before", rounded(analysis.before));
    move.add("win_after", rounded(analysis.after));
    move.add("best", Json::object({{"san", to_san(before, best)},
                                   {"uci", to_uci(best, variant)},
                                   {"line", line_json(analysis.best, variant)}}));
    move.add("statements", to_json(analysis.statements, before, analysis.move, variant));
    return move;
}

}  // namespace

Json to_json(const ShownScore& score, Color side_to_move) {
    const bool is_white = side_to_move == Color::White;
    if (const auto* const mate = std::get_if<MateIn>(&score)) {
        return Json::object({{"mate", mate->wins == is_white ? mate->moves : -mate->moves}});
    }
    if (const auto* const table = std::get_if<TablebaseWin>(&score)) {
        return Json::object({{"tb", table->wins == is_white ? table->plies : -table->plies}});
    }
    const int centipawns = std::get<Centipawns>(score).value;
    return Json::object({{"cp", is_white ? centipawns : -centipawns}});
}

Json to_json(const GameAnalysis& analysis, const PgnGame& game) {
    Json moves = Json::array();
    Position position = game.start;
    int ply = 0;
    for (const MoveAnalysis& each : analysis.moves) {
        moves.add(move_json(each, position, ++ply, game.variant));
        position.play(each.move);
    }
    Json opening;
    if (analysis.opening) {
        opening = Json::object({{"eco", analysis.opening->opening.eco}, {"name", analysis.opening->opening.name}});
    }
    return Json::object({{"tags", tags_json(game)},
                         {"opening", opening},
                         {"white", side_json(analysis.sides[Color::White])},
                         {"black", side_json(analysis.sides[Color::Black])},
                         {"moves", moves}});
}

}  // namespace skua
