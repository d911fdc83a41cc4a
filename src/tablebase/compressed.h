// The values of one table, compressed.
//
// Values are grouped into symbols by recursive pairing: a symbol is one value, or two other symbols side by side. The
// symbols are written in a canonical Huffman code, most significant bit first, in blocks of fixed size. A sparse index
// says for every span-th value in which block it lies.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"

namespace skua::tablebase {

using ByteSpan = std::span<const std::uint8_t>;

// Reads a file from front to back. A read past the end returns zeros and makes ok() false for good.
class ByteCursor {
public:
    explicit ByteCursor(ByteSpan bytes) : bytes_(bytes) {}

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t offset() const { return offset_; }

    std::uint8_t u8();
    std::uint16_t u16();  // little-endian
    std::uint32_t u32();
    // The next `size` bytes.
    ByteSpan take(std::uint64_t size);
    void align(std::size_t alignment);

private:
    ByteSpan bytes_;
    std::size_t offset_ = 0;
    bool ok_ = true;
};

class CompressedTable {
public:
    enum Flag : std::uint8_t {
        OtherSide = 1,     // in a DTZ table: Black, the second side, is to move
        Mapped = 2,        // in a DTZ table: values are indices into a map
        WinInPlies = 4,    // in a DTZ table: distances of wins are plies, not moves
        LossInPlies = 8,   // in a DTZ table: distances of losses are plies, not moves
        Wide = 16,         // in a DTZ table: the map's entries have 16 bits
        SingleValue = 128  // all values are equal
    };

    // The three parts of the file that belong to a table, to be called in this order for all tables of the file.
    // The first returns nothing but may fail; the others fail through the cursor.
    std::optional<Error> read_header(ByteCursor& cursor, std::uint64_t table_size);
    void read_sparse_index(ByteCursor& cursor);
    void read_block_lengths(ByteCursor& cursor);
    void read_blocks(ByteCursor& cursor);

    [[nodiscard]] std::uint8_t flags() const { return flags_; }
    // The value at an index below the table's size; nothing if the data are corrupt. Safe from many threads.
    [[nodiscard]] std::optional<std::uint16_t> value_at(std::uint64_t index) const;

private:
    struct Place {
        std::uint64_t block = 0;
        std::uint64_t offset = 0;  // values before it in its block
    };

    // The symbols that a symbol stands for; the left half of one without a right half is its value.
    struct Halves {
        std::uint16_t left = 0;
        std::uint16_t right = 0;
    };

    // The code words of one length.
    struct CodeLength {
        std::uint64_t first = 0;     // the smallest, at the top of 64 bits; the bits of shorter ones are larger
        std::int64_t to_symbol = 0;  // to be added to a code word
    };

    // What the first bits of code words tell.
    struct Start {
        std::uint8_t length = 0;   // the least place in code_lengths_ that fits
        std::uint8_t bits = 0;     // of all whole code words in them; 0 if it is not worth while to look at several
        std::uint16_t values = 0;  // that these stand for
    };

    // A symbol in the code, the most significant bit first.
    struct CodedSymbol {
        std::size_t symbol = 0;
        int bits = 0;
    };

    std::optional<Error> read_symbols(ByteCursor& cursor);
    [[nodiscard]] bool measure_symbols(std::size_t count);
    // Does every code word stand for a symbol that is there?
    [[nodiscard]] bool is_code_complete() const;
    void make_starts();
    // The first symbol in these bits.
    [[nodiscard]] CodedSymbol first_symbol(std::uint64_t bits) const;
    // Eight bytes of the blocks, with zeros behind the end.
    [[nodiscard]] std::uint64_t bits_at(std::uint64_t byte) const;
    [[nodiscard]] std::uint64_t last_bytes(std::uint64_t begin) const;
    [[nodiscard]] std::optional<Place> find_block(std::uint64_t index) const;
    [[nodiscard]] Halves halves_of(std::size_t symbol) const;
    // How many values a block holds.
    [[nodiscard]] std::uint32_t block_length(std::uint64_t block) const;

    std::uint8_t flags_ = 0;
    std::uint8_t single_value_ = 0;
    std::uint64_t span_ = 0;
    std::uint64_t sparse_size_ = 0;
    std::uint64_t block_size_ = 0;
    std::uint64_t block_count_ = 0;
    std::uint64_t block_lengths_count_ = 0;
    int min_code_length_ = 0;
    int steps_at_once_ = 0;                  // how many steps BitsAtOnce bits are enough for
    std::vector<CodeLength> code_lengths_;   // the shortest first
    std::vector<std::uint8_t> more_values_;  // how many values a symbol stands for, less one
    std::vector<Start> starts_;              // for each value of the first bits
    ByteSpan symbols_;                       // three bytes each
    ByteSpan sparse_index_;                  // six bytes each
    ByteSpan block_lengths_;                 // two bytes each, one less than the values in the block
    ByteSpan blocks_;                        // with the bytes behind them, up to the end of the file
};

}  // namespace skua::tablebase
