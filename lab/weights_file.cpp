#include "lab/weights_file.h"

#include <algorithm>

namespace skua {

namespace {

constexpr std::size_t LongestLine = 118;
constexpr std::size_t ValuesPerLine = 8;

std::string to_text(Pair value) {
    return '{' + std::to_string(value.middlegame()) + ", " + std::to_string(value.endgame()) + '}';
}

// TERM(...), as it stands in the file.
std::string declaration(const classical::TermInfo& info, std::string_view family, const classical::Weights& weights) {
    const std::string head =
        "TERM(" + std::string(family) + ", " + std::string(info.name) + ", \"" + std::string(info.phrase) + "\",";
    std::string values;
    std::string lines;
    for (std::size_t i = 0; i < info.size; ++i) {
        const std::string value = to_text(weights[info.first + i]) + (i + 1 < info.size ? "," : "");
        values += ' ' + value;
        lines += (i % ValuesPerLine == 0 ? "\n     " : " ") + value;
    }
    const std::string one_line = head + values + ')';
    if (info.size <= 4 && one_line.size() <= LongestLine) { return one_line; }
    return head + lines + ')';
}

}  // namespace

Result<std::string> rewrite_weights(std::string_view text, const classical::Weights& weights) {
    constexpr std::string_view Opening = "\nTERM(";
    std::string result;
    std::size_t found = 0;
    std::size_t from = 0;
    for (;;) {
        const std::size_t start = text.find(Opening, from);
        if (start == std::string_view::npos) { break; }
        const std::size_t end = text.find(")\n", start);
        const std::size_t comma = text.find(", ", start);
        const std::size_t second = comma == std::string_view::npos ? comma : text.find(", ", comma + 2);
        if (end == std::string_view::npos || second == std::string_view::npos || second > end) {
            return Error{"a TERM is not closed"};
        }
        const std::string_view family = text.substr(start + Opening.size(), comma - start - Opening.size());
        const std::string_view name = text.substr(comma + 2, second - comma - 2);
        const auto info = std::find_if(classical::TermTable.begin(), classical::TermTable.end(),
                                       [&](const classical::TermInfo& each) { return each.name == name; });
        if (info == classical::TermTable.end()) { return Error{"this program knows no term " + std::string(name)}; }
        result += text.substr(from, start + 1 - from);
        result += declaration(*info, family, weights);
        ++found;
        from = end + 1;
    }
    result += text.substr(from);
    if (found != classical::TermTable.size()) {
        return Error{"it declares " + std::to_string(found) + " terms, this program has " +
                     std::to_string(classical::TermTable.size())};
    }
    return result;
}

}  // namespace skua
