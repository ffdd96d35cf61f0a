# The sentences of Plateau in English. Every id here has its twin in the other languages; tests hold them together.
# Ids begin with the part of the program that says them: help-, error-, expected-, config-, bench-, go-, othello-, aligne4-.

## Help on the command line

help = Go, Othello and Aligne 4: play, watch and study them
help-usage = Usage:
help-commands = Commands
help-arguments = Arguments
help-options = Options
help-examples = Examples:
help-help = Show this help
help-version = Show the version
help-lang = Speak this language; else the environment's
help-color = Use colours

help-plain = Speak line by line instead of on the screen
help-data = Keep games in this folder instead of the usual one

help-play = Play at once
help-play-game = The game
help-play-black_name = Black's name
help-play-white_name = White's name
help-play-black = Who plays Black: human, level:N, random, time:SECONDS, nodes:N, engine:COMMAND (GTP) or nboard:COMMAND
help-play-white = Who plays White, likewise
help-play-clock = The clock: 10m, 5m+3s (Fischer), 10m+5x30s (byo-yomi), 10m+5m/25 (Canadian) or none
help-play-size = Go: the size of the board, 1 to 25
help-play-rules = Go: the rule set
help-play-komi = Go: points for White
help-play-handicap = Go: handicap stones
help-play-free_handicap = Go: Black places the handicap stones freely
help-play-ko = Go: which repetitions are forbidden: simple, positional, situational or natural-situational
help-play-suicide = Go: allow suicide
help-play-scoring = Go: what is counted: area, territory, sum or stones
help-play-variant = Aligne 4: the variant
help-play-recover = Read a damaged file as far as it can be read, with a warning
help-play-opening = Othello: begin with xot (eight drawn moves that leave both sides equal), an opening such as tiger, or moves such as f5d6c3
help-play-load = Go on from this record
help-play-number = Go on after so many moves of the record
help-play-goes_on = Go on with the last unfinished game of this kind
help-play-memory = Megabytes for each engine; 64 unless said
help-play-plain = Play line by line instead of on the screen

help-web = Play in the browser, on this machine
help-web-file = Show this record first
help-web-port = Listen on this port of the loopback address
help-web-no_open = Print the address without opening the browser
help-window = Play in a window of its own; closing it ends the program (Chromium, Chrome or Edge, or what PLATEAU_BROWSER names)
help-window-file = Show this record first
help-serve = Run a public server
help-serve-bind = Listen on this address and port
help-serve-database = Where games are kept: a path, sqlite: and a path, or postgres://…; better in the variable PLATEAU_DATABASE if it has a password
help-serve-nats = Where the servers of one site meet: nats://[USER:PASSWORD@]HOST[:PORT]
help-serve-config = Read this configuration file
help-worker = Think for the servers of a site: machines' moves, hints, reviews
help-worker-nats = Where the servers meet: nats://[USER:PASSWORD@]HOST[:PORT]; better in the variable PLATEAU_NATS if it has a password
help-worker-threads = Think about so many things at once; as many as the machine has cores unless said
help-site = Look after a server's games
help-site-backup = Copy the games into a new file, also while a server runs
help-site-backup-file = The file to be made
help-site-backup-database = Where the games are: a path, or sqlite: and a path
help-site-export = Write everything down as text, also while a server runs
help-site-export-file = The file to be made; - for standard output
help-site-export-database = Where the games are: a path, sqlite: and a path, or postgres://…
help-site-import = Take in what was exported, all or nothing; what is there already stays as it is
help-site-import-file = The file to read; - for standard input
help-site-import-database = Where the games are to be: a path, sqlite: and a path, or postgres://…

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

help-gtp = Play as a GTP engine on standard input and output
help-gtp-game = The game
help-gtp-name = The name that is told, for programs such as Lizzie that look for KataGo
help-gtp-who = How strong: level:N, time:SECONDS, nodes:N or random; the highest level unless said
help-gtp-seed = Play the same again
help-gtp-threads = Threads to think with, where the engine can; 1 unless said
help-gtp-memory = Megabytes for the tree or table; unless said, 64, and for Go a sixteenth of the memory there is, up to 1024
help-gtp-no_book = Othello: think from the first move, without the opening book
help-gtp-size = Go: the size of the board
help-gtp-rules = Go: the rule set
help-gtp-variant = Aligne 4: the variant

help-nboard = Play Othello as an NBoard engine on standard input and output
help-nboard-who = How strong: level:N, time:SECONDS, nodes:N or random; the highest level unless said, until NBoard sets a depth
help-nboard-seed = Play the same again
help-nboard-threads = Threads to think with; 1 unless said
help-nboard-memory = Megabytes for the table; 64 unless said
help-nboard-no_book = Think from the first move, without the opening book

help-analysis = Analyse positions of Go for other programs, by KataGo's JSON protocol on standard input and output
help-analysis-listen = Speak over WebSockets at this address instead, such as 127.0.0.1:8765
help-analysis-visits = Visits for a position whose query names no number; 500 unless said
help-analysis-threads = Threads to think with; as many as the machine has cores unless said
help-analysis-memory = Megabytes for the trees; unless said, a sixteenth of the memory there is, up to 512
help-analysis-seed = Draw the same random numbers again
help-analysis-quit_without_waiting = When the input ends, leave what is not answered yet

help-convert = Convert a file of games to another format, by the file endings
help-convert-input = The file to read (.sgf, .ggf, .obf, .wtb, .oth, .plain, or told by its content); - for standard input
help-convert-output = The file to write (.sgf, .ggf, .obf, .oth, .plain); - for standard output
help-convert-to = Write this format, whatever the ending
help-convert-recover = Read a damaged file as far as it can be read, with a warning

help-render = Draw a diagram of a position of a record
help-render-file = The record
help-render-number = Show the position after so many moves; after the last unless said
help-render-out = The picture: .svg or .png; - for text
help-render-theme = The colours
help-render-width = The width in pixels, 16 to 4096
help-render-numbers = Number the moves
help-render-territory = Go: show the territory
help-render-recover = Read a damaged file as far as it can be read, with a warning
help-render-no_coordinates = Leave the coordinates out

help-solve = Find the exact value of a position and a best line
help-solve-game = The game: aligne4 or othello
help-solve-position = The position, start, or a file with one position a line; for Othello also moves such as f5f6e6f4
help-solve-variant = Aligne 4: the variant
help-solve-winner = Othello: only who wins, which is found sooner
help-solve-distance = Aligne 4: also find the shortest win or the longest defence
help-solve-threads = Threads to search with; 2 unless said
help-solve-afresh = Aligne 4: prove everything again, without the stored opening table
help-solve-json = Answer with one JSON object per position

help-hint = Show one move and its reason
help-hint-game = The game
help-hint-position = The position, or start; for Othello also moves such as f5f6e6f4; for Go, an SGF file, whose last position is taken
help-hint-level = What the machine would play at this level; else the best it knows
help-hint-variant = Aligne 4: the variant
help-hint-json = Answer with one JSON object

help-match = Let two engines play a match; prints wins, draws, losses and the 95 % interval (Go: dead stones are taken off, unless the rules count all as alive)
help-match-game = The game
help-match-a = The first player: random, level:N, time:SECONDS, nodes:N, engine:COMMAND (GTP) or nboard:COMMAND
help-match-b = The second player, likewise
help-match-games = How many games, in pairs with colours exchanged; 100 unless said
help-match-openings = A file with one opening a line; each is played twice
help-match-opening = Othello: begin with xot (eight moves, drawn anew for every pair of games), an opening such as tiger, or moves such as f5d6c3
help-match-seed = Play the same match again
help-match-memory = Megabytes for each player of this program; 64 unless said
help-match-no_book = Othello: think from the first move, without the opening book
help-match-size = Go: the size of the board
help-match-rules = Go: the rule set
help-match-variant = Aligne 4: the variant
help-match-json = Answer with one JSON object per game, and one for the match

help-levels = Show the machine's levels with their measured strength
help-levels-game = The game
help-levels-json = Answer with one JSON object per line

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
usage-unknown = '{ $option }' is not known here
usage-missing = { $option } is missing
usage-missing-command = a command is missing: choose one of { $known }
usage-conflict = { $option } and { $other } do not go together
usage-no-value = { $option } needs a value
usage-choice = { $option } is '{ $value }': choose one of { $known }
usage-value = { $option } is '{ $value }', expected { $expected }
usage-unclear = the command line is not understood at { $option }
usage-help = More: --help
expected-lang = en or fr
expected-positive = a number above zero
expected-port = a port from 0 to 65535
expected-address = an address and a port such as 127.0.0.1:8080
expected-whole-number = a whole number
config-from-options = chosen in the options
error-go-size = --size is { $size }, expected a board of 1 to 25 lines
error-no-games = a match has at least one game: give --games 1 or more
error-memory = the machine cannot think with { $asked } MB: give --memory at least { $least } and, on this machine, at most { $most }
error-analysis-listen = cannot listen at { $address } ({ $why }): give --listen another address
analysis-listening = Listening (Ctrl-C ends it): { $address }
error-option-not-for-game = the option { $option } is not for { $game }
error-option-not-for-command = the option { $option } is not for this command
error-unknown-lang = '{ $lang }' is not a language of this program: it speaks { $known }
error-unknown-rules = '{ $name }' is no rule set: choose one of { $known }
error-unknown-opening = '{ $name }' is no opening: write moves such as f5d6c3, or one of { $known }
error-unknown-variant = '{ $name }' is no variant: choose one of { $known }
error-unknown-command = '{ $name }' is no command: choose one of { $known }
error-config-read = { $path } cannot be read: { $problem }
error-config-syntax = { $path }, line { $line }, column { $column }: { $problem }
error-no-home = no home folder: set PLATEAU_CONFIG to the path of the configuration file
site-backed-up = The games are in { $path }.
site-exported = Written: games { $games }, events { $events }, papers { $papers }; SHA-256 { $hash }
site-read = Read: games { $games }, events { $events }, papers { $papers }; SHA-256 { $hash }
site-there = There now: games { $games }, events { $events }, papers { $papers }; SHA-256 { $hash }
site-imported = New: games { $games }, papers { $papers }. There before: games { $known_games }, papers { $known_papers }.
site-same = The database holds exactly what was read.
site-more = The database holds what was read, and what was there before.
page-ready = Plateau is at { $address } (Ctrl-C stops it)
worker-ready = Plateau thinks for the servers that meet at { $place }, threads: { $threads } (Ctrl-C stops it)
error-bind = { $address } cannot be used: { $problem }; choose another with --port or --bind
error-server = the system does not let a server run: { $problem }; try again
error-unknown-database = '{ $url }' is not a database that is known here: give a path, sqlite: and a path, or postgres:// and an address
error-backup-server = PostgreSQL is copied with pg_dump; or write the games down with plateau site export
error-site-differs = the database does not hold what was read: compare the counts, and try again with an empty one
error-no-nats = where servers meet is said as nats://[USER:PASSWORD@]HOST[:PORT], or tls://…, several with commas between them
error-worker-nowhere = a worker has to know where servers meet: give --nats nats://HOST, or set PLATEAU_NATS
error-worker-nats = NATS at { $place } cannot be used: { $problem }; a worker hears of its work there
error-nats-alone = --nats is for servers that share a database: give --database postgres://…, or leave --nats out
error-nats = NATS at { $place } cannot be used: { $problem }; see to that, or leave --nats out
error-no-data = no home folder: say where games are kept with --data or PLATEAU_DATA
error-nothing-to-continue = There is no unfinished game of this kind: leave --continue out to begin one.
error-other-game = { $path } is not a record of { $game }
error-output = the output cannot be written: { $problem }

## Settings

