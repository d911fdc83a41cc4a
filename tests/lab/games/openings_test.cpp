#include "lab/games/openings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/fen.h"

namespace skua::lab {
namespace {

TEST(OpeningFiles, ReadsPositionsWithAndWithoutCounters) {
    const auto openings = read_openings(
        "# a remark\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\r\n"
        "\n"
        "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2\n"
        "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 3; id \"Alekhine\";\n"
        "nrkrnqbb/pppppppp/8/8/8/8/PPPPPPPP/QRBKRBNN w EBdb - 0 1");
    ASSERT_TRUE(openings) << openings.error();
    ASSERT_EQ(openings->size(), 4U);
    EXPECT_EQ(to_fen((*openings)[0].start), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    EXPECT_EQ(to_fen((*openings)[1].start), "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    EXPECT_EQ((*openings)[2].start.halfmove_clock(), 3);
    for (const std::size_t i : {0U, 1U, 2U}) { EXPECT_EQ((*openings)[i].variant, Variant::Standard) << i; }
    EXPECT_EQ((*openings)[3].variant, Variant::Chess960);
}

TEST(OpeningFiles, TellsWhichLineIsWrong) {
    const std::string good = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n";
    EXPECT_TRUE(read_openings(good + "nonsense\n").error().starts_with("line 2: "));
    EXPECT_EQ(read_openings(good + "\n7k/5Q2/6K1/8/8/8/8/8 b - -\n").error(),
              "line 3: the game is over in this position");
    EXPECT_EQ(read_openings("4k3/8/8/8/8/8/8/4K3 w - -").error(), "line 1: the game is over in this position");
    EXPECT_EQ(read_openings("").error(), "there are no positions in it");
    EXPECT_EQ(read_openings("# only a remark\n").error(), "there are no positions in it");
}

TEST(OpeningFiles, TheSeedAloneDecidesTheOrder) {
    Prng maker(1);
    std::vector<Opening> sorted;
    for (int i = 0; i < 200; ++i) { sorted.push_back({random_chess960_start(maker), Variant::Chess960}); }
    const auto shuffled = [&](std::uint64_t seed) {
        std::vector<Opening> openings = sorted;
        Prng prng(seed);
        shuffle(openings, prng);
        std::vector<std::string> fens;
        for (const Opening& opening : openings) { fens.push_back(to_fen(opening.start)); }
        return fens;
    };
    EXPECT_EQ(shuffled(3), shuffled(3));
    EXPECT_NE(shuffled(3), shuffled(4));
    std::vector<std::string> again = shuffled(3);
    std::vector<std::string> all = shuffled(4);
    std::sort(again.begin(), again.end());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(again, all) << "nothing is lost";
}

}  // namespace
}  // namespace skua::lab
