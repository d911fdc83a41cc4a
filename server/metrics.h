// Figures about the service in the text format of Prometheus.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace skua::server {

enum class Metric : std::uint8_t {
    Requests,
    Connections,
    Sockets,
    SlotsTotal,
    SlotsBusy,
    QueueLength,
    QueueOldest,
    QueueWait,
    RunTime,
    FirstEvent,
    CancelTime,
    Nodes,
    Cancelled,
    ClientsGone,
    Refused,
    Shared,
    StoreHits,
    StoreMisses,
    StoreBytes,
    StoreErrors,
    JobsWaiting,
    JobsRunning,
    GamesDone,
    BuildInfo
};

// "{route=\"/healthz\",status=\"200\"}": what tells the series of one metric apart; empty for the only one.
std::string labels(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);

// Safe from all threads.
class Metrics {
public:
    void add(Metric metric, double amount = 1, const std::string& series = "");
    void set(Metric metric, double value, const std::string& series = "");
    // Into a histogram.
    void observe(Metric metric, double seconds);
    [[nodiscard]] double value(Metric metric, const std::string& series = "") const;

    // Everything, with what the system says of this process.
    [[nodiscard]] std::string text() const;

private:
    struct Histogram {
        std::vector<std::uint64_t> counts;
        std::uint64_t count = 0;
        double sum = 0;
    };

    mutable std::mutex mutex_;
    std::map<Metric, std::map<std::string, double>> values_;
    std::map<Metric, Histogram> histograms_;
};

}  // namespace skua::server
