#include "analysis/material_search.h"

#include <gtest/gtest.h>

#include <fstream>

#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

Game game_of(const char* fen) { return Game(parse_fen(fen)->position); }

TEST(MaterialBalance, CountsMen) {
    EXPECT_EQ(material_balance(Position(), Color::White), 0);
    const Position position = parse_fen("4k3/8/8/3q4/8/8/4P3/R3K1NB w - - 0 1")->position;
    EXPECT_EQ(material_balance(position, Color::White), 500 + 300 + 300 + 100 - 900);
    EXPECT_EQ(material_balance(position, Color::Black), -material_balance(position, Color::White));
}

TEST(QuietPositions, HaveNothingPending) {
    EXPECT_TRUE(is_quiet(Position()));
    EXPECT_FALSE(is_quiet(parse_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1")->position)) << "in check";
    EXPECT_FALSE(is_quiet(parse_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")->position)) << "the pawn can be taken";
    EXPECT_FALSE(is_quiet(parse_fen("4k3/8/8/3p4/4P3/3P4/8/4K3 w - - 0 1")->position)) << "so can this one";
    EXPECT_FALSE(is_quiet(parse_fen("4k3/8/3p4/3b4/4P3/8/8/4K3 b - - 0 1")->position)) << "both are attacked";
    EXPECT_FALSE(is_quiet(parse_fen("8/P3k3/8/8/8/8/8/4K3 b - - 0 1")->position)) << "a pawn promotes";
    EXPECT_TRUE(is_quiet(parse_fen("4k3/8/2p5/3p4/4P3/3P4/8/4K3 w - - 0 1")->position)) << "an even exchange";
}

TEST(MaterialSearchTest, FindsWhatCanBeForced) {
    MaterialSearch search;
    // A knight's fork of king and rook: the knight may be lost in the corner, so the exchange is a bishop's worth.
    const ForcedGain fork = search.search(game_of("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"), 20'000);
    EXPECT_TRUE(fork.wins(200));
    ASSERT_GE(fork.line.size(), 3U);
    EXPECT_EQ(to_uci(fork.line[0]), "b5c7");
    EXPECT_EQ(to_uci(fork.line[2]), "c7a8");
    EXPECT_GE(fork.nodes, 1'000U);
    // Nothing is to be won in the starting position.
    EXPECT_FALSE(search.search(Game(), 20'000).wins(100));
    // A side that can't avoid a loss.
    const ForcedGain loss = search.search(game_of("4k3/8/8/8/8/2n5/8/Q3K3 b - - 0 1"), 5'000);
    EXPECT_FALSE(loss.wins(0));
}

TEST(MaterialSearchTest, KnowsMates) {
    MaterialSearch search;
    const ForcedGain mate = search.search(game_of("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), 5'000);
    EXPECT_TRUE(mate.mates);
    EXPECT_TRUE(mate.wins(100'000));
    EXPECT_EQ(to_uci(mate.line[0]), "a1a8");
    const ForcedGain mated = search.search(game_of("7k/8/6K1/8/8/8/8/R7 b - - 0 1"), 5'000);
    EXPECT_TRUE(mated.is_mated);
    EXPECT_FALSE(mated.wins(0));
}

TEST(MaterialSearchTest, OfGivenMovesAndFinishedGames) {
    MaterialSearch search;
    const Game game = game_of("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1");
    const Move takes = *parse_uci_move(game.position(), "d1d5");
    const Move waits = *parse_uci_move(game.position(), "e1f1");
    EXPECT_TRUE(search.search(game, 5'000, {takes}).wins(500));
    EXPECT_FALSE(search.search(game, 5'000, {waits}).wins(0)) << "the queen is lost";
    const ForcedGain over = search.search(game_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), 5'000);
    EXPECT_TRUE(over.line.empty());
    EXPECT_FALSE(over.wins(1));
}

// Scores that a search blends, corrects or guesses would not be whole pawns.
TEST(MaterialSearchTest, CountsWholePawns) {
    MaterialSearch search;
    int answers = 0;
    std::ifstream file(SKUA_SOURCE_DIR "/lab/suites/positional.epd");
    for (std::string line; std::getline(file, line);) {
        const Result<EpdRecord> record = parse_epd(line);
        if (!record) { continue; }
        for (const ForcedGain& gain : search.search_best(Game(record->position), 10'000, 3)) {
            EXPECT_EQ(gain.centipawns % 100, 0) << line;
            ++answers;
        }
    }
    EXPECT_GE(answers, 100);
}

TEST(MaterialSearchTest, AnswersTheSameAgain) {
    MaterialSearch search;
    const Game game = game_of("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    const ForcedGain first = search.search(game, 10'000);
    EXPECT_FALSE(search.search(Game(), 3'000).mates);
    const ForcedGain again = search.search(game, 10'000);
    EXPECT_EQ(first.line, again.line);
    EXPECT_EQ(first.nodes, again.nodes);
    EXPECT_TRUE(first.mates);
}

}  // namespace
}  // namespace skua
