#include "search/time.h"

namespace skua {

namespace {

constexpr Milliseconds Least = 1;
// Kept back from every plan: a busy machine may not let us run for that long, and the flag must not fall meanwhile.
constexpr Milliseconds Reserve = 25;
// With more moves to go than this the clock is shared as if there were this many: most games end before.
constexpr int MostMovesPlanned = 50;

}  // namespace

TimeManager::TimeManager(const Limits& limits, Color side, Milliseconds overhead, const Parameters& parameters)
    : start_(limits.start), nodes_per_millisecond_(limits.nodes_per_millisecond), parameters_(parameters) {
    if (limits.move_time) {
        plan_.hard = std::max(*limits.move_time - overhead, Least);
        fixed_ = true;
    }
    if (!limits.time[side]) { return; }

    // Some GUIs send a clock that has run out; we still owe them a move.
    const Milliseconds clock = std::max(*limits.time[side], Least);
    const Milliseconds increment = std::max<Milliseconds>(limits.increment[side], 0);
    const Milliseconds usable = std::max(clock - overhead - Reserve, Least);

    Milliseconds soft = 0;
    Milliseconds hard = 0;
    if (limits.moves_to_go) {
        // Equal shares of the time for all moves to go, with one more move in reserve.
        const Milliseconds moves = std::clamp(*limits.moves_to_go, 1, MostMovesPlanned);
        const Milliseconds all = std::max(usable + increment * (moves - 1) - overhead * (moves - 1), Least);
        soft = all / (moves + (moves > 1 ? 1 : 0)) * parameters.time_moves_percent / 100;
        const int share = moves == 1 ? parameters.time_last_move_percent : parameters.time_moves_usable_percent;
        hard = std::min(soft * parameters.time_moves_hard / 100, usable * share / 100);
    } else {
        soft = usable * parameters.time_soft / 1000 + increment * parameters.time_increment / 100;
        hard = soft * parameters.time_hard / 100;
    }
    hard = std::clamp(hard, Least, std::max(usable * parameters.time_usable_percent / 100, Least));
    soft = std::clamp(soft, Least, hard);
    // With a time per move as well, the shorter one counts.
    if (plan_.hard && *plan_.hard <= hard) { return; }
    fixed_ = false;
    plan_.hard = hard;
    plan_.soft = soft;
}

// Time management by node share, stability and trend: the more of the nodes went below the best move, the longer it has
// been the best and the less the score falls, the sooner the search may end. False when the next iteration would have
// changed its mind. Worth: not measured.
bool TimeManager::past_soft_limit(const Confidence& confidence, std::uint64_t nodes) const {
    if (!plan_.soft || fixed_) { return false; }
    const double share = std::clamp(
        parameters_.time_node_base / 100.0 - confidence.best_move_share * parameters_.time_node_scale / 100.0,
        parameters_.time_node_min / 100.0, parameters_.time_node_max / 100.0);
    const int stable_iterations = std::min(confidence.stable_iterations, parameters_.time_stability_iterations);
    const double stability =
        parameters_.time_stability_base / 100.0 - stable_iterations * parameters_.time_stability / 100.0;
    const double trend = std::clamp(1.0 + confidence.score_drop / static_cast<double>(parameters_.time_trend_divisor),
                                    parameters_.time_trend_min / 100.0, parameters_.time_trend_max / 100.0);
    const double target = static_cast<double>(*plan_.soft) * share * stability * trend;
    return static_cast<double>(on_clock(nodes)) >= std::min(target, static_cast<double>(*plan_.hard));
}

}  // namespace skua
