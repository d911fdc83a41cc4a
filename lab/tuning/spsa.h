// SPSA (Spall's simultaneous perturbation stochastic approximation) for the parameters of the search: games between two
// versions that differ a little in all parameters at once show which way to move them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/prng.h"
#include "base/result.h"

namespace skua::lab {

class Spsa {
public:
    struct Parameter {
        std::string name;
        double value = 0;
        int low = 0;
        int high = 0;
        double step = 1;  // c_k of the last iteration: how far it is moved to both sides

        friend bool operator==(const Parameter&, const Parameter&) = default;
    };
    // Two versions to compare: theta + c_k delta and theta - c_k delta.
    struct Iteration {
        std::vector<int> plus;
        std::vector<int> minus;
        std::vector<int> delta;  // +1 or -1 for each parameter
        std::uint64_t k = 0;     // counts from 1
    };

    // `rate` decides a_k: how far a won game moves a parameter in the last iteration, as a share of its step.
    Spsa(std::vector<Parameter> parameters, std::uint64_t iterations, double rate);

    [[nodiscard]] bool is_done() const { return started_ >= iterations_; }
    // What to try next. Several iterations may be under way at once.
    [[nodiscard]] Iteration start(Prng& prng);
    // `difference` is how many points more plus scored than minus.
    void finish(const Iteration& iteration, int difference);

    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
    [[nodiscard]] std::uint64_t iterations() const { return iterations_; }
    [[nodiscard]] std::uint64_t finished() const { return finished_; }

    // The state as text, to resume from.
    [[nodiscard]] std::string to_text() const;
    // Resumes from such a text, or returns why it does not belong to these parameters and iterations.
    std::optional<Error> read(std::string_view text);

private:
    [[nodiscard]] double c_k(const Parameter& parameter, std::uint64_t k) const;
    [[nodiscard]] double a_k(const Parameter& parameter, std::uint64_t k) const;

    std::vector<Parameter> parameters_;
    std::uint64_t iterations_;
    double rate_;
    std::uint64_t started_ = 0;
    std::uint64_t finished_ = 0;
};

}  // namespace skua::lab
