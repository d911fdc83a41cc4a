#include "chess/movegen.h"

namespace skua {

namespace {

// The generator passes sets of target squares to a sink. One sink writes moves, the other only counts them, so that
// the rules are written once.
class Writer {
public:
    explicit Writer(MoveList& moves) : moves_(moves) {}

    void piece_moves(Square from, Bitboard targets) {
        for (const Square to : targets) { moves_.push_back(Move::normal(from, to)); }
    }
    // Pawns that arrived on `targets` after a step of `distance`.
    void pawn_moves(Bitboard targets, int distance) {
        for (const Square to : targets) { moves_.push_back(Move::normal(square_at(index_of(to) - distance), to)); }
    }
    void queen_promotions(Bitboard targets, int distance) {
        for (const Square to : targets) {
            moves_.push_back(Move::promotion(square_at(index_of(to) - distance), to, PieceType::Queen));
        }
    }
    void underpromotions(Bitboard targets, int distance) {
        for (const Square to : targets) {
            const Square from = square_at(index_of(to) - distance);
            moves_.push_back(Move::promotion(from, to, PieceType::Rook));
            moves_.push_back(Move::promotion(from, to, PieceType::Bishop));
            moves_.push_back(Move::promotion(from, to, PieceType::Knight));
        }
    }
    void one(Move move) { moves_.push_back(move); }

private:
    MoveList& moves_;
};

class Counter {
public:
    void piece_moves(Square, Bitboard targets) { count_ += targets.count(); }
    void pawn_moves(Bitboard targets, int) { count_ += targets.count(); }
    void queen_promotions(Bitboard targets, int) { count_ += targets.count(); }
    void underpromotions(Bitboard targets, int) { count_ += 3 * targets.count(); }
    void one(Move) { ++count_; }

    [[nodiscard]] int count() const { return count_; }

private:
    int count_ = 0;
};

template <Color Us, MoveStage Stage, typename Sink>
class Generator {
public:
    Generator(const Position& position, Sink& sink)
        : position_(position),
          sink_(sink),
          occupied_(position.pieces()),
          enemies_(position.pieces(~Us)),
          king_(position.king_square(Us)) {}

    void run() {
        const Bitboard checkers = position_.checkers();
        if (!checkers.more_than_one()) {
            // In a single check, a piece may capture the checker or step in between.
            const Bitboard evasions = checkers.empty() ? FullBoard : between(king_, checkers.first()) | checkers;
            pawns(evasions);
            pieces(evasions & stage_targets());
            if (Stage != MoveStage::Noisy && checkers.empty()) { castling(); }
        }
        king();
    }

private:
    static constexpr int Up = static_cast<int>(forward(Us));
    static constexpr Direction UpEast = Us == Color::White ? Direction::NorthEast : Direction::SouthEast;
    static constexpr Direction UpWest = Us == Color::White ? Direction::NorthWest : Direction::SouthWest;

    [[nodiscard]] Bitboard stage_targets() const {
        if constexpr (Stage == MoveStage::Noisy) { return enemies_; }
        if constexpr (Stage == MoveStage::Quiet) { return ~occupied_; }
        return ~position_.pieces(Us);
    }

    void pawns(Bitboard allowed) {
        const Bitboard all = position_.pieces(Us, PieceType::Pawn);
        const Bitboard pinned = all & position_.pinned();
        pawns_of(all & ~pinned, allowed);
        for (const Square pawn : pinned) { pawns_of(pawn, allowed & line_through(king_, pawn)); }
        if (Stage != MoveStage::Quiet) { en_passant(all); }
    }

    void pawns_of(Bitboard pawns, Bitboard allowed) {
        constexpr Bitboard LastRank = bitboard_of(relative_rank(Us, Rank::R8));
        constexpr Bitboard ThirdRank = bitboard_of(relative_rank(Us, Rank::R3));
        const Bitboard one_step = shift<forward(Us)>(pawns) & ~occupied_;
        const Bitboard pushes = one_step & allowed;
        if constexpr (Stage != MoveStage::Noisy) {
            const Bitboard two_steps = shift<forward(Us)>(one_step & ThirdRank) & ~occupied_ & allowed;
            sink_.pawn_moves(pushes & ~LastRank, Up);
            sink_.pawn_moves(two_steps, 2 * Up);
        }
        if (const Bitboard promotions = pushes & LastRank; promotions.any()) {
            if constexpr (Stage != MoveStage::Quiet) { sink_.queen_promotions(promotions, Up); }
            if constexpr (Stage != MoveStage::Noisy) { sink_.underpromotions(promotions, Up); }
        }
        if constexpr (Stage != MoveStage::Quiet) {
            pawn_captures(shift<UpEast>(pawns) & enemies_ & allowed, static_cast<int>(UpEast));
            pawn_captures(shift<UpWest>(pawns) & enemies_ & allowed, static_cast<int>(UpWest));
        }
    }

