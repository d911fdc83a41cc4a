#!/usr/bin/env bash
# Stability test: fastchess checks UCI compliance and lets the engine play against itself. Any loss on time, illegal
# move, disconnection, stall or warning is a failure. Strength is not measured here.
# usage: scripts/games.sh [options]
#   -e <program>  the engine (./skua)           -n <games>    number of games, in pairs (200; 0: compliance only)
#   -t <control>  time control (1+0.01), or     -c <number>   games at a time (all processors)
#                 nodes=<n>, st=<seconds>
#   -b <book>     openings, .epd or .pgn;       -f            double Chess960 (with a book of such positions)
#                 none: the initial position
#   -o <N>=<V>    an option, may be repeated    -m            announced mates must come with their whole line
#   -d <folder>   folder for logs and games (without it they are kept after a failure only)
# fastchess is found through the variable FASTCHESS or in PATH; it is not part of Skua: github.com/Disservin/fastchess
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)

engine=$here/skua games=200 control=1+0.01 concurrency=$(nproc) book= folder=
chess960=0 mates=0 options=()
while getopts 'e:n:t:c:b:o:d:fm' option; do
    case $option in
        e) engine=$OPTARG ;;
        n) games=$OPTARG ;;
        t) control=$OPTARG ;;
        c) concurrency=$OPTARG ;;
        b) book=$OPTARG ;;
        o) options+=("option.$OPTARG") ;;
        d) folder=$OPTARG ;;
        f) chess960=1 ;;
        m) mates=1 ;;
        *) sed -n '/^# usage/,/^# fastchess/p' "$0" >&2 && exit 2 ;;
    esac
done

fastchess=$(command -v "${FASTCHESS:-fastchess}") || {
    echo "There is no fastchess: name it in the variable FASTCHESS." >&2
    exit 2
}
engine=$(command -v "$engine") || { echo "There is no engine; build it with make, or name it with -e." >&2; exit 2; }
engine=$(realpath "$engine")
shared=$here/../shared/data/openings
if [[ $book == none ]]; then
    book=
elif [[ -z $book ]]; then
    book=$shared/balanced.epd
    ((chess960)) && book=$shared/dfrc.epd
    [[ -f $book ]] || book=
elif [[ ! -f $book ]]; then
    echo "There is no book $book." >&2 && exit 2
fi
keep=1
[[ -n $folder ]] || { folder=$(mktemp -d) && keep=0; }
mkdir -p "$folder"
log=$folder/fastchess.log

failures=0
complain() {
    echo "FAIL $1"
    failures=$((failures + 1))
}

if "$fastchess" --compliance "$engine" >"$folder/compliance.log" 2>&1; then
    echo "PASS compliance"
else
    grep -a -i fail "$folder/compliance.log" || true
    complain "compliance, see $folder/compliance.log"
fi

if ((games > 0)); then
    [[ $control == *=* ]] || control=tc=$control
    arguments=(-engine "cmd=$engine" name=first -engine "cmd=$engine" name=second
        -each "$control" ${options[@]+"${options[@]}"}
        -rounds $(((games + 1) / 2)) -games 2 -repeat -concurrency "$concurrency" -force-concurrency -recover
        -ratinginterval 0 -autosaveinterval 0 -pgnout "file=$folder/games.pgn")
    [[ -n $book ]] && arguments+=(-openings "file=$(realpath "$book")" "format=${book##*.}" order=random)
    ((chess960)) && arguments+=(-variant fischerandom)
    ((mates)) && arguments+=(-check-mate-pvs)
    (cd "$folder" && "$fastchess" "${arguments[@]}" </dev/null >"$log" 2>&1) || complain "fastchess ended with an error"

    wanted=$(((games + 1) / 2 * 2))
    finished=$(grep -a -c '^Finished game' "$log" || true)
    ((finished == wanted)) || complain "$finished of $wanted games were finished"
    # Each kind of failure, and the pattern that finds it in the log.
    for kind in 'losses on time:^Finished.*on time' 'illegal moves:^Finished.*illegal' \
        'disconnections:^Finished.*disconnect' 'stalls:^Finished.*stall' 'warnings:Warning;'; do
        count=$(grep -a -c -i "${kind#*:}" "$log" || true)
        ((count == 0)) || complain "$count ${kind%%:*}"
    done
    # The number of warnings of each kind, without moves and names.
    grep -a 'Warning;' "$log" | sed 's/.*Warning;/     &/; s/.*Warning; //; s/ - .*//; s/ [0-9-]* and .*//' | sort | uniq -c || true
    echo "$finished games at $control, $concurrency at a time${book:+, from $(basename "$book")}"
fi

if ((failures == 0)); then
    ((keep)) || rm -rf "$folder"
    echo "PASS"
else
    echo "FAIL: logs and games are in $folder"
    exit 1
fi
