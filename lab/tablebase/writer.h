// Writes solved endgames in the Syzygy format.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/tablebase/generator.h"
#include "tablebase/table_file.h"

namespace skua::lab {

// The bytes of the file for outcomes or distances.
std::vector<std::uint8_t> write_table(const SolvedEndgame& endgame, tablebase::TableKind kind);

}  // namespace skua::lab
