#include "engine/strength.h"

#include <cmath>

namespace skua {

namespace {

// The weakest player searches this many nodes; their number doubles this often on the way to full strength.
constexpr double FewestNodes = 60.0;
constexpr double Doublings = 11.0;
// The weakest player misjudges moves by up to this many centipawns; the error falls faster than the strength rises.
constexpr double MostNoise = 250.0;
constexpr double NoiseExponent = 1.5;
// Against a king without pieces even the weakest player searches this many nodes and misjudges nothing: beginners know
// how to mate with a rook.
constexpr StrengthLimit AgainstBareKing{50000, 0};

// From 0, the weakest, to 1, full strength. Elo is mapped linearly. No games have been played to fit this curve, so
// UCI_Elo orders the levels but is not a rating that was measured.
double fraction_of_full(const Strength& strength) {
    if (strength.limit_elo) { return static_cast<double>(strength.elo - LowestElo) / (HighestElo - LowestElo); }
    return static_cast<double>(strength.skill_level) / MaxSkillLevel;
}

}  // namespace

std::optional<StrengthLimit> strength_limit(const Strength& strength, const Position& position) {
    const double fraction = fraction_of_full(strength);
    if (fraction >= 1.0) { return std::nullopt; }
    if (position.pieces(~position.side_to_move()).count() == 1) { return AgainstBareKing; }
    StrengthLimit limit;
    limit.nodes = static_cast<std::uint64_t>(FewestNodes * std::pow(2.0, Doublings * fraction));
    limit.noise = static_cast<int>(MostNoise * std::pow(1.0 - fraction, NoiseExponent));
    return limit;
}

}  // namespace skua
