// libfathom, the second source for what tables say; only where SKUA_HAS_FATHOM is defined.
#pragma once

#include <tbprobe.h>

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "tablebase/outcome.h"

namespace skua::tablebase::fathom {

// What it says about a move: where to, and the distance for the side that plays it.
struct MoveDistance {
    Square from = Square::None;
    Square to = Square::None;
    PieceType promotion = PieceType::King;  // a king stands for no promotion
    int dtz = 0;

    bool operator==(const MoveDistance&) const = default;
};

struct RootProbe {
    int dtz = 0;  // -1 for checkmate on the board
    std::vector<MoveDistance> moves;
};

// The tables of this folder replace all others in the process.
inline bool open(const std::string& folder) { return tb_init(folder.c_str()) && TB_LARGEST > 0; }

namespace detail {

template <typename Probe>
auto with_board(const Position& position, Probe probe) {
    const auto type = [&](PieceType piece_type) { return position.pieces(piece_type).bits(); };
    const Square en_passant = position.en_passant_square();
    return probe(position.pieces(Color::White).bits(), position.pieces(Color::Black).bits(), type(PieceType::King),
                 type(PieceType::Queen), type(PieceType::Rook), type(PieceType::Bishop), type(PieceType::Knight),
                 type(PieceType::Pawn), en_passant == Square::None ? 0U : static_cast<unsigned>(index_of(en_passant)),
                 position.side_to_move() == Color::White);
}

}  // namespace detail

inline std::optional<Outcome> probe_wdl(const Position& position) {
    const unsigned result = detail::with_board(position, [](auto... board) { return tb_probe_wdl_impl(board...); });
    if (result == TB_RESULT_FAILED) { return std::nullopt; }
    return static_cast<Outcome>(static_cast<int>(result) - 2);
}

// Distances of a position and of all its moves, with the fifty-move counter at zero.
inline std::optional<RootProbe> probe_root(const Position& position) {
    std::array<unsigned, TB_MAX_MOVES> results{};
    const unsigned result =
        detail::with_board(position, [&](auto white, auto black, auto kings, auto queens, auto rooks, auto bishops,
                                         auto knights, auto pawns, auto en_passant, auto turn) {
            return tb_probe_root_impl(white, black, kings, queens, rooks, bishops, knights, pawns, 0, en_passant, turn,
                                      results.data());
        });
    if (result == TB_RESULT_FAILED) { return std::nullopt; }
    if (result == TB_RESULT_CHECKMATE) { return RootProbe{-1, {}}; }
    if (result == TB_RESULT_STALEMATE) { return RootProbe{0, {}}; }
    const auto signed_dtz = [](unsigned packed) {
        const int size = static_cast<int>(TB_GET_DTZ(packed));
        return TB_GET_WDL(packed) < TB_DRAW ? -size : size;
    };
    constexpr std::array Promotions{PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                    PieceType::Knight};
    RootProbe probe{signed_dtz(result), {}};
    for (const unsigned* next = results.data(); *next != TB_RESULT_FAILED; ++next) {
        probe.moves.push_back({square_at(static_cast<int>(TB_GET_FROM(*next))),
                               square_at(static_cast<int>(TB_GET_TO(*next))), Promotions[TB_GET_PROMOTES(*next)],
                               signed_dtz(*next)});
    }
    return probe;
}

}  // namespace skua::tablebase::fathom
