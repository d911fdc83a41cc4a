// The lines UCI wants to see.
#pragma once

#include <string>

#include "engine/options.h"
#include "search/report.h"

namespace skua {

// "cp 13" or "mate -2".
std::string format_score(Score score);
std::string format_info(const SearchInfo& info, Variant variant, bool show_wdl);
std::string format_current_move(const CurrentMove& current, Variant variant);
std::string format_best_move(const SearchResult& result, Variant variant);
std::string format_option(const Option& option);

}  // namespace skua
