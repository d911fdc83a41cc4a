#include "eval/evaluator.h"

#include <utility>

#include "eval/classical/classical.h"
#include "eval/nnue/nnue.h"

namespace skua {

std::string_view name_of(Evaluation evaluation) { return evaluation == Evaluation::Nnue ? "nnue" : "classical"; }

std::vector<std::string> evaluation_names() {
    std::vector<std::string> names;
    names.reserve(Evaluations.size());
    for (const Evaluation each : Evaluations) { names.emplace_back(name_of(each)); }
    return names;
}

std::optional<Evaluation> evaluation_named(std::string_view name) {
    for (const Evaluation each : Evaluations) {
        if (name_of(each) == name) { return each; }
    }
    return std::nullopt;
}

std::unique_ptr<Evaluator> make_evaluator(Evaluation evaluation, std::shared_ptr<const nnue::Network> network) {
    if (evaluation == Evaluation::Classical) { return std::make_unique<classical::ClassicalEvaluator>(); }
    return std::make_unique<nnue::NnueEvaluator>(network ? std::move(network) : nnue::embedded_network());
}

std::unique_ptr<Evaluator> make_default_evaluator() { return make_evaluator(DefaultEvaluation); }

}  // namespace skua
