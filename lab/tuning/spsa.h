// skua-lab spsa: finds better parameters for the search, by games between versions of it that differ a little in all of
// them at once (simultaneous perturbation stochastic approximation).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/prng.h"
#include "base/result.h"
#include "lab/games/selfplay.h"
#include "search/searcher.h"

namespace skua::lab {

class Spsa {
public:
    struct Parameter {
        std::string name;
        double value = 0;
        int low = 0;
        int high = 0;
        double step = 1;  // how far it is moved to both sides at the end

        friend bool operator==(const Parameter&, const Parameter&) = default;
    };
    // Two versions to compare.
    struct Trial {
        std::vector<int> plus;
        std::vector<int> minus;
        std::vector<int> signs;  // which way each parameter was moved
        std::uint64_t number = 0;
    };

    // `rate`: how far a won game moves a parameter at the end, as a share of its step.
    Spsa(std::vector<Parameter> parameters, std::uint64_t trials, double rate);

    [[nodiscard]] bool is_done() const { return started_ >= trials_; }
    // What to try next. Several may be under way at once.
    [[nodiscard]] Trial start(Prng& prng);
    // How many points more plus made than minus.
    void finish(const Trial& trial, int difference);

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] std::uint64_t trials() const { return trials_; }
    [[nodiscard]] std::uint64_t finished() const { return finished_; }

    // To go on later.
    [[nodiscard]] std::string to_text() const;
    // Nothing, or why this is no state of these parameters and trials.
    std::optional<Error> read(std::string_view text);

private:
    [[nodiscard]] double width(const Parameter& parameter, std::uint64_t number) const;

    std::vector<Parameter> parameters_;
    std::uint64_t trials_;
    double rate_;
    std::uint64_t started_ = 0;
    std::uint64_t finished_ = 0;
};

// Does the name begin with one of these prefixes, separated by commas?
bool begins_with_one_of(std::string_view name, std::string_view prefixes);
// Two games from one opening, each side having White once: how many points more the first made. Nothing when stopped.
std::optional<int> play_pair(Searcher& first, Searcher& second, const SelfPlaySettings& settings, Prng& prng,
                             const std::atomic<bool>& stop);

int run_spsa(std::span<const std::string_view> arguments);

}  // namespace skua::lab
