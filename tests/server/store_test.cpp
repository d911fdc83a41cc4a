#include "server/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace skua::server {
namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("skua_store_" + std::to_string(::getpid()));
        fs::remove_all(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::unique_ptr<Store> open(std::uint64_t max_bytes = 1 << 30) {
        auto store = Store::open({folder_.string(), max_bytes}, metrics, log);
        EXPECT_TRUE(store) << store.error();
        return *std::move(store);
    }
    static JobRecord job(const std::string& id, const std::string& client = "x", std::int64_t created = 100) {
        AnalysisSettings effort;
        effort.nodes = 500;
        return {id, client, created, effort, 2};
    }
    static std::vector<GameTask> games(const std::string& id) {
        return {{id, 1, "1. e4 *", "", 1, {}, 0}, {id, 2, "1. d4 d5 *", "a problem", 2, {}, 0}};
    }

    fs::path folder_;
    std::ostringstream lines;
    Log log{lines};
    Metrics metrics;
};

TEST_F(StoreTest, KeepsAnswers) {
    {
        const auto store = open();
        EXPECT_FALSE(store->answer("a"));
        store->keep_answer("a", "{\"x\": 1}");
        store->keep_answer("a", "{\"x\": 2}");
        EXPECT_EQ(store->answer("a"), "{\"x\": 2}");
    }
    EXPECT_EQ(open()->answer("a"), "{\"x\": 2}");
    EXPECT_EQ(metrics.value(Metric::StoreHits), 2);
    EXPECT_EQ(metrics.value(Metric::StoreMisses), 1);
}

TEST_F(StoreTest, WithoutAFolderItForgets) {
    const auto store = Store::open({"", 1 << 20}, metrics, log);
    ASSERT_TRUE(store);
    (*store)->keep_answer("a", "{}");
    EXPECT_EQ((*store)->answer("a"), "{}");
}

TEST_F(StoreTest, DropsAnswersWhenItGetsTooLarge) {
    const auto store = open(200'000);
    for (int i = 0; i < 1024; ++i) { store->keep_answer(std::to_string(i), std::string(1000, 'x')); }
    EXPECT_LT(metrics.value(Metric::StoreBytes), 600'000);
    int kept = 0;
    for (int i = 0; i < 1024; ++i) { kept += store->answer(std::to_string(i)) ? 1 : 0; }
    EXPECT_LT(kept, 500);
    EXPECT_GT(kept, 50);
}

TEST_F(StoreTest, PutsADamagedFileAside) {
    { open()->keep_answer("a", "{}"); }
    { std::ofstream(folder_ / "skua.db", std::ios::binary) << std::string(20'000, 'z'); }
    const auto store = open();
    EXPECT_FALSE(store->answer("a"));
    store->keep_answer("b", "{}");
    EXPECT_TRUE(store->answer("b"));
    EXPECT_NE(lines.str().find("was put aside"), std::string::npos);
    const auto is_aside = [](const fs::path& path) { return path.string().find(".broken-") != std::string::npos; };
    EXPECT_EQ(std::count_if(fs::directory_iterator(folder_), {}, is_aside), 1);
}

TEST_F(StoreTest, SaysWhyAFolderCantBeUsed) {
    std::ofstream(folder_.string()) << "a file";
    const auto store = Store::open({(folder_ / "below").string(), 1 << 20}, metrics, log);
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().find("can't be made"), std::string::npos) << store.error();
}

TEST_F(StoreTest, HandsGamesOutAndTakesResultsBack) {
    const auto store = open();
    ASSERT_TRUE(store->add_job(job("j"), games("j")));
    EXPECT_FALSE(store->add_job(job("j"), games("j"))) << "a name is used once";
    EXPECT_EQ(store->waiting_games(), 2U);
    EXPECT_EQ(store->open_jobs("x"), 1U);
    EXPECT_EQ(store->job("j")->effort.nodes, 500U);
    const auto first = store->take_game();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->number, 1U);
    EXPECT_EQ(first->effort.nodes, 500U);
    EXPECT_FALSE(first->effort.depth);
    const auto second = store->take_game();
    EXPECT_EQ(second->problem, "a problem");
    EXPECT_FALSE(store->take_game());
    store->finish_game(*first, {1, "{}", "pgn", "html", "", 7});
    store->finish_game(*second, {2, "", "", "", "no luck", 0});
    const auto states = store->games("j");
    ASSERT_EQ(states.size(), 2U);
    EXPECT_EQ(states[0].state, JobState::Done);
    EXPECT_EQ(states[1].state, JobState::Failed);
    EXPECT_EQ(states[1].error, "no luck");
    const auto results = store->results("j", {});
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].html, "html");
    EXPECT_EQ(results[0].nodes, 7U);
    EXPECT_EQ(store->results("j", 2).size(), 0U);
    EXPECT_EQ(store->open_jobs("x"), 0U);
}

TEST_F(StoreTest, RunningGamesWaitAgainAfterARestart) {
    {
        const auto store = open();
        ASSERT_TRUE(store->add_job(job("j"), games("j")));
        ASSERT_TRUE(store->take_game());
    }
    const auto store = open();
    EXPECT_EQ(store->waiting_games(), 2U);
    EXPECT_EQ(store->take_game()->attempts, 1);
}

TEST_F(StoreTest, ClientsTakeTurns) {
    const auto store = open();
    ASSERT_TRUE(store->add_job(job("a", "x", 100), games("a")));
    ASSERT_TRUE(store->add_job(job("b", "y", 200), games("b")));
    EXPECT_EQ(store->take_game()->job, "a");
    EXPECT_EQ(store->take_game()->job, "b");
}

TEST_F(StoreTest, CancelsJobs) {
    const auto store = open();
    ASSERT_TRUE(store->add_job(job("j"), games("j")));
    const auto running = store->take_game();
    EXPECT_TRUE(store->cancel_job("j"));
    EXPECT_FALSE(store->cancel_job("j"));
    EXPECT_FALSE(store->cancel_job("none"));
    store->finish_game(*running, {1, "{}", "", "", "", 0});
    EXPECT_EQ(store->games("j")[0].state, JobState::Cancelled) << "a late result does not bring it back";
    EXPECT_EQ(state_of(store->games("j")), JobState::Cancelled);
}

TEST_F(StoreTest, RemovesOldJobsThatAreOver) {
    const auto store = open();
    ASSERT_TRUE(store->add_job(job("old", "x", 100), games("old")));
    ASSERT_TRUE(store->add_job(job("open", "x", 100), games("open")));
    ASSERT_TRUE(store->add_job(job("new", "x", 900), games("new")));
    store->cancel_job("old");
    store->cancel_job("new");
    store->remove_old_jobs(500);
    EXPECT_FALSE(store->job("old"));
    EXPECT_TRUE(store->games("old").empty());
    EXPECT_TRUE(store->job("open"));
    EXPECT_TRUE(store->job("new"));
}

}  // namespace
}  // namespace skua::server
