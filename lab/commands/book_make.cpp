#include <iostream>

#include "base/parse.h"
#include "lab/book/entries.h"
#include "lab/book/make.h"
#include "lab/commands/commands.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    std::vector<std::string> games;
    std::string only;
    MakeSettings make;
};

int run(const Settings& settings) {
    MakeSettings make = settings.make;
    if (!settings.only.empty()) { make.only = settings.only == "white" ? Color::White : Color::Black; }
    if (const std::optional<Error> error = must_be_new(settings.path)) { return complain(error->message); }
    BookMaker maker(make);
    const auto remark = [](const std::string& sentence) { std::cerr << sentence << '\n'; };
    for (const std::string& path : settings.games) {
        if (const std::optional<Error> error = add_games(maker, path, remark)) { return complain(error->message); }
    }
    const std::vector<book::Entry> entries = maker.entries();
    if (entries.empty()) {
        return complain("no move was played in enough games; nothing was written (try a smaller --games)");
    }
    if (const std::optional<Error> error = write_book(settings.path, entries)) { return complain(error->message); }
    std::cout << settings.path << ": " << counted(entries.size(), "entry", "entries") << " from "
              << counted(maker.games(), "game") << '\n';
    return ExitDone;
}

}  // namespace

void add_book_make(CLI::App& book) {
    auto [options, settings] = add_command(book, "make", "Make a book from games", run);
    options.add_file("book", settings.path, "book to write");
    options.add_files("games", settings.games, "files of games: PGN, or written by datagen");
    options.add("--plies", settings.make.plies, 1, 10'000, "plies of each game to take");
    options.add("--games", settings.make.games, 1, 1'000'000'000, "leave out moves played in fewer games");
    options.add("--score", settings.make.score, 0.0, 1.0, "leave out moves that scored less for their side");
    options.add_choice("--only", settings.only, {"white", "black"}, "take only the moves of this side");
    options.set_details(
        "The weight of a move is 2 for each win and 1 for each draw of its side; moves that only lost are left out.\n"
        "Games without a result and the random moves at the start of datagen's games are not counted.");
}

}  // namespace skua::lab
