#include "server/http_client.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/parse.h"
#include "server/http.h"

namespace skua::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr timeval SendTime{10, 0};
constexpr std::size_t MaxAnswer = 1 << 20;

// The answer in these bytes; nothing while it is not complete. `is_end`: no more will come.
std::optional<ClientAnswer> parse_answer(const std::string& bytes, bool is_end) {
    const std::size_t head = bytes.find("\r\n\r\n");
    if (head == std::string::npos || bytes.size() < 12) { return std::nullopt; }
    ClientAnswer answer;
    answer.status = parse_integer<int>(std::string_view(bytes).substr(9, 3)).value_or(0);
    answer.body = bytes.substr(head + 4);
    std::string fields = bytes.substr(0, head + 2);
    for (char& c : fields) { c = to_lower(c); }
    constexpr std::string_view Length = "\r\ncontent-length:";
    const std::size_t length = fields.find(Length);
    if (answer.status == 204) { return answer; }
    if (length != std::string::npos) {
        const std::string_view rest = std::string_view(fields).substr(length + Length.size());
        const auto wanted = parse_integer<std::size_t>(trim(rest.substr(0, rest.find('\r'))));
        if (!wanted || answer.body.size() < *wanted) { return std::nullopt; }
        answer.body.resize(*wanted);
        return answer;
    }
    return is_end ? std::optional(answer) : std::nullopt;
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
    constexpr std::string_view Scheme = "http://";
    if (text.starts_with("https://")) {
        return Error{"TLS is left to a proxy: give the address of one, such as http://127.0.0.1:9000"};
    }
    const Error error{in_quotes(text) + " is not an address such as http://127.0.0.1:9000"};
    if (!text.starts_with(Scheme)) { return error; }
    text.remove_prefix(Scheme.size());
    Url url;
    const std::string_view host = text.substr(0, text.find('/'));
    url.path = text.substr(host.size());
    if (url.path.ends_with('/')) { url.path.pop_back(); }
    const std::size_t colon = host.rfind(':');
    url.host = host.substr(0, colon);
    if (colon != std::string_view::npos) {
        const auto port = parse_integer<int>(host.substr(colon + 1));
        if (!port || *port < 1 || *port > 65535) { return error; }
        url.port = *port;
    }
    if (url.host.empty()) { return error; }
    return url;
}

Result<std::unique_ptr<HttpConnection>> HttpConnection::open(const Url& url) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &hints, &found) != 0) {
        return Error{"there is no host " + in_quotes(url.host)};
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
        const int socket = ::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC, each->ai_protocol);
        if (socket < 0) { continue; }
        ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &SendTime, sizeof SendTime);
        if (::connect(socket, each->ai_addr, each->ai_addrlen) == 0) {
            return std::unique_ptr<HttpConnection>(new HttpConnection(socket, url));
        }
        ::close(socket);
    }
    return Error{"nobody answers at " + url.host + ':' + std::to_string(url.port)};
}

HttpConnection::~HttpConnection() { ::close(socket_); }

std::string HttpConnection::head(std::string_view path, std::string_view type, const std::string& framing) const {
    return "POST " + url_.path + std::string(path) + " HTTP/1.1\r\nHost: " + url_.host + ':' +
           std::to_string(url_.port) + "\r\nContent-Type: " + std::string(type) + "\r\nConnection: close\r\n" +
           framing + "\r\n\r\n";
}

bool HttpConnection::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) { return false; }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool HttpConnection::post(std::string_view path, std::string_view type, std::string_view body) {
    return send(head(path, type, "Content-Length: " + std::to_string(body.size())) + std::string(body));
}

bool HttpConnection::begin_post(std::string_view path, std::string_view type) {
    return send(head(path, type, "Transfer-Encoding: chunked"));
}

bool HttpConnection::write(std::string_view piece) { return send(piece.empty() ? LastChunk : as_chunk(piece)); }

bool HttpConnection::is_answered() const {
    pollfd wanted{socket_, POLLIN, 0};
    return ::poll(&wanted, 1, 0) > 0;
}

Result<ClientAnswer> HttpConnection::answer(std::chrono::milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    std::string bytes;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd wanted{socket_, POLLIN, 0};
        if (left <= 0 || ::poll(&wanted, 1, static_cast<int>(left)) <= 0) { return Error{"no answer came in time"}; }
        char buffer[4096];
        const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
        if (count > 0) { bytes.append(buffer, static_cast<std::size_t>(count)); }
        if (std::optional<ClientAnswer> answer = parse_answer(bytes, count <= 0)) { return *std::move(answer); }
        if (count <= 0) { return Error{"the connection ended before the answer"}; }
        if (bytes.size() > MaxAnswer) { return Error{"the answer is too large"}; }
    }
}

}  // namespace skua::server
