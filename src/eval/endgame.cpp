#include "eval/endgame.h"

#include "chess/see.h"
#include "eval/geometry.h"
#include "eval/kpk.h"

namespace skua {

namespace {

// A win that only has to be carried out.
constexpr Score KnownWin = 4000;
constexpr int RookValue = 500;
constexpr int QueenValue = 950;

// From 0 in the four squares of the centre to 6 in the corners.
constexpr int from_centre(Square square) {
    return 6 - edge_distance(file_of(square)) - std::min(index_of(rank_of(square)), 7 - index_of(rank_of(square)));
}

// More, the nearer the kings.
constexpr int closeness(Square a, Square b) { return 10 * (7 - distance(a, b)); }

// How many of each piece a side has, without its king.
struct Men {
    Men(const Position& position, Color side)
        : pawns(position.count(side, PieceType::Pawn)),
          knights(position.count(side, PieceType::Knight)),
          bishops(position.count(side, PieceType::Bishop)),
          rooks(position.count(side, PieceType::Rook)),
          queens(position.count(side, PieceType::Queen)) {}

    [[nodiscard]] bool are(int p, int n, int b, int r, int q) const {
        return pawns == p && knights == n && bishops == b && rooks == r && queens == q;
    }

    int pawns, knights, bishops, rooks, queens;
};

struct Duel {
    Duel(const Position& given, Color stronger)
        : position(given),
          strong(stronger),
          king(given.king_square(stronger)),
          enemy_king(given.king_square(~stronger)) {}

    // The square as the strong side counts.
    [[nodiscard]] Square own(Square square) const { return relative_square(strong, square); }
    [[nodiscard]] bool strong_moves() const { return position.side_to_move() == strong; }
    // Of a side's only piece of this type.
    [[nodiscard]] Square place(Color side, PieceType type) const { return position.pieces(side, type).first(); }

