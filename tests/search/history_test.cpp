#include "search/history.h"

#include <gtest/gtest.h>

#include <climits>
#include <memory>

#include "base/prng.h"
#include "chess/support.h"

namespace skua {
namespace {

constexpr Move E2E4 = Move::normal(Square::E2, Square::E4);
constexpr Move D2D4 = Move::normal(Square::D2, Square::D4);
constexpr Move G8F6 = Move::normal(Square::G8, Square::F6);
constexpr Move B8C6 = Move::normal(Square::B8, Square::C6);

// ---------------------------------------------------------------------- one value

TEST(HistoryValue, StartsAtZero) { EXPECT_EQ(History().get(), 0); }

TEST(HistoryValue, ABonusToNothingCountsInFull) {
    History value;
    value.add(1000);
    EXPECT_EQ(value.get(), 1000);
    History other;
    other.add(-1000);
    EXPECT_EQ(other.get(), -1000);
}

TEST(HistoryValue, GravityPullsBack) {
    History value;
    value.add(8000);
    value.add(8000);
    EXPECT_GT(value.get(), 8000);
    EXPECT_LT(value.get(), 16000) << "the second bonus takes only a share of what is left";
    const int high = value.get();
    value.add(-8000);
    EXPECT_LT(value.get(), high - 8000) << "a malus weighs more against a high value";
}

TEST(HistoryValue, ApproachesItsLimitAndNeverPassesIt) {
    HistoryValue<1000> value;
    int last = 0;
    for (int i = 0; i < 1000; ++i) {
        value.add(100);
        ASSERT_GE(value.get(), last);
        ASSERT_LE(value.get(), 1000);
        last = value.get();
    }
    EXPECT_GT(last, 900);
}

template <int Limit>
void hammer_value(std::uint64_t seed) {
    Prng prng(seed);
    HistoryValue<Limit> value;
    for (int i = 0; i < 200000; ++i) {
        const int size = static_cast<int>(prng.below(5));
        const int bonus = size == 0   ? INT_MAX
                          : size == 1 ? INT_MIN
                          : size == 2 ? static_cast<int>(prng.below(65536)) - 32768
                          : size == 3 ? static_cast<int>(prng.below(2 * Limit + 1)) - Limit
                                      : static_cast<int>(prng.next());
        const int before = value.get();
        value.add(bonus);
        ASSERT_LE(value.get(), Limit) << before << " + " << bonus;
        ASSERT_GE(value.get(), -Limit) << before << " + " << bonus;
        if (bonus >= 0) {
            ASSERT_GE(value.get(), before) << bonus;
        } else {
            ASSERT_LE(value.get(), before) << bonus;
        }
    }
}

TEST(HistoryValue, NoBonusMakesItOverflow) {
    hammer_value<HistoryLimit>(1);
    hammer_value<1024>(2);
    hammer_value<30000>(3);
}

// ---------------------------------------------------------------------- the tables

TEST(ButterflyHistory, KeepsSidesAndMovesApart) {
    const auto history = std::make_unique<ButterflyHistory>();
    EXPECT_EQ(history->get(Color::White, EmptyBoard, E2E4), 0);
    history->add(Color::White, EmptyBoard, E2E4, 500);
    EXPECT_EQ(history->get(Color::White, EmptyBoard, E2E4), 500);
    EXPECT_EQ(history->get(Color::Black, EmptyBoard, E2E4), 0);
    EXPECT_EQ(history->get(Color::White, EmptyBoard, D2D4), 0);
    EXPECT_EQ(history->get(Color::White, EmptyBoard, Move::normal(Square::E4, Square::E2)), 0);
    history->clear();
    EXPECT_EQ(history->get(Color::White, EmptyBoard, E2E4), 0);
}

TEST(ButterflyHistory, KnowsWhatIsThreatened) {
    const auto history = std::make_unique<ButterflyHistory>();
    const Bitboard from(Square::E2);
    const Bitboard to(Square::E4);
    history->add(Color::White, EmptyBoard, E2E4, 100);
    history->add(Color::White, from, E2E4, 200);
    history->add(Color::White, to, E2E4, 300);
    history->add(Color::White, from | to, E2E4, 400);
    EXPECT_EQ(history->get(Color::White, EmptyBoard, E2E4), 100);
    EXPECT_EQ(history->get(Color::White, from, E2E4), 200);
    EXPECT_EQ(history->get(Color::White, to, E2E4), 300);
    EXPECT_EQ(history->get(Color::White, FullBoard, E2E4), 400);
    EXPECT_EQ(history->get(Color::White, ~(from | to), E2E4), 100) << "threats to other squares do not matter";
}

TEST(ContinuationHistory, KeepsRepliesByEarlierMove) {
    const auto history = std::make_unique<ContinuationHistory>();
    history->after(Piece::WhitePawn, Square::E4)[Piece::BlackPawn][Square::E5].add(700);
    EXPECT_EQ(history->after(Piece::WhitePawn, Square::E4)[Piece::BlackPawn][Square::E5].get(), 700);
    EXPECT_EQ(history->after(Piece::WhitePawn, Square::D4)[Piece::BlackPawn][Square::E5].get(), 0);
    EXPECT_EQ(history->after(Piece::WhiteKnight, Square::E4)[Piece::BlackPawn][Square::E5].get(), 0);
    EXPECT_EQ(history->after(Piece::WhitePawn, Square::E4)[Piece::BlackKnight][Square::E5].get(), 0);
    EXPECT_EQ(history->after(Piece::WhitePawn, Square::E4)[Piece::BlackPawn][Square::D5].get(), 0);
    history->clear();
    EXPECT_EQ(history->after(Piece::WhitePawn, Square::E4)[Piece::BlackPawn][Square::E5].get(), 0);
}

TEST(PawnHistory, KeepsStructuresApart) {
    const auto history = std::make_unique<PawnHistory>();
    const Key start = Position().pawn_key();
    const Key other = position_of("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").pawn_key();
    ASSERT_NE(start, other);
    history->add(start, Piece::WhiteKnight, Square::F3, 900);
    EXPECT_EQ(history->get(start, Piece::WhiteKnight, Square::F3), 900);
    EXPECT_EQ(history->get(other, Piece::WhiteKnight, Square::F3), 0);
    EXPECT_EQ(history->get(start, Piece::BlackKnight, Square::F3), 0);
    EXPECT_EQ(history->get(start, Piece::WhiteKnight, Square::C3), 0);
    EXPECT_EQ(history->get(~Key{0}, Piece::WhiteKing, Square::H8), 0) << "any key has its place";
    history->clear();
    EXPECT_EQ(history->get(start, Piece::WhiteKnight, Square::F3), 0);
}

TEST(CaptureHistory, KeepsVictimsApart) {
    const auto history = std::make_unique<CaptureHistory>();
    history->add(Piece::WhitePawn, Square::D5, PieceType::Knight, 250);
    history->add(Piece::WhitePawn, Square::D5, PieceType::None, -40);
    EXPECT_EQ(history->get(Piece::WhitePawn, Square::D5, PieceType::Knight), 250);
    EXPECT_EQ(history->get(Piece::WhitePawn, Square::D5, PieceType::None), -40) << "a promotion without a victim";
    for (const PieceType victim : {PieceType::Pawn, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        EXPECT_EQ(history->get(Piece::WhitePawn, Square::D5, victim), 0);
    }
    EXPECT_EQ(history->get(Piece::BlackPawn, Square::D5, PieceType::Knight), 0);
    EXPECT_EQ(history->get(Piece::WhitePawn, Square::E5, PieceType::Knight), 0);
    history->clear();
    EXPECT_EQ(history->get(Piece::WhitePawn, Square::D5, PieceType::Knight), 0);
    EXPECT_EQ(history->get(Piece::WhitePawn, Square::D5, PieceType::None), 0);
}

// ---------------------------------------------------------------------- countermoves (CM.1, CM.5)

TEST(CountermoveTable, StartsEmptyAndSmall) {
    const CountermoveTable table;
    for (int from = 0; from < 64; ++from) {
        for (int to = 0; to < 64; ++to) {
            ASSERT_TRUE(table.get(Move::normal(square_at(from), square_at(to))).is_none());
        }
    }
    EXPECT_EQ(sizeof(CountermoveTable), 8192U);
    EXPECT_EQ(alignof(CountermoveTable), 64U);
}

TEST(CountermoveTable, RemembersTheLastReply) {
    CountermoveTable table;
    table.set(E2E4, G8F6);
    EXPECT_EQ(table.get(E2E4), G8F6);
    table.set(E2E4, B8C6);
    EXPECT_EQ(table.get(E2E4), B8C6);
    table.set(D2D4, G8F6);
    EXPECT_EQ(table.get(D2D4), G8F6);
    EXPECT_EQ(table.get(E2E4), B8C6);
}

TEST(CountermoveTable, LooksOnlyAtOriginAndTarget) {
    CountermoveTable table;
    const Move promotion = Move::promotion(Square::E7, Square::E8, PieceType::Queen);
    table.set(promotion, G8F6);
    EXPECT_EQ(table.get(Move::promotion(Square::E7, Square::E8, PieceType::Knight)), G8F6);
    EXPECT_EQ(table.get(Move::normal(Square::E7, Square::E8)), G8F6);
    EXPECT_TRUE(table.get(Move::normal(Square::E8, Square::E7)).is_none());
    EXPECT_TRUE(table.get(Move::normal(Square::E7, Square::D8)).is_none());
}

TEST(CountermoveTable, EveryPairOfSquaresHasItsOwnPlace) {
    CountermoveTable table;
    const auto reply_to = [](int from, int to) {
        return Move::from_raw(static_cast<std::uint16_t>(1 + from * 64 + to));
    };
    for (int from = 0; from < 64; ++from) {
        for (int to = 0; to < 64; ++to) {
            if (from == 0 && to == 0) { continue; }
            table.set(Move::normal(square_at(from), square_at(to)), reply_to(from, to));
        }
    }
    for (int from = 0; from < 64; ++from) {
        for (int to = 0; to < 64; ++to) {
            if (from == 0 && to == 0) { continue; }
            ASSERT_EQ(table.get(Move::normal(square_at(from), square_at(to))), reply_to(from, to));
        }
    }
}

TEST(CountermoveTable, KnowsNothingWithoutAPreviousMove) {
    CountermoveTable table;
    // The root and a null move: both leave no previous move.
    table.set(Move::none(), G8F6);
    EXPECT_TRUE(table.get(Move::none()).is_none());
    EXPECT_TRUE(table.get(Move::normal(Square::A1, Square::A2)).is_none());
    // A move between the squares that Move::none() is made of is not legal, but must not be confused with it.
    table.set(Move::castling(Square::A1, Square::A1), G8F6);
    EXPECT_TRUE(table.get(Move::none()).is_none());
}

TEST(CountermoveTable, ANullReplyForgets) {
    CountermoveTable table;
    table.set(E2E4, G8F6);
    table.set(E2E4, Move::none());
    EXPECT_TRUE(table.get(E2E4).is_none());
}

TEST(CountermoveTable, ClearForgetsEverything) {
    CountermoveTable table;
    table.set(E2E4, G8F6);
    table.set(Move::normal(Square::H8, Square::A1), B8C6);
    table.clear();
    EXPECT_TRUE(table.get(E2E4).is_none());
    EXPECT_TRUE(table.get(Move::normal(Square::H8, Square::A1)).is_none());
}

TEST(CountermoveTable, TwoTablesAreIndependent) {
    CountermoveTable first;
    CountermoveTable second;
    first.set(E2E4, G8F6);
    EXPECT_TRUE(second.get(E2E4).is_none());
}

// ---------------------------------------------------------------------- killers

TEST(Killers, KeepTheLastTwo) {
    Killers killers;
    EXPECT_TRUE(killers.first().is_none());
    EXPECT_TRUE(killers.second().is_none());
    EXPECT_FALSE(killers.contains(E2E4));
    killers.add(E2E4);
    EXPECT_EQ(killers.first(), E2E4);
    EXPECT_TRUE(killers.second().is_none());
    killers.add(D2D4);
    EXPECT_EQ(killers.first(), D2D4);
    EXPECT_EQ(killers.second(), E2E4);
    killers.add(G8F6);
    EXPECT_EQ(killers.first(), G8F6);
    EXPECT_EQ(killers.second(), D2D4);
    EXPECT_TRUE(killers.contains(D2D4));
    EXPECT_FALSE(killers.contains(E2E4));
}

TEST(Killers, AreNeverTheSameMoveTwice) {
    Killers killers;
    killers.add(E2E4);
    killers.add(E2E4);
    EXPECT_EQ(killers.first(), E2E4);
    EXPECT_TRUE(killers.second().is_none());
    killers.add(D2D4);
    killers.add(E2E4);
    EXPECT_EQ(killers.first(), E2E4);
    EXPECT_EQ(killers.second(), D2D4);
}

TEST(Killers, Clear) {
    Killers killers;
    killers.add(E2E4);
    killers.add(D2D4);
    killers.clear();
    EXPECT_TRUE(killers.first().is_none());
    EXPECT_TRUE(killers.second().is_none());
}

TEST(Histories, ClearForgetsAllTables) {
    const auto all = std::make_unique<Histories>();
    all->butterfly.add(Color::Black, FullBoard, G8F6, 10);
    all->continuation.after(Piece::WhitePawn, Square::E4)[Piece::BlackPawn][Square::E5].add(10);
    all->pawn.add(7, Piece::BlackRook, Square::A1, 10);
    all->capture.add(Piece::BlackRook, Square::A1, PieceType::Queen, 10);
    all->countermoves.set(E2E4, G8F6);
    all->clear();
    EXPECT_EQ(all->butterfly.get(Color::Black, FullBoard, G8F6), 0);
    EXPECT_EQ(all->continuation.after(Piece::WhitePawn, Square::E4)[Piece::BlackPawn][Square::E5].get(), 0);
    EXPECT_EQ(all->pawn.get(7, Piece::BlackRook, Square::A1), 0);
    EXPECT_EQ(all->capture.get(Piece::BlackRook, Square::A1, PieceType::Queen), 0);
    EXPECT_TRUE(all->countermoves.get(E2E4).is_none());
}

}  // namespace
}  // namespace skua
