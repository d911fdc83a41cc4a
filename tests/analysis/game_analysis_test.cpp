#include "analysis/game_analysis.h"

#include <gtest/gtest.h>

#include <map>

#include "analysis/support.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

AnalysisSettings quick() {
    AnalysisSettings settings;
    settings.nodes = 5'000;
    return settings;
}

class MemoryStore : public AnalysisStore {
public:
    std::optional<SearchedPosition> get(const std::string& key) override {
        const auto found = kept.find(key);
        if (found == kept.end()) { return std::nullopt; }
        ++hits;
        return found->second;
    }
    void put(const std::string& key, const SearchedPosition& result) override {
        EXPECT_TRUE(kept.emplace(key, result).second) << "searched twice: " << key;
    }

    std::map<std::string, SearchedPosition> kept;
    int hits = 0;
};

// Scholar's mate: Black's last move allows it.
const std::string Scholar = "1. e4 {[%clk 0:05:00]} e5 2. Bc4 Nc6 3. Qh5 {[%emt 0:00:07]} Nf6 4. Qxf7# 1-0";

TEST(GameAnalysisTest, NamesTheBlunder) {
    Engine engine;
    GameAnalyser analyser(engine, quick());
    std::vector<std::size_t> steps;
    const auto analysis = analyser.analyse(game_of_pgn(Scholar), [&steps](std::size_t done, std::size_t all) {
        EXPECT_EQ(all, 14U);
        steps.push_back(done);
    });
    ASSERT_TRUE(analysis);
    EXPECT_EQ(steps, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}));
    ASSERT_EQ(analysis->moves.size(), 7U);
    const MoveAnalysis& blunder = analysis->moves[5];
    EXPECT_EQ(blunder.label, MoveLabel::Blunder);
    EXPECT_EQ(blunder.played.first(), blunder.move);
    EXPECT_EQ(blunder.played.score, ShownScore(MateIn{1, false}));
    EXPECT_EQ(blunder.after, 0);
    EXPECT_GT(blunder.before, 20);
    EXPECT_LT(blunder.accuracy, 40);
    const MoveAnalysis& mate = analysis->moves[6];
    EXPECT_EQ(mate.label, MoveLabel::Only);
    EXPECT_EQ(mate.best.first(), mate.move);
    EXPECT_EQ(mate.loss(), 0);
    EXPECT_EQ(analysis->moves[0].label, MoveLabel::Book);
    EXPECT_GE(analysis->book_plies, 2);
    ASSERT_TRUE(analysis->opening);
    EXPECT_TRUE(analysis->opening->opening.eco.starts_with("C2")) << analysis->opening->opening.eco;
    EXPECT_EQ(analysis->moves[0].clock, 300'000);
    EXPECT_EQ(analysis->moves[4].spent, 7'000);
    EXPECT_EQ(analysis->moves[1].clock, std::nullopt);

    EXPECT_EQ(analysis->sides[Color::White].moves, 4);
    EXPECT_EQ(analysis->sides[Color::White].blunders, 0);
    EXPECT_EQ(analysis->sides[Color::Black].moves, 3);
    EXPECT_EQ(analysis->sides[Color::Black].blunders, 1);
    EXPECT_LT(analysis->sides[Color::Black].accuracy, analysis->sides[Color::White].accuracy);
    EXPECT_EQ(analysis->sides_by_phase[Color::Black][GamePhase::Opening].blunders, 1);
    EXPECT_EQ(analysis->sides_by_phase[Color::Black][GamePhase::Endgame].moves, 0);
    const std::vector<ExpectedPoints> points = analysis->white_points(Color::White);
    ASSERT_EQ(points.size(), 8U);
    EXPECT_EQ(points[6], 100);
    EXPECT_EQ(points[7], 100);
    EXPECT_GT(analysis->nodes, 7 * 5'000U - 1'000U);
}

TEST(GameAnalysisTest, StartsAnywhereAndWithEitherSide) {
    Engine engine;
    GameAnalyser analyser(engine, quick());
    // Black begins, and must take the rook.
    const auto analysis =
        analyser.analyse(game_of_pgn("[SetUp \"1\"]\n[FEN \"k7/1R6/8/8/8/8/8/K1R5 b - - 0 40\"]\n\n40... Kxb7 *"));
    ASSERT_TRUE(analysis);
    ASSERT_EQ(analysis->moves.size(), 1U);
    EXPECT_EQ(analysis->moves[0].label, MoveLabel::Forced);
    EXPECT_EQ(analysis->book_plies, 0);
    EXPECT_FALSE(analysis->opening);
    EXPECT_EQ(analysis->sides[Color::Black].moves, 1);
    EXPECT_GT(analysis->white_points(Color::Black)[1], 80);
    EXPECT_EQ(analysis->phases.at(0), GamePhase::Endgame);
}

TEST(GameAnalysisTest, EmptyGamesAndCancelledOnes) {
    Engine engine;
    GameAnalyser analyser(engine, quick());
    const auto empty = analyser.analyse(game_of_pgn("[Event \"none\"]\n\n*"));
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->moves.empty());
    EXPECT_TRUE(empty->white_points(Color::White).empty());
    EXPECT_EQ(empty->sides[Color::White].accuracy, 100);
    AnalysisSettings endless;
    endless.nodes.reset();
    endless.depth = 200;
    GameAnalyser cancelled(engine, endless, [] { return true; });
    EXPECT_FALSE(cancelled.analyse(game_of_pgn(Scholar)));
}

