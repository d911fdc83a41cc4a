#include "tablebase/material.h"

#include <algorithm>

#include "tablebase/outcome.h"

namespace skua::tablebase {

namespace {

// The order in which names list the pieces of a side.
constexpr std::array NameOrder{PieceType::King,   PieceType::Queen,  PieceType::Rook,
                               PieceType::Bishop, PieceType::Knight, PieceType::Pawn};

}  // namespace

std::optional<Material> Material::from_name(std::string_view name) {
    const std::size_t middle = name.find('v');
    if (middle == std::string_view::npos || name.size() > MaxPieces + 1) { return std::nullopt; }
    Material material;
    const EnumArray<Color, std::string_view> sides(name.substr(0, middle), name.substr(middle + 1));
    for (const Color color : Colors) {
        for (const char letter : sides[color]) {
            const auto found = std::find_if(NameOrder.begin(), NameOrder.end(),
                                            [letter](PieceType type) { return to_char(type) == letter; });
            if (found == NameOrder.end()) { return std::nullopt; }
            ++material.counts[color][*found];
        }
        if (material.counts[color][PieceType::King] != 1) { return std::nullopt; }
    }
    return material.name() == name ? std::optional(material) : std::nullopt;
}

Material Material::of(const Position& position) {
    Material material;
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            material.counts[color][type] = static_cast<std::uint8_t>(position.count(color, type));
        }
    }
    return material;
}

std::string Material::name() const {
    std::string name;
    for (const Color color : Colors) {
        if (color == Color::Black) { name += 'v'; }
        for (const PieceType type : NameOrder) { name.append(counts[color][type], to_char(type)); }
    }
    return name;
}

Material Material::mirrored() const {
    Material other;
    for (const Color color : Colors) { other.counts[color] = counts[~color]; }
    return other;
}

int Material::count(Color color) const {
    int sum = 0;
    for (const PieceType type : PieceTypes) { sum += counts[color][type]; }
    return sum;
}

bool Material::has_unique_piece() const {
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            if (type != PieceType::King && counts[color][type] == 1) { return true; }
        }
    }
    return false;
}

Key Material::key() const {
    Key key = 0;
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            for (int i = 0; i < counts[color][type]; ++i) { key ^= Zobrist.material(make_piece(color, type), i); }
        }
    }
    return key;
}

}  // namespace skua::tablebase
