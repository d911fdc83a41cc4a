// Positions divided into several files, more of them than memory holds. Each file is a random part of the whole, and
// all occurrences of a board come into the same one.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/training/positions.h"

namespace skua::lab {

// "dir/name.skp" becomes "dir/name-1.skp", "dir/name-2.skp" and so on.
std::vector<std::string> shard_paths(const std::string& path, std::size_t count);

// Collects the positions in temporary files (.part) beside the shards, which are removed with it.
class ShardWriter {
public:
    // All shards must be new.
    static Result<ShardWriter> open(const std::string& path, std::size_t count);
    ShardWriter(ShardWriter&&) = default;
    ShardWriter& operator=(ShardWriter&&) = delete;
    ~ShardWriter();

    std::optional<Error> add(std::span<const TrainingPosition> positions);

    struct Summary {
        std::size_t positions = 0;
        std::size_t duplicates = 0;  // that were removed
    };
    // Writes the shards one after the other: without duplicates if asked to, in random order.
    Result<Summary> finish(Duplicates duplicates, std::uint64_t seed);

private:
    struct Shard {
        std::string path;
        std::string temporary;
        std::ofstream stream;
    };
    explicit ShardWriter(std::vector<Shard> shards) : shards_(std::move(shards)) {}

    std::vector<Shard> shards_;
};

}  // namespace skua::lab