config-file = configuration file
config-data = games are kept in
config-lang = language
config-color = colours
config-from-flag = by the option { $name }
config-from-variable = by the variable { $name }
config-from-file = by the configuration file
config-from-default = by default
config-missing = not there

## Measuring

bench-instructions = instructions: { $rules } for rules and searches, { $network } for the Go network
bench-perft = { $game }: { $leaves } leaves in { $seconds } s, { $rate } million leaves a second
bench-playouts = { $game } { $size }×{ $size }: { $count } playouts in { $seconds } s, { $rate } playouts a second
bench-visits = { $game } { $size }×{ $size }: tree search over playouts, { $count } visits in { $seconds } s, { $rate } visits a second
bench-network = { $game } { $size }×{ $size }: tree search over the network, { $count } visits in { $seconds } s, { $rate } visits a second
bench-search = { $game }: searches of { $depth } plies and to the end, { $nodes } nodes in { $seconds } s, { $rate } million nodes a second
bench-signature = signature { $signature }

## What a text should have said

expected-end = nothing more
expected-go-blank = a blank
expected-go-captures = stones taken by black and white, as in 3,0
expected-go-cell = X, O or .
expected-go-chain-with-liberty = a chain with a liberty
expected-go-field = ko=, passes=, handicap= or captures=, in this order
expected-go-handicap-left = no more handicap stones than agreed, before all else
expected-go-ko = simple, positional, situational or natural-situational
expected-go-ko-point = a point where just one stone can be taken back
expected-go-komi = a number of points such as 7.5
expected-go-komi-half = whole or half points
expected-go-komi-range = at most 1000 points
expected-go-pass = the word pass
expected-go-passes = 1 or 2 passes, without a ko
expected-go-point = a point such as D4
expected-go-row = a row from 1 to 25
expected-go-row-end = / at the end of the row
expected-go-rules = a rule set: french, chinese, japanese, korean, aga, new-zealand, tromp-taylor or sum
expected-go-scoring = area, territory, sum or stones
expected-go-sgf-column = a column letter of this board, from a
expected-go-sgf-row = a row letter of this board, from a
expected-go-side = the side to move, X or O
expected-go-size = a size from 1 to 25
expected-othello-blank = a blank after the 64 squares
expected-othello-cell = X, O or -
expected-othello-column = a column from a to h
expected-othello-column-digit = a column from 1 to 8
expected-othello-legal = a legal move
expected-othello-move = a square such as f5, or pass
expected-othello-row = a row from 1 to 8
expected-othello-turn = the player to move, X or O
expected-aligne4-cell-number = the number of a cell, 0 to 15
expected-aligne4-column = a column, a to d
expected-aligne4-given = the given piece, 0 to f
expected-aligne4-on-cell = a piece, 0 to f, or . for an empty cell
expected-aligne4-piece = a piece, 0 to f
expected-aligne4-row = a row, 1 to 4
expected-aligne4-rules = base, gift, squares or gift-squares
expected-aligne4-unused-piece = a piece that is not on the board yet
expected-game-of-another-kind = any game but Othello
expected-ggf-board = 8, 64 squares of *, O and -, and who moves
expected-ggf-move = a square such as f5, or PA
expected-obf-colon = : and the score of the move
expected-obf-fewer = no more scores than there are squares
expected-obf-move = a move such as G8, or --
expected-obf-score = a score such as +18
expected-obf-semicolon = ; and then a move with its score
expected-plain-names = two lines with the players' names
expected-read-only = what is written here: it is only read
expected-record-ending = a result such as B+3.5, W+R or 0
expected-several-games = more than one game
expected-sgf-aligne4-cell = a cell, a1 to d4
expected-sgf-aligne4-given = a piece, 0 to f
expected-sgf-aligne4-move = a move such as 7b2, 7 or b2
expected-sgf-aligne4-pieces = a piece and a cell such as 7b2
expected-sgf-aligne4-rules = base, gift, squares or gift-squares
expected-sgf-close = a ] that closes this value
expected-sgf-game = another game or nothing more
expected-sgf-game-end = a ) that ends the game
expected-sgf-go-move = a point on the board such as dd, or nothing to pass
expected-sgf-go-point = a point on the board such as dd
expected-sgf-go-size = a square board of 1 to 25
expected-sgf-handicap = a number of handicap stones that fit the board
expected-sgf-komi = whole or half points
expected-sgf-label = a point, a colon and a text
expected-sgf-moves = a number of moves
expected-sgf-node = ; after (
expected-sgf-one-move = one move in a node
expected-sgf-one-size = one size of the board
expected-sgf-open = a game that begins with (;
expected-sgf-othello-move = a square such as fe or f5, or nothing to pass
expected-sgf-othello-point = a square such as fe or f5
expected-sgf-othello-size = a board of 8
expected-sgf-part = a property, ;, ( or )
expected-sgf-result = a result such as B+3.5, W+R or 0
expected-sgf-setup = stones that can stand like this
expected-sgf-time = a number of seconds
expected-sgf-turn = B or W
expected-sgf-value = { "[" } after the name of a property
expected-sgf-variation = ( or ) after a variation
expected-transcript-move = a square such as f5, or a pass
expected-usual-start = a game that does not begin at the usual start
expected-wthor-board = games on a board of eight by eight
expected-wthor-header = 16 bytes at the beginning
expected-wthor-length = as many entries as the header says
expected-wthor-square = a square from 11 to 88
expected-sgf-pair = two points that differ, such as aa:cc
expected-game-id = the 26 letters and digits of a game's id
expected-paper-id = the 26 letters and digits of a paper's id
expected-node-id = the 26 letters and digits of a server's id
expected-export-first-line = the first line of an export, 'plateau' and a number up to 3
expected-export-line = a line of an export
expected-export-setup = a game with a set-up that can be read
expected-export-event = an event that follows from those before it
expected-export-end = the line 'end'
expected-export-result = a result after a game that is over
expected-clock-duration = a time such as 90s, 10m or 1h30m
expected-clock-positive = a number above zero
expected-go-compensation = none, per-stone, per-stone-but-one or in-komi
expected-go-handicap = none, fixed:N or free:N
expected-who = human, random, level:N, time:SECONDS, nodes:N, engine:COMMAND or nboard:COMMAND
expected-who-level = a level from 1 to 99
expected-who-seconds = seconds such as 1.5, at most 86400
expected-who-nodes = a number above zero
expected-who-command = a command line
expected-who-depth = a depth from 1 to 60 and a colon before the command line
expected-player = black or white
expected-yes-no = yes or no
expected-setup-game = game go, game othello or game aligne4
expected-game-name = go, othello or aligne4
expected-setup-key = a part of a game's set-up
expected-event-time = a time in milliseconds
expected-event-kind = the kind of an event
expected-event-word = a move or a cell
expected-event-number = a number
expected-clock-unit = h, m or s

## Why a move is refused

go-illegal-off-board = This point is not on the board.
go-illegal-occupied = A stone stands there already.
go-illegal-ko = Ko: the stone may not be taken back at once. Play elsewhere first.
go-illegal-superko = This would repeat an earlier position, and the rules forbid that.
go-illegal-no-liberty = Your stone would have no liberty there.
go-illegal-game-over = The game is over.
go-illegal-handicap-first = The handicap stones must be placed first.
go-handicap-no-star-points = Fixed handicap is for boards of 9, 13 and 19 only.
go-handicap-fixed-number = Fixed handicap is 2 to 9 stones.
go-handicap-free-number = Free handicap is at least 2 stones and leaves a point empty.
othello-illegal-occupied = There is a disc on this square already.
othello-illegal-turns-nothing = A disc here would turn no disc over.
othello-illegal-must-pass = No square can be played: the only move is to pass.
othello-illegal-may-not-pass = You may pass only when no square can be played.
othello-illegal-game-over = The game is over: neither player can move.
aligne4-illegal-over = The game is over.
aligne4-illegal-occupied = There is a piece on { $cell } already.
aligne4-illegal-used = There is no such piece in the reserve any more: { $piece }.
aligne4-illegal-needs-piece-and-cell = Choose a piece of the reserve and a cell.
aligne4-illegal-must-give = Now choose a piece for your opponent.
aligne4-illegal-must-place = Now place { $piece } on a cell.

## At the table

table-turn = { $player ->
    [black] Black to move
    [first] First to move
    [second] Second to move
   *[white] White to move
  }{ $name ->
    [none] .
   *[other] : { $name }.
  }
table-not-your-turn = { $player ->
    [black] It is Black's turn.
    [first] It is First's turn.
    [second] It is Second's turn.
   *[white] It is White's turn.
  }
table-marking = The game has ended: mark the dead stones, then accept.
table-mark-dead = Both have passed. Mark the dead stones, then accept; or play on.
table-not-marking = There is nothing to mark now.
table-nothing-to-mark = Nothing is marked in this game.
table-ended = The game is over.
table-nothing-to-undo = There is nothing to take back.
table-nothing-to-redo = There is nothing to play again.
table-went-on-elsewhere = The game has gone on elsewhere; look at it, and decide again.
table-resumed = The marking was not accepted: play goes on.
table-nothing-to-take-back = You have made no move that could be taken back.
table-offered-already = You have offered that already; wait for the answer.
table-offer-declined = That was declined; you can offer it again after the next move.
table-too-long = This game has { $max } events, which is as long as a game can get; resign it, or begin another.
table-declines-draw = { $player ->
    [black] Black declines the draw.
    [first] First declines the draw.
    [second] Second declines the draw.
   *[white] White declines the draw.
}
table-declines-takeback = { $player ->
    [black] Black does not let the move be taken back.
    [first] First does not let the move be taken back.
    [second] Second does not let the move be taken back.
   *[white] White does not let the move be taken back.
}
table-no-offer = Nothing was offered to you.
table-damaged = The record of this game is damaged.
table-offers-draw = { $player ->
    [black] Black offers a draw.
    [first] First offers a draw.
    [second] Second offers a draw.
   *[white] White offers a draw.
  }
table-offers-takeback = { $player ->
    [black] Black would like to take back a move.
    [first] First would like to take back a move.
    [second] Second would like to take back a move.
   *[white] White would like to take back a move.
  }
othello-empties = { $count ->
    [one] The empty square counts for the winner.
   *[other] The { $count } empty squares count for the winner.
  }
table-won = { $player ->
    [black] Black wins
    [first] First wins
    [second] Second wins
   *[white] White wins
  }{ $name ->
    [none] .
   *[other] : { $name }.
  }
table-won-by = { $player ->
    [black] Black wins by { $margin }
    [first] First wins by { $margin }
    [second] Second wins by { $margin }
   *[white] White wins by { $margin }
  }{ $name ->
    [none] .
   *[other] : { $name }.
  }
table-won-by-resignation = { $player ->
    [black] White resigns. Black wins
    [first] Second resigns. First wins
    [second] First resigns. Second wins
   *[white] Black resigns. White wins
  }{ $name ->
    [none] .
   *[other] : { $name }.
  }
table-won-on-time = { $player ->
    [black] White's time is up. Black wins
    [first] Second's time is up. First wins
    [second] First's time is up. Second wins
   *[white] Black's time is up. White wins
  }{ $name ->
    [none] .
   *[other] : { $name }.
  }
table-won-by-forfeit = { $player ->
    [black] White has gone. Black wins
    [first] Second has gone. First wins
    [second] First has gone. Second wins
   *[white] Black has gone. White wins
  }{ $name ->
    [none] .
   *[other] : { $name }.
  }
table-draw = The game is a draw.
table-begun = The game has begun already.
table-cancelled = The game was cancelled before anybody had joined.
table-no-result = The position has come again: the game has no result.

who-forbidden = Nobody can ask for '{ $who }' here: choose a level.
site-restarting = The server is being restarted. The game is kept; the page comes back by itself.
unknown-command = Nothing of that kind can be done here.
machine-broke = The machine has broken down. Let it try again, or take a move back.
room-broke = Something broke down here, and nobody can say whether that was done. Look at the board, and try again.
seat-taken = Somebody sits there already.
hint-not-now = A hint is for the player whose turn it is.
nobody-thinks = The machine is not thinking now.
not-seated = You are watching: only those who play can do that.
wait-for-opponent = The other player is not here yet. Send the link, and wait.
ask-takeback = Ask the other player whether you may take the move back.
no-redo = What was taken back by agreement cannot be redone: play the move again.
no-hint = Between two people there are no hints.
nobody-to-ask = There is nobody to ask.
claim-too-early = The other player may still come back. Wait a little.
cancel-too-late = Somebody has sat down: the game cannot be cancelled any more.
not-over = The game is not over yet.
rematch-declined = The other player does not want to play again.
site-trouble = The game cannot be kept at the moment, so nothing has changed. Try again in a moment.
site-full = The server has as many games as it can hold. Try again later.
game-elsewhere = Another server of this site has the game at the moment. Try again in a few seconds.
game-moved = The game has moved to another server of this site, so this was not done. Look at the board, and try again.
server-gone = The server that had this game is gone. The game is kept; the page comes back by itself.
site-lapsed = The server has been cut off from the games. They are kept; try again in a moment.
no-such-game = There is no such game. The link may be incomplete, or the game was deleted.
too-fast = That was too fast. Wait a moment, then try again.
game-damaged = This game is damaged and cannot be opened any more. The other games are not affected.
no-such-page = There is no page at this address. Check that the whole link was copied.
not-on-this-server = Nobody can do that on this server.
not-yours = That is somebody else's: you can look at it and copy it.
too-much-unread = Too much is on its way between you and the server already. Wait until it has arrived, then try again.
too-slow = That took too long and was given up. Try again.
body-too-large = That is longer than this server takes. Shorten it.
body-unreadable = What was sent cannot be read. Go back and try again.
not-for-us = This request is meant for another server.
not-from-us = A page of another site has sent this, so it was not done.
record-gone = The record is not here any more. Open the file again.
fact-title = Title
fact-event = Event
fact-round = Round
fact-date = Date
fact-place = Place
fact-result = Result

## Results as people write them

result-score = { $player ->
    [black] B+{ $margin }
    [first] First by { $margin }
    [second] Second by { $margin }
   *[white] W+{ $margin }
  }
result-resignation = { $player ->
    [black] B+R
    [first] First, by resignation
    [second] Second, by resignation
   *[white] W+R
  }
result-time = { $player ->
    [black] B+T
    [first] First, on time
    [second] Second, on time
   *[white] W+T
  }
result-forfeit = { $player ->
    [black] B+F
    [first] First, by forfeit
    [second] Second, by forfeit
   *[white] W+F
  }
result-won = { $player ->
    [black] B+
    [first] First wins
    [second] Second wins
   *[white] W+
  }
result-draw = draw
result-none = no result

counter-captures = Captures
counter-territory = Territory
counter-stones = Stones
counter-dead = Dead stones
counter-eyes = Eyes left open
counter-komi = Komi
counter-compensation = For handicap
counter-total = Total
counter-discs = Discs
counter-reserve = In the reserve

go-played = { $player ->
    [black] Black { $point }.
   *[white] White { $point }.
  }
go-captured = { $player ->
    [black] Black { $point }, captured { $count }.
   *[white] White { $point }, captured { $count }.
  }
go-passed = { $player ->
    [black] Black passes.
   *[white] White passes.
  }
go-place-handicap = { $count ->
    [one] Place the last handicap stone.
   *[other] Place { $count } handicap stones.
  }
go-in-atari = { $count ->
    [one] Your stone at { $point } is in atari.
   *[other] Your stones at { $point } are in atari.
}
go-no-chain = There is no stone there.

othello-played = { $player ->
    [black] Black { $square }, turned { $count }.
   *[white] White { $square }, turned { $count }.
  }
othello-passed = { $player ->
    [black] Black has no move and passes.
   *[white] White has no move and passes.
  }

aligne4-put = { $player ->
    [first] First puts { $piece } on { $cell }.
   *[second] Second puts { $piece } on { $cell }.
  }
aligne4-placed = { $player ->
    [first] First plays { $cell }.
   *[second] Second plays { $cell }.
  }
aligne4-gave = { $player ->
    [first] First gives { $piece }.
   *[second] Second gives { $piece }.
  }
aligne4-choose = Choose a piece, then a cell.
aligne4-give = Choose a piece for your opponent.
aligne4-place = Place { $piece } on a cell.
aligne4-hand-over = Enter gives your opponent { $piece }.
aligne4-move-put = Put { $piece } on { $cell }
aligne4-move-give = Give { $piece }
aligne4-move-place = Place it on { $cell }
aligne4-won-line = { $line ->
    [column] The four in the column have in common: { $shared }.
    [diagonal] The four in the diagonal have in common: { $shared }.
    [square] The four in the square have in common: { $shared }.
   *[row] The four in the row have in common: { $shared }.
  }
aligne4-won-several = In common: { $lines }.
aligne4-won-part = { $line ->
    [column] the column ({ $shared })
    [diagonal] the diagonal ({ $shared })
    [square] the square ({ $shared })
   *[row] the row ({ $shared })
  }
aligne4-black = black
aligne4-white = white
aligne4-large = large
aligne4-small = small
aligne4-animal = animal
aligne4-plant = plant
aligne4-round = round
aligne4-square = square
aligne4-piece-0 = the black large round animal
aligne4-piece-1 = the black large square animal
aligne4-piece-2 = the black large round plant
aligne4-piece-3 = the black large square plant
aligne4-piece-4 = the black small round animal
aligne4-piece-5 = the black small square animal
aligne4-piece-6 = the black small round plant
aligne4-piece-7 = the black small square plant
aligne4-piece-8 = the white large round animal
aligne4-piece-9 = the white large square animal
aligne4-piece-a = the white large round plant
aligne4-piece-b = the white large square plant
aligne4-piece-c = the white small round animal
aligne4-piece-d = the white small square animal
aligne4-piece-e = the white small round plant
aligne4-piece-f = the white small square plant

## The plain console

console-welcome = Type a move, or 'help' for what else can be typed.
console-others = { $count ->
    [one] A game is unfinished: 'continue' goes on with it.
   *[other] { $count } games are unfinished: 'games' lists them, 'continue' goes on with the last.
  }
console-no-such-game = There is no game of that number: 'games' lists them.
console-not-thinking = The machine is not thinking.
console-thinking = The machine is thinking; 'stop' or Ctrl-C lets it move at once.
console-paused = The machines wait. Press Enter to let them go on.
console-kept = The game is kept: run plateau and choose Continue.
console-over = The game is among the results.
console-try-help = Type 'help' for what can be typed.
console-score = { $name }: { $parts }
console-result = Result: { $result }
console-goes-on = The game goes on.
console-nothing-asked = Nothing was asked.
console-confirm-quit = Quit? The game is kept. Type the same again, or 'yes', to quit.
console-confirm-restart = Start again from the first move? Type the same again, or 'yes', to do so.
console-confirm-resign = Give up this game? Type the same again, or 'yes', to do so.
console-save-name = Under which name? Type 'save' and the name of a file.
console-machine-failed = The machine waits; an empty line lets it try again.
console-prompt-marking = { $name }, dead stones
console-help = pass, undo, redo, hint, territory and estimate (in Go), score, moves, board, numbers (the board with the numbers of its empty points), resign, save FILE, stop (the machine moves at once), games (that are unfinished), continue N, rules, counters (told at each turn), help, quit.
console-help-go = A move is a point such as D4, or its number, counted from 0 at the upper left along the rows.
console-help-go-9 = A move is a point such as D4, or its number from 0 to 80, counted from the upper left along the rows; 88 passes, 99 quits.
console-help-othello = A move is a square such as f5, or its row and column as two digits: 56 is row 5, column 6. 0 starts again.
console-help-aligne4 = A move is a piece of the reserve, then a cell: 7 and then b2, or at once 7b2. A piece can be said in words too: black small square plant.
console-help-marking = A point marks its whole chain as dead, or alive again. 'accept' agrees with the marking, 'resume' plays on.

## The terminal screen

console-home = Choose by number or name; an empty line takes the answer in brackets, 'back' goes back.
console-choose = Type a number from 1 to { $last }, or how the name begins.
console-expected = Type { $expected }.
console-option = { $label }: { $value }
console-change = Which one to change
console-counters-on = The counters are told at each turn; 'counters' again stops that.
console-counters-off = The counters are no longer announced.
mode = Who plays
mode-machine = you against the machine
mode-people = two people here
mode-machines = machine against machine
name-own = Your name
name-of = Name of player { $number }
level-suited-why = Level { $level } would suit you: you won { $won } of your last three games against the machine.
level-which = Level
level-of = Level of machine { $number }
setup-colour-own = You play
setup-size-which = Board, 5 to 25 lines
setup-handicap-range = A handicap is a number of stones from 0 to 9.
setup-handicap-which = Handicap stones, 2 to 9, or 0
leaf-help = Enter goes on; p goes back, a number goes to that move, first, last, v (another variation), moves, play (go on from here), back.
leaf-no-move = There is no such move.
leaf-variations = Other moves were tried here: v shows the next.
file-which = A number, or the path of a file
file-game = Game
file-path = File: { $path }
records-title = { $count } games
review-variation = Variation { $at } of { $of }.
review-remark = Remark
key-variation = variation
key-remark = remark
key-path = type a path
key-rules = rules
too-small-plain = Or run plateau --plain: it speaks line by line, in any window.
rules-french-why = stones and territory count; nobody brings back a board they made before; no suicide
rules-chinese-why = stones and territory count; no board comes again; no suicide
rules-japanese-why = territory and prisoners count; simple ko; no suicide
rules-korean-why = territory and prisoners count, as under Japanese rules
rules-aga-why = stones and territory count; no board comes again with the same player to move
rules-new-zealand-why = stones and territory count; suicide is allowed
rules-tromp-taylor-why = stones and territory count, and all on the board is alive; suicide is allowed
rules-sum-why = stones, territory and prisoners all count

side-black = Black
side-white = White
side-first = First
side-second = Second
called-level = Plateau, level { $level }
called-random = Plateau, random moves
called-time = Plateau, { $seconds } s a move
called-nodes = Plateau, { $nodes } nodes
called-engine = { $program }
who-person = a person
who-machine = Plateau
who-level = level { $level }
who-random = random moves
who-time = { $seconds } s a move
who-nodes = { $nodes } nodes
who-engine = { $command }
reserve-title = Reserve
reserve-left = Reserve: { $count }
moves-title = Moves
legend-pieces = Pieces
machine-thinking = thinking
machine-thinking-best = thinking: { MOVE($move) }
machine-stopped = The machine is stopped. Enter lets it think again.
watch-speed = Speed { $speed } of { $of }.
key-go-on = go on
key-one-move = one move
key-speed = speed
file-saved = Saved as { $file }.
choose-a-piece = First choose a piece from the reserve: its digit, or Tab.
confirm-move = { MOVE($move) }? Enter again to play it.
clock-overtime = { $periods ->
    [one] last period
   *[other] { $periods } periods
  }
clock-moves-left = { $moves ->
    [one] 1 move to make
   *[other] { $moves } moves to make
  }
too-small = This window is too small: { $width } × { $height }.
too-small-wanted = At least 80 × 24 is needed.

home-play = Play
home-continue = Continue
home-rules = Rules
home-results = Results
home-lessons = First steps
home-load = Open a file
home-options = Options
home-exit = Exit
home-line = Go, Othello and Aligne 4

setup-title = A new game
setup-game = Game
setup-first = Player 1
setup-second = Player 2
setup-name = Name
setup-command = Command
setup-colour = Player 1 plays
setup-machine = the machine, level { $level }
setup-random = the machine, random moves
setup-engine = another program
setup-command-advice = The command line of a program that speaks GTP, such as: gnugo --mode gtp
setup-toss-advice = A ko is taken and taken again, and stops on a stone: player 1 gets that colour, and Black begins.
setup-komi = Komi
setup-komi-rules = as the rules say
setup-komi-advice = Points for White, who plays second. You can type another number.
setup-placement = Handicap stones
setup-placement-fixed = on the star points
setup-placement-free = where Black likes
setup-clock-advice = You can type another clock: 10m, 5m+3s, 10m+5x30s (byo-yomi), 10m+5m/25 (Canadian).
setup-toss = by the toss
setup-size = Board
setup-rules = Rules
setup-handicap = Handicap
setup-handicap-none = none
setup-handicap-stones = { $count } stones
setup-variant = Variant
setup-clock = Clock
setup-start = Start

rules-french = French
rules-chinese = Chinese
rules-japanese = Japanese
rules-korean = Korean
rules-aga = AGA (American)
rules-new-zealand = New Zealand
rules-tromp-taylor = Tromp-Taylor
rules-sum = sum (a house rule)
variant-base = base: any piece, any cell
variant-gift = gift: the opponent chooses the piece
variant-squares = squares: 2×2 squares win too
variant-gift-squares = gift and squares
clock-none = none
clock-absolute = 10 minutes each
clock-fischer = Fischer: 5 minutes, 3 seconds a move
clock-byo-yomi = byo-yomi: 10 minutes, 5 × 30 seconds
clock-canadian = Canadian: 10 minutes, 10 moves in 5 minutes

toss-first = { $player ->
    [black] Player 1 has Black.
    [first] Player 1 begins.
    [second] Player 1 plays second.
   *[white] Player 1 has White.
  }
not-a-move = “{ $text }” is no move: type one such as { $example }.
toss-title = The toss
toss-running = The ko is taken, and taken again …
toss-done = { $player ->
    [black] You play Black.
    [first] You begin.
    [second] You play second.
   *[white] You play White.
  }

continue-title = Continue
continue-none = There is no unfinished game.
results-title = Results
results-none = No game has been finished yet.
list-moves = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
  }
list-against = { $black } – { $white }
delete-confirm = Delete this game for good?

review-place = Move { $at } of { $of }
end-title = The game is over
said-title = All that is said

file-open = Open a file
file-save = Save the game
file-folder = Folder: { $folder }
key-folder = folder
file-name = Name: { $name }
file-overwrite = This file exists. Enter again to replace it.

options-title = Options
option-language = Language
option-theme = Theme
option-theme-auto = as the terminal
option-theme-light = light
option-theme-dark = dark
option-sound = Bell for your turn
option-coordinates = Coordinates
option-confirm = Confirm each move
option-animation = Animation
option-territory = Show territory
option-on = on
option-off = off
lang-en = English
lang-fr = Français

quit-title = Leave the game?
quit-text = The game is kept: Continue finds it again.
resign-title = Give up this game?
answer-yes = Yes
answer-no = No

help-title = Keys
key-move = move
key-choose = choose
key-change = change
key-start = start
key-back = back
key-help = keys
key-quit = leave
key-play = play here
key-pass = pass
key-undo = undo
key-redo = redo
key-hint = hint
key-play-now = move now
key-stop = stop the machine
key-territory = territory
key-estimate = estimate
key-resign = resign
key-save = save
key-type = type a move
key-piece = choose a piece
key-said = all that is said
key-mark = dead or alive
key-accept = accept
key-resume = play on
key-rematch = rematch
key-review = review
key-lesson = first steps
key-step = step
key-ten = ten moves
key-first = first, last
key-play-on = play on from here
key-scroll = scroll
key-page = page
key-open = open
key-delete = delete
key-mouse-play = click to play, right click for a hint
key-suspend = suspend
key-skip = skip
marking-accepted = accepts
## The machine

levels-measured = { $below ->
    [0] against random play
   *[other] against level { $below }
  }: { $wins ->
    [one] 1 win
   *[other] { $wins } wins
  } and { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
  } in { $games } games
levels-on-board = on { $width }×{ $width }: { $wins ->
    [one] 1 win
   *[other] { $wins } wins
  } and { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
  } in { $games } games
level-go-novice = For a first game: moves at a guess, and no reading; on 19×19, captures what it can, saves what it can
level-go-beginner = For beginners: captures what it can, saves what it can, else plays anywhere; on 19×19, plays by instinct and slips all the time
level-go-playouts = For beginners after some weeks: tries moves out in random games; on 19×19, plays by instinct and slips very often
level-go-slips-often = For players on the way to a club, a little below GNU Go: plays by instinct and slips often
level-go-slips = For club players, a little above GNU Go (5 to 7 kyu on 9×9): plays by instinct and slips now and then
level-go-slips-seldom = For good club players: plays by instinct and seldom slips
level-go-instinct = For strong club players, wins nearly every game against GNU Go: plays the first move that comes to mind, and it is a good one
level-go-reads-a-little = For strong players: reads ahead a little, 10 positions a move, 4 to 6 on larger boards
level-go-reads = For very strong players: reads ahead, 30 positions a move, 19 to 24 on larger boards
level-go-reads-well = Reads well: 130 positions a move, 60 on larger boards
level-go-reads-deeply = Reads deeply: 400 positions a move, 210 to 250 on larger boards
level-go-reads-on-and-on = Reads on and on: 2,000 positions a move, 600 to 700 on larger boards
level-go-strongest = As strong as it can be: a second a move, longer on a slow device, or what the clock allows
level-aligne4-one = For a first game: wins if it can in one move, else plays anywhere
level-aligne4-two = For beginners: also breaks alignments of two
level-aligne4-three = After some games: also never leaves an alignment of three that can be finished
level-aligne4-four = For whoever plays now and then: looks one piece further, but plays one move in five without looking
level-aligne4-five = For regular players: looks two pieces further, but plays one move in eight without looking
level-aligne4-six = For strong players: looks four pieces further, but plays one move in sixteen without looking
level-aligne4-perfect = Perfect: never gives away a won or drawn position
level-othello-novice = For a first game: turns as many discs as it can at once
level-othello-greedy = For beginners: looks three plies ahead for the most discs
level-othello-three = For beginners after a week: looks one move ahead with an eye for corners, and misjudges most of the rest
level-othello-four = For whoever plays now and then: looks one move ahead and often misjudges
level-othello-five = For regular players: looks one move ahead and misjudges now and then
level-othello-six = For good players: looks two moves ahead, counts the last eight squares
level-othello-seven = For club players: looks three moves ahead, counts the last ten squares
level-othello-eight = For strong club players: looks four moves ahead, counts the last twelve squares, seldom misjudges
level-othello-nine = For masters: looks five moves ahead, counts the last twelve squares
level-othello-ten = Looks at ten thousand positions for each move
level-othello-eleven = Looks at sixty thousand positions for each move
level-othello-twelve = Full strength: a million positions for each move, and the end exact as far as they reach
players-person = A person decides there: choose random, level:N, time:SECONDS, nodes:N, engine:COMMAND or nboard:COMMAND.
players-no-level = There is no level { $asked }: the levels go from 1 to { $highest }.
players-no-external = No other program plays this game: choose random, level:N, time:SECONDS or nodes:N.
players-only-othello = Programs that speak NBoard's protocol play Othello only: for Go, choose engine:COMMAND.
match-result = { $a } against { $b }: { $wins ->
    [one] 1 win
   *[other] { $wins } wins
  }, { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
  }, { $losses ->
    [one] 1 loss
   *[other] { $losses } losses
  }; { $score } % ({ $low } to { $high } with 95 % confidence)
match-time = time per move: { $timea } ms and { $timeb } ms
error-file-read = { $path } cannot be read: { $problem }
error-opening = { $path }, line { $line }, column { $column }: expected a move

## Files of games

record-place = line { $line }, column { $column }: { $problem }
record-end = the end
record-syntax = expected { $expected }, found { $found }
record-value = { $property } is '{ $value }', expected { $expected }
record-illegal = illegal move { $move }: { $reason }
record-limit-bytes = more than { $max } bytes in a file
record-limit-nodes = more than { $max } nodes in a file
record-limit-depth = more than { $max } variations inside one another
record-limit-value = more than { $max } bytes in a value
record-limit-games = more than { $max } games in a file
record-charset = bytes that are not { $charset }
record-game = { $game } is not a game that can be opened here
record-header = the header is damaged: expected { $expected }
record-format = the format cannot be told from the name or from the content
record-empty = there is no game in the file
record-unwritable = { $format } cannot hold { $what }
format-sgf = SGF
format-ggf = GGF
format-transcript = a transcript
format-obf = OBF
format-plain = the plain text format
format-wthor = WTHOR
error-save-ending = A game of { $game } is not saved as { $ending }: choose one of { $known }.
error-file-write = { $path } cannot be written: { $problem }
error-output-format = the format of { $path } cannot be told from its ending: use .sgf, .ggf, .obf, .oth or .plain, or --to
error-one-game = { $path }: the plain text format holds one game only
error-picture-format = { $path }: a picture ends in .svg or .png; - is text
error-no-such-move = there is no move { $wanted }: the game has { $moves }
draw-board-size = the board is too large to be drawn
draw-cell-count = the board has the wrong number of cells
draw-won-line = a winning line is not on the board
draw-stroke = an arrow or a line is not on the board
draw-reserve = the reserve has more than sixteen pieces
draw-width = a picture is 16 to 4096 pixels wide
draw-render = the picture could not be made

## Solving and hints

solve-win = win
solve-draw = draw
solve-loss = loss
solve-differs = { " " }(the file says { $stated })
solve-wrong = { $count ->
    [one] one position has another value than the file says
   *[other] { $count } positions have other values than the file says
}
solve-plies = { " " }{ $plies ->
    [one] in 1 ply
   *[other] in { $plies } plies
  }
solve-result = { $position }: { $value }; { $line } ({ $nodes } nodes, { $ms } ms)
error-no-solver = positions of { $game } cannot be solved yet
error-game-over = the game is over
hint = { MOVE($move) }: { $why }.
hint-any = any legal move will do
hint-likes = the machine would play it
hint-chance = { $player ->
    [black] the machine gives Black a chance of { $percent } %
   *[white] the machine gives White a chance of { $percent } %
  }
estimate-ahead = { $player ->
    [black] The machine expects Black to win by about { $margin }.
   *[white] The machine expects White to win by about { $margin }.
  }
estimate-even = The machine expects an even game.
estimate-none = There is nothing to estimate here: only Go has territory.
hint-ahead = { $player ->
    [black] the machine expects Black to be ahead by { $margin }
   *[white] the machine expects White to be ahead by { $margin }
  }
hint-behind = { $player ->
    [black] the machine still expects Black to be behind by { $margin }
   *[white] the machine still expects White to be behind by { $margin }
  }
hint-even = the machine expects an even game
hint-draws = draws by force
hint-go-captures = { $count ->
    [one] takes a stone
   *[other] takes { $count } stones
}
hint-go-takes-ko = takes the ko
hint-go-saves = { $count ->
    [one] saves a stone from atari
   *[other] saves { $count } stones from atari
}
hint-go-atari = { $count ->
    [one] puts a stone in atari
   *[other] puts { $count } stones in atari
}
hint-go-connects = connects
hint-go-cuts = cuts
hint-go-lives = makes a second eye
hint-go-attacks = { $count ->
    [one] attacks a stone: two liberties are left
   *[other] attacks { $count } stones: two liberties are left
}
hint-go-strengthens = { $count ->
    [one] gives a weak stone more liberties
   *[other] gives { $count } weak stones more liberties
}
hint-go-empty-corner = takes an empty corner
hint-go-empty-side = takes an empty side
hint-go-territory = holds about { $count } points around it
hint-go-open = about { $count } points around it are still open
hint-go-nothing-left = there is nothing left to gain
hint-go-ahead = { $player ->
    [black] the machine expects Black to win by { $margin } ({ $percent } %)
   *[white] the machine expects White to win by { $margin } ({ $percent } %)
  }
hint-go-behind = { $player ->
    [black] the machine still expects Black to lose by { $margin } ({ $percent } % to win)
   *[white] the machine still expects White to lose by { $margin } ({ $percent } % to win)
  }
hint-go-even = { $player ->
    [black] the machine expects an even game ({ $percent } % for Black)
   *[white] the machine expects an even game ({ $percent } % for White)
  }
compass-north = north
compass-north-east = north-east
compass-east = east
compass-south-east = south-east
compass-south = south
compass-south-west = south-west
compass-west = west
compass-north-west = north-west
compass-centre = centre
hint-othello-wins-by = wins by { $margin } with best play
hint-othello-loses-by = loses by { $margin } only, with best play
hint-othello-wipes-out = turns the opponent's last disc
hint-othello-only-move = the only move
hint-othello-corner = takes the { $region } corner, which nobody can turn
hint-othello-opponent-passes = gains a tempo: the opponent must pass
hint-othello-keeps-corner = keeps the opponent out of a corner
hint-othello-only-without-corner = the only move that gives no corner
hint-othello-safe-x-square = the { $region } X-square, but the opponent cannot take the corner
hint-othello-x-square = the { $region } X-square: it gives the corner for something better
hint-othello-safe-c-square = a C-square in the { $region }, but the opponent cannot take the corner
hint-othello-c-square = a C-square in the { $region }: it gives the corner for something better
hint-othello-stable = makes { $count } discs stable: they can never be turned
hint-othello-few-replies = { $count ->
    [one] leaves the opponent one move only
   *[other] leaves the opponent only { $count } moves
}
hint-othello-fills-region = fills the region in the { $region }, so that the opponent must begin elsewhere
hint-othello-parity = has the last move in the region in the { $region } (parity)
hint-othello-quiet = a quiet move: it turns no outer disc
hint-othello-few-outside = keeps mobility: it turns hardly any outer disc
hint-none = There is no hint now.
error-not-a-go-record = { $path } is not a record of Go: give an SGF file of Go
hint-resign = the machine would resign here
hint-completes = wins by completing { $line }: { $shared }
hint-forced-win = forced win
hint-forced-win-in = forced win in { $plies } moves
hint-forced-draw = forced draw
hint-forced-loss = every move loses against best play
hint-forced-loss-in = every move loses; this one holds out for { $plies } moves
hint-leaves-no-three = leaves no alignment of three
hint-only-safe = the only move that leaves no alignment of three
hint-harmless-gift = gives a piece that completes nothing
hint-only-harmless-gift = the only piece that completes nothing
hint-breaks = breaks { $line } that shares '{ $shared }'
hint-nothing-helps = every move lets the opponent win at once
aligne4-line-row = the row
aligne4-line-column = the column
aligne4-line-diagonal = the diagonal
aligne4-line-square = the square

## Where games are kept

store-cannot-open = the database at { $place } cannot be opened: { $problem }; see to that, or choose another place for the games
store-read-only = the database at { $place } must be writable, a file's folder too; change that, or choose another place
store-newer = the database at { $place } was written by a newer Plateau (format { $version }, this one knows { $known }); update the program
store-foreign = the database at { $place } is another program's; choose another place for the games
store-damaged = what is at { $place } is no database or is damaged ({ $problem }); it was left as it is; move it away to start afresh, or put a copy back
store-full = no room left for the database at { $place }; free some space and try again
store-gone = the database at { $place } was moved, deleted or replaced while it was in use; put it back, then start again
store-in-use = a server uses the database at { $place } already; stop that one first, or choose another place
store-busy = another process is writing to the database at { $place }; try again
store-disk = the database at { $place } cannot be read or written: { $problem }; check its disk or the connection and try again
store-conflict = game { $game } went on elsewhere (event { $expected } was to be written, { $found } is next); load it again
store-held = game { $game } is with another server; ask that one, or try again
store-lost = game { $game } was taken over by another server; load it again
store-no-such-game = there is no game { $game }; it may have been deleted
store-outdated = { $paper } was changed elsewhere (version { $expected } was to be replaced, { $found } is kept); load it again
store-no-such-paper = there is no { $paper } of yours; it may have been deleted
store-unreadable = game { $game } cannot be read from event { $event } on; export the games to look at it, or delete it
store-too-long = a text of more than { $limit } bytes; shorten it
store-import = line { $line }: expected { $expected }; nothing was imported
store-transfer = the export cannot be read or written: { $problem }; check the file and try again
store-no-random = the system gives no random numbers: { $problem }; try again later

## External engines

engine-command-line = This is no command line: { $command }
engine-start = { $program } could not be started: { $problem }.
engine-died = The engine ended ({ $status }).{ $said ->
    [none] {""}
   *[other] {" "}It said: { $said }
}
engine-timed-out = The engine did not answer "{ $command }" within { $seconds } s.{ $said ->
    [none] {""}
   *[other] {" "}It said: { $said }
}
engine-garbage = The engine answered "{ $command }" with something that is not GTP: { $line }{ $said ->
    [none] {""}
   *[other] {" "}It said: { $said }
}
engine-flood = The engine's answer to "{ $command }" has no end.
engine-refused = The engine refused "{ $command }": { $answer }
engine-lacks-command = The engine does not know the command "{ $command }", which every engine must know.
engine-illegal-move = The engine played an illegal move, { $move }: { $reason }
engine-not-a-move = The engine answered "{ $answer }" instead of a move.
engine-cannot-set-up = The engine cannot be shown this position.
engine-stopped = The engine was told to stop.
contest-opening = The opening move { $move } is illegal: { $reason }
contest-illegal = { $player ->
    [black] Black
   *[other] White
} played the illegal move { $move }: { $reason }

## The browser

page-skip = Skip to the content
page-nav = Pages
page-nav-home = Home
page-nav-play = Play
page-nav-lobby = Lobby
page-nav-games = Games
page-nav-learn = Learn
page-nav-rules = Rules
page-nav-options = Options

home-lead = Three games for a quiet hour, against a person or the machine.
home-go = Surround territory with black and white stones. The oldest board game that is still played.
home-othello = Bracket your opponent's discs and turn them over. Quick to learn, hard to foresee.
home-aligne4 = Sixteen pieces, no two alike. Complete a line in which all four have something in common.
page-play = Play
all-games = All { $count } games
every-game = All
page-lists = Lists
page-pages = Pages of the list
page-newer = Newer
page-older = Older
page-delete = Delete

page-start = Start
page-opponent = Opponent
page-level = Level
page-level-black = Black's level
page-level-white = White's level
page-colour = Your colour
against-machine = the machine
against-here = a person at this screen
against-machines = machine against machine
against-link = a friend, by link
against-lobby = anybody, from the lobby
against-program = a program that is here
page-program = Program
page-no-program = No program that is here plays this game.
program-gone = This program is not here any more: choose another opponent.
other-name = The other player's name

page-board = Board
page-board-keys = Arrow keys move, Enter plays, S tells the whole position.
page-scriptless = Without scripts: choose a point on the board, then press the button below it. Load the page again to see new moves:
page-reload = show new moves
page-mark = Mark { $cell }
cell-playable = playable
page-tools = What you can do
your-turn = Your turn
your-turn-now = Your turn.
page-you = you
to-move = to move
page-slow = slow connection
page-clock = { $player ->
    [black] Black's clock
    [first] First player's clock
    [second] Second player's clock
   *[white] White's clock
  }
seat-open = Free seat
page-sit = Take this seat
page-invite = Send this link to whoever will play with you:
page-invite-link = Link to this game
page-copy = Copy
page-copied = Copied
page-gone = Not connected.
page-gone-clock = Not connected. The clock runs on.
page-claim = Claim the game
page-cancel = Cancel the game
page-cancelled = Cancelled
page-cancelled-why = Nobody can sit down here any more. Open another game, and send its link.
page-settled = What was agreed
page-waiting = Waiting for an opponent.
page-asked = { $name } has been asked to play.
page-declined = { $name } { $reason ->
    [later] asks you to come back later.
    [tooFast] finds this clock too fast.
    [tooSlow] finds this clock too slow, or wants one.
    [timeControl] does not play with this clock.
    [variant] does not play this game, or not on this board.
    [noBot] does not play against programs.
    [onlyBot] plays against programs only.
   *[generic] does not want to play.
}
page-unanswered = { $name } has not answered.
page-talk = Say something
page-waiting-clocks = Until somebody has sat down, the clocks are stopped.
page-free = A seat is free.
page-free-sit = Sit down to play, or look on.
page-starts = The first clock starts in a moment, or with the first move.
page-by-link = With a friend, by link
page-clock-rule = Until both players have sat down, the clocks are stopped. The first clock starts once both have had the board before them for ten seconds, or with the first move.
page-cancel-rule = Whoever opened a game can cancel it until somebody has joined; its link then says so.
list-cancelled = cancelled
asked-takeback = Asks to take back a move.
asked-draw = Offers a draw.
asked-rematch = Would like to play again.
page-answer-yes = Accept
page-answer-no = Decline
page-pass = Pass
page-accept = Accept the count
page-resume = Play on
page-stop = Move now
page-undo = Undo
page-redo = Redo
page-takeback = Take back
page-hint = Hint:
page-hint-button = Hint
page-territory = Territory
page-estimate = Estimate
page-draw = Offer a draw
page-resign = Resign
page-save = Save
page-review = Review
page-share = Share
new-game = New game
page-rematch = Play again
page-rematch-go = To the next game
page-type = Type a move
page-type-label = Move
page-type-play = Play
page-confirm-move = Play { $move }?
page-confirm-yes = Play
page-confirm-no = Not there
page-confirm-none = Choose a point.
page-question = Questions
choose-piece = First choose a piece from the reserve.
page-count = The count
page-count-of = Points
page-watching = { $count ->
    [one] one person is watching
   *[other] { $count } people are watching
  }
scoring-area = area scoring
scoring-territory = territory scoring
scoring-sum = stones, territory and prisoners
scoring-stones = stone scoring
page-handicap = { $count } handicap stones
page-time-absolute = { $main } each
page-time-fischer = { $main } each, and { $more } for every move
page-time-byo-yomi = { $main } each, then { $periods } periods of { $period }
page-time-canadian = { $main } each, then { $moves } moves in { $period }
span-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
  }
