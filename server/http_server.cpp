#include "server/http_server.h"

#include <algorithm>
#include <array>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <csignal>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "base/parse.h"

namespace skua::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::seconds;

constexpr std::uint32_t MaxHeader = 16 << 10;
constexpr std::size_t ReadAhead = 4096;
constexpr std::size_t MaxSocketQueue = 256;
constexpr seconds HeaderTime(10);
constexpr seconds BodyTime(30);
constexpr seconds IdleTime(75);
constexpr seconds WriteTime(30);
constexpr seconds LingerTime(2);
constexpr std::chrono::milliseconds TickTime(100);

// Did the connection end, rather than the request be wrong?
bool is_end(error_code error) {
    return error == http::error::partial_message || error == http::error::end_of_stream ||
           (error && error.category() == boost::system::system_category());
}

class HttpSession;
class SocketSession;

// What sessions share. It outlives them.
struct Shared {
    Application* application = nullptr;
    Metrics& metrics;
    Log& log;
    std::set<HttpSession*> sessions;
    std::set<SocketSession*> sockets;
    bool is_draining = false;

    void note_counts() const {
        metrics.set(Metric::Connections, static_cast<double>(sessions.size() + sockets.size()));
        metrics.set(Metric::Sockets, static_cast<double>(sockets.size()));
    }
};

// ---------------------------------------------------------------------- WebSocket

class SocketSession : public std::enable_shared_from_this<SocketSession> {
public:
    SocketSession(tcp::socket socket, Shared& shared, std::size_t max_message)
        : stream_(std::move(socket)), shared_(shared) {
        stream_.set_option(websocket::stream_base::timeout{HeaderTime, IdleTime, true});
        stream_.read_message_max(max_message);
        shared_.sockets.insert(this);
        shared_.note_counts();
    }
    SocketSession(const SocketSession&) = delete;
    SocketSession& operator=(const SocketSession&) = delete;
    ~SocketSession() {
        shared_.sockets.erase(this);
        shared_.note_counts();
    }

    void start(const http::request<http::string_body>& request, std::shared_ptr<SocketHandler> handler) {
        handler_ = std::move(handler);
        stream_.async_accept(request, [self = shared_from_this()](error_code error) {
            if (error) { return self->end(); }
            self->read();
        });
    }

    void send(std::string text, const std::string& drop_key) {
        if (is_ended_) { return; }
        if (!drop_key.empty()) {
            // The first of the queue is on its way already.
            for (std::size_t i = 1; i < queue_.size(); ++i) {
                if (queue_[i].drop_key == drop_key) {
                    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
                    break;
                }
            }
        }
        if (queue_.size() >= MaxSocketQueue) { return abort(); }
        queue_.push_back({std::move(text), drop_key});
        if (queue_.size() == 1) { write(); }
    }

    // Says good-bye to the client.
    void close() {
        if (is_ended_) { return; }
        handler_->close();
        stream_.async_close(websocket::close_code::going_away,
                            [self = shared_from_this()](error_code) { self->end(); });
    }
    // Nothing more is sent.
    void forget() {
        is_ended_ = true;
        handler_->close();
    }
    void abort() {
        error_code ignored;
        stream_.next_layer().close(ignored);
    }

private:
    struct Message {
        std::string text;
        std::string drop_key;
    };

    void read() {
        stream_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
            if (error) { return self->end(); }
            const auto data = self->buffer_.cdata();
            self->handler_->receive({static_cast<const char*>(data.data()), data.size()});
            self->buffer_.consume(self->buffer_.size());
            self->read();
        });
    }
    void write() {
        stream_.text(true);
        stream_.async_write(asio::buffer(queue_.front().text),
                            [self = shared_from_this()](error_code error, std::size_t) {
                                if (error) { return self->end(); }
                                self->queue_.pop_front();
                                if (!self->queue_.empty()) { self->write(); }
                            });
    }
    void end() {
        if (std::exchange(is_ended_, true)) { return; }
        handler_->close();
        abort();
    }

    websocket::stream<tcp::socket> stream_;
    beast::flat_buffer buffer_;
    Shared& shared_;
    std::shared_ptr<SocketHandler> handler_;
    std::deque<Message> queue_;
    bool is_ended_ = false;
};

