#!/usr/bin/env bash
# Installs the Debian packages that a make target needs and this machine lacks.
# usage: scripts/setup.sh run|lab|server|windows|wasm|web|test|long|bench|lint     (CXX names the compiler, g++ when unset)
# Prints nothing when no package is missing.
set -euo pipefail

level=${1:-}
compiler=${CXX:-g++}
compiler=${compiler##* }       # "ccache g++" -> g++
compiler_name=${compiler##*/}  # /usr/bin/g++-12 -> g++-12
missing=()

need_command() {  # need_command <command> <packages...>
    command -v "$1" >/dev/null 2>&1 || PATH=$PATH:/usr/games command -v "$1" >/dev/null 2>&1 || missing+=("${@:2}")
}

has_header() {
    printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" | "$compiler" -x c++ -E - >/dev/null 2>&1
}

need_header() {  # need_header <header> <package>
    has_header "$1" || missing+=("$2")
}

need_compiler() {  # need_compiler <command>: the package that brings it
    case ${1##*/} in
        clang++) need_command "$1" clang llvm ;;  # llvm: link-time optimisation
        clang++-*) need_command "$1" "clang-${1##*clang++-}" ;;
        g++-*) need_command "$1" "${1##*/}" ;;
        *) need_command "$1" g++ ;;
    esac
}

need_windows_compiler() { need_command x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix; }

need_wasm() {
    need_command emcc emscripten
    need_command node nodejs
}

need_web() {  # the page: build tools, and a browser for its tests
    need_command node nodejs
    need_command npm npm
    need_command chromium chromium
}

need_wine() {
    PATH=$PATH:/usr/lib/wine command -v wine64 >/dev/null 2>&1 || need_command wine wine64
}

need_fuzzer() {  # libFuzzer and clang's sanitizers
    [[ -f $(clang++ -print-resource-dir 2>/dev/null)/lib/linux/libclang_rt.fuzzer-$(uname -m).a ]] ||
        missing+=(libclang-rt-dev)
}

need_lab() {
    need_header zstd.h libzstd-dev
    need_header CLI/CLI.hpp libcli11-dev
}

need_server() {
    need_header boost/beast/websocket.hpp libboost1.81-dev
    need_header nlohmann/json.hpp nlohmann-json3-dev
    need_header sqlite3.h libsqlite3-dev
    need_header hiredis/hiredis.h libhiredis-dev
    need_header openssl/ssl.h libssl-dev
    need_header CLI/CLI.hpp libcli11-dev
}

need_deploy() {  # the programs that read the files of deploy/
    PATH=$PATH:/usr/sbin need_command haproxy haproxy
    need_command promtool prometheus
    need_command docker-compose docker-compose
    need_command systemd-analyze systemd
}

need_fathom() {
    need_header tbprobe.h libfathom-dev
    need_command fathom fathom
}

need_command make make
need_command cmake cmake
need_compiler "$compiler"
case $level in
    run) ;;
    lab) need_lab ;;
    server) need_server ;;
    windows) need_windows_compiler ;;
    wasm) need_wasm ;;
    web) need_web ;;
    test)
        need_header gtest/gtest.h libgtest-dev
        need_lab
        need_server
        need_command redis-server redis-server
        need_wasm
        need_web
        ;;
    long)
        need_header gtest/gtest.h libgtest-dev
        need_lab
        need_server
        need_command redis-server redis-server
        need_deploy
        need_compiler g++
        need_compiler clang++
        need_fuzzer
        need_wasm
        need_web
        need_windows_compiler
        need_wine
        need_fathom
        ;;
    bench)
        need_header benchmark/benchmark.h libbenchmark-dev
        need_fathom
        need_command stockfish stockfish
        ;;
    lint)
        need_compiler clang++
        need_command clang-format clang-format
        need_command clang-tidy clang-tidy
        need_header gtest/gtest.h libgtest-dev
        need_lab
        need_server
        ;;
    *)
        echo "usage: scripts/setup.sh run|lab|server|windows|wasm|web|test|long|bench|lint" >&2
        exit 2
        ;;
esac
((${#missing[@]})) || exit 0

give_up() {
    echo "Skua needs packages that are not installed: ${missing[*]}" >&2
    echo "$1 Please run, as root:" >&2
    echo "    apt-get update && apt-get install ${missing[*]}" >&2
    exit 1
}

as_root=()
command -v apt-get >/dev/null 2>&1 || give_up "This is not a Debian system, so I can't install them; the Debian names are given."
if ((EUID != 0)); then
    command -v sudo >/dev/null 2>&1 || give_up "I am not root and there is no sudo."
    as_root=(sudo)
fi
echo "Skua: installing ${missing[*]}" >&2
{
    "${as_root[@]}" apt-get update -q &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${missing[@]}"
} >&2 || give_up "apt-get failed, see above."

if ! command -v "$compiler" >/dev/null 2>&1; then
    echo "There is no compiler '$compiler_name'." >&2
    exit 1
fi
