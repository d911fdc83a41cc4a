#include <iomanip>
#include <iostream>

#include "base/parse.h"
#include "lab/book/survey.h"
#include "lab/commands/commands.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
};

int run(const Settings& settings) {
    const Result<std::shared_ptr<const book::Book>> book = book::Book::open(settings.path);
    if (!book) { return complain(in_quotes(settings.path, 200) + ": " + book.error()); }
    const BookSurvey survey = survey_book(**book);
    const double each = static_cast<double>(survey.entries) / static_cast<double>(survey.positions);
    std::cout << "entries        " << survey.entries << '\n'
              << "positions      " << survey.positions << ", with " << std::fixed << std::setprecision(1) << each
              << " moves on average, at most " << survey.most_moves << '\n'
              << "weights        up to " << survey.largest_weight << "; " << survey.zero_weights << " are 0\n"
              << "from the start " << counted(survey.reached, "position") << ", up to ply " << survey.plies << "; "
              << survey.orphans << " can't be reached\n";
    return ExitDone;
}

}  // namespace

void add_book_info(CLI::App& book) {
    auto [options, settings] = add_command(book, "info", "Count positions, moves, weights and plies", run);
    options.add_file("book", settings.path, "book to read");
}

}  // namespace skua::lab
