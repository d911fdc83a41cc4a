// The option --tables: which tablebases a command uses.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "lab/support/command_line.h"
#include "tablebase/tables.h"

namespace skua::lab {

struct TablebaseChoice {
    std::string path;  // empty: none

    void add_option(Options& options, const std::string& help);
    // Null without the option. An Error says which folder can't be read, or that it has no tables.
    [[nodiscard]] Result<std::shared_ptr<const tablebase::Tables>> open() const;
};

}  // namespace skua::lab
