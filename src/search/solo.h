// A search in the calling thread, with a small table of its own: for programs that ask many short questions, where
// handing each one over to another thread would cost more than the answer.
#pragma once

#include <cstddef>
#include <memory>

#include "eval/evaluators.h"
#include "search/worker.h"

namespace skua {

// Belongs to one thread; any number of them may live side by side.
class SoloSearch {
public:
    // As much of the table as there is memory for.
    explicit SoloSearch(std::size_t hash_megabytes = 1, const EvaluatorFactory& factory = make_default_evaluator);
    SoloSearch(const SoloSearch&) = delete;
    SoloSearch& operator=(const SoloSearch&) = delete;

    // Not to be changed while it searches.
    [[nodiscard]] Parameters& parameters() { return shared_.parameters; }
    // Forgets everything learned.
    void clear();
    // The limits must end the search by themselves: nobody else can. The best move is none when there is no legal one.
    [[nodiscard]] SearchResult search(const Game& game, const Limits& limits);

private:
    SharedSearch shared_;
    std::unique_ptr<Worker> worker_;  // large
};

}  // namespace skua
