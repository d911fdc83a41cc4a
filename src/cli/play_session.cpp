#include "cli/play_session.h"

#include <utility>

#include "analysis/position_statements.h"
#include "analysis/statement_text.h"
#include "base/console.h"
#include "base/output_file.h"
#include "base/parse.h"
#include "chess/pgn.h"
#include "chess/san.h"
#include "cli/calendar.h"
#include "engine/strength.h"

namespace skua::cli {

namespace {

// For hints and explanations: a moment's thought.
constexpr std::uint64_t AdviceNodes = 200'000;
// Skua takes a draw when it does not expect more than this.
constexpr ExpectedPoints DrawPoints = 52;
constexpr int FirstDrawPly = 20;

// Waits for the engine's move.
Move best_move(Engine& engine, const Game& game, Milliseconds move_time) {
    Move best;
    EngineCallbacks callbacks;
    callbacks.best_move = [&best](const BestMove& found) { best = found.move; };
    engine.set_callbacks(std::move(callbacks));
    engine.set_game(game);
    Limits limits;
    limits.move_time = move_time;
    engine.go(limits);
    engine.wait();
    engine.set_callbacks({});
    return best;
}

AnalysisSettings advice_settings() {
    AnalysisSettings settings;
    settings.nodes = AdviceNodes;
    return settings;
}

std::string end_sentence(GameState state, Color loser) {
    switch (state) {
        case GameState::Checkmate: return loser == Color::White ? "Checkmate: Black wins." : "Checkmate: White wins.";
        case GameState::Stalemate: return "Stalemate: the game is drawn.";
        case GameState::Repetition: return "The position has occurred three times: the game is drawn.";
        case GameState::FiftyMoves: return "Fifty moves without a capture or a pawn move: the game is drawn.";
        case GameState::InsufficientMaterial: return "Nobody has enough material left to mate: the game is drawn.";
        case GameState::Ongoing: break;
    }
    return "";
}

}  // namespace

struct PlaySession::Command {
    std::string_view name;
    std::string_view usage;
    std::string_view meaning;
    void (PlaySession::*handler)(std::string_view arguments);
};

const std::vector<PlaySession::Command>& PlaySession::commands() {
    static const std::vector<Command> list{
        {"hint", "hint", "a good move", &PlaySession::give_hint},
        {"undo", "undo", "take your last move back", &PlaySession::take_back},
        {"explain", "explain [move]", "what is going on here, or what a move does", &PlaySession::explain},
        {"why", "why", "what was good or bad about your last move", &PlaySession::explain_last},
        {"level", "level <n>", "how well Skua plays, from 0 to 20", &PlaySession::change_level},
        {"side", "side", "change sides", &PlaySession::change_side},
        {"draw", "draw", "offer a draw", &PlaySession::offer_draw},
        {"resign", "resign", "give the game up", &PlaySession::resign},
        {"new", "new", "begin again", &PlaySession::start_again},
        {"board", "board", "show the board", &PlaySession::show_board},
        {"flip", "flip", "turn the board", &PlaySession::flip},
        {"moves", "moves", "the moves so far", &PlaySession::list_moves},
        {"help", "help", "this list", &PlaySession::help},
        {"quit", "quit", "leave; the game is saved", &PlaySession::quit},
    };
    return list;
}

PlaySession::PlaySession(PlaySettings settings, Streams& streams)
    : settings_(std::move(settings)), streams_(streams), game_(settings_.start), view_(settings_.side) {}

// ---------------------------------------------------------------------- the conversation

void PlaySession::say(const std::string& text) { streams_.output << text << '\n' << std::flush; }

void PlaySession::prompt() {
    const Position& position = game_.position();
    const std::string number =
        std::to_string(position.fullmove_number()) + (position.side_to_move() == Color::White ? "." : "...");
    streams_.output << (is_over_ ? "Game over (new, quit): " : "Your move, " + number + ' ') << std::flush;
}

int PlaySession::run() {
    if (const std::optional<Error> error = set_up(engine_, settings_.engine, streams_)) {
        streams_.errors << "skua: " << error->message << '\n';
        return Failed;
    }
    engine_.set_option("Skill Level", std::to_string(settings_.level));
    say("You play " + std::string(settings_.side == Color::White ? "White" : "Black") +
        ". Type a move (e4, Nf3, e2e4) or help.");
    show_board("");
    look_for_end();
    reply();
    LineReader input(streams_.input);
    std::string line;
    while (!wants_to_leave_) {
        prompt();
        const LineReader::Outcome outcome = input.next(line);
        if (outcome == LineReader::Outcome::End) {
            say("");
            break;
        }
        if (outcome == LineReader::Outcome::Line) { handle(line); }
    }
    if (can_save_ && game_.ply() > 0) { say("The game is in " + settings_.pgn + '.'); }
    return streams_.output ? Done : Failed;
}

void PlaySession::handle(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word.empty()) { return; }
    for (const Command& command : commands()) {
        if (equals_ignoring_case(word, command.name)) { return (this->*command.handler)(trim(rest)); }
    }
    if (is_over_) { return say("The game is over: new begins another, quit leaves, undo takes a move back."); }
    const Result<Move> move = parse_san(game_.position(), trim(line));
    if (!move) { return say(move.error() + "; help lists the commands."); }
    play_move(*move);
    reply();
}

