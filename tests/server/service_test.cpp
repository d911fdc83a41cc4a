// The real program: its routes as clients see them.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "cli/schema_check.h"
#include "server/api.h"
#include "server/documents.h"
#include "server/support/server_process.h"

namespace skua::server {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

constexpr const char* StartPosition = R"({"position": {"startpos": true}, "limits": {"nodes": 2000}})";

std::string search(const std::string& fen, const std::string& limits) {
    return R"({"position": {"fen": ")" + fen + R"("}, "limits": )" + limits + "}";
}

const cli::SchemaCheck& openapi() {
    static const cli::SchemaCheck Check(json::parse(openapi_document()));
    return Check;
}
std::string misfit(const json& value, const std::string& schema) {
    return openapi().problem(value, "#/components/schemas/" + schema);
}

// One service for all tests of a process.
ServerProcess& service() {
    static ServerProcess process({"--no-store", "--slots", "2", "--tables", SKUA_SOURCE_DIR "/tests/data/syzygy"});
    return process;
}
int port() { return service().port(); }

// ---------------------------------------------------------------------- the description

TEST(Service, DescribesExactlyItsRoutes) {
    const json document = json::parse(openapi_document());
    std::set<std::string> described;
    for (const auto& [path, item] : document["paths"].items()) {
        for (const auto& [method, operation] : item.items()) {
            if (method == "parameters") { continue; }
            std::string name = method;
            std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(c - 32); });
            described.insert(name + ' ' + path);
            EXPECT_FALSE(operation.value("summary", "").empty()) << name << ' ' << path;
        }
    }
    const std::vector<std::string> routes = Api::routes();
    EXPECT_EQ(described, std::set<std::string>(routes.begin(), routes.end()));
}

TEST(Service, ShowsItsDescription) {
    const Answer answer = get(port(), "/openapi.json");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json(), json::parse(openapi_document()));
    EXPECT_NE(get(port(), "/docs").body.find("openapi.json"), std::string::npos);
}

// ---------------------------------------------------------------------- about itself

TEST(Service, TellsThatItIsWell) {
    EXPECT_EQ(misfit(get(port(), "/healthz").json(), "Status"), "");
    EXPECT_EQ(get(port(), "/readyz").json()["status"], "ready");
    EXPECT_EQ(misfit(get(port(), "/v1/info").json(), "ServiceInfo"), "");
    EXPECT_EQ(metric(port(), "skua_slots"), 4) << "two for all searches, two for short ones";
    EXPECT_EQ(call(port(), "HEAD", "/healthz").status, 200);
}

TEST(Service, EveryAnswerHasTheIdOfItsRequest) {
    EXPECT_EQ(call(port(), "GET", "/healthz", "", {"X-Request-Id: my-id.1"}).headers["x-request-id"], "my-id.1");
    EXPECT_EQ(call(port(), "GET", "/healthz", "", {"X-Request-Id: a b"}).headers["x-request-id"].size(), 16U);
    EXPECT_NE(service().log().find("\"request_id\": \"my-id.1\""), std::string::npos);
}

// ---------------------------------------------------------------------- searches

TEST(Service, FindsTheBestMove) {
    const Answer answer = post(port(), "/v1/bestmove", search("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", R"({"depth": 5})"));
    ASSERT_EQ(answer.status, 200) << answer.body;
    const json best = answer.json();
    EXPECT_EQ(misfit(best, "BestMove"), "");
    EXPECT_EQ(best["move"], "d1d8");
    EXPECT_EQ(best["san"], "Rd8#");
    EXPECT_EQ(best["score"], json({{"mate", 1}}));
    EXPECT_EQ(best["wdl"], json({{"white", 1000}, {"draw", 0}, {"black", 0}}));
}

TEST(Service, ScoresAreWhitesView) {
    const json best =
        post(port(), "/v1/bestmove", search("3r2k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", R"({"nodes": 1000})")).json();
    EXPECT_EQ(best["move"], "d8d1");
    EXPECT_EQ(best["score"], json({{"mate", -1}}));
    EXPECT_EQ(best["wdl"]["black"], 1000);
}

