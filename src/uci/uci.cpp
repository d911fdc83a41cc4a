#include "uci/uci.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <memory>
#include <utility>

#include "analysis/book_listing.h"
#include "analysis/book_listing_json.h"
#include "analysis/book_listing_text.h"
#include "analysis/explanation.h"
#include "analysis/explanation_json.h"
#include "analysis/explanation_text.h"
#include "analysis/position_statements.h"
#include "analysis/tablebase_facts.h"
#include "base/file.h"
#include "base/parse.h"
#include "base/platform.h"
#include "chess/fen.h"
#include "chess/perft.h"
#include "chess/san.h"
#include "chess/uci_move.h"
#include "engine/bench.h"
#include "eval/nnue/network.h"
#include "eval/nnue/simd.h"
#include "search/parameters.h"
#include "uci/diagram.h"
#include "uci/format.h"
#include "uci/go.h"

namespace skua {

namespace {

constexpr int MaxPerftDepth = 30;
constexpr int MaxPerftThreads = 256;

// Half of the memory: a larger table would push out everything else.
int max_perft_megabytes() {
    return static_cast<int>(std::min<std::size_t>(platform::physical_memory() / 2 / 1024 / 1024, 1 << 20));
}

// Each session in a log begins with this.
constexpr std::string_view LogStart = "Skua log";

// False for a file of something else, into which a log must not be written. A file that can't be read counts as empty.
bool is_empty_or_log(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string start(LogStart.size(), '\0');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    return file.gcount() == 0 || start == LogStart;
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
        {"uci", "uci", "print the name, the author and all options", &Uci::identify},
        {"isready", "isready", "answer readyok", &Uci::answer_ready},
        {"setoption", "setoption name <name> [value <value>]", "change an option; the options are listed below",
         &Uci::set_option},
        {"ucinewgame", "ucinewgame", "clear everything learned from earlier positions", &Uci::new_game},
        {"position", "position startpos|fen <fen> [moves <move>...]",
         "set up a position, for example: position startpos moves e2e4 e7e5", &Uci::set_position},
        {"go",
         "go [wtime|btime|winc|binc|movestogo|movetime|depth|nodes|mate <n>] [infinite] [ponder] [searchmoves "
         "<move>...]",
         "search for the best move and answer bestmove; times are in milliseconds", &Uci::go},
        {"stop", "stop", "end the running search, perft or bench", &Uci::stop},
        {"ponderhit", "ponderhit", "the opponent has played the expected move", &Uci::ponder_hit},
        {"d", "d", "show the board with its FEN, hash keys, checking pieces and legal moves", &Uci::draw},
        {"eval", "eval [<fen>] [--json]",
         "evaluate the position without searching: the classical terms one by one, the network piece by piece",
         &Uci::evaluate},
        {"explain", "explain [<move>...] [--json] [--nodes <n>]",
         "say what is going on: threats, what the best move does, and why these moves are worse", &Uci::explain_moves},
        {"tb", "tb [<fen>] [--json] [--path <folders>]",
         "look the position and its moves up in Syzygy tablebases: those of SyzygyPath, or of these folders",
         &Uci::look_up_tablebases},
        {"book", "book [<fen>] [--json]", "list the moves of the opening book with their weights and shares",
         &Uci::show_book},
        {"flip", "flip", "swap the colours of the position", &Uci::flip},
        {"perft", "perft <depth> [<fen>] [threads <n>] [hash <MB>]",
         "count the move sequences of this many plies, for each first move (also: go perft <depth>)",
         &Uci::count_positions},
        {"bench", "bench [<depth>] [nnue|classical]",
         "search fixed positions: the node count identifies the version, nodes per second (nps) are its speed",
         &Uci::bench},
        {"spsa", "spsa", "list the search parameters in the format of OpenBench's SPSA tuner", &Uci::list_parameters},
        {"compiler", "compiler", "show the version, how the program was built, and the checksum of its network",
         &Uci::show_build},
        {"help", "help", "show this list", &Uci::help},
        {"quit", "quit", "end the program, but finish a running perft first; stop ends that too", &Uci::quit},
        {"debug", "", "", &Uci::ignore},
        {"register", "", "", &Uci::ignore},
    };
    return list;
}

const Uci::Command* Uci::find_command(std::string_view name) {
    for (const Command& command : commands()) {
        if (command.name == name) { return &command; }
    }
    return nullptr;
}

Uci::Uci(LineWriter& output) : output_(output) {
    describe_options();
    engine_.set_notice_handler([this](const std::string& sentence) { say("info string " + sentence); });
}

Uci::~Uci() { stop_everything(); }

void Uci::describe_options() {
    // Shows the GUI that it may send `go ponder`; the engine needs no preparation for it.
    options_.add_check("Ponder", false, "the GUI may let the engine think during the opponent's turn",
                       [](bool) -> std::optional<Error> { return std::nullopt; });
    options_.add_check("UCI_Chess960", settings_.variant == Variant::Chess960,
                       "play Chess960; castling is written as king takes rook",
                       [this](bool on) -> std::optional<Error> {
                           settings_.variant = on ? Variant::Chess960 : Variant::Standard;
                           return std::nullopt;
                       });
    options_.add_check("UCI_AnalyseMode", false,
                       "analyse instead of playing: Contempt does not count, the book is not used",
                       [this](bool on) -> std::optional<Error> {
                           engine_.set_analysis_mode(on);
                           return std::nullopt;
                       });
    options_.add_check("UCI_ShowWDL", settings_.show_wdl, "show the chances of win, draw and loss in per mille");
    options_.add_check("Minimal", settings_.minimal, "show only the last info lines before the best move");
    options_.add_text("Debug Log File", "", "file for all input and output: a new one, or an older log to append to",
                      [this](const std::string& file) { return prepare_log(file); });
}

EngineCallbacks Uci::callbacks() {
    EngineCallbacks callbacks;
    callbacks.report = [this, settings = settings_](const Report& report) {
        const std::string text = format_info(report, settings.variant, settings.show_wdl);
        if (settings.minimal) {
            // The principal variations of an iteration come best first.
            held_back_ = report.multipv == 1 ? text : held_back_ + '\n' + text;
        } else {
            say(text);
        }
    };
    callbacks.current_move = [this, settings = settings_](const CurrentMove& current) {
        if (!settings.minimal) { say(format_current_move(current, settings.variant)); }
    };
    callbacks.best_move = [this, settings = settings_](const BestMove& best) {
        if (!held_back_.empty()) { say(std::exchange(held_back_, {})); }
        say(format_best_move(best, settings.variant));
    };
    return callbacks;
}

// ---------------------------------------------------------------------- the loop

void Uci::run(LineReader& input, std::optional<std::string> first) {
    announce();
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
            // Nothing can stop a search any more. A count or a benchmark is finished: scripts pipe in the command and
            // nothing else.
            end_search();
            jobs_.wait();
            return;
        }
    }
    // A count is finished, as `quit` often follows it in the same pipe.
    if (job_kind_ == JobKind::Count) { jobs_.wait(); }
    stop_everything();
}

