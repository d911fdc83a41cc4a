#include "server/metrics.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace skua::server {

namespace {

enum class Kind : std::uint8_t { Counter, Gauge, Histogram };

struct Family {
    Metric metric;
    std::string_view name;
    Kind kind;
    std::string_view help;
    bool has_labels = false;  // then there is no series without them
};

constexpr std::array Families{
    Family{Metric::Requests, "skua_http_requests_total", Kind::Counter, "Requests by route and status", true},
    Family{Metric::Connections, "skua_connections", Kind::Gauge, "Open connections"},
    Family{Metric::Sockets, "skua_websockets", Kind::Gauge, "Open WebSocket sessions"},
    Family{Metric::SlotsTotal, "skua_slots", Kind::Gauge, "Engines for interactive work"},
    Family{Metric::SlotsBusy, "skua_slots_busy", Kind::Gauge, "Engines that search now"},
    Family{Metric::QueueLength, "skua_queue_length", Kind::Gauge, "Searches that wait for an engine"},
    Family{Metric::QueueOldest, "skua_queue_oldest_seconds", Kind::Gauge, "How long the first of them has waited"},
    Family{Metric::QueueWait, "skua_queue_wait_seconds", Kind::Histogram, "From the request to the engine"},
    Family{Metric::RunTime, "skua_run_seconds", Kind::Histogram, "Time that a search had an engine"},
    Family{Metric::FirstEvent, "skua_first_event_seconds", Kind::Histogram,
           "From the request to the first line of an analysis"},
    Family{Metric::CancelTime, "skua_cancel_seconds", Kind::Histogram,
           "From the moment when nobody waits for a search to its end"},
    Family{Metric::Nodes, "skua_nodes_total", Kind::Counter, "Nodes of all searches"},
    Family{Metric::Cancelled, "skua_cancelled_total", Kind::Counter, "Searches that ended because nobody waited"},
    Family{Metric::ClientsGone, "skua_clients_gone_total", Kind::Counter, "Clients that left before the answer"},
    Family{Metric::Refused, "skua_refused_total", Kind::Counter, "Requests refused, by reason", true},
    Family{Metric::Shared, "skua_shared_total", Kind::Counter, "Requests that joined an equal one"},
    Family{Metric::StoreHits, "skua_store_hits_total", Kind::Counter, "Requests answered from the store"},
    Family{Metric::StoreMisses, "skua_store_misses_total", Kind::Counter, "Requests that the store did not know"},
    Family{Metric::StoreBytes, "skua_store_bytes", Kind::Gauge, "Size of the store"},
    Family{Metric::StoreErrors, "skua_store_errors_total", Kind::Counter, "Writes to the store that failed"},
    Family{Metric::JobsWaiting, "skua_games_waiting", Kind::Gauge, "Games that wait for their analysis"},
    Family{Metric::JobsRunning, "skua_games_running", Kind::Gauge, "Games under analysis"},
    Family{Metric::GamesDone, "skua_games_done_total", Kind::Counter, "Games analysed"},
    Family{Metric::BuildInfo, "skua_build_info", Kind::Gauge, "Version and network; always 1", true},
};

constexpr std::array Bounds{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0};

std::string number_text(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.10g", number);
    return text.data();
}

std::string head(std::string_view name, std::string_view help, Kind kind) {
    constexpr const char* Names[] = {"counter", "gauge", "histogram"};
    const std::string text(name);
    return "# HELP " + text + ' ' + std::string(help) + "\n# TYPE " + text + ' ' +
           Names[static_cast<std::size_t>(kind)] + '\n';
}

// What Prometheus expects every process to tell about itself.
std::string process_text() {
    std::string text;
    const auto gauge = [&text](std::string_view name, std::string_view help, double value) {
        text += head(name, help, Kind::Gauge) + std::string(name) + ' ' + number_text(value) + '\n';
    };
    double pages = 0;
    double resident = 0;
    if (std::ifstream("/proc/self/statm") >> pages >> resident) {
        gauge("process_resident_memory_bytes", "Memory in use",
              resident * static_cast<double>(::sysconf(_SC_PAGESIZE)));
    }
    std::error_code failure;
    const std::filesystem::directory_iterator files("/proc/self/fd", failure);
    if (!failure) {
        gauge("process_open_fds", "Open files and sockets",
              static_cast<double>(std::distance(begin(files), end(files))));
    }
    const std::filesystem::directory_iterator threads("/proc/self/task", failure);
    if (!failure) {
        gauge("process_threads", "Threads", static_cast<double>(std::distance(begin(threads), end(threads))));
    }
    return text;
}

}  // namespace

std::string labels(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
    std::string text;
    for (const auto& [name, value] : pairs) {
        text += (text.empty() ? "{" : ",") + std::string(name) + "=\"";
        for (const char c : value) {
            if (c == '"' || c == '\\') { text += '\\'; }
            text += c == '\n' ? ' ' : c;
        }
        text += '"';
    }
    return text.empty() ? text : text + '}';
}

void Metrics::add(Metric metric, double amount, const std::string& series) {
    const std::lock_guard lock(mutex_);
    values_[metric][series] += amount;
}

void Metrics::set(Metric metric, double value, const std::string& series) {
    const std::lock_guard lock(mutex_);
    values_[metric][series] = value;
}

void Metrics::observe(Metric metric, double seconds) {
    const std::lock_guard lock(mutex_);
    Histogram& histogram = histograms_[metric];
    histogram.counts.resize(Bounds.size());
    for (std::size_t i = 0; i < Bounds.size(); ++i) { histogram.counts[i] += seconds <= Bounds[i] ? 1 : 0; }
    ++histogram.count;
    histogram.sum += seconds;
}

double Metrics::value(Metric metric, const std::string& series) const {
    const std::lock_guard lock(mutex_);
    const auto family = values_.find(metric);
    if (family == values_.end()) { return 0; }
    const auto found = family->second.find(series);
    return found == family->second.end() ? 0 : found->second;
}

std::string Metrics::text() const {
    std::string text;
    {
        const std::lock_guard lock(mutex_);
        for (const Family& family : Families) {
            const std::string name(family.name);
            text += head(family.name, family.help, family.kind);
            if (family.kind == Kind::Histogram) {
                const auto found = histograms_.find(family.metric);
                const Histogram histogram = found == histograms_.end() ? Histogram() : found->second;
                for (std::size_t i = 0; i < Bounds.size(); ++i) {
                    text += name + "_bucket{le=\"" + number_text(Bounds[i]) + "\"} " +
                            std::to_string(histogram.counts.empty() ? 0 : histogram.counts[i]) + '\n';
                }
                text += name + "_bucket{le=\"+Inf\"} " + std::to_string(histogram.count) + '\n' + name + "_sum " +
                        number_text(histogram.sum) + '\n' + name + "_count " + std::to_string(histogram.count) + '\n';
                continue;
            }
            const auto found = values_.find(family.metric);
            if (found == values_.end()) {
                text += family.has_labels ? "" : name + " 0\n";
                continue;
            }
            for (const auto& [series, value] : found->second) {
                text += name + series + ' ' + number_text(value) + '\n';
            }
        }
    }
    return text + process_text();
}

}  // namespace skua::server
