#include "lab/proof/results.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "base/parse.h"

namespace skua::lab::proof {

namespace {

constexpr std::string_view Columns = "position,fen,move,kind,role,check,text,verdict,claim,reason,nodes";
constexpr std::size_t ColumnCount = 11;
// In place of a kind: all statements of a position stand above.
constexpr std::string_view EndMark = "end";

std::vector<std::string> fields_of(std::size_t position, const ResultRow& row) {
    const bool is_refuted = row.finding.verdict == Verdict::Refuted;
    return {std::to_string(position),
            row.fen,
            row.move,
            row.kind,
            row.role,
            row.check,
            row.text,
            std::string(name_of(row.finding.verdict)),
            is_refuted ? std::string(name_of(row.finding.claim)) : "",
            row.finding.reason,
            std::to_string(row.nodes)};
}

std::optional<Finding> finding_of(const std::vector<std::string>& fields) {
    Finding finding;
    finding.reason = fields[9];
    if (fields[8] == name_of(Claim::Searched)) { finding.claim = Claim::Searched; }
    for (const Verdict verdict : {Verdict::Confirmed, Verdict::Refuted, Verdict::NotChecked}) {
        if (fields[7] == name_of(verdict)) {
            finding.verdict = verdict;
            return finding;
        }
    }
    return std::nullopt;
}

std::string table_line(const std::string& kind, const Tally& tally) {
    std::ostringstream line;
    line << std::left << std::setw(24) << kind << std::right << std::setw(10) << tally.occurred << std::setw(14)
         << tally.false_claims << std::setw(18) << tally.denied << std::setw(13) << tally.not_checked << '\n';
    return line.str();
}

}  // namespace

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Confirmed: return "confirmed";
        case Verdict::Refuted: return "refuted";
        case Verdict::NotChecked:
        case Verdict::Count: break;
    }
    return "not checked";
}

std::string_view name_of(Claim claim) { return claim == Claim::Exact ? "exact" : "searched"; }

void Tally::add(const Finding& finding) {
    ++occurred;
    if (finding.verdict == Verdict::NotChecked) { ++not_checked; }
    if (finding.verdict == Verdict::Refuted) { ++(finding.claim == Claim::Exact ? false_claims : denied); }
}

void Tally::add(const Tally& other) {
    occurred += other.occurred;
    false_claims += other.false_claims;
    denied += other.denied;
    not_checked += other.not_checked;
}

Result<std::unique_ptr<Results>> Results::open(const std::string& path, const std::string& conditions) {
    auto results = std::make_unique<Results>();
    if (path.empty()) { return results; }
    Result<std::unique_ptr<LineFile>> file =
        LineFile::open(path, std::string(Columns), "a file of checked statements", conditions,
                       [&](std::string_view line) { return results->read_line(line); });
    if (!file) { return Error{file.error()}; }
    results->file_ = *std::move(file);
    return results;
}

bool Results::read_line(std::string_view line) {
    const auto fields = parse_csv(line);
    if (!fields || fields->size() != ColumnCount) { return false; }
    const auto position = parse_integer<std::size_t>((*fields)[0]);
    if (!position) { return false; }
    // A killed run may have left a position unfinished.
    if (*position != reading_) { unfinished_.clear(); }
    reading_ = *position;
    if ((*fields)[3] == EndMark) {
        count(*position, unfinished_);
        unfinished_.clear();
        return true;
    }
    const auto finding = finding_of(*fields);
    if (!finding) { return false; }
    ResultRow row;
    row.kind = (*fields)[3];
    row.finding = *finding;
    unfinished_.push_back(row);
    return true;
}

void Results::count(std::size_t position, const std::vector<ResultRow>& rows) {
    if (!done_.insert(position).second) { return; }
    for (const ResultRow& row : rows) { tallies_[row.kind].add(row.finding); }
}

bool Results::has(std::size_t position) const {
    const std::lock_guard lock(mutex_);
    return done_.contains(position);
}

std::size_t Results::positions() const {
    const std::lock_guard lock(mutex_);
    return done_.size();
}

std::optional<Error> Results::add(std::size_t position, const std::vector<ResultRow>& rows) {
    const std::lock_guard lock(mutex_);
    std::string lines;
    for (const ResultRow& row : rows) { lines += to_csv(fields_of(position, row)) + '\n'; }
    std::vector<std::string> end(ColumnCount);
    end[0] = std::to_string(position);
    end[3] = EndMark;
    if (file_) {
        if (std::optional<Error> error = file_->add(lines + to_csv(end))) { return error; }
    }
    count(position, rows);
    return std::nullopt;
}

Tally Results::total() const {
    const std::lock_guard lock(mutex_);
    Tally sum;
    for (const auto& [kind, tally] : tallies_) { sum.add(tally); }
    return sum;
}

std::string Results::table() const {
    std::ostringstream text;
    text << std::left << std::setw(24) << "kind" << std::right << std::setw(10) << "occurred" << std::setw(14)
         << "claims false" << std::setw(18) << "searches refuted" << std::setw(13) << "not checked" << '\n';
    const Tally sum = total();
    const std::lock_guard lock(mutex_);
    for (const auto& [kind, tally] : tallies_) { text << table_line(kind, tally); }
    text << table_line("all", sum);
    return text.str();
}

std::string to_csv(const std::vector<std::string>& fields) {
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0) { line += ','; }
        if (fields[i].find_first_of(",\"") == std::string::npos) {
            line += fields[i];
            continue;
        }
        line += '"';
        for (const char c : fields[i]) { line += c == '"' ? std::string("\"\"") : std::string(1, c); }
        line += '"';
    }
    return line;
}

std::optional<std::vector<std::string>> parse_csv(std::string_view line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool is_quote = line[i] == '"';
        if (is_quote && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
            fields.back() += '"';
            ++i;
        } else if (is_quote) {
            is_quoted = !is_quoted;
        } else if (line[i] == ',' && !is_quoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    if (is_quoted) { return std::nullopt; }
    return fields;
}

}  // namespace skua::lab::proof
