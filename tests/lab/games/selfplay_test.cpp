// Games of the engine against itself: legal, scored from White's view, ended for a reason, and always the same.
#include "lab/games/selfplay.h"

#include <chrono>
#include <set>
#include <thread>

#include "chess/uci_move.h"
#include "eval/evaluators.h"
#include "lab/games/openings.h"
#include "lab/games/verify.h"
#include "lab/lab_support.h"

namespace skua::lab {
namespace {

GameRecord played(Searcher& searcher, std::uint64_t seed, std::uint64_t number, const SelfPlaySettings& settings = {}) {
    const std::atomic<bool> stop = false;
    return play_game(searcher, settings, seed, number, stop).value();
}

SelfPlaySettings quick() {
    SelfPlaySettings settings;
    settings.nodes = 100;
    return settings;
}

// ---------------------------------------------------------------------- openings

TEST(Openings, Chess960StartsFollowTheRules) {
    Prng prng(1);
    std::set<std::string> white_ranks;
    for (int i = 0; i < 3000; ++i) {
        const Position start = random_chess960_start(prng);
        ASSERT_TRUE(start.is_consistent());
        ASSERT_EQ(start.castling_rooks().count(), 4);
        ASSERT_EQ(count_legal_moves(start) > 0, true);
        for (const Color color : Colors) {
            ASSERT_EQ(start.count(color, PieceType::Pawn), 8);
            ASSERT_EQ(start.count(color, PieceType::Knight), 2);
            ASSERT_EQ(start.count(color, PieceType::Queen), 1);
            const Bitboard bishops = start.pieces(color, PieceType::Bishop);
            ASSERT_EQ((index_of(bishops.first()) + index_of(bishops.last())) % 2, 1) << "one on each colour";
            for (const CastlingSide side : CastlingSides) {
                ASSERT_NE(start.castling_rook(color, side), Square::None) << "the king stands between its rooks";
            }
        }
        const std::string fen = to_fen(start);
        white_ranks.insert(fen.substr(fen.find(" w") - 8, 8));
    }
    EXPECT_GT(white_ranks.size(), 900U) << "of 960";
}

TEST(Openings, TheRightNumberOfMovesAndTheGameGoesOn) {
    Prng prng(2);
    for (int plies = 0; plies < 40; ++plies) {
        const Game game = random_opening(Position(), plies, prng);
        EXPECT_EQ(game.ply(), plies);
        EXPECT_EQ(game.state(), GameState::Ongoing);
    }
}

// ---------------------------------------------------------------------- when a game is decided

int plies_until_decided(const std::vector<Score>& scores, int first_ply, GameResult outcome,
                        const Adjudication& rules = {}) {
    Adjudicator adjudicator(rules);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (adjudicator.add(scores[i], first_ply + static_cast<int>(i))) {
            EXPECT_EQ(adjudicator.result(), outcome);
            return static_cast<int>(i) + 1;
        }
    }
    return -1;
}

TEST(Adjudicator, AWinIsFourPliesOfTenPawns) {
    EXPECT_EQ(plies_until_decided({1000, 1000, 1000, 1000}, 20, GameResult::WhiteWins), 4);
    EXPECT_EQ(plies_until_decided({-1000, -1100, -1200, -1300}, 20, GameResult::BlackWins), 4);
    EXPECT_EQ(plies_until_decided({1000, 1000, 1000, 999, 1000, 1000, 1000}, 20, GameResult::WhiteWins), -1);
    EXPECT_EQ(plies_until_decided({1000, 1000, 1000, -1000, -1000, -1000, -1000}, 20, GameResult::BlackWins), 7);
}

TEST(Adjudicator, ADrawIsTenPliesOfNothingAfterPlySixty) {
    const std::vector<Score> level{0, 8, -8, 3, 0, 1, 2, -3, 8, 0, 0, 0, 0, 0};
    EXPECT_EQ(plies_until_decided(level, 60, GameResult::Draw), 10);
    EXPECT_EQ(plies_until_decided(level, 57, GameResult::Draw), 13);
    EXPECT_EQ(plies_until_decided(level, 50, GameResult::Draw), -1);
    EXPECT_EQ(plies_until_decided({0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0}, 60, GameResult::Draw), -1);
}

TEST(Adjudicator, AMateEndsTheGameAtOnce) {
    EXPECT_EQ(plies_until_decided({mate_in(9)}, 20, GameResult::WhiteWins), 1);
    EXPECT_EQ(plies_until_decided({mated_in(9)}, 20, GameResult::BlackWins), 1);
}

TEST(Adjudicator, RulesCanBeChosenAndSwitchedOff) {
    Adjudication resign = Adjudication::none();
    resign.won_score = 400;
    resign.won_plies = 2;
    EXPECT_EQ(plies_until_decided({399, 400, 400}, 0, GameResult::WhiteWins, resign), 3);
    Adjudication draw = Adjudication::none();
    draw.drawn_score = 20;
    draw.drawn_plies = 3;
    draw.first_drawn_ply = 10;
    EXPECT_EQ(plies_until_decided({0, 0, 20, -20, 1}, 8, GameResult::Draw, draw), 5);
    const std::vector<Score> anything{mate_in(1), mate_in(1), mate_in(1), mate_in(1), mate_in(1), 0, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(plies_until_decided(anything, 100, GameResult::Draw, Adjudication::none()), -1);
}

// ---------------------------------------------------------------------- games

TEST(SelfPlay, PlaysOnFromAnOpening) {
    Searcher searcher(RunsOn::CallersThread);
    PlaySettings settings;
    settings.limits.nodes = 200;
    settings.adjudication = Adjudication::none();
    const std::atomic<bool> go = false;
    Game opening(position_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 3 30"));
    opening.play(parse_uci_move(opening.position(), "g8f8").value());
    const std::optional<GameRecord> game = play_from(opening, Variant::Standard, searcher, searcher, settings, go);
    ASSERT_TRUE(game);
    ASSERT_TRUE(is_valid(*game));
    EXPECT_EQ(game->start, opening.start());
    EXPECT_EQ(game->random_plies, 1U);
    // Without adjudication the rules end it.
    Game again(game->start);
    for (const MoveScore& ply : game->plies) { again.play(ply.move); }
    EXPECT_NE(again.state(), GameState::Ongoing);
    EXPECT_EQ(again.result(), game->result);
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(play_from(opening, Variant::Standard, searcher, searcher, settings, stop));
}

TEST(SelfPlay, GamesAreSoundAndTheirResultsPlausible) {
    Searcher searcher(RunsOn::CallersThread);
    std::set<int> openings;
    int chess960 = 0;
    SelfPlaySettings settings = quick();
    settings.chess960_share = 0.5;
    for (std::uint64_t number = 0; number < 40; ++number) {
        const GameRecord game = played(searcher, 5, number, settings);
        ASSERT_TRUE(is_valid(game));
        ASSERT_EQ(implausibility(game), "") << number;
        ASSERT_GT(game.plies.size(), game.random_plies);
        ASSERT_EQ(game.start == Position(), game.variant == Variant::Standard);
        openings.insert(static_cast<int>(game.random_plies));
        chess960 += game.variant == Variant::Chess960 ? 1 : 0;
    }
    EXPECT_EQ(openings, (std::set<int>{8, 9}));
    EXPECT_GT(chess960, 8);
    EXPECT_LT(chess960, 32);
}

TEST(SelfPlay, ScoresAreWhites) {
    Searcher searcher(RunsOn::CallersThread);
    const std::unique_ptr<Evaluator> evaluator = make_default_evaluator();
    int agreeing = 0;
    int all = 0;
    for (std::uint64_t number = 0; number < 10; ++number) {
        const GameRecord game = played(searcher, 6, number, quick());
        Position position = game.start;
        for (const auto& [move, score] : game.plies) {
            if (score != NoScore && !position.in_check() && std::abs(score) > 300) {
                evaluator->reset(position);
                const Score seen = to_white_view(position.side_to_move(), evaluator->evaluate(position));
                agreeing += (seen > 0) == (score > 0) ? 1 : 0;
                ++all;
            }
            position.play(move);
        }
    }
    EXPECT_GT(all, 100);
    EXPECT_GT(agreeing, all * 9 / 10);
}

TEST(SelfPlay, TheFirstScoreIsBalanced) {
    Searcher searcher(RunsOn::CallersThread);
    for (std::uint64_t number = 0; number < 20; ++number) {
        const GameRecord game = played(searcher, 7, number, quick());
        // The short look before the game and the one in it need not agree exactly.
        EXPECT_LT(std::abs(game.plies[game.random_plies].score), 600);
    }
}

TEST(SelfPlay, SeedAndNumberDecideAlone) {
    Searcher one(RunsOn::CallersThread);
    Searcher other(RunsOn::CallersThread);
    const GameRecord first = played(one, 8, 3, quick());
    EXPECT_FALSE(same(first, played(one, 8, 4, quick())));
    EXPECT_FALSE(same(first, played(one, 9, 3, quick())));
    EXPECT_TRUE(same(first, played(one, 8, 3, quick()))) << "after others";
    EXPECT_TRUE(same(first, played(other, 8, 3, quick()))) << "by another searcher";
}

TEST(SelfPlay, AGameCanBeStopped) {
    Searcher searcher(RunsOn::CallersThread);
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(play_game(searcher, {}, 1, 1, stop));
}

// White is always winning: no opening is balanced enough for it.
class Partisan final : public Evaluator {
public:
    void reset(const Position&) override {}
    void push(const BoardDelta&) override {}
    void pop() override {}
    Score evaluate(const Position& position) override { return position.side_to_move() == Color::White ? 900 : -900; }
    [[nodiscard]] CacheStatistics cache_statistics() const override { return {}; }
};

TEST(SelfPlay, TheSearchForAnOpeningCanBeStopped) {
    Searcher searcher(RunsOn::CallersThread, 1, [] { return std::make_unique<Partisan>(); });
    std::atomic<bool> stop = false;
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop = true;
    });
    EXPECT_FALSE(play_game(searcher, {}, 1, 1, stop));
    later.join();
}

// ---------------------------------------------------------------------- implausible results

TEST(Implausibility, WhatTheRulesSayIsTheResult) {
    GameRecord record;
    Position position;
    for (const std::string_view move : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
        record.plies.push_back({move_of(position, move), 0});
        position.play(record.plies.back().move);
    }
    record.result = GameResult::BlackWins;
    EXPECT_EQ(implausibility(record), "");
    record.result = GameResult::WhiteWins;
    EXPECT_EQ(implausibility(record), "checkmate, and not won");
    GameRecord bare;
    bare.start = position_of("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    EXPECT_EQ(implausibility(bare), "");
    bare.result = GameResult::BlackWins;
    EXPECT_EQ(implausibility(bare), "a draw by the rules, but won");
}

TEST(Implausibility, AnAgreedResultAgreesWithTheLastScore) {
    GameRecord record;
    record.plies.push_back({move_of(Position(), "e2e4"), 1600});
    record.result = GameResult::WhiteWins;
    EXPECT_EQ(implausibility(record), "");
    record.result = GameResult::BlackWins;
    EXPECT_EQ(implausibility(record), "the last score contradicts the result");
    record.plies[0].score = mate_in(3);
    record.result = GameResult::Draw;
    EXPECT_EQ(implausibility(record), "the last score contradicts the result");
    record.plies[0].score = NoScore;
    record.random_plies = 1;
    EXPECT_EQ(implausibility(record), "no move was searched");
}

// ---------------------------------------------------------------------- clocks

TEST(SelfPlay, AClockOfNodesIsSharedByTheMovesOfAGameAndGivesTheSameGameAgain) {
    const std::atomic<bool> stop = false;
    PlaySettings settings;
    settings.clock = NodeClock{400, 4};
    const auto play = [&] {
        Searcher white(RunsOn::CallersThread);
        Searcher black(RunsOn::CallersThread);
        return play_from(Game(), Variant::Standard, white, black, settings, stop).value();
    };
    const GameRecord game = play();
    EXPECT_TRUE(play().plies == game.plies);
    settings.clock->time = 100;
    EXPECT_FALSE(play().plies == game.plies) << "with less time the moves are others";
}

}  // namespace
}  // namespace skua::lab
