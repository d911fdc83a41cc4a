// How long looking up tablebases takes, beside libfathom where that is installed, over random positions of every
// material in ../shared/data/syzygy, or of three pieces where that folder is missing.
//
// To compare the two on a busy machine, let their rounds alternate:
//     build/release/skua_benchmarks --benchmark_filter=tablebase --benchmark_enable_random_interleaving=true
//         --benchmark_repetitions=9
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "chess/movegen.h"
#include "tablebase/ranking.h"
#include "tablebase/support.h"
#ifdef SKUA_HAS_FATHOM
#include "tablebase/fathom.h"
#endif

namespace skua::tablebase {
namespace {

const std::string& folder() { return has_shared_tables() ? SharedTables : OwnTables; }

const Tables& tables() {
    static const std::unique_ptr<const Tables> Opened = [] {
        auto made = std::make_unique<Tables>();
        made->add_path(folder());
        return made;
    }();
    return *Opened;
}

const std::vector<Position>& positions() {
    static const std::vector<Position> Made = [] {
        std::vector<Position> made;
        Prng prng(7);
        for (const Material& material : materials_in(folder())) {
            for (int i = 0; i < 100; ++i) { made.push_back(random_position(material, prng)); }
        }
        // In no order, so that one table follows another.
        for (std::size_t i = made.size(); i > 1; --i) { std::swap(made[i - 1], made[prng.below(i)]); }
        return made;
    }();
    return Made;
}

void count_items(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions().size()));
}

void tablebase_outcome(benchmark::State& state) {
    for (auto _ : state) {
        for (const Position& position : positions()) { benchmark::DoNotOptimize(tables().probe_wdl(position)); }
    }
    count_items(state);
}
BENCHMARK(tablebase_outcome);

#ifdef SKUA_HAS_FATHOM
void tablebase_outcome_fathom(benchmark::State& state) {
    fathom::open(folder());
    for (auto _ : state) {
        for (const Position& position : positions()) { benchmark::DoNotOptimize(fathom::probe_wdl(position)); }
    }
    count_items(state);
}
BENCHMARK(tablebase_outcome_fathom);
#endif

void tablebase_distance(benchmark::State& state) {
    for (auto _ : state) {
        for (const Position& position : positions()) { benchmark::DoNotOptimize(tables().probe_dtz(position)); }
    }
    count_items(state);
}
BENCHMARK(tablebase_distance);

// All moves of a position.
void tablebase_root(benchmark::State& state) {
    for (auto _ : state) {
        for (const Position& position : positions()) {
            const MoveList moves = legal_moves(position);
            benchmark::DoNotOptimize(rank_moves(tables(), Game(position), std::span(moves.begin(), moves.end()), true));
        }
    }
    count_items(state);
}
BENCHMARK(tablebase_root);

#ifdef SKUA_HAS_FATHOM
void tablebase_root_fathom(benchmark::State& state) {
    fathom::open(folder());
    for (auto _ : state) {
        for (const Position& position : positions()) { benchmark::DoNotOptimize(fathom::probe_root(position)); }
    }
    count_items(state);
}
BENCHMARK(tablebase_root_fathom);
#endif

}  // namespace
}  // namespace skua::tablebase
