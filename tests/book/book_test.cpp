#include "book/book.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "book/polyglot_key.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua::book {
namespace {

Game game_after(std::string_view fen, const std::vector<std::string>& moves) {
    Game game(parse_fen(fen)->position);
    for (const std::string& text : moves) {
        const auto move = parse_uci_move(game.position(), text);
        EXPECT_TRUE(move.ok()) << text;
        game.play(*move);
    }
    return game;
}

// The examples in the description of the format.
TEST(PolyglotKey, IsThatOfTheFormatsExamples) {
    const std::vector<std::pair<std::vector<std::string>, Key>> examples{
        {{}, 0x463b96181691fc9c},
        {{"e2e4"}, 0x823c9b50fd114196},
        {{"e2e4", "d7d5"}, 0x0756b94461c50fb0},
        {{"e2e4", "d7d5", "e4e5"}, 0x662fafb965db29d4},
        {{"e2e4", "d7d5", "e4e5", "f7f5"}, 0x22a48b5a8e47ff78},
        {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}, 0x652a607ca3f242c1},
        {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}, 0x00fdd303c946bdd9},
        {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}, 0x3c8123ea7b067637},
        {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}, 0x5c3f9b829b279560}};
    for (const auto& [moves, key] : examples) { EXPECT_EQ(polyglot_key(game_after(StartFen, moves)), key); }
}

TEST(PolyglotKey, CountsAnEnPassantCaptureThatIsIllegal) {
    // The black pawn on d4 is pinned to its king, so e4xd3 is impossible; the key has the file all the same.
    constexpr std::string_view Pinned = "8/8/8/8/1k1p3R/8/4P3/4K3 w - - 0 1";
    const Game pushed = game_after(Pinned, {"e2e4"});
    ASSERT_EQ(pushed.position().en_passant_square(), Square::None);
    const Game never_pushed(parse_fen("8/8/8/8/1k1pP2R/8/8/4K3 b - - 0 1")->position);
    EXPECT_NE(polyglot_key(pushed), polyglot_key(never_pushed));
    // Without a pawn beside it, a double step leaves no trace.
    const Game alone = game_after("8/8/8/1k6/7R/8/4P3/4K3 w - - 0 1", {"e2e4"});
    const Game alone_before(parse_fen("8/8/8/1k6/4P2R/8/8/4K3 b - - 0 1")->position);
    EXPECT_EQ(polyglot_key(alone), polyglot_key(alone_before));
}

