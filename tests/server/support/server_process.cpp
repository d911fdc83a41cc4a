#include "server/support/server_process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "base/parse.h"

namespace skua::server {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// ---------------------------------------------------------------------- the program

TemporaryFolder::TemporaryFolder() {
    static std::atomic<int> number{0};
    path_ = fs::temp_directory_path() / ("skua_server_" + std::to_string(::getpid()) + '_' + std::to_string(number++));
    fs::remove_all(path_);
    fs::create_directories(path_);
}

Program::Program(std::vector<std::string> words) {
    static std::atomic<int> number{0};
    log_ =
        fs::temp_directory_path() / ("skua_server_log_" + std::to_string(::getpid()) + '_' + std::to_string(number++));
    int ends[2] = {-1, -1};
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
        std::vector<char*> arguments;
        for (std::string& word : words) { arguments.push_back(word.data()); }
        arguments.push_back(nullptr);
        const int log = ::open(log_.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(log, STDERR_FILENO);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    ::close(ends[1]);
    output_ = ends[0];
}

Program::~Program() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    ::close(output_);
    fs::remove(log_);
}

std::string Program::read_line() {
    std::string line;
    for (char c = 0; ::read(output_, &c, 1) == 1 && c != '\n';) { line += c; }
    return line;
}

namespace {

std::vector<std::string> server_words(std::vector<std::string> options) {
    options.insert(options.begin(), {SKUA_SERVER_BINARY, "--port", "0", "--hash", "4"});
    return options;
}

}  // namespace

ServerProcess::ServerProcess(std::vector<std::string> options) : Program(server_words(std::move(options))) {
    const std::string line = read_line();
    const std::size_t colon = line.rfind(':');
    if (colon == std::string::npos) { return; }
    port_ = parse_integer<int>(line.substr(colon + 1, line.find('/', colon) - colon - 1)).value_or(0);
}

ListeningSocket::ListeningSocket() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size);
    ::listen(socket_, 8);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
}

ListeningSocket::~ListeningSocket() { ::close(socket_); }

int ListeningSocket::accept() const { return ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC); }

void ListeningSocket::stop() const { ::shutdown(socket_, SHUT_RDWR); }

bool wait_for_port(int port, milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    while (!Connection(port).is_open()) {
        if (Clock::now() > deadline) { return false; }
        std::this_thread::sleep_for(milliseconds(20));
    }
    return true;
}

bool has_program(const std::string& name) {
    std::istringstream folders(std::string(std::getenv("PATH")) + ":/usr/sbin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (fs::exists(fs::path(folder) / name)) { return true; }
    }
    return false;
}

void Program::signal(int number) const { ::kill(pid_, number); }

std::optional<int> Program::wait_for_exit(milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    do {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = -1;
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
        std::this_thread::sleep_for(milliseconds(10));
    } while (Clock::now() < deadline);
    return std::nullopt;
}

std::string Program::log() const {
    std::ifstream file(log_);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// ---------------------------------------------------------------------- connections

Connection::Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int one = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) { close(); }
}

Connection::~Connection() { close(); }

void Connection::close() {
    if (socket_ >= 0) { ::close(socket_); }
    socket_ = -1;
}

bool Connection::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) { return false; }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

std::string Connection::receive(milliseconds timeout) {
    if (!kept_.empty()) { return std::exchange(kept_, {}); }
    pollfd wanted{socket_, POLLIN, 0};
    if (socket_ < 0 || ::poll(&wanted, 1, static_cast<int>(timeout.count())) <= 0) { return ""; }
    std::string bytes(65536, '\0');
    const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
}

std::string Connection::receive_exactly(std::size_t count, milliseconds timeout) {
    std::string bytes;
    if (count == 0) { return bytes; }
    while (bytes.size() < count) {
        const std::string more = receive(timeout);
        if (more.empty()) { return bytes; }
        bytes += more;
    }
    kept_ = bytes.substr(count);
    bytes.resize(count);
    return bytes;
}

std::string Connection::receive_until(std::string_view end, milliseconds timeout) {
    std::string bytes;
    for (;;) {
        const std::string more = receive(timeout);
        if (more.empty()) { return bytes; }
        bytes += more;
        if (const std::size_t found = bytes.find(end); found != std::string::npos) {
            kept_ = bytes.substr(found + end.size());
            bytes.resize(found + end.size());
            return bytes;
        }
    }
}

