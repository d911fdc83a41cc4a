// How long the evaluation takes, over a thousand positions of games that the engine plays against itself first.
#include <benchmark/benchmark.h>

#include <vector>

#include "chess/movegen.h"
#include "engine/engine.h"
#include "eval/classical/classical.h"
#include "eval/classical/families.h"
#include "eval/nnue/nnue.h"
#include "positions.h"

namespace skua {
namespace {

const std::vector<Position>& game_positions() {
    static const std::vector<Position> positions = [] {
        std::vector<Position> result;
        Engine engine;
        Move best;
        EngineCallbacks callbacks;
        callbacks.best_move = [&best](const BestMove& found) { best = found.move; };
        engine.set_callbacks(std::move(callbacks));
        Limits limits;
        limits.nodes = 500;
        constexpr std::size_t Wanted = 1000;
        for (const Position& start : benchmark_positions()) {
            Game game(start);
            for (int ply = 0; ply < 100 && game.state() == GameState::Ongoing && result.size() < Wanted; ++ply) {
                engine.set_game(game);
                engine.go(limits);
                engine.wait();
                game.play(best);
                result.push_back(game.position());
            }
        }
        return result;
    }();
    return positions;
}

void count_items(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game_positions().size()));
}

// With the pawn cache; after the first round it knows every structure.
void evaluate(benchmark::State& state) {
    const std::vector<Position>& positions = game_positions();
    classical::ClassicalEvaluator evaluator;
    for (auto _ : state) {
        for (const Position& position : positions) { benchmark::DoNotOptimize(evaluator.evaluate(position)); }
    }
    count_items(state);
}
BENCHMARK(evaluate);

void evaluate_without_cache(benchmark::State& state) {
    const std::vector<Position>& positions = game_positions();
    for (auto _ : state) {
        for (const Position& position : positions) {
            classical::SumSink sink(classical::DefaultWeights);
            classical::evaluate_all(position, sink);
            benchmark::DoNotOptimize(sink.sums);
        }
    }
    count_items(state);
}
BENCHMARK(evaluate_without_cache);

void pawns_from_scratch(benchmark::State& state) {
    for (auto _ : state) {
        for (const Position& position : game_positions()) {
            classical::SumSink sink(classical::DefaultWeights);
            classical::PawnFacts facts;
            classical::evaluate_pawns(position, facts, sink);
            benchmark::DoNotOptimize(sink.sums);
        }
    }
    count_items(state);
}
BENCHMARK(pawns_from_scratch);

void pawns_from_cache(benchmark::State& state) {
    classical::PawnCache cache;
    for (auto _ : state) {
        for (const Position& position : game_positions()) {
            benchmark::DoNotOptimize(cache.get(position, classical::DefaultWeights).value);
        }
    }
    count_items(state);
}
BENCHMARK(pawns_from_cache);

// All inputs added up, for both sides.
void network_anew(benchmark::State& state) {
    const auto network = nnue::embedded_network();
    for (auto _ : state) {
        for (const Position& position : game_positions()) {
            benchmark::DoNotOptimize(nnue::raw_evaluate(*network, position));
        }
    }
    count_items(state);
}
BENCHMARK(network_anew);

// Like the search: every move of a position made, evaluated and taken back.
void network_after_a_move(benchmark::State& state) {
    struct Step {
        Position after;
        BoardDelta delta;
    };
    std::vector<std::vector<Step>> moves;
    std::int64_t all = 0;
    for (const Position& position : game_positions()) {
        std::vector<Step>& here = moves.emplace_back();
        for (const Move move : legal_moves(position)) {
            here.push_back({position, {}});
            here.back().after.play(move, here.back().delta);
            ++all;
        }
    }
    nnue::NnueEvaluator evaluator(nnue::embedded_network());
    for (auto _ : state) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            evaluator.reset(game_positions()[i]);
            benchmark::DoNotOptimize(evaluator.evaluate(game_positions()[i]));
            for (const Step& step : moves[i]) {
                evaluator.push(step.delta);
                benchmark::DoNotOptimize(evaluator.evaluate(step.after));
                evaluator.pop();
            }
        }
    }
    state.SetItemsProcessed(state.iterations() * all);
}
BENCHMARK(network_after_a_move);

void break_down(benchmark::State& state) {
    for (auto _ : state) {
        for (const Position& position : game_positions()) { benchmark::DoNotOptimize(classical::break_down(position)); }
    }
    count_items(state);
}
BENCHMARK(break_down);

}  // namespace
}  // namespace skua