// ---------------------------------------------------------------------- the game

void PlaySession::play_move(Move move) {
    game_.play(move);
    save();
    look_for_end();
}

void PlaySession::reply() {
    if (is_over_ || is_persons_turn()) { return; }
    streams_.output << "Skua thinks ..." << std::flush;
    const Position before = game_.position();
    const Move move = best_move(engine_, game_, settings_.move_time);
    streams_.output << (streams_.is_interactive ? "\r\x1b[K" : "\n");
    say("Skua plays " + line_text(before, {move}, 1));
    game_.play(move);
    save();
    show_board("");
    look_for_end();
}

void PlaySession::look_for_end() {
    const GameState state = game_.state();
    if (state != GameState::Ongoing) { end(game_.result(), end_sentence(state, game_.position().side_to_move())); }
}

void PlaySession::end(GameResult result, const std::string& sentence) {
    result_ = result;
    is_over_ = true;
    if (!is_persons_turn()) { show_board(""); }
    save();
    say(sentence);
}

void PlaySession::save() {
    if (!can_save_) { return; }
    PgnGame game;
    game.tags.set("Event", "Game in the terminal");
    game.tags.set("Date", now_text("%Y.%m.%d"));
    game.tags.set("Round", "-");
    const std::string skua = engine_name() + " (level " + std::to_string(settings_.level) + ')';
    game.tags.set("White", settings_.side == Color::White ? "You" : skua);
    game.tags.set("Black", settings_.side == Color::Black ? "You" : skua);
    game.variant = settings_.variant;
    game.start = game_.start();
    game.result = result_;
    for (const Move move : game_.moves()) { game.line.moves.push_back({move, {}, "", {}}); }
    Result<std::unique_ptr<OutputFile>> file = OutputFile::create(settings_.pgn);
    std::optional<Error> error;
    if (file) {
        write_pgn((*file)->stream(), game);
        error = (*file)->finish();
    } else {
        error = Error{file.error()};
    }
    if (!error) { return; }
    can_save_ = false;
    say("The game can't be saved: " + error->message);
}

// ---------------------------------------------------------------------- commands

void PlaySession::show_board(std::string_view) {
    const Move last = game_.moves().empty() ? Move::none() : game_.moves().back();
    say('\n' + board_text(game_.position(), view_, last, settings_.style));
}

void PlaySession::flip(std::string_view) {
    view_ = ~view_;
    show_board("");
}

Engine& PlaySession::adviser() {
    if (!adviser_) {
        adviser_ = std::make_unique<Engine>();
        set_up(*adviser_, settings_.engine, streams_);
    }
    return *adviser_;
}

void PlaySession::give_hint(std::string_view) {
    if (is_over_) { return say("The game is over."); }
    PositionSearch search(adviser());
    const std::optional<SearchedPosition> found = search.run(game_, advice_settings().limits(), 1);
    if (!found || found->lines.empty()) { return say("There is no move."); }
    say("Try " + to_san(game_.position(), found->lines[0].first()) + '.');
}

