// Files of training positions. docs/data-format.md describes every byte.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/training/training_position.h"

namespace skua::lab {

// For positions that lie in several pieces, pass the checksum of the pieces before.
std::uint32_t checksum_of(std::span<const TrainingPosition> positions, std::uint32_t before = 0);

std::optional<Error> write_positions(const std::string& path, const std::vector<TrainingPosition>& positions);
// Appends the positions of the file to `positions`; a corrupt file adds nothing. `is_interrupted` is asked now and
// then; when it is true, the rest is not read and nothing is added.
std::optional<Error> read_positions(
    const std::string& path, std::vector<TrainingPosition>& positions,
    const std::function<bool()>& is_interrupted = [] { return false; });

}  // namespace skua::lab
