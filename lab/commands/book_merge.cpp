#include <iostream>

#include "base/parse.h"
#include "lab/book/entries.h"
#include "lab/book/merge.h"
#include "lab/commands/commands.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    std::vector<std::string> books;
    bool add = false;
};

int run(const Settings& settings) {
    if (const std::optional<Error> error = must_be_new(settings.path)) { return complain(error->message); }
    std::vector<std::shared_ptr<const book::Book>> books;
    for (const std::string& path : settings.books) {
        const Result<std::shared_ptr<const book::Book>> book = book::Book::open(path);
        if (!book) { return complain(in_quotes(path, 200) + ": " + book.error()); }
        books.push_back(*book);
    }
    const std::vector<book::Entry> entries =
        merge_books(books, settings.add ? MergeRule::AddWeights : MergeRule::FirstBook);
    if (const std::optional<Error> error = write_book(settings.path, entries)) { return complain(error->message); }
    std::cout << settings.path << ": " << counted(entries.size(), "entry", "entries") << " from "
              << counted(books.size(), "book") << '\n';
    return ExitDone;
}

}  // namespace

void add_book_merge(CLI::App& book) {
    auto [options, settings] = add_command(book, "merge", "Write several books into a new one", run);
    options.add_file("new-book", settings.path, "book to write");
    options.add_files("books", settings.books, "books to read, the most important first");
    options.add_flag("--add", settings.add, "add the weights of all books");
    options.set_details(
        "Without --add the first book that has a position gives all its moves. A move that a book has twice counts "
        "once.");
}

}  // namespace skua::lab
