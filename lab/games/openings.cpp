#include "lab/games/openings.h"

#include <array>

#include "chess/chess960.h"
#include "chess/movegen.h"

namespace skua::lab {

Position random_chess960_start(Prng& prng) {
    Setup setup = Position().setup();
    setup.castling_rooks = EmptyBoard;
    for (const Color color : Colors) {
        const std::array<PieceType, 8> rank = random_back_rank(prng);
        for (int file = 0; file < 8; ++file) {
            const Square square = relative_square(color, square_at(file));
            const PieceType type = rank[static_cast<std::size_t>(file)];
            setup.board[square] = make_piece(color, type);
            if (type == PieceType::Rook) { setup.castling_rooks |= square; }
        }
    }
    return Position::from_setup(setup).value();
}

Game random_opening(const Position& start, int plies, Prng& prng) {
    for (;;) {
        Game game(start);
        while (game.ply() < plies && game.state() == GameState::Ongoing) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[prng.below(moves.size())]);
        }
        if (game.state() == GameState::Ongoing) { return game; }
    }
}

}  // namespace skua::lab