    void pawn_captures(Bitboard targets, int distance) {
        constexpr Bitboard LastRank = bitboard_of(relative_rank(Us, Rank::R8));
        sink_.pawn_moves(targets & ~LastRank, distance);
        if (const Bitboard promotions = targets & LastRank; promotions.any()) {
            sink_.queen_promotions(promotions, distance);
            sink_.underpromotions(promotions, distance);
        }
    }

    void en_passant(Bitboard pawns) {
        const Square target = position_.en_passant_square();
        if (target == Square::None) { return; }
        for (const Square from : pawn_attacks(~Us, target) & pawns) {
            if (position_.can_capture_en_passant(from)) { sink_.one(Move::en_passant(from, target)); }
        }
    }

    void pieces(Bitboard targets) {
        const Bitboard pinned = position_.pinned();
        const auto queens = position_.pieces(Us, PieceType::Queen);
        // A pinned knight never moves; a pinned slider moves on its line.
        for (const Square from : position_.pieces(Us, PieceType::Knight) & ~pinned) {
            sink_.piece_moves(from, knight_attacks(from) & targets);
        }
        const Bitboard diagonal = position_.pieces(Us, PieceType::Bishop) | queens;
        for (const Square from : diagonal & ~pinned) {
            sink_.piece_moves(from, bishop_attacks(from, occupied_) & targets);
        }
        const Bitboard pinned_diagonal = diagonal & pinned;
        for (const Square from : pinned_diagonal) {
            sink_.piece_moves(from, bishop_attacks(from, occupied_) & targets & line_through(king_, from));
        }
        const Bitboard straight = position_.pieces(Us, PieceType::Rook) | queens;
        for (const Square from : straight & ~pinned) {
            sink_.piece_moves(from, rook_attacks(from, occupied_) & targets);
        }
        const Bitboard pinned_straight = straight & pinned;
        for (const Square from : pinned_straight) {
            sink_.piece_moves(from, rook_attacks(from, occupied_) & targets & line_through(king_, from));
        }
    }

    void castling() {
        if ((position_.castling_rooks() & position_.pieces(Us)).empty()) { return; }
        for (const CastlingSide side : CastlingSides) {
            if (position_.can_castle(side)) { sink_.one(Move::castling(king_, position_.castling_rook(Us, side))); }
        }
    }

    void king() {
        // Attacks are computed without the king: a slider attacks through the square that it leaves.
        const Bitboard others = occupied_ ^ king_;
        Bitboard safe;
        for (const Square to : king_attacks(king_) & stage_targets()) {
            if (!position_.is_attacked(to, ~Us, others)) { safe |= to; }
        }
        sink_.piece_moves(king_, safe);
    }

    const Position& position_;
    Sink& sink_;
    const Bitboard occupied_;
    const Bitboard enemies_;
    const Square king_;
};

template <MoveStage Stage, typename Sink>
void generate_into(const Position& position, Sink& sink) {
    if (position.side_to_move() == Color::White) {
        Generator<Color::White, Stage, Sink>(position, sink).run();
    } else {
        Generator<Color::Black, Stage, Sink>(position, sink).run();
    }
}

}  // namespace

void generate_moves(const Position& position, MoveStage stage, MoveList& moves) {
    Writer writer(moves);
    switch (stage) {
        case MoveStage::All: generate_into<MoveStage::All>(position, writer); break;
        case MoveStage::Noisy: generate_into<MoveStage::Noisy>(position, writer); break;
        case MoveStage::Quiet: generate_into<MoveStage::Quiet>(position, writer); break;
    }
}

MoveList legal_moves(const Position& position) {
    MoveList moves;
    generate_moves(position, MoveStage::All, moves);
    return moves;
}

int count_legal_moves(const Position& position) {
    Counter counter;
    generate_into<MoveStage::All>(position, counter);
    return counter.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) > 0; }

}  // namespace skua
