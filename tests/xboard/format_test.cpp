#include "xboard/format.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/uci_move.h"
#include "engine/engine.h"

namespace skua {
namespace {

Game game_of(std::string_view fen) { return Game(parse_fen(fen)->position); }

TEST(ToCecp, WritesCoordinates) {
    EXPECT_EQ(to_cecp(Move::normal(Square::E2, Square::E4), Variant::Standard), "e2e4");
    EXPECT_EQ(to_cecp(Move::normal(Square::E2, Square::E4), Variant::Chess960), "e2e4");
    EXPECT_EQ(to_cecp(Move::promotion(Square::A7, Square::B8, PieceType::Knight), Variant::Standard), "a7b8n");
    EXPECT_EQ(to_cecp(Move::en_passant(Square::E5, Square::D6), Variant::Chess960), "e5d6");
}

TEST(ToCecp, WritesCastlingAsTheVariantDemands) {
    EXPECT_EQ(to_cecp(Move::castling(Square::E1, Square::H1), Variant::Standard), "e1g1");
    EXPECT_EQ(to_cecp(Move::castling(Square::E8, Square::A8), Variant::Standard), "e8c8");
    EXPECT_EQ(to_cecp(Move::castling(Square::E1, Square::H1), Variant::Chess960), "O-O");
    EXPECT_EQ(to_cecp(Move::castling(Square::B8, Square::A8), Variant::Chess960), "O-O-O");
    EXPECT_EQ(to_cecp(Move::castling(Square::B1, Square::C1), Variant::Chess960), "O-O");
}

TEST(CecpScore, WritesMatesInMoves) {
    EXPECT_EQ(cecp_score(Centipawns{0}), 0);
    EXPECT_EQ(cecp_score(Centipawns{-123}), -123);
    EXPECT_EQ(cecp_score(MateIn{1, true}), 100001);
    EXPECT_EQ(cecp_score(MateIn{2, true}), 100002);
    EXPECT_EQ(cecp_score(MateIn{0, false}), -100000);
    EXPECT_EQ(cecp_score(MateIn{1, false}), -100001);
    EXPECT_EQ(cecp_score(MateIn{2, false}), -100002);
}

TEST(CecpScore, TablebaseWinsLieBetweenEvaluationsAndMates) {
    for (const int plies : {0, 1, 50, MaxPly}) {
        EXPECT_GT(cecp_score(TablebaseWin{plies, true}), MaxCentipawns);
        EXPECT_LT(cecp_score(TablebaseWin{plies, true}), 100000);
        EXPECT_EQ(cecp_score(TablebaseWin{plies, false}), -cecp_score(TablebaseWin{plies, true}));
    }
}

TEST(ThinkingLine, HasDepthScoreCentisecondsNodesAndLine) {
    Report report;
    report.depth = 9;
    report.score = Centipawns{156};
    report.time = 10849;
    report.nodes = 48000;
    report.pv = {Move::normal(Square::E2, Square::E4), Move::normal(Square::E7, Square::E5)};
    EXPECT_EQ(thinking_line(report, Variant::Standard), "9 156 1084 48000 e2e4 e7e5");
    report.bound = Bound::Lower;
    EXPECT_EQ(thinking_line(report, Variant::Standard), "9 156 1084 48000 e2e4 e7e5 !");
    report.bound = Bound::Upper;
    EXPECT_EQ(thinking_line(report, Variant::Standard), "9 156 1084 48000 e2e4 e7e5 ?");
    report.bound = Bound::Exact;
    EXPECT_EQ(thinking_line(report, Variant::Standard, Move::normal(Square::D7, Square::D5)),
              "9 156 1084 48000 (d7d5) e2e4 e7e5");
    report.pv.clear();
    EXPECT_EQ(thinking_line(report, Variant::Standard), "9 156 1084 48000");
}

TEST(OptionFeature, DescribesEveryKind) {
    Options options;
    options.add_check("On", true, "", nullptr);
    options.add_check("Off", false, "", nullptr);
    options.add_spin("Some Number", 3, -5, 10, "", nullptr);
    options.add_button("Press me", "", nullptr);
    options.add_text("Path", "", "", nullptr);
    options.add_text("Name", "Skua", "", nullptr);
    options.add_combo("Evaluation", "b", {"a", "b", "c"}, "", nullptr);
    std::vector<std::string> lines;
    for (const Option& option : options.all()) { lines.push_back(option_feature(option)); }
    EXPECT_EQ(lines, (std::vector<std::string>{
                         "feature option=\"On -check 1\"", "feature option=\"Off -check 0\"",
                         "feature option=\"Some Number -spin 3 -5 10\"", "feature option=\"Press me -button\"",
                         "feature option=\"Path -string \"", "feature option=\"Name -string Skua\"",
                         "feature option=\"Evaluation -combo a /// *b /// c\""}));
}

TEST(ResultLine, NamesEveryEnd) {
    EXPECT_EQ(result_line(game_of("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")), "1-0 {White mates}");
    EXPECT_EQ(result_line(game_of("k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1")), "0-1 {Black mates}");
    EXPECT_EQ(result_line(game_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), "1/2-1/2 {Stalemate}");
    EXPECT_EQ(result_line(game_of("7k/8/6K1/8/8/8/8/7B b - - 0 1")), "1/2-1/2 {Draw by insufficient material}");
    EXPECT_EQ(result_line(game_of("7k/8/6K1/8/8/8/8/7R b - - 100 90")), "1/2-1/2 {Draw by fifty-move rule}");
    Game game;
    for (int i = 0; i < 2; ++i) {
        for (const std::string_view move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
            game.play(*parse_uci_move(game.position(), move));
        }
    }
    EXPECT_EQ(result_line(game), "1/2-1/2 {Draw by repetition}");
}

}  // namespace
}  // namespace skua
