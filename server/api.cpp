#include "server/api.h"

#include <algorithm>
#include <ctime>
#include <sstream>
#include <utility>

#include "analysis/book_listing.h"
#include "analysis/book_listing_json.h"
#include "analysis/tablebase_facts.h"
#include "base/parse.h"
#include "cli/engine_setup.h"
#include "report/game_names.h"
#include "report/html.h"
#include "server/documents.h"
#include "server/game_work.h"

namespace skua::server {

namespace {

constexpr std::size_t MaxRequestId = 64;
constexpr std::size_t JobIdDigits = 32;
constexpr std::chrono::seconds KeepAlive(15);
constexpr int ClientGone = 499;  // in logs and metrics, as other servers call it

bool is_request_id(std::string_view text) {
    return !text.empty() && text.size() <= MaxRequestId && std::all_of(text.begin(), text.end(), [](char c) {
        return is_digit(c) || is_lower(c) || is_upper(c) || c == '-' || c == '_' || c == '.';
    });
}

// Does the path fit a pattern such as "/v1/games/{id}"? What stands for the words in brackets is collected.
bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& arguments) {
    arguments.clear();
    while (!pattern.empty() && !path.empty()) {
        const std::string_view wanted = pattern.substr(0, pattern.find('/', 1));
        const std::string_view part = path.substr(0, path.find('/', 1));
        if (wanted.starts_with("/{")) {
            if (part.size() < 2) { return false; }
            arguments.emplace_back(part.substr(1));
        } else if (wanted != part) {
            return false;
        }
        pattern.remove_prefix(wanted.size());
        path.remove_prefix(part.size());
    }
    return pattern.empty() && path.empty();
}

std::string with_members(const std::string& members, const std::string& object) {
    return '{' + members + ", " + std::string(members_of(object)) + '}';
}

std::string media_type(std::string_view header) {
    std::string type(trim(header.substr(0, header.find(';'))));
    std::transform(type.begin(), type.end(), type.begin(), to_lower);
    return type;
}

// Adds to all answers what they have in common, and tells log and metrics of them.
class TrackedExchange : public Exchange, public std::enable_shared_from_this<TrackedExchange> {
public:
    TrackedExchange(std::shared_ptr<Exchange> inner, const Request& request, std::string_view route, Headers headers,
                    Metrics& metrics, Log& log)
        : inner_(std::move(inner)),
          id_(request.id),
          method_(request.method),
          path_(request.path),
          client_(request.client.empty() ? request.remote : request.client),
          route_(route),
          headers_(std::move(headers)),
          metrics_(metrics),
          log_(log) {}

    // Must be called once, after construction.
    void watch() {
        inner_->on_gone([self = shared_from_this()] {
            const auto handler = std::exchange(self->gone_, nullptr);
            self->metrics_.add(Metric::ClientsGone);
            self->note(ClientGone);
            if (handler) { handler(); }
        });
    }

    void reply(Response response) override {
        response.headers.insert(response.headers.end(), headers_.begin(), headers_.end());
        const int status = response.status;
        bytes_ = response.body->size();
        inner_->reply(std::move(response));
        note(status);
    }
    void begin(const Response& head) override {
        Response full = head;
        full.headers.insert(full.headers.end(), headers_.begin(), headers_.end());
        status_ = head.status;
        inner_->begin(full);
    }
    void write(std::string piece, bool can_be_dropped) override {
        bytes_ += piece.size();
        inner_->write(std::move(piece), can_be_dropped);
    }
    void end() override {
        inner_->end();
        note(status_);
    }
    void on_gone(std::function<void()> handler) override { gone_ = std::move(handler); }

private:
    void note(int status) {
        if (std::exchange(is_noted_, true)) { return; }
        gone_ = nullptr;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        metrics_.add(Metric::Requests, 1, labels({{"route", route_}, {"status", std::to_string(status)}}));
        log_.info("request", {{"request_id", id_},
                              {"client", client_},
                              {"method", method_},
                              {"path", path_},
                              {"status", status},
                              {"ms", static_cast<std::int64_t>(seconds * 1000)},
                              {"bytes", bytes_}});
    }

    std::shared_ptr<Exchange> inner_;
    std::string id_;
    std::string method_;
    std::string path_;
    std::string client_;
    std::string route_;
    Headers headers_;
    Metrics& metrics_;
    Log& log_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::function<void()> gone_;
    std::size_t bytes_ = 0;
    int status_ = 200;
    bool is_noted_ = false;
};

}  // namespace

