// Two servers behind HAProxy with the configuration of deploy/: one is killed while clients ask.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "server/support/server_process.h"

namespace skua::server {
namespace {

TEST(LongHaproxy, AServerThatDiesCostsAtMostARetry) {
    if (!has_program("haproxy")) { GTEST_SKIP() << "haproxy is not installed"; }
    const int front = free_port();
    ServerProcess a({"--no-store", "--trust-proxy", "--per-client", "100"});
    ServerProcess b({"--no-store", "--trust-proxy", "--per-client", "100"});
    const auto address = [](int port) { return "127.0.0.1:" + std::to_string(port); };
    const Program haproxy({"env", "SKUA_BIND=" + address(front), "SKUA_A=" + address(a.port()),
                           "SKUA_B=" + address(b.port()), "PATH=/usr/sbin:/usr/bin:/bin", "haproxy", "-f",
                           SKUA_SOURCE_DIR "/deploy/haproxy.cfg"});
    ASSERT_TRUE(wait_for_port(front)) << haproxy.log();

    constexpr int Clients = 4;
    constexpr int Requests = 20;
    std::atomic<int> answered{0};
    std::atomic<int> retried{0};
    std::vector<std::thread> clients;
    for (int client = 0; client < Clients; ++client) {
        clients.emplace_back([&, client] {
            for (int i = 0; i < Requests; ++i) {
                const std::string body = R"({"position": {"startpos": true}, "limits": {"movetime": )" +
                                         std::to_string(50 + client * Requests + i) + "}}";
                int status = post(front, "/v1/bestmove", body).status;
                if (status != 200) {
                    ++retried;
                    status = post(front, "/v1/bestmove", body).status;
                }
                answered += status == 200 ? 1 : 0;
            }
        });
    }
    std::this_thread::sleep_for(milliseconds(1000));
    a.signal(SIGKILL);
    for (std::thread& client : clients) { client.join(); }
    EXPECT_EQ(answered, Clients * Requests);
    EXPECT_LE(retried, Clients);
    RecordProperty("retried", retried);
    EXPECT_EQ(get(front, "/readyz").status, 200);
}

}  // namespace
}  // namespace skua::server
