// What a move achieves by force: mate or material, against every defence, with the men that fall and how.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analysis/mate_search.h"
#include "analysis/material_search.h"
#include "analysis/statement.h"
#include "chess/game.h"

namespace skua {

// The statement has no role yet, and its line begins with the move.
struct Achievement {
    Statement statement;
    bool mates = false;
    int centipawns = 0;  // won at least; without meaning for mates

    // Does a reader see at once what it is about: a mate, a man by name, or a motif of the first move?
    [[nodiscard]] bool is_plain() const;
    // The same of a threat in this position, whose line begins with a pass; a capture that wins material is plain, too.
    [[nodiscard]] bool is_plain_threat(const Position& position) const;
};

// Not safe from several threads. The same question has the same answer.
class AchievementFinder {
public:
    // Mates of the side to move that begin with this move, or any. `announced`: a search has announced one of so many
    // moves, which is worth looking for with more effort; 0 if not.
    [[nodiscard]] std::optional<Achievement> find_mate(const Position& position, Move first, int announced = 0);

    // What this move wins: at least `threshold` centipawns more than its side has now, with N, 4 N and 32 N nodes. The
    // expected line, if there is one, is shown where it wins as much.
    [[nodiscard]] std::optional<Achievement> find_gain(const Game& game, Move move, const std::vector<Move>& expected,
                                                       int threshold);
    // The same with N and 4 N nodes: what is taken may be won back in the long run.
    [[nodiscard]] std::optional<Achievement> find_passing_gain(const Game& game, Move move,
                                                               const std::vector<Move>& expected, int threshold);

    // Either: mates first.
    [[nodiscard]] std::optional<Achievement> find(const Game& game, Move move, const std::vector<Move>& expected,
                                                  int threshold);

    // What the opponent of the side to move would do if that side passed: mate soon, or win at least `threshold`. The
    // line begins with the pass. Nothing in check, where passing has no meaning.
    [[nodiscard]] std::optional<Achievement> find_threat(const Game& game, int threshold);

    // The material that the side to move wins with this move, or with the best, in centipawns; negative if it loses
    // some. Between the two bounds, which come from N and 4 N nodes. A mate counts as more than all material.
    struct Outlook {
        int low = 0;
        int high = 0;
        std::vector<Move> line;
    };
    [[nodiscard]] Outlook outlook(const Game& game, Move move = Move::none());

    // A mate that searches announce but that is too long to be proven move by move: its line must end in mate. Nothing
    // if it does not.
    [[nodiscard]] static std::optional<Achievement> announced_mate(const Position& position,
                                                                   const std::vector<Move>& line, std::uint64_t nodes);

    // Does this move win at least so much with 32 N nodes? Where the budget does not allow that search it is exhausted.
    [[nodiscard]] bool wins_at_last(const Game& game, Move move, int threshold);

    // Asked again and again; true has the effect of a budget that is spent.
    void set_cancelled(const std::function<bool()>& cancelled);

    // Multiplies the nodes of later searches for material.
    void set_effort(unsigned effort) { effort_ = effort; }

    // From here on at most this many nodes. Once they are spent nothing is found any more, outlooks have no bounds, and
    // what was concluded from them is not proven.
    void set_budget(std::uint64_t nodes);
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }

    // The nodes of all searches so far.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

private:
    [[nodiscard]] Outlook outlook_within(const Game& game, Move move, std::uint64_t nodes);
    // `confirming_nodes`: of the longest search; 0 for none.
    [[nodiscard]] std::optional<Achievement> find_gain_within(const Game& game, Move move,
                                                              const std::vector<Move>& expected, int threshold,
                                                              std::uint64_t confirming_nodes);
    // Nothing if the budget does not allow it.
    [[nodiscard]] std::optional<ForcedGain> search_material(const Game& game, Move move, std::uint64_t nodes);
    // Fills in what the line wins, and whether that is what falls.
    void name_men(Statement& statement, const Game& game, const std::vector<Move>& longest);
    // Do these men fall against the best three defences and in the longest search?
    [[nodiscard]] bool always_fall(const std::vector<PlacedPiece>& men, const Statement& statement, const Game& game,
                                   const std::vector<Move>& longest);
    // Takes this many nodes from the budget; false if there are not as many left.
    [[nodiscard]] bool spend(std::uint64_t nodes);

    std::function<bool()> cancelled_;
    MaterialSearch material_;
    MateSearch mates_;
    std::uint64_t nodes_ = 0;
    std::optional<std::uint64_t> budget_;  // what is left; none: no limit
    bool is_exhausted_ = false;
    unsigned effort_ = 1;
};

// What a mate is worth in an outlook.
inline constexpr int MateWorth = 20'000;

}  // namespace skua
