// The network as an evaluator.
#pragma once

#include <memory>

#include "eval/evaluator.h"
#include "eval/nnue/accumulator.h"

namespace skua::nnue {

// From the hidden layer to centipawns, as the side to move sees it.
Score output(const Network& network, const HiddenSums& own, const HiddenSums& other, int men);
// What the network says of a position by itself.
Score evaluate(const Network& network, const Position& position);

// The same as if the piece on this square, no king, were not there: what is missing then is its worth here.
Score evaluate_without(const Network& network, const Position& position, Square square);

// What a search should believe: endings and fortresses that are known, and the fifty-move rule, which no network sees,
// count here too.
Score judge(const Network& network, const Position& position);

// The same, following a search.
class NnueEvaluator final : public Evaluator {
public:
    explicit NnueEvaluator(std::shared_ptr<const Network> network);

    void reset(const Position& root) override;
    void push(const BoardDelta& delta) override;
    void pop() override;
    [[nodiscard]] Score evaluate(const Position& position) override;
    // Without anything known: the same as nnue::evaluate.
    [[nodiscard]] Score network_value(const Position& position);
    [[nodiscard]] CacheStatistics cache_statistics() const override { return {}; }

private:
    std::shared_ptr<const Network> network_;
    AccumulatorStack stack_;
};

}  // namespace skua::nnue
