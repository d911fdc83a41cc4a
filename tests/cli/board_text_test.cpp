#include "cli/board_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/support.h"

namespace skua::cli {
namespace {

TEST(BoardTextTest, ShowsLetters) {
    const Position position = position_of("4k3/8/8/8/4P3/8/8/R3K3 b Q - 0 1");
    EXPECT_EQ(board_text(position, Color::White, Move::normal(Square::E2, Square::E4), BoardStyle::Letters),
              "  8  .  .  .  .  k  .  .  . \n"
              "  7  .  .  .  .  .  .  .  . \n"
              "  6  .  .  .  .  .  .  .  . \n"
              "  5  .  .  .  .  .  .  .  . \n"
              "  4  .  .  .  . [P] .  .  . \n"
              "  3  .  .  .  .  .  .  .  . \n"
              "  2  .  .  .  .  .  .  .  . \n"
              "  1  R  .  .  .  K  .  .  . \n"
              "     a  b  c  d  e  f  g  h \n");
    EXPECT_TRUE(board_text(position, Color::Black, Move::none(), BoardStyle::Letters)
                    .starts_with("  1  .  .  .  K  .  .  .  R \n"));
}

TEST(BoardTextTest, ShowsSymbols) {
    const std::string text = board_text(Position(), Color::White, Move::none(), BoardStyle::Symbols);
    EXPECT_NE(text.find("\u265C"), std::string::npos);
    EXPECT_NE(text.find("\u2656"), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(BoardTextTest, ColoursEndWithTheLine) {
    const std::string text = board_text(Position(), Color::White, Move::none(), BoardStyle::Coloured);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 9);
    std::size_t ends = 0;
    for (std::size_t at = text.find("\x1b[0m\n"); at != std::string::npos; at = text.find("\x1b[0m\n", at + 1)) {
        ++ends;
    }
    EXPECT_EQ(ends, 8U);
    EXPECT_NE(text, board_text(Position(), Color::White, Move::normal(Square::E2, Square::E4), BoardStyle::Coloured));
}

}  // namespace
}  // namespace skua::cli
