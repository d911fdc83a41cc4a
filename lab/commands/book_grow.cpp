#include <cmath>
#include <iostream>

#include "base/file.h"
#include "base/parse.h"
#include "lab/book/entries.h"
#include "lab/book/grow.h"
#include "lab/commands/commands.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    std::string journal;
    std::string order = "breadth";
    GrowSettings grow;
};

std::string progress_text(const GrowProgress& progress) {
    return counted(progress.positions, "position") + ", " + std::to_string(progress.searched) +
           " searched in this run, up to ply " + std::to_string(progress.plies);
}

std::string live_text(const GrowProgress& progress, const GrowSettings& settings) {
    if (progress.searched == 0 || settings.positions < progress.positions) { return progress_text(progress); }
    const auto left = static_cast<double>(settings.positions - progress.positions);
    return progress_text(progress) + ", about " +
           duration_text(left * progress.seconds / static_cast<double>(progress.searched)) + " left";
}

int run(const Settings& settings) {
    GrowSettings grow = settings.grow;
    grow.order = settings.order == "likely" ? GrowOrder::Likely : GrowOrder::Breadth;
    const std::string journal_path = settings.journal.empty() ? settings.path + ".journal" : settings.journal;
    // A book is only replaced by the run that its journal belongs to.
    const std::optional<Error> error = is_file(journal_path) ? cant_write(settings.path) : must_be_new(settings.path);
    if (error) { return complain(error->message); }

    SignalGuard signals;
    const Result<std::unique_ptr<Journal>> journal = Journal::open(journal_path, conditions_of(grow));
    if (!journal) { return complain(journal.error()); }
    if ((*journal)->size() > 0) { std::cerr << "Resuming after " << counted((*journal)->size(), "position") << '\n'; }

    ProgressLine line;
    const Result<GrownBook> grown = grow_book(**journal, grow, [&](const GrowProgress& progress) {
        if (line.due()) { line.show(live_text(progress, grow)); }
        return !signals.received();
    });
    line.finish();
    if (!grown) { return complain(grown.error()); }
    if (const std::optional<Error> failed = write_book(settings.path, grown->entries)) {
        return complain(failed->message);
    }
    std::cout << settings.path << ": " << progress_text(grown->progress) << ", "
              << counted(grown->entries.size(), "entry", "entries") << ", " << duration_text(grown->progress.seconds)
              << (grown->progress.stopped ? "; interrupted: the same command resumes it\n" : "\n");
    return ExitDone;
}

}  // namespace

void add_book_grow(CLI::App& book) {
    auto [options, settings] = add_command(book, "grow", "Make a book by the engine's own searches", run);
    GrowSettings& grow = settings.grow;
    options.add_file("book", settings.path, "book to write");
    options.add_text("--journal", settings.journal, "file that records the searches; <book>.journal if absent");
    options.add("--positions", grow.positions, 1, 100'000'000, "end with this many positions");
    options.add("--nodes", grow.nodes, 1, 1'000'000'000,
                "nodes to search per position, or some more to complete an iteration");
    options.add("--moves", grow.moves, 1, 256, "number of best moves to find in each position (MultiPV)");
    options.add("--margin", grow.margin, 0, 1000, "play moves at most this many centipawns worse than the best");
    options.add("--plies", grow.plies, 0, 1000, "search positions up to this ply");
    options.add_choice("--order", settings.order, {"breadth", "likely"},
                       "positions to search first: of the lowest ply (breadth, the default), or the likeliest");
    options.add("--threads", grow.threads, 1, 1024, "positions searched at the same time");
    options.add("--hash", grow.hash_megabytes, 1, 65536, "megabytes of transposition table for each thread");
    options.set_details(
        "Every search is written to the journal when it ends. Ctrl-C ends the run and writes the book so far;\n"
        "the same command resumes it, even if the program was killed.");
}

}  // namespace skua::lab
