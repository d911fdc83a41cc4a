# The processor to build for (SKUA_ARCH), and whether its PEXT instruction is worth using (SKUA_PEXT).
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)

set(arch_flag "")
if(SKUA_ARCH)
    string(MAKE_C_IDENTIFIER "${SKUA_ARCH}" arch_id)
    foreach(option march mcpu)  # some compilers know -mcpu=native only
        check_cxx_compiler_flag(-${option}=${SKUA_ARCH} SKUA_HAS_${option}_${arch_id})
        if(SKUA_HAS_${option}_${arch_id})
            set(arch_flag -${option}=${SKUA_ARCH})
            break()
        endif()
    endforeach()
    if(NOT arch_flag)
        message(NOTICE "Skua: this compiler does not know -march=${SKUA_ARCH}; building for its default processor.")
    endif()
    target_compile_options(skua_flags INTERFACE ${arch_flag})
endif()

# Sets `result` to whether the preprocessor condition is true for the processor. CMake caches the answer.
function(skua_processor_has result condition)
    set(CMAKE_REQUIRED_FLAGS "${arch_flag}")
    set(CMAKE_REQUIRED_QUIET ON)
    string(MAKE_C_IDENTIFIER "SKUA_${result}_${SKUA_ARCH}" answer)
    check_cxx_source_compiles("
        #if !(${condition})
        #error no
        #endif
        int main() {}" ${answer})
    set(${result} ${${answer}} PARENT_SCOPE)
endfunction()

# Zen 1 and 2 have PEXT, but in microcode: magic multiplication is many times faster there.
skua_processor_has(has_pext "defined(__BMI2__)")
skua_processor_has(has_fast_pext "defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)")

if(SKUA_PEXT STREQUAL "AUTO")
    set(use_pext ${has_fast_pext})
else()
    set(use_pext ${SKUA_PEXT})
    if(use_pext AND NOT has_pext)
        message(FATAL_ERROR "SKUA_PEXT=ON, but processor '${SKUA_ARCH}' has no PEXT instruction")
    endif()
endif()
if(use_pext)
    target_compile_definitions(skua_flags INTERFACE SKUA_USE_PEXT=1)
endif()
