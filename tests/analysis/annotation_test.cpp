#include "analysis/annotation.h"

#include <gtest/gtest.h>

#include <sstream>

#include "analysis/support.h"
#include "chess/uci_move.h"

namespace skua {
namespace {

std::string write(const PgnGame& game) {
    std::ostringstream output;
    write_pgn(output, game);
    return output.str();
}

SearchedLine line_of(Position position, const ShownScore& score, const std::vector<std::string>& moves) {
    SearchedLine line{score, wdl_of(score), {}};
    for (const std::string& text : moves) {
        line.moves.push_back(*parse_uci_move(position, text));
        position.play(line.moves.back());
    }
    return line;
}

// 1. f3 e5 2. g4 Qh4#, in which White's second move allows the mate.
GameAnalysis fools_mate(const PgnGame& game) {
    GameAnalysis analysis;
    Position position = game.start;
    const auto add = [&](const std::string& uci, const ShownScore& best, const std::vector<std::string>& best_line,
                         const ShownScore& played, const std::vector<std::string>& played_line) {
        MoveAnalysis move;
        move.move = *parse_uci_move(position, uci);
        move.best = line_of(position, best, best_line);
        move.played = line_of(position, played, played_line);
        move.label = error_label(best, played);
        analysis.moves.push_back(move);
        position.play(move.move);
    };
    add("f2f3", Centipawns{20}, {"e2e4", "e7e5"}, Centipawns{10}, {"f2f3", "e7e5"});
    add("e7e5", Centipawns{30}, {"e7e5"}, Centipawns{30}, {"e7e5"});
    add("g2g4", Centipawns{-35}, {"e2e4", "b8c6"}, MateIn{1, false}, {"g2g4", "d8h4"});
    add("d8h4", MateIn{1, true}, {"d8h4"}, MateIn{1, true}, {"d8h4"});
    analysis.opening = GameOpening{{"A00", "Barnes Opening"}, 1};
    return analysis;
}

const std::string Fool = "1. f3 {[%clk 0:01:00] odd} e5 2. g4 (2. e4 {mine} Nc6) Qh4# 0-1";

TEST(Annotation, WritesEvaluations) {
    EXPECT_EQ(eval_text(Centipawns{35}, Color::White), "0.35");
    EXPECT_EQ(eval_text(Centipawns{35}, Color::Black), "-0.35");
    EXPECT_EQ(eval_text(Centipawns{-105}, Color::Black), "1.05");
    EXPECT_EQ(eval_text(Centipawns{0}, Color::Black), "0.00");
    EXPECT_EQ(eval_text(MateIn{3, true}, Color::White), "#3");
    EXPECT_EQ(eval_text(MateIn{3, true}, Color::Black), "#-3");
    EXPECT_EQ(eval_text(MateIn{3, false}, Color::Black), "#3");
    EXPECT_EQ(eval_text(TablebaseWin{7, true}, Color::White), "199.93");
}

TEST(Annotation, SaysWhatWasWrong) {
    PgnGame game = game_of_pgn(Fool);
    annotate(game, fools_mate(game));
    const std::vector<PgnMove>& moves = game.line.moves;
    EXPECT_EQ(moves[0].comment, "[%eval 0.10] [%clk 0:01:00] odd");
    EXPECT_EQ(moves[1].comment, "[%eval -0.30]");
    EXPECT_EQ(moves[2].comment, "[%eval #-1] Skua: (-0.35 -> #-1) Blunder. e4 was best.");
    EXPECT_EQ(moves[2].nags, std::vector<std::uint8_t>{4});
    ASSERT_EQ(moves[2].variations.size(), 2U) << "the other person's stays";
    EXPECT_EQ(moves[2].variations[1].moves.size(), 2U);
    EXPECT_EQ(moves[3].comment, "") << "mate on the board has no evaluation";
    EXPECT_EQ(game.tags.get("ECO"), "A00");
    EXPECT_EQ(game.tags.get("Opening"), "Barnes Opening");
    EXPECT_TRUE(game.tags.get("Annotator").starts_with("Skua "));
    // What was written is read back.
    EXPECT_EQ(game_of_pgn(write(game)), game);
}

TEST(Annotation, ReplacesItsOwnNotes) {
    PgnGame game = game_of_pgn(Fool);
    annotate(game, fools_mate(game));
    const std::string once = write(game);
    annotate(game, fools_mate(game));
    EXPECT_EQ(write(game), once);
    PgnGame again = game_of_pgn(once);
    annotate(again, fools_mate(again));
    EXPECT_EQ(write(again), once);
    remove_annotation(game);
    EXPECT_EQ(game.line, game_of_pgn(Fool).line);
}

TEST(Annotation, KeepsTheGlyphsOfOthers) {
    PgnGame game = game_of_pgn("[ECO \"Z99\"]\n\n1. f3! e5 2. g4!? $18 Qh4# 0-1");
    annotate(game, fools_mate(game));
    EXPECT_EQ(game.line.moves[0].nags, std::vector<std::uint8_t>{1});
    EXPECT_EQ(game.line.moves[2].nags, (std::vector<std::uint8_t>{5, 18}));
    EXPECT_EQ(game.tags.get("ECO"), "Z99");
}

TEST(Annotation, CommentsOnOneSideOnly) {
    PgnGame game = game_of_pgn(Fool);
    annotate(game, fools_mate(game), {Color::Black, ""});
    EXPECT_EQ(game.line.moves[2].comment, "[%eval #-1]");
    EXPECT_TRUE(game.line.moves[2].nags.empty());
    annotate(game, fools_mate(game), {Color::White, ""});
    EXPECT_EQ(game.line.moves[2].nags, std::vector<std::uint8_t>{4});
}

TEST(Annotation, SaysWhatStatementsSay) {
    PgnGame game = game_of_pgn(Fool);
    GameAnalysis analysis = fools_mate(game);
    Statement mate;
    mate.kind = StatementKind::Checkmate;
    mate.role = StatementRole::Does;
    mate.line = {analysis.moves[3].move};
    analysis.moves[3].statements = {mate};
    annotate(game, analysis);
    EXPECT_EQ(game.line.moves[3].comment, "Skua: Qh4# is checkmate.");
    remove_annotation(game);
    EXPECT_EQ(game.line, game_of_pgn(Fool).line);
}

TEST(Annotation, EndsWithARemark) {
    PgnGame game = game_of_pgn(Fool);
    annotate(game, fools_mate(game), {std::nullopt, "the rest can't be read"});
    EXPECT_EQ(game.line.moves[3].comment, "Skua: the rest can't be read");
    remove_annotation(game);
    EXPECT_EQ(game.line, game_of_pgn(Fool).line);
    PgnGame empty;
    annotate(empty, {}, {std::nullopt, "there are no moves"});
    EXPECT_EQ(empty.line.comment, "Skua: there are no moves");
    remove_annotation(empty);
    EXPECT_EQ(empty.line.comment, "");
}

TEST(Annotation, GlyphsOfOthersOutliveASecondRun) {
    // Ours is "??" for the third move, and there are words of ours at the last one.
    PgnGame game = game_of_pgn("1. f3 e5 2. g4? $4 Qh4#?! 0-1");
    for (int run = 0; run < 3; ++run) {
        annotate(game, fools_mate(game), {std::nullopt, "the rest can't be read"});
        EXPECT_EQ(game.line.moves[2].nags, (std::vector<std::uint8_t>{2, 4}));
        EXPECT_EQ(game.line.moves[3].nags, std::vector<std::uint8_t>{6});
        game = game_of_pgn(write(game));
    }
}

}  // namespace
}  // namespace skua
