// Who may use the service, and for whom pages in browsers may ask.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/http.h"

namespace skua::server {

class Access {
public:
    struct Settings {
        std::vector<std::string> origins;
        std::map<std::string, std::string> tokens;  // names by token; empty: no token is needed
        bool trust_proxy = false;
    };

    explicit Access(Settings settings) : settings_(std::move(settings)) {}

    // The name whose share the request takes: that of its token, or its address. The Refusal is a 401 or a 403.
    [[nodiscard]] Checked<std::string> admit(const Request& request) const;
    // The address that the request comes from, as far as it can be believed. Of IPv6 it is the network.
    [[nodiscard]] std::string address_of(const Request& request) const;
    [[nodiscard]] bool uses_tokens() const { return !settings_.tokens.empty(); }
    // What lets a page of another host read the answer; nothing if it may not.
    [[nodiscard]] Headers cors(const Request& request) const;

    // Lines of a name and a token; those that begin with '#' are comments. The Error names the line that is wrong.
    static Result<std::map<std::string, std::string>> read_tokens(std::string_view text);

private:
    [[nodiscard]] bool allows_origin(std::string_view origin, std::string_view host) const;

    Settings settings_;
};

}  // namespace skua::server
