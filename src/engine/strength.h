// How weak the engine plays when it is asked to.
#pragma once

#include <optional>

#include "chess/position.h"
#include "search/settings.h"

namespace skua {

inline constexpr int MaxSkillLevel = 20;
inline constexpr int LowestElo = 1000;
inline constexpr int HighestElo = 3000;

// Values of the options for strength.
struct Strength {
    int skill_level = MaxSkillLevel;
    bool limit_elo = false;  // then `elo` counts and the skill level does not
    int elo = HighestElo;
};

// Nothing at full strength.
std::optional<StrengthLimit> strength_limit(const Strength& strength, const Position& position);

}  // namespace skua