span-seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
  }
page-rematch-offered = { $player ->
    [black] Black would like to play again.
    [first] First would like to play again.
    [second] Second would like to play again.
   *[white] White would like to play again.
  }
page-rematch-declined = { $player ->
    [black] Black does not want to play again.
    [first] First does not want to play again.
    [second] Second does not want to play again.
   *[white] White does not want to play again.
  }
your-turn-put = Your turn: choose a piece, then a cell.
your-turn-give = Choose the piece that your opponent must place.
your-turn-place = Your turn: choose a cell for the piece that you were given.
step-piece = First choose a piece
step-cell = Now choose a cell
step-give = A piece to give
page-lost = The connection is lost. Trying again …
page-back = Connected again.
cell-empty = empty
cell-black = black stone
cell-white = white stone
cell-black-disc = black disc
cell-white-disc = white disc
cell-dead = dead
cell-last = last move
cell-hint = hint
cell-winning = in the winning line
cell-of-black = Black's point
cell-of-white = White's point

page-play-on = Play on from here
page-damaged-title = The file is damaged.
page-damaged = It was read nevertheless, as far as that is possible. What is wrong with it:
page-damaged-more = { $count ->
    [one] and one more place
   *[other] and { $count } more places
}
page-comment = Remark
page-comment-cut = There is more; the file has all of it.
page-steps = Move by move
step-first = To the beginning
step-ten-back = Ten moves back
step-back = One move back
step-on = One move on
step-ten-on = Ten moves on
step-last = To the end
step-above = Variation above
step-below = Variation below
page-start-position = Beginning
draft-no-node = that place is not in the study any more; reload the page
draft-beginning-stays = the beginning cannot be deleted; delete the study instead
draft-no-cell = there is no { $cell } on this board
draft-no-stone = that cannot stand on this board
draft-no-turns = whose turn it is follows from the pieces on the board
draft-same-cell = an arrow or a line leads from one place to another
draft-setup-go = stones cannot stand like this: a chain would have no liberty
draft-setup-othello = discs cannot stand like this
draft-setup-aligne4 = pieces cannot stand like this: each is there once
draft-not-understood = '{ $text }' is not understood
draft-text-too-long = that is too long: { $max } characters at most
draft-too-many-nodes = this study is full: it has { $max } moves; begin another
draft-too-large = this study is full: it has { $max } kilobytes; begin another
draft-unreadable = this study cannot be read any more
draft-choose-cell = choose a place on the board
draft-choose-piece = choose a piece first
draft-choose-second = choose where it ends
board-list = Analysis board
board-lead = A board to think on: variations, remarks, marks, and what each move is worth.
board-new = New board: { $game }
board-none = No studies yet. Begin one here, or open one from a finished game.
board-nameless = Without a name
board-untitled = { $game }: a study
board-open = Open on the analysis board
board-here = Open a copy on this device
board-begin = Begin
upload-list = Records that you brought
upload-delete-confirm = Forget this record?
upload-games = Games in this file: { $count }
upload-game-nameless = A game without names
upload-more-games = the file has { $all } games; the first { $shown } are here
board-about = The study
board-name = Name
board-rename = Save the name
board-read-only = You look at somebody's study. To change it, make a copy.
board-copy = Copy to my own
board-delete = Delete
board-delete-confirm = Delete this study?
board-outdated = this study was changed elsewhere; reload the page, then try again
board-gone = this study is not there any more
board-too-many = there is no room for more studies: { $papers } at most; delete one first
board-no-such-game = there is no such game
board-palette = Tools
board-set-up = Set up
board-tool-play = Play
board-tool-triangle = Triangle
board-tool-square = Square
board-tool-circle = Circle
board-tool-cross = Cross
board-tool-label = Letter
board-tool-arrow = Arrow
board-tool-line = Line
board-tool-black = Black
board-tool-white = White
board-tool-empty = Nothing
board-tool-piece = Piece
board-do-undo = Undo
board-do-redo = Redo
board-do-delete = Delete from here
board-do-main = Make main line
board-do-pass = Pass
board-do-turn = Change turn
board-do-give = Give the piece
board-do-comment = Save the comment
board-do-touch = Do it
board-type = Write instead
board-cell = Place
board-from = From
board-text = Letter
board-piece = Piece
board-values = What moves are worth
board-values-show = Show what moves are worth
board-values-hide = Hide
board-values-thinking = The machine is thinking.
board-values-none = There is nothing to choose here.
board-value-win = win
board-value-draw = draw
board-value-loss = loss
page-set-up = Set-up

