#!/usr/bin/env bash
# Checks that programs of several builds search exactly the same number of nodes, with either evaluation.
# usage: scripts/same_bench.sh <skua program>...
set -euo pipefail

result=0
for evaluation in nnue classical; do
    expected=
    for program in "$@"; do
        count=$("$program" bench 8 "$evaluation" | sed -n 's/^=== Benchmark complete: \([0-9]*\) nodes.*/\1/p') || true
        printf '  %-40s %-10s %s nodes\n' "$program" "$evaluation" "$count"
        expected=${expected:-$count}
        if [[ -z $count || $count != "$expected" ]]; then
            echo "$program: not $expected nodes" >&2
            result=1
        fi
    done
done
exit $result
