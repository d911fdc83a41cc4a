#include "lab/training/shards.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/parse.h"
#include "lab/support/files.h"
#include "lab/training/positions_file.h"

namespace skua::lab {

std::vector<std::string> shard_paths(const std::string& path, std::size_t count) {
    const std::filesystem::path whole(path);
    std::vector<std::string> paths;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::string name = whole.stem().string() + '-' + std::to_string(i) + whole.extension().string();
        paths.push_back((whole.parent_path() / name).string());
    }
    return paths;
}

Result<ShardWriter> ShardWriter::open(const std::string& path, std::size_t count) {
    const std::vector<std::string> paths = shard_paths(path, count);
    for (const std::string& each : paths) {
        if (std::optional<Error> error = must_be_new(each)) { return *std::move(error); }
    }
    ShardWriter writer({});
    for (const std::string& each : paths) {
        const std::string temporary = each + ".part";
        writer.shards_.push_back({each, temporary, std::ofstream(temporary, std::ios::binary)});
        if (!writer.shards_.back().stream) { return Error{in_quotes(temporary, 200) + " can't be written"}; }
    }
    return writer;
}

ShardWriter::~ShardWriter() {
    for (const Shard& shard : shards_) {
        std::error_code ignored;
        std::filesystem::remove(shard.temporary, ignored);
    }
}

std::optional<Error> ShardWriter::add(std::span<const TrainingPosition> positions) {
    for (const TrainingPosition& position : positions) {
        Shard& shard = shards_[shard_of(position, shards_.size())];
        shard.stream.write(reinterpret_cast<const char*>(&position), sizeof(position));
        if (!shard.stream) { return Error{in_quotes(shard.temporary, 200) + " can't be written to"}; }
    }
    return std::nullopt;
}

Result<ShardWriter::Summary> ShardWriter::finish(Duplicates duplicates, std::uint64_t seed) {
    for (Shard& shard : shards_) {
        shard.stream.close();
        if (!shard.stream) { return Error{in_quotes(shard.temporary, 200) + " can't be written to"}; }
    }
    Summary summary;
    Prng prng(seed);
    for (const Shard& shard : shards_) {
        std::error_code failure;
        const std::uintmax_t bytes = std::filesystem::file_size(shard.temporary, failure);
        std::vector<TrainingPosition> positions(failure ? 0 : bytes / sizeof(TrainingPosition));
        std::ifstream in(shard.temporary, std::ios::binary);
        in.read(reinterpret_cast<char*>(positions.data()),
                static_cast<std::streamsize>(positions.size() * sizeof(TrainingPosition)));
        if (failure || !in) { return Error{in_quotes(shard.temporary, 200) + " can't be read"}; }
        if (duplicates == Duplicates::Remove) { summary.duplicates += remove_duplicates(positions); }
        shuffle(positions, prng);
        if (std::optional<Error> error = write_positions(shard.path, positions)) { return *std::move(error); }
        summary.positions += positions.size();
        std::filesystem::remove(shard.temporary, failure);
    }
    return summary;
}

}  // namespace skua::lab
