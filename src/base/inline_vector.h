// A vector of fixed capacity without allocation. Unused places are not initialised.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace skua {

template <typename Value, std::size_t Capacity>
class InlineVector {
    static_assert(std::is_trivially_copyable_v<Value> && std::is_trivially_destructible_v<Value>);

public:
    InlineVector() noexcept : size_(0) {}
    InlineVector(const InlineVector& other) noexcept : size_(other.size_) { copy_from(other); }
    InlineVector& operator=(const InlineVector& other) noexcept {
        size_ = other.size_;
        copy_from(other);
        return *this;
    }

    void push_back(Value value) {
        assert(size_ < Capacity);
        storage_.values[size_++] = value;
    }
    void clear() { size_ = 0; }
    void pop_back() {
        assert(size_ > 0);
        --size_;
    }
    // Shortens the vector to its first `count` values.
    void truncate(std::size_t count) {
        assert(count <= size_);
        size_ = count;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    static constexpr std::size_t capacity() { return Capacity; }

    Value& operator[](std::size_t index) {
        assert(index < size_);
        return storage_.values[index];
    }
    const Value& operator[](std::size_t index) const {
        assert(index < size_);
        return storage_.values[index];
    }

    Value* begin() { return storage_.values; }
    Value* end() { return storage_.values + size_; }
    const Value* begin() const { return storage_.values; }
    const Value* end() const { return storage_.values + size_; }

    [[nodiscard]] bool contains(const Value& value) const {
        for (const Value& each : *this) {
            if (each == value) { return true; }
        }
        return false;
    }

private:
    void copy_from(const InlineVector& other) {
        if (this == &other) { return; }
        for (std::size_t i = 0; i < size_; ++i) { storage_.values[i] = other.storage_.values[i]; }
    }

    // The union keeps the values uninitialised until they are pushed.
    union Storage {
        Storage() {}
        Value values[Capacity];
    };
    std::size_t size_;
    Storage storage_;
};

}  // namespace skua