bool Uci::run_once(std::string_view line) {
    handle(line);
    engine_.wait();
    jobs_.wait();
    return !refused_;
}

void Uci::announce() {
    if (!engine_.startup_notice().empty()) { say("info string " + engine_.startup_notice()); }
}

bool Uci::receive(std::string_view line) {
    line_read_ = Clock::now();
    if (line.size() > LineReader::MaxLength) {
        refuse("the line is too long");
    } else {
        handle(line);
    }
    if (quitting_) { stop_everything(); }
    return !quitting_;
}

void Uci::handle(std::string_view line) {
    if (log_.is_open()) {
        const std::lock_guard lock(log_mutex_);
        log_ << ">> " << line << std::endl;
    }
    refused_ = false;
    std::string_view rest = line;
    std::string_view first;
    // UCI wants unknown words before a command to be ignored.
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

void Uci::start_job(JobKind kind, JobQueue::Job job) {
    if (kind == JobKind::Count && job_kind_ == JobKind::Count) {
        end_search();
    } else {
        stop_everything();
    }
    job_kind_ = kind;
    if (!jobs_.add(std::move(job))) { refuse("too many counts are waiting, or the system has no thread for it"); }
}

void Uci::end_search() {
    engine_.stop();
    engine_.wait();
}

void Uci::stop_everything() {
    jobs_.stop();
    end_search();
}

// ---------------------------------------------------------------------- commands of UCI

void Uci::identify(std::string_view) {
    std::string text = "id name Skua " SKUA_VERSION "\nid author the Skua team\n";
    for (const Options* const options : all_options()) {
        for (const Option& option : options->all()) { text += format_option(option) + '\n'; }
    }
    say(text + "uciok");
}

void Uci::answer_ready(std::string_view) { say("readyok"); }

void Uci::ignore(std::string_view) {}

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
    const bool is_own = options_.find(name) != nullptr;
    const Result<OptionChange> change = is_own ? options_.prepare(name, value) : engine_.prepare_option(name, value);
    if (!change) { return refuse(change.error()); }
    // Every accepted change ends a search, like those of the engine's options; a refused one does not.
    if (is_own) { end_search(); }
    if (const std::optional<Error> error = (*change)()) { return refuse(error->message); }
}

