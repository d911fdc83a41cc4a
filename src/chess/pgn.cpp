#include "chess/pgn.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <istream>
#include <ostream>
#include <utility>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/san.h"

namespace skua {

namespace {

struct RosterTag {
    std::string_view name;
    std::string_view unknown;
};
constexpr std::array<RosterTag, 6> Roster{
    {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}}};

constexpr std::size_t MaxTagName = 64;

constexpr bool is_letter_or_digit(char c) { return is_lower(c) || is_upper(c) || is_digit(c); }
constexpr bool is_tag_name_char(char c) {
    return is_letter_or_digit(c) || c == '_' || c == '+' || c == '#' || c == '=' || c == ':' || c == '-';
}

bool is_field_of_game(std::string_view tag) {
    return tag == "Result" || tag == "Variant" || tag == "SetUp" || tag == "FEN";
}

// Appends the words of a comment to a text. Runs of blanks and line ends become one blank, since writers break lines
// where they like. PGN can't express '}' in a comment, so it becomes ')'.
class CommentBuilder {
public:
    explicit CommentBuilder(std::string& text) : text_(text) {}

    void add(char c) {
        if (is_blank(c) || is_control(c)) {
            word_begins_ = true;
            return;
        }
        if (word_begins_ && !text_.empty()) { text_ += ' '; }
        word_begins_ = false;
        text_ += c == '}' ? ')' : c;
    }

private:
    std::string& text_;
    bool word_begins_ = true;
};

}  // namespace

// ---------------------------------------------------------------------- a game

bool operator==(const PgnLine& a, const PgnLine& b) { return a.comment == b.comment && a.moves == b.moves; }

bool operator==(const PgnMove& a, const PgnMove& b) {
    return a.move == b.move && a.nags == b.nags && a.comment == b.comment && a.variations == b.variations;
}

PgnTags::PgnTags() {
    for (const RosterTag& tag : Roster) { tags_.push_back({std::string(tag.name), std::string(tag.unknown)}); }
}

std::string_view PgnTags::get(std::string_view name) const {
    for (const PgnTag& tag : tags_) {
        if (tag.name == name) { return tag.value; }
    }
    return {};
}

void PgnTags::set(std::string_view name, std::string_view value) {
    assert(is_name(name) && !is_field_of_game(name));
    for (PgnTag& tag : tags_) {
        if (tag.name == name) {
            tag.value = value;
            return;
        }
    }
    tags_.push_back({std::string(name), std::string(value)});
}

bool PgnTags::is_name(std::string_view text) {
    return !text.empty() && text.size() <= MaxTagName && is_letter_or_digit(text.front()) &&
           std::all_of(text.begin(), text.end(), is_tag_name_char);
}

// ---------------------------------------------------------------------- characters

namespace detail {

namespace {
constexpr std::size_t ChunkSize = 1 << 16;
constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
}  // namespace

PgnSource::PgnSource(std::istream& input) : input_(input) {
    bool marked = true;
    for (std::size_t i = 0; i < ByteOrderMark.size(); ++i) {
        marked = marked && ahead(i) == static_cast<unsigned char>(ByteOrderMark[i]);
    }
    if (marked) { next_ = ByteOrderMark.size(); }
}

void PgnSource::refill() {
    buffer_.erase(0, next_);
    next_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + ChunkSize);
    input_.read(buffer_.data() + kept, static_cast<std::streamsize>(ChunkSize));
    const auto count = static_cast<std::size_t>(input_.gcount());
    buffer_.resize(kept + count);
    exhausted_ = count == 0;
}

int PgnSource::ahead(std::size_t distance) {
    while (next_ + distance >= buffer_.size()) {
        if (exhausted_) { return End; }
        refill();
    }
    return static_cast<unsigned char>(buffer_[next_ + distance]);
}

int PgnSource::peek() {
    const int c = ahead(0);
    if (c == '\r') { return '\n'; }
    return c != End && c != '\n' && c < ' ' ? ' ' : c;
}

