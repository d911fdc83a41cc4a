#include "cli/effort.h"

namespace skua::cli {

namespace {

constexpr std::int64_t MaxNodes = std::int64_t{1} << 40;
constexpr std::int64_t MaxMoveTime = std::int64_t{24} * 3600 * 1000;

// "1,234,567"
std::string grouped(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) { text += ','; }
        text += digits[i];
    }
    return text;
}

}  // namespace

void EffortWords::add_to(Arguments& arguments) {
    arguments.add_number("--nodes", "n", nodes, 1, MaxNodes,
                         "nodes for each position; " + std::to_string(DefaultNodes) + " without it");
    arguments.add_number("--movetime", "ms", move_time, 1, MaxMoveTime, "milliseconds for each position instead");
    arguments.add_number("--depth", "plies", depth, 1, MaxPly - 1, "depth of each search instead");
    arguments.add_flag("--quick", quick, std::to_string(QuickNodes) + " nodes for each position");
    arguments.add_flag("--deep", deep, std::to_string(DeepNodes) + " nodes for each position");
}

Result<AnalysisSettings> EffortWords::settings() const {
    const int given = (nodes ? 1 : 0) + (move_time ? 1 : 0) + (depth ? 1 : 0) + (quick ? 1 : 0) + (deep ? 1 : 0);
    if (given > 1) { return Error{"give only one of --nodes, --movetime, --depth, --quick and --deep"}; }
    AnalysisSettings result;
    if (given == 0) { return result; }
    result.nodes = quick ? std::optional(QuickNodes) : deep ? std::optional(DeepNodes) : nodes;
    result.move_time = move_time;
    result.depth = depth;
    return result;
}

std::string effort_text(const AnalysisSettings& settings) {
    if (settings.move_time) {
        return grouped(static_cast<std::uint64_t>(*settings.move_time)) + " ms for each position";
    }
    if (settings.depth) { return "depth " + std::to_string(*settings.depth) + " in each position"; }
    return grouped(settings.nodes.value_or(0)) + " nodes for each position";
}

}  // namespace skua::cli