Result<OptionChange> Uci::prepare_log(const std::string& file) {
    const auto log = std::make_shared<std::ofstream>();
    if (!file.empty()) {
        // Opening a named pipe would wait for its reader.
        if (exists_but_is_not_regular_file(file)) {
            return Error{"the log file " + in_quotes(file, 200) + " is not a regular file; nothing changes"};
        }
        if (!is_empty_or_log(file)) {
            return Error{"the file " + in_quotes(file, 200) +
                         " has something else in it than a log of Skua; nothing changes"};
        }
        log->open(file, std::ios::app);
        if (!log->is_open()) {
            return Error{"the log file " + in_quotes(file, 200) + " can't be written; nothing changes"};
        }
    }
    return OptionChange([this, log]() -> std::optional<Error> {
        if (log->is_open()) {
            *log << LogStart << " (version " SKUA_VERSION "): lines with >> came in, those with << went out"
                 << std::endl;
        }
        const std::lock_guard lock(log_mutex_);
        log_ = std::move(*log);
        return std::nullopt;
    });
}

void Uci::new_game(std::string_view) { engine_.new_game(); }

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
        Result<FenReading> reading = parse_fen(fen, settings_.variant);
        if (!reading) { return refuse(reading.error()); }
        game.emplace(reading->position);
        remarks = std::move(reading->remarks);
        if (!reading->chess960_rights.empty()) {
            remarks.back() += "; to keep them, set UCI_Chess960 to true before the position";
        }
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
    engine_.set_game(*std::move(game));
    say_remarks(remarks);
}

void Uci::go(std::string_view arguments) {
    std::string_view rest = arguments;
    if (next_word(rest) == "perft") { return count_positions(rest); }
    stop_everything();
    GoReading reading = parse_go(arguments, engine_.game().position());
    reading.limits.start = line_read_;
    say_remarks(reading.remarks);
    engine_.set_callbacks(callbacks());
    engine_.go(reading.limits);
}

void Uci::stop(std::string_view) { stop_everything(); }

void Uci::ponder_hit(std::string_view) { engine_.ponder_hit(); }

void Uci::quit(std::string_view) { quitting_ = true; }

// ---------------------------------------------------------------------- commands for people and scripts

