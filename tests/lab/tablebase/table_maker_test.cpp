#include "lab/tablebase/table_maker.h"

#include <algorithm>
#include <filesystem>

#include "lab/lab_support.h"
#include "lab/tablebase/generator.h"
#include "tablebase/tables.h"

namespace skua::lab {
namespace {

using tablebase::Material;

using TableMaker = LabTest;

TableMakerSettings with(const std::vector<std::string>& names, const std::string& folder = "", int pieces = 3) {
    return {folder, pieces, names};
}

std::vector<std::string> names_of(const Result<std::vector<Material>>& materials) {
    std::vector<std::string> names;
    for (const Material& material : materials.value()) { names.push_back(material.name()); }
    return names;
}

TEST_F(TableMaker, MakesWhatIsNeededFirst) {
    EXPECT_EQ(names_of(endgames_to_make(with({"KRvK"}))), std::vector<std::string>{"KRvK"});
    const std::vector<std::string> all = names_of(endgames_to_make(with({}, "", 4)));
    EXPECT_EQ(all.size(), 35U) << "5 with three pieces, 30 with four";
    const auto place = [&all](const std::string& name) { return std::find(all.begin(), all.end(), name); };
    for (const std::string& name : all) {
        for (const Material& needed : materials_after(*Material::from_name(name))) {
            EXPECT_LT(place(needed.name()), place(name)) << name << " needs " << needed.name();
        }
    }
    // Pawns promote, on either side, and with a capture.
    const std::vector<std::string> pawns = names_of(endgames_to_make(with({"KPvKP"})));
    for (const char* const name : {"KPvK", "KQvKP", "KNvKP", "KQvK", "KQvKR", "KRvKN"}) {
        EXPECT_NE(std::find(pawns.begin(), pawns.end(), name), pawns.end()) << name;
    }
}

TEST_F(TableMaker, RefusesWhatItCantMake) {
    EXPECT_EQ(endgames_to_make(with({"KQvK", "queen"})).error(), "\"queen\" is not the name of a table");
    EXPECT_EQ(endgames_to_make(with({"KvK"})).error(), "\"KvK\" is not the name of a table");
    EXPECT_EQ(endgames_to_make(with({"KRvKQ"})).error(), "KRvKQ must be called KQvKR");
    EXPECT_EQ(endgames_to_make(with({"KQRvKR"})).error(), "KQRvKR has too many pieces");
    put_bytes(path("file"), "x");
    EXPECT_TRUE(make_tables(with({"KQvK"}, path("file")), [](const MadeTable&) {}));
}

TEST_F(TableMaker, KeepsAndUsesFilesThatAreThere) {
    std::vector<std::string> made;
    const auto note = [&made](const MadeTable& table) { made.push_back(table.name); };
    EXPECT_FALSE(make_tables(with({"KRvK"}, path("tables")), note));
    EXPECT_FALSE(make_tables(with({"KQvK", "KRvK"}, path("tables")), note));
    EXPECT_EQ(made, (std::vector<std::string>{"KRvK", "KQvK"}));
    tablebase::Tables tables;
    EXPECT_TRUE(tables.add_folder(path("tables")));
    EXPECT_EQ(tables.count(tablebase::TableKind::Wdl, 3), 2);
    EXPECT_EQ(tables.count(tablebase::TableKind::Dtz, 3), 2);
    // A table that is needed but can't be used is named.
    for (const char* const name : {"KBvK", "KNvK"}) {
        put_bytes(path("tables/" + std::string(name) + ".rtbw"), "rubbish");
        put_bytes(path("tables/" + std::string(name) + ".rtbz"), "rubbish");
    }
    const std::optional<Error> error = make_tables(with({"KPvK"}, path("tables")), note);
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("vK.rtbw' is not used: it does not begin like a Syzygy table"), std::string::npos)
        << error->message;
    EXPECT_FALSE(std::filesystem::exists(path("tables/KPvK.rtbw")));
}

}  // namespace
}  // namespace skua::lab