int PgnSource::take() {
    const int c = peek();
    if (c == End) { return End; }
    // CR LF is one line end.
    next_ += ahead(0) == '\r' && ahead(1) == '\n' ? 2 : 1;
    if (c == '\n') {
        ++line_;
        last_line_was_blank_ = line_is_blank_;
        line_is_blank_ = true;
    } else if (c != ' ') {
        line_is_blank_ = false;
    }
    at_first_column_ = c == '\n';
    return c;
}

void PgnSource::skip_line() {
    for (int c = take(); c != '\n' && c != End; c = take()) {}
}

void PgnSource::skip_blanks() {
    for (;;) {
        const int c = peek();
        if (c == ' ' || c == '\n') {
            take();
        } else if (c == '%' && at_first_column_) {
            skip_line();
        } else {
            return;
        }
    }
}

std::string PgnSource::tag_name_ahead() {
    // The limit keeps a hostile text from making us look ahead without end.
    constexpr std::size_t MaxBlanks = 64;
    if (ahead(0) != '[') { return {}; }
    std::size_t distance = 1;
    const auto skip_blanks_ahead = [&] {
        const std::size_t limit = distance + MaxBlanks;
        while (distance < limit && (ahead(distance) == ' ' || ahead(distance) == '\t')) { ++distance; }
    };
    skip_blanks_ahead();
    std::string name;
    for (; name.size() <= MaxTagName; ++distance) {
        const int c = ahead(distance);
        if (c == End || !is_tag_name_char(static_cast<char>(c))) { break; }
        name += static_cast<char>(c);
    }
    skip_blanks_ahead();
    return PgnTags::is_name(name) && ahead(distance) == '"' ? name : std::string();
}

}  // namespace detail

// ---------------------------------------------------------------------- reading

namespace {

using detail::PgnSource;

// Reads one game, token by token. Variations are kept on an explicit stack, so that their depth can be limited.
class GameParser {
public:
    explicit GameParser(PgnSource& source) : source_(source), lines_(1) {}

    // Reads up to the end of the game; the error, if any, is about line().
    std::optional<Error> parse();
    // Was there a tag or a move?
    [[nodiscard]] bool found() const { return has_tags_ || move_count_ > 0; }
    [[nodiscard]] std::size_t line() const { return line_; }
    [[nodiscard]] PgnGame take_game() { return std::move(game_); }
    // What was read before an error.
    [[nodiscard]] std::optional<PgnGame> take_readable_part();
    // Skips to the beginning of the next game after an error.
    void skip_rest();

private:
    // A line that is being read: the game or a variation.
    struct OpenLine {
        Position before;  // the last move: where its variations begin
        Position now;
        PgnLine line;
        std::size_t source_line = 0;  // where it begins, for messages
    };

    [[nodiscard]] OpenLine& current() { return lines_.back(); }
    [[nodiscard]] bool next_tag_begins_new_game();
    std::optional<Error> parse_token(int c);
    std::optional<Error> parse_tag();
    std::optional<Error> parse_tag_value(std::string& value);
    std::optional<Error> store_tag(const std::string& name, std::string value);
    std::optional<Error> set_up();
    std::optional<Error> parse_comment();
    std::optional<Error> parse_word();
    void end_game(GameResult result);
    std::optional<Error> play(std::string_view word);
    std::optional<Error> open_variation();
    std::optional<Error> close_variation();
    void parse_numbered_nag();
    void parse_mark();
    void add_nag(int nag);
    std::optional<Error> finish();
    // Makes sure that the game stays within its limits.
    std::optional<Error> count_text(std::size_t bytes);

