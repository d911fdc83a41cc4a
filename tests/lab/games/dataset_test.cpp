// Files of games: whatever happens to them, the valid blocks are read, and nothing else is.
#include "lab/games/dataset.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include "base/bytes.h"
#include "base/checksum.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

class Dataset : public LabTest {
protected:
    // A file of four blocks with three games each, and where each block ends.
    void make_file(const std::string& name) {
        games_ = random_records(20, 12, 30);
        ends_ = {16};
        for (std::size_t block = 0; block < 4; ++block) {
            const auto first = games_.begin() + static_cast<std::ptrdiff_t>(3 * block);
            write_file(path(name), {first, first + 3});
            ends_.push_back(std::filesystem::file_size(path(name)));
        }
        bytes_ = bytes_of(path(name));
    }
    // Blocks that end before this.
    [[nodiscard]] std::size_t whole_blocks(std::size_t size) const {
        return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), size) - ends_.begin()) - 1;
    }
    [[nodiscard]] std::vector<GameRecord> first_games(std::size_t count) const {
        return {games_.begin(), games_.begin() + static_cast<std::ptrdiff_t>(count)};
    }

    std::vector<GameRecord> games_;
    std::vector<std::size_t> ends_;
    std::string bytes_;
};

TEST_F(Dataset, GamesComeBackInTheirOrder) {
    const std::vector<GameRecord> games = random_records(1, 1000);
    write_file(path("a"), games, 170);
    const Reading reading = read_file(path("a"));
    EXPECT_FALSE(reading.corruption.any());
    EXPECT_EQ(reading.blocks, 6U);
    expect_same(reading.games, games);
}

TEST_F(Dataset, AppendingGoesOnWhereTheFileEnds) {
    make_file("a");
    const Reading reading = read_file(path("a"));
    EXPECT_FALSE(reading.corruption.any());
    EXPECT_EQ(reading.blocks, 4U);
    expect_same(reading.games, games_);
    const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
    ASSERT_TRUE(writer.ok());
    EXPECT_EQ((*writer)->games_found(), 12U);
    EXPECT_EQ((*writer)->bytes_cut(), 0U);
}

TEST_F(Dataset, ABlockIsWrittenWithoutBeingAskedFor) {
    const std::vector<GameRecord> games = random_records(2, 256, 10);
    const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
    for (const GameRecord& game : games) { ASSERT_FALSE((*writer)->add(game)); }
    EXPECT_EQ(read_file(path("a")).games.size(), 256U);
}

TEST_F(Dataset, WhatIsLeftIsWrittenAtTheEnd) {
    const std::vector<GameRecord> games = random_records(3, 5);
    {
        const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
        for (const GameRecord& game : games) { ASSERT_FALSE((*writer)->add(game)); }
        EXPECT_TRUE(read_file(path("a")).games.empty());
    }
    expect_same(read_file(path("a")).games, games);
}

// A file as version 1 wrote it: a change of the format without a new version fails here.
TEST_F(Dataset, FilesOfVersionOneAreStillRead) {
    constexpr std::string_view Hex =
        "536b756147616d650100000000000000b10c5ae7020000000800000069000000100da45e2b2b9124"
        "060000000f00000028b52ffd20063100000205020d03000e0000001700000028b52ffd200e710000"
        "6000000000000112ca700b400328080000001100000028b52ffd2008410000100f1b14070e020f09"
        "0000001200000028b52ffd2009490000329d05d8f8030d0000";
    std::string bytes;
    for (std::size_t i = 0; i < Hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(std::string(Hex.substr(i, 2)), nullptr, 16));
    }
    const auto game = [](std::string_view fen, const std::vector<std::pair<std::string_view, int>>& plies) {
        GameRecord record;
        record.start = position_of(fen);
        Position position = record.start;
        for (const auto& [move, score] : plies) {
            record.plies.push_back({move_of(position, move), static_cast<std::int16_t>(score)});
            record.random_plies += score == NoScore ? 1 : 0;
            position.play(record.plies.back().move);
        }
        return record;
    };
    GameRecord standard =
        game(StartFen, {{"e2e4", NoScore}, {"d7d5", NoScore}, {"e4d5", 25}, {"d8d5", -310}, {"b1c3", mate_in(10)}});
    standard.result = GameResult::WhiteWins;
    GameRecord chess960 = game("1r2k3/P7/8/8/8/8/8/5KR1 w G - 3 40", {{"a7b8n", -7}, {"e8e7", -7}, {"f1g1", -7}});
    chess960.variant = Variant::Chess960;
    chess960.result = GameResult::Draw;

    const Reading reading = read_bytes(bytes);
    EXPECT_FALSE(reading.corruption.any());
    expect_same(reading.games, {standard, chess960});
}

