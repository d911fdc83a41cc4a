#include "tablebase/compressed.h"

#include <algorithm>

#include "base/bytes.h"

namespace skua::tablebase {

namespace {

constexpr std::size_t SparseEntrySize = 6;
constexpr std::size_t SymbolSize = 3;
constexpr std::uint16_t NoSymbol = 0xFFF;  // the right half of a symbol that is one value
constexpr int MaxSymbolLength = 256;
constexpr int MaxCodeLength = 32;
constexpr int StartBits = 9;
constexpr int BitsAtOnce = 56;  // of 64: the rest may be left over from before

std::uint64_t big64(const std::uint8_t* bytes) {
    const auto byte = [bytes](int i) { return std::uint64_t{bytes[i]} << (56 - 8 * i); };
    return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
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
    std::vector<std::uint16_t> first_symbols(lengths);
    for (std::uint16_t& symbol : first_symbols) { symbol = cursor.u16(); }
    // The longest code word begins at 0; a shorter one begins after all longer ones that share its first bits.
    std::vector<std::uint64_t> first_codes(lengths, 0);
    for (std::size_t i = lengths - 1; i-- > 0;) {
        first_codes[i] = (first_codes[i + 1] + first_symbols[i] - first_symbols[i + 1]) / 2;
    }
    code_lengths_.resize(lengths);
    for (std::size_t i = 0; i < lengths; ++i) {
        code_lengths_[i].first = first_codes[i] << (64 - min_code_length_ - static_cast<int>(i));
        code_lengths_[i].to_symbol = first_symbols[i] - static_cast<std::int64_t>(first_codes[i]);
    }

    const std::uint16_t symbol_count = cursor.u16();
    symbols_ = cursor.take(symbol_count * std::uint64_t{SymbolSize});
    if (!cursor.ok()) { return Error{"it is cut off"}; }
    cursor.take(symbol_count % 2);
    if (!measure_symbols(symbol_count)) { return Error{"its symbols are not a tree"}; }
    if (!is_code_complete()) { return Error{"its code is incomplete"}; }
    steps_at_once_ = BitsAtOnce / std::max(max_length, StartBits);
    make_starts();
    return std::nullopt;
}

// Nearly always the first bits tell how long a code word is, so that the search in first_symbol ends where it begins.
// In codes with many short words they tell several words.
void CompressedTable::make_starts() {
    starts_.assign(std::size_t{1} << StartBits, {});
    for (std::size_t number = 0; number < starts_.size(); ++number) {
        Start& start = starts_[number];
        const std::uint64_t largest = ((std::uint64_t{number} + 1) << (64 - StartBits)) - 1;
        while (largest < code_lengths_[start.length].first) { ++start.length; }
    }
    std::size_t words = 0;
    for (std::size_t number = 0; number < starts_.size(); ++number) {
        Start& start = starts_[number];
        const std::uint64_t bits = std::uint64_t{number} << (64 - StartBits);
        while (start.bits < StartBits) {
            const CodedSymbol next = first_symbol(bits << start.bits);
            if (start.bits + next.bits > StartBits) { break; }
            start.bits = static_cast<std::uint8_t>(start.bits + next.bits);
            start.values = static_cast<std::uint16_t>(start.values + more_values_[next.symbol] + 1);
            ++words;
        }
    }
    if (2 * words >= 3 * starts_.size()) { return; }
    for (Start& start : starts_) { start.bits = 0; }
}

bool CompressedTable::is_code_complete() const {
    std::uint64_t last = ~std::uint64_t{0};  // the largest bits that begin with a code word of this length
    int length = min_code_length_;
    for (const CodeLength& code : code_lengths_) {
        if (code.first <= last) {
            // The same operations as in first_symbol; a smaller code word has a smaller symbol.
            const auto symbol = [&](std::uint64_t bits) {
                return static_cast<std::int64_t>(bits >> (64 - length)) + code.to_symbol;
            };
            if (symbol(code.first) < 0 || symbol(last) >= static_cast<std::int64_t>(more_values_.size())) {
                return false;
            }
            if (code.first == 0) { return true; }
            last = code.first - 1;
        }
        ++length;
    }
    return false;
}

CompressedTable::CodedSymbol CompressedTable::first_symbol(std::uint64_t bits) const {
    std::size_t longer = starts_[static_cast<std::size_t>(bits >> (64 - StartBits))].length;
    while (bits < code_lengths_[longer].first) { ++longer; }
    const int length = min_code_length_ + static_cast<int>(longer);
    const std::int64_t symbol = static_cast<std::int64_t>(bits >> (64 - length)) + code_lengths_[longer].to_symbol;
    return {static_cast<std::size_t>(symbol), length};
}

inline std::uint64_t CompressedTable::bits_at(std::uint64_t byte) const {
    return byte + 8 <= blocks_.size() ? big64(blocks_.data() + byte) : last_bytes(byte);
}

std::uint64_t CompressedTable::last_bytes(std::uint64_t begin) const {
    std::uint64_t bits = 0;
    for (std::uint64_t i = begin; i < blocks_.size(); ++i) {
        bits |= std::uint64_t{blocks_[i]} << (56 - 8 * (i - begin));
    }
    return bits;
}

CompressedTable::Halves CompressedTable::halves_of(std::size_t symbol) const {
    const std::uint8_t* const bytes = symbols_.data() + symbol * SymbolSize;
    const unsigned both = bytes[0] | (unsigned{bytes[1]} << 8) | (unsigned{bytes[2]} << 16);
    return {static_cast<std::uint16_t>(both & 0xFFF), static_cast<std::uint16_t>(both >> 12)};
}

// Finds the length of every symbol without recursion; a symbol that contains itself, or one that is not there, makes it
// fail.
bool CompressedTable::measure_symbols(std::size_t count) {
    std::vector<int> lengths(count, 0);    // in values
    std::vector<bool> open(count, false);  // being measured: meeting it again is a ring
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < count; ++start) {
        path.push_back(start);
        while (!path.empty()) {
            const std::size_t symbol = path.back();
            if (lengths[symbol] != 0) {
                path.pop_back();
                continue;
            }
            const Halves halves = halves_of(symbol);
            if (halves.right == NoSymbol) {
                lengths[symbol] = 1;
                continue;
            }
            if (halves.left >= count || halves.right >= count) { return false; }
            if (lengths[halves.left] != 0 && lengths[halves.right] != 0) {
                lengths[symbol] = lengths[halves.left] + lengths[halves.right];
                if (lengths[symbol] > MaxSymbolLength) { return false; }
                continue;
            }
            open[symbol] = true;
            for (const std::size_t half : {halves.left, halves.right}) {
                if (lengths[half] != 0) { continue; }
                if (open[half]) { return false; }
                path.push_back(half);
            }
        }
    }
    for (const int length : lengths) { more_values_.push_back(static_cast<std::uint8_t>(length - 1)); }
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

