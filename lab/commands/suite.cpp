#include "lab/support/suite.h"

#include <iostream>

#include "chess/san.h"
#include "engine/engine.h"
#include "lab/commands/commands.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    std::optional<std::int64_t> time;
    std::optional<std::uint64_t> nodes;
    int threads = 1;
    int hash = 64;
};

constexpr std::int64_t DefaultTime = 1000;

std::string wanted_of(const EpdRecord& record) {
    std::string text;
    for (const std::string_view name : {"bm", "am", "dm"}) {
        if (const EpdOperation* const operation = record.find(name)) {
            text += (text.empty() ? "" : " ") + std::string(name);
            for (const std::string& operand : operation->operands) { text += ' ' + operand; }
        }
    }
    return text;
}

int run(const Settings& settings) {
    const Result<std::string> text = contents_of(settings.path);
    if (!text) { return complain(text.error()); }
    const Result<std::vector<EpdRecord>> records = read_suite(*text);
    if (!records) { return complain(settings.path + ": " + records.error()); }

    Engine engine;
    for (const auto& [name, value] : {std::pair{"Hash", settings.hash}, std::pair{"Threads", settings.threads}}) {
        if (const std::optional<Error> error = engine.set_option(name, std::to_string(value))) {
            return complain(error->message);
        }
    }
    SuiteAnswer answer;
    EngineCallbacks callbacks;
    callbacks.best_move = [&answer](const BestMove& found) {
        const MateIn* const mate = std::get_if<MateIn>(&found.score);
        answer = {found.move, mate != nullptr && mate->wins};
    };
    engine.set_callbacks(std::move(callbacks));

    Limits limits;
    if (settings.nodes) { limits.nodes = *settings.nodes; }
    if (settings.time || !settings.nodes) { limits.move_time = settings.time.value_or(DefaultTime); }
    std::size_t solved = 0;
    for (const EpdRecord& record : *records) {
        engine.new_game();
        engine.set_game(Game(record.position));
        engine.go(limits);
        engine.wait();
        if (is_solution(record, answer)) {
            ++solved;
        } else {
            std::cout << record.id() << ": wanted " << wanted_of(record) << ", played "
                      << to_san(record.position, answer.move) << std::endl;
        }
    }
    std::cout << solved << " of " << records->size() << " solved\n";
    return ExitDone;
}

}  // namespace

void add_suite(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "suite", "Search test positions and count the solved ones", run);
    options.add_file("file", settings.path, "EPD file with best moves (bm), moves to avoid (am) or mates (dm)");
    options.add("--time", settings.time, 1, 86'400'000, "milliseconds for each position; 1000 unless --nodes is given");
    options.add("--nodes", settings.nodes, 1, 1'000'000'000'000, "nodes for each position");
    options.add("--threads", settings.threads, 1, 1024, "threads that search");
    options.add("--hash", settings.hash, 1, 1'000'000, "megabytes of transposition table");
    options.set_details("The repository has suites in lab/suites.");
}

}  // namespace skua::lab
