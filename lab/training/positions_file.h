// Files of training positions. docs/data-format.md describes every byte.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/training/training_position.h"

namespace skua::lab {

std::uint32_t checksum_of(std::span<const TrainingPosition> positions);

std::optional<Error> write_positions(const std::string& path, const std::vector<TrainingPosition>& positions);
// Appends the positions of the file to `positions`; a corrupt file adds nothing.
std::optional<Error> read_positions(const std::string& path, std::vector<TrainingPosition>& positions);

}  // namespace skua::lab
