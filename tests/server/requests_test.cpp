#include "server/requests.h"

#include <gtest/gtest.h>

#include "chess/fen.h"
#include "chess/uci_move.h"

namespace skua::server {
namespace {

const Caps TestCaps;

// "422 limits.nodes": why a search is refused.
std::string refused(const std::string& body) {
    const auto request = parse_search(body, TestCaps);
    return request ? "" : std::to_string(request.refusal().status) + ' ' + request.refusal().field;
}

std::string with_limits(const std::string& limits) {
    return R"({"position": {"startpos": true}, "limits": )" + limits + "}";
}
std::string with_position(const std::string& position) { return R"({"position": )" + position + "}"; }

TEST(Requests, ReadsASearch) {
    const auto request =
        parse_search(R"({"position": {"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9", "moves": ["e2e4", "Kd7"]},
        "limits": {"depth": 7, "multipv": 3, "threads": 1}})",
                     TestCaps);
    ASSERT_TRUE(request) << request.refusal().message;
    EXPECT_EQ(to_fen(request->position.game.position()), "8/3k4/8/8/4P3/8/8/4K3 w - - 1 10");
    EXPECT_EQ(request->effort.depth, 7);
    EXPECT_FALSE(request->effort.nodes);
    EXPECT_FALSE(request->effort.move_time);
    EXPECT_EQ(request->multipv, 3);
}

TEST(Requests, WithoutLimitsASearchTakesASecond) {
    const auto request = parse_search(with_position(R"({"startpos": true})"), TestCaps);
    ASSERT_TRUE(request);
    EXPECT_EQ(request->effort.move_time, 1000);
}

