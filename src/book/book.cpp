#include "book/book.h"

#include <algorithm>
#include <cmath>

#include "book/polyglot_key.h"
#include "chess/movegen.h"

// The file that the build embeds through base/embedded.S.
extern "C" {
extern const std::uint8_t SkuaBookBegin[];
extern const std::uint8_t SkuaBookEnd[];
}

namespace skua::book {

namespace {

// Up to this many entries the order of all is checked when a book is opened (16 MB); of a larger book, that of samples,
// few enough that only a small part of the file is read.
constexpr std::uint64_t CheckedEntries = std::uint64_t{1} << 20;
constexpr std::uint64_t Samples = 1000;

template <typename Number>
Number read_big_endian(const std::uint8_t* bytes) {
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) { number = static_cast<Number>((number << 8) | bytes[i]); }
    return number;
}

template <typename Number>
void append_big_endian(std::vector<std::uint8_t>& bytes, Number number) {
    for (std::size_t i = sizeof(Number); i-- > 0;) { bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i))); }
}

// A move's 16 bits: target file and rank, origin file and rank, promotion; three bits each.
constexpr int FromShift = 6;
constexpr int PromotionShift = 12;

// The king's move from e1 to g1 or c1 (and Black's) where other programs write castling so; else the code as it is.
Move castling_of(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (position.piece_on(from) != make_piece(us, PieceType::King)) { return Move::none(); }
    for (const CastlingSide side : CastlingSides) {
        const Square rook = position.castling_rook(us, side);
        if (rook == Square::None || !position.can_castle(side)) { continue; }
        const bool two_steps = from == relative_square(us, Square::E1) && to == castled_king_square(us, side);
        if (to == rook || two_steps) { return Move::castling(from, rook); }
    }
    return Move::none();
}

}  // namespace

Entry read_entry(std::span<const std::uint8_t> bytes) {
    return {read_big_endian<std::uint64_t>(bytes.data()), read_big_endian<std::uint16_t>(bytes.data() + 8),
            read_big_endian<std::uint16_t>(bytes.data() + 10), read_big_endian<std::uint32_t>(bytes.data() + 12)};
}

void append_entry(std::vector<std::uint8_t>& bytes, const Entry& entry) {
    append_big_endian(bytes, entry.key);
    append_big_endian(bytes, entry.move);
    append_big_endian(bytes, entry.weight);
    append_big_endian(bytes, entry.learn);
}

std::uint16_t encode_move(Move move) {
    const int promotion = move.is_promotion() ? static_cast<int>(move.promotion_piece()) : 0;
    return static_cast<std::uint16_t>(index_of(move.to()) | (index_of(move.from()) << FromShift) |
                                      (promotion << PromotionShift));
}

Move decode_move(const Position& position, std::uint16_t code) {
    const Square to = square_at(code & 63);
    const Square from = square_at((code >> FromShift) & 63);
    const int promotion = code >> PromotionShift;
    if (promotion > static_cast<int>(PieceType::Queen)) { return Move::none(); }
    if (promotion == 0) {
        if (const Move castling = castling_of(position, from, to); !castling.is_none()) { return castling; }
    }
    for (const Move move : legal_moves(position)) {
        if (!move.is_castling() && move.from() == from && move.to() == to &&
            (move.is_promotion() ? static_cast<int>(move.promotion_piece()) : 0) == promotion) {
            return move;
        }
    }
    return Move::none();
}

Result<std::shared_ptr<const Book>> Book::open(const std::string& path) {
    Result<MappedFile> file = MappedFile::open(path);
    if (!file) { return Error{file.error()}; }
    std::shared_ptr<Book> book(new Book(file->bytes()));
    if (const std::string fault = book->fault(); !fault.empty()) { return Error{fault}; }
    book->file_ = std::move(*file);
    return std::shared_ptr<const Book>(std::move(book));
}

Result<std::shared_ptr<const Book>> Book::from_bytes(std::span<const std::uint8_t> bytes) {
    std::shared_ptr<Book> book(new Book(bytes));
    if (const std::string fault = book->fault(); !fault.empty()) { return Error{fault}; }
    return std::shared_ptr<const Book>(std::move(book));
}

std::string Book::fault() const {
    if (bytes_.empty()) { return "it is empty"; }
    if (bytes_.size() % EntrySize != 0) {
        return "it is cut off, or not a Polyglot book: its size is not a multiple of " + std::to_string(EntrySize);
    }
    const std::uint64_t step = size() <= CheckedEntries ? 1 : size() / Samples;
    Key last = 0;
    for (std::uint64_t i = 0; i < size(); i += step) {
        const Key key = key_at(i);
        if (key < last) { return "it is not a Polyglot book: entry " + std::to_string(i + 1) + " is out of order"; }
        last = key;
    }
    return "";
}

Entry Book::entry(std::uint64_t index) const {
    return read_entry(bytes_.subspan(static_cast<std::size_t>(index) * EntrySize, EntrySize));
}

Key Book::key_at(std::uint64_t index) const {
    return read_big_endian<std::uint64_t>(bytes_.data() + static_cast<std::size_t>(index) * EntrySize);
}

std::uint64_t Book::lower_bound(Key key) const {
    std::uint64_t low = 0;
    for (std::uint64_t high = size(); low < high;) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (key_at(middle) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool Book::contains(Key key) const {
    const std::uint64_t index = lower_bound(key);
    return index < size() && key_at(index) == key;
}

std::vector<BookMove> Book::moves(const Game& game) const {
    if (!polyglot_knows(game.position())) { return {}; }
    const Key key = polyglot_key(game);
    std::vector<BookMove> moves;
    double sum = 0;
    for (std::uint64_t i = lower_bound(key); i < size() && key_at(i) == key; ++i) {
        const Entry found = entry(i);
        const Move move = decode_move(game.position(), found.move);
        const auto is_same = [move](const BookMove& other) { return other.move == move; };
        // A key that two positions share brings moves that are not legal here.
        if (move.is_none() || std::any_of(moves.begin(), moves.end(), is_same)) { continue; }
        moves.push_back({move, found.weight, 0});
        sum += found.weight;
    }
    for (BookMove& move : moves) { move.share = sum > 0 ? move.weight / sum : 0; }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
    return moves;
}

Result<std::shared_ptr<const Book>> embedded_book() { return Book::from_bytes({SkuaBookBegin, SkuaBookEnd}); }

Move choose(const std::vector<BookMove>& moves, int variety, Prng& prng) {
    if (moves.empty() || moves.front().weight == 0) { return Move::none(); }
    if (variety <= 0) { return moves.front().move; }
    const double power = 100.0 / variety;
    std::vector<double> chances;
    double sum = 0;
    for (const BookMove& move : moves) {
        chances.push_back(std::pow(static_cast<double>(move.weight) / moves.front().weight, power));
        sum += chances.back();
    }
    double drawn = prng.unit() * sum;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        drawn -= chances[i];
        if (drawn < 0 && moves[i].weight > 0) { return moves[i].move; }
    }
    return moves.front().move;
}

}  // namespace skua::book
