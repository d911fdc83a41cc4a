#include "analysis/pgn_commands.h"

#include "base/parse.h"

namespace skua {

namespace {

constexpr std::string_view Opening = "[%";
constexpr std::size_t MostDecimals = 3;
constexpr std::int64_t MostHours = 10'000;

struct Found {
    std::size_t begin = 0;  // of "[%"
    std::size_t end = 0;    // after "]"
    std::string_view argument;
};

std::optional<Found> find_command(std::string_view comment, std::string_view name, std::size_t from = 0) {
    for (std::size_t begin = comment.find(Opening, from); begin != comment.npos;
         begin = comment.find(Opening, begin + 1)) {
        const std::size_t close = comment.find(']', begin);
        if (close == comment.npos) { return std::nullopt; }
        const std::string_view inside = comment.substr(begin + Opening.size(), close - begin - Opening.size());
        if (!inside.starts_with(name) || (inside.size() > name.size() && inside[name.size()] != ' ')) { continue; }
        return Found{begin, close + 1, trim(inside.substr(name.size()))};
    }
    return std::nullopt;
}

// Digits only, at most this many.
std::optional<std::int64_t> parse_digits(std::string_view text, std::size_t most) {
    if (text.empty() || text.size() > most) { return std::nullopt; }
    std::int64_t value = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') { return std::nullopt; }
        value = value * 10 + (digit - '0');
    }
    return value;
}

}  // namespace

std::optional<std::string_view> pgn_command(std::string_view comment, std::string_view name) {
    const std::optional<Found> found = find_command(comment, name);
    return found ? std::optional(found->argument) : std::nullopt;
}

std::string without_pgn_command(std::string_view comment, std::string_view name) {
    std::string text(comment);
    while (const std::optional<Found> found = find_command(text, name)) {
        std::size_t end = found->end;
        while (end < text.size() && text[end] == ' ') { ++end; }
        text.erase(found->begin, end - found->begin);
    }
    return std::string(trim(text));
}

std::optional<std::int64_t> parse_pgn_time(std::string_view text) {
    const std::size_t first = text.find(':');
    const std::size_t second = first == text.npos ? text.npos : text.find(':', first + 1);
    if (second == text.npos) { return std::nullopt; }
    const std::string_view rest = text.substr(second + 1);
    const std::size_t point = rest.find('.');
    const auto hours = parse_digits(text.substr(0, first), 5);
    const auto minutes = parse_digits(text.substr(first + 1, second - first - 1), 2);
    const auto seconds = parse_digits(rest.substr(0, point), 2);
    if (!hours || !minutes || !seconds || *hours > MostHours || *minutes > 59 || *seconds > 59) { return std::nullopt; }
    std::int64_t milliseconds = 0;
    if (point != rest.npos) {
        const std::string_view decimals = rest.substr(point + 1);
        const auto value = parse_digits(decimals, MostDecimals);
        if (!value) { return std::nullopt; }
        milliseconds = *value;
        for (std::size_t i = decimals.size(); i < MostDecimals; ++i) { milliseconds *= 10; }
    }
    return ((*hours * 60 + *minutes) * 60 + *seconds) * 1000 + milliseconds;
}

}  // namespace skua
