#include "lab/tablebase/generator.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "chess/attacks.h"
#include "chess/movegen.h"

namespace skua::lab {

using tablebase::Material;
using tablebase::Outcome;

namespace {

constexpr std::size_t BoardSquares = 64;
constexpr std::size_t QuarterFiles = 4;

}  // namespace

Material stronger_first(const Material& material) {
    const Material other = material.mirrored();
    if (material.count(Color::White) != material.count(Color::Black)) {
        return material.count(Color::White) > material.count(Color::Black) ? material : other;
    }
    for (const PieceType type : {PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
        const int white = material.counts[Color::White][type];
        const int black = material.counts[Color::Black][type];
        if (white != black) { return white > black ? material : other; }
    }
    return material;
}

std::vector<Material> materials_after(const Material& material) {
    std::vector<Material> found;
    const auto add = [&found](const Material& next) {
        const Material named = stronger_first(next);
        if (named.count() > 2 && std::find(found.begin(), found.end(), named) == found.end()) {
            found.push_back(named);
        }
    };
    for (const Color color : Colors) {
        for (const PieceType lost : PieceTypes) {
            if (lost == PieceType::King || material.counts[color][lost] == 0) { continue; }
            Material less = material;
            --less.counts[color][lost];
            add(less);
            // A pawn may promote with the capture.
            if (less.pawns(~color) == 0) { continue; }
            for (const PieceType made : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
                Material promoted = less;
                --promoted.counts[~color][PieceType::Pawn];
                ++promoted.counts[~color][made];
                add(promoted);
            }
        }
        if (material.pawns(color) == 0) { continue; }
        for (const PieceType made : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
            Material promoted = material;
            --promoted.counts[color][PieceType::Pawn];
            ++promoted.counts[color][made];
            add(promoted);
        }
    }
    return found;
}

SolvedEndgame::SolvedEndgame(const Material& material)
    : material_(material), king_squares_(QuarterFiles * (material.has_pawns() ? 8 : QuarterFiles)) {
    for (const Color color : Colors) {
        pieces_.insert(pieces_.end(), material.counts[color][PieceType::Pawn], make_piece(color, PieceType::Pawn));
    }
    king_ = pieces_.size();
    for (const Color color : Colors) {
        pieces_.push_back(make_piece(color, PieceType::King));
        for (const PieceType type : PieceTypes) {
            if (type == PieceType::Pawn || type == PieceType::King) { continue; }
            pieces_.insert(pieces_.end(), material.counts[color][type], make_piece(color, type));
        }
    }
    std::size_t size = Colors.size() * king_squares_;
    for (std::size_t i = 1; i < pieces_.size(); ++i) { size *= BoardSquares; }
    cells_.resize(size);
}

// ---------------------------------------------------------------- positions and indices

void SolvedEndgame::normalise(Squares& squares) const {
    const auto mirror = [&](auto flip) {
        for (std::size_t i = 0; i < pieces_.size(); ++i) { squares[i] = flip(squares[i]); }
    };
    if (file_of(squares[king_]) > File::D) { mirror(flip_file); }
    if (!material_.has_pawns() && rank_of(squares[king_]) > Rank::R4) { mirror(flip_rank); }
    // Equal pieces stand in ascending order.
    for (std::size_t i = 1; i < pieces_.size(); ++i) {
        for (std::size_t k = i; k > 0 && pieces_[k] == pieces_[k - 1] && squares[k] < squares[k - 1]; --k) {
            std::swap(squares[k], squares[k - 1]);
        }
    }
}

std::size_t SolvedEndgame::index_of(Color side_to_move, const Squares& squares) const {
    auto index = static_cast<std::size_t>(side_to_move);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const auto square = static_cast<std::size_t>(skua::index_of(squares[i]));
        index =
            i == king_ ? index * king_squares_ + square / 8 * QuarterFiles + square % 8 : index * BoardSquares + square;
    }
    return index;
}

std::size_t SolvedEndgame::index_of(const Position& position) const {
    Squares squares{};
    for (std::size_t i = 0; i < pieces_.size();) {
        for (const Square square : position.pieces(color_of(pieces_[i]), type_of(pieces_[i]))) {
            squares[i++] = square;
        }
    }
    normalise(squares);
    return index_of(position.side_to_move(), squares);
}

SolvedEndgame::Squares SolvedEndgame::squares_at(std::size_t index) const {
    Squares squares{};
    for (std::size_t i = pieces_.size(); i-- > 0;) {
        const std::size_t numbers = i == king_ ? king_squares_ : BoardSquares;
        const std::size_t number = index % numbers;
        index /= numbers;
        squares[i] =
            square_at(static_cast<int>(i == king_ ? number / QuarterFiles * 8 + number % QuarterFiles : number));
    }
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

std::vector<std::vector<SolvedEndgame::Range>> SolvedEndgame::slices() const {
    std::size_t placements = 1;  // of the pawns
    for (std::size_t i = 0; i < king_; ++i) { placements *= BoardSquares; }
    const std::size_t length = cells_.size() / Colors.size() / placements;
    std::map<int, std::vector<Range>, std::greater<>> by_advance;
    for (std::size_t begin = 0; begin < cells_.size(); begin += length) {
        const Squares squares = squares_at(begin);
        int advance = 0;
        bool is_possible = true;
        for (std::size_t i = 0; i < king_; ++i) {
            advance += static_cast<int>(relative_rank(color_of(pieces_[i]), squares[i]));
            is_possible &= rank_of(squares[i]) != Rank::R1 && rank_of(squares[i]) != Rank::R8;
        }
        if (is_possible) { by_advance[advance].push_back({begin, begin + length}); }
    }
    std::vector<std::vector<Range>> slices;
    for (auto& [advance, slice] : by_advance) { slices.push_back(std::move(slice)); }
    return slices;
}

// ---------------------------------------------------------------- solving

Result<SolvedEndgame> SolvedEndgame::solve(const Material& material, const tablebase::Tables& known) {
    if (material.count() > MaxPieces) { return Error{"it has too many pieces"}; }
    SolvedEndgame endgame(material);
    for (const std::vector<Range>& slice : endgame.slices()) {
        if (std::optional<Error> error = endgame.solve_slice(slice, known)) { return *error; }
    }
    return endgame;
}

std::optional<Error> SolvedEndgame::solve_slice(const std::vector<Range>& slice, const tablebase::Tables& known) {
    // Positions decided in this many plies, and in one more.
    Indices won;
    Indices lost;
    Indices next_won;
    Indices next_lost;
    for (const Range& range : slice) {
        for (std::size_t index = range.begin; index < range.end; ++index) {
            const std::optional<Position> position = position_at(index);
            if (!position) { continue; }
            if (std::optional<Error> error = begin(index, *position, known)) { return error; }
            const Cell& cell = cells_[index];
            if (cell.state == State::Win) { next_won.push_back(index); }
            if (cell.state == State::Loss) { (cell.plies == 0 ? lost : next_lost).push_back(index); }
        }
    }
    for (std::uint8_t plies = 1; !won.empty() || !lost.empty() || !next_won.empty() || !next_lost.empty(); ++plies) {
        // Only wins that the fifty-move rule leaves alone exist with so few pieces.
        assert(plies < 100);
        for (const std::size_t index : lost) {
            for_each_predecessor(index, [&](std::size_t before) {
                Cell& cell = cells_[before];
                if (cell.state != State::Unknown) { return; }
                cell.state = State::Win;
                cell.plies = plies;
                next_won.push_back(before);
            });
        }
        for (const std::size_t index : won) {
            for_each_predecessor(index, [&](std::size_t before) {
                Cell& cell = cells_[before];
                if (cell.state != State::Unknown || --cell.open_moves > 0 || cell.zeroing_draws) { return; }
                cell.state = State::Loss;
                cell.plies = plies;
                next_lost.push_back(before);
            });
        }
        won = std::exchange(next_won, {});
        lost = std::exchange(next_lost, {});
    }
    for (const Range& range : slice) {
        for (std::size_t index = range.begin; index < range.end; ++index) {
            if (cells_[index].state == State::Unknown) { cells_[index].state = State::Draw; }
        }
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
    const State state = cells_[index_of(position)].state;
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
    cell.state = State::Unknown;
    const MoveList moves = legal_moves(position);
    for (const Move move : moves) {
        if (!position.is_zeroing(move)) {
            ++cell.open_moves;
            continue;
        }
        const bool is_capture = position.is_capture(move);
        Position next = position;
        next.play(move);
        const std::optional<State> reply = state_after_zeroing(next, known);
        if (!reply) { return Error{"the table of " + stronger_first(Material::of(next)).name() + " is missing"}; }
        cell.zeroing_wins |= *reply == State::Loss;
        cell.capture_wins |= *reply == State::Loss && is_capture;
        cell.zeroing_draws |= *reply == State::Draw;
        cell.capture_draws |= *reply == State::Draw && is_capture;
    }
    if (cell.zeroing_wins) {
        cell.state = State::Win;
        cell.plies = 1;
    } else if (moves.empty()) {
        cell.state = position.in_check() ? State::Loss : State::Draw;
    } else if (cell.open_moves == 0) {
        // Only captures and pawn moves are left, and none of them wins.
        cell.state = cell.zeroing_draws ? State::Draw : State::Loss;
        cell.plies = cell.zeroing_draws ? 0 : 1;
    }
    return std::nullopt;
}

template <typename Visit>
void SolvedEndgame::for_each_predecessor(std::size_t index, Visit visit) const {
    const Squares squares = squares_at(index);
    const Color mover = ~side_at(index);
    Bitboard occupied;
    for (std::size_t i = 0; i < pieces_.size(); ++i) { occupied |= squares[i]; }
    for (std::size_t i = king_; i < pieces_.size(); ++i) {
        if (color_of(pieces_[i]) != mover) { continue; }
        for (const Square from : piece_attacks(type_of(pieces_[i]), squares[i], occupied) & ~occupied) {
            Squares before = squares;
            before[i] = from;
            normalise(before);
            visit(index_of(mover, before));
        }
    }
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
        solved.capture_wins = cell.capture_wins;
        solved.capture_draws = cell.capture_draws && cell.state == State::Draw;
        visit(*position_at(index), solved);
    }
}

}  // namespace skua::lab
