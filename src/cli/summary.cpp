#include "cli/summary.h"

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "analysis/annotation.h"
#include "analysis/statement_text.h"
#include "base/parse.h"
#include "chess/san.h"
#include "report/game_names.h"
#include "report/key_moments.h"

namespace skua::cli {

namespace {

constexpr std::size_t MostMoments = 8;
constexpr std::size_t NameWidth = 22;

std::string one_decimal(double number) {
    const long tenths = std::lround(number * 10);
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) { text.insert(0, width - text.size(), ' '); }
    return text;
}

// Not within a letter of several bytes.
std::string shortened(const std::string& name) {
    if (name.size() <= NameWidth) { return name; }
    std::size_t end = NameWidth - 1;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) { --end; }
    return name.substr(0, end) + '.';
}

std::string table(const PgnGame& game, const GameAnalysis& analysis) {
    using Value = std::function<std::string(const SidePlay&)>;
    const std::vector<std::pair<std::string, Value>> rows{
        {"Accuracy", [](const SidePlay& play) { return one_decimal(play.accuracy) + " %"; }},
        {"Centipawns lost", [](const SidePlay& play) { return one_decimal(play.average_centipawn_loss); }},
        {"Inaccuracies ?!", [](const SidePlay& play) { return std::to_string(play.inaccuracies); }},
        {"Mistakes ?", [](const SidePlay& play) { return std::to_string(play.mistakes); }},
        {"Blunders ??", [](const SidePlay& play) { return std::to_string(play.blunders); }},
    };
    std::string text(18, ' ');
    for (const Color side : Colors) { text += padded(shortened(player_name(game, side)), NameWidth + 2); }
    text += '\n';
    for (const auto& [name, value] : rows) {
        std::string line = "  " + name;
        line.resize(18, ' ');
        for (const Color side : Colors) { line += padded(value(analysis.sides[side]), NameWidth + 2); }
        text += line + '\n';
    }
    return text;
}

// The words in lines that fit into a terminal of 80 columns, each behind the indentation.
std::string wrapped(std::string_view text, const std::string& indentation) {
    constexpr std::size_t Columns = 79;
    std::string result;
    std::string line;
    for (const std::string_view word : split_words(text)) {
        if (!line.empty() && indentation.size() + line.size() + 1 + word.size() > Columns) {
            result += indentation + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + std::string(word);
    }
    return result + indentation + line + '\n';
}

std::string moment_text(const MoveAnalysis& move, const Position& before) {
    const Color side = before.side_to_move();
    std::string reasons;
    for (const Statement& statement : move.statements) {
        reasons += wrapped(to_text(statement, before, move.move), "      ");
    }
    return "  " + line_text(before, {move.move}, 1) + std::string(glyph_of(move.label)) + "  " +
           eval_text(move.best.score, side) + " -> " + eval_text(move.played.score, side) + ", best was " +
           to_san(before, move.best.first()) + '\n' + reasons;
}

}  // namespace

std::string summary(const PgnGame& game, const GameAnalysis& analysis, std::optional<Color> side) {
    std::string text = players_text(game) + "  " + std::string(to_string(game.result)) + '\n';
    if (const std::string occasion = occasion_text(game); !occasion.empty()) { text += occasion + '\n'; }
    if (analysis.opening) {
        text += std::string(analysis.opening->opening.eco) + ' ' + std::string(analysis.opening->opening.name) + '\n';
    }
    text += '\n' + table(game, analysis);
    const std::vector<std::size_t> moments = key_moments(analysis, game.start.side_to_move(), side, MostMoments);
    text += moments.empty() ? "\nNo errors were found.\n" : "\nThe moves that lost most:\n";
    for (const std::size_t i : moments) { text += moment_text(analysis.moves[i], replay(game, i).position()); }
    return text;
}

std::string short_summary(std::size_t number, const PgnGame& game, const GameAnalysis& analysis) {
    std::string text =
        std::to_string(number) + ". " + players_text(game) + "  " + std::string(to_string(game.result)) + "  accuracy";
    for (const Color side : Colors) {
        const SidePlay& play = analysis.sides[side];
        text += (side == Color::White ? " " : ", ") + one_decimal(play.accuracy) + " % (" +
                std::to_string(play.inaccuracies) + " ?!, " + std::to_string(play.mistakes) + " ?, " +
                std::to_string(play.blunders) + " ??" + ")";
    }
    return text;
}

}  // namespace skua::cli