TEST(Requests, RefusesWhatIsNoJson) {
    for (const char* const text : {"", "{", "nonsense", "[]", "3", "{\"position\": {\"startpos\": true}} x", "\xff"}) {
        EXPECT_EQ(refused(text), "400 ") << text;
    }
    EXPECT_EQ(refused(std::string(100'000, '[')), "400 ");
}

TEST(Requests, NamesTheFieldThatIsWrong) {
    EXPECT_EQ(refused("{}"), "422 position");
    EXPECT_EQ(refused(with_position("3")), "422 position");
    EXPECT_EQ(refused(with_position("{}")), "422 position");
    EXPECT_EQ(refused(with_position(R"({"startpos": true, "fen": "8/8/8/8/8/8/8/8 w - - 0 1"})")), "422 position");
    EXPECT_EQ(refused(with_position(R"({"startpos": false})")), "422 position");
    EXPECT_EQ(refused(with_position(R"({"startpos": 1})")), "422 position.startpos");
    EXPECT_EQ(refused(with_position(R"({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})")), "422 position.fen");
    EXPECT_EQ(refused(with_position(R"({"fen": 3})")), "422 position.fen");
    EXPECT_EQ(refused(with_position("{\"fen\": \"" + std::string(300, 'k') + "\"}")), "422 position.fen");
    EXPECT_EQ(refused(with_position(R"({"startpos": true, "moves": ["e2e4", "e2e4"]})")), "422 position.moves[1]");
    EXPECT_EQ(refused(with_position(R"({"startpos": true, "moves": [4]})")), "422 position.moves[0]");
    EXPECT_EQ(refused(with_position(R"({"startpos": true, "moves": "e2e4"})")), "422 position.moves");
    EXPECT_EQ(refused(with_position(R"({"startpos": true, "colour": "w"})")), "422 position.colour");
    EXPECT_EQ(refused(R"({"position": {"startpos": true}, "option": "Hash"})"), "422 option");
}

TEST(Requests, WantsExactlyOneLimitWithinItsRange) {
    EXPECT_EQ(refused(with_limits("{}")), "422 limits");
    EXPECT_EQ(refused(with_limits(R"({"nodes": 5, "depth": 3})")), "422 limits");
    EXPECT_EQ(refused(with_limits(R"({"nodes": 0})")), "422 limits.nodes");
    EXPECT_EQ(refused(with_limits(R"({"nodes": -1})")), "422 limits.nodes");
    EXPECT_EQ(refused(with_limits(R"({"nodes": 1.5})")), "422 limits.nodes");
    EXPECT_EQ(refused(with_limits(R"({"nodes": "5"})")), "422 limits.nodes");
    EXPECT_EQ(refused(with_limits(R"({"nodes": 18446744073709551615})")), "422 limits.nodes");
    EXPECT_EQ(refused(with_limits(R"({"nodes": 1e300})")), "422 limits.nodes");
    EXPECT_EQ(refused(with_limits(R"({"movetime": 60001})")), "422 limits.movetime");
    EXPECT_EQ(refused(with_limits(R"({"depth": 61})")), "422 limits.depth");
    EXPECT_EQ(refused(with_limits(R"({"depth": 6, "multipv": 11})")), "422 limits.multipv");
    EXPECT_EQ(refused(with_limits(R"({"depth": 6, "threads": 2})")), "422 limits.threads");
    EXPECT_EQ(refused(with_limits(R"({"depth": 60})")), "");
}

TEST(Requests, Chess960HasToBeAskedFor) {
    const std::string fen = R"("fen": "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")";
    EXPECT_EQ(refused(with_position("{" + fen + "}")), "422 position.fen");
    EXPECT_EQ(refused(with_position("{" + fen + R"(, "chess960": true})")), "");
}

TEST(Requests, EqualSearchesHaveEqualKeys) {
    const auto key = [](const std::string& position, const std::string& limits = R"({"nodes": 1000})") {
        return key_of(*parse_search(R"({"position": )" + position + R"(, "limits": )" + limits + "}", TestCaps));
    };
    const std::string start = key(R"({"startpos": true})");
    EXPECT_EQ(start, key(R"({"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})"));
    EXPECT_NE(start, key(R"({"startpos": true})", R"({"nodes": 1001})"));
    EXPECT_NE(start, key(R"({"startpos": true})", R"({"nodes": 1000, "multipv": 2})"));
    // What came before a pawn move does not matter, repetitions do.
    EXPECT_EQ(key(R"({"startpos": true, "moves": ["g1f3", "g8f6", "e2e4"]})"),
              key(R"({"fen": "rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2"})"));
    EXPECT_NE(key(R"({"startpos": true, "moves": ["g1f3", "g8f6", "f3g1", "f6g8"]})"), start);
}

TEST(Requests, ReadsAnExplanation) {
    const auto request = parse_explain(
        R"({"position": {"startpos": true}, "moves": ["e4", "g1f3"], "limits": {"nodes": 500}})", TestCaps);
    ASSERT_TRUE(request) << request.refusal().message;
    ASSERT_EQ(request->moves.size(), 2U);
    EXPECT_EQ(to_uci(request->moves[0]), "e2e4");
    EXPECT_EQ(request->effort.nodes, 500U);
    const auto wrong = parse_explain(R"({"position": {"startpos": true}, "moves": ["e5"]})", TestCaps);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.refusal().field, "moves[0]");
}

TEST(Requests, ReadsMessages) {
    const auto start = parse_message(R"({"op": "analyse", "id": "a", "position": {"startpos": true}})", TestCaps);
    ASSERT_TRUE(start);
    EXPECT_FALSE(start->stops);
    EXPECT_EQ(start->id, "a");
    EXPECT_TRUE(parse_message(R"({"op": "stop", "id": "a"})", TestCaps)->stops);
    EXPECT_EQ(parse_message(R"({"op": "quit"})", TestCaps).refusal().field, "op");
    EXPECT_EQ(parse_message(R"({"op": "stop", "id": 3})", TestCaps).refusal().field, "id");
}

TEST(Requests, ReadsGames) {
    EXPECT_EQ(parse_games(R"({"pgn": "1. e4 *", "limits": {"depth": 4}})", TestCaps)->effort.depth, 4);
    EXPECT_EQ(parse_games(R"({"limits": {"depth": 4}})", TestCaps).refusal().field, "pgn");
}

}  // namespace
}  // namespace skua::server
