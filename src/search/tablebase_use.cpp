#include "search/tablebase_use.h"

#include <algorithm>
#include <utility>

#include "chess/movegen.h"
#include "tablebase/ranking.h"

namespace skua {

namespace {

using tablebase::Outcome;
using tablebase::RankedMove;

// A win that the fifty-move rule prevents may still come true if the opponent errs.
constexpr Score CursedWinScore = 2;
// A line from the tables ends here, mate or not.
constexpr std::size_t LongestLine = 500;

// Is the position one that the tables may know, as far as pieces and castling rights tell?
bool is_within_tables(const Position& position, int max_pieces) {
    return position.pieces().count() <= max_pieces && position.castling_rooks().empty();
}

}  // namespace

TablebaseUse tablebase_use(std::shared_ptr<const tablebase::Tables> tables, const SearchSettings& settings) {
    TablebaseUse use;
    use.fifty_move_rule = settings.fifty_move_rule;
    if (!tables) { return use; }
    use.max_pieces = std::min(settings.tablebase_limit, tables->largest());
    // All positions of fewer pieces than the limit are probed at any depth.
    use.min_depth = settings.tablebase_limit > tables->largest() ? 0 : settings.tablebase_depth;
    use.tables = std::move(tables);
    return use;
}

Score score_of_outcome(Outcome outcome, Ply ply, bool fifty_move_rule) {
    const int sign = tablebase::sign_of(outcome);
    const bool is_certain = !fifty_move_rule || outcome == Outcome::Win || outcome == Outcome::Loss;
    return sign * (is_certain ? tablebase_win_in(ply) : CursedWinScore);
}

std::size_t rank_root_moves(std::vector<RootMove>& root_moves, const Game& game, TablebaseUse& use) {
    if (!use.tables || root_moves.empty() || !is_within_tables(game.position(), use.max_pieces)) { return 0; }
    std::vector<Move> moves;
    for (const RootMove& move : root_moves) { moves.push_back(move.move()); }
    const std::optional<tablebase::RankedMoves> ranked =
        tablebase::rank_moves(*use.tables, game, moves, use.fifty_move_rule);
    if (!ranked) { return 0; }
    std::vector<RootMove> sorted;
    for (const RankedMove& each : ranked->moves) {
        RootMove& move = sorted.emplace_back(each.move);
        move.tablebase_rank = each.rank;
        move.tablebase_score = score_of_outcome(each.outcome, 0, use.fifty_move_rule);
    }
    root_moves = std::move(sorted);
    // Outcomes alone lead nowhere: only probes in the tree find the way to the next capture or pawn move.
    if (ranked->by_distance || root_moves[0].tablebase_score <= DrawScore) { use.max_pieces = 0; }
    return root_moves.size();
}

// ---------------------------------------------------------------------- lines to the mate

void TablebaseLine::clear() { recommended_.clear(); }

Move TablebaseLine::recommended(const Game& game, const TablebaseUse& use) {
    const auto found = recommended_.find(game.position().key());
    if (found != recommended_.end()) { return found->second; }
    const MoveList legal = legal_moves(game.position());
    const std::vector<Move> moves(legal.begin(), legal.end());
    const std::optional<tablebase::RankedMoves> ranked =
        tablebase::rank_moves(*use.tables, game, moves, use.fifty_move_rule);
    const bool is_decided = ranked && ranked->by_distance && !ranked->moves.empty() &&
                            std::abs(score_of_outcome(ranked->moves[0].outcome, 0, use.fifty_move_rule)) >= WinBound;
    const Move best = is_decided ? ranked->moves[0].move : Move::none();
    recommended_.emplace(game.position().key(), best);
    return best;
}

void TablebaseLine::complete(std::vector<Move>& line, const Game& game, const TablebaseUse& use,
                             Clock::time_point deadline) {
    if (!use.tables) { return; }
    Game here = game;
    std::size_t kept = 0;
    const auto is_over = [&] { return kept > 0 && here.state() != GameState::Ongoing; };
    // What the side to move gets here with the fifty-move counter as it is; nothing if the tables don't know.
    const auto outcome_here = [&]() -> std::optional<Outcome> {
        if (!is_within_tables(here.position(), use.tables->largest())) { return std::nullopt; }
        const std::optional<int> dtz = use.tables->probe_dtz(here.position());
        if (!dtz) { return std::nullopt; }
        return tablebase::outcome_of(*dtz, here.position().halfmove_clock(), use.fifty_move_rule);
    };
    // The first move was chosen; only what follows must be right.
    std::optional<Outcome> outcome;
    for (; kept < line.size() && !is_over(); ++kept) {
        here.play(line[kept]);
        const std::optional<Outcome> next = outcome_here();
        if (outcome && next && -*next != *outcome) {
            here.undo();
            break;
        }
        outcome = next;
    }
    line.resize(kept);
    while (line.size() < LongestLine && !is_over() && Clock::now() < deadline &&
           is_within_tables(here.position(), use.tables->largest())) {
        const Move move = recommended(here, use);
        if (move.is_none()) { return; }
        line.push_back(move);
        here.play(move);
        ++kept;
    }
}

}  // namespace skua
