#include "chess/game_result.h"

namespace skua {

std::string_view to_string(GameResult result) {
    switch (result) {
        case GameResult::BlackWins: return "0-1";
        case GameResult::Draw: return "1/2-1/2";
        case GameResult::WhiteWins: return "1-0";
        case GameResult::Unfinished: break;
    }
    return "*";
}

std::optional<GameResult> game_result_from_string(std::string_view text) {
    for (const GameResult result :
         {GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins, GameResult::Unfinished}) {
        if (text == to_string(result)) { return result; }
    }
    if (text == "1/2") { return GameResult::Draw; }
    return std::nullopt;
}

}  // namespace skua
