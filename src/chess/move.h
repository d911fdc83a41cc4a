// A move in 16 bits: origin, target, kind. It means something only together with a position.
#pragma once

#include <cstdint>

#include "base/inline_vector.h"
#include "chess/types.h"

namespace skua {

// What a move does besides carrying a piece from one square to another. The numbers are the upper four bits of a
// move; other values occur in no legal move.
enum class MoveKind : std::uint8_t {
    Normal = 0,
    EnPassant = 1,
    Castling = 2,
    PromoteKnight = 4,
    PromoteBishop = 5,
    PromoteRook = 6,
    PromoteQueen = 7
};

class Move {
public:
    constexpr Move() = default;

    static constexpr Move none() { return {}; }
    static constexpr Move normal(Square from, Square to) { return {from, to, MoveKind::Normal}; }
    static constexpr Move en_passant(Square from, Square to) { return {from, to, MoveKind::EnPassant}; }
    // Castling is written as the king taking its own rook, in chess as in Chess960.
    static constexpr Move castling(Square king, Square rook) { return {king, rook, MoveKind::Castling}; }
    static constexpr Move promotion(Square from, Square to, PieceType piece) {
        assert(piece >= PieceType::Knight && piece <= PieceType::Queen);
        return {from, to, static_cast<MoveKind>(static_cast<int>(piece) + 3)};
    }
    // Makes a move of any 16 bits, for example from a hash table: check it with Position::is_legal.
    static constexpr Move from_raw(std::uint16_t raw) {
        Move move;
        move.raw_ = raw;
        return move;
    }

    [[nodiscard]] constexpr std::uint16_t raw() const { return raw_; }
    [[nodiscard]] constexpr Square from() const { return static_cast<Square>(raw_ & 63); }
    [[nodiscard]] constexpr Square to() const { return static_cast<Square>((raw_ >> 6) & 63); }
    [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(raw_ >> 12); }

    [[nodiscard]] constexpr bool is_none() const { return raw_ == 0; }
    [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::EnPassant; }
    [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::Castling; }
    [[nodiscard]] constexpr bool is_promotion() const { return kind() >= MoveKind::PromoteKnight; }
    [[nodiscard]] constexpr PieceType promotion_piece() const {
        assert(is_promotion());
        return static_cast<PieceType>(static_cast<int>(kind()) - 3);
    }

    constexpr bool operator==(const Move&) const = default;

private:
    constexpr Move(Square from, Square to, MoveKind kind)
        : raw_(static_cast<std::uint16_t>(index_of(from) | (index_of(to) << 6) | (static_cast<int>(kind) << 12))) {}

    std::uint16_t raw_ = 0;
};

// No legal position has more than 218 moves; positions that pass the FEN reader stay below 256.
using MoveList = InlineVector<Move, 256>;

}  // namespace skua
