#include "lab/training/trainer.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <sstream>
#include <type_traits>
#include <utility>

#include "eval/nnue/architecture.h"
#include "lab/games/dataset.h"
#include "lab/support/arguments.h"
#include "lab/support/files.h"
#include "lab/support/parallel.h"
#include "lab/support/plot.h"
#include "lab/support/progress.h"
#include "lab/support/signals.h"

namespace skua::lab {

namespace {

constexpr float MeanDecay = 0.9F;
constexpr float SpreadDecay = 0.999F;
// Output weights beyond 128 / QB would overflow in the engine; of the others none needs to be larger.
constexpr float LargestNumber = 1.98F;

float rate_at(const TrainSettings& settings, double progress) {
    const double cosine = 0.5 * (1 + std::cos(progress * 3.141592653589793));
    return static_cast<float>(static_cast<double>(settings.rate) * (0.01 + 0.99 * cosine));
}

std::uint32_t crc32_of(std::string_view bytes) {
    return crc32({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

// AdamW over a part of the numbers: the gradients of all threads are added up, used and cleared in one pass.
void take_step(TrainState& state, std::vector<NetNumbers>& gradients, const TrainSettings& settings, float scale,
               float rate, std::size_t from, std::size_t to) {
    const auto steps = static_cast<float>(state.steps);
    const float mean_correction = 1 / (1 - std::pow(MeanDecay, steps));
    const float spread_correction = 1 / (1 - std::pow(SpreadDecay, steps));
    const float decay = settings.decay;
    float* const __restrict numbers = state.numbers.data();
    float* const __restrict mean = state.mean.data();
    float* const __restrict spread = state.spread.data();
    float* const __restrict average = state.average.data();
    // While few steps are behind it, the mean is over fewer: about the last tenth of them.
    const float keep = std::min(settings.averaging, steps / (steps + 10));
    for (std::size_t t = 1; t < gradients.size(); ++t) {
        float* const __restrict first = gradients[0].data();
        float* const __restrict other = gradients[t].data();
        for (std::size_t i = from; i < to; ++i) {
            first[i] += other[i];
            other[i] = 0;
        }
    }
    float* const __restrict gradient = gradients[0].data();
    for (std::size_t i = from; i < to; ++i) {
        const float slope = gradient[i] * scale;
        gradient[i] = 0;
        mean[i] = MeanDecay * mean[i] + (1 - MeanDecay) * slope;
        spread[i] = SpreadDecay * spread[i] + (1 - SpreadDecay) * slope * slope;
        const float pace = mean[i] * mean_correction / (std::sqrt(spread[i] * spread_correction) + 1e-8F);
        const float value = numbers[i] - rate * (pace + decay * numbers[i]);
        numbers[i] = std::min(std::max(value, -LargestNumber), LargestNumber);
        average[i] = keep * average[i] + (1 - keep) * numbers[i];
    }
}

}  // namespace

TrainState start_training(const TrainSettings& settings) {
    TrainState state;
    state.numbers = random_numbers(settings.shape, settings.seed);
    state.mean.assign(settings.shape.size(), 0.0F);
    state.spread.assign(settings.shape.size(), 0.0F);
    state.average = state.numbers;
    return state;
}

double mean_error(const NetNumbers& numbers, const std::vector<TrainingPosition>& positions,
                  const TrainSettings& settings) {
    if (positions.empty()) { return 0; }
    const auto threads = static_cast<std::size_t>(settings.threads);
    std::vector<double> sums(threads, 0.0);
    in_parallel(settings.threads, [&](std::size_t thread) {
        NetWorker worker(settings.shape);
        double sum = 0;
        for (std::size_t i = thread; i < positions.size(); i += threads) {
            sum += static_cast<double>(worker.error(numbers, positions[i], settings.target));
        }
        sums[thread] = sum;
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(positions.size());
}

namespace {

void shuffle_for_epoch(TrainingSet& set, const TrainSettings& settings, int epoch) {
    Prng prng(settings.seed + 1000003ULL * static_cast<std::uint64_t>(epoch));
    shuffle(set.training, prng);
}

}  // namespace

void catch_up(const TrainState& state, TrainingSet& set, const TrainSettings& settings) {
    for (int epoch = 1; epoch <= state.epoch; ++epoch) { shuffle_for_epoch(set, settings, epoch); }
}

std::uint64_t fingerprint(const TrainSettings& settings, const TrainingSet& set) {
    std::ostringstream text;
    text << std::setprecision(9) << settings.epochs << ' ' << settings.batch << ' ' << settings.rate << ' '
         << settings.decay << ' ' << settings.averaging << ' ' << settings.seed << ' ' << settings.start << ' '
         << settings.target.share << ' ' << settings.target.k << ' ' << set.training.size() << ' '
         << checksum_of(set.training) << ' ' << checksum_of(set.validation);
    return crc32_of(text.str());
}

const TrainReport& train_epoch(TrainState& state, TrainingSet& set, const TrainSettings& settings,
                               const EpochTick& tick) {
    const auto begin = std::chrono::steady_clock::now();
    shuffle_for_epoch(set, settings, state.epoch + 1);

    const auto threads = static_cast<std::size_t>(settings.threads);
    const std::size_t size = set.training.size();
    const std::size_t batches = (size + settings.batch - 1) / settings.batch;
    std::vector<NetNumbers> gradients(threads, NetNumbers(settings.shape.size(), 0.0F));
    std::vector<double> errors(threads, 0.0);
    std::barrier barrier(static_cast<std::ptrdiff_t>(threads));
    TrainReport report;
    // Made here, because a thread that fails would leave the others waiting.
    std::vector<NetWorker> workers(threads, NetWorker(settings.shape));
    in_parallel(settings.threads, [&](std::size_t thread) {
        NetWorker& worker = workers[thread];
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t first = batch * settings.batch;
            const std::size_t last = std::min(first + settings.batch, size);
            for (std::size_t i = first + thread; i < last; i += threads) {
                errors[thread] += static_cast<double>(
                    worker.learn(state.numbers, set.training[i], settings.target, gradients[thread]));
            }
            if (thread == 0) {
                ++state.steps;
                report.rate =
                    rate_at(settings, (state.epoch + static_cast<double>(batch) / static_cast<double>(batches)) /
                                          settings.epochs);
            }
            barrier.arrive_and_wait();
            // In stretches of whole cache lines.
            const std::size_t share = (settings.shape.size() / threads + 63) / 64 * 64;
            take_step(
                state, gradients, settings, 1.0F / static_cast<float>(last - first), report.rate,
                std::min(thread * share, settings.shape.size()),
                thread + 1 == threads ? settings.shape.size() : std::min((thread + 1) * share, settings.shape.size()));
            // Now, while no thread learns.
            const double error = thread == 0 ? std::accumulate(errors.begin(), errors.end(), 0.0) : 0.0;
            barrier.arrive_and_wait();
            if (thread == 0 && tick) { tick(last, error / static_cast<double>(last)); }
        }
    });
    ++state.epoch;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    report.epoch = state.epoch;
    report.training_error =
        std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(std::max<std::size_t>(size, 1));
    report.validation_error = mean_error(state.average, set.validation, settings);
    report.positions_per_second = static_cast<double>(size) / seconds;
    state.reports.push_back(report);
    return state.reports.back();
}

// ---------------------------------------------------------------------- checkpoints

namespace {

constexpr std::string_view CheckpointMagic = "SkuaTrn2";
constexpr std::int64_t MaxHidden = 1024;
constexpr std::int64_t MaxEpochs = 100'000;

// What stands before the numbers.
struct CheckpointHeader {
    std::array<char, CheckpointMagic.size()> magic{};
    std::uint64_t hidden = 0;
    std::uint64_t buckets = 0;
    std::uint64_t epoch = 0;
    std::uint64_t steps = 0;
    std::uint64_t run = 0;
    std::uint64_t checksum = 0;  // of all of the file, with 0 in this place
};

std::array<NetNumbers TrainState::*, 4> numbers_of_state() {
    return {&TrainState::numbers, &TrainState::mean, &TrainState::spread, &TrainState::average};
}

std::uint64_t checksum_of(CheckpointHeader header, std::string_view rest) {
    header.checksum = 0;
    return crc32_of(std::string(bytes_of_span(std::span<const CheckpointHeader>(&header, 1))) + std::string(rest));
}

}  // namespace

std::optional<Error> save_checkpoint(const std::string& path, const TrainState& state, const NetShape& shape) {
    static_assert(std::is_trivially_copyable_v<TrainReport>);
    std::string rest;
    for (NetNumbers TrainState::*const numbers : numbers_of_state()) {
        rest += bytes_of_span(std::span<const float>(state.*numbers));
    }
    rest += bytes_of_span(std::span<const TrainReport>(state.reports));
    CheckpointHeader header;
    std::copy(CheckpointMagic.begin(), CheckpointMagic.end(), header.magic.begin());
    header.hidden = shape.hidden;
    header.buckets = shape.buckets;
    header.epoch = static_cast<std::uint64_t>(state.epoch);
    header.steps = state.steps;
    header.run = state.run;
    header.checksum = checksum_of(header, rest);
    return write_file(path, {bytes_of_span(std::span<const CheckpointHeader>(&header, 1)), rest});
}

Result<Checkpoint> load_checkpoint(const std::string& path) {
    const Result<std::string> contents = contents_of(path);
    if (!contents) { return Error{contents.error()}; }
    CheckpointHeader header;
    if (!contents->starts_with(CheckpointMagic) || contents->size() < sizeof(header)) {
        return Error{in_quotes(path) + " is no checkpoint"};
    }
    std::memcpy(&header, contents->data(), sizeof(header));
    std::string_view rest = std::string_view(*contents).substr(sizeof(header));
    const Error damaged{in_quotes(path) + " is damaged"};
    if (header.hidden == 0 || header.hidden > MaxHidden || header.hidden % HiddenStep != 0 || header.buckets == 0 ||
        header.buckets > 32 || header.epoch > MaxEpochs || header.checksum != checksum_of(header, rest)) {
        return damaged;
    }
    Checkpoint checkpoint;
    checkpoint.shape = {header.hidden, header.buckets};
    TrainState& state = checkpoint.state;
    state.epoch = static_cast<int>(header.epoch);
    state.steps = header.steps;
    state.run = header.run;
    const auto take = [&rest](void* to, std::size_t size) {
        if (size == 0) { return; }  // then there may be no place to copy to
        std::memcpy(to, rest.data(), size);
        rest.remove_prefix(size);
    };
    const std::size_t size = checkpoint.shape.size();
    state.reports.resize(header.epoch);
    const std::size_t reports_size = state.reports.size() * sizeof(TrainReport);
    if (rest.size() != numbers_of_state().size() * size * sizeof(float) + reports_size) { return damaged; }
    for (NetNumbers TrainState::*const numbers : numbers_of_state()) {
        (state.*numbers).resize(size);
        take((state.*numbers).data(), size * sizeof(float));
    }
    take(state.reports.data(), reports_size);
    for (NetNumbers TrainState::*const numbers : numbers_of_state()) {
        const auto is_number = [](float value) { return std::isfinite(value); };
        if (!std::all_of((state.*numbers).begin(), (state.*numbers).end(), is_number)) { return damaged; }
    }
    return checkpoint;
}

// ---------------------------------------------------------------------- the command

namespace {

std::string csv_of(const std::vector<TrainReport>& reports) {
    std::ostringstream text;
    text << "epoch,rate,training,validation,positions_per_second\n";
    for (const TrainReport& report : reports) {
        text << report.epoch << ',' << report.rate << ',' << report.training_error << ',' << report.validation_error
             << ',' << report.positions_per_second << '\n';
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

// What a run writes.
struct Files {
    std::string net;
    std::string errors = net + ".csv";
    std::string picture = net + ".svg";
    std::string state = net + ".state";
};

enum class Save : std::uint8_t { All, Missing };

// First the state: whoever has it can go on, and make the others again.
std::optional<Error> save(const Files& files, const TrainState& state, const NetShape& shape, Save what) {
    const auto is_due = [what](const std::string& path) { return what == Save::All || !std::filesystem::exists(path); };
    std::optional<Error> error;
    if (is_due(files.state)) { error = save_checkpoint(files.state, state, shape); }
    if (!error && is_due(files.net)) {
        const std::vector<std::uint8_t> bytes = quantise(shape, state.average);
        error = write_file(files.net, bytes_of_span(std::span<const std::uint8_t>(bytes)));
    }
    if (!error && is_due(files.errors)) { error = write_file(files.errors, csv_of(state.reports)); }
    if (!error && is_due(files.picture)) { error = write_file(files.picture, picture_of(files.net, state.reports)); }
    return error;
}

// How far an epoch is.
class EpochLine {
public:
    EpochLine(int epoch, int epochs, std::size_t positions) : epoch_(epoch), epochs_(epochs), positions_(positions) {}

    void show(std::size_t done, double error) {
        if (!line_.due()) { return; }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
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
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    const int epoch_;
    const int epochs_;
    const std::size_t positions_;
    LiveLine line_;
};

}  // namespace

int run_train(std::span<const std::string_view> arguments) {
    TrainSettings settings;
    auto hidden = static_cast<std::int64_t>(settings.shape.hidden);
    std::int64_t epochs = settings.epochs;
    std::int64_t threads = usual_threads();
    auto batch = static_cast<std::int64_t>(settings.batch);
    auto seed = static_cast<std::int64_t>(settings.seed);
    double rate = static_cast<double>(settings.rate);
    double share = static_cast<double>(settings.target.share);
    double k = static_cast<double>(settings.target.k);
    std::string net_path = "skua.nnue";
    std::string start_path;
    ArgumentReader reader("train", "<positions>...",
                          "Makes a network from files of skua-lab data positions. Beside the network it writes a\n"
                          "checkpoint (.state), from which the same command goes on after Ctrl-C (exit code 1), the\n"
                          "errors of every epoch (.csv) and a picture of them (.svg).",
                          1, 1000);
    reader.add_text("--start", start_path, "checkpoint", "begin with its numbers instead of random ones");
    reader.add_text("--net", net_path, "file", "the network to write");
    reader.add<std::int64_t>("--hidden", hidden, 16, MaxHidden,
                             "size of the hidden layer, a multiple of " + std::to_string(HiddenStep));
    reader.add<std::int64_t>("--epochs", epochs, 1, MaxEpochs, "times through all positions");
    reader.add<std::int64_t>("--batch", batch, 1, 1'000'000, "positions between steps");
    reader.add<double>("--rate", rate, 1e-6, 0.1, "of learning, at the start");
    reader.add<double>("--wdl", share, 0, 1,
                       "share of the game's result in the target; the rest is the search's score");
    reader.add<double>("--k", k, 1e-4, 0.1, "from centipawns to the expected share of the point");
    reader.add<std::int64_t>("--threads", threads, 1, 1024, "threads that work");
    reader.add<std::int64_t>("--seed", seed, 0, 1'000'000'000'000, "the same seed and threads make the same network");
    int exit_code = ExitDone;
    const std::optional<std::vector<std::string>> files = reader.read_or_explain(arguments, exit_code);
    if (!files) { return exit_code; }
    if (static_cast<std::size_t>(hidden) % HiddenStep != 0) {
        return complain("--hidden must be a multiple of " + std::to_string(HiddenStep), ExitMisused);
    }
    settings.shape.hidden = static_cast<std::size_t>(hidden);
    settings.target = {static_cast<float>(share), static_cast<float>(k)};
    settings.epochs = static_cast<int>(epochs);
    settings.threads = static_cast<int>(threads);
    settings.batch = static_cast<std::size_t>(batch);
    settings.rate = static_cast<float>(rate);
    settings.seed = static_cast<std::uint64_t>(seed);

    const Files out{net_path};
    if (const std::optional<Error> error = cant_write(out.net)) { return complain(error->message); }
    const std::optional<FileLock> lock = FileLock::take(net_path + ".lock");
    if (!lock) { return complain("another program is making " + in_quotes(out.net)); }
    const bool goes_on = std::filesystem::exists(out.state);
    // Files without the checkpoint they were made with may be somebody's treasure.
    for (const std::string& path : {out.net, out.errors, out.picture, out.state}) {
        if (const std::optional<Error> error = goes_on ? cant_write(path) : must_be_new(path)) {
            return complain(error->message);
        }
    }
    const auto load = [&](const std::string& path) -> Result<TrainState> {
        Result<Checkpoint> kept = load_checkpoint(path);
        if (!kept) { return Error{kept.error()}; }
        if (kept->shape != settings.shape) { return Error{in_quotes(path) + " belongs to a network of another shape"}; }
        return std::move(kept->state);
    };
    TrainState state = start_training(settings);
    if (!start_path.empty()) {
        const Result<TrainState> start = load(start_path);
        if (!start) { return complain(start.error()); }
        state.numbers = start->average;
        state.average = start->average;
        settings.start = crc32_of(bytes_of_span(std::span<const float>(start->average)));
    }
    if (goes_on) {
        Result<TrainState> kept = load(out.state);
        if (!kept) { return complain(kept.error()); }
        state = *std::move(kept);
    }

    std::vector<TrainingPosition> positions;
    for (const std::string& file : *files) {
        if (const std::optional<Error> error = read_positions(file, positions)) { return complain(error->message); }
    }
    constexpr std::uint64_t ValidationPart = 50;
    TrainingSet set = split_by_game(std::move(positions), ValidationPart);
    if (set.training.empty() || set.validation.empty()) { return complain("there are too few positions"); }
    std::cerr << set.training.size() << " positions to learn from, " << set.validation.size() << " to check with\n";
    const std::uint64_t run = fingerprint(settings, set);
    if (goes_on && state.run != run) {
        return complain(in_quotes(out.state) +
                        " belongs to other positions or settings; name another --net, or remove it");
    }
    state.run = run;
    if (goes_on) {
        std::cerr << "Going on after epoch " << state.epoch << '\n';
        catch_up(state, set, settings);
    }

    HeldSignals signals;
    bool stopped = false;
    const auto begin = std::chrono::steady_clock::now();
    const int first = state.epoch;
    while (state.epoch < settings.epochs) {
        EpochLine line(state.epoch + 1, settings.epochs, set.training.size());
        const TrainReport& report = train_epoch(state, set, settings, [&](std::size_t done, double error) {
            line.show(done, error);
            if (!stopped && signals.take()) {
                stopped = true;
                std::cerr << "\nThe end of this epoch will be the end; Ctrl-C again: at once\n";
            }
        });
        line.erase();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const double left = seconds / (state.epoch - first) * (settings.epochs - state.epoch);
        std::cerr << std::fixed << "epoch " << report.epoch << '/' << settings.epochs << ": training "
                  << std::setprecision(6) << report.training_error << ", validation " << report.validation_error << ", "
                  << std::setprecision(0) << report.positions_per_second << " positions/s, " << duration_text(left)
                  << " left\n";
        if (const std::optional<Error> error = save(out, state, settings.shape, Save::All)) {
            return complain(error->message);
        }
        if (stopped || signals.take()) { break; }
    }
    if (state.epoch == first) {
        // Complete before; but somebody may have removed the network.
        if (const std::optional<Error> error = save(out, state, settings.shape, Save::Missing)) {
            return complain(error->message);
        }
    }
    std::cout << net_path << ": " << state.epoch << " of " << settings.epochs << " epochs, validation error "
              << std::setprecision(6) << mean_error(state.average, set.validation, settings) << '\n';
    return state.epoch < settings.epochs ? ExitFailed : ExitDone;
}

}  // namespace skua::lab
