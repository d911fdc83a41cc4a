// The kinds of evaluators, their names, and how to make one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/evaluator.h"

namespace skua {

namespace nnue {
struct Network;
}

enum class EvaluatorKind : std::uint8_t { Nnue, Classical };
inline constexpr std::array EvaluatorKinds{EvaluatorKind::Nnue, EvaluatorKind::Classical};
inline constexpr EvaluatorKind DefaultEvaluatorKind = EvaluatorKind::Nnue;

std::string_view name_of(EvaluatorKind kind);
std::vector<std::string> evaluator_kind_names();
std::optional<EvaluatorKind> evaluator_kind_named(std::string_view name);

// Makes an evaluator for each thread that searches.
using EvaluatorFactory = std::function<std::unique_ptr<Evaluator>()>;

// The network defaults to the embedded one; the classical evaluator ignores it. If there is no network that can be
// used, the evaluator is the classical one.
std::unique_ptr<Evaluator> make_evaluator(EvaluatorKind kind, std::shared_ptr<const nnue::Network> network = nullptr);
std::unique_ptr<Evaluator> make_default_evaluator();

}  // namespace skua
