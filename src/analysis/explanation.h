// An evaluation broken down into facts: plain values, which other files turn into text or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "engine/wdl.h"
#include "eval/classical/weights.h"
#include "eval/evaluators.h"

namespace skua {

// One classical term in this position: how often each side has it, and what that gives the side. In the families Danger
// and Complexity the values are units of that family, not centipawns.
struct TermBreakdown {
    std::string_view name;    // as in the code: RookOpenFile
    std::string_view phrase;  // for people
    EnumArray<Color, int> counts;
    EnumArray<Color, Bitboard> squares;  // that the term is about, such as those of the pieces
    EnumArray<Color, Pair> values;

    [[nodiscard]] Pair total() const { return values[Color::White] - values[Color::Black]; }
};

// The terms of one family that occur, and what the family adds to the evaluation, in centipawns from White's view.
struct FamilyBreakdown {
    classical::Family family{};
    Pair total;
    bool is_sum = true;  // the terms are centipawns and add up to the total
    std::vector<TermBreakdown> terms;
};

struct ClassicalBreakdown {
    std::vector<FamilyBreakdown> families;    // all that add something to the evaluation
    int phase = 0;                            // from FullPhase, all pieces, down to 0, kings and pawns
    int scale = 0;                            // share of the endgame value, in parts of classical::FullScale
    std::optional<std::string> known_ending;  // its name; then the terms do not count
    Score white = 0;                          // the result from White's view, scaled for the fifty-move rule

    // What a pair of values counts in this phase and with this scale, before the fifty-move rule.
    [[nodiscard]] Score blended(Pair value) const;
};

// The difference that a piece makes to the network's value, in centipawns from White's view.
struct PieceValue {
    Square square{};
    Piece piece{};
    Score value = 0;
};

// Why the evaluation is not the network's own value, although the network is in use.
enum class NetworkOverride : std::uint8_t { None, KnownEnding, Fortress, FiftyMoves };

struct Explanation {
    Position position;
    EvaluatorKind kind{};  // whose evaluation a search would use
    ClassicalBreakdown classical;
    std::vector<PieceValue> piece_values;  // all pieces but the kings
    // For the side to move:
    Score classical_score = 0;
    Score network_score = 0;  // the network's own value
    NetworkOverride network_override{};
    Score evaluation = 0;  // what a search would use
    Centipawns shown;      // the same on the scale that users see
    Wdl chances;           // that it stands for; certain in endings that are known to be drawn
};

// The evaluation as a chess player says it.
struct Conclusion {
    int white = 0;           // centipawns from White's view, on the scale that users see
    std::string_view words;  // "White is slightly better"
    Wdl chances;             // White's
};
Conclusion conclude(const Explanation& explanation);

Explanation explain(const Position& position, EvaluatorKind kind, const nnue::Network& network);

// One sentence; empty when the network's value counts.
std::string remark_of(const Explanation& explanation);

}  // namespace skua
