#include "xboard/xboard.h"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "analysis/book_listing.h"
#include "analysis/book_listing_text.h"
#include "base/parse.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci_move.h"
#include "xboard/format.h"

namespace skua {

namespace {

constexpr std::size_t MaxDeferred = 10000;
constexpr std::string_view NotLegalNow = "command not legal now";

// Options for which the protocol has commands of its own, `memory` and `cores`: not offered as options too.
constexpr std::string_view MemoryOption = "Hash";
constexpr std::string_view CoresOption = "Threads";

bool is_offered(const Option& option) { return option.name != MemoryOption && option.name != CoresOption; }

// Text from the input, made safe to be part of an output line.
std::string printable(std::string_view text) {
    const std::string with_quotes = in_quotes(trim(text));
    return with_quotes.substr(1, with_quotes.size() - 2);
}

// True for anything that is written like a move, legal or not.
bool looks_like_move(std::string_view word) {
    if (word == "O-O" || word == "O-O-O") { return true; }
    return word.size() >= 4 && square_from_string(word.substr(0, 2)) && square_from_string(word.substr(2, 2));
}

Milliseconds milliseconds_between(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(end - begin).count();
}

}  // namespace

struct XBoard::Command {
    std::string_view name;
    void (XBoard::*handler)(std::string_view arguments);
    bool waits = false;  // until the engine has moved
};

const std::vector<XBoard::Command>& XBoard::commands() {
    static const std::vector<Command> list{
        {"xboard", &XBoard::ignore},
        {"protover", &XBoard::offer_features},
        {"accepted", &XBoard::ignore},
        {"rejected", &XBoard::ignore},
        {"new", &XBoard::new_game},
        {"variant", &XBoard::set_variant},
        {"quit", &XBoard::quit},
        {"random", &XBoard::ignore},
        {"force", &XBoard::force},
        {"go", &XBoard::go},
        {"playother", &XBoard::play_other},
        {"white", &XBoard::white_to_move},
        {"black", &XBoard::black_to_move},
        {"level", &XBoard::set_level},
        {"st", &XBoard::set_time_per_move},
        {"sd", &XBoard::set_depth},
        {"nps", &XBoard::ignore},
        {"time", &XBoard::set_engine_time},
        {"otim", &XBoard::set_opponent_time},
        {"usermove", &XBoard::user_move},
        {"?", &XBoard::move_now},
        {"ping", &XBoard::ping, true},
        {"draw", &XBoard::ignore},
        {"result", &XBoard::end_game},
        {"setboard", &XBoard::set_board},
        {"hint", &XBoard::hint},
        {"bk", &XBoard::show_book},
        {"undo", &XBoard::undo},
        {"remove", &XBoard::remove},
        {"hard", &XBoard::hard},
        {"easy", &XBoard::easy},
        {"post", &XBoard::post},
        {"nopost", &XBoard::no_post},
        {"analyze", &XBoard::analyze},
        {"exit", &XBoard::exit_analysis},
        {".", &XBoard::show_status},
        {"name", &XBoard::ignore},
        {"rating", &XBoard::ignore},
        {"ics", &XBoard::ignore},
        {"computer", &XBoard::ignore},
        {"memory", &XBoard::set_memory, true},
        {"cores", &XBoard::set_cores, true},
        {"option", &XBoard::set_option, true},
        {"egtpath", &XBoard::set_tablebase_path, true},
    };
    return list;
}

const XBoard::Command* XBoard::find_command(std::string_view name) {
    for (const Command& command : commands()) {
        if (command.name == name) { return &command; }
    }
    return nullptr;
}

XBoard::XBoard(LineWriter& output) : output_(output) {
    engine_.set_notice_handler([this](const std::string& sentence) { say("# " + sentence); });
}

XBoard::~XBoard() {
    engine_.stop();
    engine_.wait();
}

// ---------------------------------------------------------------------- the loop

void XBoard::run(LineReader& input) {
    if (!engine_.startup_notice().empty()) { say("# " + engine_.startup_notice()); }
    quitting_ = false;
    // Ends by itself: with the line that ends the loop below.
    std::thread reader([this, &input] {
        bool last = false;
        while (!last) {
            InputLine line;
            line.outcome = input.next(line.text);
            line.read = Clock::now();
            std::string_view text = line.text;
            last = line.outcome == LineReader::Outcome::End || next_word(text) == "quit";
            mailbox_.put(std::move(line));
        }
    });
    while (!quitting_) {
        std::visit([this](const auto& message) { handle(message); }, mailbox_.take());
    }
    reader.join();
    deferred_.clear();
    abandon_search();
}

void XBoard::handle(const InputLine& line) {
    line_read_ = line.read;
    line_ = "";
    switch (line.outcome) {
        case LineReader::Outcome::Line: return handle(std::string_view(line.text));
        case LineReader::Outcome::TooLong: return refuse("line too long");
        case LineReader::Outcome::End:
            // Nothing can end the thinking any more, but the GUI may still read the move.
            move_now("");
            quitting_ = true;
            return;
    }
}

void XBoard::handle(std::string_view line) {
    line_ = line;
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word.empty()) { return; }
    const Command* const command = find_command(word);
    if (command == nullptr) {
        // Moves may come without a command.
        if (looks_like_move(word) || parse_move(word)) { return user_move(line); }
        say("Error (unknown command): " + printable(line));
    } else if (command->waits && activity_ == Activity::Thinking) {
        if (deferred_.size() >= MaxDeferred) { return refuse("too many commands while thinking"); }
        deferred_.emplace_back(line);
    } else {
        (this->*command->handler)(rest);
    }
}

