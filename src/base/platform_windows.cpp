// Windows.
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// windows.h must come first.
#include <fcntl.h>
#include <io.h>

#include <atomic>
#include <cassert>
#include <cstdio>

#include "base/platform.h"

namespace skua::platform {

namespace {

MEMORYSTATUSEX memory_status() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof(status);
    GlobalMemoryStatusEx(&status);  // leaves zeros when it fails
    return status;
}

bool is_console(DWORD stream) {
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(stream), &mode) != 0;
}

}  // namespace

int max_threads() { return 1024; }

std::size_t physical_memory() {
    constexpr std::size_t Guess = std::size_t{1} << 30;
    const auto total = static_cast<std::size_t>(memory_status().ullTotalPhys);
    return total > 0 ? total : Guess;
}

void* allocate_large(std::size_t bytes, std::size_t alignment) {
    // VirtualAlloc returns multiples of 64 KiB.
    assert(alignment <= (std::size_t{64} << 10));
    static_cast<void>(alignment);
    if (bytes == 0 || bytes > memory_status().ullAvailPhys) { return nullptr; }
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void free_large(void* memory, std::size_t, std::size_t) { VirtualFree(memory, 0, MEM_RELEASE); }

std::optional<std::span<const std::uint8_t>> map_file(const std::string& path) {
    const HANDLE file = CreateFileA(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                    FILE_FLAG_RANDOM_ACCESS, nullptr);
    if (file == INVALID_HANDLE_VALUE) { return std::nullopt; }
    LARGE_INTEGER size{};
    const bool usable = GetFileSizeEx(file, &size) != 0 && size.QuadPart > 0;
    const HANDLE mapping = usable ? CreateFileMappingA(file, nullptr, PAGE_READONLY, 0, 0, nullptr) : nullptr;
    // The view stays when both handles are closed.
    const void* const data = mapping != nullptr ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : nullptr;
    if (mapping != nullptr) { CloseHandle(mapping); }
    CloseHandle(file);
    if (data == nullptr) { return std::nullopt; }
    return std::span(static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(size.QuadPart));
}

void unmap_file(std::span<const std::uint8_t> bytes) { UnmapViewOfFile(bytes.data()); }

char path_list_separator() { return ';'; }

void prepare_standard_streams() {
    // Text mode would turn every "\n" into "\r\n" and end the input at Ctrl-Z.
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
}

bool is_interactive() { return is_console(STD_INPUT_HANDLE) && is_console(STD_OUTPUT_HANDLE); }

bool errors_reach_terminal() { return is_console(STD_ERROR_HANDLE); }

int terminal_width() {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_ERROR_HANDLE), &info) == 0) { return 80; }
    return info.srWindow.Right - info.srWindow.Left + 1;
}

namespace {

// A console's handler can reach nothing else.
std::atomic<bool> was_interrupted = false;

// Returns whether the event is dealt with; if not, the program ends.
BOOL WINAPI note_interrupt(DWORD) { return was_interrupted.exchange(true) ? FALSE : TRUE; }

}  // namespace

InterruptWatch::InterruptWatch() {
    was_interrupted = false;
    SetConsoleCtrlHandler(note_interrupt, TRUE);
}

InterruptWatch::~InterruptWatch() { SetConsoleCtrlHandler(note_interrupt, FALSE); }

bool InterruptWatch::interrupted() const { return was_interrupted; }

}  // namespace skua::platform
