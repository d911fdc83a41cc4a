#include "lab/support/suite.h"

#include <algorithm>
#include <utility>

#include "base/parse.h"

namespace skua::lab {

std::optional<Error> for_each_record(std::string_view text,
                                     const std::function<std::optional<Error>(EpdRecord&&)>& use) {
    int number = 0;
    bool found = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.front() == '#') { continue; }
        const std::string where = "line " + std::to_string(number) + ": ";
        Result<EpdRecord> record = parse_epd(line);
        if (!record) { return Error{where + record.error()}; }
        if (const std::optional<Error> error = use(*std::move(record))) { return Error{where + error->message}; }
        found = true;
    }
    if (!found) { return Error{"there are no positions in it"}; }
    return std::nullopt;
}

Result<std::vector<EpdRecord>> read_suite(std::string_view text) {
    std::vector<EpdRecord> records;
    const std::optional<Error> error = for_each_record(text, [&](EpdRecord&& record) -> std::optional<Error> {
        std::size_t named = 0;
        for (const std::string_view name : {"bm", "am"}) {
            const Result<std::vector<Move>> moves = epd_moves(record, name);
            if (!moves) { return Error{moves.error()}; }
            named += moves->size();
        }
        if (const EpdOperation* const mate = record.find("dm")) {
            const bool has_moves = mate->operands.size() == 1 && parse_integer<int>(mate->operands[0]).value_or(0) > 0;
            if (!has_moves) { return Error{"dm needs the number of moves to mate"}; }
            ++named;
        }
        if (named == 0) { return Error{"it names no best move (bm), none to avoid (am) and no mate (dm)"}; }
        records.push_back(std::move(record));
        return std::nullopt;
    });
    if (error) { return *error; }
    return records;
}

bool is_solution(const EpdRecord& record, const SuiteAnswer& answer) {
    const auto contains = [&](std::string_view name) {
        const Result<std::vector<Move>> moves = epd_moves(record, name);
        return std::find(moves->begin(), moves->end(), answer.move) != moves->end();
    };
    return (record.find("bm") == nullptr || contains("bm")) && !contains("am") &&
           (record.find("dm") == nullptr || answer.announces_mate);
}

}  // namespace skua::lab
