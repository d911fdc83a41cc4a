// A chess position: pieces, side to move, castling and en passant rights, counters.
//
// A Position is a plain value of about 200 bytes, without a history. Moves are played on a copy (see ARCHITECTURE.md
// for the measurement); Game keeps the copies and the repetitions. Every Position is legal: it can only be made from a
// Setup that passes validation, and changed by legal moves.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/delta.h"
#include "chess/move.h"
#include "chess/types.h"
#include "chess/zobrist.h"

namespace skua {

// A description of a position that has not been validated: notations are read into it and written from it.
struct Setup {
    EnumArray<Square, Piece> board;
    Color side_to_move = Color::White;
    Bitboard castling_rooks;                  // rooks that may still castle with their king
    Square en_passant_square = Square::None;  // the square a pawn has just passed over
    int halfmove_clock = 0;
    int fullmove_number = 1;

    Setup() { board.fill(Piece::None); }
    bool operator==(const Setup&) const = default;
};

// What the side to move needs to find out whether a move gives check. Made once per node, used for every move.
struct CheckInfo {
    EnumArray<PieceType, Bitboard> squares;  // squares from which a piece of this type attacks the enemy king
    Bitboard discoverers;                    // our pieces that may give a discovered check by moving
};

class Position {
public:
    // The start position of chess.
    Position();
    // Validates a setup. Returns the position, or the reason in words why it is not legal. An en passant square on
    // which nothing can be captured is dropped; so are castling rights that king and rook contradict.
    static Result<Position> from_setup(const Setup& setup);
    [[nodiscard]] Setup setup() const;
    // The same position with the colours exchanged and the board turned.
    [[nodiscard]] Position flipped() const;

    // ---------------------------------------------------------------- pieces
    [[nodiscard]] Color side_to_move() const { return side_to_move_; }
    [[nodiscard]] Piece piece_on(Square square) const { return board_[square]; }
    [[nodiscard]] bool is_empty(Square square) const { return board_[square] == Piece::None; }
    [[nodiscard]] Bitboard pieces() const { return by_color_[Color::White] | by_color_[Color::Black]; }
    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[color]; }
    [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[type]; }
    [[nodiscard]] Bitboard pieces(PieceType a, PieceType b) const { return by_type_[a] | by_type_[b]; }
    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const { return by_color_[color] & by_type_[type]; }
    [[nodiscard]] Bitboard pieces(Color color, PieceType a, PieceType b) const {
        return by_color_[color] & pieces(a, b);
    }
    [[nodiscard]] int count(Color color, PieceType type) const { return pieces(color, type).count(); }
    [[nodiscard]] Square king_square(Color color) const { return pieces(color, PieceType::King).first(); }
    // Does this colour have a piece other than king and pawns?
    [[nodiscard]] bool has_non_pawn_material(Color color) const;

