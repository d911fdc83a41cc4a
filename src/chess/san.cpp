#include "chess/san.h"

#include <array>
#include <cassert>
#include <optional>

#include "base/parse.h"
#include "chess/movegen.h"
#include "chess/uci_move.h"

namespace skua {

namespace {

// The parts of a written move.
struct SanParts {
    PieceType piece = PieceType::None;  // None when there is no letter
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    Square to = Square::None;
    bool capture = false;
    PieceType promotion = PieceType::None;

    [[nodiscard]] bool has_origin() const { return from_file && from_rank; }
};

constexpr bool is_file_letter(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank_digit(char c) { return c >= '1' && c <= '8'; }

// The part of the origin that distinguishes the move from those of other pieces of its kind to the same square.
std::string distinction(const Position& position, Move move, PieceType type) {
    Bitboard rivals;
    const Bitboard same_kind = position.pieces(position.side_to_move(), type) & ~Bitboard(move.from());
    for (const Square square : piece_attacks(type, move.to(), position.pieces()) & same_kind) {
        // A pinned piece does not make the move ambiguous.
        if (position.is_legal(Move::normal(square, move.to()))) { rivals |= square; }
    }
    if (rivals.empty()) { return {}; }
    const File file = file_of(move.from());
    const Rank rank = rank_of(move.from());
    if ((rivals & bitboard_of(file)).empty()) { return {to_char(file)}; }
    if ((rivals & bitboard_of(rank)).empty()) { return {to_char(rank)}; }
    return to_string(move.from());
}

// Removes everything after the move itself: check, mate, annotations, "e.p.".
std::string_view without_marks(std::string_view text) {
    constexpr std::string_view Marks = "+#!?";
    for (;;) {
        text = trim(text);
        if (!text.empty() && Marks.find(text.back()) != std::string_view::npos) {
            text.remove_suffix(1);
        } else if (text.size() > 4 && text.substr(text.size() - 4) == "e.p.") {
            text.remove_suffix(4);
        } else {
            return text;
        }
    }
}

bool is_null_move(std::string_view text) {
    constexpr std::array<std::string_view, 5> Names{"--", "Z0", "0000", "@@@@", "null"};
    for (const std::string_view name : Names) {
        if (text == name) { return true; }
    }
    return false;
}

std::optional<CastlingSide> read_castling(std::string_view text) {
    std::string plain;
    for (const char c : text.substr(0, 6)) { plain += c == '0' || c == 'o' ? 'O' : c; }
    if (plain == "O-O") { return CastlingSide::King; }
    if (plain == "O-O-O") { return CastlingSide::Queen; }
    return std::nullopt;
}

// Reads from the end, where a move is least ambiguous: promotion, target, capture sign, origin, piece.
std::optional<SanParts> read_parts(std::string_view text) {
    SanParts parts;

    char promotion = 0;
    if (text.size() > 3 && text.back() == ')' && text[text.size() - 3] == '(') {
        promotion = text[text.size() - 2];
        text.remove_suffix(3);
    } else if (!text.empty() && (is_lower(text.back()) || is_upper(text.back()))) {
        promotion = text.back();
        text.remove_suffix(1);
        if (!text.empty() && (text.back() == '=' || text.back() == '/')) { text.remove_suffix(1); }
    }
    if (promotion != 0) {
        parts.promotion = piece_type_from_char(promotion);
        if (parts.promotion < PieceType::Knight || parts.promotion > PieceType::Queen) { return std::nullopt; }
    }

    if (text.size() < 2) { return std::nullopt; }
    const std::optional<Square> to = square_from_string(text.substr(text.size() - 2));
    if (!to) { return std::nullopt; }
    parts.to = *to;
    text.remove_suffix(2);

    bool hyphen = false;
    if (!text.empty() && (text.back() == 'x' || text.back() == ':')) {
        parts.capture = true;
        text.remove_suffix(1);
    } else if (!text.empty() && text.back() == '-') {
        hyphen = true;
        text.remove_suffix(1);
    }

    if (!text.empty() && is_upper(text.front())) {
        parts.piece = piece_type_from_char(text.front());
        if (parts.piece == PieceType::None) { return std::nullopt; }
        text.remove_prefix(1);
    }
    if (!text.empty() && is_file_letter(text.front())) {
        parts.from_file = static_cast<File>(text.front() - 'a');
        text.remove_prefix(1);
    }
    if (!text.empty() && is_rank_digit(text.front())) {
        parts.from_rank = static_cast<Rank>(text.front() - '1');
        text.remove_prefix(1);
    }
    if (!text.empty() || (hyphen && !parts.has_origin())) { return std::nullopt; }

    // Without a letter it is a pawn move, and without a file a pawn that does not capture. Only a whole origin square
    // needs no letter.
    if (parts.piece == PieceType::None && !parts.has_origin()) { parts.piece = PieceType::Pawn; }
    if (parts.piece == PieceType::Pawn && !parts.from_file && !parts.capture) { parts.from_file = file_of(parts.to); }
    return parts;
}

bool fits(const Position& position, Move move, const SanParts& parts) {
    return !move.is_castling() && move.to() == parts.to &&
           (parts.piece == PieceType::None || type_of(position.moved_piece(move)) == parts.piece) &&
           (!parts.from_file || file_of(move.from()) == *parts.from_file) &&
           (!parts.from_rank || rank_of(move.from()) == *parts.from_rank) &&
           (!parts.capture || position.is_capture(move));
}

}  // namespace

std::string to_san(const Position& position, Move move) {
    assert(position.is_legal(move));
    std::string text;
    if (move.is_castling()) {
        text = move.to() > move.from() ? "O-O" : "O-O-O";
    } else {
        const PieceType type = type_of(position.moved_piece(move));
        const bool capture = position.is_capture(move);
        if (type == PieceType::Pawn) {
            if (capture) { text += to_char(file_of(move.from())); }
        } else {
            text += to_char(type) + distinction(position, move, type);
        }
        if (capture) { text += 'x'; }
        text += to_string(move.to());
        if (move.is_promotion()) { text += {'=', to_char(move.promotion_piece())}; }
    }
    if (position.gives_check(move)) {
        Position after = position;
        after.play(move);
        text += has_legal_move(after) ? '+' : '#';
    }
    return text;
}

Result<Move> parse_san(const Position& position, std::string_view text) {
    const std::string_view body = without_marks(text);
    if (is_null_move(body)) { return Error{in_quotes(text) + " is a null move, which is not chess"}; }

    if (const std::optional<CastlingSide> side = read_castling(body)) {
        if (!position.can_castle(*side)) { return Error{in_quotes(text) + " is not legal here"}; }
        const Color us = position.side_to_move();
        return Move::castling(position.king_square(us), position.castling_rook(us, *side));
    }

    const std::optional<SanParts> parts = read_parts(body);
    if (!parts) { return Error{in_quotes(text) + " is not a move like e4, Nf3 or O-O"}; }

    MoveList candidates;
    bool promotion_missing = false;
    for (const Move move : legal_moves(position)) {
        if (!fits(position, move, *parts)) { continue; }
        const PieceType promotion = move.is_promotion() ? move.promotion_piece() : PieceType::None;
        if (promotion == parts->promotion) {
            candidates.push_back(move);
        } else if (parts->promotion == PieceType::None) {
            promotion_missing = true;
        }
    }
    if (candidates.size() == 1) { return candidates[0]; }
    if (candidates.size() > 1) {
        std::string message = in_quotes(text) + " is ambiguous:";
        for (const Move move : candidates) { message += ' ' + to_san(position, move); }
        return Error{message};
    }
    if (promotion_missing) { return Error{in_quotes(text) + " does not say what the pawn becomes"}; }
    // Castling written as a move of the king.
    if (parts->has_origin() && !parts->capture && parts->promotion == PieceType::None &&
        (parts->piece == PieceType::None || parts->piece == PieceType::King)) {
        const Square from = make_square(*parts->from_file, *parts->from_rank);
        const Result<Move> move = parse_uci_move(position, to_string(from) + to_string(parts->to));
        if (move && move->is_castling()) { return *move; }
    }
    return Error{in_quotes(text) + " is not legal here"};
}

}  // namespace skua
