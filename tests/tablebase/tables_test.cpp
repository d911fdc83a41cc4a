#include "tablebase/tables.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "base/platform.h"
#include "chess/support.h"
#include "tablebase/support.h"

namespace skua::tablebase {
namespace {

constexpr std::string_view QueenWins = "8/8/3k4/8/8/8/8/KQ6 w - - 0 1";

class TablesTest : public testing::Test {
protected:
    void SetUp() override {
        const testing::TestInfo& info = *testing::UnitTest::GetInstance()->current_test_info();
        folder_ =
            std::filesystem::path(testing::TempDir()) / ("skua-tables-" + std::to_string(getpid()) + '-' + info.name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void put(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
        std::ofstream(path(name), std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    [[nodiscard]] std::string folder() const { return folder_.string(); }

private:
    std::filesystem::path folder_;
};

// Some positions of the material of a table, both sides to move.
std::vector<Position> some_positions(std::string_view name, int count) {
    Prng prng(11);
    std::vector<Position> positions;
    for (int i = 0; i < count; ++i) { positions.push_back(random_position(*Material::from_name(name), prng)); }
    return positions;
}

TEST_F(TablesTest, KnowWhatEveryPlayerKnows) {
    Tables tables;
    tables.add_path(OwnTables);
    EXPECT_EQ(tables.largest(), 3);
    EXPECT_EQ(tables.count(TableKind::Wdl, 3), 5);
    EXPECT_EQ(tables.count(TableKind::Dtz), 5);
    EXPECT_EQ(tables.probe_wdl(position_of("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")), Outcome::Win);
    EXPECT_EQ(tables.probe_wdl(position_of("8/8/8/8/8/2k5/8/KB6 w - - 0 1")), Outcome::Draw);
    // A rook pawn with the enemy king in the corner.
    EXPECT_EQ(tables.probe_wdl(position_of("k7/8/K7/P7/8/8/8/8 w - - 0 1")), Outcome::Draw);
    // The square of the pawn, Black a step too late.
    EXPECT_EQ(tables.probe_wdl(position_of("8/8/7k/8/P7/8/8/K7 b - - 0 1")), Outcome::Loss);
    EXPECT_EQ(tables.probe_wdl(position_of("8/8/8/7k/P7/8/8/K7 w - - 0 1")), Outcome::Win);
    // Checkmate, stalemate, mate in one.
    EXPECT_EQ(tables.probe_dtz(position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")), -1);
    EXPECT_EQ(tables.probe_wdl(position_of("k7/8/1Q6/8/8/8/8/K7 b - - 0 1")), Outcome::Draw);
    EXPECT_EQ(tables.probe_dtz(position_of("k7/8/1K6/8/8/8/7Q/8 w - - 0 1")), 1);
    // Unknown: castling rights, and pieces without a table.
    EXPECT_FALSE(tables.probe_wdl(position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
    EXPECT_FALSE(tables.probe_wdl(position_of("4k3/8/8/8/8/8/8/2R1K2R w - - 0 1")));
}

// The outcome of a position is that of its best move, and its distance one more than that after it.
void expect_agreement_with_moves(const Tables& tables, const Position& position) {
    const std::optional<Outcome> outcome = tables.probe_wdl(position);
    const std::optional<int> dtz = tables.probe_dtz(position);
    ASSERT_TRUE(outcome && dtz) << to_fen(position);
    EXPECT_EQ(sign_of(*outcome), sign_of(*dtz)) << to_fen(position);
    std::optional<Outcome> best;
    std::optional<int> distance;
    for (const Move move : legal_moves(position)) {
        Position next = position;
        next.play(move);
        const bool only_kings = next.pieces().count() == 2;
        const Outcome after = only_kings ? Outcome::Draw : -tables.probe_wdl(next).value();
        best = std::max(best.value_or(Outcome::Loss), after);
        const int after_dtz = only_kings ? 0 : -tables.probe_dtz(next).value();
        const bool is_mate = next.in_check() && !has_legal_move(next);
        const int plies = position.is_zeroing(move) ? zeroing_distance(after)
                          : is_mate                 ? 1
                                                    : after_dtz + sign_of(after_dtz);
        if (after == *outcome && (!distance || plies < *distance)) { distance = plies; }
    }
    if (!best) { best = position.in_check() ? Outcome::Loss : Outcome::Draw; }
    EXPECT_EQ(*outcome, *best) << to_fen(position);
    if (*outcome != Outcome::Draw && distance) { EXPECT_NEAR(*dtz, *distance, 1) << to_fen(position); }
}

TEST_F(TablesTest, AgreeWithTheMovesThatLeadOn) {
    Tables tables;
    tables.add_path(OwnTables);
    for (const Material& material : materials_in(OwnTables)) {
        for (const Position& position : some_positions(material.name(), 300)) {
            ASSERT_NO_FATAL_FAILURE(expect_agreement_with_moves(tables, position));
        }
    }
}

TEST_F(TablesTest, OfFourPiecesAgreeWithTheMovesThatLeadOn) {
    if (!has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables tables;
    tables.add_path(SharedTables);
    for (const Material& material : materials_in(SharedTables)) {
        for (const Position& position : some_positions(material.name(), 30)) {
            ASSERT_NO_FATAL_FAILURE(expect_agreement_with_moves(tables, position));
        }
    }
    Prng prng(4);
    for (int i = 0; i < 100; ++i) {
        ASSERT_NO_FATAL_FAILURE(expect_agreement_with_moves(tables, random_en_passant_position(prng)));
    }
}

// Capturing en passant may be the only move, the saving one, or the losing one: no table knows.
TEST_F(TablesTest, EnPassantIsPlayedOut) {
    if (!has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables tables;
    tables.add_path(SharedTables);
    Prng prng(12);
    int differences = 0;
    for (int i = 0; i < 500; ++i) {
        const Position position = random_en_passant_position(prng);
        skua::Setup setup = position.setup();
        setup.en_passant_square = Square::None;
        const Position without = Position::from_setup(setup).value();
        differences += tables.probe_wdl(position) != tables.probe_wdl(without) ? 1 : 0;
    }
    EXPECT_GT(differences, 20);
}

// ---------------------------------------------------------------- files that can't be used

TEST_F(TablesTest, EveryUnusableFileIsNamedOnceAndTheRestGoesOn) {
    std::filesystem::copy(OwnTables, folder(), std::filesystem::copy_options::recursive);
    put("KQQvK.rtbw", {});
    put("KRRvK.rtbw", {'n', 'o', 't', ' ', 'a', ' ', 't', 'a', 'b', 'l', 'e'});
    put("KBBvK.rtbw", bytes_of_file(OwnTables + "/KQvK.rtbw"));
    std::filesystem::create_directory(path("KNNvK.rtbw"));
    std::filesystem::create_symlink("KQRvK.rtbw", path("KQRvK.rtbw"));
    std::filesystem::create_symlink("nowhere", path("KQBvK.rtbw"));
    put("KQNvK.rtbw", bytes_of_file(OwnTables + "/KQvK.rtbw"));
    std::filesystem::permissions(path("KQNvK.rtbw"), std::filesystem::perms::none);
    std::vector<std::string> messages;
    Tables tables([&](const std::string& message) { messages.push_back(message); });
    const Tables::PathReading reading =
        tables.add_path("/does/not/exist" + std::string(1, platform::path_list_separator()) + folder());
    EXPECT_EQ(reading.read, 1);
    ASSERT_EQ(reading.problems.size(), 1U);
    EXPECT_NE(reading.problems[0].find("/does/not/exist"), std::string::npos) << reading.problems[0];
    for (const std::string name : {"KQQvK", "KRRvK", "KBBvK", "KNNvK", "KQRvK", "KQBvK", "KQNvK", "KRBvK"}) {
        messages.clear();
        for (int i = 0; i < 3; ++i) {
            for (const Position& position : some_positions(name, 5)) {
                EXPECT_FALSE(tables.probe_dtz(position)) << to_fen(position);
            }
        }
        if (name == "KRBvK") {
            EXPECT_TRUE(messages.empty()) << "it is only missing";
            continue;
        }
        ASSERT_EQ(messages.size(), 1U) << name;
        EXPECT_NE(messages[0].find(name + ".rtbw' is not used: "), std::string::npos) << messages[0];
    }
    EXPECT_EQ(tables.probe_wdl(position_of(QueenWins)), Outcome::Win);
}

// A file that ends too early, wherever that is: one message, and never an answer.
TEST_F(TablesTest, EveryTruncationIsReported) {
    for (const std::string name : {"KQvK.rtbw", "KRvK.rtbw", "KQvK.rtbz"}) {
        const std::vector<std::uint8_t> sound = bytes_of_file(OwnTables + '/' + name);
        const Position position = some_positions(name.substr(0, 4), 1).front();
        for (std::size_t size = 0; size < sound.size(); ++size) {
            std::vector<std::string> messages;
            Tables tables([&](const std::string& message) { messages.push_back(message); });
            tables.add_bytes(name, {sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)});
            if (name.ends_with('z')) {
                for (const std::string outcomes : {"KQvK.rtbw"}) {
                    tables.add_bytes(outcomes, bytes_of_file(OwnTables + '/' + outcomes));
                }
            }
            const auto probe = [&] {
                return name.ends_with('z') ? tables.probe_dtz(position_of(QueenWins)).has_value()
                                           : tables.probe_wdl(position).has_value();
            };
            ASSERT_FALSE(probe()) << name << ' ' << size;
            ASSERT_FALSE(probe()) << name << ' ' << size;
            ASSERT_EQ(messages.size(), 1U) << name << ' ' << size;
            ASSERT_NE(messages[0].find(name), std::string::npos) << messages[0];
        }
    }
}

// Changed bits may make wrong tables, but nothing breaks, and a file is reported at most once.
TEST_F(TablesTest, ChangedBitsBreakNothing) {
    Prng prng(5);
    for (const std::string name : {"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"}) {
        const std::vector<std::uint8_t> sound = bytes_of_file(OwnTables + '/' + name);
        const std::string outcomes = name.substr(0, 4) + ".rtbw";
        const std::vector<Position> positions = some_positions(name.substr(0, 4), 6);
        int reported = 0;
        for (int i = 0; i < 1000; ++i) {
            std::vector<std::uint8_t> changed = sound;
            for (std::uint64_t flips = prng.below(4) + 1; flips > 0; --flips) {
                // The header is where most can go wrong.
                const std::size_t end =
                    prng.below(2) == 0 ? std::min<std::size_t>(changed.size(), 100) : changed.size();
                changed[prng.below(end)] ^= static_cast<std::uint8_t>(1U << prng.below(8));
            }
            int messages = 0;
            Tables tables([&](const std::string&) { ++messages; });
            tables.add_bytes(name, changed);
            tables.add_bytes(outcomes, bytes_of_file(OwnTables + '/' + outcomes));
            for (const Position& position : positions) {
                static_cast<void>(tables.probe_wdl(position));
                static_cast<void>(tables.probe_dtz(position));
            }
            ASSERT_LE(messages, 1);
            reported += messages;
        }
        EXPECT_GT(reported, 100) << name;
    }
}

// ---------------------------------------------------------------- threads

TEST_F(TablesTest, AreOpenedOnceByManyThreads) {
    Tables tables;
    tables.add_path(OwnTables);
    std::atomic<int> right{0};
    const auto probe = [&] {
        for (int i = 0; i < 200; ++i) {
            right += tables.probe_wdl(position_of(QueenWins)) == Outcome::Win ? 1 : 0;
            right += tables.probe_dtz(position_of("8/8/3k4/8/8/8/1P6/K7 w - - 0 1")) ? 1 : 0;
        }
    };
    std::thread other(probe);
    probe();
    other.join();
    EXPECT_EQ(right, 800);
}

// As an engine does it: searches keep the tables they began with while another path is set.
TEST_F(TablesTest, AreReplacedWhileOthersProbe) {
    const auto open = [&](const std::string& path) {
        auto tables = std::make_shared<Tables>();
        tables->add_path(path);
        return std::shared_ptr<const Tables>(tables);
    };
    std::mutex mutex;
    std::shared_ptr<const Tables> present = open(OwnTables);
    std::atomic<bool> done{false};
    std::atomic<int> probes{0};
    std::atomic<int> wrong{0};
    const auto probe = [&](std::uint64_t seed) {
        Prng prng(seed);
        while (!done || probes < 200) {
            std::shared_ptr<const Tables> tables;
            {
                const std::lock_guard lock(mutex);
                tables = present;
            }
            for (int i = 0; i < 20; ++i) {
                const Position position = random_position(*Material::from_name("KRvK"), prng);
                const std::optional<Outcome> outcome = tables->probe_wdl(position);
                const std::optional<int> dtz = tables->probe_dtz(position);
                const bool is_right =
                    tables->largest() > 0 ? outcome && dtz && sign_of(*dtz) == sign_of(*outcome) : !outcome && !dtz;
                wrong += is_right ? 0 : 1;
                ++probes;
            }
        }
    };
    std::thread first(probe, 1);
    std::thread second(probe, 2);
    for (int i = 0; i < 200; ++i) {
        std::shared_ptr<const Tables> next = open(i % 3 == 2 ? "" : OwnTables);
        const std::lock_guard lock(mutex);
        present = std::move(next);
    }
    done = true;
    first.join();
    second.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_GE(probes, 200);
}

}  // namespace
}  // namespace skua::tablebase
