#include "report/clock_use.h"

#include <algorithm>
#include <string_view>

#include "base/parse.h"

namespace skua {

namespace {

struct TimeControl {
    std::optional<Milliseconds> start;
    Milliseconds increment = 0;
};

// Seconds for the game plus seconds for each move; other forms tell nothing.
TimeControl parse_time_control(std::string_view text) {
    constexpr Milliseconds MostSeconds = 1'000'000;
    TimeControl control;
    const std::size_t plus = text.find('+');
    const std::optional<Milliseconds> start = parse_integer<Milliseconds>(text.substr(0, plus));
    const std::optional<Milliseconds> increment = plus == std::string_view::npos
                                                      ? std::optional<Milliseconds>(0)
                                                      : parse_integer<Milliseconds>(text.substr(plus + 1));
    if (!start || !increment || *start < 0 || *start > MostSeconds || *increment < 0 || *increment > MostSeconds) {
        return control;
    }
    control.start = *start * 1000;
    control.increment = *increment * 1000;
    return control;
}

std::string two_digits(Milliseconds number) { return (number < 10 ? "0" : "") + std::to_string(number); }

}  // namespace

bool ClockUse::is_known() const {
    return std::any_of(sides.begin(), sides.end(), [](const Side& side) { return side.left || side.timed_moves > 0; });
}

ClockUse clock_use(const PgnGame& game, const GameAnalysis& analysis) {
    const TimeControl control = parse_time_control(game.tags.get("TimeControl"));
    ClockUse use;
    use.spent.resize(analysis.moves.size());
    Color side = game.start.side_to_move();
    EnumArray<Color, std::optional<Milliseconds>> before;
    before.fill(control.start);
    for (std::size_t i = 0; i < analysis.moves.size(); ++i, side = ~side) {
        const MoveAnalysis& move = analysis.moves[i];
        use.spent[i] = move.spent;
        if (!move.spent && move.clock && before[side]) {
            use.spent[i] = std::max<Milliseconds>(*before[side] - *move.clock + control.increment, 0);
        }
        before[side] = move.clock;
        ClockUse::Side& its = use.sides[side];
        if (move.clock) { its.left = move.clock; }
        if (!use.spent[i]) { continue; }
        if (its.timed_moves == 0 || *use.spent[i] > *use.spent[its.longest]) { its.longest = i; }
        its.total += *use.spent[i];
        ++its.timed_moves;
    }
    return use;
}

std::string clock_text(Milliseconds time) {
    const Milliseconds seconds = time / 1000;
    std::string text = two_digits(seconds / 60 % 60) + ':' + two_digits(seconds % 60);
    if (seconds >= 3600) { return std::to_string(seconds / 3600) + ':' + text; }
    if (text.front() == '0') { text.erase(0, 1); }
    if (time < 20'000 && time % 1000 != 0) { text += '.' + std::to_string(time % 1000 / 100); }
    return text;
}

}  // namespace skua