    PgnSource& source_;
    PgnGame game_;
    std::vector<OpenLine> lines_;
    std::vector<std::string> tag_names_;
    std::string fen_;
    std::string variant_;
    std::size_t setup_line_ = 0;
    std::size_t line_ = 1;
    std::size_t move_count_ = 0;
    std::size_t text_size_ = 0;
    bool in_tag_ = false;
    bool has_tags_ = false;
    bool is_set_up_ = false;
    bool has_start_ = false;
    bool is_over_ = false;
};

std::optional<Error> GameParser::parse() {
    while (!is_over_) {
        source_.skip_blanks();
        line_ = source_.line();
        const int c = source_.peek();
        if (c == PgnSource::End || (c == '[' && next_tag_begins_new_game())) { break; }
        if (auto error = parse_token(c)) { return error; }
    }
    return finish();
}

bool GameParser::next_tag_begins_new_game() {
    const std::string name = source_.tag_name_ahead();
    if (name.empty()) { return false; }
    if (move_count_ > 0 || lines_.size() > 1) { return true; }
    // A tag that is repeated after an empty line begins a new game: the last one had neither moves nor result.
    return source_.after_blank_line() && std::find(tag_names_.begin(), tag_names_.end(), name) != tag_names_.end();
}

std::optional<Error> GameParser::parse_token(int c) {
    switch (c) {
        case '[': return move_count_ == 0 ? parse_tag() : parse_word();
        case '{':
        case ';': return parse_comment();
        case '(': return open_variation();
        case ')': return close_variation();
        case '$': parse_numbered_nag(); return std::nullopt;
        case '!':
        case '?': parse_mark(); return std::nullopt;
        case '*':
            source_.take();
            end_game(GameResult::Unfinished);
            return std::nullopt;
        case '.': source_.take(); return std::nullopt;
        default: return parse_word();
    }
}

std::optional<Error> GameParser::count_text(std::size_t bytes) {
    text_size_ += bytes;
    if (text_size_ <= MaxPgnText) { return std::nullopt; }
    return Error{"the game's tags and comments are longer than " + std::to_string(MaxPgnText) + " bytes"};
}

// ---------------------------------------------------------------------- tags

std::optional<Error> GameParser::parse_tag() {
    in_tag_ = true;
    source_.take();
    source_.skip_blanks();
    std::string name;
    while (name.size() <= MaxTagName && source_.peek() != PgnSource::End &&
           is_tag_name_char(static_cast<char>(source_.peek()))) {
        name += static_cast<char>(source_.take());
    }
    if (!PgnTags::is_name(name)) { return Error{"a tag without a proper name"}; }
    source_.skip_blanks();
    if (source_.peek() != '"') { return Error{"tag " + name + " has no value in quotes"}; }
    source_.take();
    std::string value;
    if (auto error = parse_tag_value(value)) { return Error{"tag " + name + ' ' + error->message}; }
    if (auto error = count_text(name.size() + value.size())) { return error; }
    if (auto error = store_tag(name, std::move(value))) { return error; }
    in_tag_ = false;
    return std::nullopt;
}

std::optional<Error> GameParser::parse_tag_value(std::string& value) {
    // A quote ends the value if a bracket follows; otherwise it should have been escaped.
    std::size_t closing_quote = std::string::npos;
    for (;;) {
        const int c = source_.peek();
        if (c == PgnSource::End || c == '\n') { return Error{"is not closed in its line"}; }
        source_.take();
        if (c == ']' && closing_quote != std::string::npos) {
            value.resize(closing_quote);
            return std::nullopt;
        }
        if (c == '"') {
            closing_quote = value.size();
        } else if (c != ' ') {
            closing_quote = std::string::npos;
        }
        const int escaped = source_.peek();
        if (c == '\\' && (escaped == '"' || escaped == '\\')) {
            value += static_cast<char>(source_.take());
        } else {
            value += static_cast<char>(c);
        }
        if (value.size() > MaxPgnText) { return Error{"is too long"}; }
    }
}

std::optional<Error> GameParser::store_tag(const std::string& name, std::string value) {
    has_tags_ = true;
    if (std::find(tag_names_.begin(), tag_names_.end(), name) == tag_names_.end()) { tag_names_.push_back(name); }

    if (name == "Result") {
        game_.result = game_result_from_string(trim(value)).value_or(GameResult::Unfinished);
    } else if (name == "FEN") {
        fen_ = std::move(value);
        setup_line_ = line_;
    } else if (name == "Variant") {
        variant_ = std::move(value);
        setup_line_ = std::max(setup_line_, line_);
    } else if (!is_field_of_game(name)) {
        game_.tags.set(name, value);
        if (game_.tags.size() > MaxPgnTags) {
            return Error{"the game has more than " + std::to_string(MaxPgnTags) + " tags"};
        }
    }
    return std::nullopt;
}

// Sets up the start position, once all tags are known.
std::optional<Error> GameParser::set_up() {
    if (is_set_up_) { return std::nullopt; }
    is_set_up_ = true;

    std::string variant;
    for (const char c : variant_) {
        if (is_letter_or_digit(c)) { variant += to_lower(c); }
    }
    if (variant == "chess960" || variant == "fischerandom" || variant == "fischerrandom" || variant == "frc" ||
        variant == "fischerrandomchess") {
        game_.variant = Variant::Chess960;
    } else if (!variant.empty() && variant != "standard" && variant != "chess" && variant != "normal" &&
               variant != "fromposition") {
        line_ = setup_line_;
        return Error{"variant " + in_quotes(variant_) + " is not supported"};
    }

    if (!trim(fen_).empty()) {
        const Result<FenReading> reading = parse_fen(fen_, game_.variant);
        if (!reading) {
            line_ = setup_line_;
            return Error{"FEN: " + reading.error()};
        }
        game_.start = reading->position;
    }
    current().now = game_.start;
    has_start_ = true;
    return std::nullopt;
}

// ---------------------------------------------------------------------- comments and glyphs

std::optional<Error> GameParser::parse_comment() {
    const bool to_line_end = source_.take() == ';';
    PgnLine& line = current().line;
    std::string& text = line.moves.empty() ? line.comment : line.moves.back().comment;
    const std::size_t size_before = text.size();
    CommentBuilder builder(text);
    for (;;) {
        const int c = source_.peek();
        if (to_line_end && (c == '\n' || c == PgnSource::End)) { break; }
        // When tags follow an empty line, the bracket is missing; don't skip whole games in search of it.
        if (c == PgnSource::End ||
            (c == '[' && source_.at_line_start() && source_.after_blank_line() && !source_.tag_name_ahead().empty())) {
            return Error{"the comment that begins here is not closed"};
        }
        source_.take();
        if (c == '}' && !to_line_end) { break; }
        builder.add(static_cast<char>(c));
        if (text.size() > MaxPgnText) { break; }
    }
    return count_text(text.size() - size_before);
}

void GameParser::parse_numbered_nag() {
    source_.take();
    int nag = -1;
    while (source_.peek() != PgnSource::End && is_digit(static_cast<char>(source_.peek()))) {
        nag = std::min(std::max(nag, 0) * 10 + (source_.take() - '0'), 1000);
    }
    add_nag(nag);
}

void GameParser::parse_mark() {
    constexpr std::array<std::string_view, 7> Marks{"", "!", "?", "!!", "??", "!?", "?!"};
    std::string mark;
    while (source_.peek() == '!' || source_.peek() == '?') {
        const int c = source_.take();
        if (mark.size() < 2) { mark += static_cast<char>(c); }
    }
    for (std::size_t nag = 1; nag < Marks.size(); ++nag) {
        if (mark == Marks[nag]) { add_nag(static_cast<int>(nag)); }
    }
}

// Ignores glyphs that the standard does not know, or that do not follow a move.
void GameParser::add_nag(int nag) {
    std::vector<PgnMove>& moves = current().line.moves;
    if (nag < 0 || nag > 255 || moves.empty()) { return; }
    std::vector<std::uint8_t>& nags = moves.back().nags;
    const auto value = static_cast<std::uint8_t>(nag);
    if (std::find(nags.begin(), nags.end(), value) == nags.end()) { nags.push_back(value); }
}

// ---------------------------------------------------------------------- moves

std::optional<Error> GameParser::parse_word() {
    constexpr std::size_t MaxWord = 40;
    const auto is_word_char = [](int c) {
        return c != PgnSource::End && (is_letter_or_digit(static_cast<char>(c)) || c == '+' || c == '#' || c == '=' ||
                                       c == ':' || c == '-' || c == '/' || c == '_' || c == '@');
    };
    std::string word;
    // "1.e4" is a number, a dot and a move, but "exd6e.p." is one word.
    while (is_word_char(source_.peek()) || (source_.peek() == '.' && !word.empty() && !is_digit(word.front()))) {
        word += static_cast<char>(source_.take());
        if (word.size() > MaxWord) { return Error{in_quotes(word) + " is too long for a move"}; }
    }
    if (word.empty()) {
        const char unexpected = static_cast<char>(source_.take());
        return Error{"unexpected character " + in_quotes(std::string_view(&unexpected, 1))};
    }

    if (std::all_of(word.begin(), word.end(), is_digit)) {
        if (word == "0000") { return Error{"\"0000\" is a null move, which is not chess"}; }
        return std::nullopt;  // a move number, which is not needed
    }
    if (word == "e.p.") { return std::nullopt; }
    if (const std::optional<GameResult> result = game_result_from_string(word)) {
        end_game(*result);
        return std::nullopt;
    }
    return play(word);
}

void GameParser::end_game(GameResult result) {
    // Some programs end variations with a result, and some write the result of a game twice.
    if (lines_.size() > 1 || !found()) { return; }
    game_.result = result;
    is_over_ = true;
}

std::optional<Error> GameParser::play(std::string_view word) {
    if (auto error = set_up()) { return error; }
    OpenLine& open = current();
    const Result<Move> move = parse_san(open.now, word);
    if (!move) { return Error{move.error()}; }
    if (++move_count_ > MaxPgnMoves) {
        return Error{"the game has more than " + std::to_string(MaxPgnMoves) + " moves"};
    }
    open.before = open.now;
    open.now.play(*move);
    open.line.moves.push_back({*move, {}, {}, {}});
    return std::nullopt;
}

std::optional<Error> GameParser::open_variation() {
    source_.take();
    if (current().line.moves.empty()) { return Error{"a variation without a move before it"}; }
    if (lines_.size() > MaxPgnDepth) {
        return Error{"variations are nested deeper than " + std::to_string(MaxPgnDepth)};
    }
    OpenLine variation;
    variation.now = current().before;
    variation.source_line = line_;
    lines_.push_back(std::move(variation));
    return std::nullopt;
}

std::optional<Error> GameParser::close_variation() {
    source_.take();
    if (lines_.size() == 1) { return Error{"a variation is closed that was never opened"}; }
    PgnLine variation = std::move(current().line);
    lines_.pop_back();
    if (!variation.moves.empty() || !variation.comment.empty()) {
        current().line.moves.back().variations.push_back(std::move(variation));
    }
    return std::nullopt;
}

std::optional<Error> GameParser::finish() {
    if (auto error = set_up()) { return error; }
    if (lines_.size() > 1) {
        line_ = lines_[1].source_line;
        return Error{"the variation that begins here is not closed"};
    }
    game_.line = std::move(current().line);
    return std::nullopt;
}

std::optional<PgnGame> GameParser::take_readable_part() {
    if (!found() || set_up() || !has_start_) { return std::nullopt; }
    game_.line = std::move(lines_.front().line);
    return std::move(game_);
}

void GameParser::skip_rest() {
    if (in_tag_) {
        // The other tags of this game.
        do { source_.skip_line(); } while (!source_.after_blank_line() && !source_.tag_name_ahead().empty());
    }
    while (source_.peek() != PgnSource::End && (!source_.at_line_start() || source_.tag_name_ahead().empty())) {
        source_.skip_line();
    }
}

}  // namespace

