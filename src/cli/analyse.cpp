#include "cli/analyse.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/parse.h"
#include "base/platform.h"
#include "cli/analyse_settings.h"
#include "cli/analysis_cache.h"
#include "cli/calendar.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/summary.h"

namespace skua::cli {

namespace {

// Each move is searched, and then explained.
constexpr std::size_t StepsPerMove = 2;

// The input as a message names it.
std::string name_of_input(const AnalyseSettings& settings) {
    return settings.reads_standard_input() ? "the standard input" : in_quotes(settings.input, 200);
}

enum class Outcome { Complete, Interrupted, CantWrite };

// One run of the command.
class AnalyseRun {
public:
    AnalyseRun(AnalyseSettings settings, Streams& streams)
        : settings_(std::move(settings)),
          streams_(streams),
          // What people read must not get mixed up with what programs read.
          summary_(settings_.uses_standard_output() ? streams.errors : streams.output) {}

    // The exit code.
    int run();

private:
    int fail(const std::string& message);
    void note(const std::string& message);

    // Opens the input, and looks through it where it can be read twice.
    [[nodiscard]] std::optional<Error> open_input();
    [[nodiscard]] std::optional<Error> open_outputs(const Engine& engine);
    [[nodiscard]] AnalysisCache open_cache(const Engine& engine);
    Outcome analyse_games(Engine& engine);
    Outcome analyse_game(GameAnalyser& analyser, const SourceGame& game, Progress& progress);
    void show_game(const SourceGame& game, const GameAnalysis& analysis);
    int report_interruption();
    int finish_outputs();

