#include "server/service.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>
#include <utility>

#include "base/file.h"
#include "base/parse.h"
#include "cli/engine_setup.h"
#include "server/access.h"
#include "server/api.h"
#include "server/embedded_jobs.h"
#include "server/http_server.h"
#include "server/redis_jobs.h"

namespace skua::server {

namespace {

// Every connection is an open file, and the system's usual limit is low.
void raise_file_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) { return; }
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

Result<Access> make_access(const Config& config) {
    Access::Settings settings;
    settings.origins = config.origins;
    settings.trust_proxy = config.trust_proxy;
    if (!config.tokens.empty()) {
        if (!is_file(config.tokens)) {
            return Error{"the file of tokens " + in_quotes(config.tokens, 200) + ": " + why_not_file(config.tokens)};
        }
        std::ifstream file(config.tokens);
        const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        auto tokens = Access::read_tokens(text);
        if (!tokens) { return Error{"the file of tokens " + in_quotes(config.tokens, 200) + ": " + tokens.error()}; }
        settings.tokens = *std::move(tokens);
    }
    return Access(std::move(settings));
}

std::string store_folder(const Config& config) {
    if (config.no_store) { return ""; }
    return config.store.empty() ? users_store().value_or("") : config.store;
}

}  // namespace

std::size_t slot_count(const Config& config) {
    if (config.slots > 0) { return static_cast<std::size_t>(config.slots); }
    return std::max(1U, std::thread::hardware_concurrency());
}

int serve(const Config& config, std::ostream& output, Log& log) {
    const auto fail = [&log](const std::string& reason) {
        log.write(Level::Error, reason);
        return 1;
    };
    raise_file_limit();
    Metrics metrics;
    Page page;
    if (!config.page.empty()) {
        Result<Page> read = Page::read(config.page);
        if (!read) { return fail(read.error()); }
        page = *std::move(read);
    }
    const Result<Access> access = make_access(config);
    if (!access) { return fail(access.error()); }
    const Result<RedisAddress> redis = parse_redis_address(config.redis.empty() ? "127.0.0.1" : config.redis);
    if (!redis) { return fail(redis.error()); }
    const std::string folder = store_folder(config);
    const auto store = Store::open({folder, static_cast<std::uint64_t>(config.store_megabytes) << 20U}, metrics, log);
    if (!store) { return fail(store.error()); }

    // The parts use each other, and are gone in the reverse order.
    HttpServer network(
        {config.address, config.port, static_cast<std::size_t>(config.connections), std::chrono::seconds(config.drain)},
        metrics, log);
    if (const std::optional<Error> error = network.listen()) { return fail(error->message); }
    auto engines = make_engines(slot_count(config), config.engine, Priority::Long, log);
    auto express = make_engines(slot_count(config), config.engine, Priority::Short, log);
    const std::size_t analyser_count = config.redis.empty() ? static_cast<std::size_t>(config.analysers) : 0;
    auto analysers = make_engines(analyser_count, config.engine, Priority::Games, log);
    auto lookup = make_engine(config.engine, log);
    for (const std::string& error : {engines ? "" : engines.error(), express ? "" : express.error(),
                                     analysers ? "" : analysers.error(), lookup ? "" : lookup.error()}) {
        if (!error.empty()) { return fail(error); }
    }
    const std::string build = build_name(**lookup);
    const std::string net = cli::network_name(**lookup);
    EngineSlots slots(*std::move(engines), *std::move(express), network.post(), metrics, log);
    Scheduler scheduler({static_cast<std::size_t>(config.queue), std::chrono::seconds(config.wait),
                         static_cast<std::size_t>(config.per_client)},
                        slots, metrics);
    slots.set_scheduler(&scheduler);
    EmbeddedJobs::Settings job_settings;
    if (!folder.empty()) { job_settings.searches = std::filesystem::path(folder) / "searches"; }
    EmbeddedJobs own_jobs(job_settings, *std::move(analysers), **store, metrics, log);
    RedisJobs shared_jobs(*redis);
    Jobs& jobs = config.redis.empty() ? static_cast<Jobs&>(own_jobs) : shared_jobs;
    SideThread side;
    Api api(
        {config, scheduler, **store, jobs, side, **lookup, page, *access, metrics, log, network.post(), build, net});

    const std::string host =
        config.address.find(':') == std::string::npos ? config.address : '[' + config.address + ']';
    output << "Skua is at http://" << host << ':' << network.port() << "/\n" << std::flush;
    log.info("started", {{"port", network.port()}, {"slots", slots.count()}, {"build", build}, {"store", folder}});
    network.run(api);
    log.info("ended");
    return 0;
}

}  // namespace skua::server
