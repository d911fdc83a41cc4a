// The terms of the classical evaluation and their weights. Each is declared once, in weights.inc, which also feeds the
// breakdown of an evaluation, the tuner and the documentation; their families are declared in family_list.inc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/enum_array.h"
#include "eval/score.h"

namespace skua::classical {

enum class Family : std::uint8_t {
#define FAMILY(name, title, role) name,
#include "eval/classical/family_list.inc"
#undef FAMILY
    Count
};

// How the terms of a family enter the score: as a sum of centipawns, or through one of the formulas in total.h.
enum class Role : std::uint8_t { Sum, Danger, Complexity, Scale };

struct FamilyInfo {
    std::string_view title;
    Role role = Role::Sum;
};

inline constexpr EnumArray<Family, FamilyInfo> FamilyTable{
#define FAMILY(name, title, role) FamilyInfo{title, Role::role},
#include "eval/classical/family_list.inc"
#undef FAMILY
};

inline constexpr std::array AllFamilies{
#define FAMILY(name, title, role) Family::name,
#include "eval/classical/family_list.inc"
#undef FAMILY
};

constexpr std::string_view to_string(Family family) { return FamilyTable[family].title; }
constexpr Role role_of(Family family) { return FamilyTable[family].role; }

enum class Term : std::uint8_t {
#define TERM(family, name, phrase, rule, ...) name,
#include "eval/classical/weights.inc"
#undef TERM
    Count
};

namespace detail {
#define TERM(family, name, phrase, rule, ...) inline constexpr Pair name##Values[] = {__VA_ARGS__};
#include "eval/classical/weights.inc"
#undef TERM
}  // namespace detail

inline constexpr std::size_t WeightCount = [] {
    std::size_t count = 0;
#define TERM(family, name, phrase, rule, ...) count += std::size(detail::name##Values);
#include "eval/classical/weights.inc"
#undef TERM
    return count;
}();

// All weights in one row. A term that is a table has several of them.
using Weights = std::array<Pair, WeightCount>;

struct TermInfo {
    std::string_view name;
    std::string_view phrase;  // plain English
    Family family = Family::Material;
    std::size_t first = 0;  // the index of its first value in Weights
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
#define TERM(family, name, phrase, rule, ...) \
    add(Term::name, {#name, phrase, Family::family, 0, std::size(detail::name##Values)});
#include "eval/classical/weights.inc"
#undef TERM
    return table;
}();

inline constexpr Weights DefaultWeights = [] {
    Weights weights;
    std::size_t next = 0;
#define TERM(family, name, phrase, rule, ...) \
    for (const Pair value : detail::name##Values) { weights[next++] = value; }
#include "eval/classical/weights.inc"
#undef TERM
    return weights;
}();

// Returns the index of a term's value in Weights.
constexpr std::size_t place_of(Term term, int index = 0) {
    return TermTable[term].first + static_cast<std::size_t>(index);
}

}  // namespace skua::classical