// An analysis on its way to a client, as lines of JSON or as server-sent events.
class Api::Stream {
public:
    Stream(std::shared_ptr<Exchange> exchange, bool sends_events)
        : exchange_(std::move(exchange)), sends_events_(sends_events) {}

    void begin() {
        Response head;
        head.type = sends_events_ ? "text/event-stream" : "application/x-ndjson";
        head.headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}};
        exchange_->begin(head);
    }
    void tell(const std::string& event, std::string_view members, bool can_be_dropped = false) {
        exchange_->write(sends_events_ ? "event: " + event + "\ndata: {" + std::string(members) + "}\n\n"
                                       : "{\"event\": \"" + event + "\", " + std::string(members) + "}\n",
                         can_be_dropped);
    }
    void refuse(const Refusal& refusal) {
        Json error = Json::object({{"error", to_json(refusal)}});
        if (refusal.retry_after > 0) { error.add("retry_after", refusal.retry_after); }
        tell("error", members_of(error.text()));
        end();
    }
    void end() { exchange_->end(); }
    // Tells proxies that the connection is in use. NDJSON has no comments, but its readers skip empty lines.
    void keep_alive() { exchange_->write(sends_events_ ? ": still here\n\n" : "\n", true); }

private:
    std::shared_ptr<Exchange> exchange_;
    bool sends_events_;
};

// ---------------------------------------------------------------------- routing

const std::vector<Api::Route>& Api::table() {
    static const std::vector<Route> Table{
        {"GET", "/healthz", &Api::health},
        {"GET", "/readyz", &Api::readiness},
        {"GET", "/metrics", &Api::show_metrics},
        {"GET", "/openapi.json", &Api::openapi},
        {"GET", "/docs", &Api::docs},
        {"GET", "/v1/info", &Api::info},
        {"POST", "/v1/bestmove", &Api::best_move},
        {"POST", "/v1/analyse", &Api::analyse},
        {"POST", "/v1/explain", &Api::explain},
        {"POST", "/v1/tb", &Api::tablebase},
        {"POST", "/v1/book", &Api::book},
        {"POST", "/v1/games", &Api::create_job},
        {"GET", "/v1/games/{id}", &Api::show_job},
        {"DELETE", "/v1/games/{id}", &Api::cancel_job},
        {"GET", "/v1/games/{id}/{format}", &Api::job_output},
        {"GET", "/v1/ws", &Api::socket_only},
    };
    return Table;
}

std::vector<std::string> Api::routes() {
    std::vector<std::string> names;
    for (const Route& route : table()) {
        names.push_back(std::string(route.method) + ' ' + std::string(route.pattern));
    }
    return names;
}

Api::Api(Parts parts) : parts_(std::move(parts)) {
    parts_.metrics.set(Metric::BuildInfo, 1, labels({{"version", cli::engine_name()}, {"network", parts_.network}}));
}

std::size_t Api::body_limit(std::string_view path) const {
    return path == "/v1/games" ? parts_.config.caps.games_body : parts_.config.caps.body;
}

std::shared_ptr<Exchange> Api::track(const Request& request, std::shared_ptr<Exchange> exchange,
                                     std::string_view route) const {
    Headers headers = parts_.access.cors(request);
    headers.emplace_back("X-Request-Id", request.id);
    headers.emplace_back("X-Content-Type-Options", "nosniff");
    auto tracked = std::make_shared<TrackedExchange>(std::move(exchange), request, route, std::move(headers),
                                                     parts_.metrics, parts_.log);
    tracked->watch();
    return tracked;
}

void Api::preflight(const Call& call) const {
    Response response;
    response.status = 204;
    response.headers = {{"Access-Control-Allow-Methods", "GET, POST, DELETE"},
                        {"Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id"},
                        {"Access-Control-Max-Age", "600"}};
    call.exchange->reply(response);
}

