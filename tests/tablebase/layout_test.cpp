#include "tablebase/layout.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "chess/fen.h"

namespace skua::tablebase {
namespace {

constexpr Piece WK = Piece::WhiteKing;
constexpr Piece BK = Piece::BlackKing;

TEST(Layout, HasTheSizesOfTheFormat) {
    const auto size = [](std::string_view name, const std::vector<Piece>& pieces, Layout::Order order, int file) {
        const std::optional<Layout> layout = Layout::make(*Material::from_name(name), pieces, order, file);
        return layout ? layout->size() : 0;
    };
    const Layout::Order plain;
    EXPECT_EQ(size("KQvK", {WK, Piece::WhiteQueen, BK}, plain, 0), 31332U);
    EXPECT_EQ(size("KRRvK", {WK, BK, Piece::WhiteRook, Piece::WhiteRook}, plain, 0), 462U * 62 * 61 / 2);
    EXPECT_EQ(size("KPvK", {Piece::WhitePawn, WK, BK}, plain, 0), 6U * 63 * 62);
    EXPECT_EQ(size("KPvKP", {Piece::WhitePawn, Piece::BlackPawn, WK, BK}, {0, 1}, 0), 6U * 47 * 62 * 61);
}

TEST(Layout, RefusesPiecesThatContradictTheMaterial) {
    const auto makes = [](std::string_view name, const std::vector<Piece>& pieces, Layout::Order order) {
        return Layout::make(*Material::from_name(name), pieces, order, 0).has_value();
    };
    EXPECT_FALSE(makes("KQvK", {WK, Piece::WhiteRook, BK}, {}));
    EXPECT_FALSE(makes("KQvK", {WK, BK}, {}));
    EXPECT_FALSE(makes("KQvK", {WK, Piece::None, BK}, {}));
    EXPECT_FALSE(makes("KPvK", {WK, Piece::WhitePawn, BK}, {}));
    EXPECT_FALSE(makes("KRRvK", {Piece::WhiteRook, WK, Piece::WhiteRook, BK}, {}));
    EXPECT_FALSE(makes("KQvK", {WK, Piece::WhiteQueen, BK}, {5, Layout::Order::NotThere}));
}

// Positions that are mirror images of each other share an index, others don't.
TEST(Layout, GivesOneIndexToEachPositionUpToSymmetry) {
    const Material material = *Material::from_name("KQvK");
    const std::vector<Piece> pieces{WK, Piece::WhiteQueen, BK};
    const Layout layout = *Layout::make(material, pieces, {}, 0);
    std::map<std::uint64_t, int> uses;
    for (int king = 0; king < 64; ++king) {
        for (int queen = 0; queen < 64; ++queen) {
            for (int enemy = 0; enemy < 64; ++enemy) {
                skua::Setup setup;
                if (king == queen || king == enemy || queen == enemy) { continue; }
                setup.board[square_at(king)] = WK;
                setup.board[square_at(queen)] = Piece::WhiteQueen;
                setup.board[square_at(enemy)] = BK;
                setup.side_to_move = Color::Black;
                const Result<Position> position = Position::from_setup(setup);
                if (!position) { continue; }
                const std::uint64_t index = layout.index(*position, false);
                ASSERT_LT(index, layout.size());
                ++uses[index];
                ASSERT_EQ(layout.index(position->flipped(), true), index);
            }
        }
    }
    for (const auto& [index, count] : uses) { EXPECT_TRUE(count == 8 || count == 4) << index << ' ' << count; }
}

TEST(Layout, LeadingPawnIsTheOneNearestToTheEdge) {
    EXPECT_EQ(leading_pawn(Bitboard(Square::C2) | Square::H6), Square::H6);
    EXPECT_EQ(leading_pawn(Bitboard(Square::B2) | Square::B3), Square::B2);
    EXPECT_EQ(lead_file(Square::H6), 0);
    EXPECT_EQ(lead_file(Square::E2), 3);
    EXPECT_EQ(leading_pawns_color(*Material::from_name("KPPvKP")), Color::Black);
    EXPECT_EQ(leading_pawns_color(*Material::from_name("KPvKP")), Color::White);
}

}  // namespace
}  // namespace skua::tablebase