lobby-lead = Take a free seat, watch a game, or open one of your own.
lobby-open = Waiting for somebody
lobby-none = Nobody is waiting just now. Open a game, and others will see it here.
lobby-going = Being played
lobby-take = { $player ->
    [black] play Black
    [first] play first
    [second] play second
   *[white] play White
  }

page-diagram = A position of { $game }
upload-title = Open a record
upload-lead = Look at a game move by move, with its variations, or play on from any position of it.
upload-file = A file: SGF, GGF, OBF, a transcript or a plain text
upload-text = Or the record itself
upload-open = Open
upload-too-large = The file is too large: a record may have { $megabytes } MB at most.
page-share-link = Link to this page
page-download = Download

page-option-language-auto = as the browser says
theme-auto = as the system says (wood or dark)
theme-light = wood
theme-dark = dark
theme-plain = plain
theme-contrast = high contrast
theme-print = print
options-play = While you play
options-save = Save
options-saved = Saved.
page-option-sound = Sound
page-option-sound-why = A knock for each stone.
page-option-coordinates = Coordinates
page-option-coordinates-why = Letters and numbers at the edge of the board.
page-option-confirm-move = Confirm each move
page-option-confirm-move-why = Choose a point, then confirm it: good on phones.
page-option-confirm-small = Confirm on small points
page-option-confirm-small-why = On a touch screen, ask twice on boards of 13×13 and larger.
page-option-think-here = Think on this device
page-option-think-here-why = Hints and reviews are worked out by this browser and not by the server; what it needs for that is fetched once.
page-option-animation = Animation
page-option-animation-why = Stones land, discs turn, captured stones fade.
page-option-territory = Territory
page-option-territory-why = Show which points are enclosed, at every turn of Go.

