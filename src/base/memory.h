// Large tables, whose memory the system may refuse.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "base/platform.h"

namespace skua {

// A zeroed array of fixed size in large memory (huge pages where the system has them). Converts to false when the
// system refused the memory.
template <typename Value>
class LargeArray {
    static_assert(std::is_trivially_destructible_v<Value>);

public:
    LargeArray() = default;
    explicit LargeArray(std::size_t size)
        : data_(static_cast<Value*>(platform::allocate_large(size * sizeof(Value), alignof(Value)))),
          size_(data_ ? size : 0) {}
    LargeArray(LargeArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    LargeArray& operator=(LargeArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~LargeArray() {
        if (data_ != nullptr) { platform::free_large(data_, size_ * sizeof(Value), alignof(Value)); }
    }

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] Value* data() { return data_; }
    [[nodiscard]] const Value* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    Value* data_ = nullptr;
    std::size_t size_ = 0;
};

// Deletes what make_large made.
template <typename Value>
struct LargeDeleter {
    void operator()(Value* value) const {
        value->~Value();
        platform::free_large(value, sizeof(Value), alignof(Value));
    }
};

template <typename Value>
using LargePointer = std::unique_ptr<Value, LargeDeleter<Value>>;

// An object of several megabytes in large memory: with few pages for it, the processor finds its parts sooner. Throws
// std::bad_alloc when the system refuses the memory.
template <typename Value, typename... Arguments>
LargePointer<Value> make_large(Arguments&&... arguments) {
    void* const memory = platform::allocate_large(sizeof(Value), alignof(Value));
    if (memory == nullptr) { throw std::bad_alloc(); }
    try {
        return LargePointer<Value>(new (memory) Value(std::forward<Arguments>(arguments)...));
    } catch (...) {
        platform::free_large(memory, sizeof(Value), alignof(Value));
        throw;
    }
}

}  // namespace skua
