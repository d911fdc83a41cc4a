// Checksums of bytes. There are two, because two file formats with files in use each chose their own: games, positions
// and checkpoints carry CRC-32, networks carry FNV-1a. A new format should take CRC-32.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace skua {

namespace detail {

inline constexpr std::array<std::uint32_t, 256> CrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) { value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320U : 0U); }
        table[i] = value;
    }
    return table;
}();

}  // namespace detail

// CRC-32 as in zip and PNG. For bytes that lie in several pieces, pass the checksum of the pieces before as `before`.
constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0) {
    std::uint32_t crc = ~before;
    for (const std::uint8_t byte : bytes) { crc = (crc >> 8) ^ detail::CrcTable[(crc ^ byte) & 0xFF]; }
    return ~crc;
}

// FNV-1a with 32 bits.
constexpr std::uint32_t fnv1a(std::span<const std::uint8_t> bytes) {
    std::uint32_t hash = 2166136261U;
    for (const std::uint8_t byte : bytes) { hash = (hash ^ byte) * 16777619U; }
    return hash;
}

}  // namespace skua
