#include "tablebase/ranking.h"

#include <gtest/gtest.h>

#include "chess/support.h"
#include "tablebase/support.h"

namespace skua::tablebase {
namespace {

RankedMoves ranked(const Tables& tables, const Game& game, bool fifty_move_rule = true) {
    const MoveList moves = legal_moves(game.position());
    std::optional<RankedMoves> result =
        rank_moves(tables, game, std::span(moves.begin(), moves.end()), fifty_move_rule);
    EXPECT_TRUE(result) << to_fen(game.position());
    return result.value_or(RankedMoves{});
}

Position with_clock(const Position& position, int clock) {
    Setup setup = position.setup();
    setup.halfmove_clock = clock;
    setup.fullmove_number = 100;
    return Position::from_setup(setup).value();
}

TEST(Ranking, KnowsWhatTheClockLeavesOfAWin) {
    EXPECT_EQ(outcome_of(10, 90, true), Outcome::Win);
    EXPECT_EQ(outcome_of(10, 91, true), Outcome::CursedWin);
    EXPECT_EQ(outcome_of(-10, 91, true), Outcome::BlessedLoss);
    EXPECT_EQ(outcome_of(-10, 91, false), Outcome::Loss);
    EXPECT_EQ(outcome_of(0, 91, true), Outcome::Draw);
}

TEST(Ranking, WithoutDistancesGoesByOutcome) {
    Tables outcomes;
    for (const Material& material : materials_in(OwnTables)) {
        const std::string name = material.name() + ".rtbw";
        outcomes.add_bytes(name, bytes_of_file(OwnTables + '/' + name));
    }
    // Some moves leave the queen where Black takes it.
    const RankedMoves moves = ranked(outcomes, Game(position_of("8/8/8/8/2k5/8/5Q2/7K w - - 0 1")));
    EXPECT_FALSE(moves.by_distance);
    EXPECT_FALSE(moves.moves.front().dtz);
    EXPECT_EQ(moves.moves.front().outcome, Outcome::Win);
    EXPECT_EQ(moves.moves.back().outcome, Outcome::Draw);
    EXPECT_FALSE(outcomes.probe_dtz(position_of("8/8/3k4/8/8/8/8/KQ6 w - - 0 1")));
}

TEST(Ranking, PutsQuickWinsFirstAndSlowLossesFirst) {
    Tables tables;
    tables.add_path(OwnTables);
    const RankedMoves wins = ranked(tables, Game(position_of("8/8/3k4/8/8/8/1R6/K7 w - - 0 1")));
    EXPECT_TRUE(wins.by_distance);
    for (std::size_t i = 1; i < wins.moves.size(); ++i) {
        EXPECT_GE(wins.moves[i - 1].rank, wins.moves[i].rank);
        if (wins.moves[i - 1].rank == wins.moves[i].rank) { EXPECT_LE(wins.moves[i - 1].dtz, wins.moves[i].dtz); }
    }
    const RankedMoves losses = ranked(tables, Game(position_of("8/8/8/3k4/8/8/1R6/K7 b - - 0 1")));
    EXPECT_EQ(losses.moves.front().outcome, Outcome::Loss);
    EXPECT_LE(losses.moves.front().dtz, losses.moves.back().dtz);
}

TEST(Ranking, CountsTheFiftyMoveClock) {
    Tables tables;
    tables.add_path(OwnTables);
    // The rook needs many moves; with a late clock they are not left, and the rule can be switched off.
    const Position start = position_of("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
    EXPECT_EQ(ranked(tables, Game(start)).moves.front().outcome, Outcome::Win);
    const Game late(with_clock(start, 90));
    EXPECT_EQ(ranked(tables, late).moves.front().outcome, Outcome::CursedWin);
    EXPECT_EQ(ranked(tables, late, false).moves.front().outcome, Outcome::Win);
    // For the other side that is a blessing.
    EXPECT_EQ(ranked(tables, Game(with_clock(position_of("8/8/8/3k4/8/8/1R6/K7 b - - 0 1"), 90))).moves.front().outcome,
              Outcome::BlessedLoss);
}

TEST(Ranking, SaysNothingWithoutTheTables) {
    Tables tables;
    tables.add_path(OwnTables);
    for (const std::string_view fen : {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/2R1K2R w - - 0 1"}) {
        const Game game(position_of(fen));
        const MoveList moves = legal_moves(game.position());
        EXPECT_FALSE(rank_moves(tables, game, std::span(moves.begin(), moves.end()), true)) << fen;
    }
}

// ---------------------------------------------------------------- whole games

// How a side chooses among the ranked moves.
enum class Choice : std::uint8_t { First, AnyOfTheBestRank };

Move choose(const RankedMoves& moves, Choice choice, Prng& prng) {
    std::size_t equal = 1;
    while (equal < moves.moves.size() && moves.moves[equal].rank == moves.moves[0].rank) { ++equal; }
    return moves.moves[choice == Choice::First ? 0 : prng.below(equal)].move;
}

struct Players {
    Choice attacker;
    Choice defender;
};
constexpr std::array AllPlayers{Players{Choice::First, Choice::First}, Players{Choice::First, Choice::AnyOfTheBestRank},
                                Players{Choice::AnyOfTheBestRank, Choice::First},
                                Players{Choice::AnyOfTheBestRank, Choice::AnyOfTheBestRank}};

GameResult play_out(const Tables& tables, const Position& start, Players players, Prng& prng) {
    Game game(start);
    const Color first = start.side_to_move();
    while (game.state() == GameState::Ongoing) {
        const RankedMoves moves = ranked(tables, game);
        if (moves.moves.empty()) { return GameResult::Draw; }
        EXPECT_TRUE(moves.by_distance);
        game.play(choose(moves, game.position().side_to_move() == first ? players.attacker : players.defender, prng));
    }
    return game.result();
}

GameResult win_of(Color color) { return color == Color::White ? GameResult::WhiteWins : GameResult::BlackWins; }

struct Counts {
    int certain = 0;  // wins that the clock leaves time for
    int cursed = 0;
    int saved = 0;  // cursed ones that ended in a draw
    int drawn = 0;
};

// Plays won and drawn positions out, `count` of each for each clock. A win that the tables promise is checkmate in the
// end, and no side ever loses what it had.
Counts play_positions(const Tables& tables, const std::vector<Material>& materials, int count) {
    Counts counts;
    Prng prng(21);
    for (const int clock : {0, 30, 60}) {
        int won = 0;
        int drawn = 0;
        for (std::size_t i = 0; won < count || drawn < count; ++i) {
            const Material& material = materials[i % materials.size()];
            const Position position = with_clock(random_position(material, prng), clock);
            const std::optional<Outcome> outcome = tables.probe_wdl(position);
            const std::optional<int> dtz = tables.probe_dtz(position);
            EXPECT_TRUE(outcome && dtz) << to_fen(position);
            if (!outcome || !dtz || !has_legal_move(position)) { continue; }
            const Color us = position.side_to_move();
            const Players players = AllPlayers[i % AllPlayers.size()];
            if (*outcome == Outcome::Draw && drawn < count) {
                ++drawn;
                ++counts.drawn;
                EXPECT_EQ(play_out(tables, position, players, prng), GameResult::Draw) << to_fen(position);
            } else if (*outcome == Outcome::Win && won < count) {
                ++won;
                const GameResult result = play_out(tables, position, players, prng);
                // Distances may be one too small: only a win that has a ply left is certain.
                if (*dtz + clock <= 99) {
                    ++counts.certain;
                    EXPECT_EQ(result, win_of(us)) << to_fen(position);
                } else if (*dtz + clock > 100) {
                    ++counts.cursed;
                    counts.saved += result == GameResult::Draw ? 1 : 0;
                    EXPECT_NE(result, win_of(~us)) << to_fen(position);
                    // The best defence holds out.
                    if (players.defender == Choice::First) { EXPECT_EQ(result, GameResult::Draw) << to_fen(position); }
                }
            }
        }
    }
    return counts;
}

TEST(Ranking, KeepsTheResultOfEveryGameWithThreePieces) {
    Tables tables;
    tables.add_path(OwnTables);
    const Counts counts = play_positions(tables, materials_in(OwnTables), 60);
    EXPECT_EQ(counts.certain, 180);
    EXPECT_EQ(counts.drawn, 180);
}

// So late that the fifty-move rule spoils many wins.
TEST(Ranking, HoldsWhatTheFiftyMoveRuleSaves) {
    Tables tables;
    tables.add_path(OwnTables);
    Prng prng(2);
    int saved = 0;
    for (int i = 0; i < 100; ++i) {
        const Position position = with_clock(random_position(*Material::from_name("KRvK"), prng), 85);
        const int dtz = tables.probe_dtz(position).value();
        if (std::abs(dtz) + 85 <= 101) { continue; }
        ++saved;
        EXPECT_EQ(play_out(tables, position, AllPlayers[0], prng), GameResult::Draw) << to_fen(position);
    }
    EXPECT_GT(saved, 40);
}

TEST(LongRanking, KeepsTheResultOfEveryGameWithFourPieces) {
    if (!has_shared_tables()) { GTEST_SKIP() << "no tables there"; }
    Tables tables;
    tables.add_path(SharedTables);
    std::vector<Material> materials;
    for (const Material& material : materials_in(SharedTables)) {
        if (material.count() == 4) { materials.push_back(material); }
    }
    const Counts counts = play_positions(tables, materials, 500);
    EXPECT_EQ(counts.drawn, 1500);
    EXPECT_GT(counts.certain, 1400);
    RecordProperty("certain", counts.certain);
    std::cout << counts.certain << " certain wins won, " << counts.drawn << " draws held, " << counts.cursed
              << " wins too late for the fifty-move rule, " << counts.saved << " of these drawn\n";
}

}  // namespace
}  // namespace skua::tablebase
