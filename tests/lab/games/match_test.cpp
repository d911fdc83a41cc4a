#include "lab/games/match.h"

#include <algorithm>
#include <sstream>

#include "chess/pgn.h"
#include "eval/nnue/network.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

std::unique_ptr<Evaluator> classical() { return make_evaluator(EvaluatorKind::Classical); }

// To this player every position is equal.
EvaluatorFactory blind() {
    const auto nothing = std::make_shared<nnue::Network>();
    return [nothing] { return make_evaluator(EvaluatorKind::Nnue, nothing); };
}

PlayedPair pair_of(GameResult first, GameResult second) {
    PlayedPair pair;
    pair.games[0].result = first;
    pair.games[1].result = second;
    return pair;
}

constexpr GameResult White = GameResult::WhiteWins;
constexpr GameResult Black = GameResult::BlackWins;
constexpr GameResult Draw = GameResult::Draw;

// Gives up after one more pair.
class OneMore : public PairSchedule {
public:
    explicit OneMore(Match& match) : match_(match) {}
    [[nodiscard]] bool is_done() const override { return finished_ || match_.is_done(); }
    [[nodiscard]] std::optional<PairTask> next() override { return match_.next(); }
    std::optional<Error> finish(const PairTask& task, const PlayedPair& pair) override {
        finished_ = true;
        return match_.finish(task, pair);
    }

private:
    Match& match_;
    bool finished_ = false;
};

class MatchFile : public LabTest {
protected:
    std::unique_ptr<Match> open(const MatchSettings& settings, const std::string& conditions = "fair") {
        Result<std::unique_ptr<Match>> match = Match::open(path("m"), conditions, settings);
        EXPECT_TRUE(match.ok()) << match.error();
        return *std::move(match);
    }
};

TEST_F(MatchFile, CountsInTheOrderOfNumbers) {
    const auto match = open({4, 100, {}, {}, std::nullopt});
    std::vector<PairTask> tasks;
    while (const std::optional<PairTask> task = match->next()) { tasks.push_back(*task); }
    ASSERT_EQ(tasks.size(), 4U);
    ASSERT_FALSE(match->finish(tasks[1], pair_of(White, Draw)));
    EXPECT_EQ(match->results().pairs(), 0U) << "the first is missing";
    ASSERT_FALSE(match->finish(tasks[0], pair_of(White, White)));
    EXPECT_EQ(match->results().counts(), (Pentanomial::Counts{0, 0, 1, 1, 0}));
    EXPECT_EQ(match->games(), (std::array<std::uint64_t, 3>{1, 1, 2}));
    ASSERT_FALSE(match->finish(tasks[3], pair_of(Black, White)));
    EXPECT_FALSE(match->is_done());
    ASSERT_FALSE(match->finish(tasks[2], pair_of(White, Black)));
    EXPECT_TRUE(match->is_done());
    EXPECT_EQ(match->results().counts(), (Pentanomial::Counts{1, 0, 1, 1, 1}));
}

TEST_F(MatchFile, ResumesAfterAnyKill) {
    const MatchSettings settings{5, 100, {}, {}, std::nullopt};
    {
        const auto match = open(settings);
        for (const std::uint64_t number : {0U, 2U, 3U}) {
            ASSERT_FALSE(match->finish({number, 100, {}, {}}, pair_of(White, Draw)));
        }
    }
    const std::string whole = bytes_of(path("m"));
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        put_bytes(path("m"), whole.substr(0, size));
        const auto match = open(settings);
        while (const std::optional<PairTask> task = match->next()) {
            // Nothing that is in the file is played again.
            EXPECT_TRUE(size < whole.size() || task->number == 1 || task->number == 4);
            ASSERT_FALSE(match->finish(*task, pair_of(White, Draw)));
        }
        EXPECT_TRUE(match->is_done());
        EXPECT_EQ(match->results().counts(), (Pentanomial::Counts{0, 0, 0, 5, 0})) << size;
    }
}

TEST_F(MatchFile, RefusesWhatItCantContinue) {
    { const auto match = open({4, 100, {}, {}, std::nullopt}, "fair"); }
    const auto other = Match::open(path("m"), "foul", {});
    ASSERT_FALSE(other.ok());
    EXPECT_NE(other.error().find("other conditions: fair, not foul"), std::string::npos);
    const std::string good = bytes_of(path("m"));
    for (const char* const line :
         {"x 1-0 1-0;", "0 1-0;", "0 1-0 *;", "0 1-0 1-0 1-0;", "-1 1-0 1-0;", "99999999999 1-0 1-0;", ""}) {
        put_bytes(path("m"), good + line + '\n');
        const auto match = Match::open(path("m"), "fair", {});
        ASSERT_FALSE(match.ok()) << line;
        EXPECT_NE(match.error().find("line 2 can't be read"), std::string::npos) << match.error();
    }
    put_bytes(path("m"), "recipes\n");
    EXPECT_NE(Match::open(path("m"), "fair", {}).error().find("this is not the file of a match"), std::string::npos);
}

