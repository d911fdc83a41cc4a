// Short ways to search in tests.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/parse.h"
#include "chess/support.h"
#include "search/searcher.h"

namespace skua {

inline Game game_of(std::string_view fen, std::string_view moves = "") {
    Game game(position_of(fen));
    for (const std::string_view move : split_words(moves)) { game.play(move_of(game.position(), move)); }
    return game;
}

inline Limits depth_limit(Depth depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}
inline Limits node_limit(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}
inline Limits infinite_limit() {
    Limits limits;
    limits.infinite = true;
    return limits;
}

// Everything that a search reported.
struct Heard {
    SearchResult result;
    std::vector<SearchInfo> infos;
    int answers = 0;

    // The last exact report of the best line.
    [[nodiscard]] const SearchInfo& last() const {
        static const SearchInfo None;
        for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
            if (info->multipv == 1 && info->bound == Bound::Exact) { return *info; }
        }
        return None;
    }
    // The lines of the last complete iteration, best first.
    [[nodiscard]] std::vector<SearchInfo> last_lines(std::size_t count) const {
        if (infos.size() < count) { return infos; }
        return {infos.end() - static_cast<std::ptrdiff_t>(count), infos.end()};
    }
};

// A searcher whose callbacks are recorded.
class ObservedSearch {
public:
    explicit ObservedSearch(int threads = 1) {
        searcher.set_hash(16);
        searcher.set_threads(threads);
    }

    void start(const Game& game, const Limits& limits) {
        searcher.stop();
        searcher.wait();
        heard_ = {};
        answered_ = false;
        SearchCallbacks callbacks;
        callbacks.info = [this](const SearchInfo& info) { heard_.infos.push_back(info); };
        callbacks.best_move = [this](const SearchResult& result) {
            heard_.result = result;
            ++heard_.answers;
            answered_ = true;
        };
        searcher.start(game, limits, settings, callbacks);
    }
    [[nodiscard]] bool answered() const { return answered_; }
    // Waits for the answer.
    const Heard& finish() {
        searcher.wait();
        return heard_;
    }

    Heard search(const Game& game, const Limits& limits) {
        start(game, limits);
        return finish();
    }
    Heard search(std::string_view fen, const Limits& limits) { return search(game_of(fen), limits); }

    Searcher searcher;
    SearchSettings settings;

private:
    Heard heard_;
    std::atomic<bool> answered_{false};
};

// Every line is legal and ends where the game would; the answer is the first move of the last exact line.
inline void expect_sound(const Game& game, const Heard& heard) {
    ASSERT_EQ(heard.answers, 1);
    ASSERT_TRUE(game.position().is_legal(heard.result.best)) << to_fen(game.position());
    for (const SearchInfo& info : heard.infos) {
        ASSERT_FALSE(info.pv.empty());
        Game copy = game;
        for (std::size_t i = 0; i < info.pv.size(); ++i) {
            ASSERT_TRUE(copy.position().is_legal(info.pv[i])) << to_fen(game.position()) << " depth " << info.depth;
            if (i > 0) { ASSERT_EQ(copy.state(), GameState::Ongoing) << "the line continues after the end"; }
            copy.play(info.pv[i]);
        }
        EXPECT_LE(info.seldepth, MaxPly);
        EXPECT_GE(info.hashfull, 0);
        EXPECT_LE(info.hashfull, 1000);
        EXPECT_LT(std::abs(info.score), InfiniteScore);
    }
    for (std::size_t i = 1; i < heard.infos.size(); ++i) {
        EXPECT_GE(heard.infos[i].nodes, heard.infos[i - 1].nodes);
        EXPECT_GE(heard.infos[i].time, heard.infos[i - 1].time);
        // The last report may be that of a helping thread, which was behind.
        if (i + 1 < heard.infos.size()) { EXPECT_GE(heard.infos[i].depth, heard.infos[i - 1].depth); }
    }
    if (!heard.last().pv.empty()) { EXPECT_EQ(heard.last().pv[0], heard.result.best) << to_fen(game.position()); }
    if (!heard.result.ponder.is_none()) {
        Game copy = game;
        copy.play(heard.result.best);
        EXPECT_TRUE(copy.position().is_legal(heard.result.ponder)) << to_fen(game.position());
    }
}

}  // namespace skua
