# Toolchain file: builds for WebAssembly, with Debian's emscripten (`make wasm`).
set(EMSCRIPTEN_ROOT_PATH /usr/share/emscripten)
include(${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake)

# emcc runs scripts in node at the end of a link. They need JavaScript modules of Debian, which another node than Debian's
# finds only so.
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
