// The searches behind a grown book, in a file that is written as they end.
//
// It is text: a first line with the conditions of the searches, then a line for each position with its key, and each
// move with its score in centipawns. Growing looks here before it searches, so a run that was killed repeats nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "lab/support/line_file.h"

namespace skua::lab {

// A move as a search found it.
struct FoundMove {
    std::uint16_t code = 0;  // as books write it
    int centipawns = 0;      // the mover's view

    bool operator==(const FoundMove&) const = default;
};

class Journal {
public:
    // Opens a journal, or begins one. Conditions are one line; a journal of other conditions is refused. A line that a
    // killed writer left unfinished is cut off.
    static Result<std::unique_ptr<Journal>> open(const std::string& path, const std::string& conditions);

    // The moves of a position, the best first; null if it was not searched yet.
    [[nodiscard]] const std::vector<FoundMove>* find(Key key) const;
    // May be called from several threads at once, but not while another thread calls find().
    std::optional<Error> add(Key key, const std::vector<FoundMove>& moves);

    [[nodiscard]] std::size_t size() const { return searches_.size(); }

private:
    Journal() = default;
    [[nodiscard]] bool read_line(std::string_view line);

    std::unique_ptr<LineFile> file_;
    std::mutex mutex_;  // guards the searches
    std::unordered_map<Key, std::vector<FoundMove>> searches_;
};

}  // namespace skua::lab
