// Linux, macOS and other POSIX systems.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <csignal>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

#include "base/platform.h"

namespace skua::platform {

int max_threads() { return 1024; }

// ---------------------------------------------------------------------- memory

namespace {

constexpr std::size_t HugePage = std::size_t{2} << 20;

// The number at the beginning of a file; nothing if the file is missing or begins with something else ("max").
std::optional<std::size_t> number_in(const char* path) {
    std::ifstream file(path);
    std::size_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

// The memory that is left to our control group (cgroup), which is usually a container.
std::size_t left_in_control_group() {
    constexpr const char* Files[][2] = {
        {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
    for (const auto& [limit_file, used_file] : Files) {
        const std::optional<std::size_t> limit = number_in(limit_file);
        const std::optional<std::size_t> used = number_in(used_file);
        if (limit && used) { return *limit - std::min(*limit, *used); }
    }
    return std::numeric_limits<std::size_t>::max();
}

// Bytes that can be used now without swapping. Systems without /proc/meminfo report all their memory.
std::size_t available_memory() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::size_t kilobytes = 0;
    for (std::string line; std::getline(file, line);) {
        if (std::istringstream(line) >> name >> kilobytes && name == "MemAvailable:") {
            return std::min(kilobytes * 1024, left_in_control_group());
        }
    }
    return physical_memory();
}

// Allocations start at a huge page and fill whole ones.
std::size_t mapped_size(std::size_t bytes) { return (bytes + HugePage - 1) / HugePage * HugePage; }

}  // namespace

std::size_t physical_memory() {
    constexpr std::size_t Guess = std::size_t{1} << 30;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_size <= 0) { return Guess; }
    return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
}

void* allocate_large(std::size_t bytes, std::size_t alignment) {
    assert(alignment <= HugePage);
    static_cast<void>(alignment);
    // The system promises more memory than it has, and ends the process when the memory is used.
    if (bytes == 0 || bytes > available_memory()) { return nullptr; }
    const std::size_t size = mapped_size(bytes);
    // One huge page more than needed; the parts before the first boundary and behind the end are given back.
    void* const raw = mmap(nullptr, size + HugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) { return nullptr; }
    char* const begin = static_cast<char*>(raw);
    const std::size_t skip = (HugePage - reinterpret_cast<std::size_t>(begin) % HugePage) % HugePage;
    if (skip > 0) { munmap(begin, skip); }
    munmap(begin + skip + size, HugePage - skip);
#ifdef MADV_HUGEPAGE
    madvise(begin + skip, size, MADV_HUGEPAGE);
#endif
    return begin + skip;
}

void free_large(void* memory, std::size_t bytes, std::size_t) { munmap(memory, mapped_size(bytes)); }

// ---------------------------------------------------------------------- files

std::optional<std::span<const std::uint8_t>> map_file(const std::string& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) { return std::nullopt; }
    struct stat facts {};
    const bool usable = fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0;
    const std::size_t size = usable ? static_cast<std::size_t>(facts.st_size) : 0;
    void* const data = usable ? mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0) : MAP_FAILED;
    close(descriptor);
    if (data == MAP_FAILED) { return std::nullopt; }
#ifdef MADV_RANDOM
    madvise(data, size, MADV_RANDOM);
#endif
    return std::span(static_cast<const std::uint8_t*>(data), size);
}

void unmap_file(std::span<const std::uint8_t> bytes) { munmap(const_cast<std::uint8_t*>(bytes.data()), bytes.size()); }

char path_list_separator() { return ':'; }

// ---------------------------------------------------------------------- console

namespace {

// The parent process may have left its pipes non-blocking.
void make_blocking(int descriptor) {
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_NONBLOCK) != 0) { fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK); }
}

}  // namespace

void prepare_standard_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    make_blocking(STDIN_FILENO);
    make_blocking(STDOUT_FILENO);
}

bool is_interactive() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

bool errors_reach_terminal() { return isatty(STDERR_FILENO) != 0; }

int terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// ---------------------------------------------------------------------- Ctrl-C

namespace {

// A signal handler can reach nothing else.
volatile std::sig_atomic_t was_interrupted = 0;

constexpr std::array<int, 3> Interrupts{SIGINT, SIGTERM, SIGHUP};

// Signals that the parent process wants to be ignored (as nohup does) stay so. With SA_RESETHAND the next signal does
// what it does by default.
void handle_interrupts(void (*handler)(int), int flags) {
    for (const int signal : Interrupts) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) { continue; }
        struct sigaction action {};
        action.sa_handler = handler;
        action.sa_flags = flags;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace

InterruptWatch::InterruptWatch() {
    was_interrupted = 0;
    handle_interrupts([](int) { was_interrupted = 1; }, SA_RESTART | static_cast<int>(SA_RESETHAND));
}

InterruptWatch::~InterruptWatch() { handle_interrupts(SIG_DFL, 0); }

bool InterruptWatch::interrupted() const { return was_interrupted != 0; }

}  // namespace skua::platform
