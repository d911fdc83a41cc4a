#include "lab/training/positions_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/checksum.h"
#include "base/file.h"
#include "base/parse.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

// Header and positions are written as they lie in memory.
static_assert(std::endian::native == std::endian::little);

constexpr std::string_view FileMagic = "SkuaPos1";

struct FileHeader {
    std::array<char, FileMagic.size()> magic{};
    std::uint64_t count = 0;
    std::uint32_t checksum = 0;
    std::uint32_t zero = 0;
};

}  // namespace

std::uint32_t checksum_of(std::span<const TrainingPosition> positions, std::uint32_t before) {
    return crc32({reinterpret_cast<const std::uint8_t*>(positions.data()), positions.size_bytes()}, before);
}

std::optional<Error> write_positions(const std::string& path, const std::vector<TrainingPosition>& positions) {
    FileHeader header;
    std::copy(FileMagic.begin(), FileMagic.end(), header.magic.begin());
    header.count = positions.size();
    header.checksum = checksum_of(positions);
    return write_file(path, {bytes_of_span(std::span<const FileHeader>(&header, 1)),
                             bytes_of_span(std::span<const TrainingPosition>(positions))});
}

std::optional<Error> read_positions(const std::string& path, std::vector<TrainingPosition>& positions,
                                    const std::function<bool()>& is_interrupted) {
    constexpr std::size_t PositionsAtATime = std::size_t{1} << 18;
    if (!is_file(path)) { return Error{in_quotes(path, 200) + " can't be read: " + why_not_file(path)}; }
    std::ifstream in(path, std::ios::binary);
    if (!in.is_open()) { return Error{in_quotes(path, 200) + " can't be opened"}; }
    FileHeader header;
    in.read(reinterpret_cast<char*>(&header), sizeof(header));
    if (!in || std::string_view(header.magic.data(), header.magic.size()) != FileMagic) {
        return Error{in_quotes(path, 200) +
                     " is not a file of positions; skua-lab data positions makes them from games"};
    }
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(path, failure);
    if (failure || header.zero != 0 || header.count > size / sizeof(TrainingPosition) ||
        size - sizeof(header) != header.count * sizeof(TrainingPosition)) {
        return Error{in_quotes(path, 200) + " is truncated, or too long"};
    }
    const std::size_t before = positions.size();
    positions.resize(before + header.count);
    const auto give_up = [&](const std::string& reason) {
        positions.resize(before);
        return Error{reason};
    };
    std::uint32_t checksum = 0;
    bool is_good = true;
    for (std::span<TrainingPosition> left = std::span(positions).subspan(before); !left.empty() && is_good;) {
        if (is_interrupted()) { return give_up("interrupted while reading " + in_quotes(path, 200)); }
        const std::span<TrainingPosition> part = left.first(std::min(left.size(), PositionsAtATime));
        left = left.subspan(part.size());
        in.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size_bytes()));
        checksum = checksum_of(part, checksum);
        is_good = in && std::all_of(part.begin(), part.end(), is_valid);
    }
    if (!is_good || checksum != header.checksum) { return give_up(in_quotes(path, 200) + " is corrupt"); }
    return std::nullopt;
}

}  // namespace skua::lab
