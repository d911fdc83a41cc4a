#include "report/key_moments.h"

#include <algorithm>

namespace skua {

std::vector<std::size_t> key_moments(const GameAnalysis& analysis, Color first_to_move, std::optional<Color> side,
                                     std::size_t most) {
    std::vector<std::size_t> moments;
    for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
        const Color mover = i % 2 == 0 ? first_to_move : ~first_to_move;
        if (is_error(analysis.moves[i].label) && (!side || mover == *side)) { moments.push_back(i); }
    }
    // A mate that was missed in a won game loses few points and is an error all the same.
    std::stable_sort(moments.begin(), moments.end(), [&analysis](std::size_t a, std::size_t b) {
        const MoveAnalysis& first = analysis.moves[a];
        const MoveAnalysis& second = analysis.moves[b];
        return first.label != second.label ? first.label > second.label : first.loss() > second.loss();
    });
    moments.resize(std::min(moments.size(), most));
    std::sort(moments.begin(), moments.end());
    return moments;
}

std::string_view glyph_of(MoveLabel label) {
    switch (label) {
        case MoveLabel::Inaccuracy: return "?!";
        case MoveLabel::Mistake: return "?";
        case MoveLabel::Blunder: return "??";
        default: return "";
    }
}

}  // namespace skua
