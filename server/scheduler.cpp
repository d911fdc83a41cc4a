#include "server/scheduler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skua::server {

namespace {

double seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

// The weight of the newest run in the mean.
constexpr double NewShare = 0.1;
constexpr int LongestRetry = 60;

}  // namespace

Scheduler::Scheduler(Settings settings, Slots& slots, Metrics& metrics)
    : settings_(std::move(settings)), slots_(slots), metrics_(metrics) {
    for (std::size_t i = slots.count(); i > 0; --i) { free_slots_.push_back(i - 1); }
    metrics_.set(Metric::SlotsTotal, static_cast<double>(slots.count()));
    report_load();
}

int Scheduler::seconds_to_wait() const {
    const double guess = mean_run_ * static_cast<double>(waiting() + 1) / static_cast<double>(slots_.count());
    return std::clamp(static_cast<int>(std::ceil(guess)), 1, LongestRetry);
}

Refusal Scheduler::full(const std::string& code, const std::string& message, int status) const {
    metrics_.add(Metric::Refused, 1, labels({{"reason", code}}));
    return {status, code, message, "", seconds_to_wait()};
}

Checked<Admission> Scheduler::submit(const std::string& client, Work work, Listener listener) {
    if (is_draining_) { return full("draining", "the service is about to end", 503); }
    const auto counted = requests_of_.find(client);
    if (counted != requests_of_.end() && counted->second >= settings_.per_client) {
        return full("too_many_requests",
                    "you have " + std::to_string(counted->second) + " requests under way, which is the most allowed",
                    429);
    }
    Admission admission;
    admission.ticket = next_id_++;
    const auto equal = by_key_.find(work.key);
    RunId id = 0;
    if (equal != by_key_.end()) {
        id = equal->second;
        admission.is_shared = true;
        admission.last = runs_.at(id).last;
        metrics_.add(Metric::Shared);
    } else {
        if (free_slots_.empty() && waiting() >= settings_.queue) {
            return full("queue_full", "too many searches are waiting", 503);
        }
        id = next_id_++;
        Run run;
        run.client = client;
        run.submitted = settings_.now();
        by_key_[work.key] = id;
        run.work = std::make_shared<const Work>(std::move(work));
        runs_[id] = std::move(run);
        queues_[client].push_back(id);
    }
    Run& run = runs_.at(id);
    run.waiters.push_back({admission.ticket, client, std::move(listener)});
    by_ticket_[admission.ticket] = id;
    ++requests_of_[client];
    start_waiting();
    admission.ahead = runs_.at(id).slot ? 0 : waiting() - 1;
    report_load();
    return admission;
}

std::optional<RunId> Scheduler::take_next() {
    if (queues_.empty()) { return std::nullopt; }
    const auto rank = [this](const std::string& client) {
        const auto running = running_of_.find(client);
        const auto served = served_.find(client);
        return std::pair(running == running_of_.end() ? 0 : running->second,
                         served == served_.end() ? 0 : served->second);
    };
    // Those who were never served come first in the order of their requests.
    const auto chosen = std::min_element(queues_.begin(), queues_.end(), [&](const auto& a, const auto& b) {
        const auto rank_a = rank(a.first);
        const auto rank_b = rank(b.first);
        return rank_a != rank_b ? rank_a < rank_b : a.second.front() < b.second.front();
    });
    const RunId id = chosen->second.front();
    chosen->second.pop_front();
    if (chosen->second.empty()) { queues_.erase(chosen); }
    return id;
}

void Scheduler::start_waiting() {
    while (!free_slots_.empty()) {
        const std::optional<RunId> id = take_next();
        if (!id) { return; }
        const std::size_t slot = free_slots_.back();
        free_slots_.pop_back();
        start(*id, slot);
    }
}

void Scheduler::start(RunId id, std::size_t slot) {
    Run& run = runs_.at(id);
    run.slot = slot;
    run.started = settings_.now();
    ++running_;
    ++running_of_[run.client];
    served_[run.client] = next_id_++;
    metrics_.observe(Metric::QueueWait, seconds(run.started - run.submitted));
    slots_.start(slot, id, run.work, run.cancel);
}

