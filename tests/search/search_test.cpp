// What the search finds: mates, draws, zugzwang, races. Every expectation was checked with a second engine.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>

#include "chess/random_positions.h"
#include "search/support.h"

namespace skua {
namespace {

// ---------------------------------------------------------------------- mates

struct MateCase {
    int moves;  // negative: the side to move is mated
    std::string_view fen;
    std::string_view best;  // empty: several
};

std::ostream& operator<<(std::ostream& out, const MateCase& mate) { return out << mate.moves << ": " << mate.fen; }

std::string name_of(const testing::TestParamInfo<MateCase>& info) {
    return (info.param.moves < 0 ? "Mated" : "Mate") + std::to_string(std::abs(info.param.moves)) + "Number" +
           std::to_string(info.index);
}

constexpr MateCase Mates[] = {
    {1, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"},
    {1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"},
    {1, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"},
    {1, "r5rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7"},
    {1, "5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", "d5e6"},
    {1, "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "g3h3"},  // on the last ply of the fifty moves
    {2, "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", "d5f6"},
    {2, "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", "g2g1"},
    {2, "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 1", "b5d5"},  // by underpromotion
    {2, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6"},
    {2, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", "d2h6"},
    {3, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "f8c5"},
    {3, "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", "c4b5"},
    {3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6"},
    {3, "r5r1/p1q2p1k/1p1R2pB/3pP3/6bQ/2p5/P1P1NPPP/6K1 w - - 0 1", "h6f8"},
    {3, "k7/8/8/2K5/8/8/8/1R6 w - - 0 1", ""},
    {4, "7k/8/8/4K3/8/8/8/6R1 w - - 0 1", ""},
    {4, "8/2k5/8/2K5/8/8/3Q4/8 w - - 0 1", ""},
    {5, "6r1/p3p1rk/1p1pPp1p/q3n2R/4P3/3BR2P/PPP2QP1/7K w - - 0 1", "h5h6"},
    {5, "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", "e7e8"},
    {6, "8/2k5/8/8/8/2K5/3Q4/8 w - - 0 1", ""},
    {-1, "2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - - 0 1", ""},
    {-1, "k7/2K5/8/8/8/8/8/7Q b - - 0 1", "a8a7"},
    {-2, "4k3/8/4K3/8/8/8/8/R7 b - - 0 1", ""},
};

// The line plays to mate in exactly the plies that the score says.
void expect_mate(const Game& game, const Heard& heard, int moves) {
    expect_sound(game, heard);
    const Ply plies = moves > 0 ? 2 * moves - 1 : -2 * moves;
    EXPECT_EQ(heard.result.score, moves > 0 ? mate_in(plies) : mated_in(plies)) << to_fen(game.position());
    EXPECT_EQ(heard.last().score, heard.result.score);
    EXPECT_EQ(static_cast<Ply>(heard.last().pv.size()), plies) << to_fen(game.position());
    Game copy = game;
    for (const Move move : heard.last().pv) { copy.play(move); }
    EXPECT_EQ(copy.state(), GameState::Checkmate) << to_fen(game.position());
}

class FindsMates : public testing::TestWithParam<MateCase> {};

TEST_P(FindsMates, WithExactDistanceAndLine) {
    ObservedSearch observed;
    const Game game = game_of(GetParam().fen);
    Limits limits = depth_limit(2 * std::abs(GetParam().moves) + 16);
    limits.nodes = 3000000;
    const Heard heard = observed.search(game, limits);
    expect_mate(game, heard, GetParam().moves);
    if (!GetParam().best.empty()) { EXPECT_EQ(to_uci(heard.result.best), GetParam().best); }
}

TEST_P(FindsMates, WhenAskedForThem) {
    if (GetParam().moves < 0) { return; }  // nothing to ask for
    ObservedSearch observed;
    const Game game = game_of(GetParam().fen);
    Limits limits = node_limit(3000000);
    limits.mate = GetParam().moves;
    const Heard heard = observed.search(game, limits);
    expect_mate(game, heard, GetParam().moves);
    EXPECT_LT(heard.result.nodes, 3000000U) << "it ends by itself";
}

INSTANTIATE_TEST_SUITE_P(Search, FindsMates, testing::ValuesIn(Mates), name_of);

TEST(Search, FindsAQuietMateAmongThreats) {
    ObservedSearch observed;
    const Game game = game_of("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1");
    Limits limits = depth_limit(18);
    limits.search_moves = {move_of(game.position(), "c6d7")};
    limits.nodes = 3000000;
    expect_mate(game, observed.search(game, limits), 2);
    observed.searcher.clear();
    limits.depth.reset();
    limits.mate = 2;
    expect_mate(game, observed.search(game, limits), 2);
}

TEST(Search, TheSameMateIsFoundAgainFromAFullTable) {
    ObservedSearch observed;
    for (const MateCase& mate : Mates) {
        if (std::abs(mate.moves) > 3) { continue; }
        const Game game = game_of(mate.fen);
        for (int repetition = 0; repetition < 3; ++repetition) {
            expect_mate(game, observed.search(game, depth_limit(22)), mate.moves);
        }
    }
}

TEST(Search, SeesMateForBothColours) {
    ObservedSearch observed;
    for (const MateCase& mate : Mates) {
        if (std::abs(mate.moves) > 3) { continue; }
        observed.searcher.clear();
        const Game game(position_of(mate.fen).flipped());
        expect_mate(game, observed.search(game, depth_limit(22)), mate.moves);
    }
}

TEST(Search, AMateWonEarlyStaysWon) {
    // From a mate in four to the end, each move searched again with what the table remembers.
    ObservedSearch observed;
    Game game = game_of("7k/8/8/4K3/8/8/8/6R1 w - - 0 1");
    for (int moves = 4; moves >= 1; --moves) {
        const Heard heard = observed.search(game, depth_limit(24));
        EXPECT_EQ(heard.result.score, mate_in(2 * moves - 1)) << to_fen(game.position());
        game.play(heard.result.best);
        if (moves > 1) { game.play(observed.search(game, depth_limit(24)).result.best); }
    }
    EXPECT_EQ(game.state(), GameState::Checkmate);
}

// ---------------------------------------------------------------------- no moves

TEST(Search, AMatedRootHasNoMove) {
    ObservedSearch observed;
    const Heard heard = observed.search("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", depth_limit(10));
    EXPECT_EQ(heard.answers, 1);
    EXPECT_TRUE(heard.result.best.is_none());
    ASSERT_EQ(heard.infos.size(), 1U);
    EXPECT_EQ(heard.infos[0].score, mated_in(0));
    EXPECT_TRUE(heard.infos[0].pv.empty());
}

TEST(Search, AStalemateRootIsADraw) {
    ObservedSearch observed;
    for (const std::string_view fen : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/3k4/3p4/3K4 w - - 0 1"}) {
        const Heard heard = observed.search(fen, depth_limit(10));
        EXPECT_EQ(heard.answers, 1);
        EXPECT_TRUE(heard.result.best.is_none());
        ASSERT_EQ(heard.infos.size(), 1U);
        EXPECT_EQ(heard.infos[0].score, DrawScore);
    }
}

// ---------------------------------------------------------------------- stalemate

TEST(Search, TheWinnerDoesNotStalemate) {
    ObservedSearch observed;
    for (const std::string_view fen :
         {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "k7/P7/8/K7/8/8/8/1Q6 w - - 0 1",
          "8/8/8/8/8/6k1/4q3/7K b - - 0 1", "5k2/5P2/4K3/8/8/8/8/Q7 w - - 0 1"}) {
        for (Depth depth = 2; depth <= 8; ++depth) {
            Game game = game_of(fen);
            const Heard heard = observed.search(game, depth_limit(depth));
            game.play(heard.result.best);
            EXPECT_NE(game.state(), GameState::Stalemate) << fen << " depth " << depth;
            EXPECT_GT(heard.result.score, 300) << fen;
        }
    }
}

TEST(Search, TheLoserFindsTheStalemate) {
    // The rook gives itself up on g8: the king must take it, and White has no moves left.
    ObservedSearch observed;
    const Game game = game_of("7k/7p/7P/8/8/8/2q5/K5R1 w - - 0 1");
    for (Depth depth = 4; depth <= 12; ++depth) {
        const Heard heard = observed.search(game, depth_limit(depth));
        expect_sound(game, heard);
        EXPECT_EQ(to_uci(heard.result.best), "g1g8") << depth;
        EXPECT_EQ(heard.result.score, DrawScore) << depth;
    }
}

// ---------------------------------------------------------------------- repetition

// The rook has been on c2 twice with the king on h8; the third time is a draw.
constexpr std::string_view RookShuffle = "b2c2 h8g8 c2d2 g8h8 d2c2 h8g8 c2b2 g8h8";

TEST(Search, TheWinnerAvoidsTheThirdRepetition) {
    ObservedSearch observed;
    for (Depth depth = 1; depth <= 10; ++depth) {
        const Game game = game_of("7k/8/8/8/8/8/1R6/K7 w - - 0 1", RookShuffle);
        const Heard heard = observed.search(game, depth_limit(depth));
        expect_sound(game, heard);
        EXPECT_NE(to_uci(heard.result.best), "b2c2") << depth;
        EXPECT_GT(heard.result.score, 300) << depth;
    }
}

TEST(Search, TheLoserTakesTheThirdRepetition) {
    ObservedSearch observed;
    for (Depth depth = 1; depth <= 10; ++depth) {
        const Game game = game_of("8/8/6k1/8/8/5r2/1K6/8 w - - 0 1", "b2b1 g6g5 b1c1 g5g6 c1b1 g6g5 b1b2 g5g6");
        const Heard heard = observed.search(game, depth_limit(depth));
        expect_sound(game, heard);
        EXPECT_EQ(to_uci(heard.result.best), "b2b1") << depth;
        EXPECT_EQ(heard.result.score, DrawScore) << depth;
    }
}

TEST(Search, TwiceInTheGameAndOnceInTheTreeIsADraw) {
    ObservedSearch observed;
    const Game game = game_of("q4kb1/3Q2nq/8/r3PpK1/2n5/7q/8/q7 w - f6 0 1", "d7c8 f8f7 c8d7 f7f8 d7d8 f8f7");
    for (Depth depth = 8; depth <= 14; depth += 2) {
        const Heard heard = observed.search(game, depth_limit(depth));
        expect_sound(game, heard);
        EXPECT_EQ(heard.result.score, DrawScore) << depth;
        EXPECT_EQ(to_uci(heard.result.best), "d8d7") << depth;
    }
}

TEST(Search, PerpetualCheckSavesALostGame) {
    // Two rooks down, White checks on e8 and h5 for ever.
    ObservedSearch observed;
    const Game game = game_of("6k1/6p1/8/7Q/8/rr6/q4PPP/6K1 w - - 0 1");
    const Heard heard = observed.search(game, depth_limit(10));
    expect_sound(game, heard);
    EXPECT_EQ(heard.result.score, DrawScore);
}

TEST(Search, InsufficientMaterialIsADraw) {
    ObservedSearch observed;
    for (const std::string_view fen :
         {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "8/8/4k3/8/8/3KB3/8/8 b - - 0 1"}) {
        const Game game = game_of(fen);
        const Heard heard = observed.search(game, depth_limit(6));
        EXPECT_TRUE(game.position().is_legal(heard.result.best));
        EXPECT_EQ(heard.result.score, DrawScore) << fen;
    }
    // Taking the last pawn is enough.
    const Heard heard = observed.search("8/8/8/8/3k4/8/1p6/K7 w - - 0 1", depth_limit(6));
    EXPECT_EQ(to_uci(heard.result.best), "a1b2");
    EXPECT_EQ(heard.result.score, DrawScore);
}

// ---------------------------------------------------------------------- fifty moves

TEST(Search, AWinThatTakesTooLongIsADraw) {
    ObservedSearch observed;
    const Heard late = observed.search("7k/8/8/8/8/8/2R5/K7 w - - 94 100", depth_limit(10));
    EXPECT_EQ(late.result.score, DrawScore);
    observed.searcher.clear();
    const Heard early = observed.search("7k/8/8/8/8/8/2R5/K7 w - - 0 100", depth_limit(10));
    EXPECT_GT(early.result.score, 300);
}

TEST(Search, APawnMoveInTimeKeepsTheWin) {
    ObservedSearch observed;
    for (const int clock : {97, 98, 99}) {
        observed.searcher.clear();
        Game game = game_of("7k/8/8/8/8/8/P1R5/K7 w - - " + std::to_string(clock) + " 100");
        const Heard heard = observed.search(game, depth_limit(10));
        expect_sound(game, heard);
        EXPECT_GT(heard.result.score, 300) << clock;
        if (clock == 99) { EXPECT_EQ(type_of(game.position().moved_piece(heard.result.best)), PieceType::Pawn); }
    }
}

TEST(Search, TheLoserWaitsForTheFiftiethMove) {
    ObservedSearch observed;
    // Black would mate soon, but White's move is the last of the fifty.
    const Game game = game_of("8/8/8/8/1p6/k7/2r5/K7 w - - 99 100");
    const Heard heard = observed.search(game, depth_limit(6));
    EXPECT_EQ(heard.result.score, DrawScore);
}

TEST(Search, AfterTheFiftiethMoveThereIsStillAMove) {
    ObservedSearch observed;
    for (const int clock : {100, 101, 120, 150}) {
        const Game game = game_of("7k/8/8/8/8/8/P1R5/K7 w - - " + std::to_string(clock) + " 120");
        const Heard heard = observed.search(game, depth_limit(8));
        EXPECT_EQ(heard.answers, 1);
        EXPECT_TRUE(game.position().is_legal(heard.result.best)) << clock;
    }
}

TEST(Search, MateOnTheLastPlyCountsButNotOneLater) {
    ObservedSearch observed;
    EXPECT_EQ(observed.search("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", depth_limit(6)).result.score, mate_in(1));
    // A mate in two needs three plies.
    observed.searcher.clear();
    const Heard heard = observed.search("3k4/8/4K3/8/8/8/8/R7 w - - 98 90", depth_limit(8));
    EXPECT_EQ(heard.result.score, DrawScore);
}

// ---------------------------------------------------------------------- contempt

TEST(Search, ContemptMakesDrawsBad) {
    const Game game = game_of("8/8/6k1/8/8/5r2/1K6/8 w - - 0 1", "b2b1 g6g5 b1c1 g5g6 c1b1 g6g5 b1b2 g5g6");
    for (const Score contempt : {-100, -30, 0, 30, 100}) {
        ObservedSearch observed;
        observed.settings.contempt = contempt;
        EXPECT_EQ(observed.search(game, depth_limit(6)).result.score, -contempt);
    }
}

TEST(Search, ContemptIsOursWhicheverColourWeHave) {
    ObservedSearch observed;
    observed.settings.contempt = 40;
    EXPECT_EQ(observed.search("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", depth_limit(4)).result.score, -40);
    observed.searcher.clear();
    EXPECT_EQ(observed.search("8/8/4k3/8/8/3KN3/8/8 b - - 0 1", depth_limit(4)).result.score, -40);
}

// ---------------------------------------------------------------------- zugzwang, where passing would help

TEST(Search, SeesMutualZugzwang) {
    ObservedSearch observed;
    // The side to move loses the pawn.
    for (const std::string_view side : {"w", "b"}) {
        observed.searcher.clear();
        const Game game = game_of("8/8/8/1Kp5/2Pk4/8/8/8 " + std::string(side) + " - - 0 1");
        const Heard heard = observed.search(game, depth_limit(18));
        expect_sound(game, heard);
        EXPECT_LT(heard.result.score, -300) << side;
    }
}

TEST(Search, SeesThatOppositionWinsAndDraws) {
    ObservedSearch observed;
    EXPECT_LT(observed.search("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", depth_limit(18)).result.score, -500);
    observed.searcher.clear();
    EXPECT_LT(observed.search("8/8/8/4k3/8/4K3/4P3/8 b - - 0 1", depth_limit(26)).result.score, -500);
}

struct BestMoveCase {
    std::string_view what;
    std::string_view fen;
    std::string_view best;
    std::uint64_t nodes;
};

std::ostream& operator<<(std::ostream& out, const BestMoveCase& each) { return out << each.fen << ' ' << each.best; }

class FindsTheMove : public testing::TestWithParam<BestMoveCase> {};

TEST_P(FindsTheMove, WithinItsNodes) {
    ObservedSearch observed;
    const Game game = game_of(GetParam().fen);
    const Heard heard = observed.search(game, node_limit(GetParam().nodes));
    expect_sound(game, heard);
    EXPECT_EQ(to_uci(heard.result.best), GetParam().best);
}

INSTANTIATE_TEST_SUITE_P(
    Search, FindsTheMove,
    testing::Values(BestMoveCase{"RookZugzwang", "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1", 500000},
                    BestMoveCase{"QueenZugzwang", "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6", 1000000},
                    BestMoveCase{"CorrespondingSquares", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "a1b1", 1500000},
                    BestMoveCase{"Reti", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", "h8g7", 300000},
                    BestMoveCase{"Saavedra", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "c6c7", 300000},
                    BestMoveCase{"FirstQueen", "8/P5k1/8/8/8/8/p5K1/8 w - - 0 1", "a7a8q", 100000},
                    BestMoveCase{"RookPromotion", "8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f7f8r", 100000}),
    [](const auto& each) { return std::string(each.param.what); });

TEST(Search, RacesEndAsTheyShould) {
    ObservedSearch observed;
    const Heard drawn = observed.search("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", depth_limit(20));
    EXPECT_LE(std::abs(drawn.result.score), 30) << "both sides promote, or neither";
    observed.searcher.clear();
    EXPECT_GT(observed.search("8/P5k1/8/8/8/8/p5K1/8 w - - 0 1", depth_limit(10)).result.score, 500);
    observed.searcher.clear();
    EXPECT_GT(observed.search("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", depth_limit(18)).result.score, 200);
}

// ---------------------------------------------------------------------- trees that want to explode

TEST(Search, ExplodingTreesStayWithinTheirLimits) {
    ObservedSearch observed;
    for (const std::string_view fen :
         {"6k1/8/2R3P1/1PK5/6P1/8/8/1r6 w - - 0 1", "8/8/8/1r6/3R4/2k5/8/4K3 w - - 0 1",
          "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
          "8/8/8/8/8/k7/p7/K7 b - - 0 1", "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1"}) {
        const Game game = game_of(fen);
        Limits limits = depth_limit(MaxPly - 1);
        limits.nodes = 150000;
        const Heard heard = observed.search(game, limits);
        expect_sound(game, heard);
        EXPECT_LE(heard.result.nodes, 150000U + 2048U) << fen;
    }
}

TEST(Search, TheLastDepthIsReachedAndLeft) {
    ObservedSearch observed;
    const Game game = game_of("8/8/4k3/8/8/3KN3/8/8 w - - 0 1");
    const Heard heard = observed.search(game, depth_limit(MaxPly - 1));
    EXPECT_EQ(heard.last().depth, MaxPly - 1);
    EXPECT_LE(heard.last().seldepth, MaxPly);
    // Without any limit it ends there as well.
    const Heard unlimited = observed.search(game, Limits());
    EXPECT_EQ(unlimited.last().depth, MaxPly - 1);
}

}  // namespace
}  // namespace skua
