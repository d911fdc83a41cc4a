// The files of the page, held in memory.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "server/http.h"

namespace skua::server {

class Page {
public:
    // Reads all files of a folder. Beside name.gz, a file is given compressed to clients that can read it.
    static Result<Page> read(const std::string& folder);

    Page() = default;  // without files

    // Returns nothing for an unknown path. "/" is index.html.
    [[nodiscard]] std::optional<Response> find(const Request& request) const;
    [[nodiscard]] bool is_empty() const { return files_.empty(); }

private:
    struct File {
        std::string type;
        std::string cache;
        std::string tag;  // changes with the content
        std::shared_ptr<const std::string> body;
        std::shared_ptr<const std::string> compressed;  // null without it
    };
    std::map<std::string, File> files_;  // by path, "/index.html"
};

}  // namespace skua::server
