// The Universal Chess Interface: lines in, calls out, lines back.
#pragma once

#include <array>
#include <chrono>
#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/console.h"
#include "engine/engine.h"
#include "uci/job_queue.h"

namespace skua {

class Uci {
public:
    explicit Uci(LineWriter& output);
    Uci(const Uci&) = delete;
    Uci& operator=(const Uci&) = delete;
    ~Uci();

    // Carries out a first command, if there is one already, and then those of the input, until `quit` or its end.
    void run(LineReader& input, std::optional<std::string> first = std::nullopt);

    // Carries out one command and waits for its answer: for commands given on the command line. False when the command
    // was refused.
    bool run_once(std::string_view line);

    // Says what is wrong with the engine from the start, if anything is; run() does it by itself.
    void announce();
    // For a caller that brings the lines itself, one by one: carries out a command. Returns false after `quit`.
    bool receive(std::string_view line);
    // Where there are no threads, a search goes on only here: for a slice of about this length. Returns whether there is
    // more to do.
    bool run_slice(std::chrono::milliseconds length) { return engine_.run_slice(length); }

    // The engine's options, then those of UCI.
    [[nodiscard]] std::array<const Options*, 2> all_options() const { return {&engine_.options(), &options_}; }

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
    void count_positions(std::string_view arguments);
    void bench(std::string_view arguments);
    void evaluate(std::string_view arguments);
    void explain_moves(std::string_view arguments);
    void look_up_tablebases(std::string_view arguments);
    void show_book(std::string_view arguments);
    void draw(std::string_view arguments);
    void flip(std::string_view arguments);
    void list_parameters(std::string_view arguments);
    void show_build(std::string_view arguments);
    void help(std::string_view arguments);
    void ignore(std::string_view arguments);

    void describe_options();
    // Opens the file now, and writes to it from the change on; an empty name ends the log.
    [[nodiscard]] Result<OptionChange> prepare_log(const std::string& file);

    void say(std::string_view text);
    // What a command of the form `name [<fen>] [--json]` is about: the game as it is, without a FEN.
    struct Subject {
        Game game;
        bool json = false;
    };
    // Refuses the command and returns nothing if the FEN is wrong.
    [[nodiscard]] std::optional<Subject> read_subject(std::string_view arguments);
    // Prints an error message; the command has changed nothing.
    void refuse(const std::string& reason);
    void say_remarks(const std::vector<std::string>& remarks);
    // Lines for the reports of a search, with the options as they are now.
    [[nodiscard]] EngineCallbacks callbacks();

    // A count (perft) waits for counts that were asked for earlier; everything else ends at once what is running.
    enum class JobKind { Count, Bench, Explanation };
    void start_job(JobKind kind, JobQueue::Job job);
    void end_search();
    void stop_everything();

    // The values of this front end's own options.
    struct Settings {
        Variant variant = Variant::Standard;
        bool show_wdl = false;
        bool minimal = false;
    };

    LineWriter& output_;
    Settings settings_;
    Options options_;       // those of UCI; the engine has its own
    bool refused_ = false;  // the last command
    bool quitting_ = false;
    Clock::time_point line_read_ = Clock::now();
    std::string held_back_;  // with the option Minimal: the last line of each principal variation
    std::mutex log_mutex_;
    std::ofstream log_;
    Engine engine_;  // the engine and the jobs end first: they may still print
    JobQueue jobs_;
    JobKind job_kind_ = JobKind::Count;
};

}  // namespace skua