void XBoard::handle(const SearchMessage& message) {
    if (message.search != search_) { return; }
    if (const auto* const report = std::get_if<Report>(&message.content)) {
        last_report_ = *report;
        if (post_ || activity_ == Activity::Analysing) {
            say(thinking_line(*report, variant_, activity_ == Activity::Pondering ? expected_ : Move::none()));
        }
    } else if (const auto* const current = std::get_if<CurrentMove>(&message.content)) {
        current_move_ = *current;
    } else if (activity_ == Activity::Thinking) {
        play_best_move(std::get<BestMove>(message.content));
    } else {
        early_best_move_ = std::get<BestMove>(message.content);
    }
}

void XBoard::say(std::string_view text) { output_.write(text); }

void XBoard::refuse(std::string_view reason) { say("Error (" + std::string(reason) + "): " + printable(line_)); }

void XBoard::carry_out_deferred() {
    const std::string_view present = line_;
    // None of them starts to think, so none is deferred again.
    for (const std::string& line : std::exchange(deferred_, {})) { handle(line); }
    line_ = present;
}

// ---------------------------------------------------------------------- the game

Result<Move> XBoard::parse_move(std::string_view text) const {
    const Position& position = game_.position();
    Result<Move> move = parse_uci_move(position, text);
    // Castling as O-O, and other moves as people write them.
    return move ? move : parse_san(position, text);
}

void XBoard::replace_game(Game game) {
    game_ = std::move(game);
    expected_ = Move::none();
    draw_claimed_ = false;
}

bool XBoard::claim_result() {
    const GameState state = game_.state();
    if (state == GameState::Ongoing) { return false; }
    if (state != GameState::Checkmate && state != GameState::Stalemate && std::exchange(draw_claimed_, true)) {
        return false;
    }
    say(result_line(game_));
    return true;
}

void XBoard::continue_game() {
    if (analysing_) { return analyse_position(); }
    if (!engine_color_ || claim_result()) { return; }
    if (*engine_color_ == side_to_move()) { think(); }
}

void XBoard::play_best_move(const BestMove& best) {
    activity_ = Activity::Idle;
    if (!best.move.is_none()) {
        const Color us = side_to_move();
        say("move " + to_cecp(best.move, variant_));
        game_.play(best.move);
        clock_.engine_moved(game_, us, milliseconds_between(turn_began_, Clock::now()));
        expected_ = game_.position().is_legal(best.ponder) ? best.ponder : Move::none();
    }
    const bool over = claim_result();
    carry_out_deferred();
    if (!over) { ponder(); }
}

// ---------------------------------------------------------------------- searching

