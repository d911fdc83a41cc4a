// Several books as one.
#pragma once

#include <memory>
#include <vector>

#include "book/book.h"

namespace skua::lab {

enum class MergeRule : std::uint8_t {
    FirstBook,  // the first book that knows a position decides it
    AddWeights  // the weights of all books are added
};

// The entries of the merged book, sorted. An entry that is twice in a book counts once, with its first weight.
std::vector<book::Entry> merge_books(const std::vector<std::shared_ptr<const book::Book>>& books, MergeRule rule);

}  // namespace skua::lab
