// Syzygy tablebases: exact outcomes of positions with few pieces.
//
// A set of tables is made once and then only read, by any number of threads. Files are found when their folder is added
// and mapped when a position first needs them. A file that can't be used is reported once and left out.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "tablebase/outcome.h"
#include "tablebase/table_file.h"

namespace skua::tablebase {

class Tables {
public:
    // Gets a sentence about a file that can't be used; may be called from any thread that probes.
    using ProblemHandler = std::function<void(const std::string&)>;

    explicit Tables(ProblemHandler report = {});
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;
    ~Tables();

    // ---------------------------------------------------------------- setting up, before anything is probed
    // Finds the tables of a folder; of two files with one name the first found is used. Returns whether the folder
    // could be read.
    bool add_folder(const std::string& path);
    struct PathReading {
        int read = 0;                       // folders that could be read
        std::vector<std::string> problems;  // a sentence for each of the others
    };
    // Finds the tables of all folders in a list separated by platform::path_list_separator().
    PathReading add_path(std::string_view path);
    // Uses bytes in memory as the file of this name ("KQvK.rtbw"). False if the name is not a table's.
    bool add_bytes(std::string_view file_name, std::vector<std::uint8_t> bytes);

    // ---------------------------------------------------------------- what there is
    // The most pieces of a position that some outcome table knows; 0 without tables.
    [[nodiscard]] int largest() const { return largest_; }
    // The number of outcome and distance files for so many pieces.
    [[nodiscard]] int count(TableKind kind, int pieces) const;
    [[nodiscard]] int count(TableKind kind) const;

    // ---------------------------------------------------------------- probing
    // The outcome if the fifty-move counter were at zero now. Nothing if castling is possible, or if a table that is
    // needed is missing or corrupt.
    [[nodiscard]] std::optional<Outcome> probe_wdl(const Position& position) const;
    // Plies to the next capture or pawn move on the best way, as if the fifty-move counter were at zero: positive for
    // wins, negative for losses, 0 for draws, over 100 in size where the fifty-move rule spoils the win. It may be too
    // small by one, because tables may count moves instead of plies. Checkmate on the board is -1.
    [[nodiscard]] std::optional<int> probe_dtz(const Position& position) const;

private:
    class Entry;
    struct Slot {
        Key key = 0;  // of the material
        Entry* entry = nullptr;
        bool flip = false;
    };
    struct Resolved {
        Outcome outcome = Outcome::Draw;
        bool zeroing = false;  // a capture reaches it, so that the tables need not know the position
    };

    Entry& entry_for(const Material& material);
    void index_entry(Entry& entry, const Material& material, bool flip);
    void note(TableKind kind, int pieces);
    [[nodiscard]] const Slot* find(const Position& position) const;
    // Do the colors have to be exchanged to look the position up? With symmetric material only White is to move there.
    [[nodiscard]] static bool is_flipped(const Slot& slot, const Position& position);
    [[nodiscard]] bool may_probe(const Position& position) const;

    [[nodiscard]] std::optional<Outcome> stored_outcome(const Position& position) const;
    // The outcome with captures played out.
    [[nodiscard]] std::optional<Resolved> resolve(const Position& position) const;
    // Does a pawn move that captures nothing lead to this win?
    [[nodiscard]] std::optional<bool> pawn_move_reaches(const Position& position, Outcome outcome) const;
    [[nodiscard]] std::optional<int> distance(const Position& position) const;
    // The distance by looking at every move, where the table holds the other side to move.
    [[nodiscard]] std::optional<int> distance_by_search(const Position& position, Outcome outcome) const;

    ProblemHandler report_;
    std::vector<std::unique_ptr<Entry>> entries_;
    std::vector<Slot> slots_;  // a hash table with open addressing; its size is a power of two
    int largest_ = 0;
    std::array<std::array<int, MaxPieces + 1>, 2> counts_{};
};

}  // namespace skua::tablebase
