#include <cmath>
#include <iostream>

#include "base/file.h"
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
    return std::to_string(progress.positions) + " positions, " + std::to_string(progress.searched) +
           " searched now, up to ply " + std::to_string(progress.plies);
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
    if ((*journal)->size() > 0) { std::cerr << "Resuming after " << (*journal)->size() << " positions\n"; }

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
    std::cout << settings.path << ": " << progress_text(grown->progress) << ", " << grown->entries.size()
              << " entries, " << duration_text(grown->progress.seconds)
              << (grown->progress.stopped ? "; interrupted: the same command resumes it\n" : "\n");
    return ExitDone;
}

}  // namespace

void add_book_grow(CLI::App& book) {
    auto [options, settings] = add_command(book, "grow", "Make a book by the engine's own searches", run);
    GrowSettings& grow = settings.grow;
    options.add_file("book", settings.path, "book to write");
    options.add_text("--journal", settings.journal, "file of the searches so far; <book>.journal if absent");
    options.add("--positions", grow.positions, 1, 100'000'000, "end with this many positions");
    options.add("--nodes", grow.nodes, 1, 1'000'000'000,
                "nodes to search per position, or some more to complete an iteration");
    options.add("--moves", grow.moves, 1, 256, "best moves that are looked for in each position");
    options.add("--margin", grow.margin, 0, 1000, "centipawns that a move may be worse than the best one");
    options.add("--plies", grow.plies, 0, 1000, "plies up to which positions are searched");
    options.add_choice("--order", settings.order, {"breadth", "likely"},
                       "which positions first: by plies (breadth), or as often as games reach them (likely)");
    options.add("--threads", grow.threads, 1, 1024, "positions searched at the same time");
    options.add("--hash", grow.hash_megabytes, 1, 65536, "megabytes of transposition table for each thread");
    options.set_details(
        "Every search is written to the journal when it ends. Ctrl-C ends the run and writes the book as far as\n"
        "it is; the same command resumes it, also after a kill.");
}

}  // namespace skua::lab