// ---------------------------------------------------------------------- files cut short

TEST_F(Dataset, AnyBeginningKeepsItsWholeBlocks) {
    make_file("a");
    for (std::size_t size = 0; size <= bytes_.size(); ++size) {
        const Reading reading = read_bytes(bytes_.substr(0, size));
        if (size < 16) {
            ASSERT_EQ(reading.error, "it is too short to hold games");
            continue;
        }
        const std::size_t blocks = whole_blocks(size);
        ASSERT_EQ(reading.blocks, blocks) << size;
        ASSERT_NO_FATAL_FAILURE(expect_same(reading.games, first_games(3 * blocks)));
        ASSERT_EQ(reading.corruption.bytes, size - ends_[blocks]) << size;
        ASSERT_EQ(reading.corruption.any(), size != ends_[blocks]) << size;
    }
}

TEST_F(Dataset, AWriterLeavesOtherCorruptionAsItIs) {
    make_file("a");
    const GameRecord more = random_records(22, 1)[0];
    std::string spoiled = bytes_;
    for (const std::size_t end : {ends_[ends_.size() - 2], ends_.back()}) { spoiled[end - 1] ^= 1; }
    for (const std::string& bytes :
         {spoiled, bytes_ + "another program's bytes, more than a header of them", bytes_ + "a few bytes"}) {
        put_bytes(path("b"), bytes);
        {
            const auto writer = DatasetWriter::open(path("b"), DatasetWriter::Mode::Append);
            ASSERT_TRUE(writer.ok()) << writer.error();
            EXPECT_EQ((*writer)->bytes_cut(), 0U);
            ASSERT_FALSE((*writer)->add(more));
        }
        EXPECT_EQ(bytes_of(path("b")).substr(0, bytes.size()), bytes);
        const Reading reading = read_file(path("b"));
        ASSERT_FALSE(reading.games.empty());
        EXPECT_TRUE(reading.corruption.any());
        EXPECT_NO_FATAL_FAILURE(expect_same({reading.games.back()}, {more}));
    }
}

TEST_F(Dataset, AWriterCutsATornEndAndGoesOn) {
    make_file("a");
    const GameRecord more = random_records(21, 1)[0];
    for (std::size_t size = 0; size <= bytes_.size(); size += size < 120 ? 1 : 7) {
        put_bytes(path("b"), bytes_.substr(0, size));
        const std::size_t blocks = size < 16 ? 0 : whole_blocks(size);
        {
            const auto writer = DatasetWriter::open(path("b"), DatasetWriter::Mode::Append);
            ASSERT_TRUE(writer.ok()) << size << ": " << writer.error();
            ASSERT_EQ((*writer)->games_found(), 3 * blocks);
            ASSERT_EQ((*writer)->bytes_cut(), size < 16 ? 0 : size - ends_[blocks]);
            ASSERT_FALSE((*writer)->add(more));
        }
        std::vector<GameRecord> expected = first_games(3 * blocks);
        expected.push_back(more);
        const Reading reading = read_file(path("b"));
        ASSERT_FALSE(reading.corruption.any()) << size;
        ASSERT_NO_FATAL_FAILURE(expect_same(reading.games, expected));
    }
}

