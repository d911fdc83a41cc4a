// The names of openings. A position has a name, whatever moves led to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/game.h"

namespace skua {

struct OpeningName {
    std::string_view eco;   // code of the Encyclopaedia of Chess Openings: A00 to E99
    std::string_view name;  // "Family: Variation, Line"

    bool operator==(const OpeningName&) const = default;
};

// Where a game reached the opening that it is named after.
struct GameOpening {
    OpeningName opening;
    int ply = 0;  // moves of both sides up to the named position
};

// Read by any number of threads at once.
class OpeningNames {
public:
    // Reads lines of code, name and moves ("1. e4 e5 2. Nf3"), separated by tabs; those that begin with '#' are
    // comments. The text is not copied and must stay where it is. The error names the first line that is wrong.
    static Result<OpeningNames> parse(std::string_view table);

    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    // The name of a position: pieces, side to move, castling and legal en passant captures have to agree, counters not.
    [[nodiscard]] std::optional<OpeningName> at(const Position& position) const;
    // The last named position of a game. Only games of standard chess from its start position have a name.
    [[nodiscard]] std::optional<GameOpening> last_in(const Game& game, Variant variant) const;

private:
    struct Entry {
        Key key = 0;
        Setup setup;  // counters at their start values
        OpeningName opening;
        std::size_t line = 0;  // of the table
    };

    OpeningNames() = default;
    [[nodiscard]] const Entry* find(Key key, const Setup& setup) const;

    std::vector<Entry> entries_;  // sorted by key
};

// The names that come with the program, read on first use. An Error says why they can't be used.
const Result<OpeningNames>& embedded_opening_names();

}  // namespace skua