    AnalyseSettings settings_;
    Streams& streams_;
    std::ostream& summary_;
    std::ifstream file_;
    std::istream* input_ = nullptr;
    Survey survey_;  // empty where the input can be read once only
    std::vector<std::unique_ptr<AnalysisOutput>> outputs_;
    std::size_t analysed_ = 0;       // games
    std::size_t positions_ = 0;      // done in the present game
    std::size_t last_finished_ = 0;  // its number in the input
    // Of the first game, until it is known whether there are more.
    struct {
        std::string full;
        std::string line;
    } only_game_;
};

int AnalyseRun::fail(const std::string& message) {
    streams_.errors << "skua: " << message << '\n' << std::flush;
    return Failed;
}

void AnalyseRun::note(const std::string& message) { streams_.errors << message << '\n' << std::flush; }

std::optional<Error> AnalyseRun::open_input() {
    if (settings_.reads_standard_input()) {
        input_ = &streams_.input;
        return std::nullopt;
    }
    std::error_code ignored;
    const std::string& path = settings_.input;
    const auto refused = [&](const std::string& reason) {
        return Error{in_quotes(path, 200) + " can't be read: " + reason};
    };
    if (std::filesystem::is_directory(path, ignored)) { return refused("it is a folder"); }
    if (!std::filesystem::exists(path, ignored)) { return refused("there is no such file"); }
    file_.open(path, std::ios::binary);
    if (!file_) { return refused("the system does not allow it"); }
    input_ = &file_;
    if (!is_file(path)) { return std::nullopt; }
    std::ifstream look(path, std::ios::binary);
    survey_ = survey(GameSource(look, settings_.games));
    if (survey_.games > 0) { return std::nullopt; }
    return Error{"there is nothing to analyse in " + in_quotes(path, 200) +
                 (survey_.problem.empty() ? ": it has no games with moves" : "; " + survey_.problem)};
}

std::optional<Error> AnalyseRun::open_outputs(const Engine& engine) {
    const ReportFacts facts{engine_name(), network_name(engine), effort_text(settings_.analysis), now_text("%Y-%m-%d")};
    const auto open = [this](const std::string& path) { return Destination::open(path, streams_.output); };
    if (settings_.pgn) {
        Result<Destination> destination = open(*settings_.pgn);
        if (!destination) { return Error{destination.error()}; }
        outputs_.push_back(std::make_unique<PgnOutput>(*std::move(destination)));
    }
    if (settings_.json) {
        Result<Destination> destination = open(*settings_.json);
        if (!destination) { return Error{destination.error()}; }
        outputs_.push_back(std::make_unique<JsonOutput>(*std::move(destination), facts, settings_.analysis));
    }
    if (settings_.html) {
        Result<Destination> destination = open(*settings_.html);
        if (!destination) { return Error{destination.error()}; }
        outputs_.push_back(std::make_unique<HtmlOutput>(*std::move(destination), facts, survey_.games == 1));
    }
    return std::nullopt;
}

AnalysisCache AnalyseRun::open_cache(const Engine& engine) {
    std::optional<std::filesystem::path> folder = AnalysisCache::users_folder();
    if (settings_.cache) { folder = *settings_.cache; }
    if (settings_.no_cache) { folder.reset(); }
    return {folder, engine_identity(engine), [this](const std::string& sentence) { note(sentence); }};
}

int AnalyseRun::run() {
    if (const std::optional<Error> error = open_input()) { return fail(error->message); }
    Engine engine;
    engine.set_notice_handler([this](const std::string& sentence) { note(sentence); });
    if (const std::optional<Error> error = set_up(engine, settings_.engine, streams_)) { return fail(error->message); }
    if (const std::optional<Error> error = open_outputs(engine)) { return fail(error->message); }
    if (analyse_games(engine) == Outcome::Interrupted) { return report_interruption(); }
    if (analysed_ == 0) { return fail("there is nothing to analyse in " + name_of_input(settings_)); }
    return finish_outputs();
}

Outcome AnalyseRun::analyse_games(Engine& engine) {
    const platform::InterruptWatch watch;
    AnalysisCache cache = open_cache(engine);
    Progress progress(streams_, survey_.plies * StepsPerMove);
    GameSource source(*input_, settings_.games);
    Outcome outcome = Outcome::Complete;
    while (const std::optional<SourceGame> game = source.next()) {
        if (!game->problem.empty()) {
            progress.erase();
            note(game->problem + (game->has_moves() ? "; the moves before it are analysed" : "; the game is left out"));
            if (!game->has_moves()) { continue; }
        }
        const std::unique_ptr<GameStore> store = cache.open(game->game, settings_.analysis);
        GameAnalyser analyser(
            engine, settings_.analysis, [&watch] { return watch.interrupted(); }, store.get());
        outcome = watch.interrupted() ? Outcome::Interrupted : analyse_game(analyser, *game, progress);
        if (outcome != Outcome::Complete) { break; }
    }
    progress.erase();
    return outcome;
}

Outcome AnalyseRun::analyse_game(GameAnalyser& analyser, const SourceGame& game, Progress& progress) {
    std::string name = "game " + std::to_string(game.number);
    if (survey_.games > 0) { name = "game " + std::to_string(analysed_ + 1) + " of " + std::to_string(survey_.games); }
    progress.begin(name);
    positions_ = 0;
    const std::optional<GameAnalysis> analysis = analyser.analyse(game.game, [&](std::size_t done, std::size_t all) {
        const std::size_t moves = all / StepsPerMove;
        positions_ = std::min(done, moves);
        const std::string work =
            done < moves ? "position " + std::to_string(done) : "reasons for move " + std::to_string(done - moves);
        progress.advance(done, all, work + " of " + std::to_string(moves));
    });
    if (!analysis) { return Outcome::Interrupted; }
    progress.end();
    progress.erase();
    show_game(game, *analysis);
    ++analysed_;
    last_finished_ = game.number;
    for (const std::unique_ptr<AnalysisOutput>& output : outputs_) {
        if (!output->add({game, *analysis, settings_.side})) { return Outcome::CantWrite; }
    }
    return Outcome::Complete;
}

// The only game gets a full summary, each of several a line.
void AnalyseRun::show_game(const SourceGame& game, const GameAnalysis& analysis) {
    const std::string line = short_summary(game.number, game.game, analysis) + '\n';
    if (analysed_ == 0 && survey_.games <= 1) {
        only_game_ = {summary(game.game, analysis, settings_.side), line};
        return;
    }
    summary_ << std::exchange(only_game_, {}).line << line << std::flush;
}

int AnalyseRun::report_interruption() {
    std::string text = "\nStopped after ";
    if (analysed_ > 0) { text += counted(analysed_, "game") + " and "; }
    text += counted(positions_, "position") + (analysed_ > 0 ? " of the next" : "") + "; nothing was written.\n";
    if (!settings_.no_cache) { text += "What is done is kept: the same command goes on from there.\n"; }
    if (analysed_ > 0) {
        text += "For the finished games alone, add --games " + std::to_string(settings_.games.first) + '-' +
                std::to_string(last_finished_) + ".\n";
    }
    streams_.errors << text << std::flush;
    return Interrupted;
}

int AnalyseRun::finish_outputs() {
    summary_ << only_game_.full << std::flush;
    for (const std::unique_ptr<AnalysisOutput>& output : outputs_) {
        if (const std::optional<Error> error = output->finish()) { return fail(error->message); }
    }
    for (const std::optional<std::string>* const path : {&settings_.pgn, &settings_.html, &settings_.json}) {
        if (*path && **path != "-") { summary_ << "\nWritten: " << **path; }
    }
    summary_ << '\n' << std::flush;
    return summary_ ? Done : Failed;
}

}  // namespace

int analyse(const std::vector<std::string>& words, Streams& streams) {
    AnalyseSettings settings;
    const Result<std::string> help = parse_analyse(words, settings);
    if (!help) { return misused("analyse", help.error(), streams); }
    if (!help->empty()) { return show_help(*help, streams); }
    return AnalyseRun(std::move(settings), streams).run();
}

}  // namespace skua::cli
