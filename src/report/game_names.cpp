#include "report/game_names.h"

#include <string_view>

namespace skua {

namespace {

// PGN writes "?" for what nobody knows, and "-" for what there is not.
bool is_known(std::string_view value) { return value.find_first_not_of("?.- ") != std::string_view::npos; }

}  // namespace

std::string player_name(const PgnGame& game, Color side) {
    const std::string_view name = game.tags.get(side == Color::White ? "White" : "Black");
    return is_known(name) ? std::string(name) : side == Color::White ? "White" : "Black";
}

std::string players_text(const PgnGame& game) {
    return player_name(game, Color::White) + " - " + player_name(game, Color::Black);
}

std::string occasion_text(const PgnGame& game) {
    std::string text;
    const auto add = [&](std::string_view tag, std::string_view before) {
        const std::string_view value = game.tags.get(tag);
        if (!is_known(value) || text.find(value) != std::string::npos) { return; }
        text += (text.empty() ? "" : ", ") + std::string(before) + std::string(value);
    };
    add("Event", "");
    add("Site", "");
    add("Round", "round ");
    // "1924.??.??" is a year.
    const std::string_view date = game.tags.get("Date");
    if (const std::string_view known = date.substr(0, date.find(".?")); is_known(known)) {
        text += (text.empty() ? "" : ", ") + std::string(known);
    }
    return text;
}

}  // namespace skua
