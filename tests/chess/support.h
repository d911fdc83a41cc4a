// Helper functions for tests of the chess room.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua {

// The position of a FEN that must be valid; a test failure and the start position if it is not.
inline Position position_of(std::string_view fen, Variant variant = Variant::Chess960) {
    const Result<FenReading> reading = parse_fen(fen, variant);
    if (!reading) {
        ADD_FAILURE() << fen << ": " << reading.error();
        return {};
    }
    return reading->position;
}

// Why a FEN is refused; empty if it is not.
inline std::string refusal_of(std::string_view fen, Variant variant = Variant::Chess960) {
    const Result<FenReading> reading = parse_fen(fen, variant);
    return reading ? "" : reading.error();
}

// A move that must be legal.
inline Move move_of(const Position& position, std::string_view uci) {
    const Result<Move> move = parse_uci_move(position, uci);
    if (!move) {
        ADD_FAILURE() << move.error() << " in " << to_fen(position);
        return {};
    }
    return *move;
}

// Moves in alphabetical order with a blank between them; castling as king takes rook.
template <typename Moves>
std::string text_of(const Moves& moves) {
    std::vector<std::string> words;
    words.reserve(moves.size());
    for (const Move move : moves) { words.push_back(to_uci(move, Variant::Chess960)); }
    std::sort(words.begin(), words.end());
    std::string text;
    for (const std::string& word : words) { text += (text.empty() ? "" : " ") + word; }
    return text;
}

// The legal moves of a FEN, and those of them that start on one square.
inline std::string moves_of(std::string_view fen) { return text_of(legal_moves(position_of(fen))); }

inline std::string moves_from(std::string_view fen, Square from) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position_of(fen))) {
        if (move.from() == from) { moves.push_back(move); }
    }
    return text_of(moves);
}

// The castling moves of a FEN.
inline std::string castlings_of(std::string_view fen) {
    std::vector<Move> moves;
    for (const Move move : legal_moves(position_of(fen))) {
        if (move.is_castling()) { moves.push_back(move); }
    }
    return text_of(moves);
}

}  // namespace skua
