#include <algorithm>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "lab/proof/checks.h"
#include "lab/proof/naive_board.h"

namespace skua::lab::proof {

namespace {

constexpr int FiftyMovePlies = 100;
constexpr int EarlierForRepetition = 2;

// A FEN without its counters.
std::string board_text(const Position& position) {
    const std::string fen = to_fen(position);
    return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
}

int count_earlier(const Game& game) {
    const std::string now = board_text(game.position());
    int count = 0;
    for (int plies = 1; plies <= game.ply(); ++plies) {
        count += board_text(game.position_before(plies)) == now ? 1 : 0;
    }
    return count;
}

bool cant_mate(const Position& position) {
    const NaiveBoard board(position);
    std::vector<Square> bishops;
    std::size_t knights = 0;
    for (const Color side : Colors) {
        for (const PieceType type : {PieceType::Pawn, PieceType::Rook, PieceType::Queen}) {
            if (!board.men(side, type).empty()) { return false; }
        }
        for (const Square square : board.men(side, PieceType::Bishop)) { bishops.push_back(square); }
        knights += board.men(side, PieceType::Knight).size();
    }
    if (bishops.size() + knights <= 1) { return true; }
    const auto shade = [](Square square) { return (file_number(square) + rank_number(Color::White, square)) % 2; };
    return knights == 0 && std::all_of(bishops.begin(), bishops.end(),
                                       [&](Square square) { return shade(square) == shade(bishops[0]); });
}

Finding check_book(const Case& c) {
    const auto book = c.searches.book();
    if (!book) { return not_checked("there is no opening book"); }
    const std::vector<book::BookMove> known = (*book)->moves(c.before);
    const bool is_in =
        std::any_of(known.begin(), known.end(), [&](const book::BookMove& each) { return each.move == c.explained; });
    if (is_in) { return is_false("the move is in the opening book"); }
    return expect(!known.empty() && !c.statement.moves.empty() && known[0].move == c.statement.moves[0],
                  "the book does not play the named move most often");
}

}  // namespace

Finding check_rules(const Case& c) {
    if (c.statement.kind == StatementKind::LeavesBook) { return check_book(c); }
    if (c.statement.kind == StatementKind::ForcedMove) {
        const MoveList moves = legal_moves(c.position());
        return expect(moves.size() == 1 && moves[0] == c.explained, "there are other legal moves");
    }
    const Game after = c.after_subject();
    const Position& position = after.position();
    const bool can_move = !legal_moves(position).empty();
    switch (c.statement.kind) {
        case StatementKind::Stalemate:
            return expect(!can_move && !position.in_check(), "after the move it is not stalemate");
        case StatementKind::Repetition:
            return expect(count_earlier(after) >= EarlierForRepetition, "the position was not there twice before");
        case StatementKind::FiftyMoves:
            return expect(position.halfmove_clock() >= FiftyMovePlies && (can_move || !position.in_check()),
                          "fewer than fifty moves have passed");
        case StatementKind::InsufficientMaterial:
            return expect(cant_mate(position), "there is enough material to mate");
        default: break;
    }
    return not_checked("no rule is known for this kind");
}

}  // namespace skua::lab::proof
