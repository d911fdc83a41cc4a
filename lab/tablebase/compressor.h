// Compresses the values of a table as the Syzygy format wants them (see tablebase/compressed.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace skua::lab {

struct CompressedValues {
    std::vector<std::uint8_t> header;
    std::vector<std::uint8_t> sparse_index;
    std::vector<std::uint8_t> block_lengths;
    std::vector<std::uint8_t> blocks;
};

// Values below 4096; nothing stands for a value that is never asked for. `flags` go into the header.
CompressedValues compress(const std::vector<std::optional<std::uint16_t>>& values, std::uint8_t flags);

}  // namespace skua::lab