std::optional<Result<PgnGame>> PgnReader::next() {
    while (source_.peek() != PgnSource::End) {
        GameParser parser(source_);
        if (const auto error = parser.parse()) {
            parser.skip_rest();
            ++count_;
            Error located{"game " + std::to_string(count_) + ", line " + std::to_string(parser.line()) + ": " +
                          error->message};
            readable_part_ = parser.take_readable_part();
            return Result<PgnGame>(std::move(located));
        }
        // Only comments or blanks, as before the first tags or after the last game.
        if (!parser.found()) { continue; }
        ++count_;
        return Result<PgnGame>(parser.take_game());
    }
    return std::nullopt;
}

// ---------------------------------------------------------------------- writing

namespace {

// Writes words with a blank between them or, where the line is full, a line end.
class WordWriter {
public:
    explicit WordWriter(std::ostream& output) : output_(output) {}

    void add(std::string_view word) {
        flush();
        word_ = prefix_;
        word_ += word;
        prefix_.clear();
    }
    // Text before the next word or after the last one, without a blank.
    void attach_before(char c) { prefix_ += c; }
    void attach_behind(char c) { word_ += c; }
    void end() {
        flush();
        output_ << '\n';
    }

private:
    void flush() {
        // The standard discourages lines of 80 characters and more.
        constexpr std::size_t MaxColumn = 79;
        if (word_.empty()) { return; }
        if (column_ > 0 && column_ + 1 + word_.size() > MaxColumn) {
            output_ << '\n';
            column_ = 0;
        }
        if (column_ > 0) {
            output_ << ' ';
            ++column_;
        }
        output_ << word_;
        column_ += word_.size();
        word_.clear();
    }

