// The transposition table: the results of earlier visits of a position.
//
// All threads share one table without locks. Every field is a relaxed atomic, so a reader may see an entry half written
// by another thread, or one of another position with the same 32 key bits. A reader therefore trusts nothing: the move
// is checked for legality before it is played, and scores only steer the search.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/memory.h"
#include "chess/move.h"
#include "eval/score.h"

namespace skua {

// What a stored score says about the true one.
enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

constexpr bool allows_lower(Bound bound) { return bound == Bound::Lower || bound == Bound::Exact; }
constexpr bool allows_upper(Bound bound) { return bound == Bound::Upper || bound == Bound::Exact; }

// A copy of an entry, as found at some ply of the search.
struct TtData {
    bool hit = false;
    bool was_pv = false;
    Bound bound = Bound::None;
    Depth depth = 0;
    Move move;
    Score score = NoScore;       // mates are counted from the root of the search
    Score evaluation = NoScore;  // as the evaluator returned it, before any correction
};

class TranspositionTable {
public:
    // A table of one megabyte; resize changes it.
    TranspositionTable();

    // Empties the table and changes its size. Returns false when there is no memory for it: the size stays as it was,
    // or becomes the largest that there is memory for. No search may be running.
    bool resize(std::size_t megabytes, int threads);
    void clear(int threads);
    // Begins a new generation: its entries are preferred to older ones.
    void new_search() { generation_ = static_cast<std::uint8_t>((generation_ + 1) & GenerationMask); }

    [[nodiscard]] std::size_t megabytes() const { return megabytes_; }
    // Returns the share of entries that this search has written, in per mille, estimated from the first thousand
    // clusters.
    [[nodiscard]] int hashfull() const;

    [[nodiscard]] TtData probe(Key key, Ply ply) const;
    // Without a move the old one is kept; so are results of the same position that are clearly deeper.
    void store(Key key, Ply ply, Move move, Score score, Score evaluation, Bound bound, Depth depth, bool is_pv);
    void prefetch(Key key) const { __builtin_prefetch(&cluster_of(key)); }

private:
    static constexpr std::uint8_t GenerationMask = 31;

    struct Entry {
        std::atomic<std::uint32_t> key{0};
        std::atomic<std::uint16_t> move{0};
        std::atomic<std::int16_t> score{0};
        std::atomic<std::int16_t> evaluation{0};
        std::atomic<std::uint8_t> depth{0};  // plus one; 0 marks an entry never written
        std::atomic<std::uint8_t> info{0};   // generation (5 bits), pv (1), bound (2)
    };
    struct alignas(64) Cluster {
        std::array<Entry, 5> entries;
    };
    static_assert(sizeof(Cluster) == 64);

    bool allocate(std::size_t megabytes);
    [[nodiscard]] const Cluster& cluster_of(Key key) const { return clusters_.data()[index_of_key(key)]; }
    [[nodiscard]] std::size_t index_of_key(Key key) const;
    // The entry with the lowest value is replaced: deep and recent entries stay.
    [[nodiscard]] int replacement_value(const Entry& entry) const;

    LargeArray<Cluster> clusters_;
    std::size_t megabytes_ = 0;
    std::uint8_t generation_ = 0;
};

}  // namespace skua
