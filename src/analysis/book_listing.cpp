#include "analysis/book_listing.h"

#include "book/polyglot_key.h"
#include "chess/san.h"
#include "chess/uci_move.h"

namespace skua {

BookListing list_book_moves(const book::Book& book, const std::string& name, const Game& game, Variant variant) {
    BookListing listing;
    listing.book = name;
    listing.entries = book.size();
    listing.can_know = book::polyglot_knows(game.position());
    for (const book::BookMove& each : book.moves(game)) {
        listing.lines.push_back(
            {to_uci(each.move, variant), to_san(game.position(), each.move), each.weight, each.share});
    }
    return listing;
}

}  // namespace skua
