#include "xboard/clock.h"

#include <algorithm>

#include "base/parse.h"

namespace skua {

namespace {

constexpr Milliseconds LongestTime = Milliseconds{1} << 40;
constexpr int MostMoves = 10000;

std::size_t count_digits(std::string_view text) {
    std::size_t count = 0;
    while (count < text.size() && is_digit(text[count])) { ++count; }
    return count;
}

// The number at the start of the text, which loses it, as multiples of `unit`.
std::optional<Milliseconds> take_number(std::string_view& text, Milliseconds unit) {
    const std::size_t digits = count_digits(text);
    if (digits == 0) { return std::nullopt; }
    const auto whole = parse_clamped<Milliseconds>(text.substr(0, digits));
    text.remove_prefix(digits);
    Milliseconds value = std::min(*whole, LongestTime / unit) * unit;
    if (text.size() < 2 || text.front() != '.' || !is_digit(text[1])) { return value; }
    text.remove_prefix(1);
    for (Milliseconds place = unit; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
        place /= 10;
        value += place * (text.front() - '0');
    }
    return value;
}

}  // namespace

std::optional<Milliseconds> parse_seconds(std::string_view text) {
    const std::optional<Milliseconds> value = take_number(text, 1000);
    return text.empty() ? value : std::nullopt;
}

std::optional<Milliseconds> parse_minutes(std::string_view text) {
    std::optional<Milliseconds> value = take_number(text, 60 * 1000);
    if (value && !text.empty() && text.front() == ':') {
        text.remove_prefix(1);
        *value += take_number(text, 1000).value_or(0);
    }
    return value;
}

bool ChessClock::set_level(std::string_view arguments, const Game& game) {
    const auto moves = parse_clamped<int>(next_word(arguments));
    const auto base = parse_minutes(next_word(arguments));
    const auto increment = parse_seconds(next_word(arguments));
    if (!moves || *moves < 0 || !base || !increment) { return false; }
    moves_ = std::min(*moves, MostMoves);
    base_ = *base;
    increment_ = *increment;
    first_ply_ = game.ply();
    per_move_.reset();
    engine_ = opponent_ = base_;
    return true;
}

void ChessClock::restart() {
    first_ply_ = 0;
    engine_ = opponent_ = base_;
}

int ChessClock::moves_made(const Game& game, Color color) const {
    const int head_start = game.start().side_to_move() == color ? 1 : 0;
    // After taking back moves the time control may lie ahead.
    return std::max((game.ply() + head_start) / 2 - (first_ply_ + head_start) / 2, 0);
}

Limits ChessClock::limits(const Game& game, Clock::time_point start) const {
    Limits limits;
    limits.start = start;
    limits.depth = depth_;
    if (per_move_) {
        limits.move_time = std::max<Milliseconds>(*per_move_, 1);
        return limits;
    }
    const Color us = game.position().side_to_move();
    limits.time[us] = std::clamp<Milliseconds>(engine_, 1, LongestTime);
    limits.time[~us] = std::clamp<Milliseconds>(opponent_, 1, LongestTime);
    limits.increment.fill(increment_);
    if (moves_ > 0) { limits.moves_to_go = moves_ - moves_made(game, us) % moves_; }
    return limits;
}

void ChessClock::engine_moved(const Game& game, Color color, Milliseconds thought) {
    if (per_move_) { return; }
    engine_ = std::max<Milliseconds>(engine_ - thought, 0) + increment_;
    if (moves_ > 0 && moves_made(game, color) % moves_ == 0) { engine_ += base_; }
    engine_ = std::min(engine_, LongestTime);
}

}  // namespace skua
