// A reason, as data: what is said of a move, and what proves it. statement_text turns it into words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "chess/delta.h"
#include "chess/move.h"

namespace skua {

// What is said.
enum class StatementKind : std::uint8_t {
#define KIND(kind, name) kind,
#include "analysis/statement_kinds.inc"
#undef KIND
    Count
};

// Whose deed it is that the statement tells of, and what it has to do with the explained move.
enum class StatementRole : std::uint8_t {
    Does,       // the explained move does it
    Better,     // the better move does it, and the explained one does not
    Allows,     // the opponent's reply does it
    Threatens,  // the side that made the explained move would do it next
    Leaves,     // the opponent threatened it before, and still does it
    LeadsTo,    // it is so at the end of the line that the explained move begins
    Remark,     // about the position
    Count
};

// Where the line of a statement begins: before the explained move or after it.
enum class LineFrom : std::uint8_t { Before, After, Count };

// What proved a statement.
enum class StatementCheck : std::uint8_t {
    Rules,  // the rules alone
    Board,  // facts of the board, at the ends of the lines too
    Tablebase,
    Book,
    MateSearch,      // every defence was tried
    MaterialSearch,  // the most that can be won by force, with N and with 4 N nodes
    Search,          // the engine's search, with N and with 4 N nodes
    Count
};

struct Statement {
    StatementKind kind{};
    StatementRole role{};
    // What the kind is about. The squares are those on which the men stand when the deed is done.
    std::vector<PlacedPiece> men;
    std::vector<PlacedPiece> others;  // the second party: what was given for the men, what stands behind them
    // What the line wins and what it costs, after equal exchanges.
    std::vector<PlacedPiece> won;
    std::vector<PlacedPiece> given;
    std::size_t deed = 0;  // index in the line of the move that does it, counted from the first that is not a pass
    // Further moves that are named, legal before the explained move. In the role Better the better move, if the line
    // begins with a pass.
    std::vector<Move> moves;
    Color owner{};  // of a fact of the board
    int number = 0;
    // False: the number is a bound, a mate in at most so many moves; or other men may fall than those of the line.
    bool is_exact = true;
    // The witness. Move::none() is a pass, with which a threat begins.
    LineFrom from{};
    std::vector<Move> line;
    StatementCheck check{};
    std::uint64_t nodes = 0;  // spent on the proof

    // Is it certain which men fall?
    [[nodiscard]] bool names_prize() const { return is_exact && !won.empty(); }

    bool operator==(const Statement&) const = default;
};

std::string_view name_of(StatementKind kind);
std::string_view name_of(StatementRole role);
std::string_view name_of(StatementCheck check);

}  // namespace skua
