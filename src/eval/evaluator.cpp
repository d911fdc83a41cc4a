#include "eval/evaluator.h"

#include <utility>

#include "eval/classical/classical.h"
#include "eval/nnue/nnue.h"

namespace skua {

std::string_view name_of(Evaluation evaluation) { return evaluation == Evaluation::Nnue ? "nnue" : "classical"; }

std::optional<Evaluation> evaluation_named(std::string_view name) {
    for (const Evaluation each : {Evaluation::Nnue, Evaluation::Classical}) {
        if (name_of(each) == name) { return each; }
    }
    return std::nullopt;
}

std::unique_ptr<Evaluator> make_evaluator(Evaluation evaluation, std::shared_ptr<const nnue::Network> network) {
    if (evaluation == Evaluation::Nnue) { return std::make_unique<nnue::NnueEvaluator>(std::move(network)); }
    return std::make_unique<classical::ClassicalEvaluator>();
}

std::unique_ptr<Evaluator> make_default_evaluator() {
    return make_evaluator(DefaultEvaluation, nnue::embedded_network());
}

}  // namespace skua
