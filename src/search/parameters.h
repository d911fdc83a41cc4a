// Every tunable number of the search, each in one line: name, default, smallest, largest, step for SPSA.
//
// In an ordinary build they are compile-time constants. A build with SKUA_TUNE makes them variables of each engine,
// shown as UCI options of the same names.
#pragma once

#include <string_view>

// clang-format off
#define SKUA_PARAMETERS(P) \
    /* Aspiration windows: first width, growth per failure in percent. */ \
    P(aspiration_width,        11,    4,    40,    3) \
    P(aspiration_growth,       45,   10,   200,   12) \
    /* Reverse futility: so far above beta that a quiet move will not spoil it. */ \
    P(rfp_depth,                8,    4,    12,    1) \
    P(rfp_margin,              67,   30,   150,    8) \
    P(rfp_improving,           65,   20,   150,    8) \
    /* Razoring: so far below alpha that only captures can help. */ \
    P(razor_depth,              3,    1,     6,    1) \
    P(razor_base,             228,  100,   500,   25) \
    P(razor_margin,           188,   50,   400,   25) \
    /* Null move: how many plies less, how much eval above beta buys one more. */ \
    P(null_reduction,           4,    2,     6,    1) \
    P(null_depth_divisor,       4,    2,     8,    1) \
    P(null_eval_divisor,      203,  100,   400,   20) \
    P(null_margin,            114,    0,   300,   20) \
    P(null_depth_margin,       15,    0,    40,    3) \
    P(null_verification,       14,    8,    24,    1) \
    /* ProbCut: a capture that wins this much at low depth wins at full depth too. */ \
    P(probcut_depth,            5,    3,     8,    1) \
    P(probcut_margin,         175,   80,   320,   16) \
    P(probcut_improving,       51,    0,   120,   10) \
    /* Late-move pruning: quiet moves looked at before the rest is skipped. */ \
    P(lmp_base,                 3,    1,     8,    1) \
    /* Futility of quiet moves. */ \
    P(futility_depth,           9,    4,    14,    1) \
    P(futility_base,           86,   20,   250,   14) \
    P(futility_margin,         81,   30,   180,   10) \
    /* Futility of captures. */ \
    P(capture_futility_depth,   6,    3,    10,    1) \
    P(capture_futility_base,  219,   80,   400,   20) \
    P(capture_futility_margin,210,   80,   400,   20) \
    /* History pruning. */ \
    P(history_prune_depth,      5,    2,     8,    1) \
    P(history_prune_margin,  3399,  800,  8000,  350) \
    /* Pruning by exchange value. */ \
    P(see_quiet_margin,        24,    8,    60,    4) \
    P(see_noisy_margin,        90,   30,   200,   10) \
    /* Singular extensions. */ \
    P(singular_depth,           6,    4,    10,    1) \
    P(singular_margin,         16,    4,    48,    3) \
    P(double_margin,           16,    0,    60,    4) \
    P(double_limit,             8,    2,    20,    1) \
    /* Late-move reductions, in 1/1024 ply. */ \
    P(lmr_quiet_base,         797,  200,  1600,   80) \
    P(lmr_quiet_divisor,      230,  140,   400,   14) \
    P(lmr_noisy_base,         200, -400,  1000,   80) \
    P(lmr_noisy_divisor,      330,  200,   500,   18) \
    P(lmr_not_improving,      700,    0,  2048,  100) \
    P(lmr_cut_node,          1600,    0,  4096,  150) \
    P(lmr_tt_pv,             1000,    0,  3072,  150) \
    P(lmr_pv,                 900,    0,  3072,  150) \
    P(lmr_tt_capture,         900,    0,  3072,  150) \
    P(lmr_check,              900,    0,  3072,  150) \
    P(lmr_killer,            1000,    0,  3072,  150) \
    P(lmr_cutoffs,            900,    0,  3072,  150) \
    P(lmr_history,           9000, 3000, 24000,  900) \
    P(lmr_noisy_history,     7000, 2000, 24000,  900) \
    P(lmr_deeper,              45,   10,   120,    8) \
    /* Histories: bonus and malus per depth, their limits. */ \
    P(history_bonus,          170,   40,   500,   20) \
    P(history_bonus_offset,   120,    0,   500,   25) \
    P(history_bonus_max,     1600,  500,  4000,  180) \
    P(history_malus,          180,   40,   900,   25) \
    P(history_malus_offset,   100,    0,   500,   25) \
    P(history_malus_max,     1300,  300,  4000,  180) \
    /* Correction of the static evaluation: weights in 1/1024. */ \
    P(correction_pawn,        118,    0,   300,   14) \
    P(correction_minor,        73,    0,   300,   14) \
    P(correction_non_pawn,     92,    0,   300,   14) \
    P(correction_continuation, 90,    0,   300,   14) \
    /* Quiescence. */ \
    P(qs_futility,            160,   60,   350,   16) \
    P(qs_see,                 -27, -150,    50,   10) \
    /* Time: in percent or per mille of what is there. */ \
    P(time_soft,               45,   10,    90,    3) \
    P(time_increment,          75,   30,   100,    5) \
    P(time_hard,              500,  200,   900,   40) \
    P(time_node_base,         150,   80,   260,   10) \
    P(time_node_scale,        170,   60,   300,   12) \
    P(time_stability,           8,    0,    16,    1)
// clang-format on

namespace skua {

struct Parameters {
#ifdef SKUA_TUNE
#define SKUA_DECLARE(name, value, low, high, step) int name = value;
#else
#define SKUA_DECLARE(name, value, low, high, step) static constexpr int name = value;
#endif
    SKUA_PARAMETERS(SKUA_DECLARE)
#undef SKUA_DECLARE
};

// What is known of a parameter, for listings and options.
struct ParameterInfo {
    std::string_view name;
    int value;
    int low;
    int high;
    int step;
#ifdef SKUA_TUNE
    int Parameters::*member;
#endif
};

#ifdef SKUA_TUNE
#define SKUA_DESCRIBE(name, value, low, high, step) {#name, value, low, high, step, &Parameters::name},
#else
#define SKUA_DESCRIBE(name, value, low, high, step) {#name, value, low, high, step},
#endif
inline constexpr ParameterInfo ParameterTable[] = {SKUA_PARAMETERS(SKUA_DESCRIBE)};
#undef SKUA_DESCRIBE

}  // namespace skua
