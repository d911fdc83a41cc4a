// Messages from the thread that reads the input and the thread that searches to the thread that decides.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "base/console.h"
#include "engine/report.h"

namespace skua {

struct InputLine {
    LineReader::Outcome outcome = LineReader::Outcome::Line;
    std::string text;
    Clock::time_point read;
};

struct SearchMessage {
    std::uint64_t search = 0;  // the number of the search that sent it
    std::variant<Report, CurrentMove, BestMove> content;
};

class Mailbox {
public:
    // Waits while many lines are unread, so that input can't fill the memory.
    void put(InputLine line);
    // Never waits.
    void put(SearchMessage message);

    // Waits for a message. Those of searches come first: a search that has ended came before the next command.
    std::variant<InputLine, SearchMessage> take();
    // Does not wait; nothing when there is no message from a search.
    std::optional<SearchMessage> take_search_message();

private:
    static constexpr std::size_t MaxLines = 64;

    std::mutex mutex_;
    std::condition_variable filled_;
    std::condition_variable emptied_;
    std::deque<InputLine> lines_;
    std::deque<SearchMessage> messages_;
};

}  // namespace skua
