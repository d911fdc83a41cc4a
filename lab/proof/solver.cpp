#include "lab/proof/solver.h"

#include <algorithm>

#include "chess/movegen.h"

namespace skua::lab::proof {

namespace {

constexpr int FiftyMovePlies = 100;
constexpr int LongestPerpetual = 10;  // checks

// Checks first, since most mates consist of them.
std::vector<Move> ordered_moves(const Position& position, bool checks_only) {
    std::vector<Move> checks;
    std::vector<Move> others;
    for (const Move move : legal_moves(position)) { (position.gives_check(move) ? checks : others).push_back(move); }
    if (!checks_only) { checks.insert(checks.end(), others.begin(), others.end()); }
    return checks;
}

}  // namespace

void Solver::begin() {
    end_ = nodes_ + limit_;
    path_.clear();
}

Answer Solver::mates(const Position& position, int moves, Move first) {
    if (moves < 1) { return Answer::No; }
    begin();
    known_.assign(static_cast<std::size_t>(moves) + 1, {});
    return attack(position, moves, first);
}

Answer Solver::attack(const Position& position, int moves, Move first) {
    auto& known = known_[static_cast<std::size_t>(moves)];
    if (const auto found = known.find(position.key()); first.is_none() && found != known.end()) {
        return found->second;
    }
    Answer answer = Answer::No;
    for (const Move move : ordered_moves(position, moves == 1)) {
        if (!first.is_none() && move != first) { continue; }
        if (is_exhausted()) { return Answer::Unknown; }
        Position after = position;
        after.play(move);
        ++nodes_;
        const Answer reply = defend(after, moves - 1);
        if (reply == Answer::Unknown) { return Answer::Unknown; }
        if (reply == Answer::Yes) {
            answer = Answer::Yes;
            break;
        }
    }
    if (first.is_none()) { known[position.key()] = answer; }
    return answer;
}

Answer Solver::defend(const Position& position, int moves) {
    const MoveList replies = legal_moves(position);
    if (replies.empty()) { return position.in_check() ? Answer::Yes : Answer::No; }
    if (moves == 0 || position.halfmove_clock() >= FiftyMovePlies) { return Answer::No; }
    for (const Move reply : replies) {
        Position after = position;
        after.play(reply);
        ++nodes_;
        if (const Answer answer = attack(after, moves, Move::none()); answer != Answer::Yes) { return answer; }
    }
    return Answer::Yes;
}

Answer Solver::checks_forever(const Position& position, Move first) {
    begin();
    for (int checks = 1; checks <= LongestPerpetual; ++checks) {
        path_.clear();
        if (check_on(position, checks, first)) { return Answer::Yes; }
        if (is_exhausted()) { return Answer::Unknown; }
    }
    return Answer::No;
}

bool Solver::check_on(const Position& position, int checks, Move first) {
    if (checks == 0 || is_exhausted()) { return false; }
    for (const Move move : ordered_moves(position, true)) {
        if (!first.is_none() && move != first) { continue; }
        Position after = position;
        after.play(move);
        ++nodes_;
        if (std::find(path_.begin(), path_.end(), after.key()) != path_.end()) { return true; }
        if (check_all(after, checks - 1)) { return true; }
    }
    return false;
}

bool Solver::check_all(const Position& position, int checks) {
    path_.push_back(position.key());
    bool holds = true;
    for (const Move reply : legal_moves(position)) {
        Position after = position;
        after.play(reply);
        if (!check_on(after, checks, Move::none())) {
            holds = false;
            break;
        }
    }
    path_.pop_back();
    return holds;
}

}  // namespace skua::lab::proof
