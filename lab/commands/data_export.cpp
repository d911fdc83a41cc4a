#include <array>
#include <iostream>
#include <limits>

#include "chess/fen.h"
#include "lab/commands/commands.h"
#include "lab/games/dataset.h"
#include "lab/games/filter.h"

namespace skua::lab {

namespace {

struct Settings {
    std::string path;
    bool filter = false;
    std::optional<std::uint64_t> limit;
};

// The result for White, by GameResult.
constexpr std::array<std::string_view, 3> Results{"0.0", "0.5", "1.0"};

int run(const Settings& settings) {
    Result<DatasetReader> file = DatasetReader::open(settings.path);
    if (!file) { return complain(file.error()); }
    std::uint64_t left = settings.limit.value_or(std::numeric_limits<std::uint64_t>::max());
    while (const GameRecord* game = left > 0 ? file->next() : nullptr) {
        Position position = game->start;
        for (std::size_t ply = 0; ply < game->plies.size() && left > 0; ++ply) {
            const auto& [move, score] = game->plies[ply];
            const bool wanted =
                settings.filter ? is_quiet_position(position, move, score, static_cast<int>(ply)) : score != NoScore;
            if (wanted) {
                std::cout << to_fen(position) << " | " << score << " | "
                          << Results[static_cast<std::size_t>(game->result)] << '\n';
                --left;
            }
            position.play(move);
        }
    }
    report_corruption(settings.path, file->corruption());
    return ExitDone;
}

}  // namespace

void add_data_export(CLI::App& data) {
    auto [options, settings] = add_command(data, "export", "Print positions as text that other trainers read", run);
    options.add_file("games", settings.path, "file of games");
    options.add_flag("--filter", settings.filter, "only quiet positions, as data positions chooses them");
    options.add("--limit", settings.limit, 0, 1'000'000'000'000, "print at most this many positions");
    options.set_details(
        "Each position with a score is one line: <FEN> | <score> | <result>. The score is in centipawns and the\n"
        "result 1.0, 0.5 or 0.0, both in White's view. This is the text format of the trainer bullet.");
}

}  // namespace skua::lab
