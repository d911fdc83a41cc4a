// Games keep everything when they are packed, and no bytes make a reader believe in a game that can't be.
#include "lab/games/packing.h"

#include <zstd.h>

#include <array>

#include "lab/lab_support.h"

namespace skua::lab {
namespace {

struct Packed {
    Bytes bytes;
    std::uint32_t games = 0;
    std::uint32_t plies = 0;
};

Packed packed(const std::vector<GameRecord>& records) {
    GamePacker packer;
    for (const GameRecord& record : records) { packer.add(record); }
    Packed result{{}, packer.games(), packer.plies()};
    result.bytes = packer.pack();
    EXPECT_EQ(packer.games(), 0U);
    return result;
}

Result<std::vector<GameRecord>> unpacked(const Packed& from) {
    return unpack_games(from.bytes, from.games, from.plies);
}

TEST(Packing, ThousandsOfRandomGamesComeBack) {
    int promotions = 0;
    int castlings = 0;
    int en_passants = 0;
    int own_starts = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const std::vector<GameRecord> records = random_records(seed, 100);
        const Result<std::vector<GameRecord>> again = unpacked(packed(records));
        ASSERT_TRUE(again.ok()) << again.error();
        ASSERT_NO_FATAL_FAILURE(expect_same(*again, records));
        for (const GameRecord& record : records) {
            own_starts += record.start != Position() ? 1 : 0;
            for (const MoveScore& ply : record.plies) {
                promotions += ply.move.is_promotion() ? 1 : 0;
                castlings += ply.move.is_castling() ? 1 : 0;
                en_passants += ply.move.is_en_passant() ? 1 : 0;
            }
        }
    }
    EXPECT_GT(promotions, 1000);
    EXPECT_GT(castlings, 100);
    EXPECT_GT(en_passants, 100);
    EXPECT_GT(own_starts, 1000);
}

TEST(Packing, NoGamesAndGamesWithoutMoves) {
    EXPECT_TRUE(unpacked(packed({}))->empty());
    const std::vector<GameRecord> records(3);
    ASSERT_NO_FATAL_FAILURE(expect_same(*unpacked(packed(records)), records));
}

TEST(Packing, EveryMoveOfThePositionWithMostMoves) {
    const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    std::vector<GameRecord> records;
    for (const Move move : legal_moves(position)) {
        GameRecord record;
        record.start = position;
        record.plies.push_back({move, 0});
        records.push_back(record);
    }
    ASSERT_EQ(records.size(), 218U);
    ASSERT_NO_FATAL_FAILURE(expect_same(*unpacked(packed(records)), records));
}

TEST(Packing, TheLargestScoresFromOnePlyToTheNext) {
    GameRecord record;
    Position position;
    for (const int score : {MateScore, -MateScore, MateScore, 0, -1, 1, -MateScore, 63, 64, -64, -65}) {
        const Move move = legal_moves(position)[0];
        record.plies.push_back({move, static_cast<std::int16_t>(score)});
        position.play(move);
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(*unpacked(packed({record})), {record}));
}

TEST(Packing, TheNumbersOfGamesAndPliesMustBeRight) {
    const Packed good = packed(random_records(5, 10));
    ASSERT_TRUE(unpacked(good).ok());
    for (const int wrong : {-1, 1}) {
        EXPECT_FALSE(unpack_games(good.bytes, good.games + static_cast<unsigned>(wrong), good.plies).ok());
        EXPECT_FALSE(unpack_games(good.bytes, good.games, good.plies + static_cast<unsigned>(wrong)).ok());
    }
    EXPECT_FALSE(unpack_games(good.bytes, ~0U, ~0U).ok());
    EXPECT_FALSE(unpack_games({}, 0, 0).ok());
}

TEST(Packing, EveryBeginningIsRefused) {
    const Packed good = packed(random_records(6, 3, 20));
    for (std::size_t size = 0; size < good.bytes.size(); ++size) {
        ASSERT_FALSE(unpack_games(std::span(good.bytes).first(size), good.games, good.plies).ok()) << size;
    }
}

// ---------------------------------------------------------------------- damage below the checksums

using Streams = std::array<Bytes, 4>;

// The streams of a block, as the format describes them.
Streams streams_of(const Bytes& packed) {
    Streams streams;
    std::size_t at = 0;
    const auto u32 = [&] {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) { value |= static_cast<std::uint32_t>(packed[at++]) << (8 * i); }
        return value;
    };
    for (Bytes& stream : streams) {
        stream.resize(u32());
        const std::uint32_t size = u32();
        EXPECT_EQ(ZSTD_decompress(stream.data(), stream.size(), &packed[at], size), stream.size());
        at += size;
    }
    EXPECT_EQ(at, packed.size());
    return streams;
}

