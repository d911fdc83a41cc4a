// Hands out the moves of a position one by one, the most promising first, making each kind only when it is needed.
//
// Order: TT move, good captures (by exchange value), two killers, countermove, quiets by history, bad captures.
#pragma once

#include <array>

#include "chess/movegen.h"
#include "chess/position.h"
#include "search/history.h"

namespace skua {

// How many plies back each continuation table looks: 1, 2, 4 and 6.
inline constexpr std::array<int, 4> ContinuationPlies{1, 2, 4, 6};

// What ordering needs to know besides the position.
struct OrderingContext {
    const Histories& histories;
    Bitboard threats;  // squares the opponent attacks
    std::array<const PieceToHistory*, ContinuationPlies.size()> continuations;
    Killers killers;
    Move countermove;  // none: switched off or unknown
};

class MovePicker {
public:
    // All moves, for the main search; in check as well.
    static MovePicker main(const Position& position, Move tt_move, const OrderingContext& context);
    // Captures and queen promotions; in check all evasions. For quiescence.
    static MovePicker quiescence(const Position& position, Move tt_move, const OrderingContext& context);
    // Captures that win at least `threshold` by exchange.
    static MovePicker winning(const Position& position, Move tt_move, const OrderingContext& context, int threshold);

    // The next move, none when there are no more. Every move is legal and comes once.
    Move next();
    // From now on no quiet moves.
    void skip_quiets() { skip_quiets_ = true; }
    // Did the last move come from the bad captures at the end?
    [[nodiscard]] bool in_bad_captures() const { return stage_ == Stage::BadCaptures; }

private:
    enum class Stage : std::uint8_t {
        TtMove,
        MakeCaptures,
        GoodCaptures,
        FirstKiller,
        SecondKiller,
        Countermove,
        MakeQuiets,
        Quiets,
        BadCaptures,
        Done
    };
    enum class Kind : std::uint8_t { Main, Quiescence, Winning };

    struct ScoredMove {
        Move move;
        int score = 0;
    };

    MovePicker(const Position& position, Move tt_move, const OrderingContext& context, Kind kind, int threshold);

    void make(MoveStage stage);
    [[nodiscard]] int score_capture(Move move) const;
    [[nodiscard]] int score_quiet(Move move) const;
    // A special quiet move (killer, countermove) that is still to come and fits this position.
    [[nodiscard]] bool is_usable(Move move) const;
    // Moves the best remaining one to the front and takes it.
    ScoredMove take_best();

    const Position& position_;
    const OrderingContext& context_;
    Move tt_move_;
    int threshold_;
    Kind kind_;
    Stage stage_ = Stage::TtMove;
    bool skip_quiets_ = false;
    std::size_t current_ = 0;
    InlineVector<ScoredMove, 256> moves_;
    InlineVector<Move, 96> bad_captures_;
    CheckInfo check_info_;
};

}  // namespace skua
