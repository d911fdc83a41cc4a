// What goes wrong outside: clients that misbehave, and a store that can't be written or read.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "server/support/server_process.h"

namespace skua::server {
namespace {

using nlohmann::json;
using std::chrono::seconds;
using std::chrono::steady_clock;

std::string search(const std::string& limits) {
    return R"({"position": {"startpos": true}, "limits": )" + limits + "}";
}

bool is_well(int port) { return get(port, "/healthz").status == 200; }

double megabytes(int port) { return metric(port, "process_resident_memory_bytes").value_or(1e12) / 1e6; }

bool wait_for_status(int port, const std::string& path, int status) {
    const auto deadline = steady_clock::now() + Patience;
    while (get(port, path).status != status) {
        if (steady_clock::now() > deadline) { return false; }
        std::this_thread::sleep_for(milliseconds(50));
    }
    return true;
}

// ---------------------------------------------------------------------- clients

TEST(Faults, AClientThatReadsNothingHoldsUpOnlyItself) {
    ServerProcess process;
    const double before = megabytes(process.port());
    constexpr int Requests = 1000;
    Connection lazy(process.port());
    for (int i = 0; i < Requests; ++i) { ASSERT_TRUE(lazy.send(request_text("GET", "/openapi.json"))); }
    EXPECT_TRUE(is_well(process.port()));
    EXPECT_LT(megabytes(process.port()), before + 20) << "what it does not read is not kept in memory";
    for (int i = 0; i < Requests; ++i) { ASSERT_EQ(lazy.receive_answer().status, 200) << i; }
}

TEST(Faults, AWebSocketThatReadsNothingIsEnded) {
    ServerProcess process;
    const double before = megabytes(process.port());
    WebSocketClient lazy(process.port());
    const std::string question = R"({"op": "stop", "id": ")" + std::string(60, 'x') + "\"}";
    bool is_ended = false;
    for (int i = 0; i < 500'000 && !is_ended; ++i) { is_ended = !lazy.send(question); }
    EXPECT_TRUE(is_ended);
    EXPECT_TRUE(wait_for_metric(process.port(), "skua_websockets", 0));
    EXPECT_LT(megabytes(process.port()), before + 20);
}

TEST(Faults, ASlowReaderGetsTheResult) {
    ServerProcess process;
    Connection slow(process.port());
    slow.send(request_text("POST", "/v1/analyse", search(R"({"movetime": 400, "multipv": 10})")));
    std::this_thread::sleep_for(milliseconds(600));
    const std::vector<json> events = events_of(slow.receive_answer());
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.back()["event"], "result");
}

TEST(Faults, HalfARequestHoldsNobodyUp) {
    ServerProcess process;
    std::vector<std::unique_ptr<Connection>> halves;
    for (int i = 0; i < 200; ++i) {
        halves.push_back(std::make_unique<Connection>(process.port()));
        halves.back()->send(i % 2 == 0 ? "POST /v1/bestmove HTT"
                                       : "POST /v1/bestmove HTTP/1.1\r\nContent-Length: 50\r\n\r\n{");
    }
    EXPECT_EQ(post(process.port(), "/v1/bestmove", search(R"({"nodes": 1000})")).status, 200);
    halves.clear();
    EXPECT_TRUE(wait_for_metric(process.port(), "skua_connections", 1));
}

TEST(Faults, MoreConnectionsThanAllowedAreToldToComeBack) {
    ServerProcess process({"--no-store", "--connections", "3"});
    std::vector<std::unique_ptr<Connection>> open;
    for (int i = 0; i < 3; ++i) {
        open.push_back(std::make_unique<Connection>(process.port()));
        open.back()->send(request_text("GET", "/healthz"));
        EXPECT_EQ(open.back()->receive_answer().status, 200);
    }
    const Answer refused = get(process.port(), "/healthz");
    EXPECT_EQ(refused.status, 503);
    EXPECT_TRUE(refused.headers.contains("retry-after"));
    open.pop_back();
    EXPECT_TRUE(wait_for_status(process.port(), "/healthz", 200));
}

TEST(Faults, AnExplanationEndsWithItsClient) {
    ServerProcess process({"--no-store", "--slots", "1"});
    {
        Connection connection(process.port());
        connection.send(
            request_text("POST", "/v1/explain",
                         R"({"position": {"fen": "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16"},
                "limits": {"nodes": 4000000}})"));
        ASSERT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 1));
        std::this_thread::sleep_for(milliseconds(300));
    }
    ASSERT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 0));
    // The time from the request's end to the search's, which is a few milliseconds on a machine with nothing else to
    // do.
    EXPECT_EQ(metric(process.port(), "skua_cancel_seconds_count"), 1);
    EXPECT_LT(metric(process.port(), "skua_cancel_seconds_sum"), 2);
}

