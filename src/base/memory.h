// Memory: what the machine has, and large tables that may not fit.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace skua {

// Bytes of main memory; a careful guess where the system does not tell.
std::size_t physical_memory();
// Bytes that could be used now without pushing others out.
std::size_t available_memory();

// Zeroed memory aligned to `alignment` (a power of two), in huge pages where the system gives them; null if there is
// not enough.
void* allocate_large(std::size_t bytes, std::size_t alignment);
void free_large(void* memory, std::size_t bytes, std::size_t alignment);

// An array of fixed size in large memory. False when the memory was refused. The elements are trivially destructible.
template <typename Value>
class LargeArray {
public:
    LargeArray() = default;
    explicit LargeArray(std::size_t size)
        : data_(static_cast<Value*>(allocate_large(size * sizeof(Value), alignof(Value)))), size_(data_ ? size : 0) {}
    LargeArray(LargeArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    LargeArray& operator=(LargeArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~LargeArray() {
        if (data_ != nullptr) { free_large(data_, size_ * sizeof(Value), alignof(Value)); }
    }

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] Value* data() { return data_; }
    [[nodiscard]] const Value* data() const { return data_; }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    Value* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace skua