TEST(GameAnalysisTest, GoesOnWhereItStopped) {
    const PgnGame game = game_of_pgn(Scholar);
    MemoryStore store;
    {
        Engine engine;
        GameAnalyser analyser(engine, quick(), {}, &store);
        ASSERT_TRUE(analyser.analyse(game));
        EXPECT_EQ(store.hits, 0);
    }
    const std::size_t searches = store.kept.size();
    EXPECT_GE(searches, 7U);
    Engine engine;
    GameAnalyser analyser(engine, quick(), {}, &store);
    const auto again = analyser.analyse(game);
    ASSERT_TRUE(again);
    EXPECT_EQ(static_cast<std::size_t>(store.hits), searches);
    EXPECT_EQ(again->moves[5].label, MoveLabel::Blunder);
    // Other limits are another analysis.
    AnalysisSettings other = quick();
    other.nodes = 4'000;
    GameAnalyser different(engine, other, {}, &store);
    ASSERT_TRUE(different.analyse(game));
    EXPECT_EQ(static_cast<std::size_t>(store.hits), searches);
}

TEST(GameAnalysisTest, SearchesAgainWhatIsDamagedInTheStore) {
    class DamagedStore : public AnalysisStore {
    public:
        std::optional<SearchedPosition> get(const std::string&) override {
            // Illegal everywhere in this game.
            return SearchedPosition{{{Centipawns{0}, CertainDraw, {Move::normal(Square::A4, Square::A5)}}}, 1, 1};
        }
        void put(const std::string&, const SearchedPosition&) override { ++searched; }
        int searched = 0;
    };
    Engine engine;
    DamagedStore store;
    const PgnGame game = game_of_pgn(Scholar);
    GameAnalyser analyser(engine, quick(), {}, &store);
    const auto analysis = analyser.analyse(game);
    ASSERT_TRUE(analysis);
    EXPECT_GE(store.searched, 7);
    EXPECT_EQ(analysis->moves[5].label, MoveLabel::Blunder);
}

TEST(GameAnalysisTest, ASmallLossIsNoErrorInTheBook) {
    // Says of the start position that another move than 1. e4 is better by so much.
    class CraftedStore : public AnalysisStore {
    public:
        std::optional<SearchedPosition> get(const std::string&) override {
            const auto line = [](int centipawns, Square from, Square to) {
                const ShownScore score = Centipawns{centipawns};
                return SearchedLine{score, wdl_of(score), {Move::normal(from, to)}};
            };
            return SearchedPosition{{line(better, Square::D2, Square::D4), line(0, Square::E2, Square::E4)}, 1, 1};
        }
        void put(const std::string&, const SearchedPosition&) override {}
        int better = 0;
    };
    Engine engine;
    CraftedStore store;
    GameAnalyser analyser(engine, quick(), {}, &store);
    const auto label_when = [&](int better) {
        store.better = better;
        return analyser.analyse(game_of_pgn("1. e4 *"))->moves[0].label;
    };
    EXPECT_EQ(error_label(Centipawns{40}, Centipawns{0}), MoveLabel::Inaccuracy);
    EXPECT_EQ(label_when(40), MoveLabel::Book);
}

TEST(GameAnalysisTest, LooksTwiceAtErrors) {
    // Says that 1. Ke2 is far better than 1. Kd2, which is as good.
    class CraftedStore : public AnalysisStore {
    public:
        std::optional<SearchedPosition> get(const std::string&) override {
            const auto line = [](int centipawns, Square to) {
                const ShownScore score = Centipawns{centipawns};
                return SearchedLine{score, wdl_of(score), {Move::normal(Square::E1, to)}};
            };
            return SearchedPosition{{line(300, Square::E2), line(0, Square::D2)}, 1, 1};
        }
        void put(const std::string&, const SearchedPosition&) override {}
    };
    EXPECT_EQ(error_label(Centipawns{300}, Centipawns{0}), MoveLabel::Blunder);
    Engine engine;
    CraftedStore store;
    GameAnalyser analyser(engine, quick(), {}, &store);
    const auto analysis =
        analyser.analyse(game_of_pgn("[SetUp \"1\"]\n[FEN \"4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1\"]\n\n1. Kd2 *"));
    ASSERT_TRUE(analysis);
    const MoveAnalysis& move = analysis->moves[0];
    EXPECT_LT(move.loss(), InaccuracyLoss);
    EXPECT_FALSE(is_error(move.label));
    ASSERT_TRUE(move.first_look);
    EXPECT_EQ(move.first_look->best.score, ShownScore(Centipawns{300}));
    EXPECT_TRUE(move.statements.empty());
    EXPECT_EQ(analysis->sides[Color::White].blunders, 0);
}

TEST(GameAnalysisTest, AGameWithoutMovesIsAnalysed) {
    Engine engine;
    GameAnalyser analyser(engine, quick());
    const auto analysis = analyser.analyse(PgnGame());
    ASSERT_TRUE(analysis);
    EXPECT_TRUE(analysis->moves.empty());
}

TEST(GameAnalysisTest, CanBeCancelledWhileReasonsAreLookedFor) {
    Engine engine;
    MemoryStore store;
    bool wants_end = false;
    const PgnGame game = game_of_pgn(Scholar);
    GameAnalyser analyser(
        engine, quick(), [&] { return wants_end; }, &store);
    std::size_t last = 0;
    EXPECT_FALSE(analyser.analyse(game, [&](std::size_t done, std::size_t all) {
        last = done;
        wants_end = done == all / 2;
    }));
    EXPECT_EQ(last, game.line.moves.size()) << "all searches, and no reason";
}

}  // namespace
}  // namespace skua
