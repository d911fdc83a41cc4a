#include "tablebase/layout.h"

#include <algorithm>
#include <cassert>

#include "chess/attacks.h"

namespace skua::tablebase {

namespace {

constexpr int PawnSquares = 48;
constexpr int TriangleSquares = 10;
constexpr std::uint64_t ThreePieceNumbers = 31332;
constexpr std::uint64_t KingPairNumbers = 462;

// Above the long diagonal from a1 to h8: positive; below: negative; on it: 0.
constexpr int above_diagonal(Square square) { return index_of(rank_of(square)) - index_of(file_of(square)); }

// The numbers behind the indices. They follow from the format alone.
struct Numbers {
    // binomials[k][n]: in how many ways k of n squares can be chosen.
    std::array<std::array<std::uint64_t, 64>, MaxPieces> binomials{};
    // Squares below the diagonal, 0 to 27.
    EnumArray<Square, std::uint8_t> below_diagonal{};
    // The triangle a1-d1-d4, 0 to 9, the squares on the diagonal last.
    EnumArray<Square, std::uint8_t> triangle{};
    // Pairs of kings, the first in the triangle.
    std::array<EnumArray<Square, std::uint16_t>, TriangleSquares> king_pair{};
    // Pawn squares, 47 down to 0: from the edge files inwards, along each file and its mirror image from rank 2 up.
    EnumArray<Square, std::uint8_t> pawn{};
    // lead_pawn[n][square]: the first number of n leading pawns of which this one leads.
    std::array<EnumArray<Square, std::uint64_t>, MaxPieces> lead_pawn{};
    // How many numbers n leading pawns take when the leader stands on this file.
    std::array<std::array<std::uint64_t, LeadFiles>, MaxPieces> lead_pawns_size{};

    Numbers() {
        set_binomials();
        set_squares();
        set_king_pairs();
        set_pawns();
    }

    void set_binomials() {
        for (std::size_t n = 0; n < 64; ++n) {
            binomials[0][n] = 1;
            for (std::size_t k = 1; k < binomials.size() && n > 0; ++k) {
                binomials[k][n] = binomials[k - 1][n - 1] + binomials[k][n - 1];
            }
        }
    }

    void set_squares() {
        std::uint8_t below = 0;
        std::uint8_t inside = 0;
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            if (above_diagonal(square) >= 0) { continue; }
            below_diagonal[square] = below++;
            if (file_of(square) <= File::D) { triangle[square] = inside++; }
        }
        for (const Square square : {Square::A1, Square::B2, Square::C3, Square::D4}) { triangle[square] = inside++; }
    }

    void set_king_pairs() {
        std::uint16_t next = 0;
        // Pairs that both stand on the diagonal come last.
        for (const bool both_on_diagonal : {false, true}) {
            for (std::size_t number = 0; number < TriangleSquares; ++number) {
                const Square first = triangle_square(number);
                for (int i = 0; i < 64; ++i) {
                    const Square second = square_at(i);
                    if (second == first || king_attacks(first).contains(second)) { continue; }
                    // A first king on the diagonal leaves the mirror image of the second to choose: the one below.
                    if (above_diagonal(first) == 0 && above_diagonal(second) > 0) { continue; }
                    const bool on_diagonal = above_diagonal(first) == 0 && above_diagonal(second) == 0;
                    if (on_diagonal == both_on_diagonal) { king_pair[number][second] = next++; }
                }
            }
        }
        assert(next == KingPairNumbers);
    }

    [[nodiscard]] Square triangle_square(std::size_t number) const {
        for (int i = 0; i < 64; ++i) {
            const Square square = square_at(i);
            if (file_of(square) <= File::D && above_diagonal(square) <= 0 && triangle[square] == number) {
                return square;
            }
        }
        return Square::A1;
    }

    void set_pawns() {
        std::uint8_t next = PawnSquares;
        for (std::size_t file = 0; file < LeadFiles; ++file) {
            for (int rank = index_of(Rank::R2); rank <= index_of(Rank::R7); ++rank) {
                const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
                pawn[square] = --next;
                pawn[flip_file(square)] = --next;
            }
        }
        for (std::size_t count = 1; count < lead_pawn.size(); ++count) {
            for (std::size_t file = 0; file < LeadFiles; ++file) {
                std::uint64_t sum = 0;
                for (int rank = index_of(Rank::R2); rank <= index_of(Rank::R7); ++rank) {
                    const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
                    lead_pawn[count][square] = sum;
                    sum += binomials[count - 1][pawn[square]];
                }
                lead_pawns_size[count][file] = sum;
            }
        }
    }
};

const Numbers& numbers() {
    static const Numbers Made;
    return Made;
}

// Squares in the bytes of a number, as in Layout::std::uint64_t.
constexpr std::uint64_t EveryByte = 0x0101010101010101;

constexpr Square square_of(std::uint64_t squares, std::size_t i) {
    return square_at(static_cast<int>((squares >> (8 * i)) & 63));
}
constexpr std::uint64_t flip_files(std::uint64_t squares) { return squares ^ (7 * EveryByte); }
constexpr std::uint64_t flip_ranks(std::uint64_t squares) { return squares ^ (56 * EveryByte); }
constexpr std::uint64_t flip_diagonal(std::uint64_t squares) {
    return ((squares & (7 * EveryByte)) << 3) | ((squares >> 3) & (7 * EveryByte));
}

}  // namespace

