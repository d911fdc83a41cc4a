#include "analysis/book_listing_json.h"

namespace skua {

Json to_json(const BookListing& listing) {
    Json moves = Json::array();
    for (const BookListing::Line& line : listing.lines) {
        moves.add(Json::object({{"uci", line.uci}, {"san", line.san}, {"weight", line.weight}, {"share", line.share}}));
    }
    return moves;
}

}  // namespace skua
