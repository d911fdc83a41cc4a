#include "lab/support/suite.h"

#include <algorithm>

#include "base/parse.h"

namespace skua::lab {

Result<std::vector<EpdRecord>> read_suite(std::string_view text) {
    std::vector<EpdRecord> records;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.front() == '#') { continue; }
        const std::string where = "line " + std::to_string(number) + ": ";
        Result<EpdRecord> record = parse_epd(line);
        if (!record) { return Error{where + record.error()}; }
        std::size_t named = 0;
        for (const std::string_view name : {"bm", "am"}) {
            const Result<std::vector<Move>> moves = epd_moves(*record, name);
            if (!moves) { return Error{where + moves.error()}; }
            named += moves->size();
        }
        if (named == 0) { return Error{where + "it names no best move (bm) and none to avoid (am)"}; }
        records.push_back(*std::move(record));
    }
    if (records.empty()) { return Error{"there are no positions in it"}; }
    return records;
}

bool is_solution(const EpdRecord& record, Move move) {
    const auto contains = [&](std::string_view name) {
        const Result<std::vector<Move>> moves = epd_moves(record, name);
        return std::find(moves->begin(), moves->end(), move) != moves->end();
    };
    return (record.find("bm") == nullptr || contains("bm")) && !contains("am");
}

}  // namespace skua::lab
