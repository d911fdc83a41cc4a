// Engines with a thread each, and how they share the processors.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "server/http_server.h"
#include "server/log.h"
#include "server/scheduler.h"

namespace skua::server {

struct EngineSettings {
    int hash = 32;       // megabytes of each engine
    std::string tables;  // folders of Syzygy tablebases; empty: none
    std::string book;    // a file in Polyglot's format; empty: the built-in one
};

// The Error says which setting can't be had.
Result<std::unique_ptr<Engine>> make_engine(const EngineSettings& settings, Log& log);

// Where processors are scarce, each of these gets about half of what the one before it gets.
enum class Priority : std::uint8_t { Short, Long, Games };
// Several engines whose threads have this priority.
Result<std::vector<std::unique_ptr<Engine>>> make_engines(std::size_t count, const EngineSettings& settings,
                                                          Priority priority, Log& log);
// Gives this priority to the calling thread, and to those that it starts.
void set_priority(Priority priority);

// "Skua 0.1.0 5AF3... tb5": what results of searches depend on, besides positions and limits. Everybody may see it.
std::string build_name(const Engine& engine);

class EngineSlots : public Slots {
public:
    // `engines` are for all works, `express` for the short ones.
    EngineSlots(std::vector<std::unique_ptr<Engine>> engines, std::vector<std::unique_ptr<Engine>> express, Post post,
                Metrics& metrics, Log& log);
    EngineSlots(const EngineSlots&) = delete;
    EngineSlots& operator=(const EngineSlots&) = delete;
    // Cancels what runs and waits for it.
    ~EngineSlots() override;

    // Must be called before the first start.
    void set_scheduler(Scheduler* scheduler) { scheduler_ = scheduler; }

    [[nodiscard]] std::size_t count() const override { return slots_.size() - express_count_; }
    [[nodiscard]] std::size_t express_count() const override { return express_count_; }
    void start(std::size_t slot, RunId run, std::shared_ptr<const Work> work,
               std::shared_ptr<std::atomic<bool>> cancel) override;

private:
    struct Assignment {
        RunId run = 0;
        std::shared_ptr<const Work> work;
        std::shared_ptr<std::atomic<bool>> cancel;
    };
    struct Slot {
        std::unique_ptr<Engine> engine;
        std::mutex mutex;
        std::condition_variable changed;
        std::optional<Assignment> assignment;
        bool is_closing = false;
        std::thread thread;
    };
    void add(std::unique_ptr<Engine> engine, Priority priority);
    void serve(Slot& slot);
    [[nodiscard]] Outcome run(Engine& engine, const Assignment& assignment);

    Post post_;
    Metrics& metrics_;
    Log& log_;
    Scheduler* scheduler_ = nullptr;
    std::atomic<bool> is_closing_{false};
    std::size_t express_count_;
    std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace skua::server
