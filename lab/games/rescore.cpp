#include "lab/games/rescore.h"

#include <cstddef>

#include "lab/games/filter.h"
#include "lab/games/selfplay.h"

namespace skua::lab {

bool rescore(GameRecord& record, Searcher& searcher, std::uint64_t nodes, Rescored which,
             const std::function<bool()>& is_stopped) {
    searcher.clear();
    const Limits limits = self_play_limits(nodes);
    Game game(record.start);
    for (std::size_t ply = 0; ply + 1 < record.plies.size(); ++ply) {
        MoveScore& each = record.plies[ply];
        if (is_stopped()) { return false; }
        const bool is_due = which == Rescored::All
                                ? each.score != NoScore
                                : is_quiet_position(game.position(), each.move, each.score, static_cast<int>(ply));
        if (is_due) {
            const Score score = searcher.search(game, limits).score;
            each.score = static_cast<std::int16_t>(to_white_view(game.position().side_to_move(), score));
        }
        game.play(each.move);
    }
    return true;
}

}  // namespace skua::lab
