# WebAssembly: every browser and node that has its SIMD instructions has its exceptions, too.
set(wasm_flags -fwasm-exceptions)
if(SKUA_THREADS)
    list(APPEND wasm_flags -pthread)
endif()
# CMake does not know that this compiler has link-time optimisation.
if(SKUA_LTO)
    list(APPEND wasm_flags -flto)
endif()
target_compile_options(skua_flags INTERFACE ${wasm_flags}
    # emscripten translates the intrinsics of SSE4.1. Sizes have 32 bits here, and no file or table needs more.
    $<$<COMPILE_LANGUAGE:CXX>:-msimd128 -msse4.1 -Wno-shorten-64-to-32>)
target_link_options(skua_flags INTERFACE ${wasm_flags})
