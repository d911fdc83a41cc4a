#include "chess/attacks.h"

#include <array>
#include <cassert>

namespace skua {

namespace {

// Multipliers that map every occupancy of a square's mask to an index without harmful collisions. Found by trying
// sparse random numbers; building the tables checks every one of them in debug builds.
// clang-format off
constexpr EnumArray<Square, std::uint64_t> BishopMagics{
    0x0020020208011010ULL, 0x2008503400415080ULL, 0x00100108410E8000ULL, 0x01182140480C4040ULL,
    0x1082021000202100ULL, 0x4042080288000000ULL, 0x0002020243400000ULL, 0x4202004104412000ULL,
    0x8082481004182460ULL, 0x0080105012008030ULL, 0x0080040840850000ULL, 0x0401022082001900ULL,
    0x020A021210001840ULL, 0x0408020110880088ULL, 0x01591F011012A004ULL, 0x8848004212100200ULL,
    0x0004002044700204ULL, 0x4102401014180490ULL, 0x401002080C284010ULL, 0x203800040C214804ULL,
    0x0405800400A04000ULL, 0x2000800108201200ULL, 0x218A111062100402ULL, 0x8E04500321041040ULL,
    0x20B0410248430400ULL, 0x9050220811420200ULL, 0x0008080844004010ULL, 0x800100400C004200ULL,
    0x0001040016002100ULL, 0x0800420200411009ULL, 0x00A1004004020808ULL, 0x01410020004C1C10ULL,
    0x1010020841103110ULL, 0x00080A080A320880ULL, 0x0002020104020808ULL, 0x0280420080580080ULL,
    0x0204048400520030ULL, 0x8004280200002082ULL, 0x00900C831012010CULL, 0x0088021050148040ULL,
    0x0864240241804804ULL, 0x04C1008804082080ULL, 0x4002020201050211ULL, 0x6000020124010200ULL,
    0x0840014122010401ULL, 0x0004808882006100ULL, 0x4220040400840048ULL, 0x200801050020820BULL,
    0x0682112422400002ULL, 0x0841010801840481ULL, 0x000000240208040BULL, 0x8000035210440900ULL,
    0x0100304112820220ULL, 0xA54904A004010002ULL, 0x08080821C4040000ULL, 0x8004080821102002ULL,
    0x2001082210020800ULL, 0xA100002402080400ULL, 0x0480000044040400ULL, 0x0440000220208820ULL,
    0x0000300060204440ULL, 0x2400004288110104ULL, 0x008410A202440401ULL, 0x80090801081600D0ULL};
constexpr EnumArray<Square, std::uint64_t> RookMagics{
    0x0080008028104000ULL, 0x1440001000200040ULL, 0xC880100020000C80ULL, 0x1280048008021000ULL,
    0x2A00220044085020ULL, 0x6080010200040080ULL, 0x8600010800920054ULL, 0x0200004084002201ULL,
    0x0000802040008008ULL, 0x8208804000802002ULL, 0x1000808020001000ULL, 0x4421000820100100ULL,
    0x0032808008004400ULL, 0x0440800400020080ULL, 0x0002800200010080ULL, 0x0002000224850044ULL,
    0x0080004020004001ULL, 0x0080210040008100ULL, 0x2120008010002884ULL, 0x0108008008100080ULL,
    0x4606808008000402ULL, 0x0104004002004100ULL, 0x4080040010880102ULL, 0x0200020000411084ULL,
    0x0800800080204001ULL, 0x0000400480200080ULL, 0x6002004200208010ULL, 0x5808008080081000ULL,
    0x1404040080800800ULL, 0x4004004040020100ULL, 0x0100480400104142ULL, 0x2008010200004084ULL,
    0x2880002005400840ULL, 0x0A1000400040200CULL, 0x8060010113004220ULL, 0x5520100009002100ULL,
    0x0061001085000800ULL, 0x0802002812009004ULL, 0x000418020C008130ULL, 0x0400800060800100ULL,
    0x1000400080008023ULL, 0x0541002882020040ULL, 0x839000E000828019ULL, 0x2010040008004040ULL,
    0x0040080005010010ULL, 0x1020041020080140ULL, 0x2400500108440022ULL, 0xC0090089004A0004ULL,
    0x2040088010244080ULL, 0xD044201000400240ULL, 0x3062002040108200ULL, 0x01040A1000A10300ULL,
    0x0008080091050100ULL, 0x000A000408100200ULL, 0x2028010810020400ULL, 0x0130040060910200ULL,
    0x00008002C0A49103ULL, 0x8460810040002811ULL, 0x004409201081C202ULL, 0x20100100A0101855ULL,
    0x5022000410200802ULL, 0x0002003044880102ULL, 0x00316104C810160CULL, 0x0405000041822205ULL};
// clang-format on

using Walk = Bitboard (*)(Square, Bitboard);

// A blocker on the last square of a ray changes nothing: the ray ends there anyway.
Bitboard relevant_occupancy(Square square, Walk walk_slider) {
    const Bitboard edges = ((bitboard_of(Rank::R1) | bitboard_of(Rank::R8)) & ~bitboard_of(rank_of(square))) |
                           ((bitboard_of(File::A) | bitboard_of(File::H)) & ~bitboard_of(file_of(square)));
    return walk_slider(square, EmptyBoard) & ~edges;
}

template <std::size_t Size>
void build(EnumArray<Square, detail::Slider>& sliders, std::array<detail::Slider::Entry, Size>& table,
           [[maybe_unused]] const EnumArray<Square, std::uint64_t>& magics, Walk walk_slider) {
    std::size_t used = 0;
    for (const Square square : FullBoard) {
        detail::Slider& slider = sliders[square];
        slider.mask = relevant_occupancy(square, walk_slider);
        slider.reach = walk_slider(square, EmptyBoard);
#if !SKUA_USE_PEXT
        slider.magic = magics[square];
        slider.shift = static_cast<unsigned>(64 - slider.mask.count());
#endif
        detail::Slider::Entry* const entries = table.data() + used;
        slider.entries = entries;

        // Counts through all subsets of the mask.
        Bitboard occupied;
        do {
            const Bitboard attacks = walk_slider(square, occupied);
            detail::Slider::Entry& entry = entries[slider.index(occupied)];
            assert(entry == detail::Slider::Entry{} || entry == slider.encoded(attacks));
            entry = slider.encoded(attacks);
            occupied = Bitboard(occupied.bits() - slider.mask.bits()) & slider.mask;
        } while (occupied.any());
        used += std::size_t{1} << slider.mask.count();
    }
    assert(used == Size);
}

Bitboard step(Square square, int file_step, int rank_step) {
    const int file = index_of(file_of(square)) + file_step;
    const int rank = index_of(rank_of(square)) + rank_step;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) { return EmptyBoard; }
    return square_at(rank * 8 + file);
}

}  // namespace

