// Any bytes as the file of a tablebase: it is refused with one message, or positions can be looked up in it. The first
// byte chooses which table the others are. So that the fuzzer need not guess sizes, the bytes are also cut or padded to
// a size that the format allows, behind the right first bytes.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzz_support.h"
#include "tablebase/tables.h"

namespace skua::tablebase {
namespace {

constexpr std::array<std::string_view, 8> Files{"KQvK.rtbw",  "KQvK.rtbz",  "KPvK.rtbw",  "KPvK.rtbz",
                                                "KPvKP.rtbw", "KPvKP.rtbz", "KRRvK.rtbw", "KRRvK.rtbz"};

const std::vector<Position>& positions() {
    static const std::vector<Position> list = [] {
        std::vector<Position> made;
        for (const std::string_view fen :
             {"8/8/3k4/8/8/8/8/KQ6 w - - 0 1", "8/8/3k4/8/6Q1/8/8/K7 b - - 0 1", "k7/8/8/3q4/8/8/8/7K w - - 0 1",
              "8/8/8/7k/P7/8/8/K7 w - - 0 1", "8/4p3/8/7k/8/8/8/K7 b - - 0 1", "8/8/8/8/1pP4k/8/8/K7 b - c3 0 1",
              "8/1P4p1/8/8/7k/8/8/K7 w - - 0 1", "7k/8/8/8/1R6/8/R7/K7 w - - 0 1", "7k/8/8/8/1r6/8/r7/5K2 w - - 0 1"}) {
            made.push_back(parse_fen(fen)->position);
        }
        return made;
    }();
    return list;
}

void check(std::string_view name, std::vector<std::uint8_t> bytes) {
    int messages = 0;
    Tables tables([&](const std::string& message) {
        require(message.find(name) != std::string::npos);
        ++messages;
    });
    require(tables.add_bytes(name, std::move(bytes)));
    // The outcomes of others may be missing, but with one value for all, this table is needed and read.
    for (const std::string_view outcomes : {"KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"}) {
        if (outcomes == name) { continue; }
        constexpr std::array<std::uint8_t, 4> Magic{0x71, 0xE8, 0x23, 0x5D};
        const std::uint8_t piece = outcomes[1] == 'Q'   ? 0x55
                                   : outcomes[1] == 'R' ? 0x44
                                   : outcomes[1] == 'B' ? 0x33
                                                        : 0x22;
        std::vector<std::uint8_t> all_equal(Magic.begin(), Magic.end());
        // Split, no pawns; the order; white king, piece, black king; both sides to move: one value each, win and loss.
        all_equal.insert(all_equal.end(), {1, 0, 0x66, piece, 0xEE, 0, 0x80, 4, 0x80, 0});
        all_equal.resize(64 + 16);
        tables.add_bytes(outcomes, all_equal);
    }
    for (const Position& position : positions()) {
        const std::optional<Outcome> outcome = tables.probe_wdl(position);
        const std::optional<int> dtz = tables.probe_dtz(position);
        require(!outcome || (*outcome >= Outcome::Loss && *outcome <= Outcome::Win));
        require(!dtz || (*dtz > -140000 && *dtz < 140000));
    }
    require(messages <= 1);
}

}  // namespace
}  // namespace skua::tablebase

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace skua::tablebase;
    if (size == 0) { return 0; }
    const std::string_view name = Files[data[0] % Files.size()];
    std::vector<std::uint8_t> bytes(data + 1, data + size);
    check(name, bytes);
    const auto magic = magic_of(name.ends_with('w') ? TableKind::Wdl : TableKind::Dtz);
    bytes.resize(std::max<std::size_t>((bytes.size() + 47) / 64 * 64, 64) + 16);
    std::copy(magic.begin(), magic.end(), bytes.begin());
    check(name, bytes);
    return 0;
}