void Scheduler::leave(Ticket ticket) {
    const auto found = by_ticket_.find(ticket);
    if (found == by_ticket_.end()) { return; }
    const RunId id = found->second;
    by_ticket_.erase(found);
    Run& run = runs_.at(id);
    const auto waiter = std::find_if(run.waiters.begin(), run.waiters.end(),
                                     [ticket](const Waiter& each) { return each.ticket == ticket; });
    forget_request(waiter->client);
    run.waiters.erase(waiter);
    if (!run.waiters.empty()) { return; }
    metrics_.add(Metric::Cancelled);
    by_key_.erase(run.work->key);
    if (run.slot) {
        *run.cancel = true;
    } else {
        forget_waiting(id);
        runs_.erase(id);
    }
    report_load();
}

void Scheduler::forget_waiting(RunId id) {
    const std::string& client = runs_.at(id).client;
    std::deque<RunId>& queue = queues_.at(client);
    std::erase(queue, id);
    if (queue.empty()) { queues_.erase(client); }
}

void Scheduler::forget_request(const std::string& client) {
    if (--requests_of_[client] > 0) { return; }
    requests_of_.erase(client);
    served_.erase(client);
}

void Scheduler::on_event(RunId id, const Event& event) {
    const auto found = runs_.find(id);
    if (found == runs_.end()) { return; }
    Run& run = found->second;
    if (!run.last) { metrics_.observe(Metric::FirstEvent, seconds(settings_.now() - run.submitted)); }
    run.last = event;
    // A listener may leave while it is told, so that the list changes.
    std::vector<Listener> listeners;
    for (const Waiter& waiter : run.waiters) { listeners.push_back(waiter.listener); }
    for (const Listener& listener : listeners) {
        if (listener.event) { listener.event(event); }
    }
}

void Scheduler::on_done(RunId id, const Outcome& outcome) {
    const auto found = runs_.find(id);
    if (found == runs_.end()) { return; }
    Run& run = found->second;
    const double time = seconds(settings_.now() - run.started);
    mean_run_ += NewShare * (time - mean_run_);
    metrics_.observe(Metric::RunTime, time);
    free_slots_.push_back(*run.slot);
    --running_;
    if (--running_of_[run.client] == 0) { running_of_.erase(run.client); }
    Outcome told = outcome;
    if (run.took_too_long && outcome.refusal) {
        told.refusal = Refusal{503, "took_too_long", "the work took too long and was cancelled", "", seconds_to_wait()};
        metrics_.add(Metric::Refused, 1, labels({{"reason", "took_too_long"}}));
    }
    finish(id, told);
    start_waiting();
    report_load();
}

// Tells everybody who waits, after the run is gone: they may submit another.
void Scheduler::finish(RunId id, const Outcome& outcome) {
    const auto found = runs_.find(id);
    const Run run = std::move(found->second);
    runs_.erase(found);
    if (const auto key = by_key_.find(run.work->key); key != by_key_.end() && key->second == id) { by_key_.erase(key); }
    for (const Waiter& waiter : run.waiters) {
        by_ticket_.erase(waiter.ticket);
        forget_request(waiter.client);
    }
    for (const Waiter& waiter : run.waiters) { waiter.listener.done(outcome); }
}

void Scheduler::tick() {
    const Clock::time_point now = settings_.now();
    std::vector<RunId> late;
    for (auto& [id, run] : runs_) {
        if (!run.slot && now - run.submitted > settings_.wait) { late.push_back(id); }
        if (run.slot && now - run.started > run.work->longest && !*run.cancel) {
            run.took_too_long = true;
            *run.cancel = true;
        }
    }
    for (const RunId id : late) {
        if (!runs_.contains(id)) { continue; }
        forget_waiting(id);
        finish(id, {"", full("waited_too_long", "no engine became free in time", 503)});
    }
    report_load();
}

void Scheduler::cancel_all() {
    std::vector<RunId> waiting_runs;
    for (auto& [id, run] : runs_) {
        *run.cancel = true;
        if (!run.slot) { waiting_runs.push_back(id); }
    }
    for (const RunId id : waiting_runs) {
        if (!runs_.contains(id)) { continue; }
        forget_waiting(id);
        finish(id, {"", full("draining", "the service is about to end", 503)});
    }
}

void Scheduler::report_load() {
    double oldest = 0;
    for (const auto& [id, run] : runs_) {
        if (!run.slot) { oldest = std::max(oldest, seconds(settings_.now() - run.submitted)); }
    }
    metrics_.set(Metric::SlotsBusy, static_cast<double>(running_));
    metrics_.set(Metric::QueueLength, static_cast<double>(waiting()));
    metrics_.set(Metric::QueueOldest, oldest);
    if (load_handler_) { load_handler_(runs_.size()); }
}

}  // namespace skua::server
