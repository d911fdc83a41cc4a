// Correction history: by how much the static evaluation was off lately in positions with the same features.
//
// The belief: an error of the evaluation repeats itself in positions with the same pawns, the same minor pieces, the
// same pieces of one side, or after the same two moves. False when the feature has nothing to do with the error. Worth
// 51 +- 45 Elo (150 games at 8,000 nodes a move, 2026-11-16; docs/experiments).
#pragma once

#include <algorithm>
#include <array>

#include "chess/position.h"
#include "eval/score.h"
#include "search/history.h"
#include "search/parameters.h"

namespace skua {

class CorrectionHistory {
public:
    // Moves one and two plies back, for the continuation part; pieces may be Piece::None.
    struct Context {
        Piece last_piece = Piece::None;
        Square last_to = Square::None;
        Piece piece_before = Piece::None;
        Square to_before = Square::None;
    };

    // Returns what to add to the static evaluation.
    [[nodiscard]] int get(const Position& position, const Context& context, const Parameters& parameters) const {
        const Tables& tables = tables_[position.side_to_move()];
        const int sum = parameters.correction_pawn * tables.pawn[slot(position.pawn_key())].get() +
                        parameters.correction_minor * tables.minor[slot(position.minor_key())].get() +
                        parameters.correction_non_pawn *
                            (tables.non_pawn[Color::White][slot(position.non_pawn_key(Color::White))].get() +
                             tables.non_pawn[Color::Black][slot(position.non_pawn_key(Color::Black))].get()) +
                        parameters.correction_continuation * continuation_value(context);
        return sum / WeightUnit;
    }

    // Asks for the values that get() will read, so that they come in time.
    void prefetch(const Position& position, const Context& context) const {
        const Tables& tables = tables_[position.side_to_move()];
        __builtin_prefetch(&tables.pawn[slot(position.pawn_key())]);
        __builtin_prefetch(&tables.minor[slot(position.minor_key())]);
        for (const Color color : Colors) {
            __builtin_prefetch(&tables.non_pawn[color][slot(position.non_pawn_key(color))]);
        }
        if (has_continuation(context)) {
            __builtin_prefetch(
                &continuation_[context.piece_before][context.to_before][context.last_piece][context.last_to]);
        }
    }

    // Learns that a search of this depth found `difference` more than the corrected evaluation.
    void update(const Position& position, const Context& context, int difference, Depth depth,
                const Parameters& parameters) {
        const int bonus = std::clamp(difference * depth / parameters.correction_depth_divisor,
                                     -parameters.correction_step_max, parameters.correction_step_max);
        Tables& tables = tables_[position.side_to_move()];
        tables.pawn[slot(position.pawn_key())].add(bonus);
        tables.minor[slot(position.minor_key())].add(bonus);
        for (const Color color : Colors) { tables.non_pawn[color][slot(position.non_pawn_key(color))].add(bonus); }
        if (has_continuation(context)) {
            continuation_[context.piece_before][context.to_before][context.last_piece][context.last_to].add(bonus);
        }
    }

    void clear() {
        tables_.fill({});
        continuation_.fill({});
    }

private:
    static constexpr int WeightUnit = 1024;
    static constexpr int Limit = 1024;
    static constexpr std::size_t Size = 16384;
    using Value = HistoryValue<Limit>;
    using Table = std::array<Value, Size>;
    struct Tables {
        Table pawn;
        Table minor;
        EnumArray<Color, Table> non_pawn;
    };

    static std::size_t slot(Key key) { return key % Size; }
    static bool has_continuation(const Context& context) {
        return context.last_piece != Piece::None && context.piece_before != Piece::None;
    }
    [[nodiscard]] int continuation_value(const Context& context) const {
        if (!has_continuation(context)) { return 0; }
        return continuation_[context.piece_before][context.to_before][context.last_piece][context.last_to].get();
    }

    EnumArray<Color, Tables> tables_;
    EnumArray<Piece, EnumArray<Square, EnumArray<Piece, EnumArray<Square, Value>>>> continuation_;
};

}  // namespace skua
