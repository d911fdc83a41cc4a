#include "lab/support/evaluator_choice.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "eval/nnue/network.h"

namespace skua::lab {

std::string EvaluatorChoice::option(const std::string& word) const {
    return (player.empty() ? "--" : "--" + player + '-') + word;
}

EvaluatorKind EvaluatorChoice::kind() const {
    const EvaluatorKind usual = net.empty() ? DefaultEvaluatorKind : EvaluatorKind::Nnue;
    return evaluator_kind_named(evaluation).value_or(usual);
}

std::string EvaluatorChoice::name() const {
    return net.empty() ? std::string(name_of(kind())) : std::filesystem::path(net).filename().string();
}

void EvaluatorChoice::add_options(Options& options) {
    options.add_choice(option("evaluation"), evaluation, evaluator_kind_names(),
                       player.empty() ? "evaluation used in search (default nnue)"
                                      : "evaluation of the " + player + " player (default nnue)");
    options.add_text(option("net"), net,
                     player.empty() ? "search with this network instead of the embedded one"
                                    : "network of the " + player + " player instead of the embedded one");
}

Result<EvaluatorFactory> EvaluatorChoice::factory() const {
    const EvaluatorKind chosen = kind();
    if (chosen == EvaluatorKind::Classical && !net.empty()) {
        throw UsageError(option("net") + ": the classical evaluation does not use a network");
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
