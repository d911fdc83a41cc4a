#include "chess/fen.h"

#include <algorithm>
#include <optional>

#include "base/parse.h"

namespace skua {

namespace {

constexpr int MaxHalfmoveClock = 150;
constexpr int MaxFullmoveNumber = 60000;

std::optional<Error> read_board(std::string_view text, EnumArray<Square, Piece>& board) {
    int rank = 7;
    int file = 0;
    const auto rank_error = [&](const std::string& what) {
        return Error{"rank " + std::to_string(rank + 1) + " of the board " + what};
    };
    for (const char c : text) {
        if (c == '/') {
            if (file != 8) { return rank_error("has " + std::to_string(file) + " files instead of 8"); }
            if (rank == 0) { return Error{"the board has more than 8 ranks"}; }
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
            if (file > 8) { return rank_error("has more than 8 files"); }
        } else {
            const Piece piece = piece_from_char(c);
            if (piece == Piece::None) {
                return rank_error("has an unknown piece " + in_quotes(std::string_view(&c, 1)));
            }
            if (file > 7) { return rank_error("has more than 8 files"); }
            board[square_at(rank * 8 + file)] = piece;
            ++file;
        }
    }
    if (rank != 0) { return Error{"the board has " + std::to_string(8 - rank) + " ranks instead of 8"}; }
    if (file != 8) { return rank_error("has " + std::to_string(file) + " files instead of 8"); }
    return std::nullopt;
}

Square find_king(const Setup& setup, Color color) {
    for (const Square square : FullBoard) {
        if (setup.board[square] == make_piece(color, PieceType::King)) { return square; }
    }
    return Square::None;
}

// The rook that a castling letter means; Square::None when this board has no such right.
Square find_castling_rook(const Setup& setup, Color color, char letter) {
    const Square king = find_king(setup, color);
    if (king == Square::None || relative_rank(color, king) != Rank::R1) { return Square::None; }
    const Piece rook = make_piece(color, PieceType::Rook);
    const int first = index_of(relative_square(color, Square::A1));
    const int king_file = index_of(file_of(king));
    if (king_file == 0 || king_file == 7) { return Square::None; }

    int found = -1;
    if (letter == 'K') {
        for (int file = 7; file > king_file && found < 0; --file) {
            if (setup.board[square_at(first + file)] == rook) { found = file; }
        }
    } else if (letter == 'Q') {
        for (int file = 0; file < king_file && found < 0; ++file) {
            if (setup.board[square_at(first + file)] == rook) { found = file; }
        }
    } else if (setup.board[square_at(first + letter - 'A')] == rook) {
        found = letter - 'A';
    }
    return found < 0 ? Square::None : square_at(first + found);
}

// Does standard chess castle with this king and rook?
bool is_standard_castling(Square king, Square rook) {
    return file_of(king) == File::E && (file_of(rook) == File::A || file_of(rook) == File::H);
}

std::optional<Error> read_castling(std::string_view text, Variant variant, Setup& setup,
                                   std::vector<std::string>& remarks, std::string& chess960_rights) {
    if (text == "-") { return std::nullopt; }
    if (text.size() > 4) { return Error{"castling rights " + in_quotes(text) + " are more than four letters"}; }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char letter = to_upper(c);
        if (letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H')) {
            return Error{"castling rights " + in_quotes(text) + " have an unknown letter"};
        }
        if (text.find(c, i + 1) != std::string_view::npos) {
            return Error{"castling rights " + in_quotes(text) + " name a letter twice"};
        }
        const Color color = is_upper(c) ? Color::White : Color::Black;
        const Square rook = find_castling_rook(setup, color, letter);
        if (rook == Square::None) {
            remarks.push_back("castling right " + std::string(1, c) + " dropped: king and rook do not stand for it");
            continue;
        }
        const Square king = find_king(setup, color);
        if (variant == Variant::Standard && !is_standard_castling(king, rook)) {
            chess960_rights += c;
            continue;
        }
        // Each side of the king has at most one castling rook.
        const Bitboard known = setup.castling_rooks & bitboard_of(rank_of(rook));
        bool taken = false;
        for (const Square other : known) { taken = taken || (other > king) == (rook > king); }
        if (taken) {
            remarks.push_back("castling right " + std::string(1, c) + " dropped: there is one on that side already");
        } else {
            setup.castling_rooks |= rook;
        }
    }
    return std::nullopt;
}

std::optional<Error> read_en_passant(std::string_view text, Setup& setup) {
    if (text == "-") { return std::nullopt; }
    const std::optional<Square> square = square_from_string(text);
    if (!square || relative_rank(setup.side_to_move, *square) != Rank::R6) {
        return Error{"en passant square " + in_quotes(text) + " is not on the " +
                     (setup.side_to_move == Color::White ? "sixth" : "third") + " rank"};
    }
    setup.en_passant_square = *square;
    return std::nullopt;
}

std::optional<Error> read_counter(std::string_view text, std::string_view name, int low, int high, int& value) {
    const std::optional<int> number = parse_clamped<int>(text);
    if (!number) { return Error{std::string(name) + " " + in_quotes(text) + " is not a number"}; }
    value = std::clamp(*number, low, high);
    return std::nullopt;
}

char castling_letter(const Position& position, Color color, CastlingSide side, Square rook, CastlingLetters letters) {
    char letter = to_upper(to_char(file_of(rook)));
    if (letters == CastlingLetters::XFen) {
        const Bitboard home_rooks = position.pieces(color, PieceType::Rook) & bitboard_of(rank_of(rook));
        const Square outermost = side == CastlingSide::King ? home_rooks.last() : home_rooks.first();
        if (rook == outermost) { letter = side == CastlingSide::King ? 'K' : 'Q'; }
    }
    return color == Color::White ? letter : to_lower(letter);
}

}  // namespace

