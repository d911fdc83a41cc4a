#include "xboard/mailbox.h"

#include <utility>

namespace skua {

void Mailbox::put(InputLine line) {
    {
        std::unique_lock lock(mutex_);
        emptied_.wait(lock, [this] { return lines_.size() < MaxLines; });
        lines_.push_back(std::move(line));
    }
    filled_.notify_one();
}

void Mailbox::put(SearchMessage message) {
    {
        const std::lock_guard lock(mutex_);
        messages_.push_back(std::move(message));
    }
    filled_.notify_one();
}

std::variant<InputLine, SearchMessage> Mailbox::take() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return !lines_.empty() || !messages_.empty(); });
    if (!messages_.empty()) {
        SearchMessage message = std::move(messages_.front());
        messages_.pop_front();
        return message;
    }
    InputLine line = std::move(lines_.front());
    lines_.pop_front();
    lock.unlock();
    emptied_.notify_one();
    return line;
}

std::optional<SearchMessage> Mailbox::take_search_message() {
    const std::lock_guard lock(mutex_);
    if (messages_.empty()) { return std::nullopt; }
    SearchMessage message = std::move(messages_.front());
    messages_.pop_front();
    return message;
}

}  // namespace skua
