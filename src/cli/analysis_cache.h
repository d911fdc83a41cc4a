// Finished searches of game analyses, kept in files: the same analysis again goes on where it stopped.
//
// There is one file for each game, engine and limits. It is only ever appended to, a line after each search:
//
//     Skua analysis 1 <engine>
//     <checksum> <key> <depth> <nodes> [<score> <win> <draw> <loss> <moves>]...
//
// The checksum (CRC-32) is that of the rest of the line. Key and moves are hexadecimal: two checksums of the search's
// key, and four digits for each move.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analysis/game_analysis.h"

namespace skua::cli {

// Gets a sentence about what can't be read or written.
using Notice = std::function<void(const std::string&)>;

// The searches of one game.
class GameStore : public AnalysisStore {
public:
    // `engine` is all that results depend on besides the keys; a file of another engine is begun again. Lines that are
    // damaged are ignored, with one notice.
    GameStore(std::filesystem::path path, std::string_view engine, Notice notice);

    [[nodiscard]] std::optional<SearchedPosition> get(const std::string& key) override;
    // Where the file can't be written there is one notice, and nothing more is kept.
    void put(const std::string& key, const SearchedPosition& result) override;

private:
    void read(const std::string& title);

    std::filesystem::path path_;
    Notice notice_;
    std::unordered_map<std::string, SearchedPosition> kept_;
    std::ofstream file_;
    bool can_write_ = true;
};

// The folder of these files. It holds a bounded number of bytes: the files that were not used for the longest time
// make room for new ones.
class AnalysisCache {
public:
    static constexpr std::uintmax_t MaxBytes = std::uintmax_t{512} << 20;

    // Makes the folder where it is missing. Without a folder nothing is kept.
    AnalysisCache(std::optional<std::filesystem::path> folder, std::string engine, Notice notice,
                  std::uintmax_t max_bytes = MaxBytes);

    // The file of this game; null if nothing is kept.
    [[nodiscard]] std::unique_ptr<GameStore> open(const PgnGame& game, const AnalysisSettings& settings);

    // The user's own: skua/analysis in XDG_CACHE_HOME, in LOCALAPPDATA (on Windows) or in .cache of HOME; nothing if
    // the environment names none of these.
    [[nodiscard]] static std::optional<std::filesystem::path> users_folder();

private:
    void make_room();

    std::optional<std::filesystem::path> folder_;
    std::string engine_;
    Notice notice_;
    std::uintmax_t max_bytes_;
    std::size_t opened_ = 0;
};

}  // namespace skua::cli
