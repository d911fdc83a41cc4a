// Which pieces a table is about, wherever they stand.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/position.h"

namespace skua::tablebase {

struct Material {
    EnumArray<Color, EnumArray<PieceType, std::uint8_t>> counts;

    // Reads a table's name, such as "KQvKR"; the first side counts as White. Nothing if the text is not such a name.
    static std::optional<Material> from_name(std::string_view name);
    static Material of(const Position& position);

    [[nodiscard]] std::string name() const;
    // The same pieces with the colors exchanged.
    [[nodiscard]] Material mirrored() const;
    [[nodiscard]] int count(Color color) const;
    [[nodiscard]] int count() const { return count(Color::White) + count(Color::Black); }
    [[nodiscard]] bool has_pawns() const { return pawns(Color::White) + pawns(Color::Black) > 0; }
    [[nodiscard]] int pawns(Color color) const { return counts[color][PieceType::Pawn]; }
    // Does some piece other than a king stand alone in its kind and color?
    [[nodiscard]] bool has_unique_piece() const;
    [[nodiscard]] bool is_symmetric() const { return *this == mirrored(); }

    // The Position::material_key of every position with these pieces.
    [[nodiscard]] Key key() const;

    bool operator==(const Material&) const = default;
};

}  // namespace skua::tablebase
