// Tables of our own making, read back by the engine's prober: the format is written and read without outside help.
#include "lab/tablebase/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
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
        EXPECT_TRUE(tablebase::bytes_of_file(tablebase::OwnTables + '/' + name) == bytes) << name;
    }
}

// Do these tables say the same about every position of the endgame as those that others made?
void expect_equal(const SolvedEndgame& endgame, const Tables& ours, const Tables& others) {
    std::uint64_t positions = 0;
    std::uint64_t different = 0;
    endgame.for_each([&](const Position& position, const SolvedPosition&) {
        ++positions;
        different += ours.probe_wdl(position) == others.probe_wdl(position) ? 0 : 1;
        different += ours.probe_dtz(position) == others.probe_dtz(position) ? 0 : 1;
    });
    EXPECT_GT(positions, 90000U) << endgame.material().name();
    EXPECT_EQ(different, 0U) << endgame.material().name();
}

TEST(ThreePieceTables, EqualThoseOfOthers) {
    if (!tablebase::has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables others;
    others.add_path(tablebase::SharedTables);
    for (const auto& [name, endgame] : three_pieces().solved) { expect_equal(endgame, three_pieces().tables, others); }
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

// One without pawns, one with equal pieces, and the one with en passant, at every position.
TEST(LongGenerator, SolvesFourPiecesLikeOthers) {
    if (!tablebase::has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables others;
    others.add_path(tablebase::SharedTables);
    for (const std::string name : {"KQvKR", "KBBvK", "KPvKP"}) {
        const Result<SolvedEndgame> endgame = SolvedEndgame::solve(*tablebase::Material::from_name(name), others);
        ASSERT_TRUE(endgame) << endgame.error();
        Tables ours;
        for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
            ours.add_bytes(name + std::string(extension_of(kind)), write_table(*endgame, kind));
        }
        ours.add_path(tablebase::SharedTables);  // the other endgames; of two files the first is used
        expect_equal(*endgame, ours, others);
    }
}

}  // namespace
}  // namespace skua::lab
