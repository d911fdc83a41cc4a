#include "cli/outputs.h"

#include <utility>

#include "analysis/annotation.h"
#include "analysis/game_analysis_json.h"

namespace skua::cli {

// ---------------------------------------------------------------------- where to

Result<Destination> Destination::open(const std::string& path, std::ostream& standard_output) {
    Destination destination(standard_output);
    if (path == "-") { return destination; }
    Result<std::unique_ptr<OutputFile>> file = OutputFile::create(path);
    if (!file) { return Error{file.error()}; }
    destination.file_ = *std::move(file);
    return destination;
}

std::optional<Error> Destination::finish() {
    if (file_) { return file_->finish(); }
    if (*standard_output_ << std::flush) { return std::nullopt; }
    return Error{"the standard output can't be written"};
}

// ---------------------------------------------------------------------- PGN

bool PgnOutput::add(const AnalysedGame& game) {
    PgnGame annotated = game.source.game;
    annotate(annotated, game.analysis, {game.side, game.source.problem});
    write_pgn(destination_.stream(), annotated);
    return !!destination_.stream();
}

// ---------------------------------------------------------------------- JSON

JsonOutput::JsonOutput(Destination destination, const ReportFacts& facts, const AnalysisSettings& settings)
    : destination_(std::move(destination)) {
    Json limits = Json::object();
    if (settings.nodes) { limits.add("nodes", *settings.nodes); }
    if (settings.move_time) { limits.add("movetime", *settings.move_time); }
    if (settings.depth) { limits.add("depth", *settings.depth); }
    const Json network = facts.network.empty() ? Json() : Json(facts.network);
    destination_.stream() << "{\"engine\": " << Json(facts.engine).text() << ", \"network\": " << network.text()
                          << ", \"limits\": " << limits.text() << ", \"games\": [";
}

bool JsonOutput::add(const AnalysedGame& game) {
    Json json = to_json(game.analysis, game.source.game);
    if (!game.source.problem.empty()) { json.add("error", game.source.problem); }
    destination_.stream() << (std::exchange(is_empty_, false) ? "\n" : ",\n") << json.text();
    nodes_ += game.analysis.nodes;
    return !!destination_.stream();
}

std::optional<Error> JsonOutput::finish() {
    destination_.stream() << "\n], \"nodes\": " << nodes_ << "}\n";
    return destination_.finish();
}

// ---------------------------------------------------------------------- HTML

HtmlOutput::HtmlOutput(Destination destination, ReportFacts facts, bool is_only_game)
    : destination_(std::move(destination)), facts_(std::move(facts)), is_only_game_(is_only_game) {}

bool HtmlOutput::add(const AnalysedGame& game) {
    const SourceGame& source = game.source;
    if (!report_) { report_.emplace(destination_.stream(), facts_, is_only_game_ ? &source.game : nullptr); }
    return report_->add({source.number, source.game, game.analysis, source.problem, game.side, is_only_game_ ? 1 : 2});
}

std::optional<Error> HtmlOutput::finish() {
    if (report_ && !report_->finish() && destination_.stream()) {
        return Error{"the report can't be put together: the folder for temporary files is full or not writable"};
    }
    return destination_.finish();
}

}  // namespace skua::cli
