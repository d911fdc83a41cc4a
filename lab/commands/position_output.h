// The last steps of the commands that write files of positions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/training/positions.h"

namespace skua::lab {

// Prints what was written. Returns the exit code.
int report_positions(const std::string& path, std::size_t positions, std::uint32_t games, std::size_t removed,
                     Duplicates duplicates);
// Removes duplicates if asked to, shuffles, writes the file and prints a summary. Returns the exit code.
int finish_positions(const std::string& path, std::vector<TrainingPosition>& positions, std::uint32_t games,
                     std::uint64_t seed, Duplicates duplicates);

}  // namespace skua::lab
