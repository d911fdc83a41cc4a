#include "cli/play_settings.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <system_error>

#include "base/parse.h"
#include "base/prng.h"
#include "chess/chess960.h"
#include "chess/fen.h"
#include "cli/calendar.h"
#include "engine/strength.h"

namespace skua::cli {

namespace {

constexpr std::int64_t MaxMoveTime = std::int64_t{3600} * 1000;

// As they are written.
struct PlayWords {
    std::optional<int> level;
    std::optional<Milliseconds> move_time;
    std::optional<std::string> fen;
    std::optional<std::string> pgn;
    bool chess960 = false;
    bool letters = false;
};

Prng random_numbers() {
    std::random_device device;
    return Prng((std::uint64_t{device()} << 32) | device());
}

std::optional<Error> choose_start(const PlayWords& words, PlaySettings& settings) {
    if (words.fen && words.chess960) { return Error{"give either --fen or --chess960"}; }
    if (words.chess960) {
        Prng prng = random_numbers();
        EnumArray<Color, std::array<PieceType, 8>> ranks;
        ranks.fill(random_back_rank(prng));
        settings.start = start_with_back_ranks(ranks);
        settings.variant = Variant::Chess960;
    }
    if (!words.fen) { return std::nullopt; }
    const Result<FenReading> reading = parse_fen(*words.fen, Variant::Chess960);
    if (!reading) { return Error{"--fen: " + reading.error()}; }
    settings.start = reading->position;
    const Result<FenReading> standard = parse_fen(*words.fen, Variant::Standard);
    if (standard && !standard->chess960_rights.empty()) { settings.variant = Variant::Chess960; }
    return std::nullopt;
}

std::optional<Error> choose_file(const PlayWords& words, PlaySettings& settings) {
    settings.pgn = words.pgn.value_or(new_game_file());
    std::error_code none_yet;
    if (std::filesystem::exists(settings.pgn, none_yet) && std::filesystem::file_size(settings.pgn, none_yet) > 0) {
        return Error{in_quotes(settings.pgn, 200) + " has something in it already; choose another name"};
    }
    return std::nullopt;
}

std::optional<Error> parse_side(const std::string& text, Color& side) {
    if (equals_ignoring_case(text, "white")) {
        side = Color::White;
    } else if (equals_ignoring_case(text, "black")) {
        side = Color::Black;
    } else if (equals_ignoring_case(text, "random")) {
        side = random_numbers().below(2) == 0 ? Color::White : Color::Black;
    } else {
        return Error{"--side takes white, black or random, not " + in_quotes(text)};
    }
    return std::nullopt;
}

}  // namespace

std::string new_game_file() {
    const std::string name = now_text("skua-%Y%m%d-%H%M%S");
    std::string file = name + ".pgn";
    std::error_code ignored;
    for (int i = 2; std::filesystem::exists(file, ignored); ++i) { file = name + '-' + std::to_string(i) + ".pgn"; }
    return file;
}

Result<std::string> parse_play(const std::vector<std::string>& words, bool is_interactive, PlaySettings& settings) {
    Arguments arguments("play [options]", "Plays a game against you in the terminal. Type help in the game.");
    PlayWords given;
    arguments.add("--side", "colour", "white, black or random: the side that you play",
                  [&settings](const std::string& text) { return parse_side(text, settings.side); });
    arguments.add_number("--level", "n", given.level, 0, MaxSkillLevel,
                         "how well Skua plays, from 0 to 20; 20 without it");
    arguments.add_number("--movetime", "ms", given.move_time, 1, MaxMoveTime,
                         "the most that it thinks about a move; 1000 without it");
    arguments.add_text("--fen", "fen", given.fen, "start from this position");
    arguments.add_flag("--chess960", given.chess960, "start from a random position of Chess960");
    arguments.add_text("--pgn", "file", given.pgn,
                       "write the game to this new file; skua-<date>-<time>.pgn without it");
    arguments.add_flag("--letters", given.letters, "show letters instead of chess symbols");
    settings.engine.add_to(arguments);
    if (const std::optional<Error> error = arguments.parse(words)) { return *error; }
    if (arguments.wants_help()) { return arguments.help(); }
    if (!arguments.positional().empty()) { return Error{in_quotes(arguments.positional()[0]) + " is not an option"}; }
    settings.level = given.level.value_or(settings.level);
    settings.move_time = given.move_time.value_or(settings.move_time);
    // A convention of terminals: https://no-color.org
    const bool has_colours = is_interactive && std::getenv("NO_COLOR") == nullptr;
    settings.style = given.letters ? BoardStyle::Letters : has_colours ? BoardStyle::Coloured : BoardStyle::Symbols;
    if (const std::optional<Error> error = choose_start(given, settings)) { return *error; }
    if (const std::optional<Error> error = choose_file(given, settings)) { return *error; }
    return std::string();
}

}  // namespace skua::cli
