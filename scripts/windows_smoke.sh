#!/usr/bin/env bash
# Smoke test of the Windows program, under Wine: bench and a UCI session must give the same lines as the native program.
# usage: scripts/windows_smoke.sh <skua.exe> <native skua program>
# Logs and the Wine prefix are kept beside skua.exe, in the folder wine.
set -euo pipefail

windows=$(realpath "$1") native=$(realpath "$2")
wine=$(PATH=$PATH:/usr/lib/wine command -v wine64 || command -v wine) || { echo "There is no Wine." >&2; exit 1; }
folder=$(dirname "$windows")/wine
mkdir -p "$folder"
# Without a display, without messages of Wine's own, without its offers to install Mono and Gecko.
unset DISPLAY
export WINEPREFIX=$folder/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
trap 'PATH=$PATH:/usr/lib/wine wineserver -k 2>/dev/null || true' EXIT

failures=0
check() {  # check <what> <command...>: runs the command and reports
    if "${@:2}"; then
        echo "  PASS $1"
    else
        echo "  FAIL $1"
        failures=$((failures + 1))
    fi
}

node_count() { sed -n 's/^=== Benchmark complete: \([0-9]*\) nodes.*/\1/p' "$1"; }

# session <log> <program...>: a UCI session that waits for each answer, as a GUI does, and ends its lines with CR LF.
session() {
    local log=$1 in out pid line
    shift
    : >"$log"
    coproc engine { exec "$@" 2>"$log.err"; }
    pid=$engine_PID in=${engine[1]} out=${engine[0]}
    ask() {  # ask <command> <beginning of the last line of the answer>
        printf '%s\r\n' "$1" >&"$in"
        while IFS= read -r -t 120 -u "$out" line; do
            printf '%s\n' "$line" >>"$log"
            [[ $line == "$2"* ]] && return
        done
        echo "no answer to '$1'" >>"$log"
    }
    send() { ask "$1"$'\r\nisready' readyok; }  # commands that are answered at once, or not at all
    ask uci uciok
    send 'position startpos moves e2e4 e7e5 g1f3'
    ask 'go depth 9' bestmove
    send 'no such command'
    send 'position fen not a position'
    send 'setoption name EvalFile value Z:\no\such\file.nnue'
    send 'position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
    ask 'go perft 3' 'Nodes searched'
    send d
    send eval
    send 'eval --json'
    send 'setoption name Hash value 64'
    send 'setoption name Threads value 2'
    printf 'quit\r\n' >&"$in"
    wait "$pid"
}

# What depends on the machine or the moment is taken out before the comparison.
comparable() { sed -E 's/ (time|nps|hashfull) [0-9]+//g; s/^(option name Hash .* max) [0-9]+/\1/' "$1"; }
same_lines() { diff <(comparable "$1") <(comparable "$2"); }
has_no_carriage_return() { ! grep -q $'\r' "$1"; }

# The first start makes the prefix, which takes a while.
"$wine" "$windows" compiler >"$folder/compiler.log" 2>&1 </dev/null || true

"$native" bench >"$folder/bench.native.log" </dev/null
"$wine" "$windows" bench >"$folder/bench.log" 2>"$folder/bench.log.err" </dev/null || true
echo "  bench: $(node_count "$folder/bench.log") nodes under Wine, $(node_count "$folder/bench.native.log") native"
check "bench searches the same nodes" test "$(node_count "$folder/bench.log")" = "$(node_count "$folder/bench.native.log")"
check "bench ends its lines with LF only" has_no_carriage_return "$folder/bench.log"

session "$folder/uci.native.log" "$native"
check "a UCI session ends with success" session "$folder/uci.log" "$wine" "$windows"
check "the session says the same as the native one" same_lines "$folder/uci.native.log" "$folder/uci.log"
check "the session ends its lines with LF only" has_no_carriage_return "$folder/uci.log"
check "the session writes nothing to standard error" test ! -s "$folder/uci.log.err"
check "an unknown command as argument ends with a failure" \
    bash -c '! "$0" "$1" no such command >/dev/null 2>&1 </dev/null' "$wine" "$windows"

((failures == 0)) || { echo "windows_smoke: $failures checks failed; logs are in $folder" >&2; exit 1; }
