#include "search/tt.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace skua {

namespace {

// An entry loses this much of its replacement value with every search since it was written.
constexpr int PliesPerGeneration = 8;
// A new bound replaces a deeper one of the same position unless it is shallower by at least this much; entries of the
// principal variation count as deeper.
constexpr int ClearlyShallower = 4;
constexpr int PvBonus = 2;

// Mate scores count from the root of the search; in the table they count from the position itself.
Score to_table(Score score, Ply ply) {
    if (score == NoScore) { return score; }
    if (is_win(score)) { return score + ply; }
    if (is_loss(score)) { return score - ply; }
    return score;
}

Score from_table(Score score, Ply ply) {
    if (score == NoScore) { return score; }
    if (is_win(score)) { return score - ply; }
    if (is_loss(score)) { return score + ply; }
    return score;
}

}  // namespace

TranspositionTable::TranspositionTable() {
    // A megabyte is always available; without it no program would run.
    resize(1, 1);
}

bool TranspositionTable::allocate(std::size_t megabytes) {
    clusters_ = LargeArray<Cluster>();
    clusters_ = LargeArray<Cluster>(megabytes * 1024 * 1024 / sizeof(Cluster));
    megabytes_ = megabytes;
    return static_cast<bool>(clusters_);
}

bool TranspositionTable::resize(std::size_t megabytes, int threads) {
    // The old table goes first: both together might not fit.
    const std::size_t old_megabytes = megabytes_;
    const bool fits = allocate(megabytes);
    // Another process may have taken the old memory meanwhile; then the table is as large as there is memory for.
    for (std::size_t size = std::max<std::size_t>(old_megabytes, 1); !clusters_;
         size = std::max<std::size_t>(size / 2, 1)) {
        if (!allocate(size) && size <= 1) { throw std::bad_alloc(); }
    }
    // This touches every page, so that the first search does not pay for it.
    clear(threads);
    return fits;
}

void TranspositionTable::clear(int threads) {
    generation_ = 0;
    const std::size_t share = clusters_.size() / static_cast<std::size_t>(threads) + 1;
    const auto clear_from = [&](std::size_t first) {
        const std::size_t last = std::min(first + share, clusters_.size());
        for (std::size_t i = first; i < last; ++i) {
            for (Entry& entry : clusters_.data()[i].entries) {
                entry.key.store(0, std::memory_order_relaxed);
                entry.move.store(0, std::memory_order_relaxed);
                entry.score.store(0, std::memory_order_relaxed);
                entry.evaluation.store(0, std::memory_order_relaxed);
                entry.depth.store(0, std::memory_order_relaxed);
                entry.info.store(0, std::memory_order_relaxed);
            }
        }
    };

    std::vector<std::thread> helpers;
    std::size_t next = share;
    try {
        for (; next < clusters_.size(); next += share) { helpers.emplace_back(clear_from, next); }
    } catch (const std::system_error&) {
        // There are no more threads: the rest is cleared here.
        for (; next < clusters_.size(); next += share) { clear_from(next); }
    }
    clear_from(0);
    for (std::thread& helper : helpers) { helper.join(); }
}

int TranspositionTable::hashfull() const {
    const std::size_t sample = std::min<std::size_t>(1000, clusters_.size());
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Entry& entry : clusters_.data()[i].entries) {
            const bool fresh = entry.info.load(std::memory_order_relaxed) >> 3 == generation_;
            used += entry.depth.load(std::memory_order_relaxed) != 0 && fresh ? 1 : 0;
        }
    }
    return static_cast<int>(used * 1000 / (sample * clusters_.data()[0].entries.size()));
}

std::size_t TranspositionTable::index_of_key(Key key) const {
    // The high half of key * size: the high bits choose the cluster, the low 32 verify.
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<Wide>(key) * clusters_.size()) >> 64);
#else
    return static_cast<std::size_t>(((key >> 32) * static_cast<std::uint64_t>(clusters_.size())) >> 32);
#endif
}

int TranspositionTable::replacement_value(const Entry& entry) const {
    const int age = (generation_ - (entry.info.load(std::memory_order_relaxed) >> 3)) & GenerationMask;
    return entry.depth.load(std::memory_order_relaxed) - PliesPerGeneration * age;
}

TtData TranspositionTable::probe(Key key, Ply ply) const {
    const auto check = static_cast<std::uint32_t>(key);
    for (const Entry& entry : cluster_of(key).entries) {
        if (entry.key.load(std::memory_order_relaxed) != check) { continue; }
        const std::uint8_t depth = entry.depth.load(std::memory_order_relaxed);
        if (depth == 0) { continue; }
        const std::uint8_t info = entry.info.load(std::memory_order_relaxed);
        TtData data;
        data.hit = true;
        data.was_pv = (info & 4) != 0;
        data.bound = static_cast<Bound>(info & 3);
        data.depth = depth - 1;
        data.move = Move::from_raw(entry.move.load(std::memory_order_relaxed));
        data.score = from_table(entry.score.load(std::memory_order_relaxed), ply);
        data.evaluation = entry.evaluation.load(std::memory_order_relaxed);
        return data;
    }
    return {};
}

void TranspositionTable::store(Key key, Ply ply, Move move, Score score, Score evaluation, Bound bound, Depth depth,
                               bool is_pv) {
    assert(depth >= 0 && depth < 255);
    const auto check = static_cast<std::uint32_t>(key);
    auto& entries = clusters_.data()[index_of_key(key)].entries;
    Entry* place = &entries[0];
    bool same = false;
    for (Entry& entry : entries) {
        if (entry.depth.load(std::memory_order_relaxed) == 0 || entry.key.load(std::memory_order_relaxed) == check) {
            place = &entry;
            same = entry.depth.load(std::memory_order_relaxed) != 0;
            break;
        }
        if (replacement_value(entry) < replacement_value(*place)) { place = &entry; }
    }

    if (!move.is_none() || !same) { place->move.store(move.raw(), std::memory_order_relaxed); }
    // A bound that is clearly shallower does not replace the entry of the same position, unless that is old.
    const int old_depth = place->depth.load(std::memory_order_relaxed);
    const bool old_is_fresh = place->info.load(std::memory_order_relaxed) >> 3 == generation_;
    if (same && bound != Bound::Exact && old_is_fresh &&
        depth + 1 + (is_pv ? PvBonus : 0) + ClearlyShallower <= old_depth) {
        return;
    }

    place->key.store(check, std::memory_order_relaxed);
    place->score.store(static_cast<std::int16_t>(to_table(score, ply)), std::memory_order_relaxed);
    place->evaluation.store(static_cast<std::int16_t>(evaluation), std::memory_order_relaxed);
    place->depth.store(static_cast<std::uint8_t>(depth + 1), std::memory_order_relaxed);
    place->info.store(static_cast<std::uint8_t>((generation_ << 3) | (is_pv ? 4 : 0) | static_cast<int>(bound)),
                      std::memory_order_relaxed);
}

}  // namespace skua
