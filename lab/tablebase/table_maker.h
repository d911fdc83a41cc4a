// Makes the files of whole sets of tables.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tablebase/material.h"

namespace skua::lab {

struct TableMakerSettings {
    std::string folder;
    int pieces = 3;                  // every endgame with at most this many pieces, if none are named
    std::vector<std::string> names;  // such as KQvKR
};

struct MadeTable {
    std::string name;
    std::size_t positions = 0;    // up to mirror images
    std::size_t longest_dtz = 0;  // in plies
    std::size_t wdl_bytes = 0;
    std::size_t dtz_bytes = 0;
};

// The wanted endgames and all that captures and promotions lead to from there, in an order in which each comes after
// those that it needs. The error names an endgame that can't be made.
Result<std::vector<tablebase::Material>> endgames_to_make(const TableMakerSettings& settings);

// Writes the files of these endgames into the folder, which is made if it is missing. Files that are there already are
// used and kept, so that the same call goes on where another was interrupted. `made` is called after each endgame.
std::optional<Error> make_tables(const TableMakerSettings& settings, const std::function<void(const MadeTable&)>& made);

}  // namespace skua::lab
