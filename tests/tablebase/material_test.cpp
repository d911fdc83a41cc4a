#include "tablebase/material.h"

#include <gtest/gtest.h>

#include "chess/fen.h"

namespace skua::tablebase {
namespace {

TEST(Material, IsReadFromNamesOfTables) {
    for (const std::string_view name : {"KvK", "KQvK", "KBNvK", "KRPvKR", "KQRBNPvK", "KPPvKPP"}) {
        const std::optional<Material> material = Material::from_name(name);
        ASSERT_TRUE(material) << name;
        EXPECT_EQ(material->name(), name);
    }
    for (const std::string_view name :
         {"", "v", "KQ", "KQvk", "QKvK", "KKvK", "KQvQ", "KQRBNPPvKP", "KQvKx", "KQvKvK"}) {
        EXPECT_FALSE(Material::from_name(name)) << name;
    }
}

TEST(Material, KnowsWhatTheFormatAsksFor) {
    EXPECT_TRUE(Material::from_name("KRvKR")->is_symmetric());
    EXPECT_FALSE(Material::from_name("KRvKN")->is_symmetric());
    EXPECT_TRUE(Material::from_name("KRRvKN")->has_unique_piece());
    EXPECT_FALSE(Material::from_name("KRRvK")->has_unique_piece());
    EXPECT_TRUE(Material::from_name("KPvK")->has_pawns());
    EXPECT_EQ(Material::from_name("KQvKR")->mirrored().name(), "KRvKQ");
    EXPECT_EQ(Material::from_name("KQvKR")->count(), 4);
}

TEST(Material, KeyIsThatOfThePosition) {
    for (const std::string_view fen : {StartFen, std::string_view("8/8/8/3k4/2bN4/8/8/4K3 w - - 0 1"),
                                       std::string_view("8/P7/8/3k4/8/8/p7/4K3 b - - 0 1")}) {
        const Position position = parse_fen(fen)->position;
        EXPECT_EQ(position.material_key(), Material::of(position).key());
        EXPECT_EQ(position.flipped().material_key(), Material::of(position).mirrored().key());
    }
}

}  // namespace
}  // namespace skua::tablebase
