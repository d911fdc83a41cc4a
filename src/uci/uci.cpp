#include "uci/uci.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/memory.h"
#include "base/parse.h"
#include "chess/fen.h"
#include "chess/uci_move.h"
#include "engine/bench.h"
#include "eval/nnue/network.h"
#include "eval/nnue/simd.h"
#include "uci/diagram.h"
#include "analysis/explanation.h"
#include "uci/format.h"
#include "uci/go.h"

namespace skua {

namespace {

constexpr int MaxPerftDepth = 30;
constexpr int MaxPerftThreads = 256;

// Half of the memory: a larger table would push out everything else.
int max_perft_megabytes() {
    return static_cast<int>(std::min<std::size_t>(physical_memory() / 2 / 1024 / 1024, 1 << 20));
}

}  // namespace

struct Uci::Command {
    std::string_view name;
    std::string_view usage;
    std::string_view meaning;
    void (Uci::*handler)(std::string_view arguments);
};

const std::vector<Uci::Command>& Uci::commands() {
    static const std::vector<Command> list{
        {"uci", "uci", "say name, author and options", &Uci::identify},
        {"isready", "isready", "answer readyok", &Uci::answer_ready},
        {"setoption", "setoption name <name> [value <value>]", "change an option", &Uci::set_option},
        {"ucinewgame", "ucinewgame", "forget the last game", &Uci::new_game},
        {"position", "position startpos|fen <fen> [moves <move>...]", "set up a position", &Uci::set_position},
        {"go",
         "go [wtime|btime|winc|binc|movestogo|movetime|depth|nodes|mate <n>] [infinite] [ponder] [searchmoves "
         "<move>...]",
         "think, and answer bestmove", &Uci::go},
        {"stop", "stop", "answer now", &Uci::stop},
        {"ponderhit", "ponderhit", "the expected move was played", &Uci::ponder_hit},
        {"d", "d", "draw the board with FEN, keys, checkers and legal moves", &Uci::draw},
        {"eval", "eval [<fen>] [--json]",
         "evaluate the position without searching: the network piece by piece, the classical terms one by one",
         &Uci::evaluate},
        {"flip", "flip", "swap the colours of the position", &Uci::flip},
        {"perft", "perft <depth> [<fen>] [threads <n>] [hash <MB>]",
         "count positions so many moves ahead (also: go perft)", &Uci::count_moves},
        {"bench", "bench [<depth>] [nnue|classical]", "search fixed positions: a signature and a speed", &Uci::bench},
        {"spsa", "spsa", "list the search parameters as OpenBench's tuner wants them", &Uci::list_parameters},
        {"compiler", "compiler", "say how this program was built", &Uci::tell_compiler},
        {"help", "help", "this list", &Uci::help},
        {"quit", "quit", "end the program", &Uci::quit},
        {"debug", "", "", &Uci::pass_over},
        {"register", "", "", &Uci::pass_over},
    };
    return list;
}

const Uci::Command* Uci::find_command(std::string_view name) {
    for (const Command& command : commands()) {
        if (command.name == name) { return &command; }
    }
    return nullptr;
}

Uci::Uci(LineWriter& output) : output_(output) { hear_of_searches(); }

Uci::~Uci() { stop_everything(); }

void Uci::hear_of_searches() {
    SearchCallbacks callbacks;
    callbacks.info = [this](const SearchInfo& info) {
        const std::string text = format_info(info, engine_.front().variant, engine_.front().show_wdl);
        if (engine_.front().minimal) {
            // The lines of an iteration come best first.
            last_infos_ = info.multipv == 1 ? text : last_infos_ + '\n' + text;
        } else {
            say(text);
        }
    };
    callbacks.current_move = [this](const CurrentMove& current) {
        if (!engine_.front().minimal) { say(format_current_move(current, engine_.front().variant)); }
    };
    callbacks.best_move = [this](const SearchResult& result) {
        if (!last_infos_.empty()) { say(std::exchange(last_infos_, {})); }
        say(format_best_move(result, engine_.front().variant));
    };
    engine_.set_callbacks(std::move(callbacks));
}

// ---------------------------------------------------------------------- the loop

void Uci::run(LineReader& input, std::optional<std::string> first) {
    if (first) { handle(*first); }
    std::string line;
    while (!quitting_) {
        const LineReader::Outcome outcome = input.next(line);
        line_read_ = Clock::now();
        if (outcome == LineReader::Outcome::Line) {
            handle(line);
        } else if (outcome == LineReader::Outcome::TooLong) {
            refuse("the line is too long");
        } else {
            // Nobody is left to stop a search; a count is waited for, as scripts pipe in its command and nothing else.
            engine_.stop();
            engine_.wait();
            await_job();
            return;
        }
    }
    stop_everything();
}

bool Uci::run_once(std::string_view line) {
    handle(line);
    engine_.wait();
    await_job();
    return !refused_;
}

void Uci::handle(std::string_view line) {
    if (log_.is_open()) {
        const std::lock_guard lock(log_mutex_);
        log_ << ">> " << line << std::endl;
    }
    refused_ = false;
    std::string_view rest = line;
    std::string_view first;
    // UCI asks to pass over unknown words before a command.
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        if (first.empty()) { first = word; }
        if (const Command* const command = find_command(word)) {
            (this->*command->handler)(rest);
            return;
        }
    }
    if (!first.empty()) { refuse("unknown command " + in_quotes(first) + "; help lists the commands"); }
}

