#include "chess/game.h"

#include <gtest/gtest.h>

#include "chess/random_positions.h"
#include "chess/support.h"

namespace skua {
namespace {

void play_all(Game& game, std::string_view moves) {
    std::size_t begin = 0;
    while (begin < moves.size()) {
        const std::size_t end = std::min(moves.find(' ', begin), moves.size());
        game.play(move_of(game.position(), moves.substr(begin, end - begin)));
        begin = end + 1;
    }
}

Game game_of(std::string_view fen, std::string_view moves = "") {
    Game game(position_of(fen));
    play_all(game, moves);
    return game;
}

// What has_upcoming_repetition promises, found by trying every legal move.
bool some_move_repeats(const Game& game, int ply_from_root) {
    Game copy = game;
    for (const Move move : legal_moves(game.position())) {
        copy.play(move);
        const bool repeats = copy.is_repetition(ply_from_root + 1);
        copy.undo();
        if (repeats) { return true; }
    }
    return false;
}

TEST(Game, StartsWithoutAPast) {
    const Game game;
    EXPECT_EQ(game.ply(), 0);
    EXPECT_TRUE(game.moves().empty());
    EXPECT_EQ(game.position(), Position());
    EXPECT_EQ(game.start(), Position());
    EXPECT_EQ(game.earlier_occurrences(), 0);
    EXPECT_FALSE(game.is_repetition(0));
    EXPECT_FALSE(game.has_upcoming_repetition(0));
    EXPECT_EQ(game.state(), GameState::Ongoing);
}

TEST(Game, PlaysAndTakesBack) {
    Game game;
    game.reserve(10);
    play_all(game, "e2e4 e7e5 g1f3");
    EXPECT_EQ(game.ply(), 3);
    EXPECT_EQ(text_of(game.moves()), "e2e4 e7e5 g1f3");
    EXPECT_EQ(to_fen(game.position()), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    game.undo();
    EXPECT_EQ(to_fen(game.position()), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    game.undo();
    game.undo();
    EXPECT_EQ(game.position(), Position());
    EXPECT_EQ(game.start(), Position());
}

TEST(Game, TellsWhatAMoveChanged) {
    Game game;
    BoardDelta delta;
    game.play(move_of(game.position(), "e2e4"), delta);
    ASSERT_EQ(delta.added.size(), 1U);
    EXPECT_EQ(delta.added[0], (PlacedPiece{Piece::WhitePawn, Square::E4}));
    EXPECT_EQ(game.ply(), 1);
    game.undo();
    EXPECT_EQ(game.position(), Position());
}

TEST(Game, CountsRepetitions) {
    Game game;
    play_all(game, "g1f3 g8f6 f3g1");
    EXPECT_EQ(game.earlier_occurrences(), 0);
    play_all(game, "f6g8");
    EXPECT_EQ(game.earlier_occurrences(), 1);
    EXPECT_EQ(game.state(), GameState::Ongoing);
    play_all(game, "g1f3 g8f6 f3g1");
    EXPECT_EQ(game.earlier_occurrences(), 1);
    play_all(game, "f6g8");
    EXPECT_EQ(game.earlier_occurrences(), 2);
    EXPECT_EQ(game.state(), GameState::Repetition);
    game.undo();
    EXPECT_EQ(game.state(), GameState::Ongoing);
}

TEST(Game, OneRepetitionIsEnoughAfterTheRootOnly) {
    Game game;
    play_all(game, "g1f3 g8f6 f3g1 f6g8");
    // The start position was four plies ago.
    EXPECT_FALSE(game.is_repetition(0));
    EXPECT_FALSE(game.is_repetition(3));
    EXPECT_FALSE(game.is_repetition(4)) << "the root itself counts as the past";
    EXPECT_TRUE(game.is_repetition(5));
    EXPECT_TRUE(game.is_repetition(100));
    play_all(game, "g1f3 g8f6 f3g1 f6g8");
    EXPECT_TRUE(game.is_repetition(0)) << "the third time always counts";
    EXPECT_TRUE(game.is_repetition(4));
}

TEST(Game, OneOccurrenceBeforeAndOneAfterTheRootAreTwo) {
    Game game;
    play_all(game, "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8");
    EXPECT_EQ(game.earlier_occurrences(), 2);
    EXPECT_TRUE(game.is_repetition(4));
}

TEST(Game, ANullMoveBreaksTheChain) {
    Game game;
    play_all(game, "g1f3");
    game.play_null();
    play_all(game, "f3g1");
    game.play_null();
    EXPECT_EQ(game.position().key(), game.start().key());
    EXPECT_EQ(game.earlier_occurrences(), 0);
    EXPECT_FALSE(game.is_repetition(100));
    EXPECT_TRUE(game.moves()[1].is_none());
    game.undo();
    EXPECT_FALSE(game.has_upcoming_repetition(100));
    game.undo();
    game.undo();
    game.undo();
    EXPECT_EQ(game.position(), Position());

    // Positions before a null move are out of reach, those after it are not.
    game.play_null();
    play_all(game, "g8f6 g1f3 f6g8 f3g1");
    EXPECT_EQ(game.earlier_occurrences(), 1);
}

TEST(Game, APawnMoveOrCaptureBreaksTheChain) {
    Game game = game_of("4k3/8/8/8/8/8/4P3/4K1NR w K - 0 1", "g1f3 e8d8 f3g1 d8e8");
    EXPECT_EQ(game.earlier_occurrences(), 1);
    play_all(game, "e2e3");
    EXPECT_EQ(game.earlier_occurrences(), 0);
    EXPECT_EQ(game.position().reversible_plies(), 0);
    play_all(game, "e8d8 g1f3 d8e8 f3g1");
    EXPECT_EQ(game.earlier_occurrences(), 1);
}

TEST(Game, AnEnPassantCaptureMakesPositionsDiffer) {
    constexpr std::string_view Shuffle = "e8d8 e1d1 d8e8 d1e1";
    // The capture on e3 was legal the first time only.
    Game game = game_of("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4");
    EXPECT_EQ(game.position().en_passant_square(), Square::E3);
    play_all(game, Shuffle);
    EXPECT_EQ(game.earlier_occurrences(), 0);
    play_all(game, Shuffle);
    EXPECT_EQ(game.earlier_occurrences(), 1);
    // Here no pawn could capture: the same position.
    game = game_of("4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1", "e2e4");
    EXPECT_EQ(game.position().en_passant_square(), Square::None);
    play_all(game, Shuffle);
    EXPECT_EQ(game.earlier_occurrences(), 1);
    // And here the capture would have been illegal: the pawn is pinned.
    game = game_of("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4");
    EXPECT_EQ(game.position().en_passant_square(), Square::None);
    play_all(game, "d8c8 e1d2 c8d8 d2e1");
    EXPECT_EQ(game.earlier_occurrences(), 1);
}

TEST(Game, ACastlingRightMakesPositionsDiffer) {
    Game game = game_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 e8d8 g1h1 d8e8");
    EXPECT_EQ(game.earlier_occurrences(), 0);
    play_all(game, "h1g1 e8d8 g1h1 d8e8");
    EXPECT_EQ(game.earlier_occurrences(), 1);
}

TEST(Game, FiftyMovesAreADraw) {
    Game game = game_of("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2");
    EXPECT_FALSE(game.is_fifty_move_draw());
    EXPECT_EQ(game.state(), GameState::Ongoing);
    play_all(game, "e8e7");
    EXPECT_TRUE(game.is_fifty_move_draw());
    EXPECT_EQ(game.state(), GameState::FiftyMoves);
    // In check, but not mated.
    game = game_of("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a8");
    EXPECT_TRUE(game.is_fifty_move_draw());
    EXPECT_EQ(game.state(), GameState::FiftyMoves);
    // A pawn move or a capture on the last occasion.
    game = game_of("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3");
    EXPECT_FALSE(game.is_fifty_move_draw());
    game = game_of("4k3/8/8/8/8/8/p7/R3K3 w - - 99 80", "a1a2");
    EXPECT_FALSE(game.is_fifty_move_draw());
    EXPECT_EQ(game.state(), GameState::Ongoing);
}

TEST(Game, CheckmateComesBeforeFiftyMoves) {
    Game game = game_of("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "g3h3");
    EXPECT_EQ(game.position().halfmove_clock(), 100);
    EXPECT_FALSE(game.is_fifty_move_draw());
    EXPECT_EQ(game.state(), GameState::Checkmate);
    game.undo();
    play_all(game, "g3g5");
    EXPECT_TRUE(game.is_fifty_move_draw());
    EXPECT_EQ(game.state(), GameState::FiftyMoves);
}

TEST(Game, EndsByMateAndStalemate) {
    EXPECT_EQ(game_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").state(), GameState::Checkmate);
    EXPECT_EQ(game_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").state(), GameState::Stalemate);
}

TEST(Game, KnowsWhoWon) {
    EXPECT_EQ(Game().result(), GameResult::Unfinished);
    EXPECT_EQ(game_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").result(), GameResult::WhiteWins);
    EXPECT_EQ(game_of("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1").result(), GameResult::BlackWins);
    EXPECT_EQ(game_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").result(), GameResult::Draw);
    EXPECT_EQ(game_of("4k3/8/8/8/8/8/8/4KN2 w - - 0 1").result(), GameResult::Draw);
}

TEST(Game, KnowsInsufficientMaterial) {
    const auto insufficient = [](std::string_view fen) {
        const Game game = game_of(fen);
        const bool result = game.position().is_insufficient_material();
        EXPECT_EQ(game.state() == GameState::InsufficientMaterial, result) << fen;
        return result;
    };
    EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
    EXPECT_TRUE(insufficient("4k1n1/8/8/8/8/8/8/4K3 w - - 0 1"));
    EXPECT_TRUE(insufficient("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"));
    EXPECT_TRUE(insufficient("4kb2/8/8/8/8/8/8/4K3 w - - 0 1"));
    // Bishops on squares of one colour, however many: c1 and f8 are dark, f1 and c8 light.
    EXPECT_TRUE(insufficient("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"));
    EXPECT_TRUE(insufficient("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"));
    EXPECT_TRUE(insufficient("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1"));
    EXPECT_TRUE(insufficient("4kb2/8/3b4/8/8/4B3/8/2B1K3 w - - 0 1"));

    EXPECT_FALSE(insufficient("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1")) << "bishops of different colours";
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1")) << "a mate is possible, though not by force";
    EXPECT_FALSE(insufficient("4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1"));
    EXPECT_FALSE(insufficient("4kb2/8/8/8/8/8/8/4KN2 w - - 0 1"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/1N2KB2 w - - 0 1"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    EXPECT_FALSE(insufficient("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"));
    EXPECT_FALSE(insufficient("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    EXPECT_FALSE(insufficient("q3k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    EXPECT_FALSE(insufficient(StartFen));
}

TEST(Game, MateComesBeforeInsufficientMaterial) {
    // Two bishops on dark squares can't mate, but a stalemate is one whatever the material.
    EXPECT_EQ(game_of("8/8/8/8/8/1k6/1b6/K7 w - - 0 1").state(), GameState::InsufficientMaterial);
    EXPECT_EQ(game_of("k7/2K5/1B6/8/8/8/8/8 b - - 0 1").state(), GameState::Stalemate);
}

TEST(Game, SeesAnUpcomingRepetition) {
    Game game;
    play_all(game, "g1f3 g8f6 f3g1");
    // Knight f6-g8 would repeat the start, four plies before the position it leads to.
    EXPECT_TRUE(game.has_upcoming_repetition(4));
    EXPECT_FALSE(game.has_upcoming_repetition(3)) << "the root itself must have occurred twice";
    EXPECT_FALSE(game.has_upcoming_repetition(0));
    play_all(game, "f6g8 g1f3 g8f6 f3g1");
    EXPECT_TRUE(game.has_upcoming_repetition(0)) << "now it has";
}

TEST(Game, SeesNoRepetitionThroughPieces) {
    // The rook has gone from a1 to h1 around its own knight and king; straight back it can't go.
    Game game = game_of("4k3/8/8/8/8/8/R7/3NK3 w - - 0 1", "a2a1 e8d8 a1a2 d8d7 a2h2 d7e7 h2h1 e7e8");
    EXPECT_FALSE(game.has_upcoming_repetition(100));
    EXPECT_FALSE(some_move_repeats(game, 100));
    // Without the two in its way it can.
    game = game_of("4k3/8/8/8/8/8/R2NK3/8 w - - 0 1", "a2a1 e8d8 a1a8 d8d7 a8h8 d7e7 h8h1 e7e8");
    EXPECT_TRUE(game.has_upcoming_repetition(100));
    EXPECT_TRUE(some_move_repeats(game, 100));
}

TEST(Game, UpcomingRepetitionsAreTheOthersBusinessToo) {
    // White to move could not undo Black's last move.
    Game game = game_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8e7 a2a1");
    EXPECT_TRUE(game.has_upcoming_repetition(10));
    game = game_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8e7 a2a1 e7e6");
    EXPECT_FALSE(game.has_upcoming_repetition(10));
    EXPECT_FALSE(some_move_repeats(game, 10));
}

TEST(Game, UpcomingRepetitionEqualsTryingAllMoves) {
    int yes = 0;
    int no = 0;
    const auto compare = [&](const Game& game) {
        for (const int ply_from_root : {0, 1, 2, 3, 4, 5, 6, 8, 12, 1000}) {
            const bool expected = some_move_repeats(game, ply_from_root);
            ASSERT_EQ(game.has_upcoming_repetition(ply_from_root), expected)
                << to_fen(game.position()) << " after " << game.ply() << " plies, root " << ply_from_root;
            (expected ? yes : no) += 1;
        }
    };
    // Few pieces in little space come back often.
    for (const std::string_view fen :
         {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "2b1k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
          "k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - - 0 1", "kb6/p1p5/P1P5/8/8/5p1p/5P1P/5RNK w - - 0 1",
          "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "q5k1/8/8/8/8/8/8/K6Q w - - 0 1",
          "7k/5p1p/5P1P/8/8/p1p5/P1P1P3/KB6 w - - 0 1"}) {
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            Prng prng(seed);
            Game game = game_of(fen);
            while (game.ply() < 60 && has_legal_move(game.position())) {
                // Mostly back to where a piece came from, sometimes a null move.
                const MoveList moves = legal_moves(game.position());
                Move move = moves[prng.below(moves.size())];
                if (game.ply() >= 2 && prng.below(3) != 0) {
                    const Move last = game.moves()[static_cast<std::size_t>(game.ply() - 2)];
                    const Move back = Move::normal(last.to(), last.from());
                    if (game.position().is_legal(back)) { move = back; }
                }
                if (prng.below(20) == 0 && !game.position().in_check()) {
                    game.play_null();
                } else {
                    game.play(move);
                }
                compare(game);
                if (HasFatalFailure()) { return; }
            }
        }
    }
    visit_random_positions(5, 1000, compare);
    EXPECT_GE(yes, 5000);
    EXPECT_GE(no, 5000);
}

TEST(Game, BearsVeryLongGames) {
    Game game;
    for (int i = 0; i < 1500; ++i) { play_all(game, "g1f3 g8f6 f3g1 f6g8"); }
    EXPECT_EQ(game.ply(), 6000);
    EXPECT_EQ(game.earlier_occurrences(), 1500);
    EXPECT_EQ(game.position().halfmove_clock(), 6000);
    EXPECT_EQ(game.position().fullmove_number(), 3001);
    EXPECT_TRUE(game.position().is_consistent());
    EXPECT_EQ(game.state(), GameState::FiftyMoves);
    while (game.ply() > 0) { game.undo(); }
    EXPECT_EQ(game.position(), Position());
}

}  // namespace
}  // namespace skua
