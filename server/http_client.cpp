#include "server/http_client.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "base/parse.h"
#include "server/http.h"

namespace skua::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds ConnectTime(10);
constexpr std::chrono::seconds SendTime(10);
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
    const Error error{in_quotes(text) + " is not an address such as https://broker.example"};
    Url url;
    url.has_tls = text.starts_with("https://");
    if (!url.has_tls && !text.starts_with("http://")) { return error; }
    text.remove_prefix(url.has_tls ? 8 : 7);
    const std::string_view host = text.substr(0, text.find('/'));
    url.path = text.substr(host.size());
    if (url.path.ends_with('/')) { url.path.pop_back(); }
    const std::size_t colon = host.rfind(':');
    url.host = host.substr(0, colon);
    url.port = url.has_tls ? 443 : 80;
    if (colon != std::string_view::npos) {
        const auto port = parse_integer<int>(host.substr(colon + 1));
        if (!port || *port < 1 || *port > 65535) { return error; }
        url.port = *port;
    }
    if (url.host.empty()) { return error; }
    return url;
}

Result<std::unique_ptr<HttpConnection>> HttpConnection::open(const Url& url, const TlsTrust& trust) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &hints, &found) != 0) {
        return Error{"there is no host " + in_quotes(url.host)};
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, &::freeaddrinfo);
    for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
        const int socket = ::socket(each->ai_family, each->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (socket < 0) { continue; }
        std::unique_ptr<HttpConnection> connection(new HttpConnection(socket, url));
        if (::connect(socket, each->ai_addr, each->ai_addrlen) != 0 && errno != EINPROGRESS) { continue; }
        if (!connection->wait(Transfer::State::WantsToWrite, Clock::now() + ConnectTime)) { continue; }
        int failure = 0;
        socklen_t size = sizeof failure;
        if (::getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &size) != 0 || failure != 0) { continue; }
        if (auto error = url.has_tls ? connection->begin_tls(trust) : std::nullopt) { return *error; }
        return connection;
    }
    return Error{"nobody answers at " + url.host + ':' + std::to_string(url.port)};
}

HttpConnection::~HttpConnection() {
    tls_.reset();
    ::close(socket_);
}

std::optional<Error> HttpConnection::begin_tls(const TlsTrust& trust) {
    tls_ = std::make_unique<TlsStream>(trust, socket_, url_.host);
    const auto deadline = Clock::now() + ConnectTime;
    for (;;) {
        const Transfer transfer = tls_->shake_hands();
        if (transfer.state == Transfer::State::Done) { return std::nullopt; }
        const std::string who = url_.host + ':' + std::to_string(url_.port);
        if (transfer.state == Transfer::State::Ended) {
            return Error{"no secure connection to " + who + ": " + tls_->problem()};
        }
        if (!wait(transfer.state, deadline)) { return Error{"no secure connection to " + who + " in time"}; }
    }
}

std::string HttpConnection::head(std::string_view path, std::string_view type, const std::string& framing) const {
    const bool is_usual = url_.port == (url_.has_tls ? 443 : 80);
    return "POST " + url_.path + std::string(path) + " HTTP/1.1\r\nHost: " + url_.host +
           (is_usual ? "" : ':' + std::to_string(url_.port)) + "\r\nContent-Type: " + std::string(type) +
           "\r\nConnection: close\r\n" + framing + "\r\n\r\n";
}

bool HttpConnection::wait(Transfer::State state, Deadline deadline) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const bool writes = state == Transfer::State::WantsToWrite;
    pollfd wanted{socket_, static_cast<short>(writes ? POLLOUT : POLLIN), 0};
    return left > 0 && ::poll(&wanted, 1, static_cast<int>(left)) > 0;
}

bool HttpConnection::send(std::string_view bytes) {
    const auto deadline = Clock::now() + SendTime;
    while (!bytes.empty()) {
        Transfer transfer;
        if (tls_) {
            transfer = tls_->write(bytes);
        } else if (const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL); sent > 0) {
            transfer = {Transfer::State::Done, static_cast<std::size_t>(sent)};
        } else if (errno == EAGAIN) {
            transfer.state = Transfer::State::WantsToWrite;
        }
        if (transfer.state == Transfer::State::Ended) { return false; }
        if (transfer.state == Transfer::State::Done) {
            bytes.remove_prefix(transfer.bytes);
        } else if (!wait(transfer.state, deadline)) {
            return false;
        }
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

Transfer::State HttpConnection::receive() {
    char buffer[4096];
    while (received_.size() <= MaxAnswer) {
        Transfer transfer;
        if (tls_) {
            transfer = tls_->read(buffer, sizeof buffer);
        } else if (const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0); count > 0) {
            transfer = {Transfer::State::Done, static_cast<std::size_t>(count)};
        } else if (count < 0 && errno == EAGAIN) {
            transfer.state = Transfer::State::WantsToRead;
        }
        if (transfer.state != Transfer::State::Done) { return transfer.state; }
        received_.append(buffer, transfer.bytes);
    }
    return Transfer::State::Done;
}

bool HttpConnection::is_answered() { return receive() == Transfer::State::Ended || !received_.empty(); }

Result<ClientAnswer> HttpConnection::answer(std::chrono::milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    for (;;) {
        const Transfer::State state = receive();
        const bool is_end = state == Transfer::State::Ended;
        if (std::optional<ClientAnswer> answer = parse_answer(received_, is_end)) { return *std::move(answer); }
        if (is_end) { return Error{"the connection ended before the answer"}; }
        if (received_.size() > MaxAnswer) { return Error{"the answer is too large"}; }
        if (!wait(state, deadline)) { return Error{"no answer came in time"}; }
    }
}

}  // namespace skua::server