void XBoard::start_search(const Game& game, const Limits& limits, Activity activity) {
    const std::uint64_t search = ++search_;
    EngineCallbacks callbacks;
    callbacks.report = [this, search](const Report& report) { mailbox_.put(SearchMessage{search, report}); };
    callbacks.current_move = [this, search](const CurrentMove& current) {
        mailbox_.put(SearchMessage{search, current});
    };
    callbacks.best_move = [this, search](const BestMove& best) { mailbox_.put(SearchMessage{search, best}); };
    last_report_ = {};
    current_move_ = {};
    early_best_move_.reset();
    activity_ = activity;
    engine_.set_callbacks(std::move(callbacks));
    engine_.set_game(game);
    engine_.go(limits);
}

void XBoard::think() {
    turn_began_ = line_read_;
    start_search(game_, clock_.limits(game_, line_read_), Activity::Thinking);
}

void XBoard::ponder() {
    if (!pondering_on_ || !engine_color_ || *engine_color_ == side_to_move() || expected_.is_none()) { return; }
    Game game = game_;
    game.play(expected_);
    if (game.state() != GameState::Ongoing) { return; }
    Limits limits = clock_.limits(game, Clock::now());
    limits.ponder = true;
    start_search(game, limits, Activity::Pondering);
}

void XBoard::analyse_position() {
    Limits limits;
    limits.infinite = true;
    limits.start = analysis_began_ = Clock::now();
    start_search(game_, limits, Activity::Analysing);
}

void XBoard::abandon_search() {
    engine_.stop();
    engine_.wait();
    ++search_;
    activity_ = Activity::Idle;
    carry_out_deferred();
}

void XBoard::leave_analysis() {
    abandon_search();
    analysing_ = false;
    engine_.set_analysis_mode(false);
}

void XBoard::change_option(std::string_view name, std::string_view value) {
    const Result<OptionChange> change = engine_.prepare_option(name, value);
    if (!change) { return refuse(change.error()); }
    // The engine is not thinking now, but may ponder or analyse.
    const Activity activity = activity_;
    abandon_search();
    if (const std::optional<Error> error = (*change)()) { refuse(error->message); }
    if (activity == Activity::Pondering) { ponder(); }
    if (activity == Activity::Analysing) { analyse_position(); }
}

// ---------------------------------------------------------------------- commands: setting up

void XBoard::ignore(std::string_view) {}

void XBoard::offer_features(std::string_view arguments) {
    const auto version = parse_clamped<int>(next_word(arguments));
    if (!version || *version < 2) { return; }
    std::string text =
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1\n"
        "feature analyze=1 myname=\"Skua " SKUA_VERSION
        "\" variants=\"normal,fischerandom\" colors=0 ics=0\n"
        "feature name=0 pause=0 nps=0 debug=0 memory=1 smp=1 egt=\"syzygy\" exclude=0 "
        "setscore=0\n";
    for (const Option& option : engine_.options().all()) {
        if (is_offered(option)) { text += option_feature(option) + '\n'; }
    }
    say(text + "feature done=1");
}

void XBoard::new_game(std::string_view) {
    abandon_search();
    engine_.new_game();
    replace_game(Game());
    position_unknown_ = false;
    variant_ = Variant::Standard;
    clock_.restart();
    clock_.set_depth(std::nullopt);
    if (analysing_) { return analyse_position(); }
    engine_color_ = Color::Black;
}

void XBoard::set_variant(std::string_view arguments) {
    const std::string_view name = next_word(arguments);
    if (name != "normal" && name != "fischerandom") { return refuse("unsupported variant"); }
    variant_ = name == "normal" ? Variant::Standard : Variant::Chess960;
}

void XBoard::set_board(std::string_view arguments) {
    abandon_search();
    const Result<FenReading> reading = parse_fen(trim(arguments), variant_);
    if (!reading) {
        // The GUI now shows a board that the engine does not have.
        position_unknown_ = true;
        return say("tellusererror Illegal position: " + reading.error());
    }
    position_unknown_ = false;
    replace_game(Game(reading->position));
    if (analysing_) { analyse_position(); }
}

void XBoard::set_memory(std::string_view arguments) {
    set_within_range(MemoryOption, next_word(arguments), "needs a number of megabytes");
}

