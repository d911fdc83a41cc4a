#include "wasm/analyse_games.h"

#include <optional>
#include <sstream>
#include <utility>
#include <variant>

#include "cli/effort.h"
#include "cli/engine_setup.h"
#include "cli/game_source.h"
#include "cli/outputs.h"
#include "engine/engine.h"

namespace skua::wasm {

namespace {

// Each move is searched, and then explained.
constexpr std::size_t StepsPerMove = 2;

std::optional<Error> copy_options(const Options& options, Engine& engine) {
    for (const Option& option : options.all()) {
        if (std::holds_alternative<ButtonOption>(option.kind) || option.value() == option.initial()) { continue; }
        if (std::optional<Error> error = engine.set_option(option.name, option.value())) { return error; }
    }
    return std::nullopt;
}

}  // namespace

Result<std::string> analyse_games(const Options& options, const std::string& pgn, const AnalysisSettings& settings,
                                  const Progress& progress) {
    Engine engine;
    if (const std::optional<Error> error = copy_options(options, engine)) { return *error; }
    std::istringstream input(pgn);
    const cli::Survey survey = cli::survey(cli::GameSource(input, {}));
    if (survey.games == 0) { return Error{survey.problem.empty() ? "there is no game with moves" : survey.problem}; }
    input.clear();
    input.seekg(0);

    std::ostringstream document;
    const ReportFacts facts{cli::engine_name(), cli::network_name(engine), cli::effort_text(settings), ""};
    cli::JsonOutput output(*cli::Destination::open("-", document), facts, settings);
    GameAnalyser analyser(engine, settings);
    cli::GameSource source(input, {});
    std::size_t done_before = 0;
    while (const std::optional<cli::SourceGame> game = source.next()) {
        if (!game->has_moves()) { continue; }
        const std::optional<GameAnalysis> analysis = analyser.analyse(game->game, [&](std::size_t done, std::size_t) {
            progress(done_before + done, survey.plies * StepsPerMove);
        });
        if (!analysis) { return Error{"the analysis was cancelled"}; }
        output.add({*game, *analysis, std::nullopt});
        done_before += game->game.line.moves.size() * StepsPerMove;
    }
    if (std::optional<Error> error = output.finish()) { return *std::move(error); }
    return document.str();
}

}  // namespace skua::wasm
