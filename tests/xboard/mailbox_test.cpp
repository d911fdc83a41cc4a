#include "xboard/mailbox.h"

#include <gtest/gtest.h>

#include <thread>

namespace skua {
namespace {

InputLine line_of(std::string text) {
    InputLine line;
    line.text = std::move(text);
    return line;
}

TEST(Mailbox, KeepsTheOrderOfLines) {
    Mailbox mailbox;
    mailbox.put(line_of("a"));
    mailbox.put(line_of("b"));
    EXPECT_EQ(std::get<InputLine>(mailbox.take()).text, "a");
    EXPECT_EQ(std::get<InputLine>(mailbox.take()).text, "b");
}

TEST(Mailbox, PutsSearchesFirst) {
    Mailbox mailbox;
    mailbox.put(line_of("a"));
    mailbox.put(SearchMessage{7, CurrentMove{}});
    mailbox.put(SearchMessage{8, BestMove{}});
    EXPECT_EQ(std::get<SearchMessage>(mailbox.take()).search, 7U);
    EXPECT_EQ(mailbox.take_search_message()->search, 8U);
    EXPECT_FALSE(mailbox.take_search_message());
    EXPECT_EQ(std::get<InputLine>(mailbox.take()).text, "a");
}

TEST(Mailbox, HoldsBackAWriterWhoIsTooFast) {
    constexpr int Count = 10000;
    Mailbox mailbox;
    std::thread writer([&] {
        for (int i = 0; i < Count; ++i) { mailbox.put(line_of(std::to_string(i))); }
    });
    for (int i = 0; i < Count; ++i) { ASSERT_EQ(std::get<InputLine>(mailbox.take()).text, std::to_string(i)); }
    writer.join();
}

TEST(Mailbox, NeverHoldsBackASearch) {
    Mailbox mailbox;
    for (std::uint64_t i = 0; i < 1000; ++i) { mailbox.put(SearchMessage{i, CurrentMove{}}); }
    for (std::uint64_t i = 0; i < 1000; ++i) { EXPECT_EQ(std::get<SearchMessage>(mailbox.take()).search, i); }
}

}  // namespace
}  // namespace skua