TEST(Service, SaysWhenTheGameIsOver) {
    const json mated =
        post(port(), "/v1/bestmove", search("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", R"({"depth": 5})")).json();
    EXPECT_EQ(misfit(mated, "BestMove"), "");
    EXPECT_EQ(mated["move"], nullptr);
    EXPECT_EQ(mated["over"], "checkmate");
    const json stuck = post(port(), "/v1/bestmove", search("k7/2Q5/8/8/8/8/8/6K1 b - - 0 1", R"({"depth": 5})")).json();
    EXPECT_EQ(stuck["over"], "stalemate");
}

TEST(Service, AnswersEqualRequestsFromItsStore) {
    const json first = post(port(), "/v1/bestmove", StartPosition).json();
    json second = post(port(), "/v1/bestmove", StartPosition).json();
    EXPECT_EQ(second["cached"], true);
    second["cached"] = first["cached"];
    EXPECT_EQ(first, second);
}

TEST(Service, StreamsAnAnalysis) {
    const Answer answer =
        post(port(), "/v1/analyse", R"({"position": {"startpos": true}, "limits": {"movetime": 300, "multipv": 3}})");
    ASSERT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("content-type"), "application/x-ndjson");
    const std::vector<json> events = events_of(answer);
    ASSERT_GE(events.size(), 3U);
    for (const json& event : events) { EXPECT_EQ(misfit(event, "AnalysisEvent"), "") << event; }
    EXPECT_EQ(events.front()["event"], "accepted");
    EXPECT_EQ(events[1]["event"], "info");
    EXPECT_EQ(events.back()["event"], "result");
    EXPECT_EQ(events.back()["lines"].size(), 3U);
}

TEST(Service, StreamsServerSentEvents) {
    const Answer answer = call(port(), "POST", "/v1/analyse", StartPosition, {"Accept: text/event-stream"});
    EXPECT_EQ(answer.headers.at("content-type"), "text/event-stream");
    EXPECT_TRUE(answer.body.starts_with("event: accepted\ndata: {")) << answer.body;
    EXPECT_NE(answer.body.find("\n\nevent: result\ndata: {"), std::string::npos);
}

TEST(Service, OldClientsGetAStreamWithoutChunks) {
    Connection connection(port());
    connection.send("POST /v1/analyse HTTP/1.0\r\nContent-Length: " +
                    std::to_string(std::string_view(StartPosition).size()) + "\r\n\r\n" + StartPosition);
    const Answer answer = connection.receive_answer();
    EXPECT_FALSE(answer.headers.contains("transfer-encoding"));
    EXPECT_EQ(events_of(answer).back()["event"], "result");
}

TEST(Service, Explains) {
    const Answer answer = post(port(), "/v1/explain",
                               R"({"position": {"fen": "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"}, "moves": ["Rd7"],
                                   "limits": {"nodes": 2000}})");
    ASSERT_EQ(answer.status, 200) << answer.body;
    const json explained = answer.json();
    EXPECT_EQ(misfit(explained, "Explanation"), "");
    EXPECT_EQ(explained["best"]["san"], "Rd8#");
    EXPECT_EQ(explained["moves"][0]["san"], "Rd7");
}

TEST(Service, LooksPositionsUp) {
    const json table = post(port(), "/v1/tb", R"({"position": {"fen": "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"}})").json();
    EXPECT_EQ(misfit(table, "Tablebase"), "");
    EXPECT_EQ(table["wdl"], 2);
    EXPECT_EQ(post(port(), "/v1/tb", R"({"position": {"startpos": true}})").status, 404);
    const json book = post(port(), "/v1/book", R"({"position": {"startpos": true}})").json();
    EXPECT_EQ(misfit(book, "BookMoves"), "");
    EXPECT_FALSE(book["moves"].empty());
}

// ---------------------------------------------------------------------- wrong requests

