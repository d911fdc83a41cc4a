#include "lab/games/match.h"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/pgn.h"
#include "chess/uci_move.h"
#include "lab/support/files.h"

namespace skua::lab {

namespace {

constexpr std::string_view NoScoreText = "-";

// The part before the separator; it and the separator are removed from the text.
std::string_view take_until(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

struct LineHead {
    std::uint64_t number = 0;
    std::array<GameResult, 2> results{};
};

// Removes the head of a line: number and results.
std::optional<LineHead> take_head(std::string_view& line) {
    std::string_view words = take_until(line, ';');
    LineHead head;
    const std::optional<std::uint64_t> number = parse_integer<std::uint64_t>(next_word(words));
    // Far more than anybody can play, and few enough to keep in memory.
    constexpr std::uint64_t MaxNumber = 10'000'000;
    if (!number || *number >= MaxNumber) { return std::nullopt; }
    head.number = *number;
    for (GameResult& each : head.results) {
        const std::optional<GameResult> result = game_result_from_string(next_word(words));
        if (!result || *result == GameResult::Unfinished) { return std::nullopt; }
        each = *result;
    }
    return words.empty() ? std::optional(head) : std::nullopt;
}

std::string moves_text(const GameRecord& game) {
    std::string text;
    for (const MoveScore& ply : game.plies) {
        text += (text.empty() ? "" : " ") + to_uci(ply.move, Variant::Chess960) + ' ' +
                (ply.score == NoScore ? std::string(NoScoreText) : std::to_string(ply.score));
    }
    return text;
}

// The score of the mover in pawns: "+0.35".
std::string comment_of(Score score) {
    std::ostringstream text;
    text << std::showpos << std::fixed << std::setprecision(2) << score / 100.0;
    return text.str();
}

// Nothing if the moves are not legal.
std::optional<PgnLine> parse_moves(std::string_view text, Position position) {
    PgnLine line;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        const Result<Move> move = parse_uci_move(position, word);
        const std::string_view score_text = next_word(text);
        const std::optional<Score> score = parse_integer<Score>(score_text);
        if (!move || (!score && score_text != NoScoreText)) { return std::nullopt; }
        PgnMove played;
        played.move = *move;
        if (score) { played.comment = comment_of(to_side_to_move_view(position.side_to_move(), *score)); }
        line.moves.push_back(std::move(played));
        position.play(*move);
    }
    return line;
}

}  // namespace

std::uint64_t signature_of(const MatchPlayer& player) {
    constexpr Depth SignatureDepth = 9;
    Searcher searcher(RunsOn::CallersThread, 1, player.evaluator);
    set_parameters(searcher.parameters(), player.parameters);
    Limits limits;
    limits.depth = SignatureDepth;
    std::uint64_t nodes = 0;
    for (const std::string_view fen : {StartFen,
                                       std::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                                        "R3K2R w KQkq - 0 1"),
                                       std::string_view("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")}) {
        nodes += searcher.search(Game(parse_fen(fen)->position), limits).nodes;
    }
    return nodes;
}

// ---------------------------------------------------------------------- the match

Result<std::unique_ptr<Match>> Match::open(const std::string& path, const std::string& conditions,
                                           const MatchSettings& settings) {
    std::unique_ptr<Match> match(new Match(settings));
    Result<std::unique_ptr<LineFile>> file =
        LineFile::open(path, "skua match 1", "the file of a match", conditions,
                       [&match](std::string_view line) { return match->read_line(line); });
    if (!file) { return Error{file.error()}; }
    match->file_ = *std::move(file);
    match->count();
    return match;
}

bool Match::read_line(std::string_view line) {
    const std::optional<LineHead> head = take_head(line);
    if (!head) { return false; }
    keep(head->number, head->results);
    return true;
}

void Match::keep(std::uint64_t number, const Outcome& outcome) {
    if (number >= outcomes_.size()) { outcomes_.resize(number + 1); }
    outcomes_[number] = outcome;
}

void Match::count() {
    for (; counted_ < std::min<std::uint64_t>(settings_.pairs, outcomes_.size()) && verdict_ == Sprt::Verdict::None;
         ++counted_) {
        const std::optional<Outcome>& outcome = outcomes_[counted_];
        if (!outcome) { return; }
        const int white = half_points((*outcome)[0], Color::White);
        const int black = half_points((*outcome)[1], Color::Black);
        ++games_[static_cast<std::size_t>(white)];
        ++games_[static_cast<std::size_t>(black)];
        results_.add(white + black);
        if (settings_.sprt) { verdict_ = settings_.sprt->verdict(results_); }
    }
}

bool Match::is_done() const { return verdict_ != Sprt::Verdict::None || counted_ == settings_.pairs; }

std::optional<PairTask> Match::next() {
    while (next_ < outcomes_.size() && outcomes_[next_]) { ++next_; }
    if (next_ >= settings_.pairs) { return std::nullopt; }
    return PairTask{next_++, settings_.nodes, settings_.first, settings_.second};
}

std::optional<Error> Match::finish(const PairTask& task, const PlayedPair& pair) {
    if (std::optional<Error> error = file_->add(to_line(task.number, pair))) { return error; }
    keep(task.number, {pair.games[0].result, pair.games[1].result});
    count();
    return std::nullopt;
}

// ---------------------------------------------------------------------- its games

std::string to_line(std::uint64_t number, const PlayedPair& pair) {
    std::ostringstream line;
    line << number << ' ' << to_string(pair.games[0].result) << ' ' << to_string(pair.games[1].result) << ';'
         << to_fen(pair.games[0].start) << ';' << moves_text(pair.games[0]) << ';' << moves_text(pair.games[1]);
    return line.str();
}

std::optional<Error> write_games(std::ostream& output, const std::string& match_path, std::uint64_t pairs,
                                 const std::array<std::string, 2>& names) {
    const Result<std::string> text = contents_of(match_path);
    if (!text) { return Error{text.error()}; }
    std::string_view rest = *text;
    take_until(rest, '\n');
    std::map<std::uint64_t, std::string_view> lines;
    while (!rest.empty()) {
        const std::string_view line = take_until(rest, '\n');
        std::string_view tail = line;
        if (const std::optional<LineHead> head = take_head(tail); head && head->number < pairs) {
            lines[head->number] = line;
        }
    }
    for (auto [number, line] : lines) {
        const std::optional<LineHead> head = take_head(line);
        const Result<std::vector<Opening>> opening = read_openings(take_until(line, ';'));
        for (const std::size_t i : {0U, 1U}) {
            std::optional<PgnLine> moves;
            if (opening) { moves = parse_moves(take_until(line, ';'), opening->front().start); }
            if (!moves) {
                return Error{in_quotes(match_path, 200) + ": the games of pair " + std::to_string(number) +
                             " can't be read"};
            }
            PgnGame game;
            game.tags.set("Event", "skua-lab match");
            game.tags.set("Round", std::to_string(number + 1) + '.' + std::to_string(i + 1));
            game.tags.set("White", names[i]);
            game.tags.set("Black", names[1 - i]);
            game.variant = opening->front().variant;
            game.start = opening->front().start;
            game.line = *std::move(moves);
            game.result = head->results[i];
            write_pgn(output, game);
        }
    }
    return std::nullopt;
}

}  // namespace skua::lab
