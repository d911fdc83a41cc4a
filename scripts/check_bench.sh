#!/usr/bin/env bash
# Compares the `Bench: <nodes>` line of the last commit's message with what a program really searches.
# usage: scripts/check_bench.sh <skua program>
# Exit code 0 when they agree, 1 when they differ or the line is missing. Warns about a long subject line.
set -euo pipefail

program=${1:?usage: scripts/check_bench.sh <skua program>}
# In a container the checkout may belong to another user, which git refuses to read unless it is allowed to.
git=(git -c "safe.directory=*")

program=$(realpath "$program")
cd "$(dirname "$0")/.."
if [[ ! -e .git ]]; then
    echo "check_bench: this is not a git checkout, so there is no commit message to compare with" >&2
    exit 0
fi
message=$("${git[@]}" log -1 --format=%B)
commit=$("${git[@]}" log -1 --format='%h "%s"')
subject=$("${git[@]}" log -1 --format=%s)

if ((${#subject} > 72)); then
    echo "check_bench: warning: the subject of $commit has ${#subject} characters; CONTRIBUTING.md asks for at most 72" >&2
fi

claimed=$(sed -nE 's/^Bench: ([0-9]+)[[:space:]]*$/\1/p' <<<"$message" | tail -n 1)
searched=$("$program" bench | sed -n 's/^=== Benchmark complete: \([0-9]*\) nodes.*/\1/p')

if [[ -z $searched ]]; then
    echo "check_bench: FAIL: $program bench printed no node count" >&2
    exit 1
fi
if [[ -z $claimed ]]; then
    echo "check_bench: FAIL: the message of $commit has no line 'Bench: <nodes>'; this build searches $searched" >&2
    exit 1
fi
if [[ $claimed != "$searched" ]]; then
    echo "check_bench: FAIL: $commit says 'Bench: $claimed', but this build searches $searched nodes" >&2
    exit 1
fi
echo "check_bench: $commit searches $searched nodes, as its message says"