// ---------------------------------------------------------------------- corrupt files

TEST_F(Dataset, AnyWrongByteCostsItsBlockOnly) {
    make_file("a");
    for (std::size_t place = 16; place < bytes_.size(); ++place) {
        std::string broken = bytes_;
        broken[place] = static_cast<char>(broken[place] ^ (1 << (place % 8)));
        const Reading reading = read_bytes(broken);
        const std::size_t block = whole_blocks(place);
        std::vector<GameRecord> expected = games_;
        const auto lost = expected.begin() + static_cast<std::ptrdiff_t>(3 * block);
        expected.erase(lost, lost + 3);
        ASSERT_NO_FATAL_FAILURE(expect_same(reading.games, expected)) << place;
        ASSERT_EQ(reading.corruption.ranges, 1U);
        ASSERT_EQ(reading.corruption.bytes, ends_[block + 1] - ends_[block]);
        ASSERT_NE(reading.corruption.reason.find("at byte " + std::to_string(ends_[block]) + ' '), std::string::npos);
    }
}

TEST_F(Dataset, TwoCorruptRangesAreCountedAsTwo) {
    make_file("a");
    bytes_[ends_[0] + 30] ^= 1;
    bytes_[ends_[2] + 30] ^= 1;
    const Reading reading = read_bytes(bytes_);
    EXPECT_EQ(reading.games.size(), 6U);
    EXPECT_EQ(reading.corruption.ranges, 2U);
}

TEST_F(Dataset, RubbishBetweenBlocksIsPassedOver) {
    make_file("a");
    Prng prng(22);
    const std::string magic = bytes_.substr(16, 4);
    for (int i = 0; i < 200; ++i) {
        std::string rubbish;
        const std::uint64_t size = 1 + prng.below(i == 0 ? 200000 : 3000);
        while (rubbish.size() < size) { rubbish += static_cast<char>(prng.below(256)); }
        // Beginnings of blocks that are none, the last of them running into the real one.
        if (i % 3 != 0) { rubbish.insert(prng.below(rubbish.size()), magic); }
        if (i % 3 == 1) { rubbish += bytes_.substr(ends_[0], 5 + prng.below(100)); }
        const std::size_t place = ends_[prng.below(ends_.size())];
        const Reading reading = read_bytes(bytes_.substr(0, place) + rubbish + bytes_.substr(place));
        ASSERT_NO_FATAL_FAILURE(expect_same(reading.games, games_)) << i;
        ASSERT_EQ(reading.corruption.ranges, 1U);
        ASSERT_EQ(reading.corruption.bytes, rubbish.size());
    }
}