    // ---------------------------------------------------------------- rights and counters
    // The square behind a pawn that has just moved two squares; set only if capturing it en passant is legal.
    [[nodiscard]] Square en_passant_square() const { return en_passant_square_; }
    [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
    // The rook with which the king may still castle to this side; Square::None when the right is gone.
    [[nodiscard]] Square castling_rook(Color color, CastlingSide side) const;
    // Plies since the last capture or pawn move.
    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
    // Plies that a repetition may reach back: since the last capture, pawn or null move.
    [[nodiscard]] int reversible_plies() const { return reversible_plies_; }
    [[nodiscard]] int fullmove_number() const { return fullmove_number_; }

    // ---------------------------------------------------------------- keys, kept up to date by every move
    [[nodiscard]] Key key() const { return keys_.full; }
    [[nodiscard]] Key pawn_key() const { return keys_.pawn; }
    [[nodiscard]] Key minor_key() const { return keys_.minor; }  // knights, bishops and kings
    [[nodiscard]] Key non_pawn_key(Color color) const { return keys_.non_pawn[color]; }
    [[nodiscard]] Key material_key() const { return keys_.material; }  // number of pieces of each kind, for tablebases

    // ---------------------------------------------------------------- attacks
    // The pieces that give check to the side to move.
    [[nodiscard]] Bitboard checkers() const { return checkers_; }
    [[nodiscard]] bool in_check() const { return checkers_.any(); }
    // Pieces of the side to move that may only move on the line to their king.
    [[nodiscard]] Bitboard pinned() const { return pinned_; }
    // Pieces of both colours that attack a square when `occupied` blocks the sliders.
    [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const;
    [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied) const;
    // All squares that a colour attacks; with a piece type, those that its pieces of this type attack.
    [[nodiscard]] Bitboard attacks_by(Color color) const;
    [[nodiscard]] Bitboard attacks_by(Color color, PieceType type) const;

    // ---------------------------------------------------------------- moves
    // Is this move legal in this position? Safe for any 16 bits.
    [[nodiscard]] bool is_legal(Move move) const;
    // The following functions require a legal move.
    [[nodiscard]] Piece moved_piece(Move move) const { return board_[move.from()]; }
    // The piece that a move captures; Piece::None if it captures nothing.
    [[nodiscard]] Piece captured_piece(Move move) const;
    [[nodiscard]] bool is_capture(Move move) const { return captured_piece(move) != Piece::None; }
    // Does it set the fifty-move counter back to zero?
    [[nodiscard]] bool is_zeroing(Move move) const {
        return type_of(moved_piece(move)) == PieceType::Pawn || is_capture(move);
    }
    [[nodiscard]] CheckInfo check_info() const;
    [[nodiscard]] bool gives_check(Move move, const CheckInfo& info) const;
    [[nodiscard]] bool gives_check(Move move) const { return gives_check(move, check_info()); }
    // The key after play(move).
    [[nodiscard]] Key key_after(Move move) const;
    [[nodiscard]] Key key_after_null() const;
    // Is castling to this side legal now?
    [[nodiscard]] bool can_castle(CastlingSide side) const;
    // Is capturing en passant with the pawn on `from` legal now?
    [[nodiscard]] bool can_capture_en_passant(Square from) const;

    void play(Move move);
    // Plays a move and records in `delta` what changed on the board.
    void play(Move move, BoardDelta& delta);
    // Passes the turn; not allowed in check.
    void play_null();

    // ---------------------------------------------------------------- draws that need no history
    [[nodiscard]] bool is_insufficient_material() const;

    // Is all incremental state equal to what is computed from scratch? For tests and assertions.
    [[nodiscard]] bool is_consistent() const;

    bool operator==(const Position&) const = default;

private:
    struct Keys {
        Key full = 0;
        Key pawn = 0;
        Key minor = 0;
        EnumArray<Color, Key> non_pawn;
        Key material = 0;

        bool operator==(const Keys&) const = default;
    };

    struct Empty {};
    explicit Position(Empty) { board_.fill(Piece::None); }

    void put(Piece piece, Square square);
    void lift(Piece piece, Square square);
    void shift_piece(Piece piece, Square from, Square to);
    void toggle_keys(Piece piece, Key number);
    void toggle_castling_keys(Bitboard rooks);
    template <bool Record>
    void play_recording(Move move, BoardDelta* delta);
    template <bool Record>
    void play_castling(Move move, BoardDelta* delta);
    // Finds checkers and pinned pieces of the side to move.
    void find_checks_and_pins();
    // Could a pawn of `capturer` legally capture the pawn that has just passed over `passed`? `occupied_without_victim`
    // is the occupancy without that pawn.
    [[nodiscard]] bool en_passant_possible(Color capturer, Square passed, Bitboard occupied_without_victim) const;
    [[nodiscard]] bool en_passant_is_safe(Color capturer, Square from, Square passed,
                                          Bitboard occupied_without_victim) const;
    [[nodiscard]] Keys keys_from_scratch() const;
    [[nodiscard]] Bitboard castling_rooks_after(Move move) const;

    EnumArray<Color, Bitboard> by_color_;
    EnumArray<PieceType, Bitboard> by_type_;
    EnumArray<Square, Piece> board_;
    Keys keys_;
    Bitboard castling_rooks_;
    Bitboard checkers_;
    Bitboard pinned_;
    std::uint16_t halfmove_clock_ = 0;
    std::uint16_t reversible_plies_ = 0;
    std::uint16_t fullmove_number_ = 1;
    Color side_to_move_ = Color::White;
    Square en_passant_square_ = Square::None;
};

}  // namespace skua
