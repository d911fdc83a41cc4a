#include "cli/analyse_settings.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/parse.h"

namespace skua::cli {

namespace fs = std::filesystem;

namespace {

std::optional<Error> parse_side(const std::string& text, std::optional<Color>& side) {
    if (equals_ignoring_case(text, "white")) {
        side = Color::White;
    } else if (equals_ignoring_case(text, "black")) {
        side = Color::Black;
    } else {
        return Error{"--side takes white or black, not " + in_quotes(text)};
    }
    return std::nullopt;
}

void describe(Arguments& arguments, AnalyseSettings& settings) {
    arguments.add_text("--html", "file", settings.html, "write a report to look at in a browser");
    arguments.add_text("--pgn", "file", settings.pgn, "write the games with comments, for chess programs");
    arguments.add_text("--json", "file", settings.json, "write everything for programs");
    arguments.add("--games", "range", "only these games of the file: 3, 2-5, 4-",
                  [&settings](const std::string& text) -> std::optional<Error> {
                      const Result<GameRange> range = parse_game_range(text);
                      if (!range) { return Error{range.error()}; }
                      settings.games = *range;
                      return std::nullopt;
                  });
    arguments.add("--side", "colour", "comment on the moves of white or black only",
                  [&settings](const std::string& text) { return parse_side(text, settings.side); });
    settings.engine.add_to(arguments);
    arguments.add_text("--cache", "folder", settings.cache,
                       "keep finished searches there, to go on after an interruption");
    arguments.add_flag("--no-cache", settings.no_cache, "keep nothing");
}

// Is this the same file under whatever name?
bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return fs::absolute(a, ignored).lexically_normal() == fs::absolute(b, ignored).lexically_normal() ||
           fs::equivalent(a, b, ignored);
}

// No output may be the input or another output.
std::optional<Error> check_names(const AnalyseSettings& settings) {
    std::vector<std::string> names;
    if (!settings.reads_standard_input()) { names.push_back(settings.input); }
    for (const std::optional<std::string>* const output : {&settings.html, &settings.pgn, &settings.json}) {
        if (!*output) { continue; }
        for (const std::string& other : names) {
            if (is_same_file(**output, other)) {
                return Error{in_quotes(**output, 200) +
                             (other == settings.input ? " is the file of the games" : " is named twice") +
                             "; choose another name"};
            }
        }
        names.push_back(**output);
    }
    return std::nullopt;
}

}  // namespace

bool AnalyseSettings::uses_standard_output() const { return html == "-" || pgn == "-" || json == "-"; }

std::string annotated_name(const std::string& input) {
    if (input == "-") { return "-"; }
    const fs::path path(input);
    fs::path name = path.stem();
    name += ".skua.pgn";
    return (path.parent_path() / name).string();
}

Result<std::string> parse_analyse(const std::vector<std::string>& words, AnalyseSettings& settings) {
    Arguments arguments("analyse <file.pgn> [options]",
                        "Analyses the games of a PGN file; - reads them from the standard input. Without an output\n"
                        "option the games are written with comments to <file>.skua.pgn beside the file.");
    describe(arguments, settings);
    EffortWords effort;
    effort.add_to(arguments);
    if (const std::optional<Error> error = arguments.parse(words)) { return *error; }
    if (arguments.wants_help()) { return arguments.help(); }
    if (arguments.positional().size() != 1) {
        return Error{arguments.positional().empty() ? "which games? name a PGN file, or - for the standard input"
                                                    : "name one PGN file only"};
    }
    settings.input = arguments.positional()[0];
    const Result<AnalysisSettings> analysis = effort.settings();
    if (!analysis) { return Error{analysis.error()}; }
    settings.analysis = *analysis;
    if (!settings.html && !settings.pgn && !settings.json) { settings.pgn = annotated_name(settings.input); }
    if (const std::optional<Error> error = check_names(settings)) { return *error; }
    return std::string();
}

}  // namespace skua::cli
