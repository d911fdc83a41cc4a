#include "analysis/explanation_text.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <sstream>

#include "analysis/support.h"
#include "eval/nnue/nnue.h"

namespace skua {
namespace {

std::string text_with(EvaluatorKind kind, std::string_view fen) { return to_text(explain_with(kind, fen)); }

std::string last_line(const std::string& text) { return text.substr(text.rfind('\n') + 1); }

TEST(ExplanationText, TheNumbersOnTheWayAreNamed) {
    for (const EvaluatorKind kind : EvaluatorKinds) {
        const Explanation explanation = explain_with(kind, MiddlegameFen);
        const std::string text = to_text(explanation);
        const std::string end =
            "\nSteps to the final evaluation, from the view of the side to move (Black):\n  classical evaluation: " +
            std::to_string(explanation.classical_score) +
            " cp\n  network: " + std::to_string(explanation.network_score) +
            " cp\n  used by a search: " + std::to_string(explanation.evaluation) +
            " cp (option Evaluation: " + (kind == EvaluatorKind::Nnue ? "nnue, the network" : "classical") +
            ")\n  shown by a search: " + std::to_string(explanation.shown.value) +
            " cp (the scale on which 100 cp win half of the games)\nFinal";
        EXPECT_NE(text.find(end), std::string::npos) << text;
        EXPECT_NE(text.find("White's view: " + std::to_string(explanation.classical.white) + " cp\n"),
                  std::string::npos);
    }
}

TEST(ExplanationText, EndsWithOneFinalEvaluation) {
    Explanation explanation = explain_with(EvaluatorKind::Nnue, MiddlegameFen);
    explanation.shown = {-35};
    explanation.chances = {79, 685, 236};
    EXPECT_EQ(
        last_line(to_text(explanation)),
        "Final evaluation: +0.35 in White's view: White is slightly better (White wins 24 %, draws 68 %, loses 8 % "
        "of such games)");
    EXPECT_EQ(last_line(text_with(EvaluatorKind::Nnue, WrongBishop)),
              "Final evaluation: 0.00 in White's view: a draw (White wins 0 %, draws 100 %, loses 0 % of such games)");
}

TEST(ExplanationText, NamesTheTermsThatOccur) {
    const std::string text = text_with(EvaluatorKind::Classical, MiddlegameFen);
    for (const std::string_view phrase : {"pawns", "where the knights stand", "queen mobility", "side to move",
                                          " of 24 (24: all pieces, 0: kings and pawns)",
                                          "Scale of the endgame value: ", "pawns in front of the king"}) {
        EXPECT_NE(text.find(phrase), std::string::npos) << phrase;
    }
    EXPECT_EQ(text.find("two rooks on the seventh rank"), std::string::npos);
}

TEST(ExplanationText, LeavesOutTermsThatCountNothing) {
    // Black's pawn on e5 is blocked in front of White's king, but too far away to count.
    constexpr std::string_view Fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    const Explanation explanation = explain_with(EvaluatorKind::Classical, Fen);
    bool has_one = false;
    for (const FamilyBreakdown& family : explanation.classical.families) {
        for (const TermBreakdown& term : family.terms) {
            has_one = has_one || (term.values[Color::White] == Pair() && term.values[Color::Black] == Pair());
        }
    }
    EXPECT_TRUE(has_one);
    std::istringstream lines(to_text(explanation));
    int terms = 0;
    for (std::string line; std::getline(lines, line) && line.find(" | ") != std::string::npos;) {
        if (!line.starts_with("  ")) { continue; }
        EXPECT_NE(line.find_first_of("123456789", line.find(" | ")), std::string::npos) << line;
        ++terms;
    }
    EXPECT_GT(terms, 20);
}

TEST(ExplanationText, TheColumnsOfTheTableStandBelowEachOther) {
    std::istringstream lines(text_with(EvaluatorKind::Classical, MiddlegameFen));
    int rows = 0;
    std::size_t width = 0;
    for (std::string line; std::getline(lines, line) && line.find(" | ") != std::string::npos; ++rows) {
        if (rows == 0) { width = line.size(); }
        EXPECT_EQ(line.size(), width) << line;
        EXPECT_EQ(line.find(" | "), 52U) << line;
    }
    EXPECT_GT(rows, 30);
}

TEST(ExplanationText, KnownEndingsAreNamed) {
    const std::string text = text_with(EvaluatorKind::Classical, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    EXPECT_TRUE(text.starts_with("Known ending: lone king. ")) << text;
}

// The board of values: the right way round, in White's view with either side to move.
TEST(ExplanationText, TheValuesStandWhereThePiecesStand) {
    const auto network = nnue::embedded_network();
    for (const char side : {'w', 'b'}) {
        const Position position = position_of("4k3/p6r/8/8/8/2N5/PP6/4K3 " + std::string(1, side) + " - - 0 1");
        const std::string text = to_text(explain_with(EvaluatorKind::Nnue, position));
        const auto value = [&](Square square) {
            const Score missing =
                nnue::raw_evaluate(*network, position) - nnue::raw_evaluate_without(*network, position, square);
            char buffer[20];
            std::snprintf(buffer, sizeof buffer, "%+6.2f", (side == 'w' ? missing : -missing) / 100.0);
            return std::string(buffer);
        };
        const std::string none = "    .   ";
        const std::string third = "\n3 " + none + none + " N" + value(Square::C3) + none + none + none + none + none;
        const std::string seventh =
            "\n7  p" + value(Square::A7) + none + none + none + none + none + none + " r" + value(Square::H7);
        EXPECT_NE(text.find(third + '\n'), std::string::npos) << text;
        EXPECT_NE(text.find(seventh + '\n'), std::string::npos) << text;
        EXPECT_LT(text.find(seventh), text.find(third));
        EXPECT_NE(text.find("\n8 " + none + none + none + none + "    k   "), std::string::npos) << text;
        EXPECT_NE(value(Square::C3).find('+'), std::string::npos) << "White's knight is good for White";
        EXPECT_NE(value(Square::H7).find('-'), std::string::npos);
    }
}

TEST(ExplanationText, SaysWhyTheNetworkIsOverruled) {
    EXPECT_EQ(text_with(EvaluatorKind::Nnue, MiddlegameFen).find("Scaled down"), std::string::npos);
    EXPECT_NE(text_with(EvaluatorKind::Nnue, LateMiddlegame)
                  .find(" cp\n  Scaled down: 60 plies without a capture or pawn move.\n  used by a search: "),
              std::string::npos);
    EXPECT_EQ(text_with(EvaluatorKind::Classical, LateMiddlegame).find(" cp\n  Scaled down"), std::string::npos);
    EXPECT_NE(text_with(EvaluatorKind::Classical, LateMiddlegame).find("Scaled down: 60 of 100 plies"),
              std::string::npos);
    EXPECT_NE(text_with(EvaluatorKind::Nnue, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").find("\n  Known ending (lone king): "),
              std::string::npos);
    EXPECT_NE(text_with(EvaluatorKind::Nnue, WrongBishop).find("\n  Fortress: "), std::string::npos);
}

}  // namespace
}  // namespace skua
