# The network that the program comes with: `network` is its full path, from SKUA_EVALFILE or, where that is empty,
# data/skua.nnue. The target skua_network_checked stops the build if the engine could not use it: a small program reads
# the file with the engine's own reader. In a cross build that program could not run, so the engine alone checks the
# network when it starts.
set(network "${PROJECT_SOURCE_DIR}/data/skua.nnue")
if(SKUA_EVALFILE)
    get_filename_component(network "${SKUA_EVALFILE}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
endif()
if(NOT EXISTS "${network}" OR IS_DIRECTORY "${network}")
    message(FATAL_ERROR "EVALFILE: there is no file '${network}'")
endif()

# The engine is built for the sizes in the network's header, where it can be: a multiple of 32 neurons and 768 inputs for
# each king bucket. For other files the sizes stay as they are, and the check below says what is wrong. The usual sizes
# are not passed on, so that they need no other compilation.
set(network_sizes "")
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${network}")
file(READ "${network}" header LIMIT 20 HEX)
if(header MATCHES "^534b55414e4e5545........(..)(..)(..)(..)(..)(..)(..)(..)$")
    math(EXPR inputs "0x${CMAKE_MATCH_4}${CMAKE_MATCH_3}${CMAKE_MATCH_2}${CMAKE_MATCH_1}")
    math(EXPR hidden "0x${CMAKE_MATCH_8}${CMAKE_MATCH_7}${CMAKE_MATCH_6}${CMAKE_MATCH_5}")
    math(EXPR rest "${hidden} % 32")
    if(rest EQUAL 0 AND hidden GREATER 0 AND hidden LESS_EQUAL 1024 AND NOT hidden EQUAL 256)
        list(APPEND network_sizes SKUA_HIDDEN=${hidden})
    endif()
    if(inputs EQUAL 3072)
        list(APPEND network_sizes SKUA_KING_BUCKETS=4)
    endif()
endif()
target_compile_definitions(skua_flags INTERFACE ${network_sizes})

set(network_checked "")
if(NOT CMAKE_CROSSCOMPILING)
    # Without skua_flags: those may be for another processor than this one.
    add_executable(check_network ${PROJECT_SOURCE_DIR}/cmake/check_network.cpp
        ${PROJECT_SOURCE_DIR}/src/eval/nnue/network.cpp ${PROJECT_SOURCE_DIR}/src/base/parse.cpp)
    target_include_directories(check_network PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(check_network PRIVATE ${network_sizes})
    set(network_checked ${CMAKE_CURRENT_BINARY_DIR}/network_checked)
    add_custom_command(OUTPUT ${network_checked}
        COMMAND check_network "${network}"
        COMMAND ${CMAKE_COMMAND} -E touch ${network_checked}
        DEPENDS check_network "${network}"
        COMMENT "Checking the network ${network}" VERBATIM)
endif()
add_custom_target(skua_network_checked DEPENDS ${network_checked})
