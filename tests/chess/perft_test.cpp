#include "chess/perft.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/parse.h"
#include "chess/support.h"

namespace skua {
namespace {

// A position and its perft counts.
struct PerftFact {
    std::string fen;
    std::vector<std::pair<int, std::uint64_t>> counts;  // by depth, ascending
};

std::ostream& operator<<(std::ostream& out, const PerftFact& fact) { return out << fact.fen; }

// Lines like "<FEN> ;D1 20 ;D2 400"; '#' begins a remark. Nothing if there is no such file.
std::vector<PerftFact> read_epd(const std::string& path) {
    std::vector<PerftFact> facts;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::size_t end = line.find(';');
        if (line.empty() || line.front() == '#' || end == std::string::npos) { continue; }
        PerftFact fact{std::string(trim(line.substr(0, end))), {}};
        while (end != std::string::npos) {
            const std::size_t begin = end + 1;
            end = line.find(';', begin);
            const std::string entry = line.substr(begin, end == std::string::npos ? end : end - begin);
            const std::vector<std::string_view> words = split_words(entry);
            if (words.size() != 2) { continue; }
            fact.counts.emplace_back(parse_integer<int>(words[0].substr(1)).value_or(0),
                                     parse_integer<std::uint64_t>(words[1]).value_or(0));
        }
        facts.push_back(fact);
    }
    return facts;
}

// Lines "epd <FEN>" followed by lines "perft <depth> <count>".
std::vector<PerftFact> read_perft(const std::string& path) {
    std::vector<PerftFact> facts;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("epd ")) { facts.push_back({line.substr(4), {}}); }
        const std::vector<std::string_view> words = split_words(line);
        if (words.size() != 3 || words[0] != "perft" || facts.empty()) { continue; }
        facts.back().counts.emplace_back(parse_integer<int>(words[1]).value_or(0),
                                         parse_integer<std::uint64_t>(words[2]).value_or(0));
    }
    return facts;
}

// Checks every depth of a fact up to a number of nodes.
void check(const PerftFact& fact, std::uint64_t most_nodes) {
    ASSERT_FALSE(fact.counts.empty()) << fact.fen;
    const Result<FenReading> reading = parse_fen(fact.fen);
    ASSERT_TRUE(reading.ok()) << fact.fen << ": " << reading.error();
    EXPECT_TRUE(reading->remarks.empty()) << fact.fen << ": " << reading->remarks.front();
    const Position& position = reading->position;
    for (const auto& [depth, count] : fact.counts) {
        if (count <= most_nodes) { EXPECT_EQ(perft(position, depth), count) << fact.fen << " depth " << depth; }
    }
}

// Every `parts`-th fact from `part` on.
void check_some(const std::vector<PerftFact>& facts, std::uint64_t most_nodes, std::size_t part, std::size_t parts) {
    if (facts.empty()) { GTEST_SKIP() << "this collection is not on this machine"; }
    for (std::size_t i = part; i < facts.size(); i += parts) {
        // One position gives a king in the corner a castling right, which we do not accept: another position to us.
        if (facts[i].fen == "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq -") { continue; }
        check(facts[i], most_nodes);
    }
}

// ---------------------------------------------------------------------- our own collection

class PerftFacts : public testing::TestWithParam<PerftFact> {};
class LongPerftFacts : public testing::TestWithParam<PerftFact> {};

std::vector<PerftFact> own_facts() { return read_epd(SKUA_SOURCE_DIR "/tests/data/perft.epd"); }

INSTANTIATE_TEST_SUITE_P(Own, PerftFacts, testing::ValuesIn(own_facts()));
INSTANTIATE_TEST_SUITE_P(Own, LongPerftFacts, testing::ValuesIn(own_facts()));

