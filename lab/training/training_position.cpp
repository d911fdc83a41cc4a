#include "lab/training/training_position.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "eval/nnue/architecture.h"

namespace skua::lab {

namespace {

constexpr std::size_t PieceCodes = 12;
constexpr std::size_t OwnKing = 5;
constexpr std::size_t EnemyKing = 11;

// nnue::input_index for every piece code and square of a training position, whose side to move counts as White.
using InputTable = std::array<std::array<std::uint16_t, 64>, PieceCodes>;

constexpr InputTable make_input_table(Color perspective, bool mirrored) {
    constexpr Square LeftKing = Square::A1;
    constexpr Square RightKing = Square::H1;
    static_assert(!nnue::is_mirrored(LeftKing) && nnue::is_mirrored(RightKing));
    const Square king = mirrored ? RightKing : LeftKing;
    InputTable table{};
    for (std::size_t code = 0; code < PieceCodes; ++code) {
        const Piece piece = make_piece(code < 6 ? Color::White : Color::Black, static_cast<PieceType>(code % 6));
        for (std::size_t square = 0; square < 64; ++square) {
            table[code][square] =
                static_cast<std::uint16_t>(nnue::input_index(perspective, king, piece, static_cast<Square>(square), 1));
        }
    }
    return table;
}

// The index says whether that side sees the board mirrored.
constexpr std::array<InputTable, 2> OwnInputs{make_input_table(Color::White, false),
                                              make_input_table(Color::White, true)};
constexpr std::array<InputTable, 2> EnemyInputs{make_input_table(Color::Black, false),
                                                make_input_table(Color::Black, true)};

std::size_t piece_code(const TrainingPosition& position, std::size_t index) {
    return position.pieces[index / 2] >> (index % 2 * 4) & 15U;
}

}  // namespace

TrainingPosition to_training_position(const Position& position, Score score, GameResult result, std::uint32_t game) {
    const Color us = position.side_to_move();
    TrainingPosition packed;
    packed.game = game;
    std::array<std::uint8_t, 64> board{};
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        const auto seen = static_cast<std::size_t>(index_of(relative_square(us, square)));
        packed.occupied |= std::uint64_t{1} << seen;
        board[seen] = static_cast<std::uint8_t>(static_cast<int>(type_of(piece)) + (color_of(piece) == us ? 0 : 6));
    }
    std::size_t next = 0;
    for (std::uint64_t rest = packed.occupied; rest != 0; rest &= rest - 1, ++next) {
        const std::uint8_t code = board[static_cast<std::size_t>(std::countr_zero(rest))];
        packed.pieces[next / 2] = static_cast<std::uint8_t>(packed.pieces[next / 2] | code << (next % 2 * 4));
    }
    packed.score = static_cast<std::int16_t>(to_side_to_move_view(us, score));
    packed.points = static_cast<std::uint8_t>(half_points(result, us));
    packed.mirrored = static_cast<std::uint8_t>((nnue::is_mirrored(position.king_square(us)) ? 1 : 0) |
                                                (nnue::is_mirrored(position.king_square(~us)) ? 2 : 0));
    return packed;
}

void read_inputs(const TrainingPosition& position, ActiveInputs& inputs, std::size_t king_buckets) {
    inputs.own.clear();
    inputs.enemy.clear();
    std::size_t own_first = 0;
    std::size_t enemy_first = 0;
    if (king_buckets > 1) {
        std::size_t index = 0;
        for (std::uint64_t rest = position.occupied; rest != 0; rest &= rest - 1, ++index) {
            const auto square = static_cast<Square>(std::countr_zero(rest));
            const std::size_t code = piece_code(position, index);
            if (code == OwnKing) { own_first = nnue::king_bucket(Color::White, square, king_buckets); }
            if (code == EnemyKing) { enemy_first = nnue::king_bucket(Color::Black, square, king_buckets); }
        }
        own_first *= nnue::InputsPerKingBucket;
        enemy_first *= nnue::InputsPerKingBucket;
    }
    const InputTable& own = OwnInputs[position.mirrored & 1];
    const InputTable& enemy = EnemyInputs[position.mirrored >> 1 & 1];
    std::size_t next = 0;
    for (std::uint64_t rest = position.occupied; rest != 0; rest &= rest - 1, ++next) {
        const auto square = static_cast<std::size_t>(std::countr_zero(rest));
        const std::size_t code = piece_code(position, next);
        inputs.own.push_back(static_cast<std::uint16_t>(own_first + own[code][square]));
        inputs.enemy.push_back(static_cast<std::uint16_t>(enemy_first + enemy[code][square]));
    }
}

int piece_count(const TrainingPosition& position) { return std::popcount(position.occupied); }

bool is_valid(const TrainingPosition& position) {
    if (piece_count(position) > 32 || position.points > 2 || position.mirrored > 3) { return false; }
    std::array<int, 16> counts{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(piece_count(position)); ++i) {
        ++counts[piece_code(position, i)];
    }
    return counts[OwnKing] == 1 && counts[EnemyKing] == 1 &&
           std::all_of(counts.begin() + PieceCodes, counts.end(), [](int count) { return count == 0; });
}

}  // namespace skua::lab
