// Material and piece-square tables after PeSTO: the plainest evaluation that plays sensible chess.
#pragma once

#include <array>

#include "eval/evaluator.h"

namespace skua {

class PestoEvaluator final : public Evaluator {
public:
    void reset(const Position& root) override;
    void push(const BoardDelta& delta) override;
    void pop() override;
    [[nodiscard]] Score evaluate(const Position& position) override;

private:
    struct Sum {
        Pair value;  // White's view
        int phase = 0;

        void add(Piece piece, Square square);
        void remove(Piece piece, Square square);
    };

    std::array<Sum, MaxPly + 2> sums_;
    std::size_t top_ = 0;
};

}  // namespace skua
