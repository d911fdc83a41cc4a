// Many different positions for tests: random games from standard, Chess960 and double Chess960 starts. The same seed
// gives the same games on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/prng.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/movegen.h"

namespace skua {

// A third each of standard chess, Chess960, and double Chess960 where the sides start differently.
inline Position random_start(Prng& prng) {
    const std::uint64_t kind = prng.below(3);
    if (kind == 0) { return {}; }
    const std::array<PieceType, 8> white = random_back_rank(prng);
    const std::array<PieceType, 8> black = kind == 1 ? white : random_back_rank(prng);
    Setup setup = Position().setup();
    for (int file = 0; file < 8; ++file) {
        setup.board[square_at(file)] = make_piece(Color::White, white[static_cast<std::size_t>(file)]);
        setup.board[square_at(56 + file)] = make_piece(Color::Black, black[static_cast<std::size_t>(file)]);
    }
    setup.castling_rooks = EmptyBoard;
    for (const Square square : FullBoard) {
        if (type_of(setup.board[square]) == PieceType::Rook) { setup.castling_rooks |= square; }
    }
    return Position::from_setup(setup).value();
}

// A legal move. What is rare by chance and where mistakes hide comes more often: castling, en passant, promotions,
// checks, pins.
inline Move random_move(const Position& position, Prng& prng) {
    const MoveList moves = legal_moves(position);
    std::vector<Move> wanted;
    const std::uint64_t wish = prng.below(16);
    for (const Move move : moves) {
        Position next = position;
        next.play(move);
        const bool is_pawn = type_of(position.moved_piece(move)) == PieceType::Pawn;
        const bool fits = (wish <= 2 && move.kind() != MoveKind::Normal) ||
                          (wish <= 4 && next.checkers().more_than_one()) || (wish == 3 && next.in_check()) ||
                          (wish == 4 && position.is_capture(move)) || (wish == 5 && next.pinned().any()) ||
                          (wish >= 6 && wish <= 8 && is_pawn) ||
                          (wish >= 9 && wish <= 11 && next.en_passant_square() != Square::None);
        if (fits) { wanted.push_back(move); }
    }
    if (wanted.empty()) { return moves[prng.below(moves.size())]; }
    return wanted[prng.below(wanted.size())];
}

// Positions of which random games have too few.
inline bool is_rare(const Position& position) {
    if (position.en_passant_square() != Square::None || position.checkers().more_than_one()) { return true; }
    for (const Move move : legal_moves(position)) {
        if (move.kind() != MoveKind::Normal) { return true; }
    }
    return false;
}

// Plays random games and calls visit(game) for `count` of their positions: about every eighth, and every rare one.
template <typename Visit>
void visit_random_positions(std::uint64_t seed, int count, Visit visit) {
    constexpr int MaxPlies = 160;
    Prng prng(seed);
    while (count > 0) {
        Game game(random_start(prng));
        while (count > 0 && game.ply() < MaxPlies && game.state() == GameState::Ongoing) {
            game.play(random_move(game.position(), prng));
            const bool drawn = prng.below(8) == 0;
            if (drawn || is_rare(game.position())) {
                visit(static_cast<const Game&>(game));
                --count;
            }
        }
    }
}

}  // namespace skua
