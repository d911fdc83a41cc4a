#include "lab/training/outputs.h"

#include <filesystem>
#include <span>
#include <sstream>

#include "lab/support/files.h"
#include "lab/support/plot.h"
#include "lab/training/checkpoint.h"
#include "lab/training/factoriser.h"

namespace skua::lab {

namespace {

std::string csv_of(const std::vector<TrainReport>& reports) {
    std::ostringstream text;
    text << "epoch,rate,training,validation,positions_per_second\n";
    for (const TrainReport& report : reports) {
        text << report.epoch << ',' << report.learning_rate << ',' << report.training_error << ','
             << report.validation_error << ',' << report.positions_per_second << '\n';
    }
    return text.str();
}

std::string picture_of(const std::string& title, const std::vector<TrainReport>& reports) {
    Curve training{"training error", {}};
    Curve validation{"validation error", {}};
    for (const TrainReport& report : reports) {
        training.values.push_back(report.training_error);
        validation.values.push_back(report.validation_error);
    }
    return draw_curves(title, {training, validation});
}

}  // namespace

std::optional<Error> cant_write(const TrainingOutputs& outputs, bool resumes) {
    for (const std::string& path : {outputs.net, outputs.errors, outputs.picture, outputs.checkpoint}) {
        if (std::optional<Error> error = resumes ? cant_write(path) : must_be_new(path)) { return error; }
    }
    return std::nullopt;
}

std::optional<Error> save(const TrainingOutputs& outputs, const TrainState& state, const NetShape& shape, Save what) {
    const auto is_due = [what](const std::string& path) { return what == Save::All || !std::filesystem::exists(path); };
    std::optional<Error> error;
    if (is_due(outputs.checkpoint)) { error = save_checkpoint(outputs.checkpoint, state, shape); }
    if (!error && is_due(outputs.net)) {
        const std::vector<std::uint8_t> bytes = quantise(shape, merge(shape, state.ema));
        error = write_file(outputs.net, bytes_of_span(std::span<const std::uint8_t>(bytes)));
    }
    if (!error && is_due(outputs.errors)) { error = write_file(outputs.errors, csv_of(state.reports)); }
    if (!error && is_due(outputs.picture)) {
        error = write_file(outputs.picture, picture_of(outputs.net, state.reports));
    }
    return error;
}

}  // namespace skua::lab
