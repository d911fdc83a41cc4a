#include "lab/commands/suite.h"

#include <algorithm>
#include <iostream>

#include "base/parse.h"
#include "chess/san.h"
#include "engine/engine.h"
#include "lab/support/arguments.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

std::string wanted_of(const EpdRecord& record) {
    std::string text;
    for (const std::string_view name : {"bm", "am"}) {
        if (const EpdOperation* const operation = record.find(name)) {
            text += (text.empty() ? "" : " ") + std::string(name);
            for (const std::string& move : operation->operands) { text += ' ' + move; }
        }
    }
    return text;
}

}  // namespace

Result<std::vector<EpdRecord>> read_suite(std::string_view text) {
    std::vector<EpdRecord> records;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.front() == '#') { continue; }
        const std::string where = "line " + std::to_string(number) + ": ";
        Result<EpdRecord> record = parse_epd(line);
        if (!record) { return Error{where + record.error()}; }
        std::size_t named = 0;
        for (const std::string_view name : {"bm", "am"}) {
            const Result<std::vector<Move>> moves = epd_moves(*record, name);
            if (!moves) { return Error{where + moves.error()}; }
            named += moves->size();
        }
        if (named == 0) { return Error{where + "it names no best move (bm) and none to avoid (am)"}; }
        records.push_back(*std::move(record));
    }
    if (records.empty()) { return Error{"there are no positions in it"}; }
    return records;
}

bool is_solution(const EpdRecord& record, Move move) {
    const auto contains = [&](std::string_view name) {
        const Result<std::vector<Move>> moves = epd_moves(record, name);
        return std::find(moves->begin(), moves->end(), move) != moves->end();
    };
    return (record.find("bm") == nullptr || contains("bm")) && !contains("am");
}

int run_suite(std::span<const std::string_view> arguments) {
    std::optional<std::int64_t> time;
    std::optional<std::int64_t> nodes;
    std::int64_t threads = 1;
    std::int64_t hash = 64;
    ArgumentReader reader("suite", "<file.epd>", "searches test positions and counts those it solves", 1, 1);
    reader.add<std::int64_t>("--time", time, 1, 86'400'000,
                             "milliseconds for each position (1000, unless --nodes is given)");
    reader.add<std::int64_t>("--nodes", nodes, 1, 1'000'000'000'000, "nodes for each position");
    reader.add<std::int64_t>("--threads", threads, 1, 1024, "threads that search");
    reader.add<std::int64_t>("--hash", hash, 1, 1'000'000, "megabytes of the transposition table");
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> files = reader.read_or_explain(arguments, exit_code);
    if (!files) { return exit_code; }

    const std::string& path = files->front();
    const Result<std::string> text = contents_of(path);
    if (!text) { return complain(text.error()); }
    const Result<std::vector<EpdRecord>> records = read_suite(*text);
    if (!records) { return complain(path + ": " + records.error()); }

    Engine engine;
    for (const auto& [name, value] : {std::pair{"Hash", hash}, std::pair{"Threads", threads}}) {
        if (const std::optional<Error> error = engine.set_option(name, std::to_string(value))) {
            return complain(error->message);
        }
    }
    Move best;
    EngineCallbacks callbacks;
    callbacks.best_move = [&best](const BestMove& found) { best = found.move; };
    engine.set_callbacks(std::move(callbacks));

    std::size_t solved = 0;
    for (const EpdRecord& record : *records) {
        Limits limits;
        if (nodes) { limits.nodes = static_cast<std::uint64_t>(*nodes); }
        if (time || !nodes) { limits.move_time = time.value_or(1000); }
        engine.new_game();
        engine.set_game(Game(record.position));
        engine.go(limits);
        engine.wait();
        if (is_solution(record, best)) {
            ++solved;
        } else {
            std::cout << record.id() << ": wanted " << wanted_of(record) << ", played " << to_san(record.position, best)
                      << std::endl;
        }
    }
    std::cout << solved << " of " << records->size() << " solved\n";
    return ExitDone;
}

}  // namespace skua::lab
