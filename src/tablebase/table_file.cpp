#include "tablebase/table_file.h"

#include <algorithm>

namespace skua::tablebase {

namespace {

constexpr std::array<std::uint8_t, 4> WdlMagic{0x71, 0xE8, 0x23, 0x5D};
constexpr std::array<std::uint8_t, 4> DtzMagic{0xD7, 0x66, 0x0C, 0xA5};
constexpr std::uint8_t SplitFlag = 1;
constexpr std::uint8_t PawnsFlag = 2;
// Files consist of 64-byte units and a checksum.
constexpr std::size_t Unit = 64;
constexpr std::size_t ChecksumSize = 16;

// 1 to 6 are White's pawn to king, 9 to 14 Black's.
Piece piece_of_code(int code) {
    const int type = (code & 7) - 1;
    if (type < 0 || type > static_cast<int>(PieceType::King)) { return Piece::None; }
    return make_piece(code < 8 ? Color::White : Color::Black, static_cast<PieceType>(type));
}

// Which list of a DTZ map an outcome uses: wins, losses, cursed wins, blessed losses. Draws have no distance.
std::size_t map_list_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::Win: return 0;
        case Outcome::Loss: return 1;
        case Outcome::CursedWin: return 2;
        case Outcome::BlessedLoss: return 3;
        case Outcome::Draw: break;
    }
    return 0;
}

}  // namespace

std::string_view extension_of(TableKind kind) { return kind == TableKind::Wdl ? ".rtbw" : ".rtbz"; }

std::array<std::uint8_t, 4> magic_of(TableKind kind) { return kind == TableKind::Wdl ? WdlMagic : DtzMagic; }

Result<std::unique_ptr<const TableFile>> TableFile::read(const Material& material, TableKind kind, ByteSpan bytes) {
    std::unique_ptr<TableFile> file(new TableFile(material, kind));
    if (const std::optional<Error> error = file->read_all(bytes)) { return *error; }
    return std::unique_ptr<const TableFile>(std::move(file));
}

std::optional<Error> TableFile::read_all(ByteSpan bytes) {
    bytes_ = bytes;
    const auto magic = magic_of(kind_);
    if (bytes.size() < magic.size() + 1 || !std::equal(magic.begin(), magic.end(), bytes.begin())) {
        return Error{"it does not begin like a Syzygy table"};
    }
    if (bytes.size() % Unit != ChecksumSize) { return Error{"its size is wrong"}; }
    ByteCursor cursor(bytes.first(bytes.size() - ChecksumSize));
    cursor.take(magic.size());
    const std::uint8_t flags = cursor.u8();
    const bool split = (flags & SplitFlag) != 0;
    if (((flags & PawnsFlag) != 0) != has_pawns_ || (kind_ == TableKind::Wdl && split == is_symmetric_)) {
        return Error{"its header contradicts its name"};
    }
    sides_ = kind_ == TableKind::Wdl && split ? 2 : 1;
    if (std::optional<Error> error = read_layouts(cursor)) { return error; }
    cursor.align(2);
    for (Part& part : parts_) {
        if (std::optional<Error> error = part.values.read_header(cursor, part.layout.size())) { return error; }
    }
    if (kind_ == TableKind::Dtz) { read_maps(cursor); }
    for (Part& part : parts_) { part.values.read_sparse_index(cursor); }
    for (Part& part : parts_) { part.values.read_block_lengths(cursor); }
    for (Part& part : parts_) { part.values.read_blocks(cursor); }
    if (!cursor.ok()) { return Error{"it is cut off"}; }
    return std::nullopt;
}

