// One file of a Syzygy table: outcomes (.rtbw) or distances to zeroing (.rtbz) for one material.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "tablebase/compressed.h"
#include "tablebase/layout.h"
#include "tablebase/material.h"
#include "tablebase/outcome.h"

namespace skua::tablebase {

enum class TableKind : std::uint8_t { Wdl, Dtz };

// ".rtbw" or ".rtbz".
std::string_view extension_of(TableKind kind);
// The first bytes of such a file.
std::array<std::uint8_t, 4> magic_of(TableKind kind);

class TableFile {
public:
    // A distance, or the word that the table holds the other side to move only.
    struct Distance {
        bool other_side = false;
        int plies = 0;
    };

    // Reads the header of a file for this material; the bytes must stay where they are while the table is used. The
    // error says what is wrong with the file.
    static Result<std::unique_ptr<const TableFile>> read(const Material& material, TableKind kind, ByteSpan bytes);

    // The stored values. With `flip` the position has the material with colors exchanged. Nothing means that the data
    // are corrupt. Both are safe from many threads.
    [[nodiscard]] std::optional<Outcome> outcome(const Position& position, bool flip) const;
    // The outcome is that of the position, found before: it decides how the value is read.
    [[nodiscard]] std::optional<Distance> distance(const Position& position, bool flip, Outcome outcome) const;

private:
    struct Part {
        Layout layout;
        CompressedTable values;
        // DTZ only: where the lists for wins, losses, cursed wins and blessed losses begin in the map.
        std::array<std::size_t, 4> map_lists{};
        std::array<std::size_t, 4> map_sizes{};
    };

    TableFile(const Material& material, TableKind kind)
        : material_(material),
          kind_(kind),
          has_pawns_(material.has_pawns()),
          is_symmetric_(material.is_symmetric()),
          leading_pawns_(has_pawns_ ? leading_pawns_color(material) : Color::White) {}
    [[nodiscard]] std::size_t file_count() const { return has_pawns_ ? LeadFiles : 1; }
    [[nodiscard]] const Part& part_of(const Position& position, bool flip) const;

    std::optional<Error> read_all(ByteSpan bytes);
    std::optional<Error> read_layouts(ByteCursor& cursor);
    void read_maps(ByteCursor& cursor);
    [[nodiscard]] std::optional<int> mapped(const Part& part, int value, Outcome outcome) const;

    Material material_;
    TableKind kind_;
    bool has_pawns_;
    bool is_symmetric_;
    Color leading_pawns_;    // whose pawns lead, if there are pawns
    std::size_t sides_ = 1;  // how many sides to move have a table of their own
    std::vector<Part> parts_;
    ByteSpan bytes_;
};

}  // namespace skua::tablebase
