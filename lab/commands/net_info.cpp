#include <iostream>

#include "base/parse.h"
#include "eval/nnue/nnue.h"
#include "lab/commands/commands.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
};

int run(const Settings& settings) {
    const Result<nnue::NetworkHeader> header = nnue::load_header(settings.path);
    if (!header) { return complain(header.error()); }
    std::cout << "version " << header->version << ", " << header->inputs << " inputs, " << header->hidden
              << " hidden for each side, " << header->buckets << " output buckets\n"
              << "QA " << header->qa << ", QB " << header->qb << ", scale " << header->eval_scale << " centipawns\n"
              << header->bytes << " bytes of weights, checksum " << hexadecimal(header->checksum) << '\n';
    const auto network = nnue::load_network(settings.path);
    if (!network) { return complain(network.error()); }
    std::cout << "evaluation of the start position: " << nnue::raw_evaluate(**network, Position()) << " cp\n";
    return ExitDone;
}

}  // namespace

void add_net_info(CLI::App& net) {
    auto [options, settings] = add_command(net, "info", "Show the sizes and the checksum of a network", run);
    options.add_file("net", settings.path, "file of a network");
    options.set_details("The exit code is 1 if this program can't use the network.");
}

}  // namespace skua::lab
