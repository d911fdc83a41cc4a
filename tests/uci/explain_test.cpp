#include "uci/explain.h"

#include <gtest/gtest.h>

#include <regex>

#include "chess/random_positions.h"
#include "chess/support.h"
#include "eval/classical/classical.h"
#include "eval/fifty_moves.h"
#include "eval/phase.h"

namespace skua {
namespace {

constexpr std::string_view Middlegame = "r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 0 15";

int number_after(const std::string& text, const std::string& key) {
    std::smatch match;
    const bool found = std::regex_search(text, match, std::regex('"' + key + "\": (-?[0-9]+)"));
    EXPECT_TRUE(found) << key;
    return found ? std::stoi(match[1]) : 0;
}

TEST(Explain, EndsWithTheEvaluationForTheSideToMove) {
    const Position position = position_of(Middlegame);
    const std::string text = explain(position);
    const Score white = classical::analyse(position).white;
    EXPECT_TRUE(text.ends_with("Evaluation: " + std::to_string(-white) + " cp")) << text;
    EXPECT_NE(text.find("White's view: " + std::to_string(white) + " cp\n"), std::string::npos);
}

TEST(Explain, NamesTheTermsThatOccur) {
    const std::string text = explain(position_of(Middlegame));
    for (const std::string_view phrase :
         {"a pawn", "where the knights stand", "squares for the queen", "the move",
          " of 24 (all pieces: 24, endgame: 0)", "Scale of the endgame value: ", "pawns before the king"}) {
        EXPECT_NE(text.find(phrase), std::string::npos) << phrase;
    }
    EXPECT_EQ(text.find("two rooks on the seventh rank"), std::string::npos);
}

TEST(Explain, KnownEndingsAreNamed) {
    const std::string text = explain(position_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    EXPECT_EQ(text.substr(0, 27), "A known ending, lone king: ");
}

// The totals of the families, blended by phase and scale, are the evaluation.
TEST(Explain, TheFamiliesOfTheJsonAddUp) {
    const std::regex total("\"total\": \\{\"middlegame\": (-?[0-9]+), \"endgame\": (-?[0-9]+)\\}");
    int seen = 0;
    visit_random_positions(0x150, 300, [&](const Game& game) {
        const Position& position = game.position();
        const std::string text = explain_as_json(position);
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
        ASSERT_EQ(damp(blended, position.halfmove_clock()), number_after(text, "white")) << to_fen(position);
        ++seen;
    });
    EXPECT_GT(seen, 200);
}

TEST(Explain, TheTermsOfASumAddUpToItsFamily) {
    const std::string text = explain_as_json(position_of(Middlegame));
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

}  // namespace
}  // namespace skua
