// check_network <file>: reads a network as the engine will, before the build embeds it. Exits with 1 and a message if
// the engine could not use it.
#include <cstdint>
#include <iostream>

#include "eval/nnue/network.h"

// The reader refers to the embedded network, which is only made after this check.
extern "C" {
extern const std::uint8_t SkuaNetworkBegin[];
extern const std::uint8_t SkuaNetworkEnd[];
const std::uint8_t SkuaNetworkBegin[1]{};
const std::uint8_t SkuaNetworkEnd[1]{};
}

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: check_network <file>\n";
        return 2;
    }
    const auto network = skua::nnue::load_network(argv[1]);
    if (!network) { std::cerr << "EVALFILE: " << network.error() << '\n'; }
    return network ? 0 : 1;
}
