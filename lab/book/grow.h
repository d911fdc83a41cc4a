// A book made by the engine's own search alone: it starts with one position and follows the moves that the search finds
// about as good as the best.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "book/book.h"
#include "lab/book/journal.h"

namespace skua::lab {

enum class GrowOrder : std::uint8_t {
    Breadth,  // all positions after a number of plies before those after more
    Likely    // the position first that games played by this book reach most often
};

struct GrowSettings {
    std::uint64_t nodes = 50'000;  // soft limit of each search
    int moves = 4;                 // best moves that a search looks for
    int margin = 25;               // centipawns that a book move may be worse than the best one
    std::uint64_t positions = 12'000;
    int plies = 40;  // positions after more than these are left out
    GrowOrder order = GrowOrder::Breadth;
    int threads = 1;  // positions searched at the same time
    std::size_t hash_megabytes = 16;
};

// The conditions of the searches, on which their results depend: for the journal.
std::string conditions_of(const GrowSettings& settings);

struct GrowProgress {
    std::uint64_t positions = 0;  // in the book so far
    std::uint64_t searched = 0;   // of these, searched in this run
    int plies = 0;                // of the deepest
    double seconds = 0;
    bool stopped = false;  // before the book was complete
};

struct GrownBook {
    std::vector<book::Entry> entries;
    GrowProgress progress;
};

// Grows the book from the start position until it has enough positions, no more moves are good enough, or `tick`
// returns false; the calling thread calls that between searches. The same settings make the same book, on any number
// of threads and however often the work was interrupted.
//
// When all is searched, scores are backed up: a move is worth what the best answer to it is worth, where the book has
// an answer. A move that has left the margin by that keeps its entry, with weight 0, so that the answers to it can be
// found.
Result<GrownBook> grow_book(Journal& journal, const GrowSettings& settings,
                            const std::function<bool(const GrowProgress&)>& tick);

}  // namespace skua::lab
