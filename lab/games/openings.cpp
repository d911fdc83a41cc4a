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
    EnumArray<Color, std::array<PieceType, 8>> ranks;
    for (const Color color : Colors) { ranks[color] = random_back_rank(prng); }
    return start_with_back_ranks(ranks);
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
