// The Chess Engine Communication Protocol (CECP) of XBoard and WinBoard: lines in, calls out, lines back.
//
// In this protocol the engine itself keeps the game, the clocks and its colour, and moves without being asked. One
// thread reads the input and one searches; both only leave messages. Everything else is done by the thread in run(),
// one message after the other, so that a command never meets a half-finished search: the move of a search that a
// command has ended is not played.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/console.h"
#include "engine/engine.h"
#include "xboard/clock.h"
#include "xboard/mailbox.h"

namespace skua {

class XBoard {
public:
    explicit XBoard(LineWriter& output);
    XBoard(const XBoard&) = delete;
    XBoard& operator=(const XBoard&) = delete;
    ~XBoard();

    // Carries out the commands of the input until `quit` or its end. The line `xboard` itself may have been read
    // already.
    void run(LineReader& input);

private:
    struct Command;
    static const std::vector<Command>& commands();
    static const Command* find_command(std::string_view name);

    enum class Activity : std::uint8_t { Idle, Thinking, Pondering, Analysing };

    void handle(const InputLine& line);
    void handle(const SearchMessage& message);
    void handle(std::string_view line);

    // ---------------------------------------------------------------- commands
    void offer_features(std::string_view arguments);
    void new_game(std::string_view arguments);
    void set_variant(std::string_view arguments);
    void quit(std::string_view arguments);
    void force(std::string_view arguments);
    void go(std::string_view arguments);
    void play_other(std::string_view arguments);
    void white_to_move(std::string_view arguments);
    void black_to_move(std::string_view arguments);
    void set_level(std::string_view arguments);
    void set_time_per_move(std::string_view arguments);
    void set_depth(std::string_view arguments);
    void set_engine_time(std::string_view arguments);
    void set_opponent_time(std::string_view arguments);
    void user_move(std::string_view arguments);
    void move_now(std::string_view arguments);
    void ping(std::string_view arguments);
    void end_game(std::string_view arguments);
    void set_board(std::string_view arguments);
    void hint(std::string_view arguments);
    void show_book(std::string_view arguments);
    void undo(std::string_view arguments);
    void remove(std::string_view arguments);
    void hard(std::string_view arguments);
    void easy(std::string_view arguments);
    void post(std::string_view arguments);
    void no_post(std::string_view arguments);
    void analyze(std::string_view arguments);
    void exit_analysis(std::string_view arguments);
    void show_status(std::string_view arguments);
    void set_memory(std::string_view arguments);
    void set_cores(std::string_view arguments);
    void set_option(std::string_view arguments);
    void set_tablebase_path(std::string_view arguments);
    void ignore(std::string_view arguments);

    // ---------------------------------------------------------------- the game
    [[nodiscard]] Color side_to_move() const { return game_.position().side_to_move(); }
    [[nodiscard]] Result<Move> parse_move(std::string_view text) const;
    void replace_game(Game game);
    void set_side_to_move(Color color);
    // After a move of the opponent: claims the end of the game, or thinks about the reply, if the engine plays.
    void continue_game();
    // Prints the result when the game is over. A draw is claimed once only: an opponent who plays on declines it.
    bool claim_result();
    void play_best_move(const BestMove& best);

    // ---------------------------------------------------------------- searching
    void start_search(const Game& game, const Limits& limits, Activity activity);
    void think();
    // Starts only if pondering is on and a reply is expected.
    void ponder();
    void analyse_position();
    // Ends the search without playing its move; then carries out the commands that waited for it.
    void abandon_search();
    void leave_analysis();
    void carry_out_deferred();
    // Changes an option, with pondering or analysis interrupted meanwhile, or reports why it can't be changed.
    void change_option(std::string_view name, std::string_view value);
    // Changes an option that is a number to the nearest value that it can have.
    void set_within_range(std::string_view name, std::string_view number, std::string_view complaint);

    void say(std::string_view text);
    // "Error (reason): line"
    void refuse(std::string_view reason);

    LineWriter& output_;
    Mailbox mailbox_;
    Engine engine_;

    bool quitting_ = false;
    std::string_view line_;  // the command that is being carried out
    Clock::time_point line_read_ = Clock::now();
    std::deque<std::string> deferred_;  // lines that wait until the engine has moved

    Game game_;
    Variant variant_ = Variant::Standard;
    std::optional<Color> engine_color_;  // none: force mode
    bool position_unknown_ = false;      // the GUI has set up a position that was refused
    bool draw_claimed_ = false;
    ChessClock clock_;
    bool pondering_on_ = false;
    bool post_ = false;
    bool analysing_ = false;  // the mode; no search runs while the position is unknown

    Activity activity_ = Activity::Idle;
    std::uint64_t search_ = 0;                     // its number; messages of earlier searches are ignored
    Clock::time_point turn_began_ = Clock::now();  // the engine's clock runs since then
    Clock::time_point analysis_began_ = Clock::now();
    Move expected_;  // the opponent's expected move in the current position
    Report last_report_;
    CurrentMove current_move_;
    std::optional<BestMove> early_best_move_;  // result of pondering that ended before the expected move came
};

}  // namespace skua