TEST(PolyglotKey, IsOnlyMadeWhereTheFormatKnowsTheCastlingRights) {
    EXPECT_TRUE(polyglot_knows(Position()));
    EXPECT_TRUE(polyglot_knows(parse_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1")->position));
    EXPECT_FALSE(polyglot_knows(parse_fen("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")->position));
}

TEST(BookMoves, AreReadAsTheyAreWritten) {
    for (const std::string_view fen :
         {StartFen, std::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
          std::string_view("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
          std::string_view("8/8/8/8/1k1pP2R/8/8/4K3 b - e3 0 1")}) {
        const Position position = parse_fen(fen)->position;
        for (const Move move : legal_moves(position)) { EXPECT_EQ(decode_move(position, encode_move(move)), move); }
    }
}

TEST(BookMoves, CastlingIsUnderstoodInBothForms) {
    const Position position = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")->position;
    const auto code = [](Square from, Square to) {
        return static_cast<std::uint16_t>(index_of(to) | (index_of(from) << 6));
    };
    const Move short_castling = Move::castling(Square::E1, Square::H1);
    EXPECT_EQ(decode_move(position, code(Square::E1, Square::H1)), short_castling);
    EXPECT_EQ(decode_move(position, code(Square::E1, Square::G1)), short_castling);
    // A rook that goes from e1 to a1 does not castle.
    const Position rook = parse_fen("3k4/8/8/8/8/8/8/4R1K1 w - - 0 1")->position;
    EXPECT_EQ(decode_move(rook, code(Square::E1, Square::A1)), Move::normal(Square::E1, Square::A1));
    EXPECT_TRUE(decode_move(rook, 0xFFFF).is_none());
    EXPECT_TRUE(decode_move(rook, 0).is_none());
}

class BookReading : public testing::Test {
protected:
    void add(Key key, std::string_view move, std::uint16_t weight) {
        const Move parsed = *parse_uci_move(Position(), move);
        append_entry(bytes, {key, encode_move(parsed), weight, 7});
    }
    std::vector<std::uint8_t> bytes;
    const Key start = polyglot_key(Game());
};

TEST_F(BookReading, ListsLegalMovesOnceByWeight) {
    append_entry(bytes, {start - 1, 0, 5, 0});
    add(start, "d2d4", 10);
    add(start, "e2e4", 30);
    append_entry(bytes, {start, 0x0FFF, 50, 0});  // not legal here
    add(start, "e2e4", 60);                       // again
    add(start, "g1f3", 0);
    append_entry(bytes, {start + 1, 0, 5, 0});
    const auto book = Book::from_bytes(bytes);
    ASSERT_TRUE(book.ok());
    const std::vector<BookMove> moves = (*book)->moves(Game());
    ASSERT_EQ(moves.size(), 3U);
    EXPECT_EQ(to_uci(moves[0].move), "e2e4");
    EXPECT_DOUBLE_EQ(moves[0].share, 0.75);
    EXPECT_EQ(moves[2].weight, 0);
    EXPECT_TRUE((*book)->moves(game_after(StartFen, {"e2e4"})).empty());
}

TEST_F(BookReading, RefusesWhatIsNotABookWithTheReason) {
    EXPECT_NE(Book::from_bytes({}).error().find("empty"), std::string::npos);
    add(start, "e2e4", 1);
    add(start - 1, "e2e4", 1);
    EXPECT_NE(Book::from_bytes(bytes).error().find("entry 2 is out of order"), std::string::npos);
    bytes.pop_back();
    EXPECT_NE(Book::from_bytes(bytes).error().find("cut off"), std::string::npos);
    EXPECT_FALSE(Book::open("/does/not/exist").ok());
    EXPECT_FALSE(Book::open("/").ok());
}

TEST_F(BookReading, EveryTruncationIsRefusedOrReadWithoutHarm) {
    append_entry(bytes, {start - 1, 796, 5, 0});
    add(start, "d2d4", 10);
    add(start, "e2e4", 30);
    append_entry(bytes, {~Key{0}, 796, 5, 0});
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        // A copy of exactly this size, so that a sanitizer sees every step beyond it.
        const std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        const auto book = Book::from_bytes(cut);
        EXPECT_EQ(book.ok(), size > 0 && size % EntrySize == 0) << size;
        if (!book) { continue; }
        EXPECT_EQ((*book)->moves(Game()).size(), std::min<std::size_t>((*book)->size() - 1, 2));
        EXPECT_TRUE((*book)->moves(game_after(StartFen, {"e2e4"})).empty());
        EXPECT_EQ((*book)->lower_bound(~Key{0}), std::min<std::uint64_t>((*book)->size(), 3));
    }
}

TEST_F(BookReading, NullAndForeignMovesAreSkipped) {
    append_entry(bytes, {start, 0, 9, 0});       // a1a1
    append_entry(bytes, {start, 0x8000, 9, 0});  // a bit that the format does not use
    append_entry(bytes, {start, 0x5312, 9, 0});  // a promotion to a king
    add(start, "e2e4", 1);
    const auto book = Book::from_bytes(bytes);
    ASSERT_TRUE(book.ok());
    const std::vector<BookMove> moves = (*book)->moves(Game());
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_DOUBLE_EQ(moves[0].share, 1);
}

TEST_F(BookReading, FindsPromotionsAndCastlingByWhatTheyAre) {
    const Game promoting(parse_fen("8/P5k1/8/8/8/8/8/4K2R w K - 0 1")->position);
    const Key key = polyglot_key(promoting);
    const auto code = [](Square from, Square to, int piece) {
        return static_cast<std::uint16_t>(index_of(to) | (index_of(from) << 6) | (piece << 12));
    };
    append_entry(bytes, {key, code(Square::A7, Square::A8, 4), 40, 0});
    append_entry(bytes, {key, code(Square::A7, Square::A8, 1), 30, 0});
    append_entry(bytes, {key, code(Square::E1, Square::H1, 0), 20, 0});
    append_entry(bytes, {key, code(Square::E1, Square::G1, 0), 10, 0});  // the same, in the other form
    append_entry(bytes, {key, code(Square::A7, Square::A8, 0), 5, 0});   // must promote
    const auto book = Book::from_bytes(bytes);
    ASSERT_TRUE(book.ok());
    const std::vector<BookMove> moves = (*book)->moves(promoting);
    ASSERT_EQ(moves.size(), 3U);
    EXPECT_EQ(to_uci(moves[0].move), "a7a8q");
    EXPECT_EQ(to_uci(moves[1].move), "a7a8n");
    EXPECT_EQ(to_uci(moves[2].move), "e1g1");
    EXPECT_EQ(moves[2].weight, 20);
}

// The whole range of the format lies beyond 4 GB; the file is sparse, so it takes no room.
TEST_F(BookReading, FindsEntriesBeyondFourGigabytes) {
    const std::string path = testing::TempDir() + "skua-large-book-" + std::to_string(getpid());
    add(start, "d2d4", 10);
    add(start, "e2e4", 30);
    append_entry(bytes, {~Key{0}, 0, 1, 0});
    constexpr std::uint64_t Hole = (std::uint64_t{1} << 32) + (std::uint64_t{1} << 28);
    std::error_code failure;
    {
        std::ofstream file(path, std::ios::binary);
        file.seekp(static_cast<std::streamoff>(Hole));
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!file.flush()) {
            std::filesystem::remove(path, failure);
            GTEST_SKIP() << "the file system has no files of that size";
        }
    }
    {
        const auto book = Book::open(path);
        ASSERT_TRUE(book.ok()) << book.error();
        EXPECT_EQ((*book)->size(), Hole / EntrySize + 3);
        const std::vector<BookMove> moves = (*book)->moves(Game());
        ASSERT_EQ(moves.size(), 2U);
        EXPECT_EQ(to_uci(moves[0].move), "e2e4");
    }
    std::filesystem::remove(path, failure);
}

TEST(EmbeddedBook, IsAWholeBook) {
    const auto book = embedded_book();
    ASSERT_TRUE(book.ok()) << book.error();
    std::uint64_t positions = 0;
    for (std::uint64_t i = 0; i < (*book)->size(); ++i) {
        positions += i == 0 || (*book)->entry(i).key != (*book)->entry(i - 1).key ? 1 : 0;
    }
    EXPECT_GE(positions, 10000U);
    EXPECT_LT((*book)->size() * EntrySize, 1U << 20);
    // From the start it goes on for a while, whatever of its moves is played.
    Prng prng(5);
    for (int i = 0; i < 50; ++i) {
        Game game;
        for (Move move = choose((*book)->moves(game), 100, prng); !move.is_none();
             move = choose((*book)->moves(game), 100, prng)) {
            game.play(move);
        }
        EXPECT_GE(game.ply(), 4);
    }
}

TEST(BookChoice, FollowsVariety) {
    const Move best = Move::normal(Square::E2, Square::E4);
    const Move other = Move::normal(Square::D2, Square::D4);
    const Move never = Move::normal(Square::A2, Square::A3);
    const std::vector<BookMove> moves{{best, 75, 0.75}, {other, 25, 0.25}, {never, 0, 0}};
    Prng prng(1);
    const auto share_of_best = [&](int variety) {
        int count = 0;
        for (int i = 0; i < 4000; ++i) {
            const Move chosen = choose(moves, variety, prng);
            EXPECT_NE(chosen, never);
            count += chosen == best ? 1 : 0;
        }
        return count / 4000.0;
    };
    EXPECT_EQ(share_of_best(0), 1);
    EXPECT_NEAR(share_of_best(100), 0.75, 0.03);
    EXPECT_NEAR(share_of_best(50), 0.9, 0.03);
    EXPECT_TRUE(choose({}, 0, prng).is_none());
    EXPECT_TRUE(choose({{never, 0, 0}}, 100, prng).is_none());
}

}  // namespace
}  // namespace skua::book
