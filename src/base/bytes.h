// Integers as bytes, lowest byte first, whatever the processor's own order is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace skua {

using Bytes = std::vector<std::uint8_t>;

// Writes sizeof(Integer) bytes.
template <typename Integer>
void store_little_endian(std::uint8_t* bytes, Integer integer) {
    const auto value = static_cast<std::make_unsigned_t<Integer>>(integer);
    for (std::size_t i = 0; i < sizeof(Integer); ++i) { bytes[i] = static_cast<std::uint8_t>(value >> (8 * i)); }
}

template <typename Integer>
void append_little_endian(Bytes& bytes, Integer integer) {
    bytes.resize(bytes.size() + sizeof(Integer));
    store_little_endian(bytes.data() + bytes.size() - sizeof(Integer), integer);
}

// Reads sizeof(Integer) bytes.
template <typename Integer>
Integer load_little_endian(const std::uint8_t* bytes) {
    using Unsigned = std::make_unsigned_t<Integer>;
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        value = static_cast<Unsigned>(value | static_cast<Unsigned>(static_cast<Unsigned>(bytes[i]) << (8 * i)));
    }
    return static_cast<Integer>(value);
}

// Reads numbers from the front of bytes that may be too few.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] bool at_end() const { return bytes_.empty(); }

    // The next bytes; nothing when there are fewer left.
    std::optional<std::span<const std::uint8_t>> take(std::size_t count) {
        if (bytes_.size() < count) { return std::nullopt; }
        const std::span<const std::uint8_t> taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }
    template <typename Integer>
    std::optional<Integer> next() {
        const std::optional<std::span<const std::uint8_t>> taken = take(sizeof(Integer));
        if (!taken) { return std::nullopt; }
        return load_little_endian<Integer>(taken->data());
    }

private:
    std::span<const std::uint8_t> bytes_;
};

}  // namespace skua
