// A small client of HTTP, for brokers: one request on each connection, with time limits.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/tls.h"

namespace skua::server {

struct Url {
    std::string host;
    int port = 80;
    std::string path;      // what all paths begin with; without a slash at its end
    bool has_tls = false;  // https
};
// "https://host:port/path". The port is optional.
Result<Url> parse_url(std::string_view text);

struct ClientAnswer {
    int status = 0;
    std::string body;
};

class HttpConnection {
public:
    // The Error says why nobody is reached, or why the other end is not to be trusted.
    static Result<std::unique_ptr<HttpConnection>> open(const Url& url, const TlsTrust& trust);
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;
    ~HttpConnection();

    // Sends a whole request.
    bool post(std::string_view path, std::string_view type, std::string_view body);
    // Begins a request whose body is written piece by piece; the last piece is empty.
    bool begin_post(std::string_view path, std::string_view type);
    bool write(std::string_view piece);
    // Has the other end answered, or gone?
    [[nodiscard]] bool is_answered();
    // Waits for the answer, at most this long.
    Result<ClientAnswer> answer(std::chrono::milliseconds timeout);

private:
    using Deadline = std::chrono::steady_clock::time_point;

    HttpConnection(int socket, Url url) : socket_(socket), url_(std::move(url)) {}
    [[nodiscard]] std::string head(std::string_view path, std::string_view type, const std::string& framing) const;
    // The reason of a handshake that failed; nothing when all is well.
    [[nodiscard]] std::optional<Error> begin_tls(const TlsTrust& trust);
    bool send(std::string_view bytes);
    // Takes what has come so far, and says what it waits for.
    Transfer::State receive();
    // Waits until the socket is ready for that.
    [[nodiscard]] bool wait(Transfer::State state, Deadline deadline) const;

    int socket_;
    Url url_;
    std::unique_ptr<TlsStream> tls_;  // null: the bytes are not encrypted
    std::string received_;
};

}  // namespace skua::server
