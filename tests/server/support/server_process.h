// The real service on a free port, and clients for it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skua::server {

using std::chrono::milliseconds;

// A length of time that no healthy program needs, even on a busy machine.
inline constexpr milliseconds Patience{60'000};

// A program in the background, which is killed when the object is destroyed.
class Program {
public:
    // The first word is its path, or its name if it is in the PATH.
    explicit Program(std::vector<std::string> words);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    // The next line of its standard output; empty at the end.
    std::string read_line();
    void signal(int number) const;
    [[nodiscard]] pid_t pid() const { return pid_; }
    // The exit code; nothing when it does not end in time. -1 when it was killed.
    std::optional<int> wait_for_exit(milliseconds timeout = Patience);
    // What it wrote to its standard error so far.
    [[nodiscard]] std::string log() const;

private:
    pid_t pid_ = -1;
    int output_ = -1;
    std::filesystem::path log_;
};

// skua-server on a free port of 127.0.0.1, with these further options.
class ServerProcess : public Program {
public:
    explicit ServerProcess(std::vector<std::string> options = {"--no-store"});
    [[nodiscard]] int port() const { return port_; }

private:
    int port_ = 0;
};

// A socket that listens on a free port of 127.0.0.1.
class ListeningSocket {
public:
    ListeningSocket();
    ListeningSocket(const ListeningSocket&) = delete;
    ListeningSocket& operator=(const ListeningSocket&) = delete;
    ~ListeningSocket();

    [[nodiscard]] int port() const { return port_; }
    // The socket of the next client, which is the caller's to close; -1 after stop().
    [[nodiscard]] int accept() const;
    // Wakes the thread that waits in accept().
    void stop() const;

private:
    int socket_;
    int port_ = 0;
};

// A port that nobody uses now.
inline int free_port() { return ListeningSocket().port(); }
// Is there somebody who listens, sooner or later?
bool wait_for_port(int port, milliseconds timeout = Patience);
// Is this program installed?
bool has_program(const std::string& name);

struct Answer {
    int status = 0;                              // 0: the connection ended without an answer
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;

    [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
};

// A connection of TCP.
class Connection {
public:
    // To a server on 127.0.0.1.
    explicit Connection(int port);
    // Of a socket that is connected.
    static std::unique_ptr<Connection> adopt(int socket) {
        return std::unique_ptr<Connection>(new Connection(socket, true));
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    [[nodiscard]] bool is_open() const { return socket_ >= 0; }
    [[nodiscard]] int socket() const { return socket_; }
    // False when the other end is gone.
    bool send(std::string_view bytes);
    // As much as there is, at least one byte; empty at the end, or when the time is over.
    std::string receive(milliseconds timeout = Patience);
    // Exactly these many bytes, or all up to the end.
    std::string receive_exactly(std::size_t count, milliseconds timeout = Patience);
    // Up to and with this text; what follows is kept for the next call.
    std::string receive_until(std::string_view end, milliseconds timeout = Patience);
    Answer receive_answer(bool has_body = true);
    void close();

private:
    Connection(int socket, bool) : socket_(socket) {}

    int socket_ = -1;
    std::string kept_;
};

std::string request_text(std::string_view method, std::string_view target, std::string_view body = "",
                         const std::vector<std::string>& headers = {});

// One request on a connection of its own.
Answer call(int port, std::string_view method, std::string_view target, std::string_view body = "",
            const std::vector<std::string>& headers = {});
inline Answer get(int port, std::string_view target) { return call(port, "GET", target); }
inline Answer post(int port, std::string_view target, std::string_view body) {
    return call(port, "POST", target, body);
}

// The lines of an answer in pieces, as objects.
std::vector<nlohmann::json> events_of(const Answer& answer);

// The value of a metric without labels; nothing if there is none.
std::optional<double> metric(int port, const std::string& name);
// Waits until a metric has this value.
bool wait_for_metric(int port, const std::string& name, double value, milliseconds timeout = Patience);

// A client of RFC 6455.
class WebSocketClient {
public:
    explicit WebSocketClient(int port, const std::vector<std::string>& headers = {});

    [[nodiscard]] int status() const { return handshake_.status; }  // 101 when it is open
    // False when the other end is gone.
    bool send(const std::string& text) { return send_frame(1, text); }
    bool send_frame(int opcode, std::string_view payload);
    void send_bytes(std::string_view bytes) { connection_.send(bytes); }
    // The next message; discarded when there is none in time. Pings are answered.
    nlohmann::json receive(milliseconds timeout = Patience);
    // Messages up to one with this event.
    std::vector<nlohmann::json> receive_until(const std::string& event);
    // The code of the close frame that comes next, after any messages; 0 without one.
    int receive_close();
    void close() { connection_.close(); }

private:
    struct Frame {
        int opcode = -1;
        std::string payload;
    };
    Frame receive_frame(milliseconds timeout);

    Connection connection_;
    Answer handshake_;
};

// A folder that is gone with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    [[nodiscard]] std::string path(const std::string& name = "") const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

}  // namespace skua::server
