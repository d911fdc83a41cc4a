#include "server/requests.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/parse.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "chess/uci_move.h"

namespace skua::server {

namespace {

using Value = nlohmann::json;

constexpr Milliseconds DefaultMoveTime = 1000;
constexpr std::size_t MaxFen = 200;
constexpr std::size_t MaxMoveText = 12;
constexpr std::size_t MaxId = 64;

// Reads the members of one object. The first problem is kept, and everything after it reads as missing.
class Members {
public:
    Members(const Value& object, std::string path, std::optional<Refusal>& problem)
        : object_(object), path_(std::move(path)), problem_(problem) {
        if (!object_.is_object()) { refuse("", "must be an object"); }
    }

    // Null if it is missing.
    const Value* find(const std::string& name) {
        known_.insert(name);
        if (problem_ || !object_.is_object()) { return nullptr; }
        const auto found = object_.find(name);
        return found == object_.end() ? nullptr : &*found;
    }

    std::optional<std::int64_t> integer(const std::string& name, std::int64_t low, std::int64_t high) {
        const Value* const value = find(name);
        if (value == nullptr) { return std::nullopt; }
        const bool fits = value->is_number_integer() &&
                          (!value->is_number_unsigned() || value->get<std::uint64_t>() <= INT64_MAX) &&
                          value->get<std::int64_t>() >= low && value->get<std::int64_t>() <= high;
        if (fits) { return value->get<std::int64_t>(); }
        refuse(name, "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
        return std::nullopt;
    }

    std::optional<std::string> text(const std::string& name, std::size_t most) {
        const Value* const value = find(name);
        if (value == nullptr) { return std::nullopt; }
        if (value->is_string() && value->get_ref<const std::string&>().size() <= most) {
            return value->get<std::string>();
        }
        refuse(name, "must be a text of at most " + std::to_string(most) + " bytes");
        return std::nullopt;
    }

    bool flag(const std::string& name) {
        const Value* const value = find(name);
        if (value == nullptr) { return false; }
        if (!value->is_boolean()) {
            refuse(name, "must be true or false");
            return false;
        }
        return value->get<bool>();
    }

    // The texts of an array; none if it is missing.
    std::vector<std::string> texts(const std::string& name, std::size_t most, std::size_t most_bytes) {
        const Value* const value = find(name);
        std::vector<std::string> result;
        if (value == nullptr) { return result; }
        if (!value->is_array() || value->size() > most) {
            refuse(name, "must be an array of at most " + std::to_string(most) + " moves");
            return {};
        }
        for (const Value& each : *value) {
            if (!each.is_string() || each.get_ref<const std::string&>().size() > most_bytes) {
                refuse(name + '[' + std::to_string(result.size()) + ']', "must be a move");
                return {};
            }
            result.push_back(each.get<std::string>());
        }
        return result;
    }

    // Refuses members that nobody asked for.
    void finish() {
        if (problem_ || !object_.is_object()) { return; }
        for (const auto& [name, value] : object_.items()) {
            if (!known_.contains(name)) { return refuse(printable(name), "is not a member that this request has"); }
        }
    }

    void refuse(const std::string& name, const std::string& what) {
        if (problem_) { return; }
        std::string field = path_;
        if (!name.empty()) { field += (field.empty() ? "" : ".") + name; }
        problem_ = Refusal{422, "bad_field", (field.empty() ? "the request" : field) + ' ' + what, field};
    }

    [[nodiscard]] std::string path_of(const std::string& name) const {
        return path_.empty() ? name : path_ + '.' + name;
    }

private:
    // A name of a stranger, fit to be repeated.
    static std::string printable(const std::string& name) {
        const std::string quoted = in_quotes(name, 40);
        return quoted.substr(1, quoted.size() - 2);
    }

    const Value& object_;
    std::string path_;
    std::optional<Refusal>& problem_;
    std::set<std::string> known_;
};

// A move as UCI or SAN writes it.
Result<Move> parse_move(const Position& position, const std::string& text) {
    if (Result<Move> move = parse_uci_move(position, text)) { return move; }
    return parse_san(position, text);
}

// Plays them in turn, or refuses the first that is not legal.
void play_moves(Game& game, const std::vector<std::string>& moves, Members& members, const std::string& name) {
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Result<Move> move = parse_move(game.position(), moves[i]);
        if (!move) { return members.refuse(name + '[' + std::to_string(i) + ']', "can't be played: " + move.error()); }
        game.play(*move);
    }
}

void read_fen(const std::string& fen, PositionRequest& request, Members& members) {
    const Result<FenReading> reading = parse_fen(fen, request.variant);
    if (!reading) { return members.refuse("fen", "is not a position: " + reading.error()); }
    if (!reading->chess960_rights.empty()) {
        return members.refuse(
            "fen", "has castling rights of Chess960 (" + reading->chess960_rights + "), which need \"chess960\": true");
    }
    request.game = Game(reading->position);
}

PositionRequest read_position(Members& parent, const Caps& caps, std::optional<Refusal>& problem) {
    PositionRequest request;
    const Value* const value = parent.find("position");
    if (value == nullptr) {
        parent.refuse("position", "is missing: give {\"startpos\": true} or {\"fen\": \"...\"}");
        return request;
    }
    Members members(*value, parent.path_of("position"), problem);
    if (members.flag("chess960")) { request.variant = Variant::Chess960; }
    const auto fen = members.text("fen", MaxFen);
    const bool startpos = members.flag("startpos");
    const std::vector<std::string> moves = members.texts("moves", caps.moves, MaxMoveText);
    members.finish();
    if (fen.has_value() == startpos) { members.refuse("", "needs either \"fen\" or \"startpos\": true"); }
    if (!problem && fen) { read_fen(*fen, request, members); }
    if (!problem) { play_moves(request.game, moves, members, "moves"); }
    return request;
}

struct EffortCaps {
    std::uint64_t nodes;
    Milliseconds move_time;
    Depth depth;
};

// Exactly one of the three.
AnalysisSettings read_effort(Members& members, const EffortCaps& caps) {
    AnalysisSettings effort;
    effort.nodes.reset();
    if (const auto nodes = members.integer("nodes", 1, static_cast<std::int64_t>(caps.nodes))) {
        effort.nodes = static_cast<std::uint64_t>(*nodes);
    }
    effort.move_time = members.integer("movetime", 1, caps.move_time);
    if (const auto depth = members.integer("depth", 1, caps.depth)) { effort.depth = static_cast<Depth>(*depth); }
    const int given = (effort.nodes ? 1 : 0) + (effort.move_time ? 1 : 0) + (effort.depth ? 1 : 0);
    if (given != 1) { members.refuse("", "needs exactly one of \"nodes\", \"movetime\" and \"depth\""); }
    return effort;
}

AnalysisSettings by_time(Milliseconds time) {
    AnalysisSettings effort;
    effort.nodes.reset();
    effort.move_time = time;
    return effort;
}

SearchRequest read_search(Members& members, const Caps& caps, std::optional<Refusal>& problem) {
    SearchRequest request;
    request.position = read_position(members, caps, problem);
    request.effort = by_time(std::min(DefaultMoveTime, caps.move_time));
    if (const Value* const value = members.find("limits")) {
        Members limits(*value, members.path_of("limits"), problem);
        request.effort = read_effort(limits, {caps.nodes, caps.move_time, caps.depth});
        request.multipv = static_cast<int>(limits.integer("multipv", 1, caps.multipv).value_or(1));
        request.threads = static_cast<int>(limits.integer("threads", 1, caps.threads).value_or(1));
        limits.finish();
    }
    return request;
}

// The limits of an analysed or explained move; what is not given stays.
void read_game_limits(Members& members, const Caps& caps, std::optional<Refusal>& problem, AnalysisSettings& effort) {
    const Value* const value = members.find("limits");
    if (value == nullptr) { return; }
    Members limits(*value, "limits", problem);
    effort = read_effort(limits, {caps.game_nodes, caps.game_move_time, caps.game_depth});
    limits.finish();
}

// No request nests deeper; the parser should not be asked to.
constexpr int MaxNesting = 8;

bool nests_too_deep(std::string_view text) {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                in_text = false;
            }
        } else if (c == '"') {
            in_text = true;
        } else if (c == '[' || c == '{') {
            if (++depth > MaxNesting) { return true; }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

// Parses the text and lets `read` take its members.
template <typename Request, typename Read>
Checked<Request> parse(std::string_view text, Read read) {
    if (nests_too_deep(text)) { return Refusal{400, "bad_json", "the request nests too deep"}; }
    const Value value = Value::parse(text, nullptr, false);
    if (value.is_discarded()) { return Refusal{400, "bad_json", "the request is not valid JSON"}; }
    if (!value.is_object()) { return Refusal{400, "bad_json", "the request is not a JSON object"}; }
    std::optional<Refusal> problem;
    Members members(value, "", problem);
    Request request = read(members, problem);
    members.finish();
    if (problem) { return *problem; }
    return request;
}

std::string position_key(const PositionRequest& request) {
    const Game& game = request.game;
    const int back = std::min(game.ply(), game.position().halfmove_clock());
    std::string key = to_fen(game.position_before(back));
    for (std::size_t i = game.moves().size() - static_cast<std::size_t>(back); i < game.moves().size(); ++i) {
        key += ' ' + to_uci(game.moves()[i], Variant::Chess960);
    }
    return key + (request.variant == Variant::Chess960 ? " chess960" : "");
}

}  // namespace

Checked<SearchRequest> parse_search(std::string_view body, const Caps& caps) {
    return parse<SearchRequest>(body,
                                [&](Members& members, auto& problem) { return read_search(members, caps, problem); });
}

Checked<ExplainRequest> parse_explain(std::string_view body, const Caps& caps) {
    return parse<ExplainRequest>(body, [&](Members& members, auto& problem) {
        ExplainRequest request;
        request.position = read_position(members, caps, problem);
        const std::vector<std::string> moves = members.texts("moves", caps.explained, MaxMoveText);
        for (std::size_t i = 0; i < moves.size() && !problem; ++i) {
            const Result<Move> move = parse_move(request.position.game.position(), moves[i]);
            if (!move) {
                members.refuse("moves[" + std::to_string(i) + ']', "can't be played: " + move.error());
            } else {
                request.moves.push_back(*move);
            }
        }
        read_game_limits(members, caps, problem, request.effort);
        return request;
    });
}

Checked<PositionRequest> parse_position(std::string_view body, const Caps& caps) {
    return parse<PositionRequest>(
        body, [&](Members& members, auto& problem) { return read_position(members, caps, problem); });
}

Checked<GamesRequest> parse_games(std::string_view body, const Caps& caps) {
    return parse<GamesRequest>(body, [&](Members& members, auto& problem) {
        GamesRequest request;
        if (const auto pgn = members.text("pgn", caps.games_body)) {
            request.pgn = *pgn;
        } else {
            members.refuse("pgn", "is missing");
        }
        read_game_limits(members, caps, problem, request.effort);
        return request;
    });
}

Checked<SocketRequest> parse_message(std::string_view text, const Caps& caps) {
    return parse<SocketRequest>(text, [&](Members& members, auto& problem) {
        SocketRequest request;
        request.id = members.text("id", MaxId).value_or("");
        const std::string op = members.text("op", MaxId).value_or("");
        request.stops = op == "stop";
        if (request.stops) { return request; }
        if (op != "analyse") {
            members.refuse("op", "must be \"analyse\" or \"stop\"");
            return request;
        }
        request.search = read_search(members, caps, problem);
        return request;
    });
}

Json to_json(const AnalysisSettings& effort) {
    Json json = Json::object();
    if (effort.nodes) { json.add("nodes", *effort.nodes); }
    if (effort.move_time) { json.add("movetime", *effort.move_time); }
    if (effort.depth) { json.add("depth", *effort.depth); }
    return json;
}

std::string key_of(const SearchRequest& request) {
    return "search " + position_key(request.position) + ' ' + to_json(request.effort).text() + " multipv " +
           std::to_string(request.multipv) + " threads " + std::to_string(request.threads);
}

std::string key_of(const ExplainRequest& request) {
    std::string key = "explain " + position_key(request.position) + ' ' + to_json(request.effort).text();
    for (const Move move : request.moves) { key += ' ' + to_uci(move, Variant::Chess960); }
    return key;
}

}  // namespace skua::server
