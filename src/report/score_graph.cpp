#include "report/score_graph.h"

#include <algorithm>
#include <cmath>

#include "analysis/statement_text.h"
#include "report/html.h"
#include "report/key_moments.h"

namespace skua {

namespace {

constexpr double Left = 34;
constexpr double Top = 8;
constexpr double Width = 756;
constexpr double Height = 184;

std::string number(double value) {
    const long tenths = std::lround(value * 10);
    return tenths % 10 == 0 ? std::to_string(tenths / 10) : decimal(value);
}

class Graph {
public:
    Graph(const PgnGame& game, const GameAnalysis& analysis, std::size_t game_number)
        : game_(game),
          analysis_(analysis),
          game_number_(game_number),
          points_(analysis.white_points(game.start.side_to_move())) {}

    [[nodiscard]] std::string draw() const {
        return "<svg class=\"graph\" viewBox=\"0 0 800 216\" role=\"group\" aria-label=\"White's expected points after "
               "each move; the marks are errors\">" +
               axes() + curve() + phases() + links() + marks() + "</svg>";
    }

private:
    [[nodiscard]] double x(std::size_t i) const {
        return Left + Width * static_cast<double>(i) / static_cast<double>(points_.size() - 1);
    }
    [[nodiscard]] static double y(ExpectedPoints points) { return Top + Height * (100 - points) / 100; }

    [[nodiscard]] static std::string axes() {
        std::string text = "<rect class=\"gb\" x=\"34\" y=\"8\" width=\"756\" height=\"184\"/>";
        for (const int value : {0, 50, 100}) {
            text += "<text class=\"gt\" x=\"28\" y=\"" + number(y(value) + 4) + "\" text-anchor=\"end\">" +
                    std::to_string(value) + "</text>";
        }
        return text;
    }

    [[nodiscard]] std::string curve() const {
        std::string line;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            line += (i == 0 ? "" : "L") + number(x(i)) + ' ' + number(y(points_[i]));
        }
        return "<path class=\"ga\" d=\"M" + number(Left) + ' ' + number(Top + Height) + 'L' + line + 'L' +
               number(Left + Width) + ' ' + number(Top + Height) +
               "z\"/><path class=\"gm\" d=\"M34 100h756\"/><path class=\"gl\" d=\"M" + line + "\"/>";
    }

    [[nodiscard]] std::string phases() const {
        std::string text;
        const auto add = [&](std::optional<int> start, std::string_view name) {
            if (!start || *start <= 0 || static_cast<std::size_t>(*start) >= points_.size()) { return; }
            const double at = x(static_cast<std::size_t>(*start));
            text += "<path class=\"gp\" d=\"M" + number(at) + " 8v184\"/><text class=\"gt\" x=\"" +
                    number(std::min(at, 700.0)) + "\" y=\"208\">" + std::string(name) + "</text>";
        };
        add(analysis_.phases.middlegame, "middlegame");
        // Two names at the same place can't be read.
        const bool is_apart = !analysis_.phases.middlegame || !analysis_.phases.endgame ||
                              x(static_cast<std::size_t>(*analysis_.phases.endgame)) -
                                      x(static_cast<std::size_t>(*analysis_.phases.middlegame)) >
                                  90;
        add(analysis_.phases.endgame, is_apart ? "endgame" : "");
        return text;
    }

    // A column for each move. Only the marks are in the order of the Tab key: it would be too many.
    [[nodiscard]] std::string links() const {
        std::string text;
        const double half = Width / static_cast<double>(points_.size() - 1) / 2;
        for (std::size_t i = 1; i < points_.size(); ++i) {
            text += "<a href=\"#" + move_anchor(game_number_, i) +
                    "\" tabindex=\"-1\" aria-hidden=\"true\"><rect class=\"gh\" x=\"" + number(x(i) - half) +
                    "\" y=\"8\" width=\"" + number(2 * half) + "\" height=\"184\"/></a>";
        }
        return text;
    }

    // Each kind of error has a shape of its own.
    [[nodiscard]] std::string marks() const {
        std::string text;
        Position position = game_.start;
        for (std::size_t i = 0; i < analysis_.moves.size(); ++i) {
            const MoveAnalysis& move = analysis_.moves[i];
            if (is_error(move.label)) {
                const std::string at = number(x(i + 1)) + ' ' + number(y(points_[i + 1]));
                const std::string shape = move.label == MoveLabel::Inaccuracy ? "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"
                                          : move.label == MoveLabel::Mistake  ? "m0-6l6 10h-12z"
                                                                              : "m0-8l7 8l-7 8l-7-8z";
                const std::string name = line_text(position, {move.move}, 1) + std::string(glyph_of(move.label)) + ' ' +
                                         std::string(name_of(move.label));
                text += "<a href=\"#" + move_anchor(game_number_, i + 1) + "\" aria-label=\"" + html(name) +
                        "\"><path class=\"mark " + std::string(name_of(move.label)) + "\" d=\"M" + at + shape +
                        "\"><title>" + html(name) + "</title></path></a>";
            }
            position.play(move.move);
        }
        return text;
    }

    const PgnGame& game_;
    const GameAnalysis& analysis_;
    std::size_t game_number_;
    std::vector<ExpectedPoints> points_;
};

}  // namespace

std::string move_anchor(std::size_t game_number, std::size_t ply) {
    return 'g' + std::to_string(game_number) + 'm' + std::to_string(ply);
}

std::string score_graph(const PgnGame& game, const GameAnalysis& analysis, std::size_t game_number) {
    return analysis.moves.empty() ? "" : Graph(game, analysis, game_number).draw();
}

}  // namespace skua
