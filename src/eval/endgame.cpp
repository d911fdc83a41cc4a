#include "eval/endgame.h"

#include <algorithm>
#include <cstdint>

#include "chess/see.h"
#include "eval/geometry.h"
#include "eval/kpk.h"

namespace skua {

namespace {

// The value of a win that is only a matter of technique.
constexpr Score KnownWin = 4000;
constexpr int RookValue = 500;
constexpr int QueenValue = 950;

// 0 on the four squares of the centre, 6 in the corners.
constexpr int centre_distance(Square square) {
    return 6 - edge_distance(file_of(square)) - std::min(index_of(rank_of(square)), 7 - index_of(rank_of(square)));
}

// A bonus that grows as two squares come closer.
constexpr int closeness(Square a, Square b) { return 10 * (7 - distance(a, b)); }

// The pieces of both sides as one number: four bits for each type and side. In words the stronger side comes first:
// "KBNvK" is bishop and knight against a lone king.
using MaterialSignature = std::uint64_t;

constexpr MaterialSignature pieces_of(bool is_strong, PieceType type, int count) {
    return static_cast<MaterialSignature>(count) << (4 * (static_cast<int>(type) + (is_strong ? 0 : 6)));
}

constexpr MaterialSignature material_of(std::string_view text) {
    constexpr std::string_view Letters = "PNBRQK";
    bool is_strong = true;
    MaterialSignature signature = 0;
    for (const char letter : text) {
        if (letter == 'v') {
            is_strong = false;
        } else {
            signature += pieces_of(is_strong, static_cast<PieceType>(Letters.find(letter)), 1);
        }
    }
    return signature;
}

MaterialSignature material_of(const Position& position, Color strong) {
    MaterialSignature signature = 0;
    for (const PieceType type : PieceTypes) {
        signature += pieces_of(true, type, position.count(strong, type));
        signature += pieces_of(false, type, position.count(~strong, type));
    }
    return signature;
}

// The facts that the evaluations of known endings need.
struct Duel {
    Duel(const Position& given, Color stronger)
        : position(given),
          strong(stronger),
          king(given.king_square(stronger)),
          enemy_king(given.king_square(~stronger)) {}

    // The square as if the strong side were White.
    [[nodiscard]] Square own(Square square) const { return relative_square(strong, square); }
    [[nodiscard]] bool strong_moves() const { return position.side_to_move() == strong; }
    // The square of a side's only piece of this type.
    [[nodiscard]] Square square_of(Color side, PieceType type) const { return position.pieces(side, type).first(); }