// ---------------------------------------------------------------------- HTTP

// A connection: one request after the other. While a request is answered, the connection is read on, so that a client
// who leaves is noticed.
class HttpSession : public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(tcp::socket socket, Shared& shared)
        : socket_(std::move(socket)), timer_(socket_.get_executor()), shared_(shared) {
        shared_.sessions.insert(this);
        shared_.note_counts();
    }
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;
    ~HttpSession() {
        shared_.sessions.erase(this);
        shared_.note_counts();
    }

    void start() {
        error_code ignored;
        socket_.set_option(tcp::no_delay(true), ignored);
        const auto end = socket_.remote_endpoint(ignored);
        remote_ = end.address().to_string();
        read_request();
    }

    // Ends the connection unless a request is under way; that is answered first.
    void drain() {
        if (state_ == State::Idle) { close(); }
    }
    void close() {
        error_code ignored;
        timer_.cancel();
        socket_.close(ignored);
        state_ = State::Closed;
    }

    // ---------------------------------------------------------------- by the exchange of a request
    void reply(std::uint64_t request, Response response) {
        if (!is_current(request)) { return; }
        std::string head = head_text(response, {}, false, keeps_alive());
        const bool has_body = !is_head_ && response.status != 204 && response.status != 304;
        queue_.push_back({std::move(head), has_body ? response.body : nullptr, false});
        end(request);
    }
    void begin(std::uint64_t request, const Response& head) {
        if (!is_current(request)) { return; }
        is_chunked_ = version_ >= 11;
        std::string text = head_text(head, {}, is_chunked_, keeps_alive() && is_chunked_);
        if (!is_chunked_) {
            // Without chunks the end of the connection is the end of the answer.
            wants_close_ = true;
            const std::size_t length = text.find("Content-Length: 0\r\n");
            text.erase(length, std::string_view("Content-Length: 0\r\n").size());
        }
        queue_.push_back({std::move(text), nullptr, false});
        write_next();
    }
    void write(std::uint64_t request, const std::string& piece, bool can_be_dropped) {
        if (!is_current(request) || is_head_) { return; }
        // The first of the queue is on its way already.
        if (can_be_dropped && queue_.size() > 1 && queue_.back().can_be_dropped) { queue_.pop_back(); }
        queue_.push_back({is_chunked_ ? as_chunk(piece) : piece, nullptr, can_be_dropped});
        write_next();
    }
    void end_pieces(std::uint64_t request) {
        if (!is_current(request)) { return; }
        if (is_chunked_ && !is_head_) { queue_.push_back({std::string(LastChunk), nullptr, false}); }
        end(request);
    }
    void on_gone(std::uint64_t request, std::function<void()> handler) {
        if (is_current(request)) { gone_ = std::move(handler); }
    }

