#include "server/page.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
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

std::string tag_of(const std::string& bytes) {
    const std::span<const std::uint8_t> view(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return '"' + hexadecimal(crc32(view)) + hexadecimal(fnv1a(view)) + '"';
}

}  // namespace

Result<Page> Page::read(const std::string& folder) {
    // Names with a checksum in them never change their content.
    static const std::regex Versioned("-[0-9a-zA-Z_-]{8,}(\\.|/)");
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
        file.cache = std::regex_search(name, Versioned) ? "public, max-age=31536000, immutable" : "no-cache";
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