    const Position& position;
    Color strong;
    Square king;
    Square enemy_king;
};

// The plan is to drive the enemy king to the edge and bring one's own king near.
Score lone_king(const Duel& duel, int material_value) {
    return KnownWin + material_value + 20 * centre_distance(duel.enemy_king) + closeness(duel.king, duel.enemy_king);
}

// Mate can only be forced in a corner of the bishop's colour.
Score bishop_and_knight(const Duel& duel) {
    const bool light = LightSquares.contains(duel.square_of(duel.strong, PieceType::Bishop));
    const Square one = light ? Square::A8 : Square::A1;
    const Square other = light ? Square::H1 : Square::H8;
    const int way = std::min(distance(duel.enemy_king, one), distance(duel.enemy_king, other));
    return KnownWin + 600 + 60 * (7 - way) + 10 * centre_distance(duel.enemy_king) +
           closeness(duel.king, duel.enemy_king);
}

Score king_and_pawn(const Duel& duel) {
    const Square pawn = duel.square_of(duel.strong, PieceType::Pawn);
    if (!kpk_is_won(duel.strong, duel.king, pawn, duel.enemy_king, duel.position.side_to_move())) { return DrawScore; }
    return KnownWin / 2 + 50 * index_of(relative_rank(duel.strong, pawn));
}

Score rook_against_pawn(const Duel& duel) {
    const Square king = duel.own(duel.king);
    const Square enemy = duel.own(duel.enemy_king);
    const Square pawn = duel.own(duel.square_of(~duel.strong, PieceType::Pawn));
    const Square rook = duel.own(duel.square_of(duel.strong, PieceType::Rook));
    const int tempo = duel.strong_moves() ? 1 : 0;
    const Square goal = make_square(file_of(pawn), Rank::R1);
    // The strong king stands in front of the pawn, or the enemy king is too far away to help it.
    const bool king_in_front = king < pawn && file_of(king) == file_of(pawn);
    const bool enemy_far = distance(enemy, pawn) >= 3 + (1 - tempo) && distance(enemy, rook) >= 3;
    if (king_in_front || enemy_far) { return RookValue - 10 * distance(king, pawn); }
    // A far advanced pawn with its king beside it, and the strong king far away: a draw.
    if (rank_of(pawn) <= Rank::R3 && distance(enemy, pawn) == 1 && rank_of(king) >= Rank::R4 &&
        distance(king, pawn) > 2 + tempo) {
        return 80 - 8 * distance(king, pawn);
    }
    const Square stop = pawn + Direction::South;
    return 200 - 8 * (distance(king, stop) - distance(enemy, stop) - distance(pawn, goal));
}

Score queen_against_pawn(const Duel& duel) {
    const Square pawn = duel.square_of(~duel.strong, PieceType::Pawn);
    const File file = file_of(pawn);
    const bool drawing_file = file == File::A || file == File::C || file == File::F || file == File::H;
    // A rook or bishop pawn on the seventh rank with its king beside it draws: there is a stalemate defence.
    if (relative_rank(~duel.strong, pawn) == Rank::R7 && distance(duel.enemy_king, pawn) == 1 && drawing_file) {
        return closeness(duel.king, duel.enemy_king);
    }
    return QueenValue + closeness(duel.king, duel.enemy_king);
}

Score queen_against_rook(const Duel& duel) {
    return QueenValue - RookValue + 20 * centre_distance(duel.enemy_king) + closeness(duel.king, duel.enemy_king);
}

// A draw as a rule; the chances are best with the enemy king at the edge.
Score rook_against_bishop(const Duel& duel) { return 8 * centre_distance(duel.enemy_king); }

Score rook_against_knight(const Duel& duel) {
    const Square knight = duel.square_of(~duel.strong, PieceType::Knight);
    return 8 * centre_distance(duel.enemy_king) + 6 * distance(duel.enemy_king, knight);
}

// Recognises a known ending in which `strong` is the stronger side.
std::optional<KnownEnding> ending_of(const Position& position, Color strong) {
    const Duel duel(position, strong);
    const MaterialSignature material = material_of(position, strong);
    const auto result = [&](std::string_view name, Score value) {
        return KnownEnding{name, relative_score(strong, value)};
    };

    if (material == material_of("KPvK")) { return result("king and pawn against king", king_and_pawn(duel)); }
    if (material == material_of("KBNvK")) { return result("bishop and knight against king", bishop_and_knight(duel)); }
    if (material == material_of("KRvKP")) { return result("rook against pawn", rook_against_pawn(duel)); }
    if (material == material_of("KRvKB")) { return result("rook against bishop", rook_against_bishop(duel)); }
    if (material == material_of("KRvKN")) { return result("rook against knight", rook_against_knight(duel)); }
    if (material == material_of("KQvKP")) { return result("queen against pawn", queen_against_pawn(duel)); }
    if (material == material_of("KQvKR")) { return result("queen against rook", queen_against_rook(duel)); }

    const bool is_lone_king = !position.pieces(~strong).more_than_one();
    if (!is_lone_king) { return std::nullopt; }
    const int knights = position.count(strong, PieceType::Knight);
    const Bitboard bishops = position.pieces(strong, PieceType::Bishop);
    const bool has_bishop_pair = (bishops & LightSquares).any() && (bishops & DarkSquares).any();
    const bool has_heavy_piece =
        position.pieces(strong, PieceType::Rook).any() || position.pieces(strong, PieceType::Queen).any();
    if (position.pieces(strong, PieceType::Pawn).empty() && !has_heavy_piece && !has_bishop_pair &&
        (bishops.empty() || knights == 0) && knights <= 2) {
        return result("pieces that can't force mate", DrawScore);
    }
    if (has_heavy_piece || has_bishop_pair || knights >= 3) {
        int material_value = 0;
        for (const PieceType type : PieceTypes) {
            if (type != PieceType::King) { material_value += position.count(strong, type) * SeeValues[type]; }
        }
        return result("lone king", lone_king(duel, std::min(material_value, 6000)));
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
    if ((bishops & same_color_squares(corner)).any()) { return false; }
    return distance(position.king_square(~strong), corner) <= 1;
}

}  // namespace skua
