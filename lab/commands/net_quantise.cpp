#include <span>

#include "lab/commands/commands.h"
#include "lab/support/files.h"
#include "lab/training/checkpoint.h"
#include "lab/training/factoriser.h"

#include "eval/nnue/network.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string checkpoint;
    std::string net;
};

int run(const Settings& settings) {
    const Result<Checkpoint> checkpoint = load_checkpoint(settings.checkpoint);
    if (!checkpoint) { return complain(checkpoint.error()); }
    if (const std::optional<Error> error = must_be_new(settings.net)) { return complain(error->message); }
    const std::vector<std::uint8_t> bytes =
        quantise(checkpoint->shape, merge(checkpoint->shape, checkpoint->state.ema));
    if (checkpoint->shape == NetShape{}) {
        if (const auto network = nnue::parse_network(bytes); !network) {
            return complain("the checkpoint does not make a network for the engine: " + network.error());
        }
    }
    const std::optional<Error> error = write_file(settings.net, bytes_of_span(std::span(bytes)));
    return error ? complain(error->message) : ExitDone;
}

}  // namespace

void add_net_quantise(CLI::App& net) {
    auto [options, settings] = add_command(net, "quantise", "Make a network for the engine from a checkpoint", run);
    options.add_file("checkpoint", settings.checkpoint, "checkpoint (.state) that train wrote");
    options.add_file("net", settings.net, "file of the network to write");
    options.set_details("train does this by itself after every epoch.");
}

}  // namespace skua::lab
