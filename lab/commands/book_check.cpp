#include <iostream>

#include "base/parse.h"
#include "lab/book/survey.h"
#include "lab/commands/commands.h"

namespace skua::lab {

namespace {

struct Settings {
    std::vector<std::string> paths;
};

bool check(const std::string& path) {
    const Result<std::shared_ptr<const book::Book>> book = book::Book::open(path);
    if (!book) {
        complain(in_quotes(path, 200) + ": " + book.error());
        return false;
    }
    const BookSurvey survey = survey_book(**book);
    for (const std::string& example : survey.examples) { std::cerr << path << ": " << example << '\n'; }
    std::cout << path << ": " << (survey.is_broken() ? "BROKEN, " : "good, ")
              << counted(survey.entries, "entry", "entries") << ", " << counted(survey.positions, "position") << "; "
              << survey.out_of_order << " out of order, " << survey.malformed << " malformed, "
              << counted(survey.duplicates, "duplicate") << ", " << survey.illegal << " illegal; "
              << counted(survey.zero_weights, "weight") << " of 0, " << counted(survey.orphans, "position")
              << " out of reach from the start\n";
    return !survey.is_broken();
}

int run(const Settings& settings) {
    bool all_good = true;
    for (const std::string& path : settings.paths) { all_good = check(path) && all_good; }
    return all_good ? ExitDone : ExitFailed;
}

}  // namespace

void add_book_check(CLI::App& book) {
    auto [options, settings] = add_command(book, "check", "Check books: the order of entries, and every move", run);
    options.add_files("books", settings.paths, "books to read");
    options.set_details(
        "The exit code is 1 if anything is wrong. Moves are checked in all positions that games can reach; weights\n"
        "of 0 and positions that can't be reached are counted, but not wrong.");
}

}  // namespace skua::lab
