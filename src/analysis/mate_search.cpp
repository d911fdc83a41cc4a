#include "analysis/mate_search.h"

#include <algorithm>

#include "chess/movegen.h"

namespace skua {

namespace {

constexpr int FiftyMovePlies = 100;
constexpr std::uint64_t NodesBetweenQuestions = 4096;

// The attacker's moves worth trying: checks first, and without a move to spare nothing else.
MoveList attacking_moves(const Position& position, bool checks_only) {
    MoveList checks;
    MoveList others;
    const CheckInfo info = position.check_info();
    for (const Move move : legal_moves(position)) {
        (position.gives_check(move, info) ? checks : others).push_back(move);
    }
    if (!checks_only) {
        for (const Move move : others) { checks.push_back(move); }
    }
    return checks;
}

}  // namespace

bool MateSearch::begin(const Position& position, int moves, Move first) {
    return first.is_none() ? attack(position, moves) : try_attack(position, moves, first);
}

std::optional<ProvenMate> MateSearch::find(const Position& position, int most_moves, std::uint64_t nodes, Move first) {
    known_.clear();
    nodes_ = 0;
    checks_only_ = false;
    next_question_ = 0;
    is_cancelled_ = false;
    // Half of the nodes for all moves, what is left for checks.
    limit_ = nodes / 2;
    for (int moves = 1; moves <= most_moves; ++moves) {
        if (position.halfmove_clock() + 2 * moves > FiftyMovePlies) { break; }
        bool found = begin(position, moves, first);
        if (!found && is_exhausted() && !checks_only_) {
            known_.clear();
            checks_only_ = true;
            limit_ = nodes;
            found = begin(position, moves, first);
        }
        if (found) {
            ProvenMate mate;
            mate.moves = moves;
            mate.is_shortest = !checks_only_;
            limit_ += nodes;
            mate.line = line_from(position, moves, first);
            mate.nodes = nodes_;
            return mate;
        }
        if (is_exhausted()) { break; }
    }
    return std::nullopt;
}

bool MateSearch::is_exhausted() {
    if (cancelled_ && nodes_ >= next_question_) {
        next_question_ = nodes_ + NodesBetweenQuestions;
        is_cancelled_ = is_cancelled_ || cancelled_();
    }
    return is_cancelled_ || nodes_ >= limit_;
}

bool MateSearch::attack(const Position& position, int moves) {
    if (moves <= 0) { return false; }
    const Known known = known_[position.key()];
    if (known.mates_in > 0 && known.mates_in <= moves) { return true; }
    if (known.not_in >= moves || is_exhausted()) { return false; }
    for (const Move move : attacking_moves(position, checks_only_ || moves == 1)) {
        if (try_attack(position, moves, move)) {
            Known& now = known_[position.key()];
            now.mates_in = now.mates_in > 0 ? std::min(now.mates_in, moves) : moves;
            now.move = move;
            return true;
        }
        if (is_exhausted()) { return false; }
    }
    Known& now = known_[position.key()];
    now.not_in = std::max(now.not_in, moves);
    return false;
}

bool MateSearch::try_attack(const Position& position, int moves, Move move) {
    Position after = position;
    after.play(move);
    ++nodes_;
    return is_lost(after, moves - 1);
}

bool MateSearch::is_lost(const Position& position, int moves) {
    const MoveList replies = legal_moves(position);
    if (replies.empty()) { return position.in_check(); }
    if (moves <= 0 || position.is_insufficient_material()) { return false; }
    for (const Move reply : replies) {
        Position after = position;
        after.play(reply);
        ++nodes_;
        if (!attack(after, moves)) { return false; }
    }
    return true;
}

std::vector<Move> MateSearch::line_from(Position position, int moves, Move first) {
    std::vector<Move> line;
    for (int left = moves; left > 0; --left) {
        // The first move need not be the quickest, and the line may come back to where it is played.
        Move move = line.empty() ? first : Move::none();
        if (move.is_none()) {
            while (left > 1 && attack(position, left - 1)) { --left; }
            if (!attack(position, left)) { break; }
            move = known_[position.key()].move;
        }
        line.push_back(move);
        position.play(move);
        // The defence that lasts longest.
        Move longest = Move::none();
        for (const Move reply : legal_moves(position)) {
            Position after = position;
            after.play(reply);
            longest = reply;
            if (!attack(after, left - 2)) { break; }
        }
        if (longest.is_none()) { break; }
        line.push_back(longest);
        position.play(longest);
    }
    return line;
}

}  // namespace skua
