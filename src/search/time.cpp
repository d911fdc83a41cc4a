#include "search/time.h"

namespace skua {

TimeManager::TimeManager(const Limits& limits, Color side, Milliseconds overhead, const Parameters& parameters)
    : start_(limits.start), parameters_(parameters) {
    constexpr Milliseconds Least = 1;
    // Never planned with: a busy machine may not let us run for that long, and the flag must not fall meanwhile.
    constexpr Milliseconds Reserve = 25;
    if (limits.move_time) {
        hard_ = std::max(*limits.move_time - overhead, Least);
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
        // So many moves for this time: equal shares, a little more for the present one.
        const Milliseconds moves = std::clamp(*limits.moves_to_go, 1, 50);
        const Milliseconds all = std::max(usable + increment * (moves - 1) - overhead * (moves - 1), Least);
        soft = all / (moves + (moves > 1 ? 1 : 0)) * 9 / 10;
        hard = std::min(soft * 4, moves == 1 ? usable * 9 / 10 : usable * 6 / 10);
    } else {
        soft = usable * parameters.time_soft / 1000 + increment * parameters.time_increment / 100;
        hard = soft * parameters.time_hard / 100;
    }
    hard = std::clamp(hard, Least, std::max(usable * 7 / 10, Least));
    soft = std::clamp(soft, Least, hard);
    // With a time per move as well, the shorter one counts.
    if (hard_ && *hard_ <= hard) { return; }
    fixed_ = false;
    hard_ = hard;
    soft_ = soft;
}

bool TimeManager::past_soft_limit(const Confidence& confidence) const {
    if (!soft_ || fixed_) { return false; }
    // Much effort spent on refuting alternatives means the choice is not clear yet.
    const double nodes =
        parameters_.time_node_base / 100.0 - confidence.best_move_share * parameters_.time_node_scale / 100.0 + 0.5;
    const double stability = 1.2 - std::min(confidence.stable_iterations, 8) * parameters_.time_stability / 160.0;
    const double trend = std::clamp(1.0 + confidence.score_drop / 120.0, 0.8, 1.5);
    const double target = static_cast<double>(*soft_) * std::clamp(nodes, 0.45, 2.2) * stability * trend;
    return static_cast<double>(elapsed()) >= std::min(target, static_cast<double>(*hard_));
}

}  // namespace skua