    std::ostream& output_;
    std::string prefix_;
    std::string word_;
    std::size_t column_ = 0;
};

void write_tag(std::ostream& output, std::string_view name, std::string_view value) {
    output << '[' << name << " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') { output << '\\'; }
        output << (is_control(c) ? ' ' : c);
    }
    output << "\"]\n";
}

std::string clean_comment(std::string_view text) {
    std::string clean;
    CommentBuilder builder(clean);
    for (const char c : text) { builder.add(c); }
    return clean;
}

// Takes the next word of a comment off the text. A command such as [%clk 0:05:30] is one word, so that no line ends
// within it: some readers want a blank there.
std::string_view next_comment_word(std::string_view& text) {
    constexpr std::size_t LongestCommand = 60;
    text = trim(text);
    if (text.starts_with("[%")) {
        const std::size_t close = text.substr(0, LongestCommand).find(']');
        if (close != std::string_view::npos && (close + 1 == text.size() || is_blank(text[close + 1]))) {
            const std::string_view command = text.substr(0, close + 1);
            text.remove_prefix(close + 1);
            return command;
        }
    }
    return next_word(text);
}

// Returns whether there was anything to write.
bool write_comment(WordWriter& writer, const std::string& comment) {
    const std::string clean = clean_comment(comment);
    if (clean.empty()) { return false; }
    std::string_view rest = clean;
    writer.attach_before('{');
    while (!rest.empty()) { writer.add(next_comment_word(rest)); }
    writer.attach_behind('}');
    return true;
}

