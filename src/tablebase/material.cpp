#include "tablebase/material.h"

#include <algorithm>

#include "tablebase/outcome.h"

namespace skua::tablebase {

namespace {

// The order in which names list the pieces of a side.
constexpr std::array NameOrder{PieceType::King,   PieceType::Queen,  PieceType::Rook,
                               PieceType::Bishop, PieceType::Knight, PieceType::Pawn};
// Counts stay below 16 on every legal board: at most eight pawns and ten pieces of a kind.
constexpr int CountBits = 4;

constexpr int shift_of(Color color, PieceType type) {
    return CountBits * (static_cast<int>(type) * 2 + static_cast<int>(color));
}

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

MaterialCode code_of(const Material& material) {
    MaterialCode code = 0;
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            if (type == PieceType::King) { continue; }
            code |= static_cast<MaterialCode>(material.counts[color][type]) << shift_of(color, type);
        }
    }
    return code;
}

MaterialCode material_code(const Position& position) {
    MaterialCode code = 0;
    for (const PieceType type : PieceTypes) {
        if (type == PieceType::King) { continue; }
        for (const Color color : Colors) {
            code |= static_cast<MaterialCode>(position.count(color, type)) << shift_of(color, type);
        }
    }
    return code;
}

}  // namespace skua::tablebase
