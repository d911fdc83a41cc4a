#include "base/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace skua {
namespace {

TEST(File, OnlyRegularFilesAreFiles) {
    const std::string path = testing::TempDir() + "skua_file_" + std::to_string(getpid());
    EXPECT_FALSE(is_file(path));
    EXPECT_FALSE(exists_but_is_not_regular_file(path));
    EXPECT_EQ(why_not_file(path), "there is no such file");
    std::ofstream(path) << "x";
    EXPECT_TRUE(is_file(path));
    EXPECT_FALSE(is_file(path + '\0'));
    EXPECT_FALSE(exists_but_is_not_regular_file(path));
    std::filesystem::remove(path);
    for (const std::string& other : {testing::TempDir(), std::string("/dev/null")}) {
        EXPECT_FALSE(is_file(other));
        EXPECT_TRUE(exists_but_is_not_regular_file(other));
        EXPECT_EQ(why_not_file(other), "it is not a regular file");
    }
}

}  // namespace
}  // namespace skua
