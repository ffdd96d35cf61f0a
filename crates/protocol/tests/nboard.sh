#!/bin/sh
# An Othello engine of few words that speaks NBoard's protocol. The first argument says how it behaves; it plays the other arguments one
# after the other.
behaviour=$1
shift
case $behaviour in
    mute) exec sleep 60 ;;
    stillborn) echo "no weights found" >&2; exit 7 ;;
    endless-line) cat /dev/zero | tr '\0' x ;;
esac
while read -r command rest; do
    [ -n "$ENGINE_LOG" ] && echo "$command${rest:+ $rest}" >> "$ENGINE_LOG"
    case $command in
        nboard) [ "$behaviour" = anonymous ] || echo "set myname Fake 1.0" ;;
        ping) echo "pong $rest" ;;
        go)
            echo "status Fake is thinking"
            case $behaviour in
                hang) exec sleep 60 ;;
                die) echo "out of memory" >&2; exit 3 ;;
                slow) sleep 0.3 ;;
                chatty) i=0; while [ $i -lt 2000 ]; do echo "search F5D6 1.50 0 $i"; i=$((i + 1)); done ;;
            esac
            echo "nodestats 35805 0.00"
            case $behaviour in
                spaced) echo "=== $1 -1.00 0.0" ;;
                terse) echo "===$1" ;;
                *) echo "=== $1/1.50/0.2" ;;
            esac
            shift
            echo "status"
            ;;
        quit) exit 0 ;;
    esac
done
