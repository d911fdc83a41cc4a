// Statements made by hand, and what the checker says of them.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "chess/support.h"
#include "lab/proof/checker.h"

namespace skua::lab::proof {

// Moves of a line, "0000" for a pass; they must be legal.
inline std::vector<Move> moves_along(Position position, std::string_view text) {
    std::vector<Move> line;
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        if (word == "0000") {
            line.push_back(Move::none());
            position.play_null();
            continue;
        }
        line.push_back(move_of(position, word));
        position.play(line.back());
    }
    return line;
}

// A statement about the first word of `moves`, or about the position if that is "-"; the line follows.
struct Told {
    Game game;
    Move explained;
    Statement statement;

    Told(std::string_view fen, StatementKind kind, StatementRole role, std::string_view move, std::string_view line,
         LineFrom from)
        : game(position_of(fen)) {
        if (move != "-") { explained = move_of(game.position(), move); }
        statement.kind = kind;
        statement.role = role;
        statement.from = from;
        Position start = game.position();
        if (from == LineFrom::After) { start.play(explained); }
        statement.line = moves_along(start, line);
    }
    // What the explained move itself does.
    Told(std::string_view fen, StatementKind kind, std::string_view line)
        : Told(fen, kind, StatementRole::Does, line.substr(0, line.find(' ')), line, LineFrom::Before) {}

    Told& number(int value) {
        statement.number = value;
        return *this;
    }
    Told& check(StatementCheck value) {
        statement.check = value;
        return *this;
    }
};

inline PlacedPiece man(char piece, Square square) { return {piece_from_char(piece), square}; }

// Searches in these tests are short.
class ProofTest : public testing::Test {
protected:
    [[nodiscard]] Finding check(const Told& told) { return checker_.check(told.game, told.explained, told.statement); }
    void expect_confirmed(const Told& told) {
        const Finding finding = check(told);
        EXPECT_EQ(finding.verdict, Verdict::Confirmed) << finding.reason;
    }
    void expect_refuted(const Told& told, Claim claim, const std::string& reason) {
        const Finding finding = check(told);
        EXPECT_EQ(finding.verdict, Verdict::Refuted);
        EXPECT_EQ(finding.claim, claim);
        EXPECT_TRUE(finding.reason.starts_with(reason)) << finding.reason;
    }
    void expect_false(const Told& told, const std::string& reason) { expect_refuted(told, Claim::Exact, reason); }
    void expect_denied(const Told& told, const std::string& reason) { expect_refuted(told, Claim::Searched, reason); }

    Engine engine_;

private:
    Checker checker_{engine_, {5'000, 2}};
};

}  // namespace skua::lab::proof
