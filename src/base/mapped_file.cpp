#include "base/mapped_file.h"

#include <optional>

#include "base/file.h"
#include "base/platform.h"

namespace skua {

Result<MappedFile> MappedFile::open(const std::string& path) {
    if (!is_file(path)) { return Error{why_not_file(path)}; }
    const std::optional<std::span<const std::uint8_t>> bytes = platform::map_file(path);
    if (!bytes) { return Error{"it can't be read, or it is empty"}; }
    return MappedFile(*bytes);
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) { platform::unmap_file(bytes_); }
}

}  // namespace skua
