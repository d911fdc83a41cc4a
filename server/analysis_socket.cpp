#include "server/analysis_socket.h"

#include <utility>

namespace skua::server {

std::string_view members_of(std::string_view object) { return object.substr(1, object.size() - 2); }

AnalysisSocket::AnalysisSocket(Settings settings, Scheduler& scheduler, Find find, Keep keep, Send send)
    : settings_(std::move(settings)),
      scheduler_(scheduler),
      find_(std::move(find)),
      keep_(std::move(keep)),
      send_(std::move(send)) {}

void AnalysisSocket::tell(const std::string& id, const std::string& event, const std::string& members,
                          bool can_be_dropped) {
    if (!send_) { return; }
    std::string text = "{\"id\": " + Json(id).text() + ", \"seq\": " + std::to_string(++sequence_) + ", \"event\": \"" +
                       event + "\", \"build\": " + Json(settings_.build).text();
    if (!members.empty()) { text += ", " + members; }
    send_(text + '}', can_be_dropped ? id + ' ' + event : "");
}

void AnalysisSocket::refuse(const std::string& id, const Refusal& refusal) {
    Json error = Json::object({{"error", to_json(refusal)}});
    if (refusal.retry_after > 0) { error.add("retry_after", refusal.retry_after); }
    tell(id, "error", std::string(members_of(error.text())));
}

void AnalysisSocket::receive(std::string_view text) {
    const Checked<SocketRequest> request = parse_message(text, settings_.caps);
    if (!request) { return refuse("", request.refusal()); }
    if (request->stops) { return stop(request->id); }
    analyse(*request);
}

void AnalysisSocket::leave(const std::string& id) {
    const auto found = analyses_.find(id);
    if (found == analyses_.end()) { return; }
    scheduler_.leave(found->second);
    analyses_.erase(found);
}

void AnalysisSocket::stop(const std::string& id) {
    leave(id);
    tell(id, "stopped", "");
}

void AnalysisSocket::analyse(const SocketRequest& request) {
    const std::string& id = request.id;
    leave(id);
    if (analyses_.size() >= settings_.most) {
        return refuse(id,
                      {429, "too_many_analyses", "the session has " + std::to_string(settings_.most) + " analyses"});
    }
    if (const std::optional<std::string> known = find_(key_of(request.search))) {
        return tell(id, "result", "\"cached\": true, " + std::string(members_of(*known)));
    }
    // The session may be gone when the answer comes.
    const std::weak_ptr<AnalysisSocket> weak = weak_from_this();
    Listener listener;
    listener.event = [weak, id](const Event& event) {
        if (const auto self = weak.lock()) { self->tell(id, event.name, std::string(members_of(event.json)), true); }
    };
    listener.done = [weak, id](const Outcome& outcome) {
        const auto self = weak.lock();
        if (!self) { return; }
        self->analyses_.erase(id);
        if (outcome.refusal) { return self->refuse(id, *outcome.refusal); }
        self->tell(id, "result", "\"cached\": false, " + std::string(members_of(outcome.json)));
    };
    const Checked<Admission> admission =
        scheduler_.submit(settings_.client, stream_work(request.search, settings_.caps, keep_), std::move(listener));
    if (!admission) { return refuse(id, admission.refusal()); }
    analyses_[id] = admission->ticket;
    const Json accepted = Json::object({{"ahead", admission->ahead}, {"shared", admission->is_shared}});
    tell(id, "accepted", std::string(members_of(accepted.text())));
    if (admission->last) { tell(id, admission->last->name, std::string(members_of(admission->last->json)), true); }
}

void AnalysisSocket::leave_all() {
    send_ = nullptr;
    for (const auto& [id, ticket] : std::exchange(analyses_, {})) { scheduler_.leave(ticket); }
}

}  // namespace skua::server
