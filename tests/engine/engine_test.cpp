#include "engine/engine.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "chess/random_positions.h"
#include "engine/wdl.h"
#include "eval/nnue/support.h"
#include "search/searcher.h"
#include "search/support.h"

namespace skua {
namespace {

using namespace std::chrono_literals;

// An engine whose reports are recorded: without their scores as the search tests know them, with them in `reports`.
class Listener {
public:
    Listener() {
        EngineCallbacks callbacks;
        callbacks.report = [this](const Report& report) {
            reports.push_back(report);
            SearchInfo info;
            info.depth = report.depth;
            info.seldepth = report.seldepth;
            info.multipv = report.multipv;
            info.bound = report.bound;
            info.nodes = report.nodes;
            info.time = report.time;
            info.hashfull = report.hashfull;
            info.pv = report.pv;
            heard.infos.push_back(info);
        };
        callbacks.best_move = [this](const BestMove& best) {
            score = best.score;
            heard.result.best = best.move;
            heard.result.ponder = best.ponder;
            heard.result.depth = best.depth;
            heard.result.nodes = best.nodes;
            ++heard.answers;
        };
        engine.set_callbacks(std::move(callbacks));
    }

    Heard search(const Game& game, const Limits& limits) {
        engine.set_game(game);
        heard = {};
        reports.clear();
        engine.go(limits);
        engine.wait();
        return heard;
    }
    // The reason of a refusal; empty when the value was taken.
    std::string set(std::string_view name, std::string_view value) {
        const std::optional<Error> error = engine.set_option(name, value);
        return error ? error->message : "";
    }

    // The current value of an option.
    std::string value(std::string_view name) { return engine.options().find(name)->value(); }

