// Every term on a position that has it, with its squares, and on one where its cause is missing.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "chess/support.h"
#include "eval/classical/classical.h"

namespace skua::classical {
namespace {

// Adds up how often the term was counted for a side, over all its values.
int count_of(const Position& position, Term term, Color side) {
    const Breakdown breakdown = break_down(position);
    int count = 0;
    for (std::size_t i = 0; i < TermTable[term].size; ++i) {
        count += breakdown.trace.counts[TermTable[term].first + i][side];
    }
    return count;
}

// Collects the squares that were recorded for a side, over all values of the term.
Bitboard squares_of(const Position& position, Term term, Color side) {
    const Breakdown breakdown = break_down(position);
    Bitboard squares;
    for (std::size_t i = 0; i < TermTable[term].size; ++i) {
        squares |= breakdown.trace.squares[TermTable[term].first + i][side];
    }
    return squares;
}

// Writes a set as "a1 b2 c3".
std::string text_of(Bitboard set) {
    std::string text;
    for (const Square square : set) { text += (text.empty() ? "" : " ") + to_string(square); }
    return text;
}

Bitboard flipped(Bitboard set) {
    Bitboard result;
    for (const Square square : set) { result |= flip_rank(square); }
    return result;
}

struct Detection {
    const char* name;
    Term term;
    const char* with;     // White has the term here,
    int count;            // this many times,
    const char* squares;  // because of these squares
    const char* without;  // White does not have the term here
};

std::ostream& operator<<(std::ostream& out, const Detection& detection) { return out << detection.name; }

class Detects : public testing::TestWithParam<Detection> {};

TEST_P(Detects, WhereItIs) {
    const Position position = position_of(GetParam().with);
    EXPECT_EQ(count_of(position, GetParam().term, Color::White), GetParam().count) << GetParam().with;
    EXPECT_EQ(text_of(squares_of(position, GetParam().term, Color::White)), GetParam().squares) << GetParam().with;
}

TEST_P(Detects, ForBlackAsForWhite) {
    const Position position = position_of(GetParam().with).flipped();
    EXPECT_EQ(count_of(position, GetParam().term, Color::Black), GetParam().count) << to_fen(position);
    EXPECT_EQ(text_of(flipped(squares_of(position, GetParam().term, Color::Black))), GetParam().squares)
        << to_fen(position);
}

TEST_P(Detects, NotWhereItIsNot) {
    const Position position = position_of(GetParam().without);
    EXPECT_EQ(count_of(position, GetParam().term, Color::White), 0) << GetParam().without;
}

constexpr Detection Detections[] = {
    // ------------------------------------------------------------ pawns
    {"DoubledPawns", Term::DoubledPawn, "4k3/pp6/8/8/8/2P5/2P5/4K3 w - - 0 1", 1, "c2",
     "4k3/pp6/8/8/8/8/1PP5/4K3 w - - 0 1"},
    {"TripledPawns", Term::DoubledPawn, "4k3/pp6/8/8/2P5/2P5/2P5/4K3 w - - 0 1", 2, "c2 c3",
     "4k3/pp6/8/8/8/2P5/1P1P4/4K3 w - - 0 1"},
    {"IsolatedPawn", Term::IsolatedPawn, "4k3/pp6/8/8/8/8/P1P5/4K3 w - - 0 1", 2, "a2 c2",
     "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1"},
    {"BackwardPawnHeldBack", Term::BackwardPawn, "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", 1, "d3",
     "4k3/8/8/8/2P5/3P4/8/4K3 w - - 0 1"},
    {"WeakPawnOnHalfOpenFile", Term::WeakUnopposedPawn, "4k3/p7/8/8/8/8/2P5/4K3 w - - 0 1", 1, "c2",
     "4k3/2p5/8/8/8/8/2P5/4K3 w - - 0 1"},
    {"PawnAttackedTwice", Term::WeakLeverPawn, "4k3/8/2p1p3/3P4/8/8/8/4K3 w - - 0 1", 1, "d5",
     "4k3/8/2p5/3P4/8/8/8/4K3 w - - 0 1"},
    {"TwoIslands", Term::PawnIslands, "4k3/pp6/8/8/8/8/P1P5/4K3 w - - 0 1", 1, "a2 c2",
     "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1"},
    {"FourIslands", Term::PawnIslands, "4k3/pp6/8/8/8/8/P1P1P1P1/4K3 w - - 0 1", 3, "a2 c2 e2 g2",
     "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"ProtectedPawn", Term::SupportedPawn, "4k3/pp6/8/8/8/2P5/1P6/4K3 w - - 0 1", 1, "c3",
     "4k3/pp6/8/8/8/8/1PP5/4K3 w - - 0 1"},
    {"PawnProtectedTwice", Term::SupportedPawn, "4k3/pp6/8/8/8/2P5/1P1P4/4K3 w - - 0 1", 2, "c3",
     "4k3/pp6/8/8/2P5/8/1P1P4/4K3 w - - 0 1"},
    {"PawnsSideBySide", Term::PawnPhalanx, "4k3/pp6/8/8/8/8/1PP5/4K3 w - - 0 1", 2, "b2 c2",
     "4k3/pp6/8/8/8/2P5/1P6/4K3 w - - 0 1"},
    {"BlockedPawnOnTheFifth", Term::BlockedPawn, "4k3/8/3p4/3P4/8/8/8/4K3 w - - 0 1", 1, "d5",
     "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1"},
    {"CandidatePawn", Term::CandidatePawn, "4k3/2p5/8/8/8/8/1PP5/4K3 w - - 0 1", 1, "b2",
     "4k3/2p5/8/8/8/8/1P6/4K3 w - - 0 1"},
    // ------------------------------------------------------------ passed pawns
    {"PassedPawn", Term::PassedPawn, "4k3/p7/8/8/8/8/2P5/4K3 w - - 0 1", 1, "c2", "4k3/1p6/8/8/8/8/2P5/4K3 w - - 0 1"},
    {"PassedPawnBesideAnEnemy", Term::PassedPawn, "4k3/8/8/1p1P4/8/8/8/4K3 w - - 0 1", 1, "d5",
     "4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1"},
    {"OnlyTheFrontPawnIsPassed", Term::PassedPawn, "4k3/p7/8/8/2P5/8/2P5/4K3 w - - 0 1", 1, "c4",
     "4k3/2p5/8/8/2P5/8/2P5/4K3 w - - 0 1"},
    {"BlockadedPassedPawn", Term::PassedBlocked, "4k3/p7/8/2n5/2P5/8/8/4K3 w - - 0 1", 1, "c4",
     "4k3/p7/2n5/8/2P5/8/8/4K3 w - - 0 1"},
    {"PassedPawnMayStep", Term::PassedSafeStep, "4k3/p7/8/8/2P5/8/8/4K1N1 w - - 0 1", 1, "c4",
     "4k3/p7/8/2N5/2P5/8/8/4K3 w - - 0 1"},
    {"SafeWayToPromotion", Term::PassedSafePath, "7k/p7/8/2P5/8/8/8/4K1N1 w - - 0 1", 1, "c5",
     "3k4/p7/8/2P5/8/8/8/4K1N1 w - - 0 1"},
    {"ConnectedPassedPawns", Term::PassedConnected, "4k3/p7/8/8/2PP4/8/8/4K3 w - - 0 1", 2, "c4 d4",
     "4k3/p7/8/8/2P2P2/8/8/4K3 w - - 0 1"},
    {"ProtectedPassedPawn", Term::PassedProtected, "4k3/p2p4/8/5P2/4P3/8/8/4K3 w - - 0 1", 1, "f5",
     "4k3/p7/8/8/4PP2/8/8/4K3 w - - 0 1"},
    {"RookBehindThePassedPawn", Term::PassedRookBehind, "4k3/p7/8/8/2P5/8/8/2R1K3 w - - 0 1", 1, "c1 c4",
     "4k3/p7/8/2R5/2P5/8/8/4K3 w - - 0 1"},
    {"EnemyRookBehindThePassedPawn", Term::PassedEnemyRookBehind, "4k3/p7/8/8/2P5/8/2r5/4K2N w - - 0 1", 1, "c2 c4",
     "2r1k3/p7/8/8/2P5/8/8/4K2N w - - 0 1"},
    {"TooFarToStop", Term::PassedUnstoppable, "7k/8/8/P7/8/8/7p/7K w - - 0 1", 1, "a5",
     "3k4/8/8/P7/8/8/7p/7K w - - 0 1"},
    {"TheMoveDecidesTheRace", Term::PassedUnstoppable, "8/8/5k2/P7/8/8/7p/7K w - - 0 1", 1, "a5",
     "8/8/4k3/P7/8/8/7p/7K b - - 0 1"},
    {"APieceCanStopIt", Term::PassedUnstoppable, "7k/8/8/P7/8/8/7p/7K w - - 0 1", 1, "a5",
     "6nk/8/8/P7/8/8/7p/7K w - - 0 1"},
    // ------------------------------------------------------------ imbalance
    {"BishopPair", Term::BishopPair, "4k3/p7/8/8/8/8/P7/2B1KB2 w - - 0 1", 1, "c1 f1",
     "4k3/p7/8/8/8/8/P7/2B1KN2 w - - 0 1"},
    {"TwoBishopsOfOneColorAreNotAPair", Term::BishopPair, "4k3/p7/8/8/8/8/P7/2B1KB2 w - - 0 1", 1, "c1 f1",
     "4k3/p7/8/8/8/B7/P7/2B1K3 w - - 0 1"},
    {"RookPair", Term::RookPair, "4k3/p7/8/8/8/8/P7/1R2K2R w - - 0 1", 1, "b1 h1", "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1"},
    {"KnightsLikePawns", Term::KnightPawns, "4k3/p7/8/8/8/8/PPPPPPP1/4K2N w - - 0 1", 2, "h1",
     "4k3/p7/8/8/8/8/PPPPP3/4K2N w - - 0 1"},
    {"RooksDislikePawns", Term::RookPawns, "4k3/p7/8/8/8/8/PPPPPPP1/4K2R w - - 0 1", 2, "h1",
     "4k3/p7/8/8/8/8/PPPPP3/4K2R w - - 0 1"},
    // ------------------------------------------------------------ knights
    {"KnightOutpost", Term::KnightOutpost, "4k3/pp4p1/8/3N4/4P3/8/PP6/4K3 w - - 0 1", 1, "d5",
     "4k3/pp2p1p1/8/3N4/4P3/8/PP6/4K3 w - - 0 1"},
    {"OutpostNeedsAPawn", Term::KnightOutpost, "4k3/pp4p1/8/3N4/4P3/8/PP6/4K3 w - - 0 1", 1, "d5",
     "4k3/pp4p1/8/3N4/8/8/PP2P3/4K3 w - - 0 1"},
    {"OutpostNotOnTheThirdRank", Term::KnightOutpost, "4k3/pp4p1/8/3N4/4P3/8/PP6/4K3 w - - 0 1", 1, "d5",
     "4k3/pp4p1/8/8/8/3N4/PP2P3/4K3 w - - 0 1"},
    {"OutpostNotOnTheSeventhRank", Term::KnightOutpost, "4k3/6p1/2P5/1N6/P7/8/8/4K3 w - - 0 1", 1, "b5",
     "4k3/3N2p1/2P5/8/P7/8/8/4K3 w - - 0 1"},
    {"TwoOutposts", Term::KnightOutpost, "4k3/pp4p1/8/3N1N2/4P3/8/PP6/4K3 w - - 0 1", 1, "d5",
     "4k3/ppp1p1p1/8/3N1N2/4P3/8/PP6/4K3 w - - 0 1"},
    {"OutpostInTheCentre", Term::KnightOutpostCentral, "4k3/pp4p1/8/3N4/4P3/8/PP6/4K3 w - - 0 1", 1, "d5",
     "4k3/4p1p1/8/1N6/P7/8/8/4K3 w - - 0 1"},
    {"OutpostOnTheSixth", Term::KnightOutpostSixth, "7k/pp4p1/3N4/4P3/8/8/PP6/4K3 w - - 0 1", 1, "d6",
     "4k3/pp4p1/8/3N4/4P3/8/PP6/4K3 w - - 0 1"},
    {"UnchallengedOutpost", Term::KnightOutpostUnchallenged, "4k3/pp4p1/8/3N4/4P3/8/PP6/4K2R w - - 0 1", 1, "d5",
     "4k3/pp3np1/8/3N4/4P3/8/PP6/4K2R w - - 0 1"},
    {"OnlyABishopOfTheColorChallenges", Term::KnightOutpostUnchallenged, "2b1k3/pp4p1/8/8/3N4/4P3/PP6/4K2R w - - 0 1",
     1, "d4", "5bk1/pp4p1/8/8/3N4/4P3/PP6/4K2R w - - 0 1"},
    {"OutpostWithinReach", Term::KnightReachableOutpost, "4k3/pp4p1/8/8/4P3/2N5/PP6/4K3 w - - 0 1", 1, "c3",
     "4k3/pp2p1p1/8/8/4P3/2N5/PP6/4K3 w - - 0 1"},
    {"MinorBehindAPawn", Term::MinorBehindPawn, "4k3/p7/8/8/4P3/4N3/8/4K3 w - - 0 1", 1, "e3",
     "4k3/p7/8/4P3/8/4N3/8/4K3 w - - 0 1"},
    {"MinorsAtHome", Term::MinorOnBackRank, "4k3/p7/8/8/8/8/P7/1NB1K3 w - - 0 1", 2, "b1 c1",
     "4k3/p7/8/8/8/2NB4/P7/4K3 w - - 0 1"},
    {"KnightFarFromItsKing", Term::KnightKingDistance, "4k3/p7/8/8/4N3/8/P7/4K3 w - - 0 1", 3, "e4",
     "4k3/p7/8/8/4B3/8/P7/4K3 w - - 0 1"},
    // ------------------------------------------------------------ bishops
    {"BishopFarFromItsKing", Term::BishopKingDistance, "4k3/p7/8/8/4B3/8/P7/4K3 w - - 0 1", 3, "e4",
     "4k3/p7/8/8/4N3/8/P7/4K3 w - - 0 1"},
    {"BishopOutpost", Term::BishopOutpost, "4k3/pp4p1/8/3B4/4P3/8/PP6/4K3 w - - 0 1", 1, "d5",
     "4k3/pp2p1p1/8/3B4/4P3/8/PP6/4K3 w - - 0 1"},
    {"TrappedBishop", Term::BishopTrapped, "4k3/B4p2/1p6/8/8/8/5P2/4K3 w - - 0 1", 1, "a7",
     "4k3/B4p2/8/1p6/8/8/5P2/4K3 w - - 0 1"},
    {"TrappedBishopOnTheOtherSide", Term::BishopTrapped, "4k3/p6B/6p1/8/8/8/P7/4K3 w - - 0 1", 1, "h7",
     "4k3/p6B/8/6p1/8/8/P7/4K3 w - - 0 1"},
    {"BadBishop", Term::BishopBad, "4k3/p7/8/8/8/8/1P1P4/2B1K3 w - - 0 1", 1, "c1",
     "4k3/p7/8/8/8/8/P1P5/2B1K3 w - - 0 1"},
    {"PawnsOnTheBishopsColor", Term::BishopPawns, "4k3/p7/8/8/8/8/1P1P4/2B1K3 w - - 0 1", 2, "b2 d2",
     "4k3/p7/8/8/8/8/P1P5/2B1K3 w - - 0 1"},
    {"BlockedCentreMakesItWorse", Term::BishopPawns, "4k3/8/8/3p4/3P4/8/1P6/2B1K3 w - - 0 1", 4, "b2 d4",
     "4k3/8/8/2p5/2P5/8/P7/2B1K3 w - - 0 1"},
    {"EnemyPawnsOnTheDiagonal", Term::BishopXrayPawns, "4k3/6p1/8/4p3/8/8/1B6/4K3 w - - 0 1", 2, "e5 g7",
     "4k3/7p/8/5p2/8/8/1B6/4K3 w - - 0 1"},
    {"LongDiagonal", Term::BishopLongDiagonal, "4k3/p7/8/8/8/8/PB6/4K3 w - - 0 1", 1, "b2",
     "4k3/p7/8/8/3P4/8/PB6/4K3 w - - 0 1"},
    // ------------------------------------------------------------ rooks and queens
    {"RookOnAnOpenFile", Term::RookOpenFile, "4k3/p7/8/8/8/8/P7/2R1K3 w - - 0 1", 1, "c1",
     "4k3/p1p5/8/8/8/8/P7/2R1K3 w - - 0 1"},
    {"RookOnAHalfOpenFile", Term::RookHalfOpenFile, "4k3/p1p5/8/8/8/8/P7/2R1K3 w - - 0 1", 1, "c1",
     "4k3/p1p5/8/8/8/8/P1P5/2R1K3 w - - 0 1"},
    {"RookOnTheQueensFile", Term::RookQueenFile, "2q1k3/p1p5/8/8/8/8/P7/2R1K3 w - - 0 1", 1, "c1",
     "3qk3/p1p5/8/8/8/8/P7/2R1K3 w - - 0 1"},
    {"RookOnTheSeventh", Term::RookSeventh, "6k1/2R5/p7/8/8/8/P7/4K3 w - - 0 1", 1, "c7",
     "8/2R5/p5k1/8/8/8/P7/4K3 w - - 0 1"},
    {"TwoRooksOnTheSeventh", Term::RooksSeventh, "6k1/2RR4/p7/8/8/8/P7/4K3 w - - 0 1", 1, "c7 d7",
     "6k1/2R5/p7/8/8/8/P7/3RK3 w - - 0 1"},
    {"RookTrappedByItsKing", Term::RookTrapped, "4k3/p7/8/8/8/8/5PPP/5BKR w - - 0 1", 1, "h1",
     "4k3/p7/8/8/8/8/5PPP/5RK1 w - - 0 1"},
    {"RookShutInTheCorner", Term::RookTrapped, "4k3/p7/8/8/8/8/5PPP/6KR w - - 0 1", 1, "h1",
     "4k3/p7/8/8/8/8/5PPP/R5K1 w - - 0 1"},
    {"RookThatMayStillCastle", Term::RookTrapped, "4k3/p7/8/8/8/8/5PPP/4KB1R w - - 0 1", 1, "h1",
     "4k3/p7/8/8/8/8/5PPP/4KB1R w K - 0 1"},
    {"StormingPawns", Term::KingStorm, "6k1/8/8/8/5pp1/8/p5PP/6K1 w - - 0 1", 2, "f4 g4",
     "6k1/5pp1/8/8/8/8/p5PP/6K1 w - - 0 1"},
    {"QueenInTheEnemyCamp", Term::QueenInfiltration, "6k1/p7/8/2Q5/8/8/P7/4K3 w - - 0 1", 1, "c5",
     "6k1/1p6/8/2Q5/8/8/P7/4K3 w - - 0 1"},
    {"ExposedQueen", Term::QueenExposed, "3rk3/p7/8/3n4/8/8/P7/3QK3 w - - 0 1", 1, "d1",
     "3rk3/p7/3p4/3n4/8/8/P7/3QK3 w - - 0 1"},
    // ------------------------------------------------------------ king
    {"KingOnAnOpenFile", Term::KingOpenFile, "4k3/p7/8/8/8/8/P7/6KR w - - 0 1", 1, "g1",
     "4k3/p5p1/8/8/8/8/P7/6KR w - - 0 1"},
    {"KingOnAFileWithoutOwnPawns", Term::KingHalfOpenFile, "4k3/p5p1/8/8/8/8/P7/6KR w - - 0 1", 1, "g1",
     "4k3/p5p1/8/8/8/8/P5P1/6KR w - - 0 1"},
    {"OpenFilesBesideTheKing", Term::KingNextToOpenFile, "4k3/p7/8/8/8/8/P5P1/6KR w - - 0 1", 2,
     "f1 h1 f2 h2 f3 h3 f4 h4 f5 h5 f6 h6 f7 h7 f8 h8", "4k3/p4p1p/8/8/8/8/P5P1/6KR w - - 0 1"},
    {"NoPawnsOnTheKingsSide", Term::KingPawnlessFlank, "4k3/p7/8/8/8/8/P7/6KR w - - 0 1", 1, "g1",
     "4k3/p5p1/8/8/8/8/P7/6KR w - - 0 1"},
    {"KingFarFromHisPawns", Term::KingPawnDistance, "4k3/p7/8/8/8/8/P7/6KR w - - 0 1", 5, "g1",
     "4k3/p7/8/8/8/8/P7/1K5R w - - 0 1"},
    {"CastlingRights", Term::CastlingRights, "4k3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1", 2, "a1 h1",
     "4k3/p7/8/8/8/8/P7/R3K2R w - - 0 1"},
    {"EnemyKnightNear", Term::KingTropism, "4k3/p7/8/8/8/4n3/P7/4K3 w - - 0 1", 1, "e3",
     "4k3/p7/8/8/8/8/P6n/K7 w - - 0 1"},
    // ------------------------------------------------------------ danger, counted for the side whose king it is
    {"PieceAtTheKing", Term::DangerAttacker, "6k1/5ppp/8/8/6n1/8/5PPP/6K1 w - - 0 1", 1, "g4",
     "6k1/2n2ppp/8/8/8/8/5PPP/6K1 w - - 0 1"},
    {"SafeCheckByAKnight", Term::DangerSafeCheck, "6k1/5ppp/8/8/5n2/8/5PP1/6K1 w - - 0 1", 1, "e2",
     "6k1/5ppp/8/n7/8/8/5PP1/6K1 w - - 0 1"},
    {"PinnedPiece", Term::DangerPinned, "4r1k1/5ppp/8/8/8/4N3/3n1PP1/4K3 w - - 0 1", 1, "e3",
     "6k1/5ppp/8/8/8/4N3/3n1PP1/4K3 w - - 0 1"},
    {"NoEnemyQueen", Term::DangerNoQueen, "6k1/5ppp/8/8/6n1/8/5PPP/6K1 w - - 0 1", 1, "",
     "3q2k1/5ppp/8/8/6n1/8/5PPP/6K1 w - - 0 1"},
    {"KnightGuardsTheKing", Term::DangerKnightDefender, "6k1/5ppp/8/8/6n1/8/3N1PPP/6K1 w - - 0 1", 1, "f1",
     "6k1/5ppp/8/8/6n1/8/1N3PPP/6K1 w - - 0 1"},
    {"PawnsBesideTheKing", Term::DangerPawnShield, "6k1/5ppp/8/8/6n1/8/5PPP/6K1 w - - 0 1", 3, "f2 g2 h2",
     "6k1/5ppp/8/8/6n1/5PPP/8/6K1 w - - 0 1"},
    {"NothingAttacksNothingIsDangerous", Term::DangerBase, "6k1/5ppp/8/8/6n1/8/5PPP/6K1 w - - 0 1", 1, "g1",
     "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"},
    // ------------------------------------------------------------ threats
    {"PawnAttacksAPiece", Term::ThreatByPawn, "4k3/p7/8/3n4/4P3/8/P7/4K3 w - - 0 1", 1, "d5",
     "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1"},
    {"MinorAttacksARook", Term::ThreatByMinor, "4k3/p7/5r2/3N4/8/8/P7/4K3 w - - 0 1", 1, "f6",
     "4k3/p7/6r1/3N4/8/8/P7/4K3 w - - 0 1"},
    {"RookAttacksAPawn", Term::ThreatByRook, "4k3/p7/8/3p4/8/8/P7/3RK3 w - - 0 1", 1, "d5",
     "4k3/p7/2p5/3p4/8/8/P7/3RK3 w - - 0 1"},
    {"KingAttacksAPiece", Term::ThreatByKing, "4k3/p7/8/8/8/8/P3n3/5K2 w - - 0 1", 1, "e2",
     "4k3/p7/8/8/6n1/8/P7/4K3 w - - 0 1"},
    {"HangingPiece", Term::ThreatHanging, "4k3/p7/8/3n4/8/8/P7/3RK3 w - - 0 1", 1, "d5",
     "4k3/p7/2p5/3n4/8/8/P7/3RK3 w - - 0 1"},
    {"DefendedOnlyByTheQueen", Term::ThreatOverloaded, "3qk3/p7/8/3n4/8/8/P7/3RK3 w - - 0 1", 1, "d5",
     "4k3/p7/8/3n4/8/8/P7/3RK3 w - - 0 1"},
    {"PushThatAttacks", Term::ThreatPawnPush, "4k3/p7/8/3n4/8/4P3/P7/4K3 w - - 0 1", 1, "d5",
     "4k3/p7/8/6n1/8/4P3/P7/4K3 w - - 0 1"},
    {"KnightAboutToAttackTheQueen", Term::ThreatKnightOnQueen, "3qk3/p7/8/8/3N4/8/P7/4K3 w - - 0 1", 2, "c6 e6",
     "4k3/p7/8/8/8/3N4/P7/4K3 w - - 0 1"},
    {"SpaceWithManyPieces", Term::SpaceBehindPawns, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 16,
     "c3 d3 e3 f3 c4 d4 e4 f4", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"},
};

INSTANTIATE_TEST_SUITE_P(Terms, Detects, testing::ValuesIn(Detections),
                         [](const auto& each) { return std::string(each.param.name); });

// These belong to neither side and are recorded under White.
class DetectsWinnability : public testing::TestWithParam<Detection> {};

TEST_P(DetectsWinnability, WhereItIs) {
    const Position position = position_of(GetParam().with);
    EXPECT_EQ(count_of(position, GetParam().term, Color::White), GetParam().count) << GetParam().with;
    EXPECT_EQ(count_of(position.flipped(), GetParam().term, Color::White), GetParam().count) << GetParam().with;
    EXPECT_EQ(text_of(squares_of(position, GetParam().term, Color::White)), GetParam().squares) << GetParam().with;
    EXPECT_EQ(text_of(flipped(squares_of(position.flipped(), GetParam().term, Color::White))), GetParam().squares)
        << GetParam().with;
}

TEST_P(DetectsWinnability, NotWhereItIsNot) {
    EXPECT_EQ(count_of(position_of(GetParam().without), GetParam().term, Color::White), 0) << GetParam().without;
}

constexpr Detection Winnability[] = {
    {"PawnEnding", Term::ComplexityPawnEnding, "4k3/p7/8/8/8/8/P1P5/4K3 w - - 0 1", 1, "a2 c2 a7",
     "4k3/p7/8/8/8/8/P1P5/4K2R w - - 0 1"},
    {"PawnsOnBothSides", Term::ComplexityBothFlanks, "4k3/p6p/8/8/8/8/P6P/4K2R w - - 0 1", 1, "a2 h2 a7 h7",
     "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1"},
    {"AKingHasComeIn", Term::ComplexityInfiltration, "4k3/p6p/8/4K3/8/8/P6P/7R w - - 0 1", 1, "e5",
     "4k3/p6p/8/8/4K3/8/P6P/7R w - - 0 1"},
    {"NothingToAttack", Term::ComplexityUnwinnable, "4k3/p7/8/8/8/8/P7/4K2R w - - 0 1", 1, "a2 a7",
     "4k3/p6p/8/8/8/8/P6P/4K2R w - - 0 1"},
    {"OppositeBishops", Term::ScaleOppositeBishops, "2b1k3/p4p2/8/8/8/8/P4P2/2B1K3 w - - 0 1", 1, "c1 c8",
     "4kb2/p4p2/8/8/8/8/P4P2/2B1K3 w - - 0 1"},
    {"OppositeBishopsAndRooks", Term::ScaleOppositeBishopsPieces, "2b1k2r/p4p2/8/8/8/8/P4P2/2B1K2R w - - 0 1", 1,
     "c1 c8", "2b1k3/p4p2/8/8/8/8/P4P2/2B1K3 w - - 0 1"},
    {"PassedPawnsBesideOppositeBishops", Term::ScaleOppositeBishopsPassed, "2b1k3/5p2/8/8/8/8/P1P2P2/2B1K3 w - - 0 1",
     2, "a2 c2", "2b1k3/p1p2p2/8/8/8/8/P1P2P2/2B1K3 w - - 0 1"},
};

INSTANTIATE_TEST_SUITE_P(Terms, DetectsWinnability, testing::ValuesIn(Winnability),
                         [](const auto& each) { return std::string(each.param.name); });

// ---------------------------------------------------------------------- tables: which value is counted

// The index of the one value of a table that White has.
int index_for_white(std::string_view fen, Term term) {
    const Breakdown breakdown = break_down(position_of(fen));
    int index = -1;
    for (std::size_t i = 0; i < TermTable[term].size; ++i) {
        if (breakdown.trace.counts[TermTable[term].first + i][Color::White] == 0) { continue; }
        EXPECT_EQ(index, -1) << "more than one";
        index = static_cast<int>(i);
    }
    return index;
}

TEST(Tables, PassedPawnsByRank) {
    EXPECT_EQ(index_for_white("8/7k/8/8/8/8/2P5/R3K3 w - - 0 1", Term::PassedPawn), 0);
    EXPECT_EQ(index_for_white("8/7k/8/8/2P5/8/8/R3K3 w - - 0 1", Term::PassedPawn), 2);
    EXPECT_EQ(index_for_white("8/2P4k/8/8/8/8/8/R3K3 w - - 0 1", Term::PassedPawn), 5);
}

TEST(Tables, MobilityByNumberOfSquares) {
    EXPECT_EQ(index_for_white("4k3/p7/8/8/3N4/8/P7/4K3 w - - 0 1", Term::KnightMobility), 8);
    EXPECT_EQ(index_for_white("4k3/p7/8/8/8/8/P7/N3K3 w - - 0 1", Term::KnightMobility), 2);
    EXPECT_EQ(index_for_white("4k3/7p/8/8/3R4/8/7P/4K3 w - - 0 1", Term::RookMobility), 14);
    EXPECT_EQ(index_for_white("4k3/7p/8/8/3B4/8/7P/4K3 w - - 0 1", Term::BishopMobility), 13);
}

TEST(Tables, PinnedPiecesMoveOnTheirLineOnly) {
    EXPECT_EQ(index_for_white("4r1k1/7p/8/8/8/4N3/7P/4K3 w - - 0 1", Term::KnightMobility), 0);
    EXPECT_EQ(index_for_white("4r1k1/7p/8/8/4R3/8/7P/4K3 w - - 0 1", Term::RookMobility), 6);
}

TEST(Tables, SquaresThatPawnsGuardDontCount) {
    EXPECT_EQ(index_for_white("6k1/4p2p/8/8/4N3/8/7P/6K1 w - - 0 1", Term::KnightMobility), 6);
}

TEST(Tables, ThreatsByVictim) {
    EXPECT_EQ(index_for_white("4k3/p7/8/3q4/4P3/5P2/P7/4K3 w - - 0 1", Term::ThreatByPawn), 3);
    EXPECT_EQ(index_for_white("4k3/p7/8/3r4/4P3/8/P7/4K3 w - - 0 1", Term::ThreatByPawn), 2);
    EXPECT_EQ(index_for_white("4k3/p7/5r2/3N4/8/8/P7/4K3 w - - 0 1", Term::ThreatByMinor), 3);
}

TEST(Tables, ShelterByFileAndRank) {
    const Breakdown breakdown = break_down(position_of("6k1/p7/8/8/8/6P1/7P/6K1 w - - 0 1"));
    const auto has = [&](int edge, int index) {
        return breakdown.trace.counts[place_of(Term::KingShelter, 7 * edge + index)][Color::White] == 1;
    };
    EXPECT_TRUE(has(0, 0)) << "h2";
    EXPECT_TRUE(has(1, 1)) << "g3";
    EXPECT_TRUE(has(2, 6)) << "no pawn on the f-file";
}

TEST(Tables, StormsStoppedByAPawnAreTheirOwnKind) {
    const Breakdown breakdown = break_down(position_of("6k1/8/8/8/6p1/6P1/p6P/6K1 w - - 0 1"));
    EXPECT_EQ(breakdown.trace.counts[place_of(Term::KingStormBlocked, 1)][Color::White], 1);
    const Breakdown running = break_down(position_of("6k1/8/8/8/6p1/8/p5PP/6K1 w - - 0 1"));
    EXPECT_EQ(running.trace.counts[place_of(Term::KingStormBlocked, 1)][Color::White], 0);
    EXPECT_EQ(running.trace.counts[place_of(Term::KingStorm, 5 * 1 + 2)][Color::White], 1);
}

TEST(Tables, PawnsStandOnSixRanks) {
    EXPECT_EQ(index_for_white("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Term::PawnPlacement), 0);
    EXPECT_EQ(index_for_white("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", Term::PawnPlacement), 47);
}

TEST(Tables, DoubledPawnsByFile) {
    EXPECT_EQ(index_for_white("4k3/p7/8/8/8/3P4/3P4/4K3 w - - 0 1", Term::DoubledPawn), 3);
    EXPECT_EQ(index_for_white("4k3/p7/8/8/8/7P/7P/4K3 w - - 0 1", Term::DoubledPawn), 0);
}

TEST(Tables, ScaleByPawns) {
    EXPECT_EQ(index_for_white("4k3/p7/8/8/8/8/P7/4K2R w - - 0 1", Term::ScalePawns), 1);
    EXPECT_EQ(index_for_white("4k3/p7/8/8/8/8/PPP5/4K2R w - - 0 1", Term::ScalePawns), 3);
}

// ---------------------------------------------------------------------- absolute: which way up things are

Score evaluate(std::string_view fen) {
    const Position position = position_of(fen);
    ClassicalEvaluator evaluator;
    evaluator.reset(position);
    return evaluator.evaluate(position);
}

TEST(Sense, APawnNearPromotionIsWorthMore) {
    EXPECT_GT(evaluate("8/4P3/8/8/8/8/k6p/7K w - - 0 1"), evaluate("8/8/8/8/8/8/k3P2p/7K w - - 0 1") + 50);
    EXPECT_GT(evaluate("7k/K6P/8/8/8/8/4p3/8 b - - 0 1"), evaluate("7k/K3p2P/8/8/8/8/8/8 b - - 0 1") + 50);
}

TEST(Sense, EveryPieceIsWorthSomething) {
    for (const char piece : {'P', 'N', 'B', 'R', 'Q'}) {
        const std::string with = std::string("4k3/pppp4/8/8/8/") + piece + "7/PPPP4/4K3 w - - 0 1";
        EXPECT_GT(evaluate(with), evaluate("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1") + 20) << piece;
    }
}

TEST(Sense, PiecesAreOrderedByValue) {
    const auto value_of = [](char piece) {
        return evaluate(std::string("4k3/pppp4/8/8/8/3") + piece + "4/PPPP4/4K3 w - - 0 1");
    };
    EXPECT_GT(value_of('Q'), value_of('R') + 200);
    EXPECT_GT(value_of('R'), value_of('B') + 80);
    EXPECT_GT(value_of('N'), value_of('P') + 100);
}

TEST(Sense, AnAttackedKingIsWorse) {
    EXPECT_LT(evaluate("r4rk1/ppp2ppp/8/8/2b3nq/8/PPP2PP1/R1B1QRK1 w - - 0 1"),
              evaluate("r4rk1/ppp2ppp/8/q7/2b5/8/PPP2PP1/R1B1QRK1 w - - 0 1") - 300);
}

TEST(Sense, OppositeBishopsAreDrawish) {
    EXPECT_LT(evaluate("2b1k3/p4p2/8/8/8/8/PP3P2/2B1K3 w - - 0 1"),
              evaluate("4kb2/p4p2/8/8/8/8/PP3P2/2B1K3 w - - 0 1"));
}

TEST(Sense, AnExtraMinorPieceWithoutPawnsDoesNotWin) {
    EXPECT_LT(std::abs(evaluate("4k3/8/8/8/8/2r5/8/R1B1K3 w - - 0 1")), 200);
}

}  // namespace
}  // namespace skua::classical
