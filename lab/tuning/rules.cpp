#include "lab/tuning/rules.h"

#include <cassert>
#include <cmath>
#include <numeric>

namespace skua::lab {

namespace {

using classical::TermInfo;
using classical::WeightCount;

// The nearest values of which none is smaller than the one before: neighbours in the wrong order are replaced by their
// mean until none are left (pool adjacent violators).
void make_rising(std::span<double> values, std::span<const double> importance) {
    struct Pool {
        double value = 0;
        double importance = 0;
        std::size_t size = 0;
    };
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Pool pool{values[i], importance[i], 1};
        while (!pools.empty() && pools.back().value > pool.value) {
            const Pool& before = pools.back();
            const double sum = before.importance + pool.importance;
            pool.value = (before.value * before.importance + pool.value * pool.importance) / sum;
            pool.importance = sum;
            pool.size += before.size;
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    std::size_t next = 0;
    for (const Pool& pool : pools) {
        std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(next), pool.size, pool.value);
        next += pool.size;
    }
}

void put_in_order(const Rule& rule, std::span<double> values, std::span<const double> importance) {
    const double sign = rule.order == Rule::Order::Rising ? 1 : -1;
    const std::size_t row = rule.row == 0 ? values.size() : rule.row;
    for (double& value : values) { value *= sign; }
    for (std::size_t at = 0; at < values.size(); at += row) {
        make_rising(values.subspan(at, row), importance.subspan(at, row));
    }
    for (double& value : values) { value *= sign; }
}

// Adds the same number to all values, so that from `first` on their mean is 0 after they were clamped to the range.
void centre(const Rule::Range& range, std::size_t first, std::span<double> values) {
    const std::span<double> part = values.subspan(first);
    const auto sum_after = [&](double shift) {
        double sum = 0;
        for (const double value : part) { sum += std::clamp<double>(value + shift, range.low, range.high); }
        return sum;
    };
    const auto [least, most] = std::minmax_element(part.begin(), part.end());
    double low = range.low - *most;
    double high = range.high - *least;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (sum_after(middle) < 0 ? low : high) = middle;
    }
    for (double& value : values) { value += high; }
}

std::string to_text(const Rule::Range& range) {
    return "between " + std::to_string(range.low) + " and " + std::to_string(range.high);
}

void check(const TermInfo& info, const Rule& rule, const Rule::Range& range, std::string_view phase,
           const std::vector<int>& values, std::vector<std::string>& complaints) {
    const auto complain = [&](const std::string& what) {
        complaints.push_back(std::string(info.name) + ", " + std::string(phase) + ": " + what);
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string number = "value " + std::to_string(i + 1) + " (" + std::to_string(values[i]) + ")";
        if (values[i] < range.low || values[i] > range.high) { complain(number + " is not " + to_text(range)); }
        if (i == 0 || (rule.row != 0 && i % rule.row == 0)) { continue; }
        if (rule.order == Rule::Order::Rising && values[i] < values[i - 1]) {
            complain(number + " is smaller than the one before");
        }
        if (rule.order == Rule::Order::Falling && values[i] > values[i - 1]) {
            complain(number + " is larger than the one before");
        }
    }
    if (rule.centred_from) {
        const std::span<const int> part = std::span(values).subspan(*rule.centred_from);
        const double mean = std::accumulate(part.begin(), part.end(), 0.0) / static_cast<double>(part.size());
        if (std::abs(mean) > 0.5) { complain("the mean is " + std::to_string(mean) + ", not 0"); }
    }
}

}  // namespace

void project(const Rule& rule, const Rule::Range& range, std::span<double> values, std::span<const double> importance) {
    assert(values.size() == importance.size());
    if (rule.order != Rule::Order::Any) { put_in_order(rule, values, importance); }
    if (rule.centred_from) { centre(range, *rule.centred_from, values); }
    for (double& value : values) { value = std::clamp<double>(value, range.low, range.high); }
}

void project(ParameterVector& parameters, const ParameterVector& importance) {
    for (std::size_t i = 0; i < RuleTable.size(); ++i) {
        const auto term = static_cast<classical::Term>(i);
        const TermInfo& info = classical::TermTable[term];
        const Rule& rule = RuleTable[term];
        const auto part = [&](auto& all, std::size_t from) {
            return std::span(all).subspan(from + info.first, info.size);
        };
        project(rule, rule.middlegame, part(parameters, 0), part(importance, 0));
        project(rule, rule.endgame, part(parameters, WeightCount), part(importance, WeightCount));
    }
}

std::vector<std::string> broken_rules(const classical::Weights& weights) {
    std::vector<std::string> complaints;
    for (std::size_t i = 0; i < RuleTable.size(); ++i) {
        const auto term = static_cast<classical::Term>(i);
        const TermInfo& info = classical::TermTable[term];
        const Rule& rule = RuleTable[term];
        std::vector<int> middlegame;
        std::vector<int> endgame;
        for (std::size_t place = info.first; place < info.first + info.size; ++place) {
            middlegame.push_back(weights[place].middlegame());
            endgame.push_back(weights[place].endgame());
        }
        check(info, rule, rule.middlegame, "middlegame", middlegame, complaints);
        check(info, rule, rule.endgame, "endgame", endgame, complaints);
    }
    return complaints;
}

}  // namespace skua::lab
