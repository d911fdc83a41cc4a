// Explains many positions and checks everything that is said of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/proof/results.h"
#include "lab/proof/samples.h"
#include "lab/proof/searches.h"

namespace skua::lab::proof {

struct ProofSettings {
    CheckSettings check;
    int threads = 1;
    std::string tables;  // folders; empty: none
};

// What a run with these settings and files is called in its file of results: one line without commas.
std::string conditions_of(const ProofSettings& settings, const std::vector<std::string>& files, std::size_t count,
                          std::uint64_t seed);

// Checks the statements of all samples that are not among the results yet, by several threads. The calling one asks
// `is_stopped` again and again; true ends the work, and positions that were not finished are left out. An Error says
// why it can't go on.
std::optional<Error> run_proof(Results& results, const std::vector<Sample>& samples, const ProofSettings& settings,
                               const std::function<bool()>& is_stopped);

}  // namespace skua::lab::proof
