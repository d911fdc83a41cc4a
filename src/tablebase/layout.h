// Where a position stands in a Syzygy table: from the squares of its pieces to a number.
//
// Pieces are taken in groups. The leading group is either all pawns of one side, or three different pieces, or the two
// kings; the board is mirrored so that the group's first piece stands on one eighth of the board (with pawns, on the
// left half). Every further group holds pieces of one kind and is numbered by binomial coefficients over the squares
// that are left. The index is the sum of the groups' numbers, each times its factor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "tablebase/material.h"
#include "tablebase/outcome.h"

namespace skua::tablebase {

// The left half of the board has four files; tables with pawns come in four parts, one for each.
inline constexpr int LeadFiles = 4;

// The side whose pawns lead: the one with fewer pawns, White if both have as many. The material has pawns.
Color leading_pawns_color(const Material& material);

// Which of the leading pawns leads: the one nearest to the edge of the board, and of these the least advanced.
Square leading_pawn(Bitboard pawns);
// The part of a table that a leading pawn belongs to, 0 for the a and h files.
int lead_file(Square leading_pawn);

class Layout {
public:
    // The places in the order of factors that a file gives: of the leading group, and of the other side's pawns.
    struct Order {
        int leading = 0;
        int other_pawns = NotThere;

        static constexpr int NotThere = 15;
    };

    // The pieces as the file lists them, White being the first side of the material. Nothing if they contradict the
    // material or the order: the file is corrupt.
    static std::optional<Layout> make(const Material& material, std::span<const Piece> pieces, Order order,
                                      int lead_file);

    // How many positions the table has room for.
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] std::span<const Piece> pieces() const { return {pieces_.data(), count_}; }

    // The index of a position. With `flip`, the colors are exchanged and the board is turned first.
    [[nodiscard]] std::uint64_t index(const Position& position, bool flip) const;

private:
    enum class Leading : std::uint8_t { Pawns, ThreePieces, Kings };

    // The squares of the pieces in the bytes of a number, the first piece in the lowest: so the whole board is mirrored
    // at once.
    using PackedSquares = std::uint64_t;

    struct Group {
        std::uint8_t length = 0;
        std::uint64_t factor = 0;
    };

    Layout() = default;
    bool set_factors(const Order& order, int lead_file);
    [[nodiscard]] PackedSquares squares_of(const Position& position, bool flip) const;
    // These mirror the board as the leading group needs it and return the number of that group.
    [[nodiscard]] std::uint64_t number_leading_pawns(PackedSquares& squares) const;
    [[nodiscard]] std::uint64_t number_leading_pieces(PackedSquares& squares) const;

    std::array<Piece, MaxPieces> pieces_{};
    std::array<Group, MaxPieces> groups_{};
    std::uint64_t size_ = 0;
    std::uint8_t count_ = 0;
    std::uint8_t group_count_ = 0;
    Leading leading_ = Leading::Kings;
    bool both_have_pawns_ = false;
};

}  // namespace skua::tablebase
