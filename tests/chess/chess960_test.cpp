#include "chess/chess960.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"

namespace skua {
namespace {

TEST(Chess960, BackRanksKeepTheRules) {
    Prng prng(1);
    for (int i = 0; i < 1000; ++i) {
        const std::array<PieceType, 8> rank = random_back_rank(prng);
        std::string letters;
        for (const PieceType type : rank) { letters += to_char(type); }
        std::string sorted = letters;
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, "BBKNNQRR");
        EXPECT_NE((letters.find('B') + letters.rfind('B')) % 2, 0U) << letters;
        EXPECT_LT(letters.find('R'), letters.find('K'));
        EXPECT_LT(letters.find('K'), letters.rfind('R'));
    }
}

TEST(Chess960, TheUsualRanksMakeTheUsualStart) {
    using enum PieceType;
    EnumArray<Color, std::array<PieceType, 8>> ranks;
    ranks.fill({Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook});
    EXPECT_EQ(start_with_back_ranks(ranks), Position());
    ranks[Color::Black] = {Bishop, Bishop, Queen, Knight, Knight, Rook, King, Rook};
    EXPECT_EQ(to_fen(start_with_back_ranks(ranks)), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

}  // namespace
}  // namespace skua
