#include "lab/support/parameter_choice.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/parse.h"

namespace skua::lab {

namespace {

// Parts between commas that are not empty.
std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (const std::string_view part = trim(text.substr(0, end)); !part.empty()) { parts.push_back(part); }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

const ParameterInfo* find_parameter(std::string_view name) {
    const auto* const found = std::find_if(std::begin(ParameterTable), std::end(ParameterTable),
                                           [&](const ParameterInfo& info) { return info.name == name; });
    return found == std::end(ParameterTable) ? nullptr : found;
}

bool begins_with_one_of(std::string_view name, const std::vector<std::string_view>& words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return name.starts_with(word); });
}

}  // namespace

Result<std::vector<ParameterValue>> parse_parameter_values(std::string_view text) {
    std::vector<ParameterValue> values;
    for (const std::string_view part : split_at_commas(text)) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) { return Error{in_quotes(part) + " is not of the form name=value"}; }
        const std::string_view name = trim(part.substr(0, equals));
        const std::string_view number = trim(part.substr(equals + 1));
        const ParameterInfo* const info = find_parameter(name);
        if (info == nullptr) { return Error{"there is no search parameter " + in_quotes(name)}; }
        const std::optional<int> value = parse_integer<int>(number);
        if (!value || *value < info->low || *value > info->high) {
            return Error{std::string(name) + " needs a whole number from " + std::to_string(info->low) + " to " +
                         std::to_string(info->high) + ", not " + in_quotes(number)};
        }
        if (std::any_of(values.begin(), values.end(), [&](const ParameterValue& each) { return each.info == info; })) {
            return Error{std::string(name) + " is there twice"};
        }
        values.push_back({info, *value});
    }
    return values;
}

std::string to_text(const std::vector<ParameterValue>& values) {
    std::string text;
    for (const ParameterValue& each : values) {
        text += (text.empty() ? "" : ",") + std::string(each.info->name) + '=' + std::to_string(each.value);
    }
    return text;
}

void set_parameters([[maybe_unused]] Parameters& parameters, const std::vector<ParameterValue>& values) {
    for ([[maybe_unused]] const ParameterValue& each : values) {
#ifdef SKUA_TUNE
        parameters.*each.info->member = each.value;
#endif
    }
}

Result<std::vector<const ParameterInfo*>> choose_parameters(std::string_view only, std::string_view without) {
    const std::vector<std::string_view> wanted = split_at_commas(only);
    const std::vector<std::string_view> unwanted = split_at_commas(without);
    for (const std::vector<std::string_view>& words : {wanted, unwanted}) {
        for (const std::string_view word : words) {
            if (std::none_of(std::begin(ParameterTable), std::end(ParameterTable),
                             [&](const ParameterInfo& info) { return info.name.starts_with(word); })) {
                return Error{"no search parameter begins with " + in_quotes(word)};
            }
        }
    }
    std::vector<const ParameterInfo*> chosen;
    for (const ParameterInfo& info : ParameterTable) {
        if ((wanted.empty() || begins_with_one_of(info.name, wanted)) && !begins_with_one_of(info.name, unwanted)) {
            chosen.push_back(&info);
        }
    }
    if (chosen.empty()) { return Error{"no search parameter is left"}; }
    return chosen;
}

}  // namespace skua::lab
