// The trainer: it sees what the engine sees, its gradient is the slope, and it learns.
#include "lab/training/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "chess/random_positions.h"
#include "eval/nnue/nnue.h"
#include "lab/lab_support.h"
#include "lab/support/plot.h"

namespace skua::lab {
namespace {

std::vector<TrainingPosition> some_positions(std::uint64_t seed, int count) {
    std::vector<TrainingPosition> positions;
    Prng prng(seed + 100);
    visit_random_positions(seed, count, [&](const Game& game) {
        const Score score = static_cast<Score>(prng.below(801)) - 400;
        positions.push_back(to_training_position(game.position(), score, static_cast<GameResult>(prng.below(3))));
    });
    return positions;
}

TEST(TrainingData, SeesTheInputsThatTheEngineSees) {
    visit_random_positions(1, 2000, [&](const Game& game) {
        const Position& position = game.position();
        const Color us = position.side_to_move();
        ActiveInputs inputs;
        const TrainingPosition packed = to_training_position(position, 0, GameResult::Draw);
        read_inputs(packed, inputs);
        EXPECT_EQ(men_of(packed), position.pieces().count());
        for (const Color side : {us, ~us}) {
            std::set<std::size_t> expected;
            for (const Square square : position.pieces()) {
                expected.insert(nnue::input_index(side, position.king_square(side), position.piece_on(square), square));
            }
            const auto& found = side == us ? inputs.own : inputs.other;
            ASSERT_EQ(std::set<std::size_t>(found.begin(), found.end()), expected);
            ASSERT_EQ(found.size(), expected.size());
        }
    });
}

TEST(TrainingData, ScoresAndResultsAreTheSideToMoves) {
    const Position white = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    const Position black = position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    EXPECT_EQ(to_training_position(white, 70, GameResult::WhiteWins).score, 70);
    EXPECT_EQ(to_training_position(white, 70, GameResult::WhiteWins).points, 2);
    EXPECT_EQ(to_training_position(black, 70, GameResult::WhiteWins).score, -70);
    EXPECT_EQ(to_training_position(black, 70, GameResult::WhiteWins).points, 0);
    EXPECT_EQ(to_training_position(black, 70, GameResult::Draw).points, 1);
}

TEST(TrainingData, TakesWhatPassesTheFilter) {
    for (const GameRecord& record : random_records(3, 20)) {
        std::vector<TrainingPosition> found;
        add_positions(record, 7, {}, found);
        std::vector<TrainingPosition> expected;
        Position position = record.start;
        for (std::size_t ply = 0; ply < record.plies.size(); ++ply) {
            const auto& [move, score] = record.plies[ply];
            if (is_quiet_position(position, move, score, static_cast<int>(ply))) {
                expected.push_back(to_training_position(position, score, record.result, 7));
            }
            position.play(move);
        }
        EXPECT_EQ(found, expected);
    }
}

TEST(TrainingData, LaterScoresAreMixedIn) {
    GameRecord record;
    for (const int score : {int{NoScore}, 100, -40, MateScore - 3, 200}) {
        record.plies.push_back({Move(), static_cast<std::int16_t>(score)});
    }
    const GameRecord before = record;
    look_ahead(record, 0);
    EXPECT_EQ(record.plies, before.plies);
    look_ahead(record, 0.5);
    EXPECT_EQ(record.plies[0].score, NoScore);
    EXPECT_EQ(record.plies[4].score, 200);            // nothing comes after it
    EXPECT_EQ(record.plies[3].score, MateScore - 3);  // stays, but what it promises goes on
    const auto expectation = [](int score) { return 1 / (1 + std::exp(-0.0054 * score)); };
    const double third = 0.5 * expectation(-40) + 0.5 * (0.5 * 0.9995 + 0.5 * expectation(200));
    EXPECT_NEAR(expectation(record.plies[2].score), third, 0.002);
    EXPECT_NEAR(expectation(record.plies[1].score), 0.5 * expectation(100) + 0.5 * third, 0.002);
}

TEST(TrainingData, KeepsTheFirstOfEachBoard) {
    std::vector<TrainingPosition> positions = some_positions(8, 500);
    remove_duplicates(positions);
    const std::vector<TrainingPosition> once = positions;
    EXPECT_EQ(remove_duplicates(positions), 0U);
    EXPECT_EQ(positions, once);
    for (TrainingPosition again : once) {
        again.score = 77;
        again.game = 5;
        positions.push_back(again);
    }
    EXPECT_EQ(remove_duplicates(positions), once.size());
    EXPECT_EQ(positions, once);
    std::vector<TrainingPosition> none;
    EXPECT_EQ(remove_duplicates(none), 0U);
}

TEST(TrainingData, ShufflingLosesNothingAndMovesMost) {
    for (const std::size_t size : {0U, 1U, 2U, 31U, 33U, 5000U}) {
        std::vector<TrainingPosition> positions(size);
        for (std::size_t i = 0; i < size; ++i) { positions[i].game = static_cast<std::uint32_t>(i); }
        Prng prng(size);
        shuffle(positions, prng);
        std::set<std::uint32_t> seen;
        std::size_t unmoved = 0;
        for (std::size_t i = 0; i < size; ++i) {
            seen.insert(positions[i].game);
            unmoved += positions[i].game == i ? 1 : 0;
        }
        EXPECT_EQ(seen.size(), size);
        EXPECT_LT(unmoved, 20U);
    }
}

TEST(TrainingData, AGameIsLearnedFromOrCheckedWith) {
    std::vector<TrainingPosition> positions(20000);
    for (std::size_t i = 0; i < positions.size(); ++i) { positions[i].game = static_cast<std::uint32_t>(i / 20); }
    const TrainingSet set = split_by_game(positions, 10);
    EXPECT_EQ(set.training.size() + set.validation.size(), positions.size());
    std::set<std::uint32_t> games;
    for (const TrainingPosition& position : set.validation) { games.insert(position.game); }
    EXPECT_EQ(set.validation.size(), games.size() * 20);
    EXPECT_NEAR(static_cast<double>(games.size()), 100, 35);
}

TEST(TrainerNet, TheTargetMixesScoreAndResult) {
    const Position position = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    const double expected = 1 / (1 + std::exp(-0.004 * 150));
    for (const GameResult outcome : {GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins}) {
        const TrainingPosition packed = to_training_position(position, 150, outcome);
        const double result = static_cast<double>(outcome) / 2;
        EXPECT_NEAR(static_cast<double>((Target{0, 0.004F}.of(packed))), expected, 1e-5);
        EXPECT_NEAR(static_cast<double>((Target{1, 0.004F}.of(packed))), result, 1e-6);
        EXPECT_NEAR(static_cast<double>((Target{0.25F, 0.004F}.of(packed))), 0.25 * result + 0.75 * expected, 1e-5);
    }
}

TEST(TrainerNet, GradientIsTheSlope) {
    const NetShape shape{16, 4};
    const Target target;
    NetNumbers numbers = random_numbers(shape, 3);
    NetWorker worker(shape);
    Prng prng(4);
    std::array<int, 6> checked{};
    for (const TrainingPosition& position : some_positions(5, 40)) {
        NetNumbers gradient(shape.size(), 0.0F);
        worker.learn(numbers, position, target, gradient);
        ActiveInputs inputs;
        read_inputs(position, inputs);
        const std::size_t bucket = shape.bucket_of(men_of(position));
        for (int i = 0; i < 60; ++i) {
            // Of every kind, those that matter here, and any.
            const std::array<std::size_t, 6> kinds{
                inputs.own[prng.below(inputs.own.size())] * shape.hidden + prng.below(shape.hidden),
                inputs.other[prng.below(inputs.other.size())] * shape.hidden + prng.below(shape.hidden),
                shape.hidden_bias() + prng.below(shape.hidden),
                shape.output_weights(bucket) + prng.below(2 * shape.hidden),
                shape.output_bias() + bucket,
                prng.below(shape.size())};
            const auto kind = static_cast<std::size_t>(i) % kinds.size();
            const std::size_t place = kinds[kind];
            const float step = 1e-2F;
            const float kept = numbers[place];
            const auto error_at = [&](float value) {
                numbers[place] = value;
                return static_cast<double>(worker.error(numbers, position, target));
            };
            const double up = error_at(kept + step);
            const double down = error_at(kept - step);
            const double middle = error_at(kept);
            const double left = (middle - down) / static_cast<double>(step);
            const double right = (up - middle) / static_cast<double>(step);
            // At a corner of the clipping there is no slope to compare.
            if (std::abs(left - right) > 0.02) { continue; }
            const double slope = static_cast<double>(gradient[place]);
            EXPECT_NEAR(slope, (left + right) / 2, 1e-3 + 0.05 * std::abs(slope)) << place;
            checked[kind] += std::abs(slope) > 5e-3 ? 1 : 0;
        }
    }
    for (std::size_t kind = 0; kind < 5; ++kind) { EXPECT_GT(checked[kind], 10) << kind; }
}

TrainSettings small_settings() {
    TrainSettings settings;
    settings.shape = {32, nnue::OutputBuckets};
    settings.epochs = 8;
    settings.batch = 64;
    settings.rate = 0.005F;
    settings.threads = 2;
    settings.averaging = 0.9F;
    return settings;
}

// Positions whose worth is their material: something that can be learned.
TrainingSet material_set() {
    TrainingSet set;
    int visited = 0;
    visit_random_positions(11, 3000, [&](const Game& game) {
        const Position& position = game.position();
        int score = 0;
        for (const Square square : position.pieces()) {
            constexpr std::array Values{100, 300, 300, 500, 900, 0};
            const Piece piece = position.piece_on(square);
            const int value = Values[static_cast<std::size_t>(type_of(piece))];
            score += color_of(piece) == Color::White ? value : -value;
        }
        const GameResult outcome = score > 100    ? GameResult::WhiteWins
                                   : score < -100 ? GameResult::BlackWins
                                                  : GameResult::Draw;
        auto& into = ++visited % 10 == 0 ? set.validation : set.training;
        into.push_back(to_training_position(position, std::clamp(score, -1500, 1500), outcome));
    });
    return set;
}

TEST(Training, LearnsMaterial) {
    const TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    const double before = mean_error(state.average, set.validation, settings);
    double after = before;
    for (int i = 0; i < settings.epochs; ++i) { after = train_epoch(state, set, settings).validation_error; }
    EXPECT_LT(after, before / 3);
    EXPECT_EQ(state.epoch, settings.epochs);
}

TEST(Training, TheRateFallsAlongACosine) {
    TrainSettings settings = small_settings();
    settings.epochs = 4;
    settings.batch = 1;
    TrainingSet set = material_set();
    set.training.resize(100);
    TrainState state = start_training(settings);
    std::vector<float> rates(static_cast<std::size_t>(settings.epochs));
    for (float& rate : rates) { rate = train_epoch(state, set, settings).rate; }
    // The last of each epoch's steps: a quarter, half, three quarters and all of the way.
    const auto at = [&](double progress) {
        return settings.rate * (0.01 + 0.99 * (1 + std::cos(3.141592653589793 * progress)) / 2);
    };
    for (std::size_t i = 0; i < rates.size(); ++i) {
        EXPECT_NEAR(rates[i], at((static_cast<double>(i) + 0.99) / 4), 1e-6) << i;
    }
}

TEST(Training, NumbersStayWithinWhatTheEngineCanUse) {
    TrainSettings settings = small_settings();
    settings.rate = 0.1F;
    settings.epochs = 6;
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    for (int i = 0; i < settings.epochs; ++i) { train_epoch(state, set, settings); }
    const auto [least, largest] = std::minmax_element(state.numbers.begin(), state.numbers.end());
    EXPECT_EQ(*largest, 1.98F) << "such a rate should drive some to the bound";
    EXPECT_GE(*least, -1.98F);
}

// What no position needs fades: that is the decay of the weights.
TEST(Training, UnusedWeightsDecay) {
    TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    set.training.resize(64);
    TrainState state = start_training(settings);
    // A pawn on its own first rank is never seen.
    const std::size_t unused = 0;
    const float before = state.numbers[unused];
    ASSERT_NE(before, 0);
    const float rate = train_epoch(state, set, settings).rate;
    EXPECT_NEAR(state.numbers[unused], before * (1 - rate * settings.decay), 1e-7);
}

TEST(Training, TheNetIsARunningMeanOfTheSteps) {
    TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    set.training.resize(64);
    TrainState state = start_training(settings);
    const NetNumbers start = state.average;
    train_epoch(state, set, settings);  // one step, of which 10 / 11 count
    for (std::size_t i = 0; i < start.size(); i += 1000) {
        EXPECT_NEAR(state.average[i], start[i] / 11 + state.numbers[i] * 10 / 11, 1e-6) << i;
    }
    // Later ones count as little as the settings say.
    settings.averaging = 0.05F;
    const NetNumbers before = state.average;
    train_epoch(state, set, settings);
    for (std::size_t i = 0; i < start.size(); i += 1000) {
        EXPECT_NEAR(state.average[i], before[i] * 0.05F + state.numbers[i] * 0.95F, 1e-6) << i;
    }
}

TEST(Training, TellsHowFarItIs) {
    TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    TrainState state = start_training(settings);
    std::vector<std::size_t> told;
    double last_error = 0;
    const TrainReport& report = train_epoch(state, set, settings, [&](std::size_t done, double error) {
        told.push_back(done);
        last_error = error;
    });
    EXPECT_DOUBLE_EQ(last_error, report.training_error);
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(told.size(), (set.training.size() + settings.batch - 1) / settings.batch);
    EXPECT_EQ(told.back(), set.training.size());
}

TEST(Training, OtherSettingsOrPositionsAreAnotherRun) {
    const TrainSettings settings = small_settings();
    const TrainingSet set = material_set();
    const std::uint64_t run = fingerprint(settings, set);
    EXPECT_EQ(fingerprint(settings, material_set()), run);
    TrainSettings other = settings;
    other.threads = 7;
    EXPECT_EQ(fingerprint(other, set), run) << "threads may change";
    for (const auto& change : std::vector<std::function<void(TrainSettings&)>>{
             [](TrainSettings& each) { each.epochs = 9; }, [](TrainSettings& each) { each.batch = 65; },
             [](TrainSettings& each) { each.rate = 0.004F; }, [](TrainSettings& each) { each.seed = 2; },
             [](TrainSettings& each) { each.start = 77; }, [](TrainSettings& each) { each.target.share = 0.1F; },
             [](TrainSettings& each) { each.target.k = 0.005F; }}) {
        TrainSettings changed = settings;
        change(changed);
        EXPECT_NE(fingerprint(changed, set), run);
    }
    TrainingSet fewer = set;
    fewer.training.pop_back();
    EXPECT_NE(fingerprint(settings, fewer), run);
    TrainingSet changed = set;
    changed.training[0].score ^= 1;
    EXPECT_NE(fingerprint(settings, changed), run);
    TrainingSet another = set;
    another.validation[0].score ^= 1;
    EXPECT_NE(fingerprint(settings, another), run);
}

TEST(Training, TheSameSeedMakesTheSameNet) {
    const TrainSettings settings = small_settings();
    std::vector<NetNumbers> nets;
    for (int i = 0; i < 2; ++i) {
        TrainingSet set = material_set();
        TrainState state = start_training(settings);
        train_epoch(state, set, settings);
        nets.push_back(state.average);
    }
    EXPECT_EQ(nets[0], nets[1]);
}

class TrainingFiles : public LabTest {};

TEST_F(TrainingFiles, GoesOnFromACheckpointAsIfNothingHadHappened) {
    const TrainSettings settings = small_settings();
    TrainingSet set = material_set();
    TrainState straight = start_training(settings);
    train_epoch(straight, set, settings);
    ASSERT_FALSE(save_checkpoint(path("a.state"), straight, settings.shape));
    train_epoch(straight, set, settings);

    auto resumed = load_checkpoint(path("a.state"));
    ASSERT_TRUE(resumed) << resumed.error();
    EXPECT_EQ(resumed->state.reports.size(), 1U);
    EXPECT_EQ(resumed->state.reports[0], straight.reports[0]);
    TrainingSet anew = material_set();
    catch_up(resumed->state, anew, settings);
    train_epoch(resumed->state, anew, settings);
    EXPECT_EQ(resumed->state.average, straight.average);
    EXPECT_EQ(resumed->state.epoch, 2);
    EXPECT_EQ(resumed->shape.hidden, 32U);
}

TEST_F(TrainingFiles, DamagedCheckpointsAreRefused) {
    const TrainSettings settings = small_settings();
    ASSERT_FALSE(save_checkpoint(path("a.state"), start_training(settings), settings.shape));
    EXPECT_TRUE(load_checkpoint(path("a.state")));
    const std::string whole = bytes_of(path("a.state"));
    for (const std::size_t place : {0U, 8U, 16U, 24U, 32U, 40U, 48U, 56U, 5000U}) {
        std::string spoiled = whole;
        spoiled[place] = static_cast<char>(spoiled[place] ^ 1);
        put_bytes(path("b.state"), spoiled);
        EXPECT_FALSE(load_checkpoint(path("b.state"))) << place;
    }
    std::filesystem::resize_file(path("a.state"), std::filesystem::file_size(path("a.state")) - 1);
    EXPECT_FALSE(load_checkpoint(path("a.state")));
    std::filesystem::resize_file(path("a.state"), 10);
    EXPECT_FALSE(load_checkpoint(path("a.state")));
    EXPECT_FALSE(load_checkpoint(path("none")));
}

TEST_F(TrainingFiles, PositionsComeBackAsTheyWere) {
    const std::vector<TrainingPosition> first = some_positions(31, 300);
    const std::vector<TrainingPosition> second = some_positions(32, 200);
    ASSERT_FALSE(write_positions(path("a"), first));
    ASSERT_FALSE(write_positions(path("b"), second));
    std::vector<TrainingPosition> read;
    ASSERT_FALSE(read_positions(path("a"), read));
    EXPECT_EQ(read, first);
    ASSERT_FALSE(read_positions(path("b"), read));
    EXPECT_EQ(read.size(), 500U);
    EXPECT_EQ(read.back(), second.back());
}

TEST_F(TrainingFiles, DamagedPositionsAreRefused) {
    const std::vector<TrainingPosition> positions = some_positions(33, 100);
    ASSERT_FALSE(write_positions(path("a"), positions));
    const std::string whole = bytes_of(path("a"));
    const auto refuses = [&](const std::string& bytes) {
        put_bytes(path("b"), bytes);
        std::vector<TrainingPosition> read;
        return read_positions(path("b"), read).has_value() && read.empty();
    };
    EXPECT_FALSE(refuses(whole));
    for (const std::size_t place : {0U, 8U, 16U, 24U, 40U, 1000U}) {
        std::string spoiled = whole;
        spoiled[place] = static_cast<char>(spoiled[place] ^ 1);
        EXPECT_TRUE(refuses(spoiled)) << place;
    }
    for (const std::size_t length : {0U, 7U, 23U, 24U, 100U}) { EXPECT_TRUE(refuses(whole.substr(0, length))); }
    EXPECT_TRUE(refuses(whole + "x"));
    std::vector<TrainingPosition> read;
    EXPECT_TRUE(read_positions(path("none"), read));

    // A right checksum is not enough: three kings would lead a reader astray.
    std::vector<TrainingPosition> impossible = positions;
    impossible[3].pieces.fill(0x55);
    ASSERT_FALSE(write_positions(path("c"), impossible));
    EXPECT_TRUE(read_positions(path("c"), read));
}

TEST(Quantise, TheEngineSeesWhatTheTrainerSees) {
    const NetShape shape{nnue::Hidden, nnue::OutputBuckets};
    NetNumbers numbers = random_numbers(shape, 21);
    // Biases, too, which begin as zeros.
    Prng prng(23);
    for (std::size_t i = shape.hidden_bias(); i < shape.output_weights(0); ++i) {
        numbers[i] = static_cast<float>(prng.unit() - 0.5);
    }
    for (std::size_t i = shape.output_bias(); i < shape.size(); ++i) {
        numbers[i] = static_cast<float>(4 * prng.unit() - 2);
    }
    const auto network = nnue::parse_network(quantise(shape, numbers));
    ASSERT_TRUE(network) << network.error();
    NetWorker worker(shape);
    double worst = 0;
    visit_random_positions(22, 1000, [&](const Game& game) {
        const double real =
            static_cast<double>(worker.forward(numbers, to_training_position(game.position(), 0, GameResult::Draw)));
        const double engine = nnue::raw_evaluate(**network, game.position());
        worst = std::max(worst, std::abs(real * nnue::EvalScale - engine));
    });
    EXPECT_LT(worst, 20.0);
}

TEST(Plot, DrawsEveryCurve) {
    const std::string text = draw_curves("a title", {{"first", {3, 2, 1}}, {"second", {4, 4, 4}}, {"empty", {}}});
    EXPECT_TRUE(text.starts_with("<svg "));
    EXPECT_TRUE(text.ends_with("</svg>\n"));
    for (const char* const word : {"a title", "first", "second", "empty"}) {
        EXPECT_NE(text.find(word), std::string::npos) << word;
    }
    EXPECT_NE(draw_curves("", {}).find("</svg>"), std::string::npos);
    // A falling curve and a level one: as many points as values, and not the same ones.
    const auto points_of = [&](std::size_t which) {
        std::size_t at = 0;
        for (std::size_t i = 0; i <= which; ++i) { at = text.find("points=\"", at) + 8; }
        std::vector<std::pair<double, double>> points;
        std::istringstream words(text.substr(at, text.find('"', at) - at));
        double x = 0;
        double y = 0;
        for (char comma = 0; words >> x >> comma >> y;) { points.emplace_back(x, y); }
        return points;
    };
    const auto falling = points_of(0);
    const auto level = points_of(1);
    ASSERT_EQ(falling.size(), 3U) << text;
    ASSERT_EQ(level.size(), 3U) << text;
    EXPECT_LT(falling[0].first, falling[1].first);
    EXPECT_LT(falling[0].second, falling[1].second) << "down is more";
    EXPECT_LT(falling[1].second, falling[2].second);
    EXPECT_EQ(level[0].second, level[2].second);
    EXPECT_LT(level[0].second, falling[0].second);
}

}  // namespace
}  // namespace skua::lab