void Api::handle(Request request, std::shared_ptr<Exchange> exchange) {
    const std::string_view given = request.header("x-request-id");
    request.id = is_request_id(given) ? std::string(given) : random_name(16);
    const bool is_api = request.path.starts_with("/v1/");
    std::optional<Refusal> refusal;
    if (is_api && request.method != "OPTIONS") {
        Checked<std::string> client = parts_.access.admit(request);
        if (client) {
            request.client = *client;
        } else {
            refusal = client.refusal();
        }
    }
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    const Route* chosen = nullptr;
    std::string allowed;
    std::vector<std::string> arguments;
    for (const Route& route : table()) {
        std::vector<std::string> found;
        if (!matches(route.pattern, request.path, found)) { continue; }
        allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
        if (route.method != method) { continue; }
        chosen = &route;
        arguments = std::move(found);
    }
    const std::string_view label = chosen != nullptr ? chosen->pattern : is_api ? "/v1/*" : "page";
    Call call{std::move(request), nullptr, std::move(arguments)};
    call.exchange = track(call.request, std::move(exchange), label);
    if (refusal) { return call.refuse(*refusal); }
    if (call.request.method == "OPTIONS") { return preflight(call); }
    if (chosen != nullptr) { return (this->*chosen->handler)(call); }
    if (!allowed.empty()) {
        Response response =
            refusal_response({405, "method_not_allowed", "this path takes the methods " + allowed}, call.request.id);
        response.headers.emplace_back("Allow", allowed);
        return call.exchange->reply(response);
    }
    if (method == "GET") {
        if (std::optional<Response> file = parts_.page.find(call.request)) {
            return call.exchange->reply(*std::move(file));
        }
    }
    call.refuse({404, "not_found", "there is nothing at this path; /docs describes the service"});
}

// ---------------------------------------------------------------------- about the service

void Api::health(const Call& call) { call.exchange->reply(json_response(200, "{\"status\": \"ok\"}")); }

void Api::readiness(const Call& call) {
    if (is_draining_) { return call.refuse({503, "draining", "the service is about to end", "", 1}); }
    on_side(call, [this, call] {
        const bool is_ready = parts_.jobs.is_ready();
        return [call, is_ready] {
            if (!is_ready) { return call.refuse({503, "not_ready", "jobs can't be kept now", "", 10}); }
            call.exchange->reply(json_response(200, "{\"status\": \"ready\"}"));
        };
    });
}

void Api::show_metrics(const Call& call) {
    on_side(call, [this, call] {
        parts_.metrics.set(Metric::JobsWaiting, static_cast<double>(parts_.jobs.waiting()));
        Response response;
        response.type = "text/plain; version=0.0.4";
        response.body = std::make_shared<const std::string>(parts_.metrics.text());
        return [call, response] { call.exchange->reply(response); };
    });
}

void Api::openapi(const Call& call) { call.exchange->reply(json_response(200, std::string(openapi_document()))); }

void Api::docs(const Call& call) {
    Response response;
    response.type = "text/html; charset=utf-8";
    response.headers = {
        {"Content-Security-Policy",
         "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"}};
    response.body = std::make_shared<const std::string>(docs_page());
    call.exchange->reply(response);
}

void Api::info(const Call& call) {
    const Caps& caps = parts_.config.caps;
    const Config& config = parts_.config;
    const Json json = Json::object({{"name", "Skua"},
                                    {"version", SKUA_VERSION},
                                    {"build", parts_.build},
                                    {"network", parts_.network.empty() ? Json() : Json(parts_.network)},
                                    {"slots", parts_.metrics.value(Metric::SlotsTotal)},
                                    {"slots_busy", parts_.scheduler.running()},
                                    {"queue_length", parts_.scheduler.waiting()},
                                    {"limits", Json::object({{"nodes", caps.nodes},
                                                             {"movetime", caps.move_time},
                                                             {"depth", caps.depth},
                                                             {"multipv", caps.multipv},
                                                             {"threads", caps.threads},
                                                             {"moves", caps.moves},
                                                             {"explained_moves", caps.explained},
                                                             {"explain_nodes", caps.game_nodes},
                                                             {"explain_movetime", caps.game_move_time},
                                                             {"explain_depth", caps.game_depth},
                                                             {"body_bytes", caps.body},
                                                             {"games_body_bytes", caps.games_body},
                                                             {"games", caps.games},
                                                             {"game_plies", caps.plies},
                                                             {"queue", config.queue},
                                                             {"queue_seconds", config.wait},
                                                             {"requests_per_client", config.per_client},
                                                             {"jobs_per_client", config.jobs_per_client}})}});
    call.exchange->reply(json_response(200, json.text()));
}

