// Text that is put aside in a file, to be copied to its place later.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>

namespace skua {

// The file is in the system's folder for such files, and is gone with this object.
class Spool {
public:
    Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;
    ~Spool();

    // False if something could not be written.
    [[nodiscard]] bool is_good() const { return !!file_; }
    [[nodiscard]] std::ostream& stream() { return file_; }
    // Appends all that was written to this. False if it can't be read back.
    [[nodiscard]] bool copy_to(std::ostream& output);

private:
    std::filesystem::path path_;
    std::fstream file_;
};

}  // namespace skua
