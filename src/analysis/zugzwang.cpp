#include "analysis/zugzwang.h"

#include "chess/movegen.h"

namespace skua {

namespace {

constexpr ExpectedPoints LeastCost = BlunderLoss;
// With more choice there is nearly always a move that changes nothing.
constexpr std::size_t MostMoves = 15;
constexpr int MostPieces = 1;
constexpr int ZugzwangWorth = 250;

bool may_be_zugzwang(const Position& position) {
    const Color side = position.side_to_move();
    int pieces = 0;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
        pieces += position.count(side, type);
    }
    const std::size_t moves = legal_moves(position).size();
    return !position.in_check() && pieces <= MostPieces && moves > 0 && moves <= MostMoves;
}

// What the side to move expects. Nothing if it was cancelled.
std::optional<ExpectedPoints> points_of(PositionSearch& search, const Game& game, const Limits& limits) {
    search.forget();
    const std::optional<SearchedPosition> searched = search.run(game, limits, 1);
    if (!searched || searched->lines.empty()) { return std::nullopt; }
    return expected_points(searched->lines[0].chances);
}

}  // namespace

std::optional<Reasons> find_zugzwang(PositionSearch& search, const Limits& limits, const ExplainedMove& explained) {
    Reasons reasons;
    if (!may_be_zugzwang(explained.after.position())) { return reasons; }
    Game passed = explained.after;
    passed.play_null();
    if (passed.state() != GameState::Ongoing) { return reasons; }
    const std::uint64_t before = search.nodes();
    for (const Limits& each : {quarter_of(limits), limits}) {
        const std::optional<ExpectedPoints> moving = points_of(search, explained.after, each);
        const std::optional<ExpectedPoints> passing = points_of(search, passed, each);
        if (!moving || !passing) { return std::nullopt; }
        if ((100 - *passing) - *moving < LeastCost) { return reasons; }
    }
    Statement statement;
    statement.kind = StatementKind::Zugzwang;
    statement.check = StatementCheck::Search;
    statement.line = {explained.move()};
    statement.nodes = search.nodes() - before;
    reasons.push_back({in_role(statement, StatementRole::Does, LineFrom::Before), ZugzwangWorth});
    return reasons;
}

}  // namespace skua
