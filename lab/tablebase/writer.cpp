#include "lab/tablebase/writer.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"
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
        if (solved.capture_wins) { return std::nullopt; }
        return static_cast<std::uint16_t>(static_cast<int>(solved.outcome) + 2);
    }
    if (solved.outcome == Outcome::Draw || solved.zeroing_wins) { return std::nullopt; }
    return static_cast<std::uint16_t>(std::max(solved.dtz - 1, 0));
}

void pad(std::vector<std::uint8_t>& bytes, std::size_t unit) { bytes.resize((bytes.size() + unit - 1) / unit * unit); }

void append(std::vector<std::uint8_t>& bytes, const std::vector<std::uint8_t>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

// Where a capture draws, the outcome before stands in as well if it does not promise more: long runs compress best.
void lengthen_runs(std::vector<std::optional<std::uint16_t>>& outcomes, const std::vector<bool>& capture_draws) {
    std::optional<std::uint16_t> last;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (capture_draws[i] && last && *last < *outcomes[i]) { outcomes[i] = last; }
        if (outcomes[i]) { last = outcomes[i]; }
    }
}

bool both_have_pawns(const Material& material) {
    return material.pawns(Color::White) > 0 && material.pawns(Color::Black) > 0;
}

// The places of the groups in the order of their factors.
Layout::Order places_of(const Material& material) {
    return {0, both_have_pawns(material) ? 1 : Layout::Order::NotThere};
}

// Outcomes are stored for both sides to move, if these differ; distances for White to move.
bool stores_both_sides(const Material& material, TableKind kind) {
    return kind == TableKind::Wdl && !material.is_symmetric();
}

void append_maps(std::vector<std::uint8_t>& bytes, const std::vector<TablePart>& parts) {
    for (const TablePart& part : parts) {
        if ((part.flags & CompressedTable::Mapped) == 0) { continue; }
        const bool wide = (part.flags & CompressedTable::Wide) != 0;
        const auto add = [&](std::size_t number) {
            if (wide) {
                append_little_endian(bytes, static_cast<std::uint16_t>(number));
            } else {
                bytes.push_back(static_cast<std::uint8_t>(number));
            }
        };
        if (wide) { pad(bytes, 2); }
        for (const std::vector<std::uint16_t>& list : part.map) {
            add(list.size());
            for (const std::uint16_t number : list) { add(number); }
        }
    }
    pad(bytes, 2);
}

}  // namespace

std::vector<Layout> layouts_of(const Material& material) {
    std::vector<Layout> layouts;
    for (int file = 0; file < (material.has_pawns() ? tablebase::LeadFiles : 1); ++file) {
        layouts.push_back(*Layout::make(material, piece_order(material), places_of(material), file));
    }
    return layouts;
}

std::vector<std::uint8_t> write_parts(const Material& material, TableKind kind, const std::vector<TablePart>& parts) {
    const auto magic = tablebase::magic_of(kind);
    std::vector<std::uint8_t> bytes(magic.begin(), magic.end());
    bytes.push_back(static_cast<std::uint8_t>((material.is_symmetric() ? 0 : 1) | (material.has_pawns() ? 2 : 0)));
    const Layout::Order places = places_of(material);
    for (int file = 0; file < (material.has_pawns() ? tablebase::LeadFiles : 1); ++file) {
        const auto both_sides = [](int nibble) { return static_cast<std::uint8_t>(nibble | (nibble << 4)); };
        bytes.push_back(both_sides(places.leading));
        if (both_have_pawns(material)) { bytes.push_back(both_sides(places.other_pawns)); }
        for (const Piece piece : piece_order(material)) { bytes.push_back(both_sides(piece_code(piece))); }
    }
    pad(bytes, 2);
    std::vector<CompressedValues> compressed;
    for (const TablePart& part : parts) { compressed.push_back(compress(part.values, part.flags)); }
    for (const CompressedValues& part : compressed) { append(bytes, part.header); }
    if (kind == TableKind::Dtz) { append_maps(bytes, parts); }
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

std::vector<std::uint8_t> write_table(const SolvedEndgame& endgame, TableKind kind) {
    const Material& material = endgame.material();
    const bool both_sides = stores_both_sides(material, kind);
    const std::size_t sides = both_sides ? 2 : 1;
    const std::vector<Layout> layouts = layouts_of(material);
    constexpr auto DtzFlags = static_cast<std::uint8_t>(CompressedTable::WinInPlies | CompressedTable::LossInPlies);
    std::vector<TablePart> parts(layouts.size() * sides);
    std::vector<std::vector<bool>> capture_draws(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].values.resize(static_cast<std::size_t>(layouts[i / sides].size()));
        parts[i].flags = kind == TableKind::Dtz ? DtzFlags : std::uint8_t{0};
        capture_draws[i].resize(parts[i].values.size());
    }
    const Color leader = material.has_pawns() ? tablebase::leading_pawns_color(material) : Color::White;
    endgame.for_each([&](const Position& position, const SolvedPosition& solved) {
        const bool is_black = position.side_to_move() == Color::Black;
        if (is_black && !both_sides) { return; }
        const std::size_t file = layouts.size() == 1
                                     ? 0
                                     : static_cast<std::size_t>(tablebase::lead_file(
                                           tablebase::leading_pawn(position.pieces(leader, PieceType::Pawn))));
        const auto index = static_cast<std::size_t>(layouts[file].index(position, false));
        const std::size_t part = file * sides + (is_black ? 1U : 0U);
        if (const std::optional<std::uint16_t> stored = stored_value(solved, kind)) {
            parts[part].values[index] = stored;
            capture_draws[part][index] = solved.capture_draws;
        }
    });
    if (kind == TableKind::Wdl) {
        for (std::size_t i = 0; i < parts.size(); ++i) { lengthen_runs(parts[i].values, capture_draws[i]); }
    }
    return write_parts(material, kind, parts);
}

}  // namespace skua::lab