void XBoard::set_cores(std::string_view arguments) {
    set_within_range(CoresOption, next_word(arguments), "needs a number of processors");
}

void XBoard::set_tablebase_path(std::string_view arguments) {
    // XBoard names every format that it has a path for; only this one is offered.
    if (next_word(arguments) == "syzygy") { change_option("SyzygyPath", trim(arguments)); }
}

void XBoard::set_within_range(std::string_view name, std::string_view number, std::string_view complaint) {
    const auto& range = std::get<SpinOption>(engine_.options().find(name)->kind);
    const auto wanted = parse_clamped<std::int64_t>(number);
    if (!wanted) { return refuse(complaint); }
    change_option(name, std::to_string(std::clamp(*wanted, range.low, range.high)));
}

void XBoard::set_option(std::string_view arguments) {
    const std::size_t sign = std::min(arguments.find('='), arguments.size());
    const Option* const option = engine_.options().find(trim(arguments.substr(0, sign)));
    if (option == nullptr || !is_offered(*option)) { return refuse("unknown option"); }
    std::string_view value = trim(arguments.substr(std::min(sign + 1, arguments.size())));
    if (std::holds_alternative<CheckOption>(option->kind) && (value == "1" || value == "0")) {
        value = value == "1" ? "true" : "false";
    }
    change_option(option->name, value);
}

void XBoard::post(std::string_view) { post_ = true; }

void XBoard::no_post(std::string_view) { post_ = false; }

void XBoard::hard(std::string_view) { pondering_on_ = true; }

void XBoard::easy(std::string_view) {
    pondering_on_ = false;
    if (activity_ == Activity::Pondering) { abandon_search(); }
}

void XBoard::ping(std::string_view arguments) { say("pong " + printable(arguments)); }

void XBoard::quit(std::string_view) { quitting_ = true; }

// ---------------------------------------------------------------------- commands: clocks

void XBoard::set_level(std::string_view arguments) {
    if (!clock_.set_level(arguments, game_)) { refuse("needs moves, minutes and increment"); }
}

void XBoard::set_time_per_move(std::string_view arguments) {
    const std::optional<Milliseconds> time = parse_seconds(next_word(arguments));
    if (!time) { return refuse("needs a number of seconds"); }
    clock_.set_time_per_move(*time);
}

void XBoard::set_depth(std::string_view arguments) {
    const auto depth = parse_clamped<Depth>(next_word(arguments));
    if (!depth) { return refuse("needs a number of plies"); }
    clock_.set_depth(std::clamp(*depth, 1, MaxPly - 1));
}

void XBoard::set_engine_time(std::string_view arguments) {
    const auto centiseconds = parse_clamped<std::int32_t>(next_word(arguments));
    if (!centiseconds) { return refuse("needs a number of centiseconds"); }
    clock_.set_engine_time(Milliseconds{*centiseconds} * 10);
}

void XBoard::set_opponent_time(std::string_view arguments) {
    const auto centiseconds = parse_clamped<std::int32_t>(next_word(arguments));
    if (!centiseconds) { return refuse("needs a number of centiseconds"); }
    clock_.set_opponent_time(Milliseconds{*centiseconds} * 10);
}

// ---------------------------------------------------------------------- commands: playing

void XBoard::force(std::string_view) {
    leave_analysis();
    engine_color_.reset();
}

void XBoard::go(std::string_view) {
    if (activity_ == Activity::Thinking) { return; }
    if (position_unknown_) { return refuse(NotLegalNow); }
    leave_analysis();
    engine_color_ = side_to_move();
    // A draw might be claimed, but the user wants the engine to play.
    if (has_legal_move(game_.position())) { return think(); }
    claim_result();
}

void XBoard::play_other(std::string_view) {
    leave_analysis();
    engine_color_ = ~side_to_move();
    ponder();
}

void XBoard::set_side_to_move(Color color) {
    Setup setup = game_.position().setup();
    setup.side_to_move = color;
    setup.en_passant_square = Square::None;
    const bool changes = side_to_move() != color;
    const Result<Position> position = Position::from_setup(setup);
    if (changes && !position) { return refuse(position.error()); }
    leave_analysis();
    engine_color_ = ~color;
    // The earlier moves are dropped: they would have led to the other side's turn.
    if (changes) { replace_game(Game(*position)); }
}

