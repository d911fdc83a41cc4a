#include "e2e/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua::e2e {

std::optional<Info> parse_info(std::string_view text) {
    const std::vector<std::string_view> words = split_words(text);
    if (words.size() > 1 && words[1] == "string") { return std::nullopt; }
    Info info;
    std::size_t next = 1;
    const auto number = [&](std::int64_t low, std::int64_t high) {
        const auto value = next < words.size() ? parse_integer<std::int64_t>(words[next]) : std::nullopt;
        if (!value || *value < low || *value > high) {
            ADD_FAILURE() << "a bad number after '" << words[next - 1] << "' in: " << text;
            return std::int64_t{0};
        }
        ++next;
        return *value;
    };
    constexpr std::int64_t Largest = std::int64_t{1} << 60;
    while (next < words.size()) {
        const std::string_view word = words[next++];
        if (word == "depth") {
            info.depth = static_cast<int>(number(0, 1000));
        } else if (word == "seldepth") {
            info.selective_depth = static_cast<int>(number(0, 1000));
        } else if (word == "multipv") {
            info.line = static_cast<int>(number(1, 256));
        } else if (word == "score") {
            const std::string_view kind = next < words.size() ? words[next++] : std::string_view();
            if (kind == "cp") {
                info.cp = static_cast<int>(number(-31000, 31000));
            } else if (kind == "mate") {
                info.mate = static_cast<int>(number(-200, 200));
            } else {
                ADD_FAILURE() << "a score is cp or mate: " << text;
            }
        } else if (word == "lowerbound") {
            info.lower_bound = true;
        } else if (word == "upperbound") {
            info.upper_bound = true;
        } else if (word == "wdl") {
            std::array<int, 3> wdl{};
            for (int& part : wdl) { part = static_cast<int>(number(0, 1000)); }
            EXPECT_EQ(wdl[0] + wdl[1] + wdl[2], 1000) << text;
            info.wdl = wdl;
        } else if (word == "nodes") {
            info.nodes = number(0, Largest);
        } else if (word == "nps") {
            info.nps = number(0, Largest);
        } else if (word == "time") {
            info.time = number(0, Largest);
        } else if (word == "hashfull") {
            info.permille_full = static_cast<int>(number(0, 1000));
        } else if (word == "tbhits") {
            number(0, Largest);
        } else if (word == "currmove") {
            info.current_move = true;
            ++next;
        } else if (word == "currmovenumber") {
            number(1, 256);
        } else if (word == "pv") {
            EXPECT_LT(next, words.size()) << "an empty line in: " << text;
            while (next < words.size()) { info.pv.emplace_back(words[next++]); }
        } else {
            ADD_FAILURE() << "unknown word '" << word << "' in: " << text;
        }
    }
    return info;
}

Info Search::last_exact(int line) const {
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        if (info->exact() && info->line == line) { return *info; }
    }
    return {};
}

Info Search::last_word() const {
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        if (info->line == 1 && (info->exact() || (info->mate && info->lower_bound))) { return *info; }
    }
    return {};
}

std::int64_t Search::nodes() const {
    std::int64_t most = 0;
    for (const Info& info : infos) { most = std::max(most, info.nodes); }
    return most;
}

namespace {

// A move as this variant writes it, or a failure.
Move checked_move(const Position& position, std::string_view text, Variant variant, std::string_view what) {
    const Result<Move> move = parse_uci_move(position, text);
    if (!move) {
        ADD_FAILURE() << what << ": " << move.error() << " in " << to_fen(position, CastlingLetters::Shredder);
        return Move::none();
    }
    EXPECT_EQ(to_uci(*move, variant), text) << what << ": not written as it should be";
    return *move;
}

void expect_sound_line(const Info& info, const Game& game, Variant variant) {
    Game line = game;
    for (std::size_t i = 0; i < info.pv.size(); ++i) {
        if (i > 0) {
            EXPECT_EQ(line.state(), GameState::Ongoing)
                << "a line continues with " << info.pv[i] << " after the end of the game, depth " << info.depth
                << ", from " << to_fen(game.position());
            if (line.state() != GameState::Ongoing) { return; }
        }
        const Move move = checked_move(line.position(), info.pv[i], variant, "in a line");
        if (move.is_none()) { return; }
        line.play(move);
    }
}

}  // namespace

