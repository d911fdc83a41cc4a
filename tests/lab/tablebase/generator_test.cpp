// Tables of our own making, read back by the engine's prober: the format is written and read without outside help.
#include "lab/tablebase/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "chess/fen.h"
#include "lab/tablebase/writer.h"
#include "tablebase/support.h"
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

// Do the tables hold what was solved, at every position? Distances are looked up for one in so many.
void expect_read_back(const SolvedEndgame& endgame, const Tables& tables, std::uint64_t distances) {
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
    endgame.for_each([&](const Position& position, const SolvedPosition& solved) {
        wrong += tables.probe_wdl(position) == solved.outcome ? 0 : 1;
        if (++positions % distances != 0) { return; }
        const int distance = std::max(solved.dtz, solved.outcome == Outcome::Draw ? 0 : 1);
        wrong += tables.probe_dtz(position) == distance * sign_of(solved.outcome) ? 0 : 1;
    });
    EXPECT_GT(positions, 90000U) << endgame.material().name();
    EXPECT_EQ(wrong, 0U) << endgame.material().name();
}

TEST(ThreePieceTables, AreReadBackAsTheyWereSolved) {
    for (const auto& [name, endgame] : three_pieces().solved) { expect_read_back(endgame, three_pieces().tables, 1); }
}

// The files in tests/data are those that the tool makes today.
TEST(ThreePieceTables, AreTheFilesInTheRepository) {
    for (const auto& [name, bytes] : three_pieces().files) {
        EXPECT_TRUE(tablebase::bytes_of_file(tablebase::OwnTables + '/' + name) == bytes) << name;
    }
}

// Do these tables say the same about every position of the endgame as those that others made? Where others count moves
// instead of plies, distances may differ by one. Distances are looked up for one position in so many.
void expect_equal(const SolvedEndgame& endgame, const Tables& ours, const Tables& others, int tolerance,
                  std::uint64_t distances) {
    std::uint64_t positions = 0;
    std::uint64_t different = 0;
    endgame.for_each([&](const Position& position, const SolvedPosition&) {
        different += ours.probe_wdl(position) == others.probe_wdl(position) ? 0 : 1;
        if (++positions % distances != 0) { return; }
        const std::optional<int> our_distance = ours.probe_dtz(position);
        const std::optional<int> their_distance = others.probe_dtz(position);
        different += our_distance && their_distance && std::abs(*our_distance - *their_distance) <= tolerance ? 0 : 1;
    });
    EXPECT_GT(positions, 90000U) << endgame.material().name();
    EXPECT_EQ(different, 0U) << endgame.material().name();
}

TEST(ThreePieceTables, EqualThoseOfOthers) {
    if (!tablebase::has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables others;
    others.add_path(tablebase::SharedTables);
    for (const auto& [name, endgame] : three_pieces().solved) {
        expect_equal(endgame, three_pieces().tables, others, 0, 4);
    }
}

TEST(Generator, NamesAMissingTable) {
    const Result<SolvedEndgame> endgame = SolvedEndgame::solve(*tablebase::Material::from_name("KPvK"), Tables());
    ASSERT_FALSE(endgame);
    EXPECT_NE(endgame.error().find("vK is missing"), std::string::npos) << endgame.error();
    EXPECT_FALSE(SolvedEndgame::solve(*tablebase::Material::from_name("KQRvKR"), Tables()));
}

TEST(Generator, KnowsWhereCapturesAndPromotionsLead) {
    const auto names = [](std::string_view name) {
        std::string text;
        for (const tablebase::Material& material : materials_after(*tablebase::Material::from_name(name))) {
            text += material.name() + ' ';
        }
        return text;
    };
    EXPECT_EQ(names("KQvK"), "");
    EXPECT_EQ(names("KRvKB"), "KBvK KRvK ");
    EXPECT_EQ(names("KPvK"), "KNvK KBvK KRvK KQvK ");
    EXPECT_EQ(stronger_first(*tablebase::Material::from_name("KNvKPP")).name(), "KPPvKN");
    EXPECT_EQ(stronger_first(*tablebase::Material::from_name("KPvKQ")).name(), "KQvKP");
}

// Solves an endgame of four pieces and adds its tables to those that it needs.
Result<SolvedEndgame> solve_and_add(const std::string& name, const std::string& needed, Tables& tables) {
    Tables known;
    known.add_path(needed);
    Result<SolvedEndgame> endgame = SolvedEndgame::solve(*tablebase::Material::from_name(name), known);
    if (endgame) {
        for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            tables.add_bytes(name + std::string(extension_of(kind)), write_table(*endgame, kind));
        }
    }
    tables.add_path(needed);  // of two files with one name the first is used
    return endgame;
}

// Both sides have pieces, so that either may win by a capture, or save itself by one.
TEST(LongGenerator, FourPiecesAreReadBackAsTheyWereSolved) {
    for (const std::string name : {"KBvKB", "KRvKN"}) {
        Tables tables;
        const Result<SolvedEndgame> endgame = solve_and_add(name, tablebase::OwnTables, tables);
        ASSERT_TRUE(endgame) << endgame.error();
        expect_read_back(*endgame, tables, 8);
    }
}

// One without pawns, one with equal pieces, and the one with en passant.
TEST(LongGenerator, SolvesFourPiecesLikeOthers) {
    if (!tablebase::has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables others;
    others.add_path(tablebase::SharedTables);
    for (const std::string name : {"KQvKR", "KBBvK", "KPvKP"}) {
        Tables ours;
        const Result<SolvedEndgame> endgame = solve_and_add(name, tablebase::SharedTables, ours);
        ASSERT_TRUE(endgame) << endgame.error();
        expect_equal(*endgame, ours, others, 1, 8);
    }
}

}  // namespace
}  // namespace skua::lab