TEST(Service, RefusesWrongRequests) {
    const auto refused = [](const Answer& answer, int status) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(misfit(answer.json(), "Error"), "") << answer.body;
    };
    refused(post(port(), "/v1/bestmove", "nonsense"), 400);
    const Answer wrong = post(port(), "/v1/bestmove", R"({"position": {"fen": "x"}})");
    refused(wrong, 422);
    EXPECT_EQ(wrong.json()["error"]["field"], "position.fen");
    refused(post(port(), "/v1/bestmove", std::string(70'000, ' ')), 413);
    refused(get(port(), "/nothing"), 404);
    refused(get(port(), "/v1/nothing"), 404);
    refused(get(port(), "/../../etc/passwd"), 404);
    refused(get(port(), "/%2e%2e/%2e%2e/etc/passwd"), 404);
    refused(get(port(), "/v1/bestmove"), 405);
    refused(get(port(), "/v1/ws"), 426);
    refused(get(port(), "/%zz"), 400);
    refused(call(port(), "GET", "/v1/info", "", {"Origin: https://evil.example"}), 403);
    refused(get(port(), "/v1/games/0123"), 404);
}

TEST(Service, RefusesWhatIsNotHttp) {
    for (const std::string& bytes : {std::string("nonsense\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
                                     std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 tls\r\n\r\n", 20),
                                     std::string("GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n")}) {
        Connection connection(port());
        connection.send(bytes);
        EXPECT_EQ(connection.receive_answer().status, 400) << bytes;
    }
    Connection flood(port());
    flood.send("GET / HTTP/1.1\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n");
    EXPECT_EQ(flood.receive_answer().status, 431);
    EXPECT_EQ(get(port(), "/healthz").status, 200);
}

TEST(Service, TakesRequestsOneAfterTheOther) {
    Connection connection(port());
    const std::string request = request_text("GET", "/healthz");
    connection.send(request + request + request_text("POST", "/v1/bestmove", StartPosition) + request);
    for (int i = 0; i < 4; ++i) { EXPECT_EQ(connection.receive_answer().status, 200) << i; }
    connection.send(request);
    EXPECT_EQ(connection.receive_answer().status, 200);
}

TEST(Service, TakesBodiesInChunks) {
    Connection connection(port());
    connection.send(
        "POST /v1/bestmove HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(connection.receive_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    connection.send("5\r\n{\"pos\r\n1d\r\nition\": {\"startpos\": true}}  \r\n0\r\n\r\n");
    EXPECT_EQ(connection.receive_answer().status, 200);
}

// ---------------------------------------------------------------------- sharing the machine

TEST(Service, CancelsWhenTheClientLeaves) {
    ServerProcess process({"--no-store", "--slots", "1"});
    {
        Connection connection(process.port());
        connection.send(
            request_text("POST", "/v1/analyse", R"({"position": {"startpos": true}, "limits": {"movetime": 50000}})"));
        connection.receive_until("\"event\": \"info\"");
        ASSERT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 1));
    }
    EXPECT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 0));
    EXPECT_EQ(metric(process.port(), "skua_cancelled_total"), 1);
    EXPECT_EQ(post(process.port(), "/v1/bestmove", StartPosition).status, 200);
}

TEST(Service, EqualSearchesRunOnce) {
    ServerProcess process({"--no-store", "--slots", "1"});
    const std::string request =
        request_text("POST", "/v1/bestmove", R"({"position": {"startpos": true}, "limits": {"movetime": 1500}})");
    Connection first(process.port());
    Connection second(process.port());
    first.send(request);
    second.send(request);
    json a = first.receive_answer().json();
    EXPECT_EQ(a, second.receive_answer().json());
    EXPECT_EQ(metric(process.port(), "skua_shared_total"), 1);
    EXPECT_EQ(metric(process.port(), "skua_run_seconds_count"), 1);
}

