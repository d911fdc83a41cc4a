// A run of SPSA by pairs of games, which resumes where it was stopped or killed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/games/pairs.h"
#include "lab/support/line_file.h"
#include "lab/tuning/spsa.h"

namespace skua::lab {

// Some of the pairs are played with this many nodes a move.
struct NodesShare {
    std::uint64_t nodes = 0;
    std::uint64_t weight = 1;

    bool operator==(const NodesShare&) const = default;
};

// Reads "10000:50,25000:35,60000:15"; without a weight it is 1.
Result<std::vector<NodesShare>> parse_nodes_shares(std::string_view text);

class SpsaRun : public PairSchedule {
public:
    // What is tuned, and how it is played.
    struct Plan {
        Spsa spsa;
        std::vector<const ParameterInfo*> tuned;  // in the order in which SPSA has them
        std::vector<ParameterValue> fixed;        // others that differ from the program's values
        std::vector<NodesShare> nodes;
    };

    // The conditions are one line with everything that the games depend on; a file with other conditions is refused.
    static Result<std::unique_ptr<SpsaRun>> open(const std::string& path, const std::string& conditions, Plan plan);

    [[nodiscard]] bool is_done() const override { return plan_.spsa.is_done(); }
    [[nodiscard]] std::optional<PairTask> next() override;
    std::optional<Error> finish(const PairTask& task, const PlayedPair& pair) override;

    [[nodiscard]] const Spsa& spsa() const { return plan_.spsa; }
    // The fixed values and the tuned ones, rounded.
    [[nodiscard]] std::vector<ParameterValue> result() const;

private:
    explicit SpsaRun(Plan plan);
    [[nodiscard]] bool read_line(std::string_view line);
    // Hands results to SPSA in the order of the trials.
    void keep(std::uint64_t trial, int half_points);
    [[nodiscard]] std::uint64_t nodes_of(std::uint64_t trial) const;
    // The fixed values, and these of the tuned parameters.
    [[nodiscard]] std::vector<ParameterValue> with_tuned(const std::vector<int>& numbers) const;

    Plan plan_;
    std::unique_ptr<LineFile> file_;
    std::vector<std::optional<int>> half_points_;  // of plus, by trial; the first stands for no trial
    std::uint64_t begun_ = 0;                      // the last trial that was handed out
};

// The values at all samples as comma-separated text with a line of names.
std::string trajectories_csv(const Spsa& spsa);
// The same as a picture: a panel for each parameter, with the range that chance alone would explain.
std::string trajectories_svg(const Spsa& spsa);

}  // namespace skua::lab
