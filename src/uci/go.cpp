#include "uci/go.h"

#include <algorithm>
#include <optional>

#include "base/parse.h"
#include "chess/uci_move.h"

namespace skua {

GoReading parse_go(std::string_view arguments, const Position& position) {
    GoReading reading;
    Limits& limits = reading.limits;
    const std::vector<std::string_view> words = split_words(arguments);
    std::size_t next = 0;

    bool unreadable = false;
    // The number after a keyword; stays where it is when there is none.
    const auto number = [&](std::string_view keyword) -> std::optional<std::int64_t> {
        if (next < words.size()) {
            if (const auto value = parse_clamped<std::int64_t>(words[next])) {
                ++next;
                return value;
            }
        }
        unreadable = true;
        reading.remarks.push_back(std::string(keyword) + " needs a number" +
                                  (next < words.size() ? ", not " + in_quotes(words[next]) : std::string()) +
                                  ", and is passed over");
        return std::nullopt;
    };
    const auto at_least = [](std::optional<std::int64_t> value, std::int64_t low, std::int64_t high) {
        return value ? std::optional(std::clamp(*value, low, high)) : value;
    };
    constexpr std::int64_t LongestTime = std::int64_t{1} << 40;
    constexpr Milliseconds TimeForUnreadableLimit = 1000;

    while (next < words.size()) {
        const std::string_view word = words[next++];
        if (word == "wtime" || word == "btime") {
            limits.time[word == "wtime" ? Color::White : Color::Black] = at_least(number(word), 1, LongestTime);
        } else if (word == "winc" || word == "binc") {
            limits.increment[word == "winc" ? Color::White : Color::Black] =
                at_least(number(word), 0, LongestTime).value_or(0);
        } else if (word == "movestogo") {
            const auto moves = number(word);
            if (moves && *moves >= 1) { limits.moves_to_go = static_cast<int>(std::min<std::int64_t>(*moves, 10000)); }
        } else if (word == "movetime") {
            limits.move_time = at_least(number(word), 1, LongestTime);
        } else if (word == "depth") {
            if (const auto depth = at_least(number(word), 1, MaxPly - 1)) { limits.depth = static_cast<Depth>(*depth); }
        } else if (word == "nodes") {
            // Counts beyond 63 bits are as good as no limit.
            if (const auto nodes = at_least(number(word), 1, INT64_MAX)) {
                limits.nodes = static_cast<std::uint64_t>(*nodes);
            }
        } else if (word == "mate") {
            if (const auto moves = at_least(number(word), 1, MaxPly / 2)) { limits.mate = static_cast<int>(*moves); }
        } else if (word == "infinite") {
            limits.infinite = true;
        } else if (word == "ponder") {
            limits.ponder = true;
        } else if (word == "searchmoves") {
            while (next < words.size()) {
                const Result<Move> move = parse_uci_move(position, words[next]);
                // The list ends at the next keyword; what looks like a move but is none is passed over.
                if (!move && !(words[next].size() >= 4 && words[next].size() <= 5 && is_digit(words[next][1]))) {
                    break;
                }
                if (!move) {
                    reading.remarks.push_back("searchmoves: " + move.error());
                } else if (std::find(limits.search_moves.begin(), limits.search_moves.end(), *move) ==
                           limits.search_moves.end()) {
                    limits.search_moves.push_back(*move);
                }
                ++next;
            }
        } else if (!parse_clamped<std::int64_t>(word)) {
            reading.remarks.push_back(in_quotes(word) + " means nothing to go, and is passed over");
        }
    }
    // The clock of the side to move is missing: the increment, or the opponent's clock, tells that a game is being
    // played.
    const Color us = position.side_to_move();
    const bool has_increment = limits.increment[Color::White] > 0 || limits.increment[Color::Black] > 0;
    if (!limits.time[us] && (limits.time[~us] || has_increment) && !limits.move_time) {
        limits.time[us] = limits.time[~us] ? *limits.time[~us] : 1;
    }
    const bool limited = limits.time[us] || limits.move_time || limits.depth || limits.nodes || limits.mate;
    if (!limited && unreadable && !limits.infinite && !limits.ponder) {
        // Whoever wrote it waits for an answer.
        limits.move_time = TimeForUnreadableLimit;
        reading.remarks.push_back("no limit could be read: thinking for a second");
    } else if (!limited) {
        limits.infinite = true;
    }
    return reading;
}

}  // namespace skua
