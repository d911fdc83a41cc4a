// The one door to every evaluation.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/delta.h"
#include "chess/position.h"
#include "eval/score.h"

namespace skua {

// How often a cache was asked and knew the answer.
struct CacheStatistics {
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
};

// An evaluator follows a search through the tree: reset at the root, push for each move played, pop for each taken back
// (null moves change nothing on the board and are not pushed). It belongs to one thread.
class Evaluator {
public:
    virtual ~Evaluator() = default;

    virtual void reset(const Position& root) = 0;
    virtual void push(const BoardDelta& delta) = 0;
    virtual void pop() = 0;

    // How the position that was reached looks to the side to move, in centipawns, within +-MaxEvaluation.
    [[nodiscard]] virtual Score evaluate(const Position& position) = 0;

    // Of its pawn structures, since it was made.
    [[nodiscard]] virtual CacheStatistics cache_statistics() const = 0;
};

namespace nnue {
struct Network;
}

// Who judges.
enum class Evaluation : std::uint8_t { Nnue, Classical };
inline constexpr std::array Evaluations{Evaluation::Nnue, Evaluation::Classical};
inline constexpr Evaluation DefaultEvaluation = Evaluation::Nnue;
std::string_view name_of(Evaluation evaluation);
// Of all, to choose from.
std::vector<std::string> evaluation_names();
std::optional<Evaluation> evaluation_named(std::string_view name);

// Without a network it is the one in the program; the classical evaluation needs none.
std::unique_ptr<Evaluator> make_evaluator(Evaluation evaluation,
                                          std::shared_ptr<const nnue::Network> network = nullptr);
// As the program comes.
std::unique_ptr<Evaluator> make_default_evaluator();

}  // namespace skua
