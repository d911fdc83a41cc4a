#include "lab/proof/proof_run.h"

#include "lab/lab_support.h"

namespace skua::lab::proof {
namespace {

class ProofRunTest : public LabTest {
protected:
    void SetUp() override {
        LabTest::SetUp();
        settings_.check = {2'000, 2};
        for (const auto& [fen, move] : {std::pair{"4k3/8/q7/3N4/8/8/6P1/4K3 w - - 0 1", "g2g3"},
                                        std::pair{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "e1e2"}}) {
            const Position position = position_of(fen);
            samples_.push_back({Game(position), {move_of(position, move)}});
        }
    }

    ProofSettings settings_;
    std::vector<Sample> samples_;
};

TEST_F(ProofRunTest, ChecksEverySample) {
    settings_.threads = 2;
    const auto results = Results::open(path("out.csv"), "x");
    ASSERT_TRUE(results);
    EXPECT_FALSE(run_proof(**results, samples_, settings_, [] { return false; }));
    EXPECT_EQ((*results)->positions(), 2U);
    const Tally total = (*results)->total();
    EXPECT_GE(total.occurred, 3) << "the best moves, and why another one is worse";
    EXPECT_EQ(total.false_claims, 0) << bytes_of(path("out.csv"));
    const std::string table = (*results)->table();
    EXPECT_NE(table.find("\nfork "), std::string::npos) << table;
    EXPECT_NE(table.find("\nback_rank_mate "), std::string::npos) << table;
    const std::string bytes = bytes_of(path("out.csv"));
    EXPECT_NE(bytes.find("Nc7+ forks the king on e8 and the queen on a6"), std::string::npos) << bytes;
}

TEST_F(ProofRunTest, DoesNothingTwice) {
    {
        const auto results = Results::open(path("out.csv"), "x");
        EXPECT_FALSE(run_proof(**results, {samples_[0]}, settings_, [] { return false; }));
    }
    const std::string before = bytes_of(path("out.csv"));
    const auto results = Results::open(path("out.csv"), "x");
    EXPECT_FALSE(run_proof(**results, samples_, settings_, [] { return false; }));
    EXPECT_EQ((*results)->positions(), 2U);
    const std::string after = bytes_of(path("out.csv"));
    EXPECT_TRUE(after.starts_with(before));
    EXPECT_GT(after.size(), before.size());
    EXPECT_FALSE(run_proof(**results, samples_, settings_, [] { return false; }));
    EXPECT_EQ(bytes_of(path("out.csv")), after);
}

TEST_F(ProofRunTest, CanBeStopped) {
    const auto results = Results::open("", "");
    EXPECT_FALSE(run_proof(**results, samples_, settings_, [] { return true; }));
    EXPECT_EQ((*results)->positions(), 0U);
}

TEST_F(ProofRunTest, SaysWhatItsResultsDependOn) {
    settings_.tables = "/a,b";
    EXPECT_EQ(conditions_of(settings_, {"a.epd", "b,c.skg"}, 10, 3),
              "2000 nodes; factor 2; 10 positions a file; seed 3; with tablebases; a.epd b c.skg");
}

TEST_F(ProofRunTest, NamesFoldersThatAreMissing) {
    settings_.tables = path("nowhere");
    const auto results = Results::open("", "");
    EXPECT_TRUE(run_proof(**results, samples_, settings_, [] { return false; }));
}

}  // namespace
}  // namespace skua::lab::proof