void expect_sound(const Search& search, const Game& game, Variant variant) {
    if (!search.found()) { return; }
    std::int64_t nodes = 0;
    std::int64_t time = 0;
    bool scored = false;
    for (const Info& info : search.infos) {
        if (info.current_move) { continue; }
        EXPECT_TRUE(info.has_score());
        EXPECT_GE(info.nodes, nodes) << "the node count fell";
        EXPECT_GE(info.time, time) << "the time fell";
        EXPECT_GE(info.nps, 0);
        EXPECT_GE(info.permille_full, 0);
        nodes = info.nodes;
        time = info.time;
        scored = scored || info.has_score();
        expect_sound_line(info, game, variant);
    }
    EXPECT_TRUE(scored) << "no score before bestmove";

    if (search.best == "(none)") {
        EXPECT_FALSE(has_legal_move(game.position())) << "no best move in " << to_fen(game.position());
        return;
    }
    const Move best = checked_move(game.position(), search.best, variant, "bestmove");
    const Info last = search.last_word();
    if (!last.pv.empty()) { EXPECT_EQ(last.pv[0], search.best) << "bestmove is not what was announced last"; }
    if (search.ponder.empty() || best.is_none()) { return; }
    Game after = game;
    after.play(best);
    checked_move(after.position(), search.ponder, variant, "ponder");
    if (last.pv.size() > 1) { EXPECT_EQ(last.pv[1], search.ponder) << "ponder is not what was announced last"; }
}

bool mate_line_is_complete(const Info& info, const Game& game) {
    if (!info.mate || !info.exact()) { return true; }
    const int plies = *info.mate > 0 ? 2 * *info.mate - 1 : -2 * *info.mate;
    if (static_cast<int>(info.pv.size()) != plies) { return false; }
    Game line = game;
    for (const std::string& word : info.pv) {
        const Result<Move> move = parse_uci_move(line.position(), word);
        if (!move) { return false; }
        line.play(*move);
    }
    return line.state() == GameState::Checkmate;
}

Session::Session(const std::vector<std::string>& setup) {
    for (const std::string& line : setup) { send(line); }
}

void Session::set_option(std::string_view name, std::string_view value) {
    send("setoption name " + std::string(name) + " value " + std::string(value));
}

void Session::set_chess960(bool on) {
    variant_ = on ? Variant::Chess960 : Variant::Standard;
    set_option("UCI_Chess960", on ? "true" : "false");
}

void Session::set_position(std::string_view arguments) {
    const std::size_t at = arguments.find(" moves ");
    start_text_ = arguments.substr(0, at);
    moves_text_.clear();
    game_ = Game();
    if (start_text_ != "startpos") {
        const Result<FenReading> reading = parse_fen(std::string_view(start_text_).substr(4), variant_);
        ASSERT_TRUE(reading) << reading.error() << ": " << arguments;
        game_ = Game(reading->position);
    }
    if (at != std::string_view::npos) {
        for (const std::string_view word : split_words(arguments.substr(at + 7))) {
            const Move move = checked_move(game_.position(), word, variant_, "the test itself");
            ASSERT_FALSE(move.is_none());
            game_.play(move);
            moves_text_ += (moves_text_.empty() ? " moves " : " ") + std::string(word);
        }
    }
    send("position " + start_text_ + moves_text_);
}

void Session::play(std::string_view move) {
    game_.play(checked_move(game_.position(), move, variant_, "the test itself"));
    moves_text_ += (moves_text_.empty() ? " moves " : " ") + std::string(move);
    send("position " + start_text_ + moves_text_);
}

void Session::start(std::string_view arguments) {
    searched_ = game_;
    asked_ = Clock::now();
    send(arguments.empty() ? "go" : "go " + std::string(arguments));
}

