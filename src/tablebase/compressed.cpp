#include "tablebase/compressed.h"

#include "base/bytes.h"

namespace skua::tablebase {

namespace {

constexpr std::size_t SparseEntrySize = 6;
constexpr std::size_t SymbolSize = 3;
constexpr std::uint16_t NoSymbol = 0xFFF;  // the right half of a symbol that is one value
constexpr std::uint16_t MaxSymbolLength = 256;
constexpr int MaxCodeLength = 32;

std::uint32_t big32(const std::uint8_t* bytes) {
    return (static_cast<std::uint32_t>(bytes[0]) << 24) | (static_cast<std::uint32_t>(bytes[1]) << 16) |
           (static_cast<std::uint32_t>(bytes[2]) << 8) | static_cast<std::uint32_t>(bytes[3]);
}

}  // namespace

std::uint8_t ByteCursor::u8() {
    const ByteSpan bytes = take(1);
    return bytes.empty() ? std::uint8_t{0} : bytes[0];
}
std::uint16_t ByteCursor::u16() {
    const ByteSpan bytes = take(2);
    return bytes.empty() ? std::uint16_t{0} : load_little_endian<std::uint16_t>(bytes.data());
}
std::uint32_t ByteCursor::u32() {
    const ByteSpan bytes = take(4);
    return bytes.empty() ? 0 : load_little_endian<std::uint32_t>(bytes.data());
}
ByteSpan ByteCursor::take(std::uint64_t size) {
    if (!ok_ || size > bytes_.size() - offset_) {
        ok_ = false;
        return {};
    }
    const ByteSpan taken = bytes_.subspan(offset_, static_cast<std::size_t>(size));
    offset_ += static_cast<std::size_t>(size);
    return taken;
}
void ByteCursor::align(std::size_t alignment) { take((alignment - offset_ % alignment) % alignment); }

std::optional<Error> CompressedTable::read_header(ByteCursor& cursor, std::uint64_t table_size) {
    flags_ = cursor.u8();
    if ((flags_ & SingleValue) != 0) {
        single_value_ = cursor.u8();
        return std::nullopt;
    }
    const int log_block_size = cursor.u8();
    const int log_span = cursor.u8();
    const std::uint8_t padding = cursor.u8();
    block_count_ = cursor.u32();
    // No table has blocks or spans near these sizes.
    if (log_block_size > 20 || log_span > 40 || block_count_ == 0) { return Error{"the block sizes are wrong"}; }
    block_size_ = std::uint64_t{1} << log_block_size;
    span_ = std::uint64_t{1} << log_span;
    sparse_size_ = (table_size + span_ - 1) / span_;
    block_lengths_count_ = block_count_ + padding;
    return read_symbols(cursor);
}

std::optional<Error> CompressedTable::read_symbols(ByteCursor& cursor) {
    const int max_length = cursor.u8();
    min_code_length_ = cursor.u8();
    if (min_code_length_ < 1 || max_length > MaxCodeLength || min_code_length_ > max_length) {
        return Error{"the code lengths are wrong"};
    }
    const auto lengths = static_cast<std::size_t>(max_length - min_code_length_ + 1);
    for (std::size_t i = 0; i < lengths; ++i) { first_symbols_.push_back(cursor.u16()); }
    // The longest code begins at 0; a shorter one begins after all longer ones that share its first bits.
    first_codes_.assign(lengths + 1, 0);
    for (std::size_t i = lengths - 1; i-- > 0;) {
        first_codes_[i] = (first_codes_[i + 1] + first_symbols_[i] - first_symbols_[i + 1]) / 2;
    }
    for (std::size_t i = 0; i < lengths; ++i) { first_codes_[i] <<= 64 - min_code_length_ - static_cast<int>(i); }

    const std::uint16_t symbol_count = cursor.u16();
    symbols_ = cursor.take(symbol_count * std::uint64_t{SymbolSize});
    if (!cursor.ok()) { return Error{"it is cut off"}; }
    cursor.take(symbol_count % 2);
    symbol_lengths_.assign(symbol_count, 0);
    if (!measure_symbols()) { return Error{"its symbols are not a tree"}; }
    return std::nullopt;
}

std::uint16_t CompressedTable::left(std::size_t symbol) const {
    const std::uint8_t* const bytes = symbols_.data() + symbol * SymbolSize;
    return static_cast<std::uint16_t>(((bytes[1] & 0x0F) << 8) | bytes[0]);
}
std::uint16_t CompressedTable::right(std::size_t symbol) const {
    const std::uint8_t* const bytes = symbols_.data() + symbol * SymbolSize;
    return static_cast<std::uint16_t>((bytes[2] << 4) | (bytes[1] >> 4));
}

// Finds the length of every symbol without recursion; a symbol that contains itself, or one that is not there, makes it
// fail.
bool CompressedTable::measure_symbols() {
    const std::size_t count = symbol_lengths_.size();
    std::vector<bool> open(count, false);  // being measured: meeting it again is a ring
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < count; ++start) {
        path.push_back(start);
        while (!path.empty()) {
            const std::size_t symbol = path.back();
            if (symbol_lengths_[symbol] != 0) {
                path.pop_back();
                continue;
            }
            if (right(symbol) == NoSymbol) {
                symbol_lengths_[symbol] = 1;
                continue;
            }
            const std::size_t halves[] = {left(symbol), right(symbol)};
            if (halves[0] >= count || halves[1] >= count) { return false; }
            const int length = symbol_lengths_[halves[0]] + symbol_lengths_[halves[1]];
            if (symbol_lengths_[halves[0]] != 0 && symbol_lengths_[halves[1]] != 0) {
                if (length > MaxSymbolLength) { return false; }
                symbol_lengths_[symbol] = static_cast<std::uint16_t>(length);
                open[symbol] = false;
                continue;
            }
            open[symbol] = true;
            for (const std::size_t half : halves) {
                if (symbol_lengths_[half] != 0) { continue; }
                if (open[half]) { return false; }
                path.push_back(half);
            }
        }
    }
    return true;
}