void Uci::count_positions(std::string_view arguments) {
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
    const auto count = [this, position, depth = *depth, options, stopped, variant = settings_.variant] {
        const PerftReport report = perft_divide(position, depth, options);
        std::string text;
        for (const PerftReport::Line& line : report.lines) {
            text += to_uci(line.move, variant) + ": " + std::to_string(line.nodes) + '\n';
        }
        if (report.stopped) { text += "info string stopped: the counts are incomplete\n"; }
        say(text + "\nNodes searched: " + std::to_string(report.nodes));
    };
    start_job(JobKind::Count, {count, [stopped] { *stopped = true; }});
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
    } catch (const std::exception&) { return refuse("there is not enough memory, or no thread, for another engine"); }
    const auto run = [this, depth = depth.value_or(BenchDepth), bench] {
        const BenchReport report = bench->run(depth, [this](std::string_view line) { say(line); });
        if (report.stopped) { return say("info string stopped: bench is incomplete"); }
        if (const CacheStatistics& cache = report.pawn_cache; cache.probes > 0) {
            say("Pawn cache: " + std::to_string(cache.hits * 100 / cache.probes) + " % hits in " +
                std::to_string(cache.probes) + " probes");
        }
        say("=== Benchmark complete: " + std::to_string(report.nodes) + " nodes " + std::to_string(report.nps()) +
            " nps");
    };
    start_job(JobKind::Bench, {run, [bench] { bench->stop(); }});
}

std::optional<Uci::Subject> Uci::read_subject(std::string_view arguments) {
    std::string fen;
    Subject subject;
    for (const std::string_view word : split_words(arguments)) {
        if (word == "--json") {
            subject.json = true;
        } else {
            fen += std::string(word) + ' ';
        }
    }
    if (fen.empty()) {
        subject.game = engine_.game();
        return subject;
    }
    const Result<FenReading> reading = parse_fen(fen, Variant::Chess960);
    if (!reading) {
        refuse(reading.error());
        return std::nullopt;
    }
    if (!subject.json) { say_remarks(reading->remarks); }
    subject.game = Game(reading->position);
    return subject;
}

void Uci::evaluate(std::string_view arguments) {
    const std::optional<Subject> subject = read_subject(arguments);
    if (!subject) { return; }
    if (engine_.network() == nullptr) { return refuse("eval needs a network: " + engine_.startup_notice()); }
    const Explanation explanation = explain(subject->game.position(), engine_.evaluator_kind(), *engine_.network());
    say(subject->json ? to_json(explanation).text() : to_text(explanation));
}

void Uci::explain_moves(std::string_view arguments) {
    const Game& game = engine_.game();
    std::vector<Move> moves;
    bool json = false;
    AnalysisSettings settings;
    std::string_view rest = arguments;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        if (word == "--json") {
            json = true;
        } else if (word == "--nodes") {
            settings.nodes = parse_integer<std::uint64_t>(next_word(rest));
            if (settings.nodes.value_or(0) == 0) { return refuse("--nodes needs a number of nodes for each search"); }
        } else {
            const Result<Move> move = parse_san(game.position(), word);
            if (!move) { return refuse(move.error()); }
            moves.push_back(*move);
        }
    }
    // An engine of its own, so that the answer does not depend on what was searched before.
    std::shared_ptr<Engine> engine;
    try {
        engine = std::make_shared<Engine>();
    } catch (const std::exception&) { return refuse("there is not enough memory, or no thread, for another engine"); }
    for (const std::string_view name : {"EvalFile", "Evaluation", "SyzygyPath", "Syzygy50MoveRule"}) {
        const Option* const option = engine_.options().find(name);
        if (auto problem = engine->set_option(name, option->value())) { return refuse(problem->message); }
    }
    const auto stopped = std::make_shared<std::atomic<bool>>(false);
    const auto run = [this, engine, stopped, game, moves, json, settings, variant = settings_.variant] {
        const auto explained = explain_position(*engine, game, moves, settings, [stopped] { return stopped->load(); });
        if (!explained) { return say("info string stopped: nothing is explained"); }
        say(json ? to_json(*explained, variant).text() : to_text(*explained));
    };
    start_job(JobKind::Explanation, {run, [stopped] { *stopped = true; }});
}