void Api::socket_only(const Call& call) {
    Response response =
        refusal_response({426, "websocket_only", "this path is for WebSocket connections"}, call.request.id);
    response.headers.emplace_back("Upgrade", "websocket");
    call.exchange->reply(response);
}

// ---------------------------------------------------------------------- searches

std::optional<std::string> Api::stored(const std::string& key) const {
    return parts_.store.answer(parts_.build + '\n' + key);
}

Keep Api::keep() const {
    return [&store = parts_.store, build = parts_.build](const std::string& key, const std::string& json) {
        store.keep_answer(build + '\n' + key, json);
    };
}

void Api::answer_once(const Call& call, Work work) {
    const auto text = [this](bool cached, const std::string& json) {
        return with_members(
            "\"cached\": " + std::string(cached ? "true" : "false") + ", \"build\": " + Json(parts_.build).text(),
            json);
    };
    if (const std::optional<std::string> known = stored(work.key)) {
        return call.exchange->reply(json_response(200, text(true, *known)));
    }
    Listener listener;
    listener.done = [call, text](const Outcome& outcome) {
        if (outcome.refusal) { return call.refuse(*outcome.refusal); }
        call.exchange->reply(json_response(200, text(false, outcome.json)));
    };
    const Checked<Admission> admission =
        parts_.scheduler.submit(call.request.client, std::move(work), std::move(listener));
    if (!admission) { return call.refuse(admission.refusal()); }
    call.exchange->on_gone([&scheduler = parts_.scheduler, ticket = admission->ticket] { scheduler.leave(ticket); });
}

void Api::best_move(const Call& call) {
    const Checked<SearchRequest> request = parse_search(call.request.body, parts_.config.caps);
    if (!request) { return call.refuse(request.refusal()); }
    answer_once(call, search_work(*request, parts_.config.caps, keep()));
}

void Api::explain(const Call& call) {
    const Checked<ExplainRequest> request = parse_explain(call.request.body, parts_.config.caps);
    if (!request) { return call.refuse(request.refusal()); }
    answer_once(call, explain_work(*request, keep()));
}

void Api::analyse(const Call& call) {
    const Checked<SearchRequest> request = parse_search(call.request.body, parts_.config.caps);
    if (!request) { return call.refuse(request.refusal()); }
    const bool sends_events = call.request.header("accept").find("text/event-stream") != std::string_view::npos;
    const auto stream = std::make_shared<Stream>(call.exchange, sends_events);
    const auto accept = [&](const Admission& admission) {
        stream->begin();
        stream->tell("accepted", members_of(Json::object({{"request_id", call.request.id},
                                                          {"build", parts_.build},
                                                          {"ahead", admission.ahead},
                                                          {"shared", admission.is_shared}})
                                                .text()));
    };
    Work work = stream_work(*request, parts_.config.caps, keep());
    if (const std::optional<std::string> known = stored(work.key)) {
        accept({});
        stream->tell("result", "\"cached\": true, " + std::string(members_of(*known)));
        return stream->end();
    }
    Listener listener;
    listener.event = [stream](const Event& event) { stream->tell(event.name, members_of(event.json), true); };
    listener.done = [stream](const Outcome& outcome) {
        if (outcome.refusal) { return stream->refuse(*outcome.refusal); }
        stream->tell("result", "\"cached\": false, " + std::string(members_of(outcome.json)));
        stream->end();
    };
    const Checked<Admission> admission =
        parts_.scheduler.submit(call.request.client, std::move(work), std::move(listener));
    if (!admission) { return call.refuse(admission.refusal()); }
    call.exchange->on_gone([&scheduler = parts_.scheduler, ticket = admission->ticket] { scheduler.leave(ticket); });
    accept(*admission);
    if (admission->last) { stream->tell(admission->last->name, members_of(admission->last->json), true); }
    streams_.insert(stream);
}

Checked<std::shared_ptr<SocketHandler>> Api::open_socket(Request& request, SocketHandler::Send send) {
    const std::string_view given = request.header("x-request-id");
    request.id = is_request_id(given) ? std::string(given) : random_name(16);
    if (request.path != "/v1/ws") { return Refusal{404, "not_found", "WebSocket connections are for /v1/ws"}; }
    if (is_draining_) { return Refusal{503, "draining", "the service is about to end", "", 1}; }
    const Checked<std::string> client = parts_.access.admit(request);
    if (!client) { return client.refusal(); }
    request.client = *client;
    AnalysisSocket::Settings settings;
    settings.client = *client;
    settings.build = parts_.build;
    settings.caps = parts_.config.caps;
    parts_.log.info("websocket", {{"request_id", request.id}, {"client", request.client}});
    return std::shared_ptr<SocketHandler>(std::make_shared<AnalysisSocket>(
        std::move(settings), parts_.scheduler, [this](const std::string& key) { return stored(key); }, keep(),
        std::move(send)));
}

