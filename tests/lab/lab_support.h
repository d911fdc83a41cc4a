// Games and files for the tests of lab.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "lab/games/dataset.h"

namespace skua::lab {

// A random game with everything in it that a file must keep. Its scores and result need not make sense.
inline GameRecord random_record(Prng& prng, int max_plies = 160) {
    GameRecord record;
    Game game(random_start(prng));
    // Some begin in the middle: counters, en passant and all.
    const std::uint64_t skipped = prng.below(4) == 0 ? prng.below(80) : 0;
    for (std::uint64_t i = 0; i < skipped && has_legal_move(game.position()); ++i) {
        game.play(random_move(game.position(), prng));
    }
    record.start = Position::from_setup(game.position().setup()).value();
    record.variant = prng.below(2) == 0 ? Variant::Standard : Variant::Chess960;
    record.result = static_cast<GameResult>(prng.below(3));
    const auto plies = static_cast<int>(prng.below(static_cast<std::uint64_t>(max_plies) + 1));
    const std::uint64_t random_plies = prng.below(12);
    Position position = record.start;
    int score = 0;
    for (int ply = 0; ply < plies && has_legal_move(position); ++ply) {
        const Move move = random_move(position, prng);
        const std::uint64_t kind = prng.below(32);
        score = kind == 0   ? mate_in(static_cast<int>(prng.below(50)))
                : kind == 1 ? mated_in(static_cast<int>(prng.below(50)))
                : kind < 8  ? static_cast<int>(prng.below(4001)) - 2000
                            : std::clamp(score + static_cast<int>(prng.below(41)) - 20, -MateScore, MateScore);
        const bool given = static_cast<std::uint64_t>(ply) < random_plies;
        record.plies.push_back({move, static_cast<std::int16_t>(given ? NoScore : score)});
        record.random_plies += given ? 1 : 0;
        position.play(move);
    }
    return record;
}

inline std::vector<GameRecord> random_records(std::uint64_t seed, int count, int max_plies = 160) {
    Prng prng(seed);
    std::vector<GameRecord> records;
    records.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) { records.push_back(random_record(prng, max_plies)); }
    return records;
}

inline bool same(const GameRecord& a, const GameRecord& b) {
    return a.start == b.start && a.variant == b.variant && a.result == b.result && a.random_plies == b.random_plies &&
           a.plies == b.plies;
}

inline void expect_same(const std::vector<GameRecord>& a, const std::vector<GameRecord>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) { ASSERT_TRUE(same(a[i], b[i])) << "game " << i; }
}

// Are all moves legal and all scores in range?
inline bool is_valid(const GameRecord& record) {
    Position position = record.start;
    if (!position.is_consistent()) { return false; }
    for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
        const auto& [move, score] = record.plies[ply];
        if (!position.is_legal(move)) { return false; }
        if (ply < record.random_plies ? score != NoScore : std::abs(score) > MateScore) { return false; }
        position.play(move);
    }
    return record.random_plies <= record.plies.size() && record.result <= GameResult::WhiteWins;
}

// A test with a temporary folder.
class LabTest : public testing::Test {
protected:
    void SetUp() override {
        const testing::TestInfo& info = *testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("skua-lab-" + std::to_string(getpid()) + '-' + info.test_suite_name() + '-' + info.name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

private:
    std::filesystem::path folder_;
};

inline std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void put_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << bytes;
}

struct Reading {
    std::vector<GameRecord> games;
    Corruption corruption;
    std::uint64_t blocks = 0;
    std::string error;  // why it could not be opened
};

inline Reading read_through(Result<DatasetReader> reader) {
    Reading reading;
    if (!reader) {
        reading.error = reader.error();
        return reading;
    }
    while (const GameRecord* game = reader->next()) { reading.games.push_back(*game); }
    EXPECT_EQ(reader->next(), nullptr) << "the end stays the end";
    reading.corruption = reader->corruption();
    reading.blocks = reader->blocks();
    return reading;
}
inline Reading read_file(const std::string& path) { return read_through(DatasetReader::open(path)); }
inline Reading read_bytes(const std::string& bytes) {
    return read_through(DatasetReader::open(std::make_unique<std::istringstream>(bytes)));
}

// Writes the games, with a block for every `per_block` of them.
inline void write_file(const std::string& path, const std::vector<GameRecord>& games, std::size_t per_block = 1000) {
    Result<std::unique_ptr<DatasetWriter>> writer = DatasetWriter::open(path, DatasetWriter::Mode::Append);
    ASSERT_TRUE(writer.ok()) << writer.error();
    for (std::size_t i = 0; i < games.size(); ++i) {
        ASSERT_FALSE((*writer)->add(games[i]));
        if ((i + 1) % per_block == 0) { ASSERT_FALSE((*writer)->flush()); }
    }
    ASSERT_FALSE((*writer)->flush());
}

}  // namespace skua::lab
