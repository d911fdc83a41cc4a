// WebAssembly: one linear memory, and no pipes or terminals. Only the C++ library is needed.
#include <cstring>
#include <new>

#include "base/platform.h"

namespace skua::platform {

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

void prepare_standard_streams() {}

bool is_interactive() { return false; }

}  // namespace skua::platform
