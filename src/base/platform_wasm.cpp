// WebAssembly: one linear memory, and no pipes or terminals. Only the C++ library is needed.
#include <cstring>
#include <fstream>
#include <new>

#include "base/platform.h"

namespace skua::platform {

int max_threads() {
#ifdef __EMSCRIPTEN_PTHREADS__
    return 32;  // each takes memory of its own
#else
    return 1;
#endif
}

// A page in a browser should not take more.
std::size_t physical_memory() { return std::size_t{1} << 30; }

void* allocate_large(std::size_t bytes, std::size_t alignment) {
    if (bytes == 0 || bytes > physical_memory()) { return nullptr; }
    void* const memory = operator new (bytes, std::align_val_t{alignment}, std::nothrow);
    if (memory != nullptr) { std::memset(memory, 0, bytes); }
    return memory;
}

void free_large(void* memory, std::size_t, std::size_t alignment) {
    operator delete (memory, std::align_val_t{alignment});
}

// Files live in memory anyway, so mapping one is reading it.
std::optional<std::span<const std::uint8_t>> map_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file.tellg();
    if (!file || size <= 0) { return std::nullopt; }
    auto* const data = new (std::nothrow) std::uint8_t[static_cast<std::size_t>(size)];
    if (data == nullptr) { return std::nullopt; }
    file.seekg(0);
    if (!file.read(reinterpret_cast<char*>(data), size)) {
        delete[] data;
        return std::nullopt;
    }
    return std::span<const std::uint8_t>(data, static_cast<std::size_t>(size));
}

void unmap_file(std::span<const std::uint8_t> bytes) { delete[] bytes.data(); }

char path_list_separator() { return ':'; }

void prepare_standard_streams() {}

bool is_interactive() { return false; }

bool errors_reach_terminal() { return false; }

int terminal_width() { return 80; }

InterruptWatch::InterruptWatch() = default;

InterruptWatch::~InterruptWatch() = default;

bool InterruptWatch::interrupted() const { return false; }

}  // namespace skua::platform
