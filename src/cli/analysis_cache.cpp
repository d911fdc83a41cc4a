#include "cli/analysis_cache.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/file.h"
#include "base/parse.h"
#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view Title = "Skua analysis 1 ";
constexpr std::string_view Extension = ".analysis";
constexpr std::size_t MoveDigits = 4;
// So often the folder is looked through again.
constexpr std::size_t FilesBetweenPruning = 256;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// 64 bits that stand for a text.
std::string digest(std::string_view text) {
    return hexadecimal(crc32(bytes_of(text))) + hexadecimal(fnv1a(bytes_of(text)));
}

// ---------------------------------------------------------------------- one search as text

// "c35", "m3", "m-3", "t7", "t-7": centipawns, mates and tablebase wins.
std::string score_text(const ShownScore& score) {
    const auto with_sign = [](char kind, bool wins, int number) {
        return std::string(1, kind) + (wins ? "" : "-") + std::to_string(number);
    };
    if (const auto* const mate = std::get_if<MateIn>(&score)) { return with_sign('m', mate->wins, mate->moves); }
    if (const auto* const table = std::get_if<TablebaseWin>(&score)) {
        return with_sign('t', table->wins, table->plies);
    }
    return 'c' + std::to_string(std::get<Centipawns>(score).value);
}

std::optional<ShownScore> parse_score(std::string_view text) {
    if (text.empty()) { return std::nullopt; }
    const char kind = text.front();
    text.remove_prefix(1);
    const bool wins = !text.starts_with('-');
    if (kind != 'c' && !wins) { text.remove_prefix(1); }
    const std::optional<int> number = parse_integer<int>(text);
    if (!number || (kind != 'c' && *number < 0)) { return std::nullopt; }
    switch (kind) {
        case 'c': return Centipawns{*number};
        case 'm': return MateIn{*number, wins};
        case 't': return TablebaseWin{*number, wins};
        default: return std::nullopt;
    }
}

// A line without moves is written as "-".
std::string moves_text(const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) { text += hexadecimal(move.raw()); }
    return text.empty() ? "-" : text;
}

std::optional<std::vector<Move>> parse_moves(std::string_view text) {
    std::vector<Move> moves;
    if (text == "-") { return moves; }
    if (text.size() % MoveDigits != 0) { return std::nullopt; }
    for (; !text.empty(); text.remove_prefix(MoveDigits)) {
        std::uint16_t raw = 0;
        const auto [stop, failure] = std::from_chars(text.data(), text.data() + MoveDigits, raw, 16);
        if (failure != std::errc{} || stop != text.data() + MoveDigits) { return std::nullopt; }
        moves.push_back(Move::from_raw(raw));
    }
    return moves;
}

std::string record_of(const std::string& key, const SearchedPosition& result) {
    std::string text = digest(key) + ' ' + std::to_string(result.depth) + ' ' + std::to_string(result.nodes);
    for (const SearchedLine& line : result.lines) {
        text += ' ' + score_text(line.score) + ' ' + std::to_string(line.chances.win) + ' ' +
                std::to_string(line.chances.draw) + ' ' + std::to_string(line.chances.loss) + ' ' +
                moves_text(line.moves);
    }
    return hexadecimal(crc32(bytes_of(text))) + ' ' + text;
}

struct Record {
    std::string key;
    SearchedPosition result;
};

std::optional<SearchedLine> parse_line(std::span<const std::string_view> words) {
    const std::optional<ShownScore> score = parse_score(words[0]);
    const std::optional<int> win = parse_integer<int>(words[1]);
    const std::optional<int> draw = parse_integer<int>(words[2]);
    const std::optional<int> loss = parse_integer<int>(words[3]);
    std::optional<std::vector<Move>> moves = parse_moves(words[4]);
    if (!score || !win || !draw || !loss || !moves) { return std::nullopt; }
    return SearchedLine{*score, {*win, *draw, *loss}, *std::move(moves)};
}

// Nothing for a line that is damaged.
std::optional<Record> parse_record(std::string_view text) {
    constexpr std::size_t LineWords = 5;
    const std::string_view checksum = next_word(text);
    if (hexadecimal(crc32(bytes_of(trim(text)))) != checksum) { return std::nullopt; }
    const std::vector<std::string_view> words = split_words(text);
    if (words.size() < 3 || (words.size() - 3) % LineWords != 0) { return std::nullopt; }
    const std::optional<Depth> depth = parse_integer<Depth>(words[1]);
    const std::optional<std::uint64_t> nodes = parse_integer<std::uint64_t>(words[2]);
    if (!depth || !nodes) { return std::nullopt; }
    Record record{std::string(words[0]), {{}, *depth, *nodes}};
    for (std::size_t i = 3; i < words.size(); i += LineWords) {
        std::optional<SearchedLine> line = parse_line(std::span(words).subspan(i, LineWords));
        if (!line) { return std::nullopt; }
        record.result.lines.push_back(*std::move(line));
    }
    return record;
}

}  // namespace

