// Who gets an engine next. Searches wait in bounded queues, clients take turns, equal searches run once, and a search
// that nobody waits for any more is cancelled. Short searches do not wait for long ones: they have engines of their
// own.
//
// Everything here runs on the network's thread; only WorkContext is used by the engines' threads.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "server/metrics.h"
#include "server/refusal.h"

namespace skua::server {

// Something that is told while a search runs.
struct Event {
    std::string name;  // "info"
    std::string json;  // an object
    int depth = 0;     // of the search that tells it
};

// How a run ended: an object, or why there is none.
struct Outcome {
    std::string json;
    std::optional<Refusal> refusal = {};
};

// What a run asks and tells while it has an engine.
class WorkContext {
public:
    virtual ~WorkContext() = default;
    // Asked again and again; true: nobody waits for the result, or it took too long.
    [[nodiscard]] virtual bool cancelled() const = 0;
    virtual void emit(Event event) = 0;
    virtual void count_nodes(std::uint64_t nodes) = 0;
};

// Short: somebody waits for the answer and gets it within some tenths of a second.
enum class Length : std::uint8_t { Short, Long };

struct Work {
    std::string key;  // works with equal keys have equal results
    std::function<Outcome(Engine&, WorkContext&)> run;
    std::chrono::milliseconds longest{60'000};  // it is cancelled after this time with an engine
    Length length = Length::Long;
    // A short work of which only the events are told, while this one waits for an engine. May be null.
    std::shared_ptr<const Work> first_look = nullptr;
};

using RunId = std::uint64_t;
using Ticket = std::uint64_t;

// The engines. Each has one run at a time, and tells the scheduler of its events and its end by on_event and on_done.
class Slots {
public:
    virtual ~Slots() = default;
    // Engines for all works, with the numbers from 0.
    [[nodiscard]] virtual std::size_t count() const = 0;
    // Engines for short works only, with the numbers after them.
    [[nodiscard]] virtual std::size_t express_count() const { return 0; }
    virtual void start(std::size_t slot, RunId run, std::shared_ptr<const Work> work,
                       std::shared_ptr<std::atomic<bool>> cancel) = 0;
};

// Somebody who waits for a run.
struct Listener {
    std::function<void(const Event&)> event;   // may be empty
    std::function<void(const Outcome&)> done;  // once, unless the ticket was given back before
};

struct Admission {
    Ticket ticket = 0;
    std::size_t ahead = 0;  // searches that come first
    bool is_shared = false;
    std::optional<Event> last;  // of a run that was there before
};

class Scheduler {
public:
    using Clock = std::chrono::steady_clock;

    struct Settings {
        std::size_t queue = 64;                  // searches of each length that may wait
        std::chrono::milliseconds wait{10'000};  // how long they may
        std::size_t per_client = 8;              // requests of one client, waiting or running
        std::function<Clock::time_point()> now = [] { return Clock::now(); };
    };

    Scheduler(Settings settings, Slots& slots, Metrics& metrics);

    // The Refusal is 429 for a client with too many requests, 503 when the queue is full or the service is about to
    // end.
    Checked<Admission> submit(const std::string& client, Work work, Listener listener);
    // The listener hears nothing more. Without listeners the search is cancelled.
    void leave(Ticket ticket);

    // To be called several times a second: refuses what has waited too long, cancels what runs too long.
    void tick();
    // Takes nothing more.
    void drain() { is_draining_ = true; }
    // Cancels everything.
    void cancel_all();
    // Does nothing wait or run?
    [[nodiscard]] bool is_idle() const { return runs_.empty(); }
    [[nodiscard]] std::size_t running() const { return running_; }
    [[nodiscard]] std::size_t waiting() const { return lane(Length::Short).waiting + lane(Length::Long).waiting; }

    void on_event(RunId run, const Event& event);
    void on_done(RunId run, const Outcome& outcome);

private:
    struct Waiter {
        Ticket ticket = 0;
        std::string client;
        Listener listener;
    };
    struct Run {
        std::shared_ptr<const Work> work;
        std::string client;  // who asked first
        std::vector<Waiter> waiters;
        std::shared_ptr<std::atomic<bool>> cancel = std::make_shared<std::atomic<bool>>(false);
        std::optional<std::size_t> slot;  // nothing while it waits
        Clock::time_point submitted;
        Clock::time_point started;
        std::optional<Clock::time_point> cancelled;
        std::optional<Event> last;
        bool took_too_long = false;
        std::optional<RunId> first_look;     // the run that has it
        std::optional<RunId> first_look_of;  // this run is the first look of that one
    };
    // What works of one length have for themselves.
    struct Lane {
        std::map<std::string, std::deque<RunId>> queues;  // of clients with waiting runs
        std::size_t waiting = 0;
        std::vector<std::size_t> free_slots;
        double mean_run = 1;  // seconds
    };

    [[nodiscard]] const Lane& lane(Length length) const { return lanes_[static_cast<std::size_t>(length)]; }
    [[nodiscard]] Lane& lane(Length length) { return lanes_[static_cast<std::size_t>(length)]; }
    [[nodiscard]] Refusal full(const std::string& code, const std::string& message, int status, Length length) const;
    [[nodiscard]] int seconds_to_wait(Length length) const;
    RunId add_run(const std::string& client, std::shared_ptr<const Work> work);
    void start_waiting();
    void start_waiting(Length length, std::vector<std::size_t>& free_slots);
    // The client with the fewest running searches; among those, the one whose turn is longest ago.
    [[nodiscard]] std::optional<RunId> take_next(Length length);
    void start(RunId id, std::size_t slot);
    void finish(RunId id, const Outcome& outcome);
    void forget_waiting(RunId id);
    void cancel(Run& run);
    void end_first_look(const Run& run);
    void forget_request(const std::string& client);
    void report_load();

    Settings settings_;
    Slots& slots_;
    Metrics& metrics_;
    bool is_draining_ = false;
    std::uint64_t next_id_ = 1;
    std::map<RunId, Run> runs_;
    std::map<std::string, RunId> by_key_;  // runs that may be joined
    std::map<Ticket, RunId> by_ticket_;
    std::map<std::string, std::size_t> requests_of_;  // tickets by client
    std::map<std::string, std::size_t> running_of_;   // runs with an engine by client
    std::map<std::string, RunId> served_;             // the last run that got an engine, of clients with requests
    std::array<Lane, 2> lanes_;                       // by length
    std::size_t running_ = 0;
};

}  // namespace skua::server
