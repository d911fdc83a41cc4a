// One game in a report: an <article> with everything about it.
#pragma once

#include <optional>
#include <string>

#include "analysis/game_analysis.h"

namespace skua {

struct ReportGame {
    std::size_t number = 1;  // in its file
    const PgnGame& game;
    const GameAnalysis& analysis;
    std::string problem;        // why only a part of it could be read; empty if nothing is wrong
    std::optional<Color> side;  // only its moves are key moments
    int heading = 1;            // the level of its heading in the page
};

// Header, both sides' play, graph, key moments, clocks and all moves. Its anchor is "g" and the number.
std::string game_section(const ReportGame& report);

}  // namespace skua
