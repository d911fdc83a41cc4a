// The files that an analysis writes, game by game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/game_analysis.h"
#include "base/json.h"
#include "base/output_file.h"
#include "base/result.h"
#include "cli/game_source.h"
#include "report/html_report.h"
#include "report/report_facts.h"

namespace skua::cli {

// A file, or the standard output for the name "-".
class Destination {
public:
    static Result<Destination> open(const std::string& path, std::ostream& standard_output);

    [[nodiscard]] std::ostream& stream() { return file_ ? file_->stream() : *standard_output_; }
    [[nodiscard]] std::optional<Error> finish();

private:
    explicit Destination(std::ostream& standard_output) : standard_output_(&standard_output) {}

    std::unique_ptr<OutputFile> file_;
    std::ostream* standard_output_;
};

struct AnalysedGame {
    const SourceGame& source;
    const GameAnalysis& analysis;
    std::optional<Color> side;  // only its moves are commented on
};

// Takes the games one after the other and holds none of them.
class AnalysisOutput {
public:
    virtual ~AnalysisOutput() = default;
    // False when nothing more can be written; finish() knows why.
    virtual bool add(const AnalysedGame& game) = 0;
    // Completes the file. Without it, what was there before stays.
    [[nodiscard]] virtual std::optional<Error> finish() = 0;
};

// The games with the analysis written into them.
class PgnOutput : public AnalysisOutput {
public:
    explicit PgnOutput(Destination destination) : destination_(std::move(destination)) {}
    bool add(const AnalysedGame& game) override;
    [[nodiscard]] std::optional<Error> finish() override { return destination_.finish(); }

private:
    Destination destination_;
};

// {"engine", "network" or null, "limits": {"nodes", "movetime" or "depth"}, "games": [...], "nodes": of all searches}
class JsonOutput : public AnalysisOutput {
public:
    JsonOutput(Destination destination, const ReportFacts& facts, const AnalysisSettings& settings);
    bool add(const AnalysedGame& game) override;
    [[nodiscard]] std::optional<Error> finish() override;

private:
    Destination destination_;
    std::uint64_t nodes_ = 0;
    bool is_empty_ = true;
};

// A page to look at.
class HtmlOutput : public AnalysisOutput {
public:
    // `is_only_game`: there will be one game, which needs no index.
    HtmlOutput(Destination destination, ReportFacts facts, bool is_only_game);
    bool add(const AnalysedGame& game) override;
    [[nodiscard]] std::optional<Error> finish() override;

private:
    Destination destination_;
    ReportFacts facts_;
    bool is_only_game_;
    std::optional<HtmlReport> report_;  // begun with the first game
};

}  // namespace skua::cli
