#include "lab/tablebase/generator.h"

#include <algorithm>
#include <map>

#include "chess/attacks.h"
#include "chess/movegen.h"

namespace skua::lab {

using tablebase::Material;
using tablebase::Outcome;

SolvedEndgame::SolvedEndgame(const Material& material) : material_(material) {
    for (const Color color : Colors) {
        for (const PieceType type : PieceTypes) {
            pieces_.insert(pieces_.end(), material.counts[color][type], make_piece(color, type));
        }
    }
    std::size_t size = Colors.size();
    for (std::size_t i = 0; i < pieces_.size(); ++i) { size *= 64; }
    cells_.resize(size);
}

std::size_t SolvedEndgame::index_of(Color side_to_move, const Squares& squares) const {
    auto index = static_cast<std::size_t>(side_to_move);
    for (const Square square : squares) { index = index * 64 + static_cast<std::size_t>(skua::index_of(square)); }
    return index;
}

SolvedEndgame::Squares SolvedEndgame::squares_at(std::size_t index) const {
    Squares squares(pieces_.size());
    for (std::size_t i = pieces_.size(); i-- > 0; index /= 64) { squares[i] = square_at(static_cast<int>(index % 64)); }
    return squares;
}

Color SolvedEndgame::side_at(std::size_t index) const {
    return index < cells_.size() / 2 ? Color::White : Color::Black;
}

std::optional<Position> SolvedEndgame::position_at(std::size_t index) const {
    Setup setup;
    const Squares squares = squares_at(index);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (setup.board[squares[i]] != Piece::None) { return std::nullopt; }
        // Of equal pieces only one order is looked at.
        if (i > 0 && pieces_[i] == pieces_[i - 1] && squares[i] < squares[i - 1]) { return std::nullopt; }
        setup.board[squares[i]] = pieces_[i];
    }
    setup.side_to_move = side_at(index);
    Result<Position> position = Position::from_setup(setup);
    return position ? std::optional(*position) : std::nullopt;
}

SolvedEndgame::Squares SolvedEndgame::squares_of(const Position& position) const {
    Squares squares;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (i > 0 && pieces_[i] == pieces_[i - 1]) { continue; }
        for (const Square square : position.pieces(color_of(pieces_[i]), type_of(pieces_[i]))) {
            squares.push_back(square);
        }
    }
    return squares;
}

std::vector<std::vector<std::size_t>> SolvedEndgame::slices() const {
    std::map<int, std::vector<std::size_t>, std::greater<>> by_advance;
    for (std::size_t index = 0; index < cells_.size(); ++index) {
        const Squares squares = squares_at(index);
        int advance = 0;
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            if (type_of(pieces_[i]) != PieceType::Pawn) { continue; }
            advance += static_cast<int>(relative_rank(color_of(pieces_[i]), squares[i]));
        }
        by_advance[advance].push_back(index);
    }
    std::vector<std::vector<std::size_t>> slices;
    for (auto& [advance, slice] : by_advance) { slices.push_back(std::move(slice)); }
    return slices;
}

Result<SolvedEndgame> SolvedEndgame::solve(const Material& material, const tablebase::Tables& known) {
    SolvedEndgame endgame(material);
    for (const std::vector<std::size_t>& slice : endgame.slices()) {
        if (std::optional<Error> error = endgame.solve_slice(slice, known)) { return *error; }
    }
    return endgame;
}

std::optional<Error> SolvedEndgame::solve_slice(const std::vector<std::size_t>& slice, const tablebase::Tables& known) {
    // won_in[n] and lost_in[n]: positions found to be decided in n plies.
    using Lists = std::vector<std::vector<std::size_t>>;
    Lists won_in;
    Lists lost_in;
    const auto add = [](Lists& lists, std::size_t plies, std::size_t index) {
        if (lists.size() <= plies) { lists.resize(plies + 1); }
        lists[plies].push_back(index);
    };
    const auto list_at = [](const Lists& lists, std::size_t plies) {
        return plies < lists.size() ? lists[plies] : std::vector<std::size_t>();
    };
    for (const std::size_t index : slice) {
        const std::optional<Position> position = position_at(index);
        if (!position) { continue; }
        cells_[index].state = State::Unknown;
        if (std::optional<Error> error = begin(index, *position, known)) { return error; }
        if (cells_[index].state == State::Win) { add(won_in, 1, index); }
    }
    for (const std::size_t index : slice) {
        if (cells_[index].state != State::Unknown) { continue; }
        const std::optional<std::size_t> plies = plies_of_loss(index);
        if (plies && *plies <= 1) { add(lost_in, *plies, index); }
    }
    for (std::size_t plies = 0; plies < std::max(won_in.size(), lost_in.size()); ++plies) {
        for (const std::size_t index : list_at(lost_in, plies)) {
            if (cells_[index].state != State::Unknown) { continue; }
            cells_[index].state = State::Loss;
            cells_[index].plies = static_cast<std::uint8_t>(plies);
            for (const std::size_t before : predecessors(index)) {
                if (cells_[before].state != State::Unknown) { continue; }
                cells_[before].state = State::Win;
                cells_[before].plies = static_cast<std::uint8_t>(plies + 1);
                add(won_in, plies + 1, before);
            }
        }
        for (const std::size_t index : list_at(won_in, plies)) {
            for (const std::size_t before : predecessors(index)) {
                if (cells_[before].state != State::Unknown) { continue; }
                if (const std::optional<std::size_t> loss = plies_of_loss(before)) { add(lost_in, *loss, before); }
            }
        }
    }
    for (const std::size_t index : slice) {
        if (cells_[index].state == State::Unknown) { cells_[index].state = State::Draw; }
    }
    return std::nullopt;
}

