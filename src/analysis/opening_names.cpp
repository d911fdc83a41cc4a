#include "analysis/opening_names.h"

#include <algorithm>
#include <string>

#include "base/parse.h"
#include "chess/san.h"

// The file that the build embeds through base/embedded.S.
extern "C" {
extern const char SkuaOpeningsBegin[];
extern const char SkuaOpeningsEnd[];
}

namespace skua {

namespace {

Setup setup_without_counters(const Position& position) {
    Setup setup = position.setup();
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    return setup;
}

bool is_eco_code(std::string_view text) {
    return text.size() == 3 && text[0] >= 'A' && text[0] <= 'E' && is_digit(text[1]) && is_digit(text[2]);
}

// Removes the text up to the first separator, and the separator, and returns it; all of the text if there is none.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return taken;
}

// The position after moves from the start, with their numbers: "1. e4 e5 2. Nf3".
Result<Position> position_after(std::string_view moves) {
    const std::vector<std::string_view> words = split_words(moves);
    if (words.empty()) { return Error{"it has no moves"}; }
    Position position;
    for (std::size_t i = 0; i < words.size(); ++i) {
        // Every third word is the number of a move.
        if (i % 3 == 0) {
            const std::string number = std::to_string(i / 3 + 1) + ".";
            if (words[i] != number) { return Error{in_quotes(words[i]) + " is not the number " + number}; }
            if (i + 1 == words.size()) { return Error{in_quotes(words[i]) + " has no move"}; }
        } else {
            const Result<Move> move = parse_san(position, words[i]);
            if (!move) { return Error{move.error()}; }
            position.play(*move);
        }
    }
    return position;
}

}  // namespace

Result<OpeningNames> OpeningNames::parse(std::string_view table) {
    OpeningNames names;
    std::size_t number = 0;
    const auto fault = [&number](const std::string& reason) {
        return Error{"line " + std::to_string(number) + ": " + reason};
    };
    while (!table.empty()) {
        ++number;
        std::string_view rest = trim(take_until(table, '\n'));
        if (rest.empty() || rest.front() == '#') { continue; }
        const std::string_view eco = take_until(rest, '\t');
        const std::string_view name = take_until(rest, '\t');
        if (!is_eco_code(eco)) { return fault(in_quotes(eco) + " is not an ECO code"); }
        if (trim(name).empty()) { return fault("it has no name"); }
        const Result<Position> position = position_after(rest);
        if (!position) { return fault(position.error()); }
        names.entries_.push_back({position->key(), setup_without_counters(*position), {eco, name}, number});
    }
    std::stable_sort(names.entries_.begin(), names.entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    for (const Entry& entry : names.entries_) {
        const Entry* const first = names.find(entry.key, entry.setup);
        if (first->line != entry.line) {
            number = entry.line;
            return fault("its position already has a name, in line " + std::to_string(first->line));
        }
    }
    return names;
}

const OpeningNames::Entry* OpeningNames::find(Key key, const Setup& setup) const {
    auto entry = std::lower_bound(entries_.begin(), entries_.end(), key,
                                  [](const Entry& each, Key wanted) { return each.key < wanted; });
    // Two positions may share a key.
    while (entry != entries_.end() && entry->key == key && entry->setup != setup) { ++entry; }
    return entry != entries_.end() && entry->key == key ? &*entry : nullptr;
}

std::optional<OpeningName> OpeningNames::at(const Position& position) const {
    const Entry* const entry = find(position.key(), setup_without_counters(position));
    return entry != nullptr ? std::optional(entry->opening) : std::nullopt;
}

std::optional<GameOpening> OpeningNames::last_in(const Game& game, Variant variant) const {
    if (variant != Variant::Standard || setup_without_counters(game.start()) != Position().setup()) {
        return std::nullopt;
    }
    for (int ply = game.ply(); ply > 0; --ply) {
        if (const auto opening = at(game.position_before(game.ply() - ply))) { return GameOpening{*opening, ply}; }
    }
    return std::nullopt;
}

const Result<OpeningNames>& embedded_opening_names() {
    static const Result<OpeningNames> names =
        OpeningNames::parse({SkuaOpeningsBegin, static_cast<std::size_t>(SkuaOpeningsEnd - SkuaOpeningsBegin)});
    return names;
}

}  // namespace skua
