// Material, piece-square tables, and which pieces go well together.
#include "eval/classical/families.h"

namespace skua::classical {

namespace {

constexpr EnumArray<PieceType, Term> PlacementTerms{Term::PawnPlacement, Term::KnightPlacement, Term::BishopPlacement,
                                                    Term::RookPlacement, Term::QueenPlacement,  Term::KingPlacement};
constexpr EnumArray<PieceType, Term> MaterialTerms{Term::PawnMaterial, Term::KnightMaterial, Term::BishopMaterial,
                                                   Term::RookMaterial, Term::QueenMaterial,  Term::Count};

// The tables are printed from the eighth rank down; that of the pawns begins with the seventh.
int printed_index(PieceType type, Color color, Square square) {
    constexpr int BoardWidth = 8;
    const int index = index_of(flip_rank(relative_square(color, square)));
    return type == PieceType::Pawn ? index - BoardWidth : index;
}

template <Color Us, typename Sink>
void evaluate_side_imbalance(const Position& position, Sink& sink) {
    constexpr int ManyPawns = 5;
    const int pawns = position.count(Us, PieceType::Pawn) - ManyPawns;
    const Bitboard knights = position.pieces(Us, PieceType::Knight);
    const Bitboard bishops = position.pieces(Us, PieceType::Bishop);
    const Bitboard rooks = position.pieces(Us, PieceType::Rook);
    const int knight_count = knights.count();
    const int rook_count = rooks.count();

    if ((bishops & LightSquares).any() && (bishops & DarkSquares).any()) {
        sink.add(Term::BishopPair, Us, {1, bishops});
    }
    if (knight_count > 0) { sink.add(Term::KnightPawns, Us, {knight_count * pawns, knights}); }
    if (rook_count > 0) { sink.add(Term::RookPawns, Us, {rook_count * pawns, rooks}); }
    if (rook_count > 1) { sink.add(Term::RookPair, Us, {1, rooks}); }
}

}  // namespace

template <typename Sink>
void evaluate_placement(const Position& position, Sink& sink) {
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        const PieceType type = type_of(piece);
        const Color color = color_of(piece);
        if (type != PieceType::King) { sink.add(MaterialTerms[type], color, square); }
        sink.add(PlacementTerms[type], color, square, printed_index(type, color, square));
    }
}

Pair value_on(const Weights& weights, Piece piece, Square square) {
    const PieceType type = type_of(piece);
    Pair value = weights[place_of(PlacementTerms[type], printed_index(type, color_of(piece), square))];
    if (type != PieceType::King) { value += weights[place_of(MaterialTerms[type])]; }
    return relative_score(color_of(piece), value);
}

template <typename Sink>
void evaluate_imbalance(const Position& position, Sink& sink) {
    evaluate_side_imbalance<Color::White>(position, sink);
    evaluate_side_imbalance<Color::Black>(position, sink);
}

template void evaluate_placement(const Position&, SumSink&);
template void evaluate_placement(const Position&, RecordingSink&);
template void evaluate_imbalance(const Position&, SumSink&);
template void evaluate_imbalance(const Position&, RecordingSink&);

}  // namespace skua::classical
