#include "chess/chess960.h"

namespace skua {

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

Position start_with_back_ranks(const EnumArray<Color, std::array<PieceType, 8>>& ranks) {
    Setup setup;
    for (const Color color : Colors) {
        for (int file = 0; file < 8; ++file) {
            const Square square = relative_square(color, square_at(file));
            const PieceType type = ranks[color][static_cast<std::size_t>(file)];
            setup.board[square] = make_piece(color, type);
            setup.board[square + forward(color)] = make_piece(color, PieceType::Pawn);
            if (type == PieceType::Rook) { setup.castling_rooks |= square; }
        }
    }
    return Position::from_setup(setup).value();
}

}  // namespace skua
