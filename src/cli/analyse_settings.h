// The arguments of `skua analyse`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/game_analysis.h"
#include "cli/arguments.h"
#include "cli/effort.h"
#include "cli/engine_setup.h"
#include "cli/game_source.h"

namespace skua::cli {

struct AnalyseSettings {
    std::string input;  // "-" for the standard input
    std::optional<std::string> html;
    std::optional<std::string> pgn;
    std::optional<std::string> json;
    AnalysisSettings analysis;
    EngineSettings engine;
    GameRange games;
    std::optional<Color> side;
    std::optional<std::string> cache;  // a folder; without it the user's own
    bool no_cache = false;

    [[nodiscard]] bool reads_standard_input() const { return input == "-"; }
    // Does one of the outputs go there?
    [[nodiscard]] bool uses_standard_output() const;
};

// Fills in the settings; without an output an annotated PGN is chosen. The text is the help if that was wanted, else
// empty.
Result<std::string> parse_analyse(const std::vector<std::string>& words, AnalyseSettings& settings);

// Where an annotated PGN goes without an option: games.pgn becomes games.skua.pgn in the same folder.
std::string annotated_name(const std::string& input);

}  // namespace skua::cli
