// Requests and answers of HTTP as the service sees them: nothing here knows sockets.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/refusal.h"

namespace skua::server {

struct Request {
    std::string method;
    std::string path;                            // without the query, percent signs decoded
    std::map<std::string, std::string> query;    // decoded
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;
    std::string remote;  // the address of the other end
    std::string id;      // by which logs and answers name it
    std::string client;  // whose share of the machine it takes; set once the request is let in

    // Empty when it is missing.
    [[nodiscard]] std::string_view header(const std::string& name) const;
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Response {
    int status = 200;
    std::string type = "application/json";
    // Shared, because files of the page are sent many times.
    std::shared_ptr<const std::string> body = std::make_shared<const std::string>();
    Headers headers = {};
};

Response json_response(int status, const std::string& text);
// {"error": {...}, "request_id"}
Response refusal_response(const Refusal& refusal, const std::string& request_id);

// The way back to the client of one request. All calls are made on the network's thread.
class Exchange {
public:
    virtual ~Exchange() = default;

    // Either the whole answer,
    virtual void reply(Response response) = 0;
    // or one that comes in pieces: its head (whose body is not used), any number of pieces, its end.
    virtual void begin(const Response& head) = 0;
    // A piece that can be dropped is left out when the client reads too slowly and a newer one has come.
    virtual void write(std::string piece, bool can_be_dropped) = 0;
    virtual void end() = 0;
    // Called once if the client leaves before the answer is complete.
    virtual void on_gone(std::function<void()> handler) = 0;
};

// "Not Found"; empty for a status that this service does not use.
std::string_view reason_of(int status);

// The text before the body. `length` is nothing for an answer in pieces, which are then written by as_chunk.
std::string head_text(const Response& response, const Headers& more, bool is_chunked, bool keep_alive);
std::string as_chunk(std::string_view piece);
inline constexpr std::string_view LastChunk = "0\r\n\r\n";

struct Target {
    std::string path;
    std::map<std::string, std::string> query;
};
// Splits and decodes what follows the method in the first line. The Refusal is a 400.
Checked<Target> parse_target(std::string_view target);

}  // namespace skua::server
