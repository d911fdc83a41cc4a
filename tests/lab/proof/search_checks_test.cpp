#include "lab/proof/proof_support.h"

namespace skua::lab::proof {
namespace {

using SearchChecks = ProofTest;

TEST_F(SearchChecks, KnowTheOnlyMove) {
    // Taking the queen wins; everything else loses.
    const char* const fen = "3q2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    Told only(fen, StatementKind::OnlyMove, "d1d8");
    expect_false(only, "no other move is named");
    only.statement.moves = {move_of(only.game.position(), "d1a1")};
    expect_confirmed(only);
    Told other(fen, StatementKind::OnlyMove, "d1a1");
    other.statement.moves = {move_of(other.game.position(), "d1d8")};
    expect_denied(other, "a longer search prefers another move");
    Told many("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", StatementKind::OnlyMove, "a1a8");
    many.statement.moves = {move_of(many.game.position(), "b1b8")};
    EXPECT_EQ(check(many).claim, Claim::Searched);
    EXPECT_EQ(check(many).verdict, Verdict::Refuted);
}

TEST_F(SearchChecks, KnowLostAndWonGames) {
    const auto remark = [](const char* fen, StatementKind kind, const char* move) {
        return Told(fen, kind, StatementRole::Remark, move, "", LineFrom::Before);
    };
    expect_confirmed(remark("4k3/8/8/8/8/8/8/q3K3 w - - 0 1", StatementKind::AlreadyLost, "e1e2"));
    expect_denied(remark(StartFen.data(), StatementKind::AlreadyLost, "e2e4"),
                  "with the best move the game was not lost");
    expect_confirmed(remark("4k3/8/8/8/8/8/8/Q3K2R w - - 0 1", StatementKind::StillWinning, "h1h2"));
    expect_denied(remark(StartFen.data(), StatementKind::StillWinning, "e2e4"), "after the move the game is not won");
}

TEST_F(SearchChecks, KnowStrongReplies) {
    // The pawn takes the queen that went there.
    const char* const fen = "r1bqkbnr/ppp2ppp/2np4/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 4";
    Told taken(fen, StatementKind::TakingReply, StatementRole::Allows, "f3a3", "d6d5", LineFrom::After);
    taken.statement.men = {man('P', Square::E4)};
    expect_false(taken, "the reply does not touch the man on e4");
    Told reply("3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", StatementKind::TakingReply, StatementRole::Allows, "a1d1",
               "d8d1", LineFrom::After);
    reply.statement.men = {man('R', Square::D1)};
    expect_confirmed(reply);
    reply.statement.moves = {move_of(reply.game.position(), "h2h3")};
    expect_confirmed(reply);
    Told other = reply;
    other.statement.line = {move_of(position_of("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1"), "h7h6")};
    EXPECT_EQ(check(other).verdict, Verdict::Refuted);
    other.statement.kind = StatementKind::StrongReply;
    other.statement.men.clear();
    other.statement.moves.clear();
    expect_denied(other, "a longer search prefers another move");
}

TEST_F(SearchChecks, TellTakingFromExchanging) {
    Told exchange("3r2k1/5ppp/8/8/8/8/4KPPP/R7 w - - 0 1", StatementKind::TakingReply, StatementRole::Allows, "a1d1",
                  "d8d1", LineFrom::After);
    exchange.statement.men = {man('R', Square::D1)};
    expect_false(exchange, "the reply only exchanges");
}

TEST_F(SearchChecks, KnowWhatPreventsAReply) {
    // The rook on d1 must go away, or be guarded.
    Told reply("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", StatementKind::TakingReply, StatementRole::Allows, "h2h3",
               "d8d1", LineFrom::After);
    reply.statement.men = {man('R', Square::D1)};
    reply.statement.moves = {move_of(reply.game.position(), "d1a1")};
    expect_confirmed(reply);
    reply.statement.moves = {move_of(reply.game.position(), "g2g3")};
    expect_false(reply, "the named move does not prevent the reply");
}

}  // namespace
}  // namespace skua::lab::proof
