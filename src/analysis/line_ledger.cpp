#include "analysis/line_ledger.h"

#include <algorithm>

#include "analysis/material_search.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace skua {

namespace {

// Does this side keep what it has?
bool is_settled(const Position& position, Color side) {
    if (position.in_check()) { return !has_legal_move(position); }
    if (position.side_to_move() != side) { return !has_winning_capture(position); }
    Position passed = position;
    passed.play_null();
    return !has_winning_capture(passed);
}

int worth_of(const LostMan& lost) { return SeeValues[type_of(lost.man.piece)]; }

// Where a capture takes its man from: not the target square when it is en passant.
Square victim_square(const Position& position, Move move) {
    return move.is_en_passant() ? move.to() - forward(position.side_to_move()) : move.to();
}

}  // namespace

LineLedger ledger_of(const Position& start, const std::vector<Move>& line, std::size_t plies) {
    LineLedger ledger;
    EnumArray<Square, Square> origin;
    for (int i = 0; i < 64; ++i) { origin[square_at(i)] = square_at(i); }
    Position position = start;
    for (std::size_t ply = 0; ply < std::min(plies, line.size()); ++ply) {
        const Move move = line[ply];
        if (move.is_none()) {
            position.play_null();
            continue;
        }
        const Color side = position.side_to_move();
        if (position.is_capture(move)) {
            const Square square = victim_square(position, move);
            const Square before = origin[square];
            ledger.lost[~side].push_back({{start.piece_on(before), before},
                                          ply,
                                          square,
                                          type_of(position.moved_piece(move)),
                                          origin[move.from()]});
        }
        if (move.is_promotion()) {
            ledger.promoted[side].push_back({start.piece_on(origin[move.from()]), origin[move.from()]});
        }
        if (move.is_castling()) {
            const CastlingSide wing =
                file_of(move.to()) > file_of(move.from()) ? CastlingSide::King : CastlingSide::Queen;
            const Square king = origin[move.from()];
            const Square rook = origin[move.to()];
            origin[castled_king_square(side, wing)] = king;
            origin[castled_rook_square(side, wing)] = rook;
        } else {
            origin[move.to()] = origin[move.from()];
        }
        position.play(move);
    }
    ledger.end = position;
    return ledger;
}

int Balance::worth() const {
    int worth = 0;
    for (const PlacedPiece& man : won) { worth += SeeValues[type_of(man.piece)]; }
    for (const PlacedPiece& man : given) { worth -= SeeValues[type_of(man.piece)]; }
    return worth;
}

Balance balance_of(const LineLedger& ledger, Color side) {
    std::vector<LostMan> won = ledger.lost[~side];
    std::vector<LostMan> given;
    const auto exchange = [&won](const LostMan& lost, bool is_at_once) {
        const auto equal = std::find_if(won.begin(), won.end(), [&](const LostMan& other) {
            const bool is_taken_back = other.ply + 1 == lost.ply && other.captured_on == lost.captured_on;
            return worth_of(other) == worth_of(lost) && (is_taken_back || !is_at_once);
        });
        if (equal == won.end()) { return false; }
        won.erase(equal);
        return true;
    };
    // What is taken back at once is exchanged first.
    for (const LostMan& lost : ledger.lost[side]) {
        if (!exchange(lost, true)) { given.push_back(lost); }
    }
    Balance balance;
    for (const LostMan& lost : given) {
        if (!exchange(lost, false)) { balance.given.push_back(lost.man); }
    }
    for (const LostMan& lost : won) { balance.won.push_back(lost.man); }
    return balance;
}

std::optional<std::size_t> settled_at(const Position& start, const std::vector<Move>& line, Color side, int centipawns,
                                      int most) {
    const int before = material_balance(start, side);
    Position position = start;
    for (std::size_t ply = 0; ply <= line.size(); ++ply) {
        if (ply > 0) {
            if (line[ply - 1].is_none()) {
                position.play_null();
            } else {
                position.play(line[ply - 1]);
            }
        }
        const int won = material_balance(position, side) - before;
        if (won >= centipawns && won <= most && is_settled(position, side)) { return ply; }
    }
    return std::nullopt;
}

}  // namespace skua
