#include "analysis/move_quality.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace skua {

namespace {

constexpr ExpectedPoints AllPoints = 100;
// A mate lost while this much is left, or allowed when this little was left, is a smaller error.
constexpr ExpectedPoints DecidedForMistake = 7;
constexpr ExpectedPoints DecidedForInaccuracy = 2.5;
constexpr int MaxLossCentipawns = 1000;

// The constants of lichess's accuracy of a move: a * exp(-b * loss) + c, and one point for the engine's own doubt.
constexpr double AccuracyScale = 103.1668100711649;
constexpr double AccuracyDecay = 0.04354415386753951;
constexpr double AccuracyOffset = -3.166924740191411;
constexpr double AccuracyBonus = 1;
// A move is weighed by the standard deviation of the points in a window around it.
constexpr std::size_t WindowsPerGame = 10;
constexpr std::size_t SmallestWindow = 2;
constexpr std::size_t LargestWindow = 8;
constexpr double SmallestWeight = 0.5;
constexpr double LargestWeight = 12;

bool is_mate_for(const ShownScore& score, bool wins) {
    const auto* const mate = std::get_if<MateIn>(&score);
    return mate != nullptr && mate->wins == wins;
}

// By mate, or by the tablebases.
bool is_proven_for(const ShownScore& score, bool wins) {
    const auto* const win = std::get_if<TablebaseWin>(&score);
    return win != nullptr ? win->wins == wins : is_mate_for(score, wins);
}

MoveLabel by_what_is_decided(ExpectedPoints undecided) {
    if (undecided < DecidedForInaccuracy) { return MoveLabel::Inaccuracy; }
    return undecided < DecidedForMistake ? MoveLabel::Mistake : MoveLabel::Blunder;
}

int bounded_centipawns(const ShownScore& score) {
    if (const auto* const centipawns = std::get_if<Centipawns>(&score)) {
        return std::clamp(centipawns->value, -MaxLossCentipawns, MaxLossCentipawns);
    }
    return expected_points(score) > AllPoints / 2 ? MaxLossCentipawns : -MaxLossCentipawns;
}

double standard_deviation(std::span<const double> values) {
    const double count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) { squares += (value - mean) * (value - mean); }
    return std::sqrt(squares / count);
}

}  // namespace

ExpectedPoints expected_points(const Wdl& chances) { return (2 * chances.win + chances.draw) / 20.0; }

ExpectedPoints expected_points(const ShownScore& score) { return expected_points(wdl_of(score)); }

MoveLabel error_label(const ShownScore& best, const ShownScore& played) {
    const ExpectedPoints before = expected_points(best);
    const ExpectedPoints after = expected_points(played);
    if (is_mate_for(best, true) && !is_proven_for(played, true)) { return by_what_is_decided(AllPoints - after); }
    if (is_mate_for(played, false) && !is_proven_for(best, false)) { return by_what_is_decided(before); }
    const ExpectedPoints loss = before - after;
    if (loss >= BlunderLoss) { return MoveLabel::Blunder; }
    if (loss >= MistakeLoss) { return MoveLabel::Mistake; }
    return loss >= InaccuracyLoss ? MoveLabel::Inaccuracy : MoveLabel::None;
}

std::string_view name_of(MoveLabel label) {
    switch (label) {
        case MoveLabel::None: return "";
        case MoveLabel::Book: return "book";
        case MoveLabel::Forced: return "forced";
        case MoveLabel::Only: return "only";
        case MoveLabel::Best: return "best";
        case MoveLabel::Inaccuracy: return "inaccuracy";
        case MoveLabel::Mistake: return "mistake";
        case MoveLabel::Blunder: return "blunder";
    }
    return "";
}

double move_accuracy(ExpectedPoints before, ExpectedPoints after) {
    if (after >= before) { return AllPoints; }
    const double accuracy = AccuracyScale * std::exp(-AccuracyDecay * (before - after)) + AccuracyOffset;
    return std::clamp(accuracy + AccuracyBonus, 0.0, AllPoints);
}

double combined_accuracy(std::span<const WeighedMove> moves) {
    if (moves.empty()) { return AllPoints; }
    double sum = 0;
    double weights = 0;
    double reciprocals = 0;
    for (const WeighedMove& move : moves) {
        sum += move.accuracy * move.weight;
        weights += move.weight;
        // A move of accuracy 0 would make the harmonic mean 0, whatever the others were.
        reciprocals += 1 / std::max(move.accuracy, 1.0);
    }
    const double weighted = sum / weights;
    const double harmonic = static_cast<double>(moves.size()) / reciprocals;
    return (weighted + harmonic) / 2;
}

std::vector<double> move_weights(std::span<const ExpectedPoints> white_points) {
    std::vector<double> weights;
    if (white_points.size() < 2) { return weights; }
    const std::size_t moves = white_points.size() - 1;
    const std::size_t window =
        std::min(std::clamp(moves / WindowsPerGame, SmallestWindow, LargestWindow), white_points.size());
    for (std::size_t i = 0; i < moves; ++i) {
        // The first window serves all moves in it, so that every move has one that ends with it or includes it.
        const std::size_t end = std::max(i + 2, window);
        const double spread = standard_deviation(white_points.subspan(end - window, window));
        weights.push_back(std::clamp(spread, SmallestWeight, LargestWeight));
    }
    return weights;
}

int centipawn_loss(const ShownScore& best, const ShownScore& played) {
    return std::max(bounded_centipawns(best) - bounded_centipawns(played), 0);
}

}  // namespace skua
