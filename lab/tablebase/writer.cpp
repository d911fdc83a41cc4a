#include "lab/tablebase/writer.h"

#include <algorithm>
#include <array>

#include "lab/tablebase/compressor.h"
#include "tablebase/layout.h"

namespace skua::lab {

using tablebase::CompressedTable;
using tablebase::Layout;
using tablebase::Material;
using tablebase::Outcome;
using tablebase::TableKind;

namespace {

constexpr std::size_t Unit = 64;
constexpr std::size_t ChecksumSize = 16;

// The pieces in an order that the format allows: leading pawns and the other side's, or unique pieces, or kings first.
std::vector<Piece> piece_order(const Material& material) {
    std::vector<Piece> order;
    const auto add = [&](Color color, PieceType type) {
        const Piece piece = make_piece(color, type);
        if (std::find(order.begin(), order.end(), piece) == order.end()) {
            order.insert(order.end(), material.counts[color][type], piece);
        }
    };
    if (material.has_pawns()) {
        const Color leader = tablebase::leading_pawns_color(material);
        add(leader, PieceType::Pawn);
        add(~leader, PieceType::Pawn);
    }
    for (const Color color : Colors) { add(color, PieceType::King); }
    for (const bool unique : {true, false}) {
        for (const Color color : Colors) {
            for (const PieceType type : PieceTypes) {
                if (!unique || material.counts[color][type] == 1) { add(color, type); }
            }
        }
    }
    return order;
}

int piece_code(Piece piece) { return static_cast<int>(type_of(piece)) + 1 + (color_of(piece) == Color::Black ? 8 : 0); }

// The stored value of a position; nothing where any value will do.
std::optional<std::uint16_t> stored_value(const SolvedPosition& solved, TableKind kind) {
    if (kind == TableKind::Wdl) {
        if (solved.capture_is_best) { return std::nullopt; }
        return static_cast<std::uint16_t>(static_cast<int>(solved.outcome) + 2);
    }
    if (solved.outcome == Outcome::Draw || solved.zeroing_wins) { return std::nullopt; }
    return static_cast<std::uint16_t>(std::max(solved.dtz - 1, 0));
}

void pad(std::vector<std::uint8_t>& bytes, std::size_t unit) { bytes.resize((bytes.size() + unit - 1) / unit * unit); }

void append(std::vector<std::uint8_t>& bytes, const std::vector<std::uint8_t>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::uint8_t> write_table(const SolvedEndgame& endgame, TableKind kind) {
    const Material& material = endgame.material();
    const bool both_have_pawns = material.pawns(Color::White) > 0 && material.pawns(Color::Black) > 0;
    const bool split = kind == TableKind::Wdl && !material.is_symmetric();
    const std::size_t sides = split ? 2 : 1;
    const std::size_t files = material.has_pawns() ? tablebase::LeadFiles : 1;
    const std::vector<Piece> order = piece_order(material);
    const Layout::Order places{0, both_have_pawns ? 1 : Layout::Order::NotThere};

    // Distances are stored for White to move only; a symmetric material has White to move only anyway.
    std::vector<Layout> layouts;
    std::vector<std::vector<std::optional<std::uint16_t>>> values;
    for (std::size_t file = 0; file < files; ++file) {
        layouts.push_back(*Layout::make(material, order, places, static_cast<int>(file)));
        for (std::size_t side = 0; side < sides; ++side) { values.emplace_back(layouts[file].size()); }
    }
    endgame.for_each([&](const Position& position, const SolvedPosition& solved) {
        const bool is_black = position.side_to_move() == Color::Black;
        if (is_black && !split) { return; }
        const std::size_t file = files == 1 ? 0
                                            : static_cast<std::size_t>(tablebase::lead_file(tablebase::leading_pawn(
                                                  position.pieces(color_of(order[0]), PieceType::Pawn))));
        std::optional<std::uint16_t>& value =
            values[file * sides + (is_black ? 1U : 0U)][static_cast<std::size_t>(layouts[file].index(position, false))];
        if (const std::optional<std::uint16_t> stored = stored_value(solved, kind)) { value = stored; }
    });

    constexpr auto DtzFlags = static_cast<std::uint8_t>(CompressedTable::WinInPlies | CompressedTable::LossInPlies);
    std::vector<CompressedValues> compressed;
    for (const auto& part : values) { compressed.push_back(compress(part, kind == TableKind::Dtz ? DtzFlags : 0)); }

    const auto magic = tablebase::magic_of(kind);
    std::vector<std::uint8_t> bytes(magic.begin(), magic.end());
    bytes.push_back(static_cast<std::uint8_t>((material.is_symmetric() ? 0 : 1) | (material.has_pawns() ? 2 : 0)));
    for (std::size_t file = 0; file < files; ++file) {
        const auto both_sides = [](int nibble) { return static_cast<std::uint8_t>(nibble | (nibble << 4)); };
        bytes.push_back(both_sides(places.leading));
        if (both_have_pawns) { bytes.push_back(both_sides(places.other_pawns)); }
        for (const Piece piece : order) { bytes.push_back(both_sides(piece_code(piece))); }
    }
    pad(bytes, 2);
    for (const CompressedValues& part : compressed) { append(bytes, part.header); }
    if (kind == TableKind::Dtz) { pad(bytes, 2); }
    for (const CompressedValues& part : compressed) { append(bytes, part.sparse_index); }
    for (const CompressedValues& part : compressed) { append(bytes, part.block_lengths); }
    for (const CompressedValues& part : compressed) {
        if (part.blocks.empty()) { continue; }
        pad(bytes, Unit);
        append(bytes, part.blocks);
    }
    pad(bytes, Unit);
    bytes.resize(bytes.size() + ChecksumSize);
    return bytes;
}

}  // namespace skua::lab