void CompressedTable::read_sparse_index(ByteCursor& cursor) {
    sparse_index_ = cursor.take(sparse_size_ * SparseEntrySize);
}
void CompressedTable::read_block_lengths(ByteCursor& cursor) { block_lengths_ = cursor.take(block_lengths_count_ * 2); }
void CompressedTable::read_blocks(ByteCursor& cursor) {
    if ((flags_ & SingleValue) != 0) { return; }
    cursor.align(64);
    blocks_ = cursor.take(block_count_ * block_size_);
}

std::uint32_t CompressedTable::block_length(std::uint64_t block) const {
    return load_little_endian<std::uint16_t>(block_lengths_.data() + block * 2) + 1U;
}

// The sparse index knows the value in the middle of each span; from there it is a few blocks forth or back.
std::optional<CompressedTable::Place> CompressedTable::find_block(std::uint64_t index) const {
    const std::uint64_t entry = index / span_;
    if (entry >= sparse_size_) { return std::nullopt; }
    const std::uint8_t* const bytes = sparse_index_.data() + entry * SparseEntrySize;
    std::uint64_t block = load_little_endian<std::uint32_t>(bytes);
    std::int64_t offset = static_cast<std::int64_t>(load_little_endian<std::uint16_t>(bytes + 4)) +
                          static_cast<std::int64_t>(index % span_) - static_cast<std::int64_t>(span_ / 2);
    while (offset < 0) {
        if (block == 0 || block > block_lengths_count_) { return std::nullopt; }
        offset += block_length(--block);
    }
    for (;;) {
        if (block >= block_count_) { return std::nullopt; }
        const std::int64_t length = block_length(block);
        if (offset < length) { return Place{block, static_cast<std::uint64_t>(offset)}; }
        offset -= length;
        ++block;
    }
}

std::optional<std::uint16_t> CompressedTable::value_at(std::uint64_t index) const {
    if ((flags_ & SingleValue) != 0) { return single_value_; }
    const std::optional<Place> place = find_block(index);
    if (!place) { return std::nullopt; }
    std::uint64_t offset = place->offset;

    // Walk through the block symbol by symbol until the one that contains the value. Bits behind the last block are
    // zeros; only corrupt data ask for them.
    const std::uint8_t* next = blocks_.data() + place->block * block_size_;
    const std::uint8_t* const end = blocks_.data() + blocks_.size();
    const auto refill = [&next, end]() -> std::uint64_t {
        const std::uint32_t bits = end - next >= 4 ? big32(next) : 0;
        next += end - next >= 4 ? 4 : 0;
        return bits;
    };
    std::uint64_t bits = refill() << 32;
    bits |= refill();
    int bit_count = 64;
    std::size_t symbol = 0;
    for (;;) {
        std::size_t longer = 0;
        while (bits < first_codes_[longer]) { ++longer; }
        if (longer >= first_symbols_.size()) { return std::nullopt; }
        const int length = min_code_length_ + static_cast<int>(longer);
        symbol = static_cast<std::size_t>((bits - first_codes_[longer]) >> (64 - length)) + first_symbols_[longer];
        if (symbol >= symbol_lengths_.size()) { return std::nullopt; }
        if (offset < symbol_lengths_[symbol]) { break; }
        offset -= symbol_lengths_[symbol];
        bits <<= length;
        bit_count -= length;
        if (bit_count <= 32) {
            bits |= refill() << (32 - bit_count);
            bit_count += 32;
        }
    }

    // Then go down the symbol's tree.
    while (symbol_lengths_[symbol] > 1) {
        const std::uint16_t first = left(symbol);
        if (offset < symbol_lengths_[first]) {
            symbol = first;
        } else {
            offset -= symbol_lengths_[first];
            symbol = right(symbol);
        }
    }
    return left(symbol);
}

}  // namespace skua::tablebase