std::optional<SolvedEndgame::State> SolvedEndgame::state_after_zeroing(const Position& position,
                                                                       const tablebase::Tables& known) const {
    const auto state_of = [](Outcome outcome) {
        const int sign = tablebase::sign_of(outcome);
        return sign > 0 ? State::Win : sign < 0 ? State::Loss : State::Draw;
    };
    if (Material::of(position) != material_) {
        if (position.pieces().count() == 2) { return State::Draw; }
        const std::optional<Outcome> outcome = known.probe_wdl(position);
        return outcome ? std::optional(state_of(*outcome)) : std::nullopt;
    }
    State state = cells_[index_of(position.side_to_move(), squares_of(position))].state;
    if (position.en_passant_square() == Square::None) { return state; }
    // The cells know nothing of en passant: it may be the better move, or the only one.
    const MoveList moves = legal_moves(position);
    bool is_only_move = true;
    State best = State::Loss;
    for (const Move move : moves) {
        if (!move.is_en_passant()) {
            is_only_move = false;
            continue;
        }
        Position next = position;
        next.play(move);
        const std::optional<State> reply = state_after_zeroing(next, known);
        if (!reply) { return std::nullopt; }
        if (*reply == State::Loss) { return State::Win; }
        if (*reply == State::Draw) { best = State::Draw; }
    }
    return is_only_move || state == State::Loss ? best : state;
}

std::optional<Error> SolvedEndgame::begin(std::size_t index, const Position& position, const tablebase::Tables& known) {
    Cell& cell = cells_[index];
    for (const Move move : legal_moves(position)) {
        if (!position.is_zeroing(move)) { continue; }
        const bool is_capture = position.is_capture(move);
        Position next = position;
        next.play(move);
        const std::optional<State> reply = state_after_zeroing(next, known);
        if (!reply) { return Error{"the table of " + Material::of(next).name() + " is missing"}; }
        cell.zeroing_wins |= *reply == State::Loss;
        cell.capture_wins |= *reply == State::Loss && is_capture;
        cell.zeroing_draws |= *reply == State::Draw;
        cell.capture_draws |= *reply == State::Draw && is_capture;
    }
    if (cell.zeroing_wins) {
        cell.state = State::Win;
        cell.plies = 1;
    }
    return std::nullopt;
}

std::vector<std::size_t> SolvedEndgame::predecessors(std::size_t index) const {
    std::vector<std::size_t> found;
    const Squares squares = squares_at(index);
    const Color mover = ~side_at(index);
    Bitboard occupied;
    for (const Square square : squares) { occupied |= square; }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        if (color_of(pieces_[i]) != mover || type_of(pieces_[i]) == PieceType::Pawn) { continue; }
        for (const Square from : piece_attacks(type_of(pieces_[i]), squares[i], occupied) & ~occupied) {
            Squares before = squares;
            before[i] = from;
            // Equal pieces stand in ascending order.
            for (std::size_t j = 1; j < before.size(); ++j) {
                for (std::size_t k = j; k > 0 && pieces_[k] == pieces_[k - 1] && before[k] < before[k - 1]; --k) {
                    std::swap(before[k], before[k - 1]);
                }
            }
            found.push_back(index_of(mover, before));
        }
    }
    return found;
}

std::optional<std::size_t> SolvedEndgame::plies_of_loss(std::size_t index) const {
    if (cells_[index].zeroing_draws) { return std::nullopt; }
    const Position position = *position_at(index);
    const MoveList moves = legal_moves(position);
    if (moves.empty()) { return position.in_check() ? std::optional<std::size_t>(0) : std::nullopt; }
    std::size_t farthest = 1;  // a capture or pawn move that loses, if nothing else holds out longer
    for (const Move move : moves) {
        if (position.is_zeroing(move)) { continue; }
        Position next = position;
        next.play(move);
        const Cell& reply = cells_[index_of(next.side_to_move(), squares_of(next))];
        if (reply.state != State::Win) { return std::nullopt; }
        farthest = std::max(farthest, std::size_t{reply.plies} + 1);
    }
    return farthest;
}

void SolvedEndgame::for_each(const std::function<void(const Position&, const SolvedPosition&)>& visit) const {
    for (std::size_t index = 0; index < cells_.size(); ++index) {
        const Cell& cell = cells_[index];
        if (cell.state == State::Illegal) { continue; }
        SolvedPosition solved;
        solved.outcome = cell.state == State::Win    ? Outcome::Win
                         : cell.state == State::Loss ? Outcome::Loss
                                                     : Outcome::Draw;
        solved.dtz = cell.plies;
        solved.zeroing_wins = cell.zeroing_wins;
        solved.capture_is_best = cell.capture_wins || (cell.capture_draws && cell.state == State::Draw);
        visit(*position_at(index), solved);
    }
}

}  // namespace skua::lab
