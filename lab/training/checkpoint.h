// Checkpoints: the state of a training run in a file, from which it resumes.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "lab/training/trainer.h"

namespace skua::lab {

inline constexpr int MaxEpochs = 100'000;

struct Checkpoint {
    NetShape shape;
    TrainState state;
};
std::optional<Error> save_checkpoint(const std::string& path, const TrainState& state, const NetShape& shape);
Result<Checkpoint> load_checkpoint(const std::string& path);

}  // namespace skua::lab
