#include "lab/proof/replayed_line.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua::lab::proof {

namespace {

// Follows the men of a line: where each stood in the beginning.
class Origins {
public:
    Origins() {
        for (int i = 0; i < 64; ++i) { origins_[static_cast<std::size_t>(i)] = square_at(i); }
    }
    [[nodiscard]] Square of(Square square) const { return origins_[static_cast<std::size_t>(index_of(square))]; }
    void follow(const Position& before, Move move) {
        const Square man = of(move.from());
        if (!move.is_castling()) {
            put(move.to(), man);
            return;
        }
        const Square rook = of(move.to());
        const CastlingSide wing = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
        put(castled_king_square(before.side_to_move(), wing), man);
        put(castled_rook_square(before.side_to_move(), wing), rook);
    }

private:
    void put(Square square, Square origin) { origins_[static_cast<std::size_t>(index_of(square))] = origin; }

    std::array<Square, 64> origins_{};
};

// Where the man stands that a capture takes: beside the capturing pawn if it is en passant.
Square victim_square(Move move) {
    return move.is_en_passant() ? make_square(file_of(move.to()), rank_of(move.from())) : move.to();
}

}  // namespace

bool is_possible(const Position& position, Move move) {
    const MoveList moves = legal_moves(position);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

Result<ReplayedLine> ReplayedLine::replay(const Game& before, Move explained, const Statement& statement) {
    Game start = before;
    if (statement.from == LineFrom::After) {
        if (!is_possible(before.position(), explained)) { return Error{"the explained move is not legal"}; }
        start.play(explained);
    }
    ReplayedLine line(std::move(start), statement.line);
    if (const std::optional<Error> error = line.play_all()) { return *error; }
    line.find_deed(statement.deed);
    return line;
}

std::optional<Error> ReplayedLine::play_all() {
    Position position = start_.position();
    positions_.push_back(position);
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (moves_[i].is_none()) {
            if (i > 1 || root_ > 0) { return Error{"the line has a pass where none belongs"}; }
            if (position.in_check()) { return Error{"the line has a pass in check"}; }
            position.play_null();
            root_ = i + 1;
        } else {
            if (!is_possible(position, moves_[i])) {
                return Error{"move " + std::to_string(i + 1) + " of the line, " + to_uci(moves_[i]) + ", is not legal"};
            }
            position.play(moves_[i]);
        }
        positions_.push_back(position);
    }
    return std::nullopt;
}

void ReplayedLine::find_deed(std::size_t wanted) {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (moves_[i].is_none()) { continue; }
        if (wanted == 0) {
            deed_ = i;
            return;
        }
        --wanted;
    }
}

Game ReplayedLine::game_before(std::size_t index) const {
    Game game = start_;
    for (std::size_t i = 0; i < index; ++i) {
        if (moves_[i].is_none()) {
            game.play_null();
        } else {
            game.play(moves_[i]);
        }
    }
    return game;
}

std::vector<PlacedPiece> ReplayedLine::fallen(std::size_t from, Color side) const {
    std::vector<PlacedPiece> men;
    Origins origins;
    for (std::size_t i = from; i < moves_.size(); ++i) {
        if (moves_[i].is_none()) { continue; }
        const Piece taken = before(i).captured_piece(moves_[i]);
        if (taken != Piece::None && color_of(taken) == side) {
            const Square origin = origins.of(victim_square(moves_[i]));
            men.push_back({before(from).piece_on(origin), origin});
        }
        origins.follow(before(i), moves_[i]);
    }
    return men;
}

std::vector<PlacedPiece> ReplayedLine::promoted(std::size_t from, Color side) const {
    std::vector<PlacedPiece> men;
    Origins origins;
    for (std::size_t i = from; i < moves_.size(); ++i) {
        if (moves_[i].is_none()) { continue; }
        if (moves_[i].is_promotion() && before(i).side_to_move() == side) {
            const Square origin = origins.of(moves_[i].from());
            men.push_back({before(from).piece_on(origin), origin});
        }
        origins.follow(before(i), moves_[i]);
    }
    const std::vector<PlacedPiece> lost = fallen(from, side);
    std::erase_if(men, [&](const PlacedPiece& man) { return std::find(lost.begin(), lost.end(), man) != lost.end(); });
    return men;
}

}  // namespace skua::lab::proof
