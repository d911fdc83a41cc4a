#include "analysis/achievement.h"

#include <algorithm>

#include "analysis/line_ledger.h"
#include "analysis/motifs.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace skua {

namespace {

constexpr std::uint64_t GainNodes = 20'000;                // N; the same again with four times as many
constexpr std::uint64_t ConfirmingNodes = 32 * GainNodes;  // for what is about to be said
// Threats begin with a pass, and hold less long.
constexpr std::uint64_t ThreatNodes = 64 * GainNodes;
constexpr std::uint64_t ShortNodes = 1'000;
constexpr std::uint64_t QuickMateNodes = 10'000;
constexpr std::uint64_t AnnouncedMateNodes = 300'000;
constexpr int QuickMateMoves = 3;
constexpr int LongestMate = 8;
// Nobody follows a longer one, and no search is sure of it.
constexpr std::size_t LongestAnnouncedMate = 10;
constexpr int Defences = 3;
// Defences that lose this much more than the best one don't count.
constexpr int DefenceMargin = 50;
constexpr std::size_t LongestWitness = 12;  // plies
// Longer lists of men nobody reads.
constexpr std::size_t MostWon = 3;
constexpr std::size_t MostGiven = 3;
constexpr int PawnWorth = 100;

int worth_of(const ForcedGain& gain) {
    if (gain.mates) { return MateWorth; }
    return gain.is_mated ? -MateWorth : gain.centipawns;
}

bool has_lost(const LineLedger& ledger, Color side, const PlacedPiece& man) {
    return std::any_of(ledger.lost[side].begin(), ledger.lost[side].end(),
                       [&](const LostMan& lost) { return lost.man == man; });
}

// The first moves of one of these lines, up to where the move that begins it has won so much; empty if none shows it.
std::vector<Move> shown_line(const Position& position, Move move, const std::vector<const std::vector<Move>*>& lines,
                             int centipawns) {
    std::vector<Move> shown;
    for (const std::vector<Move>* line : lines) {
        if (line->empty() || line->front() != move) { continue; }
        // A line that ends too soon shows more than is kept.
        const auto plies = settled_at(position, *line, position.side_to_move(), centipawns, centipawns + PawnWorth);
        if (!plies || *plies > LongestWitness) { continue; }
        if (!shown.empty() && shown.size() <= *plies) { continue; }
        shown.assign(line->begin(), line->begin() + static_cast<std::ptrdiff_t>(*plies));
        // The expected line is the more natural one, unless it takes its time.
        if (*plies <= 7) { break; }
    }
    return shown;
}

// A man that attacks its like is attacked by it: an exchange is offered, and nothing is threatened.
bool offers_exchange(const Position& position, Move move) {
    const Piece taken = position.captured_piece(move);
    return taken != Piece::None && type_of(taken) == type_of(position.piece_on(move.from()));
}

// Does the move win at least a pawn at once, or in the expected line? A pawn that a quiet move wins in the long run is
// often won back in a longer one.
bool is_plain_gain(const Position& position, Move move, const std::vector<Move>& expected) {
    if ((position.is_capture(move) || move.is_promotion()) && see_at_least(position, move, PawnWorth)) { return true; }
    return !shown_line(position, move, {&expected}, PawnWorth).empty();
}

}  // namespace

bool Achievement::is_plain() const {
    return mates || statement.names_prize() || (statement.kind != StatementKind::WinsMaterial && statement.deed == 0);
}

bool Achievement::is_plain_threat(const Position& position) const {
    if (is_plain()) { return true; }
    Position passed = position;
    passed.play_null();
    const Move first = statement.line.at(1);
    return passed.is_capture(first) && see_at_least(passed, first, 1);
}

void AchievementFinder::set_budget(std::uint64_t nodes) {
    budget_ = nodes;
    is_exhausted_ = false;
}

void AchievementFinder::set_cancelled(const std::function<bool()>& cancelled) {
    cancelled_ = cancelled;
    material_.set_cancelled(cancelled);
    mates_.set_cancelled(cancelled);
}

bool AchievementFinder::spend(std::uint64_t nodes) {
    if (cancelled_ && cancelled_()) {
        is_exhausted_ = true;
        return false;
    }
    if (!budget_) { return true; }
    if (*budget_ < nodes) {
        is_exhausted_ = true;
        return false;
    }
    *budget_ -= nodes;
    return true;
}

