#include "analysis/positional_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/support.h"

namespace skua {
namespace {

bool has(const char* fen, StatementKind kind, Color owner, Square square) {
    const std::vector<PositionalFact> facts = facts_of(position_of(fen));
    return std::any_of(facts.begin(), facts.end(), [&](const PositionalFact& fact) {
        return fact.kind == kind && fact.owner == owner && fact.men[0].square == square;
    });
}

TEST(PositionalFacts, SeesPawns) {
    const char* const fen = "4k3/8/8/P2p4/3P1p2/5P2/5P2/4K3 w - - 0 1";
    EXPECT_TRUE(has(fen, StatementKind::PassedPawn, Color::White, Square::A5));
    EXPECT_FALSE(has(fen, StatementKind::PassedPawn, Color::White, Square::D4));
    EXPECT_FALSE(has("4k3/8/8/4p3/5p2/6P1/6PP/4K3 w - - 0 1", StatementKind::PassedPawn, Color::Black, Square::F4))
        << "the pawn on g3 can take it";
    EXPECT_TRUE(has(fen, StatementKind::IsolatedPawn, Color::White, Square::A5));
    EXPECT_TRUE(has(fen, StatementKind::IsolatedPawn, Color::Black, Square::D5));
    const std::vector<PositionalFact> facts = facts_of(position_of(fen));
    EXPECT_TRUE(std::any_of(facts.begin(), facts.end(),
                            [](const auto& fact) { return fact.kind == StatementKind::DoubledPawns; }));
}

TEST(PositionalFacts, SeesPiecesAndKings) {
    EXPECT_TRUE(has("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", StatementKind::Outpost, Color::White, Square::D5));
    EXPECT_FALSE(has("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", StatementKind::Outpost, Color::White, Square::D5))
        << "a pawn can attack it";
    EXPECT_TRUE(has("4k3/8/8/8/8/8/8/1BB1K3 w - - 0 1", StatementKind::BishopPair, Color::White, Square::B1));
    EXPECT_FALSE(has("1bb1k3/8/8/8/8/8/8/1BB1K3 w - - 0 1", StatementKind::BishopPair, Color::White, Square::B1));
    EXPECT_TRUE(has("3qk3/4p3/8/8/8/8/4P3/3QK3 w - - 0 1", StatementKind::CannotCastle, Color::White, Square::E1));
    EXPECT_FALSE(has("3qk3/4p3/8/8/8/8/4P3/3QK2R w K - 0 1", StatementKind::CannotCastle, Color::White, Square::E1));
}

TEST(PositionalFacts, KingsStandWhereTheyLikeInEndings) {
    EXPECT_TRUE(has("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", StatementKind::KingOnOpenFile, Color::White, Square::E1));
    EXPECT_FALSE(has("r3k3/8/8/8/8/8/8/3QK3 w - - 0 1", StatementKind::KingOnOpenFile, Color::White, Square::E1));
}

TEST(PositionalFacts, ComparesPositions) {
    const Position with = position_of("4k3/8/8/P7/8/8/8/4K3 w - - 0 1");
    const Position further = position_of("4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    const Position without = position_of("4k3/p7/8/P7/8/8/8/4K3 w - - 0 1");
    const auto is_passed = [](const PositionalFact& fact) { return fact.kind == StatementKind::PassedPawn; };
    auto only = facts_only_in({with, further}, {without});
    EXPECT_TRUE(std::any_of(only.begin(), only.end(), is_passed));
    only = facts_only_in({with}, {further});
    EXPECT_FALSE(std::any_of(only.begin(), only.end(), is_passed)) << "the same pawn one step further";
    only = facts_only_in({with, without}, {without});
    EXPECT_FALSE(std::any_of(only.begin(), only.end(), is_passed));
}

}  // namespace
}  // namespace skua