TEST_P(PerftFacts, AreTrue) { check(GetParam(), 200'000'000); }
TEST_P(LongPerftFacts, AreTrue) { check(GetParam(), 10'000'000'000); }

TEST(Perft, OurCollectionIsThere) { EXPECT_GE(own_facts().size(), 25U); }

// ---------------------------------------------------------------------- collections beside the repository

class PerftCollections : public testing::TestWithParam<int> {};
class LongPerftCollections : public testing::TestWithParam<int> {};
constexpr int Parts = 4;
INSTANTIATE_TEST_SUITE_P(Part, PerftCollections, testing::Range(0, Parts));
INSTANTIATE_TEST_SUITE_P(Part, LongPerftCollections, testing::Range(0, Parts));

std::vector<PerftFact> standard_set() { return read_epd(SKUA_SHARED_DATA "/perft/standard.epd"); }
std::vector<PerftFact> tricky_set() { return read_perft(SKUA_SHARED_DATA "/perft/tricky.perft"); }
std::vector<PerftFact> chess960_set() { return read_perft(SKUA_SHARED_DATA "/perft/chess960.perft"); }

TEST_P(PerftCollections, Standard) {
    check_some(standard_set(), 10'000'000, static_cast<std::size_t>(GetParam()), Parts);
}
TEST_P(PerftCollections, Tricky) { check_some(tricky_set(), 10'000'000, static_cast<std::size_t>(GetParam()), Parts); }
TEST_P(PerftCollections, Chess960) {
    check_some(chess960_set(), 1'000'000, static_cast<std::size_t>(GetParam()), Parts);
}

TEST_P(LongPerftCollections, Standard) {
    check_some(standard_set(), 1'000'000'000, static_cast<std::size_t>(GetParam()), Parts);
}
TEST_P(LongPerftCollections, Chess960) {
    check_some(chess960_set(), 200'000'000, static_cast<std::size_t>(GetParam()), Parts);
}

// ---------------------------------------------------------------------- the functions themselves

constexpr std::string_view Kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Perft, OfNothingIsOne) {
    EXPECT_EQ(perft(Position(), 0), 1U);
    EXPECT_EQ(perft(position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 0), 1U);
    EXPECT_EQ(perft(position_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), 3), 0U);
}

TEST(Perft, DividesByRootMove) {
    const Position position = position_of(Kiwipete);
    const PerftReport report = perft_divide(position, 3);
    EXPECT_EQ(report.nodes, 97862U);
    EXPECT_FALSE(report.stopped);
    ASSERT_EQ(report.lines.size(), 48U);
    std::uint64_t sum = 0;
    for (const PerftReport::Line& line : report.lines) {
        Position next = position;
        next.play(line.move);
        EXPECT_EQ(line.nodes, perft(next, 2)) << to_uci(line.move);
        sum += line.nodes;
    }
    EXPECT_EQ(sum, report.nodes);
}

TEST(Perft, DividesAtDepthOne) {
    const PerftReport report = perft_divide(Position(), 1);
    EXPECT_EQ(report.nodes, 20U);
    ASSERT_EQ(report.lines.size(), 20U);
    for (const PerftReport::Line& line : report.lines) { EXPECT_EQ(line.nodes, 1U); }
}

TEST(Perft, DividesAFinishedGame) {
    const PerftReport report = perft_divide(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 3, {.threads = 4});
    EXPECT_EQ(report.nodes, 0U);
    EXPECT_TRUE(report.lines.empty());
}

TEST(Perft, IsTheSameWithHashAndThreads) {
    const Position position = position_of(Kiwipete);
    const PerftReport plain = perft_divide(position, 4);
    EXPECT_EQ(plain.nodes, 4085603U);
    for (const PerftOptions& options : {PerftOptions{.threads = 1, .hash_megabytes = 1},
                                        {.threads = 1, .hash_megabytes = 16},
                                        {.threads = 2},
                                        {.threads = 4, .hash_megabytes = 1},
                                        {.threads = 7, .hash_megabytes = 16},
                                        {.threads = 200}}) {
        const PerftReport report = perft_divide(position, 4, options);
        EXPECT_EQ(report.nodes, plain.nodes) << options.threads << " " << options.hash_megabytes;
        ASSERT_EQ(report.lines.size(), plain.lines.size());
        for (std::size_t i = 0; i < plain.lines.size(); ++i) {
            EXPECT_EQ(report.lines[i].move, plain.lines[i].move);
            EXPECT_EQ(report.lines[i].nodes, plain.lines[i].nodes) << to_uci(plain.lines[i].move);
        }
    }
}

TEST(Perft, HashKeepsEnPassantAndCastlingApart) {
    // Transpositions that differ in an en passant or castling right only.
    for (const std::string_view fen :
         {"4k3/3p1p2/8/4P3/4p3/8/3P1P2/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}) {
        const Position position = position_of(fen);
        EXPECT_EQ(perft_divide(position, 5, {.threads = 1, .hash_megabytes = 16}).nodes, perft(position, 5)) << fen;
    }
}

TEST(Perft, StopsWhenTold) {
    std::atomic<bool> stop{true};
    PerftReport report = perft_divide(Position(), 12, {.threads = 2, .hash_megabytes = 0, .stop = &stop});
    EXPECT_TRUE(report.stopped);
    EXPECT_EQ(report.lines.size(), 20U);

    stop = false;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop = true;
    });
    report = perft_divide(Position(), 12, {.threads = 2, .hash_megabytes = 1, .stop = &stop});
    stopper.join();
    EXPECT_TRUE(report.stopped);

    stop = false;
    report = perft_divide(Position(), 3, {.threads = 1, .hash_megabytes = 0, .stop = &stop});
    EXPECT_FALSE(report.stopped);
    EXPECT_EQ(report.nodes, 8902U);
}

TEST(PerftDivide, IsCompleteWhenAStopComesTooLate) {
    // So shallow a count never looks at the flag.
    const std::atomic<bool> stop{true};
    const PerftReport report = perft_divide(Position(), 3, {.threads = 1, .hash_megabytes = 0, .stop = &stop});
    EXPECT_FALSE(report.stopped);
    EXPECT_EQ(report.nodes, 8902U);
}

}  // namespace
}  // namespace skua
