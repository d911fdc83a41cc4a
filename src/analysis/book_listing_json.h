// The moves of an opening book for programs.
#pragma once

#include "analysis/book_listing.h"
#include "base/json.h"

namespace skua {

// An array of the moves, each with "uci", "san", "weight" and "share".
Json to_json(const BookListing& listing);

}  // namespace skua
