// What a line of moves did to the men of both sides.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "chess/position.h"

namespace skua {

// A man that left the board or became another, by its piece and square before the line.
struct LostMan {
    PlacedPiece man;
    std::size_t ply = 0;             // index of the move that captured it
    Square captured_on{};            // where it stood then
    PieceType by = PieceType::None;  // what captured it
    Square captor_origin{};          // where the capturing man stood before the line
};

struct LineLedger {
    EnumArray<Color, std::vector<LostMan>> lost;
    // Pawns that promoted, by their squares before the line.
    EnumArray<Color, std::vector<PlacedPiece>> promoted;
    Position end;
};

// Replays the first `plies` moves of a line; Move::none() is a pass. The moves are legal.
LineLedger ledger_of(const Position& start, const std::vector<Move>& line, std::size_t plies);

// Men that fell, without equal exchanges.
struct Balance {
    std::vector<PlacedPiece> won;
    std::vector<PlacedPiece> given;

    // In centipawns.
    [[nodiscard]] int worth() const;
};
Balance balance_of(const LineLedger& ledger, Color side);

// After how many moves of the line has this side won at least so many centipawns that it keeps: the side to move is not
// in check, and the opponent has no capture or promotion that wins material by SEE, even if it were its turn; and not
// more than `most`. Nothing if it never has.
std::optional<std::size_t> settled_at(const Position& start, const std::vector<Move>& line, Color side, int centipawns,
                                      int most = std::numeric_limits<int>::max());

}  // namespace skua