void PlaySession::take_back(std::string_view) {
    // Skua's answer goes with it.
    int plies = 0;
    for (Color mover = ~game_.position().side_to_move(); plies < game_.ply(); mover = ~mover) {
        ++plies;
        if (mover == settings_.side) { break; }
    }
    const bool found = plies > 0 && game_.position_before(plies).side_to_move() == settings_.side;
    if (!found) { return say("There is no move of yours to take back."); }
    for (int i = 0; i < plies; ++i) { game_.undo(); }
    result_ = GameResult::Unfinished;
    is_over_ = false;
    save();
    show_board("");
}

void PlaySession::explain(std::string_view arguments) {
    std::vector<Move> moves;
    if (!arguments.empty()) {
        const Result<Move> move = parse_san(game_.position(), arguments);
        if (!move) { return say(move.error() + '.'); }
        moves.push_back(*move);
    }
    const std::optional<PositionStatements> explained = explain_position(adviser(), game_, moves, advice_settings());
    if (explained) { say(to_text(*explained)); }
}

void PlaySession::explain_last(std::string_view) {
    Game before = game_;
    while (before.ply() > 0) {
        const Move move = before.moves().back();
        before.undo();
        if (before.position().side_to_move() != settings_.side) { continue; }
        const std::optional<PositionStatements> explained =
            explain_position(adviser(), before, {move}, advice_settings());
        if (explained) { say(to_text(*explained)); }
        return;
    }
    say("You have made no move yet.");
}

void PlaySession::change_level(std::string_view arguments) {
    const std::optional<int> level = parse_integer<int>(arguments);
    if (!level || *level < 0 || *level > MaxSkillLevel) {
        return say("The level is " + std::to_string(settings_.level) + "; level takes a number from 0 to " +
                   std::to_string(MaxSkillLevel) + '.');
    }
    settings_.level = *level;
    engine_.set_option("Skill Level", std::to_string(*level));
    say("Skua plays at level " + std::to_string(*level) + " now.");
}

void PlaySession::change_side(std::string_view) {
    settings_.side = ~settings_.side;
    view_ = settings_.side;
    say("You play " + std::string(settings_.side == Color::White ? "White" : "Black") + " now.");
    reply();
}

void PlaySession::offer_draw(std::string_view) {
    if (is_over_) { return say("The game is over."); }
    if (game_.ply() < FirstDrawPly) { return say("Skua declines: the game has just begun."); }
    PositionSearch search(adviser());
    const std::optional<SearchedPosition> found = search.run(game_, advice_settings().limits(), 1);
    if (!found || found->lines.empty()) { return; }
    if (100 - expected_points(found->lines[0].chances) > DrawPoints) { return say("Skua declines, and plays on."); }
    end(GameResult::Draw, "Skua accepts: the game is drawn.");
}

void PlaySession::resign(std::string_view) {
    if (is_over_) { return say("The game is over."); }
    end(win_for(~settings_.side), "You resign: Skua wins.");
}

void PlaySession::start_again(std::string_view) {
    if (game_.ply() > 0) {
        // Each game has a file of its own.
        if (can_save_) { say("The last game is in " + settings_.pgn + '.'); }
        settings_.pgn = new_game_file();
    }
    game_ = Game(settings_.start);
    result_ = GameResult::Unfinished;
    is_over_ = false;
    can_save_ = true;
    engine_.new_game();
    show_board("");
    reply();
}

void PlaySession::list_moves(std::string_view) {
    const std::string text = line_text(game_.start(), game_.moves(), game_.moves().size());
    say(text.empty() ? "There are none yet." : text);
}

void PlaySession::help(std::string_view) {
    std::string text = "Type a move as e4, Nf3, O-O or e2e4, or one of these:";
    for (const Command& command : commands()) {
        std::string line = "\n  " + std::string(command.usage);
        line.resize(20, ' ');
        text += line + std::string(command.meaning);
    }
    say(text);
}

void PlaySession::quit(std::string_view) { wants_to_leave_ = true; }

}  // namespace skua::cli
