// Everything that can be said about a book, and all that is wrong with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "book/book.h"

namespace skua::lab {

struct BookSurvey {
    std::uint64_t entries = 0;
    std::uint64_t positions = 0;   // different keys
    std::uint64_t most_moves = 0;  // in one position
    std::uint16_t largest_weight = 0;
    std::uint64_t zero_weights = 0;

    // What games from the start position come to: by moves of the book, by other moves to positions that the book has,
    // and by any move where it has none, as in a book for one colour.
    std::uint64_t reached = 0;  // positions of the book
    std::uint64_t orphans = 0;  // the other positions of the book, whose moves can't be checked
    int plies = 0;              // to the deepest one that was reached

    // Faults.
    std::uint64_t out_of_order = 0;     // entries whose key is less than the one before
    std::uint64_t malformed = 0;        // moves that no position has, such as a promotion to a king
    std::uint64_t duplicates = 0;       // moves that their position had already
    std::uint64_t illegal = 0;          // moves that are not legal in the position that was reached
    std::vector<std::string> examples;  // a sentence for the first few faults

    [[nodiscard]] bool is_broken() const { return out_of_order + malformed + duplicates + illegal > 0; }
};

// Reads the whole book.
BookSurvey survey_book(const book::Book& book);

}  // namespace skua::lab
