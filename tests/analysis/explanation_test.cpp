#include "analysis/explanation.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <regex>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "engine/wdl.h"
#include "eval/classical/classical.h"
#include "eval/fifty_moves.h"
#include "eval/nnue/nnue.h"
#include "eval/phase.h"

namespace skua {
namespace {

constexpr std::string_view Middlegame = "r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 0 15";

std::string explain_classical(const Position& position) {
    return explain(position, EvaluatorKind::Classical, *nnue::embedded_network());
}
std::string json_classical(const Position& position) {
    return explain_as_json(position, EvaluatorKind::Classical, *nnue::embedded_network());
}

int number_after(const std::string& text, const std::string& key) {
    std::smatch match;
    const bool found = std::regex_search(text, match, std::regex('"' + key + "\": (-?[0-9]+)"));
    EXPECT_TRUE(found) << key;
    return found ? std::stoi(match[1]) : 0;
}

TEST(Explain, EndsWithTheEvaluationForTheSideToMove) {
    const Position position = position_of(Middlegame);
    const std::string text = explain_classical(position);
    const Score white = classical::analyse(position).white;
    EXPECT_TRUE(text.ends_with("Evaluation: " + std::to_string(-white) + " cp")) << text;
    EXPECT_NE(text.find("White's view: " + std::to_string(white) + " cp\n"), std::string::npos);
}

TEST(Explain, NamesTheTermsThatOccur) {
    const std::string text = explain_classical(position_of(Middlegame));
    for (const std::string_view phrase :
         {"a pawn", "where the knights stand", "squares for the queen", "the move",
          " of 24 (all pieces: 24, endgame: 0)", "Scale of the endgame value: ", "pawns before the king"}) {
        EXPECT_NE(text.find(phrase), std::string::npos) << phrase;
    }
    EXPECT_EQ(text.find("two rooks on the seventh rank"), std::string::npos);
}

TEST(Explain, KnownEndingsAreNamed) {
    const std::string text = explain_classical(position_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    EXPECT_EQ(text.substr(0, 27), "A known ending, lone king: ");
}

// The totals of the families, blended by phase and scale, are the evaluation.
TEST(Explain, TheFamiliesOfTheJsonAddUp) {
    const std::regex total("\"total\": \\{\"middlegame\": (-?[0-9]+), \"endgame\": (-?[0-9]+)\\}");
    int seen = 0;
    visit_random_positions(0x150, 300, [&](const Game& game) {
        const Position& position = game.position();
        const std::string text = json_classical(position);
        if (text.find("\"known_ending\": null") == std::string::npos) { return; }
        int middlegame = 0;
        int endgame = 0;
        for (std::sregex_iterator match(text.begin(), text.end(), total), end; match != end; ++match) {
            middlegame += std::stoi((*match)[1]);
            endgame += std::stoi((*match)[2]);
        }
        const int phase = number_after(text, "phase");
        const int blended =
            (middlegame * phase * classical::FullScale + endgame * (FullPhase - phase) * number_after(text, "scale")) /
            (FullPhase * classical::FullScale);
        ASSERT_EQ(damp(blended, position.halfmove_clock()), number_after(text, "classical_white")) << to_fen(position);
        ++seen;
    });
    EXPECT_GT(seen, 200);
}

TEST(Explain, TheTermsOfASumAddUpToItsFamily) {
    const std::string text = json_classical(position_of(Middlegame));
    const std::size_t start = text.find("{\"family\": \"Threats\"");
    const std::size_t end = text.find("]}", start);
    ASSERT_NE(start, std::string::npos);
    const std::string family = text.substr(start, end - start);
    const std::regex side("\"(white|black)\": \\{\"middlegame\": (-?[0-9]+)");
    int sum = 0;
    for (std::sregex_iterator match(family.begin(), family.end(), side), none; match != none; ++match) {
        sum += ((*match)[1] == "white" ? 1 : -1) * std::stoi((*match)[2]);
    }
    EXPECT_NE(family.find("\"term\": "), std::string::npos);
    EXPECT_EQ(sum, number_after(family, "middlegame"));
}

TEST(Explain, TheNetworkSpeaksBesideTheTerms) {
    const auto network = nnue::embedded_network();
    const Position position = position_of(Middlegame);
    const std::string net = std::to_string(nnue::raw_evaluate(*network, position));
    const std::string text = explain(position, EvaluatorKind::Nnue, *network);
    const std::string shown = std::to_string(to_shown(nnue::raw_evaluate(*network, position), EvaluatorKind::Nnue));
    EXPECT_TRUE(text.ends_with("Network: " + net + " cp\nOn the scale of a search, where 100 win half of the games: " +
                               shown + " cp\nEvaluation: " + net + " cp"))
        << text;
    EXPECT_TRUE(explain_classical(position).find("Network: " + net + " cp\n") != std::string::npos);
    const std::string json = explain_as_json(position, EvaluatorKind::Nnue, *network);
    EXPECT_EQ(std::to_string(number_after(json, "evaluation")), net);
    EXPECT_EQ(std::to_string(number_after(json, "shown")), shown);
    EXPECT_EQ(std::to_string(number_after(json, "network")), net);
}

// The board of the pieces' worth: the right way round, White's view whoever is to move.
TEST(Explain, TheWorthOfPiecesStandsWhereTheyStand) {
    const auto network = nnue::embedded_network();
    for (const char side : {'w', 'b'}) {
        const Position position = position_of("4k3/p6r/8/8/8/2N5/PP6/4K3 " + std::string(1, side) + " - - 0 1");
        const std::string text = explain(position, EvaluatorKind::Nnue, *network);
        const auto worth = [&](Square square) {
            const Score missing =
                nnue::raw_evaluate(*network, position) - nnue::raw_evaluate_without(*network, position, square);
            char buffer[20];
            std::snprintf(buffer, sizeof buffer, "%+6.2f", (side == 'w' ? missing : -missing) / 100.0);
            return std::string(buffer);
        };
        const std::string none = "    .   ";
        const std::string third = "\n3 " + none + none + " N" + worth(Square::C3) + none + none + none + none + none;
        const std::string seventh =
            "\n7  p" + worth(Square::A7) + none + none + none + none + none + none + " r" + worth(Square::H7);
        EXPECT_NE(text.find(third + '\n'), std::string::npos) << text;
        EXPECT_NE(text.find(seventh + '\n'), std::string::npos) << text;
        EXPECT_LT(text.find(seventh), text.find(third));
        EXPECT_NE(worth(Square::C3).find('+'), std::string::npos) << "White's knight is good for White";
        EXPECT_NE(worth(Square::H7).find('-'), std::string::npos);
    }
}

TEST(Explain, TellsWhyTheNetworkDoesNotHaveTheLastWord) {
    const auto network = nnue::embedded_network();
    const auto text_of = [&](std::string_view fen) { return explain(position_of(fen), EvaluatorKind::Nnue, *network); };
    EXPECT_EQ(text_of(Middlegame).find("fades."), std::string::npos);
    const std::string late = "r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 60 80";
    EXPECT_NE(text_of(late).find("\nWithout progress the network's word fades.\n"), std::string::npos);
    EXPECT_EQ(explain(position_of(late), EvaluatorKind::Classical, *network).find("fades."), std::string::npos);
    EXPECT_NE(text_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").find("\nA known ending: "), std::string::npos);
    const std::string fortress = "7k/8/8/6KP/8/8/8/5B2 w - - 0 1";
    EXPECT_NE(text_of(fortress).find("\nA fortress: "), std::string::npos);
    const std::string json = explain_as_json(position_of(fortress), EvaluatorKind::Nnue, *network);
    EXPECT_NE(json.find("\"remark\": \"A fortress: "), std::string::npos) << json;
    EXPECT_NE(json_classical(position_of(fortress)).find("\"remark\": null"), std::string::npos);
}

TEST(Explain, NoNetworkIsAskedAboutKnownEndings) {
    const auto network = nnue::embedded_network();
    const Position position = position_of("8/8/8/8/4k3/8/8/N3K1N1 w - - 0 1");
    EXPECT_TRUE(explain(position, EvaluatorKind::Nnue, *network).ends_with("\nEvaluation: 0 cp"));
    EXPECT_EQ(number_after(explain_as_json(position, EvaluatorKind::Nnue, *network), "evaluation"), 0);
}

// A piece is worth what is missing without it.
TEST(Explain, PieceValuesAreTheDifferenceTheyMake) {
    const auto network = nnue::embedded_network();
    // From six men to five, which other output weights judge.
    const Position with = position_of("4k3/p7/8/8/8/2N5/PP6/4K3 b - - 0 1");
    const Position without = position_of("4k3/p7/8/8/8/8/PP6/4K3 b - - 0 1");
    ASSERT_NE(nnue::output_bucket(6), nnue::output_bucket(5));
    const Score missing = nnue::raw_evaluate(*network, without) - nnue::raw_evaluate(*network, with);
    EXPECT_EQ(number_after(json_classical(with), "c3"), missing);
    EXPECT_EQ(nnue::raw_evaluate_without(*network, with, Square::C3), nnue::raw_evaluate(*network, without));
}

}  // namespace
}  // namespace skua
