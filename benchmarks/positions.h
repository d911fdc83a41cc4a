// The positions all benchmarks run over: openings, middlegames, endgames, checks, Chess960.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "chess/fen.h"

namespace skua {

inline constexpr std::array<std::string_view, 30> BenchmarkFens{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r1bqk2r/ppp2ppp/2n2n2/3pp3/1bPP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 1 6",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1NQPPP/R4RK1 w - - 4 11",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3QPP2/1BN1B3/PPP3PP/2KR3R w - - 0 14",
    "2rq1rk1/pb2bppp/1p2pn2/8/2PR4/1P3NP1/PB2QPBP/5RK1 b - - 2 17",
    "r3r1k1/pp1q1ppp/2p2n2/3p1b2/3P4/2PB1N2/PPQ2PPP/R3R1K1 w - - 8 16",
    "1r3rk1/3bqpbp/p2p1np1/2pP4/P1P1PP2/2N1B3/4B1PP/1R1Q1RK1 w - - 1 18",
    "r4rk1/1b1nqppp/p1p1p3/1p1pP3/3P1P2/2N1B2R/PPP3PP/R2Q2K1 w - - 0 16",
    "4rrk1/1p1q1pbp/p2p1np1/P1pP4/2P1P3/2N2P1P/1P1Q1BP1/R4RK1 b - - 2 19",
    "r1b2r1k/pp2q1pp/2nb1p2/3pp3/3P4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 13",
    "2kr3r/ppp1qppp/2nb1n2/3p4/3P2b1/2PB1N2/PP1NQPPP/R1B1R1K1 w - - 5 11",
    "r2qkb1r/pb1n1p2/2p1pn1p/1p4p1/2pPP3/2N2NB1/PP2BPPP/R2QK2R w KQkq g6 0 11",
    "3r1rk1/p1q2pp1/1pn1p2p/2p1P3/2Pp1P2/3P1NP1/PP1Q3P/R4RK1 w - - 0 20",
    "r3k2r/2pb1ppp/2pp1q2/p7/1nP1B3/1P2P3/P2N1PPP/R2QK2R w KQkq a6 0 14",
    "4k2r/1pp1n2p/6N1/1K1P2r1/4P3/P5P1/1Pp4P/R7 w k - 0 6",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1",
    "bqrnkrnb/1pppppp1/p6p/8/8/P6P/1PPPPPP1/BQRNKRNB w FCfc - 0 3",
    "5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27",
    "8/5k2/3p1p2/2pPp1p1/1pP1P1Pp/1P3P1P/3K4/8 w - - 0 40",
    "8/3k4/3r1p2/2p1pP1p/2P1P1pP/1P1R2P1/3K4/8 b - - 3 39",
    "6k1/5p2/4p1p1/3pP1Pp/1b1P1P1P/2r1B1K1/R7/8 w - - 9 44",
    "8/1p3pk1/p1p3p1/P1Pn3p/1P1P1N1P/5PP1/6K1/8 b - - 1 38",
    "2r3k1/R4pp1/4p2p/8/1p1P4/1P3N1P/5PP1/6K1 b - - 0 33",
    "8/8/1p1k4/p1p2p2/P1P1pPp1/1P2P1P1/4K3/8 b - - 0 50",
    "3Q4/5pk1/4p1p1/7p/7P/1q4P1/5P1K/8 b - - 4 48",
    "8/P5k1/8/8/8/6p1/2K3p1/8 w - - 0 60",
    "r1bq2kr/pppp1Npp/2n5/2b1p3/2B1n3/8/PPPP1PPP/RNBQK2R b KQ - 0 7",
};

inline std::vector<Position> benchmark_positions() {
    std::vector<Position> positions;
    for (const std::string_view fen : BenchmarkFens) {
        const Result<FenReading> reading = parse_fen(fen);
        if (!reading) {
            std::fprintf(stderr, "%s: %s\n", std::string(fen).c_str(), reading.error().c_str());
            std::exit(1);
        }
        positions.push_back(reading->position);
    }
    return positions;
}

}  // namespace skua
