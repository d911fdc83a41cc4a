#include "lab/games/tablebase_end.h"

#include <cstdlib>

#include "search/tablebase_use.h"
#include "tablebase/ranking.h"

namespace skua::lab {

namespace {

using tablebase::Outcome;

// Distances may be too small by one, so that the fifty-move rule is in doubt where they add up to this or one less.
constexpr int DoubtfulPlies = 101;

// Nothing if the tables don't know, or if a ply decides and they may be wrong by one.
std::optional<Outcome> certain_outcome(const tablebase::Tables& tables, const Position& position) {
    const std::optional<Outcome> outcome = tables.probe_wdl(position);
    const int clock = position.halfmove_clock();
    if (!outcome || *outcome == Outcome::Draw || clock == 0) { return outcome; }
    const std::optional<int> dtz = tables.probe_dtz(position);
    if (!dtz) { return std::nullopt; }
    const int plies = std::abs(*dtz) + clock;
    if (plies == DoubtfulPlies || plies == DoubtfulPlies - 1) { return std::nullopt; }
    return tablebase::outcome_of(*dtz, clock, true);
}

}  // namespace

std::optional<KnownEnd> known_end(const tablebase::Tables& tables, const Position& position) {
    const std::optional<Outcome> outcome = certain_outcome(tables, position);
    if (!outcome) { return std::nullopt; }
    if (*outcome != Outcome::Win && *outcome != Outcome::Loss) { return KnownEnd{}; }
    const Color us = position.side_to_move();
    return KnownEnd{win_for(*outcome == Outcome::Win ? us : ~us),
                    to_white_view(us, score_of_outcome(*outcome, 0, true))};
}

bool end_by_tablebases(GameRecord& record, const tablebase::Tables& tables) {
    Position position = record.start;
    for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
        MoveScore& each = record.plies[ply];
        const std::optional<KnownEnd> end = each.score == NoScore ? std::nullopt : known_end(tables, position);
        if (end) {
            each.score = static_cast<std::int16_t>(end->score);
            record.result = end->result;
            record.plies.resize(ply + 1);
            return true;
        }
        position.play(each.move);
    }
    return false;
}

}  // namespace skua::lab
