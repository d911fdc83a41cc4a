#include "analysis/opening_names.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parse.h"
#include "chess/san.h"
#include "chess/support.h"

namespace skua {
namespace {

// Plays moves in SAN; numbers of moves are skipped.
Game played(std::string_view moves, const Position& start = {}) {
    Game game(start);
    for (const std::string_view word : split_words(moves)) {
        if (is_digit(word.front())) { continue; }
        const Result<Move> move = parse_san(game.position(), word);
        if (!move) {
            ADD_FAILURE() << moves << ": " << move.error();
            break;
        }
        game.play(*move);
    }
    return game;
}

// "B90 Sicilian Defense: Najdorf Variation at ply 10"; empty for a game without a name.
std::string name_of(const Game& game, Variant variant = Variant::Standard) {
    const auto found = embedded_opening_names()->last_in(game, variant);
    if (!found) { return ""; }
    return std::string(found->opening.eco) + " " + std::string(found->opening.name) + " at ply " +
           std::to_string(found->ply);
}
std::string name_of(std::string_view moves) { return name_of(played(moves)); }

std::string refusal_of_table(std::string_view table) {
    const Result<OpeningNames> names = OpeningNames::parse(table);
    return names ? "" : names.error();
}

// The lines of data/openings.tsv without its comments, read without the code under test.
std::vector<std::tuple<std::string, std::string, std::string>> lines_of_file() {
    std::ifstream file(SKUA_SOURCE_DIR "/data/openings.tsv");
    std::vector<std::tuple<std::string, std::string, std::string>> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.front() == '#') { continue; }
        std::istringstream fields(line);
        std::string eco;
        std::string name;
        std::string moves;
        std::getline(fields, eco, '\t');
        std::getline(fields, name, '\t');
        std::getline(fields, moves);
        lines.emplace_back(eco, name, moves);
    }
    return lines;
}

TEST(OpeningNames, EmbeddedTableIsTheFile) {
    const Result<OpeningNames>& names = embedded_opening_names();
    ASSERT_TRUE(names) << names.error();
    const auto lines = lines_of_file();
    EXPECT_GE(lines.size(), 600U);
    EXPECT_EQ(names->size(), lines.size());
    for (const auto& [eco, name, moves] : lines) {
        const auto found = names->at(played(moves).position());
        ASSERT_TRUE(found) << moves;
        EXPECT_EQ(found->eco, eco) << moves;
        EXPECT_EQ(found->name, name) << moves;
    }
}

TEST(OpeningNames, FileIsSortedAndWellWritten) {
    std::set<std::string> codes;
    std::set<std::string> positions;
    std::pair<std::string, std::string> last;
    for (const auto& [eco, name, moves] : lines_of_file()) {
        EXPECT_LT(last, std::pair(eco, moves));
        last = {eco, moves};
        codes.insert(eco);
        EXPECT_EQ(name, trim(name));
        EXPECT_EQ(in_quotes(name, name.size()), "\"" + name + "\"") << "not plain ASCII";
        const Game game = played(moves);
        std::string written;
        for (int ply = 0; ply < game.ply(); ++ply) {
            if (ply > 0) { written += " "; }
            if (ply % 2 == 0) { written += std::to_string(ply / 2 + 1) + ". "; }
            written += to_san(game.position_before(game.ply() - ply), game.moves()[static_cast<std::size_t>(ply)]);
        }
        EXPECT_EQ(moves, written);
        // The FEN without its counters.
        const std::string fen = to_fen(game.position());
        const std::string_view en_passant = split_words(fen)[3];
        EXPECT_TRUE(positions.emplace(fen.data(), en_passant.data() + en_passant.size()).second) << moves;
    }
    EXPECT_EQ(codes.size(), 500U);
    EXPECT_EQ(*codes.begin(), "A00");
    EXPECT_EQ(*codes.rbegin(), "E99");
}

TEST(OpeningNames, KnowsFamousGames) {
    // Anderssen against Kieseritzky, and against Dufresne; Morphy against the Duke of Brunswick and Count Isouard.
    EXPECT_EQ(name_of("1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5"),
              "C33 King's Gambit Accepted: Bishop's Gambit, Bryan Countergambit at ply 8");
    EXPECT_EQ(name_of("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6"),
              "C52 Italian Game: Evans Gambit, Main Line at ply 10");
    EXPECT_EQ(name_of("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7"),
              "C41 Philidor Defense at ply 4");
    // Byrne against Fischer, New York 1956.
    EXPECT_EQ(name_of("1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6"),
              "D92 Grunfeld Defense: Three Knights Variation, Hungarian Attack, with O-O at ply 10");
    // Fischer against Spassky, Reykjavik 1972, game 6.
    EXPECT_EQ(name_of("1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7"),
              "D59 Queen's Gambit Declined: Tartakower Defense, Exchange Variation at ply 16");
    // Kasparov against Topalov, Wijk aan Zee 1999.
    EXPECT_EQ(name_of("1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7"),
              "B07 Pirc Defense: Main Line at ply 6");
    EXPECT_EQ(name_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6 6. Bxc6 dxc6 7. dxe5 Nf5 8. Qxd8+ Kxd8"),
              "C67 Ruy Lopez: Berlin Defense, l'Hermet Variation, Berlin Wall Defense at ply 16");
}

