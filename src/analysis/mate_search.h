// Mates that are certain: every defence is tried, and nothing is left out by guesses.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "chess/position.h"

namespace skua {

// The side to move mates in this many moves, whatever the opponent plays.
struct ProvenMate {
    int moves = 0;
    bool is_shortest = true;  // a shorter mate was ruled out
    std::vector<Move> line;   // against the longest defence, up to the mate
    std::uint64_t nodes = 0;
};

class MateSearch {
public:
    // Looks for a mate in at most this many moves, the shortest first; with a first move, for one that begins so. Where
    // the nodes are too few for all moves of the side that mates, only its checks are tried, which finds most mates and
    // never a wrong one. Nothing if no mate was found; nodes() says what that cost.
    [[nodiscard]] std::optional<ProvenMate> find(const Position& position, int most_moves, std::uint64_t nodes,
                                                 Move first = Move::none());

    // Asked again and again; true ends a search, which then finds nothing.
    void set_cancelled(std::function<bool()> cancelled) { cancelled_ = std::move(cancelled); }

    // The nodes of the last call.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    // What is known of a position in which the attacker moves.
    struct Known {
        int mates_in = 0;  // 0: nothing proven
        int not_in = 0;    // no mate in so many moves
        Move move;
    };

    // Can the attacker, who moves, mate in at most so many moves?
    [[nodiscard]] bool attack(const Position& position, int moves);
    [[nodiscard]] bool try_attack(const Position& position, int moves, Move move);
    // Is the defender, who moves, mated in at most so many moves of the attacker?
    [[nodiscard]] bool is_lost(const Position& position, int moves);
    [[nodiscard]] std::vector<Move> line_from(Position position, int moves, Move first);
    [[nodiscard]] bool begin(const Position& position, int moves, Move first);
    [[nodiscard]] bool is_exhausted();

    std::unordered_map<Key, Known> known_;
    bool checks_only_ = false;
    std::uint64_t nodes_ = 0;
    std::uint64_t limit_ = 0;
    std::function<bool()> cancelled_;
    std::uint64_t next_question_ = 0;  // the node
    bool is_cancelled_ = false;
};

}  // namespace skua
