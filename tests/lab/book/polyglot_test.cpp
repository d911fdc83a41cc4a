// Books against Debian's program polyglot: it reads ours, we read its own, and both say the same. Skipped where it is
// not installed.
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/parse.h"
#include "book/polyglot_key.h"
#include "chess/movegen.h"
#include "chess/pgn.h"
#include "chess/san.h"
#include "lab/book/entries.h"
#include "lab/book/grow.h"
#include "lab/book/make.h"
#include "lab/games/selfplay.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

std::string program() {
    for (const char* const path : {"/usr/games/polyglot", "/usr/bin/polyglot", "/usr/local/bin/polyglot"}) {
        if (access(path, X_OK) == 0) { return path; }
    }
    return "";
}

class Polyglot : public LabTest {
protected:
    using Moves = std::set<std::pair<Key, std::uint16_t>>;  // of positions, by their keys

    void SetUp() override {
        LabTest::SetUp();
        if (program().empty()) { GTEST_SKIP() << "polyglot is not installed"; }
    }
    void run(const std::string& arguments) {
        const std::string command = program() + ' ' + arguments + " >" + path("polyglot.log") + " 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0) << bytes_of(path("polyglot.log"));
    }

    // Games of the engine against itself, with random openings that are short enough for positions to occur often.
    void write_games(const std::string& name, std::uint64_t count) {
        Searcher searcher(RunsOn::CallersThread, 1);
        SelfPlaySettings settings;
        settings.nodes = 30;
        settings.random_plies = 2;
        settings.chess960_share = 0;
        const std::atomic<bool> stop{false};
        std::ofstream file(path(name));
        for (std::uint64_t number = 0; number < count; ++number) {
            const std::optional<GameRecord> record = play_game(searcher, settings, 5, number, stop);
            ASSERT_TRUE(record);
            PgnGame game;
            game.start = record->start;
            game.result = record->result;
            for (const MoveScore& ply : record->plies) { game.line.moves.push_back({ply.move, {}, "", {}}); }
            write_pgn(file, game);
        }
    }

    // All entries of a book file, in the same order whoever wrote it.
    std::vector<book::Entry> entries_of(const std::string& name) {
        const auto book = book::Book::open(path(name));
        EXPECT_TRUE(book.ok()) << book.error();
        std::vector<book::Entry> entries;
        for (std::uint64_t i = 0; i < (*book)->size(); ++i) { entries.push_back((*book)->entry(i)); }
        sort_entries(entries);
        return entries;
    }

    // Follows the lines of dump-book and compares every move of the colour with what our reader has there. Returns the
    // entries that occur.
    Moves follow_dump(const std::string& name, Color color) {
        run("dump-book -bin " + path(name) + " -color " + (color == Color::White ? "white" : "black") + " -out " +
            path("dump"));
        const auto book = book::Book::open(path(name));
        EXPECT_TRUE(book.ok()) << book.error();
        Moves seen;
        std::ifstream dump(path("dump"));
        std::string line;
        std::getline(dump, line);  // the title
        while (std::getline(dump, line)) {
            Game game;
            for (std::string_view word : split_words(line)) {
                if (word.front() == '{') { break; }  // the rest is a remark about a transposition
                if (word.back() == ':' || word.back() == '.') { continue; }
                const std::size_t brace = word.find('{');
                const Result<Move> move = parse_san(game.position(), word.substr(0, brace));
                EXPECT_TRUE(move.ok()) << line;
                if (!move) { return seen; }
                if (game.position().side_to_move() == color) {
                    EXPECT_NE(brace, std::string_view::npos) << line;
                    const int percent =
                        parse_integer<int>(word.substr(brace + 1, word.size() - brace - 3)).value_or(-1);
                    const std::vector<book::BookMove> moves = (*book)->moves(game);
                    const auto known = std::find_if(moves.begin(), moves.end(),
                                                    [&](const book::BookMove& each) { return each.move == *move; });
                    EXPECT_NE(known, moves.end()) << line;
                    if (known == moves.end()) { return seen; }
                    EXPECT_LE(std::abs(100 * known->share - percent), 1.0) << line;
                    seen.insert({book::polyglot_key(game), book::encode_move(*move)});
                } else {
                    EXPECT_EQ(brace, std::string_view::npos) << line;
                }
                game.play(*move);
            }
        }
        return seen;
    }

    // What must be on lines of a colour: moves of the book by that side, any moves by the other one.
    static void follow_book(const book::Book& book, Game& game, Color color, std::set<Key>& visited, Moves& seen) {
        const Key key = book::polyglot_key(game);
        if (!visited.insert(key).second) { return; }
        if (game.position().side_to_move() != color) {
            for (const Move move : legal_moves(game.position())) {
                game.play(move);
                if (book.contains(book::polyglot_key(game))) { follow_book(book, game, color, visited, seen); }
                game.undo();
            }
            return;
        }
        for (const book::BookMove& each : book.moves(game)) {
            if (each.weight == 0) { continue; }
            seen.insert({key, book::encode_move(each.move)});
            game.play(each.move);
            follow_book(book, game, color, visited, seen);
            game.undo();
        }
    }

    // Polyglot prints exactly the moves that our reader finds.
    void expect_same_lines(const std::string& name) {
        for (const Color color : Colors) {
            Game game;
            std::set<Key> visited;
            Moves ours;
            follow_book(**book::Book::open(path(name)), game, color, visited, ours);
            EXPECT_EQ(follow_dump(name, color), ours);
            EXPECT_GT(ours.size(), 100U);
        }
    }
};

TEST_F(Polyglot, MakesTheSameBookFromTheSameGames) {
    write_games("games.pgn", 60);
    for (const int games : {1, 3}) {
        run("make-book -pgn " + path("games.pgn") + " -bin " + path("theirs.bin") + " -max-ply 30 -min-game " +
            std::to_string(games));
        MakeSettings settings;
        settings.plies = 30;
        settings.games = static_cast<std::uint64_t>(games);
        BookMaker maker(settings);
        ASSERT_FALSE(add_games(maker, path("games.pgn"), [](const std::string& remark) { ADD_FAILURE() << remark; }));
        ASSERT_FALSE(write_book(path("ours.bin"), maker.entries()));
        EXPECT_EQ(entries_of("ours.bin"), entries_of("theirs.bin"));
        EXPECT_GT(entries_of("ours.bin").size(), games == 1 ? 500U : 10U);
    }
}

TEST_F(Polyglot, ReadsEveryEntryAsWeDo) {
    write_games("games.pgn", 40);
    run("make-book -pgn " + path("games.pgn") + " -bin " + path("theirs.bin") + " -max-ply 12 -min-game 1");
    expect_same_lines("theirs.bin");
}

TEST_F(Polyglot, ReadsOurGrownBook) {
    GrowSettings settings;
    settings.nodes = 300;
    settings.positions = 150;
    settings.hash_megabytes = 1;
    const auto journal = Journal::open(path("journal"), conditions_of(settings));
    ASSERT_TRUE(journal.ok()) << journal.error();
    const Result<GrownBook> grown = grow_book(**journal, settings, [](const GrowProgress&) { return true; });
    ASSERT_TRUE(grown.ok()) << grown.error();
    ASSERT_FALSE(write_book(path("ours.bin"), grown->entries));
    expect_same_lines("ours.bin");
}

}  // namespace
}  // namespace skua::lab
