# The sentences of Plateau in English. Every id here has its twin in the other languages; tests hold them together.
# Ids begin with the part of the program that says them: help-, error-, expected-, config-, bench-, go-, othello-, aligne4-.

## Help on the command line

help = Go, Othello and Aligne 4: play, watch and study them
help-usage = Usage
help-commands = Commands
help-arguments = Arguments
help-options = Options
help-examples = Examples
help-help = Show this help
help-version = Show the version
help-lang = Speak this language; else the environment's
help-color = Use colours

help-perft = Count the move sequences of a given length
help-perft-game = The game
help-perft-depth = The length of the sequences in plies; a pass is a ply
help-perft-position = Start from this position instead of the first one
help-perft-size = Go: the size of the board, 1 to 25
help-perft-rules = Go: the rule set
help-perft-variant = Aligne 4: the variant
help-perft-divide = Also show the count under each first move
help-perft-json = Answer with one JSON object

help-rules = Show the rules of a game
help-rules-game = The game

help-bench = Measure fixed workloads: speeds, and signatures that must not change
help-bench-game = Only this game
help-bench-json = Answer with one JSON object per line

help-completions = Write the completions for a shell
help-completions-shell = The shell

help-man = Write the manual page
help-man-command = The page of this command

help-config = Show where settings come from
help-config-path = Show the path of the configuration file
help-config-show = Show every setting, its value and where it comes from
help-config-show-json = Answer with one JSON object

## Errors

error = error
error-column = column { $column }: expected { $expected }, found '{ $found }'
error-column-end = column { $column }: expected { $expected }, found the end
error-position = { $text }: { $problem }
error-go-size = a board of Go has 1 to 25 lines, not { $size }
error-option-not-for-game = the option { $option } is not for { $game }
error-unknown-lang = '{ $lang }' is not a language of this program: it speaks { $known }
error-unknown-rules = '{ $name }' is no rule set: choose one of { $known }
error-unknown-variant = '{ $name }' is no variant: choose one of { $known }
error-unknown-command = '{ $name }' is no command: choose one of { $known }
error-config-read = { $path } cannot be read: { $problem }
error-config-syntax = { $path }, line { $line }, column { $column }: { $problem }
error-no-home = no home folder: set PLATEAU_CONFIG to the path of the configuration file
error-output = the output cannot be written: { $problem }

## Settings

config-file = configuration file
config-lang = language
config-color = colours
config-from-flag = by the option { $name }
config-from-variable = by the variable { $name }
config-from-file = by the configuration file
config-from-default = by default
config-missing = not there

## Measuring

bench-perft = { $game }: { $leaves } leaves in { $seconds } s, { $rate } million leaves a second
bench-playouts = { $game } { $size }×{ $size }: { $playouts } playouts in { $seconds } s, { $rate } playouts a second
bench-signature = signature { $signature }
