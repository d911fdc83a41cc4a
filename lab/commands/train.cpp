#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <span>
#include <sstream>
#include <utility>

#include "base/checksum.h"
#include "base/parse.h"
#include "eval/nnue/network.h"
#include "lab/commands/commands.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"
#include "lab/training/checkpoint.h"
#include "lab/training/factoriser.h"
#include "lab/training/outputs.h"
#include "lab/training/positions_file.h"
#include "lab/training/trainer.h"

namespace skua::lab {

namespace {

using Clock = std::chrono::steady_clock;

// One game in fifty is for validation.
constexpr std::uint64_t ValidationPart = 50;

struct Settings {
    Settings() { train.threads = default_threads(); }

    std::vector<std::string> positions;
    std::string net = "skua.nnue";
    std::string start;
    bool stream = false;
    TrainSettings train;
};

// Progress within an epoch.
class EpochLine {
public:
    EpochLine(int epoch, int epochs, std::size_t positions) : epoch_(epoch), epochs_(epochs), positions_(positions) {}

    void show(std::size_t done, double error) {
        if (!line_.due()) { return; }
        const std::chrono::duration<double> passed = Clock::now() - begin_;
        const double speed = static_cast<double>(done) / passed.count();
        const double left = static_cast<double>(positions_) * (epochs_ - epoch_ + 1) - static_cast<double>(done);
        std::ostringstream text;
        text << "epoch " << epoch_ << '/' << epochs_ << ", " << done * 100 / positions_ << " %: training " << std::fixed
             << std::setprecision(6) << error << ", " << std::setprecision(0) << speed << " positions/s, "
             << duration_text(left / speed) << " left";
        line_.show(text.str());
    }
    void erase() { line_.erase(); }

private:
    const Clock::time_point begin_ = Clock::now();
    const int epoch_;
    const int epochs_;
    const std::size_t positions_;
    ProgressLine line_;
};

Result<TrainState> load_state(const std::string& path, const NetShape& shape) {
    Result<Checkpoint> checkpoint = load_checkpoint(path);
    if (!checkpoint) { return Error{checkpoint.error()}; }
    if (checkpoint->shape != shape) {
        return Error{in_quotes(path, 200) + " has " + checkpoint->shape.describe() + ", this run " + shape.describe()};
    }
    return std::move(checkpoint->state);
}

// The weights of a network (.nnue) or of a checkpoint.
Result<FloatNetwork> load_weights(const std::string& path) {
    const Result<std::string> contents = contents_of(path);
    if (!contents) { return Error{contents.error()}; }
    if (contents->starts_with(nnue::Magic)) {
        Result<FloatNetwork> network =
            dequantise({reinterpret_cast<const std::uint8_t*>(contents->data()), contents->size()});
        if (!network) { return Error{"the network " + in_quotes(path, 200) + " can't be used: " + network.error()}; }
        return network;
    }
    Result<Checkpoint> checkpoint = load_checkpoint(path);
    if (!checkpoint) { return Error{checkpoint.error()}; }
    return FloatNetwork{checkpoint->shape, merge(checkpoint->shape, checkpoint->state.ema)};
}

// Random weights, or those of the file that --start names; then `settings.start` gets their checksum.
Result<TrainState> first_state(const std::string& start, TrainSettings& settings) {
    TrainState state = start_training(settings);
    if (start.empty()) { return state; }
    const Result<FloatNetwork> from = load_weights(start);
    if (!from) { return Error{from.error()}; }
    const Result<NetWeights> weights = widen(*from, settings.shape, settings.seed);
    if (!weights) { return Error{in_quotes(start, 200) + " can't start this run: " + weights.error()}; }
    state.weights = factorise(settings.shape, *weights);
    state.ema = state.weights;
    const NetWeights rows = to_file_order(from->shape, from->weights);
    const std::string_view bytes = bytes_of_span(std::span<const float>(rows));
    settings.start = crc32({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return state;
}

// The positions in memory, in `set`, or streamed from their files. Ctrl-C ends it with an Error.
Result<std::unique_ptr<PositionSource>> open_positions(const Settings& settings, TrainingSet& set,
                                                       SignalGuard& signals) {
    const auto is_interrupted = [&signals] { return signals.received(); };
    std::unique_ptr<PositionSource> source;
    if (settings.stream) {
        Result<std::unique_ptr<StreamedPositions>> streamed =
            StreamedPositions::open(settings.positions, ValidationPart, settings.train.seed, is_interrupted);
        if (!streamed) { return Error{streamed.error()}; }
        source = *std::move(streamed);
    } else {
        std::vector<TrainingPosition> positions;
        for (const std::string& path : settings.positions) {
            if (std::optional<Error> error = read_positions(path, positions, is_interrupted)) {
                return *std::move(error);
            }
        }
        set = split_by_game(std::move(positions), ValidationPart);
        source = std::make_unique<MemoryPositions>(set, settings.train.seed);
    }
    if (source->size() == 0 || source->validation().empty()) {
        return Error{"there are too few games: one in " + std::to_string(ValidationPart) +
                     " is set aside for validation, which leaves " + std::to_string(source->size()) +
                     " positions for training and " + std::to_string(source->validation().size()) +
                     " for validation, and each needs one at least. Play some hundred games or more with skua-lab "
                     "datagen, and take their positions with skua-lab data positions"};
    }
    return source;
}

void print(const TrainReport& report, const TrainSettings& settings, double seconds_left) {
    std::cerr << std::fixed << "epoch " << report.epoch << '/' << settings.epochs << ": training "
              << std::setprecision(6) << report.training_error << ", validation " << report.validation_error << ", "
              << std::setprecision(0) << report.positions_per_second << " positions/s, " << duration_text(seconds_left)
              << " left\n";
}

// Trains until all epochs are done or the user stops it. Every epoch is saved.
std::optional<Error> train(TrainState& state, PositionSource& positions, const TrainSettings& settings,
                           const TrainingOutputs& outputs, SignalGuard& signals) {
    bool stopped = false;
    const auto begin = Clock::now();
    const int first = state.epoch;
    while (state.epoch < settings.epochs && !stopped) {
        EpochLine line(state.epoch + 1, settings.epochs, positions.size());
        const auto tick = [&](std::size_t done, double error) {
            line.show(done, error);
            if (!stopped && signals.received()) {
                stopped = true;
                std::cerr << "\nStopping after this epoch; press Ctrl-C again to stop at once\n";
            }
        };
        std::optional<Error> failure = train_epoch(state, positions, settings, tick);
        line.erase();
        if (failure) { return failure; }
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        print(state.reports.back(), settings, seconds / (state.epoch - first) * (settings.epochs - state.epoch));
        if (std::optional<Error> error = save(outputs, state, settings.shape, Save::All)) { return error; }
        stopped = stopped || signals.received();
    }
    // If the run was complete before, a file that was removed since is written again.
    return state.epoch == first ? save(outputs, state, settings.shape, Save::Missing) : std::nullopt;
}

int run(const Settings& settings) {
    TrainSettings train_settings = settings.train;
    if (!nnue::is_king_bucket_count(train_settings.shape.king_buckets)) {
        throw UsageError("--king-buckets can be 1 or 4");
    }
    if (train_settings.final_rate.value_or(0) > train_settings.learning_rate) {
        throw UsageError("--final-rate can't be above --rate");
    }
    const TrainingOutputs outputs{settings.net};
    if (const std::optional<Error> error = cant_write(outputs, true)) { return complain(error->message); }
    SignalGuard signals;  // from here on, so that the lock file is removed after Ctrl-C
    const std::optional<FileLock> lock = FileLock::take(outputs.lock);
    if (!lock) { return complain("another program is making " + in_quotes(outputs.net, 200)); }
    const bool resumes = std::filesystem::exists(outputs.checkpoint);
    if (const std::optional<Error> error = cant_write(outputs, resumes)) { return complain(error->message); }

    Result<TrainState> state = first_state(settings.start, train_settings);
    if (state && resumes) { state = load_state(outputs.checkpoint, train_settings.shape); }
    if (!state) { return complain(state.error()); }
    TrainingSet set;
    const Result<std::unique_ptr<PositionSource>> source = open_positions(settings, set, signals);
    if (!source) { return complain(source.error()); }
    PositionSource& positions = **source;
    std::cerr << positions.size() << " positions for training, " << positions.validation().size()
              << " for validation\n";
    const std::uint64_t run = fingerprint(train_settings, positions);
    if (resumes && state->run != run) {
        return complain(in_quotes(outputs.checkpoint, 200) +
                        " belongs to other positions or settings; name another --net, or remove it");
    }
    state->run = run;
    if (resumes) {
        std::cerr << "Resuming after epoch " << state->epoch << '\n';
        if (!settings.stream) { restore_order(*state, set, train_settings); }
    }
    if (signals.received()) { return complain("interrupted before the first epoch"); }
    if (const std::optional<Error> error = train(*state, positions, train_settings, outputs, signals)) {
        return complain(error->message);
    }
    std::cout << outputs.net << ": " << state->epoch << " of " << train_settings.epochs << " epochs, validation error "
              << std::setprecision(6) << mean_error(state->ema, positions.validation(), train_settings) << '\n';
    return state->epoch < train_settings.epochs ? ExitFailed : ExitDone;
}

}  // namespace

void add_train(CLI::App& lab) {
    auto [options, settings] = add_command(lab, "train", "Train a network with positions", run);
    TrainSettings& train = settings.train;
    options.add_files("positions", settings.positions, "files that data positions or data random-walks wrote");
    options.add_flag("--stream", settings.stream,
                     "keep only two of these files in memory at a time; for those of data positions --shards");
    options.add_text("--net", settings.net, "network to write");
    options.add_text("--start", settings.start,
                     "start from the weights of this network or checkpoint (.state), which may be smaller");
    options.add_multiple("--hidden", train.shape.hidden, HiddenStep, MaxHidden, "size of the hidden layer");
    options.add("--king-buckets", train.shape.king_buckets, 1, 4, "inputs for each region of the own king: 1 or 4");
    options.add("--epochs", train.epochs, 1, MaxEpochs, "passes over all positions");
    options.add("--batch", train.batch, 1, 1'000'000, "positions per step");
    options.add("--rate", train.learning_rate, 1e-6F, 0.1F, "learning rate at the start");
    options.add("--final-rate", train.final_rate, 1e-6F, 0.1F,
                "learning rate at the end; a hundredth of --rate if not given");
    options.add("--wdl", train.target.wdl_share, 0.0F, 1.0F,
                "lambda: share of the game's result in the target; the rest is the score");
    options.add("--final-wdl", train.final_wdl_share, 0.0F, 1.0F,
                "let that share change steadily to this; validation uses the last");
    options.add("--k", train.target.sigmoid_scale, 1e-4F, 0.1F, "sigmoid scale: from centipawns to expected results");
    options.add("--threads", train.threads, 1, 1024, "threads to use");
    options.add("--seed", train.seed, 0, 1'000'000'000'000, "the same seed and threads make the same network");
    options.set_details(
        "Beside the network it writes a checkpoint (.state), the errors of every epoch (.csv) and a picture of them\n"
        "(.svg). After Ctrl-C (exit code 1) the same command resumes from the checkpoint.");
}

}  // namespace skua::lab