Color leading_pawns_color(const Material& material) {
    const int white = material.pawns(Color::White);
    const int black = material.pawns(Color::Black);
    return black == 0 || (white > 0 && white <= black) ? Color::White : Color::Black;
}

Square leading_pawn(Bitboard pawns) {
    Square leader = pawns.first();
    for (const Square square : pawns) {
        if (numbers().pawn[square] > numbers().pawn[leader]) { leader = square; }
    }
    return leader;
}

int lead_file(Square leading_pawn) {
    const int file = index_of(file_of(leading_pawn));
    return std::min(file, 7 - file);
}

std::optional<Layout> Layout::make(const Material& material, std::span<const Piece> pieces, Order order,
                                   int lead_file) {
    Layout layout;
    if (pieces.size() != static_cast<std::size_t>(material.count()) || pieces.size() > MaxPieces) {
        return std::nullopt;
    }
    std::copy(pieces.begin(), pieces.end(), layout.pieces_.begin());
    layout.count_ = static_cast<std::uint8_t>(pieces.size());

    Material listed;
    for (const Piece piece : pieces) {
        if (piece == Piece::None) { return std::nullopt; }
        ++listed.counts[color_of(piece)][type_of(piece)];
    }
    if (listed != material) { return std::nullopt; }
    // Equal pieces are neighbours.
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        const auto here = pieces.begin() + static_cast<std::ptrdiff_t>(i);
        if (pieces[i] != pieces[i - 1] && std::find(pieces.begin(), here, pieces[i]) != here) { return std::nullopt; }
    }

    std::size_t leading_length = 0;
    if (material.has_pawns()) {
        const Color leader = leading_pawns_color(material);
        layout.leading_ = Leading::Pawns;
        layout.both_have_pawns_ = material.pawns(~leader) > 0;
        leading_length = static_cast<std::size_t>(material.pawns(leader));
        if (pieces[0] != make_piece(leader, PieceType::Pawn)) { return std::nullopt; }
        if (layout.both_have_pawns_ && pieces[leading_length] != make_piece(~leader, PieceType::Pawn)) {
            return std::nullopt;
        }
    } else {
        layout.leading_ = material.has_unique_piece() ? Leading::ThreePieces : Leading::Kings;
        leading_length = layout.leading_ == Leading::ThreePieces ? 3 : 2;
    }

    // After the leading group, equal pieces form a group.
    layout.groups_[0].length = static_cast<std::uint8_t>(leading_length);
    layout.group_count_ = 1;
    for (std::size_t i = leading_length; i < pieces.size(); ++i) {
        if (i == leading_length || pieces[i] != pieces[i - 1]) { ++layout.group_count_; }
        ++layout.groups_[layout.group_count_ - 1U].length;
    }
    if (layout.leading_ == Leading::Pawns) {
        const auto is_leader = [&](Piece piece) { return piece == pieces[0]; };
        if (!std::all_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(leading_length), is_leader)) {
            return std::nullopt;
        }
        if (layout.both_have_pawns_ && layout.groups_[1].length != material.pawns(~color_of(pieces[0]))) {
            return std::nullopt;
        }
    }
    return layout.set_factors(order, lead_file) ? std::optional(layout) : std::nullopt;
}

bool Layout::set_factors(const Order& order, int lead_file) {
    const std::size_t first_free_group = both_have_pawns_ ? 2 : 1;
    std::size_t next = first_free_group;
    std::size_t free_squares = 64U - groups_[0].length - (both_have_pawns_ ? groups_[1].length : 0U);
    std::uint64_t factor = 1;
    std::size_t placed = 0;
    for (int place = 0; placed < group_count_; ++place) {
        if (place == order.leading) {
            groups_[0].factor = factor;
            switch (leading_) {
                case Leading::Pawns:
                    factor *= numbers().lead_pawns_size[groups_[0].length][static_cast<std::size_t>(lead_file)];
                    break;
                case Leading::ThreePieces: factor *= ThreePieceNumbers; break;
                case Leading::Kings: factor *= KingPairNumbers; break;
            }
        } else if (both_have_pawns_ && place == order.other_pawns) {
            groups_[1].factor = factor;
            factor *= numbers().binomials[groups_[1].length][PawnSquares - groups_[0].length];
        } else if (next < group_count_) {
            groups_[next].factor = factor;
            factor *= numbers().binomials[groups_[next].length][free_squares];
            free_squares -= groups_[next].length;
            ++next;
        } else {
            return false;  // the order names a place that no group is left for
        }
        ++placed;
    }
    size_ = factor;
    return true;
}