void XBoard::white_to_move(std::string_view) { set_side_to_move(Color::White); }

void XBoard::black_to_move(std::string_view) { set_side_to_move(Color::Black); }

void XBoard::user_move(std::string_view arguments) {
    const std::string_view word = next_word(arguments);
    if (activity_ == Activity::Thinking) { return refuse(NotLegalNow); }
    const Result<Move> move = parse_move(word);
    if (!move || position_unknown_) { return say("Illegal move: " + printable(word)); }
    if (activity_ == Activity::Pondering && *move == expected_) {
        game_.play(*move);
        expected_ = Move::none();
        turn_began_ = line_read_;
        activity_ = Activity::Thinking;
        if (early_best_move_) { return play_best_move(*early_best_move_); }
        return engine_.ponder_hit();
    }
    abandon_search();
    game_.play(*move);
    expected_ = Move::none();
    continue_game();
}

void XBoard::move_now(std::string_view) {
    if (activity_ != Activity::Thinking) { return; }
    engine_.stop();
    engine_.wait();
    // The move is made before the next command is looked at.
    while (const std::optional<SearchMessage> message = mailbox_.take_search_message()) {
        const bool last = message->search == search_ && std::holds_alternative<BestMove>(message->content);
        handle(*message);
        if (last) { return; }
    }
}

void XBoard::end_game(std::string_view) {
    if (analysing_) { return; }
    abandon_search();
    engine_color_.reset();
}

void XBoard::undo(std::string_view) {
    if (game_.ply() < 1 || position_unknown_) { return refuse(NotLegalNow); }
    abandon_search();
    game_.undo();
    expected_ = Move::none();
    draw_claimed_ = false;
    if (analysing_) { analyse_position(); }
}

void XBoard::remove(std::string_view) {
    if (game_.ply() < 2 || position_unknown_) { return refuse(NotLegalNow); }
    const bool thinking = activity_ == Activity::Thinking;
    abandon_search();
    game_.undo();
    game_.undo();
    expected_ = Move::none();
    draw_claimed_ = false;
    if (analysing_) { return analyse_position(); }
    if (thinking) { think(); }
}

void XBoard::hint(std::string_view) {
    if (activity_ == Activity::Analysing && !last_report_.pv.empty()) {
        return say("Hint: " + to_cecp(last_report_.pv.front(), variant_));
    }
    if (!expected_.is_none()) { say("Hint: " + to_cecp(expected_, variant_)); }
}

void XBoard::show_book(std::string_view) {
    // The protocol wants lines that begin with a tab or a blank, and an empty line at the end.
    const Result<std::shared_ptr<const book::Book>> book = engine_.book();
    std::string text = book ? to_text(list_book_moves(**book, engine_.book_name(), game_, variant_)) : book.error();
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 2)) {
        text.insert(end + 1, 1, '\t');
    }
    say('\t' + text + '\n');
}

// ---------------------------------------------------------------------- commands: analysing

void XBoard::analyze(std::string_view) {
    if (analysing_) { return; }
    if (position_unknown_) { return refuse(NotLegalNow); }
    abandon_search();
    engine_color_.reset();
    analysing_ = true;
    engine_.set_analysis_mode(true);
    analyse_position();
}

void XBoard::exit_analysis(std::string_view) {
    if (!analysing_) { return refuse(NotLegalNow); }
    leave_analysis();
}

void XBoard::show_status(std::string_view) {
    if (activity_ != Activity::Analysing) { return; }
    const int moves = count_legal_moves(game_.position());
    std::string text = "stat01: " + std::to_string(milliseconds_between(analysis_began_, Clock::now()) / 10) + ' ' +
                       std::to_string(last_report_.nodes) + ' ' + std::to_string(last_report_.depth) + ' ' +
                       std::to_string(std::max(moves - current_move_.number, 0)) + ' ' + std::to_string(moves);
    if (!current_move_.move.is_none()) { text += ' ' + to_cecp(current_move_.move, variant_); }
    say(text);
}

}  // namespace skua
