// Mates and perpetual checks by plain exhaustive search: every move of the defender is tried, and every move of the
// attacker until one works.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "chess/position.h"

namespace skua::lab::proof {

enum class Answer : std::uint8_t { No, Yes, Unknown };

class Solver {
public:
    // Each question may cost so many positions; then the answer is unknown.
    explicit Solver(std::uint64_t limit) : limit_(limit) {}

    // Does the side to move mate in at most so many moves, beginning with this move, if there is one?
    [[nodiscard]] Answer mates(const Position& position, int moves, Move first = Move::none());

    // Can the side to move give check again and again until a position is repeated, or mate?
    [[nodiscard]] Answer checks_forever(const Position& position, Move first = Move::none());

    // The positions of all questions so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    void begin();
    [[nodiscard]] bool is_exhausted() const { return nodes_ >= end_; }
    [[nodiscard]] Answer attack(const Position& position, int moves, Move first);
    [[nodiscard]] Answer defend(const Position& position, int moves);
    [[nodiscard]] bool check_on(const Position& position, int checks, Move first);
    [[nodiscard]] bool check_all(const Position& position, int checks);

    std::uint64_t limit_;
    std::uint64_t nodes_ = 0;
    std::uint64_t end_ = 0;
    std::vector<std::unordered_map<Key, Answer>> known_;  // by the moves that are left
    std::vector<Key> path_;                               // positions after checks
};

}  // namespace skua::lab::proof
