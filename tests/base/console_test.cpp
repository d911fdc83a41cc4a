#include "base/console.h"

#include <gtest/gtest.h>

#include <ios>
#include <sstream>

namespace skua {
namespace {

using Outcome = LineReader::Outcome;

TEST(LineReader, ReadsLinesWithoutTheirEnds) {
    std::istringstream input("one\ntwo\r\n\nlast");
    LineReader reader(input);
    std::string line;
    for (const char* const expected : {"one", "two", "", "last"}) {
        EXPECT_EQ(reader.next(line), Outcome::Line);
        EXPECT_EQ(line, expected);
    }
    EXPECT_EQ(reader.next(line), Outcome::End);
    EXPECT_EQ(reader.next(line), Outcome::End);
}

TEST(LineReader, PassesOverALineThatIsTooLong) {
    std::istringstream input(std::string(LineReader::MaxLength, 'a') + "\n" +
                             std::string(LineReader::MaxLength + 1, 'b') + "\nshort\n");
    LineReader reader(input);
    std::string line;
    EXPECT_EQ(reader.next(line), Outcome::Line);
    EXPECT_EQ(line.size(), LineReader::MaxLength);
    EXPECT_EQ(reader.next(line), Outcome::TooLong);
    EXPECT_EQ(line, "");
    EXPECT_EQ(reader.next(line), Outcome::Line);
    EXPECT_EQ(line, "short");
}

// Returns a few bytes, then fails like a file whose device was removed.
class DyingBuffer : public std::streambuf {
public:
    explicit DyingBuffer(std::string bytes) : bytes_(std::move(bytes)) {
        setg(bytes_.data(), bytes_.data(), bytes_.data() + bytes_.size());
    }

private:
    int_type underflow() override { throw std::ios_base::failure("read error"); }

    std::string bytes_;
};

TEST(LineReader, AReadErrorIsTheEnd) {
    DyingBuffer buffer("uci\nisre");
    std::istream input(&buffer);
    LineReader reader(input);
    std::string line;
    EXPECT_EQ(reader.next(line), Outcome::Line);
    EXPECT_EQ(line, "uci");
    EXPECT_EQ(reader.next(line), Outcome::Line);
    EXPECT_EQ(line, "isre");
    EXPECT_EQ(reader.next(line), Outcome::End);
}

TEST(LineWriter, WritesWholeLinesAndTellsOnceWhenNobodyReads) {
    std::ostringstream output;
    int failures = 0;
    LineWriter writer(output, [&] { ++failures; });
    writer.write("one");
    writer.write("two\nthree");
    EXPECT_EQ(output.str(), "one\ntwo\nthree\n");
    EXPECT_EQ(failures, 0);
    output.setstate(std::ios_base::badbit);
    writer.write("four");
    writer.write("five");
    EXPECT_EQ(failures, 1);
}

}  // namespace
}  // namespace skua
