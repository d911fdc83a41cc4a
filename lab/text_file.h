// Small files, read at once.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "base/parse.h"
#include "base/result.h"

namespace skua {

inline Result<std::string> read_text(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    // Something that can be opened but not read, as a folder, leaves both empty.
    text << file.rdbuf();
    if (!file || !text) { return Error{in_quotes(path) + " can't be read, or is empty"}; }
    return text.str();
}

}  // namespace skua
