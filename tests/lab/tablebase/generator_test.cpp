// Tables of our own making, read back by the engine's prober: the format is written and read without outside help.
#include "lab/tablebase/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "lab/tablebase/writer.h"
#include "tablebase/ranking.h"
#include "tablebase/tables.h"

namespace skua::lab {
namespace {

using tablebase::Outcome;
using tablebase::TableKind;
using tablebase::Tables;
using Files = std::map<std::string, std::vector<std::uint8_t>>;

struct ThreePieces {
    Files files;
    std::map<std::string, SolvedEndgame> solved;
    Tables tables;
};

// All endgames of three pieces, made once for all tests.
const ThreePieces& three_pieces() {
    static const std::unique_ptr<ThreePieces> Made = [] {
        auto made = std::make_unique<ThreePieces>();
        for (const char* const name : {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}) {
            Result<SolvedEndgame> endgame = SolvedEndgame::solve(*tablebase::Material::from_name(name), made->tables);
            EXPECT_TRUE(endgame.ok());
            for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
                const std::string file = name + std::string(extension_of(kind));
                made->files[file] = write_table(*endgame, kind);
                EXPECT_TRUE(made->tables.add_bytes(file, made->files[file]));
            }
            made->solved.emplace(name, *std::move(endgame));
        }
        return made;
    }();
    return *Made;
}

Position position_of(std::string_view fen) { return parse_fen(fen)->position; }

TEST(ThreePieceTables, KnowWhatEveryPlayerKnows) {
    const Tables& tables = three_pieces().tables;
    EXPECT_EQ(tables.largest(), 3);
    EXPECT_EQ(tables.count(TableKind::Wdl, 3), 5);
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

TEST(ThreePieceTables, AreReadBackAsTheyWereSolved) {
    const ThreePieces& made = three_pieces();
    for (const auto& [name, endgame] : made.solved) {
        std::uint64_t positions = 0;
        std::uint64_t wrong = 0;
        endgame.for_each([&](const Position& position, const SolvedPosition& solved) {
            ++positions;
            const int distance = std::max(solved.dtz, solved.outcome == Outcome::Draw ? 0 : 1);
            wrong += made.tables.probe_wdl(position) == solved.outcome ? 0 : 1;
            wrong += made.tables.probe_dtz(position) == distance * sign_of(solved.outcome) ? 0 : 1;
        });
        EXPECT_GT(positions, 90000U) << name;
        EXPECT_EQ(wrong, 0U) << name;
    }
}

// The files in tests/data are those that the tool makes today.
TEST(ThreePieceTables, AreTheFilesInTheRepository) {
    for (const auto& [name, bytes] : three_pieces().files) {
        std::ifstream in(std::string(SKUA_SOURCE_DIR) + "/tests/data/syzygy/" + name, std::ios::binary);
        const std::vector<std::uint8_t> stored{std::istreambuf_iterator<char>(in), {}};
        EXPECT_TRUE(stored == bytes) << name;
    }
}

TEST(ThreePieceTables, AgreeWithTheMovesThatLeadOn) {
    const Tables& tables = three_pieces().tables;
    for (const std::string_view fen : {"8/8/3k4/8/8/8/8/KQ6 w - - 0 1", "8/8/3k4/8/8/8/1R6/K7 w - - 0 1",
                                       "8/8/3k4/8/8/8/1P6/K7 w - - 0 1", "3k4/8/8/8/8/8/1P6/K7 b - - 0 1"}) {
        const Position position = position_of(fen);
        Outcome best = Outcome::Loss;
        for (const Move move : legal_moves(position)) {
            Position next = position;
            next.play(move);
            if (next.pieces().count() > 2) { best = std::max(best, -*tables.probe_wdl(next)); }
        }
        EXPECT_EQ(tables.probe_wdl(position), best) << fen;
    }
}

// A won position is won within the distance that the table gives, whatever the defence.
TEST(ThreePieceTables, RankedMovesWinInTime) {
    const Tables& tables = three_pieces().tables;
    for (const int clock : {0, 30, 60}) {
        for (const std::string_view board : {"8/8/3k4/8/8/8/8/KQ6 w - - ", "8/8/3k4/8/8/8/1R6/K7 w - - "}) {
            Game game(position_of(std::string(board) + std::to_string(clock) + " 80"));
            while (game.state() == GameState::Ongoing) {
                const MoveList moves = legal_moves(game.position());
                const auto ranked = rank_moves(tables, game, std::span(moves.begin(), moves.end()), true);
                ASSERT_TRUE(ranked);
                EXPECT_TRUE(ranked->by_distance);
                game.play(ranked->moves.front().move);
            }
            EXPECT_EQ(game.state(), GameState::Checkmate) << board << clock;
        }
    }
}

TEST(ThreePieceTables, RankWithoutDistancesByOutcome) {
    Tables outcomes;
    for (const auto& [name, bytes] : three_pieces().files) {
        if (name.ends_with(".rtbw")) { outcomes.add_bytes(name, bytes); }
    }
    // Some moves leave the queen where Black takes it.
    const Game game(position_of("8/8/8/8/2k5/8/5Q2/7K w - - 0 1"));
    const MoveList moves = legal_moves(game.position());
    const auto ranked = rank_moves(outcomes, game, std::span(moves.begin(), moves.end()), true);
    ASSERT_TRUE(ranked);
    EXPECT_FALSE(ranked->by_distance);
    EXPECT_FALSE(ranked->moves.front().dtz);
    EXPECT_EQ(ranked->moves.front().outcome, Outcome::Win);
    EXPECT_EQ(ranked->moves.back().outcome, Outcome::Draw);
    EXPECT_FALSE(outcomes.probe_dtz(position_of("8/8/3k4/8/8/8/8/KQ6 w - - 0 1")));
}

// Every truncation and every changed byte of a small table: a message, never a crash.
TEST(ThreePieceTables, CorruptFilesAreReportedOnce) {
    const std::vector<std::uint8_t>& sound = three_pieces().files.at("KQvK.rtbw");
    const Position position = position_of("8/8/3k4/8/8/8/8/KQ6 w - - 0 1");
    for (std::size_t size = 0; size < sound.size(); ++size) {
        int reports = 0;
        Tables tables([&](const std::string& message) {
            ++reports;
            EXPECT_NE(message.find("KQvK.rtbw"), std::string::npos);
        });
        tables.add_bytes("KQvK.rtbw", {sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)});
        EXPECT_FALSE(tables.probe_wdl(position)) << size;
        EXPECT_FALSE(tables.probe_wdl(position)) << size;
        EXPECT_EQ(reports, 1) << size;
    }
    Prng prng(5);
    for (int i = 0; i < 2000; ++i) {
        std::vector<std::uint8_t> changed = sound;
        changed[prng.below(changed.size())] = static_cast<std::uint8_t>(prng.next());
        Tables tables;
        tables.add_bytes("KQvK.rtbw", changed);
        for (const std::string_view fen : {"8/8/3k4/8/8/8/8/KQ6 w - - 0 1", "8/8/3k4/8/6Q1/8/8/K7 b - - 0 1"}) {
            static_cast<void>(tables.probe_wdl(position_of(fen)));
        }
    }
}

TEST(ThreePieceTables, AreFoundInFoldersAndDroppedWithTheirObject) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "skua_tables";
    std::filesystem::create_directories(folder);
    for (const auto& [name, bytes] : three_pieces().files) {
        std::ofstream(folder / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    std::ofstream(folder / "KQQvK.rtbw") << "not a table";
    std::ofstream(folder / "notes.txt") << "nothing";
    std::vector<std::string> messages;
    Tables tables([&](const std::string& message) { messages.push_back(message); });
    tables.add_path("/does/not/exist:" + folder.string());
    EXPECT_EQ(messages.size(), 1U);
    EXPECT_EQ(tables.count(TableKind::Wdl), 6);
    EXPECT_EQ(tables.count(TableKind::Dtz), 5);
    EXPECT_EQ(tables.probe_wdl(position_of("8/8/3k4/8/8/8/8/KQ6 w - - 0 1")), Outcome::Win);
    EXPECT_FALSE(tables.probe_wdl(position_of("8/8/3k4/8/8/8/8/KQQ5 w - - 0 1")));
    EXPECT_EQ(messages.size(), 2U);
    std::filesystem::remove_all(folder);
}

TEST(ThreePieceTables, AreProbedFromManyThreads) {
    Tables tables;
    for (const auto& [name, bytes] : three_pieces().files) { tables.add_bytes(name, bytes); }
    std::atomic<int> wins{0};
    const auto probe = [&] {
        for (int i = 0; i < 200; ++i) {
            wins += tables.probe_wdl(position_of("8/8/3k4/8/8/8/8/KQ6 w - - 0 1")) == Outcome::Win ? 1 : 0;
            wins += tables.probe_dtz(position_of("8/8/3k4/8/8/8/1P6/K7 w - - 0 1")) ? 1 : 0;
        }
    };
    std::thread other(probe);
    probe();
    other.join();
    EXPECT_EQ(wins, 800);
}

// The same positions in tables that others made.
TEST(ThreePieceTables, EqualThoseOfOthers) {
    const std::string folder = std::string(SKUA_SHARED_DATA) + "/syzygy";
    if (!std::filesystem::exists(folder)) { GTEST_SKIP() << "no tables there"; }
    const ThreePieces& made = three_pieces();
    Tables others;
    others.add_path(folder);
    for (const auto& [name, endgame] : made.solved) {
        std::uint64_t positions = 0;
        std::uint64_t different = 0;
        endgame.for_each([&](const Position& position, const SolvedPosition&) {
            ++positions;
            different += made.tables.probe_wdl(position) == others.probe_wdl(position) ? 0 : 1;
            different += made.tables.probe_dtz(position) == others.probe_dtz(position) ? 0 : 1;
        });
        EXPECT_EQ(different, 0U) << name;
    }
}

}  // namespace
}  // namespace skua::lab