// ---------------------------------------------------------------------- the store

// What a file may grow to; as on a full disk, writing beyond fails.
void limit_files(pid_t pid, rlim_t bytes) {
    const rlimit limit{bytes, RLIM_INFINITY};
    ASSERT_EQ(::prlimit(pid, RLIMIT_FSIZE, &limit, nullptr), 0);
}

// Searches whose answers are kept, until one can't be.
void fill_store(int port) {
    const auto deadline = steady_clock::now() + Patience;
    for (int nodes = 1000; metric(port, "skua_store_errors_total") == 0 && steady_clock::now() < deadline; ++nodes) {
        EXPECT_EQ(post(port, "/v1/bestmove", search("{\"nodes\": " + std::to_string(nodes) + "}")).status, 200);
    }
    EXPECT_GT(metric(port, "skua_store_errors_total"), 0);
}

// Nothing in it has to be explained, so that its analysis is short.
constexpr const char* Game = R"({"pgn": "1. e4 e5 2. Nf3 *", "limits": {"nodes": 1000}})";

// Its state when it is over.
std::string end_of_job(int port, const std::string& id) {
    const auto deadline = steady_clock::now() + Patience;
    std::string state;
    do {
        state = get(port, "/v1/games/" + id).json().value("state", "");
        if (state != "waiting" && state != "running") { break; }
        std::this_thread::sleep_for(milliseconds(20));
    } while (steady_clock::now() < deadline);
    return state;
}

TEST(Faults, AFullDiskCostsOnlyWhatShouldBeKept) {
    const TemporaryFolder folder;
    ServerProcess process({"--store", folder.path("store")});
    const int port = process.port();
    const std::string id =
        post(port, "/v1/games", R"({"pgn": "1. e4 e5 2. Nf3 *", "limits": {"movetime": 300}})").json()["id"];
    limit_files(process.pid(), 0);
    fill_store(port);
    const Answer refused = post(port, "/v1/games", Game);
    EXPECT_EQ(refused.status, 503);
    EXPECT_TRUE(refused.headers.contains("retry-after"));
    EXPECT_EQ(get(port, "/readyz").status, 503);
    // The game under analysis is finished, and waits for the disk.
    std::this_thread::sleep_for(milliseconds(1500));
    EXPECT_NE(get(port, "/v1/games/" + id).json()["state"], "done");
    limit_files(process.pid(), RLIM_INFINITY);
    EXPECT_TRUE(wait_for_status(port, "/readyz", 200));
    EXPECT_EQ(end_of_job(port, id), "done");
    EXPECT_EQ(post(port, "/v1/games", Game).status, 202);
}

TEST(Faults, AServiceThatStartsOnAFullDiskLosesNothing) {
    const TemporaryFolder folder;
    std::string id;
    {
        ServerProcess process({"--store", folder.path("store")});
        id = post(process.port(), "/v1/games", Game).json()["id"];
        EXPECT_EQ(end_of_job(process.port(), id), "done");
    }
    {
        Program full({"bash", "-c", "ulimit -f 0; trap '' XFSZ; exec \"$@\"", "bash", SKUA_SERVER_BINARY, "--port", "0",
                      "--hash", "1", "--store", folder.path("store")});
        EXPECT_EQ(full.wait_for_exit(), 1) << "it says why, and its supervisor tries again";
    }
    ServerProcess process({"--store", folder.path("store")});
    EXPECT_EQ(get(process.port(), "/v1/games/" + id).json()["state"], "done");
}