void Api::drain() {
    is_draining_ = true;
    parts_.scheduler.drain();
}

void Api::tick() {
    parts_.scheduler.tick();
    const auto now = std::chrono::steady_clock::now();
    if (now - last_keep_alive_ < KeepAlive) { return; }
    last_keep_alive_ = now;
    for (auto each = streams_.begin(); each != streams_.end();) {
        const std::shared_ptr<Stream> stream = each->lock();
        if (stream) { stream->keep_alive(); }
        each = stream ? std::next(each) : streams_.erase(each);
    }
}

// ---------------------------------------------------------------------- looked up

void Api::on_side(const Call& call, std::function<std::function<void()>()> work) {
    const bool taken = parts_.side.put([post = parts_.post, work = std::move(work)] { post(work()); });
    if (!taken) { call.refuse({503, "busy", "too many requests of this kind are waiting", "", 1}); }
}

void Api::tablebase(const Call& call) {
    const Checked<PositionRequest> request = parse_position(call.request.body, parts_.config.caps);
    if (!request) { return call.refuse(request.refusal()); }
    on_side(call, [this, call, position = *request]() -> std::function<void()> {
        const auto tables = parts_.lookup.tablebases();
        if (!tables) {
            return [call] { call.refuse({404, "no_tablebases", "this service has no tablebases"}); };
        }
        const Result<TablebaseFacts> facts = look_up(*tables, position.game, true);
        if (!facts) {
            return [call, why = facts.error()] { call.refuse({404, "not_in_tablebases", why, "position"}); };
        }
        return [call, text = skua::to_json(*facts).text()] { call.exchange->reply(json_response(200, text)); };
    });
}

void Api::book(const Call& call) {
    const Checked<PositionRequest> request = parse_position(call.request.body, parts_.config.caps);
    if (!request) { return call.refuse(request.refusal()); }
    on_side(call, [this, call, position = *request]() -> std::function<void()> {
        const auto found = parts_.lookup.book();
        if (!found) {
            return [call] { call.refuse({404, "no_book", "this service has no opening book"}); };
        }
        const BookListing listing = list_book_moves(**found, "", position.game, position.variant);
        const std::string text = Json::object({{"moves", skua::to_json(listing)}}).text();
        return [call, text] { call.exchange->reply(json_response(200, text)); };
    });
}

// ---------------------------------------------------------------------- games

bool Api::may_see(const JobProgress& progress, const Request& request) const {
    return !parts_.access.uses_tokens() || progress.job.client == request.client;
}

void Api::create_job(const Call& call) {
    const std::string type = media_type(call.request.header("content-type"));
    GamesRequest request;
    if (type == "application/x-chess-pgn" || type == "text/plain") {
        request.pgn = call.request.body;
    } else {
        Checked<GamesRequest> parsed = parse_games(call.request.body, parts_.config.caps);
        if (!parsed) { return call.refuse(parsed.refusal()); }
        request = *std::move(parsed);
    }
    on_side(call, [this, call, request]() -> std::function<void()> {
        const auto refuse = [&call](const Refusal& refusal) { return [call, refusal] { call.refuse(refusal); }; };
        Checked<std::vector<GameTask>> games = split_games(request, parts_.config.caps);
        if (!games) { return refuse(games.refusal()); }
        if (parts_.jobs.open_jobs(call.request.client) >= static_cast<std::size_t>(parts_.config.jobs_per_client)) {
            parts_.metrics.add(Metric::Refused, 1, labels({{"reason", "too_many_jobs"}}));
            return refuse({429, "too_many_jobs",
                           "you have " + std::to_string(parts_.config.jobs_per_client) +
                               " unfinished jobs, which is the most allowed",
                           "", 30});
        }
        const JobRecord job{random_name(JobIdDigits), call.request.client, std::time(nullptr), request.effort,
                            games->size()};
        for (GameTask& game : *games) { game.job = job.id; }
        const Checked<JobProgress> created = parts_.jobs.create(job, *games);
        if (!created) { return refuse(created.refusal()); }
        Json json = to_json(*created);
        json.add("games_ahead", parts_.jobs.waiting() - std::min(parts_.jobs.waiting(), games->size()));
        return [call, text = json.text(), id = job.id] {
            Response response = json_response(202, text);
            response.headers.emplace_back("Location", "/v1/games/" + id);
            call.exchange->reply(response);
        };
    });
}