error-400 = That did not work
error-403 = That is not yours to do
error-404 = There is nothing here
error-429 = Too much at once
error-500 = Something broke on our side
here-title = Play without a network
here-preparing = The program is fetched once and kept by this browser, { $megabytes } MB. This page comes back by itself when it is there; what else playing without a network needs, { $rest } MB, is fetched while you look around.
here-keeping = Networks, weights and puzzles are still being fetched. What has come can be played without a network.
here-kept = Everything is here: you can play without a network now.
here-needs-script = This needs scripts, which this browser does not run.
here-server = Server
here-give = Hand it to the server
here-give-text = The game was played without the server, which does not know it. It takes the record as it takes any other, once there is a connection; the game stays in this browser, too.
here-give-record = The record
here-needs-server = There is no connection, and this needs the server. Games against the machine, reviews, puzzles, your mistakes, records, the analysis board, lessons and rules work without it.
page-offline = No connection
page-offline-text = Your games are kept on the server. They go on as soon as you are connected again.
page-offline-again = Try again

# What a review says
study-lost-points = { MOVE($move) }: loses about { DECIMAL($amount) } points.
study-lost-discs = { MOVE($move) }: loses about { $count ->
    [one] one disc
   *[other] { $count } discs
}.
study-lost-discs-exactly = { MOVE($move) }: loses { $count ->
    [one] one disc
   *[other] { $count } discs
}.
study-lost-win = { MOVE($move) }: gives the win to the opponent.
study-lost-win-to-draw = { MOVE($move) }: gives away a win; with best play it is a draw now.
study-lost-draw = { MOVE($move) }: gives away a draw; with best play the opponent wins now.
study-better = Better: { MOVE($move) }.
study-better-why = Better: { MOVE($move) } ({ $why }).
study-answer = { $player ->
    [black] Black
    [first] The first player
    [second] The second player
   *[white] White
} can answer: { MOVE($move) } ({ $why }).
study-right = Right: { MOVE($move) }.
study-right-why = Right: { MOVE($move) } ({ $why }).
study-right-best = The machine would play { MOVE($move) }.
study-solution = The answer: { MOVE($move) }.
study-solution-why = The answer: { MOVE($move) } ({ $why }).
study-hint = Hint: { $why }.
study-even = Even.
study-draw = A draw.
study-open = Nobody has a win in sight.
study-ahead-points = { $player ->
    [black] Black
   *[white] White
} is ahead by { DECIMAL($amount) } points.
study-ahead-discs = The machine expects { $player ->
    [black] Black
   *[white] White
} to win by { $amount } discs.
study-wins-discs = { $player ->
    [black] Black
   *[white] White
} wins by { $amount } discs.
study-wins = { $player ->
    [first] The first player
   *[second] The second player
} wins.
study-wins-in = { $player ->
    [first] The first player
   *[second] The second player
} wins in { $amount ->
    [1] one move
   *[other] { $amount } moves
}.