void Uci::say(std::string_view text) {
    output_.write(text);
    const std::lock_guard lock(log_mutex_);
    if (log_.is_open()) { log_ << "<< " << text << std::endl; }
}

void Uci::refuse(const std::string& reason) {
    refused_ = true;
    say("info string error: " + reason);
}

void Uci::say_remarks(const std::vector<std::string>& remarks) {
    for (const std::string& remark : remarks) { say("info string " + remark); }
}

void Uci::start_job(std::function<void()> job, std::function<void()> stop) {
    stop_everything();
    try {
        job_ = std::thread(std::move(job));
        stop_job_ = std::move(stop);
    } catch (const std::system_error&) { refuse("the system gives no thread for it"); }
}

void Uci::stop_everything() {
    if (stop_job_) { std::exchange(stop_job_, nullptr)(); }
    await_job();
    engine_.stop();
    engine_.wait();
}

void Uci::await_job() {
    if (job_.joinable()) { job_.join(); }
}

// ---------------------------------------------------------------------- commands of UCI

void Uci::identify(std::string_view) {
    std::string text = "id name Skua " SKUA_VERSION "\nid author the Skua team\n";
    for (const Option& option : engine_.options().all()) { text += format_option(option) + '\n'; }
    say(text + "uciok");
}

void Uci::answer_ready(std::string_view) { say("readyok"); }

void Uci::pass_over(std::string_view) {}

void Uci::set_option(std::string_view arguments) {
    if (next_word(arguments) != "name") { return refuse("setoption needs: name <name> value <value>"); }
    // Names contain blanks: everything up to the word value.
    std::string name;
    std::string_view value;
    while (true) {
        const std::string_view word = next_word(arguments);
        if (word.empty()) { break; }
        if (word == "value") {
            value = trim(arguments);
            break;
        }
        if (!name.empty()) { name += ' '; }
        name += word;
    }
    if (name.empty()) { return refuse("setoption needs a name"); }
    // What is refused does not disturb a search either.
    const Result<OptionChange> change = engine_.prepare_option(name, value);
    if (!change) { return refuse(change.error()); }
    const bool is_log = equals_ignoring_case(name, "Debug Log File");
    if (is_log && !open_log(text_of(value))) {
        return refuse("the log file " + in_quotes(value) + " can't be written; nothing changes");
    }
    stop_everything();
    if (const std::optional<Error> error = (*change)()) { return refuse(error->message); }
}

bool Uci::open_log(const std::string& file) {
    std::ofstream log;
    if (!file.empty()) {
        // A pipe would keep us waiting for its reader.
        std::error_code ignored;
        if (std::filesystem::is_fifo(file, ignored)) { return false; }
        log.open(file, std::ios::app);
        if (!log.is_open()) { return false; }
    }
    const std::lock_guard lock(log_mutex_);
    log_ = std::move(log);
    return true;
}