std::optional<Error> TableFile::read_layouts(ByteCursor& cursor) {
    const bool both_have_pawns = material_.pawns(Color::White) > 0 && material_.pawns(Color::Black) > 0;
    const auto count = static_cast<std::size_t>(material_.count());
    const auto nibble = [](std::uint8_t byte, std::size_t side) { return side == 0 ? byte & 0x0F : byte >> 4; };
    for (std::size_t file = 0; file < file_count(); ++file) {
        const std::uint8_t leading = cursor.u8();
        const std::uint8_t other_pawns = both_have_pawns ? cursor.u8() : std::uint8_t{0xFF};
        const ByteSpan codes = cursor.take(count);
        if (!cursor.ok()) { return Error{"it is cut off"}; }
        for (std::size_t side = 0; side < sides_; ++side) {
            std::array<Piece, MaxPieces> pieces{};
            for (std::size_t i = 0; i < count; ++i) { pieces[i] = piece_of_code(nibble(codes[i], side)); }
            const Layout::Order order{nibble(leading, side), nibble(other_pawns, side)};
            const std::optional<Layout> layout =
                Layout::make(material_, std::span(pieces).first(count), order, static_cast<int>(file));
            if (!layout) { return Error{"its pieces contradict its name"}; }
            parts_.push_back({*layout, {}, {}, {}});
        }
    }
    return std::nullopt;
}

void TableFile::read_maps(ByteCursor& cursor) {
    for (Part& part : parts_) {
        const std::uint8_t flags = part.values.flags();
        if ((flags & CompressedTable::Mapped) == 0) { continue; }
        const bool wide = (flags & CompressedTable::Wide) != 0;
        if (wide) { cursor.align(2); }
        for (std::size_t list = 0; list < part.map_lists.size(); ++list) {
            part.map_sizes[list] = wide ? cursor.u16() : cursor.u8();
            part.map_lists[list] = cursor.offset();
            cursor.take(part.map_sizes[list] * (wide ? 2U : 1U));
        }
    }
    cursor.align(2);
}

const TableFile::Part& TableFile::part_of(const Position& position, bool flip) const {
    const std::size_t side = sides_ == 2 && (position.side_to_move() == Color::Black) != flip ? 1 : 0;
    std::size_t file = 0;
    if (has_pawns_) {
        const Bitboard pawns = position.pieces(flip ? ~leading_pawns_ : leading_pawns_, PieceType::Pawn);
        if (!pawns.more_than_one()) {
            file = static_cast<std::size_t>(lead_file(pawns.first()));
        } else {
            Bitboard turned;
            for (const Square square : pawns) { turned |= flip ? flip_rank(square) : square; }
            file = static_cast<std::size_t>(lead_file(leading_pawn(turned)));
        }
    }
    return parts_[file * sides_ + side];
}

std::optional<Outcome> TableFile::outcome(const Position& position, bool flip) const {
    const Part& part = part_of(position, flip);
    const std::optional<std::uint16_t> value = part.values.value_at(part.layout.index(position, flip));
    if (!value || *value > 4) { return std::nullopt; }
    return static_cast<Outcome>(*value - 2);
}

std::optional<TableFile::Distance> TableFile::distance(const Position& position, bool flip, Outcome outcome) const {
    const Part& part = part_of(position, flip);
    const std::uint8_t flags = part.values.flags();
    const bool second_side = (position.side_to_move() == Color::Black) != flip;
    const bool stores_second_side = (flags & CompressedTable::OtherSide) != 0;
    // With symmetric material and no pawns, one side to move stands for both.
    const bool either_side = is_symmetric_ && !has_pawns_;
    if (second_side != stores_second_side && !either_side) { return Distance{true, 0}; }

    const std::optional<std::uint16_t> value = part.values.value_at(part.layout.index(position, flip));
    if (!value) { return std::nullopt; }
    std::optional<int> distance = mapped(part, *value, outcome);
    if (!distance) { return std::nullopt; }
    const bool in_plies = (outcome == Outcome::Win && (flags & CompressedTable::WinInPlies) != 0) ||
                          (outcome == Outcome::Loss && (flags & CompressedTable::LossInPlies) != 0);
    return Distance{false, (in_plies ? *distance : *distance * 2) + 1};
}

std::optional<int> TableFile::mapped(const Part& part, int value, Outcome outcome) const {
    const std::uint8_t flags = part.values.flags();
    if ((flags & CompressedTable::Mapped) == 0) { return value; }
    const std::size_t list = map_list_of(outcome);
    const auto index = static_cast<std::size_t>(value);
    if (index >= part.map_sizes[list]) { return std::nullopt; }
    if ((flags & CompressedTable::Wide) == 0) { return bytes_[part.map_lists[list] + index]; }
    const std::size_t place = part.map_lists[list] + index * 2;
    return bytes_[place] | (bytes_[place + 1] << 8);
}

}  // namespace skua::tablebase
