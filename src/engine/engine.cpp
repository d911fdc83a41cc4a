#include "engine/engine.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "base/memory.h"
#include "engine/wdl.h"

namespace skua {

namespace {

constexpr int DefaultHash = 16;
constexpr int MaxThreads = 1024;
constexpr int FullSkill = 20;
constexpr int LowestElo = 1000;
constexpr int HighestElo = 3000;

}  // namespace

Engine::Engine() {
    describe_options();
    searcher_.set_hash(DefaultHash);
}

void Engine::describe_options() {
    const auto keep = [](auto& place) {
        return [&place](auto value) -> std::optional<Error> {
            place = static_cast<std::decay_t<decltype(place)>>(value);
            return std::nullopt;
        };
    };
    const auto memory = static_cast<std::int64_t>(physical_memory() / 1024 / 1024);

    options_.add_spin("Hash", DefaultHash, 1, std::max<std::int64_t>(memory, DefaultHash),
                      "size of the transposition table in MB", [this](std::int64_t megabytes) -> std::optional<Error> {
                          if (searcher_.set_hash(static_cast<std::size_t>(megabytes))) { return std::nullopt; }
                          return Error{"there is no memory for a table of " + std::to_string(megabytes) +
                                       " MB; it stays at " + std::to_string(searcher_.hash_megabytes()) + " MB"};
                      });
    options_.add_button("Clear Hash", "forget everything learned so far", [this] { searcher_.clear(); });
    options_.add_spin("Threads", 1, 1, MaxThreads, "how many threads search",
                      [this](std::int64_t count) -> std::optional<Error> {
                          const int got = searcher_.set_threads(static_cast<int>(count));
                          if (got == count) { return std::nullopt; }
                          return Error{"the system gives no more than " + std::to_string(got) +
                                       " threads; it stays at " + std::to_string(searcher_.threads())};
                      });
    options_.add_check("Ponder", false, "the GUI may let the engine think on the opponent's time", keep(front_.ponder));
    options_.add_spin("MultiPV", 1, 1, 256, "how many best lines to show", keep(settings_.multi_pv));
    options_.add_spin("Move Overhead", 10, 0, 5000, "milliseconds lost between engine and clock",
                      keep(settings_.move_overhead));
    options_.add_check("UCI_Chess960", false, "castling is written as king takes rook",
                       [this](bool on) -> std::optional<Error> {
                           front_.variant = on ? Variant::Chess960 : Variant::Standard;
                           return std::nullopt;
                       });
    options_.add_check("UCI_AnalyseMode", false, "analysis, not a game: no contempt", keep(front_.analyse_mode));
    options_.add_check("UCI_ShowWDL", false, "show the chances of win, draw and loss", keep(front_.show_wdl));
    options_.add_check("UCI_LimitStrength", false, "play as weak as UCI_Elo says", keep(limit_strength_));
    options_.add_spin("UCI_Elo", HighestElo, LowestElo, HighestElo, "strength when it is limited", keep(elo_));
    options_.add_spin("Skill Level", FullSkill, 0, FullSkill, "strength in steps; 20 is full strength",
                      keep(skill_level_));
    options_.add_spin("Contempt", 0, -100, 100, "centipawns by which a draw is worse than equal",
                      keep(settings_.contempt));
    options_.add_spin("CountermoveBonus", 8000, 0, 20000,
                      "weight of the countermove in the move order; 0 switches it off",
                      keep(settings_.countermove_bonus));
    describe_evaluations();
    options_.add_text("Debug Log File", "", "file to write all input and output to", keep(front_.log_file));
    options_.add_check("Minimal", false, "show only the last lines before the best move", keep(front_.minimal));

#ifdef SKUA_TUNE
    for (const ParameterInfo& info : ParameterTable) {
        options_.add_spin(std::string(info.name), info.value, info.low, info.high, "tunable",
                          [this, member = info.member](std::int64_t value) -> std::optional<Error> {
                              searcher_.parameters().*member = static_cast<int>(value);
                              return std::nullopt;
                          });
    }
#endif
}

void Engine::describe_evaluations() {
    options_.add_combo("Evaluation", std::string(name_of(DefaultEvaluatorKind)), evaluator_kind_names(),
                       "who judges: the network, or the terms one can read",
                       [this](const std::string& choice) -> std::optional<Error> {
                           return set_evaluator(*evaluator_kind_named(choice), network_);
                       });
    options_.add_prepared_text(
        "EvalFile", "", "file of another network; empty: the one in the program",
        [this](const std::string& path) -> Result<OptionChange> {
            std::shared_ptr<const nnue::Network> network;
            if (!path.empty()) {
                Result<std::shared_ptr<const nnue::Network>> loaded = nnue::load_network(path);
                if (!loaded) { return Error{loaded.error()}; }
                network = *std::move(loaded);
            }
            return OptionChange([this, network] { return set_evaluator(evaluator_kind_, network); });
        });
}

std::optional<Error> Engine::set_evaluator(EvaluatorKind kind, std::shared_ptr<const nnue::Network> network) {
    try {
        searcher_.set_evaluator([kind, network] { return make_evaluator(kind, network); });
    } catch (const std::bad_alloc&) { return Error{"there is no memory for another evaluation"}; }
    evaluator_kind_ = kind;
    network_ = std::move(network);
    return std::nullopt;
}

SearchCallbacks Engine::shown_callbacks() const {
    SearchCallbacks shown = callbacks_;
    if (callbacks_.info) {
        shown.info = [tell = callbacks_.info, kind = evaluator_kind_](SearchInfo info) {
            info.score = to_shown(info.score, kind);
            tell(info);
        };
    }
    if (callbacks_.best_move) {
        shown.best_move = [tell = callbacks_.best_move, kind = evaluator_kind_](SearchResult result) {
            result.score = to_shown(result.score, kind);
            tell(result);
        };
    }
    return shown;
}

Result<OptionChange> Engine::prepare_option(std::string_view name, std::string_view value) {
    Result<OptionChange> change = options_.prepare(name, value);
    if (!change) { return change; }
    return OptionChange([this, carry_out = *std::move(change)] {
        searcher_.stop_and_wait();
        return carry_out();
    });
}

std::optional<Error> Engine::set_option(std::string_view name, std::string_view value) {
    const Result<OptionChange> change = prepare_option(name, value);
    return change ? (*change)() : Error{change.error()};
}

void Engine::new_game() { searcher_.clear(); }

void Engine::set_game(Game game) {
    searcher_.stop_and_wait();
    game_ = std::move(game);
}

std::optional<StrengthLimit> Engine::strength_limit() const {
    double strength = 1.0;
    if (limit_strength_) {
        strength = static_cast<double>(elo_ - LowestElo) / (HighestElo - LowestElo);
    } else if (skill_level_ < FullSkill) {
        strength = static_cast<double>(skill_level_) / FullSkill;
    }
    if (strength >= 1.0) { return std::nullopt; }

    StrengthLimit result;
    result.nodes = static_cast<std::uint64_t>(60.0 * std::pow(2.0, 11.0 * strength));
    result.noise = static_cast<int>(250.0 * std::pow(1.0 - strength, 1.5));
    // Even a beginner mates a lone king with a rook.
    const Position& here = game_.position();
    if (here.pieces(~here.side_to_move()).count() == 1) { return StrengthLimit{50000, 0}; }
    return result;
}

void Engine::go(const Limits& limits) {
    SearchSettings settings = settings_;
    settings.strength_limit = strength_limit();
    settings.contempt = front_.analyse_mode ? 0 : from_shown(settings.contempt, evaluator_kind_);
    searcher_.start(game_, limits, settings, shown_callbacks());
}

}  // namespace skua
