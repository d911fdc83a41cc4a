// What an opening book has for a position: plain values, which other files turn into text or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "book/book.h"
#include "chess/game.h"

namespace skua {

struct BookListing {
    struct Line {
        std::string uci;
        std::string san;
        int weight = 0;
        double share = 0;  // of the weights of all moves, from 0 to 1
    };

    std::string book;           // its name
    std::uint64_t entries = 0;  // in the whole book
    bool can_know = true;       // the format has a key for such a position
    std::vector<Line> lines;    // the heaviest first
};

BookListing list_book_moves(const book::Book& book, const std::string& name, const Game& game, Variant variant);

}  // namespace skua