TEST(Service, RefusesWhatIsTooMuch) {
    ServerProcess process({"--no-store", "--slots", "1", "--queue", "1", "--per-client", "3", "--wait", "1"});
    const auto slow = [](int depth) {
        return request_text("POST", "/v1/bestmove",
                            R"({"position": {"startpos": true}, "limits": {"movetime": 40000, "multipv": )" +
                                std::to_string(depth) + "}}");
    };
    Connection running(process.port());
    running.send(slow(1));
    ASSERT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 1));
    Connection waiting(process.port());
    waiting.send(slow(2));
    ASSERT_TRUE(wait_for_metric(process.port(), "skua_queue_length", 1));
    Connection full(process.port());
    full.send(slow(3));
    const Answer refused = full.receive_answer();
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.json()["error"]["code"], "queue_full");
    EXPECT_GE(std::stoi(refused.headers.at("retry-after")), 1);
    Connection joined(process.port());
    joined.send(slow(1));
    ASSERT_TRUE(wait_for_metric(process.port(), "skua_shared_total", 1));
    Connection greedy(process.port());
    greedy.send(slow(4));
    EXPECT_EQ(greedy.receive_answer().status, 429);
    // What waits gets its answer after a second.
    const Answer late = waiting.receive_answer();
    EXPECT_EQ(late.status, 503);
    EXPECT_EQ(late.json()["error"]["code"], "waited_too_long");
}

// ---------------------------------------------------------------------- WebSocket

TEST(Service, AnalysesOverWebSocket) {
    WebSocketClient client(port());
    ASSERT_EQ(client.status(), 101);
    client.send(R"({"op": "analyse", "id": "a", "position": {"startpos": true}, "limits": {"movetime": 50000}})");
    EXPECT_EQ(client.receive()["event"], "accepted");
    client.receive_until("info");
    // The same id again redirects the analysis.
    client.send(
        R"({"op": "analyse", "id": "a", "position": {"fen": "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"}, "limits": {"depth": 4}})");
    const std::vector<json> messages = client.receive_until("result");
    EXPECT_EQ(messages.back()["move"], "d1d8");
    EXPECT_EQ(messages.back()["id"], "a");
    client.send(R"({"op": "analyse", "id": "b", "position": {"startpos": true}, "limits": {"movetime": 50000}})");
    client.send(R"({"op": "stop", "id": "b"})");
    const json stopped = client.receive_until("stopped").back();
    EXPECT_EQ(stopped["id"], "b");
    EXPECT_GT(stopped["seq"], messages.back()["seq"]);
    EXPECT_TRUE(wait_for_metric(port(), "skua_slots_busy", 0));
    client.send("nonsense");
    EXPECT_EQ(client.receive_until("error").back()["error"]["code"], "bad_json");
}

TEST(Service, AWebSocketThatLeavesCancelsItsSearches) {
    {
        WebSocketClient client(port());
        client.send(R"({"op": "analyse", "id": "a", "position": {"startpos": true}, "limits": {"movetime": 49000}})");
        client.receive_until("info");
        EXPECT_TRUE(wait_for_metric(port(), "skua_slots_busy", 1));
    }
    EXPECT_TRUE(wait_for_metric(port(), "skua_slots_busy", 0));
    EXPECT_TRUE(wait_for_metric(port(), "skua_websockets", 0));
}

