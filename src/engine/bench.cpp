#include "engine/bench.h"

#include <array>
#include <chrono>
#include <new>
#include <string>
#include <utility>

#include "chess/fen.h"

namespace skua {

namespace {

// Classic test positions, then openings, middlegames and endgames from Skua's own first games.
constexpr std::array<std::string_view, 50> Positions{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkbnr/pp5p/4pp2/2pp2p1/3P2P1/5N1P/PPP1PPB1/RNBQK2R w KQkq - 0 6",
    "1rbqk2r/ppp2ppp/n3p3/3pP3/2PPn3/N3QN2/PP3PPP/R3KB1R b KQk - 1 9",
    "r2q1rk1/1bp3pp/p1pb4/1P1p1p2/4n3/P1NBP3/1BPP1PPP/2RQK2R w K - 0 12",
    "r1bq1rk1/pp1n1pb1/2p1p1pp/3pN1P1/3PPP1P/2NPB3/PP6/2RQ1RK1 b - - 0 15",
    "r1b1k2r/1p3p1p/2nb4/3N4/p2pq3/6P1/PP3PBP/2KR2NR w kq - 0 18",
    "2rr2k1/1b3pbp/p2pp2p/1p2q2N/4P1QP/2P3P1/PP3PB1/1K1RR3 b - - 4 21",
    "1nq4r/1pBb1pk1/4pnp1/1P1pQ2p/3P4/3B1N2/2P2PPP/4R1K1 w - - 6 24",
    "r1b5/pp2k3/6N1/3p4/2n5/4B2P/PPP2P1K/R7 b - - 0 27",
    "2r5/1p6/2p4k/p4p2/2Pr3P/1PNn2R1/P4PP1/R5K1 w - - 1 30",
    "4r1k1/1p1q2pp/2n1p3/8/P1p1P3/1PBb2QP/6P1/2R1R1K1 b - - 0 34",
    "8/4kr2/1pB2p1R/1P3K2/2p1p1P1/2BbP3/5P2/8 w - - 0 38",
    "8/6p1/4k3/p1p1pp2/PpPr3p/1P1P1P2/4K1P1/7R b - - 1 43",
    "2r4r/4k2p/5p1n/5P2/3B4/1B1R4/2p3P1/2K5 w - - 1 48",
    "8/1pR2pk1/1P5p/4N1p1/P2r4/1K5P/8/2r5 b - - 15 54",
    "8/4k3/KR6/4n3/q7/P7/1P6/8 w - - 10 61",
    "1nbqkb1r/1ppp1ppp/2r1pn2/p7/3P4/1PP1PN2/PB3PPP/RN1QKB1R b KQk - 1 6",
    "rn1q1rk1/pbppppbp/5n2/8/3P4/2P1P2N/PP3PP1/RNBQKB1R w KQ - 1 9",
    "Bn1qr1k1/p2ppnbp/b1p2pp1/8/R1PPP1P1/2N2N1P/1P3P2/2BQ1RK1 b - - 1 12",
    "r3k2r/pb1p1ppp/n1p2q2/1p2b3/3NP2P/PPN1PB2/2P3P1/R2Q2KR w kq - 7 15",
    "3qr1k1/p2p1p2/1pr2b1p/8/2Pp2QB/3P4/PP3PPP/2R2RK1 b - - 1 18",
    "r4rk1/p3bpp1/2n1q2p/3pP2P/Pp1P1Q2/4BN2/1P3PP1/R4RK1 w - - 4 21",
    "3r2k1/1pq2pp1/4bn2/pPb1p3/P1p1P1Pp/2Pr3P/1BQ1NPB1/4RRK1 b - - 7 24",
    "1r5r/pp4Qp/k2BNp2/3R4/8/PP6/6PP/4R1K1 w - - 1 27",
    "4rrk1/p6p/1ppb1BpP/q7/P2Ppp1Q/2P5/2P2PP1/4RRK1 b - - 5 30",
    "8/p6k/1p5p/4r3/P7/6PK/8/2R5 w - - 0 34",
    "5r2/6pk/4Q2p/P3R3/2R5/3q1P1P/3b2P1/6K1 b - - 1 38",
    "3r4/1RRbk1p1/7p/2p2Q2/3q3P/2p1p1P1/2P2PK1/8 w - - 0 43",
    "8/3b1p2/4k1p1/1p2p3/2P4P/P3K1P1/1P2B3/8 b - - 0 48",
    "5k2/5p2/4p3/3pP3/3q3Q/1P2b2P/6BK/8 w - - 0 54",
    "8/5k2/8/1p2K3/7P/1N6/p4r2/5r2 b - - 2 61",
    "r2qk1nr/p1ppppbp/b1n3p1/1p4B1/3PP3/7P/PPP2PP1/RN1QKBNR w KQkq - 1 6",
    "r1bq1rk1/1pp1ppbp/p1n2n2/3p2N1/3P1P2/2P1P1P1/PP4BP/RNBQ1RK1 b - - 1 9",
    "r2qkb2/pp1bppp1/n2p1n2/2pP4/Q1P1P2r/2N2N2/PP3PBP/R1B2RK1 w q - 2 12",
    "2rqk1r1/p1p1bppp/1pp1p2n/7Q/P1PPP3/4B1P1/1P3P1P/RN3RK1 b - - 8 15",
    "1r1q1rk1/2p2pb1/6pp/pb4N1/3nB3/6Q1/PP1P1PPP/R1B1R1K1 w - - 0 18",
    "2rqr1k1/1p3pp1/p1p2n1p/8/1P2P3/P2BBP1b/2Q2P1P/2R1R1K1 b - - 1 21",
    "1k1rr3/1pp1ppb1/p1n4p/3p1q2/P2P1B2/2P3P1/2P1Q1BP/3RR1K1 w - - 0 24",
    "1r6/p3k3/3P4/1r5p/3Rp3/6PP/2P2P2/2K4R b - - 0 27",
    "1rb3k1/1p1p1Nb1/p2Rr3/4p2R/4P3/2N1P1P1/PqnQ1KB1/8 w - - 1 30",
    "1q2r1k1/6p1/1pQ1pn2/1Pn3Np/5P2/6PP/2P2PK1/3RR3 b - - 7 34",
    "3r4/5pp1/1pR2nkp/p3B3/P5P1/1P2RP1P/3r3K/8 w - - 0 38",
    "8/3p1p2/2nP1k2/1B1R4/5P1r/1P6/1K6/8 b - - 6 43",
    "8/5k2/8/2R2Np1/1P1P2P1/p1P2P2/Pn6/2K5 w - - 3 48",
    "8/2p5/3p4/1b2k3/8/2K5/6p1/8 b - - 1 54",
    "8/1b6/3k4/2p2p1P/8/2B3pQ/4rqP1/6RK w - - 0 61",
    "r1bqkb1r/p2npppp/2pp3n/8/4P3/3B2Q1/PPPP1PPP/RNB1K1NR b KQkq - 3 6",
};

}  // namespace

Bench::Bench(EvaluatorKind kind) {
    // Only a lack of memory can make this fail. The other evaluation's count would not be the signature asked for.
    if (engine_.set_option("Evaluation", name_of(kind))) { throw std::bad_alloc(); }
}

BenchReport Bench::run(Depth depth, const std::function<void(std::string_view)>& print) {
    BenchReport report;
    BestMove last;
    EngineCallbacks callbacks;
    callbacks.best_move = [&last](const BestMove& best) { last = best; };
    engine_.set_callbacks(std::move(callbacks));

    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < Positions.size(); ++i) {
        engine_.set_game(Game(parse_fen(Positions[i])->position));
        Limits limits;
        limits.depth = depth;
        {
            // Under the lock either this thread sees stopped_, or stop() finds a search to stop.
            const std::lock_guard lock(mutex_);
            if (!stopped_) { engine_.go(limits); }
        }
        engine_.wait();
        {
            const std::lock_guard lock(mutex_);
            report.stopped = stopped_;
        }
        if (report.stopped) { break; }
        report.nodes += last.nodes;
        print("Position " + std::to_string(i + 1) + "/" + std::to_string(Positions.size()) + ": " +
              std::to_string(last.nodes) + " nodes");
    }
    report.pawn_cache = engine_.cache_statistics();
    report.milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
    return report;
}

void Bench::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    engine_.stop();
}

}  // namespace skua
