#include "analysis/statement_text.h"

#include <gtest/gtest.h>

#include "analysis/support.h"

namespace skua {
namespace {

// 1. f3 e5, and White's 2. g4 allows mate.
Position fools_position() {
    Position position;
    position.play(move_of(position, "f2f3"));
    position.play(move_of(position, "e7e5"));
    return position;
}

Statement mate_after(const Position& before, Move played) {
    Position after = before;
    after.play(played);
    Statement statement;
    statement.kind = StatementKind::Mate;
    statement.role = StatementRole::Allows;
    statement.from = LineFrom::After;
    statement.number = 1;
    statement.line = {move_of(after, "d8h4")};
    return statement;
}

TEST(StatementText, NumbersTheMovesOfALine) {
    const Position start;
    const Move knight = move_of(start, "g1f3");
    Position after = start;
    after.play(knight);
    const Move reply = move_of(after, "g8f6");
    EXPECT_EQ(line_text(start, {knight, reply}, 9), "1.Nf3 Nf6");
    EXPECT_EQ(line_text(after, {reply}, 9), "1...Nf6");
    EXPECT_EQ(line_text(start, {knight, Move::none(), move_of(start, "d2d4")}, 9), "1.Nf3 2.d4");
    EXPECT_EQ(line_text(start, {knight, reply}, 1), "1.Nf3");
    EXPECT_EQ(line_text(start, {}, 9), "");
}

TEST(StatementText, FramesByRole) {
    const Position before = fools_position();
    const Move played = move_of(before, "g2g4");
    Statement statement = mate_after(before, played);
    EXPECT_EQ(to_text(statement, before, played), "g4 allows mate in 1 (2...Qh4#).");
    statement.role = StatementRole::Leaves;
    statement.is_exact = false;
    EXPECT_EQ(to_text(statement, before, played), "g4 does not stop mate in at most 1 (2...Qh4#).");
    statement.role = StatementRole::Remark;
    statement.kind = StatementKind::AlreadyLost;
    statement.line.clear();
    EXPECT_EQ(to_text(statement, before, played), "White was losing anyway.");
    statement.role = StatementRole::Better;
    statement.kind = StatementKind::Mate;
    statement.from = LineFrom::Before;
    statement.line = {move_of(before, "e2e4")};
    EXPECT_EQ(to_text(statement, before, played), "Better was e4, which mates in at most 1.");
    EXPECT_EQ(to_text({statement, mate_after(before, played)}, before, played),
              "Better was e4, which mates in at most 1. g4 allows mate in 1 (2...Qh4#).");
    EXPECT_EQ(to_text(std::vector<Statement>{}, before, played), "");
}

TEST(StatementText, NamesTheMenOfTheLineWhereOthersMayFall) {
    const Position before = position_of("3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1");
    const Move played = move_of(before, "d1e1");
    Position after = before;
    after.play(played);
    Statement statement;
    statement.kind = StatementKind::WinsMaterial;
    statement.role = StatementRole::Allows;
    statement.from = LineFrom::After;
    statement.line = {move_of(after, "d8d4")};
    statement.number = 3;
    EXPECT_EQ(to_text(statement, before, played), "Qe1 allows ...Qxd4, which wins material.");
    statement.won = {{Piece::WhiteKnight, Square::D4}};
    EXPECT_EQ(to_text(statement, before, played), "Qe1 loses the knight on d4 (1...Qxd4).");
    statement.is_exact = false;
    EXPECT_EQ(to_text(statement, before, played), "Qe1 loses material, here the knight on d4 (1...Qxd4).");
    statement.role = StatementRole::Leaves;
    EXPECT_EQ(to_text(statement, before, played),
              "Qe1 does not stop ...Qxd4, which wins material, here the knight on d4.");
    statement.is_exact = true;
    EXPECT_EQ(to_text(statement, before, played), "Qe1 leaves the knight on d4 hanging (1...Qxd4).");
}

TEST(StatementText, TellsMenOfOneKindApart) {
    const Position before = position_of("n2r2k1/5pp1/7p/3n4/8/6P1/5PBP/R5K1 w - - 0 1");
    Statement statement;
    statement.kind = StatementKind::Overload;
    statement.line = line_of(before, "g2d5 d8d5 a1a8 g8h7");
    statement.men = {{Piece::BlackKnight, Square::D5}, {Piece::BlackKnight, Square::A8}};
    statement.others = {{Piece::BlackRook, Square::D8}};
    statement.won = {{Piece::BlackKnight, Square::A8}};
    EXPECT_EQ(to_text(statement, before, statement.line[0]),
              "Bxd5 overloads the rook on d8, which guards the knight on d5 and the knight on a8, and wins the knight "
              "on a8 (1.Bxd5 Rxd5 2.Rxa8+ Kh7).");
}

TEST(StatementText, CountsAttackersAndGuards) {
    const Position before = position_of("4k3/8/5n2/3p4/8/2N5/8/3RK3 w - - 0 1");
    const Move takes = move_of(before, "c3d5");
    Statement statement;
    statement.kind = StatementKind::Outnumbered;
    statement.line = line_of(before, "c3d5 f6d5 d1d5");
    statement.men = statement.won = {{Piece::BlackPawn, Square::D5}};
    statement.others = {
        {Piece::WhiteRook, Square::D1}, {Piece::WhiteKnight, Square::C3}, {Piece::BlackKnight, Square::F6}};
    EXPECT_EQ(to_text(statement, before, takes),
              "Nxd5 takes the pawn on d5, which is attacked twice and guarded only once (1.Nxd5 Nxd5 2.Rxd5).");
    statement.given = {{Piece::WhiteKnight, Square::C3}};
    statement.won.insert(statement.won.begin(), {Piece::BlackKnight, Square::F6});
    EXPECT_EQ(to_text(statement, before, takes),
              "Nxd5 takes the pawn on d5, which is attacked twice and guarded only once, and wins it and the "
              "knight on f6 for a knight (1.Nxd5 Nxd5 2.Rxd5).");
}

TEST(StatementText, HasWordsForEveryKindInEveryRole) {
    const Position before = fools_position();
    const Move played = move_of(before, "g2g4");
    for (int kind = 0; kind < static_cast<int>(StatementKind::Count); ++kind) {
        for (int role = 0; role < static_cast<int>(StatementRole::Count); ++role) {
            Statement statement = mate_after(before, played);
            statement.kind = static_cast<StatementKind>(kind);
            statement.role = static_cast<StatementRole>(role);
            if (statement.role == StatementRole::Does || statement.role == StatementRole::Better) {
                statement.from = LineFrom::Before;
                statement.line = {played};
            }
            statement.men = {{Piece::WhiteRook, Square::H1}};
            statement.others = {{Piece::WhiteKing, Square::E1}, {Piece::BlackQueen, Square::D8}};
            statement.moves = {move_of(before, "e2e4")};
            const std::string text = to_text(statement, before, played);
            EXPECT_GE(text.size(), 8U) << name_of(statement.kind);
            EXPECT_EQ(text.find("  "), std::string::npos) << text;
            EXPECT_EQ(text.find('{'), std::string::npos) << text;
            EXPECT_EQ(text.find("which ("), std::string::npos) << text;
            EXPECT_FALSE(text.ends_with(" .")) << text;
        }
    }
}

}  // namespace
}  // namespace skua
