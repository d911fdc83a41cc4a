// How long the rules of chess take. Each benchmark runs over all positions of positions.h; "items" are what its name
// says.
#include <benchmark/benchmark.h>

#include <memory>

#include "base/prng.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "chess/see.h"
#include "chess/uci_move.h"
#include "positions.h"

namespace skua {
namespace {

struct PositionMove {
    Position position;
    Move move;
};

// Every legal move of every position.
std::vector<PositionMove> benchmark_moves(MoveStage stage) {
    std::vector<PositionMove> moves;
    for (const Position& position : benchmark_positions()) {
        MoveList list;
        generate_moves(position, stage, list);
        for (const Move move : list) { moves.push_back({position, move}); }
    }
    return moves;
}

void count_items(benchmark::State& state, std::size_t per_iteration) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(per_iteration));
}

void generate(benchmark::State& state, MoveStage stage) {
    const std::vector<Position> positions = benchmark_positions();
    for (auto _ : state) {
        for (const Position& position : positions) {
            MoveList moves;
            generate_moves(position, stage, moves);
            benchmark::DoNotOptimize(moves);
        }
    }
    count_items(state, positions.size());
}
BENCHMARK_CAPTURE(generate, all, MoveStage::All);
BENCHMARK_CAPTURE(generate, noisy, MoveStage::Noisy);
BENCHMARK_CAPTURE(generate, quiet, MoveStage::Quiet);

void count_moves(benchmark::State& state) {
    const std::vector<Position> positions = benchmark_positions();
    for (auto _ : state) {
        for (const Position& position : positions) { benchmark::DoNotOptimize(count_legal_moves(position)); }
    }
    count_items(state, positions.size());
}
BENCHMARK(count_moves);

void copy_position(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::All);
    for (auto _ : state) {
        for (const PositionMove& each : moves) {
            Position next = each.position;
            benchmark::DoNotOptimize(next);
        }
    }
    count_items(state, moves.size());
}
BENCHMARK(copy_position);

void copy_and_play(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::All);
    for (auto _ : state) {
        for (const PositionMove& each : moves) {
            Position next = each.position;
            next.play(each.move);
            benchmark::DoNotOptimize(next);
        }
    }
    count_items(state, moves.size());
}
BENCHMARK(copy_and_play);

void copy_and_play_with_delta(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::All);
    for (auto _ : state) {
        for (const PositionMove& each : moves) {
            Position next = each.position;
            BoardDelta delta;
            next.play(each.move, delta);
            benchmark::DoNotOptimize(next);
            benchmark::DoNotOptimize(delta);
        }
    }
    count_items(state, moves.size());
}
BENCHMARK(copy_and_play_with_delta);

void key_after_move(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::All);
    for (auto _ : state) {
        for (const PositionMove& each : moves) { benchmark::DoNotOptimize(each.position.key_after(each.move)); }
    }
    count_items(state, moves.size());
}
BENCHMARK(key_after_move);

void is_legal(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::All);
    for (auto _ : state) {
        for (const PositionMove& each : moves) { benchmark::DoNotOptimize(each.position.is_legal(each.move)); }
    }
    count_items(state, moves.size());
}
BENCHMARK(is_legal);

void check_info(benchmark::State& state) {
    const std::vector<Position> positions = benchmark_positions();
    for (auto _ : state) {
        for (const Position& position : positions) { benchmark::DoNotOptimize(position.check_info()); }
    }
    count_items(state, positions.size());
}
BENCHMARK(check_info);

void gives_check(benchmark::State& state) {
    const std::vector<Position> positions = benchmark_positions();
    std::size_t count = 0;
    std::vector<MoveList> lists;
    for (const Position& position : positions) {
        lists.push_back(legal_moves(position));
        count += lists.back().size();
    }
    for (auto _ : state) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const CheckInfo info = positions[i].check_info();
            for (const Move move : lists[i]) { benchmark::DoNotOptimize(positions[i].gives_check(move, info)); }
        }
    }
    count_items(state, count);
}
BENCHMARK(gives_check);

void see_of_captures(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::Noisy);
    for (auto _ : state) {
        for (const PositionMove& each : moves) { benchmark::DoNotOptimize(see_at_least(each.position, each.move, 0)); }
    }
    count_items(state, moves.size());
}
BENCHMARK(see_of_captures);

void see_of_quiets(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::Quiet);
    for (auto _ : state) {
        for (const PositionMove& each : moves) { benchmark::DoNotOptimize(see_at_least(each.position, each.move, 0)); }
    }
    count_items(state, moves.size());
}
BENCHMARK(see_of_quiets);

template <Bitboard (*Attacks)(Square, Bitboard)>
void slider_attacks(benchmark::State& state) {
    // There are as many occupancies as boards in a search, so the tables don't stay in the nearest cache.
    Prng prng(1);
    std::vector<Bitboard> boards;
    for (int i = 0; i < 1024; ++i) { boards.emplace_back(prng.next() & prng.next()); }
    for (auto _ : state) {
        for (std::size_t i = 0; i < boards.size(); ++i) {
            benchmark::DoNotOptimize(Attacks(square_at(static_cast<int>(i % 64)), boards[i]));
        }
    }
    count_items(state, boards.size());
}
BENCHMARK(slider_attacks<bishop_attacks>);
BENCHMARK(slider_attacks<rook_attacks>);
BENCHMARK(slider_attacks<walk_bishop>);
BENCHMARK(slider_attacks<walk_rook>);

// What the program does once before main(): must stay well below 10 ms.
void build_attack_tables(benchmark::State& state) {
    for (auto _ : state) { benchmark::DoNotOptimize(std::make_unique<detail::AttackTables>()); }
    count_items(state, 1);
}
BENCHMARK(build_attack_tables)->Unit(benchmark::kMillisecond);

void fen_parse(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string_view fen : BenchmarkFens) { benchmark::DoNotOptimize(parse_fen(fen)); }
    }
    count_items(state, BenchmarkFens.size());
}
BENCHMARK(fen_parse);

void fen_format(benchmark::State& state) {
    const std::vector<Position> positions = benchmark_positions();
    for (auto _ : state) {
        for (const Position& position : positions) { benchmark::DoNotOptimize(to_fen(position)); }
    }
    count_items(state, positions.size());
}
BENCHMARK(fen_format);

void uci_move_parse(benchmark::State& state) {
    const std::vector<PositionMove> moves = benchmark_moves(MoveStage::All);
    std::vector<std::string> texts;
    for (const PositionMove& each : moves) { texts.push_back(to_uci(each.move, Variant::Chess960)); }
    for (auto _ : state) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            benchmark::DoNotOptimize(parse_uci_move(moves[i].position, texts[i]));
        }
    }
    count_items(state, moves.size());
}
BENCHMARK(uci_move_parse);

void perft_4(benchmark::State& state) {
    const Position position;
    std::uint64_t nodes = 0;
    for (auto _ : state) { nodes += perft(position, 4); }
    state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}
BENCHMARK(perft_4)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace skua
