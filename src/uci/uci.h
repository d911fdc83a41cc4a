// The Universal Chess Interface: lines in, calls out, lines back.
#pragma once

#include <fstream>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/console.h"
#include "chess/perft.h"
#include "engine/engine.h"

namespace skua {

class Uci {
public:
    explicit Uci(LineWriter& output);
    Uci(const Uci&) = delete;
    Uci& operator=(const Uci&) = delete;
    ~Uci();

    // Carries out a first command, if there is one already, and then those of the input, until `quit` or its end.
    void run(LineReader& input, std::optional<std::string> first = std::nullopt);

    // Carries out one command and waits for its answer: for commands given on the command line. Tells whether it was
    // understood and done.
    bool run_once(std::string_view line);

private:
    struct Command;
    static const std::vector<Command>& commands();
    static const Command* find_command(std::string_view name);

    void handle(std::string_view line);

    void identify(std::string_view arguments);
    void answer_ready(std::string_view arguments);
    void set_option(std::string_view arguments);
    void new_game(std::string_view arguments);
    void set_position(std::string_view arguments);
    void go(std::string_view arguments);
    void stop(std::string_view arguments);
    void ponder_hit(std::string_view arguments);
    void quit(std::string_view arguments);
    void count_moves(std::string_view arguments);
    void bench(std::string_view arguments);
    void evaluate(std::string_view arguments);
    void draw(std::string_view arguments);
    void flip(std::string_view arguments);
    void list_parameters(std::string_view arguments);
    void tell_compiler(std::string_view arguments);
    void help(std::string_view arguments);
    void pass_over(std::string_view arguments);

    void say(std::string_view text);
    // One clear message; nothing has changed.
    void refuse(const std::string& reason);
    void say_remarks(const std::vector<std::string>& remarks);
    void hear_of_searches();
    // Ends the present log; an empty name begins no other. False when it can't be written: then nothing changes.
    [[nodiscard]] bool open_log(const std::string& file);

    // Work that is neither search nor answered at once (perft, bench) runs beside the loop. `stop` makes it end soon.
    void start_job(std::function<void()> job, std::function<void()> stop);
    // Ends whatever is running, searches too.
    void stop_everything();
    void await_job();

    LineWriter& output_;
    Engine engine_;
    bool refused_ = false;  // the last command
    bool quitting_ = false;
    Clock::time_point line_read_ = Clock::now();
    std::string last_infos_;  // held back by the option Minimal: a line for each of MultiPV
    std::mutex log_mutex_;
    std::ofstream log_;
    std::thread job_;
    std::function<void()> stop_job_;
};

}  // namespace skua
