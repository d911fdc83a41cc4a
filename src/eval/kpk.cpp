#include "eval/kpk.h"

#include <array>
#include <bitset>
#include <vector>

#include "chess/attacks.h"
#include "eval/geometry.h"

namespace skua {

namespace {

// White has the pawn, on the files a to d: the rest is a mirror image. All positions start unknown; draws and wins
// spread from those that are decided at once, until nothing changes any more. What is unknown then is a draw.
class Solver {
public:
    static constexpr std::size_t Size = 2 * 24 * 64 * 64;

    Solver() {
        for (std::size_t index = 0; index < Size; ++index) { states_[index] = at_once(unpack(index)); }
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t index = 0; index < Size; ++index) {
                if (states_[index] != State::Unknown) { continue; }
                states_[index] = after_a_move(unpack(index));
                changed = changed || states_[index] != State::Unknown;
            }
        }
    }

    [[nodiscard]] std::bitset<Size> wins() const {
        std::bitset<Size> result;
        for (std::size_t index = 0; index < Size; ++index) { result[index] = states_[index] == State::Win; }
        return result;
    }

    static std::size_t pack(Color to_move, Square pawn, Square white, Square black) {
        const int pawn_index = index_of(file_of(pawn)) + 4 * (index_of(rank_of(pawn)) - 1);
        const int index = ((static_cast<int>(to_move) * 24 + pawn_index) * 64 + index_of(white)) * 64 + index_of(black);
        return static_cast<std::size_t>(index);
    }

private:
    enum class State : std::uint8_t { Unknown, Win, Draw, Impossible };
    struct Placement {
        Color to_move;
        Square pawn;
        Square white;
        Square black;
    };

    static Placement unpack(std::size_t index) {
        const int number = static_cast<int>(index);
        const int pawn_index = number / 4096 % 24;
        return {number / 4096 / 24 == 0 ? Color::White : Color::Black,
                make_square(static_cast<File>(pawn_index % 4), static_cast<Rank>(pawn_index / 4 + 1)),
                square_at(number / 64 % 64), square_at(number % 64)};
    }

    static State at_once(const Placement& here) {
        const Bitboard pawn_reach = pawn_attacks(Color::White, here.pawn);
        if (distance(here.white, here.black) <= 1 || here.white == here.pawn || here.black == here.pawn ||
            (here.to_move == Color::White && pawn_reach.contains(here.black))) {
            return State::Impossible;
        }
        if (here.to_move == Color::White) {
            // Promotion to a queen that can't be taken at once.
            const Square goal = here.pawn + Direction::North;
            const bool promotes = rank_of(here.pawn) == Rank::R7 && goal != here.white && goal != here.black;
            const bool safe = distance(here.black, goal) > 1 || distance(here.white, goal) == 1;
            return promotes && safe ? State::Win : State::Unknown;
        }
        const Bitboard flights = king_attacks(here.black) & ~king_attacks(here.white);
        if ((flights & ~pawn_reach).empty()) {
            // Stalemate; with the pawn giving check it would be mate, which needs more than a pawn can do.
            return pawn_reach.contains(here.black) ? State::Win : State::Draw;
        }
        // The pawn can be taken.
        return flights.contains(here.pawn) ? State::Draw : State::Unknown;
    }

    [[nodiscard]] State state_of(Color to_move, Square pawn, Square white, Square black) const {
        return states_[pack(to_move, pawn, white, black)];
    }

    [[nodiscard]] State after_a_move(const Placement& here) const {
        const bool white_moves = here.to_move == Color::White;
        const State wanted = white_moves ? State::Win : State::Draw;
        const State feared = white_moves ? State::Draw : State::Win;
        bool all_feared = true;
        bool found = false;
        const auto consider = [&](State state) {
            if (state == State::Impossible) { return; }
            found = found || state == wanted;
            all_feared = all_feared && state == feared;
        };
        if (white_moves) {
            for (const Square to : king_attacks(here.white)) {
                consider(state_of(Color::Black, here.pawn, to, here.black));
            }
            const Square step = here.pawn + Direction::North;
            if (rank_of(here.pawn) < Rank::R7 && step != here.white && step != here.black) {
                consider(state_of(Color::Black, step, here.white, here.black));
                const Square jump = step + Direction::North;
                if (rank_of(here.pawn) == Rank::R2 && jump != here.white && jump != here.black) {
                    consider(state_of(Color::Black, jump, here.white, here.black));
                }
            }
        } else {
            for (const Square to : king_attacks(here.black)) {
                consider(state_of(Color::White, here.pawn, here.white, to));
            }
        }
        return found ? wanted : all_feared ? feared : State::Unknown;
    }

    std::vector<State> states_ = std::vector<State>(Size, State::Unknown);
};

const std::bitset<Solver::Size>& solved() {
    static const std::bitset<Solver::Size> wins = Solver().wins();
    return wins;
}

}  // namespace

bool kpk_is_won(Color pawn_side, Square king, Square pawn, Square enemy_king, Color side_to_move) {
    const bool mirror = file_of(pawn) > File::D;
    const auto turn = [&](Square square) {
        const Square ours = relative_square(pawn_side, square);
        return mirror ? flip_file(ours) : ours;
    };
    const Color mover = side_to_move == pawn_side ? Color::White : Color::Black;
    return solved()[Solver::pack(mover, turn(pawn), turn(king), turn(enemy_king))];
}

}  // namespace skua