Result<FenReading> parse_fen(std::string_view text, Variant variant) {
    const std::vector<std::string_view> fields = split_words(text);
    if (fields.empty()) { return Error{"the FEN is empty"}; }
    if (fields.size() < 4) {
        return Error{"the FEN has " + std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields") +
                     "; it needs at least board, side to move, castling rights and en passant square"};
    }
    if (fields.size() > 6) { return Error{"the FEN has more than six fields, from " + in_quotes(fields[6])}; }

    Setup setup;
    std::vector<std::string> remarks;
    std::string chess960_rights;
    if (auto error = read_board(fields[0], setup.board)) { return *std::move(error); }
    if (fields[1] != "w" && fields[1] != "b") {
        return Error{"the side to move " + in_quotes(fields[1]) + " is neither w nor b"};
    }
    setup.side_to_move = fields[1] == "w" ? Color::White : Color::Black;
    if (auto error = read_castling(fields[2], variant, setup, remarks, chess960_rights)) { return *std::move(error); }
    if (auto error = read_en_passant(fields[3], setup)) { return *std::move(error); }
    if (fields.size() > 4) {
        if (auto error = read_counter(fields[4], "halfmove clock", 0, MaxHalfmoveClock, setup.halfmove_clock)) {
            return *std::move(error);
        }
    }
    if (fields.size() > 5) {
        if (auto error = read_counter(fields[5], "move number", 1, MaxFullmoveNumber, setup.fullmove_number)) {
            return *std::move(error);
        }
    }

    Result<Position> position = Position::from_setup(setup);
    if (!position) { return Error{position.error()}; }
    if (!chess960_rights.empty()) {
        remarks.push_back("castling rights " + chess960_rights +
                          " dropped: with king and rook on these squares only Chess960 has castling");
    }
    return FenReading{*std::move(position), std::move(remarks), std::move(chess960_rights)};
}

std::string to_fen(const Position& position, CastlingLetters letters) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto write_empty = [&] {
            if (empty > 0) { text += static_cast<char>('0' + empty); }
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const Piece piece = position.piece_on(square_at(rank * 8 + file));
            if (piece == Piece::None) {
                ++empty;
            } else {
                write_empty();
                text += to_char(piece);
            }
        }
        write_empty();
        if (rank > 0) { text += '/'; }
    }

    text += position.side_to_move() == Color::White ? " w " : " b ";
    if (position.castling_rooks().empty()) { text += '-'; }
    for (const Color color : Colors) {
        for (const CastlingSide side : CastlingSides) {
            const Square rook = position.castling_rook(color, side);
            if (rook != Square::None) { text += castling_letter(position, color, side, rook, letters); }
        }
    }
    text += ' ' + to_string(position.en_passant_square());
    text += ' ' + std::to_string(position.halfmove_clock());
    text += ' ' + std::to_string(position.fullmove_number());
    return text;
}

}  // namespace skua