private:
    enum class State { Idle, Reading, Answering, Lingering, Closed };
    struct Piece {
        std::string text;
        std::shared_ptr<const std::string> body;  // after the text; may be null
        bool can_be_dropped = false;
    };

    [[nodiscard]] bool is_current(std::uint64_t request) const {
        return request == request_ && state_ == State::Answering && !has_end_;
    }
    [[nodiscard]] bool keeps_alive() const { return !wants_close_ && !shared_.is_draining; }

    // Closes the connection when the time is over, unless it is set again before.
    void expire_after(std::chrono::steady_clock::duration time) {
        timer_.expires_after(time);
        timer_.async_wait([weak = weak_from_this()](error_code error) {
            const auto self = weak.lock();
            if (!error && self) { self->leave(); }
        });
    }

    // The client is gone, or too slow.
    void leave() {
        if (state_ == State::Closed) { return; }
        const bool was_answering = state_ == State::Answering;
        close();
        const auto handler = std::exchange(gone_, nullptr);
        if (was_answering && handler) { handler(); }
    }

    // ---------------------------------------------------------------- reading
    void read_request() {
        state_ = State::Reading;
        parser_.emplace();
        parser_->header_limit(MaxHeader);
        parser_->body_limit(boost::none);
        expire_after(HeaderTime);
        http::async_read_header(socket_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
            self->take_header(error);
        });
    }

    void take_header(error_code error) {
        if (state_ == State::Closed) { return; }
        if (error == http::error::header_limit) {
            return refuse_request({431, "header_too_large", "the head of the request is too large"});
        }
        if (is_end(error)) { return leave(); }
        if (error) { return refuse_request({400, "bad_request", "the request is not valid HTTP"}); }
        const auto& head = parser_->get();
        const std::string_view target(head.target().data(), head.target().size());
        const std::size_t limit = shared_.application->body_limit(target.substr(0, target.find('?')));
        const auto length = parser_->content_length();
        if (length && *length > limit) { return refuse_large(limit); }
        parser_->body_limit(limit);
        if (beast::iequals(head[http::field::expect], "100-continue")) {
            const auto text = std::make_shared<const std::string>("HTTP/1.1 100 Continue\r\n\r\n");
            asio::async_write(socket_, asio::buffer(*text),
                              [self = shared_from_this(), text](error_code, std::size_t) { self->read_body(); });
            return;
        }
        read_body();
    }

    void read_body() {
        if (state_ == State::Closed) { return; }
        expire_after(BodyTime);
        http::async_read(socket_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
            if (self->state_ == State::Closed) { return; }
            if (error == http::error::body_limit) {
                const std::string_view target = self->parser_->get().target();
                return self->refuse_large(self->shared_.application->body_limit(target.substr(0, target.find('?'))));
            }
            if (is_end(error)) { return self->leave(); }
            if (error) { return self->refuse_request({400, "bad_request", "the request is not valid HTTP"}); }
            self->take_request();
        });
    }

    void refuse_large(std::size_t limit) {
        refuse_request({413, "too_large", "the request has more than " + std::to_string(limit) + " bytes"});
    }

    // Answers a request that could not be read to its end, and ends the connection.
    void refuse_request(const Refusal& refusal) {
        wants_close_ = true;
        is_head_ = false;
        state_ = State::Answering;
        has_end_ = false;
        ++request_;
        shared_.metrics.add(Metric::Requests, 1,
                            labels({{"route", "unread"}, {"status", std::to_string(refusal.status)}}));
        reply(request_, refusal_response(refusal, random_name(16)));
    }

    void take_request();

    // ---------------------------------------------------------------- while a request is answered, and between two
    // Reads what comes next, if nothing has come yet: a client that sends its next request early is not watched.
    void watch() {
        if (is_watching_ || state_ == State::Closed || buffer_.size() > 0) { return; }
        is_watching_ = true;
        socket_.async_read_some(buffer_.prepare(ReadAhead),
                                [self = shared_from_this()](error_code error, std::size_t bytes) {
                                    self->is_watching_ = false;
                                    if (self->state_ == State::Closed) { return; }
                                    if (error) { return self->leave(); }
                                    self->buffer_.commit(bytes);
                                    if (self->state_ == State::Idle) { return self->read_request(); }
                                    if (self->state_ == State::Lingering) {
                                        self->buffer_.consume(self->buffer_.size());
                                        self->watch();
                                    }
                                });
    }

    // ---------------------------------------------------------------- writing
    void end(std::uint64_t) {
        has_end_ = true;
        gone_ = nullptr;
        write_next();
    }

    void write_next() {
        if (is_writing_ || queue_.empty() || state_ == State::Closed) { return; }
        is_writing_ = true;
        expire_after(WriteTime);
        const Piece& piece = queue_.front();
        const std::array<asio::const_buffer, 2> bytes{asio::buffer(piece.text),
                                                      piece.body ? asio::buffer(*piece.body) : asio::const_buffer()};
        asio::async_write(socket_, bytes, [self = shared_from_this()](error_code error, std::size_t) {
            self->is_writing_ = false;
            if (self->state_ == State::Closed) { return; }
            if (error) { return self->leave(); }
            self->timer_.cancel();
            self->queue_.pop_front();
            if (!self->queue_.empty()) { return self->write_next(); }
            if (self->has_end_) { self->finish(); }
        });
    }

    // The answer has left.
    void finish() {
        if (!keeps_alive()) {
            // What the client still sends is read for a while: closed at once, it might not see the answer.
            state_ = State::Lingering;
            error_code ignored;
            socket_.shutdown(tcp::socket::shutdown_send, ignored);
            buffer_.consume(buffer_.size());
            expire_after(LingerTime);
            return watch();
        }
        if (buffer_.size() > 0) { return read_request(); }
        state_ = State::Idle;
        expire_after(IdleTime);
        watch();
    }

    tcp::socket socket_;
    asio::steady_timer timer_;
    Shared& shared_;
    beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    std::string remote_;
    State state_ = State::Idle;
    std::uint64_t request_ = 0;
    unsigned version_ = 11;
    bool wants_close_ = false;
    bool is_head_ = false;
    bool is_chunked_ = false;
    bool is_watching_ = false;
    bool is_writing_ = false;
    bool has_end_ = false;
    std::deque<Piece> queue_;
    std::function<void()> gone_;
};

