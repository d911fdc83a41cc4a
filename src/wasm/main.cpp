// Skua as WebAssembly. worker.js brings requests and takes what is told: lines of UCI, and the answers of calls.
#include <emscripten.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "base/console.h"
#include "uci/uci.h"
#include "wasm/analyse_games.h"
#include "wasm/line_stream.h"

// JavaScript within C++ calls its arguments $0, $1 and so on.
#pragma clang diagnostic ignored "-Wdollar-in-identifier-extension"

namespace {

// So long may messages wait while a search runs.
[[maybe_unused]] constexpr std::chrono::milliseconds Slice(25);

// worker.js knows these numbers.
enum class Request { Line, Command, AnalyseGames };
enum class Answer { Lines, Progress, Result, Error, Closed };

// Tells worker.js something; from any thread, in the order of the calls.
void tell(Answer kind, int call, const std::string& text) {
    MAIN_THREAD_ASYNC_EM_ASM(
        {
            Module['tell']($0, $1, UTF8ToString($2));
            _free($2);
        },
        static_cast<int>(kind), call, strdup(text.c_str()));
}

struct Message {
    Request request;
    int call;  // the number by which its answers are known; not for lines
    std::string text;
    std::uint64_t nodes;
};

class Program {
public:
    Program() { uci_.announce(); }

    // Returns false when the engine was told to quit.
    bool handle(const Message& message) {
        try {
            switch (message.request) {
                case Request::Line:
                    if (uci_.receive(message.text)) { break; }
                    tell(Answer::Closed, 0, "");
                    return false;
                case Request::Command:
                    uci_.run_once(message.text);
                    tell(Answer::Result, message.call, "");
                    break;
                case Request::AnalyseGames: analyse(message); break;
            }
        } catch (const std::exception& error) {
            // Out of memory, or of threads.
            tell(Answer::Error, message.call, error.what());
        }
        return true;
    }

    // Returns whether there is more to do.
    bool run_slice() { return uci_.run_slice(Slice); }

private:
    void analyse(const Message& message) {
        skua::AnalysisSettings settings;
        if (message.nodes > 0) { settings.nodes = message.nodes; }
        const skua::Result<std::string> document = skua::wasm::analyse_games(
            *uci_.all_options()[0], message.text, settings, [&message](std::size_t done, std::size_t all) {
                tell(Answer::Progress, message.call, std::to_string(done) + ' ' + std::to_string(all));
            });
        tell(document ? Answer::Result : Answer::Error, message.call, document ? *document : document.error());
    }

    skua::wasm::LineStream stream_{[](const std::string& text) { tell(Answer::Lines, 0, text); }};
    skua::LineWriter output_{stream_};
    skua::Uci uci_{output_};
};

#ifdef __EMSCRIPTEN_PTHREADS__

// Messages on their way to the thread that carries them out. That thread may wait for others; the one that reads
// messages may not, because it must start them.
class Mailbox {
public:
    void put(Message message) {
        {
            const std::lock_guard lock(mutex_);
            messages_.push_back(std::move(message));
        }
        changed_.notify_one();
    }
    Message take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !messages_.empty(); });
        Message first = std::move(messages_.front());
        messages_.pop_front();
        return first;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Message> messages_;
};

Mailbox& mailbox() {
    static Mailbox instance;
    return instance;
}

void deliver(Message message) { mailbox().put(std::move(message)); }

bool run_slice() { return false; }

void run() {
    Program program;
    while (program.handle(mailbox().take())) {}
}

#else

Program& program() {
    static Program instance;
    return instance;
}

void deliver(const Message& message) { program().handle(message); }

bool run_slice() { return program().run_slice(); }

void run() { program(); }

#endif

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void skua_receive(int request, int call, const char* text, std::size_t length, double nodes) {
    deliver({static_cast<Request>(request), call, std::string(text, length), static_cast<std::uint64_t>(nodes)});
}

// Returns whether there is more to do.
EMSCRIPTEN_KEEPALIVE bool skua_run_slice() { return run_slice(); }
}

int main() { run(); }