Answer Connection::receive_answer(bool has_body) {
    Answer answer;
    std::istringstream head(receive_until("\r\n\r\n"));
    std::string line;
    std::getline(head, line);
    if (line.size() < 12) { return answer; }
    answer.status = parse_integer<int>(line.substr(9, 3)).value_or(0);
    while (std::getline(head, line) && line.size() > 1) {
        std::string name = line.substr(0, line.find(':'));
        std::transform(name.begin(), name.end(), name.begin(), to_lower);
        answer.headers[name] = trim(std::string_view(line).substr(line.find(':') + 1));
    }
    if (!has_body || answer.status == 204 || answer.status == 304 || answer.status == 101) { return answer; }
    if (answer.headers.contains("content-length")) {
        answer.body = receive_exactly(*parse_integer<std::size_t>(answer.headers.at("content-length")));
    } else if (answer.headers.contains("transfer-encoding")) {
        for (;;) {
            const std::string size = receive_until("\r\n");
            const std::size_t count = size.size() < 3 ? 0 : std::stoul(size, nullptr, 16);
            answer.body += receive_exactly(count);
            receive_exactly(2);
            if (count == 0) { break; }
        }
    } else {
        for (std::string more = receive(); !more.empty(); more = receive()) { answer.body += more; }
    }
    return answer;
}

std::string request_text(std::string_view method, std::string_view target, std::string_view body,
                         const std::vector<std::string>& headers) {
    std::string text = std::string(method) + ' ' + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n";
    for (const std::string& header : headers) { text += header + "\r\n"; }
    if (!body.empty()) { text += "Content-Length: " + std::to_string(body.size()) + "\r\n"; }
    return text + "\r\n" + std::string(body);
}

Answer call(int port, std::string_view method, std::string_view target, std::string_view body,
            const std::vector<std::string>& headers) {
    Connection connection(port);
    connection.send(request_text(method, target, body, headers));
    return connection.receive_answer(method != "HEAD");
}

std::vector<nlohmann::json> events_of(const Answer& answer) {
    std::vector<nlohmann::json> events;
    std::istringstream lines(answer.body);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) { events.push_back(nlohmann::json::parse(line, nullptr, false)); }
    }
    return events;
}

std::optional<double> metric(int port, const std::string& name) {
    const std::string text = get(port, "/metrics").body;
    const std::size_t found = text.find('\n' + name + ' ');
    if (found == std::string::npos) { return std::nullopt; }
    return std::stod(text.substr(found + name.size() + 2));
}

bool wait_for_metric(int port, const std::string& name, double value, milliseconds timeout) {
    const auto deadline = Clock::now() + timeout;
    do {
        if (metric(port, name) == value) { return true; }
        std::this_thread::sleep_for(milliseconds(5));
    } while (Clock::now() < deadline);
    return false;
}

// ---------------------------------------------------------------------- WebSocket

WebSocketClient::WebSocketClient(int port, const std::vector<std::string>& headers) : connection_(port) {
    std::vector<std::string> all{"Upgrade: websocket", "Connection: Upgrade",
                                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"};
    all.insert(all.end(), headers.begin(), headers.end());
    connection_.send(request_text("GET", "/v1/ws", "", all));
    handshake_ = connection_.receive_answer();
}

bool WebSocketClient::send_frame(int opcode, std::string_view payload) {
    std::string frame(1, static_cast<char>(0x80 | opcode));
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80 | payload.size());
    } else if (payload.size() < 65536) {
        frame += static_cast<char>(0x80 | 126);
        frame += static_cast<char>(payload.size() >> 8U);
        frame += static_cast<char>(payload.size() & 255U);
    } else {
        frame += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) { frame += static_cast<char>(payload.size() >> shift & 255U); }
    }
    constexpr std::string_view Mask = "skua";
    frame += Mask;
    for (std::size_t i = 0; i < payload.size(); ++i) { frame += static_cast<char>(payload[i] ^ Mask[i % 4]); }
    return connection_.send(frame);
}

WebSocketClient::Frame WebSocketClient::receive_frame(milliseconds timeout) {
    const std::string head = connection_.receive_exactly(2, timeout);
    if (head.size() < 2) { return {}; }
    std::size_t length = static_cast<unsigned char>(head[1]) & 127U;
    if (const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0; more > 0) {
        length = 0;
        for (const char c : connection_.receive_exactly(more)) {
            length = length * 256 + static_cast<unsigned char>(c);
        }
    }
    return {head[0] & 15, connection_.receive_exactly(length)};
}

nlohmann::json WebSocketClient::receive(milliseconds timeout) {
    for (;;) {
        const Frame frame = receive_frame(timeout);
        if (frame.opcode == 9) {
            send_frame(10, frame.payload);
            continue;
        }
        return nlohmann::json::parse(frame.opcode == 1 ? frame.payload : "", nullptr, false);
    }
}

std::vector<nlohmann::json> WebSocketClient::receive_until(const std::string& event) {
    std::vector<nlohmann::json> messages;
    for (;;) {
        messages.push_back(receive());
        if (messages.back().is_discarded() || messages.back().value("event", "") == event) { return messages; }
    }
}

int WebSocketClient::receive_close() {
    for (;;) {
        const Frame frame = receive_frame(Patience);
        if (frame.opcode == 8 && frame.payload.size() >= 2) {
            return static_cast<unsigned char>(frame.payload[0]) * 256 + static_cast<unsigned char>(frame.payload[1]);
        }
        if (frame.opcode == -1 || frame.opcode == 8) { return 0; }
    }
}

}  // namespace skua::server