void Uci::new_game(std::string_view) {
    stop_everything();
    engine_.new_game();
}

void Uci::set_position(std::string_view arguments) {
    const std::vector<std::string_view> words = split_words(arguments);
    if (words.empty()) { return refuse("position needs startpos or fen <fen>"); }
    const auto moves = std::find(words.begin() + 1, words.end(), "moves");

    std::vector<std::string> remarks;
    std::optional<Game> game;
    if (words[0] == "startpos") {
        if (moves != words.begin() + 1) { return refuse("after startpos comes moves, not " + in_quotes(words[1])); }
        game.emplace();
    } else if (words[0] == "fen") {
        std::string_view fen = arguments;
        next_word(fen);
        if (moves != words.end()) { fen = fen.substr(0, static_cast<std::size_t>(moves->data() - fen.data())); }
        Result<FenReading> reading = parse_fen(fen, engine_.front().variant);
        if (!reading) { return refuse(reading.error()); }
        game.emplace(reading->position);
        remarks = std::move(reading->remarks);
    } else {
        return refuse("position needs startpos or fen <fen>, not " + in_quotes(words[0]));
    }

    for (auto word = moves; word != words.end(); ++word) {
        if (word == moves) { continue; }
        const Result<Move> move = parse_uci_move(game->position(), *word);
        if (!move) {
            return refuse("move " + std::to_string(word - moves) + ", " + move.error() +
                          "; the position stays as it was");
        }
        game->play(*move);
    }
    stop_everything();
    engine_.set_game(*std::move(game));
    say_remarks(remarks);
}

void Uci::go(std::string_view arguments) {
    std::string_view rest = arguments;
    if (next_word(rest) == "perft") { return count_moves(rest); }
    stop_everything();
    GoReading reading = parse_go(arguments, engine_.game().position());
    reading.limits.start = line_read_;
    say_remarks(reading.remarks);
    engine_.go(reading.limits);
}

void Uci::stop(std::string_view) { stop_everything(); }

void Uci::ponder_hit(std::string_view) { engine_.ponder_hit(); }

void Uci::quit(std::string_view) { quitting_ = true; }

// ---------------------------------------------------------------------- commands for people and scripts

void Uci::count_moves(std::string_view arguments) {
    std::vector<std::string_view> words = split_words(arguments);
    const std::optional<int> depth = words.empty() ? std::nullopt : parse_integer<int>(words[0]);
    if (!depth || *depth < 1 || *depth > MaxPerftDepth) {
        return refuse("perft needs a depth from 1 to " + std::to_string(MaxPerftDepth));
    }
    words.erase(words.begin());

    PerftOptions options;
    while (words.size() >= 2 && (words[words.size() - 2] == "threads" || words[words.size() - 2] == "hash")) {
        const bool threads = words[words.size() - 2] == "threads";
        const int limit = threads ? MaxPerftThreads : max_perft_megabytes();
        const std::optional<int> value = parse_integer<int>(words.back());
        if (!value || *value < 1 || *value > limit) {
            return refuse((threads ? "threads" : "hash") + (" must be from 1 to " + std::to_string(limit)));
        }
        (threads ? options.threads : options.hash_megabytes) = *value;
        words.resize(words.size() - 2);
    }

    Position position = engine_.game().position();
    if (!words.empty()) {
        std::string fen;
        for (const std::string_view word : words) { fen += std::string(word) + ' '; }
        const Result<FenReading> reading = parse_fen(fen, Variant::Chess960);
        if (!reading) { return refuse(reading.error()); }
        say_remarks(reading->remarks);
        position = reading->position;
    }

    const auto stopped = std::make_shared<std::atomic<bool>>(false);
    options.stop = stopped.get();
    start_job(
        [this, position, depth = *depth, options, stopped, variant = engine_.front().variant] {
            const PerftReport report = perft_divide(position, depth, options);
            std::string text;
            for (const PerftReport::Line& line : report.lines) {
                text += to_uci(line.move, variant) + ": " + std::to_string(line.nodes) + '\n';
            }
            if (report.stopped) { text += "info string stopped: the counts are incomplete\n"; }
            say(text + "\nNodes searched: " + std::to_string(report.nodes));
        },
        [stopped] { *stopped = true; });
}