class HttpExchange : public Exchange {
public:
    HttpExchange(std::shared_ptr<HttpSession> session, std::uint64_t request)
        : session_(std::move(session)), request_(request) {}

    void reply(Response response) override { session_->reply(request_, std::move(response)); }
    void begin(const Response& head) override { session_->begin(request_, head); }
    void write(std::string piece, bool can_be_dropped) override { session_->write(request_, piece, can_be_dropped); }
    void end() override { session_->end_pieces(request_); }
    void on_gone(std::function<void()> handler) override { session_->on_gone(request_, std::move(handler)); }

private:
    std::shared_ptr<HttpSession> session_;
    std::uint64_t request_;
};

void HttpSession::take_request() {
    timer_.cancel();
    const http::request<http::string_body> message = parser_->release();
    wants_close_ = !message.keep_alive();
    version_ = message.version();
    is_head_ = message.method() == http::verb::head;
    is_chunked_ = false;
    has_end_ = false;
    state_ = State::Answering;
    ++request_;
    const auto exchange = std::make_shared<HttpExchange>(shared_from_this(), request_);
    Request request;
    request.method = std::string_view(message.method_string().data(), message.method_string().size());
    request.remote = remote_;
    for (const auto& field : message) {
        std::string name(field.name_string().data(), field.name_string().size());
        std::transform(name.begin(), name.end(), name.begin(), to_lower);
        request.headers[name] = std::string(field.value().data(), field.value().size());
    }
    const Checked<Target> target = parse_target({message.target().data(), message.target().size()});
    if (!target) { return exchange->reply(refusal_response(target.refusal(), random_name(16))); }
    request.path = target->path;
    request.query = target->query;
    if (websocket::is_upgrade(message)) {
        // The session of the WebSocket does not exist yet when its messages are told where to go.
        const auto place = std::make_shared<std::weak_ptr<SocketSession>>();
        auto opened = shared_.application->open_socket(request, [place](std::string text, const std::string& drop_key) {
            if (const auto session = place->lock()) { session->send(std::move(text), drop_key); }
        });
        if (!opened) { return exchange->reply(refusal_response(opened.refusal(), request.id)); }
        const auto session =
            std::make_shared<SocketSession>(std::move(socket_), shared_, shared_.application->body_limit(request.path));
        *place = session;
        state_ = State::Closed;
        return session->start(message, *opened);
    }
    request.body = message.body();
    shared_.application->handle(std::move(request), exchange);
    if (state_ == State::Answering) { watch(); }
}

}  // namespace

// ---------------------------------------------------------------------- the server

class HttpServer::Implementation {
public:
    Implementation(Settings settings, Metrics& metrics, Log& log)
        : settings_(std::move(settings)), log_(log), shared_{nullptr, metrics, log, {}, {}} {}
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    ~Implementation() {
        // Handlers hold sessions, and sessions tell the shared part of their end.
        acceptor_.reset();
        signals_.reset();
        ticker_.reset();
        context_.reset();
    }

    asio::io_context& context() { return *context_; }

