// The work of a request: searches and explanations with an engine, and their answers as JSON.
#pragma once

#include <functional>
#include <string>

#include "server/requests.h"
#include "server/scheduler.h"

namespace skua::server {

// Keeps a finished answer. Called on an engine's thread.
using Keep = std::function<void(const std::string& key, const std::string& json)>;

// Tells "info" events while it runs: {"depth", "seldepth", "nodes", "nps", "time", "hashfull", "tbhits", "lines"}, each
// line with {"move", "san", "score", "wdl", "line", "text"}. The answer has the fields of the best line, and {"fen",
// "over", "ponder", "depth", "seldepth", "nodes", "nps", "time", "capped", "lines"}. Scores and chances are White's
// view.
Work search_work(const SearchRequest& request, const Caps& caps, Keep keep);

// The same for one who wants its events soon: while it waits for an engine, a short search tells the first of them.
Work stream_work(const SearchRequest& request, const Caps& caps, Keep keep);

// The answer is what `skua explain --json` writes.
Work explain_work(const ExplainRequest& request, Keep keep);

}  // namespace skua::server
