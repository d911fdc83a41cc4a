// The provider against a small broker of lichess's external-engine protocol.
#include "server/provider.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "server/http_client.h"
#include "server/support/server_process.h"
#include "server/support/tls_front.h"

namespace skua::server {
namespace {

constexpr const char* Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string work_text(const std::string& id, const std::string& limit, const std::string& fen = Start,
                      const std::string& moves = "[]") {
    return R"({"id": ")" + id + R"(", "engine": {}, "work": {"sessionId": "s", "threads": 1, "hash": 16, "multiPv": 2,
        "variant": "chess", "initialFen": ")" +
           fen + R"(", "moves": )" + moves + ", " + limit + "}}";
}

TEST(BrokerWork, IsReadAndChecked) {
    const auto work = parse_broker_work(work_text("a-1", R"("depth": 9)", Start, R"(["e2e4", "e7e5"])"), 4);
    ASSERT_TRUE(work) << work.refusal().message;
    EXPECT_EQ(work->id, "a-1");
    EXPECT_EQ(work->game.ply(), 2);
    EXPECT_EQ(work->limits.depth, 9);
    EXPECT_EQ(work->multipv, 2);
    for (const std::string& wrong :
         {std::string("nonsense"), std::string("{}"), std::string(R"({"work": 3})"), work_text("", R"("depth": 9)"),
          work_text("../x", R"("depth": 9)"), work_text("a", R"("depth": 0)"), work_text("a", R"("x": 1)"),
          work_text("a", R"("depth": 9)", "x"), work_text("a", R"("depth": 9)", Start, R"(["e2e5"])"),
          work_text("a", R"("depth": 9)", Start, R"([3])")}) {
        EXPECT_FALSE(parse_broker_work(wrong, 4)) << wrong;
    }
}

TEST(BrokerUrl, IsReadInItsForms) {
    EXPECT_EQ(parse_url("http://broker:9000/below/")->path, "/below");
    EXPECT_EQ(parse_url("http://broker")->port, 80);
    EXPECT_FALSE(parse_url("http://broker")->has_tls);
    EXPECT_EQ(parse_url("https://broker/x")->port, 443);
    EXPECT_EQ(parse_url("https://broker:9443")->port, 9443);
    EXPECT_TRUE(parse_url("https://broker")->has_tls);
    for (const char* const wrong : {"", "broker", "http://", "http://:90", "http://x:y", "ftp://broker", "https://"}) {
        EXPECT_FALSE(parse_url(wrong));
    }
}

// Takes connections one after the other.
class Broker {
public:
    [[nodiscard]] int port() const { return listener_.port(); }
    [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port()); }

    // The next request: its first line and headers.
    std::string accept() {
        connection_ = Connection::adopt(listener_.accept());
        return connection_->receive_until("\r\n\r\n");
    }
    Connection& connection() { return *connection_; }
    void answer(int status, const std::string& body) {
        connection_->send("HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " +
                          std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
        connection_.reset();
    }
    // Gives work to the one who asks, and waits for the beginning of the answer.
    std::string give(const std::string& work) {
        const std::string asked = accept();
        EXPECT_TRUE(asked.starts_with("POST /api/external-engine/work HTTP/1.1")) << asked;
        EXPECT_NE(connection().receive_until("}").find("0123456789abcdef"), std::string::npos);
        answer(200, work);
        return accept();
    }

private:
    ListeningSocket listener_;
    std::unique_ptr<Connection> connection_;
};