    Heard heard;
    std::vector<Report> reports;
    ShownScore score;  // score of the last best move
    Engine engine;     // ends first: it may still report
};

// ---------------------------------------------------------------------- answers

TEST(Engine, BeginsWithTheStartPosition) {
    const Engine engine;
    EXPECT_EQ(engine.game().position(), Position());
}

TEST(Engine, AnswersOnceForEveryGo) {
    Listener listener;
    for (int i = 1; i <= 20; ++i) {
        listener.engine.go(depth_limit(2));
        listener.engine.wait();
        EXPECT_EQ(listener.heard.answers, i);
    }
    // Without waiting: each go ends the one before.
    for (int i = 1; i <= 20; ++i) { listener.engine.go(infinite_limit()); }
    listener.engine.stop();
    listener.engine.wait();
    EXPECT_EQ(listener.heard.answers, 40);
    listener.engine.stop();
    listener.engine.ponder_hit();
    listener.engine.wait();
    EXPECT_EQ(listener.heard.answers, 40);
}

TEST(Engine, ChangesGiveTheAnswerFirst) {
    Listener listener;
    int expected = 0;
    const auto running = [&] {
        ++expected;
        listener.engine.go(infinite_limit());
    };
    running();
    listener.engine.set_game(Game());
    EXPECT_EQ(listener.heard.answers, expected);
    running();
    listener.engine.new_game();
    EXPECT_EQ(listener.heard.answers, expected);
    running();
    EXPECT_EQ(listener.set("Hash", "2"), "");
    EXPECT_EQ(listener.heard.answers, expected);
    running();
    EXPECT_EQ(listener.set("Threads", "2"), "");
    EXPECT_EQ(listener.heard.answers, expected);
    running();
    EXPECT_EQ(listener.set("Clear Hash", ""), "");
    EXPECT_EQ(listener.heard.answers, expected);
    running();
    EXPECT_NE(listener.set("Nonsense", "1"), "");
    listener.engine.stop();
    listener.engine.wait();
    EXPECT_EQ(listener.heard.answers, expected);
}

TEST(Engine, SeveralLiveInOneProcess) {
    Listener one;
    const std::uint64_t expected = one.search(Game(), depth_limit(9)).result.nodes;
    Listener two;
    Listener three;
    two.engine.go(depth_limit(9));
    three.engine.go(depth_limit(9));
    two.engine.wait();
    three.engine.wait();
    EXPECT_EQ(two.heard.result.nodes, expected);
    EXPECT_EQ(three.heard.result.nodes, expected);
}

TEST(Engine, ANewGameForgets) {
    Listener listener;
    const std::uint64_t first = listener.search(Game(), depth_limit(8)).result.nodes;
    EXPECT_NE(listener.search(Game(), depth_limit(8)).result.nodes, first);
    listener.engine.new_game();
    EXPECT_EQ(listener.search(Game(), depth_limit(8)).result.nodes, first);
    EXPECT_EQ(listener.set("Clear Hash", ""), "");
    EXPECT_EQ(listener.search(Game(), depth_limit(8)).result.nodes, first);
}

// ---------------------------------------------------------------------- options

TEST(Engine, HasTheOptionsAskedFor) {
    const Engine engine;
    std::set<std::string> names;
    for (const Option& option : engine.options().all()) {
        EXPECT_TRUE(names.insert(option.name).second) << option.name;
        EXPECT_FALSE(option.meaning.empty()) << option.name;
    }
    for (const std::string_view name :
         {"Hash", "Clear Hash", "Threads", "MultiPV", "Move Overhead", "UCI_LimitStrength", "UCI_Elo", "Skill Level",
          "Contempt", "CountermoveBonus", "Evaluation", "EvalFile"}) {
        EXPECT_TRUE(names.contains(std::string(name))) << name;
    }
    // These belong to front ends.
    for (const std::string_view name :
         {"Ponder", "UCI_Chess960", "UCI_AnalyseMode", "UCI_ShowWDL", "Debug Log File", "Minimal"}) {
        EXPECT_FALSE(names.contains(std::string(name))) << name;
    }
}

TEST(Engine, DefaultsLieWithinTheirRangesAndAreTaken) {
    Listener listener;
    for (const Option& option : listener.engine.options().all()) {
        if (!std::holds_alternative<ButtonOption>(option.kind)) {
            EXPECT_EQ(option.value(), option.initial()) << option.name;
            EXPECT_EQ(listener.set(option.name, option.initial()), "") << option.name;
        }
        const auto* const spin = std::get_if<SpinOption>(&option.kind);
        if (spin == nullptr) { continue; }
        EXPECT_LE(spin->low, spin->initial) << option.name;
        EXPECT_GE(spin->high, spin->initial) << option.name;
        EXPECT_NE(listener.set(option.name, std::to_string(spin->low - 1)), "") << option.name;
        EXPECT_NE(listener.set(option.name, std::to_string(spin->high + 1)), "") << option.name;
        EXPECT_NE(listener.set(option.name, "abc"), "") << option.name;
        EXPECT_EQ(option.value(), option.initial()) << option.name;
    }
    expect_sound(Game(), listener.search(Game(), depth_limit(5)));
}

TEST(Engine, RangesAreAsSpecified) {
    const Engine engine;
    const auto expect_range = [&](std::string_view name, std::int64_t low, std::int64_t high,
                                  std::string_view initial) {
        const Option* const option = engine.options().find(name);
        ASSERT_NE(option, nullptr) << name;
        const auto& spin = std::get<SpinOption>(option->kind);
        EXPECT_EQ(spin.low, low) << name;
        EXPECT_EQ(spin.high, high) << name;
        EXPECT_EQ(option->initial(), initial) << name;
    };
    expect_range("Threads", 1, 1024, "1");
    expect_range("CountermoveBonus", 0, 20000, "8000");
    expect_range("UCI_Elo", 1000, 3000, "3000");
    expect_range("Skill Level", 0, 20, "20");
    expect_range("MultiPV", 1, 256, "1");
    expect_range("Contempt", -100, 100, "0");
    EXPECT_EQ(engine.options().find("Move Overhead")->initial(), "10");
    EXPECT_EQ(engine.options().find("Hash")->initial(), "16");
    EXPECT_EQ(std::get<SpinOption>(engine.options().find("Hash")->kind).low, 1);
}

TEST(Engine, HashAndThreadsMayChangeOften) {
    Listener listener;
    for (int i = 0; i < 40; ++i) {
        ASSERT_EQ(listener.set("Hash", std::to_string(1 + i % 7)), "");
        ASSERT_EQ(listener.set("Threads", std::to_string(1 + i % 5)), "");
    }
    expect_sound(Game(), listener.search(Game(), node_limit(5000)));
}

TEST(Engine, MultiPvIsObeyed) {
    Listener listener;
    ASSERT_EQ(listener.set("MultiPV", "3"), "");
    EXPECT_EQ(listener.search(Game(), depth_limit(4)).infos.size(), 12U);
    ASSERT_EQ(listener.set("MultiPV", "1"), "");
    EXPECT_EQ(listener.search(Game(), depth_limit(4)).infos.size(), 4U);
}

TEST(Engine, ValuesOfOptionsCanBeReadBack) {
    Listener listener;
    for (const auto& [name, wanted] : {std::pair("Hash", "3"),
                                       {"Threads", "2"},
                                       {"MultiPV", "4"},
                                       {"Move Overhead", "25"},
                                       {"Contempt", "-7"},
                                       {"UCI_LimitStrength", "true"},
                                       {"UCI_Elo", "1500"},
                                       {"Skill Level", "3"},
                                       {"Evaluation", "classical"}}) {
        EXPECT_NE(listener.value(name), wanted) << name;
        EXPECT_EQ(listener.set(name, wanted), "") << name;
        EXPECT_EQ(listener.value(name), wanted) << name;
        EXPECT_NE(listener.set(name, "nonsense"), "") << name;
        EXPECT_EQ(listener.value(name), wanted) << name;
    }
    EXPECT_EQ(listener.value("EvalFile"), "<empty>");
    EXPECT_NE(listener.set("EvalFile", "/no/such/file"), "");
    EXPECT_EQ(listener.value("EvalFile"), "<empty>");
}

// Options belong to one engine; another one in the same process has its own.
TEST(Engine, TwoEnginesHaveTheirOwnOptions) {
    Listener usual;
    Listener alone;
    const std::uint64_t usual_nodes = usual.search(Game(), depth_limit(7)).result.nodes;
    ASSERT_EQ(alone.set("Evaluation", "classical"), "");
    const std::uint64_t classical_nodes = alone.search(Game(), depth_limit(7)).result.nodes;
    EXPECT_NE(usual_nodes, classical_nodes);

    Listener one;
    Listener two;
    ASSERT_EQ(two.set("Evaluation", "classical"), "");
    ASSERT_EQ(two.set("Hash", "5"), "");
    ASSERT_EQ(one.set("MultiPV", "2"), "");
    EXPECT_EQ(one.value("Evaluation"), "nnue");
    EXPECT_EQ(one.value("Hash"), "16");
    EXPECT_EQ(two.value("MultiPV"), "1");
    ASSERT_EQ(one.set("MultiPV", "1"), "");
    ASSERT_EQ(two.set("Hash", "16"), "");
    one.engine.go(depth_limit(7));
    two.engine.go(depth_limit(7));
    one.engine.wait();
    two.engine.wait();
    EXPECT_EQ(one.heard.result.nodes, usual_nodes);
    EXPECT_EQ(two.heard.result.nodes, classical_nodes);
}

TEST(Engine, MaySearchWithoutListeners) {
    Engine engine;
    engine.go(depth_limit(3));
    engine.wait();
    engine.set_callbacks({});
    engine.go(infinite_limit());
    engine.stop();
    engine.wait();
}

TEST(Engine, EitherEvaluationSearches) {
    Listener listener;
    const auto nodes_with = [&](const char* name) {
        EXPECT_EQ(listener.set("Evaluation", name), "");
        return listener.search(Game(), depth_limit(8)).result.nodes;
    };
    const std::uint64_t classical = nodes_with("classical");
    const std::uint64_t network = nodes_with("nnue");
    EXPECT_NE(classical, network);
    Listener fresh;
    EXPECT_EQ(fresh.search(Game(), depth_limit(8)).result.nodes, network) << "that is how the program comes";
    EXPECT_EQ(nodes_with("classical"), classical);
    EXPECT_EQ(nodes_with("nnue"), network);
    EXPECT_EQ(listener.engine.evaluator_kind(), EvaluatorKind::Nnue);
    EXPECT_NE(listener.set("Evaluation", "oracle"), "");
    EXPECT_EQ(listener.engine.evaluator_kind(), EvaluatorKind::Nnue);
}

TEST(Engine, EitherEvaluationSearchesOnSeveralThreads) {
    for (const char* const name : {"nnue", "classical"}) {
        Listener listener;
        ASSERT_EQ(listener.set("Evaluation", name), "");
        ASSERT_EQ(listener.set("Threads", "3"), "");
        visit_random_positions(0x77, 20, [&](const Game& game) {
            if (game.state() == GameState::Ongoing) { expect_sound(game, listener.search(game, node_limit(3000))); }
        });
        // Exchanged in the midst of a search: it answers first.
        listener.search(Game(), depth_limit(1));
        listener.engine.go(infinite_limit());
        ASSERT_EQ(listener.set("Evaluation", name == std::string("nnue") ? "classical" : "nnue"), "");
        EXPECT_EQ(listener.heard.answers, 2);
    }
}

// What users see is the search's score on their scale, in every line and in the answer.
TEST(Engine, ScoresAreShownOnTheUsersScale) {
    const Game game = game_of("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");  // a knight more
    for (const EvaluatorKind kind : EvaluatorKinds) {
        Listener listener;
        ASSERT_EQ(listener.set("Evaluation", name_of(kind)), "");
        Searcher search(RunsOn::CallersThread, 16, [kind] { return make_evaluator(kind); });
        const Score score = search.search(game, depth_limit(4)).score;
        listener.search(game, depth_limit(4));
        EXPECT_EQ(listener.score, to_shown(score, kind));
        ASSERT_FALSE(listener.reports.empty());
        EXPECT_EQ(listener.reports.back().score, listener.score);
        EXPECT_EQ(listener.reports.back().wdl, wdl_of(listener.score));
        EXPECT_NE(listener.score, ShownScore(Centipawns{score}));
    }
}

TEST(Engine, MatesAreReportedAsMates) {
    Listener listener;
    listener.search(game_of("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth_limit(4));
    EXPECT_EQ(listener.score, ShownScore(MateIn{1, true}));
    EXPECT_EQ(listener.reports.back().wdl, CertainWin);
    listener.search(game_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), depth_limit(4));
    ASSERT_FALSE(listener.reports.empty());
    EXPECT_EQ(listener.reports.back().score, ShownScore(MateIn{0, false}));
    EXPECT_EQ(listener.reports.back().wdl, CertainLoss);
    // Stalemate: nothing can be won any more.
    listener.search(game_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth_limit(4));
    ASSERT_FALSE(listener.reports.empty());
    EXPECT_EQ(listener.reports.back().wdl, CertainDraw);
}

TEST(Engine, ANetworkThatCanNotBeUsedChangesNothing) {
    Listener listener;
    ASSERT_EQ(listener.set("Evaluation", "nnue"), "");
    const nnue::Network* const before = listener.engine.network();
    for (const char* const path : {"/no/such/file", "/", SKUA_SOURCE_DIR "/README.md"}) {
        EXPECT_NE(listener.set("EvalFile", path), "") << path;
        EXPECT_EQ(listener.engine.network(), before);
    }
    EXPECT_EQ(listener.search(Game(), depth_limit(3)).answers, 1);
    EXPECT_EQ(listener.set("EvalFile", "<empty>"), "");
    listener.engine.new_game();
    // Files that once were networks, or are some of another program.
    const std::uint64_t nodes = listener.search(Game(), depth_limit(6)).result.nodes;
    const std::vector<std::uint8_t> sound = nnue::to_bytes(*nnue::random_network(1));
    const std::string path = testing::TempDir() + "skua_damaged_" + std::to_string(getpid()) + ".nnue";
    const auto refusal_of = [&](const std::function<void(std::vector<std::uint8_t>&)>& spoil) {
        std::vector<std::uint8_t> bytes = sound;
        spoil(bytes);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        return listener.set("EvalFile", path);
    };
    const auto ends_with = [](const std::string& text, std::string_view end) { return text.ends_with(end); };
    EXPECT_PRED2(ends_with, refusal_of([](auto& bytes) { bytes.resize(1000); }), "it is truncated or too long");
    EXPECT_PRED2(ends_with, refusal_of([](auto& bytes) { bytes.push_back(0); }), "it is truncated or too long");
    EXPECT_PRED2(ends_with, refusal_of([](auto& bytes) { bytes[8] = 2; }), "its version is 2, this program needs 1");
    EXPECT_PRED2(ends_with, refusal_of([](auto& bytes) { bytes[5000] ^= 1; }), "its checksum is wrong");
    EXPECT_PRED2(ends_with, refusal_of([](auto& bytes) { bytes[0] ^= 1; }), "it is not a Skua network");
    EXPECT_EQ(listener.engine.network(), before);
    listener.engine.new_game();
    EXPECT_EQ(listener.search(Game(), depth_limit(6)).result.nodes, nodes);
    std::filesystem::remove(path);
    // Nor does it end a search.
    listener.heard = {};
    listener.engine.go(infinite_limit());
    EXPECT_NE(listener.set("EvalFile", "/no/such/file"), "");
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(listener.heard.answers, 0);
    listener.engine.stop();
    listener.engine.wait();
    EXPECT_EQ(listener.heard.answers, 1);
}

TEST(Engine, PlaysWithTheNetworkItIsGiven) {
    const std::string path = testing::TempDir() + "skua_engine_" + std::to_string(getpid()) + ".nnue";
    const std::vector<std::uint8_t> bytes = nnue::to_bytes(*nnue::random_network(1));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    Listener listener;
    ASSERT_EQ(listener.set("Evaluation", "nnue"), "");
    const nnue::Network* const before = listener.engine.network();
    const auto nodes_with = [&](const std::string& file) {
        EXPECT_EQ(listener.set("EvalFile", file), "");
        listener.engine.new_game();
        return listener.search(Game(), depth_limit(6)).result.nodes;
    };
    const std::uint64_t embedded = nodes_with("<empty>");
    EXPECT_NE(nodes_with(path), embedded);
    EXPECT_NE(listener.engine.network(), before);
    EXPECT_EQ(nodes_with("<empty>"), embedded);
    EXPECT_EQ(listener.engine.network(), before);
    std::filesystem::remove(path);
}

// A build may have been given a wrong file as its network.
TEST(Engine, ABadEmbeddedNetworkFallsBackToTheClassicalEvaluation) {
    const auto parsed = nnue::parse_network(std::vector<std::uint8_t>(1000, 7));
    ASSERT_FALSE(parsed);
    Engine engine{Result<std::shared_ptr<const nnue::Network>>(Error{parsed.error()})};
    EXPECT_EQ(engine.evaluator_kind(), EvaluatorKind::Classical);
    EXPECT_EQ(engine.network(), nullptr);
    EXPECT_EQ(engine.startup_notice(),
              "the embedded network can't be used: it is not a Skua network; the classical evaluation is used instead");
    const Option* const option = engine.options().find("Evaluation");
    ASSERT_NE(option, nullptr);
    EXPECT_EQ(std::get<ComboOption>(option->kind).initial, "classical");

    // It searches, and it can't be switched to a network that is not there.
    std::atomic<bool> answered{false};
    EngineCallbacks callbacks;
    callbacks.best_move = [&](const BestMove&) { answered = true; };
    engine.set_callbacks(std::move(callbacks));
    engine.go(depth_limit(4));
    engine.wait();
    EXPECT_TRUE(answered);
    const std::optional<Error> refused = engine.set_option("Evaluation", "nnue");
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->message, "the embedded network can't be used: it is not a Skua network");
    EXPECT_EQ(engine.evaluator_kind(), EvaluatorKind::Classical);
    // A file with a network makes it possible.
    const std::string path = testing::TempDir() + "skua_fallback_" + std::to_string(getpid()) + ".nnue";
    const std::vector<std::uint8_t> bytes = nnue::to_bytes(*nnue::random_network(1));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    EXPECT_FALSE(engine.set_option("EvalFile", path));
    std::filesystem::remove(path);
    EXPECT_FALSE(engine.set_option("Evaluation", "nnue"));
    EXPECT_EQ(engine.evaluator_kind(), EvaluatorKind::Nnue);
    EXPECT_NE(engine.network(), nullptr);
}

TEST(Engine, ContemptCountsInGamesButNotInAnalysis) {
    const Game drawn = game_of("8/8/4k3/8/8/3KN3/8/8 w - - 0 1");
    Listener listener;
    listener.search(drawn, depth_limit(3));
    EXPECT_EQ(listener.score, ShownScore(Centipawns{0}));
    ASSERT_EQ(listener.set("Contempt", "25"), "");
    listener.search(drawn, depth_limit(3));
    EXPECT_EQ(listener.score, ShownScore(Centipawns{-25}));
    listener.engine.set_analysis_mode(true);
    listener.search(drawn, depth_limit(3));
    EXPECT_EQ(listener.score, ShownScore(Centipawns{0}));
    listener.engine.set_analysis_mode(false);
    listener.search(drawn, depth_limit(3));
    EXPECT_EQ(listener.score, ShownScore(Centipawns{-25}));
}

TEST(Engine, TheCountermoveMayBeSwitchedOff) {
    const auto nodes = [](std::string_view bonus) {
        Listener listener;
        EXPECT_EQ(listener.set("CountermoveBonus", bonus), "");
        const Game game = game_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        const Heard heard = listener.search(game, depth_limit(9));
        expect_sound(game, heard);
        return heard.result.nodes;
    };
    EXPECT_EQ(nodes("8000"), nodes("8000"));
    EXPECT_NE(nodes("8000"), nodes("0"));
}

// ---------------------------------------------------------------------- strength

TEST(Engine, FullStrengthIsTheDefault) {
    Listener usual;
    const std::uint64_t expected = usual.search(Game(), depth_limit(8)).result.nodes;
    Listener explicitly;
    ASSERT_EQ(explicitly.set("Skill Level", "20"), "");
    ASSERT_EQ(explicitly.set("UCI_Elo", "1000"), "");  // counts only with UCI_LimitStrength
    EXPECT_EQ(explicitly.search(Game(), depth_limit(8)).result.nodes, expected);
}

TEST(Engine, WeakerLevelsLookAtLess) {
    std::uint64_t last = 0;
    for (const std::string_view level : {"0", "5", "10", "15", "19"}) {
        Listener listener;
        ASSERT_EQ(listener.set("Skill Level", level), "");
        const Heard heard = listener.search(Game(), depth_limit(30));
        EXPECT_TRUE(Position().is_legal(heard.result.best));
        EXPECT_GT(heard.result.nodes, last) << level;
        last = heard.result.nodes;
    }
    Listener listener;
    ASSERT_EQ(listener.set("UCI_LimitStrength", "true"), "");
    ASSERT_EQ(listener.set("UCI_Elo", "1200"), "");
    EXPECT_LT(listener.search(Game(), depth_limit(30)).result.nodes, last);
}

TEST(Engine, WeakPlayIsLegalToTheEnd) {
    Prng prng(21);
    for (const std::string_view level : {"0", "3", "12"}) {
        Listener listener;
        ASSERT_EQ(listener.set("Skill Level", level), "");
        Game game;
        for (int ply = 0; ply < 60 && game.state() == GameState::Ongoing; ++ply) {
            if (ply % 2 == 1) {
                game.play(random_move(game.position(), prng));
                continue;
            }
            Limits limits;
            limits.time[Color::White] = 10000;
            limits.time[Color::Black] = 10000;
            const Heard heard = listener.search(game, limits);
            ASSERT_NO_FATAL_FAILURE(expect_sound(game, heard));
            game.play(heard.result.best);
        }
    }
}

// Mates a lone king with a rook at the lowest level, against moves chosen at random and against the best ones.
TEST(Engine, EvenTheWeakestMatesWithARook) {
    Prng prng(22);
    int round = 0;
    for (const std::string_view fen : {"8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "8/8/8/8/8/2k5/7R/K7 w - - 0 1",
                                       "7k/8/8/8/3K4/8/8/1R6 w - - 0 1", "8/8/3k4/8/8/8/8/1KR5 w - - 0 1"}) {
        Listener weak;
        ASSERT_EQ(weak.set("Skill Level", "0"), "");
        Listener defender;
        const bool best_defence = round++ % 2 == 0;
        Game game = game_of(fen);
        while (game.state() == GameState::Ongoing && game.ply() < 100) {
            if (game.position().side_to_move() == Color::White) {
                game.play(weak.search(game, Limits()).result.best);
            } else if (best_defence) {
                game.play(defender.search(game, node_limit(5000)).result.best);
            } else {
                game.play(random_move(game.position(), prng));
            }
        }
        EXPECT_EQ(game.state(), GameState::Checkmate) << fen << " after " << game.ply() << " plies";
    }
}

bool allows_mate_in_one(const Position& position, Move move) {
    Position next = position;
    next.play(move);
    for (const Move reply : legal_moves(next)) {
        Position after = next;
        after.play(reply);
        if (after.in_check() && !has_legal_move(after)) { return true; }
    }
    return false;
}

TEST(Engine, TheUpperHalfNeverWalksIntoMateInOne) {
    Listener skill;
    ASSERT_EQ(skill.set("Skill Level", "10"), "");
    Listener elo;
    ASSERT_EQ(elo.set("UCI_LimitStrength", "true"), "");
    ASSERT_EQ(elo.set("UCI_Elo", "2000"), "");
    int tested = 0;
    visit_random_positions(0xE10, 4000, [&](const Game& game) {
        if (tested >= 150 || game.state() != GameState::Ongoing) { return; }
        int bad = 0;
        int all = 0;
        for (const Move move : legal_moves(game.position())) {
            ++all;
            bad += allows_mate_in_one(game.position(), move) ? 1 : 0;
        }
        if (bad == 0 || bad == all) { return; }
        ++tested;
        for (Listener* const listener : {&skill, &elo}) {
            const Heard heard = listener->search(game, Limits());
            EXPECT_FALSE(allows_mate_in_one(game.position(), heard.result.best))
                << to_fen(game.position()) << ' ' << to_uci(heard.result.best);
        }
    });
    EXPECT_GE(tested, 100);
}

// ---------------------------------------------------------------------- tablebases

constexpr const char* ThreePieceTables = SKUA_SOURCE_DIR "/tests/data/syzygy";

// A listener that also collects notices.
struct TableListener : Listener {
    TableListener() {
        engine.set_notice_handler([this](const std::string& sentence) { notices.push_back(sentence); });
    }
    std::vector<std::string> notices;
};

TEST(EngineTablebases, SaysWhatItFound) {
    TableListener listener;
    EXPECT_EQ(listener.engine.tablebases(), nullptr);
    EXPECT_EQ(listener.set("SyzygyPath", ThreePieceTables), "");
    ASSERT_EQ(listener.notices.size(), 1U);
    EXPECT_EQ(listener.notices[0], "Syzygy tables: 5 with 3 pieces; distance tables (DTZ): 5");
    ASSERT_NE(listener.engine.tablebases(), nullptr);
    EXPECT_EQ(listener.engine.tablebases()->largest(), 3);
}

TEST(EngineTablebases, AnotherPathDropsTheOldTables) {
    TableListener listener;
    ASSERT_EQ(listener.set("SyzygyPath", ThreePieceTables), "");
    const std::weak_ptr<const tablebase::Tables> old = listener.engine.tablebases();
    const std::string empty = testing::TempDir() + "skua_no_tables";
    std::filesystem::create_directories(empty);
    ASSERT_EQ(listener.set("SyzygyPath", empty), "");
    EXPECT_TRUE(old.expired());
    EXPECT_EQ(listener.notices.back(), "Syzygy tables: none found");
    ASSERT_EQ(listener.set("SyzygyPath", "<empty>"), "");
    EXPECT_EQ(listener.engine.tablebases(), nullptr);
    EXPECT_EQ(listener.search(Game(position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")), depth_limit(4)).answers, 1);
    EXPECT_EQ(listener.reports.back().tablebase_hits, 0U);
}

TEST(EngineTablebases, AFolderThatCantBeReadChangesNothing) {
    TableListener listener;
    ASSERT_EQ(listener.set("SyzygyPath", ThreePieceTables), "");
    EXPECT_EQ(listener.set("SyzygyPath", "/nowhere/at/all"),
              "the folder \"/nowhere/at/all\" can't be read: there is no such folder");
    EXPECT_EQ(listener.set("SyzygyPath", ":::"), "SyzygyPath names no folder");
    EXPECT_EQ(listener.value("SyzygyPath"), ThreePieceTables);
    EXPECT_EQ(listener.engine.tablebases()->largest(), 3);
}

TEST(EngineTablebases, OneBadFolderOfSeveralIsNamed) {
    TableListener listener;
    EXPECT_EQ(listener.set("SyzygyPath", std::string("/nowhere:") + ThreePieceTables), "");
    ASSERT_EQ(listener.notices.size(), 2U);
    EXPECT_EQ(listener.notices[0], "the folder \"/nowhere\" can't be read: there is no such folder");
    EXPECT_EQ(listener.engine.tablebases()->largest(), 3);
}

TEST(EngineTablebases, ACorruptFileIsNamedOnceAndTheSearchGoesOn) {
    const std::string folder = testing::TempDir() + "skua_corrupt_tables";
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/KPvK.rtbw") << "not a table";
    TableListener listener;
    ASSERT_EQ(listener.set("SyzygyPath", folder), "");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(listener.search(Game(position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")), depth_limit(6)).answers, 1);
    }
    ASSERT_EQ(listener.notices.size(), 2U);
    EXPECT_NE(listener.notices[1].find("KPvK.rtbw"), std::string::npos) << listener.notices[1];
}

TEST(EngineTablebases, ScoresAreShownAsTablebaseWins) {
    TableListener listener;
    ASSERT_EQ(listener.set("SyzygyPath", ThreePieceTables), "");
    const Game won{position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1")};
    listener.search(won, depth_limit(1));
    ASSERT_TRUE(std::holds_alternative<TablebaseWin>(listener.score));
    EXPECT_TRUE(std::get<TablebaseWin>(listener.score).wins);
    EXPECT_EQ(listener.reports.back().wdl, CertainWin);
    EXPECT_GT(listener.reports.back().tablebase_hits, 0U);
    // A draw by the tables is certain too.
    listener.search(Game(position_of("4k3/4P3/8/4K3/8/8/8/8 b - - 0 1")), depth_limit(1));
    EXPECT_EQ(listener.reports.back().wdl, CertainDraw);
}

TEST(EngineTablebases, TheOptionsReachTheSearch) {
    TableListener listener;
    ASSERT_EQ(listener.set("SyzygyPath", ThreePieceTables), "");
    const Game late{position_of("8/8/8/8/8/2k5/8/KQ6 w - - 96 80")};
    listener.search(late, depth_limit(2));
    EXPECT_TRUE(std::holds_alternative<Centipawns>(listener.score));
    ASSERT_EQ(listener.set("Syzygy50MoveRule", "false"), "");
    listener.search(late, depth_limit(2));
    EXPECT_TRUE(std::holds_alternative<TablebaseWin>(listener.score));
    ASSERT_EQ(listener.set("SyzygyProbeLimit", "2"), "");
    listener.search(late, depth_limit(2));
    EXPECT_EQ(listener.reports.back().tablebase_hits, 0U);
    EXPECT_NE(listener.set("SyzygyProbeLimit", "8"), "");
    EXPECT_NE(listener.set("SyzygyProbeDepth", "0"), "");
}

TEST(EngineTablebases, LimitedStrengthWorksWithThem) {
    TableListener listener;
    ASSERT_EQ(listener.set("SyzygyPath", ThreePieceTables), "");
    ASSERT_EQ(listener.set("UCI_LimitStrength", "true"), "");
    ASSERT_EQ(listener.set("UCI_Elo", "1000"), "");
    ASSERT_EQ(listener.set("MultiPV", "3"), "");
    Game game{position_of("8/8/8/3k4/8/8/8/KR6 w - - 0 1")};
    while (game.state() == GameState::Ongoing) {
        const Heard heard = listener.search(game, depth_limit(20));
        ASSERT_EQ(heard.answers, 1);
        ASSERT_TRUE(game.position().is_legal(heard.result.best));
        game.play(heard.result.best);
    }
    EXPECT_EQ(game.state(), GameState::Checkmate);
}

// Tables are replaced while searches that probe them come and go.
TEST(EngineTablebases, PathsChangeWhileTwoThreadsSearch) {
    TableListener listener;
    ASSERT_EQ(listener.set("Threads", "2"), "");
    listener.engine.set_game(Game(position_of("8/8/8/3k4/8/8/1p6/KR6 w - - 0 1")));
    Limits limits;
    limits.infinite = true;
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(listener.set("SyzygyPath", i % 3 == 2 ? "<empty>" : ThreePieceTables), "");
        listener.engine.go(limits);
        std::this_thread::sleep_for(5ms);
    }
    listener.engine.stop();
    listener.engine.wait();
    EXPECT_EQ(listener.heard.answers, 20);
}

}  // namespace
}  // namespace skua
