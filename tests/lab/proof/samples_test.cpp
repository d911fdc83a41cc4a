#include "lab/proof/samples.h"

#include <algorithm>

#include "lab/lab_support.h"

namespace skua::lab::proof {
namespace {

class SamplesTest : public LabTest {
protected:
    static std::vector<std::string> fens_of(const std::vector<Sample>& samples) {
        std::vector<std::string> fens;
        for (const Sample& sample : samples) { fens.push_back(to_fen(sample.game.position())); }
        return fens;
    }
    static void expect_legal(const std::vector<Sample>& samples) {
        for (const Sample& sample : samples) {
            for (const Move move : sample.moves) { EXPECT_TRUE(sample.game.position().is_legal(move)); }
        }
    }
};

TEST_F(SamplesTest, ComeFromSuites) {
    put_bytes(path("a.epd"),
              "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n# a comment\n"
              "4k3/8/8/8/8/8/4R3/4K3 b - - bm Kd7 Kf7;\n7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n");
    const auto samples = draw_samples({path("a.epd")}, 10, 1);
    ASSERT_TRUE(samples) << samples.error();
    ASSERT_EQ(samples->size(), 2U) << "the stalemate is left out";
    EXPECT_EQ((*samples)[0].moves, std::vector{Move::normal(Square::E2, Square::E4)});
    EXPECT_EQ((*samples)[1].moves.size(), 2U);
    EXPECT_EQ(draw_samples({path("a.epd")}, 1, 1)->size(), 1U);
    put_bytes(path("b.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n");
    const auto wrong = draw_samples({path("b.epd")}, 10, 1);
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().find("line 1"), std::string::npos) << wrong.error();
}

TEST_F(SamplesTest, ComeFromGames) {
    const std::vector<GameRecord> records = random_records(7, 30);
    const auto writer = DatasetWriter::open(path("games.skg"), DatasetWriter::Mode::Create);
    ASSERT_TRUE(writer);
    for (const GameRecord& record : records) { ASSERT_FALSE((*writer)->add(record)); }
    ASSERT_FALSE((*writer)->flush());
    const auto samples = draw_samples({path("games.skg")}, 10, 1);
    ASSERT_TRUE(samples) << samples.error();
    ASSERT_EQ(samples->size(), 10U);
    expect_legal(*samples);
    for (const Sample& sample : *samples) {
        EXPECT_GE(sample.moves.size(), 1U);
        EXPECT_EQ(std::count(sample.moves.begin(), sample.moves.end(), sample.moves[0]), 1) << "another one";
    }
    EXPECT_EQ(fens_of(*samples), fens_of(*draw_samples({path("games.skg")}, 10, 1)));
    EXPECT_NE(fens_of(*samples), fens_of(*draw_samples({path("games.skg")}, 10, 2)));
}

TEST_F(SamplesTest, ComeFromPgn) {
    put_bytes(path("games.pgn"), "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n[Event \"?\"]\n\n*\n");
    const auto samples = draw_samples({path("games.pgn")}, 10, 1);
    ASSERT_TRUE(samples) << samples.error();
    ASSERT_EQ(samples->size(), 1U) << "the other game has no moves";
    EXPECT_EQ((*samples)[0].moves.size(), 2U);
    expect_legal(*samples);
}

TEST_F(SamplesTest, NameTheFileThatIsMissing) {
    for (const char* const name : {"no.epd", "no.skg", "no.pgn"}) {
        const auto samples = draw_samples({path(name)}, 10, 1);
        ASSERT_FALSE(samples);
        EXPECT_NE(samples.error().find(name), std::string::npos) << samples.error();
    }
}

}  // namespace
}  // namespace skua::lab::proof
