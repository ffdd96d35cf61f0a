#!/bin/sh
# A GTP engine that dies. Every start is counted in the file of the first argument; the other arguments say how many moves it plays until it
# dies when it is started for the first time, for the second, and so on. After that it lives. It plays D1, D2, … along the fourth column.
counter=$1
start=$(($(cat "$counter" 2>/dev/null || echo 0) + 1))
echo "$start" > "$counter"
shift "$start" 2>/dev/null || shift $#
life=${1:-1000}
row=1
while read -r id command rest; do
    answer=
    case $command in
        protocol_version) answer=2 ;;
        name) answer=Mortal ;;
        list_commands) answer=$(printf '%s\n' protocol_version name list_commands boardsize clear_board play genmove quit) ;;
        clear_board) row=1 ;;
        play) case $rest in white*) row=$((row + 1)) ;; esac ;;
        genmove)
            [ "$life" = 0 ] && { echo "out of memory" >&2; exit 3; }
            life=$((life - 1))
            answer=D$row
            row=$((row + 1))
            ;;
        quit) printf '=%s\n\n' "$id"; exit 0 ;;
    esac
    printf '=%s %s\n\n' "$id" "$answer"
done
