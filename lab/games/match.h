// A match of two players by pairs of games, which resumes where it was stopped or killed.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/games/pairs.h"
#include "lab/support/line_file.h"
#include "lab/support/pentanomial.h"

namespace skua::lab {

// What one player is.
struct MatchPlayer {
    std::string name;
    EvaluatorFactory evaluator = make_default_evaluator;
    std::vector<ParameterValue> parameters;
};

// The nodes of a few searches to a fixed depth: differs where programs, networks or parameters differ.
std::uint64_t signature_of(const MatchPlayer& player);

struct MatchSettings {
    std::uint64_t pairs = 1500;
    std::uint64_t nodes = 25'000;  // for each move
    std::vector<ParameterValue> first;
    std::vector<ParameterValue> second;
    std::optional<Sprt> sprt;  // ends the match when it is decided
};

// The results of a match. Pairs are counted in the order of their numbers: one that was finished early waits for those
// before it. So the same match always gives the same figures, on any number of threads and however often it was
// interrupted.
class Match : public PairSchedule {
public:
    // Opens the file of the results, or begins it. The conditions are one line with everything that the games depend
    // on; a file with other conditions is refused.
    static Result<std::unique_ptr<Match>> open(const std::string& path, const std::string& conditions,
                                               const MatchSettings& settings);

    [[nodiscard]] bool is_done() const override;
    [[nodiscard]] std::optional<PairTask> next() override;
    std::optional<Error> finish(const PairTask& task, const PlayedPair& pair) override;

    [[nodiscard]] const Pentanomial& results() const { return results_; }
    // Games that the first player lost, drew and won.
    [[nodiscard]] const std::array<std::uint64_t, 3>& games() const { return games_; }
    [[nodiscard]] Sprt::Verdict verdict() const { return verdict_; }

private:
    using Outcome = std::array<GameResult, 2>;

    explicit Match(MatchSettings settings) : settings_(std::move(settings)) {}
    [[nodiscard]] bool read_line(std::string_view line);
    void keep(std::uint64_t number, const Outcome& outcome);
    // Counts what has become next in the order.
    void count();

    MatchSettings settings_;
    std::unique_ptr<LineFile> file_;
    std::vector<std::optional<Outcome>> outcomes_;  // by number
    std::uint64_t next_ = 0;                        // no number below it is left to begin
    std::uint64_t counted_ = 0;
    Pentanomial results_;
    std::array<std::uint64_t, 3> games_{};
    Sprt::Verdict verdict_ = Sprt::Verdict::None;
};

// A line of a match's file: the number of the pair, both results, the opening, and the moves of both games with scores
// in White's view.
std::string to_line(std::uint64_t number, const PlayedPair& pair);

// Writes the first `pairs` pairs of a match's file as PGN, in the order of their numbers. An Error says that the file
// can't be read.
std::optional<Error> write_games(std::ostream& output, const std::string& match_path, std::uint64_t pairs,
                                 const std::array<std::string, 2>& names);

}  // namespace skua::lab
