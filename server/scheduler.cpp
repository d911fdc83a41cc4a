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
    const std::size_t all = slots.count() + slots.express_count();
    for (std::size_t i = all; i > slots.count(); --i) { lane(Length::Short).free_slots.push_back(i - 1); }
    for (std::size_t i = slots.count(); i > 0; --i) { lane(Length::Long).free_slots.push_back(i - 1); }
    metrics_.set(Metric::SlotsTotal, static_cast<double>(all));
    report_load();
}

int Scheduler::seconds_to_wait(Length length) const {
    const std::size_t engines =
        length == Length::Short && slots_.express_count() > 0 ? slots_.express_count() : slots_.count();
    const double guess =
        lane(length).mean_run * static_cast<double>(lane(length).waiting + 1) / static_cast<double>(engines);
    return std::clamp(static_cast<int>(std::ceil(guess)), 1, LongestRetry);
}

Refusal Scheduler::full(const std::string& code, const std::string& message, int status, Length length) const {
    metrics_.add(Metric::Refused, 1, labels({{"reason", code}}));
    return {status, code, message, "", seconds_to_wait(length)};
}

RunId Scheduler::add_run(const std::string& client, std::shared_ptr<const Work> work) {
    const RunId id = next_id_++;
    Run run;
    run.client = client;
    run.submitted = settings_.now();
    Lane& own = lane(work->length);
    own.queues[client].push_back(id);
    ++own.waiting;
    run.work = std::move(work);
    runs_[id] = std::move(run);
    return id;
}

Checked<Admission> Scheduler::submit(const std::string& client, Work work, Listener listener) {
    const Length length = work.length;
    if (is_draining_) { return full("draining", "the service is about to end", 503, length); }
    const auto counted = requests_of_.find(client);
    if (counted != requests_of_.end() && counted->second >= settings_.per_client) {
        return full("too_many_requests",
                    "you have " + std::to_string(counted->second) + " requests under way, which is the most allowed",
                    429, length);
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
        const bool is_free = !lane(length).free_slots.empty() || !lane(Length::Long).free_slots.empty();
        if (!is_free && lane(length).waiting >= settings_.queue) {
            return full("queue_full", "too many searches are waiting", 503, length);
        }
        const std::string key = work.key;
        id = add_run(client, std::make_shared<const Work>(std::move(work)));
        by_key_[key] = id;
    }
    Run& run = runs_.at(id);
    run.waiters.push_back({admission.ticket, client, std::move(listener)});
    by_ticket_[admission.ticket] = id;
    ++requests_of_[client];
    start_waiting();
    if (!runs_.at(id).slot) {
        admission.ahead = lane(length).waiting - 1;
        if (const auto look = runs_.at(id).work->first_look; look && !runs_.at(id).first_look) {
            const RunId look_id = add_run(client, look);
            runs_.at(look_id).first_look_of = id;
            runs_.at(id).first_look = look_id;
            start_waiting();
        }
    }
    report_load();
    return admission;
}

std::optional<RunId> Scheduler::take_next(Length length) {
    auto& queues = lane(length).queues;
    if (queues.empty()) { return std::nullopt; }
    const auto rank = [this](const std::string& client) {
        const auto running = running_of_.find(client);
        const auto served = served_.find(client);
        return std::pair(running == running_of_.end() ? 0 : running->second,
                         served == served_.end() ? 0 : served->second);
    };
    // Those who were never served come first in the order of their requests.
    const auto chosen = std::min_element(queues.begin(), queues.end(), [&](const auto& a, const auto& b) {
        const auto rank_a = rank(a.first);
        const auto rank_b = rank(b.first);
        return rank_a != rank_b ? rank_a < rank_b : a.second.front() < b.second.front();
    });
    const RunId id = chosen->second.front();
    chosen->second.pop_front();
    if (chosen->second.empty()) { queues.erase(chosen); }
    --lane(length).waiting;
    return id;
}

// Short works take the other engines only where no long one waits, so that nobody starves.
void Scheduler::start_waiting() {
    start_waiting(Length::Short, lane(Length::Short).free_slots);
    start_waiting(Length::Long, lane(Length::Long).free_slots);
    start_waiting(Length::Short, lane(Length::Long).free_slots);
}