void Api::show_job(const Call& call) {
    on_side(call, [this, call]() -> std::function<void()> {
        const Checked<JobProgress> progress = parts_.jobs.progress(call.arguments[0]);
        const Refusal refusal = progress ? no_such_job() : progress.refusal();
        if (!progress || !may_see(*progress, call.request)) {
            return [call, refusal] { call.refuse(refusal); };
        }
        return [call, text = to_json(*progress).text()] { call.exchange->reply(json_response(200, text)); };
    });
}

void Api::cancel_job(const Call& call) {
    on_side(call, [this, call]() -> std::function<void()> {
        Checked<JobProgress> progress = parts_.jobs.progress(call.arguments[0]);
        if (progress && !may_see(*progress, call.request)) { progress = no_such_job(); }
        if (progress) { progress = parts_.jobs.cancel(call.arguments[0]); }
        if (!progress) {
            return [call, refusal = progress.refusal()] { call.refuse(refusal); };
        }
        return [call, text = to_json(*progress).text()] { call.exchange->reply(json_response(200, text)); };
    });
}

namespace {

// A page with links to the reports of several games.
std::string index_page(const std::vector<TaskResult>& results) {
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Games analysed by Skua</title>"
        "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 "
        "1rem}</style></head>\n"
        "<body><h1>Analysed games</h1><ol>\n";
    for (const TaskResult& result : results) {
        std::istringstream input(result.pgn);
        PgnReader reader(input);
        const auto game = reader.next();
        const std::string number = std::to_string(result.number);
        text += "<li value=\"" + number + "\"><a href=\"?game=" + number + "\">" +
                html(game && *game ? players_text(**game) : "game " + number) + "</a></li>\n";
    }
    return text + "</ol></body></html>\n";
}

}  // namespace

std::string Api::output_text(const std::vector<TaskResult>& results, const JobProgress& progress,
                             std::string_view format, const std::string& network) {
    if (format == "json") { return json_document(results, progress.job.effort, network); }
    if (format == "html") { return results.size() == 1 ? results[0].html : index_page(results); }
    std::string text;
    for (const TaskResult& result : results) { text += result.pgn; }
    return text;
}

void Api::job_output(const Call& call) {
    static const std::map<std::string, std::string, std::less<>> Types{
        {"json", "application/json"}, {"pgn", "application/x-chess-pgn"}, {"html", "text/html; charset=utf-8"}};
    const auto type = Types.find(call.arguments[1]);
    if (type == Types.end()) { return call.refuse({404, "not_found", "a job has json, pgn and html"}); }
    std::optional<std::size_t> number;
    if (const auto given = call.request.query.find("game"); given != call.request.query.end()) {
        number = parse_integer<std::size_t>(given->second);
        if (!number || *number == 0) {
            return call.refuse({422, "bad_field", "game must be the number of a game", "game"});
        }
    }
    on_side(call, [this, call, number, type]() -> std::function<void()> {
        const auto refuse = [&call](const Refusal& refusal) { return [call, refusal] { call.refuse(refusal); }; };
        const Checked<JobProgress> progress = parts_.jobs.progress(call.arguments[0]);
        if (!progress) { return refuse(progress.refusal()); }
        if (!may_see(*progress, call.request)) { return refuse(no_such_job()); }
        const Checked<std::vector<TaskResult>> results = parts_.jobs.results(call.arguments[0], number);
        if (!results) { return refuse(results.refusal()); }
        if (results->empty()) {
            return refuse({404, "not_finished", number ? "this game is not analysed" : "no game is analysed yet"});
        }
        Response response;
        response.type = type->second;
        response.headers = {
            {"Cache-Control", "no-store"},
            {"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:"}};
        response.body =
            std::make_shared<const std::string>(output_text(*results, *progress, type->first, parts_.network));
        return [call, response] { call.exchange->reply(response); };
    });
}

}  // namespace skua::server
