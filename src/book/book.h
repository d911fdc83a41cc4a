// An opening book in Polyglot's format: moves with weights for positions that were prepared before.
//
// A book consists of 16-byte entries, big-endian and sorted by key: key (8 bytes), move (2), weight (2), learning data
// (4). Any number of entries may share a key.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/mapped_file.h"
#include "base/prng.h"
#include "base/result.h"
#include "chess/game.h"

namespace skua::book {

inline constexpr std::size_t EntrySize = 16;

// An entry as the file has it.
struct Entry {
    Key key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
    std::uint32_t learn = 0;

    bool operator==(const Entry&) const = default;
};

Entry read_entry(std::span<const std::uint8_t> bytes);
void append_entry(std::vector<std::uint8_t>& bytes, const Entry& entry);

// How the format writes a legal move. Castling is the king taking its rook.
std::uint16_t encode_move(Move move);
// The legal move that 16 bits of a book mean here; Move::none() if there is none. Castling may also be written with the
// square that the king goes to.
Move decode_move(const Position& position, std::uint16_t code);

// A move that the book knows for a position.
struct BookMove {
    Move move;
    int weight = 0;
    double share = 0;  // of all weights of the position
};

// Read by any number of threads at once.
class Book {
public:
    // The error says in words what is wrong with the file: not readable, cut off, or not sorted. Of a large file only
    // samples are read for that.
    static Result<std::shared_ptr<const Book>> open(const std::string& path);
    // The same for a book in memory. The bytes are not copied and must stay where they are.
    static Result<std::shared_ptr<const Book>> from_bytes(std::span<const std::uint8_t> bytes);

    [[nodiscard]] std::uint64_t size() const { return bytes_.size() / EntrySize; }
    [[nodiscard]] Entry entry(std::uint64_t index) const;
    // The index of the first entry whose key is not less than this one; size() if there is none.
    [[nodiscard]] std::uint64_t lower_bound(Key key) const;
    [[nodiscard]] bool contains(Key key) const;

    // The legal moves for a game's present position, the heaviest first and each one once. Moves of weight 0 are listed
    // but never chosen.
    [[nodiscard]] std::vector<BookMove> moves(const Game& game) const;

private:
    explicit Book(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    [[nodiscard]] Key key_at(std::uint64_t index) const;
    // What is wrong with the bytes; empty if nothing is.
    [[nodiscard]] std::string fault() const;

    std::optional<MappedFile> file_;
    std::span<const std::uint8_t> bytes_;
};

// The book that comes with the program: the engine's own searches made it. An Error says why it can't be used.
Result<std::shared_ptr<const Book>> embedded_book();

// Picks one of the moves: the heaviest with variety 0, by weight with 100, and between these by a power of the weight.
// Move::none() if no move has a weight.
Move choose(const std::vector<BookMove>& moves, int variety, Prng& prng);

}  // namespace skua::book
