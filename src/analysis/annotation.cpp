#include "analysis/annotation.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "analysis/pgn_commands.h"
#include "analysis/statement_text.h"
#include "base/parse.h"
#include "chess/san.h"

namespace skua {

namespace {

// Our own comments begin with this word, and our lines have it as their comment, so that they are found again.
constexpr std::string_view Mark = "Skua:";
constexpr std::size_t LongestLine = 12;  // plies
constexpr std::uint8_t MistakeNag = 2;
constexpr std::uint8_t BlunderNag = 4;
constexpr std::uint8_t InaccuracyNag = 6;
constexpr std::uint8_t LastMoveNag = 6;  // 1 to 6 are about the move, higher ones about the position

bool is_about_move(std::uint8_t nag) { return nag >= 1 && nag <= LastMoveNag; }

std::uint8_t nag_of(MoveLabel label) {
    switch (label) {
        case MoveLabel::Inaccuracy: return InaccuracyNag;
        case MoveLabel::Mistake: return MistakeNag;
        case MoveLabel::Blunder: return BlunderNag;
        default: return 0;
    }
}

// "(0.35 -> -1.20) Mistake. Nf3 was best."
std::string verdict_of(const MoveAnalysis& analysis, const Position& before) {
    const Color side = before.side_to_move();
    return "(" + eval_text(analysis.best.score, side) + " -> " + eval_text(analysis.played.score, side) + ") " +
           capitalised(name_of(analysis.label)) + ". " + to_san(before, analysis.best.first()) + " was best.";
}

PgnLine best_line(const MoveAnalysis& analysis) {
    PgnLine line;
    line.comment = Mark;
    for (std::size_t i = 0; i < std::min(analysis.best.moves.size(), LongestLine); ++i) {
        line.moves.push_back({analysis.best.moves[i], {}, "", {}});
    }
    return line;
}

void join(std::string& text, std::string_view more) {
    if (!text.empty() && !more.empty()) { text += ' '; }
    text += more;
}

// Removes our words from a comment and returns them. What stands before them is another person's.
std::string take_words(std::string& comment) {
    const std::size_t mark = comment.find(Mark);
    if (mark == std::string::npos) { return ""; }
    std::string words = comment.substr(mark);
    comment.erase(mark);
    comment = trim(comment);
    return words;
}

// The glyph that goes with a verdict among our words; 0 without one.
std::uint8_t nag_of_words(std::string_view words) {
    if (!words.starts_with(std::string(Mark) + " (")) { return 0; }
    for (const MoveLabel label : {MoveLabel::Inaccuracy, MoveLabel::Mistake, MoveLabel::Blunder}) {
        const std::size_t found = words.find(") " + capitalised(name_of(label)) + ". ");
        if (found != std::string_view::npos && found == words.find(')')) { return nag_of(label); }
    }
    return 0;
}

void remove_from(PgnMove& move) {
    const std::uint8_t ours = nag_of_words(take_words(move.comment));
    // It was only added to a move without any; others are another person's.
    if (ours != 0 && std::count_if(move.nags.begin(), move.nags.end(), is_about_move) == 1) {
        std::erase(move.nags, ours);
    }
    move.comment = without_pgn_command(move.comment, "eval");
    std::erase_if(move.variations, [](const PgnLine& line) { return line.comment == Mark; });
}

void annotate_move(PgnMove& move, const MoveAnalysis& analysis, const Position& before, bool with_words) {
    std::string comment;
    const bool ends_in_mate = std::get_if<MateIn>(&analysis.played.score) != nullptr &&
                              analysis.played.moves.size() == 1 && std::get<MateIn>(analysis.played.score).moves == 1;
    if (!ends_in_mate) { comment = "[%eval " + eval_text(analysis.played.score, before.side_to_move()) + ']'; }
    join(comment, move.comment);
    const bool is_wrong = is_error(analysis.label) && analysis.best.first() != analysis.move;
    if (with_words && (is_wrong || !analysis.statements.empty())) {
        join(comment, Mark);
        if (is_wrong) { join(comment, verdict_of(analysis, before)); }
        join(comment, to_text(analysis.statements, before, analysis.move));
    }
    move.comment = std::move(comment);
    if (!with_words || !is_wrong) { return; }
    if (std::none_of(move.nags.begin(), move.nags.end(), is_about_move)) {
        move.nags.insert(move.nags.begin(), nag_of(analysis.label));
    }
    move.variations.push_back(best_line(analysis));
}

void add_remark(PgnLine& line, const std::string& remark) {
    if (remark.empty()) { return; }
    std::string& comment = line.moves.empty() ? line.comment : line.moves.back().comment;
    if (comment.find(Mark) == std::string::npos) { join(comment, Mark); }
    join(comment, remark);
}

}  // namespace

std::string eval_text(const ShownScore& score, Color side_to_move) {
    const bool is_white = side_to_move == Color::White;
    if (const auto* const mate = std::get_if<MateIn>(&score)) {
        return (mate->wins == is_white ? "#" : "#-") + std::to_string(mate->moves);
    }
    const auto* const table = std::get_if<TablebaseWin>(&score);
    const int mover = table != nullptr ? table->as_centipawns() : std::get<Centipawns>(score).value;
    const int white = is_white ? mover : -mover;
    const std::string cents = std::to_string(std::abs(white) % 100);
    return (white < 0 ? "-" : "") + std::to_string(std::abs(white) / 100) + (cents.size() < 2 ? ".0" : ".") + cents;
}

void remove_annotation(PgnGame& game) {
    take_words(game.line.comment);
    for (PgnMove& move : game.line.moves) { remove_from(move); }
}

void annotate(PgnGame& game, const GameAnalysis& analysis, const AnnotationSettings& settings) {
    remove_annotation(game);
    Position position = game.start;
    for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
        const bool is_meant = !settings.side || position.side_to_move() == *settings.side;
        annotate_move(game.line.moves[i], analysis.moves[i], position, is_meant);
        position.play(analysis.moves[i].move);
    }
    add_remark(game.line, settings.remark);
    game.tags.set("Annotator", "Skua " SKUA_VERSION);
    if (!analysis.opening) { return; }
    if (game.tags.get("ECO").empty()) { game.tags.set("ECO", analysis.opening->opening.eco); }
    if (game.tags.get("Opening").empty()) { game.tags.set("Opening", analysis.opening->opening.name); }
}

}  // namespace skua
