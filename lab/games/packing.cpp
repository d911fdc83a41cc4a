#include "lab/games/packing.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "chess/movegen.h"

namespace skua::lab {

namespace {

// The highest levels save one percent more and take twenty times as long.
constexpr int CompressionLevel = 15;

constexpr std::uint8_t ResultMask = 3;
constexpr std::uint8_t HasOwnStart = 4;
constexpr std::uint8_t IsChess960 = 8;
constexpr std::uint8_t KnownFlags = ResultMask | HasOwnStart | IsChess960;

// Piece codes on a board are those of Piece, and two more for rooks that may still castle.
constexpr int WhiteCastlingRook = 12;
constexpr int BlackCastlingRook = 13;

// ---------------------------------------------------------------------- numbers

void put_varint(Bytes& bytes, std::uint32_t value) {
    for (; value >= 0x80; value >>= 7) { bytes.push_back(static_cast<std::uint8_t>(value | 0x80)); }
    bytes.push_back(static_cast<std::uint8_t>(value));
}

// Zigzag coding: small numbers of either sign become small unsigned numbers.
constexpr std::uint32_t to_zigzag(std::int32_t value) {
    return (static_cast<std::uint32_t>(value) << 1) ^ static_cast<std::uint32_t>(value >> 31);
}
constexpr std::int32_t from_zigzag(std::uint32_t value) {
    return static_cast<std::int32_t>((value >> 1) ^ (0 - (value & 1)));
}

// A varint of at most 32 bits; nothing when the bytes end or the number is larger.
std::optional<std::uint32_t> next_varint(ByteReader& bytes) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        const std::optional<std::uint8_t> next = bytes.next<std::uint8_t>();
        if (!next) { return std::nullopt; }
        value |= static_cast<std::uint64_t>(*next & 0x7F) << shift;
        if (*next < 0x80) {
            if (value > std::numeric_limits<std::uint32_t>::max()) { return std::nullopt; }
            return static_cast<std::uint32_t>(value);
        }
    }
    return std::nullopt;
}

// ---------------------------------------------------------------------- positions

void put_position(Bytes& bytes, const Position& position) {
    append_little_endian(bytes, position.pieces().bits());
    int low = -1;
    for (const Square square : position.pieces()) {
        int code = static_cast<int>(position.piece_on(square));
        if (position.castling_rooks().contains(square)) {
            code = color_of(position.piece_on(square)) == Color::White ? WhiteCastlingRook : BlackCastlingRook;
        }
        if (low < 0) {
            low = code;
        } else {
            bytes.push_back(static_cast<std::uint8_t>(low | (code << 4)));
            low = -1;
        }
    }
    if (low >= 0) { bytes.push_back(static_cast<std::uint8_t>(low)); }
    bytes.push_back(static_cast<std::uint8_t>(index_of(position.en_passant_square()) |
                                              (position.side_to_move() == Color::Black ? 0x80 : 0)));
    put_varint(bytes, static_cast<std::uint32_t>(position.halfmove_clock()));
    put_varint(bytes, static_cast<std::uint32_t>(position.fullmove_number()));
}

Result<Position> read_position(ByteReader& bytes) {
    const Error short_error{"a start position ends too early"};
    const std::optional<std::uint64_t> occupied = bytes.next<std::uint64_t>();
    if (!occupied) { return short_error; }
    Setup setup;
    // Two pieces share a byte: the first one has its lower half.
    int pair = 0;
    bool is_first = true;
    for (const Square square : Bitboard(*occupied)) {
        if (is_first) {
            const std::optional<std::uint8_t> byte = bytes.next<std::uint8_t>();
            if (!byte) { return short_error; }
            pair = *byte;
        }
        int code = is_first ? pair & 15 : pair >> 4;
        is_first = !is_first;
        if (code > BlackCastlingRook) { return Error{"a start position has a piece that does not exist"}; }
        if (code >= WhiteCastlingRook) {
            setup.castling_rooks |= square;
            code = static_cast<int>(code == WhiteCastlingRook ? Piece::WhiteRook : Piece::BlackRook);
        }
        setup.board[square] = static_cast<Piece>(code);
    }
    const std::optional<std::uint8_t> turn = bytes.next<std::uint8_t>();
    const std::optional<std::uint32_t> halfmoves = next_varint(bytes);
    const std::optional<std::uint32_t> fullmoves = next_varint(bytes);
    if (!turn || !halfmoves || !fullmoves) { return short_error; }
    constexpr std::uint32_t MaxCounter = std::numeric_limits<std::uint16_t>::max();
    if ((*turn & 0x7F) > index_of(Square::None) || *halfmoves > MaxCounter || *fullmoves > MaxCounter) {
        return Error{"a start position has impossible counters"};
    }
    setup.side_to_move = (*turn & 0x80) != 0 ? Color::Black : Color::White;
    setup.en_passant_square = static_cast<Square>(*turn & 0x7F);
    setup.halfmove_clock = static_cast<int>(*halfmoves);
    setup.fullmove_number = static_cast<int>(*fullmoves);
    return Position::from_setup(setup);
}

