#include "analysis/strong_reply.h"

#include <algorithm>

#include "analysis/motifs.h"
#include "chess/see.h"

namespace skua {

namespace {

constexpr int LeastThreat = 200;
constexpr std::size_t ShownPlies = 6;
// Less than a forced win of a pawn, so that it is said after one.
constexpr int ReplyWorth = 90;

// Men that the reply newly attacks and that are dearer than the attacker or not guarded.
std::vector<PlacedPiece> newly_attacked(const Position& before, Move reply) {
    Position after = before;
    after.play(reply);
    std::vector<PlacedPiece> men;
    if (reply.is_castling()) { return men; }
    const Bitboard fresh = attacks_from(after, reply.to()) & ~attacks_from(before, reply.from());
    const int attacker = SeeValues[type_of(after.piece_on(reply.to()))];
    for (const Square square : fresh& after.pieces(after.side_to_move())) {
        const PieceType type = type_of(after.piece_on(square));
        if (type == PieceType::King || type == PieceType::Pawn) { continue; }
        const bool is_guarded = (after.attackers_to(square, after.pieces()) & after.pieces(after.side_to_move())).any();
        if (!is_guarded || SeeValues[type] > attacker) { men.push_back({after.piece_on(square), square}); }
    }
    return men;
}

Statement reply_statement(const ExplainedMove& explained, const std::vector<Move>& line, std::uint64_t nodes) {
    const Position& position = explained.after.position();
    Statement statement;
    statement.check = StatementCheck::Search;
    statement.nodes = nodes;
    statement.from = LineFrom::After;
    statement.line.assign(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(std::min(line.size(), ShownPlies)));
    statement.role = StatementRole::Allows;
    statement.kind = StatementKind::StrongReply;
    statement.men = newly_attacked(position, line[0]);
    // What can be taken back is exchanged, not taken.
    if (position.is_capture(line[0]) && !line[0].is_en_passant() && see_at_least(position, line[0], 1)) {
        statement.kind = StatementKind::TakingReply;
        statement.men = {{position.piece_on(line[0].to()), line[0].to()}};
    }
    return statement;
}

// The reply with the threat behind it, if it makes one.
std::optional<Statement> threat_statement(AchievementFinder& finder, const ExplainedMove& explained, Move reply) {
    Game after = explained.after;
    after.play(reply);
    const auto threat = finder.find_threat(after, LeastThreat);
    if (!threat || !(threat->mates || threat->statement.names_prize())) { return std::nullopt; }
    Statement statement = in_role(threat->statement, StatementRole::Allows, LineFrom::After);
    statement.kind = threat->mates ? StatementKind::ThreatOfMate : StatementKind::Threat;
    statement.deed = 1;
    statement.men.clear();
    statement.others.clear();
    statement.line.insert(statement.line.begin(), reply);
    return statement;
}

// An exchange that the explained move began is no reason against it.
bool is_recapture(const ExplainedMove& explained, Move reply) {
    return explained.position().is_capture(explained.move()) && reply.to() == explained.move().to();
}

// Is the better move so much better than every other that the point is what was missed, and not the reply?
bool is_missed_chance(const MoveAnalysis& analysis) {
    const ExpectedPoints second = analysis.second ? expected_points(analysis.second->chances) : 0;
    return analysis.before - second >= analysis.loss() / 2;
}

// Could the reply take the same man with profit, or attack the same men, after the better move as well?
bool does_the_same_after_best(const ExplainedMove& explained, const Statement& statement) {
    Position after = explained.position();
    after.play(explained.best());
    const Move reply = statement.line[0];
    if (!after.is_legal(reply)) { return false; }
    if (statement.kind == StatementKind::TakingReply) {
        return after.piece_on(reply.to()) == statement.men[0].piece && see_at_least(after, reply, 1);
    }
    return statement.kind == StatementKind::StrongReply && see_at_least(after, reply, 0) &&
           newly_attacked(after, reply) == statement.men;
}

// Is the reply impossible after the better move, or does it lose material?
bool is_prevented(const ExplainedMove& explained, Move reply) {
    Position after = explained.position();
    after.play(explained.best());
    return !after.is_legal(reply) || (!after.in_check() && !see_at_least(after, reply, 0));
}

}  // namespace

std::optional<Reasons> find_strong_reply(PositionSearch& search, const Limits& limits, AchievementFinder& finder,
                                         const ExplainedMove& explained) {
    search.forget();
    const std::optional<SearchedPosition> replies = search.run(explained.after, limits, 2);
    if (!replies) { return std::nullopt; }
    Reasons reasons;
    if (replies->lines.size() < 2) { return reasons; }
    const std::vector<Move>& line = replies->lines[0].moves;
    const ExpectedPoints margin =
        expected_points(replies->lines[0].chances) - expected_points(replies->lines[1].chances);
    const std::vector<Move> expected = explained.expected();
    const bool is_expected = !expected.empty() && expected[0] == line[0];
    // Better than every other by as much as a mistake loses is enough for the largest losses, too.
    const ExpectedPoints least_margin = std::min(explained.analysis.loss() / 2, MistakeLoss);
    if (!is_expected || margin < least_margin || is_recapture(explained, line[0])) { return reasons; }
    Statement statement = reply_statement(explained, expected, replies->nodes);
    // Who takes is taken back first, and has no time to threaten anything.
    if (statement.kind == StatementKind::StrongReply && !explained.after.position().is_capture(line[0])) {
        if (auto threat = threat_statement(finder, explained, line[0])) { statement = *std::move(threat); }
    }
    // What takes may be taken back, and attacks nothing then.
    if (statement.kind == StatementKind::StrongReply && explained.after.position().is_capture(line[0])) {
        return reasons;
    }
    // A reply that neither takes nor attacks nor threatens anything has no reason that could be shown.
    if (statement.kind == StatementKind::StrongReply && statement.men.empty()) { return reasons; }
    if (does_the_same_after_best(explained, statement)) { return reasons; }
    const bool takes_back = line[0].to() == explained.move().to();
    if (!takes_back && is_prevented(explained, line[0])) { statement.moves = {explained.best()}; }
    if (statement.moves.empty() && is_missed_chance(explained.analysis)) { return reasons; }
    reasons.push_back({statement, ReplyWorth});
    return reasons;
}

}  // namespace skua
