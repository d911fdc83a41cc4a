#include "lab/tuning/weights_file.h"

#include <algorithm>
#include <optional>

#include "base/parse.h"

namespace skua::lab {

namespace {

constexpr std::size_t LongestLine = 118;
constexpr std::size_t ValuesPerLine = 8;

std::string to_text(Pair value) {
    return '{' + std::to_string(value.middlegame()) + ", " + std::to_string(value.endgame()) + '}';
}

// Boards have 64 values; those of the pawns, who never stand on the first or the last rank, have 48.
bool is_board(const std::vector<Pair>& values) { return values.size() == 64 || values.size() == 48; }

std::string as_row(const std::vector<Pair>& values) {
    std::string row;
    for (const Pair value : values) {
        if (!row.empty()) { row += ' '; }
        row += to_text(value);
    }
    return row;
}

// A line for each rank, middlegame values to the left, endgame values to the right.
std::string as_board(const std::vector<Pair>& values) {
    std::string board;
    const auto add = [&](int value) {
        const std::string number = std::to_string(value);
        board += std::string(5 - std::min<std::size_t>(number.size(), 4), ' ') + number;
    };
    for (std::size_t rank = 0; rank + 8 <= values.size(); rank += 8) {
        for (std::size_t i = rank; i < rank + 8; ++i) { add(values[i].middlegame()); }
        board += "   |";
        for (std::size_t i = rank; i < rank + 8; ++i) { add(values[i].endgame()); }
        board += '\n';
    }
    return board;
}

// TERM(...), as it stands in the file.
std::string declaration(const classical::TermInfo& info, std::string_view family, std::string_view rule,
                        const classical::Weights& weights) {
    const std::string head = "TERM(" + std::string(family) + ", " + std::string(info.name) + ", \"" +
                             std::string(info.phrase) + "\", " + std::string(rule) + ',';
    std::string values;
    std::string lines;
    for (std::size_t i = 0; i < info.size; ++i) {
        const std::string value = to_text(weights[info.first + i]) + (i + 1 < info.size ? "," : "");
        values += ' ' + value;
        lines += (i % ValuesPerLine == 0 ? "\n     " : " ") + value;
    }
    std::string one_line = head + values + ')';
    if (info.size <= 4 && one_line.size() <= LongestLine) { return one_line; }
    return head + lines + ')';
}

// One TERM(...) of the text.
struct Declaration {
    std::size_t start = 0;  // where it stands
    std::size_t end = 0;
    std::string_view family;
    std::string_view name;
    std::string_view phrase;
    std::string_view remark;
    std::string_view rule;    // empty in files that have none
    std::string_view values;  // "{1, 2}, {3, 4}"
};

// The comment in the line that ends at `end`, unless it is a heading.
std::string_view remark_before(std::string_view text, std::size_t end) {
    const std::size_t start = text.rfind('\n', end - 1);
    if (end == 0 || start == std::string_view::npos) { return {}; }
    std::string_view line = text.substr(start + 1, end - start - 1);
    if (!line.starts_with("// ") || line.starts_with("// --")) { return {}; }
    line.remove_prefix(3);
    return line.ends_with('.') ? line.substr(0, line.size() - 1) : line;
}

// What stands between the phrase and the values, without commas and spaces around it.
std::string_view rule_between(std::string_view text, std::size_t start, std::size_t end) {
    constexpr std::string_view Separators = ", \n";
    const std::string_view part = text.substr(start, end - start);
    const std::size_t first = part.find_first_not_of(Separators);
    if (first == std::string_view::npos) { return {}; }
    return part.substr(first, part.find_last_not_of(Separators) + 1 - first);
}

Result<std::vector<Declaration>> find_declarations(std::string_view text) {
    constexpr std::string_view Opening = "\nTERM(";
    std::vector<Declaration> declarations;
    for (std::size_t at = text.find(Opening); at != std::string_view::npos; at = text.find(Opening, at + 1)) {
        const std::size_t end = text.find(")\n", at);
        const std::size_t family = at + Opening.size();
        const std::size_t name_comma = text.find(", ", family);
        const std::size_t phrase_comma = text.find(", ", std::min(name_comma, end) + 2);
        const std::size_t quote = text.find('"', at);
        const std::size_t last_quote = text.find('"', std::min(quote, end) + 1);
        const std::size_t values = text.find('{', at);
        if (end == std::string_view::npos || phrase_comma > end || last_quote > end || values > end ||
            values < last_quote) {
            return Error{"a TERM is not closed"};
        }
        declarations.push_back({at + 1, end + 1, text.substr(family, name_comma - family),
                                text.substr(name_comma + 2, phrase_comma - name_comma - 2),
                                text.substr(quote + 1, last_quote - quote - 1), remark_before(text, at),
                                rule_between(text, last_quote + 1, values), text.substr(values, end - values)});
    }
    return declarations;
}

}  // namespace

Result<std::string> rewrite_weights(std::string_view text, const classical::Weights& weights) {
    const Result<std::vector<Declaration>> declarations = find_declarations(text);
    if (!declarations) { return Error{declarations.error()}; }
    std::string result;
    std::size_t from = 0;
    for (const Declaration& each : *declarations) {
        const auto info = std::find_if(classical::TermTable.begin(), classical::TermTable.end(),
                                       [&](const classical::TermInfo& term) { return term.name == each.name; });
        if (info == classical::TermTable.end()) {
            return Error{"this program does not have a term " + std::string(each.name)};
        }
        if (each.rule.empty()) { return Error{"the term " + std::string(each.name) + " has no rule"}; }
        result += text.substr(from, each.start - from);
        result += declaration(*info, each.family, each.rule, weights);
        from = each.end;
    }
    result += text.substr(from);
    if (declarations->size() != classical::TermTable.size()) {
        return Error{"it declares " + std::to_string(declarations->size()) + " terms, this program has " +
                     std::to_string(classical::TermTable.size())};
    }
    return result;
}

Result<std::vector<WrittenTerm>> read_weights(std::string_view text) {
    const Result<std::vector<Declaration>> declarations = find_declarations(text);
    if (!declarations) { return Error{declarations.error()}; }
    std::vector<WrittenTerm> terms;
    for (const Declaration& each : *declarations) {
        const auto wrong = [&](std::string_view what) {
            return Error{"a value of " + std::string(each.name) + " is not a " + std::string(what)};
        };
        std::vector<int> numbers;
        for (std::size_t at = 0; (at = each.values.find_first_not_of("{}, \n", at)) != std::string_view::npos;) {
            const std::size_t end = std::min(each.values.find_first_of(",}", at), each.values.size());
            const std::optional<int> number = parse_integer<int>(each.values.substr(at, end - at));
            if (!number) { return wrong("number"); }
            numbers.push_back(*number);
            at = end;
        }
        if (numbers.size() % 2 != 0) { return wrong("pair"); }
        WrittenTerm term{
            std::string(each.family), std::string(each.name), std::string(each.phrase), std::string(each.remark), {}};
        for (std::size_t i = 0; i < numbers.size(); i += 2) { term.values.emplace_back(numbers[i], numbers[i + 1]); }
        terms.push_back(std::move(term));
    }
    if (terms.empty()) { return Error{"there is no TERM in it"}; }
    return terms;
}

Result<classical::Weights> own_weights(const std::vector<WrittenTerm>& terms) {
    classical::Weights weights;
    for (const classical::TermInfo& info : classical::TermTable) {
        const auto term = std::find_if(terms.begin(), terms.end(),
                                       [&](const WrittenTerm& written) { return written.name == info.name; });
        if (term == terms.end()) { return Error{"it has no term " + std::string(info.name)}; }
        if (term->values.size() != info.size) {
            return Error{std::string(info.name) + " has " + counted(term->values.size(), "value") +
                         ", this program needs " + std::to_string(info.size)};
        }
        std::copy(term->values.begin(), term->values.end(), weights.begin() + static_cast<std::ptrdiff_t>(info.first));
    }
    return weights;
}

std::string describe_weights(const std::vector<WrittenTerm>& before, const std::vector<WrittenTerm>& now) {
    std::string text;
    std::string boards;
    std::string_view family;
    for (const WrittenTerm& term : now) {
        const auto old = std::find_if(before.begin(), before.end(),
                                      [&](const WrittenTerm& other) { return other.name == term.name; });
        const std::vector<Pair> old_values = old == before.end() ? std::vector<Pair>{} : old->values;
        if (family != term.family) {
            family = term.family;
            text += (text.empty() ? "" : "\n") + std::string("### ") + std::string(family) +
                    "\n\n| Term | Meaning | At the start | Now |\n|---|---|---|---|\n";
        }
        text += "| " + term.name + " | " + term.phrase + (term.remark.empty() ? "" : ". " + term.remark);
        if (is_board(term.values)) {
            text += " | a board, below | a board, below |\n";
            boards += "\n" + term.name + ", at the start and now:\n\n```\n" + as_board(old_values) + "\n" +
                      as_board(term.values) + "```\n";
        } else {
            text += " | " + as_row(old_values) + " | " + as_row(term.values) + " |\n";
        }
    }
    if (!boards.empty()) { text += "\n### Boards\n" + boards; }
    return text;
}

}  // namespace skua::lab
