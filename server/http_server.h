// The network: sockets, HTTP and WebSocket framing, deadlines. Only http_server.cpp knows Boost, which takes long to
// compile.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "server/application.h"
#include "server/log.h"
#include "server/metrics.h"

namespace skua::server {

// Runs a function on the network's thread, soon. Safe from all threads.
using Post = std::function<void(std::function<void()>)>;

class HttpServer {
public:
    struct Settings {
        std::string address;
        int port = 0;  // 0: any that is free
        std::size_t connections = 10'000;
        std::chrono::seconds drain{20};
    };

    HttpServer(Settings settings, Metrics& metrics, Log& log);
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;
    ~HttpServer();

    // Hands functions over to the thread of run().
    [[nodiscard]] Post post();
    // Begins to listen. The Error says why it can't.
    [[nodiscard]] std::optional<Error> listen();
    // The port that it listens on.
    [[nodiscard]] int port() const;

    // Serves until the process is asked to terminate. Then nothing new is taken, what is under way is finished, at most
    // for the time of the settings, and it returns. A second request ends it at once.
    void run(Application& application);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace skua::server
