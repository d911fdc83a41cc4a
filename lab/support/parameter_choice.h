// The search's parameters on the command line: values as name=value, and choices by the beginnings of names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/parameters.h"

namespace skua::lab {

// Only a build for tuning can change them.
#ifdef SKUA_TUNE
inline constexpr bool ParametersAreFixed = false;
#else
inline constexpr bool ParametersAreFixed = true;
#endif
// What to tell a user who wants to change them in another build.
inline constexpr std::string_view FixedParametersMessage =
    "the search parameters of this build are fixed; make PRESET=tune lab builds one that can change them";

struct ParameterValue {
    const ParameterInfo* info = nullptr;
    int value = 0;

    bool operator==(const ParameterValue&) const = default;
};

// Reads "name=value,name=value"; an empty text has none. An Error names what is unknown, out of range or there twice.
Result<std::vector<ParameterValue>> parse_parameter_values(std::string_view text);
// The same text again.
std::string to_text(const std::vector<ParameterValue>& values);
// Changes these parameters only. Does nothing in a build in which they are fixed.
void set_parameters(Parameters& parameters, const std::vector<ParameterValue>& values);

// The parameters whose names begin with a word of `only`, or all if that is empty, but not with one of `without`; words
// are separated by commas. An Error names a word with which no name begins, or says that none is left.
Result<std::vector<const ParameterInfo*>> choose_parameters(std::string_view only, std::string_view without);

}  // namespace skua::lab
