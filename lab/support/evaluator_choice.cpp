#include "lab/support/evaluator_choice.h"

#include <memory>
#include <utility>

#include "eval/nnue/network.h"

namespace skua::lab {

void JudgeOptions::describe(ArgumentReader& reader) {
    reader.add_choice("--evaluation", evaluation, evaluator_kind_names(),
                      "nnue or classical: who judges (what the engine uses)");
    reader.add_text("--net", net, "file", "judge with this network");
}

Result<EvaluatorFactory> JudgeOptions::factory() const {
    const EvaluatorKind usual = net.empty() ? DefaultEvaluatorKind : EvaluatorKind::Nnue;
    const EvaluatorKind chosen = evaluator_kind_named(evaluation).value_or(usual);
    if (chosen == EvaluatorKind::Classical && !net.empty()) {
        return Error{"the classical evaluation has no use for --net"};
    }
    std::shared_ptr<const nnue::Network> network;
    if (!net.empty()) {
        Result<std::shared_ptr<const nnue::Network>> loaded = nnue::load_network(net);
        if (!loaded) { return Error{loaded.error()}; }
        network = *std::move(loaded);
    }
    return EvaluatorFactory([judge = chosen, network] { return make_evaluator(judge, network); });
}

}  // namespace skua::lab