// ---------------------------------------------------------------------- moves

// The sort key of a move among the legal ones. The file format fixes this order, so that the move generator may change
// its own.
constexpr std::uint16_t order_of(Color us, Move move) {
    const auto square = [us](Square of_board) { return index_of(relative_square(us, of_board)); };
    return static_cast<std::uint16_t>((static_cast<int>(move.kind()) << 12) | (square(move.to()) << 6) |
                                      square(move.from()));
}

std::uint8_t index_of_move(const Position& position, Move move) {
    const Color us = position.side_to_move();
    std::uint8_t index = 0;
    for (const Move other : legal_moves(position)) {
        if (order_of(us, other) < order_of(us, move)) { ++index; }
    }
    return index;
}

std::optional<Move> move_of_index(const Position& position, std::uint8_t index) {
    MoveList moves = legal_moves(position);
    if (index >= moves.size()) { return std::nullopt; }
    const Color us = position.side_to_move();
    std::nth_element(moves.begin(), moves.begin() + index, moves.end(),
                     [us](Move a, Move b) { return order_of(us, a) < order_of(us, b); });
    return moves[index];
}

// ---------------------------------------------------------------------- streams

void put_stream(Bytes& packed, const Bytes& stream) {
    Bytes compressed(ZSTD_compressBound(stream.size()));
    const std::size_t size =
        ZSTD_compress(compressed.data(), compressed.size(), stream.data(), stream.size(), CompressionLevel);
    // The buffer is large enough, so only memory can be missing.
    if (ZSTD_isError(size) != 0) { throw std::bad_alloc(); }
    append_little_endian(packed, static_cast<std::uint32_t>(stream.size()));
    append_little_endian(packed, static_cast<std::uint32_t>(size));
    packed.insert(packed.end(), compressed.begin(), compressed.begin() + static_cast<std::ptrdiff_t>(size));
}

Result<Bytes> read_stream(ByteReader& packed) {
    const std::optional<std::uint32_t> size = packed.next<std::uint32_t>();
    const std::optional<std::uint32_t> packed_size = packed.next<std::uint32_t>();
    if (!size || !packed_size || *size > MaxStreamBytes) { return Error{"a stream has an impossible length"}; }
    const auto compressed = packed.take(*packed_size);
    if (!compressed) { return Error{"a stream ends too early"}; }
    Bytes stream(*size);
    const std::size_t got = ZSTD_decompress(stream.data(), stream.size(), compressed->data(), compressed->size());
    if (ZSTD_isError(got) != 0 || got != stream.size()) { return Error{"a stream can't be decompressed"}; }
    return stream;
}

// Scores are delta-coded against the previous one.
class ScorePredictor {
public:
    [[nodiscard]] std::int32_t expected() const { return last_; }
    void update(std::int32_t score) { last_ = score; }

private:
    std::int32_t last_ = 0;
};

struct StreamReaders {
    ByteReader games;
    ByteReader starts;
    ByteReader moves;
    ByteReader scores;

    [[nodiscard]] bool at_end() const { return games.at_end() && starts.at_end() && moves.at_end() && scores.at_end(); }
};

