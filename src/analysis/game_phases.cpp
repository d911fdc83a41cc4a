#include "analysis/game_phases.h"

namespace skua {

namespace {

// The borders that lichess uses for the same purpose.
constexpr int MiddlegamePieces = 10;
constexpr int EndgamePieces = 6;
constexpr int FirstRankMen = 4;

int count_pieces(const Position& position) {
    return (position.pieces(PieceType::Knight, PieceType::Bishop) | position.pieces(PieceType::Rook, PieceType::Queen))
        .count();
}

bool is_first_rank_sparse(const Position& position, Color side) {
    const Bitboard first_rank = bitboard_of(relative_rank(side, Rank::R1));
    return (position.pieces(side) & first_rank).count() < FirstRankMen;
}

bool is_middlegame(const Position& position) {
    return count_pieces(position) <= MiddlegamePieces || is_first_rank_sparse(position, Color::White) ||
           is_first_rank_sparse(position, Color::Black);
}

}  // namespace

std::string_view name_of(GamePhase phase) {
    switch (phase) {
        case GamePhase::Opening: return "opening";
        case GamePhase::Middlegame: return "middlegame";
        case GamePhase::Endgame: return "endgame";
        case GamePhase::Count: break;
    }
    return "";
}

GamePhase GamePhases::at(int ply) const {
    if (endgame && ply >= *endgame) { return GamePhase::Endgame; }
    return middlegame && ply >= *middlegame ? GamePhase::Middlegame : GamePhase::Opening;
}

GamePhases phases_of(std::span<const Position> positions) {
    GamePhases phases;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const int ply = static_cast<int>(i);
        if (!phases.middlegame && is_middlegame(positions[i])) { phases.middlegame = ply; }
        if (!phases.endgame && count_pieces(positions[i]) <= EndgamePieces) { phases.endgame = ply; }
    }
    return phases;
}

}  // namespace skua
