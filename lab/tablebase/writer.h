// Writes solved endgames in the Syzygy format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/tablebase/generator.h"
#include "tablebase/layout.h"
#include "tablebase/table_file.h"

namespace skua::lab {

// One of the tables in a file: for a side to move, and with pawns for a file of the leading pawn.
struct TablePart {
    std::vector<std::optional<std::uint16_t>> values;  // by index; nothing where any value will do
    std::uint8_t flags = 0;                            // of tablebase::CompressedTable, in distance tables
    // In distance tables with the flag Mapped: what the values of wins, losses, cursed wins and blessed losses stand
    // for; above 255 only with the flag Wide.
    std::array<std::vector<std::uint16_t>, 4> map;
};

// How positions of this material are numbered in the files written here: one layout, or one for each file of the
// leading pawn.
std::vector<tablebase::Layout> layouts_of(const tablebase::Material& material);

// The bytes of a file with these tables, in the order of the leading pawn's files, then of the sides to move. The sizes
// of the values are those of the layouts.
std::vector<std::uint8_t> write_parts(const tablebase::Material& material, tablebase::TableKind kind,
                                      const std::vector<TablePart>& parts);

// The bytes of the file for outcomes or distances.
std::vector<std::uint8_t> write_table(const SolvedEndgame& endgame, tablebase::TableKind kind);

}  // namespace skua::lab
