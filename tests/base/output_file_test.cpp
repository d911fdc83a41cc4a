#include "base/output_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace skua {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
protected:
    OutputFileTest() : folder(fs::path(testing::TempDir()) / ("skua_output_" + std::to_string(getpid()))) {
        fs::create_directories(folder);
    }
    ~OutputFileTest() override { fs::remove_all(folder); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder / name).string(); }
    [[nodiscard]] std::string text_of(const std::string& name) const {
        std::ifstream file(path(name));
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    [[nodiscard]] std::size_t count_files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }

    fs::path folder;
};

TEST_F(OutputFileTest, AppearsWhenItIsFinished) {
    auto file = OutputFile::create(path("a"));
    ASSERT_TRUE(file) << file.error();
    (*file)->stream() << "new";
    EXPECT_FALSE(fs::exists(path("a")));
    EXPECT_FALSE((*file)->finish());
    EXPECT_EQ(text_of("a"), "new");
    EXPECT_EQ(count_files(), 1U);
}

TEST_F(OutputFileTest, TheOldFileStaysWithoutFinish) {
    std::ofstream(path("a")) << "old";
    {
        auto file = OutputFile::create(path("a"));
        ASSERT_TRUE(file);
        (*file)->stream() << "new";
    }
    EXPECT_EQ(text_of("a"), "old");
    EXPECT_EQ(count_files(), 1U) << "nothing is left behind";
}

TEST_F(OutputFileTest, FollowsLinksAndKeepsPermissions) {
    std::ofstream(path("a")) << "old";
    fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(path("a"), path("link"));
    auto file = OutputFile::create(path("link"));
    ASSERT_TRUE(file);
    (*file)->stream() << "new";
    EXPECT_FALSE((*file)->finish());
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(text_of("a"), "new");
    EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, RefusesWhatCantBeWritten) {
    EXPECT_NE(OutputFile::create(folder.string()).error().find("it is a folder"), std::string::npos);
    EXPECT_NE(OutputFile::create(path("none/a")).error().find("No such file or directory"), std::string::npos);
    EXPECT_FALSE(OutputFile::create(""));
    EXPECT_FALSE(OutputFile::create(std::string("a\0b", 3)));
}

TEST_F(OutputFileTest, AFullDiskIsAnError) {
    if (!fs::exists("/dev/full")) { GTEST_SKIP() << "there is no /dev/full"; }
    auto file = OutputFile::create("/dev/full");
    ASSERT_TRUE(file);
    (*file)->stream() << std::string(1 << 20, 'x');
    const std::optional<Error> error = (*file)->finish();
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("\"/dev/full\" can't be written: "), std::string::npos) << error->message;
    EXPECT_TRUE(fs::is_character_file("/dev/full")) << "a device is never replaced";
}

TEST_F(OutputFileTest, SaysWhyAnEarlierWriteFailed) {
    std::ofstream(path("a")) << "old";
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlimit small = limit;
    small.rlim_cur = 4096;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    auto file = OutputFile::create(path("a"));
    ASSERT_TRUE(file);
    (*file)->stream() << std::string(1 << 20, 'x') << std::flush;
    const bool has_failed = !(*file)->stream();
    const std::optional<Error> error = (*file)->finish();
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, handler);
    EXPECT_TRUE(has_failed);
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("File too large"), std::string::npos) << error->message;
    EXPECT_EQ(text_of("a"), "old");
    EXPECT_EQ(count_files(), 1U);
}

}  // namespace
}  // namespace skua
