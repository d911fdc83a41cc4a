#include "server/access.h"

#include <algorithm>
#include <sstream>

#include "base/parse.h"

namespace skua::server {

namespace {

constexpr std::size_t ShortestToken = 16;
constexpr std::size_t Ipv6NetworkParts = 4;

// Takes as long for every text of the same length, so that nobody learns a token by trying.
bool equals_secretly(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) { return false; }
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
    }
    return difference == 0;
}

// The first half of an IPv6 address, which is one household; other addresses as they are.
std::string household(std::string_view address) {
    if (address.starts_with("::ffff:")) { return std::string(address.substr(7)); }
    if (address.find(':') == std::string_view::npos) { return std::string(address); }
    std::string network;
    std::size_t parts = 0;
    for (const char c : address) {
        if (c == ':' && ++parts == Ipv6NetworkParts) { break; }
        network += c;
    }
    return network + "::/64";
}

}  // namespace

std::string Access::address_of(const Request& request) const {
    std::string_view address = request.remote;
    if (settings_.trust_proxy) {
        // The proxy adds the address that it saw at the end.
        std::string_view forwarded = request.header("x-forwarded-for");
        if (const std::size_t comma = forwarded.rfind(','); comma != std::string_view::npos) {
            forwarded.remove_prefix(comma + 1);
        }
        if (!trim(forwarded).empty()) { address = trim(forwarded); }
    }
    return household(address);
}

bool Access::allows_origin(std::string_view origin, std::string_view host) const {
    if (const std::size_t scheme = origin.find("://");
        scheme != std::string_view::npos && origin.substr(scheme + 3) == host) {
        return true;
    }
    return std::any_of(settings_.origins.begin(), settings_.origins.end(),
                       [origin](const std::string& each) { return each == "*" || each == origin; });
}

Checked<std::string> Access::admit(const Request& request) const {
    const std::string_view origin = request.header("origin");
    if (!origin.empty() && !allows_origin(origin, request.header("host"))) {
        return Refusal{403, "origin_not_allowed", "pages of this origin may not use the service"};
    }
    if (settings_.tokens.empty()) { return address_of(request); }
    constexpr std::string_view Scheme = "Bearer ";
    const std::string_view given = request.header("authorization");
    if (given.starts_with(Scheme)) {
        for (const auto& [token, name] : settings_.tokens) {
            if (equals_secretly(token, given.substr(Scheme.size()))) { return name; }
        }
    }
    return Refusal{401, "token_needed", "the request needs the header \"Authorization: Bearer <token>\""};
}

Headers Access::cors(const Request& request) const {
    const std::string_view origin = request.header("origin");
    if (origin.empty() || !allows_origin(origin, request.header("host"))) { return {}; }
    return {{"Access-Control-Allow-Origin", std::string(origin)},
            {"Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Location"},
            {"Vary", "Origin"}};
}

Result<std::map<std::string, std::string>> Access::read_tokens(std::string_view text) {
    std::map<std::string, std::string> tokens;
    std::istringstream lines{std::string(text)};
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::vector<std::string_view> words = split_words(line);
        if (words.empty() || words[0].starts_with('#')) { continue; }
        if (words.size() != 2 || words[1].size() < ShortestToken) {
            return Error{"line " + std::to_string(number) + " must be a name and a token of at least " +
                         std::to_string(ShortestToken) + " characters"};
        }
        tokens[std::string(words[1])] = std::string(words[0]);
    }
    if (tokens.empty()) { return Error{"there is no token in it"}; }
    return tokens;
}

}  // namespace skua::server
