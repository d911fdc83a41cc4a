#include "wasm/line_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/console.h"

namespace skua::wasm {
namespace {

TEST(LineStream, HandsOverWhatAWriterWrites) {
    std::vector<std::string> texts;
    LineStream stream([&texts](const std::string& text) { texts.push_back(text); });
    LineWriter writer(stream);
    writer.write("uciok");
    writer.write("two\nlines");
    writer.write("");
    EXPECT_EQ(texts, (std::vector<std::string>{"uciok", "two\nlines", ""}));
    stream << 'a' << 1;
    EXPECT_EQ(texts.size(), 3U);
    stream << std::flush << std::flush;
    EXPECT_EQ(texts.back(), "a1");
    EXPECT_EQ(texts.size(), 4U);
}

}  // namespace
}  // namespace skua::wasm
