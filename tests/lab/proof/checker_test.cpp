#include "lab/proof/checker.h"

#include "analysis/position_statements.h"
#include "analysis/statement_text.h"
#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using CheckerTest = ProofTest;

TEST_F(CheckerTest, ConfirmsNoStatementWithoutProof) {
    // Nothing of all this is true of 1.e4.
    for (int kind = 0; kind < static_cast<int>(StatementKind::Count); ++kind) {
        Told told(StartFen, static_cast<StatementKind>(kind), "e2e4 e7e5");
        told.statement.number = 3;
        EXPECT_NE(check(told).verdict, Verdict::Confirmed) << skua::name_of(told.statement.kind);
        told.statement.line.clear();
        EXPECT_NE(check(told).verdict, Verdict::Confirmed) << skua::name_of(told.statement.kind);
    }
}

TEST_F(CheckerTest, RefusesBrokenStatements) {
    Told told(StartFen, StatementKind::WinsMaterial, "e2e4 e7e5");
    told.statement.line[1] = Move::normal(Square::E7, Square::E4);
    expect_false(told, "move 2 of the line, e7e4, is not legal");
    told.explained = Move::normal(Square::E2, Square::E5);
    told.statement.line = {told.explained};
    EXPECT_EQ(check(told).verdict, Verdict::Refuted);
}

// What the engine says of these positions holds, and what is made of it by other numbers, men or moves does not.
class RealStatements : public ProofTest, public testing::WithParamInterface<const char*> {
protected:
    struct Said {
        Move explained;
        Statement statement;
    };
    std::vector<Said> explain(const Game& game) {
        AnalysisSettings settings;
        settings.nodes = 5'000;
        Engine engine;
        const auto explained = explain_position(engine, game, {}, settings);
        std::vector<Said> said;
        for (const Statement& threat : explained->threats) { said.push_back({Move::none(), threat}); }
        for (const Statement& each : explained->best->statements) { said.push_back({explained->best->move, each}); }
        return said;
    }
    Finding check_said(const Game& game, const Said& said) {
        Checker checker(engine_, {5'000, 4});
        return checker.check(game, said.explained, said.statement);
    }
};

TEST_P(RealStatements, AreConfirmedUntilTheyAreFalsified) {
    const Game game(position_of(GetParam()));
    const std::vector<Said> all = explain(game);
    ASSERT_FALSE(all.empty());
    for (const Said& said : all) {
        const std::string text = to_text(said.statement, game.position(), said.explained);
        const Finding finding = check_said(game, said);
        EXPECT_EQ(finding.verdict, Verdict::Confirmed) << text << ' ' << finding.reason;
        if (said.statement.kind != StatementKind::Checkmate) {
            Said more = said;
            more.statement.number += 20;
            EXPECT_NE(check_said(game, more).verdict, Verdict::Confirmed) << text;
        }
        Said other = said;
        other.statement.line.back() = Move::normal(Square::A1, Square::H7);
        EXPECT_NE(check_said(game, other).verdict, Verdict::Confirmed) << text;
        Said moved = said;
        if (!moved.statement.won.empty()) {
            moved.statement.won[0].square = flip_file(moved.statement.won[0].square);
            EXPECT_NE(check_said(game, moved).verdict, Verdict::Confirmed) << text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Positions, RealStatements,
                         testing::Values("4k3/8/q7/3N4/8/8/6P1/4K3 w - - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
                                         "3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
                                         "q7/8/8/3k4/8/8/PP6/5BK1 w - - 0 1"));

}  // namespace
}  // namespace skua::lab::proof
