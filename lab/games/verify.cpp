#include "lab/games/verify.h"

#include "chess/game.h"

namespace skua::lab {

std::string implausibility(const GameRecord& record) {
    Game game(record.start);
    for (const MoveScore& ply : record.plies) { game.play(ply.move); }
    const GameState state = game.state();
    if (state == GameState::Checkmate) {
        return record.result == win_for(~game.position().side_to_move()) ? "" : "checkmate, and not won";
    }
    if (state != GameState::Ongoing) { return record.result == GameResult::Draw ? "" : "a draw by the rules, but won"; }
    // The game was adjudicated, so the last score must agree with the result.
    if (record.plies.size() == record.random_plies) { return "no move was searched"; }
    const Score last = record.plies.back().score;
    const bool agrees = record.result == GameResult::Draw        ? !is_decisive(last)
                        : record.result == GameResult::WhiteWins ? last > 0
                                                                 : last < 0;
    return agrees ? "" : "the last score contradicts the result";
}

}  // namespace skua::lab
