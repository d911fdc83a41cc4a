# The engine as a worker script with its .wasm: skua.js, or skua-threads.js with the threads. `make wasm` makes a package
# of both.
if(SKUA_THREADS)
    set(name skua-threads)
    set(threaded true)
else()
    set(name skua)
    set(threaded false)
endif()
set(worker ${CMAKE_CURRENT_BINARY_DIR}/worker.js)
file(READ wasm/worker.js text)
string(REPLACE SKUA_THREADED ${threaded} text "${text}")
file(WRITE ${worker} "${text}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS wasm/worker.js)

add_executable(skua-wasm wasm/main.cpp)
target_link_libraries(skua-wasm PRIVATE skua_wasm)
set_target_properties(skua-wasm PROPERTIES OUTPUT_NAME ${name} SUFFIX .js LINK_DEPENDS ${worker}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
target_link_options(skua-wasm PRIVATE
    "SHELL:--pre-js ${worker}"
    -sENVIRONMENT=worker,node
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=2GB
    -sTOTAL_STACK=4MB
    -sFORCE_FILESYSTEM
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free,_skua_receive,_skua_run_slice)
if(SKUA_THREADS)
    # The program runs on a thread of its own, so that the worker's own can start threads and read files for all.
    target_link_options(skua-wasm PRIVATE -sPROXY_TO_PTHREAD -sPTHREAD_POOL_SIZE=2 -sDEFAULT_PTHREAD_STACK_SIZE=4MB
        -Wno-pthreads-mem-growth)
endif()
