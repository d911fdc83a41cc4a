// What every maker of a book needs: weights that fit the format, and the bytes of the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "book/book.h"

namespace skua::lab {

// The largest weight that an entry can have.
inline constexpr std::uint64_t MaxWeight = 0xFFFF;

// Makes the weights of one position fit the format, in the same proportion; what is more than 0 stays so.
void fit_weights(std::vector<std::uint64_t>& weights);

// Sorts the entries as a file has them: by key, then the heaviest first.
void sort_entries(std::vector<book::Entry>& entries);

// Sorts the entries and writes them as a book.
std::optional<Error> write_book(const std::string& path, std::vector<book::Entry> entries);

}  // namespace skua::lab
