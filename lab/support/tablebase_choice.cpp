#include "lab/support/tablebase_choice.h"

#include <iostream>

namespace skua::lab {

void TablebaseChoice::add_option(Options& options, const std::string& help) {
    options.add_text("--tables", path, help);
}

Result<std::shared_ptr<const tablebase::Tables>> TablebaseChoice::open() const {
    using Opened = std::shared_ptr<const tablebase::Tables>;
    if (path.empty()) { return Opened(); }
    const auto tables =
        std::make_shared<tablebase::Tables>([](const std::string& problem) { std::cerr << "The " + problem + '\n'; });
    const tablebase::Tables::PathReading reading = tables->add_path(path);
    if (!reading.problems.empty()) { return Error{reading.problems.front()}; }
    if (tables->largest() == 0) { return Error{"there are no Syzygy tables in '" + path + "'"}; }
    return Opened(tables);
}

}  // namespace skua::lab
