#!/usr/bin/env bash
# Completes the package web/engine with what was built, and prints what a browser downloads of it.
# usage: scripts/wasm_package.sh <build folder> <build folder with threads>
set -euo pipefail
cd "$(dirname "$0")/.."

package=web/engine
most=2000000  # bytes to download, for the engine without threads

mkdir -p $package/dist
cp "$1"/skua.js "$1"/skua.wasm $package/dist
cp "$2"/skua-threads.js "$2"/skua-threads.worker.js "$2"/skua-threads.wasm $package/dist
cp COPYING $package
# These are scripts, not modules like the rest of the package.
echo '{ "type": "commonjs" }' >$package/dist/package.json

compressed() { gzip -9 -c "$@" | wc -c; }
size=$(compressed $package/dist/skua.js $package/dist/skua.wasm)
echo "$package: a browser downloads $((size / 1000)) kB (gzip) for the engine without threads," \
    "$(($(compressed $package/dist/skua-threads.*) / 1000)) kB for the one with threads"
if ((size > most)); then
    echo "That is more than $((most / 1000)) kB." >&2
    exit 1
fi
