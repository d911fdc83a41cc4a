// A file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "base/result.h"

namespace skua {

// Collects what is written in a temporary file beside the wanted one and renames it at the end: whatever happens, the
// path holds either the old file or the whole new one. Devices and pipes are written to directly.
class OutputFile {
public:
    // Begins the file, or says why it can't be written.
    static Result<std::unique_ptr<OutputFile>> create(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    // Without finish() the temporary file is removed, and nothing has changed.
    ~OutputFile();

    [[nodiscard]] std::ostream& stream() { return stream_; }
    // Puts the file in its place. The error says what went wrong, now or in earlier writes; then nothing has changed.
    [[nodiscard]] std::optional<Error> finish();

private:
    explicit OutputFile(const std::string& path);
    void discard();
    // Why writes before finish() failed, of which the stream keeps only that they did.
    [[nodiscard]] std::string earlier_failure();

    std::string path_;                 // as the caller named it
    std::filesystem::path target_;     // where links lead to
    std::filesystem::path temporary_;  // empty where it is written directly
    std::ofstream stream_;
};

}  // namespace skua
