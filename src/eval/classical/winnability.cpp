// Winnability: how much of an endgame advantage can be turned into a win.
#include "chess/see.h"
#include "eval/classical/families.h"
#include "eval/endgame.h"

namespace skua::classical {

namespace {

// The exchange value of a side's pieces without pawns and king.
int piece_material(const Position& position, Color side) {
    int value = 0;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        value += position.count(side, type) * SeeValues[type];
    }
    return value;
}

bool has_opposite_bishops(const Position& position) {
    const Bitboard white = position.pieces(Color::White, PieceType::Bishop);
    const Bitboard black = position.pieces(Color::Black, PieceType::Bishop);
    return white.any() && black.any() && !white.more_than_one() && !black.more_than_one() &&
           same_color_squares(white.first()) != same_color_squares(black.first());
}

template <typename Sink>
void evaluate_complexity(const Context& context, Sink& sink) {
    const Position& position = context.position;
    const Bitboard pawns = position.pieces(PieceType::Pawn);
    const Square white = context.sides[Color::White].king;
    const Square black = context.sides[Color::Black].king;
    const Bitboard passed = context.pawn_facts.passed[Color::White] | context.pawn_facts.passed[Color::Black];
    const int outflanking = std::abs(index_of(file_of(white)) - index_of(file_of(black))) -
                            std::abs(index_of(rank_of(white)) - index_of(rank_of(black)));
    const bool both_flanks = (pawns & QueenSide).any() && (pawns & KingSide).any();
    const Bitboard kings = Bitboard(white) | black;
    const Bitboard infiltrated =
        (Bitboard(white) & ranks(Color::White, 5, 8)) | (Bitboard(black) & ranks(Color::Black, 5, 8));

    sink.add_complexity(Term::ComplexityBase, OnceNowhere);
    sink.add_complexity(Term::ComplexityPassed, passed);
    sink.add_complexity(Term::ComplexityPawns, pawns);
    sink.add_complexity(Term::ComplexityOutflanking, {outflanking, kings});
    if (both_flanks) { sink.add_complexity(Term::ComplexityBothFlanks, {1, pawns}); }
    if (infiltrated.any()) { sink.add_complexity(Term::ComplexityInfiltration, {1, infiltrated}); }
    if (!position.has_non_pawn_material(Color::White) && !position.has_non_pawn_material(Color::Black)) {
        sink.add_complexity(Term::ComplexityPawnEnding, {1, pawns});
    }
    if (passed.empty() && outflanking < 0 && !both_flanks) {
        sink.add_complexity(Term::ComplexityUnwinnable, {1, pawns});
    }
}

template <typename Sink>
void evaluate_scale(const Context& context, Sink& sink) {
    const Position& position = context.position;
    const Color strong = endgame_value(sink.sums) >= 0 ? Color::White : Color::Black;
    const Bitboard pawns = context.sides[strong].pawns;

    if (is_fortress(position, strong)) {
        sink.sums.scale = 0;
        return;
    }
    // Without pawns an extra minor piece does not win.
    if (pawns.empty()) {
        const int own = piece_material(position, strong);
        const int other = piece_material(position, ~strong);
        if (own - other <= SeeValues[PieceType::Bishop]) {
            sink.sums.scale = own < SeeValues[PieceType::Rook] ? 0 : other <= SeeValues[PieceType::Bishop] ? 4 : 14;
            return;
        }
    }
    if (has_opposite_bishops(position)) {
        const Bitboard bishops = position.pieces(PieceType::Bishop);
        if (piece_material(position, Color::White) == SeeValues[PieceType::Bishop] &&
            piece_material(position, Color::Black) == SeeValues[PieceType::Bishop]) {
            sink.add_scale(Term::ScaleOppositeBishops, {1, bishops});
            sink.add_scale(Term::ScaleOppositeBishopsPassed, context.pawn_facts.passed[strong]);
        } else {
            sink.add_scale(Term::ScaleOppositeBishopsPieces, {1, bishops});
        }
    } else {
        sink.add_scale(Term::ScalePawns, {1, pawns}, std::min(pawns.count(), 8));
    }
    sink.close_scale();
}

}  // namespace

template <typename Sink>
void evaluate_winnability(const Context& context, Sink& sink) {
    evaluate_complexity(context, sink);
    evaluate_scale(context, sink);
}

template void evaluate_winnability(const Context&, SumSink&);
template void evaluate_winnability(const Context&, RecordingSink&);

}  // namespace skua::classical
