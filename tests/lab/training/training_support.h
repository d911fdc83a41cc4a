// Positions and settings for tests of the trainer.
#pragma once

#include <array>
#include <vector>

#include "chess/random_positions.h"
#include "lab/lab_support.h"
#include "lab/training/trainer.h"

namespace skua::lab {

inline std::vector<TrainingPosition> some_positions(std::uint64_t seed, int count) {
    std::vector<TrainingPosition> positions;
    Prng prng(seed + 100);
    visit_random_positions(seed, count, [&](const Game& game) {
        const Score score = static_cast<Score>(prng.below(801)) - 400;
        positions.push_back(to_training_position(game.position(), score, static_cast<GameResult>(prng.below(3))));
    });
    return positions;
}

inline TrainSettings small_settings() {
    TrainSettings settings;
    settings.shape = {32, nnue::OutputBuckets};
    settings.epochs = 8;
    settings.batch = 64;
    settings.learning_rate = 0.005F;
    settings.threads = 2;
    settings.ema_decay = 0.9F;
    return settings;
}

// Positions whose worth is their material: something that can be learned.
inline TrainingSet material_set() {
    TrainingSet set;
    int visited = 0;
    visit_random_positions(11, 3000, [&](const Game& game) {
        const Position& position = game.position();
        int score = 0;
        for (const Square square : position.pieces()) {
            constexpr std::array Values{100, 300, 300, 500, 900, 0};
            const Piece piece = position.piece_on(square);
            const int value = Values[static_cast<std::size_t>(type_of(piece))];
            score += color_of(piece) == Color::White ? value : -value;
        }
        const GameResult outcome = score > 100    ? GameResult::WhiteWins
                                   : score < -100 ? GameResult::BlackWins
                                                  : GameResult::Draw;
        auto& into = ++visited % 10 == 0 ? set.validation : set.training;
        into.push_back(to_training_position(position, std::clamp(score, -1500, 1500), outcome));
    });
    return set;
}

}  // namespace skua::lab
