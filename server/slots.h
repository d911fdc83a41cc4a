// Engines with a thread each, and how they share the machine with the analysis of games.
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

// "Skua 0.1.0 5AF3... tb5": what results of searches depend on, besides positions and limits. Everybody may see it.
std::string build_name(const Engine& engine);

class EngineSlots : public Slots {
public:
    EngineSlots(std::vector<std::unique_ptr<Engine>> engines, Post post, Metrics& metrics, Log& log);
    EngineSlots(const EngineSlots&) = delete;
    EngineSlots& operator=(const EngineSlots&) = delete;
    // Cancels what runs and waits for it.
    ~EngineSlots() override;

    // Must be called before the first start.
    void set_scheduler(Scheduler* scheduler) { scheduler_ = scheduler; }

    [[nodiscard]] std::size_t count() const override { return slots_.size(); }
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
    void serve(Slot& slot);
    [[nodiscard]] Outcome run(Engine& engine, const Assignment& assignment);

    Post post_;
    Metrics& metrics_;
    Log& log_;
    Scheduler* scheduler_ = nullptr;
    std::atomic<bool> is_closing_{false};
    std::vector<std::unique_ptr<Slot>> slots_;
};

// Lets the analysis of games use only engines' time that nobody else wants. Safe from all threads.
class BatchGate {
public:
    // At least this often a game gets on, however busy the machine is.
    static constexpr std::chrono::milliseconds LongestPause{5000};

    explicit BatchGate(std::size_t slots) : slots_(slots) {}

    // Searches that wait or run now.
    void set_load(std::size_t load);
    // Returns when the analyser with this number (from 0) may go on.
    void pause(std::size_t number);
    // Nobody pauses any more.
    void open();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t slots_;
    std::size_t load_ = 0;
    bool is_open_ = false;
};

}  // namespace skua::server