Layout::PackedSquares Layout::squares_of(const Position& position, bool flip) const {
    PackedSquares squares = 0;
    for (int i = 0; i < count_;) {
        const Piece piece = pieces_[static_cast<std::size_t>(i)];
        const Color color = flip ? ~color_of(piece) : color_of(piece);
        for (const Square square : position.pieces(color, type_of(piece))) {
            squares |= static_cast<PackedSquares>(index_of(square)) << (8 * i++);
        }
    }
    return flip ? flip_ranks(squares) : squares;
}

std::uint64_t Layout::number_leading_pawns(PackedSquares& squares) const {
    const Numbers& n = numbers();
    const std::size_t length = groups_[0].length;
    Bitboard pawns;
    for (std::size_t i = 0; i < length; ++i) { pawns |= square_of(squares, i); }
    Square leader = length == 1 ? pawns.first() : leading_pawn(pawns);
    if (file_of(leader) > File::D) {
        squares = flip_files(squares);
        leader = flip_file(leader);
    }
    std::uint64_t number = n.lead_pawn[length][leader];
    if (length == 1) { return number; }
    // The other pawns in the order of their numbers.
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < length; ++i) { others |= std::uint64_t{1} << n.pawn[square_of(squares, i)]; }
    others &= ~(std::uint64_t{1} << n.pawn[leader]);
    std::size_t place = 0;
    for (const Square other : Bitboard(others)) {
        number += n.binomials[++place][static_cast<std::size_t>(index_of(other))];
    }
    return number;
}

std::uint64_t Layout::number_leading_pieces(PackedSquares& squares) const {
    const Numbers& n = numbers();
    if (file_of(square_of(squares, 0)) > File::D) { squares = flip_files(squares); }
    if (rank_of(square_of(squares, 0)) > Rank::R4) { squares = flip_ranks(squares); }
    // The first piece of the group that stands off the diagonal goes below it.
    for (std::size_t i = 0; i < groups_[0].length; ++i) {
        const int side = above_diagonal(square_of(squares, i));
        if (side > 0) { squares = flip_diagonal(squares); }
        if (side != 0) { break; }
    }
    const Square a = square_of(squares, 0);
    const Square b = square_of(squares, 1);
    const Square c = square_of(squares, 2);
    if (leading_ == Leading::Kings) { return n.king_pair[n.triangle[a]][b]; }

    const auto line = [](Square square) { return static_cast<std::uint64_t>(rank_of(square)); };
    const std::uint64_t before_b = b > a ? 1 : 0;
    const std::uint64_t before_c = (c > a ? 1U : 0U) + (c > b ? 1U : 0U);
    const std::uint64_t number_b = static_cast<std::uint64_t>(index_of(b)) - before_b;
    const std::uint64_t number_c = static_cast<std::uint64_t>(index_of(c)) - before_c;
    // How many of the three stand on the diagonal before one that doesn't: four blocks of numbers.
    constexpr std::uint64_t OffDiagonal = 6 * 63 * 62;
    constexpr std::uint64_t OneOnDiagonal = 4 * 28 * 62;
    constexpr std::uint64_t TwoOnDiagonal = 4 * 7 * 28;
    if (above_diagonal(a) != 0) { return (n.triangle[a] * 63U + number_b) * 62U + number_c; }
    if (above_diagonal(b) != 0) { return OffDiagonal + (line(a) * 28 + n.below_diagonal[b]) * 62 + number_c; }
    if (above_diagonal(c) != 0) {
        return OffDiagonal + OneOnDiagonal + (line(a) * 7 + line(b) - before_b) * 28 + n.below_diagonal[c];
    }
    return OffDiagonal + OneOnDiagonal + TwoOnDiagonal + (line(a) * 7 + line(b) - before_b) * 6 + line(c) - before_c;
}

std::uint64_t Layout::index(const Position& position, bool flip) const {
    PackedSquares squares = squares_of(position, flip);
    std::uint64_t index = groups_[0].factor *
                          (leading_ == Leading::Pawns ? number_leading_pawns(squares) : number_leading_pieces(squares));
    Bitboard taken;  // by the groups before
    std::size_t next = 0;
    const auto take_group = [&](std::size_t length) {
        Bitboard group;
        for (const std::size_t end = next + length; next < end; ++next) { group |= square_of(squares, next); }
        return group;
    };
    taken |= take_group(groups_[0].length);
    for (std::size_t g = 1; g < group_count_; ++g) {
        const Bitboard group = take_group(groups_[g].length);
        // The other side's pawns are numbered over the squares from rank 2 up.
        const int skipped = g == 1 && both_have_pawns_ ? 8 : 0;
        std::uint64_t number = 0;
        std::size_t place = 0;
        for (const Square square : group) {
            const Bitboard below((std::uint64_t{1} << index_of(square)) - 1);
            const int free_number = index_of(square) - skipped - (taken & below).count();
            number += numbers().binomials[++place][static_cast<std::size_t>(free_number)];
        }
        index += groups_[g].factor * number;
        taken |= group;
    }
    return index;
}

}  // namespace skua::tablebase
