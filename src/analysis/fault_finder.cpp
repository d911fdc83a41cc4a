#include "analysis/fault_finder.h"

#include <algorithm>

#include "analysis/perpetual_search.h"
#include "chess/see.h"

namespace skua {

namespace {

// A reason must explain this share of the loss in centipawns.
constexpr double LeastShare = 0.3;
// Large losses are worth a second, longer look.
constexpr unsigned MoreEffort = 4;
constexpr std::uint64_t PerpetualNodes = 50'000;
// Expected points of a game that is about to be drawn.
constexpr ExpectedPoints DrawnFrom = 40;
constexpr ExpectedPoints DrawnTo = 60;
constexpr int DrawWorth = 300;

// Of a loss on the way to a mate at least so much is named.
constexpr int LostBeforeMate = 300;

// In a decided game a mate is worth words only if it is short.
constexpr int ShortMate = 4;

bool is_worth_words(const Achievement& mate, const MoveAnalysis& analysis) {
    return mate.statement.number <= ShortMate || analysis.loss() >= InaccuracyLoss;
}

// Was it a threat already, had the side that moved passed instead?
bool was_threat(AchievementFinder& finder, const Game& before, const Achievement& punishment) {
    const Statement& deed = punishment.statement;
    if (before.position().in_check()) { return false; }
    Game passed = before;
    passed.play_null();
    const Move move = deed.line[0];
    if (!passed.position().is_legal(move)) { return false; }
    if (punishment.mates) {
        const auto mate = finder.find_mate(passed.position(), move, deed.number);
        return mate && mate->statement.number <= deed.number;
    }
    return finder.outlook(passed, move).low >= punishment.centipawns &&
           finder.wins_at_last(passed, move, punishment.centipawns);
}

StatementRole role_of(AchievementFinder& finder, const ExplainedMove& explained, const Achievement& punishment) {
    return was_threat(finder, explained.before, punishment) ? StatementRole::Leaves : StatementRole::Allows;
}

// The opponent wins something after the move took a man: that man was the price, or an equal exchange. False if nothing
// more was exchanged.
[[nodiscard]] bool add_price(Statement& statement, const Position& before, Move move) {
    const Piece taken = before.captured_piece(move);
    if (taken == Piece::None) { return true; }
    if (statement.kind == StatementKind::FreeMan && statement.won.empty()) { statement.won = statement.men; }
    if (statement.won.empty()) { return true; }
    statement.number = std::max(1, statement.number - SeeValues[type_of(taken)] / PawnWorth);
    const auto equal = std::find_if(statement.won.begin(), statement.won.end(), [&](const PlacedPiece& man) {
        return SeeValues[type_of(man.piece)] == SeeValues[type_of(taken)];
    });
    if (equal == statement.won.end()) {
        statement.given.push_back({taken, move.to()});
        if (statement.kind == StatementKind::FreeMan) {
            statement.kind = StatementKind::WinsMaterial;
            statement.men.clear();
        }
    } else {
        statement.won.erase(equal);
        // The sentence must name what is left.
        if (statement.kind == StatementKind::FreeMan) {
            statement.kind = StatementKind::WinsMaterial;
            statement.men.clear();
        }
    }
    return !statement.won.empty();
}

void find_mates(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained) {
    const MoveAnalysis& analysis = explained.analysis;
    const int allowed = announced_mate(analysis.played, false);
    if (allowed > 0 && announced_mate(analysis.best, false) == 0) {
        const Position& position = explained.after.position();
        auto mate = finder.find_mate(position, Move::none(), allowed);
        if (!mate) { mate = AchievementFinder::announced_mate(position, explained.expected(), analysis.nodes); }
        if (mate && is_worth_words(*mate, analysis)) {
            reasons.push_back(
                {in_role(mate->statement, role_of(finder, explained, *mate), LineFrom::After), mate->centipawns});
        }
    }
    const int missed = announced_mate(analysis.best, true);
    if (missed > 0 && announced_mate(analysis.played, true) == 0) {
        const Position& position = explained.position();
        auto mate = finder.find_mate(position, explained.best(), missed);
        if (!mate) { mate = AchievementFinder::announced_mate(position, analysis.best.moves, analysis.nodes); }
        if (mate && is_worth_words(*mate, analysis)) {
            reasons.push_back({in_role(mate->statement, StatementRole::Better, LineFrom::Before), mate->centipawns});
        }
    }
}

// What the opponent wins: in the expected line, or else in the line of the search for material.
std::optional<Achievement> find_punishment(AchievementFinder& finder, const ExplainedMove& explained,
                                           const std::vector<Move>& material_line, int threshold) {
    const std::vector<Move> expected = explained.expected();
    if (!expected.empty()) {
        if (auto punishment = finder.find_gain(explained.after, expected[0], expected, threshold)) {
            return punishment;
        }
    }
    const std::vector<Move> other = without_first(material_line);
    if (other.empty() || (!expected.empty() && other[0] == expected[0])) { return std::nullopt; }
    auto punishment = finder.find_gain(explained.after, other[0], other, threshold);
    // A single pawn that is won by a quiet move, which the search does not even expect, is often won back.
    const bool is_quiet = !explained.after.position().is_capture(other[0]);
    if (punishment && punishment->statement.number == 1 && is_quiet) { return std::nullopt; }
    return punishment;
}

// Would the reply win as much after the better move? Then it is not what the explained one does wrong.
bool is_no_fault(AchievementFinder& finder, const ExplainedMove& explained, const Achievement& punishment) {
    Game instead = explained.before;
    instead.play(explained.best());
    const Move reply = punishment.statement.line[0];
    return instead.position().is_legal(reply) && finder.outlook(instead, reply).low >= punishment.centipawns;
}

// Do the same men fall after the better move?
bool fall_anyway(const ExplainedMove& explained, const Statement& punishment) {
    const std::vector<PlacedPiece>& men = punishment.won.empty() ? punishment.men : punishment.won;
    const Color opponent = ~explained.position().side_to_move();
    return !men.empty() && wins_all(opponent, before_move(men, explained), explained, explained.analysis.best.moves);
}

void find_losses(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained) {
    const Position& position = explained.position();
    const AchievementFinder::Outlook played = finder.outlook(explained.before, explained.move());
    const AchievementFinder::Outlook best = finder.outlook(explained.before, explained.best());
    const int difference = best.low - played.high;
    if (difference < PawnWorth || difference < LeastShare * explained.analysis.centipawn_loss) { return; }
    const int least = std::max(PawnWorth, static_cast<int>(LeastShare * explained.analysis.centipawn_loss));
    if (played.high <= -least) {
        // What falls in one line may be half of the loss; of one that ends in a mate far away, what falls before.
        const int lost = played.high <= -MateWorth ? LostBeforeMate : std::max(PawnWorth, -played.high / 2);
        const int threshold = taken_by(position, explained.move()) + lost;
        const auto punishment = find_punishment(finder, explained, played.line, threshold);
        if (punishment && !fall_anyway(explained, punishment->statement) &&
            !is_no_fault(finder, explained, *punishment)) {
            Statement statement =
                in_role(punishment->statement, role_of(finder, explained, *punishment), LineFrom::After);
            if (add_price(statement, position, explained.move())) { reasons.push_back({statement, -played.high}); }
        }
    }
    const Move move = explained.best();
    // Not where both moves take the same man.
    const bool takes_same = move.to() == explained.move().to() && position.is_capture(move);
    if (best.low < least || takes_same) { return; }
    if (auto gain = finder.find_gain(explained.before, move, explained.analysis.best.moves, PawnWorth)) {
        Statement statement = in_role(gain->statement, StatementRole::Better, LineFrom::Before);
        // Not where the same men fall after both moves.
        const Color side = position.side_to_move();
        if (!statement.won.empty() && wins_all(side, statement.won, explained, explained.analysis.played.moves)) {
            return;
        }
        if (owed_on(explained.before, move.to()) >= PawnWorth) {
            statement.kind = StatementKind::Recapture;
            statement.men = {{position.captured_piece(move), move.to()}};
            statement.deed = 0;
        }
        reasons.push_back({statement, best.low});
    }
}

bool is_drawish(ExpectedPoints points) { return points >= DrawnFrom && points <= DrawnTo; }

// A win that becomes a draw, or a draw that is missed, by perpetual check.
void find_perpetuals(Reasons& reasons, const ExplainedMove& explained) {
    const MoveAnalysis& analysis = explained.analysis;
    Statement statement;
    statement.kind = StatementKind::Perpetual;
    statement.check = StatementCheck::MateSearch;
    statement.nodes = PerpetualNodes;
    if (analysis.before > DrawnTo && is_drawish(analysis.after)) {
        if (auto line = find_perpetual(explained.after.position(), PerpetualNodes)) {
            statement.line = *std::move(line);
            reasons.push_back({in_role(statement, StatementRole::Allows, LineFrom::After), DrawWorth});
        }
    }
    if (analysis.after < DrawnFrom && is_drawish(analysis.before)) {
        if (auto line = find_perpetual(explained.position(), PerpetualNodes, explained.best())) {
            statement.line = *std::move(line);
            reasons.push_back({in_role(statement, StatementRole::Better, LineFrom::Before), DrawWorth});
        }
    }
}

}  // namespace

Reasons find_faults(AchievementFinder& finder, const ExplainedMove& explained) {
    Reasons reasons;
    find_mates(reasons, finder, explained);
    if (reasons.empty()) { find_losses(reasons, finder, explained); }
    if (reasons.empty() && explained.analysis.loss() >= MistakeLoss) {
        finder.set_effort(MoreEffort);
        find_losses(reasons, finder, explained);
        finder.set_effort(1);
    }
    if (reasons.empty()) { find_perpetuals(reasons, explained); }
    return reasons;
}

}  // namespace skua
