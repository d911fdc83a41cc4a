#include "lab/training/positions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

namespace skua::lab {

void smooth_scores(GameRecord& record, double lambda, double sigmoid_scale) {
    if (lambda == 0) { return; }
    // Expected results are mixed, not centipawns: +9 and +19 are nearly the same result.
    constexpr double Certain = 0.9995;
    std::optional<double> later;
    for (auto ply = record.plies.rbegin(); ply != record.plies.rend() && ply->score != NoScore; ++ply) {
        const double now = std::clamp(logistic(sigmoid_scale * ply->score), 1 - Certain, Certain);
        later = later ? (1 - lambda) * now + lambda * *later : now;
        if (is_decisive(ply->score)) { continue; }
        ply->score = static_cast<std::int16_t>(std::lround(std::log(*later / (1 - *later)) / sigmoid_scale));
    }
}

void add_positions(const GameRecord& record, std::uint32_t game, const PositionFilter& filter,
                   std::vector<TrainingPosition>& positions) {
    Position position = record.start;
    for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
        const MoveScore& each = record.plies[ply];
        if (filter.passes(position, each.move, each.score, static_cast<int>(ply))) {
            positions.push_back(to_training_position(position, each.score, record.result, game));
        }
        position.play(each.move);
    }
}

namespace {

constexpr std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 31) * 0x7FB5D329728EA185ULL;
    value = (value ^ value >> 27) * 0x81DADEF4BC2DD44DULL;
    return value ^ value >> 33;
}

std::uint64_t hash_of_board(const TrainingPosition& position) {
    std::array<std::uint64_t, 2> pieces{};
    std::memcpy(pieces.data(), position.pieces.data(), sizeof(pieces));
    return mixed(mixed(mixed(position.occupied) + pieces[0]) + pieces[1]);
}

bool is_same_board(const TrainingPosition& a, const TrainingPosition& b) {
    return a.occupied == b.occupied && a.pieces == b.pieces;
}

}  // namespace

std::size_t shard_of(const TrainingPosition& position, std::size_t shards) {
    // From other bits than remove_duplicates uses.
    return (hash_of_board(position) >> 32) % shards;
}

std::size_t remove_duplicates(std::vector<TrainingPosition>& positions) {
    // An open-addressing hash table of the boards kept so far: their index plus 1; 0 is a free place.
    std::vector<std::uint32_t> places(std::bit_ceil(2 * positions.size() + 1), 0);
    const std::size_t mask = places.size() - 1;
    std::size_t kept = 0;
    for (const TrainingPosition& position : positions) {
        std::size_t at = hash_of_board(position) & mask;
        while (places[at] != 0 && !is_same_board(positions[places[at] - 1], position)) { at = (at + 1) & mask; }
        if (places[at] != 0) {
            positions[places[at] - 1] = position;
            continue;
        }
        positions[kept++] = position;
        places[at] = static_cast<std::uint32_t>(kept);
    }
    const std::size_t removed = positions.size() - kept;
    positions.resize(kept);
    return removed;
}

TrainingSet split_by_game(std::vector<TrainingPosition> positions, std::uint64_t validation_part) {
    TrainingSet set;
    const auto is_for_training = [&](const TrainingPosition& position) {
        return mixed(position.game) % validation_part != 0;
    };
    const auto middle = std::partition(positions.begin(), positions.end(), is_for_training);
    set.validation.assign(middle, positions.end());
    positions.erase(middle, positions.end());
    set.training = std::move(positions);
    return set;
}

void shuffle(std::vector<TrainingPosition>& positions, Prng& prng) {
    // Partners are drawn some steps ahead, so that there is time to prefetch them.
    constexpr std::size_t Ahead = 32;
    std::array<std::size_t, Ahead> partners{};
    std::size_t drawn = positions.size();
    for (std::size_t i = positions.size(); i > 1; --i) {
        for (; drawn > 1 && drawn + Ahead > i; --drawn) {
            const std::size_t partner = prng.below(drawn);
            partners[drawn % Ahead] = partner;
            __builtin_prefetch(&positions[partner], 1);
        }
        std::swap(positions[i - 1], positions[partners[i % Ahead]]);
    }
}

}  // namespace skua::lab
