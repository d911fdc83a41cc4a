#include "chess/perft.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <new>
#include <system_error>
#include <thread>

#include "chess/movegen.h"

namespace skua {

namespace {

// A table shared by all threads without locks: an entry torn by two writers fails its own check and is ignored.
class PerftTable {
public:
    explicit PerftTable(int megabytes) {
        std::size_t wanted = 1;
        while (wanted * 2 * sizeof(Entry) <= static_cast<std::size_t>(megabytes) * 1024 * 1024) { wanted *= 2; }
        // A table that does not fit into memory is halved until it does.
        for (; wanted > 1 && !entries_; wanted /= 2) {
            entries_.reset(new (std::nothrow) Entry[wanted]);
            size_ = wanted;
        }
    }

    [[nodiscard]] bool find(Key key, int depth, std::uint64_t& nodes) const {
        if (!entries_) { return false; }
        const Key salted = salt(key, depth);
        const Entry& entry = entries_[salted & (size_ - 1)];
        const std::uint64_t count = entry.nodes.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ count) != salted) { return false; }
        nodes = count;
        return true;
    }

    void store(Key key, int depth, std::uint64_t nodes) {
        if (!entries_) { return; }
        const Key salted = salt(key, depth);
        Entry& entry = entries_[salted & (size_ - 1)];
        entry.nodes.store(nodes, std::memory_order_relaxed);
        entry.check.store(salted ^ nodes, std::memory_order_relaxed);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> nodes{0};
    };

    static Key salt(Key key, int depth) { return key ^ (static_cast<Key>(depth) * 0x9E3779B97F4A7C15ULL); }

    std::unique_ptr<Entry[]> entries_;
    std::size_t size_ = 0;
};

class Count {
public:
    explicit Count(const PerftOptions& options) : table_(options.hash_megabytes), stop_(options.stop) {}

    [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

    // Has a stop left positions uncounted? One that comes too late does not.
    [[nodiscard]] bool is_incomplete() const { return is_incomplete_.load(std::memory_order_relaxed); }

    std::uint64_t below(const Position& position, int depth) {
        if (depth == 1) { return static_cast<std::uint64_t>(count_legal_moves(position)); }
        std::uint64_t nodes = 0;
        if (depth > 2) {
            if (stopped()) {
                is_incomplete_.store(true, std::memory_order_relaxed);
                return 0;
            }
            if (table_.find(position.key(), depth, nodes)) { return nodes; }
        }
        for (const Move move : legal_moves(position)) {
            Position next = position;
            next.play(move);
            nodes += below(next, depth - 1);
        }
        if (depth > 2 && !stopped()) { table_.store(position.key(), depth, nodes); }
        return nodes;
    }

private:
    PerftTable table_;
    const std::atomic<bool>* stop_;
    std::atomic<bool> is_incomplete_{false};
};

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
    assert(depth >= 0);
    return depth == 0 ? 1 : Count({}).below(position, depth);
}

PerftReport perft_divide(const Position& position, int depth, const PerftOptions& options) {
    assert(depth >= 1 && options.threads >= 1);
    PerftReport report;
    for (const Move move : legal_moves(position)) { report.lines.push_back({move, 0}); }

    Count count(options);
    std::atomic<std::size_t> next_line{0};
    const auto work = [&] {
        for (std::size_t i = next_line++; i < report.lines.size(); i = next_line++) {
            PerftReport::Line& line = report.lines[i];
            Position next = position;
            next.play(line.move);
            line.nodes = depth == 1 ? 1 : count.below(next, depth - 1);
        }
    };

    const std::size_t helpers =
        std::min(static_cast<std::size_t>(options.threads), std::max<std::size_t>(report.lines.size(), 1)) - 1;
    std::vector<std::thread> threads;
    try {
        for (std::size_t i = 0; i < helpers; ++i) { threads.emplace_back(work); }
    } catch (const std::system_error&) {
        // The system refuses more threads: the existing ones do the work.
    }
    work();
    for (std::thread& thread : threads) { thread.join(); }

    for (const PerftReport::Line& line : report.lines) { report.nodes += line.nodes; }
    report.stopped = count.is_incomplete();
    return report;
}

}  // namespace skua
