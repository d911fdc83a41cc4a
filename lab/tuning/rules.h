// What the weights of the classical evaluation must keep to, so that every line of a breakdown makes sense to a player:
// signs, bounds, and order within a table. weights.inc has the rule of each term, in the words of `rule_words`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/enum_array.h"
#include "eval/classical/weights.h"
#include "lab/tuning/classical_model.h"

namespace skua::lab {

struct Rule {
    struct Range {
        int low = -10'000;
        int high = 10'000;
    };
    enum class Order : std::uint8_t { Any, Rising, Falling };

    Range middlegame = {};
    Range endgame = {};
    Order order = Order::Any;
    std::size_t row = 0;  // the order holds within each row of so many values; 0: within the whole table
    // The mean of the table from this value on is 0: what they have in common belongs to another term.
    std::optional<std::size_t> centred_from = std::nullopt;

    // Both rules together.
    friend constexpr Rule operator&(Rule a, const Rule& b) {
        const auto narrow = [](Range& range, const Range& other) {
            range = {std::max(range.low, other.low), std::min(range.high, other.high)};
        };
        narrow(a.middlegame, b.middlegame);
        narrow(a.endgame, b.endgame);
        if (b.order != Order::Any) {
            a.order = b.order;
            a.row = b.row;
        }
        if (b.centred_from) { a.centred_from = b.centred_from; }
        return a;
    }
};

namespace rule_words {

// Bounds of the middlegame and the endgame values, or of both.
constexpr Rule within(int low, int high) { return {.middlegame = {low, high}, .endgame = {low, high}}; }
constexpr Rule positive(int middlegame, int endgame) {
    return {.middlegame = {0, middlegame}, .endgame = {0, endgame}};
}
constexpr Rule positive(int limit) { return positive(limit, limit); }
constexpr Rule negative(int middlegame, int endgame) {
    return {.middlegame = {-middlegame, 0}, .endgame = {-endgame, 0}};
}
constexpr Rule negative(int limit) { return negative(limit, limit); }
inline constexpr Rule MiddlegameOnly{.endgame = {0, 0}};
inline constexpr Rule EndgameOnly{.middlegame = {0, 0}};
// No value is smaller, or none is larger, than the one before it.
inline constexpr Rule Rising{.order = Rule::Order::Rising};
inline constexpr Rule Falling{.order = Rule::Order::Falling};
constexpr Rule rising_in_rows(std::size_t row) { return {.order = Rule::Order::Rising, .row = row}; }
constexpr Rule falling_in_rows(std::size_t row) { return {.order = Rule::Order::Falling, .row = row}; }
constexpr Rule centred_from(std::size_t first) { return {.centred_from = first}; }
inline constexpr Rule Centred = centred_from(0);

}  // namespace rule_words

inline constexpr EnumArray<classical::Term, Rule> RuleTable = [] {
    using namespace rule_words;
    return EnumArray<classical::Term, Rule>{
#define TERM(family, name, phrase, rule, ...) rule,
#include "eval/classical/weights.inc"
#undef TERM
    };
}();

// Moves the values of one phase to the nearest ones that keep the rule. `importance` says how much each of them resists
// where the order demands a common value; it has as many numbers, all above 0.
void project(const Rule& rule, const Rule::Range& range, std::span<double> values, std::span<const double> importance);
// The same for every term.
void project(ParameterVector& parameters, const ParameterVector& importance);

// A sentence for each broken rule. The mean of a centred table may differ from 0 as much as rounding explains.
std::vector<std::string> broken_rules(const classical::Weights& weights);

}  // namespace skua::lab
