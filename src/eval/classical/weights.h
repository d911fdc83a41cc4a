// The terms of the classical evaluation and what each is worth. They are declared in weights.inc, once each; from there
// come the listing of `eval`, the tuner's table and the documentation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/enum_array.h"
#include "eval/score.h"

namespace skua::classical {

enum class Family : std::uint8_t {
    Material,
    Placement,
    Imbalance,
    Pawns,
    Passed,
    Pieces,
    King,
    Danger,
    Threats,
    Space,
    Complexity,
    Scaling,
    Tempo,
    Count
};

std::string_view to_string(Family family);

enum class Term : std::uint8_t {
#define TERM(family, name, phrase, ...) name,
#include "eval/classical/weights.inc"
#undef TERM
    Count
};

namespace detail {
#define TERM(family, name, phrase, ...) inline constexpr Pair name##Values[] = {__VA_ARGS__};
#include "eval/classical/weights.inc"
#undef TERM
}  // namespace detail

inline constexpr std::size_t WeightCount = [] {
    std::size_t count = 0;
#define TERM(family, name, phrase, ...) count += std::size(detail::name##Values);
#include "eval/classical/weights.inc"
#undef TERM
    return count;
}();

// All weights in one row; a term with several values occupies as many places.
using Weights = std::array<Pair, WeightCount>;

struct TermInfo {
    std::string_view name;
    std::string_view phrase;  // plain English, for people
    Family family = Family::Material;
    std::size_t first = 0;  // its place in Weights
    std::size_t size = 0;
};

inline constexpr EnumArray<Term, TermInfo> TermTable = [] {
    EnumArray<Term, TermInfo> table;
    std::size_t first = 0;
    const auto add = [&](Term term, TermInfo info) {
        info.first = first;
        first += info.size;
        table[term] = info;
    };
#define TERM(family, name, phrase, ...) \
    add(Term::name, {#name, phrase, Family::family, 0, std::size(detail::name##Values)});
#include "eval/classical/weights.inc"
#undef TERM
    return table;
}();

inline constexpr Weights DefaultWeights = [] {
    Weights weights;
    std::size_t next = 0;
#define TERM(family, name, phrase, ...) \
    for (const Pair value : detail::name##Values) { weights[next++] = value; }
#include "eval/classical/weights.inc"
#undef TERM
    return weights;
}();

// The place of a term's value in Weights.
constexpr std::size_t place_of(Term term, int index = 0) {
    return TermTable[term].first + static_cast<std::size_t>(index);
}

}  // namespace skua::classical
