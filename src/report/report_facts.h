// Who made a report, and how: what stands in its head besides the games.
#pragma once

#include <string>

namespace skua {

struct ReportFacts {
    std::string engine;   // with its version
    std::string network;  // the checksum of its network; empty without one
    std::string effort;   // "300,000 nodes for each position"
    std::string date;     // 2026-11-18; empty if it is not to be told
};

}  // namespace skua