// Valid headers that announce megabytes, with nothing but more headers behind them: a reader that checked every payload
// would read this file twenty thousand times.
TEST_F(Dataset, CraftedHeadersTakeNoLongerThanTheFileIsLarge) {
    constexpr std::uint32_t PayloadSize = 400'000;
    Bytes block{0xB1, 0x0C, 0x5A, 0xE7};
    for (const std::uint32_t number : {1U, 1U, PayloadSize, 0U}) { append_little_endian(block, number); }
    append_little_endian(block, crc32(block));
    ASSERT_EQ(block.size(), 24U);
    make_file("a");
    std::string crafted = bytes_.substr(0, 16);
    for (int i = 0; i < 40'000; ++i) { crafted.append(block.begin(), block.end()); }
    const auto begin = std::chrono::steady_clock::now();
    const Reading reading = read_bytes(crafted + bytes_.substr(16));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_EQ(reading.corruption.ranges, 1U);
    EXPECT_EQ(reading.corruption.bytes, crafted.size() - 16);
    expect_same(reading.games, games_);
}

// The same with the magic alone.
TEST_F(Dataset, CraftedMagicNumbersTakeNoLongerThanTheFileIsLarge) {
    make_file("a");
    std::string crafted = bytes_.substr(0, 16);
    for (int i = 0; i < 500'000; ++i) { crafted += bytes_.substr(16, 4); }
    const auto begin = std::chrono::steady_clock::now();
    const Reading reading = read_bytes(crafted + bytes_.substr(16));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
    EXPECT_EQ(reading.corruption.bytes, crafted.size() - 16);
    expect_same(reading.games, games_);
}

TEST_F(Dataset, ThousandsOfRandomChangesNeverInventAGame) {
    make_file("a");
    Prng prng(23);
    std::size_t games = 0;
    for (int i = 0; i < 4000; ++i) {
        std::string broken = bytes_;
        for (std::uint64_t times = 1 + prng.below(4); times > 0; --times) {
            const std::size_t place = prng.below(broken.size() + 1);
            const std::size_t length = prng.below(prng.below(2) == 0 ? 4 : 200);
            switch (prng.below(4)) {
                case 0: broken.erase(place, length); break;
                case 1: broken.insert(place, bytes_.substr(prng.below(bytes_.size()), length)); break;
                case 2: broken.resize(place); break;
                default:
                    for (std::size_t j = place; j < std::min(place + 1 + length, broken.size()); ++j) {
                        broken[j] = static_cast<char>(prng.below(256));
                    }
            }
        }
        const Reading reading = read_bytes(broken);
        games += reading.games.size();
        for (const GameRecord& game : reading.games) {
            ASSERT_TRUE(
                std::any_of(games_.begin(), games_.end(), [&](const GameRecord& one) { return same(one, game); }));
        }
    }
    EXPECT_GT(games, 4000U) << "most damages leave some blocks";
}

TEST_F(Dataset, CorruptionInTheMiddleIsNotCutOffByAWriter) {
    make_file("a");
    bytes_[ends_[1] + 40] ^= 1;
    put_bytes(path("b"), bytes_);
    write_file(path("b"), {games_[0]});
    const Reading reading = read_file(path("b"));
    EXPECT_EQ(reading.games.size(), 10U);
    EXPECT_EQ(reading.corruption.ranges, 1U);
    EXPECT_EQ(bytes_of(path("b")).substr(0, bytes_.size()), bytes_);
}

// ---------------------------------------------------------------------- who may write

TEST_F(Dataset, ASecondWriterIsRefused) {
    make_file("a");
    {
        const auto first = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
        ASSERT_TRUE(first.ok());
        const auto second = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
        ASSERT_FALSE(second.ok());
        EXPECT_EQ(second.error(), "another program is writing to \"" + path("a") + '"');
        EXPECT_EQ(read_file(path("a")).games.size(), 12U) << "reading is allowed";
    }
    EXPECT_TRUE(DatasetWriter::open(path("a"), DatasetWriter::Mode::Append).ok());
    EXPECT_EQ(bytes_of(path("a")), bytes_);
}

TEST_F(Dataset, AnotherProgramsFileIsLeftAlone) {
    for (const std::string& content : {std::string("x"), std::string("SkuaGamX"), std::string(1000, 'x')}) {
        put_bytes(path("a"), content);
        for (const auto mode : {DatasetWriter::Mode::Append, DatasetWriter::Mode::Create}) {
            const auto writer = DatasetWriter::open(path("a"), mode);
            ASSERT_FALSE(writer.ok());
            EXPECT_NE(writer.error().find("can't be used: "), std::string::npos) << writer.error();
            EXPECT_EQ(bytes_of(path("a")), content);
        }
        EXPECT_FALSE(read_file(path("a")).error.empty());
    }
}

TEST_F(Dataset, ANewerFormatIsNotTouched) {
    make_file("a");
    bytes_[8] = 2;
    put_bytes(path("a"), bytes_);
    const std::string reason = "its format is version 2, and this program knows version 1 only";
    EXPECT_NE(read_file(path("a")).error.find(reason), std::string::npos);
    const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
    ASSERT_FALSE(writer.ok());
    EXPECT_NE(writer.error().find(reason), std::string::npos);
    EXPECT_EQ(bytes_of(path("a")), bytes_);
}

TEST_F(Dataset, CreatingWantsAnEmptyPlace) {
    make_file("a");
    const auto refused = DatasetWriter::open(path("a"), DatasetWriter::Mode::Create);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().find("there is something in it already"), std::string::npos);
    put_bytes(path("b"), "");
    EXPECT_TRUE(DatasetWriter::open(path("b"), DatasetWriter::Mode::Create).ok());
    ASSERT_EQ(bytes_of(path("b")).size(), 16U) << "what an attempt leaves that could write no game";
    EXPECT_TRUE(DatasetWriter::open(path("b"), DatasetWriter::Mode::Create).ok());
    EXPECT_TRUE(DatasetWriter::open(path("c"), DatasetWriter::Mode::Create).ok());
}

TEST_F(Dataset, WhatCantBeOpenedIsExplained) {
    EXPECT_NE(read_file(path("none")).error.find("can't be opened: No such file"), std::string::npos);
    EXPECT_FALSE(read_file(path("")).error.empty()) << "a folder";
    EXPECT_FALSE(DatasetWriter::open(path(""), DatasetWriter::Mode::Append).ok());
    EXPECT_FALSE(DatasetWriter::open(path("no/such/folder"), DatasetWriter::Mode::Append).ok());
}

// Games written to a device would be lost.
TEST_F(Dataset, DevicesAndLinksThatLeadNowhereAreRefused) {
    for (const char* const device : {"/dev/null", "/dev/full"}) {
        const auto writer = DatasetWriter::open(device, DatasetWriter::Mode::Append);
        ASSERT_FALSE(writer.ok());
        EXPECT_NE(writer.error().find("is not a regular file"), std::string::npos) << writer.error();
    }
    std::filesystem::create_symlink(path("nowhere"), path("link"));
    EXPECT_FALSE(DatasetWriter::open(path("link"), DatasetWriter::Mode::Append).ok());
    EXPECT_FALSE(std::filesystem::exists(path("nowhere")));
}

TEST_F(Dataset, WhatWasWrittenCanBeDiscarded) {
    make_file("old");
    put_bytes(path("empty"), "");
    for (const char* const name : {"old", "empty", "new"}) {
        const auto writer = DatasetWriter::open(path(name), DatasetWriter::Mode::Append);
        ASSERT_TRUE(writer.ok()) << writer.error();
        EXPECT_FALSE((*writer)->add(games_[0]));
        EXPECT_FALSE((*writer)->flush());
        EXPECT_FALSE((*writer)->add(games_[1]));
        (*writer)->discard();
    }
    EXPECT_EQ(bytes_of(path("old")), bytes_);
    EXPECT_EQ(bytes_of(path("empty")), "");
    EXPECT_TRUE(std::filesystem::exists(path("empty")));
    EXPECT_FALSE(std::filesystem::exists(path("new")));
}

TEST_F(Dataset, AFullDiskIsReported) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
    const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(writer.ok());
    EXPECT_NE(writer.error().find("File too large"), std::string::npos) << writer.error();
}

TEST_F(Dataset, ADiskThatFillsUpLeavesNoHalfBlock) {
    make_file("a");
    const auto writer = DatasetWriter::open(path("a"), DatasetWriter::Mode::Append);
    ASSERT_TRUE(writer.ok());
    // No file may grow beyond the middle of the next block.
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit low{bytes_.size() + 100, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &low), 0);
    for (const GameRecord& game : games_) { EXPECT_FALSE((*writer)->add(game)); }
    const std::optional<Error> error = (*writer)->flush();
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("can't be written to: File too large"), std::string::npos) << error->message;
    EXPECT_EQ(bytes_of(path("a")), bytes_);
    // With room again it continues.
    EXPECT_FALSE((*writer)->add(games_[0]));
    EXPECT_FALSE((*writer)->flush());
    EXPECT_EQ(read_file(path("a")).games.size(), 13U);
}

}  // namespace
}  // namespace skua::lab
