#include "base/mapped_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

namespace skua {
namespace {

TEST(MappedFile, HasTheBytesOfTheFile) {
    const std::string path = testing::TempDir() + "skua_mapped_file";
    std::ofstream(path) << "four";
    Result<MappedFile> opened = MappedFile::open(path);
    ASSERT_TRUE(opened.ok());
    MappedFile file = *std::move(opened);
    const MappedFile moved = std::move(file);
    EXPECT_EQ(std::string(moved.bytes().begin(), moved.bytes().end()), "four");
    std::filesystem::remove(path);
}

TEST(MappedFile, SaysWhyAFileCannotBeRead) {
    const std::string path = testing::TempDir() + "skua_empty_file";
    std::ofstream(path).close();
    for (const std::string& wrong : {std::string("/"), std::string("/dev/zero"), path, std::string("/does/not/exist"),
                                     std::string("/etc/passwd\0x", 13)}) {
        const Result<MappedFile> opened = MappedFile::open(wrong);
        ASSERT_FALSE(opened.ok()) << wrong;
        EXPECT_FALSE(opened.error().empty());
    }
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace skua
