#!/usr/bin/env bash
# Runs fuzz targets one after the other.
# usage: scripts/fuzz.sh <build directory> <seconds each> [target...]     (all targets when none is named)
# Seeds come from tests/fuzz/seeds/<target>, the corpus that the fuzzer finds is kept in the build directory, and an input
# that breaks a target is left in <build directory>/crashes.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1 seconds=$2
shift 2
if (($# == 0)); then
    for source in tests/fuzz/*_fuzz.cpp; do
        [[ -e $source ]] || { echo "there are no fuzz targets"; exit 0; }
        set -- "$@" "$(basename "$source" .cpp)"
    done
fi

mkdir -p "$build/crashes"
for target in "$@"; do
    corpus=$build/corpus/$target
    mkdir -p "$corpus"
    inputs=("$corpus")
    [[ -d tests/fuzz/seeds/$target ]] && inputs+=("tests/fuzz/seeds/$target")
    log=$build/$target.log
    if "$build/tests/fuzz/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/crashes/$target-" "${inputs[@]}" >"$log" 2>&1 </dev/null; then
        echo "$target: clean, $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
    else
        tail -n 60 "$log"
        echo "$target: FAILED, whole log in $log, input in $build/crashes"
        exit 1
    fi
done