void Uci::show_book(std::string_view arguments) {
    const std::optional<Subject> subject = read_subject(arguments);
    if (!subject) { return; }
    const Result<std::shared_ptr<const book::Book>> book = engine_.book();
    if (!book) { return refuse(book.error()); }
    const BookListing listing = list_book_moves(**book, engine_.book_name(), subject->game, settings_.variant);
    say(subject->json ? to_json(listing).text() : to_text(listing));
}

void Uci::look_up_tablebases(std::string_view arguments) {
    constexpr std::string_view PathWord = "--path";
    // The path is the rest of the line: it may contain blanks.
    std::string_view rest = arguments;
    std::string path;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        if (word != PathWord) { continue; }
        path = trim(rest);
        if (path.empty()) { return refuse("--path needs a list of folders"); }
        arguments = arguments.substr(0, static_cast<std::size_t>(word.data() - arguments.data()));
        break;
    }
    const std::optional<Subject> subject = read_subject(arguments);
    if (!subject) { return; }

    std::shared_ptr<const tablebase::Tables> tables = engine_.tablebases();
    if (const char* const variable = std::getenv("SYZYGY_PATH"); path.empty() && !tables && variable != nullptr) {
        path = variable;
    }
    if (!path.empty()) {
        const auto given =
            std::make_shared<tablebase::Tables>([this](const std::string& problem) { say("info string " + problem); });
        const tablebase::Tables::PathReading reading = given->add_path(path);
        if (!reading.problems.empty()) { return refuse(reading.problems.front()); }
        tables = given;
    }
    if (!tables) { return refuse("tb needs tables: set the option SyzygyPath, or add --path <folders>"); }
    const bool fifty_move_rule = engine_.options().find("Syzygy50MoveRule")->value() == "true";
    const Result<TablebaseFacts> facts = look_up(*tables, subject->game, fifty_move_rule);
    if (!facts) { return refuse(facts.error()); }
    say(subject->json ? to_json(*facts).text() : to_text(*facts));
}

void Uci::draw(std::string_view) { say(diagram(engine_.game().position(), settings_.variant)); }

void Uci::flip(std::string_view) { engine_.set_game(Game(engine_.game().position().flipped())); }

void Uci::list_parameters(std::string_view) {
    for (const ParameterInfo& info : ParameterTable) {
        say(std::string(info.name) + ", int, " + std::to_string(info.value) + ", " + std::to_string(info.low) + ", " +
            std::to_string(info.high) + ", " + std::to_string(info.step) + ", 0.002");
    }
}

void Uci::show_build(std::string_view) {
    std::string text = "Skua " SKUA_VERSION ", compiled by ";
#if defined(__clang__)
    text += "clang++ " __clang_version__;
#elif defined(__GNUC__)
    text += "g++ " __VERSION__;
#else
    text += "an unknown compiler";
#endif
#if SKUA_USE_PEXT
    text += "; slider attacks: PEXT";
#else
    text += "; slider attacks: magic multiplication";
#endif
    text += "; network " + hexadecimal(nnue::embedded_checksum()) + ", computed with " + nnue::kernel::Name;
#ifndef NDEBUG
    text += "; with assertions";
#endif
#ifdef SKUA_TUNE
    text += "; search parameters are options";
#endif
    say(text);
}

void Uci::help(std::string_view) {
    std::string text =
        "Type a command, or start the program with one command as its arguments (skua bench).\n"
        "skua xboard speaks the XBoard protocol instead of UCI.\n"
        "Commands:";
    for (const Command& command : commands()) {
        if (command.usage.empty()) { continue; }
        text += "\n  " + std::string(command.usage) + "\n      " + std::string(command.meaning);
    }
    text += "\nOptions (setoption name <name> value <value>):";
    for (const Options* const options : all_options()) {
        for (const Option& option : options->all()) {
            text += "\n  " + option.name + ": " + option.meaning;
            if (const std::string value = option.value(); !value.empty()) { text += " (now: " + value + ')'; }
        }
    }
    say(text);
}

}  // namespace skua
