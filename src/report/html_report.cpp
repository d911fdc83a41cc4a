#include "report/html_report.h"

#include <string>
#include <utility>

#include "report/game_names.h"
#include "report/html.h"
#include "report/piece_shapes.h"
#include "report/style.h"

namespace skua {

namespace {

std::string page_start(const std::string& title) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           html(title) + "</title>\n<style>" + std::string(report_style()) + "</style>\n</head>\n<body>\n" +
           piece_symbols() + "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<main id=\"content\">\n";
}

std::string index_start() {
    return "<h1>Analysed games</h1>\n<nav aria-label=\"Games\"><div class=\"wide\"><table>"
           "<caption>Accuracy, and the numbers of inaccuracies, mistakes and blunders</caption>"
           "<thead><tr><th scope=\"col\" class=\"num nb\">No.</th><th scope=\"col\">Game</th>"
           "<th scope=\"col\" class=\"num\">White</th><th scope=\"col\" class=\"num\">Black</th>"
           "<th scope=\"col\" class=\"roomy\">Opening</th></tr></thead><tbody>\n";
}

std::string index_row(const ReportGame& report) {
    const auto side = [&](Color color) {
        const SidePlay& play = report.analysis.sides[color];
        return "<td class=\"num\">" + decimal(play.accuracy) + " %<br><span class=\"soft\">" +
               std::to_string(play.inaccuracies) + " / " + std::to_string(play.mistakes) + " / " +
               std::to_string(play.blunders) + "</span></td>";
    };
    const std::string number = std::to_string(report.number);
    std::string opening;
    if (report.analysis.opening) {
        opening = std::string(report.analysis.opening->opening.eco) + ' ' +
                  std::string(report.analysis.opening->opening.name);
    }
    return "<tr><td class=\"num\">" + number + "</td><th scope=\"row\"><a href=\"#g" + number + "\">" +
           html(players_text(report.game)) + "</a> <span class=\"soft nb\">" + html(to_string(report.game.result)) +
           "</span></th>" + side(Color::White) + side(Color::Black) + "<td class=\"roomy\">" + html(opening) +
           "</td></tr>\n";
}

std::string page_end(const ReportFacts& facts) {
    std::string text = "</main>\n<footer>\n<p>Analysed by " + html(facts.engine);
    if (!facts.network.empty()) { text += " (network " + html(facts.network) + ')'; }
    text += ", " + html(facts.effort);
    if (!facts.date.empty()) { text += ", on " + html(facts.date); }
    return text +
           ".</p>\n<p>Points are those that a side expects to make of 100 games, by Skua's own chances of win, draw "
           "and loss. "
           "A move that loses 5 of them is an inaccuracy, 10 a mistake, 15 a blunder; so is a mate that is missed or "
           "allowed. The accuracy is lichess's formula with these points: it falls with the points that moves lose, "
           "moves of "
           "exciting phases count more, and 100 % means that nothing was lost.</p>\n</footer>\n</body>\n</html>\n";
}

}  // namespace

HtmlReport::HtmlReport(std::ostream& page, ReportFacts facts, const PgnGame* only_game)
    : page_(page), facts_(std::move(facts)) {
    page_ << page_start(only_game != nullptr ? players_text(*only_game) + ", analysed by Skua"
                                             : "Games analysed by Skua");
    if (only_game != nullptr) { return; }
    games_ = std::make_unique<Spool>();
    page_ << index_start();
}

bool HtmlReport::add(const ReportGame& game) {
    if (!games_) {
        page_ << game_section(game);
        return !!page_;
    }
    page_ << index_row(game);
    games_->stream() << game_section(game) << "<p class=\"top\"><a href=\"#content\">Back to the index</a></p>\n";
    return page_ && games_->is_good();
}

bool HtmlReport::finish() {
    bool is_whole = true;
    if (games_) {
        page_ << "</tbody></table></div></nav>\n";
        is_whole = games_->is_good() && games_->copy_to(page_);
    }
    page_ << page_end(facts_);
    return is_whole && page_;
}

}  // namespace skua