# One's own mistakes
deck-title = Your mistakes
deck-empty = Nothing is here yet. Play a game and let the machine look through it: your mistakes come here, and are asked again before you forget them.
deck-due = { $count ->
    [one] One of your mistakes is due
   *[other] { $count } of your mistakes are due
}
deck-done = Nothing is due any more. Come back tomorrow.
deck-too-long = a deck has { $bytes } bytes at most
help-deck = Your own mistakes that are due
help-deck-plain = Ask them line by line
help-deck-json = List what is due, one JSON object per card
help-deck-export = Write the deck to a file; - is standard output
help-deck-import = Add a deck that was written to a file
home-deck = Your mistakes
key-again = try again
key-next-card = next one
key-try = try it
key-answer = the answer
deck-about = Every game that the machine looks through leaves your mistakes here. They are asked again before you forget them.
deck-open = What is due
deck-begin = Begin
deck-next = Next
deck-nothing-due = Nothing is due. The next one comes on { $date }.
deck-progress = How far you have come
deck-cards = mistakes
deck-of-due = due
deck-of-learned = learned
deck-all = all
deck-file = Take it along
deck-file-why = The deck belongs to this browser. As a file it can go into another one.
deck-take-along = Save as a file
deck-bring-label = A deck that you saved
deck-bring = Add it
deck-put = { $new ->
    [0] Nothing new came in
    [one] One came in
   *[other] { $new } came in
}, { $known } { $known ->
    [one] was
   *[other] were
} there before{ $left ->
    [0] .
   *[other] ; there was no room for { $left }.
}
deck-unreadable = { $card ->
    [0] This is no deck that was saved here.
   *[other] The file is damaged: card { $card } cannot be read. Nothing was taken from it.
}
deck-nothing-asked = This card asks nothing.
deck-card = About this card
deck-played = In the game you played: { MOVE($move) }.
deck-phase = Where
deck-motif = What it is about
deck-asked = Asked
deck-asked-times = { $answers ->
    [one] once
   *[other] { $answers } times
}, { $misses } missed
deck-again-on = Again on
deck-drop = Take it out of the deck
deck-source = The game it is from
deck-went-in = { $count ->
    [one] One mistake went into your deck
   *[other] { $count } mistakes went into your deck
}
deck-take = Put into my deck the mistakes of:
deck-not-known-yet = The machine has not looked through the whole game yet.
motif-capture = capturing
motif-rescue = saving stones
motif-connection = connecting and cutting
motif-area = taking an area
motif-corner = corners
motif-mobility = leaving few moves
motif-parity = playing last in a region
motif-stability = stable discs
motif-line = lines
motif-danger = leaving nothing to complete
motif-force = winning by force
looks-best = Values on the board
looks-chance = Chances
looks-owners = Who owns what
study-chance = { $player ->
    [black] Black
    [first] The first player
    [second] The second player
   *[white] White
} wins with a chance of { $percent } %.
study-table = The curve as a table
play-on-against = Against
play-on-nobody = nobody: both sides are yours
play-on-side = Your side

# A move is asked for
exercise-try = Try again from here
exercise-task = { $player ->
    [black] Black
    [first] The first player
    [second] The second player
   *[white] White
} to move. Find a good move.
exercise-task-on = { $player ->
    [black] Black
    [first] The first player
    [second] The second player
   *[white] White
} to move.
exercise-play-on = Play on with any move: the machine answers.
exercise-outcome = What came of it
exercise-thinking = The machine looks at it …
exercise-look-again = Look again
exercise-right = Right
exercise-wrong = Not quite
exercise-shown = The answer
exercise-came = { $what }.
exercise-again = Try again
exercise-hint = Hint
exercise-no-hint = There is nothing to hint at that would not be the answer.
exercise-answer = Show the answer
exercise-back = Back to the review
exercise-no-choice = There is nothing to choose here: the game is over, or there is one move.
exercise-words = Type a move, or: hint, answer, next, back.
exercise-words-on = Play on from here, or: undo, again, hint, answer, next, back.
line-title = What is expected
line-before = before