void Scheduler::start_waiting(Length length, std::vector<std::size_t>& free_slots) {
    while (!free_slots.empty()) {
        const std::optional<RunId> id = take_next(length);
        if (!id) { return; }
        const std::size_t slot = free_slots.back();
        free_slots.pop_back();
        start(*id, slot);
    }
}

void Scheduler::start(RunId id, std::size_t slot) {
    Run& run = runs_.at(id);
    run.slot = slot;
    run.started = settings_.now();
    ++running_;
    ++running_of_[run.client];
    if (requests_of_.contains(run.client)) { served_[run.client] = next_id_++; }
    if (!run.first_look_of) { metrics_.observe(Metric::QueueWait, seconds(run.started - run.submitted)); }
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
    end_first_look(run);
    if (run.slot) {
        cancel(run);
    } else {
        forget_waiting(id);
        runs_.erase(id);
    }
    report_load();
}

void Scheduler::forget_waiting(RunId id) {
    const Run& run = runs_.at(id);
    Lane& own = lane(run.work->length);
    std::deque<RunId>& queue = own.queues.at(run.client);
    std::erase(queue, id);
    if (queue.empty()) { own.queues.erase(run.client); }
    --own.waiting;
}

void Scheduler::cancel(Run& run) {
    *run.cancel = true;
    if (!run.cancelled) { run.cancelled = settings_.now(); }
}

void Scheduler::end_first_look(const Run& run) {
    const auto found = run.first_look ? runs_.find(*run.first_look) : runs_.end();
    if (found == runs_.end()) { return; }
    if (found->second.slot) {
        cancel(found->second);
    } else {
        forget_waiting(found->first);
        runs_.erase(found);
    }
}

void Scheduler::forget_request(const std::string& client) {
    if (--requests_of_[client] > 0) { return; }
    requests_of_.erase(client);
    served_.erase(client);
}

void Scheduler::on_event(RunId id, const Event& event) {
    auto found = runs_.find(id);
    if (found != runs_.end() && found->second.first_look_of) { found = runs_.find(*found->second.first_look_of); }
    if (found == runs_.end()) { return; }
    Run& run = found->second;
    // After a first look the search begins at the first depth.
    if (run.last && event.depth < run.last->depth) { return; }
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
    if (run.cancelled) { metrics_.observe(Metric::CancelTime, seconds(settings_.now() - *run.cancelled)); }
    const Length length = run.work->length;
    if (!run.first_look_of) {
        const double time = seconds(settings_.now() - run.started);
        lane(length).mean_run += NewShare * (time - lane(length).mean_run);
        metrics_.observe(Metric::RunTime, time);
    }
    lane(*run.slot < slots_.count() ? Length::Long : Length::Short).free_slots.push_back(*run.slot);
    --running_;
    if (--running_of_[run.client] == 0) { running_of_.erase(run.client); }
    Outcome told = outcome;
    if (run.took_too_long && outcome.refusal) {
        told.refusal =
            Refusal{503, "took_too_long", "the work took too long and was cancelled", "", seconds_to_wait(length)};
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
    end_first_look(run);
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
        if (!run.slot && !run.first_look_of && now - run.submitted > settings_.wait) { late.push_back(id); }
        if (run.slot && now - run.started > run.work->longest && !*run.cancel) {
            run.took_too_long = true;
            cancel(run);
        }
    }
    for (const RunId id : late) {
        if (!runs_.contains(id)) { continue; }
        const Length length = runs_.at(id).work->length;
        forget_waiting(id);
        finish(id, {"", full("waited_too_long", "no engine became free in time", 503, length)});
    }
    report_load();
}

void Scheduler::cancel_all() {
    std::vector<RunId> waiting_runs;
    for (auto& [id, run] : runs_) {
        cancel(run);
        if (!run.slot) { waiting_runs.push_back(id); }
    }
    for (const RunId id : waiting_runs) {
        if (!runs_.contains(id)) { continue; }
        const Length length = runs_.at(id).work->length;
        forget_waiting(id);
        finish(id, {"", full("draining", "the service is about to end", 503, length)});
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
}

}  // namespace skua::server