void write_line(WordWriter& writer, const PgnLine& line, Position position) {
    write_comment(writer, line.comment);
    bool number_needed = true;
    for (const PgnMove& each : line.moves) {
        const bool white = position.side_to_move() == Color::White;
        if (white || number_needed) { writer.add(std::to_string(position.fullmove_number()) + (white ? "." : "...")); }
        writer.add(to_san(position, each.move));
        for (const std::uint8_t nag : each.nags) { writer.add('$' + std::to_string(nag)); }
        const bool commented = write_comment(writer, each.comment);
        for (const PgnLine& variation : each.variations) {
            if (variation.moves.empty() && clean_comment(variation.comment).empty()) { continue; }
            writer.attach_before('(');
            write_line(writer, variation, position);
            writer.attach_behind(')');
        }
        // The move number is repeated after a comment or variation.
        number_needed = commented || !each.variations.empty();
        position.play(each.move);
    }
}

}  // namespace

void write_pgn(std::ostream& output, const PgnGame& game) {
    auto tag = game.tags.begin();
    for (std::size_t i = 0; i < Roster.size(); ++i, ++tag) { write_tag(output, tag->name, tag->value); }
    write_tag(output, "Result", to_string(game.result));
    if (game.variant == Variant::Chess960) { write_tag(output, "Variant", "Chess960"); }
    if (game.variant == Variant::Chess960 || game.start != Position()) {
        write_tag(output, "SetUp", "1");
        write_tag(output, "FEN", to_fen(game.start));
    }
    for (; tag != game.tags.end(); ++tag) { write_tag(output, tag->name, tag->value); }
    output << '\n';

    WordWriter writer(output);
    write_line(writer, game.line, game.start);
    writer.add(to_string(game.result));
    writer.end();
    output << '\n';
}

}  // namespace skua
