// What the network asks of the service behind it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/http.h"

namespace skua::server {

// A WebSocket session, as the network sees it.
class SocketHandler {
public:
    // Sends a message. One with a key replaces an earlier one with the same key that has not left yet.
    using Send = std::function<void(std::string text, const std::string& drop_key)>;

    virtual ~SocketHandler() = default;
    virtual void receive(std::string_view text) = 0;
    // The session is over; nothing may be sent any more.
    virtual void close() = 0;
};

// Everything is called on the network's thread, and nothing may wait.
class Application {
public:
    virtual ~Application() = default;

    // Answers the request sooner or later, through the exchange.
    virtual void handle(Request request, std::shared_ptr<Exchange> exchange) = 0;
    // A session for this request; the Refusal is answered instead of the handshake.
    virtual Checked<std::shared_ptr<SocketHandler>> open_socket(Request& request, SocketHandler::Send send) = 0;
    // The largest body that a request to this path may have.
    [[nodiscard]] virtual std::size_t body_limit(std::string_view path) const = 0;

    // Called several times a second.
    virtual void tick() = 0;
    // Takes no new work, but finishes what is under way.
    virtual void drain() = 0;
    // Ends what is under way.
    virtual void cancel() = 0;
    // Is nothing under way?
    [[nodiscard]] virtual bool is_idle() const = 0;
};

}  // namespace skua::server
