// The whole engine as an object: no text protocol, no globals, as many in one process as one likes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "chess/game.h"
#include "engine/options.h"
#include "eval/evaluators.h"
#include "eval/nnue/network.h"
#include "search/searcher.h"

namespace skua {

// What the front ends need to know of the options.
struct FrontSettings {
    Variant variant = Variant::Standard;
    bool show_wdl = false;
    bool analyse_mode = false;
    bool minimal = false;  // only the last line before the best move
    bool ponder = false;
    std::string log_file;
};

// All functions are called from one controlling thread. Whatever changes the engine stops a running search first, which
// gives its best move before the function returns.
class Engine {
public:
    Engine();

    // ---------------------------------------------------------------- setting up
    [[nodiscard]] const Options& options() const { return options_; }
    // The change, which stops a search when it is carried out, or why there is none: what is refused disturbs nobody.
    [[nodiscard]] Result<OptionChange> prepare_option(std::string_view name, std::string_view value);
    std::optional<Error> set_option(std::string_view name, std::string_view value);
    [[nodiscard]] const FrontSettings& front() const { return front_; }
    // Who hears of searches started from now on.
    void set_callbacks(SearchCallbacks callbacks) { callbacks_ = std::move(callbacks); }

    void new_game();
    void set_game(Game game);
    [[nodiscard]] const Game& game() const { return game_; }

    // ---------------------------------------------------------------- thinking
    // Begins and returns at once; best_move is called exactly once for it.
    void go(const Limits& limits);
    void stop() { searcher_.stop(); }
    void ponder_hit() { searcher_.ponder_hit(); }
    // Until the running search has answered.
    void wait() { searcher_.wait(); }
    // Of the pawn structures, since the engine was made.
    [[nodiscard]] CacheStatistics cache_statistics() const { return searcher_.cache_statistics(); }

    [[nodiscard]] Parameters& parameters() { return searcher_.parameters(); }
    // The evaluation used in search, and the network that it uses or would use.
    [[nodiscard]] EvaluatorKind evaluator_kind() const { return evaluator_kind_; }
    [[nodiscard]] const nnue::Network& network() const { return network_ ? *network_ : *nnue::embedded_network(); }

private:
    void describe_options();
    void describe_evaluations();
    // Changes nothing when it refuses.
    std::optional<Error> set_evaluator(EvaluatorKind kind, std::shared_ptr<const nnue::Network> network);
    [[nodiscard]] std::optional<StrengthLimit> strength_limit() const;
    // The user's, with scores as users see them.
    [[nodiscard]] SearchCallbacks shown_callbacks() const;

    Searcher searcher_;
    Options options_;
    FrontSettings front_;
    SearchSettings settings_;
    SearchCallbacks callbacks_;
    Game game_;
    EvaluatorKind evaluator_kind_ = DefaultEvaluatorKind;
    std::shared_ptr<const nnue::Network> network_;  // null: the one in the program
    int skill_level_ = 20;
    bool limit_strength_ = false;
    int elo_ = 3000;
};

}  // namespace skua