TEST(Service, EndsWebSocketsThatBreakTheRules) {
    {
        WebSocketClient large(port());
        large.send(std::string(100'000, ' '));
        EXPECT_EQ(large.receive_close(), 1009);
        WebSocketClient unmasked(port());
        unmasked.send_bytes("\x81\x02hi");
        EXPECT_EQ(unmasked.receive_close(), 1002);
    }
    EXPECT_EQ(WebSocketClient(port(), {"Origin: https://evil.example"}).status(), 403);
    EXPECT_TRUE(wait_for_metric(port(), "skua_websockets", 0));
}

// ---------------------------------------------------------------------- games

// Nothing in them has to be explained, so that their analysis is short.
constexpr const char* Games = R"({"pgn": "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n", "limits": {"nodes": 1000}})";

json wait_for_job(int server, const std::string& id, const std::string& state) {
    const auto deadline = steady_clock::now() + Patience;
    json job;
    do {
        job = get(server, "/v1/games/" + id).json();
        if (job["state"] == state) { break; }
        std::this_thread::sleep_for(milliseconds(20));
    } while (steady_clock::now() < deadline);
    return job;
}

TEST(Service, AnalysesGames) {
    const Answer created = post(port(), "/v1/games", Games);
    ASSERT_EQ(created.status, 202) << created.body;
    EXPECT_EQ(misfit(created.json(), "Job"), "");
    const std::string id = created.json()["id"];
    EXPECT_EQ(created.headers.at("location"), "/v1/games/" + id);
    const json job = wait_for_job(port(), id, "done");
    ASSERT_EQ(job["state"], "done");
    EXPECT_EQ(misfit(job, "Job"), "");
    EXPECT_EQ(job["progress"], 1);
    const cli::SchemaCheck check(json::parse(std::ifstream(SKUA_SOURCE_DIR "/docs/analysis.schema.json")));
    const json document = get(port(), "/v1/games/" + id + "/json").json();
    EXPECT_EQ(check.problem(document), "");
    EXPECT_EQ(document["games"].size(), 2U);
    const std::string pgn = get(port(), "/v1/games/" + id + "/pgn").body;
    EXPECT_NE(pgn.find("Nc6"), std::string::npos);
    EXPECT_NE(pgn.find("e6"), std::string::npos);
    EXPECT_NE(get(port(), "/v1/games/" + id + "/html?game=2").body.find("</html>"), std::string::npos);
    EXPECT_NE(get(port(), "/v1/games/" + id + "/html").body.find("?game=2"), std::string::npos);
    EXPECT_EQ(get(port(), "/v1/games/" + id + "/html?game=3").status, 404);
    EXPECT_EQ(get(port(), "/v1/games/" + id + "/exe").status, 404);
}

TEST(Service, RefusesGamesThatAreNone) {
    EXPECT_EQ(post(port(), "/v1/games", R"({"pgn": "hello"})").status, 422);
    EXPECT_EQ(post(port(), "/v1/games", R"({"pgn": ""})").status, 422);
    EXPECT_EQ(post(port(), "/v1/games", "1. e4 e5 *").status, 400);
    EXPECT_EQ(call(port(), "POST", "/v1/games", "1. e4 e5 *", {"Content-Type: text/plain"}).status, 202);
}

TEST(Service, CancelsJobs) {
    const std::string id =
        post(port(), "/v1/games", R"({"pgn": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "limits": {"movetime": 5000}})")
            .json()["id"];
    wait_for_job(port(), id, "running");
    EXPECT_EQ(call(port(), "DELETE", "/v1/games/" + id).json()["state"], "cancelled");
    EXPECT_TRUE(wait_for_metric(port(), "skua_games_running", 0));
}

TEST(Service, JobsGoOnAfterAKill) {
    const TemporaryFolder folder;
    std::string id;
    {
        ServerProcess process({"--store", folder.path("store")});
        id = post(process.port(), "/v1/games",
                  R"({"pgn": "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "limits": {"movetime": 300}})")
                 .json()["id"];
        wait_for_job(process.port(), id, "running");
        EXPECT_EQ(post(process.port(), "/v1/bestmove", StartPosition).status, 200);
        process.signal(SIGKILL);
        process.wait_for_exit();
    }
    ServerProcess process({"--store", folder.path("store")});
    EXPECT_EQ(wait_for_job(process.port(), id, "done")["state"], "done");
    EXPECT_NE(get(process.port(), "/v1/games/" + id + "/pgn").body.find("a6"), std::string::npos);
    EXPECT_EQ(post(process.port(), "/v1/bestmove", StartPosition).json()["cached"], true);
}

// ---------------------------------------------------------------------- setting up, and the end

TEST(Service, FinishesWhatRunsBeforeItEnds) {
    ServerProcess process({"--no-store", "--slots", "1"});
    Connection running(process.port());
    running.send(
        request_text("POST", "/v1/bestmove", R"({"position": {"startpos": true}, "limits": {"movetime": 1000}})"));
    ASSERT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 1));
    process.signal(SIGTERM);
    const Answer answer = running.receive_answer();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("connection"), "close");
    running.close();
    EXPECT_EQ(process.wait_for_exit(), 0);
}

