#include "uci/diagram.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace skua {
namespace {

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Diagram, DrawsTheBoardFromWhitesSide) {
    const std::string text = diagram(Position(), Variant::Standard);
    const std::size_t black = text.find(" | r | n | b | q | k | b | n | r | 8");
    const std::size_t white = text.find(" | R | N | B | Q | K | B | N | R | 1");
    ASSERT_NE(black, std::string::npos);
    ASSERT_NE(white, std::string::npos);
    EXPECT_LT(black, white);
    EXPECT_TRUE(has(text, " |   |   |   |   |   |   |   |   | 4"));
    EXPECT_TRUE(has(text, "   a   b   c   d   e   f   g   h"));
}

TEST(Diagram, TellsFenKeysAndMoves) {
    const std::string text = diagram(Position(), Variant::Standard);
    EXPECT_TRUE(has(text, "Fen: " + std::string(StartFen) + "\n"));
    EXPECT_TRUE(has(text, "\nKey: "));
    EXPECT_TRUE(has(text, "\nCheckers:\n"));
    EXPECT_TRUE(has(text, "Legal moves (20): "));
    EXPECT_TRUE(has(text, " g1f3"));
    EXPECT_FALSE(text.ends_with('\n')) << "the writer ends the line";
}

TEST(Diagram, NamesTheCheckers) {
    const std::string text = diagram(position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Variant::Standard);
    EXPECT_TRUE(has(text, "Checkers: a8\n"));
    EXPECT_TRUE(has(text, "Legal moves (0):"));
}

TEST(Diagram, WritesCastlingAsTheVariantWants) {
    const Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const std::string standard = diagram(position, Variant::Standard);
    EXPECT_TRUE(has(standard, " w K - ")) << standard;
    EXPECT_TRUE(has(standard, " e1g1"));
    const std::string chess960 = diagram(position, Variant::Chess960);
    EXPECT_TRUE(has(chess960, " w H - ")) << chess960;
    EXPECT_TRUE(has(chess960, " e1h1"));
}

TEST(Diagram, KeysAreSixteenDigits) {
    const std::string text = diagram(Position(), Variant::Standard);
    const std::size_t begin = text.find("\nKey: ") + 6;
    const std::string key = text.substr(begin, text.find('\n', begin) - begin);
    EXPECT_EQ(key.size(), 16U);
    EXPECT_EQ(key.find_first_not_of("0123456789ABCDEF"), std::string::npos);
}

}  // namespace
}  // namespace skua
