// A small game with an analysis made by hand, for the tests of reports.
#pragma once

#include "analysis/game_analysis.h"
#include "analysis/support.h"
#include "chess/uci_move.h"

namespace skua {

// 1. f3 e5 2. g4 Qh4#: White's last move is a blunder.
struct FoolsMate {
    PgnGame game;
    GameAnalysis analysis;

    explicit FoolsMate(const std::string& tags = "[White \"Anna\"]\n[Black \"Bert\"]\n[TimeControl \"60+1\"]\n") {
        game = game_of_pgn(tags + "\n1. f3 {[%clk 0:00:58]} e5 {[%clk 0:01:00]} 2. g4 {[%clk 0:00:09.5]} Qh4# 0-1");
        add("f2f3", 55, 52, MoveLabel::None, Centipawns{-10}, {"e2e4", "e7e5"}, 58'000);
        add("e7e5", 48, 48, MoveLabel::Best, Centipawns{10}, {"e7e5"}, 60'000);
        add("g2g4", 50, 0, MoveLabel::Blunder, MateIn{1, false}, {"b1c3", "d7d5"}, 9'500);
        add("d8h4", 100, 100, MoveLabel::Best, MateIn{1, true}, {"d8h4"}, std::nullopt);
        analysis.phases.middlegame = 2;
        analysis.opening = GameOpening{{"A00", "Barnes Opening"}, 1};
        analysis.sides[Color::White] = {2, 41.04, 99.96, 0, 0, 1};
    }

private:
    void add(const std::string& uci, ExpectedPoints before, ExpectedPoints after, MoveLabel label,
             const ShownScore& played, const std::vector<std::string>& best, std::optional<Milliseconds> clock) {
        MoveAnalysis move;
        move.move = *parse_uci_move(position_, uci);
        move.before = before;
        move.after = after;
        move.label = label;
        move.played = {played, {}, {move.move}};
        move.best.score = Centipawns{15};
        Position now = position_;
        for (const std::string& text : best) {
            move.best.moves.push_back(*parse_uci_move(now, text));
            now.play(move.best.moves.back());
        }
        move.clock = clock;
        analysis.moves.push_back(move);
        position_.play(move.move);
    }

    Position position_;
};

inline std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

// Are all elements closed in the right order? For pages that we write ourselves; comments don't occur.
inline void expect_well_formed(std::string_view page) {
    std::vector<std::string> open;
    for (std::size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
        const std::size_t end = page.find('>', at);
        ASSERT_NE(end, std::string_view::npos);
        const std::string_view inside = page.substr(at + 1, end - at - 1);
        if (inside.starts_with('!') || inside.ends_with('/')) { continue; }
        const std::string name(inside.substr(0, inside.find(' ')));
        if (name == "meta" || name == "br") { continue; }
        if (!name.starts_with('/')) {
            open.push_back(name);
            continue;
        }
        ASSERT_FALSE(open.empty()) << name;
        ASSERT_EQ('/' + open.back(), name) << page.substr(at > 80 ? at - 80 : 0, 160);
        open.pop_back();
    }
    EXPECT_TRUE(open.empty()) << open.back();
}

}  // namespace skua
