#include "report/spool.h"

#include <random>
#include <string>
#include <system_error>

#include "base/parse.h"

namespace skua {

Spool::Spool() {
    std::error_code failure;
    std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    std::random_device random;
    path_ = folder / ("skua-" + hexadecimal(static_cast<std::uint32_t>(random())) +
                      hexadecimal(static_cast<std::uint32_t>(random())) + ".part");
    file_.open(path_, std::ios::binary | std::ios::in | std::ios::out | std::ios::trunc);
}

Spool::~Spool() {
    file_.close();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

bool Spool::copy_to(std::ostream& output) {
    file_.flush();
    file_.seekg(0);
    // An empty file would set the failure bit of the output.
    if (file_.peek() == std::fstream::traits_type::eof()) {
        file_.clear();
        return true;
    }
    output << file_.rdbuf();
    return !!file_ && !!output;
}

}  // namespace skua
