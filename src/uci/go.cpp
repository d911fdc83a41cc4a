#include "uci/go.h"

#include <algorithm>
#include <optional>

#include "base/parse.h"
#include "chess/uci_move.h"

namespace skua {

namespace {

constexpr std::int64_t MaxTime = std::int64_t{1} << 40;
constexpr std::int64_t MaxMovesToGo = 10000;
constexpr Milliseconds TimeForUnreadableLimit = 1000;

class GoParser {
public:
    GoParser(std::string_view arguments, const Position& position)
        : words_(split_words(arguments)), position_(position) {}

    GoReading parse() {
        while (next_ < words_.size()) {
            const std::string_view word = words_[next_++];
            if (!parse_time(word) && !parse_limit(word) && !parse_flag(word) && !parse_clamped<std::int64_t>(word)) {
                remark(in_quotes(word) + " is not an argument of go; it is ignored");
            }
        }
        fill_in_clock();
        choose_end();
        return std::move(reading_);
    }

private:
    // Each returns false when it does not know the word.

    bool parse_time(std::string_view word) {
        if (word == "wtime" || word == "btime") {
            limits_.time[word == "wtime" ? Color::White : Color::Black] = number(word, 1, MaxTime);
        } else if (word == "winc" || word == "binc") {
            limits_.increment[word == "winc" ? Color::White : Color::Black] = number(word, 0, MaxTime).value_or(0);
        } else if (word == "movestogo") {
            const auto moves = number(word, 0, MaxMovesToGo);
            if (moves && *moves >= 1) { limits_.moves_to_go = static_cast<int>(*moves); }
        } else if (word == "movetime") {
            limits_.move_time = number(word, 1, MaxTime);
        } else {
            return false;
        }
        return true;
    }

    bool parse_limit(std::string_view word) {
        if (word == "depth") {
            if (const auto depth = number(word, 1, MaxPly - 1)) { limits_.depth = static_cast<Depth>(*depth); }
        } else if (word == "nodes") {
            if (const auto nodes = number(word, 1, INT64_MAX)) { limits_.nodes = static_cast<std::uint64_t>(*nodes); }
        } else if (word == "mate") {
            if (const auto moves = number(word, 1, MaxPly / 2)) { limits_.mate = static_cast<int>(*moves); }
        } else if (word == "searchmoves") {
            parse_search_moves();
        } else {
            return false;
        }
        return true;
    }

    bool parse_flag(std::string_view word) {
        if (word == "infinite") {
            limits_.infinite = true;
        } else if (word == "ponder") {
            limits_.ponder = true;
        } else {
            return false;
        }
        return true;
    }

    // The list ends at the next word that is not written like a move.
    void parse_search_moves() {
        for (; next_ < words_.size(); ++next_) {
            const std::string_view word = words_[next_];
            const Result<Move> move = parse_uci_move(position_, word);
            if (move) {
                std::vector<Move>& moves = limits_.search_moves;
                if (std::find(moves.begin(), moves.end(), *move) == moves.end()) { moves.push_back(*move); }
            } else if (word.size() >= 4 && word.size() <= 5 && is_digit(word[1])) {
                remark("searchmoves: " + move.error());
            } else {
                return;
            }
        }
    }

    // The number after a keyword, clamped to the range; nothing when the next word is not a number.
    std::optional<std::int64_t> number(std::string_view keyword, std::int64_t low, std::int64_t high) {
        const std::string_view word = next_ < words_.size() ? words_[next_] : "";
        if (const auto value = parse_clamped<std::int64_t>(word)) {
            ++next_;
            return std::clamp(*value, low, high);
        }
        has_unreadable_ = true;
        remark(std::string(keyword) + " needs a number" + (word.empty() ? "" : ", not " + in_quotes(word)) +
               "; it is ignored");
        return std::nullopt;
    }

    // When only the opponent's clock or an increment is given, a game is being played and the clock of the side to move
    // is missing.
    void fill_in_clock() {
        const Color us = position_.side_to_move();
        const bool has_increment = limits_.increment[Color::White] > 0 || limits_.increment[Color::Black] > 0;
        if (limits_.time[us] || limits_.move_time || !(limits_.time[~us] || has_increment)) { return; }
        limits_.time[us] = limits_.time[~us].value_or(1);
    }

    void choose_end() {
        const bool is_limited = limits_.time[position_.side_to_move()] || limits_.move_time || limits_.depth ||
                                limits_.nodes || limits_.mate;
        if (is_limited) { return; }
        if (has_unreadable_ && !limits_.infinite && !limits_.ponder) {
            // The GUI meant some limit and waits for an answer.
            limits_.move_time = TimeForUnreadableLimit;
            remark("no limit could be read; searching for one second");
        } else {
            limits_.infinite = true;
        }
    }

    void remark(std::string text) { reading_.remarks.push_back(std::move(text)); }

    const std::vector<std::string_view> words_;
    const Position& position_;
    std::size_t next_ = 0;
    bool has_unreadable_ = false;
    GoReading reading_;
    Limits& limits_ = reading_.limits;
};

}  // namespace

GoReading parse_go(std::string_view arguments, const Position& position) {
    return GoParser(arguments, position).parse();
}

}  // namespace skua
