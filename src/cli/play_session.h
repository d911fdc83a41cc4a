// A game between a person and Skua: lines in, boards and sentences out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/position_search.h"
#include "chess/game.h"
#include "cli/play_settings.h"
#include "cli/streams.h"
#include "engine/engine.h"

namespace skua::cli {

class PlaySession {
public:
    PlaySession(PlaySettings settings, Streams& streams);

    // Plays until the person leaves, and returns the exit code. The game is saved after each move.
    int run();

private:
    struct Command;
    static const std::vector<Command>& commands();

    void handle(std::string_view line);
    void play_move(Move move);
    // Skua's answer, if it is its turn.
    void reply();
    // Ends the game where the rules do.
    void look_for_end();
    void end(GameResult result, const std::string& sentence);

    void show_board(std::string_view arguments);
    void flip(std::string_view arguments);
    void give_hint(std::string_view arguments);
    void take_back(std::string_view arguments);
    void explain(std::string_view arguments);
    void explain_last(std::string_view arguments);
    void change_level(std::string_view arguments);
    void change_side(std::string_view arguments);
    void offer_draw(std::string_view arguments);
    void resign(std::string_view arguments);
    void start_again(std::string_view arguments);
    void list_moves(std::string_view arguments);
    void help(std::string_view arguments);
    void quit(std::string_view arguments);

    void say(const std::string& text);
    void prompt();
    void save();
    // At full strength, whatever the level is; made when it is needed first.
    [[nodiscard]] Engine& adviser();
    [[nodiscard]] bool is_persons_turn() const { return game_.position().side_to_move() == settings_.side; }

    PlaySettings settings_;
    Streams& streams_;
    Engine engine_;
    std::unique_ptr<Engine> adviser_;
    Game game_;
    GameResult result_ = GameResult::Unfinished;
    Color view_;
    bool is_over_ = false;
    bool wants_to_leave_ = false;
    bool can_save_ = true;
};

}  // namespace skua::cli