// The test ends the match with the same pair, in whatever order they were finished.
TEST_F(MatchFile, TheSprtEndsItAtTheSamePair) {
    const MatchSettings settings{1000, 100, {}, {}, Sprt{0, 8, 0.1, 0.1}};
    const auto result_of = [](std::uint64_t number) {
        return number % 5 == 0 ? pair_of(Draw, Draw) : pair_of(White, Draw);
    };
    const auto in_order = open(settings);
    while (!in_order->is_done()) {
        const std::optional<PairTask> task = in_order->next();
        ASSERT_TRUE(task);
        ASSERT_FALSE(in_order->finish(*task, result_of(task->number)));
    }
    EXPECT_EQ(in_order->verdict(), Sprt::Verdict::Elo1);
    EXPECT_GT(in_order->results().pairs(), 5U);
    EXPECT_LT(in_order->results().pairs(), 1000U);
    const Pentanomial::Counts counts = in_order->results().counts();
    std::filesystem::remove(path("m"));
    const auto disordered = open(settings);
    while (!disordered->is_done()) {
        std::vector<PairTask> tasks;
        for (int i = 0; i < 7; ++i) { tasks.push_back(disordered->next().value()); }
        std::reverse(tasks.begin(), tasks.end());
        for (const PairTask& task : tasks) { ASSERT_FALSE(disordered->finish(task, result_of(task.number))); }
    }
    EXPECT_EQ(disordered->results().counts(), counts);
}

// A real match, interrupted, on other threads: the same figures and the same games as without interruption.
TEST_F(MatchFile, InterruptionsChangeNothing) {
    PairSettings pairs;
    pairs.first = classical;
    pairs.second = blind();
    pairs.hash_megabytes = 1;
    pairs.adjudication = {};
    const MatchSettings settings{6, 150, {}, {}, std::nullopt};
    const auto games = [&] {
        std::ostringstream text;
        EXPECT_FALSE(write_games(text, path("m"), 6, {"good", "bad"}));
        return text.str();
    };
    const auto whole = open(settings);
    ASSERT_FALSE(play_pairs(pairs, *whole, [] { return true; }));
    ASSERT_TRUE(whole->is_done());
    EXPECT_GT(whole->results().share(), 0.8);
    const std::string whole_games = games();
    std::filesystem::remove(path("m"));
    for (int runs = 0;; ++runs) {
        const auto match = open(settings);
        OneMore one_more(*match);
        pairs.threads = 1 + runs % 2;
        ASSERT_FALSE(play_pairs(pairs, one_more, [] { return true; }));
        if (!match->is_done()) { continue; }
        EXPECT_GT(runs, 0);
        EXPECT_EQ(match->results().counts(), whole->results().counts());
        break;
    }
    EXPECT_EQ(games(), whole_games);
}

TEST_F(MatchFile, GamesBecomePgn) {
    PairSettings pairs;
    pairs.first = classical;
    pairs.second = classical;
    pairs.hash_megabytes = 1;
    pairs.adjudication = {};
    pairs.openings = read_openings("nrkrnqbb/pppppppp/8/8/8/8/PPPPPPPP/QRBKRBNN w EBdb -\n").value();
    const auto match = open({1, 100, {}, {}, std::nullopt});
    ASSERT_FALSE(play_pairs(pairs, *match, [] { return true; }));
    std::stringstream text;
    ASSERT_FALSE(write_games(text, path("m"), 1, {"one", "two"}));
    PgnReader reader(text);
    for (const int number : {1, 2}) {
        const auto game = reader.next();
        ASSERT_TRUE(game && *game);
        EXPECT_EQ((*game)->tags.get("White"), number == 1 ? "one" : "two");
        EXPECT_EQ((*game)->tags.get("Round"), number == 1 ? "1.1" : "1.2");
        EXPECT_EQ((*game)->start, pairs.openings[0].start);
        EXPECT_EQ((*game)->variant, Variant::Chess960);
        EXPECT_GT((*game)->line.moves.size(), 10U);
        EXPECT_NE((*game)->line.moves[0].comment.find('.'), std::string::npos);
    }
    EXPECT_FALSE(reader.next());
    put_bytes(path("m"), "skua match 1: fair\n0 1-0 1-0;8/8;e2e4 1;e2e4 2\n");
    EXPECT_TRUE(write_games(text, path("m"), 1, {"one", "two"}));
}

TEST(MatchPlayers, SignaturesTellPlayersApart) {
    const std::uint64_t signature = signature_of({"a", classical, {}});
    EXPECT_EQ(signature_of({"b", classical, {}}), signature);
    EXPECT_NE(signature_of({"a", blind(), {}}), signature);
    const auto reduced = parse_parameter_values("lmr_quiet_base=500");
    EXPECT_EQ(signature_of({"a", classical, *reduced}) == signature, ParametersAreFixed);
}

}  // namespace
}  // namespace skua::lab