TEST(Faults, AStoreThatIsDamagedWhileItIsUsedHarmsNoSearch) {
    const TemporaryFolder folder;
    const std::string file = folder.path("store") + "/skua.db";
    {
        ServerProcess process({"--store", folder.path("store")});
        for (int nodes = 1000; nodes < 1040; ++nodes) {
            post(process.port(), "/v1/bestmove", search("{\"nodes\": " + std::to_string(nodes) + "}"));
        }
        process.signal(SIGTERM);
        EXPECT_EQ(process.wait_for_exit(), 0);
    }
    {
        ServerProcess process({"--store", folder.path("store")});
        {
            std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
            for (int page = 1; page < 12; ++page) {
                bytes.seekp(page * 4096);
                bytes << std::string(4096, 'z');
            }
        }
        for (int nodes = 1000; nodes < 1040; ++nodes) {
            const Answer answer =
                post(process.port(), "/v1/bestmove", search("{\"nodes\": " + std::to_string(nodes) + "}"));
            ASSERT_EQ(answer.status, 200);
            ASSERT_EQ(answer.json()["move"].get<std::string>().size(), 4U);
        }
    }
    ServerProcess process({"--store", folder.path("store")});
    EXPECT_EQ(post(process.port(), "/v1/games", Game).status, 202);
    EXPECT_NE(process.log().find("was put aside"), std::string::npos);
}

TEST(Faults, TwoServicesDoNotShareAStore) {
    const TemporaryFolder folder;
    ServerProcess first({"--store", folder.path("store")});
    ASSERT_TRUE(is_well(first.port()));
    Program second({SKUA_SERVER_BINARY, "--port", "0", "--hash", "1", "--store", folder.path("store")});
    EXPECT_EQ(second.wait_for_exit(), 1);
    EXPECT_NE(second.log().find("another program uses"), std::string::npos) << second.log();
}

// Kills the service again and again while it writes. What it has promised must be there afterwards.
void kill_while_writing(int rounds) {
    constexpr int JobsOfRound = 2;
    const TemporaryFolder folder;
    std::mt19937 random(17);
    std::set<std::string> promised;
    std::map<std::string, std::string> results;
    for (int round = 0; round < rounds; ++round) {
        ServerProcess process({"--store", folder.path("store"), "--jobs-per-client", "10000", "--per-client", "100"});
        const int port = process.port();
        ASSERT_TRUE(is_well(port)) << process.log();
        ASSERT_EQ(process.log().find("was put aside"), std::string::npos) << process.log();
        for (const auto& [id, result] : results) {
            ASSERT_EQ(get(port, "/v1/games/" + id + "/pgn").body, result) << "a result never changes";
        }
        std::atomic<bool> is_over{false};
        std::vector<std::thread> clients;
        std::mutex mutex;
        for (int client = 0; client < 3; ++client) {
            clients.emplace_back([&, client] {
                for (int i = 0; !is_over; ++i) {
                    if (client == 0 && i < JobsOfRound) {
                        const Answer created = post(port, "/v1/games", Game);
                        if (created.status != 202) { continue; }
                        const std::lock_guard lock(mutex);
                        promised.insert(created.json()["id"].get<std::string>());
                    } else {
                        const int nodes = 1000 + 100'000 * round + 2 * i + client;
                        post(port, "/v1/bestmove", search("{\"nodes\": " + std::to_string(nodes % 5000) + "}"));
                    }
                }
            });
        }
        std::this_thread::sleep_for(milliseconds(100 + random() % 600));
        const auto known = [&] {
            const std::lock_guard lock(mutex);
            return promised;
        }();
        for (const std::string& id : known) {
            const Answer pgn = get(port, "/v1/games/" + id + "/pgn");
            if (pgn.status == 200) { results[id] = pgn.body; }
        }
        process.signal(SIGKILL);
        is_over = true;
        for (std::thread& client : clients) { client.join(); }
    }
    ServerProcess process({"--store", folder.path("store")});
    EXPECT_FALSE(promised.empty());
    for (const std::string& id : promised) {
        // A game that was under analysis at three kills counts as one that ends the program, and is given up.
        const std::string end = end_of_job(process.port(), id);
        EXPECT_TRUE(end == "done" || end == "failed") << end;
    }
    for (const auto& [id, result] : results) {
        EXPECT_EQ(get(process.port(), "/v1/games/" + id + "/pgn").body, result);
    }
}

