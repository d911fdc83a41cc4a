// Tables and random positions for tests and benchmarks of tablebases.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/prng.h"
#include "tablebase/material.h"
#include "tablebase/outcome.h"
#include "tablebase/tables.h"

namespace skua::tablebase {

// All endgames of three pieces, made by skua-lab.
inline const std::string OwnTables = std::string(SKUA_SOURCE_DIR) + "/tests/data/syzygy";
// Tables of others with up to four pieces; they may be missing.
inline const std::string SharedTables = std::string(SKUA_SHARED_DATA) + "/syzygy";

inline bool has_shared_tables() { return std::filesystem::exists(SharedTables + "/KPvKP.rtbz"); }

inline std::vector<std::uint8_t> bytes_of_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The materials of the tables in a folder, in the order of their names.
inline std::vector<Material> materials_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        if (file.path().extension() == extension_of(TableKind::Wdl)) { names.push_back(file.path().stem().string()); }
    }
    std::sort(names.begin(), names.end());
    std::vector<Material> materials;
    for (const std::string& name : names) { materials.push_back(*Material::from_name(name)); }
    return materials;
}

// A random legal position of this material, the colors exchanged in half of the cases. Every fourth pawn is about to
// promote.
inline Position random_position(const Material& material, Prng& prng) {
    for (;;) {
        Setup setup;
        bool fits = true;
        for (const Color color : Colors) {
            for (const PieceType type : PieceTypes) {
                for (int i = 0; i < material.counts[color][type]; ++i) {
                    const bool is_pawn = type == PieceType::Pawn;
                    Square square = square_at(static_cast<int>(is_pawn ? 8 + prng.below(48) : prng.below(64)));
                    if (is_pawn && prng.below(4) == 0) {
                        square = make_square(file_of(square), relative_rank(color, Rank::R7));
                    }
                    fits &= setup.board[square] == Piece::None;
                    setup.board[square] = make_piece(color, type);
                }
            }
        }
        setup.side_to_move = prng.below(2) == 0 ? Color::White : Color::Black;
        if (!fits) { continue; }
        const Result<Position> position = Position::from_setup(setup);
        if (position) { return prng.below(2) == 0 ? *position : position->flipped(); }
    }
}

// A random position of kings and a pawn each, in which the last move allows to capture en passant.
inline Position random_en_passant_position(Prng& prng) {
    for (;;) {
        Setup setup;
        const auto file = static_cast<int>(prng.below(8));
        const int beside = prng.below(2) == 0 ? file - 1 : file + 1;
        if (beside < 0 || beside > 7) { continue; }
        setup.board[make_square(static_cast<File>(file), Rank::R4)] = Piece::WhitePawn;
        setup.board[make_square(static_cast<File>(beside), Rank::R4)] = Piece::BlackPawn;
        setup.side_to_move = Color::Black;
        setup.en_passant_square = make_square(static_cast<File>(file), Rank::R3);
        for (const Piece king : {Piece::WhiteKing, Piece::BlackKing}) {
            Square square = Square::A1;
            do { square = square_at(static_cast<int>(prng.below(64))); } while (setup.board[square] != Piece::None);
            setup.board[square] = king;
        }
        const Result<Position> position = Position::from_setup(setup);
        if (!position || position->en_passant_square() == Square::None) { continue; }
        return prng.below(2) == 0 ? *position : position->flipped();
    }
}

}  // namespace skua::tablebase