    const Position& position;
    Color strong;
    Square king;
    Square enemy_king;
};

// Drive the king to the edge, come near with the own one.
Score lone_king(const Duel& duel, int material) {
    return KnownWin + material + 20 * from_centre(duel.enemy_king) + closeness(duel.king, duel.enemy_king);
}

// Mate is only possible in a corner of the bishop's colour.
Score bishop_and_knight(const Duel& duel) {
    const bool light = LightSquares.contains(duel.place(duel.strong, PieceType::Bishop));
    const Square one = light ? Square::A8 : Square::A1;
    const Square other = light ? Square::H1 : Square::H8;
    const int way = std::min(distance(duel.enemy_king, one), distance(duel.enemy_king, other));
    return KnownWin + 600 + 60 * (7 - way) + 10 * from_centre(duel.enemy_king) + closeness(duel.king, duel.enemy_king);
}

Score king_and_pawn(const Duel& duel) {
    const Square pawn = duel.place(duel.strong, PieceType::Pawn);
    if (!kpk_is_won(duel.strong, duel.king, pawn, duel.enemy_king, duel.position.side_to_move())) { return DrawScore; }
    return KnownWin / 2 + 50 * index_of(relative_rank(duel.strong, pawn));
}

Score rook_against_pawn(const Duel& duel) {
    const Square king = duel.own(duel.king);
    const Square enemy = duel.own(duel.enemy_king);
    const Square pawn = duel.own(duel.place(~duel.strong, PieceType::Pawn));
    const Square rook = duel.own(duel.place(duel.strong, PieceType::Rook));
    const int tempo = duel.strong_moves() ? 1 : 0;
    const Square goal = make_square(file_of(pawn), Rank::R1);
    // The own king stands in the way of the pawn, or theirs is too far to help it.
    const bool king_in_front = king < pawn && file_of(king) == file_of(pawn);
    const bool enemy_far = distance(enemy, pawn) >= 3 + (1 - tempo) && distance(enemy, rook) >= 3;
    if (king_in_front || enemy_far) { return RookValue - 10 * distance(king, pawn); }
    // Far advanced, led by its king, and ours far away: a draw.
    if (rank_of(pawn) <= Rank::R3 && distance(enemy, pawn) == 1 && rank_of(king) >= Rank::R4 &&
        distance(king, pawn) > 2 + tempo) {
        return 80 - 8 * distance(king, pawn);
    }
    const Square stop = pawn + Direction::South;
    return 200 - 8 * (distance(king, stop) - distance(enemy, stop) - distance(pawn, goal));
}

Score queen_against_pawn(const Duel& duel) {
    const Square pawn = duel.place(~duel.strong, PieceType::Pawn);
    const File file = file_of(pawn);
    const bool drawing_file = file == File::A || file == File::C || file == File::F || file == File::H;
    // On the last rank but one, with its king beside it, a rook or bishop pawn saves itself by stalemate.
    if (relative_rank(~duel.strong, pawn) == Rank::R7 && distance(duel.enemy_king, pawn) == 1 && drawing_file) {
        return closeness(duel.king, duel.enemy_king);
    }
    return QueenValue + closeness(duel.king, duel.enemy_king);
}

Score queen_against_rook(const Duel& duel) {
    return QueenValue - RookValue + 20 * from_centre(duel.enemy_king) + closeness(duel.king, duel.enemy_king);
}

// Drawish; a little to play for at the edge.
Score rook_against_bishop(const Duel& duel) { return 8 * from_centre(duel.enemy_king); }

Score rook_against_knight(const Duel& duel) {
    const Square knight = duel.place(~duel.strong, PieceType::Knight);
    return 8 * from_centre(duel.enemy_king) + 6 * distance(duel.enemy_king, knight);
}

// The value for the strong side, if this is a known ending with that side ahead.
std::optional<KnownEnding> ending_of(const Position& position, Color strong) {
    const Men own(position, strong);
    const Men enemy(position, ~strong);
    const Duel duel(position, strong);
    const auto result = [&](std::string_view name, Score value) {
        return KnownEnding{name, strong == Color::White ? value : -value};
    };

    if (enemy.are(0, 0, 0, 0, 0)) {
        if (own.are(1, 0, 0, 0, 0)) { return result("king and pawn against king", king_and_pawn(duel)); }
        if (own.are(0, 1, 1, 0, 0)) { return result("bishop and knight against king", bishop_and_knight(duel)); }
        const Bitboard bishops = position.pieces(strong, PieceType::Bishop);
        const bool both_colours = (bishops & LightSquares).any() && (bishops & DarkSquares).any();
        if (own.pawns == 0 && own.rooks + own.queens == 0 && !both_colours && (own.bishops == 0 || own.knights == 0) &&
            own.knights <= 2) {
            return result("pieces that can't force mate", DrawScore);
        }
        if (own.rooks + own.queens > 0 || both_colours || own.knights >= 3) {
            int material = 0;
            for (const PieceType type : PieceTypes) {
                if (type != PieceType::King) { material += position.count(strong, type) * SeeValues[type]; }
            }
            return result("lone king", lone_king(duel, std::min(material, 6000)));
        }
        return std::nullopt;
    }
    if (own.are(0, 0, 0, 1, 0)) {
        if (enemy.are(1, 0, 0, 0, 0)) { return result("rook against pawn", rook_against_pawn(duel)); }
        if (enemy.are(0, 0, 1, 0, 0)) { return result("rook against bishop", rook_against_bishop(duel)); }
        if (enemy.are(0, 1, 0, 0, 0)) { return result("rook against knight", rook_against_knight(duel)); }
    }
    if (own.are(0, 0, 0, 0, 1)) {
        if (enemy.are(1, 0, 0, 0, 0)) { return result("queen against pawn", queen_against_pawn(duel)); }
        if (enemy.are(0, 0, 0, 1, 0)) { return result("queen against rook", queen_against_rook(duel)); }
    }
    return std::nullopt;
}

}  // namespace

std::optional<KnownEnding> known_ending(const Position& position) {
    const bool white_alone = !position.pieces(Color::White).more_than_one();
    const bool black_alone = !position.pieces(Color::Black).more_than_one();
    if (white_alone && black_alone) { return KnownEnding{"bare kings", DrawScore}; }
    if (!white_alone && !black_alone && position.pieces().count() > 4) { return std::nullopt; }
    for (const Color strong : Colors) {
        if (position.pieces(strong).more_than_one()) {
            if (const std::optional<KnownEnding> ending = ending_of(position, strong)) { return ending; }
        }
    }
    return std::nullopt;
}

bool is_fortress(const Position& position, Color strong) {
    const Bitboard pawns = position.pieces(strong, PieceType::Pawn);
    if (pawns.empty() || position.pieces(PieceType::Knight).any() ||
        position.pieces(PieceType::Rook, PieceType::Queen).any() || position.pieces(~strong, PieceType::Pawn).any()) {
        return false;
    }
    const bool on_a = (pawns & ~bitboard_of(File::A)).empty();
    const bool on_h = (pawns & ~bitboard_of(File::H)).empty();
    if (!on_a && !on_h) { return false; }
    const Square corner = make_square(on_a ? File::A : File::H, relative_rank(strong, Rank::R8));
    const Bitboard bishops = position.pieces(strong, PieceType::Bishop);
    if ((bishops & colour_squares(corner)).any()) { return false; }
    return distance(position.king_square(~strong), corner) <= 1;
}

}  // namespace skua
