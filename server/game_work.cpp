#include "server/game_work.h"

#include <sstream>

#include "analysis/annotation.h"
#include "analysis/game_analysis_json.h"
#include "cli/calendar.h"
#include "cli/effort.h"
#include "cli/engine_setup.h"
#include "cli/outputs.h"

namespace skua::server {

std::optional<PgnGame> game_of(const GameTask& task) {
    std::istringstream input(task.pgn);
    PgnReader reader(input);
    const auto game = reader.next();
    if (!game || !*game) { return std::nullopt; }
    return **game;
}

std::optional<TaskResult> analyse_game(Engine& engine, const GameTask& task, const PositionSearch::Cancelled& cancelled,
                                       AnalysisStore* store, const std::function<void(std::size_t)>& progress) {
    const std::optional<PgnGame> game = game_of(task);
    if (!game) { return failed_task(task, "the game can't be read"); }
    engine.new_game();
    GameAnalyser analyser(engine, task.effort, cancelled, store);
    const std::optional<GameAnalysis> analysis =
        analyser.analyse(*game, [&progress](std::size_t done, std::size_t) { progress(done); });
    if (!analysis) { return std::nullopt; }
    const cli::SourceGame source{task.number, *game, task.problem};
    const cli::AnalysedGame analysed{source, *analysis, std::nullopt};

    TaskResult result;
    result.number = task.number;
    result.nodes = analysis->nodes;
    Json json = skua::to_json(*analysis, *game);
    if (!task.problem.empty()) { json.add("error", task.problem); }
    result.json = json.text();
    std::ostringstream pgn;
    cli::PgnOutput(*cli::Destination::open("-", pgn)).add(analysed);
    result.pgn = pgn.str();
    std::ostringstream html;
    const ReportFacts facts{cli::engine_name(), cli::network_name(engine), cli::effort_text(task.effort),
                            cli::now_text("%Y-%m-%d")};
    cli::HtmlOutput report(*cli::Destination::open("-", html), facts, true);
    report.add(analysed);
    if (const std::optional<Error> error = report.finish()) { result.error = error->message; }
    result.html = html.str();
    return result;
}

std::string json_document(const std::vector<TaskResult>& results, const AnalysisSettings& effort,
                          const std::string& network) {
    std::string games;
    std::uint64_t nodes = 0;
    for (const TaskResult& result : results) {
        games += (games.empty() ? "\n" : ",\n") + result.json;
        nodes += result.nodes;
    }
    return "{\"engine\": " + Json(cli::engine_name()).text() +
           ", \"network\": " + (network.empty() ? Json() : Json(network)).text() +
           ", \"limits\": " + to_json(effort).text() + ", \"games\": [" + games +
           "\n], \"nodes\": " + std::to_string(nodes) + "}\n";
}

}  // namespace skua::server
