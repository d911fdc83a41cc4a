#include "lab/book/journal.h"

#include <sys/file.h>

#include <charconv>
#include <filesystem>

#include "base/parse.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

constexpr std::string_view Title = "skua book journal 1: ";

Error failed(const std::string& path, const std::string& reason) { return Error{in_quotes(path, 200) + ": " + reason}; }

std::optional<Key> parse_key(std::string_view text) {
    Key key = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, key, 16);
    if (text.size() != 16 || failure != std::errc{} || stop != end) { return std::nullopt; }
    return key;
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path, const std::string& conditions) {
    if (const std::optional<Error> error = cant_be_file(path)) { return *error; }
    std::unique_ptr<Journal> journal(new Journal(path));
    journal->file_.reset(std::fopen(path.c_str(), "ab"));
    if (!journal->file_) { return failed(path, "the journal can't be written"); }
    if (flock(fileno(journal->file_.get()), LOCK_EX | LOCK_NB) != 0) {
        return failed(path, "another program is writing this journal");
    }
    if (const std::optional<Error> error = journal->read(conditions)) { return *error; }
    return journal;
}

std::optional<Error> Journal::read(const std::string& conditions) {
    const std::string first_line = std::string(Title) + conditions + '\n';
    std::error_code failure;
    std::string text;
    if (std::filesystem::file_size(path_, failure) > 0 && !failure) {
        Result<std::string> contents = contents_of(path_);
        if (!contents) { return Error{contents.error()}; }
        text = *std::move(contents);
    }
    const std::size_t whole_lines = text.rfind('\n') + 1;  // 0 if there is no line end
    if (whole_lines == 0 && !std::string_view(first_line).starts_with(text)) {
        return failed(path_, "this is not the journal of a book");
    }
    if (whole_lines < text.size()) {
        std::filesystem::resize_file(path_, whole_lines, failure);
        if (failure) { return failed(path_, "its unfinished last line can't be cut off: " + failure.message()); }
        text.resize(whole_lines);
    }
    if (text.empty()) {
        if (std::fputs(first_line.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0) {
            return failed(path_, "the journal can't be written");
        }
        return std::nullopt;
    }
    if (!text.starts_with(Title)) { return failed(path_, "this is not the journal of a book"); }
    if (!text.starts_with(first_line)) {
        const std::string theirs = text.substr(Title.size(), text.find('\n') - Title.size());
        return failed(path_, "its searches had other conditions: " + theirs + ", not " + conditions);
    }
    std::size_t number = 1;
    for (std::size_t begin = first_line.size(); begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        ++number;
        if (!read_line(std::string_view(text).substr(begin, end - begin))) {
            return failed(path_, "line " + std::to_string(number) + " of the journal can't be read");
        }
        begin = end + 1;
    }
    return std::nullopt;
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
    line += '\n';
    const std::lock_guard lock(mutex_);
    if (std::fputs(line.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0) {
        return failed(path_, "the journal can't be written");
    }
    searches_.try_emplace(key, moves);
    return std::nullopt;
}

}  // namespace skua::lab
