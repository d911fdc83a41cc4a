// The network's arithmetic: the same as the formula, the same along any path, the same for both colours.
#include "eval/nnue/nnue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "chess/movegen.h"
#include "chess/random_positions.h"
#include "chess/support.h"
#include "eval/evaluators.h"
#include "eval/nnue/simd.h"
#include "eval/nnue/support.h"

namespace skua::nnue {
namespace {

// The formula, written as plainly as possible.
Score by_formula(const Network& network, const Position& position) {
    const Color us = position.side_to_move();
    const std::size_t bucket = output_bucket(position.pieces().count());
    std::int64_t sum = 0;
    for (const Color side : {us, ~us}) {
        const bool mirrored = file_of(position.king_square(side)) >= File::E;
        for (std::size_t i = 0; i < Hidden; ++i) {
            std::int64_t value = network.hidden_bias[i];
            for (const Square square : position.pieces()) {
                const Piece piece = position.piece_on(square);
                int file = index_of(file_of(square));
                int rank = index_of(rank_of(square));
                if (mirrored) { file = 7 - file; }
                if (side == Color::Black) { rank = 7 - rank; }
                const int kind = static_cast<int>(type_of(piece)) + (color_of(piece) == side ? 0 : 6);
                const int input = kind * 64 + rank * 8 + file;
                value += network.input_weights[static_cast<std::size_t>(input)][i];
            }
            value = std::clamp<std::int64_t>(value, 0, QA);
            sum += value * value * network.output_weights[bucket][side == us ? 0 : 1][i];
        }
    }
    const std::int64_t centipawns = (sum / QA + network.output_bias[bucket]) * EvalScale / (QA * QB);
    return static_cast<Score>(std::clamp<std::int64_t>(centipawns, -MaxEvaluation, MaxEvaluation));
}

TEST(Nnue, IsTheFormula) {
    const auto network = random_network(1);
    visit_random_positions(2, 2000, [&](const Game& game) {
        ASSERT_EQ(raw_evaluate(*network, game.position()), by_formula(*network, game.position()));
    });
}

TEST(Nnue, EvaluatorKindsHaveNames) {
    for (const EvaluatorKind each : {EvaluatorKind::Nnue, EvaluatorKind::Classical}) {
        EXPECT_EQ(evaluator_kind_named(name_of(each)), each);
    }
    EXPECT_FALSE(evaluator_kind_named(""));
    EXPECT_FALSE(evaluator_kind_named("NNUE?"));
}

TEST(Nnue, OutputBucketsCoverEveryPieceCount) {
    EXPECT_EQ(output_bucket(2), 0U);
    EXPECT_EQ(output_bucket(32), OutputBuckets - 1);
    for (int count = 3; count <= 32; ++count) {
        EXPECT_LE(output_bucket(count) - output_bucket(count - 1), 1U) << count;
        EXPECT_LT(output_bucket(count), OutputBuckets) << count;
    }
}

TEST(Nnue, KingBucketsAreRegionsOfTheOwnHalf) {
    for (const Square king : FullBoard) {
        for (const Color side : Colors) {
            EXPECT_EQ(king_bucket(side, king, 1), 0U);
            EXPECT_LT(king_bucket(side, king, 4), 4U);
            EXPECT_EQ(king_bucket(side, king, 4), king_bucket(side, flip_file(king), 4)) << "mirrored";
            EXPECT_EQ(king_bucket(side, king, 4), king_bucket(~side, flip_rank(king), 4)) << "for Black as for White";
            EXPECT_LT(king_group(side, king), KingGroups);
            EXPECT_NE(king_group(side, king), king_group(side, flip_file(king)));
            for (const std::size_t buckets : {1U, 4U}) {
                const Piece piece = make_piece(Color::White, PieceType::Knight);
                EXPECT_EQ(input_index(side, king, piece, Square::C3, buckets),
                          input_index(side, king, piece, Square::C3, 1) + 768 * king_bucket(side, king, buckets));
            }
        }
    }
    EXPECT_EQ(king_bucket(Color::White, Square::G1, 4), 0U);
    EXPECT_EQ(king_bucket(Color::White, Square::E1, 4), 1U);
    EXPECT_EQ(king_bucket(Color::Black, Square::E7, 4), 2U);
    EXPECT_EQ(king_bucket(Color::Black, Square::E1, 4), 3U);
}

TEST(Nnue, KnownEndingsAndTheFiftyMoveRule) {
    const auto network = random_network(12);
    const auto evaluated = [&](std::string_view fen) {
        NnueEvaluator evaluator(network);
        evaluator.reset(position_of(fen));
        return evaluator.evaluate(position_of(fen));
    };
    EXPECT_EQ(evaluated("8/8/8/8/4k3/8/8/N3K1N1 w - - 0 1"), DrawScore) << "two knights can't win";
    EXPECT_GT(evaluated("8/8/8/8/4k3/8/8/Q3K3 w - - 0 1"), 1000);
    // A rook pawn, a bishop that doesn't control the promotion square, and the enemy king in that corner: a draw for
    // the side that is ahead. With the other bishop the network's value counts.
    const auto bishop = [&](std::string_view fen) {
        const auto ahead = std::make_unique<Network>();
        ahead->output_bias.fill(1000 * QA * QB / EvalScale);
        EXPECT_EQ(raw_evaluate(*ahead, position_of(fen)), 1000);
        return evaluate(*ahead, position_of(fen));
    };
    EXPECT_EQ(bishop("7k/8/8/6KP/8/8/8/5B2 w - - 0 1"), DrawScore);
    EXPECT_EQ(bishop("7k/8/8/6KP/8/8/8/2B5 w - - 0 1"), 1000);
    EXPECT_EQ(bishop("7k/8/8/6KP/8/8/8/5B2 b - - 0 1"), 1000) << "the defender is said to be ahead";
    EXPECT_LT(evaluated("8/8/8/8/4k3/8/8/Q3K3 b - - 0 1"), -1000);
    const Score fresh = evaluated("r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1");
    EXPECT_NE(fresh, 0);
    EXPECT_EQ(evaluated("r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 100 80"), fresh / 2);
}

TEST(Nnue, BeyondADecidedGameTheValueGrowsSlowly) {
    const auto evaluated = [](int raw) {
        const auto network = std::make_unique<Network>();
        network->output_bias.fill(raw * QA * QB / EvalScale);
        EXPECT_EQ(raw_evaluate(*network, Position()), raw);
        return evaluate(*network, Position());
    };
    for (const int sign : {1, -1}) {
        EXPECT_EQ(evaluated(sign * 600), sign * 600);
        EXPECT_EQ(evaluated(sign * 1000), sign * 1000);
        EXPECT_EQ(evaluated(sign * 1400), sign * 1040);
    }
}

// Walks up and down a random tree, and evaluates at some of the nodes.
TEST(Nnue, IncrementalUpdatesEqualARefresh) {
    const auto network = random_network(3);
    NnueEvaluator evaluator(network);
    Prng prng(4);
    int evaluated = 0;
    while (evaluated < 20000) {
        Game game(random_start(prng));
        evaluator.reset(game.position());
        int depth = 0;
        for (int step = 0; step < 300; ++step) {
            const bool back =
                depth > 0 && (prng.below(3) == 0 || depth >= MaxPly || game.state() != GameState::Ongoing);
            if (back) {
                game.undo();
                evaluator.pop();
                --depth;
            } else if (game.state() == GameState::Ongoing) {
                BoardDelta delta;
                game.play(random_move(game.position(), prng), delta);
                evaluator.push(delta);
                ++depth;
            } else {
                break;
            }
            if (prng.below(3) == 0) {
                ASSERT_EQ(evaluator.raw_evaluate(game.position()), raw_evaluate(*network, game.position()));
                ++evaluated;
                // A null move is not pushed: only the side to move changes.
                if (game.position().in_check()) { continue; }
                Position passed = game.position();
                passed.play_null();
                ASSERT_EQ(evaluator.raw_evaluate(passed), raw_evaluate(*network, passed));
            }
        }
    }
}

// King and rook may stay, exchange their squares, or cross the middle, which changes the horizontal mirroring.
TEST(Nnue, CastlingInChess960) {
    const auto network = random_network(13);
    for (const auto& [fen, castling] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"},    // they change places
             {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"},     // the king stays
             {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"},    // the rook stays
             {"4k3/8/8/8/8/8/8/2KR4 w D - 0 1", "c1d1"},    // short, across the middle
             {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1"},    // long, the king stays
             {"4k3/8/8/8/8/8/8/R4K2 w A - 0 1", "f1a1"},    // long, across the middle
             {"rk6/8/8/8/8/8/8/4K3 b a - 0 1", "b8a8"}}) {  // Black's
        Position position = position_of(fen);
        NnueEvaluator evaluator(network);
        evaluator.reset(position);
        ASSERT_EQ(evaluator.raw_evaluate(position), raw_evaluate(*network, position));
        BoardDelta delta;
        position.play(move_of(position, castling), delta);
        evaluator.push(delta);
        EXPECT_EQ(evaluator.raw_evaluate(position), raw_evaluate(*network, position)) << fen;
    }
}

TEST(Nnue, ColorsAreEqual) {
    const auto network = random_network(5);
    visit_random_positions(6, 2000, [&](const Game& game) {
        ASSERT_EQ(raw_evaluate(*network, game.position()), raw_evaluate(*network, game.position().flipped()));
    });
}

TEST(Nnue, SidesOfTheBoardAreEqual) {
    const auto network = random_network(7);
    visit_random_positions(8, 2000, [&](const Game& game) {
        skua::Setup mirrored = game.position().setup();
        for (const Square square : FullBoard) { mirrored.board[square] = game.position().piece_on(flip_file(square)); }
        mirrored.castling_rooks = EmptyBoard;
        mirrored.en_passant_square = Square::None;
        const Result<Position> position = Position::from_setup(mirrored);
        ASSERT_TRUE(position) << position.error();
        ASSERT_EQ(raw_evaluate(*network, game.position()), raw_evaluate(*network, *position));
    });
}

TEST(Nnue, StaysWithinBounds) {
    auto network = std::make_shared<Network>(*random_network(9));
    network->output_bias.fill(std::numeric_limits<std::int32_t>::max());
    EXPECT_EQ(raw_evaluate(*network, Position()), MaxEvaluation);
    network->output_bias.fill(std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(raw_evaluate(*network, Position()), -MaxEvaluation);
}

// All kernels of this build.
struct Plain {
    using Vector = plain::Vector16;
    using Sum = plain::ScreluSum;
};
#if defined(__SSE4_1__)
struct Sse {
    using Vector = sse::Vector16;
    using Sum = sse::ScreluSum;
};
#endif
#if defined(__AVX2__)
struct Avx2 {
    using Vector = avx2::Vector16;
    using Sum = avx2::ScreluSum;
};
#endif
#if defined(__AVX512BW__)
struct Avx512 {
    using Vector = avx512::Vector16;
    using Sum = avx512::ScreluSum;
};
using Kernels = testing::Types<Plain, Sse, Avx2, Avx512>;
#elif defined(__AVX2__)
using Kernels = testing::Types<Plain, Sse, Avx2>;
#elif defined(__SSE4_1__)
using Kernels = testing::Types<Plain, Sse>;
#else
using Kernels = testing::Types<Plain>;
#endif

template <typename>
class Simd : public testing::Test {};
TYPED_TEST_SUITE(Simd, Kernels);

TYPED_TEST(Simd, AddsAndSubtractsLikePlainCode) {
    using Vector16 = typename TypeParam::Vector;
    Prng prng(11);
    const auto any = [&] { return static_cast<std::int16_t>(static_cast<int>(prng.below(65536)) - 32768); };
    alignas(64) std::array<std::int16_t, 64> first;
    alignas(64) std::array<std::int16_t, 64> second;
    alignas(64) std::array<std::int16_t, 64> sum;
    alignas(64) std::array<std::int16_t, 64> difference;
    for (int round = 0; round < 100; ++round) {
        std::generate(first.begin(), first.end(), any);
        std::generate(second.begin(), second.end(), any);
        for (std::size_t i = 0; i < first.size(); i += Vector16::Size) {
            const Vector16 a = Vector16::load(first.data() + i);
            const Vector16 b = Vector16::load(second.data() + i);
            (a + b).store(sum.data() + i);
            (a - b).store(difference.data() + i);
        }
        for (std::size_t i = 0; i < first.size(); ++i) {
            // The results wrap around at 16 bits.
            ASSERT_EQ(sum[i], static_cast<std::int16_t>(first[i] + second[i]));
            ASSERT_EQ(difference[i], static_cast<std::int16_t>(first[i] - second[i]));
        }
    }
}

TYPED_TEST(Simd, ComputesScreluLikePlainCode) {
    using Vector16 = typename TypeParam::Vector;
    Prng prng(10);
    alignas(64) std::array<std::int16_t, 64> values;
    alignas(64) std::array<std::int16_t, 64> weights;
    for (int round = 0; round < 1000; ++round) {
        std::int64_t expected = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<std::int16_t>(static_cast<int>(prng.below(65536)) - 32768);
            weights[i] = static_cast<std::int16_t>(static_cast<int>(prng.below(257)) - 128);
            const int clipped = std::clamp<int>(values[i], 0, QA);
            expected += clipped * clipped * weights[i];
        }
        typename TypeParam::Sum sum;
        for (std::size_t i = 0; i < values.size(); i += Vector16::Size) {
            sum.add(Vector16::load(values.data() + i).clipped(QA), Vector16::load(weights.data() + i));
        }
        ASSERT_EQ(sum.total(), expected);
    }
}

}  // namespace
}  // namespace skua::nnue
