// Our prober beside Debian's fathom, its library and its program, on the same files.
#ifdef SKUA_HAS_FATHOM

#include "tablebase/fathom.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "chess/support.h"
#include "tablebase/ranking.h"
#include "tablebase/support.h"

namespace skua::tablebase {
namespace {

bool can_promote(const Position& position) {
    const MoveList moves = legal_moves(position);
    return std::any_of(moves.begin(), moves.end(), [](Move move) { return move.is_promotion(); });
}

bool can_capture(const Position& position) {
    const MoveList moves = legal_moves(position);
    return std::any_of(moves.begin(), moves.end(), [&](Move move) { return position.is_capture(move); });
}

class Comparison {
public:
    explicit Comparison(const std::string& folder) {
        tables_.add_path(folder);
        EXPECT_TRUE(fathom::open(folder));
    }

    void compare(const Position& position) {
        const std::optional<fathom::RootProbe> theirs = fathom::probe_root(position);
        ASSERT_TRUE(theirs) << to_fen(position);
        ASSERT_EQ(tables_.probe_wdl(position), fathom::probe_wdl(position)) << to_fen(position);
        ASSERT_EQ(tables_.probe_dtz(position), theirs->dtz) << to_fen(position);
        in_check += position.in_check() ? 1 : 0;
        captures += can_capture(position) ? 1 : 0;
        promotions += can_promote(position) ? 1 : 0;
        en_passant += position.en_passant_square() != Square::None ? 1 : 0;
        black_to_move += position.side_to_move() == Color::Black ? 1 : 0;
        // Every move, for some of the positions: there it takes long.
        if (++positions % 20 == 0) { compare_moves(position, theirs->moves); }
    }

    int positions = 0;
    int in_check = 0;
    int captures = 0;
    int promotions = 0;
    int en_passant = 0;
    int black_to_move = 0;
    int moves_compared = 0;

private:
    void compare_moves(const Position& position, std::vector<fathom::MoveDistance> theirs) {
        const MoveList moves = legal_moves(position);
        const std::optional<RankedMoves> ranked =
            rank_moves(tables_, Game(position), std::span(moves.begin(), moves.end()), true);
        ASSERT_TRUE(ranked && ranked->by_distance) << to_fen(position);
        std::vector<fathom::MoveDistance> ours;
        for (const RankedMove& move : ranked->moves) {
            ours.push_back({move.move.from(), move.move.to(),
                            move.move.is_promotion() ? move.move.promotion_piece() : PieceType::King,
                            move.dtz.value()});
        }
        const auto order = [](const fathom::MoveDistance& a, const fathom::MoveDistance& b) {
            return std::tie(a.from, a.to, a.promotion) < std::tie(b.from, b.to, b.promotion);
        };
        std::sort(ours.begin(), ours.end(), order);
        std::sort(theirs.begin(), theirs.end(), order);
        ASSERT_TRUE(ours == theirs) << to_fen(position);
        moves_compared += static_cast<int>(ours.size());
    }

    Tables tables_;
};

TEST(Fathom, ReadsOurTablesLikeWe) {
    Comparison comparison(OwnTables);
    Prng prng(31);
    for (const Material& material : materials_in(OwnTables)) {
        for (int i = 0; i < 400; ++i) { ASSERT_NO_FATAL_FAILURE(comparison.compare(random_position(material, prng))); }
    }
    EXPECT_GT(comparison.moves_compared, 100);
}

TEST(LongFathom, AgreesOnEveryMaterialOfThreeAndFourPieces) {
    if (!has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Comparison comparison(SharedTables);
    const std::vector<Material> materials = materials_in(SharedTables);
    ASSERT_EQ(materials.size(), 35U);
    Prng prng(32);
    for (const Material& material : materials) {
        for (int i = 0; i < 3000; ++i) { ASSERT_NO_FATAL_FAILURE(comparison.compare(random_position(material, prng))); }
    }
    for (int i = 0; i < 5000; ++i) { ASSERT_NO_FATAL_FAILURE(comparison.compare(random_en_passant_position(prng))); }
    EXPECT_EQ(comparison.positions, 110000);
    EXPECT_GT(comparison.in_check, 5000);
    EXPECT_GT(comparison.captures, 5000);
    EXPECT_GT(comparison.promotions, 3000);
    EXPECT_GE(comparison.en_passant, 5000);
    EXPECT_GT(comparison.black_to_move, 40000);
    std::cout << comparison.positions << " positions, " << comparison.black_to_move << " with Black to move, "
              << comparison.in_check << " in check, " << comparison.captures << " with captures, "
              << comparison.promotions << " with promotions, " << comparison.en_passant << " with en passant; "
              << comparison.moves_compared << " moves\n";
}

// The program itself, as its users call it: fathom --test says how the game ends, and its PGN the distance.
TEST(LongFathom, TheProgramAgreesToo) {
    const char* const program = "/usr/games/fathom";
    if (!std::filesystem::exists(program)) { GTEST_SKIP() << "it is not installed"; }
    const std::string folder = has_shared_tables() ? SharedTables : OwnTables;
    Tables tables;
    tables.add_path(folder);
    Prng prng(33);
    const auto tag = [](const std::string& text, const std::string& name) {
        const std::size_t begin = text.find('[' + name + " \"") + name.size() + 3;
        return text.substr(begin, text.find('"', begin) - begin);
    };
    int compared = 0;
    for (const Material& material : materials_in(folder)) {
        for (int i = 0; i < 10; ++i) {
            Position position = random_position(material, prng);
            if (material.name() == "KPvKP" && i % 2 == 0) { position = random_en_passant_position(prng); }
            if (!has_legal_move(position)) { continue; }
            const std::string command =
                std::string(program) + " --path=" + folder + " \"" + to_fen(position) + "\" 2>/dev/null";
            std::FILE* const pipe = popen(command.c_str(), "r");
            ASSERT_NE(pipe, nullptr);
            std::string text;
            std::array<char, 4096> buffer{};
            while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
                text += buffer.data();
            }
            pclose(pipe);
            const std::optional<Outcome> outcome = tables.probe_wdl(position);
            const std::optional<int> dtz = tables.probe_dtz(position);
            ASSERT_TRUE(outcome && dtz);
            const std::string expected = *outcome == Outcome::Win ? "Win" : *outcome == Outcome::Loss ? "Loss" : "Draw";
            EXPECT_EQ(tag(text, "WDL"), expected) << to_fen(position);
            EXPECT_EQ(tag(text, "DTZ"), std::to_string(std::abs(*dtz))) << to_fen(position);
            ++compared;
        }
    }
    EXPECT_GT(compared, has_shared_tables() ? 300 : 40);
    std::cout << compared << " positions compared\n";
}

}  // namespace
}  // namespace skua::tablebase

#endif
