#include "chess/position.h"

#include <algorithm>
#include <limits>
#include <string>

namespace skua {

namespace {

// The keys that a piece belongs to, as masks over its Zobrist number: moving needs no branches.
struct KeyMasks {
    Key pawn;
    Key minor;
    Key non_pawn;
};

constexpr KeyMasks key_masks(PieceType type) {
    constexpr Key Yes = ~Key{0};
    switch (type) {
        case PieceType::Pawn: return {Yes, 0, 0};
        case PieceType::Knight:
        case PieceType::Bishop:
        case PieceType::King: return {0, Yes, Yes};
        default: return {0, 0, Yes};
    }
}

constexpr EnumArray<PieceType, KeyMasks> Masks = [] {
    EnumArray<PieceType, KeyMasks> masks;
    for (const PieceType type : PieceTypes) { masks[type] = key_masks(type); }
    return masks;
}();

constexpr void count_up(std::uint16_t& counter) {
    counter = static_cast<std::uint16_t>(counter + (counter < std::numeric_limits<std::uint16_t>::max() ? 1 : 0));
}

// Attacks on an empty board: they need no look-up by occupancy, and few sliders stand on them.
Bitboard bishop_rays(Square square) { return detail::Attacks.bishop[square].reach; }
Bitboard rook_rays(Square square) { return detail::Attacks.rook[square].reach; }

std::string name_of(Color color) { return color == Color::White ? "White" : "Black"; }

constexpr EnumArray<Square, Piece> start_board() {
    constexpr std::array<PieceType, 8> BackRank{PieceType::Rook, PieceType::Knight, PieceType::Bishop, PieceType::Queen,
                                                PieceType::King, PieceType::Bishop, PieceType::Knight, PieceType::Rook};
    EnumArray<Square, Piece> board;
    board.fill(Piece::None);
    for (int file = 0; file < 8; ++file) {
        const PieceType type = BackRank[static_cast<std::size_t>(file)];
        board[square_at(file)] = make_piece(Color::White, type);
        board[square_at(8 + file)] = Piece::WhitePawn;
        board[square_at(48 + file)] = Piece::BlackPawn;
        board[square_at(56 + file)] = make_piece(Color::Black, type);
    }
    return board;
}

}  // namespace

// ---------------------------------------------------------------------- making positions

Position::Position() : Position(Empty{}) {
    constexpr EnumArray<Square, Piece> Board = start_board();
    for (const Square square : FullBoard) {
        if (Board[square] != Piece::None) { put(Board[square], square); }
    }
    castling_rooks_ = Bitboard(Square::A1) | Square::H1 | Square::A8 | Square::H8;
    keys_ = keys_from_scratch();
}

Result<Position> Position::from_setup(const Setup& setup) {
    Position position{Empty{}};
    for (const Square square : FullBoard) {
        if (setup.board[square] != Piece::None) { position.put(setup.board[square], square); }
    }

    for (const Color color : Colors) {
        const int kings = position.count(color, PieceType::King);
        if (kings != 1) {
            return Error{name_of(color) + (kings == 0 ? " has no king" : " has " + std::to_string(kings) + " kings")};
        }
        const int pawns = position.count(color, PieceType::Pawn);
        if (pawns > 8) { return Error{name_of(color) + " has " + std::to_string(pawns) + " pawns"}; }
        const auto beyond = [&](PieceType type, int at_start) {
            return std::max(position.count(color, type) - at_start, 0);
        };
        const int promoted = beyond(PieceType::Knight, 2) + beyond(PieceType::Bishop, 2) + beyond(PieceType::Rook, 2) +
                             beyond(PieceType::Queen, 1);
        if (promoted > 8 - pawns) { return Error{name_of(color) + " has more pieces than its pawns could promote to"}; }
    }
    if ((position.pieces(PieceType::Pawn) & (bitboard_of(Rank::R1) | bitboard_of(Rank::R8))).any()) {
        return Error{"a pawn stands on the first or last rank"};
    }

    const Color us = setup.side_to_move;
    const Color them = ~us;
    position.side_to_move_ = us;
    if (position.is_attacked(position.king_square(them), us, position.pieces())) {
        return Error{"the side to move (" + name_of(us) + ") could capture the king"};
    }
    position.find_checks_and_pins();
    if (position.checkers_.count() > 2) { return Error{name_of(us) + " is in check by more than two pieces"}; }

    // A castling right remains only if king and rook stand where they must: the king on its first rank and not in a
    // corner, one rook on each side.
    for (const Color color : Colors) {
        const Square king = position.king_square(color);
        const Bitboard home = bitboard_of(relative_rank(color, Rank::R1));
        if (!home.contains(king) || file_of(king) == File::A || file_of(king) == File::H) { continue; }
        const Bitboard rooks = setup.castling_rooks & home & position.pieces(color, PieceType::Rook);
        const Bitboard above = rooks & Bitboard(~0ULL << index_of(king));
        const Bitboard below = rooks & ~above;
        if (above.any()) { position.castling_rooks_ |= above.last(); }
        if (below.any()) { position.castling_rooks_ |= below.first(); }
    }

    if (const Square passed = setup.en_passant_square;
        passed != Square::None && relative_rank(us, passed) == Rank::R6) {
        const Square victim = passed - forward(us);
        const Square origin = passed + forward(us);
        if (position.is_empty(passed) && position.is_empty(origin) &&
            position.piece_on(victim) == make_piece(them, PieceType::Pawn) &&
            position.en_passant_possible(us, passed, position.pieces() ^ victim)) {
            position.en_passant_square_ = passed;
        }
    }

    constexpr int MaxClock = std::numeric_limits<std::uint16_t>::max();
    position.halfmove_clock_ = static_cast<std::uint16_t>(std::clamp(setup.halfmove_clock, 0, MaxClock));
    position.fullmove_number_ = static_cast<std::uint16_t>(std::clamp(setup.fullmove_number, 1, MaxClock));
    position.keys_ = position.keys_from_scratch();
    return position;
}

Setup Position::setup() const {
    Setup setup;
    setup.board = board_;
    setup.side_to_move = side_to_move_;
    setup.castling_rooks = castling_rooks_;
    setup.en_passant_square = en_passant_square_;
    setup.halfmove_clock = halfmove_clock_;
    setup.fullmove_number = fullmove_number_;
    return setup;
}

Position Position::flipped() const {
    Setup mirror = setup();
    mirror.castling_rooks = EmptyBoard;
    for (const Square square : FullBoard) {
        const Piece piece = board_[square];
        mirror.board[flip_rank(square)] = piece == Piece::None ? piece : make_piece(~color_of(piece), type_of(piece));
        if (castling_rooks_.contains(square)) { mirror.castling_rooks |= flip_rank(square); }
    }
    mirror.side_to_move = ~side_to_move_;
    if (en_passant_square_ != Square::None) { mirror.en_passant_square = flip_rank(en_passant_square_); }
    return *from_setup(mirror);
}

// ---------------------------------------------------------------------- pieces and keys

void Position::put(Piece piece, Square square) {
    by_color_[color_of(piece)] |= square;
    by_type_[type_of(piece)] |= square;
    board_[square] = piece;
}

void Position::lift(Piece piece, Square square) {
    by_color_[color_of(piece)] ^= square;
    by_type_[type_of(piece)] ^= square;
    board_[square] = Piece::None;
}

void Position::shift_piece(Piece piece, Square from, Square to) {
    const Bitboard both = Bitboard(from) | to;
    by_color_[color_of(piece)] ^= both;
    by_type_[type_of(piece)] ^= both;
    board_[from] = Piece::None;
    board_[to] = piece;
}

void Position::toggle_keys(Piece piece, Key number) {
    const KeyMasks& masks = Masks[type_of(piece)];
    keys_.full ^= number;
    keys_.pawn ^= number & masks.pawn;
    keys_.minor ^= number & masks.minor;
    keys_.non_pawn[color_of(piece)] ^= number & masks.non_pawn;
}

void Position::toggle_castling_keys(Bitboard rooks) {
    for (const Square rook : rooks) { keys_.full ^= Zobrist.castling_rook[rook]; }
}

Position::Keys Position::keys_from_scratch() const {
    Position copy{Empty{}};
    for (const Square square : pieces()) {
        const Piece piece = board_[square];
        copy.toggle_keys(piece, Zobrist.piece[piece][square]);
        const int before = copy.count(color_of(piece), type_of(piece));
        copy.keys_.material ^= Zobrist.material(piece, before);
        copy.put(piece, square);
    }
    copy.toggle_castling_keys(castling_rooks_);
    if (en_passant_square_ != Square::None) { copy.keys_.full ^= Zobrist.en_passant[file_of(en_passant_square_)]; }
    if (side_to_move_ == Color::Black) { copy.keys_.full ^= Zobrist.black_to_move; }
    return copy.keys_;
}

bool Position::is_consistent() const {
    const Result<Position> fresh = from_setup(setup());
    if (!fresh) { return false; }
    Position expected = fresh.value();
    expected.reversible_plies_ = reversible_plies_;
    return *this == expected;
}

bool Position::has_non_pawn_material(Color color) const {
    return (pieces(color) & ~pieces(PieceType::Pawn, PieceType::King)).any();
}

bool Position::is_insufficient_material() const {
    if (pieces(PieceType::Pawn).any() || pieces(PieceType::Rook, PieceType::Queen).any()) { return false; }
    const Bitboard knights = pieces(PieceType::Knight);
    const Bitboard bishops = pieces(PieceType::Bishop);
    if ((knights | bishops).count() <= 1) { return true; }
    // Any number of bishops that all move on squares of one colour.
    return knights.empty() && ((bishops & LightSquares).empty() || (bishops & DarkSquares).empty());
}

// ---------------------------------------------------------------------- attacks

Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
    return (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
           (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
           (knight_attacks(square) & pieces(PieceType::Knight)) | (king_attacks(square) & pieces(PieceType::King)) |
           (bishop_attacks(square, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
           (rook_attacks(square, occupied) & pieces(PieceType::Rook, PieceType::Queen));
}

bool Position::is_attacked(Square square, Color by, Bitboard occupied) const {
    return ((pawn_attacks(~by, square) & pieces(by, PieceType::Pawn)) |
            (knight_attacks(square) & pieces(by, PieceType::Knight)) |
            (king_attacks(square) & pieces(by, PieceType::King)) |
            (bishop_attacks(square, occupied) & pieces(by, PieceType::Bishop, PieceType::Queen)) |
            (rook_attacks(square, occupied) & pieces(by, PieceType::Rook, PieceType::Queen)))
        .any();
}

Bitboard Position::attacks_by(Color color, PieceType type) const {
    if (type == PieceType::Pawn) { return pawn_attacks(color, pieces(color, PieceType::Pawn)); }
    Bitboard attacks;
    for (const Square square : pieces(color, type)) { attacks |= piece_attacks(type, square, pieces()); }
    return attacks;
}

Bitboard Position::attacks_by(Color color) const {
    Bitboard attacks;
    for (const PieceType type : PieceTypes) { attacks |= attacks_by(color, type); }
    return attacks;
}

void Position::find_checks_and_pins() {
    const Color us = side_to_move_;
    const Color them = ~us;
    const Square king = king_square(us);
    checkers_ = (pawn_attacks(us, king) & pieces(them, PieceType::Pawn)) |
                (knight_attacks(king) & pieces(them, PieceType::Knight));
    pinned_ = EmptyBoard;
    // Sliders that would attack the king if no other pieces were there.
    const Bitboard snipers = (bishop_rays(king) & pieces(them, PieceType::Bishop, PieceType::Queen)) |
                             (rook_rays(king) & pieces(them, PieceType::Rook, PieceType::Queen));
    for (const Square sniper : snipers) {
        const Bitboard shields = between(king, sniper) & pieces();
        if (shields.empty()) {
            checkers_ |= sniper;
        } else if (!shields.more_than_one()) {
            pinned_ |= shields & pieces(us);
        }
    }
}

CheckInfo Position::check_info() const {
    const Color us = side_to_move_;
    const Square king = king_square(~us);
    CheckInfo info;
    info.squares[PieceType::Pawn] = pawn_attacks(~us, king);
    info.squares[PieceType::Knight] = knight_attacks(king);
    info.squares[PieceType::Bishop] = bishop_attacks(king, pieces());
    info.squares[PieceType::Rook] = rook_attacks(king, pieces());
    info.squares[PieceType::Queen] = info.squares[PieceType::Bishop] | info.squares[PieceType::Rook];

    const Bitboard snipers = (bishop_rays(king) & pieces(us, PieceType::Bishop, PieceType::Queen)) |
                             (rook_rays(king) & pieces(us, PieceType::Rook, PieceType::Queen));
    for (const Square sniper : snipers) {
        const Bitboard shields = between(king, sniper) & pieces();
        if (!shields.more_than_one()) { info.discoverers |= shields & pieces(us); }
    }
    return info;
}

// ---------------------------------------------------------------------- castling and en passant

Square Position::castling_rook(Color color, CastlingSide side) const {
    const Bitboard rooks = castling_rooks_ & pieces(color);
    if (rooks.empty()) { return Square::None; }
    const Bitboard above(~0ULL << index_of(king_square(color)));
    const Bitboard wanted = rooks & (side == CastlingSide::King ? above : ~above);
    return wanted.empty() ? Square::None : wanted.first();
}

bool Position::can_castle(CastlingSide side) const {
    const Color us = side_to_move_;
    const Square rook = castling_rook(us, side);
    if (rook == Square::None || in_check()) { return false; }
    const Square king = king_square(us);
    const Square king_target = castled_king_square(us, side);
    const Square rook_target = castled_rook_square(us, side);
    const Bitboard others = pieces() ^ king ^ rook;
    const Bitboard king_path = between(king, king_target) | king_target;
    const Bitboard rook_path = between(rook, rook_target) | rook_target;
    if (((king_path | rook_path) & others).any()) { return false; }
    // Attacks are computed without king and rook: in Chess960 the rook may have shielded its king on the first
    // rank.
    for (const Square square : king_path) {
        if (is_attacked(square, ~us, others)) { return false; }
    }
    return true;
}

bool Position::en_passant_is_safe(Color capturer, Square from, Square passed, Bitboard occupied_without_victim) const {
    // Two pawns leave a rank at once, so pins do not suffice: test the king for attacks.
    const Bitboard occupied = (occupied_without_victim ^ from) | passed;
    const Color enemy = ~capturer;
    const Square king = king_square(capturer);
    return ((pawn_attacks(capturer, king) & pieces(enemy, PieceType::Pawn) & occupied) |
            (knight_attacks(king) & pieces(enemy, PieceType::Knight)) |
            (bishop_attacks(king, occupied) & pieces(enemy, PieceType::Bishop, PieceType::Queen)) |
            (rook_attacks(king, occupied) & pieces(enemy, PieceType::Rook, PieceType::Queen)))
        .empty();
}

bool Position::en_passant_possible(Color capturer, Square passed, Bitboard occupied_without_victim) const {
    for (const Square from : pawn_attacks(~capturer, passed) & pieces(capturer, PieceType::Pawn)) {
        if (en_passant_is_safe(capturer, from, passed, occupied_without_victim)) { return true; }
    }
    return false;
}

bool Position::can_capture_en_passant(Square from) const {
    assert(en_passant_square_ != Square::None);
    const Square victim = en_passant_square_ - forward(side_to_move_);
    return en_passant_is_safe(side_to_move_, from, en_passant_square_, pieces() ^ victim);
}

// ---------------------------------------------------------------------- questions about moves

Piece Position::captured_piece(Move move) const {
    if (move.is_castling()) { return Piece::None; }
    if (move.is_en_passant()) { return make_piece(~side_to_move_, PieceType::Pawn); }
    return board_[move.to()];
}

bool Position::is_legal(Move move) const {
    const Color us = side_to_move_;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];
    if (piece == Piece::None || color_of(piece) != us) { return false; }
    const PieceType type = type_of(piece);

    switch (move.kind()) {
        case MoveKind::Castling:
            if (type != PieceType::King) { return false; }
            for (const CastlingSide side : CastlingSides) {
                if (castling_rook(us, side) == to) { return can_castle(side); }
            }
            return false;
        case MoveKind::EnPassant:
            return type == PieceType::Pawn && to == en_passant_square_ && pawn_attacks(us, from).contains(to) &&
                   can_capture_en_passant(from);
        case MoveKind::Normal:
        case MoveKind::PromoteKnight:
        case MoveKind::PromoteBishop:
        case MoveKind::PromoteRook:
        case MoveKind::PromoteQueen: break;
        default: return false;
    }

    if (pieces(us).contains(to)) { return false; }
    if (type == PieceType::Pawn) {
        if (move.is_promotion() != (relative_rank(us, to) == Rank::R8)) { return false; }
        if (pieces(~us).contains(to)) {
            if (!pawn_attacks(us, from).contains(to)) { return false; }
        } else {
            const int distance = (index_of(to) - index_of(from)) * (us == Color::White ? 1 : -1);
            const bool one_step = distance == 8;
            const bool two_steps =
                distance == 16 && relative_rank(us, from) == Rank::R2 && is_empty(from + forward(us));
            if (!one_step && !two_steps) { return false; }
        }
    } else {
        if (move.is_promotion() || !piece_attacks(type, from, pieces()).contains(to)) { return false; }
        if (type == PieceType::King) { return !is_attacked(to, ~us, pieces() ^ from); }
    }

    const Square king = king_square(us);
    if (checkers_.any()) {
        if (checkers_.more_than_one()) { return false; }
        const Square checker = checkers_.first();
        if (to != checker && !between(king, checker).contains(to)) { return false; }
    }
    return !pinned_.contains(from) || line_through(king, from).contains(to);
}

bool Position::gives_check(Move move, const CheckInfo& info) const {
    const Square from = move.from();
    const Square to = move.to();
    const Color us = side_to_move_;
    const Square king = king_square(~us);
    const Bitboard rooks = pieces(us, PieceType::Rook, PieceType::Queen);

    if (move.is_castling()) {
        const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
        const Square king_target = castled_king_square(us, side);
        const Square rook_target = castled_rook_square(us, side);
        const Bitboard occupied = (pieces() ^ from ^ to) | king_target | rook_target;
        // Besides the rook's own check, king and rook may have opened a line on their rank.
        return (rook_attacks(king, occupied) & ((rooks ^ to) | rook_target)).any();
    }
    if (info.discoverers.contains(from) && !line_through(king, from).contains(to)) { return true; }
    if (move.is_en_passant()) {
        const Bitboard occupied = (pieces() ^ from ^ (to - forward(us))) | to;
        const Bitboard bishops = pieces(us, PieceType::Bishop, PieceType::Queen);
        return info.squares[PieceType::Pawn].contains(to) || (bishop_attacks(king, occupied) & bishops).any() ||
               (rook_attacks(king, occupied) & rooks).any();
    }
    if (move.is_promotion()) { return piece_attacks(move.promotion_piece(), to, pieces() ^ from).contains(king); }
    return info.squares[type_of(board_[from])].contains(to);
}

Bitboard Position::castling_rooks_after(Move move) const {
    Bitboard lost = Bitboard(move.from()) | move.to();
    if (board_[move.from()] == make_piece(side_to_move_, PieceType::King)) {
        lost |= bitboard_of(relative_rank(side_to_move_, Rank::R1));
    }
    return castling_rooks_ & ~lost;
}

Key Position::key_after(Move move) const {
    const Color us = side_to_move_;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];
    Key key = keys_.full ^ Zobrist.black_to_move;
    if (en_passant_square_ != Square::None) { key ^= Zobrist.en_passant[file_of(en_passant_square_)]; }
    for (const Square rook : castling_rooks_ ^ castling_rooks_after(move)) { key ^= Zobrist.castling_rook[rook]; }

    if (move.is_castling()) {
        const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
        const Piece rook = make_piece(us, PieceType::Rook);
        return key ^ Zobrist.piece[piece][from] ^ Zobrist.piece[piece][castled_king_square(us, side)] ^
               Zobrist.piece[rook][to] ^ Zobrist.piece[rook][castled_rook_square(us, side)];
    }

    const Piece arriving = move.is_promotion() ? make_piece(us, move.promotion_piece()) : piece;
    key ^= Zobrist.piece[piece][from] ^ Zobrist.piece[arriving][to];
    if (const Piece captured = captured_piece(move); captured != Piece::None) {
        key ^= Zobrist.piece[captured][move.is_en_passant() ? to - forward(us) : to];
    }
    if (type_of(piece) == PieceType::Pawn && (index_of(from) ^ index_of(to)) == 16) {
        const Square passed = from + forward(us);
        if (en_passant_possible(~us, passed, pieces() ^ from)) { key ^= Zobrist.en_passant[file_of(to)]; }
    }
    return key;
}

Key Position::key_after_null() const {
    const Key key = keys_.full ^ Zobrist.black_to_move;
    return en_passant_square_ == Square::None ? key : key ^ Zobrist.en_passant[file_of(en_passant_square_)];
}

// ---------------------------------------------------------------------- playing

void Position::play(Move move) { play_recording<false>(move, nullptr); }

void Position::play(Move move, BoardDelta& delta) {
    delta.clear();
    play_recording<true>(move, &delta);
}

template <bool Record>
void Position::play_castling(Move move, BoardDelta* delta) {
    const Color us = side_to_move_;
    const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
    const Piece king = make_piece(us, PieceType::King);
    const Piece rook = make_piece(us, PieceType::Rook);
    const Square king_target = castled_king_square(us, side);
    const Square rook_target = castled_rook_square(us, side);
    // Both are lifted first: in Chess960 one may arrive where the other stood.
    lift(king, move.from());
    lift(rook, move.to());
    put(king, king_target);
    put(rook, rook_target);
    toggle_keys(king, Zobrist.piece[king][move.from()] ^ Zobrist.piece[king][king_target]);
    toggle_keys(rook, Zobrist.piece[rook][move.to()] ^ Zobrist.piece[rook][rook_target]);
    if constexpr (Record) {
        delta->removed.push_back({king, move.from()});
        delta->removed.push_back({rook, move.to()});
        delta->added.push_back({king, king_target});
        delta->added.push_back({rook, rook_target});
    }
}

template <bool Record>
void Position::play_recording(Move move, BoardDelta* delta) {
    assert(is_legal(move));
    const Color us = side_to_move_;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];

    keys_.full ^= Zobrist.black_to_move;
    if (en_passant_square_ != Square::None) {
        keys_.full ^= Zobrist.en_passant[file_of(en_passant_square_)];
        en_passant_square_ = Square::None;
    }
    count_up(halfmove_clock_);
    count_up(reversible_plies_);
    if (us == Color::Black) { count_up(fullmove_number_); }
    if (const Bitboard rooks = castling_rooks_after(move); rooks != castling_rooks_) {
        toggle_castling_keys(castling_rooks_ ^ rooks);
        castling_rooks_ = rooks;
    }

    if (move.is_castling()) {
        play_castling<Record>(move, delta);
    } else {
        if constexpr (Record) { delta->removed.push_back({piece, from}); }
        if (const Piece captured = captured_piece(move); captured != Piece::None) {
            const Square square = move.is_en_passant() ? to - forward(us) : to;
            lift(captured, square);
            toggle_keys(captured, Zobrist.piece[captured][square]);
            keys_.material ^= Zobrist.material(captured, count(color_of(captured), type_of(captured)));
            if constexpr (Record) { delta->removed.push_back({captured, square}); }
            halfmove_clock_ = 0;
            reversible_plies_ = 0;
        }

        if (move.is_promotion()) {
            const Piece promoted = make_piece(us, move.promotion_piece());
            lift(piece, from);
            toggle_keys(piece, Zobrist.piece[piece][from]);
            keys_.material ^= Zobrist.material(piece, count(us, PieceType::Pawn)) ^
                              Zobrist.material(promoted, count(us, move.promotion_piece()));
            put(promoted, to);
            toggle_keys(promoted, Zobrist.piece[promoted][to]);
            if constexpr (Record) { delta->added.push_back({promoted, to}); }
        } else {
            shift_piece(piece, from, to);
            toggle_keys(piece, Zobrist.piece[piece][from] ^ Zobrist.piece[piece][to]);
            if constexpr (Record) { delta->added.push_back({piece, to}); }
        }

        if (type_of(piece) == PieceType::Pawn) {
            halfmove_clock_ = 0;
            reversible_plies_ = 0;
            if ((index_of(from) ^ index_of(to)) == 16) {
                const Square passed = from + forward(us);
                if (en_passant_possible(~us, passed, pieces() ^ to)) {
                    en_passant_square_ = passed;
                    keys_.full ^= Zobrist.en_passant[file_of(passed)];
                }
            }
        }
    }

    side_to_move_ = ~us;
    find_checks_and_pins();
}

void Position::play_null() {
    assert(!in_check());
    keys_.full ^= Zobrist.black_to_move;
    if (en_passant_square_ != Square::None) {
        keys_.full ^= Zobrist.en_passant[file_of(en_passant_square_)];
        en_passant_square_ = Square::None;
    }
    count_up(halfmove_clock_);
    reversible_plies_ = 0;
    if (side_to_move_ == Color::Black) { count_up(fullmove_number_); }
    side_to_move_ = ~side_to_move_;
    find_checks_and_pins();
}

}  // namespace skua