std::optional<Achievement> AchievementFinder::find_mate(const Position& position, Move first, int announced) {
    const int longest = std::clamp(announced, QuickMateMoves, LongestMate);
    const std::uint64_t nodes = announced > 0 ? AnnouncedMateNodes : QuickMateNodes;
    if (!spend(nodes)) { return std::nullopt; }
    const auto mate = mates_.find(position, longest, nodes, first);
    // Most searches for mates end early.
    if (budget_) { *budget_ += nodes - std::min(nodes, mates_.nodes()); }
    nodes_ += mates_.nodes();
    if (!mate) { return std::nullopt; }
    Achievement result;
    result.mates = true;
    result.centipawns = MateWorth - mate->moves;
    Statement& statement = result.statement;
    statement.kind = mate->moves == 1 ? StatementKind::Checkmate : StatementKind::Mate;
    statement.number = mate->moves;
    statement.is_exact = mate->is_shortest;
    statement.line = mate->line;
    statement.check = StatementCheck::MateSearch;
    statement.nodes = mates_.nodes();
    if (const auto pattern = mate_pattern(position, mate->line)) { statement.kind = *pattern; }
    return result;
}

std::optional<Achievement> AchievementFinder::announced_mate(const Position& position, const std::vector<Move>& line,
                                                             std::uint64_t nodes) {
    if (line.size() >= 2 * LongestAnnouncedMate) { return std::nullopt; }
    const Position end = ledger_of(position, line, line.size()).end;
    if (!end.in_check() || has_legal_move(end) || end.side_to_move() == position.side_to_move()) {
        return std::nullopt;
    }
    Achievement mate;
    mate.mates = true;
    mate.statement.kind = StatementKind::Mate;
    mate.statement.number = static_cast<int>(line.size() + 1) / 2;
    mate.centipawns = MateWorth - mate.statement.number;
    mate.statement.is_exact = false;
    mate.statement.line = line;
    mate.statement.check = StatementCheck::Search;
    mate.statement.nodes = nodes;
    return mate;
}

AchievementFinder::Outlook AchievementFinder::outlook(const Game& game, Move move) {
    return outlook_within(game, move, effort_ * GainNodes);
}

AchievementFinder::Outlook AchievementFinder::outlook_within(const Game& game, Move move, std::uint64_t nodes) {
    const std::optional<ForcedGain> small = search_material(game, move, nodes);
    std::optional<ForcedGain> large = search_material(game, move, 4 * nodes);
    if (!small || !large) { return {-MateWorth, MateWorth, {}}; }
    Outlook result;
    result.low = std::min(worth_of(*small), worth_of(*large));
    result.high = std::max(worth_of(*small), worth_of(*large));
    result.line = std::move(large->line);
    return result;
}

std::optional<ForcedGain> AchievementFinder::search_material(const Game& game, Move move, std::uint64_t nodes) {
    if (!spend(nodes)) { return std::nullopt; }
    std::vector<Move> moves;
    if (!move.is_none()) { moves.push_back(move); }
    ForcedGain gain = material_.search(game, nodes, moves);
    nodes_ += gain.nodes;
    return gain;
}

std::optional<Achievement> AchievementFinder::find_gain(const Game& game, Move move, const std::vector<Move>& expected,
                                                        int threshold) {
    return find_gain_within(game, move, expected, threshold, ConfirmingNodes);
}

std::optional<Achievement> AchievementFinder::find_passing_gain(const Game& game, Move move,
                                                                const std::vector<Move>& expected, int threshold) {
    return find_gain_within(game, move, expected, threshold, 0);
}

std::optional<Achievement> AchievementFinder::find_gain_within(const Game& game, Move move,
                                                               const std::vector<Move>& expected, int threshold,
                                                               std::uint64_t confirming_nodes) {
    const std::uint64_t before = nodes_;
    Outlook won = outlook(game, move);
    if (won.high >= MateWorth) {
        // Where the win of material leads to a mate far away, a shorter search sees the material alone.
        const Outlook shorter = outlook_within(game, move, ShortNodes);
        if (shorter.low < threshold || shorter.high >= MateWorth) {
            if (won.low < MateWorth) { return std::nullopt; }
            if (auto mate = announced_mate(game.position(), won.line, nodes_ - before)) { return mate; }
            // A mate that no line shows is worth whatever is asked for.
            won.low = threshold;
        } else {
            won = shorter;
        }
    }
    if (won.low < threshold) { return std::nullopt; }
    std::vector<Move> longest_line;
    if (confirming_nodes > 0) {
        std::optional<ForcedGain> longest = search_material(game, move, confirming_nodes);
        if (!longest || worth_of(*longest) < threshold) { return std::nullopt; }
        won.low = std::min(won.low, worth_of(*longest));
        longest_line = std::move(longest->line);
    }
    Achievement result;
    Statement& statement = result.statement;
    // Where no line shows the whole gain, one that shows less is a witness of that.
    const int fewest = std::max(1, threshold / PawnWorth);
    for (int pawns = won.low / PawnWorth; statement.line.empty() && pawns >= fewest; --pawns) {
        statement.number = pawns;
        result.centipawns = PawnWorth * pawns;
        statement.line = shown_line(game.position(), move, {&expected, &won.line}, result.centipawns);
    }
    if (statement.line.empty()) { return std::nullopt; }
    statement.kind = StatementKind::WinsMaterial;
    statement.check = StatementCheck::MaterialSearch;
    name_men(statement, game, longest_line);
    const Color side = game.position().side_to_move();
    const LineLedger ledger = ledger_of(game.position(), statement.line, statement.line.size());
    // A pawn that falls later, or one or another, is often none in the end.
    const bool is_certain =
        statement.names_prize() && statement.given.empty() && is_plain_gain(game.position(), move, expected);
    if (statement.number == 1 && !is_certain) { return std::nullopt; }
    // Men that may not fall must not promise much more than what is certain.
    const int shown = balance_of(ledger, side).worth() / PawnWorth;
    if (!statement.is_exact && shown > statement.number + 1) { return std::nullopt; }
    if (const auto motif = find_motif(game.position(), statement.line, result.centipawns)) {
        statement.kind = motif->kind;
        statement.men = motif->men;
        statement.others = motif->others;
        statement.deed = motif->ply;
    }
    for (const PlacedPiece& pawn : ledger.promoted[side]) {
        // A new queen that is taken at once is an exchange.
        if (has_lost(ledger, side, pawn)) { continue; }
        statement.kind = StatementKind::Promotes;
        statement.men = {pawn};
        statement.others.clear();
        statement.deed = 0;
    }
    statement.nodes = nodes_ - before;
    return result;
}

