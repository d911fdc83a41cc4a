# The network that the program comes with: `network` is its full path, from SKUA_EVALFILE or, where that is empty,
# data/skua.nnue. What can't be one is refused here: better known now than when the program starts. Also a script, to
# check a file: cmake -D SKUA_EVALFILE=<file> -P cmake/network.cmake
get_filename_component(skua_source "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(network "${skua_source}/data/skua.nnue")
if(SKUA_EVALFILE)
    get_filename_component(network "${SKUA_EVALFILE}" ABSOLUTE BASE_DIR "${skua_source}")
endif()
if(NOT EXISTS "${network}" OR IS_DIRECTORY "${network}")
    message(FATAL_ERROR "EVALFILE: there is no file '${network}'")
endif()

# A number of the header: four bytes, the lowest first (src/eval/nnue/network.h).
function(skua_network_number result offset)
    file(READ "${network}" bytes OFFSET ${offset} LIMIT 4 HEX)
    string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1" number "${bytes}")
    math(EXPR number "${number}")
    set(${result} ${number} PARENT_SCOPE)
endfunction()

set(header_size 64)
file(SIZE "${network}" size)
file(READ "${network}" magic LIMIT 8 HEX)
if(size LESS header_size OR NOT magic STREQUAL "534b55414e4e5545")  # SKUANNUE
    message(FATAL_ERROR "'${network}' is no network of Skua's")
endif()
skua_network_number(found 16)
file(STRINGS "${skua_source}/src/eval/nnue/architecture.h" needed REGEX "size_t Hidden = ")
string(REGEX MATCH "[0-9]+" needed "${needed}")
if(NOT found EQUAL needed)
    message(FATAL_ERROR "the hidden size of '${network}' is ${found}, this program needs ${needed}")
endif()
skua_network_number(numbers_size 36)
math(EXPR full_size "${header_size} + ${numbers_size}")
if(NOT size EQUAL full_size)
    message(FATAL_ERROR "'${network}' is cut off, or too long: it has ${size} bytes and should have ${full_size}")
endif()
