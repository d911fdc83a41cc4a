#include "analysis/move_explainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <regex>
#include <set>

#include "analysis/game_analysis.h"
#include "analysis/statement_text.h"
#include "analysis/support.h"
#include "base/prng.h"
#include "chess/epd.h"
#include "chess/san.h"

namespace skua {
namespace {

// The statements about each move of a game, as text.
std::vector<std::string> texts_of(const std::string& pgn, std::uint64_t nodes = 5'000) {
    const PgnGame game = game_of_pgn(pgn);
    Engine engine;
    AnalysisSettings settings;
    settings.nodes = nodes;
    const auto analysis = GameAnalyser(engine, settings).analyse(game);
    std::vector<std::string> texts;
    if (!analysis) { return texts; }
    Position position = game.start;
    for (const MoveAnalysis& move : analysis->moves) {
        texts.push_back(to_text(move.statements, position, move.move));
        position.play(move.move);
    }
    return texts;
}

std::string from(const std::string& fen, const std::string& moves) {
    return "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n" + moves + " *";
}

TEST(MoveExplainerTest, NamesMatesAndTheEndsOfGames) {
    const std::vector<std::string> fool = texts_of("1. f3 e5 2. g4 Qh4# 0-1");
    ASSERT_EQ(fool.size(), 4U);
    EXPECT_EQ(fool[2], "g4 allows ...Qh4#.");
    EXPECT_EQ(fool[3], "Qh4# is checkmate.");
    EXPECT_EQ(texts_of(from("7k/8/6QK/8/8/8/8/8 w - - 0 1", "1. Qf7"))[0].substr(0, 17), "Qf7 is stalemate.");
    EXPECT_EQ(texts_of(from("k7/1R6/8/8/8/8/8/K1R5 b - - 0 40", "40... Kxb7"))[0], "Kxb7 is the only legal move.");
}

TEST(MoveExplainerTest, SaysOnceThatAMateBegins) {
    const std::vector<std::string> texts = texts_of(from("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1", "1. Qb7 Kg8 2. Qg7#"));
    ASSERT_EQ(texts.size(), 3U);
    EXPECT_EQ(texts[0], "Qb7 mates in 2 (1.Qb7 Kg8 2.Qg7#).");
    EXPECT_EQ(texts[2], "Qg7# is checkmate.");
    const std::vector<std::string> longer =
        texts_of(from("7k/8/8/5K2/8/8/8/1Q6 w - - 0 1", "1. Kf6 Kg8 2. Qb7 Kh8 3. Qg7#"));
    EXPECT_NE(longer[0].find("mates in"), std::string::npos) << longer[0];
    EXPECT_EQ(longer[2], "");
}

TEST(MoveExplainerTest, NamesLossesAndBetterMoves) {
    // The knight is left hanging, though it could take a rook itself.
    const std::string fork = texts_of(from("r3k3/5ppp/8/1N6/1P6/8/5PPP/4K3 w - - 0 1", "1. Kd2 Rd8+"), 20'000)[0];
    EXPECT_NE(fork.find("Better was Nc7+, which forks the king on e8 and the rook on a8 and wins "), std::string::npos)
        << fork;
    const std::string hanging = texts_of(from("3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1", "1. Qd2 Qd5"), 20'000)[1];
    EXPECT_EQ(hanging, "") << "nothing is wrong with it";
    const std::string loses = texts_of(from("3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1", "1. Qe1 Kf8"), 20'000)[0];
    EXPECT_NE(loses.find("Qe1 loses the knight on d4"), std::string::npos) << loses;
}

// Qe1 leaves the knight to Black's queen, but the search expects another reply.
bool blames_queen(ExpectedPoints before, ExpectedPoints after) {
    const Position position = position_of("3q2k1/5pp1/7p/8/3N4/7P/5PP1/3Q2K1 w - - 0 1");
    MoveAnalysis analysis;
    analysis.best.moves = line_of(position, "d1d3");
    analysis.played.moves = line_of(position, "d1e1 g8h7");
    analysis.move = analysis.played.first();
    analysis.before = before;
    analysis.after = after;
    analysis.centipawn_loss = 300;
    analysis.label = MoveLabel::Blunder;
    Engine engine;
    PositionSearch search(engine);
    Limits limits;
    limits.nodes = 20'000;
    const auto statements = MoveExplainer(engine, search, limits).explain(Game(position), analysis);
    EXPECT_TRUE(statements);
    return std::any_of(statements->begin(), statements->end(), [](const Statement& statement) {
        return statement.role == StatementRole::Allows && statement.check == StatementCheck::MaterialSearch;
    });
}

TEST(MoveExplainerTest, BlamesAReplyOnlyForWhatItCosts) {
    // White has some 70 points of 100 after it, since a pawn falls in return.
    EXPECT_TRUE(blames_queen(99, 60));
    EXPECT_FALSE(blames_queen(80, 5)) << "it does not explain such a loss";
}

TEST(MoveExplainerTest, SaysThatAMoveIsTheOnlyOneIfALongerSearchAgrees) {
    // The search that is told of found nothing beside 1.e4.
    const Position start;
    MoveAnalysis analysis;
    analysis.best.moves = analysis.played.moves = line_of(start, "e2e4 e7e5");
    SearchedLine second;
    second.moves = line_of(start, "a2a3");
    second.chances = {0, 0, 1000};
    analysis.second = second;
    analysis.move = analysis.played.first();
    analysis.label = MoveLabel::Only;
    Engine engine;
    PositionSearch search(engine);
    Limits limits;
    limits.nodes = 5'000;
    const auto statements = MoveExplainer(engine, search, limits).explain(Game(), analysis);
    ASSERT_TRUE(statements);
    EXPECT_TRUE(statements->empty());
}

// ---------------------------------------------------------------------- over many positions

std::vector<EpdRecord> suite_of(const std::string& path) {
    std::vector<EpdRecord> records;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') { continue; }
        if (const Result<EpdRecord> record = parse_epd(line)) { records.push_back(*record); }
    }
    return records;
}

// All moves and squares that a statement has as data: its text may name no others.
std::set<std::string> witnesses_of(const Statement& statement, const Position& before, Move explained) {
    std::set<std::string> names{to_san(before, explained)};
    for (const Move move : statement.moves) { names.insert(to_san(before, move)); }
    Position position = before;
    if (statement.from == LineFrom::After) { position.play(explained); }
    for (const Move move : statement.line) {
        if (move.is_none()) {
            position.play_null();
            continue;
        }
        EXPECT_TRUE(position.is_legal(move)) << to_fen(before);
        names.insert(to_san(position, move));
        position.play(move);
    }
    for (const auto* const men : {&statement.men, &statement.others, &statement.won, &statement.given}) {
        for (const PlacedPiece& man : *men) { names.insert(to_string(man.square)); }
    }
    return names;
}

// The words of a text that are moves or squares, without move numbers and dots.
std::vector<std::string> moves_and_squares(const std::string& text) {
    static const std::regex Pattern("(O-O-O|O-O|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?)[+#]?");
    std::vector<std::string> found;
    for (auto each = std::sregex_iterator(text.begin(), text.end(), Pattern); each != std::sregex_iterator(); ++each) {
        found.push_back(each->str());
    }
    return found;
}

void expect_witnesses(const MoveAnalysis& analysis, const Position& before) {
    EXPECT_LE(analysis.statements.size(), 2U);
    for (const Statement& statement : analysis.statements) {
        const std::set<std::string> names = witnesses_of(statement, before, analysis.move);
        const std::string text = to_text(statement, before, analysis.move);
        EXPECT_TRUE(text.ends_with('.')) << text;
        EXPECT_EQ(text.find('{'), std::string::npos) << text;
        for (const std::string& word : moves_and_squares(text)) {
            EXPECT_TRUE(names.contains(word)) << word << " in: " << text << "\n" << to_fen(before);
        }
    }
}

bool has_reason(const MoveAnalysis& analysis) {
    return std::any_of(analysis.statements.begin(), analysis.statements.end(),
                       [](const Statement& statement) { return statement.role != StatementRole::Remark; });
}

TEST(MoveExplainerTest, NamesNothingWithoutAWitness) {
    Engine engine;
    AnalysisSettings settings;
    settings.nodes = 3'000;
    GameAnalyser analyser(engine, settings);
    const std::vector<EpdRecord> records = suite_of(SKUA_SOURCE_DIR "/lab/suites/positional.epd");
    ASSERT_GE(records.size(), 12U);
    int statements = 0;
    for (std::size_t i = 0; i < 12; ++i) {
        const Game game(records[i].position);
        const MoveList moves = legal_moves(records[i].position);
        for (const Move move : {Move::none(), moves[i % moves.size()]}) {
            engine.new_game();
            const auto analysis = analyser.analyse_move(game, move);
            ASSERT_TRUE(analysis);
            expect_witnesses(*analysis, records[i].position);
            statements += static_cast<int>(analysis->statements.size());
            engine.new_game();
            EXPECT_EQ(analyser.analyse_move(game, move)->statements, analysis->statements) << "not the same again";
        }
    }
    EXPECT_GE(statements, 8);
}

bool says_only_move_alone(const MoveAnalysis& analysis) {
    return analysis.statements.size() == 1 && analysis.statements[0].kind == StatementKind::OnlyMove;
}

// Of the best moves of Win at Chess at least 85 in 100 get a statement.
TEST(LongMoveExplainer, ExplainsTheBestMovesOfASuite) {
    const std::vector<EpdRecord> records = suite_of(SKUA_SHARED_DATA "/suites/wac.epd");
    if (records.empty()) { GTEST_SKIP() << "the suite is missing"; }
    Engine engine;
    AnalysisSettings settings;
    settings.nodes = 100'000;
    GameAnalyser analyser(engine, settings);
    int explained = 0;
    int only = 0;
    for (const EpdRecord& record : records) {
        const Result<Move> best = parse_san(record.position, record.find("bm")->operands[0]);
        ASSERT_TRUE(best) << record.id();
        engine.new_game();
        const auto analysis = analyser.analyse_move(Game(record.position), *best);
        ASSERT_TRUE(analysis);
        expect_witnesses(*analysis, record.position);
        explained += has_reason(*analysis) ? 1 : 0;
        only += says_only_move_alone(*analysis) ? 1 : 0;
    }
    EXPECT_GE(explained * 100, static_cast<int>(records.size()) * 85);
    std::cout << explained << " of " << records.size() << " best moves are explained, " << only
              << " of them as the only good move alone\n";
}

// Of moves that lose 15 points or more, at least 90 in 100 get a reason: here moves by chance.
TEST(LongMoveExplainer, ExplainsBlunders) {
    const std::vector<EpdRecord> records = suite_of(SKUA_SOURCE_DIR "/lab/suites/positional.epd");
    ASSERT_FALSE(records.empty());
    Engine engine;
    AnalysisSettings settings;
    settings.nodes = 100'000;
    GameAnalyser analyser(engine, settings);
    int blunders = 0;
    int explained = 0;
    Prng prng(1);
    for (std::size_t i = 0; i < 3 * records.size(); ++i) {
        const EpdRecord& record = records[i / 3];
        const MoveList moves = legal_moves(record.position);
        const Move move = moves[prng.next() % moves.size()];
        engine.new_game();
        const auto analysis = analyser.analyse_move(Game(record.position), move);
        ASSERT_TRUE(analysis);
        if (analysis->loss() < BlunderLoss) { continue; }
        expect_witnesses(*analysis, record.position);
        ++blunders;
        explained += has_reason(*analysis) ? 1 : 0;
        if (!has_reason(*analysis)) {
            std::cout << "No reason: " << to_fen(record.position) << ' ' << to_san(record.position, move) << '\n';
        }
    }
    ASSERT_GE(blunders, 20);
    EXPECT_GE(explained * 100, blunders * 90);
    std::cout << explained << " of " << blunders << " blunders are explained\n";
}

}  // namespace
}  // namespace skua
