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

# The engine is compiled for one size of network. The usual sizes are not passed on, so that they need no other compilation.
set(network_sizes "")
if(SKUA_HIDDEN)
    list(APPEND network_sizes SKUA_HIDDEN=${SKUA_HIDDEN})
endif()
if(SKUA_KING_BUCKETS)
    list(APPEND network_sizes SKUA_KING_BUCKETS=${SKUA_KING_BUCKETS})
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
