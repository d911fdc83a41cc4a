// The moves of an opening book for people.
#pragma once

#include <string>

#include "analysis/book_listing.h"

namespace skua {

// A table of the moves, under a line that names the book; or a sentence that there are none.
std::string to_text(const BookListing& listing);

}  // namespace skua