void AchievementFinder::name_men(Statement& statement, const Game& game, const std::vector<Move>& longest) {
    const Color side = game.position().side_to_move();
    const Balance balance = balance_of(ledger_of(game.position(), statement.line, statement.line.size()), side);
    // Men that don't explain the sum say nothing.
    if (balance.won.empty() || balance.worth() / PawnWorth < statement.number) { return; }
    if (balance.won.size() > MostWon || balance.given.size() > MostGiven) { return; }
    statement.won = balance.won;
    statement.given = balance.given;
    statement.is_exact =
        balance.worth() / PawnWorth == statement.number && always_fall(balance.won, statement, game, longest);
}

bool AchievementFinder::always_fall(const std::vector<PlacedPiece>& men, const Statement& statement, const Game& game,
                                    const std::vector<Move>& longest) {
    const Color side = game.position().side_to_move();
    // Do all of them fall in the first plies of this line?
    const auto shows_all = [&](const std::vector<Move>& line, std::size_t plies) {
        const LineLedger ledger = ledger_of(game.position(), line, plies);
        return std::all_of(men.begin(), men.end(),
                           [&](const PlacedPiece& man) { return has_lost(ledger, ~side, man); });
    };
    const auto plies_of = [&](const std::vector<Move>& line) {
        return settled_at(game.position(), line, side, PawnWorth * statement.number);
    };
    // A line that ends before it has won something shows nothing: enough for one man, who falls against the best
    // defences below, but not for several, who often fall in one line only.
    const auto plies = plies_of(longest);
    if (plies && !shows_all(longest, *plies)) { return false; }
    if (!plies && !longest.empty() && men.size() > 1) { return false; }
    Game after = game;
    after.play(statement.line[0]);
    if (!spend(effort_ * GainNodes)) { return false; }
    const std::vector<ForcedGain> defences = material_.search_best(after, effort_ * GainNodes, Defences);
    nodes_ += defences.front().nodes;
    for (const ForcedGain& defence : defences) {
        if (worth_of(defence) < worth_of(defences.front()) - DefenceMargin) { continue; }
        std::vector<Move> line{statement.line[0]};
        line.insert(line.end(), defence.line.begin(), defence.line.end());
        if (!shows_all(line, plies_of(line).value_or(line.size()))) { return false; }
    }
    return true;
}

bool AchievementFinder::wins_at_last(const Game& game, Move move, int threshold) {
    const std::optional<ForcedGain> longest = search_material(game, move, ConfirmingNodes);
    return !longest || worth_of(*longest) >= threshold;
}

std::optional<Achievement> AchievementFinder::find(const Game& game, Move move, const std::vector<Move>& expected,
                                                   int threshold) {
    if (auto mate = find_mate(game.position(), move)) { return mate; }
    return find_gain(game, move, expected, threshold);
}

std::optional<Achievement> AchievementFinder::find_threat(const Game& game, int threshold) {
    if (game.position().in_check()) { return std::nullopt; }
    Game passed = game;
    passed.play_null();
    auto threat = find_mate(passed.position(), Move::none());
    if (!threat) {
        const Outlook won = outlook(passed);
        if (won.low < threshold || won.line.empty()) { return std::nullopt; }
        if (offers_exchange(passed.position(), won.line[0])) { return std::nullopt; }
        threat = find_gain_within(passed, won.line[0], won.line, threshold, ThreatNodes);
    }
    if (threat) { threat->statement.line.insert(threat->statement.line.begin(), Move::none()); }
    return threat;
}

}  // namespace skua
