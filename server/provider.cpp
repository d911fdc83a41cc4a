#include "server/provider.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "base/parse.h"
#include "base/platform.h"
#include "chess/fen.h"
#include "chess/uci_move.h"
#include "engine/engine.h"
#include "server/http_client.h"
#include "uci/format.h"

namespace skua::server {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds PollTime(12'000);  // the broker answers within ten seconds
constexpr milliseconds AnswerTime(5000);
constexpr milliseconds FirstPause(200);  // after a failure; then half as long again each time
constexpr milliseconds LongestPause(10'000);
constexpr milliseconds LookEvery(10);
constexpr std::size_t ShortestSecret = 16;
constexpr std::size_t MaxMoves = 600;
constexpr int MaxMultiPv = 5;

// Lines from the searching thread on their way to the network.
class LineQueue {
public:
    void put(const std::string& line) {
        const std::lock_guard lock(mutex_);
        lines_ += line + '\n';
    }
    std::string take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(lines_, {});
    }

private:
    std::mutex mutex_;
    std::string lines_;
};

class Provider {
public:
    Provider(Engine& engine, Url url, const TlsTrust& trust, std::string secret, int max_threads,
             const platform::InterruptWatch& watch, Log& log)
        : engine_(engine),
          url_(std::move(url)),
          trust_(trust),
          secret_(std::move(secret)),
          max_threads_(max_threads),
          watch_(watch),
          log_(log) {}

    void run() {
        milliseconds pause = FirstPause;
        while (!watch_.interrupted()) {
            const Result<ClientAnswer> answer = ask();
            if (answer && answer->status == 204) {
                pause = FirstPause;
                continue;
            }
            if (answer && answer->status == 200) {
                pause = FirstPause;
                const Checked<BrokerWork> work = parse_broker_work(answer->body, max_threads_);
                if (work) {
                    search(*work);
                } else {
                    log_.warning("the broker's work can't be done", {{"reason", work.refusal().message}});
                }
                continue;
            }
            log_.warning("the broker has no work",
                         {{"reason", answer ? "status " + std::to_string(answer->status) : answer.error()}});
            for (milliseconds slept(0); slept < pause && !watch_.interrupted(); slept += FirstPause) {
                std::this_thread::sleep_for(FirstPause);
            }
            pause = std::min(LongestPause, pause * 3 / 2);
        }
    }

private:
    Result<ClientAnswer> ask() {
        auto connection = HttpConnection::open(url_, trust_);
        if (!connection) { return Error{connection.error()}; }
        const std::string body = Json::object({{"providerSecret", secret_}}).text();
        (*connection)->post("/api/external-engine/work", "application/json", body);
        return (*connection)->answer(PollTime);
    }

    void search(const BrokerWork& work) {
        auto connection = HttpConnection::open(url_, trust_);
        if (!connection) { return log_.warning(connection.error()); }
        HttpConnection& broker = **connection;
        if (!broker.begin_post("/api/external-engine/work/" + work.id, "text/plain")) { return; }
        if (std::exchange(session_, work.session) != work.session) { engine_.new_game(); }
        engine_.set_option("Threads", std::to_string(work.threads));
        engine_.set_option("MultiPV", std::to_string(work.multipv));
        LineQueue lines;
        EngineCallbacks callbacks;
        callbacks.report = [&lines](const Report& report) { lines.put(format_info(report, Variant::Chess960, false)); };
        callbacks.best_move = [&lines](const BestMove& best) { lines.put(format_best_move(best, Variant::Chess960)); };
        engine_.set_callbacks(std::move(callbacks));
        engine_.set_game(work.game);
        Limits limits = work.limits;
        limits.start = Clock::now();
        engine_.go(limits);
        bool is_wanted = true;
        for (bool is_done = false; !is_done;) {
            is_done = engine_.wait_for(LookEvery);
            const std::string text = lines.take();
            // An early answer means that nobody waits for the rest.
            if (is_wanted && (watch_.interrupted() || broker.is_answered() || (!text.empty() && !broker.write(text)))) {
                is_wanted = false;
                engine_.stop();
            }
        }
        engine_.set_callbacks({});
        int status = 0;
        if (is_wanted && broker.write("")) {
            const Result<ClientAnswer> answer = broker.answer(AnswerTime);
            status = answer ? answer->status : 0;
        }
        log_.info("work", {{"id", work.id}, {"wanted_to_the_end", is_wanted}, {"status", status}});
    }

    Engine& engine_;
    Url url_;
    const TlsTrust& trust_;
    std::string secret_;
    int max_threads_;
    const platform::InterruptWatch& watch_;
    Log& log_;
    std::string session_;
};

bool is_id(const std::string& text) {
    return !text.empty() && text.size() <= 100 && std::all_of(text.begin(), text.end(), [](char c) {
        return is_digit(c) || is_lower(c) || is_upper(c) || c == '-' || c == '_';
    });
}

}  // namespace

Checked<BrokerWork> parse_broker_work(std::string_view body, int max_threads) {
    const auto refuse = [](const std::string& why) { return Refusal{422, "bad_work", why}; };
    const auto value = nlohmann::json::parse(body, nullptr, false);
    if (!value.is_object() || !value.contains("work") || !value["work"].is_object()) {
        return refuse("it is not an object with \"work\"");
    }
    const auto& asked = value["work"];
    const auto number = [&asked](const char* name) -> std::optional<std::int64_t> {
        const auto found = asked.find(name);
        if (found == asked.end() || !found->is_number_integer() || found->get<std::int64_t>() < 1) {
            return std::nullopt;
        }
        return found->get<std::int64_t>();
    };
    const auto text = [](const nlohmann::json& object, const char* name) {
        const auto found = object.find(name);
        return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    BrokerWork work;
    work.id = text(value, "id");
    if (!is_id(work.id)) { return refuse("its id is missing"); }
    work.session = text(asked, "sessionId");
    const Result<FenReading> start = parse_fen(text(asked, "initialFen"), Variant::Chess960);
    if (!start) { return refuse(start.error()); }
    work.game = Game(start->position);
    const auto moves = asked.find("moves");
    if (moves != asked.end() && (!moves->is_array() || moves->size() > MaxMoves)) {
        return refuse("its moves are too many");
    }
    for (std::size_t i = 0; moves != asked.end() && i < moves->size(); ++i) {
        if (!(*moves)[i].is_string()) { return refuse("one of its moves is no text"); }
        const Result<Move> move = parse_uci_move(work.game.position(), (*moves)[i].get<std::string>());
        if (!move) { return refuse(move.error()); }
        work.game.play(*move);
    }
    work.multipv = static_cast<int>(std::min<std::int64_t>(number("multiPv").value_or(1), MaxMultiPv));
    work.threads = static_cast<int>(std::min<std::int64_t>(number("threads").value_or(1), max_threads));
    work.limits.move_time = number("movetime");
    if (const auto nodes = number("nodes")) { work.limits.nodes = static_cast<std::uint64_t>(*nodes); }
    if (const auto depth = number("depth")) {
        work.limits.depth = static_cast<Depth>(std::min<std::int64_t>(*depth, MaxPly - 1));
    }
    if (!work.limits.move_time && !work.limits.nodes && !work.limits.depth) { return refuse("it has no limit"); }
    return work;
}

int provide(const Config& config, const BrokerSettings& settings, Log& log) {
    const auto fail = [&log](const std::string& reason) {
        log.write(Level::Error, reason);
        return 1;
    };
    const Result<Url> url = parse_url(settings.url);
    if (!url) { return fail(url.error()); }
    const auto trust = TlsTrust::read(settings.certificates);
    if (!trust) { return fail(trust.error()); }
    std::string secret;
    if (!(std::ifstream(settings.secret) >> secret) || secret.size() < ShortestSecret) {
        return fail("the file " + in_quotes(settings.secret, 200) + " has no secret of at least " +
                    std::to_string(ShortestSecret) + " characters");
    }
    Result<std::unique_ptr<Engine>> engine = make_engine(config.engine, log);
    if (!engine) { return fail(engine.error()); }
    const platform::InterruptWatch watch;
    log.info("provider started", {{"broker", settings.url}});
    Provider(**engine, *url, **trust, secret, config.caps.threads, watch, log).run();
    log.info("provider ended");
    return 0;
}

}  // namespace skua::server