// ---------------------------------------------------------------------- one game

GameStore::GameStore(fs::path path, std::string_view engine, Notice notice)
    : path_(std::move(path)), notice_(std::move(notice)) {
    read(std::string(Title) + std::string(engine));
}

void GameStore::read(const std::string& title) {
    std::ifstream old;
    if (is_file(path_.string())) { old.open(path_, std::ios::binary); }
    std::string line;
    const bool is_ours = std::getline(old, line) && line == title;
    std::size_t damaged = 0;
    bool ends_within_line = false;
    while (is_ours && std::getline(old, line)) {
        ends_within_line = old.eof();
        std::optional<Record> record = parse_record(line);
        if (record) {
            kept_[record->key] = std::move(record->result);
        } else if (!line.empty()) {
            ++damaged;
        }
    }
    old.close();
    if (damaged > 0) {
        notice_(counted(damaged, "damaged line") + " of " + in_quotes(path_.string(), 200) +
                (damaged == 1 ? " is ignored" : " are ignored"));
    }
    file_.open(path_, std::ios::binary | (is_ours ? std::ios::app : std::ios::trunc));
    if (!is_ours) { file_ << title << '\n'; }
    if (ends_within_line) { file_ << '\n'; }
}

std::optional<SearchedPosition> GameStore::get(const std::string& key) {
    const auto found = kept_.find(digest(key));
    return found == kept_.end() ? std::nullopt : std::optional(found->second);
}

void GameStore::put(const std::string& key, const SearchedPosition& result) {
    kept_[digest(key)] = result;
    if (!can_write_) { return; }
    file_ << record_of(key, result) << '\n' << std::flush;
    if (!file_) {
        can_write_ = false;
        notice_("the results can't be kept in " + in_quotes(path_.string(), 200) +
                "; if the analysis is interrupted, it begins again");
    }
}

// ---------------------------------------------------------------------- the folder

std::optional<fs::path> AnalysisCache::users_folder() {
    const auto variable = [](const char* name) -> std::optional<fs::path> {
        const char* const value = std::getenv(name);
        return value != nullptr && fs::path(value).is_absolute() ? std::optional(fs::path(value)) : std::nullopt;
    };
    const fs::path ours = fs::path("skua") / "analysis";
    for (const char* const name : {"XDG_CACHE_HOME", "LOCALAPPDATA"}) {
        if (const auto folder = variable(name)) { return *folder / ours; }
    }
    if (const auto home = variable("HOME")) { return *home / ".cache" / ours; }
    return std::nullopt;
}

AnalysisCache::AnalysisCache(std::optional<fs::path> folder, std::string engine, Notice notice,
                             std::uintmax_t max_bytes)
    : folder_(std::move(folder)), engine_(std::move(engine)), notice_(std::move(notice)), max_bytes_(max_bytes) {
    if (!folder_) { return; }
    std::error_code failure;
    fs::create_directories(*folder_, failure);
    if (failure) {
        notice_("the folder " + in_quotes(folder_->string(), 200) + " can't be made (" + failure.message() +
                "); if the analysis is interrupted, it begins again");
        folder_.reset();
    }
}

std::unique_ptr<GameStore> AnalysisCache::open(const PgnGame& game, const AnalysisSettings& settings) {
    if (!folder_) { return nullptr; }
    if (opened_++ % FilesBetweenPruning == 0) { make_room(); }
    std::string identity = engine_ + '\n' + to_fen(game.start);
    for (const PgnMove& each : game.line.moves) { identity += ' ' + to_uci(each.move, Variant::Chess960); }
    const auto add = [&identity](std::string_view name, const auto& limit) {
        if (limit) { identity += ' ' + std::string(name) + ' ' + std::to_string(*limit); }
    };
    add("nodes", settings.nodes);
    add("movetime", settings.move_time);
    add("depth", settings.depth);
    const fs::path path = *folder_ / (digest(identity) + std::string(Extension));
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // it is in use
    return std::make_unique<GameStore>(path, engine_, notice_);
}

void AnalysisCache::make_room() {
    struct File {
        fs::file_time_type used;
        std::uintmax_t bytes = 0;
        fs::path path;
    };
    std::vector<File> files;
    std::uintmax_t total = 0;
    std::error_code failure;
    for (fs::directory_iterator each(*folder_, failure), end; !failure && each != end; each.increment(failure)) {
        if (each->path().extension() != Extension) { continue; }
        const std::uintmax_t bytes = each->file_size(failure);
        if (failure) { continue; }
        total += bytes;
        files.push_back({each->last_write_time(failure), bytes, each->path()});
    }
    if (total <= max_bytes_) { return; }
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.used < b.used; });
    // Some more than needed, so that it is not done again at once.
    for (const File& file : files) {
        if (total <= max_bytes_ / 4 * 3) { break; }
        if (fs::remove(file.path, failure)) { total -= file.bytes; }
    }
}

}  // namespace skua::cli