    std::optional<Error> listen() {
        const std::string name = settings_.address + " port " + std::to_string(settings_.port);
        error_code error;
        const auto address = asio::ip::make_address(settings_.address, error);
        if (error) { return Error{in_quotes(settings_.address) + " is not an address such as 127.0.0.1 or ::"}; }
        acceptor_.emplace(*context_);
        const tcp::endpoint end(address, static_cast<asio::ip::port_type>(settings_.port));
        acceptor_->open(end.protocol(), error);
        if (!error) { acceptor_->set_option(tcp::acceptor::reuse_address(true), error); }
        if (!error) { acceptor_->bind(end, error); }
        if (!error) { acceptor_->listen(asio::socket_base::max_listen_connections, error); }
        if (error) { return Error{"can't listen on " + name + ": " + error.message()}; }
        return std::nullopt;
    }

    [[nodiscard]] int port() const { return acceptor_->local_endpoint().port(); }

    void run(Application& application) {
        shared_.application = &application;
        signals_.emplace(*context_, SIGTERM, SIGINT);
        ticker_.emplace(*context_);
        wait_for_signal();
        tick();
        accept();
        context_->run();
        // The sessions go with this object, later than what they use.
        for (SocketSession* const session : shared_.sockets) { session->forget(); }
    }

private:
    void accept() {
        acceptor_->async_accept([this](error_code error, tcp::socket socket) {
            if (shared_.is_draining) { return; }
            if (!error) {
                take(std::move(socket));
            } else if (error == asio::error::no_descriptors) {
                // Some connection has to end first.
                log_.warning("too many open files");
                ticks_to_accept_ = 5;
                return;
            }
            accept();
        });
    }

    void take(tcp::socket socket) {
        if (shared_.sessions.size() + shared_.sockets.size() < settings_.connections) {
            std::make_shared<HttpSession>(std::move(socket), shared_)->start();
            return;
        }
        shared_.metrics.add(Metric::Refused, 1, labels({{"reason", "connections"}}));
        static const std::string Full =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        const auto kept = std::make_shared<tcp::socket>(std::move(socket));
        asio::async_write(*kept, asio::buffer(Full), [kept](error_code, std::size_t) {});
    }

    void tick() {
        ticker_->expires_after(TickTime);
        ticker_->async_wait([this](error_code error) {
            if (error) { return; }
            shared_.application->tick();
            if (ticks_to_accept_ > 0 && --ticks_to_accept_ == 0) { accept(); }
            if (shared_.is_draining && is_drained()) { return context_->stop(); }
            tick();
        });
    }

    void wait_for_signal() {
        signals_->async_wait([this](error_code error, int) {
            if (error) { return; }
            if (shared_.is_draining) { return context_->stop(); }
            drain();
            wait_for_signal();
        });
    }

    void drain() {
        log_.info("draining", {{"connections", shared_.sessions.size() + shared_.sockets.size()}});
        shared_.is_draining = true;
        shared_.application->drain();
        drained_until_ = std::chrono::steady_clock::now() + settings_.drain;
        error_code ignored;
        acceptor_->close(ignored);
        for (HttpSession* const session : std::set(shared_.sessions)) { session->drain(); }
        for (SocketSession* const session : std::set(shared_.sockets)) { session->close(); }
    }

    bool is_drained() {
        const auto now = std::chrono::steady_clock::now();
        if (shared_.sessions.empty() && shared_.sockets.empty() && shared_.application->is_idle()) { return true; }
        if (now > drained_until_ + LingerTime) { return true; }
        if (now > drained_until_) { shared_.application->cancel(); }
        return false;
    }

    Settings settings_;
    Log& log_;
    Shared shared_;
    std::optional<asio::io_context> context_{1};
    std::optional<tcp::acceptor> acceptor_;
    std::optional<asio::signal_set> signals_;
    std::optional<asio::steady_timer> ticker_;
    int ticks_to_accept_ = 0;
    std::chrono::steady_clock::time_point drained_until_;
};

HttpServer::HttpServer(Settings settings, Metrics& metrics, Log& log)
    : implementation_(std::make_unique<Implementation>(std::move(settings), metrics, log)) {}

HttpServer::~HttpServer() = default;

Post HttpServer::post() {
    return [&context = implementation_->context()](std::function<void()> function) {
        asio::post(context, std::move(function));
    };
}

std::optional<Error> HttpServer::listen() { return implementation_->listen(); }

int HttpServer::port() const { return implementation_->port(); }

void HttpServer::run(Application& application) { implementation_->run(application); }

}  // namespace skua::server
