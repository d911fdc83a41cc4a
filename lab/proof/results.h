// What was found out about many statements: counted by kind, and kept in a file to resume from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/proof/finding.h"
#include "lab/support/line_file.h"

namespace skua::lab::proof {

std::string_view name_of(Verdict verdict);
std::string_view name_of(Claim claim);

// One statement and its verdict.
struct ResultRow {
    std::string fen;
    std::string move;  // SAN; empty for a statement about the position
    std::string kind;
    std::string role;
    std::string check;
    std::string text;
    Finding finding;
    std::uint64_t nodes = 0;  // that the checker spent
};

// How often a kind occurred, and what became of it.
struct Tally {
    int occurred = 0;
    int false_claims = 0;  // of those that must always be true
    int denied = 0;        // by longer searches
    int not_checked = 0;

    void add(const Finding& finding);
    void add(const Tally& other);
};

// May be used from several threads at once.
class Results {
public:
    // With an empty path nothing is written. Goes on with a file of the same conditions; an Error says why it can't.
    static Result<std::unique_ptr<Results>> open(const std::string& path, const std::string& conditions);

    [[nodiscard]] bool has(std::size_t position) const;
    [[nodiscard]] std::size_t positions() const;
    // Adds all statements of a position, which may be none.
    std::optional<Error> add(std::size_t position, const std::vector<ResultRow>& rows);

    [[nodiscard]] Tally total() const;
    // A table for people: one line for each kind that occurred.
    [[nodiscard]] std::string table() const;

private:
    [[nodiscard]] bool read_line(std::string_view line);
    void count(std::size_t position, const std::vector<ResultRow>& rows);

    std::unique_ptr<LineFile> file_;
    std::set<std::size_t> done_;
    std::map<std::string, Tally> tallies_;
    // Rows of a position whose end has not been read yet.
    std::size_t reading_ = 0;
    std::vector<ResultRow> unfinished_;
    mutable std::mutex mutex_;  // guards all but the reading
};

// A line of comma-separated values and back; what has commas or quotes in it is quoted. Nothing if it is broken.
std::string to_csv(const std::vector<std::string>& fields);
std::optional<std::vector<std::string>> parse_csv(std::string_view line);

}  // namespace skua::lab::proof
