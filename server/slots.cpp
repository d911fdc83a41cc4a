#include "server/slots.h"

#include <sys/resource.h>

#include <exception>
#include <utility>

#include "cli/engine_setup.h"

namespace skua::server {

namespace {

constexpr int NicenessOf[] = {0, 3, 6};

class SlotContext : public WorkContext {
public:
    SlotContext(const std::atomic<bool>& cancel, const std::atomic<bool>& closing, std::function<void(Event)> emit,
                Metrics& metrics)
        : cancel_(cancel), closing_(closing), emit_(std::move(emit)), metrics_(metrics) {}

    [[nodiscard]] bool cancelled() const override { return cancel_ || closing_; }
    void emit(Event event) override { emit_(std::move(event)); }
    void count_nodes(std::uint64_t nodes) override { metrics_.add(Metric::Nodes, static_cast<double>(nodes)); }

private:
    const std::atomic<bool>& cancel_;
    const std::atomic<bool>& closing_;
    std::function<void(Event)> emit_;
    Metrics& metrics_;
};

}  // namespace

Result<std::unique_ptr<Engine>> make_engine(const EngineSettings& settings, Log& log) {
    auto engine = std::make_unique<Engine>();
    if (!engine->startup_notice().empty()) { log.warning(engine->startup_notice()); }
    engine->set_notice_handler([&log](const std::string& sentence) { log.info(sentence); });
    if (auto error = engine->set_option("Hash", std::to_string(settings.hash))) { return *error; }
    if (!settings.tables.empty()) {
        if (auto error = engine->set_option("SyzygyPath", settings.tables)) { return *error; }
    }
    if (!settings.book.empty()) {
        if (auto error = engine->set_option("BookFile", settings.book)) { return *error; }
    }
    engine->set_analysis_mode(true);
    return engine;
}

Result<std::vector<std::unique_ptr<Engine>>> make_engines(std::size_t count, const EngineSettings& settings,
                                                          Priority priority, Log& log) {
    std::vector<std::unique_ptr<Engine>> engines;
    std::optional<Error> error;
    // The threads of an engine have the priority of the one that makes it.
    std::thread([&] {
        set_priority(priority);
        for (std::size_t i = 0; i < count && !error; ++i) {
            Result<std::unique_ptr<Engine>> engine = make_engine(settings, log);
            if (engine) {
                engines.push_back(*std::move(engine));
            } else {
                error = Error{engine.error()};
            }
        }
    }).join();
    if (error) { return *error; }
    return engines;
}

void set_priority(Priority priority) {
    // On Linux this is the calling thread alone. Nothing depends on its success.
    ::setpriority(PRIO_PROCESS, 0, NicenessOf[static_cast<std::size_t>(priority)]);
}

std::string build_name(const Engine& engine) {
    const auto tables = engine.tablebases();
    return cli::engine_name() + ' ' + cli::network_name(engine) +
           (tables ? " tb" + std::to_string(tables->largest()) : "");
}

EngineSlots::EngineSlots(std::vector<std::unique_ptr<Engine>> engines, std::vector<std::unique_ptr<Engine>> express,
                         Post post, Metrics& metrics, Log& log)
    : post_(std::move(post)), metrics_(metrics), log_(log), express_count_(express.size()) {
    for (std::unique_ptr<Engine>& engine : engines) { add(std::move(engine), Priority::Long); }
    for (std::unique_ptr<Engine>& engine : express) { add(std::move(engine), Priority::Short); }
}

void EngineSlots::add(std::unique_ptr<Engine> engine, Priority priority) {
    slots_.push_back(std::make_unique<Slot>());
    Slot& slot = *slots_.back();
    slot.engine = std::move(engine);
    slot.thread = std::thread([this, &slot, priority] {
        set_priority(priority);
        serve(slot);
    });
}

EngineSlots::~EngineSlots() {
    is_closing_ = true;
    for (const std::unique_ptr<Slot>& slot : slots_) {
        {
            const std::lock_guard lock(slot->mutex);
            slot->is_closing = true;
        }
        slot->changed.notify_one();
    }
    for (const std::unique_ptr<Slot>& slot : slots_) { slot->thread.join(); }
}

void EngineSlots::start(std::size_t slot, RunId run, std::shared_ptr<const Work> work,
                        std::shared_ptr<std::atomic<bool>> cancel) {
    Slot& chosen = *slots_[slot];
    {
        const std::lock_guard lock(chosen.mutex);
        chosen.assignment = Assignment{run, std::move(work), std::move(cancel)};
    }
    chosen.changed.notify_one();
}

void EngineSlots::serve(Slot& slot) {
    for (;;) {
        std::unique_lock lock(slot.mutex);
        slot.changed.wait(lock, [&slot] { return slot.assignment || slot.is_closing; });
        if (slot.is_closing) { return; }
        const Assignment assignment = *std::exchange(slot.assignment, std::nullopt);
        lock.unlock();
        Outcome outcome = run(*slot.engine, assignment);
        post_([this, id = assignment.run, told = std::move(outcome)] { scheduler_->on_done(id, told); });
    }
}

Outcome EngineSlots::run(Engine& engine, const Assignment& assignment) {
    const auto emit = [this, id = assignment.run](Event event) {
        post_([this, id, told = std::move(event)] { scheduler_->on_event(id, told); });
    };
    SlotContext context(*assignment.cancel, is_closing_, emit, metrics_);
    try {
        if (context.cancelled()) { return {"", Refusal{503, "cancelled", "the search was cancelled"}}; }
        return assignment.work->run(engine, context);
    } catch (const std::exception& error) {
        // Out of memory, or of threads.
        log_.write(Level::Error, "a search failed", {{"reason", error.what()}});
        return {"", Refusal{500, "failed", "the search failed"}};
    }
}

}  // namespace skua::server
