#include "lab/book/journal.h"

#include <charconv>
#include <system_error>
#include <utility>

#include "base/parse.h"

namespace skua::lab {

namespace {

std::optional<Key> parse_key(std::string_view text) {
    Key key = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, key, 16);
    if (text.size() != 16 || failure != std::errc{} || stop != end) { return std::nullopt; }
    return key;
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path, const std::string& conditions) {
    std::unique_ptr<Journal> journal(new Journal);
    Result<std::unique_ptr<LineFile>> file =
        LineFile::open(path, "skua book journal 1", "the journal of a book", conditions,
                       [&journal](std::string_view line) { return journal->read_line(line); });
    if (!file) { return Error{file.error()}; }
    journal->file_ = *std::move(file);
    return journal;
}

bool Journal::read_line(std::string_view line) {
    const std::optional<Key> key = parse_key(next_word(line));
    std::vector<FoundMove> moves;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        const auto code = parse_integer<std::uint16_t>(word);
        const auto centipawns = parse_integer<int>(next_word(line));
        if (!code || !centipawns) { return false; }
        moves.push_back({*code, *centipawns});
    }
    if (!key || moves.empty()) { return false; }
    searches_.try_emplace(*key, std::move(moves));
    return true;
}

const std::vector<FoundMove>* Journal::find(Key key) const {
    const auto found = searches_.find(key);
    return found == searches_.end() ? nullptr : &found->second;
}

std::optional<Error> Journal::add(Key key, const std::vector<FoundMove>& moves) {
    std::string line = hexadecimal(key);
    for (const FoundMove& move : moves) {
        line += ' ' + std::to_string(move.code) + ' ' + std::to_string(move.centipawns);
    }
    if (std::optional<Error> error = file_->add(line)) { return error; }
    const std::lock_guard lock(mutex_);
    searches_.try_emplace(key, moves);
    return std::nullopt;
}

}  // namespace skua::lab
