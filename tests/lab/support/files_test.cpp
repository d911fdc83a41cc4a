// Files are written whole or not at all, and what can't be written is refused before the work.
#include "lab/support/files.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "lab/lab_support.h"

namespace skua::lab {
namespace {

namespace fs = std::filesystem;

class Files : public LabTest {
protected:
    // The message, or nothing if it can be written.
    [[nodiscard]] static std::string refusal(const std::string& file) {
        const std::optional<Error> error = cant_write(file);
        return error ? error->message : "";
    }
    [[nodiscard]] std::size_t files_here() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path("")), fs::directory_iterator()));
    }
};

TEST_F(Files, AreReplacedAsAWhole) {
    ASSERT_FALSE(write_file(path("a"), {"one ", "two"}));
    EXPECT_EQ(bytes_of(path("a")), "one two");
    ASSERT_FALSE(write_file(path("a"), "three"));
    EXPECT_EQ(bytes_of(path("a")), "three");
    EXPECT_EQ(files_here(), 1U);
}

TEST_F(Files, ALinkLeadsToItsFile) {
    put_bytes(path("a"), "old");
    fs::create_symlink("a", path("link"));
    ASSERT_FALSE(write_file(path("link"), "new"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(bytes_of(path("a")), "new");
}

TEST_F(Files, LinksThatLeadNowhereAreRefused) {
    fs::create_symlink("nowhere", path("dangling"));
    fs::create_symlink("loop", path("loop"));
    for (const char* const name : {"dangling", "loop"}) {
        EXPECT_NE(refusal(path(name)).find("link that leads to no file"), std::string::npos) << refusal(path(name));
        EXPECT_TRUE(write_file(path(name), "x"));
        EXPECT_TRUE(fs::is_symlink(path(name)));
    }
    EXPECT_FALSE(fs::exists(path("nowhere")));
}

TEST_F(Files, WhatIsNotAFileIsRefused) {
    EXPECT_NE(refusal("/dev/null").find("not a regular file"), std::string::npos);
    EXPECT_NE(refusal(path("")).find("can't be written"), std::string::npos);
    EXPECT_NE(refusal(""), "");
    EXPECT_NE(refusal(path("no/such/folder")), "");
    EXPECT_EQ(refusal(path("new")), "");
}

TEST_F(Files, NamesThatAreTooLongAreRefusedAtOnce) {
    EXPECT_EQ(refusal(path(std::string(200, 'x'))), "");
    // The name itself would fit, but not that of the temporary file beside it.
    for (const std::size_t length : {250U, 256U, 5000U}) {
        EXPECT_NE(refusal(path(std::string(length, 'x'))).find("too long"), std::string::npos) << length;
    }
}

// A child is interrupted while it writes far more than it can write in that time.
TEST_F(Files, CtrlCLeavesNothingBehind) {
    put_bytes(path("a"), "old");
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        const std::string large(std::size_t{64} << 20, 'x');
        static_cast<void>(write_file(path("a"), {large, large, large, large, large, large, large, large}));
        _exit(7);
    }
    while (files_here() < 2 && waitpid(child, nullptr, WNOHANG) == 0) { std::this_thread::yield(); }
    kill(child, SIGINT);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
    EXPECT_EQ(WTERMSIG(status), SIGINT);
    EXPECT_EQ(files_here(), 1U);
    EXPECT_EQ(bytes_of(path("a")), "old");
}

}  // namespace
}  // namespace skua::lab
