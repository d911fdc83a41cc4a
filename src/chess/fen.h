// Forsyth-Edwards notation, with X-FEN and Shredder-FEN for Chess960.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"

namespace skua {

inline constexpr std::string_view StartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct FenReading {
    Position position;
    // What was corrected, in words: castling rights that the board contradicts.
    std::vector<std::string> remarks;
    // The castling letters that were dropped only because Variant::Standard was asked for.
    std::string chess960_rights;
};

// Reads four to six fields (the two counters may be missing). Castling rights may be written KQkq (the outermost rook)
// or as files (HAha); Variant::Standard keeps only those of a king on the e-file with rooks in the corners.
Result<FenReading> parse_fen(std::string_view text, Variant variant = Variant::Chess960);

enum class CastlingLetters : std::uint8_t {
    XFen,     // KQkq, and a file letter for a rook that is not the outermost
    Shredder  // file letters only
};

// The en passant square is written only if a capture on it is legal.
std::string to_fen(const Position& position, CastlingLetters letters = CastlingLetters::XFen);

}  // namespace skua
