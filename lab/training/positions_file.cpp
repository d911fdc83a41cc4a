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

std::uint32_t checksum_of(std::span<const TrainingPosition> positions) {
    return crc32({reinterpret_cast<const std::uint8_t*>(positions.data()), positions.size_bytes()});
}

std::optional<Error> write_positions(const std::string& path, const std::vector<TrainingPosition>& positions) {
    FileHeader header;
    std::copy(FileMagic.begin(), FileMagic.end(), header.magic.begin());
    header.count = positions.size();
    header.checksum = checksum_of(positions);
    return write_file(path, {bytes_of_span(std::span<const FileHeader>(&header, 1)),
                             bytes_of_span(std::span<const TrainingPosition>(positions))});
}

std::optional<Error> read_positions(const std::string& path, std::vector<TrainingPosition>& positions) {
    std::ifstream in;
    if (is_file(path)) { in.open(path, std::ios::binary); }
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
    const std::span<TrainingPosition> added = std::span(positions).subspan(before);
    in.read(reinterpret_cast<char*>(added.data()), static_cast<std::streamsize>(added.size_bytes()));
    if (!in || checksum_of(added) != header.checksum || !std::all_of(added.begin(), added.end(), is_valid)) {
        positions.resize(before);
        return Error{in_quotes(path, 200) + " is corrupt"};
    }
    return std::nullopt;
}

}  // namespace skua::lab
