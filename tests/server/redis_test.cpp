// Jobs in a real Redis: servers, workers that are killed, and a Redis that is restarted.
#include <gtest/gtest.h>

#include <csignal>
#include <random>
#include <thread>

#include "server/redis.h"
#include "server/redis_jobs.h"
#include "server/support/server_process.h"

namespace skua::server {
namespace {

using nlohmann::json;

TEST(RedisAddressText, IsReadInAllItsForms) {
    EXPECT_EQ(parse_redis_address("redis://cache:7000/")->host, "cache");
    EXPECT_EQ(parse_redis_address("cache:7000")->port, 7000);
    EXPECT_EQ(parse_redis_address("10.0.0.1")->port, 6379);
    for (const char* const wrong : {"", ":7000", "cache:x", "cache:70000", "redis://user@cache"}) {
        EXPECT_FALSE(parse_redis_address(wrong)) << wrong;
    }
}

class RedisTest : public testing::Test {
protected:
    void SetUp() override {
        if (!has_program("redis-server")) { GTEST_SKIP() << "redis-server is not installed"; }
        port_ = free_port();
        start_redis();
    }

    void start_redis() {
        redis_ = std::make_unique<Program>(std::vector<std::string>{"redis-server", "--port", std::to_string(port_),
                                                                    "--bind", "127.0.0.1", "--dir", folder_.path(),
                                                                    "--appendonly", "yes", "--save", ""});
        ASSERT_TRUE(wait_for_port(port_));
    }
    void kill_redis() {
        redis_->signal(SIGKILL);
        redis_->wait_for_exit();
        redis_.reset();
    }
    [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
    [[nodiscard]] std::unique_ptr<Program> start_worker(const std::string& engines = "1") const {
        return std::make_unique<Program>(std::vector<std::string>{SKUA_SERVER_BINARY, "worker", "--redis", address(),
                                                                  "--slots", engines, "--hash", "1", "--claim-after",
                                                                  "2"});
    }
    RedisReply ask(const RedisCommand& command) {
        Redis redis({"127.0.0.1", port_});
        const Result<RedisReply> reply = redis.command(command);
        EXPECT_TRUE(reply) << reply.error();
        return reply ? *reply : RedisReply();
    }

    // Starts jobs with so many games of one move each. The positions differ in their counters.
    static std::vector<std::string> start_jobs(int server, int jobs, int games, const std::string& limits) {
        std::vector<std::string> ids;
        for (int i = 0; i < jobs; ++i) {
            std::string pgn;
            for (int j = 0; j < games; ++j) {
                pgn += "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - " +
                       std::to_string(j) + ' ' + std::to_string(i + 1) + "\"]\n\n1. e4 *\n\n";
            }
            const Answer created =
                post(server, "/v1/games", json({{"pgn", pgn}, {"limits", json::parse(limits)}}).dump());
            EXPECT_EQ(created.status, 202) << created.body;
            ids.push_back(created.json()["id"]);
        }
        return ids;
    }
    static bool wait_for_job(int server, const std::string& id, milliseconds timeout = Patience) {
        const auto deadline = std::chrono::steady_clock::now() + timeout;
        while (std::chrono::steady_clock::now() < deadline) {
            if (get(server, "/v1/games/" + id).json().value("state", "") == "done") { return true; }
            std::this_thread::sleep_for(milliseconds(50));
        }
        return false;
    }
    // Every game has one result, and nothing is left in the queue.
    void expect_all_done(int server, const std::vector<std::string>& ids, int games) {
        for (const std::string& id : ids) {
            ASSERT_TRUE(wait_for_job(server, id)) << get(server, "/v1/games/" + id).body;
            EXPECT_EQ(get(server, "/v1/games/" + id + "/json").json()["games"].size(), static_cast<std::size_t>(games));
            EXPECT_EQ(ask({"HGET", "skua:job:" + id, "left"}).text, "0") << "a result counted twice, or never";
        }
        EXPECT_TRUE(wait_for_metric(server, "skua_games_waiting", 0));
        EXPECT_EQ(ask({"XLEN", "skua:dead"}).number, 0);
    }

    TemporaryFolder folder_;
    int port_ = 0;
    std::unique_ptr<Program> redis_;
};

TEST_F(RedisTest, WorkersAnswerAllGamesThoughTheyAreKilled) {
    ServerProcess server({"--no-store", "--redis", address()});
    EXPECT_EQ(get(server.port(), "/readyz").status, 200);
    const std::vector<std::string> ids = start_jobs(server.port(), 2, 12, R"({"movetime": 40})");
    auto first = start_worker();
    const auto second = start_worker("2");
    std::this_thread::sleep_for(milliseconds(700));
    first->signal(SIGKILL);
    first->wait_for_exit();
    first = start_worker();
    expect_all_done(server.port(), ids, 12);
    // Asked to end, a worker does.
    second->signal(SIGTERM);
    EXPECT_EQ(second->wait_for_exit(), 0) << second->log();
}

TEST_F(RedisTest, JobsSurviveARestartOfRedis) {
    ServerProcess server({"--no-store", "--redis", address()});
    const std::vector<std::string> ids = start_jobs(server.port(), 1, 12, R"({"movetime": 40})");
    const auto worker = start_worker();
    std::this_thread::sleep_for(milliseconds(700));
    kill_redis();
    EXPECT_EQ(get(server.port(), "/readyz").status, 503);
    EXPECT_EQ(get(server.port(), "/v1/games/" + ids[0]).status, 503);
    EXPECT_EQ(get(server.port(), "/healthz").status, 200);
    start_redis();
    expect_all_done(server.port(), ids, 12);
}

TEST_F(RedisTest, AnotherServerKnowsTheJob) {
    const ServerProcess first({"--no-store", "--redis", address()});
    const ServerProcess second({"--no-store", "--redis", address()});
    const std::string id = start_jobs(first.port(), 1, 2, R"({"nodes": 200})")[0];
    EXPECT_EQ(get(second.port(), "/v1/games/" + id).json()["state"], "waiting");
    EXPECT_EQ(metric(second.port(), "skua_games_waiting"), 2);
    EXPECT_EQ(call(second.port(), "DELETE", "/v1/games/" + id).json()["state"], "cancelled");
    const auto worker = start_worker();
    EXPECT_TRUE(wait_for_metric(first.port(), "skua_games_waiting", 0)) << "a worker removes what is cancelled";
    EXPECT_EQ(get(first.port(), "/v1/games/" + id).json()["state"], "cancelled");
}

TEST_F(RedisTest, AGameThatEndsItsWorkersGoesToTheDead) {
    ServerProcess server({"--no-store", "--redis", address()});
    const std::string id = start_jobs(server.port(), 1, 1, R"({"nodes": 200})")[0];
    ask({"HSET", "skua:game:" + id + ":1", "attempts", "3"});
    const auto worker = start_worker();
    const auto deadline = std::chrono::steady_clock::now() + Patience;
    while (get(server.port(), "/v1/games/" + id).json()["state"] != "failed" &&
           std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(milliseconds(50));
    }
    EXPECT_EQ(get(server.port(), "/v1/games/" + id).json()["state"], "failed");
    EXPECT_EQ(ask({"XLEN", "skua:dead"}).number, 1);
    EXPECT_EQ(ask({"XLEN", "skua:games"}).number, 0);
}

// A thousand positions, four workers of which one is killed every second or so, and Redis killed twice.
class LongRedisTest : public RedisTest {};

TEST_F(LongRedisTest, AThousandPositionsAreAnsweredOnce) {
    ServerProcess server({"--no-store", "--redis", address(), "--jobs-per-client", "100"});
    const std::vector<std::string> ids = start_jobs(server.port(), 10, 100, R"({"movetime": 50})");
    std::vector<std::unique_ptr<Program>> workers;
    for (int i = 0; i < 4; ++i) { workers.push_back(start_worker()); }
    std::mt19937 choice(1);
    int killed = 0;
    for (; killed < 30; ++killed) {
        std::this_thread::sleep_for(milliseconds(500 + choice() % 1000));
        auto& victim = workers[choice() % workers.size()];
        victim->signal(SIGKILL);
        victim->wait_for_exit();
        victim = start_worker();
        if (killed == 10 || killed == 20) {
            kill_redis();
            std::this_thread::sleep_for(milliseconds(500));
            start_redis();
        }
    }
    // A game whose worker was killed three times is given up, but that is still an answer.
    for (const std::string& id : ids) {
        ASSERT_TRUE(wait_for_job(server.port(), id, milliseconds(600'000)));
        EXPECT_EQ(ask({"HGET", "skua:job:" + id, "left"}).text, "0");
        EXPECT_EQ(get(server.port(), "/v1/games/" + id + "/json").json()["games"].size(), 100U);
    }
    EXPECT_EQ(ask({"XLEN", "skua:games"}).number, 0);
}

}  // namespace
}  // namespace skua::server
