#include "analysis/book_listing_text.h"

#include <iomanip>
#include <sstream>

#include "base/parse.h"

namespace skua {

std::string to_text(const BookListing& listing) {
    constexpr int MoveWidth = 10;
    constexpr int NumberWidth = 8;
    std::ostringstream text;
    text << "Book: " << listing.book << ", " << counted(listing.entries, "entry", "entries") << '\n';
    if (!listing.can_know) {
        text << "The format of books can't express the castling rights of this position.";
    } else if (listing.lines.empty()) {
        text << "It has no move for this position.";
    } else {
        text << "  " << std::left << std::setw(MoveWidth) << "Move" << std::right << std::setw(NumberWidth) << "Weight"
             << std::setw(NumberWidth) << "Share";
        for (const BookListing::Line& line : listing.lines) {
            text << "\n  " << std::left << std::setw(MoveWidth) << line.san << std::right << std::setw(NumberWidth)
                 << line.weight << std::setw(NumberWidth - 2) << std::fixed << std::setprecision(1) << 100 * line.share
                 << " %";
        }
    }
    return text.str();
}

}  // namespace skua
