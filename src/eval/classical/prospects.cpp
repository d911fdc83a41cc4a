// How much of an endgame advantage can be turned into a win.
#include "chess/see.h"
#include "eval/classical/families.h"
#include "eval/endgame.h"

namespace skua::classical {

namespace {

int officers_value(const Position& position, Color side) {
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
           colour_squares(white.first()) != colour_squares(black.first());
}

template <typename Sink>
void evaluate_complexity(const Context& context, Sink& sink) {
    const Position& position = context.position;
    const Bitboard pawns = position.pieces(PieceType::Pawn);
    const Square white = context.sides[Color::White].king;
    const Square black = context.sides[Color::Black].king;
    const int passed = (context.pawn_facts.passed[Color::White] | context.pawn_facts.passed[Color::Black]).count();
    const int outflanking = std::abs(index_of(file_of(white)) - index_of(file_of(black))) -
                            std::abs(index_of(rank_of(white)) - index_of(rank_of(black)));
    const bool both_flanks = (pawns & QueenSide).any() && (pawns & KingSide).any();
    const bool infiltration = rank_of(white) > Rank::R4 || rank_of(black) < Rank::R5;

    sink.add_complexity(Term::ComplexityBase);
    sink.add_complexity(Term::ComplexityPassed, passed);
    sink.add_complexity(Term::ComplexityPawns, pawns.count());
    sink.add_complexity(Term::ComplexityOutflanking, outflanking);
    if (both_flanks) { sink.add_complexity(Term::ComplexityBothFlanks); }
    if (infiltration) { sink.add_complexity(Term::ComplexityInfiltration); }
    if (!position.has_non_pawn_material(Color::White) && !position.has_non_pawn_material(Color::Black)) {
        sink.add_complexity(Term::ComplexityPawnEnding);
    }
    if (passed == 0 && outflanking < 0 && !both_flanks) { sink.add_complexity(Term::ComplexityUnwinnable); }
}

template <typename Sink>
void evaluate_scale(const Context& context, Sink& sink) {
    const Position& position = context.position;
    const Color strong = endgame_value(sink.sums) >= 0 ? Color::White : Color::Black;
    const int pawns = context.sides[strong].pawns.count();

    if (is_fortress(position, strong)) {
        sink.sums.scale = 0;
        return;
    }
    // Without pawns an extra minor piece does not win.
    if (pawns == 0) {
        const int own = officers_value(position, strong);
        const int other = officers_value(position, ~strong);
        if (own - other <= SeeValues[PieceType::Bishop]) {
            sink.sums.scale = own < SeeValues[PieceType::Rook]        ? 0
                              : other <= SeeValues[PieceType::Bishop] ? 4
                                                                           : 14;
            return;
        }
    }
    if (has_opposite_bishops(position)) {
        if (officers_value(position, Color::White) == SeeValues[PieceType::Bishop] &&
            officers_value(position, Color::Black) == SeeValues[PieceType::Bishop]) {
            sink.add_scale(Term::ScaleOppositeBishops);
            sink.add_scale(Term::ScaleOppositeBishopsPassed, context.pawn_facts.passed[strong].count());
        } else {
            sink.add_scale(Term::ScaleOppositeBishopsPieces);
        }
    } else {
        sink.add_scale(Term::ScalePawns, 1, std::min(pawns, 8));
    }
    sink.close_scale();
}

}  // namespace

template <typename Sink>
void evaluate_prospects(const Context& context, Sink& sink) {
    evaluate_complexity(context, sink);
    evaluate_scale(context, sink);
}

template void evaluate_prospects(const Context&, SumSink&);
template void evaluate_prospects(const Context&, RecordingSink&);

}  // namespace skua::classical