// `plies_left` is how many plies the block still announces.
Result<GameRecord> read_game(StreamReaders& from, std::uint32_t plies_left) {
    const std::optional<std::uint8_t> flags = from.games.next<std::uint8_t>();
    const std::optional<std::uint32_t> plies = next_varint(from.games);
    const std::optional<std::uint32_t> random_plies = next_varint(from.games);
    if (!flags || !plies || !random_plies) { return Error{"the list of games ends too early"}; }
    if ((*flags & ~KnownFlags) != 0 || (*flags & ResultMask) > static_cast<int>(GameResult::WhiteWins)) {
        return Error{"a game has flags that do not exist"};
    }
    if (*plies > plies_left || *random_plies > *plies) { return Error{"a game has more moves than its block"}; }

    GameRecord game;
    game.result = static_cast<GameResult>(*flags & ResultMask);
    game.variant = (*flags & IsChess960) != 0 ? Variant::Chess960 : Variant::Standard;
    game.random_plies = *random_plies;
    if ((*flags & HasOwnStart) != 0) {
        Result<Position> start = read_position(from.starts);
        if (!start) { return Error{start.error()}; }
        game.start = *start;
    }

    Position position = game.start;
    ScorePredictor predictor;
    for (std::uint32_t ply = 0; ply < *plies; ++ply) {
        const std::optional<std::uint8_t> index = from.moves.next<std::uint8_t>();
        const std::optional<Move> move = index ? move_of_index(position, *index) : std::nullopt;
        if (!move) { return Error{"a game has a move that does not exist"}; }
        MoveScore& entry = game.plies.emplace_back();
        entry.move = *move;
        position.play(*move);
        if (ply < *random_plies) { continue; }
        const std::optional<std::uint32_t> difference = next_varint(from.scores);
        if (!difference) { return Error{"the scores end too early"}; }
        const std::int64_t score = std::int64_t{predictor.expected()} + from_zigzag(*difference);
        if (score < -MateScore || score > MateScore) { return Error{"a game has a score that does not exist"}; }
        entry.score = static_cast<std::int16_t>(score);
        predictor.update(entry.score);
    }
    return game;
}

}  // namespace

void GamePacker::add(const GameRecord& game) {
    const bool own_start = game.start != Position();
    streams_.games.push_back(static_cast<std::uint8_t>(static_cast<int>(game.result) | (own_start ? HasOwnStart : 0) |
                                                       (game.variant == Variant::Chess960 ? IsChess960 : 0)));
    put_varint(streams_.games, static_cast<std::uint32_t>(game.plies.size()));
    put_varint(streams_.games, game.random_plies);
    if (own_start) { put_position(streams_.starts, game.start); }

    Position position = game.start;
    ScorePredictor predictor;
    for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
        const MoveScore& entry = game.plies[ply];
        assert(position.is_legal(entry.move));
        assert((ply < game.random_plies) == (entry.score == NoScore));
        streams_.moves.push_back(index_of_move(position, entry.move));
        position.play(entry.move);
        if (ply < game.random_plies) { continue; }
        put_varint(streams_.scores, to_zigzag(entry.score - predictor.expected()));
        predictor.update(entry.score);
    }
    ++games_;
    plies_ += static_cast<std::uint32_t>(game.plies.size());
}

bool GamePacker::is_full() const {
    // No game takes more than the other half.
    const auto long_one = [](const Bytes& stream) { return stream.size() > MaxStreamBytes / 2; };
    return long_one(streams_.moves) || long_one(streams_.scores) || long_one(streams_.starts);
}

Bytes GamePacker::pack() {
    Bytes packed;
    for (const Bytes* stream : {&streams_.games, &streams_.starts, &streams_.moves, &streams_.scores}) {
        put_stream(packed, *stream);
    }
    *this = {};
    return packed;
}

Result<std::vector<GameRecord>> unpack_games(std::span<const std::uint8_t> packed, std::uint32_t games,
                                             std::uint32_t plies) {
    ByteReader reader(packed);
    std::array<Bytes, 4> streams;
    for (Bytes& stream : streams) {
        Result<Bytes> stream_bytes = read_stream(reader);
        if (!stream_bytes) { return Error{stream_bytes.error()}; }
        stream = *std::move(stream_bytes);
    }
    StreamReaders from{ByteReader(streams[0]), ByteReader(streams[1]), ByteReader(streams[2]), ByteReader(streams[3])};
    std::vector<GameRecord> records;
    std::uint32_t plies_left = plies;
    for (std::uint32_t i = 0; i < games; ++i) {
        Result<GameRecord> game = read_game(from, plies_left);
        if (!game) { return Error{game.error()}; }
        plies_left -= static_cast<std::uint32_t>(game->plies.size());
        records.push_back(*std::move(game));
    }
    if (plies_left != 0 || !reader.at_end() || !from.at_end()) {
        return Error{"there is more in the block than its games"};
    }
    return records;
}

}  // namespace skua::lab
