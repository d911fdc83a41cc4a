// Portable game notation: whole games, with their tags, comments and variations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/game_result.h"
#include "chess/position.h"

namespace skua {

// ------------------------------------------------------------------ a game

struct PgnMove;

// Moves one after the other: the game itself, or a variation of it.
struct PgnLine {
    std::string comment;  // before the first move
    std::vector<PgnMove> moves;
};
bool operator==(const PgnLine& a, const PgnLine& b);

struct PgnMove {
    Move move;
    std::vector<std::uint8_t> nags;   // numeric annotation glyphs: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?", 6 "?!"
    std::string comment;              // after the move
    std::vector<PgnLine> variations;  // alternatives to this move
};
bool operator==(const PgnMove& a, const PgnMove& b);

struct PgnTag {
    std::string name;
    std::string value;

    bool operator==(const PgnTag&) const = default;
};

// The tags of a game, each name once: first, always and in this order, Event, Site, Date, Round, White and Black, then
// all others in the order they came. Result, Variant, SetUp and FEN are not here: they are fields of the game.
class PgnTags {
public:
    PgnTags();

    // Empty when there is no such tag.
    [[nodiscard]] std::string_view get(std::string_view name) const;
    // is_name must accept the name, and it must not be one of those that are fields of the game.
    void set(std::string_view name, std::string_view value);

    [[nodiscard]] std::size_t size() const { return tags_.size(); }
    [[nodiscard]] auto begin() const { return tags_.begin(); }
    [[nodiscard]] auto end() const { return tags_.end(); }

    static bool is_name(std::string_view text);

    bool operator==(const PgnTags&) const = default;

private:
    std::vector<PgnTag> tags_;
};

struct PgnGame {
    PgnTags tags;
    Variant variant = Variant::Standard;
    Position start;
    PgnLine line;
    GameResult result = GameResult::Unfinished;

    bool operator==(const PgnGame&) const = default;
};

// ------------------------------------------------------------------ reading

// Limits of one game: far beyond any real game, but low enough that no file can exhaust memory or stack.
inline constexpr std::size_t MaxPgnMoves = 200'000;  // variations included
inline constexpr std::size_t MaxPgnText = 16 << 20;  // bytes of tags and comments
inline constexpr std::size_t MaxPgnTags = 1000;
inline constexpr std::size_t MaxPgnDepth = 100;  // nesting of variations

namespace detail {

// A stream of characters with line numbers and look-ahead. Line ends of every system become '\n', other control
// characters become blanks.
class PgnSource {
public:
    static constexpr int End = -1;

    explicit PgnSource(std::istream& input);

    // The next character, or End.
    [[nodiscard]] int peek();
    int take();
    void skip_line();
    // Skips blanks, line ends, and lines that begin with '%'.
    void skip_blanks();

    // The line number of the next character.
    [[nodiscard]] std::size_t line() const { return line_; }
    // Are there only blanks before the next character in its line?
    [[nodiscard]] bool at_line_start() const { return line_is_blank_; }
    // Was the previous line empty?
    [[nodiscard]] bool after_blank_line() const { return last_line_was_blank_; }

    // Returns the name of the tag pair that begins with the next character; empty when none does.
    [[nodiscard]] std::string tag_name_ahead();

private:
    // Returns the character `distance` places ahead; End when the text ends before.
    [[nodiscard]] int ahead(std::size_t distance);
    void refill();

    std::istream& input_;
    std::string buffer_;
    std::size_t next_ = 0;
    bool exhausted_ = false;
    std::size_t line_ = 1;
    bool at_first_column_ = true;
    bool line_is_blank_ = true;
    bool last_line_was_blank_ = false;
};

}  // namespace detail

// Reads games one after the other from a stream of any length, holding one game at a time:
//
//     PgnReader reader(file);
//     while (const auto game = reader.next()) { if (*game) { use(**game); } else { complain(game->error()); } }
//
// The reader takes more from the stream than it has parsed, so the caller must not read from it meanwhile.
class PgnReader {
public:
    explicit PgnReader(std::istream& input) : source_(input) {}

    // Returns the next game; or its error ("game 3, line 47: ..."), after which reading resumes with the game that
    // follows; or nothing at the end.
    [[nodiscard]] std::optional<Result<PgnGame>> next();

    // What could be read of the game whose error next() returned last: its tags, and the moves before the error.
    // Nothing if it has no start position, or was nothing like a game.
    [[nodiscard]] const std::optional<PgnGame>& readable_part() const { return readable_part_; }

    // Games read so far, broken ones included.
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    detail::PgnSource source_;
    std::size_t count_ = 0;
    std::optional<PgnGame> readable_part_;
};

// ------------------------------------------------------------------ writing

// Writes the game in export format, followed by an empty line. Reading it again gives an equal game, unless it has what
// PGN can't express: line ends in tags; line ends, doubled blanks or '}' in comments (blanks and ')' are written
// instead); empty variations.
void write_pgn(std::ostream& output, const PgnGame& game);

}  // namespace skua
