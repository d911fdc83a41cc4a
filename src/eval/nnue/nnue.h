// The evaluation by the network.
#pragma once

#include <memory>

#include "eval/evaluator.h"
#include "eval/nnue/accumulator.h"

namespace skua::nnue {

// Computes the output layer, in centipawns from the side to move's view; `own` is that side's accumulator.
Score output(const Network& network, const Accumulator& own, const Accumulator& other, int piece_count);

// Evaluates with the network alone, from the side to move's view.
Score raw_evaluate(const Network& network, const Position& position);
// Evaluates with the network alone as if `square` were empty; the difference to raw_evaluate is that piece's
// contribution. The piece must not be a king.
Score raw_evaluate_without(const Network& network, const Position& position, Square square);

// Evaluates as a search does: known endings and fortresses replace the network's value, and the fifty-move counter
// scales the value down.
Score evaluate(const Network& network, const Position& position);

// Gives the same values as nnue::evaluate, from accumulators that follow a search.
class NnueEvaluator final : public Evaluator {
public:
    explicit NnueEvaluator(std::shared_ptr<const Network> network);

    void reset(const Position& root) override;
    void push(const BoardDelta& delta) override;
    void pop() override;
    [[nodiscard]] Score evaluate(const Position& position) override;
    // Gives the same values as nnue::raw_evaluate.
    [[nodiscard]] Score raw_evaluate(const Position& position);
    [[nodiscard]] CacheStatistics cache_statistics() const override { return {}; }

private:
    std::shared_ptr<const Network> network_;
    AccumulatorStack stack_;
};

}  // namespace skua::nnue
