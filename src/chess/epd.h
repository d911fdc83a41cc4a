// Extended position description (EPD): a position with operations such as "bm Nf3;" on one line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"

namespace skua {

// One operation: bm Nf3 Nc3; or id "name";
struct EpdOperation {
    std::string opcode;
    std::vector<std::string> operands;  // without quotes

    bool operator==(const EpdOperation&) const = default;
};

struct EpdRecord {
    Position position;
    // The operations in the order of the line, without hmvc and fmvn, which are counters of the position.
    std::vector<EpdOperation> operations;

    // The first operation of this name; null when there is none.
    [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;
    // The name of the record; empty when it has none.
    [[nodiscard]] std::string_view id() const;

    bool operator==(const EpdRecord&) const = default;
};

// Reads the four fields of a position, its two counters if they are there (as in a FEN), and operations that end with,
// or begin with (";D1 20 ;D2 400"), a semicolon. Returns an error for anything else.
Result<EpdRecord> parse_epd(std::string_view line, Variant variant = Variant::Chess960);

// Writes one line, without a line end. Counters that differ from those of a new game are written as hmvc and fmvn.
std::string to_epd(const EpdRecord& record);

// Returns the legal moves that an operation such as bm or am names in SAN; none when there is no such operation.
Result<std::vector<Move>> epd_moves(const EpdRecord& record, std::string_view opcode);

}  // namespace skua
