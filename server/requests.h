// What clients ask for, read from JSON: every value is checked, and a wrong one is named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/game_analysis.h"
#include "chess/game.h"
#include "server/refusal.h"

namespace skua::server {

// What a client may ask for at most; /v1/info tells it.
struct Caps {
    std::uint64_t nodes = 100'000'000;
    Milliseconds move_time = 60'000;  // of every search, whatever its limits
    Depth depth = 60;
    int multipv = 10;
    int threads = 1;
    std::size_t moves = 1000;          // after the position's FEN
    std::size_t explained = 8;         // moves of one request to explain
    std::size_t body = 64 << 10;       // bytes of a request
    std::size_t games_body = 1 << 20;  // bytes of a request with games
    std::size_t games = 100;
    std::size_t plies = 1000;              // of one game
    std::uint64_t game_nodes = 5'000'000;  // for each position of a game
    Milliseconds game_move_time = 5000;
    Depth game_depth = 30;
};

struct PositionRequest {
    Game game;
    Variant variant = Variant::Standard;
};

struct SearchRequest {
    PositionRequest position;
    AnalysisSettings effort;
    int multipv = 1;
    int threads = 1;
};

struct ExplainRequest {
    PositionRequest position;
    std::vector<Move> moves;
    AnalysisSettings effort;
};

struct GamesRequest {
    std::string pgn;
    AnalysisSettings effort;
};

// One message of a WebSocket: {"op": "analyse", "id", "position", "limits"} or {"op": "stop", "id"}.
struct SocketRequest {
    bool stops = false;
    std::string id;
    SearchRequest search;  // unless it stops
};

// {"position", "limits"}
Checked<SearchRequest> parse_search(std::string_view body, const Caps& caps);
// {"position", "moves", "limits"}
Checked<ExplainRequest> parse_explain(std::string_view body, const Caps& caps);
// {"position"}
Checked<PositionRequest> parse_position(std::string_view body, const Caps& caps);
// {"pgn", "limits"}
Checked<GamesRequest> parse_games(std::string_view body, const Caps& caps);
Checked<SocketRequest> parse_message(std::string_view text, const Caps& caps);

// A text such that equal texts mean equal searches by one engine. Moves before the last
// one that can't be undone (a capture, a pawn move) don't matter and are left out.
std::string key_of(const SearchRequest& request);
std::string key_of(const ExplainRequest& request);

// {"nodes": 1000}
Json to_json(const AnalysisSettings& effort);

}  // namespace skua::server
