#include "lab/games/openings.h"

#include <array>
#include <optional>
#include <utility>

#include "chess/chess960.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "lab/support/suite.h"

namespace skua::lab {

Position random_chess960_start(Prng& prng) {
    Setup setup = Position().setup();
    setup.castling_rooks = EmptyBoard;
    for (const Color color : Colors) {
        const std::array<PieceType, 8> rank = random_back_rank(prng);
        for (int file = 0; file < 8; ++file) {
            const Square square = relative_square(color, square_at(file));
            const PieceType type = rank[static_cast<std::size_t>(file)];
            setup.board[square] = make_piece(color, type);
            if (type == PieceType::Rook) { setup.castling_rooks |= square; }
        }
    }
    return Position::from_setup(setup).value();
}

Game random_opening(const Position& start, int plies, Prng& prng) {
    for (;;) {
        Game game(start);
        while (game.ply() < plies && game.state() == GameState::Ongoing) {
            const MoveList moves = legal_moves(game.position());
            game.play(moves[prng.below(moves.size())]);
        }
        if (game.state() == GameState::Ongoing) { return game; }
    }
}

Result<std::vector<Opening>> read_openings(std::string_view text) {
    std::vector<Opening> openings;
    const std::optional<Error> error = for_each_record(text, [&](EpdRecord&& record) -> std::optional<Error> {
        if (Game(record.position).state() != GameState::Ongoing) { return Error{"the game is over in this position"}; }
        const Result<FenReading> standard = parse_fen(to_fen(record.position), Variant::Standard);
        const bool is_standard = standard.ok() && standard->position == record.position;
        openings.push_back({record.position, is_standard ? Variant::Standard : Variant::Chess960});
        return std::nullopt;
    });
    if (error) { return *error; }
    return openings;
}

void shuffle(std::vector<Opening>& openings, Prng& prng) {
    for (std::size_t i = openings.size(); i > 1; --i) { std::swap(openings[i - 1], openings[prng.below(i)]); }
}

}  // namespace skua::lab