TEST(Provider, SearchesForABroker) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("secret")) << "0123456789abcdef\n";
    Broker broker;
    Program provider(
        {SKUA_SERVER_BINARY, "provider", "--broker", broker.url(), "--secret", folder.path("secret"), "--hash", "4"});
    // Nothing to do: it asks again.
    EXPECT_TRUE(broker.accept().starts_with("POST /api/external-engine/work HTTP/1.1"));
    broker.answer(204, "");

    EXPECT_TRUE(broker.give(work_text("job1", R"("depth": 8)")).starts_with("POST /api/external-engine/work/job1 "));
    const std::string text = broker.connection().receive_until("\r\n0\r\n\r\n");
    broker.answer(204, "");
    EXPECT_NE(text.find("info depth 8 "), std::string::npos) << text;
    EXPECT_NE(text.find(" multipv 2 "), std::string::npos);
    EXPECT_NE(text.find("\nbestmove "), std::string::npos);
    EXPECT_EQ(text.find(" wdl "), std::string::npos) << "the broker does not know that word";

    // Castling is written as king takes rook.
    broker.give(work_text("job2", R"("depth": 1)", "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", R"(["e1h1"])"));
    EXPECT_NE(broker.connection().receive_until("\r\n0\r\n\r\n").find("bestmove "), std::string::npos);
    broker.answer(204, "");

    // The one who asked is gone: the provider stops and asks for other work.
    broker.give(work_text("job3", R"("movetime": 50000)"));
    broker.connection().receive_until("info depth 5");
    const auto left = std::chrono::steady_clock::now();
    broker.answer(200, "");
    EXPECT_TRUE(broker.accept().starts_with("POST /api/external-engine/work HTTP/1.1"));
    EXPECT_LT(std::chrono::steady_clock::now() - left, std::chrono::seconds(5));
    broker.answer(500, "");
    provider.signal(SIGTERM);
    EXPECT_EQ(provider.wait_for_exit(), 0) << provider.log();
    EXPECT_EQ(provider.log().find("0123456789abcdef"), std::string::npos) << "no secrets in the log";
}

TEST(Provider, SearchesForABrokerWithTls) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("secret")) << "0123456789abcdef\n";
    Broker broker;
    const TlsFront front(broker.port(), "localhost");
    front.write_certificate(folder.path("ca.pem"));
    const std::string url = "https://localhost:" + std::to_string(front.port());
    Program provider({SKUA_SERVER_BINARY, "provider", "--broker", url, "--ca", folder.path("ca.pem"), "--secret",
                      folder.path("secret"), "--hash", "4"});
    EXPECT_TRUE(broker.give(work_text("job1", R"("depth": 8)")).starts_with("POST /api/external-engine/work/job1 "));
    const std::string text = broker.connection().receive_until("\r\n0\r\n\r\n");
    broker.answer(204, "");
    EXPECT_NE(text.find("\nbestmove "), std::string::npos) << text;
    // The broker hangs up: the search ends.
    broker.give(work_text("job2", R"("movetime": 50000)"));
    broker.connection().receive_until("info depth 5");
    const auto left = std::chrono::steady_clock::now();
    broker.answer(200, "");
    EXPECT_TRUE(broker.accept().starts_with("POST /api/external-engine/work HTTP/1.1"));
    EXPECT_LT(std::chrono::steady_clock::now() - left, std::chrono::seconds(5));
    broker.answer(204, "");
}

// Nobody must learn the secret by pretending to be the broker.
TEST(Provider, TellsItsSecretToNobodyElse) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("secret")) << "0123456789abcdef\n";
    const auto reason = [&](const std::string& host, bool is_trusted) {
        Broker broker;
        const TlsFront front(broker.port(), host);
        front.write_certificate(folder.path("ca.pem"));
        std::vector<std::string> words{SKUA_SERVER_BINARY, "provider",
                                       "--broker",         "https://localhost:" + std::to_string(front.port()),
                                       "--secret",         folder.path("secret"),
                                       "--hash",           "4"};
        if (is_trusted) { words.insert(words.end(), {"--ca", folder.path("ca.pem")}); }
        Program provider(words);
        const auto deadline = std::chrono::steady_clock::now() + Patience;
        while (provider.log().find("no secure connection") == std::string::npos &&
               std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(milliseconds(20));
        }
        provider.signal(SIGTERM);
        EXPECT_EQ(provider.wait_for_exit(), 0);
        return provider.log();
    };
    EXPECT_NE(reason("localhost", false).find("self-signed certificate"), std::string::npos);
    EXPECT_NE(reason("other.example", true).find("hostname mismatch"), std::string::npos);
}

TEST(Provider, RefusesCertificatesThatCannotBeRead) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("secret")) << "0123456789abcdef\n";
    std::ofstream(folder.path("wrong.pem")) << "nonsense\n";
    for (const char* const file : {"wrong.pem", "none.pem"}) {
        Program provider({SKUA_SERVER_BINARY, "provider", "--broker", "https://localhost", "--secret",
                          folder.path("secret"), "--ca", folder.path(file)});
        EXPECT_EQ(provider.wait_for_exit(), 1);
        EXPECT_NE(provider.log().find("the file of certificates"), std::string::npos) << provider.log();
    }
}

}  // namespace
}  // namespace skua::server
