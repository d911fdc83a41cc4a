#include "lab/tuning/spsa_run.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/parse.h"
#include "lab/support/plot.h"

namespace skua::lab {

Result<std::vector<NodesShare>> parse_nodes_shares(std::string_view text) {
    constexpr std::uint64_t MaxNodes = 1'000'000'000;
    constexpr std::uint64_t MaxWeight = 1'000'000;
    std::vector<NodesShare> shares;
    do {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view part = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t colon = std::min(part.find(':'), part.size());
        const std::optional<std::uint64_t> nodes = parse_integer<std::uint64_t>(part.substr(0, colon));
        const std::optional<std::uint64_t> weight =
            colon == part.size() ? 1 : parse_integer<std::uint64_t>(part.substr(colon + 1));
        if (!nodes || *nodes == 0 || *nodes > MaxNodes || !weight || *weight == 0 || *weight > MaxWeight) {
            return Error{in_quotes(part) + " is not a number of nodes with a weight, as in 10000:50"};
        }
        shares.push_back({*nodes, *weight});
    } while (!text.empty());
    return shares;
}

// ---------------------------------------------------------------------- the run

SpsaRun::SpsaRun(Plan plan) : plan_(std::move(plan)), half_points_(plan_.spsa.settings().trials + 1) {}

Result<std::unique_ptr<SpsaRun>> SpsaRun::open(const std::string& path, const std::string& conditions, Plan plan) {
    std::unique_ptr<SpsaRun> run(new SpsaRun(std::move(plan)));
    Result<std::unique_ptr<LineFile>> file =
        LineFile::open(path, "skua spsa 1", "the file of a run of spsa", conditions,
                       [&run](std::string_view line) { return run->read_line(line); });
    if (!file) { return Error{file.error()}; }
    run->file_ = *std::move(file);
    return run;
}

bool SpsaRun::read_line(std::string_view line) {
    const std::optional<std::uint64_t> trial = parse_integer<std::uint64_t>(next_word(line));
    const std::optional<int> half_points = parse_integer<int>(next_word(line));
    if (!trial || *trial == 0 || *trial >= half_points_.size() || half_points_[*trial] || !half_points ||
        *half_points < 0 || *half_points > 4 || !line.empty()) {
        return false;
    }
    keep(*trial, *half_points);
    return true;
}

void SpsaRun::keep(std::uint64_t trial, int half_points) {
    half_points_[trial] = half_points;
    while (!plan_.spsa.is_done() && half_points_[plan_.spsa.finished() + 1]) {
        plan_.spsa.finish(*half_points_[plan_.spsa.finished() + 1] - 2);
    }
}

std::uint64_t SpsaRun::nodes_of(std::uint64_t trial) const {
    std::uint64_t all = 0;
    for (const NodesShare& share : plan_.nodes) { all += share.weight; }
    Prng prng(Prng(~plan_.spsa.settings().seed).next() ^ trial);
    std::uint64_t drawn = prng.below(all);
    for (const NodesShare& share : plan_.nodes) {
        if (drawn < share.weight) { return share.nodes; }
        drawn -= share.weight;
    }
    return plan_.nodes.back().nodes;
}

std::vector<ParameterValue> SpsaRun::with_tuned(const std::vector<int>& numbers) const {
    std::vector<ParameterValue> values = plan_.fixed;
    for (std::size_t i = 0; i < numbers.size(); ++i) { values.push_back({plan_.tuned[i], numbers[i]}); }
    return values;
}

std::vector<ParameterValue> SpsaRun::result() const {
    std::vector<int> numbers;
    for (const Spsa::Outcome& outcome : plan_.spsa.outcomes()) {
        numbers.push_back(static_cast<int>(std::lround(outcome.value)));
    }
    return with_tuned(numbers);
}

std::optional<PairTask> SpsaRun::next() {
    std::uint64_t trial = std::max(begun_, plan_.spsa.finished()) + 1;
    while (trial < half_points_.size() && half_points_[trial]) { ++trial; }
    if (!plan_.spsa.may_begin(trial)) { return std::nullopt; }
    begun_ = trial;
    const Spsa::Trial versions = plan_.spsa.trial(trial);
    return PairTask{trial, nodes_of(trial), with_tuned(versions.plus), with_tuned(versions.minus)};
}

std::optional<Error> SpsaRun::finish(const PairTask& task, const PlayedPair& pair) {
    const int half_points = pair.half_points();
    if (std::optional<Error> error = file_->add(std::to_string(task.number) + ' ' + std::to_string(half_points))) {
        return error;
    }
    keep(task.number, half_points);
    return std::nullopt;
}

// ---------------------------------------------------------------------- what came out

std::string trajectories_csv(const Spsa& spsa) {
    std::ostringstream text;
    text << "pairs";
    for (const Spsa::Parameter& parameter : spsa.parameters()) { text << ',' << parameter.name; }
    text << '\n';
    for (const Spsa::Sample& sample : spsa.samples()) {
        text << sample.trials;
        for (const double value : sample.values) { text << ',' << value; }
        text << '\n';
    }
    return text.str();
}

std::string trajectories_svg(const Spsa& spsa) {
    const std::vector<Spsa::Outcome> outcomes = spsa.outcomes();
    std::vector<Panel> panels;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const Spsa::Parameter& parameter = spsa.parameters()[i];
        Panel panel;
        panel.title = parameter.name;
        for (const Spsa::Sample& sample : spsa.samples()) { panel.values.push_back(sample.values[i]); }
        panel.middle = parameter.value;
        panel.half_band = 2 * outcomes[i].chance * parameter.step;
        panels.push_back(std::move(panel));
    }
    return draw_panels("SPSA after " + std::to_string(spsa.finished()) + " of " +
                           std::to_string(spsa.settings().trials) +
                           " pairs; chance alone stays in the shaded band 95 % of the time",
                       panels);
}

}  // namespace skua::lab
