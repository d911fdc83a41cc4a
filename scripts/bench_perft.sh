#!/usr/bin/env bash
# Compares the speed of perft from the start position with Debian's Stockfish: in turns, one thread, best of three.
# usage: scripts/bench_perft.sh [skua program] [depth]
# A time is that from the command to the answer of a running program, without its start-up.
set -euo pipefail

skua=${1:-./skua}
depth=${2:-6}
rounds=3
stockfish=$(PATH=$PATH:/usr/games command -v stockfish) || {
    echo "There is no stockfish to compare with. On Debian: apt-get install stockfish" >&2
    exit 1
}

# Runs a program once and sets nodes and microseconds.
measure() {
    local line start end
    coproc engine { exec "$1" 2>/dev/null; }
    local pid=$engine_PID in=${engine[1]} out=${engine[0]}
    # The answer comes when the start-up is done.
    printf 'uci\nisready\n' >&"$in"
    until_line readyok
    start=${EPOCHREALTIME//[!0-9]/}
    printf 'go perft %d\n' "$depth" >&"$in"
    until_line 'Nodes searched: '
    end=${EPOCHREALTIME//[!0-9]/}
    nodes=${line##*: }
    microseconds=$((end - start))
    printf 'quit\n' >&"$in"
    wait "$pid" || true
}

until_line() {  # reads from $out up to a line that begins like this, and leaves it in $line
    while IFS= read -r -t 300 -u "$out" line; do
        line=${line%$'\r'}
        [[ $line == "$1"* ]] && return
    done
    echo "no '$1' from the program" >&2
    exit 1
}

declare -A best count
for ((round = 0; round < rounds; round++)); do
    for program in "$skua" "$stockfish"; do
        measure "$program"
        count[$program]=$nodes
        if [[ -z ${best[$program]:-} ]] || ((microseconds < best[$program])); then best[$program]=$microseconds; fi
    done
done

echo "perft $depth from the start position, one thread, best of $rounds, in turns:"
for program in "$skua" "$stockfish"; do
    awk -v name="$(basename "$program")" -v n="${count[$program]}" -v us="${best[$program]}" \
        'BEGIN { printf "  %-12s %d nodes  %.3f s  %.1f million nodes/s\n", name, n, us / 1e6, n / us }'
done
if [[ ${count[$skua]} != "${count[$stockfish]}" ]]; then
    echo "The counts differ: one of the two is wrong." >&2
    exit 1
fi
awk -v a="${best[$skua]}" -v b="${best[$stockfish]}" 'BEGIN { printf "  ratio        %.2f\n", b / a }'
