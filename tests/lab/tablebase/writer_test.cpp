// Tables with made-up values, read back by the engine's prober: parts of the format that small endgames don't need.
#include "lab/tablebase/writer.h"

#include <gtest/gtest.h>

#include "chess/support.h"
#include "tablebase/support.h"
#include "tablebase/tables.h"

namespace skua::lab {
namespace {

using tablebase::CompressedTable;
using tablebase::Layout;
using tablebase::Material;
using tablebase::Outcome;
using tablebase::TableKind;
using tablebase::Tables;

const Material RookEnding = *Material::from_name("KRvK");

// A table in which every position with White to move has one outcome, and with Black to move the opposite one.
std::vector<std::uint8_t> outcomes_all(Outcome white) {
    std::vector<TablePart> parts(2);
    for (TablePart& part : parts) {
        const Outcome outcome = &part == parts.data() ? white : -white;
        part.values.assign(static_cast<std::size_t>(layouts_of(RookEnding)[0].size()),
                           static_cast<std::uint16_t>(static_cast<int>(outcome) + 2));
    }
    return write_parts(RookEnding, TableKind::Wdl, parts);
}

// Distances for one side to move, with a map; the values are indices into its lists.
struct Distances {
    TablePart part;
    Layout layout = layouts_of(RookEnding)[0];

    Distances(int flags, std::size_t list, std::vector<std::uint16_t> numbers) {
        Prng prng(9);
        part.flags = static_cast<std::uint8_t>(flags | CompressedTable::Mapped);
        part.map[list] = std::move(numbers);
        for (std::uint64_t i = 0; i < layout.size(); ++i) {
            part.values.emplace_back(static_cast<std::uint16_t>(prng.below(part.map[list].size())));
        }
    }
    [[nodiscard]] int number_of(const Position& position, std::size_t list) const {
        return part.map[list][*part.values[static_cast<std::size_t>(layout.index(position, false))]];
    }
};

// Checks positions of one side to move in which nothing can be captured.
void expect_distances(Outcome white, const Distances& distances, std::size_t list, Color side, int factor, int added) {
    Tables tables([](const std::string& message) { ADD_FAILURE() << message; });
    ASSERT_TRUE(tables.add_bytes("KRvK.rtbw", outcomes_all(white)));
    ASSERT_TRUE(tables.add_bytes("KRvK.rtbz", write_parts(RookEnding, TableKind::Dtz, {distances.part})));
    Prng prng(10);
    const int sign = side == Color::White ? sign_of(white) : -sign_of(white);
    for (int checked = 0; checked < 500;) {
        const Position position = tablebase::random_position(RookEnding, prng);
        const bool is_flipped = position.pieces(Color::Black, PieceType::Rook).any();
        const Position seen = is_flipped ? position.flipped() : position;
        // A king that may take the rook would draw.
        if (seen.side_to_move() != side ||
            king_attacks(seen.king_square(Color::Black)).contains(seen.pieces(PieceType::Rook).first())) {
            continue;
        }
        ++checked;
        EXPECT_EQ(tables.probe_dtz(position), sign * (distances.number_of(seen, list) * factor + 1 + added))
            << to_fen(position);
    }
}

constexpr int InPlies = CompressedTable::WinInPlies | CompressedTable::LossInPlies;
// Lists of a map.
constexpr std::size_t Wins = 0;
constexpr std::size_t Losses = 1;
constexpr std::size_t CursedWins = 2;
constexpr std::size_t BlessedLosses = 3;

TEST(Writer, MapsHaveBytesOrWords) {
    const Distances bytes(InPlies, Wins, {7, 0, 255, 31});
    expect_distances(Outcome::Win, bytes, Wins, Color::White, 1, 0);
    const Distances words(InPlies | CompressedTable::Wide, Wins, {700, 0, 255, 256, 31, 65000});
    expect_distances(Outcome::Win, words, Wins, Color::White, 1, 0);
}

TEST(Writer, DistancesMayBeMovesInsteadOfPlies) {
    const Distances moves(0, Wins, {7, 0, 20});
    expect_distances(Outcome::Win, moves, Wins, Color::White, 2, 0);
    const Distances wide(CompressedTable::Wide, Wins, {300, 0, 20});
    expect_distances(Outcome::Win, wide, Wins, Color::White, 2, 0);
}

// Behind a hundred plies distances are always moves.
TEST(Writer, CursedWinsAndBlessedLossesHaveListsOfTheirOwn) {
    const Distances cursed(InPlies | CompressedTable::Wide, CursedWins, {400, 1, 17});
    expect_distances(Outcome::CursedWin, cursed, CursedWins, Color::White, 2, 100);
    const Distances blessed(InPlies | CompressedTable::Wide, BlessedLosses, {400, 1, 17});
    expect_distances(Outcome::BlessedLoss, blessed, BlessedLosses, Color::White, 2, 100);
}

TEST(Writer, DistancesMayBeThoseOfTheOtherSide) {
    const Distances losses(InPlies | CompressedTable::OtherSide | CompressedTable::Wide, Losses, {500, 3, 17});
    expect_distances(Outcome::Win, losses, Losses, Color::Black, 1, 0);
}

// A value that its list does not have is noticed.
TEST(Writer, ValuesOutsideTheMapAreCorruption) {
    Distances distances(InPlies | CompressedTable::Wide, Wins, {700, 0});
    for (std::optional<std::uint16_t>& value : distances.part.values) {
        value = static_cast<std::uint16_t>(*value + 2);
    }
    int messages = 0;
    Tables tables([&](const std::string&) { ++messages; });
    tables.add_bytes("KRvK.rtbw", outcomes_all(Outcome::Win));
    tables.add_bytes("KRvK.rtbz", write_parts(RookEnding, TableKind::Dtz, {distances.part}));
    EXPECT_FALSE(tables.probe_dtz(position_of("8/8/8/3k4/8/8/8/KR6 w - - 0 1")));
    EXPECT_FALSE(tables.probe_dtz(position_of("8/8/8/3k4/8/8/8/KR6 w - - 0 1")));
    EXPECT_EQ(messages, 1);
}

}  // namespace
}  // namespace skua::lab