void Uci::bench(std::string_view arguments) {
    std::optional<int> depth;
    std::optional<EvaluatorKind> kind;
    for (const std::string_view word : split_words(arguments)) {
        const std::optional<int> number = parse_integer<int>(word);
        const std::optional<EvaluatorKind> named = evaluator_kind_named(word);
        if (number && *number >= 1 && *number < MaxPly && !depth) {
            depth = number;
        } else if (named && !kind) {
            kind = named;
        } else {
            return refuse("bench takes a depth from 1 to " + std::to_string(MaxPly - 1) + ", and nnue or classical");
        }
    }
    std::shared_ptr<Bench> bench;
    try {
        bench = std::make_shared<Bench>(kind.value_or(DefaultEvaluatorKind));
    } catch (const std::exception&) { return refuse("there is no memory, or no thread, for another engine"); }
    start_job(
        [this, depth = depth.value_or(BenchDepth), bench] {
            const BenchReport report = bench->run(depth, [this](std::string_view line) { say(line); });
            if (report.stopped) { return say("info string stopped: bench is incomplete"); }
            if (const CacheStatistics& cache = report.pawn_cache; cache.probes > 0) {
                say("Pawn cache: " + std::to_string(cache.hits * 100 / cache.probes) + " % of " +
                    std::to_string(cache.probes) + " evaluations knew the pawns");
            }
            say("=== Benchmark complete: " + std::to_string(report.nodes) + " nodes " + std::to_string(report.nps()) +
                " nps");
        },
        [bench] { bench->stop(); });
}

void Uci::evaluate(std::string_view arguments) {
    std::string fen;
    bool json = false;
    for (const std::string_view word : split_words(arguments)) {
        if (word == "--json") {
            json = true;
        } else {
            fen += std::string(word) + ' ';
        }
    }
    Position position = engine_.game().position();
    if (!fen.empty()) {
        const Result<FenReading> reading = parse_fen(fen, Variant::Chess960);
        if (!reading) { return refuse(reading.error()); }
        if (!json) { say_remarks(reading->remarks); }
        position = reading->position;
    }
    const auto format = json ? explain_as_json : explain;
    say(format(position, engine_.evaluator_kind(), engine_.network()));
}

void Uci::draw(std::string_view) { say(diagram(engine_.game().position(), engine_.front().variant)); }

void Uci::flip(std::string_view) {
    stop_everything();
    engine_.set_game(Game(engine_.game().position().flipped()));
}

void Uci::list_parameters(std::string_view) {
    for (const ParameterInfo& info : ParameterTable) {
        say(std::string(info.name) + ", int, " + std::to_string(info.value) + ", " + std::to_string(info.low) + ", " +
            std::to_string(info.high) + ", " + std::to_string(info.step) + ", 0.002");
    }
}

void Uci::tell_compiler(std::string_view) {
    std::string text = "Skua " SKUA_VERSION ", compiled by ";
#if defined(__clang__)
    text += "clang++ " __clang_version__;
#elif defined(__GNUC__)
    text += "g++ " __VERSION__;
#else
    text += "an unknown compiler";
#endif
#if SKUA_USE_PEXT
    text += ", with PEXT";
#else
    text += ", with magics";
#endif
    text += ", network " + hexadecimal(nnue::embedded_checksum()) + " by " + nnue::kernel::Name;
#ifndef NDEBUG
    text += ", with assertions";
#endif
#ifdef SKUA_TUNE
    text += ", for tuning";
#endif
    say(text);
}

void Uci::help(std::string_view) {
    std::string text = "Commands:";
    for (const Command& command : commands()) {
        if (command.usage.empty()) { continue; }
        text += "\n  " + std::string(command.usage) + "\n      " + std::string(command.meaning);
    }
    text += "\nOptions (setoption name <name> value <value>):";
    for (const Option& option : engine_.options().all()) { text += "\n  " + option.name + ": " + option.meaning; }
    say(text);
}

}  // namespace skua