namespace detail {

AttackTables::AttackTables() {
    build(bishop, bishop_entries, BishopMagics, walk_bishop);
    build(rook, rook_entries, RookMagics, walk_rook);

    for (const Square square : FullBoard) {
        for (const int a : {-1, 1}) {
            for (const int b : {-2, 2}) { knight[square] |= step(square, a, b) | step(square, b, a); }
        }
        for (const int file_step : {-1, 0, 1}) {
            for (const int rank_step : {-1, 0, 1}) {
                if (file_step != 0 || rank_step != 0) { king[square] |= step(square, file_step, rank_step); }
            }
        }
        pawn[Color::White][square] = pawn_attacks<Color::White>(square);
        pawn[Color::Black][square] = pawn_attacks<Color::Black>(square);
    }

    for (const Square a : FullBoard) {
        for (const Walk walk_slider : {Walk{walk_bishop}, Walk{walk_rook}}) {
            const Bitboard reach = walk_slider(a, EmptyBoard);
            for (const Square b : reach) {
                line[a][b] = (reach & walk_slider(b, EmptyBoard)) | a | b;
                between[a][b] = walk_slider(a, b) & walk_slider(b, a);
            }
        }
    }
}

const AttackTables Attacks;

}  // namespace detail

Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
        case PieceType::Knight: return knight_attacks(square);
        case PieceType::Bishop: return bishop_attacks(square, occupied);
        case PieceType::Rook: return rook_attacks(square, occupied);
        case PieceType::Queen: return queen_attacks(square, occupied);
        case PieceType::King: return king_attacks(square);
        default: assert(false); return EmptyBoard;
    }
}

}  // namespace skua
