#include "cli/engine_setup.h"

#include <gtest/gtest.h>

#include <sstream>

namespace skua::cli {
namespace {

TEST(EngineSetupTest, SetsTheOptions) {
    std::istringstream in;
    std::ostringstream out;
    Streams streams{in, out, out};
    Engine engine;
    EngineSettings settings;
    settings.threads = 2;
    settings.hash = 8;
    settings.tables = SKUA_SOURCE_DIR "/tests/data/syzygy";
    EXPECT_FALSE(set_up(engine, settings, streams));
    EXPECT_EQ(engine.options().find("Threads")->value(), "2");
    EXPECT_EQ(engine.options().find("Hash")->value(), "8");
    ASSERT_TRUE(engine.tablebases());
    const std::string with_tables = engine_identity(engine);
    EXPECT_EQ(out.str(), "");
    settings.tables = "/no/such/folder";
    EXPECT_TRUE(set_up(engine, settings, streams));
    EXPECT_NE(engine_identity(Engine()), with_tables) << "results depend on the tables";
}

TEST(EngineSetupTest, NamesTheEngine) {
    const Engine engine;
    EXPECT_TRUE(engine_name().starts_with("Skua "));
    EXPECT_EQ(network_name(engine).size(), 8U);
    Engine classical;
    EXPECT_FALSE(classical.set_option("Evaluation", "classical"));
    EXPECT_EQ(network_name(classical), "");
    EXPECT_NE(engine_identity(engine), engine_identity(classical));
}

}  // namespace
}  // namespace skua::cli
