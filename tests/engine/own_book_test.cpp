#include "engine/own_book.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <map>
#include <thread>

#include "book/polyglot_key.h"
#include "chess/fen.h"
#include "chess/uci_move.h"
#include "engine/engine.h"

namespace skua {
namespace {

class BookPlay : public testing::Test {
protected:
    BookPlay() : path_(testing::TempDir() + "skua-own-book-" + std::to_string(getpid())) {
        EngineCallbacks callbacks;
        callbacks.best_move = [this](const BestMove& found) {
            best = found;
            thread = std::this_thread::get_id();
            ++answers;
        };
        callbacks.report = [this](const Report& report) { reports.push_back(report); };
        engine.set_callbacks(callbacks);
        engine.set_notice_handler([this](const std::string& sentence) { notices.push_back(sentence); });
    }
    ~BookPlay() override { std::remove(path_.c_str()); }

    static Game game_after(const std::vector<std::string>& moves) {
        Game game;
        for (const std::string& text : moves) { game.play(*parse_uci_move(game.position(), text)); }
        return game;
    }
    // The last of the moves is for the position after the others.
    void add(const std::vector<std::string>& moves, std::uint16_t weight) {
        Game game = game_after({moves.begin(), moves.end() - 1});
        entries.push_back(
            {book::polyglot_key(game), book::encode_move(*parse_uci_move(game.position(), moves.back())), weight, 0});
    }
    void use_entries() {
        std::sort(entries.begin(), entries.end(),
                  [](const book::Entry& a, const book::Entry& b) { return a.key < b.key; });
        std::vector<std::uint8_t> bytes;
        for (const book::Entry& entry : entries) { book::append_entry(bytes, entry); }
        {
            std::ofstream file(path_, std::ios::binary);
            file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
        set("BookFile", path_);
        set("OwnBook", "true");
    }
    void set(std::string_view name, std::string_view value) {
        const std::optional<Error> error = engine.set_option(name, value);
        EXPECT_FALSE(error) << error->message;
    }
    // Is the answer to this search from the book?
    bool is_from_book(const Limits& limits) {
        notices.clear();
        reports.clear();
        answers = 0;
        engine.go(limits);
        engine.stop();
        engine.wait();
        EXPECT_EQ(answers, 1);
        return !notices.empty();
    }
    bool is_from_book() {
        Limits limits;
        limits.nodes = 100;
        return is_from_book(limits);
    }

    std::vector<book::Entry> entries;
    std::vector<std::string> notices;
    std::vector<Report> reports;
    BestMove best;
    std::thread::id thread;
    std::atomic<int> answers{0};
    Engine engine;  // the last: it ends first

private:
    std::string path_;
};

TEST_F(BookPlay, AnswersFromItsOwnThreadAndSaysSo) {
    add({"g1f3"}, 10);
    add({"a2a3"}, 90);
    add({"a2a3", "h7h5"}, 5);
    add({"a2a3", "e7e5"}, 4);
    use_entries();
    EXPECT_TRUE(is_from_book());
    EXPECT_EQ(to_uci(best.move), "a2a3");
    EXPECT_EQ(to_uci(best.ponder), "h7h5");
    EXPECT_EQ(best.depth, 1);
    ASSERT_FALSE(reports.empty());
    for (const Report& report : reports) {
        ASSERT_EQ(report.pv.size(), 2U);
        EXPECT_EQ(report.pv[0], best.move);
        EXPECT_EQ(report.pv[1], best.ponder);
    }
    EXPECT_EQ(reports.back().score, best.score);
    EXPECT_NE(thread, std::this_thread::get_id());
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_TRUE(notices[0].starts_with("book move a3, weight 90, from ")) << notices[0];
    set("OwnBook", "false");
    EXPECT_FALSE(is_from_book());
    EXPECT_GT(best.nodes, 0U);
}

TEST_F(BookPlay, OnlyForSearchesThatPlay) {
    add({"a2a3"}, 90);
    use_entries();
    Limits limits;
    limits.infinite = true;
    EXPECT_FALSE(is_from_book(limits));
    limits = {};
    limits.ponder = true;
    EXPECT_FALSE(is_from_book(limits));
    limits = {};
    limits.mate = 1;
    EXPECT_FALSE(is_from_book(limits));
    limits = {};
    limits.search_moves = {Move::normal(Square::E2, Square::E4)};
    EXPECT_FALSE(is_from_book(limits));
    engine.set_analysis_mode(true);
    EXPECT_FALSE(is_from_book());
    engine.set_analysis_mode(false);
    EXPECT_TRUE(is_from_book());
    set("UCI_LimitStrength", "true");
    set("Threads", "2");
    EXPECT_TRUE(is_from_book());
}

TEST_F(BookPlay, EndsAtItsDepth) {
    add({"a2a3"}, 90);
    add({"a2a3", "h7h5"}, 5);
    use_entries();
    set("BookDepth", "1");
    EXPECT_TRUE(is_from_book());
    engine.set_game(game_after({"a2a3"}));
    EXPECT_FALSE(is_from_book());
    set("BookDepth", "2");
    EXPECT_TRUE(is_from_book());
    // The move number of a FEN counts too.
    engine.set_game(Game(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2")->position));
    EXPECT_FALSE(is_from_book());
}

TEST_F(BookPlay, RepeatsNoPositionOfTheGame) {
    add({"g1f3", "g8f6", "f3g1", "f6g8"}, 90);
    use_entries();
    engine.set_game(game_after({"g1f3", "g8f6", "f3g1"}));
    EXPECT_FALSE(is_from_book());
    add({"g1f3", "g8f6", "f3g1", "e7e5"}, 1);
    use_entries();
    EXPECT_TRUE(is_from_book());
    EXPECT_EQ(to_uci(best.move), "e7e5");
}

TEST_F(BookPlay, VarietyFollowsTheSeed) {
    add({"a2a3"}, 50);
    add({"e2e4"}, 49);
    add({"d2d4"}, 0);
    use_entries();
    const auto count = [&](std::uint64_t seed) {
        engine.set_book_seed(seed);
        std::map<std::string, int> counts;
        std::string order;
        for (int i = 0; i < 100; ++i) {
            EXPECT_TRUE(is_from_book());
            ++counts[to_uci(best.move)];
            order += to_uci(best.move);
        }
        return std::pair(counts, order);
    };
    EXPECT_EQ(count(1).first, (std::map<std::string, int>{{"a2a3", 100}}));
    set("BookVariety", "100");
    const auto [counts, order] = count(1);
    EXPECT_EQ(counts.size(), 2U);
    EXPECT_GT(counts.at("e2e4"), 25);
    EXPECT_EQ(count(1).second, order);
    EXPECT_NE(count(2).second, order);
}

TEST_F(BookPlay, ABadFileLeavesTheOldBook) {
    add({"a2a3"}, 50);
    use_entries();
    const std::string name = engine.book_name();
    const std::optional<Error> error = engine.set_option("BookFile", "/no/such/book.bin");
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("\"/no/such/book.bin\""), std::string::npos) << error->message;
    EXPECT_NE(error->message.find("the old one stays"), std::string::npos) << error->message;
    EXPECT_EQ(engine.book_name(), name);
    EXPECT_TRUE(is_from_book());
    EXPECT_EQ(to_uci(best.move), "a2a3");
    set("BookFile", "");
    EXPECT_EQ(engine.book_name(), "the built-in book");
    EXPECT_TRUE(is_from_book());
    EXPECT_NE(to_uci(best.move), "a2a3");
    EXPECT_FALSE(best.ponder.is_none());
}

// In Chess960 the format can't say which of two rooks may castle.
TEST_F(BookPlay, IsSilentWhereTheFormatIs) {
    const Game game(parse_fen("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1")->position);
    entries.push_back({book::polyglot_key(game), book::encode_move(Move::normal(Square::E1, Square::E2)), 5, 0});
    use_entries();
    engine.set_game(game);
    EXPECT_FALSE(is_from_book());
}

TEST_F(BookPlay, EverySearchIsAnsweredOnceInAnyHaste) {
    add({"a2a3"}, 50);
    use_entries();
    answers = 0;
    Limits limits;
    limits.depth = 2;
    Limits infinite;
    infinite.infinite = true;
    for (int i = 0; i < 200; ++i) {
        engine.go(i % 3 == 0 ? infinite : limits);
        if (i % 2 == 0) { engine.ponder_hit(); }
        if (i % 5 == 0) { engine.stop(); }
    }
    engine.stop();
    engine.wait();
    EXPECT_EQ(answers, 200);
}

}  // namespace
}  // namespace skua
