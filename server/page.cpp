#include "server/page.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>

#include "base/checksum.h"
#include "base/file.h"
#include "base/parse.h"

namespace skua::server {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t MaxBytes = 256 << 20;

std::string type_of(const std::string& extension) {
    static const std::map<std::string, std::string> Types{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript"},
        {".mjs", "text/javascript"},
        {".css", "text/css"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const auto found = Types.find(extension);
    return found == Types.end() ? "application/octet-stream" : found->second;
}

std::shared_ptr<const std::string> bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::make_shared<const std::string>(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// Is there a checksum in the name, as in "app-1a2b3c4d.js" or "engine-1a2b3c4d/skua.js"? Then its content never
// changes.
bool is_versioned(std::string_view name) {
    constexpr std::size_t ShortestChecksum = 8;
    const auto is_part = [](char c) { return is_digit(c) || is_lower(c) || is_upper(c) || c == '_' || c == '-'; };
    while (!name.empty()) {
        const auto end = std::find_if_not(name.begin(), name.end(), is_part);
        const std::string_view word = name.substr(0, static_cast<std::size_t>(end - name.begin()));
        const bool has_end = end != name.end() && (*end == '.' || *end == '/');
        const std::size_t dash = word.find('-');
        if (has_end && dash != std::string_view::npos && word.size() - dash > ShortestChecksum) { return true; }
        name.remove_prefix(std::min(name.size(), word.size() + 1));
    }
    return false;
}

std::string tag_of(const std::string& bytes) {
    const std::span<const std::uint8_t> view(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return '"' + hexadecimal(crc32(view)) + hexadecimal(fnv1a(view)) + '"';
}

}  // namespace

Result<Page> Page::read(const std::string& folder) {
    std::error_code failure;
    if (!is_file((fs::path(folder) / "index.html").string())) {
        return Error{"the page " + in_quotes(folder, 200) + " has no index.html"};
    }
    Page page;
    std::uintmax_t total = 0;
    for (fs::recursive_directory_iterator each(folder, failure), end; !failure && each != end;
         each.increment(failure)) {
        if (!each->is_regular_file() || each->path().extension() == ".gz") { continue; }
        const fs::path& path = each->path();
        const std::string name = '/' + path.lexically_relative(folder).generic_string();
        File file;
        file.type = type_of(path.extension().string());
        file.cache = is_versioned(name) ? "public, max-age=31536000, immutable" : "no-cache";
        file.body = bytes_of(path);
        file.tag = tag_of(*file.body);
        fs::path compressed = path;
        compressed += ".gz";
        if (is_file(compressed.string())) { file.compressed = bytes_of(compressed); }
        total += file.body->size();
        if (total > MaxBytes) {
            return Error{"the page " + in_quotes(folder, 200) + " is too large to hold in memory"};
        }
        page.files_[name] = std::move(file);
    }
    if (failure) { return Error{"the page " + in_quotes(folder, 200) + " can't be read: " + failure.message()}; }
    // The page asks whether its server has a service; its own file says no.
    File answer;
    answer.type = type_of(".json");
    answer.cache = "no-store";
    answer.body = std::make_shared<const std::string>("{ \"service\": true }\n");
    answer.tag = tag_of(*answer.body);
    page.files_["/service.json"] = std::move(answer);
    return page;
}

std::optional<Response> Page::find(const Request& request) const {
    const auto found = files_.find(request.path == "/" ? "/index.html" : request.path);
    if (found == files_.end()) { return std::nullopt; }
    const File& file = found->second;
    Response response;
    response.type = file.type;
    response.headers = {{"Cache-Control", file.cache},
                        {"ETag", file.tag},
                        {"Cross-Origin-Opener-Policy", "same-origin"},
                        {"Cross-Origin-Embedder-Policy", "require-corp"}};
    if (file.compressed) { response.headers.emplace_back("Vary", "Accept-Encoding"); }
    if (request.header("if-none-match") == file.tag) {
        response.status = 304;
        return response;
    }
    const bool compresses = file.compressed && request.header("accept-encoding").find("gzip") != std::string_view::npos;
    if (compresses) { response.headers.emplace_back("Content-Encoding", "gzip"); }
    response.body = compresses ? file.compressed : file.body;
    return response;
}

}  // namespace skua::server
