// What the tests of the command line share: a folder of their own, and commands that run in this process.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/streams.h"

namespace skua::cli {

class CommandTest : public testing::Test {
protected:
    CommandTest() : folder_(std::filesystem::path(testing::TempDir()) / ("skua_cli_" + std::to_string(getpid()))) {
        std::filesystem::create_directories(folder_);
    }
    ~CommandTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void put(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    [[nodiscard]] bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
    [[nodiscard]] std::size_t count_files() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

    // Runs a command; what it said is in `output` and `errors`.
    int run(int (*command)(const std::vector<std::string>&, Streams&), const std::vector<std::string>& words,
            const std::string& input = "") {
        std::istringstream in(input);
        std::ostringstream out;
        std::ostringstream err;
        Streams streams{in, out, err};
        const int code = command(words, streams);
        output = out.str();
        errors = err.str();
        return code;
    }

    std::string output;
    std::string errors;

private:
    std::filesystem::path folder_;
};

}  // namespace skua::cli