TEST(Service, CancelsWhatTakesTooLongToDrain) {
    ServerProcess process({"--no-store", "--slots", "1", "--drain", "0"});
    Connection running(process.port());
    running.send(
        request_text("POST", "/v1/bestmove", R"({"position": {"startpos": true}, "limits": {"movetime": 50000}})"));
    WebSocketClient socket(process.port());
    socket.send(R"({"op": "analyse", "id": "a", "position": {"startpos": true}, "limits": {"movetime": 40000}})");
    ASSERT_TRUE(wait_for_metric(process.port(), "skua_slots_busy", 1));
    process.signal(SIGTERM);
    EXPECT_EQ(running.receive_answer().status, 503);
    EXPECT_EQ(socket.receive_close(), 1001);
    EXPECT_EQ(process.wait_for_exit(), 0);
}

TEST(Service, ServesThePage) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("index.html")) << "<!DOCTYPE html>hello";
    std::ofstream(folder.path("service.json")) << R"({ "service": false })";
    std::ofstream(folder.path("app-12345678.js")) << "let x;";
    std::ofstream(folder.path("app-12345678.js.gz")) << "compressed";
    ServerProcess process({"--no-store", "--page", folder.path()});
    const Answer page = get(process.port(), "/");
    EXPECT_EQ(page.body, "<!DOCTYPE html>hello");
    EXPECT_EQ(page.headers.at("cross-origin-opener-policy"), "same-origin");
    EXPECT_EQ(page.headers.at("cross-origin-embedder-policy"), "require-corp");
    EXPECT_EQ(call(process.port(), "GET", "/", "", {"If-None-Match: " + page.headers.at("etag")}).status, 304);
    EXPECT_EQ(page.headers.at("cache-control"), "no-cache");
    const Answer script = get(process.port(), "/app-12345678.js");
    EXPECT_EQ(script.body, "let x;");
    EXPECT_EQ(script.headers.at("cache-control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(call(process.port(), "GET", "/app-12345678.js", "", {"Accept-Encoding: gzip, br"}).body, "compressed");
    EXPECT_EQ(call(process.port(), "HEAD", "/").headers.at("content-length"), "20");
    EXPECT_EQ(get(process.port(), "/other.js").status, 404);
    const Answer service = get(process.port(), "/service.json");
    EXPECT_EQ(service.json(), nlohmann::json({{"service", true}})) << "whatever the page's own file says";
    EXPECT_EQ(service.headers.at("cache-control"), "no-store");
}

TEST(Service, KeepsStrangersOut) {
    const TemporaryFolder folder;
    std::ofstream(folder.path("tokens")) << "club 0123456789abcdef\n";
    ServerProcess process({"--no-store", "--tokens", folder.path("tokens"), "--origin", "https://club.example"});
    EXPECT_EQ(post(process.port(), "/v1/bestmove", StartPosition).status, 401);
    EXPECT_EQ(get(process.port(), "/healthz").status, 200);
    const std::string token = "Authorization: Bearer 0123456789abcdef";
    EXPECT_EQ(call(process.port(), "POST", "/v1/bestmove", StartPosition, {token}).status, 200);
    EXPECT_EQ(WebSocketClient(process.port()).status(), 401);
    EXPECT_EQ(WebSocketClient(process.port(), {token}).status(), 101);
    const Answer preflight = call(process.port(), "OPTIONS", "/v1/bestmove", "", {"Origin: https://club.example"});
    EXPECT_EQ(preflight.status, 204);
    EXPECT_EQ(preflight.headers.at("access-control-allow-origin"), "https://club.example");
    EXPECT_EQ(process.log().find("0123456789abcdef"), std::string::npos) << "no secrets in the log";
}

}  // namespace
}  // namespace skua::server
