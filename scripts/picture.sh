#!/usr/bin/env bash
# Takes docs/images/terminal.png: runs the commands below in a real xterm on a virtual display and captures its window.
# Needs ./skua (make) and the Debian packages xvfb, xterm, x11-utils, imagemagick and fonts-dejavu-core.
#
#     scripts/picture.sh [file.png]
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --inside ]; then  # in the xterm: show each command, then run it
    fen="5k2/p1p4R/1pr5/3p1pP1/P2P1P2/2P2K2/8/8 w - - 2 35"
    show() {
        printf '%s\033[1;32m$\033[0m \033[1m%s\033[0m\n' "${2:-}" "$1"
        eval "$1"
    }
    show "fen=\"$fen\"    # Capablanca - Tartakower, New York 1924"
    show './skua eval "$fen" | grep -iE "^term|passed|rook"'
    show './skua eval "$fen" | tail -18' $'\n'
    show '(echo "position fen $fen"; echo "go depth 20"; sleep 5) | ./skua | tail -1' $'\n'
    printf '\033[?25l'  # no cursor
    touch "$2"
    sleep 60
    exit
fi

picture=${1:-docs/images/terminal.png}
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
Xvfb -displayfd 3 -screen 0 2600x2000x24 3>"$work/display" 2>/dev/null &
until [ -s "$work/display" ]; do sleep 0.1; done
export DISPLAY=":$(cat "$work/display")"
xterm -geometry 115x40 -fa 'DejaVu Sans Mono' -fs 20 -b 24 -bw 0 -bg '#16191d' -fg '#d7dae0' +sb \
    -xrm 'XTerm*boldMode: true' -xrm 'XTerm*color2: #8fd18f' -xrm 'XTerm*color10: #8fd18f' \
    -title skua -e "$0" --inside "$work/done" 2>/dev/null &
until [ -e "$work/done" ]; do sleep 0.2; done
sleep 1  # the last lines are drawn
import -window "$(xwininfo -name skua | awk '/Window id/ { print $4 }')" -strip -colors 64 "png8:$picture"
