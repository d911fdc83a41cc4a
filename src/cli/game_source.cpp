#include "cli/game_source.h"

#include <utility>

#include "base/parse.h"

namespace skua::cli {

Result<GameRange> parse_game_range(const std::string& text) {
    const Error error{"--games takes the number of a game or a range such as 2-5, not " + in_quotes(text)};
    GameRange range;
    const std::size_t dash = text.find('-');
    const std::string first = text.substr(0, dash);
    const std::string last = dash == std::string::npos ? first : text.substr(dash + 1);
    if (first.empty() && last.empty()) { return error; }
    for (const auto& [part, bound] : {std::pair(&first, &range.first), std::pair(&last, &range.last)}) {
        if (part->empty()) { continue; }
        const auto number = is_digit(part->front()) ? parse_integer<std::size_t>(*part) : std::nullopt;
        if (!number) { return error; }
        *bound = *number;
    }
    if (range.first < 1 || range.last < range.first) { return error; }
    return range;
}

std::optional<SourceGame> GameSource::next() {
    while (reader_.count() < range_.last) {
        std::optional<Result<PgnGame>> game = reader_.next();
        if (!game) { return std::nullopt; }
        if (reader_.count() < range_.first) { continue; }
        SourceGame result;
        result.number = reader_.count();
        if (*game) {
            result.game = **std::move(game);
        } else {
            result.problem = game->error();
            result.game = reader_.readable_part().value_or(PgnGame());
        }
        return result;
    }
    return std::nullopt;
}

Survey survey(GameSource source) {
    Survey found;
    while (const std::optional<SourceGame> each = source.next()) {
        if (!each->problem.empty() && found.problem.empty()) { found.problem = each->problem; }
        if (!each->has_moves()) { continue; }
        ++found.games;
        found.plies += each->game.line.moves.size();
    }
    return found;
}

}  // namespace skua::cli