    // Walk through the block until the symbol that contains the value. The bytes to come are loaded ahead of the steps
    // that need them.
    std::uint64_t byte = place->block * block_size_;
    std::uint64_t bits = 0;
    int bit_count = 0;
    std::size_t symbol = 0;
    for (bool found = false; !found;) {
        bits |= bits_at(byte) >> bit_count;
        byte += static_cast<std::uint64_t>(63 - bit_count) / 8;
        bit_count |= 56;
        for (int i = 0; i < steps_at_once_; ++i) {
            const Start start = starts_[static_cast<std::size_t>(bits >> (64 - StartBits))];
            int used = start.bits;
            if (used != 0 && offset >= start.values) {
                offset -= start.values;
            } else {
                const CodedSymbol next = first_symbol(bits);
                symbol = next.symbol;
                found = offset <= more_values_[symbol];
                if (found) { break; }
                offset -= more_values_[symbol] + 1U;
                used = next.bits;
            }
            bits <<= used;
            bit_count -= used;
        }
    }

    // Then go down the symbol's tree.
    while (more_values_[symbol] != 0) {
        const Halves halves = halves_of(symbol);
        const std::uint64_t before = more_values_[halves.left] + 1U;
        const bool is_right = offset >= before;
        symbol = is_right ? halves.right : halves.left;
        offset -= is_right ? before : 0;
    }
    return halves_of(symbol).left;
}

}  // namespace skua::tablebase
