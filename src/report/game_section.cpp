#include "report/game_section.h"

#include <cmath>
#include <utility>
#include <vector>

#include "analysis/annotation.h"
#include "analysis/statement_text.h"
#include "base/parse.h"
#include "chess/san.h"
#include "report/board_svg.h"
#include "report/clock_use.h"
#include "report/game_names.h"
#include "report/html.h"
#include "report/key_moments.h"
#include "report/score_graph.h"

namespace skua {

namespace {

constexpr std::size_t MostMoments = 12;
constexpr std::size_t LinePlies = 12;

std::string move_text(const Position& before, const MoveAnalysis& move) {
    return line_text(before, {move.move}, 1) + std::string(glyph_of(move.label));
}

// The text as HTML, in which castlings are never broken in two.
std::string moves_html(const std::string& with_moves) {
    std::string text = html(with_moves);
    for (std::size_t at = text.find("O-O"); at != std::string::npos; at = text.find("O-O", at)) {
        const std::size_t length = text.compare(at, 5, "O-O-O") == 0 ? 5 : 3;
        const std::string whole = "<span class=\"nb\">" + text.substr(at, length) + "</span>";
        text.replace(at, length, whole);
        at += whole.size();
    }
    return text;
}

// `level` levels below the heading of the game.
std::string heading(const ReportGame& report, int level, const std::string& text) {
    const std::string tag = 'h' + std::to_string(report.heading + level);
    return '<' + tag + " class=\"h" + std::to_string(level + 1) + "\">" + text + "</" + tag + ">\n";
}

// ---------------------------------------------------------------------- the head

std::string head(const ReportGame& report) {
    const PgnGame& game = report.game;
    const GameAnalysis& analysis = report.analysis;
    std::string text = heading(report, 0, html(players_text(game)) + "&ensp;" + html(to_string(game.result)));
    if (const std::string occasion = occasion_text(game); !occasion.empty()) {
        text += "<p class=\"soft\">" + html(occasion) + "</p>\n";
    }
    if (analysis.opening) {
        text += "<p>Opening: <strong>" + html(analysis.opening->opening.eco) + ' ' +
                html(analysis.opening->opening.name) + "</strong>";
        if (analysis.book_plies > 0) {
            const int moves = (analysis.book_plies + 1) / 2;
            text += "; in Skua's opening book up to move " + std::to_string(moves);
        }
        text += "</p>\n";
    }
    if (!report.problem.empty()) {
        text += "<p><strong>Only a part of the game could be read:</strong> " + html(report.problem) + "</p>\n";
    }
    return text;
}

// ---------------------------------------------------------------------- both sides' play

std::string side_table(const ReportGame& report) {
    std::string text =
        "<table><caption>How well both sides played</caption><thead><tr><th scope=\"col\"><span class=\"soft\">"
        "Measure</span></th>";
    for (const Color side : Colors) {
        text += "<th scope=\"col\" class=\"num\">" + html(player_name(report.game, side)) + "</th>";
    }
    text += "</tr></thead><tbody>\n";
    const auto row = [&](const std::string& name, auto value) {
        text += "<tr><th scope=\"row\">" + name + "</th>";
        for (const Color side : Colors) { text += "<td class=\"num\">" + value(side) + "</td>"; }
        text += "</tr>\n";
    };
    const auto& sides = report.analysis.sides;
    row("Accuracy", [&](Color side) { return decimal(sides[side].accuracy) + " %"; });
    for (const GamePhase phase : {GamePhase::Opening, GamePhase::Middlegame, GamePhase::Endgame}) {
        const auto play = [&](Color side) -> const SidePlay& { return report.analysis.sides_by_phase[side][phase]; };
        if (play(Color::White).moves + play(Color::Black).moves == 0) { continue; }
        row("<span class=\"soft\">&ensp;in the " + std::string(name_of(phase)) + "</span>", [&](Color side) {
            return play(side).moves > 0 ? decimal(play(side).accuracy) + " %" : std::string("&ndash;");
        });
    }
    row("Centipawns lost for each move", [&](Color side) { return decimal(sides[side].average_centipawn_loss); });
    row("Inaccuracies <span class=\"inaccuracy\">?!</span>",
        [&](Color side) { return std::to_string(sides[side].inaccuracies); });
    row("Mistakes <span class=\"mistake\">?</span>", [&](Color side) { return std::to_string(sides[side].mistakes); });
    row("Blunders <span class=\"blunder\">?"
        "?</span>",
        [&](Color side) { return std::to_string(sides[side].blunders); });
    return text + "</tbody></table>\n";
}

std::string graph_with_legend(const ReportGame& report) {
    const std::string graph = score_graph(report.game, report.analysis, report.number);
    if (graph.empty()) { return ""; }
    const auto sign = [](std::string_view name, std::string_view shape) {
        return "<span><svg viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path class=\"mark " + std::string(name) +
               "\" d=\"" + std::string(shape) + "\"/></svg> " + std::string(name) + "</span>";
    };
    return heading(report, 1, "The course of the game") +
           "<p class=\"soft\">The points that White expects to make of 100 games from "
           "here."
           " Choose a place to go to its move.</p>\n" +
           "<div class=\"wide\">" + graph + "</div>\n<p class=\"legend\">" +
           sign("inaccuracy", "M5 10a5 5 0 1 0 10 0a5 5 0 1 0-10 0z") + sign("mistake", "M10 3l7 13h-14z") +
           sign("blunder", "M10 1l8 9l-8 9l-8-9z") + "</p>\n";
}

// ---------------------------------------------------------------------- key moments

std::string moment(const ReportGame& report, std::size_t index) {
    const MoveAnalysis& move = report.analysis.moves[index];
    const Position before = replay(report.game, index).position();
    const Color side = before.side_to_move();
    const std::string label(name_of(move.label));
    std::string text = "<section class=\"moment\"><figure>" + board_svg(before, side, {move.move, move.best.first()}) +
                       "<figcaption>Solid arrow: played. Dashed arrow: best.</figcaption></figure>\n<div>";
    text += heading(report, 2,
                    "<a href=\"#" + move_anchor(report.number, index + 1) + "\">" + html(move_text(before, move)) +
                        "</a> <span class=\"" + label + "\">" + capitalised(label) + "</span>");
    text += "<p>" + html(player_name(report.game, side)) + " expected " + decimal(move.before) +
            " of 100 points, and " + decimal(move.after) + " after this move; the evaluation went from " +
            html(eval_text(move.best.score, side)) + " to " + html(eval_text(move.played.score, side)) + ".</p>\n";
    if (!move.statements.empty()) {
        text += "<ul class=\"reasons\">";
        for (const Statement& statement : move.statements) {
            text += "<li>" + moves_html(to_text(statement, before, move.move)) + "</li>";
        }
        text += "</ul>\n";
    }
    return text + "<dl class=\"lines\"><dt>Played</dt><dd>" +
           moves_html(line_text(before, move.played.moves, LinePlies)) + "</dd><dt>Best</dt><dd>" +
           moves_html(line_text(before, move.best.moves, LinePlies)) + "</dd></dl></div></section>\n";
}

std::string moments(const ReportGame& report) {
    const std::vector<std::size_t> chosen =
        key_moments(report.analysis, report.game.start.side_to_move(), report.side, MostMoments);
    std::string text = heading(report, 1, "Key moments");
    if (chosen.empty()) { return text + "<p>No errors were found.</p>\n"; }
    for (const std::size_t index : chosen) { text += moment(report, index); }
    return text;
}

// ---------------------------------------------------------------------- clocks

std::string clocks(const ReportGame& report, const ClockUse& use) {
    if (!use.is_known()) { return ""; }
    std::string text = heading(report, 1, "Time") +
                       "<table><caption>How both sides used their time</caption><thead><tr><th scope=\"col\">"
                       "<span class=\"soft\">Measure</span></th>";
    for (const Color side : Colors) {
        text += "<th scope=\"col\" class=\"num\">" + html(player_name(report.game, side)) + "</th>";
    }
    text += "</tr></thead><tbody>\n";
    const auto row = [&](const std::string& name, auto value) {
        text += "<tr><th scope=\"row\">" + name + "</th>";
        for (const Color side : Colors) { text += "<td class=\"num\">" + value(use.sides[side]) + "</td>"; }
        text += "</tr>\n";
    };
    const std::string none = "&ndash;";
    row("Left at the end", [&](const ClockUse::Side& side) { return side.left ? clock_text(*side.left) : none; });
    row("For each move", [&](const ClockUse::Side& side) {
        return side.timed_moves > 0 ? clock_text(side.total / side.timed_moves) : none;
    });
    row("Longest thought", [&](const ClockUse::Side& side) {
        if (side.timed_moves == 0) { return none; }
        const Position before = replay(report.game, side.longest).position();
        return "<a href=\"#" + move_anchor(report.number, side.longest + 1) + "\">" +
               html(move_text(before, report.analysis.moves[side.longest])) + "</a> " +
               clock_text(*use.spent[side.longest]);
    });
    return text + "</tbody></table>\n";
}

// ---------------------------------------------------------------------- all moves

// What is said of a move in the table.
std::string verdict(const Position& before, const MoveAnalysis& move) {
    std::string text;
    if (move.label != MoveLabel::None) {
        text = "<span class=\"label " + std::string(name_of(move.label)) + "\">" + std::string(name_of(move.label)) +
               "</span>";
    }
    if (is_error(move.label)) { text += ", best was " + html(to_san(before, move.best.first())); }
    if (!move.statements.empty()) {
        text += (text.empty() ? "" : ". ") + moves_html(to_text(move.statements, before, move.move));
    }
    return text;
}

std::string move_table(const ReportGame& report, const ClockUse& use) {
    const bool has_clocks = use.is_known();
    std::string text =
        heading(report, 1, "All moves") +
        "<div class=\"wide\"><table class=\"moves\"><caption>Evaluations in pawns and points "
        "of 100, both for White</caption><thead><tr><th scope=\"col\">Move</th><th scope=\"col\" class=\"num\">"
        "Evaluation</th><th scope=\"col\" class=\"num roomy\">Points</th>";
    if (has_clocks) { text += "<th scope=\"col\" class=\"num\">Time</th>"; }
    text += "<th scope=\"col\">Verdict</th></tr></thead><tbody>\n";
    Position position = report.game.start;
    for (std::size_t i = 0; i < report.analysis.moves.size(); ++i) {
        const MoveAnalysis& move = report.analysis.moves[i];
        const Color side = position.side_to_move();
        const ExpectedPoints white = side == Color::White ? move.after : 100 - move.after;
        text += "<tr id=\"" + move_anchor(report.number, i + 1) + "\"><th scope=\"row\">" +
                html(move_text(position, move)) + "</th><td class=\"num\">" + html(eval_text(move.played.score, side)) +
                "</td><td class=\"num roomy\">" + decimal(white) + "</td>";
        if (has_clocks) { text += "<td class=\"num\">" + (use.spent[i] ? clock_text(*use.spent[i]) : "") + "</td>"; }
        text += "<td>" + verdict(position, move) + "</td></tr>\n";
        position.play(move.move);
    }
    return text + "</tbody></table></div>\n";
}

}  // namespace

std::string game_section(const ReportGame& report) {
    const ClockUse use = clock_use(report.game, report.analysis);
    std::string text = "<article id=\"g" + std::to_string(report.number) + "\">\n" + head(report);
    if (report.analysis.moves.empty()) { return text + "<p>The game has no moves.</p>\n</article>\n"; }
    return text + side_table(report) + graph_with_legend(report) + moments(report) + clocks(report, use) +
           move_table(report, use) + "</article>\n";
}

}  // namespace skua
