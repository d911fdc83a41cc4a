// A conversation in UCI with the real program, in which every answer is checked against the rules of chess and of UCI.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "e2e/engine_process.h"

namespace skua::e2e {

// An `info` line about a search, taken apart.
struct Info {
    int depth = 0;
    int selective_depth = 0;
    int line = 1;
    std::optional<int> cp;
    std::optional<int> mate;
    bool lower_bound = false;
    bool upper_bound = false;
    std::optional<std::array<int, 3>> wdl;
    std::int64_t nodes = -1;
    std::int64_t nps = -1;
    std::int64_t time = -1;
    int permille_full = -1;
    std::vector<std::string> pv;
    bool current_move = false;

    [[nodiscard]] bool has_score() const { return cp || mate; }
    [[nodiscard]] bool exact() const { return has_score() && !lower_bound && !upper_bound; }
};

// Nothing for `info string`; a failure of the test when the line is malformed.
std::optional<Info> parse_info(std::string_view text);

// One search from `go` to `bestmove`.
struct Search {
    std::vector<Info> infos;
    std::vector<std::string> remarks;  // info string
    std::string best;                  // empty if it never came
    std::string ponder;
    Clock::time_point asked;
    Clock::time_point answered;

    [[nodiscard]] double duration() const { return between(asked, answered); }
    [[nodiscard]] bool found() const { return !best.empty(); }
    // The last line with an exact score for the best move; an empty one if there is none.
    [[nodiscard]] Info last_exact(int line = 1) const;
    // The same, or a mate that could not be followed to its end and is reported as a lower bound.
    [[nodiscard]] Info last_word() const;
    [[nodiscard]] int last_depth() const { return last_exact().depth; }
    [[nodiscard]] std::int64_t nodes() const;
};

// Every promise about a search that can be checked from outside: legal moves only, lines that end where the game does,
// the best move as announced, a legal reply to ponder on, figures that only grow.
void expect_sound(const Search& search, const Game& game, Variant variant);

// Does the line of an announced mate have the right length and end in mate? True as well when no mate is announced.
bool mate_line_is_complete(const Info& info, const Game& game);

class Session {
public:
    explicit Session(const std::vector<std::string>& setup = {});

    [[nodiscard]] EngineProcess& engine() { return engine_; }
    [[nodiscard]] const Game& game() const { return game_; }

    bool send(std::string_view line) { return engine_.send(line); }
    void set_option(std::string_view name, std::string_view value);
    void set_chess960(bool on);

    // "startpos", "fen ..." with or without moves: sent, and followed here.
    void set_position(std::string_view arguments);
    // Continues from the present position, as a GUI does in a game.
    void play(std::string_view move);

    // Asks and waits for the answer, which is checked.
    Search go(std::string_view arguments, milliseconds timeout = Patience);
    // The two halves of it.
    void start(std::string_view arguments);
    Search finish(milliseconds timeout = Patience);
    // stop, and its answer.
    Search stop();
    // No bestmove within the time.
    void expect_silence(milliseconds time);

    // Waits for a line that starts like this; what a running search says meanwhile is kept for its end.
    [[nodiscard]] bool await(std::string_view start, milliseconds timeout = Patience);
    // All lines with which a command is answered before the program is ready again.
    std::vector<std::string> answers(std::string_view line);
    // One message, and the position is as it was.
    void expect_refused(std::string_view line);
    // The FEN that `d` shows.
    std::string fen();
    int legal_move_count();

    // The liveness oracle: it runs, answers isready, makes one legal move when asked, and has nothing else to say.
    void expect_alive();
    // quit, and a clean end in time.
    void expect_clean_exit(milliseconds timeout = milliseconds(1000 * Slowness));

private:
    EngineProcess engine_;
    Variant variant_ = Variant::Standard;
    std::string start_text_ = "startpos";
    std::string moves_text_;
    Game game_;
    Game searched_;  // the game as it was when the search began
    std::vector<Line> pending_;
    Clock::time_point asked_;
};

// The wall clock in which a busy machine still answers.
inline constexpr milliseconds Prompt{1000 * Slowness};

}  // namespace skua::e2e
