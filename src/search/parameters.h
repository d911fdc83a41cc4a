// The tunable numbers of the search, each in one line: name, default, smallest, largest, step for SPSA.
//
// In an ordinary build they are compile-time constants. A build with SKUA_TUNE makes them variables of each engine,
// shown as UCI options of the same names. Numbers that matches should not choose (units, safety limits, how often the
// clock is read) are named constants where they are used.
#pragma once

#include <string_view>

// clang-format off
#define SKUA_PARAMETERS(P) \
    /* Aspiration windows: first width, wider for large scores (score squared over the divisor), growth per failure in */ \
    /* percent, plies that failing high takes off at most. */ \
    P(aspiration_width,        11,    4,    40,    3) \
    P(aspiration_growth,       45,   10,   200,   12) \
    P(aspiration_score_divisor, 16384, 4096, 65536, 3000) \
    P(aspiration_reductions,    3,    0,     6,    1) \
    /* Hindsight: the parent's reduction from which on it is corrected, the sum of evaluations that shows it timid. */ \
    P(hindsight_extend_from,    3,    1,     6,    1) \
    P(hindsight_reduce_from,    2,    1,     6,    1) \
    P(hindsight_margin,       240,   40,   400,   20) \
    /* Reverse futility pruning. */ \
    P(rfp_depth,                8,    4,    12,    1) \
    P(rfp_margin,              67,   30,   150,    8) \
    P(rfp_improving,           65,   20,   150,    8) \
    /* Razoring. */ \
    P(razor_depth,              3,    1,     6,    1) \
    P(razor_base,             300,  100,   500,   25) \
    P(razor_margin,           260,   50,   400,   25) \
    /* Null move pruning: plies less, how much evaluation above beta takes off one more (and how many at most), */ \
    /* from which depth on it is verified, and without null moves for which share of the plies. */ \
    P(nmp_reduction,            4,    2,     6,    1) \
    P(nmp_depth_divisor,        4,    2,     8,    1) \
    P(nmp_eval_divisor,       203,  100,   400,   20) \
    P(nmp_margin,             114,    0,   300,   20) \
    P(nmp_depth_margin,        15,    0,    40,    3) \
    P(nmp_verification,        14,    8,    24,    1) \
    P(nmp_verification_percent,75,   25,   100,    5) \
    P(nmp_eval_max,             3,    1,     6,    1) \
    /* ProbCut: margin above beta, plies less. */ \
    P(probcut_depth,            5,    3,     8,    1) \
    P(probcut_margin,         175,   80,   320,   16) \
    P(probcut_improving,       51,    0,   120,   10) \
    P(probcut_reduction,        4,    2,     4,    1) \
    /* Internal iterative reduction. */ \
    P(iir_depth,                4,    2,     8,    1) \
    /* Late-move pruning: quiet moves before the rest is skipped; fewer when the position is not improving. */ \
    P(lmp_base,                 3,    1,     8,    1) \
    P(lmp_divisor,              2,    1,     4,    1) \
    /* Futility pruning of quiet moves. */ \
    P(futility_depth,           9,    4,    14,    1) \
    P(futility_base,           86,   20,   250,   14) \
    P(futility_margin,         95,   30,   180,   10) \
    P(futility_history_divisor,128,  32,   512,   24) \
    /* Futility pruning of captures. */ \
    P(capture_futility_depth,   6,    3,    10,    1) \
    P(capture_futility_base,  219,   80,   400,   20) \
    P(capture_futility_margin,210,   80,   400,   20) \
    P(capture_futility_history_divisor, 64, 16, 256, 12) \
    /* History: how much of it changes the depth that single moves are pruned by, by a ply. */ \
    P(prune_history_divisor, 12000, 4000, 48000, 1500) \
    /* History pruning. */ \
    P(history_prune_depth,      5,    2,     8,    1) \
    P(history_prune_margin,  4500,  800,  8000,  350) \
    /* SEE pruning. */ \
    P(see_quiet_margin,        24,    8,    60,    4) \
    P(see_noisy_margin,        90,   30,   200,   10) \
    P(see_noisy_history_divisor, 64, 16,   256,   12) \
    /* Singular extensions: how much shallower the TT entry may be, the share of the depth for the other moves, margins. */ \
    /* Negative extensions: plies taken off where the TT score reaches beta, and in other cut nodes. */ \
    P(singular_depth,           6,    4,    10,    1) \
    P(singular_tt_depth,        3,    1,     6,    1) \
    P(singular_depth_divisor,   2,    2,     4,    1) \
    P(singular_margin,         16,    4,    48,    3) \
    P(double_margin,           16,    0,    60,    4) \
    P(double_limit,             8,    2,    20,    1) \
    P(negative_extension,       3,    1,     4,    1) \
    P(negative_cut_extension,   2,    0,     3,    1) \
    /* Late-move reductions, in 1/1024 ply. */ \
    P(lmr_quiet_base,         797,  200,  1600,   80) \
    P(lmr_quiet_divisor,      230,  140,   400,   14) \
    P(lmr_noisy_base,         400, -400,  1000,   80) \
    P(lmr_noisy_divisor,      330,  200,   500,   18) \
    P(lmr_not_improving,      700,    0,  2048,  100) \
    P(lmr_cut_node,          1600,    0,  4096,  150) \
    P(lmr_cut_no_move,       1024,    0,  3072,  150) \
    P(lmr_tt_pv,             1000,    0,  3072,  150) \
    P(lmr_pv,                 900,    0,  3072,  150) \
    P(lmr_tt_capture,         900,    0,  3072,  150) \
    P(lmr_check,              900,    0,  3072,  150) \
    P(lmr_killer,            1500,    0,  3072,  150) \
    P(lmr_cutoffs,           1300,    0,  3072,  150) \
    P(lmr_cutoff_count,         3,    0,     8,    1) \
    P(lmr_countermove_divisor,  2,    1,     8,    1) \
    P(lmr_history,           7500, 3000, 24000,  900) \
    P(lmr_noisy_history,     7000, 2000, 24000,  900) \
    P(lmr_deeper,              45,   10,   120,    8) \
    P(lmr_deeper_depth,         2,    0,     8,    1) \
    P(lmr_shallower,            8,    0,    40,    3) \
    /* Histories: bonus and malus per depth, their limits; the share of the bonus for a TT cutoff and for the move */ \
    /* that made all replies fail low; bonus per centipawn by which a quiet move changed the evaluation, its limit. */ \
    P(history_bonus,          290,   40,   500,   20) \
    P(history_bonus_offset,   250,    0,   500,   25) \
    P(history_bonus_max,     2200,  500,  4000,  180) \
    P(history_malus,          300,   40,   900,   25) \
    P(history_malus_offset,   220,    0,   500,   25) \
    P(history_malus_max,     1800,  300,  4000,  180) \
    P(history_tt_percent,      50,    0,   200,   10) \
    P(eval_history_weight,     16,    0,    60,    3) \
    P(eval_history_max,      1200,  200,  4000,  150) \
    P(history_fail_low_percent,50,    0,   200,   10) \
    /* Move ordering: captures by victim and history, the material that a well-known capture may lose, quiet moves by */ \
    /* their histories, by threats of lesser pieces, and the bonus of a safe check. */ \
    P(order_victim_weight,      7,    1,    20,    1) \
    P(order_capture_history_divisor, 10, 4, 64,    3) \
    P(order_see_divisor,       32,    8,   128,    6) \
    P(order_butterfly_weight,   1,    1,     4,    1) \
    P(order_low_ply_weight,     4,    0,    16,    1) \
    P(order_queen_threat,   12000,    0, 32768, 1500) \
    P(order_rook_threat,     9000,    0, 32768, 1500) \
    P(order_minor_threat,    6000,    0, 32768, 1500) \
    P(order_late_continuation_divisor, 2, 1, 8,    1) \
    P(order_check_bonus,    14000,    0, 32768, 1500) \
    /* Correction history: weights in 1/1024; how much a ply of depth counts, the largest single step. */ \
    P(correction_pawn,         90,    0,   300,   14) \
    P(correction_minor,        55,    0,   300,   14) \
    P(correction_non_pawn,     70,    0,   300,   14) \
    P(correction_continuation, 68,    0,   300,   14) \
    P(correction_depth_divisor, 8,    2,    32,    1) \
    P(correction_step_max,    360,   64,  1024,   40) \
    /* Quiescence. */ \
    P(qs_futility,            160,   60,   350,   16) \
    P(qs_see,                 -60, -150,    50,   10) \
    /* Time: the shares of the clock (per mille) and of the increment that a move plans with, the hard limit. In percent */ \
    /* unless said otherwise. */ \
    P(time_soft,               45,   10,    90,    3) \
    P(time_increment,          75,   30,   100,    5) \
    P(time_hard,              500,  200,   900,   40) \
    P(time_usable_percent,     70,   30,    75,    3) \
    /* Time with moves to go: the share of an equal part, the hard limit, its share of the clock (and at the last move). */ \
    P(time_moves_percent,      90,   50,   120,    4) \
    P(time_moves_hard,        400,  150,   800,   30) \
    P(time_moves_usable_percent, 60, 30,    75,    3) \
    P(time_last_move_percent,  90,   50,    95,    3) \
    /* Time scaled by confidence: the share of nodes below the best move, iterations since it changed, falling scores. */ \
    P(time_node_base,         200,  130,   310,   10) \
    P(time_node_scale,        170,   60,   300,   12) \
    P(time_node_min,           45,   20,    80,    4) \
    P(time_node_max,          220,  120,   320,   12) \
    P(time_stability_base,    120,  100,   160,    4) \
    P(time_stability,           5,    0,    10,    1) \
    P(time_stability_iterations, 8,   2,    16,    1) \
    P(time_trend_divisor,     120,   40,   400,   20) \
    P(time_trend_min,          80,   50,   100,    4) \
    P(time_trend_max,         150,  100,   250,    8)
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
