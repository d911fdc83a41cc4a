// What tablebases say of a move: a win, a draw or a loss that is certain.
#pragma once

#include "analysis/reason.h"
#include "tablebase/tables.h"

namespace skua {

// What the move does, if it is best or throws something away, and what the better move would have done. Empty where the
// tables don't know the position.
Reasons find_tablebase_reasons(const tablebase::Tables& tables, bool fifty_move_rule, const ExplainedMove& explained);

// What the tables prove of a good move: that it puts the opponent in zugzwang, or that it trades into an ending that is
// won, or into a drawn one where it is the only good move.
Reasons find_tablebase_merits(const tablebase::Tables& tables, bool fifty_move_rule, const ExplainedMove& explained);

}  // namespace skua