TEST(Faults, NothingPromisedIsLostByAKill) { kill_while_writing(3); }

// ---------------------------------------------------------------------- long

TEST(LongFaults, NothingPromisedIsLostByManyKills) { kill_while_writing(40); }

TEST(LongFaults, SilentClientsAreSentAway) {
    ServerProcess process;
    Connection half(process.port());
    half.send("GET /healthz HTT");
    Connection body(process.port());
    body.send("POST /v1/bestmove HTTP/1.1\r\nContent-Length: 50\r\n\r\n{");
    Connection drops(process.port());
    const auto start = steady_clock::now();
    while (drops.send("x") && steady_clock::now() - start < seconds(30)) {
        std::this_thread::sleep_for(milliseconds(100));
    }
    EXPECT_LT(steady_clock::now() - start, seconds(15)) << "a head has ten seconds, however slowly it comes";
    EXPECT_EQ(half.receive(milliseconds(1000)), "");
    EXPECT_EQ(body.receive(milliseconds(40'000)), "");
    EXPECT_TRUE(wait_for_metric(process.port(), "skua_connections", 1, milliseconds(2000)));
}

TEST(LongFaults, TenThousandIdleConnections) {
    constexpr rlim_t Files = 10'200;
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_max < Files) { GTEST_SKIP() << "the system allows only " << limit.rlim_max << " open files"; }
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ServerProcess process;
    const double before = megabytes(process.port());
    std::vector<std::unique_ptr<Connection>> idle;
    for (int i = 0; i < 9'990; ++i) {
        idle.push_back(std::make_unique<Connection>(process.port()));
        ASSERT_TRUE(idle.back()->is_open()) << i;
        if (i % 3 == 0) {
            idle.back()->send(request_text("GET", "/healthz"));
            ASSERT_EQ(idle.back()->receive_answer().status, 200);
        }
    }
    const auto start = steady_clock::now();
    EXPECT_TRUE(is_well(process.port()));
    EXPECT_EQ(post(process.port(), "/v1/bestmove", search(R"({"nodes": 1000})")).status, 200);
    EXPECT_LT(steady_clock::now() - start, seconds(5));
    const double after = megabytes(process.port());
    EXPECT_LT(after, before + 100);
    std::cout << "memory: " << before << " MB before, " << after << " MB with 9,990 connections\n";
}

TEST(LongFaults, ASmallDisk) {
    const TemporaryFolder folder;
    const std::string disk = folder.path("disk");
    std::filesystem::create_directories(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0) { GTEST_SKIP() << "only root can make a disk"; }
    {
        ServerProcess process({"--store", disk + "/store"});
        ASSERT_TRUE(is_well(process.port())) << process.log();
        fill_store(process.port());
        EXPECT_EQ(post(process.port(), "/v1/bestmove", search(R"({"nodes": 999})")).status, 200);
        ASSERT_EQ(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=8m"), 0);
        EXPECT_TRUE(wait_for_status(process.port(), "/readyz", 200));
        EXPECT_EQ(post(process.port(), "/v1/games", Game).status, 202);
        process.signal(SIGKILL);
        process.wait_for_exit();
        ServerProcess again({"--store", disk + "/store"});
        EXPECT_TRUE(is_well(again.port())) << again.log();
        EXPECT_EQ(again.log().find("was put aside"), std::string::npos);
    }
    ::umount(disk.c_str());
}

}  // namespace
}  // namespace skua::server
