// The files that a training run writes: network, checkpoint, and the errors of every epoch as CSV and as a picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/training/trainer.h"

namespace skua::lab {

// All names follow from that of the network.
struct TrainingOutputs {
    std::string net;
    std::string errors = net + ".csv";
    std::string picture = net + ".svg";
    std::string checkpoint = net + ".state";
    std::string lock = net + ".lock";
};

// Returns why one of the files can't be written. Unless the run resumes from its checkpoint, they must all be new:
// outputs without a matching checkpoint are never overwritten.
std::optional<Error> cant_write(const TrainingOutputs& outputs, bool resumes);

enum class Save : std::uint8_t { All, Missing };
// Writes the checkpoint first: from it, the other files can be made again.
std::optional<Error> save(const TrainingOutputs& outputs, const TrainState& state, const NetShape& shape, Save what);

}  // namespace skua::lab