Search Session::finish(milliseconds timeout) {
    Search search;
    search.asked = asked_;
    // It may have come when it should not have: then that is known already.
    if (pending_.empty() || !pending_.back().text.starts_with("bestmove")) {
        const auto lines = engine_.read_until("bestmove", timeout);
        if (!lines) {
            ADD_FAILURE() << "no bestmove within " << timeout.count() << " ms; " << engine_.errors();
            return search;
        }
        pending_.insert(pending_.end(), lines->begin(), lines->end());
    }
    for (const Line& line : std::exchange(pending_, {})) {
        const std::vector<std::string_view> words = split_words(line.text);
        if (words.empty()) {
            ADD_FAILURE() << "an empty line";
        } else if (words[0] == "info") {
            if (const std::optional<Info> info = parse_info(line.text)) {
                search.infos.push_back(*info);
            } else {
                search.remarks.push_back(line.text);
            }
        } else if (words[0] == "bestmove" && (words.size() == 2 || (words.size() == 4 && words[2] == "ponder"))) {
            search.best = words[1];
            if (words.size() == 4) { search.ponder = words[3]; }
            search.answered = line.when;
        } else {
            ADD_FAILURE() << "not expected during a search: " << line.text;
        }
    }
    expect_sound(search, searched_, variant_);
    return search;
}

Search Session::go(std::string_view arguments, milliseconds timeout) {
    start(arguments);
    return finish(timeout);
}

Search Session::stop() {
    send("stop");
    return finish();
}

void Session::expect_silence(milliseconds time) {
    for (Line& line : engine_.read_for(time)) {
        EXPECT_FALSE(line.text.starts_with("bestmove")) << "too early: " << line.text;
        pending_.push_back(std::move(line));
    }
    EXPECT_TRUE(engine_.running()) << engine_.errors();
}

bool Session::await(std::string_view start, milliseconds timeout) {
    const auto lines = engine_.read_until(start, timeout);
    if (!lines) { return false; }
    for (const Line& line : *lines) {
        EXPECT_FALSE(line.text.starts_with("bestmove")) << "too early: " << line.text;
        if (line.text.starts_with("info depth")) { pending_.push_back(line); }
    }
    return true;
}

std::vector<std::string> Session::answers(std::string_view line) {
    send(line);
    send("isready");
    std::vector<std::string> result;
    const auto lines = engine_.read_until("readyok");
    if (!lines) {
        ADD_FAILURE() << "no readyok after: " << line.substr(0, 200) << '\n' << engine_.errors();
        return result;
    }
    for (const Line& each : *lines) { result.push_back(each.text); }
    result.pop_back();
    return result;
}

void Session::expect_refused(std::string_view line) {
    const std::string before = fen();
    const std::vector<std::string> messages = answers(line);
    const std::string shown(line.substr(0, 200));
    EXPECT_EQ(messages.size(), 1U) << "one message for: " << shown;
    for (const std::string& message : messages) {
        EXPECT_TRUE(message.starts_with("info string error: ")) << message << "\nfor: " << shown;
        EXPECT_LT(message.size(), 400U) << message << "\nfor: " << shown;
        for (const char c : message) { EXPECT_TRUE(c >= ' ' && c <= '~') << "unprintable, for: " << shown; }
    }
    EXPECT_EQ(fen(), before) << "the position changed after: " << shown;
}

std::string Session::fen() {
    for (const std::string& line : answers("d")) {
        if (line.starts_with("Fen: ")) { return line.substr(5); }
    }
    ADD_FAILURE() << "d shows no FEN; " << engine_.errors();
    return {};
}

int Session::legal_move_count() {
    constexpr std::string_view Start = "Legal moves (";
    for (const std::string& line : answers("d")) {
        if (line.starts_with(Start)) { return std::atoi(line.c_str() + Start.size()); }
    }
    return -1;
}

void Session::expect_alive() {
    ASSERT_TRUE(engine_.running()) << engine_.errors();
    const auto asked = Clock::now();
    const std::vector<std::string> before = answers("");
    EXPECT_TRUE(before.empty()) << "unasked: " << before.front();
    EXPECT_LT(between(asked, Clock::now()), static_cast<double>(Prompt.count())) << "isready took long";
    go("depth 1");
    const std::vector<std::string> after = answers("");
    EXPECT_TRUE(after.empty()) << "unasked: " << after.front();
    EXPECT_EQ(engine_.errors(), "");
}

void Session::expect_clean_exit(milliseconds timeout) {
    send("quit");
    const std::optional<ExitStatus> status = engine_.wait_for_exit(timeout);
    ASSERT_TRUE(status) << "still running " << timeout.count() << " ms after quit";
    EXPECT_TRUE(status->clean()) << status->text() << '\n' << engine_.errors();
    EXPECT_EQ(engine_.errors(), "");
}

}  // namespace skua::e2e
