#include "lab/games/opening_choice.h"

#include <set>

#include "chess/fen.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

class OpeningChoiceFile : public LabTest {};

std::vector<std::string> fens_of(const ChosenOpenings& chosen) {
    std::vector<std::string> fens;
    for (const Opening& opening : chosen.openings) { fens.push_back(to_fen(opening.start)); }
    return fens;
}

TEST_F(OpeningChoiceFile, TheSeedDecidesTheOrderAndTheDescriptionSaysSo) {
    Prng prng(1);
    std::string text;
    std::set<std::string> written;
    for (int i = 0; i < 50; ++i) {
        const std::string fen = to_fen(random_opening(Position(), 4, prng).position());
        if (written.insert(fen).second) { text += fen + '\n'; }
    }
    put_bytes(path("o.epd"), text);
    const auto first = OpeningChoice{path("o.epd"), 7}.open();
    const auto again = OpeningChoice{path("o.epd"), 7}.open();
    const auto other = OpeningChoice{path("o.epd"), 8}.open();
    ASSERT_TRUE(first && again && other);
    EXPECT_EQ(fens_of(*first), fens_of(*again));
    EXPECT_NE(fens_of(*first), fens_of(*other));
    const std::vector<std::string> fens = fens_of(*first);
    EXPECT_EQ(std::set<std::string>(fens.begin(), fens.end()), written);
    EXPECT_TRUE(first->description.starts_with("o.epd (")) << first->description;
    EXPECT_EQ(first->description, again->description);
    EXPECT_NE(first->description, other->description);
    // Another file of the same name.
    put_bytes(path("o.epd"), text.substr(0, text.find('\n')));
    EXPECT_NE((OpeningChoice{path("o.epd"), 7}.open()->description), first->description);
}

TEST_F(OpeningChoiceFile, WithoutAFileTheyAreRandom) {
    const auto chosen = OpeningChoice{"", 7}.open();
    ASSERT_TRUE(chosen);
    EXPECT_TRUE(chosen->openings.empty());
    EXPECT_EQ(chosen->description, "random openings by seed 7");
}

TEST_F(OpeningChoiceFile, SaysWhatIsWrong) {
    put_bytes(path("bad.epd"), "chess\n");
    EXPECT_NE((OpeningChoice{path("bad.epd"), 1}.open().error().find("bad.epd\": line 1: ")), std::string::npos);
    EXPECT_NE((OpeningChoice{path("none"), 1}.open().error().find("there is no such file")), std::string::npos);
}

}  // namespace
}  // namespace skua::lab