help-analyze = Review games: what each move lost, where the game turned, what was better
help-analyze-files = Records, or folders of records; or the moves of a game of Othello, such as f5f6e6f4
help-analyze-effort = How hard to think; normal unless said
help-analyze-threads = Threads to think with; all cores unless said
help-analyze-json = Answer with one JSON object per game
help-analyze-html = Write the review as one page that needs nothing else; for several games or a folder, one page each, in a folder
help-analyze-sgf = Write the record with remarks and better moves as variations; for several games or a folder, one file each, in a folder
help-analyze-recover = Read a damaged file as far as it can be read, with a warning
analyze-progress = game { $game } of { $games }: { $known } of { $all } positions
analyze-interrupted = interrupted after { $done } of { $games } games
analyze-nothing = { $path }: no record is there; name a file or a folder with records
analyze-side = { $player ->
    [black] Black
    [first] First
    [second] Second
   *[white] White
}
analyze-moves = moves with a choice
analyze-agreed = the machine's choice
analyze-lost-go = points lost a move
analyze-lost-othello = discs lost a move
analyze-lost-aligne4 = results given away a move
analyze-phase-opening = in the opening
analyze-phase-middle = in the middle
analyze-phase-end = at the end
analyze-grade-doubtful = doubtful moves
analyze-grade-mistake = mistakes
analyze-grade-blunder = blunders
analyze-turning-points = Where { $name } lost most

report-graph = How the game went: what each position is worth to the player who began
report-graph-caption = Above the middle line the player who began is ahead. Dots are moves that lost something.
report-moves = All moves
report-number = No.
report-move = Move
report-worth = After it
report-lost = Lost
report-remark = Remarks
report-played = { $player ->
    [black] Black
    [first] First
    [second] Second
   *[white] White
}: { MOVE($move) }

study-title = Analysis
study-begin = Let the machine look through it
study-here = Review on this device
study-busy = The machine is looking through other games for you. Wait until one is done.
study-not-over = The machine looks through a game when it is over.
study-progress = { $known } of { $all } positions …
study-best-here = The machine's choice here: { MOVE($move) }.
study-move = { MOVE($move) }
study-numbers = In numbers
study-turning = Where { $name } lost most:
report-title = { $game }: { $black } – { $white }
report-signs = A cross is where the move was played, a ring where it would have been better.
key-study = analysis
key-next-mistake = next mistake
way-too-long = This line is too long to be looked through: it may have { $longest } moves at most.

## First lessons

learn-title = Learn
learn-lessons = First steps
learn-steps = { $count } small steps on the board
learn-puzzles = Positions from the machine's own games, with one move that stands out: easy ones first, then as hard as you like.
learn-puzzles-open = Solve puzzles
learn-board = A board to think on: variations, remarks and marks, and what each move is worth.
learn-board-open = Open the analysis board

lesson-title = First steps in { $game }
lesson-step = Step { $step } of { $of }
lesson-begin = Learn it in a few moves
lesson-next = Next step
lesson-play = Play a game
lesson-shown = { MOVE($move) } does it.
lesson-words = Type a move, or: answer, next, previous, back.
lesson-on = An empty line leads to the next step.
lesson-rules = All the rules

lesson-go-place = Stones stand on the crossings of the lines. Black begins. Put a stone on any crossing.
lesson-go-place-not-yet = Put a stone on the board: any empty crossing will do.
lesson-go-place-done = A stone stays where it is, unless it is taken. You and your opponent put one stone each in turn.
lesson-go-take = The empty crossings next to a stone are its liberties. White's stone has only one left. Fill it.
lesson-go-take-not-yet = White's stone can still breathe. Which empty crossing touches it?
lesson-go-take-done = Without a liberty, the stone is taken off the board: it is your prisoner.
lesson-go-chain = Stones that touch along the lines form a chain. They share their liberties, and are taken together. Take these three.
lesson-go-chain-not-yet = The chain still has a liberty. Look along its edges.
lesson-go-chain-done = All three at once. Diagonals do not connect; lines do.
lesson-go-escape = Now your stone has one liberty left: it is in atari, and White would take it. Give it more liberties.
lesson-go-escape-not-yet = White could still take your stone with the next move. Where can it run?
lesson-go-escape-done = Your chain has three liberties now, and White cannot take it at once.
lesson-go-inside = A stone that would have no liberty may not be placed: try G7. But whoever takes stones by it makes room. Take White's chain in the corner.
lesson-go-inside-not-yet = White's chain in the lower left corner has one liberty left, inside.
lesson-go-inside-done = Your stone had no liberty, until the white ones were gone. First one takes, then one looks.
lesson-go-ko = White has just taken one stone at C4. If you took back at D4 at once, it could go on for ever: this is ko, and forbidden. Play somewhere else first.
lesson-go-ko-not-yet = Do not pass: put a stone somewhere else.
lesson-go-ko-on = White has answered elsewhere. Now you may take at D4.
lesson-go-ko-done = That is how kos are fought: a move elsewhere that the opponent answers, then the ko.
lesson-go-eyes = Your chain is surrounded. It lives if it has two separate eyes, since White cannot fill both at once. Make them with one move.
lesson-go-eyes-not-yet = That leaves one eye at most. Which crossing divides the room into two?
lesson-go-eyes-done = Two eyes: White may play neither A1 nor C1. Your chain can never be taken.
lesson-go-end = All borders are closed, and nothing is left to gain. Then one passes. Pass.
lesson-go-end-not-yet = A stone in your own territory gains nothing. Pass.
lesson-go-end-done = White has passed too, and that ends the game. You have 5 stones and 10 points around them, White 5 and 5, and half a point of komi: you win.

lesson-othello-turn = Put your black disc so that white discs lie in a straight line between it and another of yours. They turn over. The marked squares are possible: choose one.
lesson-othello-turn-not-yet = Choose one of the marked squares.
lesson-othello-turn-done = The white disc in between is yours now. A move always turns at least one disc.
lesson-othello-many = One move can turn discs in several directions at once. Find the square that turns the most.
lesson-othello-many-not-yet = Another square turns more: where do three white lines meet?
lesson-othello-many-done = Three lines, six discs. All of them turn, and those that turned turn no others.
lesson-othello-corner = A disc in a corner can never be turned again, since nothing lies behind it. Take the corner.
lesson-othello-corner-not-yet = That is not a corner. One of the four is within reach.
lesson-othello-corner-done = This disc stays yours until the end, and so will those that lean on it.
lesson-othello-danger = So beware of giving a corner away: a disc next to a corner often does. Find a move after which White cannot take a corner.
lesson-othello-danger-not-yet = After that White could take a corner. Stay away from the edge for now.
lesson-othello-danger-done = White has no corner to take. That is worth more than many discs.
lesson-othello-options = In the middle of the game discs count little; choices count. Find the move that leaves White the fewest.
lesson-othello-options-not-yet = White would have more moves than need be.
lesson-othello-options-done = White has a single move left, good or bad. Who has few choices must soon play bad ones.
lesson-othello-pass = Who cannot turn anything must pass. Find the move after which White cannot play.
lesson-othello-pass-not-yet = White could still play after that.
lesson-othello-pass-done = White must pass, and it is your turn again.
lesson-othello-last = Four squares are empty. Who has more discs at the end wins. Only one move wins: count to the end.
lesson-othello-last-not-yet = That turns some, but White turns back more: in the end you would not have the most.
lesson-othello-last-done = That wins, if you go on like this. At the end every single disc counts.

lesson-aligne4-choose = Every piece is different: black or white, large or small, animal or plant, round or square. Choose a piece from the reserve, then a cell.
lesson-aligne4-choose-not-yet = Choose a piece, then an empty cell.
lesson-aligne4-choose-done = That is a move. All pieces belong to both: your opponent chooses one now.
lesson-aligne4-line = Four in a line that have something in common win. The three in the first row are all large: complete it.
lesson-aligne4-line-not-yet = No line of four yet. Put a large piece on the last cell of the first row.
lesson-aligne4-line-done = Four large pieces: you win. It does not matter who put the other three there.
lesson-aligne4-diagonal = The two diagonals count too. What do the three on the diagonal have in common? Complete it.
lesson-aligne4-diagonal-not-yet = Look at the diagonal from the upper left: all three are small.
lesson-aligne4-diagonal-done = Four small pieces. One thing in common is enough.
lesson-aligne4-column = Here nobody tells you where. Find a line that you can complete.
lesson-aligne4-column-not-yet = Not yet. In the second column there are three plants.
lesson-aligne4-column-done = Four plants. In a game, look at every row, every column and both diagonals.
lesson-aligne4-hand = You cannot win here. But take care: a third piece in a line hands the win to your opponent. Find a move after which your opponent cannot win.
lesson-aligne4-hand-not-yet = After that your opponent could complete a line. Choose a piece that has nothing in common with its neighbours.
lesson-aligne4-hand-done = Nothing to complete. Most games are lost by such a move, and you have just avoided it.
lesson-aligne4-left = Fewer pieces are left, fewer moves are safe. Look also at what remains in the reserve. Find a safe move.
lesson-aligne4-left-not-yet = Your opponent would find a piece in the reserve that completes a line.
lesson-aligne4-left-done = Safe. Now your opponent has to look for such a move.
lesson-aligne4-gift = In the gift variant your opponent chooses your piece. You were given one: put it somewhere, then give one with which your opponent cannot win.
lesson-aligne4-gift-on = Now choose the piece that your opponent must place.
lesson-aligne4-gift-not-yet = With that piece your opponent would complete a line. Give another.
lesson-aligne4-gift-done = A harmless gift. Now your opponent must find one for you.

## Puzzles

