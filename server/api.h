// The routes of the service, and what each of them does.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "server/access.h"
#include "server/analysis_socket.h"
#include "server/application.h"
#include "server/config.h"
#include "server/http.h"
#include "server/jobs.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/page.h"
#include "server/scheduler.h"
#include "server/side_thread.h"
#include "server/slots.h"
#include "server/store.h"

namespace skua::server {

class Api : public Application {
public:
    struct Parts {
        const Config& config;
        Scheduler& scheduler;
        Store& store;
        Jobs& jobs;
        SideThread& side;
        Engine& lookup;  // for its book and tablebases; only the side thread uses it
        const Page& page;
        const Access& access;
        Metrics& metrics;
        Log& log;
        Post post;
        std::string build;    // all that answers depend on
        std::string network;  // its checksum
    };

    explicit Api(Parts parts);
    Api(const Api&) = delete;
    Api& operator=(const Api&) = delete;

    void handle(Request request, std::shared_ptr<Exchange> exchange) override;
    Checked<std::shared_ptr<SocketHandler>> open_socket(Request& request, SocketHandler::Send send) override;
    [[nodiscard]] std::size_t body_limit(std::string_view path) const override;
    void tick() override;
    void drain() override;
    void cancel() override { parts_.scheduler.cancel_all(); }
    [[nodiscard]] bool is_idle() const override { return parts_.scheduler.is_idle(); }

    // The routes as openapi.json describes them: "POST /v1/bestmove".
    static std::vector<std::string> routes();

private:
    // A request on its way through a handler.
    struct Call {
        Request request;
        std::shared_ptr<Exchange> exchange;
        std::vector<std::string> arguments;  // what stands for {id} and the like

        void refuse(const Refusal& refusal) const { exchange->reply(refusal_response(refusal, request.id)); }
    };
    using Handler = void (Api::*)(const Call&);
    struct Route {
        std::string_view method;
        std::string_view pattern;
        Handler handler;
    };
    static const std::vector<Route>& table();

    void health(const Call& call);
    void readiness(const Call& call);
    void show_metrics(const Call& call);
    void info(const Call& call);
    void openapi(const Call& call);
    void docs(const Call& call);
    void best_move(const Call& call);
    void analyse(const Call& call);
    void explain(const Call& call);
    void tablebase(const Call& call);
    void book(const Call& call);
    void create_job(const Call& call);
    void show_job(const Call& call);
    void cancel_job(const Call& call);
    void job_output(const Call& call);
    void socket_only(const Call& call);

    // Gives the request its id, finds out who sends it, and adds what all answers have.
    [[nodiscard]] std::shared_ptr<Exchange> track(const Request& request, std::shared_ptr<Exchange> exchange,
                                                  std::string_view route) const;
    void preflight(const Call& call) const;
    // One answer, from the store or from an engine.
    void answer_once(const Call& call, Work work);
    [[nodiscard]] std::optional<std::string> stored(const std::string& key) const;
    [[nodiscard]] Keep keep() const;
    // Runs `work` on the side thread, and what it returns on this one.
    void on_side(const Call& call, std::function<std::function<void()>()> work);
    [[nodiscard]] bool may_see(const JobProgress& progress, const Request& request) const;
    [[nodiscard]] static std::string output_text(const std::vector<TaskResult>& results, const JobProgress& progress,
                                                 std::string_view format, const std::string& network);

    class Stream;

    Parts parts_;
    bool is_draining_ = false;
    std::set<std::weak_ptr<Stream>, std::owner_less<>> streams_;
    std::chrono::steady_clock::time_point last_keep_alive_;
};

}  // namespace skua::server
