#include <chrono>
#include <iostream>

#include "base/parse.h"
#include "lab/commands/commands.h"
#include "lab/proof/proof_run.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/support/tablebase_choice.h"

namespace skua::lab {

namespace {

struct Settings {
    std::vector<std::string> files;
    std::uint64_t nodes = proof::CheckSettings{}.nodes;
    int factor = static_cast<int>(proof::CheckSettings{}.factor);
    int threads = 1;
    std::uint64_t count = 100;
    std::uint64_t seed = 1;
    std::string out;
    TablebaseChoice tables;

    [[nodiscard]] proof::ProofSettings proof() const {
        return {{nodes, static_cast<unsigned>(factor)}, threads, tables.path};
    }
};

std::string progress_text(const proof::Results& results, std::size_t all) {
    const proof::Tally total = results.total();
    return std::to_string(results.positions()) + " of " + counted(all, "position") + ", " +
           counted(static_cast<std::uint64_t>(total.occurred), "statement") + ", " +
           std::to_string(total.false_claims) + " false, " + std::to_string(total.denied) +
           " refuted by longer searches";
}

int run(const Settings& settings) {
    if (const auto tables = settings.tables.open(); !tables) { return complain(tables.error()); }
    const auto count = static_cast<std::size_t>(settings.count);
    const auto samples = proof::draw_samples(settings.files, count, settings.seed);
    if (!samples) { return complain(samples.error()); }
    const proof::ProofSettings proof = settings.proof();
    const auto results = proof::Results::open(settings.out, conditions_of(proof, settings.files, count, settings.seed));
    if (!results) { return complain(results.error()); }
    if ((*results)->positions() > 0) {
        std::cerr << "Resuming after " << counted((*results)->positions(), "position") << '\n';
    }
    SignalGuard signals;
    bool is_stopped = false;
    ProgressLine line;
    const std::optional<Error> error = run_proof(**results, *samples, proof, [&] {
        if (line.due()) { line.show(progress_text(**results, samples->size())); }
        is_stopped = is_stopped || signals.received();
        return is_stopped;
    });
    line.finish();
    if (error) { return complain(error->message); }
    std::cout << progress_text(**results, samples->size()) << "\n\n" << (*results)->table();
    if (!is_stopped) { return ExitDone; }
    std::cout << (settings.out.empty() ? "" : "Interrupted: the same command resumes it\n");
    return ExitInterrupted;
}

}  // namespace

void add_prove(CLI::App& lab) {
    auto [options, settings] =
        add_command(lab, "prove", "Explain positions and check every statement by other means", run);
    options.add_files("files", settings.files, "suites (.epd), games (.skg, .pgn)");
    options.add("--count", settings.count, 1, 10'000'000, "positions to draw from each file");
    options.add("--seed", settings.seed, 0, 1'000'000'000'000, "draws other positions");
    options.add("--nodes", settings.nodes, 100, 1'000'000'000, "nodes for each explained move");
    options.add("--factor", settings.factor, 1, 1000, "the checking searches get this many times as many nodes");
    options.add("--threads", settings.threads, 1, 1024, "positions worked on at the same time");
    options.add_text("--out", settings.out, "CSV file with a row for each statement, to resume from");
    settings.tables.add_option(options, "folders with Syzygy tables, to explain and to check with");
    options.set_details(
        "Of a suite's position the best moves (bm) are explained, of a game's the move that was played and another\n"
        "legal one; and always the engine's best move and the opponent's threats. The checker replays the lines, "
        "looks\n"
        "at the board, counts material and solves mates with code of its own, and asks longer searches. The table\n"
        "counts, for each kind of statement, how often it occurred, how often a claim about rules, board or line was\n"
        "false, and how often a longer search refuted it. Ctrl-C ends it; with --out the same command resumes it.");
}

}  // namespace skua::lab