Bytes packed_from(const Streams& streams) {
    Bytes packed;
    const auto put_u32 = [&](std::size_t value) {
        for (int shift = 0; shift < 32; shift += 8) { packed.push_back(static_cast<std::uint8_t>(value >> shift)); }
    };
    for (const Bytes& stream : streams) {
        Bytes compressed(ZSTD_compressBound(stream.size()));
        compressed.resize(ZSTD_compress(compressed.data(), compressed.size(), stream.data(), stream.size(), 1));
        put_u32(stream.size());
        put_u32(compressed.size());
        packed.insert(packed.end(), compressed.begin(), compressed.end());
    }
    return packed;
}

void damage(Bytes& bytes, Prng& prng) {
    const std::size_t place = bytes.empty() ? 0 : prng.below(bytes.size());
    const auto position = bytes.begin() + static_cast<std::ptrdiff_t>(place);
    switch (prng.below(3)) {
        case 0: bytes.insert(position, static_cast<std::uint8_t>(prng.below(256))); break;
        case 1:
            if (!bytes.empty()) { bytes.erase(position); }
            break;
        default:
            if (!bytes.empty()) { *position = static_cast<std::uint8_t>(prng.below(256)); }
    }
}

TEST(Packing, DamagedStreamsGiveSoundGamesOrNone) {
    const Packed good = packed(random_records(7, 6, 60));
    const Streams streams = streams_of(good.bytes);
    ASSERT_TRUE(unpack_games(packed_from(streams), good.games, good.plies).ok());
    Prng prng(8);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 6000; ++i) {
        Streams broken = streams;
        for (std::uint64_t times = 1 + prng.below(3); times > 0; --times) { damage(broken[prng.below(4)], prng); }
        const Result<std::vector<GameRecord>> games = unpack_games(packed_from(broken), good.games, good.plies);
        if (!games) {
            ASSERT_FALSE(games.error().empty());
            ++refused;
            continue;
        }
        ++accepted;
        for (const GameRecord& game : *games) { ASSERT_TRUE(is_valid(game)); }
    }
    EXPECT_GT(accepted, 50) << "a changed score or move can't be noticed here";
    EXPECT_GT(refused, 1000);
}

TEST(Packing, DamagedBytesGiveSoundGamesOrNone) {
    const Packed good = packed(random_records(9, 6, 60));
    Prng prng(10);
    for (int i = 0; i < 6000; ++i) {
        Bytes broken = good.bytes;
        for (std::uint64_t times = 1 + prng.below(3); times > 0; --times) { damage(broken, prng); }
        const Result<std::vector<GameRecord>> games = unpack_games(broken, good.games, good.plies);
        if (!games) { continue; }
        for (const GameRecord& game : *games) { ASSERT_TRUE(is_valid(game)); }
    }
}

TEST(Packing, AStreamThatClaimsToBeHugeIsRefused) {
    Streams streams = streams_of(packed(random_records(11, 1)).bytes);
    streams[2].assign(MaxStreamBytes + 1, 0);
    const Result<std::vector<GameRecord>> games = unpack_games(packed_from(streams), 1, 1);
    ASSERT_FALSE(games.ok());
    EXPECT_EQ(games.error(), "a stream has an impossible length");
}

}  // namespace
}  // namespace skua::lab
