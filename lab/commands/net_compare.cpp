#include <iomanip>
#include <iostream>

#include "eval/nnue/network.h"
#include "eval/nnue/simd.h"
#include "lab/commands/commands.h"
#include "lab/training/checkpoint.h"
#include "lab/training/factoriser.h"
#include "lab/training/network_checks.h"

namespace skua::lab {

namespace {

// Random games reach evaluations of thousands of centipawns, where rounding shows most.
constexpr double MaxMeanError = 25;

struct Settings {
    std::string net;
    std::string checkpoint;
    std::uint64_t positions = 10'000;
    std::uint64_t moves = 1'000'000;
    std::uint64_t seed = 1;
};

bool updates_agree(const std::shared_ptr<const nnue::Network>& network, const Settings& settings) {
    const UpdateCheck check = check_updates(network, settings.moves, settings.seed);
    std::cout << "kernel " << nnue::kernel::Name << ", " << settings.moves << " random moves, " << check.compared
              << " positions compared: " << check.wrong
              << " differ between incremental, from scratch, colours exchanged and mirrored\n";
    return check.wrong == 0;
}

bool quantisation_is_close(const nnue::Network& network, const Checkpoint& checkpoint, const Settings& settings) {
    const NetWeights weights = merge(checkpoint.shape, checkpoint.state.ema);
    const QuantisationError error =
        measure_quantisation(network, checkpoint.shape, weights, settings.positions, settings.seed);
    std::cout << error.positions << " positions, quantised against floating point: " << std::fixed
              << std::setprecision(2) << error.mean << " cp on average, " << error.largest << " at most\n";
    const bool is_close = error.mean <= MaxMeanError;  // false if it is not a number
    if (!is_close) {
        std::cout << std::setprecision(0) << "FAIL: mean error " << error.mean << " cp exceeds " << MaxMeanError
                  << " cp\n";
    }
    return is_close;
}

int run(const Settings& settings) {
    const auto network = nnue::load_network(settings.net);
    if (!network) { return complain(network.error()); }
    std::optional<Checkpoint> checkpoint;
    if (!settings.checkpoint.empty()) {
        Result<Checkpoint> loaded = load_checkpoint(settings.checkpoint);
        if (!loaded) { return complain(loaded.error()); }
        if (loaded->shape != NetShape{}) {
            return complain("the checkpoint has " + loaded->shape.describe() + ", this program is built for " +
                            NetShape{}.describe());
        }
        checkpoint = *std::move(loaded);
    }
    bool good = updates_agree(*network, settings);
    if (checkpoint) { good = quantisation_is_close(**network, *checkpoint, settings) && good; }
    return good ? ExitDone : ExitFailed;
}

}  // namespace

void add_net_compare(CLI::App& net) {
    auto [options, settings] = add_command(net, "compare", "Check a network against itself and its checkpoint", run);
    options.add_file("net", settings.net, "file of a network");
    options.add_optional_file("checkpoint", settings.checkpoint, "checkpoint (.state) it was made from");
    options.add("--positions", settings.positions, 1, 100'000'000, "positions to compare with the checkpoint");
    options.add("--moves", settings.moves, 1, 1'000'000'000, "random moves to follow");
    options.add("--seed", settings.seed, 0, 1'000'000'000'000, "seed of the random games");
    options.set_details(
        "Incremental updates must give the same evaluation as a computation from scratch, and as the position with\n"
        "colours exchanged or mirrored. The quantised network must be close to the checkpoint's weights.");
}

}  // namespace skua::lab
