// The analysis of a game written into the game: glyphs, comments and lines, as PGN readers understand them.
#pragma once

#include <optional>
#include <string>

#include "analysis/game_analysis.h"
#include "chess/pgn.h"

namespace skua {

// "0.35" in pawns, "#3" and "#-3" for mates, as %eval has them: always White's view. Tablebase wins are large numbers
// of pawns.
std::string eval_text(const ShownScore& score, Color side_to_move);

struct AnnotationSettings {
    std::optional<Color> side;  // only moves of this side are commented on
    std::string remark;         // a sentence at the end of the game
};

// Adds to each move its evaluation, to errors a glyph, a sentence and the best line, and to all what is said of
// them. Removes what an earlier
// annotation added, and keeps everything that other people wrote. Sets the tag Annotator, and ECO and Opening where
// they are missing.
void annotate(PgnGame& game, const GameAnalysis& analysis, const AnnotationSettings& settings = {});

// Removes what annotate() adds to the moves.
void remove_annotation(PgnGame& game);

}  // namespace skua