TEST(OpeningNames, FindsTranspositions) {
    const std::string najdorf = "B90 Sicilian Defense: Najdorf Variation at ply 10";
    EXPECT_EQ(name_of("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"), najdorf);
    EXPECT_EQ(name_of("1. Nf3 c5 2. e4 a6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 d6"), najdorf);
    EXPECT_EQ(name_of("1. d4 e6 2. e4 d5"), "C00 French Defense: Main Line at ply 4");
    // The same pieces on the same squares, but White to move has lost the right to castle.
    const Game usual = played("1. e4 e5");
    const Game walked = played("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8");
    EXPECT_TRUE(embedded_opening_names()->at(usual.position()));
    EXPECT_FALSE(embedded_opening_names()->at(walked.position()));
    EXPECT_EQ(name_of(walked), "C20 King's Pawn Game: Open Game at ply 2");
}

TEST(OpeningNames, CountersDoNotMatter) {
    const Game game = played("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5");
    EXPECT_EQ(name_of(game), "B20 Sicilian Defense at ply 6");
    EXPECT_EQ(name_of(played("1. e4", position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"))),
              "B00 King's Pawn Game at ply 1");
}

TEST(OpeningNames, OtherStartsHaveNone) {
    EXPECT_EQ(name_of(Game()), "");
    EXPECT_EQ(name_of(played("1. e4 c5"), Variant::Chess960), "");
    // One move later, this is the position after 1. e4 c5.
    EXPECT_EQ(name_of(played("c5", position_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))), "");
    EXPECT_EQ(name_of(played("1. e4 c5", position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"))), "");
}

TEST(OpeningNames, ReadsTables) {
    const Result<OpeningNames> names = OpeningNames::parse(
        "# a comment\r\n\r\nC20\tOpen Game\t1. e4 e5\r\nC40\tKnight\t1. e4 e5 2. Nf3\r\nB00\tPawn\t1. e4");
    ASSERT_TRUE(names) << names.error();
    EXPECT_EQ(names->size(), 3U);
    EXPECT_EQ(names->at(played("1. e4").position()), (OpeningName{"B00", "Pawn"}));
    EXPECT_EQ(names->at(played("1. e4 e5").position()), (OpeningName{"C20", "Open Game"}));
    EXPECT_EQ(names->at(played("1. e4 e5 2. Nf3").position()), (OpeningName{"C40", "Knight"}));
    EXPECT_EQ(names->at(played("1. d4").position()), std::nullopt);
    EXPECT_EQ(OpeningNames::parse("")->size(), 0U);
}

TEST(OpeningNames, BrokenTablesAreRefusedWithTheLine) {
    EXPECT_EQ(refusal_of_table("# a comment\nF00\tName\t1. e4"), "line 2: \"F00\" is not an ECO code");
    EXPECT_EQ(refusal_of_table("A00\tOne\t1. a3\nB0\tTwo\t1. e4"), "line 2: \"B0\" is not an ECO code");
    EXPECT_EQ(refusal_of_table("A00 Name 1. a3"), "line 1: \"A00 Name 1. a3\" is not an ECO code");
    EXPECT_EQ(refusal_of_table("A00\t\t1. a3"), "line 1: it has no name");
    EXPECT_EQ(refusal_of_table("A00"), "line 1: it has no name");
    EXPECT_EQ(refusal_of_table("A00\tName"), "line 1: it has no moves");
    EXPECT_EQ(refusal_of_table("B00\tName\te4 e5"), "line 1: \"e4\" is not the number 1.");
    EXPECT_EQ(refusal_of_table("B00\tName\t1. e4 e5 3. Nf3"), "line 1: \"3.\" is not the number 2.");
    EXPECT_EQ(refusal_of_table("B00\tName\t1. e4 e5 2."), "line 1: \"2.\" has no move");
    EXPECT_EQ(refusal_of_table("B00\tA\t1. e4\nB00\tB\t1. e4 Ke7"), "line 2: \"Ke7\" is not legal here");
    EXPECT_NE(refusal_of_table("A00\tName\t1. a3\tmore").find("line 1: \"more\""), std::string::npos);
    EXPECT_EQ(refusal_of_table("C40\tA\t1. e4 e5 2. Nf3\n\nA00\tB\t1. a3\nC40\tC\t1. Nf3 e5 2. e4"),
              "line 4: its position already has a name, in line 1");
}

}  // namespace
}  // namespace skua
