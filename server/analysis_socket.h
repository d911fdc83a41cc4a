// A WebSocket session: analyses that the client starts, redirects and stops by messages.
//
// {"op": "analyse", "id": "a", "position": {...}, "limits": {...}} starts an analysis. The same id again redirects it
// to another position. {"op": "stop", "id": "a"} stops it. Every message back has "id", "seq" (1, 2, ... in the whole
// session) and "event": "accepted", "info", "result", "stopped" or "error".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "server/application.h"
#include "server/requests.h"
#include "server/scheduler.h"
#include "server/searches.h"

namespace skua::server {

// Everything is called on the network's thread.
class AnalysisSocket : public SocketHandler, public std::enable_shared_from_this<AnalysisSocket> {
public:
    // A stored answer for a key; nothing if there is none.
    using Find = std::function<std::optional<std::string>(const std::string& key)>;

    struct Settings {
        std::string client;
        std::string build;
        Caps caps;
        std::size_t most = 4;  // analyses at once
    };

    AnalysisSocket(Settings settings, Scheduler& scheduler, Find find, Keep keep, Send send);
    AnalysisSocket(const AnalysisSocket&) = delete;
    AnalysisSocket& operator=(const AnalysisSocket&) = delete;
    ~AnalysisSocket() override { leave_all(); }

    void receive(std::string_view text) override;
    void close() override { leave_all(); }

private:
    void leave_all();
    void analyse(const SocketRequest& request);
    void stop(const std::string& id);
    void tell(const std::string& id, const std::string& event, const std::string& members, bool can_be_dropped = false);
    void refuse(const std::string& id, const Refusal& refusal);
    void leave(const std::string& id);

    Settings settings_;
    Scheduler& scheduler_;
    Find find_;
    Keep keep_;
    Send send_;
    std::uint64_t sequence_ = 0;
    std::map<std::string, Ticket> analyses_;  // by id
};

// The members of an object, to be put into another: without its brackets.
std::string_view members_of(std::string_view object);

}  // namespace skua::server