puzzle-all = Puzzles
puzzle-lead = Positions from games of the machine, proved by it. The first try counts; then try as often as you like.
puzzle-count = { $count ->
    [one] One puzzle
   *[other] { $count } puzzles
}
puzzle-none = There are no puzzles of this game.
puzzle-no-such = There is no such puzzle: numbers go from 1 to { $count }.
puzzle-next = Next puzzle
puzzle-solve = Solve it
puzzle-of-the-day = Puzzle of the day
puzzle-title-rated = Puzzle { $number }, rated { $rating }
puzzle-facts = About this puzzle
puzzle-standing = Your rating: { $rating }. Right at the first try: { $right } of { $tried }.
puzzle-tried = Tried so far
puzzle-was-right = right at the first try
puzzle-was-wrong = not right at the first try
puzzle-moves = The moves
puzzle-this-one = This one
puzzle-move-listed = { MOVE($move) }
puzzle-task-gain = { $player ->
    [black] Black to move. One move is worth at least { $count } points more than any other.
   *[white] White to move. One move is worth at least { $count } points more than any other.
}
puzzle-task-win = { $player ->
    [black] Black to move. One move wins, no other does.
   *[white] White to move. One move wins, no other does.
}
puzzle-task-most = { $player ->
    [black] Black to move. One move ends with { $count } discs more than any other.
   *[white] White to move. One move ends with { $count } discs more than any other.
}
puzzle-task-win-in = { $player ->
    [first] The first player to move. Force a win with { $count } pieces of your own.
   *[second] The second player to move. Force a win with { $count } pieces of your own.
}
puzzle-task-hold = { $player ->
    [first] The first player to move. Find what does not lose: everything else does.
   *[second] The second player to move. Find what does not lose: everything else does.
}
puzzle-task-mistake = From move { $count } on, one move gave away what the player had. Which one?
puzzle-mistake-lead = Look through the moves, then choose one.
puzzle-no-such-move = Say the number of a move from { $from } to { $to }.
puzzle-wrong = { MOVE($move) } is not the best move.
puzzle-no-mistake = Move { $number } gave nothing away.
puzzle-mistake = Move { $number } was the mistake: { MOVE($move) }. Better: { MOVE($better) }.
puzzle-hint-region = Look here: { $region }.
puzzle-hint-piece = The piece to take: { $piece }.
puzzle-hint-player = { $player ->
    [first] It was a move of the first player.
   *[second] It was a move of the second player.
}
puzzle-theme-capture = Capture
puzzle-theme-life = Life and death
puzzle-theme-connection = Connection
puzzle-theme-ladder = Ladder
puzzle-theme-ko = Ko
puzzle-theme-opening = Opening
puzzle-theme-endgame = Endgame
puzzle-theme-corner = Corner
puzzle-theme-beside-corner = Beside a corner
puzzle-theme-pass = The opponent passes
puzzle-theme-parity = Parity
puzzle-theme-cell = One cell
puzzle-theme-piece = One piece
help-puzzles = Solve puzzles, rated by how many levels of the machine miss them
help-puzzles-game = The game; go unless said
help-puzzles-number = The number of a puzzle; the next one near your rating unless said
help-puzzles-daily = The puzzle of the day
help-puzzles-rating = Say your rating and how many you solved
help-puzzles-plain = Ask them line by line
help-puzzles-json = Answer with one JSON object per puzzle or game
key-other-game = other game

## Programs that play on a server

seat-promised = This seat is kept for somebody who was asked to play.
said-enough = You have said enough in this game.
tokens-title = Programs that play for me
tokens-lead = A program plays on this server with a token. Whoever has the token plays in its name, so keep it to yourself; you can take it away at any time.
token-made = The token is made. It is shown this once: copy it now.
token-shown = The new token
token-program = The program's name
token-scopes = It may
token-make = Make a token
token-take-away = Take away
token-name = A name has 2 to 20 letters, digits, hyphens or underscores, and begins with a letter or a digit.
token-no-scope = Choose at least one thing that the program may do.
token-taken = The name { $name } is taken, or you have { $most } tokens already: choose another name, or take one away.
scope-challenge-read = see its challenges and games
scope-challenge-write = ask others to play, and answer them
scope-bot-play = play as a program
scope-board-play = play as a board that a person uses
phrase-hello = Hello
phrase-good-luck = Good luck
phrase-well-played = Well played
phrase-thanks = Thank you
phrase-sorry = Sorry
phrase-good-game = Good game
phrase-bye = Bye
api-title = The server for programs
api-lead = Programs play here as people do. The addresses and answers are those of lichess's Bot and Board API wherever the meaning is the same, so that a program written for it needs another address and little else.
api-tokens-lead = A program shows a token with each request, as “Authorization: Bearer TOKEN”.
api-column-address = Address
api-column-does = What it does
api-column-scope = Scope
api-done = It is done.
api-refused = It was refused, and nothing has changed.
api-document = This description, by the OpenAPI specification
api-account = Who the program is
api-playing = The games that it plays
api-finished = Its games that are over
api-upgrade = Nothing: whoever has a token is a program
api-online = The programs that wait for challenges
api-revoke = Takes the token away that is shown
api-events = A stream of what happens to its challenges and games; plays names the games that it takes challenges to
api-challenges = The challenges that wait for an answer
api-challenge = Asks another program to play. Without an answer this is called off after a day; where a clock will run, 20 seconds after whoever asks has stopped listening
api-challenge-machine = A game against a machine of the server
api-challenge-anybody = A game for whoever has the link, for a day
api-show-challenge = One challenge
api-accept-challenge = Sits down to play
api-decline-challenge = Does not want to play
api-cancel-challenge = Calls its own challenge off
api-stream = A stream of what happens in a game
api-move = Plays a move; in Go, “accept” and “resume” once both have passed
api-chat = What the players have said
api-say = Says one of the phrases that there are
api-abort = Calls a game off that has not begun
api-resign = Gives up
api-draw = Offers a draw, or answers an offer
api-takeback = Asks for a move back, or answers who asks
api-claim = Takes the game from an opponent who has gone
api-mark = Marks a chain of Go as dead, or alive again
api-no-token = This needs a token: “Authorization: Bearer TOKEN”.
api-no-scope = This needs a token with the scope { $scope }.
api-no-json = The body is no JSON object.
api-unknown-field = The field “{ $field }” is not known here.
api-wrong-field = The field “{ $field }” is missing, or means nothing. It may be: { $may }.
api-not-rated = Games here are not rated.
api-wrong-key = An Idempotency-Key has 1 to 64 visible characters.
api-wrong-method = This address is asked for by another method.
api-no-such-player = No program here has this name.
api-yourself = Nobody plays against themselves here.
api-no-such-phrase = Only these can be said: { $phrases }.
help-bot = Let an engine play on a server
help-bot-server = The server's address, such as https://play.example.org
help-bot-token = The token that its page of options gave; else what PLATEAU_TOKEN holds
help-bot-engine = Who plays: level:N, time:SECONDS, nodes:N, random, the command line of a GTP engine, or nboard:COMMAND
help-bot-game = Take challenges to this game only; may be said again
help-bot-size = Go: take boards of this size only; may be said again
help-bot-fastest = Take no game in which forty moves have less time than this
help-bot-slowest = Take no game in which forty moves have more time than this, or no clock
help-bot-at_once = Play so many games at once (4 if nothing is said)
help-bot-threads = Think with so many threads in each game (1 if nothing is said)
help-bot-memory = Let each game use so much memory, in megabytes
error-bot-server = “{ $server }” is no address of a server: write http:// or https:// and a name
error-no-token = A token is needed: make one on the server's page of options and pass it by --token or in { $variable }
bot-listening = { $name } waits for challenges at { $server }.
bot-not-welcome = The server does not let this program in: { $said }
bot-lost = The connection is lost: { $problem }. Trying again.
bot-declines = A challenge of { $name } is declined: { $reason }.
bot-plays = { $game } against { $name }: { $id }
bot-ended = { $id } is over: { $result }
bot-engine-failed = The engine failed in { $id }: { $why }
bot-engine-lost = it said nothing
bot-move-refused = The server refused { $move } in { $id }, and the game is given up: { $said }
help-cgos = Let an engine play on CGOS, the rating server of Go engines
help-cgos-server = The server's name and port
help-cgos-user = The engine's name there; its password stands in PLATEAU_PASSWORD
help-cgos-engine = Who plays: level:N, time:SECONDS, nodes:N, random, or the command line of a GTP engine
help-cgos-games = Go after so many games
help-cgos-threads = Think with so many threads (1 if nothing is said)
help-cgos-memory = Use so much memory, in megabytes
error-no-password = A password is needed: put it in { $variable }
page-said = { $player ->
    [black] Black: “{ $phrase }”
    [first] First: “{ $phrase }”
    [second] Second: “{ $phrase }”
   *[white] White: “{ $phrase }”
  }
# Openings of Othello, as players call them
othello-opening-diagonal = Diagonal opening.
othello-opening-x-square = X-square opening.
othello-opening-snake = Opening: Snake.
othello-opening-lysons = Opening: Lysons.
othello-opening-pyramid = Opening: Pyramid.
othello-opening-heath = Opening: Heath.
othello-opening-mimura-ii = Opening: Mimura variation II.
othello-opening-heath-bat = Opening: Heath-Bat.
othello-opening-iwasaki = Opening: Iwasaki variation.
othello-opening-heath-chimney = Opening: Heath-Chimney.
othello-opening-raccoon-dog = Opening: Raccoon Dog.
othello-opening-rocket = Opening: Rocket.
othello-opening-hamilton = Opening: Hamilton.
othello-opening-lollipop = Opening: Lollipop.
othello-opening-cow = Opening: Cow.
othello-opening-chimney = Opening: Chimney.
othello-opening-bat = Opening: Bat.
othello-opening-bat-piau-2 = Opening: Bat, Piau continuation 2.
othello-opening-melnikov = Opening: Melnikov.
othello-opening-bat-kling = Opening: Bat, Kling continuation.
othello-opening-bat-kling-alternative = Opening: Bat, Kling alternative.
othello-opening-rose-v-toth = Opening: Rose-v-Toth.
othello-opening-tanida = Opening: Tanida.
othello-opening-aircraft = Opening: Aircraft.
othello-opening-sailboat = Opening: Sailboat.
othello-opening-maruoka = Opening: Maruoka.
othello-opening-landau = Opening: Landau.
othello-opening-buffalo = Opening: Buffalo.
othello-opening-maruoka-buffalo = Opening: Maruoka Buffalo.
othello-opening-tanida-buffalo = Opening: Tanida Buffalo.
othello-opening-hokuriku-buffalo = Opening: Hokuriku Buffalo.
othello-opening-wing = Opening: Wing variation.
othello-opening-semi-wing = Opening: Semi-wing variation.
othello-opening-parallel = Parallel opening.
othello-opening-perpendicular = Perpendicular opening.
othello-opening-mimura = Opening: Mimura.
othello-opening-shaman = Opening: Shaman.
othello-opening-inoue = Opening: Inoue.
othello-opening-iago = Opening: Iago.
othello-opening-bhagat = Opening: Bhagat.
othello-opening-rose = Opening: Rose.
othello-opening-flat = Opening: Flat.
othello-opening-rotating-flat = Opening: Rotating Flat.
othello-opening-murakami = Opening: Murakami variation.
othello-opening-rotating-flat-kling = Opening: Rotating Flat, Kling continuation.
othello-opening-rose-birth = Opening: Rose-Birth.
othello-opening-brightstein = Opening: Brightstein.
othello-opening-rose-tamenori = Opening: Rose-Tamenori.
othello-opening-rose-tamenori-kling = Opening: Rose-Tamenori-Kling.
othello-opening-greenberg = Opening: Greenberg.
othello-opening-ralle = Opening: Ralle.
othello-opening-horse = Opening: Horse.
othello-opening-ganglion = Opening: Ganglion.
othello-opening-swallow = Opening: Swallow.
othello-opening-no-cat = Opening: No-Cat.
othello-opening-italian = Opening: Italian.
othello-opening-cat = Opening: Cat.
othello-opening-sakaguchi = Opening: Sakaguchi.
othello-opening-berner = Opening: Berner.
othello-opening-bent-ganglion = Opening: Bent Ganglion.
othello-opening-tiger = Opening: Tiger.
othello-opening-stephenson = Opening: Stephenson.
othello-opening-no-kung = Opening: No-Kung.
othello-opening-no-kung-continuation = Opening: No-Kung continuation.
othello-opening-comp-oth = Opening: Comp'Oth.
othello-opening-fat-draw = Opening: F.A.T. draw.
othello-opening-lightning-bolt = Opening: Lightning Bolt.
othello-opening-kung = Opening: Kung.
othello-opening-leaders-tiger = Opening: Leader's Tiger.
othello-opening-brightwell = Opening: Brightwell.
othello-opening-ishii = Opening: Ishii.
othello-opening-mainline-tiger = Opening: Mainline Tiger.
othello-opening-rose-bill = Opening: Rose-Bill.
othello-opening-tamenori = Opening: Tamenori.
othello-opening-central-rose-bill = Opening: Central Rose-Bill.
othello-opening-aubrey = Opening: Aubrey.
othello-opening-aubrey-feldborg = Opening: Aubrey, Feldborg continuation.
