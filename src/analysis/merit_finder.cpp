#include "analysis/merit_finder.h"

#include <algorithm>

#include "analysis/line_ledger.h"
#include "analysis/motifs.h"
#include "analysis/perpetual_search.h"
#include "chess/movegen.h"

namespace skua {

namespace {

// A threat smaller than this is not worth a sentence.
constexpr int LeastThreat = 200;
constexpr int LeastSacrifice = 200;
// A sacrifice that loses more points is an error, not a sacrifice.
constexpr ExpectedPoints SoundLoss = 2;
constexpr ExpectedPoints SoundFrom = 25;
// Who expects this much is not defending.
constexpr ExpectedPoints WinningFrom = 85;
constexpr std::uint64_t PerpetualNodes = 50'000;
constexpr ExpectedPoints DrawnFrom = 40;
constexpr ExpectedPoints DrawnTo = 60;
constexpr int DrawWorth = 300;
constexpr int RecaptureWorth = 50;

// A line whose end the search has not shown, continued to the mate.
std::vector<Move> continued(MateSearch& mates, const Position& start, std::vector<Move> line, int announced) {
    constexpr std::uint64_t Nodes = 100'000;
    Position position = start;
    for (const Move move : line) { position.play(move); }
    const int left = announced - static_cast<int>(line.size()) / 2;
    if (left < 1 || position.side_to_move() != start.side_to_move()) { return line; }
    if (const auto mate = mates.find(position, left, Nodes)) {
        line.insert(line.end(), mate->line.begin(), mate->line.end());
    }
    return line;
}

std::optional<Achievement> find_mate(AchievementFinder& finder, const ExplainedMove& explained) {
    const MoveAnalysis& analysis = explained.analysis;
    const Position& position = explained.position();
    const int announced = announced_mate(analysis.played, true);
    auto mate = finder.find_mate(position, explained.move(), announced);
    if (mate || announced == 0) { return mate; }
    MateSearch mates;
    const std::vector<Move> line = continued(mates, position, analysis.played.moves, announced);
    if ((mate = AchievementFinder::announced_mate(position, line, analysis.nodes))) { return mate; }
    const AchievementFinder::Outlook outlook = finder.outlook(explained.before, explained.move());
    if (outlook.low < MateWorth) { return std::nullopt; }
    return AchievementFinder::announced_mate(position, outlook.line, analysis.nodes);
}

bool announces_mate(StatementKind kind) {
    return kind == StatementKind::Mate || kind == StatementKind::Checkmate || kind == StatementKind::BackRankMate ||
           kind == StatementKind::SmotheredMate;
}

// Does the threat still work after the move?
bool is_met(AchievementFinder& finder, const ExplainedMove& explained, const Achievement& threat) {
    const Position& position = explained.after.position();
    const Move move = threat.statement.line.at(1);
    if (threat.mates) { return !finder.find_mate(position, Move::none(), threat.statement.number); }
    if (position.is_legal(move) && finder.outlook(explained.after, move).high >= LeastThreat) { return false; }
    if (finder.outlook(explained.after).high >= std::max(LeastThreat, threat.centipawns / 2)) { return false; }
    return !position.is_legal(move) || !finder.wins_at_last(explained.after, move, LeastThreat);
}

bool says_means(StatementKind kind) { return kind >= StatementKind::Rescues && kind <= StatementKind::TakesAttacker; }

// Says how the explained move meets the threat to win a man, where the board shows it.
void add_means(Statement& statement, const ExplainedMove& explained) {
    const Position& before = explained.position();
    const Position& after = explained.after.position();
    const Move move = explained.move();
    const Move threat = statement.line.at(1);
    if (move.is_castling() || before.piece_on(threat.to()) == Piece::None) { return; }
    const PlacedPiece attacker{before.piece_on(threat.from()), threat.from()};
    const PlacedPiece target{before.piece_on(threat.to()), threat.to()};
    if (move.to() == attacker.square) {
        statement.kind = StatementKind::TakesAttacker;
        statement.men = {attacker};
    } else if (move.from() == target.square) {
        statement.kind = StatementKind::Rescues;
        statement.men = {target};
    } else if (between(attacker.square, target.square).contains(move.to())) {
        statement.kind = StatementKind::Blocks;
        statement.others = {attacker};
    } else if (attacks_from(after, move.to()).contains(target.square) && after.is_legal(threat)) {
        statement.kind = StatementKind::GuardsAgainst;
        statement.men = {target};
    }
}

// The line of a threat up to where it has won something worth a sentence.
void shorten(Statement& statement, const Position& before) {
    const Color side = ~before.side_to_move();
    const auto plies = settled_at(before, statement.line, side, LeastThreat);
    if (!plies || *plies >= statement.line.size()) { return; }
    statement.line.resize(*plies);
    const Position end = ledger_of(before, statement.line, *plies).end;
    const int won = (material_balance(end, side) - material_balance(before, side)) / PawnWorth;
    statement.number = std::min(statement.number, won);
    // These sentences name no men that fall.
    statement.won.clear();
    statement.given.clear();
    statement.is_exact = true;
}

void find_met_threats(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained) {
    // A check, or a move in a won game, has another point.
    if (explained.after.position().in_check() || explained.analysis.after > WinningFrom) { return; }
    const auto threat = finder.find_threat(explained.before, LeastThreat);
    if (!threat || !is_met(finder, explained, *threat)) { return; }
    // Whether a mate that is only announced was stopped, nothing could prove.
    if (threat->mates && threat->statement.check != StatementCheck::MateSearch) { return; }
    if (!threat->is_plain_threat(explained.position())) { return; }
    Statement statement = in_role(threat->statement, StatementRole::Does, LineFrom::Before);
    statement.kind = threat->mates ? StatementKind::StopsMate : StatementKind::StopsLoss;
    statement.deed = 0;
    statement.men.clear();
    statement.others.clear();
    if (!threat->mates) { add_means(statement, explained); }
    if (says_means(statement.kind)) { shorten(statement, explained.position()); }
    reasons.push_back({statement, threat->centipawns});
}

// Could the side have done the same without the move?
bool was_possible(AchievementFinder& finder, const ExplainedMove& explained, const Achievement& threat) {
    const Move move = threat.statement.line.at(1);
    if (!explained.position().is_legal(move)) { return false; }
    if (threat.mates) {
        const auto mate = finder.find_mate(explained.position(), move, threat.statement.number);
        return mate && mate->statement.number <= threat.statement.number;
    }
    return finder.outlook(explained.before, move).low >= threat.centipawns;
}

void find_new_threats(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained) {
    // A capture is about what it takes.
    if (explained.position().is_capture(explained.move())) { return; }
    const auto threat = finder.find_threat(explained.after, LeastThreat);
    if (!threat || !threat->is_plain() || was_possible(finder, explained, *threat)) { return; }
    reasons.push_back({in_role(threat->statement, StatementRole::Threatens, LineFrom::After), threat->centipawns / 2});
}

void find_sacrifice(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained) {
    // What is given up in a lost game costs nothing any more.
    if (explained.analysis.loss() >= SoundLoss || explained.analysis.after < SoundFrom) { return; }
    const AchievementFinder::Outlook outlook = finder.outlook(explained.before, explained.move());
    if (outlook.high > -LeastSacrifice || outlook.line.size() < 2) { return; }
    const std::vector<Move> reply = without_first(outlook.line);
    const int taken = taken_by(explained.position(), explained.move());
    const auto taking = finder.find_passing_gain(explained.after, reply[0], reply, taken - outlook.high);
    // Only what could have been kept is sacrificed.
    if (!taking || !taking->statement.names_prize() || finder.outlook(explained.before).low < 0) { return; }
    Statement statement = in_role(taking->statement, StatementRole::Does, LineFrom::Before);
    statement.kind = StatementKind::Sacrifice;
    statement.deed = 0;
    statement.men.clear();
    statement.others.clear();
    if (const Piece piece = explained.position().captured_piece(explained.move()); piece != Piece::None) {
        statement.given.push_back({piece, explained.move().to()});
    }
    statement.line.insert(statement.line.begin(), explained.move());
    reasons.push_back({statement, -outlook.high});
}

// Taking back is what everybody sees, but without it a man would be lost.
void find_recapture(Reasons& reasons, AchievementFinder& finder, const ExplainedMove& explained) {
    const Position& position = explained.position();
    const Move move = explained.move();
    if (!position.is_capture(move) || move.is_en_passant()) { return; }
    auto gain = finder.find_gain(explained.before, move, explained.analysis.played.moves, PawnWorth);
    if (!gain) { return; }
    Statement statement = in_role(gain->statement, StatementRole::Does, LineFrom::Before);
    statement.kind = StatementKind::Recapture;
    statement.men = {{position.captured_piece(move), move.to()}};
    statement.others.clear();
    statement.deed = 0;
    reasons.push_back({statement, RecaptureWorth});
}

void find_perpetual_check(Reasons& reasons, const ExplainedMove& explained) {
    const ExpectedPoints points = explained.analysis.after;
    if (points < DrawnFrom || points > DrawnTo) { return; }
    if (auto line = find_perpetual(explained.position(), PerpetualNodes, explained.move())) {
        Statement statement;
        statement.kind = StatementKind::Perpetual;
        statement.check = StatementCheck::MateSearch;
        statement.nodes = PerpetualNodes;
        statement.line = *std::move(line);
        reasons.push_back({in_role(statement, StatementRole::Does, LineFrom::Before), DrawWorth});
    }
}

// Does the explained move stop or threaten the same as the better one? The statement is about that one.
bool does_the_same(AchievementFinder& finder, const ExplainedMove& explained, const Statement& statement) {
    const Move deed = statement.line.at(1);
    Game game = explained.after;
    if (statement.role == StatementRole::Does) {
        if (!game.position().is_legal(deed)) { return true; }
    } else {
        if (game.position().in_check()) { return false; }
        game.play_null();
        if (!game.position().is_legal(deed)) { return false; }
    }
    const bool works = finder.find_mate(game.position(), deed) || finder.outlook(game, deed).high >= LeastThreat;
    return works == (statement.role == StatementRole::Threatens);
}

}  // namespace

Reasons find_merits(AchievementFinder& finder, const ExplainedMove& explained) {
    Reasons reasons;
    if (auto mate = find_mate(finder, explained)) {
        reasons.push_back({in_role(mate->statement, StatementRole::Does, LineFrom::Before), mate->centipawns});
        return reasons;
    }
    const int baseline = owed_on(explained.before, explained.move().to());
    const std::vector<Move>& line = explained.analysis.played.moves;
    if (auto gain = finder.find_gain(explained.before, explained.move(), line, baseline + PawnWorth)) {
        reasons.push_back({in_role(gain->statement, StatementRole::Does, LineFrom::Before), gain->centipawns});
        return reasons;
    }
    if (baseline >= PawnWorth) { find_recapture(reasons, finder, explained); }
    find_sacrifice(reasons, finder, explained);
    find_perpetual_check(reasons, explained);
    find_met_threats(reasons, finder, explained);
    if (reasons.size() < 2) { find_new_threats(reasons, finder, explained); }
    return reasons;
}

Reasons find_missed_threats(AchievementFinder& finder, const ExplainedMove& explained) {
    const MoveAnalysis& analysis = explained.analysis;
    const ExpectedPoints second = analysis.second ? expected_points(analysis.second->chances) : 0;
    Reasons reasons;
    if (analysis.before - second < analysis.loss() / 2) { return reasons; }
    MoveAnalysis best = analysis;
    best.move = explained.best();
    best.played = analysis.best;
    best.after = analysis.before;
    const ExplainedMove instead(explained.before, best);
    find_met_threats(reasons, finder, instead);
    find_new_threats(reasons, finder, instead);
    std::erase_if(reasons, [&](const Reason& reason) {
        const Statement& statement = reason.statement;
        const bool is_threat = statement.role == StatementRole::Threatens;
        // Words for a threat of the better move name what it wins.
        const bool is_named = !is_threat || announces_mate(statement.kind) || statement.names_prize();
        return !is_named || does_the_same(finder, explained, statement);
    });
    for (Reason& reason : reasons) {
        Statement& statement = reason.statement;
        if (statement.role == StatementRole::Does) {
            statement.moves = {best.move};
        } else {
            statement.kind = announces_mate(statement.kind) ? StatementKind::ThreatOfMate : StatementKind::Threat;
            statement.deed = 1;
            statement.men.clear();
            statement.others.clear();
            statement.from = LineFrom::Before;
            statement.line.insert(statement.line.begin(), best.move);
        }
        statement.role = StatementRole::Better;
        reason.worth = std::min(reason.worth, analysis.centipawn_loss);
    }
    return reasons;
}

}  // namespace skua
