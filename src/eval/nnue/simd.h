// SIMD vectors of 16-bit integers: AVX-512, AVX2, SSE4.1, or plain C++ with the same results. A build has every kernel
// that its target processor supports, and uses the widest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace skua::nnue {

// Every kernel has two types. Vector16 is loaded from memory that is aligned to its size; its sums and differences wrap
// around. ScreluSum adds up a * a * weight for clipped values a: the SCReLU activation with the output layer. There
// a * weight must fit in 16 bits, and the sum of the products in any of four lanes in 32 bits.
namespace plain {

inline constexpr const char* Name = "plain";

struct Vector16 {
    static constexpr std::size_t Size = 1;
    std::int16_t lane;

    static Vector16 load(const std::int16_t* from) { return {*from}; }
    void store(std::int16_t* to) const { *to = lane; }
    friend Vector16 operator+(Vector16 a, Vector16 b) { return {static_cast<std::int16_t>(a.lane + b.lane)}; }
    friend Vector16 operator-(Vector16 a, Vector16 b) { return {static_cast<std::int16_t>(a.lane - b.lane)}; }
    // Clamps every lane to 0..high.
    [[nodiscard]] Vector16 clipped(std::int16_t high) const {
        return {lane < 0 ? std::int16_t{0} : lane > high ? high : lane};
    }
};

struct ScreluSum {
    std::int64_t sum = 0;

    void add(Vector16 a, Vector16 weight) { sum += a.lane * weight.lane * a.lane; }
    [[nodiscard]] std::int64_t total() const { return sum; }
};

}  // namespace plain

#if defined(__SSE4_1__)

namespace sse {

inline constexpr const char* Name = "SSE4.1";

struct Vector16 {
    static constexpr std::size_t Size = 8;
    __m128i lanes;

    static Vector16 load(const std::int16_t* from) { return {_mm_load_si128(reinterpret_cast<const __m128i*>(from))}; }
    void store(std::int16_t* to) const { _mm_store_si128(reinterpret_cast<__m128i*>(to), lanes); }
    friend Vector16 operator+(Vector16 a, Vector16 b) { return {_mm_add_epi16(a.lanes, b.lanes)}; }
    friend Vector16 operator-(Vector16 a, Vector16 b) { return {_mm_sub_epi16(a.lanes, b.lanes)}; }
    [[nodiscard]] Vector16 clipped(std::int16_t high) const {
        return {_mm_min_epi16(_mm_max_epi16(lanes, _mm_setzero_si128()), _mm_set1_epi16(high))};
    }
};

struct ScreluSum {
    __m128i sum = _mm_setzero_si128();

    void add(Vector16 a, Vector16 weight) {
        const __m128i product = _mm_mullo_epi16(a.lanes, weight.lanes);
        sum = _mm_add_epi32(sum, _mm_madd_epi16(product, a.lanes));
    }
    [[nodiscard]] std::int64_t total() const {
        const __m128i half = _mm_add_epi64(_mm_cvtepi32_epi64(sum), _mm_cvtepi32_epi64(_mm_shuffle_epi32(sum, 0x4E)));
        return _mm_extract_epi64(half, 0) + _mm_extract_epi64(half, 1);
    }
};

}  // namespace sse

#endif

#if defined(__AVX2__)

namespace avx2 {

inline constexpr const char* Name = "AVX2";

struct Vector16 {
    static constexpr std::size_t Size = 16;
    __m256i lanes;

    static Vector16 load(const std::int16_t* from) {
        return {_mm256_load_si256(reinterpret_cast<const __m256i*>(from))};
    }
    void store(std::int16_t* to) const { _mm256_store_si256(reinterpret_cast<__m256i*>(to), lanes); }
    friend Vector16 operator+(Vector16 a, Vector16 b) { return {_mm256_add_epi16(a.lanes, b.lanes)}; }
    friend Vector16 operator-(Vector16 a, Vector16 b) { return {_mm256_sub_epi16(a.lanes, b.lanes)}; }
    [[nodiscard]] Vector16 clipped(std::int16_t high) const {
        return {_mm256_min_epi16(_mm256_max_epi16(lanes, _mm256_setzero_si256()), _mm256_set1_epi16(high))};
    }
};

struct ScreluSum {
    __m256i sum = _mm256_setzero_si256();

    void add(Vector16 a, Vector16 weight) {
        const __m256i product = _mm256_mullo_epi16(a.lanes, weight.lanes);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(product, a.lanes));
    }
    [[nodiscard]] std::int64_t total() const {
        const __m256i wide = _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum)),
                                              _mm256_cvtepi32_epi64(_mm256_extracti128_si256(sum, 1)));
        const __m128i half = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
        return _mm_extract_epi64(half, 0) + _mm_extract_epi64(half, 1);
    }
};

}  // namespace avx2

#endif

#if defined(__AVX512BW__)

namespace avx512 {

#if defined(__AVX512VNNI__)
inline constexpr const char* Name = "AVX-512 VNNI";
#else
inline constexpr const char* Name = "AVX-512";
#endif

struct Vector16 {
    static constexpr std::size_t Size = 32;
    __m512i lanes;

    static Vector16 load(const std::int16_t* from) { return {_mm512_load_si512(from)}; }
    void store(std::int16_t* to) const { _mm512_store_si512(to, lanes); }
    friend Vector16 operator+(Vector16 a, Vector16 b) { return {_mm512_add_epi16(a.lanes, b.lanes)}; }
    friend Vector16 operator-(Vector16 a, Vector16 b) { return {_mm512_sub_epi16(a.lanes, b.lanes)}; }
    [[nodiscard]] Vector16 clipped(std::int16_t high) const {
        return {_mm512_min_epi16(_mm512_max_epi16(lanes, _mm512_setzero_si512()), _mm512_set1_epi16(high))};
    }
};

struct ScreluSum {
    __m512i sum = _mm512_setzero_si512();

    void add(Vector16 a, Vector16 weight) {
        const __m512i product = _mm512_mullo_epi16(a.lanes, weight.lanes);
#if defined(__AVX512VNNI__)
        sum = _mm512_dpwssd_epi32(sum, product, a.lanes);
#else
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, a.lanes));
#endif
    }
    [[nodiscard]] std::int64_t total() const {
        // Through memory: GCC 12 warns about its own functions that take vectors of this size apart.
        alignas(64) std::array<std::int32_t, 16> lanes;
        _mm512_store_si512(lanes.data(), sum);
        std::int64_t all = 0;
        for (const std::int32_t lane : lanes) { all += lane; }
        return all;
    }
};

}  // namespace avx512

#endif

#if defined(__AVX512BW__)
namespace kernel = avx512;
#elif defined(__AVX2__)
namespace kernel = avx2;
#elif defined(__SSE4_1__)
namespace kernel = sse;
#else
namespace kernel = plain;
#endif

using kernel::ScreluSum;
using kernel::Vector16;

}  // namespace skua::nnue
