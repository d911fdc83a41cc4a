#include "cli/analysis_cache.h"

#include "analysis/support.h"
#include "cli/support.h"

namespace skua::cli {
namespace {

namespace fs = std::filesystem;

class AnalysisCacheTest : public CommandTest {
protected:
    Notice collect() {
        return [this](const std::string& sentence) { notices.push_back(sentence); };
    }
    std::vector<std::string> notices;
};

SearchedPosition example() {
    const Move e4 = Move::normal(Square::E2, Square::E4);
    const Move castling = Move::castling(Square::E1, Square::H1);
    return {{{Centipawns{-35}, {100, 700, 200}, {e4, castling}},
             {MateIn{3, false}, CertainLoss, {Move::promotion(Square::A7, Square::A8, PieceType::Knight)}},
             {MateIn{0, false}, CertainLoss, {}},
             {TablebaseWin{7, true}, CertainWin, {e4}}},
            17,
            1'234'567'890'123};
}

void expect_equal(const SearchedPosition& a, const SearchedPosition& b) {
    EXPECT_EQ(a.depth, b.depth);
    EXPECT_EQ(a.nodes, b.nodes);
    ASSERT_EQ(a.lines.size(), b.lines.size());
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
        EXPECT_EQ(a.lines[i].score, b.lines[i].score);
        EXPECT_EQ(a.lines[i].chances, b.lines[i].chances);
        EXPECT_EQ(a.lines[i].moves, b.lines[i].moves);
    }
}

TEST_F(AnalysisCacheTest, KeepsSearchesOverRuns) {
    {
        GameStore store(path("a"), "engine", collect());
        EXPECT_FALSE(store.get("key"));
        store.put("key", example());
        store.put("over", {});
        expect_equal(*store.get("key"), example());
    }
    GameStore store(path("a"), "engine", collect());
    ASSERT_TRUE(store.get("key"));
    expect_equal(*store.get("key"), example());
    EXPECT_TRUE(store.get("over")->lines.empty());
    EXPECT_FALSE(store.get("other"));
    EXPECT_TRUE(notices.empty());
}

TEST_F(AnalysisCacheTest, AnotherEngineBeginsAgain) {
    GameStore(path("a"), "engine", collect()).put("key", example());
    EXPECT_FALSE(GameStore(path("a"), "better engine", collect()).get("key"));
    EXPECT_TRUE(notices.empty());
}

TEST_F(AnalysisCacheTest, IgnoresABrokenTailAndGoesOnBehindIt) {
    {
        GameStore store(path("a"), "engine", collect());
        store.put("first", example());
        store.put("second", example());
    }
    const std::string whole = text_of("a");
    for (const std::size_t cut : {std::size_t{1}, std::size_t{2}, std::size_t{20}}) {
        notices.clear();
        put("a", whole.substr(0, whole.size() - cut));
        {
            GameStore store(path("a"), "engine", collect());
            EXPECT_TRUE(store.get("first"));
            EXPECT_EQ(store.get("second").has_value(), cut == 1) << "only the line end is missing";
            EXPECT_EQ(notices.size(), cut == 1 ? 0U : 1U);
            store.put("third", example());
        }
        GameStore store(path("a"), "engine", collect());
        EXPECT_TRUE(store.get("first"));
        EXPECT_TRUE(store.get("third"));
    }
}

TEST_F(AnalysisCacheTest, IgnoresDamagedBytes) {
    GameStore(path("a"), "engine", collect()).put("key", example());
    const std::string whole = text_of("a");
    const std::size_t title = whole.find('\n') + 1;
    for (std::size_t i = title; i + 1 < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = damaged[i] == '7' ? '8' : '7';
        put("a", damaged);
        EXPECT_FALSE(GameStore(path("a"), "engine", collect()).get("key")) << i;
    }
    EXPECT_FALSE(notices.empty());
    EXPECT_TRUE(notices[0].starts_with("1 damaged line of ")) << notices[0];
}

TEST_F(AnalysisCacheTest, AFullDiskIsOneNotice) {
    if (!fs::exists("/dev/full")) { GTEST_SKIP() << "there is no /dev/full"; }
    GameStore store("/dev/full", "engine", collect());
    store.put("first", example());
    store.put("second", example());
    EXPECT_TRUE(store.get("second"));
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_NE(notices[0].find("can't be kept"), std::string::npos);
}

TEST_F(AnalysisCacheTest, EachGameAndEachEffortHasAFile) {
    AnalysisCache cache(path("cache"), "engine", collect());
    const PgnGame first = game_of_pgn("1. e4 e5 *");
    AnalysisSettings deeper;
    deeper.nodes = 1000;
    cache.open(first, {})->put("key", example());
    EXPECT_TRUE(cache.open(first, {})->get("key"));
    EXPECT_TRUE(cache.open(game_of_pgn("[White \"X\"]\n\n1. e4 {odd} e5 1-0"), {})->get("key"));
    EXPECT_FALSE(cache.open(first, deeper)->get("key"));
    EXPECT_FALSE(cache.open(game_of_pgn("1. e4 *"), {})->get("key"));
    EXPECT_TRUE(notices.empty());
}

TEST_F(AnalysisCacheTest, MakesRoomForNewGames) {
    AnalysisCache cache(path("cache"), "engine", collect());
    const PgnGame old = game_of_pgn("1. e4 *");
    const PgnGame recent = game_of_pgn("1. d4 *");
    cache.open(old, {})->put("key", example());
    cache.open(recent, {})->put("key", example());
    std::uintmax_t bytes = 0;
    for (const auto& file : fs::directory_iterator(path("cache"))) {
        bytes += file.file_size();
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(2));
    }
    ASSERT_TRUE(cache.open(recent, {}));  // used now
    AnalysisCache small(path("cache"), "engine", collect(), bytes - 1);
    EXPECT_TRUE(small.open(recent, {})->get("key"));
    EXPECT_FALSE(small.open(old, {})->get("key"));
}

TEST_F(AnalysisCacheTest, WithoutAFolderNothingIsKept) {
    EXPECT_EQ(AnalysisCache(std::nullopt, "engine", collect()).open({}, {}), nullptr);
    EXPECT_TRUE(notices.empty());
    put("file", "");
    EXPECT_EQ(AnalysisCache(path("file/cache"), "engine", collect()).open({}, {}), nullptr);
    EXPECT_EQ(notices.size(), 1U);
}

TEST_F(AnalysisCacheTest, TheUsersFolderComesFromTheEnvironment) {
    setenv("XDG_CACHE_HOME", "/somewhere", 1);
    EXPECT_EQ(AnalysisCache::users_folder(), fs::path("/somewhere/skua/analysis"));
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", "/home/anna", 1);
    EXPECT_EQ(AnalysisCache::users_folder(), fs::path("/home/anna/.cache/skua/analysis"));
    unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace skua::cli
