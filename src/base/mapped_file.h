// A file as bytes in memory, read by the system when they are touched.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "base/result.h"

namespace skua {

class MappedFile {
public:
    // The error says why the file can't be read, without its name.
    static Result<MappedFile> open(const std::string& path);
    MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    MappedFile& operator=(MappedFile&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~MappedFile();

    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }

private:
    explicit MappedFile(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::span<const std::uint8_t> bytes_;
};

}  // namespace skua
