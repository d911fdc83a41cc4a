#include "analysis/perpetual_search.h"

#include <algorithm>

#include "chess/movegen.h"

namespace skua {

namespace {

constexpr int LongestCycle = 8;  // checks
constexpr int FewestChecks = 2;

class PerpetualSearch {
public:
    explicit PerpetualSearch(std::uint64_t nodes) : left_(nodes) {}

    // Returns whether checks repeat one of the positions on the path, whatever the opponent plays.
    bool attack(const Position& position, int checks, Move first) {
        if (checks == 0 || left_ == 0) { return false; }
        const CheckInfo info = position.check_info();
        for (const Move move : legal_moves(position)) {
            if (!first.is_none() && move != first) { continue; }
            if (!position.gives_check(move, info)) { continue; }
            if (first.is_none() && position.is_zeroing(move)) { continue; }
            Position after = position;
            after.play(move);
            if (left_ > 0) { --left_; }
            line_.push_back(move);
            if (is_repeated(after) || all_replies_fail(after, checks - 1)) { return true; }
            line_.pop_back();
        }
        return false;
    }
    [[nodiscard]] const std::vector<Move>& line() const { return line_; }

private:
    [[nodiscard]] bool is_repeated(const Position& position) const {
        return std::find(path_.begin(), path_.end(), position.key()) != path_.end();
    }
    bool all_replies_fail(const Position& position, int checks) {
        const MoveList replies = legal_moves(position);
        if (replies.empty()) { return false; }
        const std::size_t length = line_.size();
        std::vector<Move> longest;
        path_.push_back(position.key());
        bool fail = true;
        for (const Move reply : replies) {
            // After a capture nothing that came before can be repeated.
            Position after = position;
            after.play(reply);
            line_.push_back(reply);
            const std::vector<Key> path = path_;
            if (position.is_zeroing(reply)) { path_.clear(); }
            fail = attack(after, checks, Move::none());
            path_ = path;
            if (line_.size() > longest.size()) { longest = line_; }
            line_.resize(length);
            if (!fail) { break; }
        }
        path_.pop_back();
        if (fail) { line_ = longest; }
        return fail;
    }

    std::uint64_t left_;
    std::vector<Key> path_;  // the positions after the checks so far
    std::vector<Move> line_;
};

}  // namespace

std::optional<std::vector<Move>> find_perpetual(const Position& position, std::uint64_t nodes, Move first) {
    PerpetualSearch search(nodes);
    for (int checks = FewestChecks; checks <= LongestCycle; ++checks) {
        if (search.attack(position, checks, first)) { return search.line(); }
    }
    return std::nullopt;
}

}  // namespace skua
