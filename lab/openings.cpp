#include "lab/openings.h"

#include <array>

#include "chess/movegen.h"

namespace skua {

namespace {

// The pieces of a back rank by the rules of Chess960: bishops on different colours, the king between the rooks.
std::array<PieceType, 8> random_back_rank(Prng& prng) {
    std::array<PieceType, 8> rank{};
    rank.fill(PieceType::None);
    rank[2 * prng.below(4)] = PieceType::Bishop;
    rank[2 * prng.below(4) + 1] = PieceType::Bishop;
    const auto put_on_free = [&rank](std::uint64_t skip, PieceType type) {
        for (PieceType& place : rank) {
            if (place == PieceType::None && skip-- == 0) {
                place = type;
                return;
            }
        }
    };
    put_on_free(prng.below(6), PieceType::Queen);
    put_on_free(prng.below(5), PieceType::Knight);
    put_on_free(prng.below(4), PieceType::Knight);
    put_on_free(0, PieceType::Rook);
    put_on_free(0, PieceType::King);
    put_on_free(0, PieceType::Rook);
    return rank;
}

}  // namespace

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

}  // namespace skua
