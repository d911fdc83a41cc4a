// The lines that UCI prescribes.
#pragma once

#include <string>

#include "chess/position.h"
#include "engine/options.h"
#include "engine/report.h"

namespace skua {

// "cp 13" or "mate -2".
std::string format_score(const ShownScore& score);
std::string format_info(const Report& report, Variant variant, bool show_wdl);
std::string format_current_move(const CurrentMove& current, Variant variant);
std::string format_best_move(const BestMove& best, Variant variant);
std::string format_option(const Option& option);

}  // namespace skua
