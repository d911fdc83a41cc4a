#include "lab/support/evaluator_choice.h"

#include <gtest/gtest.h>

#include <memory>

#include "chess/position.h"

namespace skua::lab {
namespace {

TEST(EvaluatorChoice, KnowsItsNames) {
    for (const char* const name : {"", "nnue", "classical"}) {
        EvaluatorChoice options;
        options.evaluation = name;
        const auto factory = options.factory();
        ASSERT_TRUE(factory) << name;
        const std::unique_ptr<Evaluator> evaluator = (*factory)();
        evaluator->reset(Position());
        static_cast<void>(evaluator->evaluate(Position()));
        const bool classical = evaluator->cache_statistics().probes > 0;
        EXPECT_EQ(classical, options.evaluation.empty() ? DefaultEvaluatorKind == EvaluatorKind::Classical
                                                        : options.evaluation == "classical");
    }
    EvaluatorChoice useless;
    useless.evaluation = "classical";
    useless.net = SKUA_SOURCE_DIR "/data/skua.nnue";
    EXPECT_THROW(static_cast<void>(useless.factory()), UsageError) << "a mistake on the command line";
    EvaluatorChoice missing;
    missing.net = "/no/such/net";
    EXPECT_FALSE(missing.factory());
}

TEST(EvaluatorChoice, HasANameForReports) {
    EXPECT_EQ((EvaluatorChoice{"", "", ""}.name()), name_of(DefaultEvaluatorKind));
    EXPECT_EQ((EvaluatorChoice{"classical", "", "first"}.name()), "classical");
    EXPECT_EQ((EvaluatorChoice{"", "nets/t256.nnue", ""}.name()), "t256.nnue");
}

}  // namespace
}  // namespace skua::lab
