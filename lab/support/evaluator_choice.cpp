#include "lab/support/evaluator_choice.h"

#include <memory>
#include <utility>

#include "eval/nnue/network.h"

namespace skua::lab {

void EvaluatorChoice::add_options(Options& options) {
    options.add_choice("--evaluation", evaluation, evaluator_kind_names(),
                       "evaluation used in search; the engine's if absent");
    options.add_text("--net", net, "search with this network instead of the embedded one");
}

Result<EvaluatorFactory> EvaluatorChoice::factory() const {
    const EvaluatorKind usual = net.empty() ? DefaultEvaluatorKind : EvaluatorKind::Nnue;
    const EvaluatorKind chosen = evaluator_kind_named(evaluation).value_or(usual);
    if (chosen == EvaluatorKind::Classical && !net.empty()) {
        throw UsageError("--net: the classical evaluation does not use a network");
    }
    std::shared_ptr<const nnue::Network> network;
    if (!net.empty()) {
        Result<std::shared_ptr<const nnue::Network>> loaded = nnue::load_network(net);
        if (!loaded) { return Error{loaded.error()}; }
        network = *std::move(loaded);
    }
    return EvaluatorFactory([chosen, network] { return make_evaluator(chosen, network); });
}

}  // namespace skua::lab
