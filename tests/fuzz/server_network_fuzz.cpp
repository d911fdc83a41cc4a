// Bytes of strangers on the wire: as HTTP, or as frames of a WebSocket. Whatever they are, the server goes on.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <sstream>
#include <thread>

#include "fuzz/fuzz_support.h"
#include "server/http_server.h"

namespace {

using namespace skua::server;

constexpr std::size_t Limit = 1000;

// Says back what it is told.
class Echo : public Application {
public:
    void handle(Request request, std::shared_ptr<Exchange> exchange) override {
        skua::require(request.body.size() <= body_limit(request.path));
        if (request.method != "POST") { return exchange->reply(json_response(200, "{}")); }
        Response head;
        exchange->begin(head);
        exchange->write(request.body, true);
        exchange->write(request.path, true);
        exchange->end();
    }
    Checked<std::shared_ptr<SocketHandler>> open_socket(Request&, SocketHandler::Send send) override {
        class Handler : public SocketHandler {
        public:
            explicit Handler(Send send) : send_(std::move(send)) {}
            void receive(std::string_view text) override {
                skua::require(text.size() <= Limit && !is_closed_);
                send_(std::string(text), text.size() % 2 == 0 ? "key" : "");
            }
            void close() override { is_closed_ = true; }

        private:
            Send send_;
            bool is_closed_ = false;
        };
        return std::shared_ptr<SocketHandler>(std::make_shared<Handler>(std::move(send)));
    }
    [[nodiscard]] std::size_t body_limit(std::string_view) const override { return Limit; }
    void tick() override {}
    void drain() override {}
    void cancel() override {}
    [[nodiscard]] bool is_idle() const override { return true; }
};

// It runs as long as the program, and is never destroyed.
int port() {
    static const int Port = [] {
        static auto& lines = *new std::ostringstream;
        static auto& log = *new Log(lines);
        static auto& metrics = *new Metrics;
        static auto& application = *new Echo;
        static auto& server = *new HttpServer({"127.0.0.1", 0}, metrics, log);
        skua::require(!server.listen());
        std::thread([] { server.run(application); }).detach();
        return server.port();
    }();
    return Port;
}

constexpr std::string_view Handshake =
    "GET /v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

constexpr int Silence = 20;  // milliseconds

// Adds what comes, until the end of a head or until silence.
void listen(int socket, std::string& answer, bool to_the_end_of_a_head) {
    char bytes[4096];
    for (pollfd wanted{socket, POLLIN, 0}; ::poll(&wanted, 1, to_the_end_of_a_head ? -1 : Silence) > 0;) {
        const ssize_t count = ::recv(socket, bytes, sizeof bytes, 0);
        if (count <= 0) { return; }
        answer.append(bytes, static_cast<std::size_t>(count));
        if (to_the_end_of_a_head && answer.find("\r\n\r\n") != std::string::npos) { return; }
    }
}

// What the server answers until it is silent. Bytes after a handshake are sent when that is answered.
std::string talk(std::string_view handshake, std::string_view text) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    skua::require(::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    std::string answer;
    if (!handshake.empty()) {
        ::send(socket, handshake.data(), handshake.size(), MSG_NOSIGNAL);
        listen(socket, answer, true);
    }
    ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    ::shutdown(socket, SHUT_WR);
    listen(socket, answer, false);
    // At once, so that no port is kept for a while.
    const linger at_once{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    ::close(socket);
    return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) { return 0; }
    const std::string_view text = skua::text_of(data + 1, size - 1);
    const bool is_socket = data[0] % 2 == 1;
    const std::string answer = is_socket ? talk(Handshake, text) : talk("", text);
    if (is_socket) { skua::require(answer.starts_with("HTTP/1.1 101 ")); }
    skua::require(answer.empty() || answer.starts_with("HTTP/1.1 "));
    static int inputs = 0;
    constexpr int Often = 1000;
    if (++inputs % Often == 0) {
        skua::require(talk("", "POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi")
                          .starts_with("HTTP/1.1 200 "));
    }
    return 0;
}
