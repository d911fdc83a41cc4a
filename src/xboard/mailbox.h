// Where the thread that reads the input and the thread that searches leave word for the one that decides.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "base/console.h"
#include "search/report.h"

namespace skua {

struct InputLine {
    LineReader::Outcome outcome = LineReader::Outcome::Line;
    std::string text;
    Clock::time_point read;
};

struct SearchMessage {
    std::uint64_t search = 0;  // which one, as several follow each other
    std::variant<SearchInfo, CurrentMove, SearchResult> content;
};

class Mailbox {
public:
    // Waits while many lines are unread, so that no input can eat the memory.
    void put(InputLine line);
    // Never waits.
    void put(SearchMessage message);

    // Waits for something. What searches say comes first: a search that has ended came before the next command.
    std::variant<InputLine, SearchMessage> take();
    // Nothing when no search has said anything.
    std::optional<SearchMessage> take_search_message();

private:
    static constexpr std::size_t MostLines = 64;

    std::mutex mutex_;
    std::condition_variable filled_;
    std::condition_variable emptied_;
    std::deque<InputLine> lines_;
    std::deque<SearchMessage> messages_;
};

}  // namespace skua
