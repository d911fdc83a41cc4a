// What Skua asks of the operating system beyond the C++ library. platform_posix.cpp, platform_windows.cpp and
// platform_wasm.cpp implement it; CMake picks one. No other file in src/ knows which system it is built for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace skua::platform {

// How many threads may search here; with one, the program can't start any thread.
int max_threads();

// Bytes of main memory; a cautious guess where the system does not say.
std::size_t physical_memory();

// Allocates zeroed memory aligned to `alignment` (a power of two, at most 4096), in huge pages where the system has
// them. Returns null if `bytes` is zero or more than the system can give now without swapping.
void* allocate_large(std::size_t bytes, std::size_t alignment);
// Frees what allocate_large returned for the same size and alignment.
void free_large(void* memory, std::size_t bytes, std::size_t alignment);

// Maps a regular file into memory for reading; nothing if the system refuses, or the file is empty.
std::optional<std::span<const std::uint8_t>> map_file(const std::string& path);
// Ends what map_file returned.
void unmap_file(std::span<const std::uint8_t> bytes);
// The character between folders in a list of paths.
char path_list_separator();

// Makes standard input and output fit for a protocol over pipes: reads and writes block, bytes pass unchanged, and
// writing to a closed pipe fails instead of ending the process. To be called before the first read or write.
void prepare_standard_streams();
// Do both standard input and standard output belong to a terminal?
bool is_interactive();
// Does the standard error output?
bool errors_reach_terminal();
// The columns of the terminal that the standard error output belongs to; 80 if nobody knows.
int terminal_width();

// While it lives, a first Ctrl-C (or request to terminate) does not end the program: interrupted() tells of it. A
// second one does. At most one lives at a time.
class InterruptWatch {
public:
    InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    ~InterruptWatch();

    [[nodiscard]] bool interrupted() const;
};

}  // namespace skua::platform
