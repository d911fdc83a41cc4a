#include "report/key_moments.h"

#include <gtest/gtest.h>

namespace skua {
namespace {

GameAnalysis example() {
    GameAnalysis analysis;
    const auto add = [&analysis](MoveLabel label, ExpectedPoints loss) {
        MoveAnalysis move;
        move.label = label;
        move.before = 60;
        move.after = 60 - loss;
        analysis.moves.push_back(move);
    };
    add(MoveLabel::Best, 0);
    add(MoveLabel::Mistake, 12);
    add(MoveLabel::Blunder, 20);
    add(MoveLabel::Inaccuracy, 5);
    add(MoveLabel::Mistake, 14);
    add(MoveLabel::None, 4);
    return analysis;
}

using Moments = std::vector<std::size_t>;

TEST(KeyMomentsTest, AreTheErrorsInTheirOrder) {
    EXPECT_EQ(key_moments(example(), Color::White, std::nullopt, 10), (Moments{1, 2, 3, 4}));
}

TEST(KeyMomentsTest, AreTheWorstIfThereAreTooMany) {
    EXPECT_EQ(key_moments(example(), Color::White, std::nullopt, 2), (Moments{2, 4}));
    EXPECT_EQ(key_moments(example(), Color::White, std::nullopt, 0), Moments{});
}

TEST(KeyMomentsTest, BelongToOneSideIfThatIsWanted) {
    EXPECT_EQ(key_moments(example(), Color::White, Color::White, 10), (Moments{2, 4}));
    EXPECT_EQ(key_moments(example(), Color::Black, Color::White, 10), (Moments{1, 3}));
}

TEST(KeyMomentsTest, GlyphsAreForErrors) {
    EXPECT_EQ(glyph_of(MoveLabel::Inaccuracy), "?!");
    EXPECT_EQ(glyph_of(MoveLabel::Mistake), "?");
    EXPECT_EQ(glyph_of(MoveLabel::Blunder),
              "?"
              "?");
    EXPECT_EQ(glyph_of(MoveLabel::Best), "");
}

}  // namespace
}  // namespace skua
