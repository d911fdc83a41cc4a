#include "search/correction.h"

#include <gtest/gtest.h>

#include <memory>

#include "chess/support.h"

namespace skua {
namespace {

// No feature is worth ten pawns.
constexpr int Largest = 1000;

class Correction : public testing::Test {
protected:
    int get(const Position& position, const CorrectionHistory::Context& context = {}) const {
        return history_->get(position, context, parameters_);
    }
    void learn(const Position& position, int difference, Depth depth, const CorrectionHistory::Context& context = {}) {
        history_->update(position, context, difference, depth, Parameters{});
    }
    void learn_well(const Position& position, int difference, const CorrectionHistory::Context& context = {}) {
        for (int i = 0; i < 200; ++i) { learn(position, difference, 10, context); }
    }
    const Parameters parameters_{};
    const std::unique_ptr<CorrectionHistory> history_ = std::make_unique<CorrectionHistory>();
    const CorrectionHistory::Context context_{Piece::WhitePawn, Square::E4, Piece::BlackPawn, Square::E5};
};

TEST_F(Correction, StartsWithNothingToSay) {
    EXPECT_EQ(get(Position()), 0);
    EXPECT_EQ(get(Position(), context_), 0);
}

TEST_F(Correction, HasTheSignOfTheDifference) {
    learn_well(Position(), 200);
    EXPECT_GT(get(Position()), 0);
    const Position other = position_of("4k3/pppp4/8/8/8/8/4PPPP/4KBNR w K - 0 1");
    learn_well(other, -200);
    EXPECT_LT(get(other), 0);
    EXPECT_GT(get(Position()), 0);
}

TEST_F(Correction, TurnsWhenTheDifferenceTurns) {
    learn_well(Position(), 300);
    learn_well(Position(), -300);
    EXPECT_LT(get(Position()), 0);
}

TEST_F(Correction, DeepSearchesTeachMore) {
    learn(Position(), 100, 2);
    const int shallow = get(Position());
    history_->clear();
    learn(Position(), 100, 16);
    EXPECT_GT(get(Position()), shallow);
}

TEST_F(Correction, IsBoundedForAnyDifference) {
    for (const int difference : {1, 100, 1000, 64000}) {
        for (const Depth depth : {1, 10, MaxPly - 1}) {
            history_->clear();
            for (int i = 0; i < 500; ++i) { learn(Position(), difference, depth, context_); }
            EXPECT_LE(get(Position(), context_), Largest) << difference << " at " << depth;
            EXPECT_GE(get(Position(), context_), 0);
            for (int i = 0; i < 1000; ++i) { learn(Position(), -difference, depth, context_); }
            EXPECT_GE(get(Position(), context_), -Largest) << difference << " at " << depth;
            EXPECT_LE(get(Position(), context_), 0);
        }
    }
}

TEST_F(Correction, NoDifferenceTeachesNothing) {
    learn_well(Position(), 0);
    EXPECT_EQ(get(Position()), 0);
}

TEST_F(Correction, BelongsToTheSideToMove) {
    const Position white = position_of("4k3/pppp4/8/8/8/8/4PPPP/4KBNR w K - 0 1");
    const Position black = position_of("4k3/pppp4/8/8/8/8/4PPPP/4KBNR b K - 0 1");
    learn_well(white, 300);
    EXPECT_GT(get(white), 0);
    EXPECT_EQ(get(black), 0);
}

TEST_F(Correction, EachFeatureSpeaksForItself) {
    const Position learned = position_of("r3k2r/pppp4/8/8/8/8/4PPPP/R3KBN1 w - - 0 1");
    learn_well(learned, 400);
    const int all = get(learned);
    // Other rooks: the pawns and the minor pieces are the same. Other minor pieces: the pawns and Black's pieces are.
    const int rooks_differ = get(position_of("1r2k1r1/pppp4/8/8/8/8/4PPPP/1R2KBN1 w - - 0 1"));
    const int minors_differ = get(position_of("r3k2r/pppp4/8/8/8/8/4PPPP/R1B1K1N1 w - - 0 1"));
    const int pawns_differ = get(position_of("r3k2r/1ppp3p/8/8/8/8/P4PPP/R3KBN1 w - - 0 1"));
    const int nothing_common = get(position_of("1r2k1r1/1ppp3p/8/8/8/8/P4PPP/1RB1K1N1 w - - 0 1"));
    EXPECT_GT(rooks_differ, 0);
    EXPECT_LT(rooks_differ, all);
    EXPECT_GT(minors_differ, 0);
    EXPECT_LT(minors_differ, all);
    EXPECT_GT(pawns_differ, 0);
    EXPECT_LT(pawns_differ, all);
    EXPECT_EQ(nothing_common, 0);
}

TEST_F(Correction, TheLastMovesCountOnlyTogether) {
    const Position learned = position_of("r3k2r/pppp4/8/8/8/8/4PPPP/R3KBN1 w - - 0 1");
    const Position other = position_of("1r2k1r1/1ppp3p/8/8/8/8/P4PPP/1RB1K1N1 w - - 0 1");
    learn_well(learned, 400, context_);
    EXPECT_GT(get(other, context_), 0);
    CorrectionHistory::Context different = context_;
    different.last_to = Square::D4;
    EXPECT_EQ(get(other, different), 0);
    different = context_;
    different.to_before = Square::D5;
    EXPECT_EQ(get(other, different), 0);
    // After a null move, or at the root, there is nothing to look up.
    different = context_;
    different.last_piece = Piece::None;
    EXPECT_EQ(get(other, different), 0);
    different = context_;
    different.piece_before = Piece::None;
    EXPECT_EQ(get(other, different), 0);
}

TEST_F(Correction, ClearForgets) {
    learn_well(Position(), 300, context_);
    history_->clear();
    EXPECT_EQ(get(Position(), context_), 0);
}

}  // namespace
}  // namespace skua
