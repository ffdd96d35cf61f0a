#!/bin/sh
# A GTP engine of few words. The first argument says how it behaves; it plays the other arguments one after the other.
behaviour=$1
shift
case $behaviour in
    mute) exec sleep 60 ;;
    stillborn) echo "no weights found" >&2; exit 7 ;;
    talker) while :; do echo "thinking very hard"; done ;;
    endless-line) cat /dev/zero | tr '\0' x ;;
    greeter) echo "Welcome to Fake Engine 1.0" ;;
esac
list='protocol_version name version list_commands boardsize clear_board komi play genmove undo time_settings time_left quit'
[ "$behaviour" = bare ] && list='protocol_version name list_commands boardsize clear_board play genmove quit'
[ "$behaviour" = useless ] && list='protocol_version name list_commands'
while read -r id command rest; do
    [ -n "$ENGINE_LOG" ] && echo "$command${rest:+ $rest}" >> "$ENGINE_LOG"
    case $command in
        protocol_version) [ "$behaviour" = old ] && answer=1 || answer=2 ;;
        name) answer=Fake ;;
        list_commands) answer=$(echo "$list" | tr ' ' '\n') ;;
        boardsize) answer=; [ "$behaviour" = small ] && { printf '?%s unacceptable size\n\n' "$id"; continue; } ;;
        play) answer=; case "$behaviour $rest" in passless*pass) printf '?%s syntax error\n\n' "$id"; continue ;; esac ;;
        genmove)
            case $behaviour in
                hang) exec sleep 60 ;;
                child) sleep 60 & [ -n "$ENGINE_LOG" ] && echo "child $!" >> "$ENGINE_LOG"; wait ;;
                die) echo "out of memory" >&2; exit 3 ;;
                crash) kill -SEGV $$ ;;
                close) exec >&- ; sleep 60 ;;
                garbage) printf 'segmentation fault\n\n'; continue ;;
                half) printf '=%s D4\n' "$id"; exec sleep 60 ;;
                flood) printf '=%s D4\n' "$id"; while :; do echo "and furthermore"; done ;;
                whisper) i=0; while [ $i -lt 20000 ]; do echo "line $i of my diary" >&2; i=$((i + 1)); done ;;
                slow) sleep 0.3 ;;
                refuse) printf '?%s cannot think\n\n' "$id"; continue ;;
            esac
            answer=${1:-pass}
            [ $# -gt 0 ] && shift
            ;;
        quit) [ "$behaviour" = stubborn ] && exec sleep 60; printf '=%s\n\n' "$id"; exit 0 ;;
        *) answer= ;;
    esac
    if [ "$behaviour" = anonymous ]; then printf '= %s\r\n\r\n' "$answer"; else printf '=%s %s\n\n' "$id" "$answer"; fi
done
[ "$behaviour" = stubborn ] && exec sleep 60
