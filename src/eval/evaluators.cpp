#include "eval/evaluators.h"

#include <utility>

#include "eval/classical/classical.h"
#include "eval/nnue/nnue.h"

namespace skua {

std::string_view name_of(EvaluatorKind kind) { return kind == EvaluatorKind::Nnue ? "nnue" : "classical"; }

std::vector<std::string> evaluator_kind_names() {
    std::vector<std::string> names;
    names.reserve(EvaluatorKinds.size());
    for (const EvaluatorKind kind : EvaluatorKinds) { names.emplace_back(name_of(kind)); }
    return names;
}

std::optional<EvaluatorKind> evaluator_kind_named(std::string_view name) {
    for (const EvaluatorKind kind : EvaluatorKinds) {
        if (name_of(kind) == name) { return kind; }
    }
    return std::nullopt;
}

std::unique_ptr<Evaluator> make_evaluator(EvaluatorKind kind, std::shared_ptr<const nnue::Network> network) {
    if (kind == EvaluatorKind::Nnue && !network) { network = nnue::embedded_network(); }
    if (kind == EvaluatorKind::Nnue && network) { return std::make_unique<nnue::NnueEvaluator>(std::move(network)); }
    return std::make_unique<classical::ClassicalEvaluator>();
}

std::unique_ptr<Evaluator> make_default_evaluator() { return make_evaluator(DefaultEvaluatorKind); }

}  // namespace skua
