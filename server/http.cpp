#include "server/http.h"

#include <array>
#include <optional>

#include "base/parse.h"

namespace skua::server {

namespace {

std::optional<int> hex_digit(char c) {
    if (is_digit(c)) { return c - '0'; }
    const char low = to_lower(c);
    if (low >= 'a' && low <= 'f') { return low - 'a' + 10; }
    return std::nullopt;
}

// Nothing if a percent sign is not followed by two digits, or the text has a control character.
std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= text.size()) { return std::nullopt; }
            const auto high = hex_digit(text[i + 1]);
            const auto low = hex_digit(text[i + 2]);
            if (!high || !low) { return std::nullopt; }
            c = static_cast<char>(*high * 16 + *low);
            i += 2;
        } else if (c == '+' && plus_is_blank) {
            c = ' ';
        }
        if (static_cast<unsigned char>(c) < 32) { return std::nullopt; }
        result += c;
    }
    return result;
}

}  // namespace

std::string_view Request::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

Response json_response(int status, const std::string& text) {
    Response response;
    response.status = status;
    response.body = std::make_shared<const std::string>(text + '\n');
    return response;
}

Response refusal_response(const Refusal& refusal, const std::string& request_id) {
    Response response =
        json_response(refusal.status, Json::object({{"error", to_json(refusal)}, {"request_id", request_id}}).text());
    if (refusal.retry_after > 0) { response.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after)); }
    if (refusal.status == 401) { response.headers.emplace_back("WWW-Authenticate", "Bearer"); }
    return response;
}

std::string_view reason_of(int status) {
    switch (status) {
        case 200: return "OK";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 415: return "Unsupported Media Type";
        case 422: return "Unprocessable Content";
        case 426: return "Upgrade Required";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 503: return "Service Unavailable";
        case 504: return "Gateway Timeout";
        default: return "";
    }
}

std::string head_text(const Response& response, const Headers& more, bool is_chunked, bool keep_alive) {
    std::string text = "HTTP/1.1 " + std::to_string(response.status) + ' ' + std::string(reason_of(response.status)) +
                       "\r\nServer: skua\r\n";
    if (response.status != 204 && response.status != 304) {
        text += "Content-Type: " + response.type + "\r\n";
        text += is_chunked ? "Transfer-Encoding: chunked\r\n"
                           : "Content-Length: " + std::to_string(response.body->size()) + "\r\n";
    }
    for (const Headers* const headers : {&response.headers, &more}) {
        for (const auto& [name, value] : *headers) { text += name + ": " + value + "\r\n"; }
    }
    if (!keep_alive) { text += "Connection: close\r\n"; }
    return text + "\r\n";
}

std::string as_chunk(std::string_view piece) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), piece.size(), 16).ptr;
    return std::string(digits.data(), end) + "\r\n" + std::string(piece) + "\r\n";
}

Checked<Target> parse_target(std::string_view target) {
    const Refusal refusal{400, "bad_target", "the address of the request is malformed"};
    if (!target.starts_with('/')) { return refusal; }
    const std::size_t mark = target.find('?');
    Target result;
    const auto path = decoded(target.substr(0, mark), false);
    if (!path) { return refusal; }
    result.path = *path;
    std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
        const std::size_t equals = pair.find('=');
        const auto name = decoded(pair.substr(0, equals), true);
        const auto value = decoded(equals == std::string_view::npos ? "" : pair.substr(equals + 1), true);
        if (!name || !value) { return refusal; }
        result.query[*name] = *value;
    }
    return result;
}

}  // namespace skua::server
