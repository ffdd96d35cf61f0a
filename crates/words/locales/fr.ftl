# Les phrases de Plateau en français. Chaque identifiant a son jumeau dans les autres langues ; des tests y veillent.

## L'aide sur la ligne de commande

help = Go, Othello et Aligne 4 : y jouer, les regarder, les étudier
help-usage = Usage :
help-commands = Commandes
help-arguments = Arguments
help-options = Options
help-examples = Exemples :
help-help = Afficher cette aide
help-version = Afficher la version
help-lang = Parler cette langue ; sinon celle de l'environnement
help-color = Utiliser des couleurs

help-plain = Parler ligne par ligne au lieu de l'écran
help-data = Garder les parties dans ce dossier au lieu du dossier habituel

help-play = Jouer tout de suite
help-play-game = Le jeu
help-play-black = Qui joue Noir : human, level:N, random, time:SECONDES, nodes:N, engine:COMMANDE (GTP) ou nboard:COMMANDE
help-play-white = Qui joue Blanc, de même
help-play-clock = La pendule : 10m, 5m+3s (Fischer), 10m+5x30s (byo-yomi), 10m+5m/25 (canadienne) ou none
help-play-size = Go : la taille du goban, de 1 à 25
help-play-rules = Go : les règles
help-play-komi = Go : les points de Blanc
help-play-handicap = Go : les pierres de handicap
help-play-free_handicap = Go : Noir place librement les pierres de handicap
help-play-ko = Go : les répétitions interdites : simple, positional, situational ou natural-situational
help-play-suicide = Go : permettre le suicide
help-play-scoring = Go : ce qui est compté : area, territory, sum ou stones
help-play-variant = Aligne 4 : la variante
help-play-black_name = Le nom de Noir
help-play-white_name = Le nom de Blanc
help-play-recover = Lire un fichier endommagé autant que possible, avec un avertissement
help-play-opening = Othello : commencer par xot (huit coups tirés au sort qui laissent les deux camps à égalité), une ouverture comme tiger, ou des coups comme f5d6c3
help-play-load = Continuer cette partie enregistrée
help-play-number = Continuer après tant de coups de la partie
help-play-goes_on = Continuer la dernière partie inachevée de ce jeu
help-play-memory = Mégaoctets pour chaque moteur ; 64 si rien n'est dit
help-play-plain = Jouer ligne par ligne au lieu de l'écran

help-web = Jouer dans le navigateur, sur cette machine
help-web-file = Montrer d'abord cette partie
help-web-port = Écouter sur ce port de l'adresse locale
help-web-no_open = Afficher l'adresse sans ouvrir le navigateur
help-window = Jouer dans une fenêtre à part ; la fermer met fin au programme (Chromium, Chrome ou Edge, ou ce que nomme PLATEAU_BROWSER)
help-window-file = Montrer d'abord cette partie
help-serve = Faire tourner un serveur public
help-serve-bind = Écouter sur cette adresse et ce port
help-serve-database = Où garder les parties : un chemin, ou sqlite: et un chemin
help-serve-nats = Où les serveurs d'un site se rencontrent : nats://[NOM:PASSE@]HÔTE[:PORT]
help-serve-config = Lire ce fichier de configuration
help-worker = Réfléchir pour les serveurs d'un site : coups de la machine, conseils, analyses
help-worker-nats = Où les serveurs se rencontrent : nats://[NOM:PASSE@]HÔTE[:PORT] ; plutôt dans la variable PLATEAU_NATS s'il y a un mot de passe
help-worker-threads = Réfléchir à tant de choses à la fois ; autant que la machine a de cœurs si rien n'est dit
help-site = S'occuper des parties d'un serveur
help-site-backup = Copier les parties dans un nouveau fichier, même pendant qu'un serveur tourne
help-site-backup-file = Le fichier à créer
help-site-backup-database = Où sont les parties : un chemin, ou sqlite: et un chemin
help-site-export = Tout écrire sous forme de texte, même pendant qu'un serveur tourne
help-site-export-file = Le fichier à créer ; - pour la sortie standard
help-site-export-database = Où sont les parties : un chemin, sqlite: et un chemin, ou postgres://…
help-site-import = Reprendre ce qui a été exporté, tout ou rien ; ce qui existe déjà reste tel quel
help-site-import-file = Le fichier à lire ; - pour l'entrée standard
help-site-import-database = Où les parties doivent aller : un chemin, sqlite: et un chemin, ou postgres://…

help-perft = Compter les suites de coups d'une longueur donnée
help-perft-game = Le jeu
help-perft-depth = La longueur des suites, en coups ; une passe est un coup
help-perft-position = Partir de cette position au lieu de la première
help-perft-size = Go : la taille du goban, de 1 à 25
help-perft-rules = Go : les règles
help-perft-variant = Aligne 4 : la variante
help-perft-divide = Montrer aussi le compte sous chaque premier coup
help-perft-json = Répondre par un objet JSON

help-rules = Afficher les règles d'un jeu
help-rules-game = Le jeu

help-gtp = Jouer comme moteur GTP sur l'entrée et la sortie standard
help-gtp-game = Le jeu
help-gtp-name = Le nom annoncé, pour les programmes comme Lizzie qui cherchent KataGo
help-gtp-who = La force : level:N, time:SECONDES, nodes:N ou random ; le niveau le plus haut si rien n'est dit
help-gtp-seed = Rejouer de la même façon
help-gtp-threads = Le nombre de fils de recherche, si le moteur en est capable ; 1 si rien n'est dit
help-gtp-memory = Mégaoctets pour l'arbre ou la table ; si rien n'est dit, 64, et pour le go un seizième de la mémoire présente, jusqu'à 1024
help-gtp-no_book = Othello : réfléchir dès le premier coup, sans la bibliothèque d'ouvertures
help-gtp-size = Go : la taille du goban
help-gtp-rules = Go : les règles
help-gtp-variant = Aligne 4 : la variante

help-nboard = Jouer à Othello comme moteur NBoard sur l'entrée et la sortie standard
help-nboard-who = La force : level:N, time:SECONDES, nodes:N ou random ; le niveau le plus haut si rien n'est dit, jusqu'à ce que NBoard fixe une profondeur
help-nboard-seed = Rejouer de la même façon
help-nboard-threads = Le nombre de fils de recherche ; 1 si rien n'est dit
help-nboard-memory = Mégaoctets pour la table ; 64 si rien n'est dit
help-nboard-no_book = Réfléchir dès le premier coup, sans la bibliothèque d'ouvertures

help-analysis = Analyser des positions de go pour d'autres programmes, par le protocole JSON de KataGo sur l'entrée et la sortie standard
help-analysis-listen = Parler plutôt par WebSocket à cette adresse, par exemple 127.0.0.1:8765
help-analysis-visits = Visites pour une position dont la requête ne dit pas le nombre ; 500 si rien n'est dit
help-analysis-threads = Le nombre de fils de recherche ; autant que la machine a de cœurs si rien n'est dit
help-analysis-memory = Mégaoctets pour les arbres ; si rien n'est dit, un seizième de la mémoire présente, jusqu'à 512
help-analysis-seed = Tirer de nouveau les mêmes nombres au hasard
help-analysis-quit_without_waiting = À la fin de l'entrée, laisser ce qui n'a pas encore de réponse

help-convert = Convertir un fichier de parties vers un autre format, d'après les extensions
help-convert-input = Le fichier à lire (.sgf, .ggf, .obf, .wtb, .oth, .plain, ou reconnu à son contenu) ; - pour l'entrée standard
help-convert-output = Le fichier à écrire (.sgf, .ggf, .obf, .oth, .plain) ; - pour la sortie standard
help-convert-to = Écrire ce format, quelle que soit l'extension
help-convert-recover = Lire un fichier endommagé autant que possible, avec un avertissement

help-render = Dessiner le diagramme d'une position d'une partie
help-render-file = La partie
help-render-number = Montrer la position après tant de coups ; après le dernier si rien n'est dit
help-render-out = L'image : .svg ou .png ; - pour du texte
help-render-theme = Les couleurs
help-render-width = La largeur en pixels, de 16 à 4096
help-render-numbers = Numéroter les coups
help-render-territory = Go : montrer le territoire
help-render-recover = Lire un fichier endommagé autant que possible, avec un avertissement
help-render-no_coordinates = Omettre les coordonnées

help-solve = Trouver la valeur exacte d'une position et une meilleure suite
help-solve-game = Le jeu : aligne4 ou othello
help-solve-position = La position, start, ou un fichier avec une position par ligne ; pour Othello, aussi des coups comme f5f6e6f4
help-solve-variant = Aligne 4 : la variante
help-solve-winner = Othello : seulement qui gagne, ce qui se trouve plus vite
help-solve-distance = Aligne 4 : trouver aussi le gain le plus court ou la défense la plus longue
help-solve-threads = Le nombre de fils de recherche ; 2 si rien n'est dit
help-solve-afresh = Aligne 4 : tout prouver à nouveau, sans la table d'ouvertures enregistrée
help-solve-json = Répondre par un objet JSON par position

help-hint = Montrer un coup et sa raison
help-hint-game = Le jeu
help-hint-position = La position, ou start ; pour Othello, aussi des coups comme f5f6e6f4 ; pour le go, un fichier SGF, dont la dernière position compte
help-hint-level = Ce que la machine jouerait à ce niveau ; sinon le meilleur qu'elle connaît
help-hint-variant = Aligne 4 : la variante
help-hint-json = Répondre par un objet JSON

help-match = Faire jouer un match à deux moteurs ; affiche victoires, nulles, défaites et l'intervalle à 95 % (go : les pierres mortes sont retirées, sauf si la règle les compte toutes comme vivantes)
help-match-game = Le jeu
help-match-a = Le premier joueur : random, level:N, time:SECONDES, nodes:N, engine:COMMANDE (GTP) ou nboard:COMMANDE
help-match-b = Le second joueur, de même
help-match-games = Combien de parties, par paires aux couleurs échangées ; 100 si rien n'est dit
help-match-openings = Un fichier avec une ouverture par ligne ; chacune est jouée deux fois
help-match-opening = Othello : commencer par xot (huit coups, tirés au sort pour chaque paire de parties), une ouverture comme tiger, ou des coups comme f5d6c3
help-match-seed = Rejouer le même match
help-match-memory = Mégaoctets pour chaque joueur de ce programme ; 64 si rien n'est dit
help-match-no_book = Othello : réfléchir dès le premier coup, sans la bibliothèque d'ouvertures
help-match-size = Go : la taille du goban
help-match-rules = Go : les règles
help-match-variant = Aligne 4 : la variante
help-match-json = Répondre par un objet JSON par partie, et un pour le match

help-levels = Afficher les niveaux de la machine et leur force mesurée
help-levels-game = Le jeu
help-levels-json = Répondre par un objet JSON par ligne

help-bench = Mesurer des tâches fixes : vitesses, et signatures qui ne doivent pas changer
help-bench-game = Seulement ce jeu
help-bench-json = Répondre par un objet JSON par ligne

help-completions = Écrire les complétions pour un interpréteur de commandes
help-completions-shell = L'interpréteur

help-man = Écrire la page de manuel
help-man-command = La page de cette commande

help-config = Montrer d'où viennent les réglages
help-config-path = Afficher le chemin du fichier de configuration
help-config-show = Afficher chaque réglage, sa valeur et son origine
help-config-show-json = Répondre par un objet JSON

## Erreurs

error = erreur
error-column = colonne { $column } : attendu : { $expected } ; trouvé : « { $found } »
error-column-end = colonne { $column } : attendu : { $expected } ; trouvé : la fin du texte
error-position = { $text } : { $problem }
usage-unknown = « { $option } » est inconnu ici
usage-missing = il manque { $option }
usage-missing-command = il manque une commande : choisissez { $known }
usage-conflict = { $option } et { $other } ne vont pas ensemble
usage-no-value = { $option } demande une valeur
usage-choice = { $option } vaut « { $value } » : choisissez { $known }
usage-value = { $option } vaut « { $value } », attendu : { $expected }
usage-unclear = la ligne de commande n'est pas comprise à { $option }
usage-help = Pour en savoir plus : --help
expected-lang = en ou fr
expected-positive = un nombre supérieur à zéro
expected-port = un port de 0 à 65535
expected-address = une adresse et un port comme 127.0.0.1:8080
expected-whole-number = un nombre entier
config-from-options = choisi dans les options
error-go-size = --size vaut { $size }, attendu : un goban de 1 à 25 lignes
error-no-games = un match a au moins une partie : donnez à --games 1 ou davantage
error-memory = la machine ne peut pas réfléchir avec { $asked } Mo : donnez à --memory au moins { $least } et, sur cette machine, au plus { $most }
error-analysis-listen = impossible d'écouter à { $address } ({ $why }) : donnez une autre adresse à --listen
analysis-listening = À l'écoute (Ctrl-C pour terminer) : { $address }
error-option-not-for-game = l'option { $option } n'est pas pour { $game }
error-option-not-for-command = l'option { $option } n'est pas pour cette commande
error-unknown-lang = « { $lang } » n'est pas une langue de ce programme, qui parle { $known }
error-unknown-rules = « { $name } » n'est pas un nom de règles : choisissez parmi { $known }
error-unknown-opening = « { $name } » n'est pas une ouverture : écrivez des coups comme f5d6c3, ou choisissez parmi { $known }
error-unknown-variant = « { $name } » n'est pas une variante : choisissez parmi { $known }
error-unknown-command = « { $name } » n'est pas une commande : choisissez parmi { $known }
error-config-read = { $path } ne peut pas être lu : { $problem }
error-config-syntax = { $path }, ligne { $line }, colonne { $column } : { $problem }
error-no-home = pas de dossier personnel : donnez dans PLATEAU_CONFIG le chemin du fichier de configuration
site-backed-up = Les parties sont dans { $path }.
site-exported = Écrit : parties { $games }, événements { $events }, documents { $papers } ; SHA-256 { $hash }
site-read = Lu : parties { $games }, événements { $events }, documents { $papers } ; SHA-256 { $hash }
site-there = Présent maintenant : parties { $games }, événements { $events }, documents { $papers } ; SHA-256 { $hash }
site-imported = Nouveau : parties { $games }, documents { $papers }. Déjà présent : parties { $known_games }, documents { $known_papers }.
site-same = La base de données contient exactement ce qui a été lu.
site-more = La base de données contient ce qui a été lu, et ce qui s'y trouvait déjà.
page-ready = Plateau est à l'adresse { $address } (Ctrl-C l'arrête)
worker-ready = Plateau réfléchit pour les serveurs qui se rencontrent à { $place }, fils : { $threads } (Ctrl-C l'arrête)
error-bind = { $address } ne peut pas servir : { $problem } ; choisissez-en une autre avec --port ou --bind
error-server = le système ne laisse pas tourner de serveur : { $problem } ; réessayez
error-unknown-database = « { $url } » n'est pas une base de données connue ici : donnez un chemin, sqlite: et un chemin, ou postgres:// et une adresse
error-backup-server = PostgreSQL se copie avec pg_dump ; sinon, écrivez les parties avec plateau site export
error-site-differs = la base de données ne contient pas ce qui a été lu : comparez les nombres, et réessayez avec une base vide
error-no-nats = le lieu où les serveurs se rencontrent s'écrit nats://[NOM:PASSE@]HÔTE[:PORT], ou tls://…, plusieurs séparés par des virgules
error-worker-nowhere = il faut dire où les serveurs se rencontrent : donnez --nats nats://HÔTE, ou réglez PLATEAU_NATS
error-worker-nats = NATS à { $place } est inutilisable : { $problem } ; c'est là qu'arrive le travail
error-nats-alone = --nats est pour des serveurs qui partagent une base : donnez --database postgres://…, ou omettez --nats
error-nats = NATS à { $place } est inutilisable : { $problem } ; remédiez-y, ou omettez --nats
error-no-data = pas de dossier personnel : dites où garder les parties avec --data ou PLATEAU_DATA
error-nothing-to-continue = Il n'y a pas de partie inachevée de ce jeu : sans --continue, on en commence une.
error-other-game = { $path } n'est pas une partie du jeu demandé ({ $game })
error-output = la sortie ne peut pas être écrite : { $problem }

## Réglages

config-file = fichier de configuration
config-data = les parties sont gardées dans
config-lang = langue
config-color = couleurs
config-from-flag = par l'option { $name }
config-from-variable = par la variable { $name }
config-from-file = par le fichier de configuration
config-from-default = par défaut
config-missing = absent

## Mesures

bench-instructions = instructions : { $rules } pour les règles et les recherches, { $network } pour le réseau de go
bench-perft = { $game } : { $leaves } feuilles en { DECIMAL($seconds) } s, { DECIMAL($rate) } millions de feuilles par seconde
bench-playouts = { $game } { $size }×{ $size } : { $count } parties au hasard en { DECIMAL($seconds) } s, { DECIMAL($rate) } par seconde
bench-visits = { $game } { $size }×{ $size } : recherche par parties au hasard, { $count } visites en { DECIMAL($seconds) } s, { DECIMAL($rate) } par seconde
bench-network = { $game } { $size }×{ $size } : recherche avec le réseau, { $count } visites en { DECIMAL($seconds) } s, { DECIMAL($rate) } par seconde
bench-search = { $game } : recherches de { $depth } coups et jusqu'à la fin, { $nodes } positions en { DECIMAL($seconds) } s, { DECIMAL($rate) } millions de positions par seconde
bench-signature = signature { $signature }

## Ce qu'un texte aurait dû dire

expected-end = rien de plus
expected-go-blank = un espace
expected-go-captures = les pierres prises par Noir et par Blanc, comme 3,0
expected-go-cell = X, O ou .
expected-go-chain-with-liberty = une chaîne qui a une liberté
expected-go-field = ko=, passes=, handicap= ou captures=, dans cet ordre
expected-go-handicap-left = pas plus de pierres de handicap que convenu, et avant tout le reste
expected-go-ko = simple, positional, situational ou natural-situational
expected-go-ko-point = un point où une seule pierre peut être reprise
expected-go-komi = un nombre de points comme 7.5
expected-go-komi-half = des points entiers ou des demi-points
expected-go-komi-range = 1000 points au plus
expected-go-pass = le mot pass
expected-go-passes = 1 ou 2 passes, sans ko
expected-go-point = un point comme D4
expected-go-row = une rangée de 1 à 25
expected-go-row-end = / à la fin de la rangée
expected-go-rules = un nom de règles : french, chinese, japanese, korean, aga, new-zealand, tromp-taylor ou sum
expected-go-scoring = area, territory, sum ou stones
expected-go-sgf-column = une lettre de colonne de ce goban, à partir de a
expected-go-sgf-row = une lettre de rangée de ce goban, à partir de a
expected-go-side = le joueur au trait, X ou O
expected-go-size = une taille de 1 à 25
expected-othello-blank = un espace après les 64 cases
expected-othello-cell = X, O ou -
expected-othello-column = une colonne de a à h
expected-othello-column-digit = une colonne de 1 à 8
expected-othello-legal = un coup légal
expected-othello-move = une case comme f5, ou pass
expected-othello-row = une rangée de 1 à 8
expected-othello-turn = le joueur au trait, X ou O
expected-aligne4-cell-number = le numéro d'une case, de 0 à 15
expected-aligne4-column = une colonne, de a à d
expected-aligne4-given = la pièce donnée, de 0 à f
expected-aligne4-on-cell = une pièce, de 0 à f, ou . pour une case vide
expected-aligne4-piece = une pièce, de 0 à f
expected-aligne4-row = une rangée, de 1 à 4
expected-aligne4-rules = base, gift, squares ou gift-squares
expected-aligne4-unused-piece = une pièce qui n'est pas encore sur le plateau
expected-game-of-another-kind = un autre jeu qu'Othello
expected-ggf-board = 8, 64 cases de *, O et -, et le joueur au trait
expected-ggf-move = une case comme f5, ou PA
expected-obf-colon = : et le score du coup
expected-obf-fewer = pas plus de scores qu'il n'y a de cases
expected-obf-move = un coup comme G8, ou --
expected-obf-score = un score comme +18
expected-obf-semicolon = ; puis un coup et son score
expected-plain-names = deux lignes avec les noms des joueurs
expected-read-only = ce qui s'écrit ici : ce format n'est que lu
expected-record-ending = un résultat comme B+3.5, W+R ou 0
expected-several-games = plus d'une partie
expected-sgf-aligne4-cell = une case, de a1 à d4
expected-sgf-aligne4-given = une pièce, de 0 à f
expected-sgf-aligne4-move = un coup comme 7b2, 7 ou b2
expected-sgf-aligne4-pieces = une pièce et une case comme 7b2
expected-sgf-aligne4-rules = base, gift, squares ou gift-squares
expected-sgf-close = un ] qui ferme cette valeur
expected-sgf-game = une autre partie ou rien de plus
expected-sgf-game-end = un ) qui finit la partie
expected-sgf-go-move = un point du goban comme dd, ou rien pour passer
expected-sgf-go-point = un point du goban comme dd
expected-sgf-go-size = un goban carré de 1 à 25
expected-sgf-handicap = un nombre de pierres de handicap qui tient sur le goban
expected-sgf-komi = des points entiers ou des demi-points
expected-sgf-label = un point, deux-points et un texte
expected-sgf-moves = un nombre de coups
expected-sgf-node = ; après (
expected-sgf-one-move = un seul coup par nœud
expected-sgf-one-size = une seule taille de goban
expected-sgf-open = une partie qui commence par (;
expected-sgf-othello-move = une case comme fe ou f5, ou rien pour passer
expected-sgf-othello-point = une case comme fe ou f5
expected-sgf-othello-size = un plateau de 8
expected-sgf-part = une propriété, ;, ( ou )
expected-sgf-result = un résultat comme B+3.5, W+R ou 0
expected-sgf-setup = des pierres qui peuvent se trouver ainsi
expected-sgf-time = un nombre de secondes
expected-sgf-turn = B ou W
expected-sgf-value = { "[" } après le nom d'une propriété
expected-sgf-variation = ( ou ) après une variante
expected-transcript-move = une case comme f5, ou une passe
expected-usual-start = une partie qui ne commence pas au départ habituel
expected-wthor-board = des parties sur un plateau de huit sur huit
expected-wthor-header = 16 octets au début
expected-wthor-length = autant d'entrées que le dit l'en-tête
expected-wthor-square = une case de 11 à 88
expected-sgf-pair = deux points différents, comme aa:cc
expected-game-id = l'identifiant d'une partie, 26 lettres et chiffres
expected-paper-id = l'identifiant d'un document, 26 lettres et chiffres
expected-node-id = l'identifiant d'un serveur, 26 lettres et chiffres
expected-export-first-line = la première ligne d'un export, « plateau » et un numéro jusqu'à 3
expected-export-line = une ligne d'export
expected-export-setup = une partie dont la préparation est lisible
expected-export-event = un événement qui découle des précédents
expected-export-end = la ligne « end »
expected-export-result = un résultat après une partie terminée
expected-clock-duration = une durée comme 90s, 10m ou 1h30m
expected-clock-positive = un nombre au-dessus de zéro
expected-go-compensation = none, per-stone, per-stone-but-one ou in-komi
expected-go-handicap = none, fixed:N ou free:N
expected-who = human, random, level:N, time:SECONDES, nodes:N, engine:COMMANDE ou nboard:COMMANDE
expected-who-level = un niveau de 1 à 99
expected-who-seconds = des secondes comme 1.5, 86400 au plus
expected-who-nodes = un nombre au-dessus de zéro
expected-who-command = une ligne de commande
expected-who-depth = une profondeur de 1 à 60 et deux-points avant la ligne de commande
expected-player = black ou white
expected-yes-no = yes ou no
expected-setup-game = game go, game othello ou game aligne4
expected-game-name = go, othello ou aligne4
expected-setup-key = une partie des réglages d'un jeu
expected-event-time = un temps en millisecondes
expected-event-kind = le genre d'un événement
expected-event-word = un coup ou une case
expected-event-number = un nombre
expected-clock-unit = h, m ou s

## Pourquoi un coup est refusé

go-illegal-off-board = Ce point n'est pas sur le goban.
go-illegal-occupied = Il y a déjà une pierre à cet endroit.
go-illegal-ko = Ko : la pierre ne peut pas être reprise aussitôt. Jouez d'abord ailleurs.
go-illegal-superko = Ce coup répéterait une position antérieure, ce que les règles interdisent.
go-illegal-no-liberty = Votre pierre n'aurait aucune liberté à cet endroit.
go-illegal-game-over = La partie est terminée.
go-illegal-handicap-first = Les pierres de handicap doivent d'abord être placées.
go-handicap-no-star-points = Le handicap fixe est réservé aux gobans de 9, 13 et 19.
go-handicap-fixed-number = Le handicap fixe est de 2 à 9 pierres.
go-handicap-free-number = Le handicap libre est d'au moins 2 pierres et laisse un point vide.
othello-illegal-occupied = Il y a déjà un pion sur cette case.
othello-illegal-turns-nothing = Un pion ici n'en retournerait aucun.
othello-illegal-must-pass = Aucune case ne peut être jouée : le seul coup est de passer.
othello-illegal-may-not-pass = On ne peut passer que si aucune case ne peut être jouée.
othello-illegal-game-over = La partie est terminée : aucun joueur ne peut jouer.
aligne4-illegal-over = La partie est terminée.
aligne4-illegal-occupied = Il y a déjà une pièce en { $cell }.
aligne4-illegal-used = Cette pièce n'est plus dans la réserve : { $piece }.
aligne4-illegal-needs-piece-and-cell = Choisissez une pièce de la réserve et une case.
aligne4-illegal-must-give = Choisissez maintenant une pièce pour votre adversaire.
aligne4-illegal-must-place = Posez maintenant { $piece } sur une case.

## À la table

table-turn = { $player ->
    [black] À Noir de jouer
    [first] Au premier de jouer
    [second] Au second de jouer
   *[white] À Blanc de jouer
  }{ $name ->
    [none] .
   *[other] { " " }: { $name }.
  }
table-not-your-turn = { $player ->
    [black] C'est à Noir de jouer.
    [first] C'est au premier de jouer.
    [second] C'est au second de jouer.
   *[white] C'est à Blanc de jouer.
  }
table-marking = La partie est finie : désignez les pierres mortes, puis acceptez.
table-mark-dead = Les deux joueurs ont passé. Désignez les pierres mortes, puis acceptez le compte, ou reprenez.
table-not-marking = Il n'y a rien à désigner maintenant.
table-nothing-to-mark = On ne désigne rien dans ce jeu.
table-ended = La partie est terminée.
table-nothing-to-undo = Il n'y a rien à reprendre.
table-nothing-to-redo = Il n'y a rien à rejouer.
table-went-on-elsewhere = La partie a continué ailleurs ; regardez-la, puis décidez à nouveau.
table-resumed = Le marquage n'a pas été accepté : la partie continue.
table-nothing-to-take-back = Vous n'avez joué aucun coup à reprendre.
table-offered-already = Vous l'avez déjà proposé ; attendez la réponse.
table-offer-declined = Cela a été refusé ; vous pourrez le proposer de nouveau après le prochain coup.
table-too-long = Cette partie compte { $max } événements, le maximum ; abandonnez-la ou commencez-en une autre.
table-declines-draw = { $player ->
    [black] Noir refuse la nulle.
    [first] Le premier refuse la nulle.
    [second] Le second refuse la nulle.
   *[white] Blanc refuse la nulle.
}
table-declines-takeback = { $player ->
    [black] Noir ne laisse pas reprendre le coup.
    [first] Le premier ne laisse pas reprendre le coup.
    [second] Le second ne laisse pas reprendre le coup.
   *[white] Blanc ne laisse pas reprendre le coup.
}
table-no-offer = Rien ne vous a été proposé.
table-damaged = L'enregistrement de cette partie est endommagé.
table-offers-draw = { $player ->
    [black] Noir propose la nulle.
    [first] Le premier propose la nulle.
    [second] Le second propose la nulle.
   *[white] Blanc propose la nulle.
  }
table-offers-takeback = { $player ->
    [black] Noir voudrait reprendre un coup.
    [first] Le premier voudrait reprendre un coup.
    [second] Le second voudrait reprendre un coup.
   *[white] Blanc voudrait reprendre un coup.
  }
othello-empties = { $count ->
    [one] La case vide compte pour le gagnant.
   *[other] Les { $count } cases vides comptent pour le gagnant.
  }
table-won = { $player ->
    [black] Noir gagne
    [first] Le premier gagne
    [second] Le second gagne
   *[white] Blanc gagne
  }{ $name ->
    [none] .
   *[other] { " " }: { $name }.
  }
table-won-by = { $player ->
    [black] Noir gagne de { DECIMAL($margin) }
    [first] Le premier gagne de { DECIMAL($margin) }
    [second] Le second gagne de { DECIMAL($margin) }
   *[white] Blanc gagne de { DECIMAL($margin) }
  }{ $name ->
    [none] .
   *[other] { " " }: { $name }.
  }
table-won-by-resignation = { $player ->
    [black] Blanc abandonne. Noir gagne
    [first] Le second abandonne. Le premier gagne
    [second] Le premier abandonne. Le second gagne
   *[white] Noir abandonne. Blanc gagne
  }{ $name ->
    [none] .
   *[other] { " " }: { $name }.
  }
table-won-on-time = { $player ->
    [black] Le temps de Blanc est écoulé. Noir gagne
    [first] Le temps du second est écoulé. Le premier gagne
    [second] Le temps du premier est écoulé. Le second gagne
   *[white] Le temps de Noir est écoulé. Blanc gagne
  }{ $name ->
    [none] .
   *[other] { " " }: { $name }.
  }
table-won-by-forfeit = { $player ->
    [black] Blanc est parti. Noir gagne
    [first] Le second est parti. Le premier gagne
    [second] Le premier est parti. Le second gagne
   *[white] Noir est parti. Blanc gagne
  }{ $name ->
    [none] .
   *[other] { " " }: { $name }.
  }
table-draw = La partie est nulle.
table-no-result = La position est revenue : la partie est sans résultat.
table-begun = La partie a déjà commencé.
table-cancelled = La partie a été annulée avant que quelqu'un ne la rejoigne.

who-forbidden = Personne ne peut demander « { $who } » ici : choisissez un niveau.
site-restarting = Le serveur redémarre. La partie est gardée ; la page revient d'elle-même.
unknown-command = Rien de tel n'est possible ici.
machine-broke = La machine est tombée en panne. Laissez-la réessayer, ou reprenez un coup.
room-broke = Quelque chose est tombé en panne, et nul ne sait si cela a été fait. Regardez le plateau, puis recommencez.
seat-taken = Quelqu'un est déjà assis là.
hint-not-now = Le conseil est pour le joueur dont c'est le tour.
nobody-thinks = La machine ne réfléchit pas en ce moment.
not-seated = Vous regardez : seuls les joueurs peuvent faire cela.
wait-for-opponent = L'autre joueur n'est pas encore là. Envoyez-lui le lien, et attendez.
ask-takeback = Demandez à l'autre joueur la permission de reprendre le coup.
no-redo = Ce qui a été repris d'un commun accord ne se rétablit pas : jouez le coup à nouveau.
no-hint = Entre deux personnes, il n'y a pas de conseil.
nobody-to-ask = Il n'y a personne à qui le demander.
claim-too-early = L'autre joueur peut encore revenir. Attendez un peu.
cancel-too-late = Quelqu'un s'est assis : on ne peut plus annuler la partie.
not-over = La partie n'est pas encore finie.
rematch-declined = L'autre joueur ne souhaite pas rejouer.
site-trouble = La partie ne peut pas être gardée pour le moment, rien n'a donc changé. Réessayez dans un instant.
site-full = Le serveur a autant de parties qu'il peut en tenir. Réessayez plus tard.
game-elsewhere = Un autre serveur de ce site a la partie en ce moment. Réessayez dans quelques secondes.
game-moved = La partie est passée à un autre serveur de ce site, cela n'a donc pas été fait. Regardez le plateau, puis recommencez.
server-gone = Le serveur de cette partie a disparu. La partie est gardée ; la page revient d'elle-même.
site-lapsed = Le serveur a été coupé des parties. Elles sont gardées ; réessayez dans un instant.
no-such-game = Cette partie n'existe pas. Le lien est peut-être incomplet, ou la partie a été supprimée.
too-fast = C'était trop rapide. Attendez un instant, puis réessayez.
game-damaged = Cette partie est endommagée et ne peut plus être ouverte. Les autres parties ne sont pas concernées.
no-such-page = Il n'y a pas de page à cette adresse. Vérifiez que le lien a été copié en entier.
not-on-this-server = Personne ne peut faire cela sur ce serveur.
not-yours = Cela appartient à quelqu'un d'autre : vous pouvez le regarder et le copier.
too-much-unread = Trop de données sont déjà en route entre vous et le serveur. Attendez qu'elles soient arrivées, puis réessayez.
too-slow = C'était trop long, et la demande a été abandonnée. Réessayez.
body-too-large = C'est plus long que ce que ce serveur accepte. Raccourcissez l'envoi.
body-unreadable = Ce qui a été envoyé est illisible. Revenez en arrière et réessayez.
not-for-us = Cette requête est destinée à un autre serveur.
not-from-us = C'est une page d'un autre site qui a envoyé cela ; rien n'a été fait.
record-gone = L'enregistrement n'est plus là. Ouvrez le fichier à nouveau.
fact-title = Titre
fact-event = Événement
fact-round = Ronde
fact-date = Date
fact-place = Lieu
fact-result = Résultat

## Les résultats comme on les écrit

result-score = { $player ->
    [black] N+{ DECIMAL($margin) }
    [first] Premier de { DECIMAL($margin) }
    [second] Second de { DECIMAL($margin) }
   *[white] B+{ DECIMAL($margin) }
  }
result-resignation = { $player ->
    [black] N+abandon
    [first] Premier, par abandon
    [second] Second, par abandon
   *[white] B+abandon
  }
result-time = { $player ->
    [black] N+temps
    [first] Premier, au temps
    [second] Second, au temps
   *[white] B+temps
  }
result-forfeit = { $player ->
    [black] N+forfait
    [first] Premier, par forfait
    [second] Second, par forfait
   *[white] B+forfait
  }
result-won = { $player ->
    [black] N+
    [first] Le premier gagne
    [second] Le second gagne
   *[white] B+
  }
result-draw = nulle
result-none = sans résultat

counter-captures = Prisonniers
counter-territory = Territoire
counter-stones = Pierres
counter-dead = Pierres mortes
counter-eyes = Yeux laissés libres
counter-komi = Komi
counter-compensation = Pour le handicap
counter-total = Total
counter-discs = Pions
counter-reserve = Dans la réserve

go-played = { $player ->
    [black] Noir { $point }.
   *[white] Blanc { $point }.
  }
go-captured = { $player ->
    [black] Noir { $point }, { $count ->
        [one] une pierre prise.
       *[other] { $count } pierres prises.
      }
   *[white] Blanc { $point }, { $count ->
        [one] une pierre prise.
       *[other] { $count } pierres prises.
      }
  }
go-passed = { $player ->
    [black] Noir passe.
   *[white] Blanc passe.
  }
go-place-handicap = { $count ->
    [one] Placez la dernière pierre de handicap.
   *[other] Placez { $count } pierres de handicap.
  }
go-in-atari = { $count ->
    [one] Votre pierre en { $point } est en atari.
   *[other] Vos pierres en { $point } sont en atari.
}
go-no-chain = Il n'y a pas de pierre à cet endroit.

othello-played = { $player ->
    [black] Noir { $square }, { $count ->
        [one] un pion retourné.
       *[other] { $count } pions retournés.
      }
   *[white] Blanc { $square }, { $count ->
        [one] un pion retourné.
       *[other] { $count } pions retournés.
      }
  }
othello-passed = { $player ->
    [black] Noir ne peut pas jouer et passe.
   *[white] Blanc ne peut pas jouer et passe.
  }

aligne4-put = { $player ->
    [first] Le premier pose { $piece } en { $cell }.
   *[second] Le second pose { $piece } en { $cell }.
  }
aligne4-placed = { $player ->
    [first] Le premier joue { $cell }.
   *[second] Le second joue { $cell }.
  }
aligne4-gave = { $player ->
    [first] Le premier donne { $piece }.
   *[second] Le second donne { $piece }.
  }
aligne4-choose = Choisissez une pièce, puis une case.
aligne4-give = Choisissez une pièce pour votre adversaire.
aligne4-place = Posez { $piece } sur une case.
aligne4-hand-over = Entrée donne à votre adversaire { $piece }.
aligne4-move-put = Poser { $piece } en { $cell }
aligne4-move-give = Donner { $piece }
aligne4-move-place = La poser en { $cell }
aligne4-won-line = { $line ->
    [column] Les quatre pièces de la colonne ont en commun : { $shared }.
    [diagonal] Les quatre pièces de la diagonale ont en commun : { $shared }.
    [square] Les quatre pièces du carré ont en commun : { $shared }.
   *[row] Les quatre pièces de la rangée ont en commun : { $shared }.
  }
aligne4-won-several = En commun : { $lines }.
aligne4-won-part = { $line ->
    [column] la colonne ({ $shared })
    [diagonal] la diagonale ({ $shared })
    [square] le carré ({ $shared })
   *[row] la rangée ({ $shared })
  }
aligne4-black = noire
aligne4-white = blanche
aligne4-large = grande
aligne4-small = petite
aligne4-animal = animal
aligne4-plant = plante
aligne4-round = ronde
aligne4-square = carrée
aligne4-piece-0 = le grand animal noir rond
aligne4-piece-1 = le grand animal noir carré
aligne4-piece-2 = la grande plante noire ronde
aligne4-piece-3 = la grande plante noire carrée
aligne4-piece-4 = le petit animal noir rond
aligne4-piece-5 = le petit animal noir carré
aligne4-piece-6 = la petite plante noire ronde
aligne4-piece-7 = la petite plante noire carrée
aligne4-piece-8 = le grand animal blanc rond
aligne4-piece-9 = le grand animal blanc carré
aligne4-piece-a = la grande plante blanche ronde
aligne4-piece-b = la grande plante blanche carrée
aligne4-piece-c = le petit animal blanc rond
aligne4-piece-d = le petit animal blanc carré
aligne4-piece-e = la petite plante blanche ronde
aligne4-piece-f = la petite plante blanche carrée

## La console simple

console-welcome = Tapez un coup, ou « aide » pour voir ce qu'on peut taper d'autre.
console-others = { $count ->
    [one] Une partie est inachevée : « continuer » la reprend.
   *[other] { $count } parties sont inachevées : « parties » les montre, « continuer » reprend la dernière.
  }
console-no-such-game = Il n'y a pas de partie de ce numéro : « parties » les montre.
console-not-thinking = La machine ne réfléchit pas.
console-thinking = La machine réfléchit ; « arrêter » ou Ctrl-C la fait jouer tout de suite.
console-paused = Les machines attendent. Entrée les laisse continuer.
console-kept = La partie est gardée : lancez plateau et choisissez Continuer.
console-over = La partie est parmi les résultats.
console-try-help = Tapez « aide » pour voir ce qu'on peut taper.
console-score = { $name } : { $parts }
console-result = Résultat : { $result }
console-goes-on = La partie continue.
console-nothing-asked = Aucune question n'était posée.
console-confirm-quit = Quitter ? La partie est gardée. Tapez la même chose encore, ou « oui », pour quitter.
console-confirm-restart = Recommencer au premier coup ? Tapez la même chose encore, ou « oui », pour le faire.
console-confirm-resign = Abandonner cette partie ? Tapez la même chose encore, ou « oui », pour le faire.
console-save-name = Sous quel nom ? Tapez « sauver » et le nom d'un fichier.
console-machine-failed = La machine attend ; une ligne vide la fait réessayer.
console-prompt-marking = { $name }, pierres mortes
console-help = passe, annuler, rejouer, conseil, territoire et estimation (au go), compte, coups, plateau, numéros (le plateau avec les numéros de ses points vides), abandonner, sauver FICHIER, arrêter (la machine joue tout de suite), parties (celles qui sont inachevées), continuer N, règles, compteurs (annoncés à chaque tour), aide, quitter.
console-help-go = Un coup est un point comme D4, ou son numéro, compté depuis 0 en haut à gauche le long des rangées.
console-help-go-9 = Un coup est un point comme D4, ou son numéro de 0 à 80, compté depuis le haut à gauche le long des rangées ; 88 passe, 99 quitte.
console-help-othello = Un coup est une case comme f5, ou sa rangée et sa colonne en deux chiffres : 56 est la rangée 5, colonne 6. 0 recommence.
console-help-aligne4 = Un coup est une pièce de la réserve, puis une case : 7 puis b2, ou d'un coup 7b2. Une pièce se dit aussi en toutes lettres : petite plante noire carrée.
console-help-marking = Un point marque toute sa chaîne comme morte, ou vivante à nouveau. « accepter » approuve le marquage, « reprendre » continue la partie.

## L'écran du terminal

console-home = Choisissez par numéro ou par nom ; une ligne vide prend la réponse entre crochets, « retour » revient.
console-choose = Tapez un numéro de 1 à { $last }, ou le début du nom.
console-expected = Tapez { $expected }.
console-option = { $label } : { $value }
console-change = Que changer
console-counters-on = Les compteurs sont annoncés à chaque tour ; « compteurs » encore y met fin.
console-counters-off = Les compteurs ne sont plus annoncés.
mode = Qui joue
mode-machine = vous contre la machine
mode-people = deux personnes ici
mode-machines = machine contre machine
name-own = Votre nom
name-of = Nom du joueur { $number }
level-suited-why = Le niveau { $level } vous conviendrait : vous avez gagné { $won } de vos trois dernières parties contre la machine.
level-which = Niveau
level-of = Niveau de la machine { $number }
setup-colour-own = Vous jouez
setup-size-which = Plateau, de 5 à 25 lignes
setup-handicap-range = Un handicap est un nombre de pierres de 0 à 9.
setup-handicap-which = Pierres de handicap, de 2 à 9, ou 0
leaf-help = Entrée avance ; p recule, un nombre va à ce coup, début, fin, v (une autre variante), coups, jouer (continuer d'ici), retour.
leaf-no-move = Ce coup n'existe pas.
leaf-variations = D'autres coups ont été essayés ici : v montre le suivant.
file-which = Un numéro, ou le chemin d'un fichier
file-game = Partie
file-path = Fichier : { $path }
records-title = { $count } parties
review-variation = Variante { $at } sur { $of }.
review-remark = Remarque
key-variation = variante
key-remark = remarque
key-path = taper un chemin
key-rules = règles
too-small-plain = Ou lancez plateau --plain : il parle ligne par ligne, dans toute fenêtre.
rules-french-why = on compte pierres et territoire ; nul ne recrée une position qu'il a déjà créée ; pas de suicide
rules-chinese-why = on compte pierres et territoire ; aucun plateau ne revient ; pas de suicide
rules-japanese-why = on compte territoire et prisonniers ; ko simple ; pas de suicide
rules-korean-why = on compte territoire et prisonniers, comme au Japon
rules-aga-why = on compte pierres et territoire ; aucun plateau ne revient avec le même joueur au trait
rules-new-zealand-why = on compte pierres et territoire ; le suicide est permis
rules-tromp-taylor-why = on compte pierres et territoire, et tout ce qui est sur le plateau est vivant ; le suicide est permis
rules-sum-why = pierres, territoire et prisonniers comptent tous

side-black = Noir
side-white = Blanc
side-first = Premier
side-second = Second
called-level = Plateau, niveau { $level }
called-random = Plateau, au hasard
called-time = Plateau, { DECIMAL($seconds) } s par coup
called-nodes = Plateau, { $nodes } nœuds
called-engine = { $program }
who-person = une personne
who-machine = Plateau
who-level = niveau { $level }
who-random = au hasard
who-time = { DECIMAL($seconds) } s par coup
who-nodes = { $nodes } positions
who-engine = { $command }
reserve-title = Réserve
reserve-left = Réserve : { $count }
moves-title = Coups
legend-pieces = Pièces
machine-thinking = réfléchit
machine-thinking-best = réfléchit : { MOVE($move) }
machine-stopped = La machine est arrêtée. Entrée la laisse réfléchir de nouveau.
watch-speed = Vitesse { $speed } sur { $of }.
key-go-on = continuer
key-one-move = un coup
key-speed = vitesse
file-saved = Enregistré sous { $file }.
choose-a-piece = Choisissez d'abord une pièce de la réserve : son chiffre, ou Tab.
confirm-move = { MOVE($move) } ? Entrée encore pour le jouer.
clock-overtime = { $periods ->
    [one] dernière période
   *[other] { $periods } périodes
  }
clock-moves-left = { $moves ->
    [one] 1 coup à jouer
   *[other] { $moves } coups à jouer
  }
too-small = Cette fenêtre est trop petite : { $width } × { $height }.
too-small-wanted = Il faut au moins 80 × 24.

home-play = Jouer
home-continue = Continuer
home-rules = Règles
home-results = Résultats
home-lessons = Premiers pas
home-load = Ouvrir un fichier
home-options = Options
home-exit = Quitter
home-line = Go, Othello et Aligne 4

setup-title = Une nouvelle partie
setup-game = Jeu
setup-first = Joueur 1
setup-second = Joueur 2
setup-name = Nom
setup-command = Commande
setup-colour = Le joueur 1 joue
setup-machine = la machine, niveau { $level }
setup-random = la machine, coups au hasard
setup-engine = un autre programme
setup-command-advice = La ligne de commande d'un programme qui parle GTP, par exemple : gnugo --mode gtp
setup-toss-advice = Un ko est pris et repris, et s'arrête sur une pierre : le joueur 1 reçoit cette couleur, et Noir commence.
setup-komi = Komi
setup-komi-rules = celui des règles
setup-komi-advice = Des points pour Blanc, qui joue en second. On peut taper un autre nombre.
setup-placement = Pierres
setup-placement-fixed = sur les points d'étoile
setup-placement-free = où Noir veut
setup-clock-advice = On peut taper une autre pendule : 10m, 5m+3s, 10m+5x30s (byo-yomi), 10m+5m/25 (canadienne).
setup-toss = au sort
setup-size = Plateau
setup-rules = Règles
setup-handicap = Handicap
setup-handicap-none = aucun
setup-handicap-stones = { $count } pierres
setup-variant = Variante
setup-clock = Pendule
setup-start = Commencer

rules-french = françaises
rules-chinese = chinoises
rules-japanese = japonaises
rules-korean = coréennes
rules-aga = AGA (américaines)
rules-new-zealand = néo-zélandaises
rules-tromp-taylor = Tromp-Taylor
rules-sum = somme (règle maison)
variant-base = de base : toute pièce, toute case
variant-gift = don : l'adversaire choisit la pièce
variant-squares = carrés : les carrés 2×2 gagnent aussi
variant-gift-squares = don et carrés
clock-none = aucune
clock-absolute = 10 minutes chacun
clock-fischer = Fischer : 5 minutes, 3 secondes par coup
clock-byo-yomi = byo-yomi : 10 minutes, 5 × 30 secondes
clock-canadian = canadienne : 10 minutes, 10 coups en 5 minutes

toss-first = { $player ->
    [black] Le joueur 1 a Noir.
    [first] Le joueur 1 commence.
    [second] Le joueur 1 joue en second.
   *[white] Le joueur 1 a Blanc.
  }
not-a-move = « { $text } » n'est pas un coup : tapez par exemple { $example }.
toss-title = Le tirage au sort
toss-running = Le ko est pris, et repris …
toss-done = { $player ->
    [black] Vous jouez Noir.
    [first] Vous commencez.
    [second] Vous jouez en second.
   *[white] Vous jouez Blanc.
  }

continue-title = Continuer
continue-none = Il n'y a pas de partie en cours.
results-title = Résultats
results-none = Aucune partie n'est encore finie.
list-moves = { $moves ->
    [one] 1 coup
   *[other] { $moves } coups
  }
list-against = { $black } – { $white }
delete-confirm = Supprimer cette partie pour de bon ?

review-place = Coup { $at } sur { $of }
end-title = La partie est finie
said-title = Le message entier

file-open = Ouvrir un fichier
file-save = Enregistrer la partie
file-folder = Dossier : { $folder }
key-folder = dossier
file-name = Nom : { $name }
file-overwrite = Ce fichier existe. Entrée encore pour le remplacer.

options-title = Options
option-language = Langue
option-theme = Thème
option-theme-auto = comme le terminal
option-theme-light = clair
option-theme-dark = sombre
option-sound = Signal à votre tour
option-coordinates = Coordonnées
option-confirm = Confirmer chaque coup
option-animation = Animation
option-territory = Montrer le territoire
option-on = oui
option-off = non
lang-en = English
lang-fr = Français

quit-title = Quitter la partie ?
quit-text = La partie est gardée : Continuer la retrouvera.
resign-title = Abandonner cette partie ?
answer-yes = Oui
answer-no = Non

help-title = Touches
key-move = bouger
key-choose = choisir
key-change = changer
key-start = commencer
key-back = retour
key-help = touches
key-quit = quitter
key-play = jouer ici
key-pass = passer
key-undo = annuler
key-redo = rejouer
key-hint = conseil
key-play-now = jouer tout de suite
key-stop = arrêter la machine
key-territory = territoire
key-estimate = estimation
key-resign = abandonner
key-save = enregistrer
key-type = taper un coup
key-piece = choisir une pièce
key-said = message entier
key-mark = morte ou vivante
key-accept = accepter
key-resume = reprendre
key-rematch = revanche
key-review = revoir
key-lesson = premiers pas
key-step = pas à pas
key-ten = dix coups
key-first = début, fin
key-play-on = continuer d'ici
key-scroll = défiler
key-page = page
key-open = ouvrir
key-delete = supprimer
key-mouse-play = un clic joue, un clic droit conseille
key-suspend = suspendre
key-skip = abréger
marking-accepted = accepte
## La machine

levels-measured = { $below ->
    [0] contre le jeu au hasard
   *[other] contre le niveau { $below }
  } : { $wins ->
    [one] { $wins } victoire
   *[other] { $wins } victoires
  } et { $draws ->
    [one] { $draws } nulle
   *[other] { $draws } nulles
  } en { $games } parties
levels-on-board = sur { $width }×{ $width } : { $wins ->
    [one] { $wins } victoire
   *[other] { $wins } victoires
  } et { $draws ->
    [one] { $draws } nulle
   *[other] { $draws } nulles
  } en { $games } parties
level-go-novice = Pour une première partie : des coups au jugé, sans lecture ; en 19×19, capture ce qu'il peut, sauve ce qu'il peut
level-go-beginner = Pour débuter : capture ce qu'il peut, sauve ce qu'il peut, sinon joue n'importe où ; en 19×19, joue d'instinct et se trompe sans cesse
level-go-playouts = Après quelques semaines : essaie les coups par des parties au hasard ; en 19×19, joue d'instinct et se trompe très souvent
level-go-slips-often = Bientôt au club, un peu moins fort que GNU Go : joue d'instinct et se trompe souvent
level-go-slips = Pour les joueurs de club, un peu plus fort que GNU Go (5 à 7 kyu en 9×9) : joue d'instinct et se trompe parfois
level-go-slips-seldom = Pour les bons joueurs de club : joue d'instinct et se trompe rarement
level-go-instinct = Pour les forts joueurs de club, bat GNU Go presque toujours : joue le premier coup qui lui vient, et c'est un bon coup
level-go-reads-a-little = Pour les joueurs forts : lit un peu, 10 positions par coup, 4 à 6 sur un plus grand plateau
level-go-reads = Pour les joueurs très forts : lit, 30 positions par coup, 19 à 24 sur un plus grand plateau
level-go-reads-well = Lit bien : 130 positions par coup, 60 sur un plus grand plateau
level-go-reads-deeply = Lit en profondeur : 400 positions par coup, 210 à 250 sur un plus grand plateau
level-go-reads-on-and-on = Lit très loin : 2 000 positions par coup, 600 à 700 sur un plus grand plateau
level-go-strongest = À pleine force : une seconde par coup, davantage sur un appareil lent, ou ce que la pendule permet
level-aligne4-one = Pour une première partie : gagne s'il peut en un coup, sinon joue n'importe où
level-aligne4-two = Pour débuter : rompt aussi les alignements de deux
level-aligne4-three = Après quelques parties : ne laisse jamais non plus un alignement de trois à compléter
level-aligne4-four = Pour qui joue de temps en temps : voit une pièce plus loin, mais joue un coup sur cinq sans regarder
level-aligne4-five = Pour qui joue souvent : voit deux pièces plus loin, mais joue un coup sur huit sans regarder
level-aligne4-six = Pour les joueurs forts : voit quatre pièces plus loin, mais joue un coup sur seize sans regarder
level-aligne4-perfect = Parfait : ne perd jamais une position gagnée ou nulle
level-othello-novice = Pour une première partie : retourne d'un coup le plus de pions possible
level-othello-greedy = Pour débuter : cherche à trois coups le plus grand nombre de pions
level-othello-three = Après une semaine : regarde un coup devant lui, voit les coins et juge presque tout le reste de travers
level-othello-four = Pour qui joue de temps en temps : regarde un coup devant lui et se trompe souvent
level-othello-five = Pour qui joue souvent : regarde un coup devant lui et se trompe parfois
level-othello-six = Pour les bons joueurs : regarde deux coups devant lui, compte les huit dernières cases
level-othello-seven = Pour les joueurs de club : regarde trois coups devant lui, compte les dix dernières cases
level-othello-eight = Pour les forts joueurs de club : regarde quatre coups devant lui, compte les douze dernières cases, se trompe rarement
level-othello-nine = Pour les maîtres : regarde cinq coups devant lui, compte les douze dernières cases
level-othello-ten = Regarde dix mille positions à chaque coup
level-othello-eleven = Regarde soixante mille positions à chaque coup
level-othello-twelve = Pleine force : un million de positions à chaque coup, et la fin exacte aussi loin qu'elles portent
players-person = C'est une personne qui décide là : choisissez random, level:N, time:SECONDES, nodes:N, engine:COMMANDE ou nboard:COMMANDE.
players-no-level = Il n'y a pas de niveau { $asked } : les niveaux vont de 1 à { $highest }.
players-no-external = Aucun autre programme ne joue à ce jeu : choisissez random, level:N, time:SECONDES ou nodes:N.
players-only-othello = Les programmes qui parlent le protocole de NBoard ne jouent qu'à Othello : pour le go, choisissez engine:COMMANDE.
match-result = { $a } contre { $b } : { $wins ->
    [one] { $wins } victoire
   *[other] { $wins } victoires
  }, { $draws ->
    [one] { $draws } nulle
   *[other] { $draws } nulles
  }, { $losses ->
    [one] { $losses } défaite
   *[other] { $losses } défaites
  } ; { DECIMAL($score) } % ({ DECIMAL($low) } à { DECIMAL($high) } avec 95 % de confiance)
match-time = temps par coup : { DECIMAL($timea) } ms et { DECIMAL($timeb) } ms
error-file-read = { $path } ne peut pas être lu : { $problem }
error-opening = { $path }, ligne { $line }, colonne { $column } : un coup était attendu

## Fichiers de parties

record-place = ligne { $line }, colonne { $column } : { $problem }
record-end = la fin
record-syntax = attendu : { $expected } ; trouvé : { $found }
record-value = { $property } vaut « { $value } » ; attendu : { $expected }
record-illegal = coup illégal { $move } : { $reason }
record-limit-bytes = plus de { $max } octets dans un fichier
record-limit-nodes = plus de { $max } nœuds dans un fichier
record-limit-depth = plus de { $max } variantes emboîtées
record-limit-value = plus de { $max } octets dans une valeur
record-limit-games = plus de { $max } parties dans un fichier
record-charset = des octets qui ne sont pas en { $charset }
record-game = { $game } n'est pas un jeu qui peut être ouvert ici
record-header = l'en-tête est endommagé ; attendu : { $expected }
record-format = ni le nom ni le contenu ne disent quel est le format
record-empty = il n'y a pas de partie dans le fichier
record-unwritable = { $format } ne peut pas contenir { $what }
format-sgf = le format SGF
format-ggf = le format GGF
format-transcript = une transcription
format-obf = le format OBF
format-plain = le format texte
format-wthor = le format WTHOR
error-save-ending = On n'enregistre pas { $game } sous { $ending } : choisissez { $known }.
error-file-write = { $path } ne peut pas être écrit : { $problem }
error-output-format = l'extension de { $path } ne dit pas son format : utilisez .sgf, .ggf, .obf, .oth ou .plain, ou --to
error-one-game = { $path } : le format texte ne contient qu'une seule partie
error-picture-format = { $path } : une image finit en .svg ou .png ; - donne du texte
error-no-such-move = il n'y a pas de coup { $wanted } : la partie en a { $moves }
draw-board-size = le plateau est trop grand pour être dessiné
draw-cell-count = le plateau n'a pas le bon nombre de cases
draw-won-line = une ligne gagnante n'est pas sur le plateau
draw-stroke = une flèche ou une ligne n'est pas sur le plateau
draw-reserve = la réserve a plus de seize pièces
draw-width = une image a de 16 à 4096 pixels de large
draw-render = l'image n'a pas pu être faite

## Résoudre et conseiller

solve-win = gain
solve-draw = nulle
solve-loss = perte
solve-differs = { " " }(le fichier dit { $stated })
solve-wrong = { $count ->
    [one] une position a une autre valeur que dans le fichier
   *[other] { $count } positions ont d'autres valeurs que dans le fichier
}
solve-plies = { " " }{ $plies ->
    [one] en { $plies } coup
   *[other] en { $plies } coups
  }
solve-result = { $position } : { $value } ; { $line } ({ $nodes } nœuds, { $ms } ms)
error-no-solver = les positions de { $game } ne peuvent pas encore être résolues
error-game-over = la partie est terminée
hint = { MOVE($move) } : { $why }.
hint-any = n'importe quel coup permis convient
hint-likes = la machine jouerait cela
hint-chance = { $player ->
    [black] la machine donne à Noir { $percent } % de chances
   *[white] la machine donne à Blanc { $percent } % de chances
  }
estimate-ahead = { $player ->
    [black] La machine prévoit que Noir gagnera d'environ { DECIMAL($margin) }.
   *[white] La machine prévoit que Blanc gagnera d'environ { DECIMAL($margin) }.
  }
estimate-even = La machine prévoit une partie égale.
estimate-none = Il n'y a rien à estimer ici : seul le go a des territoires.
hint-ahead = { $player ->
    [black] la machine voit Noir mener de { $margin }
   *[white] la machine voit Blanc mener de { $margin }
  }
hint-behind = { $player ->
    [black] la machine voit encore Noir en retard de { $margin }
   *[white] la machine voit encore Blanc en retard de { $margin }
  }
hint-even = la machine juge la partie égale
hint-draws = force la nulle
hint-go-captures = { $count ->
    [one] prend une pierre
   *[other] prend { $count } pierres
}
hint-go-takes-ko = prend le ko
hint-go-saves = { $count ->
    [one] sauve une pierre en atari
   *[other] sauve { $count } pierres en atari
}
hint-go-atari = { $count ->
    [one] met une pierre en atari
   *[other] met { $count } pierres en atari
}
hint-go-connects = connecte
hint-go-cuts = coupe
hint-go-lives = fait un deuxième œil
hint-go-attacks = { $count ->
    [one] attaque une pierre : il ne reste que deux libertés
   *[other] attaque { $count } pierres : il ne reste que deux libertés
}
hint-go-strengthens = { $count ->
    [one] donne des libertés à une pierre faible
   *[other] donne des libertés à { $count } pierres faibles
}
hint-go-empty-corner = prend un coin vide
hint-go-empty-side = prend un bord vide
hint-go-territory = tient environ { $count } points autour
hint-go-open = il reste environ { $count } points à prendre autour
hint-go-nothing-left = il n'y a plus rien à gagner
hint-go-ahead = { $player ->
    [black] la machine voit Noir gagner de { DECIMAL($margin) } ({ $percent } %)
   *[white] la machine voit Blanc gagner de { DECIMAL($margin) } ({ $percent } %)
  }
hint-go-behind = { $player ->
    [black] la machine voit encore Noir perdre de { DECIMAL($margin) } ({ $percent } % de chances)
   *[white] la machine voit encore Blanc perdre de { DECIMAL($margin) } ({ $percent } % de chances)
  }
hint-go-even = { $player ->
    [black] la machine juge la partie égale ({ $percent } % pour Noir)
   *[white] la machine juge la partie égale ({ $percent } % pour Blanc)
  }
compass-north = nord
compass-north-east = nord-est
compass-east = est
compass-south-east = sud-est
compass-south = sud
compass-south-west = sud-ouest
compass-west = ouest
compass-north-west = nord-ouest
compass-centre = centrale
hint-othello-wins-by = avec le meilleur jeu, gagne de { $margin }
hint-othello-loses-by = avec le meilleur jeu, ne perd que de { $margin }
hint-othello-wipes-out = retourne le dernier pion adverse
hint-othello-only-move = le seul coup
hint-othello-corner = prend le coin { $region }, que personne ne peut retourner
hint-othello-opponent-passes = gagne un temps : l'adversaire doit passer
hint-othello-keeps-corner = empêche l'adversaire de prendre un coin
hint-othello-only-without-corner = le seul coup qui ne donne pas de coin
hint-othello-safe-x-square = la case X { $region }, mais l'adversaire ne peut pas prendre le coin
hint-othello-x-square = la case X { $region } : elle donne le coin contre quelque chose de mieux
hint-othello-safe-c-square = une case C { $region }, mais l'adversaire ne peut pas prendre le coin
hint-othello-c-square = une case C { $region } : elle donne le coin contre quelque chose de mieux
hint-othello-stable = rend { $count } pions définitifs : ils ne seront plus jamais retournés
hint-othello-few-replies = { $count ->
    [one] ne laisse qu'un coup à l'adversaire
   *[other] ne laisse que { $count } coups à l'adversaire
}
hint-othello-fills-region = remplit la région { $region } : l'adversaire doit commencer ailleurs
hint-othello-parity = a le dernier coup dans la région { $region } (parité)
hint-othello-quiet = un coup tranquille : il ne retourne aucun pion extérieur
hint-othello-few-outside = garde la mobilité : ce coup ne retourne presque aucun pion de frontière
hint-none = Il n'y a pas de conseil maintenant.
error-not-a-go-record = { $path } n'est pas une partie de go : donnez un fichier SGF de go
hint-resign = la machine abandonnerait ici
hint-completes = gagne en complétant { $line } : { $shared }
hint-forced-win = gain forcé
hint-forced-win-in = gain forcé en { $plies } coups
hint-forced-draw = nulle forcée
hint-forced-loss = tous les coups perdent contre le meilleur jeu
hint-forced-loss-in = { $plies ->
    [one] tous les coups perdent ; celui-ci tient { $plies } coup
   *[other] tous les coups perdent ; celui-ci tient { $plies } coups
  }
hint-leaves-no-three = ne laisse aucun alignement de trois
hint-only-safe = le seul coup qui ne laisse aucun alignement de trois
hint-harmless-gift = donne une pièce qui ne complète rien
hint-only-harmless-gift = la seule pièce qui ne complète rien
hint-breaks = rompt { $line } qui a « { $shared } » en commun
hint-nothing-helps = tous les coups laissent l'adversaire gagner aussitôt
aligne4-line-row = la rangée
aligne4-line-column = la colonne
aligne4-line-diagonal = la diagonale
aligne4-line-square = le carré

## Où les parties sont gardées

store-cannot-open = impossible d'ouvrir la base de données { $place } : { $problem } ; corrigez cela, ou choisissez un autre endroit pour les parties
store-read-only = la base de données { $place } doit être accessible en écriture, ainsi que le dossier d'un fichier ; changez cela, ou choisissez un autre endroit
store-newer = la base de données { $place } vient d'une version plus récente de Plateau (format { $version }, celle-ci connaît { $known }) ; mettez le programme à jour
store-foreign = la base de données { $place } est celle d'un autre programme ; choisissez un autre endroit pour les parties
store-damaged = ce qui se trouve à { $place } n'est pas une base de données ou est endommagé ({ $problem }) ; rien n'y a été changé ; déplacez-le pour repartir à neuf, ou remettez une copie en place
store-full = plus de place pour la base de données { $place } ; libérez de l'espace et réessayez
store-gone = la base de données { $place } a été déplacée, supprimée ou remplacée pendant son utilisation ; remettez-la en place, puis redémarrez
store-in-use = un serveur utilise déjà la base de données { $place } ; arrêtez-le d'abord, ou choisissez un autre endroit
store-busy = un autre processus écrit dans la base de données { $place } ; réessayez
store-disk = impossible de lire ou d'écrire la base de données { $place } : { $problem } ; vérifiez son disque ou la connexion et réessayez
store-conflict = la partie { $game } a continué ailleurs (événement { $expected } à écrire, le prochain est { $found }) ; rechargez-la
store-held = la partie { $game } est sur un autre serveur ; adressez-vous à lui, ou réessayez
store-lost = la partie { $game } a été reprise par un autre serveur ; rechargez-la
store-no-such-game = la partie { $game } n'existe pas ; elle a peut-être été supprimée
store-outdated = le document { $paper } a été modifié ailleurs (version { $expected } à remplacer, { $found } conservée) ; rechargez-le
store-no-such-paper = vous n'avez pas de document { $paper } ; il a peut-être été supprimé
store-unreadable = la partie { $game } est illisible à partir de l'événement { $event } ; exportez les parties pour l'examiner, ou supprimez-la
store-too-long = un texte de plus de { $limit } octets ; raccourcissez-le
store-import = ligne { $line } : attendu : { $expected } ; rien n'a été importé
store-transfer = impossible de lire ou d'écrire l'export : { $problem } ; vérifiez le fichier et réessayez
store-no-random = le système ne fournit pas de nombres aléatoires : { $problem } ; réessayez plus tard

## Moteurs externes

engine-command-line = Ce n'est pas une ligne de commande : { $command }
engine-start = { $program } n'a pas pu être lancé : { $problem }.
engine-died = Le moteur s'est arrêté ({ $status }).{ $said ->
    [none] {""}
   *[other] {" "}Il a dit : { $said }
}
engine-timed-out = Le moteur n'a pas répondu à « { $command } » en { DECIMAL($seconds) } s.{ $said ->
    [none] {""}
   *[other] {" "}Il a dit : { $said }
}
engine-garbage = Le moteur a répondu à « { $command } » par quelque chose qui n'est pas du GTP : { $line }{ $said ->
    [none] {""}
   *[other] {" "}Il a dit : { $said }
}
engine-flood = La réponse du moteur à « { $command } » ne finit pas.
engine-refused = Le moteur a refusé « { $command } » : { $answer }
engine-lacks-command = Le moteur ne connaît pas la commande « { $command } », que tout moteur doit connaître.
engine-illegal-move = Le moteur a joué un coup illégal, { $move } : { $reason }
engine-not-a-move = Le moteur a répondu « { $answer } » au lieu d'un coup.
engine-cannot-set-up = On ne peut pas montrer cette position au moteur.
engine-stopped = On a dit au moteur de s'arrêter.
contest-opening = Le coup d'ouverture { $move } est illégal : { $reason }
contest-illegal = { $player ->
    [black] Noir
   *[other] Blanc
} a joué le coup illégal { $move } : { $reason }

## Le navigateur

page-skip = Aller au contenu
page-nav = Pages
page-nav-home = Accueil
page-nav-play = Jouer
page-nav-lobby = Salon
page-nav-games = Parties
page-nav-learn = Étude
page-nav-rules = Règles
page-nav-options = Options

home-lead = Trois jeux pour une heure tranquille, contre une personne ou la machine.
home-go = Entourez des territoires avec des pierres noires et blanches. Le plus ancien jeu de plateau encore joué.
home-othello = Encadrez les pions adverses et retournez-les. Vite appris, difficile à prévoir.
home-aligne4 = Seize pièces, toutes différentes. Complétez une ligne dont les quatre pièces ont quelque chose en commun.
page-play = Jouer
all-games = Les { $count } parties
every-game = Tous
page-lists = Listes
page-pages = Pages de la liste
page-newer = Plus récentes
page-older = Plus anciennes
page-delete = Supprimer

page-start = Commencer
page-opponent = Adversaire
page-level = Niveau
page-level-black = Niveau de Noir
page-level-white = Niveau de Blanc
page-colour = Votre couleur
against-machine = la machine
against-here = une personne à cet écran
against-machines = machine contre machine
against-link = un ami, par un lien
against-lobby = n'importe qui, dans le salon
against-program = un programme présent
page-program = Programme
page-no-program = Aucun programme présent ne joue à ce jeu.
program-gone = Ce programme n'est plus là : choisissez un autre adversaire.
other-name = Le nom de l'autre

page-board = Plateau
page-board-keys = Les flèches déplacent, Entrée joue, S dit toute la position.
page-scriptless = Sans scripts : choisissez un point du plateau, puis le bouton au-dessous. Rechargez la page pour voir les nouveaux coups :
page-reload = voir les nouveaux coups
page-mark = Marquer { $cell }
cell-playable = jouable
page-tools = Ce que vous pouvez faire
your-turn = À vous de jouer
your-turn-now = À vous.
page-you = vous
to-move = au trait
page-slow = connexion lente
page-clock = { $player ->
    [black] Pendule de Noir
    [first] Pendule du premier
    [second] Pendule du second
   *[white] Pendule de Blanc
  }
seat-open = Place libre
page-sit = Prendre cette place
page-invite = Envoyez ce lien à qui jouera avec vous :
page-invite-link = Lien vers cette partie
page-copy = Copier
page-copied = Copié
page-gone = Déconnecté.
page-gone-clock = Déconnecté. La pendule tourne.
page-claim = Réclamer la partie
page-cancel = Annuler la partie
page-cancelled = Partie annulée
page-cancelled-why = Plus personne ne peut s'y asseoir. Ouvrez une autre partie et envoyez-en le lien.
page-settled = Ce qui est convenu
page-waiting = En attente d'un adversaire.
page-asked = { $name } a été invité à jouer.
page-declined = { $name } { $reason ->
    [later] vous demande de revenir plus tard.
    [tooFast] trouve cette pendule trop rapide.
    [tooSlow] trouve cette pendule trop lente, ou en veut une.
    [timeControl] ne joue pas avec cette pendule.
    [variant] ne joue pas à ce jeu, ou pas sur ce plateau.
    [noBot] ne joue pas contre des programmes.
    [onlyBot] ne joue que contre des programmes.
   *[generic] ne veut pas jouer.
}
page-unanswered = { $name } n'a pas répondu.
page-talk = Dire quelque chose
page-waiting-clocks = Tant que personne ne s'est assis, les pendules sont arrêtées.
page-free = Une place est libre.
page-free-sit = Asseyez-vous pour jouer, ou regardez.
page-starts = La première pendule part dans un instant, ou au premier coup.
page-by-link = Avec un ami, par un lien
page-clock-rule = Tant que les deux joueurs ne sont pas assis, les pendules sont arrêtées. La première part quand tous deux ont eu le plateau sous les yeux pendant dix secondes, ou au premier coup.
page-cancel-rule = Celui qui a ouvert la partie peut l'annuler tant que personne ne l'a rejointe ; son lien le dit alors.
list-cancelled = annulée
asked-takeback = Demande à reprendre un coup.
asked-draw = Propose la nulle.
asked-rematch = Aimerait rejouer.
page-answer-yes = Accepter
page-answer-no = Refuser
page-pass = Passer
page-accept = Accepter le compte
page-resume = Continuer
page-stop = Jouez !
page-undo = Annuler
page-redo = Rejouer
page-takeback = Reprendre
page-hint = Conseil :
page-hint-button = Conseil
page-territory = Territoire
page-estimate = Estimation
page-draw = Proposer la nulle
page-resign = Abandonner
page-save = Enregistrer
page-review = Revoir
page-share = Partager
new-game = Nouvelle partie
page-rematch = Revanche
page-rematch-go = Vers la revanche
page-type = Écrire un coup
page-type-label = Coup
page-type-play = Jouer
page-confirm-move = Jouer { $move } ?
page-confirm-yes = Jouer
page-confirm-no = Pas là
page-confirm-none = Choisissez un point.
page-question = Questions
choose-piece = Choisissez d'abord une pièce de la réserve.
page-count = Le compte
page-count-of = Points
page-watching = { $count ->
    [one] une personne regarde
   *[other] { $count } personnes regardent
  }
scoring-area = compte de surface
scoring-territory = compte de territoire
scoring-sum = pierres, territoires et prisonniers
scoring-stones = compte des pierres
page-handicap = { $count } pierres de handicap
page-time-absolute = { $main } chacun
page-time-fischer = { $main } chacun, et { $more } par coup
page-time-byo-yomi = { $main } chacun, puis { $periods } périodes de { $period }
page-time-canadian = { $main } chacun, puis { $moves } coups en { $period }
span-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
  }
span-seconds = { $count ->
    [one] 1 seconde
   *[other] { $count } secondes
  }
page-rematch-offered = { $player ->
    [black] Noir voudrait rejouer.
    [first] Le premier voudrait rejouer.
    [second] Le second voudrait rejouer.
   *[white] Blanc voudrait rejouer.
  }
page-rematch-declined = { $player ->
    [black] Noir ne souhaite pas rejouer.
    [first] Le premier ne souhaite pas rejouer.
    [second] Le second ne souhaite pas rejouer.
   *[white] Blanc ne souhaite pas rejouer.
  }
your-turn-put = À vous : choisissez une pièce, puis une case.
your-turn-give = Choisissez la pièce que votre adversaire devra poser.
your-turn-place = À vous : choisissez une case pour la pièce reçue.
step-piece = D'abord une pièce
step-cell = Maintenant une case
step-give = Une pièce à donner
page-lost = La connexion est perdue. Nouvel essai …
page-back = Connexion rétablie.
cell-empty = vide
cell-black = pierre noire
cell-white = pierre blanche
cell-black-disc = pion noir
cell-white-disc = pion blanc
cell-dead = morte
cell-last = dernier coup
cell-hint = conseil
cell-winning = dans la ligne gagnante
cell-of-black = point de Noir
cell-of-white = point de Blanc

page-play-on = Continuer d'ici
page-damaged-title = Le fichier est endommagé.
page-damaged = Il a été lu malgré tout, aussi loin que possible. Ce qui ne va pas :
page-damaged-more = { $count ->
    [one] et un autre endroit
   *[other] et { $count } autres endroits
}
page-comment = Remarque
page-comment-cut = La remarque est plus longue ; le fichier la contient en entier.
page-steps = Coup par coup
step-first = Au début
step-ten-back = Dix coups en arrière
step-back = Un coup en arrière
step-on = Un coup en avant
step-ten-on = Dix coups en avant
step-last = À la fin
step-above = Variante au-dessus
step-below = Variante au-dessous
page-start-position = Début
draft-no-node = cet endroit n'est plus dans l'étude ; rechargez la page
draft-beginning-stays = le début ne se supprime pas ; supprimez plutôt l'étude
draft-no-cell = il n'y a pas de { $cell } sur ce plateau
draft-no-stone = cela ne se pose pas sur ce plateau
draft-no-turns = le trait découle des pièces posées
draft-same-cell = une flèche ou une ligne va d'un endroit à un autre
draft-setup-go = ces pierres ne peuvent pas être posées ainsi : une chaîne n'aurait pas de liberté
draft-setup-othello = ces pions ne peuvent pas être posés ainsi
draft-setup-aligne4 = ces pièces ne peuvent pas être posées ainsi : chacune n'existe qu'une fois
draft-not-understood = « { $text } » n'est pas compris
draft-text-too-long = c'est trop long : { $max } caractères au plus
draft-too-many-nodes = cette étude est pleine : elle a { $max } coups ; commencez-en une autre
draft-too-large = cette étude est pleine : elle a { $max } kilo-octets ; commencez-en une autre
draft-unreadable = cette étude n'est plus lisible
draft-choose-cell = choisissez un endroit du plateau
draft-choose-piece = choisissez d'abord une pièce
draft-choose-second = choisissez où elle finit
board-list = Plateau d'analyse
board-lead = Un plateau pour réfléchir : variantes, remarques, marques, et la valeur de chaque coup.
board-new = Nouveau plateau : { $game }
board-none = Pas encore d'étude. Commencez-en une ici, ou ouvrez-en une depuis une partie terminée.
board-nameless = Sans nom
board-untitled = { $game } : une étude
board-open = Ouvrir sur le plateau d'analyse
board-here = Ouvrir une copie sur cet appareil
board-begin = Commencer
upload-list = Les parties que vous avez apportées
upload-delete-confirm = Oublier cette partie ?
upload-games = Parties de ce fichier : { $count }
upload-game-nameless = Une partie sans noms
upload-more-games = le fichier a { $all } parties ; les { $shown } premières sont ici
board-about = L'étude
board-name = Nom
board-rename = Enregistrer le nom
board-read-only = Vous regardez l'étude de quelqu'un. Pour la modifier, faites-en une copie.
board-copy = Copier chez moi
board-delete = Supprimer
board-delete-confirm = Supprimer cette étude ?
board-outdated = cette étude a été modifiée ailleurs ; rechargez la page, puis réessayez
board-gone = cette étude n'existe plus
board-too-many = il n'y a plus de place pour d'autres études : { $papers } au plus ; supprimez-en une d'abord
board-no-such-game = ce jeu n'existe pas
board-palette = Outils
board-set-up = Poser
board-tool-play = Jouer
board-tool-triangle = Triangle
board-tool-square = Carré
board-tool-circle = Cercle
board-tool-cross = Croix
board-tool-label = Lettre
board-tool-arrow = Flèche
board-tool-line = Ligne
board-tool-black = Noir
board-tool-white = Blanc
board-tool-empty = Rien
board-tool-piece = Pièce
board-do-undo = Annuler
board-do-redo = Rétablir
board-do-delete = Supprimer d'ici
board-do-main = Ligne principale
board-do-pass = Passer
board-do-turn = Changer le trait
board-do-give = Donner la pièce
board-do-comment = Enregistrer la remarque
board-do-touch = Faire
board-type = Écrire plutôt
board-cell = Endroit
board-from = Depuis
board-text = Lettre
board-piece = Pièce
board-values = La valeur des coups
board-values-show = Montrer la valeur des coups
board-values-hide = Cacher
board-values-thinking = La machine réfléchit.
board-values-none = Il n'y a rien à choisir ici.
board-value-win = gain
board-value-draw = nulle
board-value-loss = perte
page-set-up = Position posée

lobby-lead = Prenez une place libre, regardez une partie, ou ouvrez la vôtre.
lobby-open = On attend quelqu'un
lobby-none = Personne n'attend en ce moment. Ouvrez une partie : les autres la verront ici.
lobby-going = En cours
lobby-take = { $player ->
    [black] jouer Noir
    [first] jouer en premier
    [second] jouer en second
   *[white] jouer Blanc
  }

page-diagram = { $game } : une position
upload-title = Ouvrir une partie enregistrée
upload-lead = Regardez une partie coup par coup, avec ses variantes, ou continuez-la depuis n'importe quelle position.
upload-file = Un fichier : SGF, GGF, OBF, une transcription ou un texte simple
upload-text = Ou la partie elle-même
upload-open = Ouvrir
upload-too-large = Le fichier est trop gros : une partie peut avoir { $megabytes } Mo au plus.
page-share-link = Lien vers cette page
page-download = Télécharger

page-option-language-auto = celle du navigateur
theme-auto = celui du système (bois ou sombre)
theme-light = bois
theme-dark = sombre
theme-plain = simple
theme-contrast = contraste élevé
theme-print = impression
options-play = Pendant la partie
options-save = Enregistrer
options-saved = Enregistré.
page-option-sound = Son
page-option-sound-why = Un coup sec pour chaque pierre.
page-option-coordinates = Coordonnées
page-option-coordinates-why = Lettres et chiffres au bord du plateau.
page-option-confirm-move = Confirmer chaque coup
page-option-confirm-move-why = Choisir un point, puis le confirmer : utile sur un téléphone.
page-option-confirm-small = Confirmer sur les petits points
page-option-confirm-small-why = Sur un écran tactile, demander deux fois sur les plateaux de 13×13 et plus.
page-option-think-here = Réfléchir sur cet appareil
page-option-think-here-why = Ce navigateur calcule lui-même conseils et analyses, sans le serveur ; ce qu’il faut pour cela est chargé une fois.
page-option-animation = Animation
page-option-animation-why = Les pierres se posent, les pions se retournent, les pierres prises s'effacent.
page-option-territory = Territoire
page-option-territory-why = Montrer quels points sont entourés, à chaque tour de go.

error-400 = Cela n'a pas marché
error-403 = Ce n'est pas à vous de le faire
error-404 = Il n'y a rien ici
error-429 = Trop à la fois
error-500 = Quelque chose a cassé chez nous
here-title = Jouer sans réseau
here-preparing = Le programme est chargé une fois et gardé par ce navigateur, { $megabytes } Mo. Cette page revient d’elle-même quand il est là ; le reste de ce qu’il faut pour jouer sans réseau, { $rest } Mo, est chargé pendant que vous regardez.
here-keeping = Réseaux de neurones, poids et problèmes se chargent encore. Ce qui est arrivé se joue sans connexion.
here-kept = Tout est là : vous pouvez jouer sans réseau maintenant.
here-needs-script = Ceci a besoin de scripts, que ce navigateur n’exécute pas.
here-server = Serveur
here-give = La confier au serveur
here-give-text = Cette partie a été jouée sans le serveur, qui ne la connaît pas. Il prend l’enregistrement comme tout autre, dès qu’il y a une connexion ; la partie reste aussi dans ce navigateur.
here-give-record = L’enregistrement
here-needs-server = Il n’y a pas de connexion, et ceci a besoin du serveur. Les parties contre la machine, les analyses, les problèmes, vos fautes, les enregistrements, le plateau d’analyse, les leçons et les règles marchent sans lui.
page-offline = Pas de connexion
page-offline-text = Vos parties sont gardées sur le serveur. Elles reprendront dès que la connexion sera rétablie.
page-offline-again = Réessayer

# Ce que dit une analyse
study-lost-points = { MOVE($move) } : perd environ { DECIMAL($amount) } points.
study-lost-discs = { MOVE($move) } : perd environ { $count ->
    [one] un pion
   *[other] { $count } pions
}.
study-lost-discs-exactly = { MOVE($move) } : perd { $count ->
    [one] un pion
   *[other] { $count } pions
}.
study-lost-win = { MOVE($move) } : donne la victoire à l'adversaire.
study-lost-win-to-draw = { MOVE($move) } : laisse échapper la victoire ; avec le meilleur jeu, la partie est nulle.
study-lost-draw = { MOVE($move) } : laisse échapper la nulle ; avec le meilleur jeu, l'adversaire gagne.
study-better = Mieux : { MOVE($move) }.
study-better-why = Mieux : { MOVE($move) } ({ $why }).
study-answer = { $player ->
    [black] Noir
    [first] Le premier joueur
    [second] Le second joueur
   *[white] Blanc
} peut répondre : { MOVE($move) } ({ $why }).
study-right = Juste : { MOVE($move) }.
study-right-why = Juste : { MOVE($move) } ({ $why }).
study-right-best = La machine jouerait { MOVE($move) }.
study-solution = La réponse : { MOVE($move) }.
study-solution-why = La réponse : { MOVE($move) } ({ $why }).
study-hint = Indice : { $why }.
study-even = Égalité.
study-draw = Partie nulle.
study-open = Personne n'a de gain en vue.
study-ahead-points = { $player ->
    [black] Noir
   *[white] Blanc
} mène de { DECIMAL($amount) } points.
study-ahead-discs = La machine prévoit { $player ->
    [black] Noir
   *[white] Blanc
} gagnant de { $amount } pions.
study-wins-discs = { $player ->
    [black] Noir
   *[white] Blanc
} gagne de { $amount } pions.
study-wins = { $player ->
    [first] Le premier joueur
   *[second] Le second joueur
} gagne.
study-wins-in = { $player ->
    [first] Le premier joueur
   *[second] Le second joueur
} gagne en { $amount ->
    [1] un coup
   *[other] { $amount } coups
}.

# Ses propres fautes
deck-title = Vos fautes
deck-empty = Rien ici pour l'instant. Jouez une partie et faites-la relire par la machine : vos fautes viendront ici et vous seront redemandées avant que vous ne les oubliiez.
deck-due = { $count ->
    [one] Une de vos fautes est à revoir
   *[other] { $count } de vos fautes sont à revoir
}
deck-done = Plus rien à revoir. Revenez demain.
deck-too-long = un paquet a { $bytes } octets au plus
help-deck = Vos propres fautes à revoir
help-deck-plain = Les demander ligne par ligne
help-deck-json = Lister ce qui est à revoir, un objet JSON par carte
help-deck-export = Écrire le paquet dans un fichier ; - est la sortie standard
help-deck-import = Ajouter un paquet écrit dans un fichier
home-deck = Vos fautes
key-again = réessayer
key-next-card = suivante
key-try = essayer
key-answer = la réponse
deck-about = Chaque partie relue par la machine laisse vos fautes ici. Elles vous sont redemandées avant que vous ne les oubliiez.
deck-open = À revoir
deck-begin = Commencer
deck-next = Suivante
deck-nothing-due = Rien à revoir. La prochaine vient le { $date }.
deck-progress = Où vous en êtes
deck-cards = fautes
deck-of-due = à revoir
deck-of-learned = acquises
deck-all = toutes
deck-file = Emporter
deck-file-why = Le paquet appartient à ce navigateur. Un fichier le porte dans un autre.
deck-take-along = Enregistrer dans un fichier
deck-bring-label = Un paquet enregistré
deck-bring = Ajouter
deck-put = { $new ->
    [0] Rien de nouveau
    [one] Une faute ajoutée
   *[other] { $new } fautes ajoutées
}, { $known } déjà là{ $left ->
    [0] .
   *[other] ; plus de place pour { $left }.
}
deck-unreadable = { $card ->
    [0] Ce n'est pas un paquet enregistré ici.
   *[other] Le fichier est abîmé : la carte { $card } est illisible. Rien n'en a été pris.
}
deck-nothing-asked = Cette carte ne demande rien.
deck-card = À propos de cette carte
deck-played = Dans la partie, vous aviez joué : { MOVE($move) }.
deck-phase = Moment
deck-motif = Sujet
deck-asked = Demandée
deck-asked-times = { $answers ->
    [one] une fois
   *[other] { $answers } fois
}, manquée { $misses } fois
deck-again-on = De nouveau le
deck-drop = Retirer du paquet
deck-source = La partie d'origine
deck-went-in = { $count ->
    [one] Une faute est allée dans votre paquet
   *[other] { $count } fautes sont allées dans votre paquet
}
deck-take = Mettre dans mon paquet les fautes de :
deck-not-known-yet = La machine n'a pas encore relu toute la partie.
motif-capture = capturer
motif-rescue = sauver des pierres
motif-connection = relier et couper
motif-area = prendre une zone
motif-corner = les coins
motif-mobility = laisser peu de coups
motif-parity = jouer le dernier dans une région
motif-stability = les pions stables
motif-line = les lignes
motif-danger = ne rien laisser à compléter
motif-force = gagner de force
looks-best = Valeurs sur le plateau
looks-chance = Chances
looks-owners = À qui est quoi
study-chance = { $player ->
    [black] Noir
    [first] Le premier joueur
    [second] Le second joueur
   *[white] Blanc
} gagne avec une probabilité de { $percent } %.
study-table = La courbe en tableau
play-on-against = Contre
play-on-nobody = personne : les deux côtés sont à vous
play-on-side = Votre côté

# On demande un coup
exercise-try = Réessayer d'ici
exercise-task = { $player ->
    [black] Noir joue
    [first] Le premier joueur joue
    [second] Le second joueur joue
   *[white] Blanc joue
}. Trouvez un bon coup.
exercise-task-on = { $player ->
    [black] Noir joue
    [first] Le premier joueur joue
    [second] Le second joueur joue
   *[white] Blanc joue
}.
exercise-play-on = Continuez avec le coup de votre choix : la machine répond.
exercise-outcome = Ce que cela donne
exercise-thinking = La machine regarde …
exercise-look-again = Voir où elle en est
exercise-right = Juste
exercise-wrong = Pas tout à fait
exercise-shown = La réponse
exercise-came = { $what }.
exercise-again = Réessayer
exercise-hint = Indice
exercise-no-hint = Rien à indiquer qui ne soit déjà la réponse.
exercise-answer = Montrer la réponse
exercise-back = Retour à l'analyse
exercise-no-choice = Rien à choisir ici : la partie est finie, ou il n'y a qu'un coup.
exercise-words = Tapez un coup, ou : indice, réponse, suivant, retour.
exercise-words-on = Continuez d'ici, ou : annuler, encore, indice, réponse, suivant, retour.
line-title = Suite attendue
line-before = avant

help-analyze = Analyser des parties : ce que chaque coup a perdu, où la partie a basculé, ce qui était mieux
help-analyze-files = Des parties enregistrées, ou des dossiers de parties ; ou les coups d'une partie d'Othello, comme f5f6e6f4
help-analyze-effort = Combien réfléchir ; normal sauf indication contraire
help-analyze-threads = Nombre de fils d'exécution ; tous les cœurs sauf indication contraire
help-analyze-json = Répondre par un objet JSON par partie
help-analyze-html = Écrire l'analyse en une page qui se suffit à elle-même ; pour plusieurs parties ou un dossier, une par partie dans un dossier
help-analyze-sgf = Écrire la partie avec des remarques et les meilleurs coups en variantes ; pour plusieurs parties ou un dossier, une par partie dans un dossier
help-analyze-recover = Lire un fichier endommagé autant que possible, avec un avertissement
analyze-progress = partie { $game } sur { $games } : { $known } positions sur { $all }
analyze-interrupted = interrompu après { $done } parties sur { $games }
analyze-nothing = { $path } : aucune partie ici ; indiquez un fichier ou un dossier de parties
analyze-side = { $player ->
    [black] Noir
    [first] Premier
    [second] Second
   *[white] Blanc
}
analyze-moves = coups avec choix
analyze-agreed = même choix que la machine
analyze-lost-go = points perdus par coup
analyze-lost-othello = pions perdus par coup
analyze-lost-aligne4 = résultats gâchés par coup
analyze-phase-opening = au début
analyze-phase-middle = au milieu
analyze-phase-end = à la fin
analyze-grade-doubtful = coups douteux
analyze-grade-mistake = erreurs
analyze-grade-blunder = grosses erreurs
analyze-turning-points = Où { $name } a perdu le plus

report-graph = Le cours de la partie : ce que chaque position vaut pour qui a commencé
report-graph-caption = Au-dessus de la ligne du milieu, celui qui a commencé mène. Les points sont les coups qui ont perdu quelque chose.
report-moves = Tous les coups
report-number = Nº
report-move = Coup
report-worth = Ensuite
report-lost = Perdu
report-remark = Remarques
report-played = { $player ->
    [black] Noir
    [first] Premier
    [second] Second
   *[white] Blanc
} : { MOVE($move) }

study-title = Analyse
study-begin = Faire analyser la partie par la machine
study-here = Analyser sur cet appareil
study-busy = La machine analyse déjà d'autres parties pour vous. Attendez que l'une soit finie.
study-not-over = La machine analyse une partie quand elle est finie.
study-progress = { $known } positions sur { $all } …
study-best-here = Le choix de la machine ici : { MOVE($move) }.
study-move = { MOVE($move) }
study-numbers = En chiffres
study-turning = Où { $name } a perdu le plus :
report-title = { $game } : { $black } – { $white }
report-signs = La croix indique le coup joué, l'anneau un meilleur coup.
key-study = analyse
key-next-mistake = erreur suivante
way-too-long = Cette suite de coups est trop longue pour être analysée : elle peut avoir { $longest } coups au plus.

## Premières leçons

learn-title = Apprendre
learn-lessons = Premiers pas
learn-steps = { $count } petites étapes sur le plateau
learn-puzzles = Des positions tirées des parties de la machine, avec un coup qui se détache : faciles d'abord, puis à votre mesure.
learn-puzzles-open = Résoudre des problèmes
learn-board = Un plateau pour réfléchir : variantes, remarques et marques, et ce que vaut chaque coup.
learn-board-open = Ouvrir le plateau d'analyse

lesson-title = Premiers pas : { $game }
lesson-step = Étape { $step } sur { $of }
lesson-begin = L'apprendre en quelques coups
lesson-next = Étape suivante
lesson-play = Jouer une partie
lesson-shown = { MOVE($move) } convient.
lesson-words = Tapez un coup, ou : réponse, suivant, précédent, retour.
lesson-on = Une ligne vide mène à l'étape suivante.
lesson-rules = Toutes les règles

lesson-go-place = Les pierres se posent sur les croisements des lignes. Noir commence. Posez une pierre sur n'importe quel croisement.
lesson-go-place-not-yet = Posez une pierre : n'importe quel croisement vide convient.
lesson-go-place-done = Une pierre reste où elle est, sauf si elle est prise. Vous et votre adversaire posez une pierre à tour de rôle.
lesson-go-take = Les croisements vides voisins d'une pierre sont ses libertés. Il n'en reste qu'une à la pierre blanche. Occupez-la.
lesson-go-take-not-yet = La pierre blanche respire encore. Quel croisement vide la touche ?
lesson-go-take-done = Sans liberté, la pierre est retirée du plateau : elle est votre prisonnière.
lesson-go-chain = Les pierres qui se touchent le long des lignes forment une chaîne. Elles partagent leurs libertés et se prennent ensemble. Prenez ces trois pierres.
lesson-go-chain-not-yet = La chaîne a encore une liberté. Suivez ses bords.
lesson-go-chain-done = Les trois d'un coup. Les diagonales ne relient pas ; les lignes, si.
lesson-go-escape = Cette fois, il ne reste qu'une liberté à votre pierre : elle est en atari, et Blanc la prendrait. Donnez-lui des libertés.
lesson-go-escape-not-yet = Blanc pourrait encore prendre votre pierre au prochain coup. Par où peut-elle fuir ?
lesson-go-escape-done = Votre chaîne a maintenant trois libertés, et Blanc ne peut pas la prendre tout de suite.
lesson-go-inside = On ne pose pas une pierre qui n'aurait aucune liberté : essayez G7. Mais si elle en prend d'autres, la place se libère. Prenez la chaîne blanche du coin.
lesson-go-inside-not-yet = Dans le coin inférieur gauche, il ne reste à la chaîne blanche qu'une liberté, à l'intérieur.
lesson-go-inside-done = Votre pierre n'avait aucune liberté, avant le départ des blanches. On prend d'abord, on regarde ensuite.
lesson-go-ko = Blanc vient de prendre une pierre en C4. Reprendre aussitôt en D4 pourrait durer sans fin : c'est un ko, et c'est interdit. Jouez d'abord ailleurs.
lesson-go-ko-not-yet = Ne passez pas : posez une pierre ailleurs.
lesson-go-ko-on = Blanc a répondu ailleurs. Maintenant vous pouvez prendre en D4.
lesson-go-ko-done = Voilà comment se livre un ko : un coup ailleurs auquel l'adversaire répond, puis le ko.
lesson-go-eyes = Votre chaîne est entourée. Elle vit si elle a deux yeux séparés, car Blanc ne peut pas remplir les deux à la fois. Faites-les en un coup.
lesson-go-eyes-not-yet = Il ne reste ainsi qu'un œil au plus. Quel croisement partage l'espace en deux ?
lesson-go-eyes-done = Deux yeux : Blanc ne peut jouer ni A1 ni C1. Votre chaîne ne sera jamais prise.
lesson-go-end = Toutes les frontières sont fermées, il n'y a plus rien à gagner. Alors on passe. Passez.
lesson-go-end-not-yet = Une pierre dans votre propre territoire ne rapporte rien. Passez.
lesson-go-end-done = Blanc a passé aussi, et la partie est finie. Vous avez 5 pierres et 10 points autour, Blanc 5 et 5, plus un demi-point de komi : vous gagnez.

lesson-othello-turn = Posez votre pion noir de façon que des pions blancs soient alignés entre lui et un autre des vôtres. Ils se retournent. Les cases marquées sont possibles : choisissez-en une.
lesson-othello-turn-not-yet = Choisissez une des cases marquées.
lesson-othello-turn-done = Le pion blanc encadré est à vous. Un coup retourne toujours au moins un pion.
lesson-othello-many = Un coup peut retourner des pions dans plusieurs directions à la fois. Trouvez la case qui en retourne le plus.
lesson-othello-many-not-yet = Une autre case en retourne davantage : où trois lignes blanches se rejoignent-elles ?
lesson-othello-many-done = Trois lignes, six pions. Tous se retournent, et ceux qui ont été retournés n'en retournent pas d'autres.
lesson-othello-corner = Un pion dans un coin ne peut plus être retourné, car il n'y a rien derrière. Prenez le coin.
lesson-othello-corner-not-yet = Ce n'est pas un coin. L'un des quatre est à votre portée.
lesson-othello-corner-done = Ce pion est à vous jusqu'à la fin, et ceux qui s'appuient sur lui le seront aussi.
lesson-othello-danger = Prenez donc garde à ne pas donner un coin : un pion voisin d'un coin le fait souvent. Trouvez un coup après lequel Blanc ne peut prendre aucun coin.
lesson-othello-danger-not-yet = Blanc pourrait alors prendre un coin. Restez loin du bord pour l'instant.
lesson-othello-danger-done = Blanc n'a pas de coin à prendre. Cela vaut plus que beaucoup de pions.
lesson-othello-options = En milieu de partie, le nombre de pions compte peu ; le choix compte. Trouvez le coup qui en laisse le moins à Blanc.
lesson-othello-options-not-yet = Blanc garderait plus de coups que nécessaire.
lesson-othello-options-done = Il ne reste à Blanc qu'un seul coup, bon ou mauvais. Qui a peu de choix en jouera bientôt de mauvais.
lesson-othello-pass = Qui ne peut rien retourner doit passer. Trouvez le coup après lequel Blanc ne peut pas jouer.
lesson-othello-pass-not-yet = Blanc pourrait encore jouer ensuite.
lesson-othello-pass-done = Blanc doit passer, et c'est de nouveau à vous.
lesson-othello-last = Quatre cases sont vides. Qui a le plus de pions à la fin gagne. Un seul coup gagne : comptez jusqu'au bout.
lesson-othello-last-not-yet = Ce coup en retourne, mais Blanc en retournera davantage : à la fin, vous n'en auriez pas le plus.
lesson-othello-last-done = Cela gagne, si vous continuez ainsi. À la fin, chaque pion compte.

lesson-aligne4-choose = Chaque pièce est différente : noire ou blanche, grande ou petite, animal ou plante, ronde ou carrée. Choisissez une pièce de la réserve, puis une case.
lesson-aligne4-choose-not-yet = Choisissez une pièce, puis une case vide.
lesson-aligne4-choose-done = Voilà un coup. Toutes les pièces sont aux deux joueurs : à votre adversaire d'en choisir une.
lesson-aligne4-line = Quatre pièces alignées qui ont un point commun gagnent. Les trois de la première rangée sont grandes : complétez-la.
lesson-aligne4-line-not-yet = Pas encore de ligne de quatre. Posez une grande pièce sur la dernière case de la première rangée.
lesson-aligne4-line-done = Quatre grandes pièces : vous gagnez. Peu importe qui a posé les trois autres.
lesson-aligne4-diagonal = Les deux diagonales comptent aussi. Qu'ont en commun les trois pièces de la diagonale ? Complétez-la.
lesson-aligne4-diagonal-not-yet = Regardez la diagonale qui part d'en haut à gauche : les trois sont petites.
lesson-aligne4-diagonal-done = Quatre petites pièces. Un seul point commun suffit.
lesson-aligne4-column = Ici, personne ne vous dit où. Trouvez une ligne à compléter.
lesson-aligne4-column-not-yet = Pas encore. Dans la deuxième colonne, il y a trois plantes.
lesson-aligne4-column-done = Quatre plantes. En partie, regardez chaque rangée, chaque colonne et les deux diagonales.
lesson-aligne4-hand = Ici, vous ne pouvez pas gagner. Mais attention : une troisième pièce sur une ligne offre la victoire à l'adversaire. Trouvez un coup après lequel il ne peut pas gagner.
lesson-aligne4-hand-not-yet = Votre adversaire pourrait alors compléter une ligne. Choisissez une pièce qui n'a rien en commun avec ses voisines.
lesson-aligne4-hand-done = Rien à compléter. La plupart des parties se perdent sur un tel coup ; vous venez de l'éviter.
lesson-aligne4-left = Moins il reste de pièces, moins il y a de coups sûrs. Regardez aussi ce qui reste dans la réserve. Trouvez un coup sûr.
lesson-aligne4-left-not-yet = Votre adversaire trouverait dans la réserve une pièce qui complète une ligne.
lesson-aligne4-left-done = Sûr. À votre adversaire maintenant de chercher un tel coup.
lesson-aligne4-gift = Dans la variante du don, l'adversaire choisit votre pièce. On vous en a donné une : posez-la, puis donnez-en une avec laquelle il ne peut pas gagner.
lesson-aligne4-gift-on = Choisissez maintenant la pièce que votre adversaire devra poser.
lesson-aligne4-gift-not-yet = Avec cette pièce, votre adversaire compléterait une ligne. Donnez-en une autre.
lesson-aligne4-gift-done = Un cadeau sans danger. À votre adversaire d'en trouver un pour vous.

## Problèmes

puzzle-all = Problèmes
puzzle-lead = Des positions tirées de parties de la machine, prouvées par elle. Le premier essai compte ; ensuite, essayez autant que vous voulez.
puzzle-count = { $count ->
    [one] Un problème
   *[other] { $count } problèmes
}
puzzle-none = Il n'y a pas de problème de ce jeu.
puzzle-no-such = Ce problème n'existe pas : les numéros vont de 1 à { $count }.
puzzle-next = Problème suivant
puzzle-solve = Résoudre
puzzle-of-the-day = Problème du jour
puzzle-title-rated = Problème { $number }, coté { $rating }
puzzle-facts = À propos de ce problème
puzzle-standing = Votre cote : { $rating }. Trouvés au premier essai : { $right } sur { $tried }.
puzzle-tried = Déjà essayés
puzzle-was-right = trouvé au premier essai
puzzle-was-wrong = pas trouvé au premier essai
puzzle-moves = Les coups
puzzle-this-one = Celui-ci
puzzle-move-listed = { MOVE($move) }
puzzle-task-gain = { $player ->
    [black] Trait à Noir. Un coup vaut au moins { $count } points de plus que tout autre.
   *[white] Trait à Blanc. Un coup vaut au moins { $count } points de plus que tout autre.
}
puzzle-task-win = { $player ->
    [black] Trait à Noir. Un seul coup gagne.
   *[white] Trait à Blanc. Un seul coup gagne.
}
puzzle-task-most = { $player ->
    [black] Trait à Noir. Un coup finit avec { $count } pions de plus que tout autre.
   *[white] Trait à Blanc. Un coup finit avec { $count } pions de plus que tout autre.
}
puzzle-task-win-in = { $player ->
    [first] Trait au premier joueur. Forcez le gain avec { $count } de vos pièces.
   *[second] Trait au second joueur. Forcez le gain avec { $count } de vos pièces.
}
puzzle-task-hold = { $player ->
    [first] Trait au premier joueur. Trouvez ce qui ne perd pas : tout le reste perd.
   *[second] Trait au second joueur. Trouvez ce qui ne perd pas : tout le reste perd.
}
puzzle-task-mistake = À partir du coup { $count }, un coup a lâché ce que le joueur avait. Lequel ?
puzzle-mistake-lead = Parcourez les coups, puis choisissez-en un.
puzzle-no-such-move = Donnez le numéro d'un coup, de { $from } à { $to }.
puzzle-wrong = { MOVE($move) } n'est pas le meilleur coup.
puzzle-no-mistake = Le coup { $number } n'a rien lâché.
puzzle-mistake = L'erreur est le coup { $number } : { MOVE($move) }. Mieux : { MOVE($better) }.
puzzle-hint-region = Regardez cette région : { $region }.
puzzle-hint-piece = La pièce à prendre : { $piece }.
puzzle-hint-player = { $player ->
    [first] C'était un coup du premier joueur.
   *[second] C'était un coup du second joueur.
}
puzzle-theme-capture = Capture
puzzle-theme-life = Vie et mort
puzzle-theme-connection = Connexion
puzzle-theme-ladder = Shicho
puzzle-theme-ko = Ko
puzzle-theme-opening = Début de partie
puzzle-theme-endgame = Fin de partie
puzzle-theme-corner = Coin
puzzle-theme-beside-corner = À côté d'un coin
puzzle-theme-pass = L'adversaire passe
puzzle-theme-parity = Parité
puzzle-theme-cell = Une case
puzzle-theme-piece = Une pièce
help-puzzles = Résoudre des problèmes, cotés selon les niveaux de la machine qui les ratent
help-puzzles-game = Le jeu ; go sans autre indication
help-puzzles-number = Le numéro d'un problème ; sinon le suivant, proche de votre cote
help-puzzles-daily = Le problème du jour
help-puzzles-rating = Dire votre cote et combien vous en avez résolu
help-puzzles-plain = Les poser ligne par ligne
help-puzzles-json = Répondre par un objet JSON par problème ou par jeu
key-other-game = autre jeu

## Les programmes qui jouent sur un serveur

seat-promised = Cette place est gardée pour quelqu'un qui a été invité à jouer.
said-enough = Vous en avez assez dit dans cette partie.
tokens-title = Les programmes qui jouent pour moi
tokens-lead = Un programme joue sur ce serveur avec un jeton. Qui a le jeton joue en son nom : gardez-le pour vous ; vous pouvez le retirer à tout moment.
token-made = Le jeton est créé. Il n'est montré qu'une fois : copiez-le maintenant.
token-shown = Le nouveau jeton
token-program = Le nom du programme
token-scopes = Il peut
token-make = Créer un jeton
token-take-away = Retirer
token-name = Un nom a de 2 à 20 lettres sans accent, chiffres, traits d'union ou tirets bas, et commence par une lettre ou un chiffre.
token-no-scope = Choisissez au moins une chose que le programme peut faire.
token-taken = Le nom { $name } est pris, ou vous avez déjà { $most } jetons : choisissez un autre nom, ou retirez un jeton.
scope-challenge-read = voir ses défis et ses parties
scope-challenge-write = inviter à jouer, et répondre aux invitations
scope-bot-play = jouer comme programme
scope-board-play = jouer comme plateau d'une personne
phrase-hello = Bonjour
phrase-good-luck = Bonne chance
phrase-well-played = Bien joué
phrase-thanks = Merci
phrase-sorry = Pardon
phrase-good-game = Belle partie
phrase-bye = Au revoir
api-title = Le serveur pour les programmes
api-lead = Les programmes jouent ici comme les gens. Les adresses et les réponses sont celles de l'API Bot et Board de lichess partout où le sens est le même : un programme écrit pour elle n'a guère besoin que d'une autre adresse.
api-tokens-lead = Un programme montre un jeton à chaque requête : « Authorization: Bearer JETON ».
api-column-address = Adresse
api-column-does = Ce qu'elle fait
api-column-scope = Droit
api-done = C'est fait.
api-refused = C'est refusé, et rien n'a changé.
api-document = Cette description, selon la spécification OpenAPI
api-account = Qui est le programme
api-playing = Les parties qu'il joue
api-finished = Ses parties terminées
api-upgrade = Rien : qui a un jeton est un programme
api-online = Les programmes qui attendent un défi
api-revoke = Retire le jeton montré
api-events = Un flux de ce qui arrive à ses défis et à ses parties ; plays nomme les jeux auxquels il accepte des défis
api-challenges = Les défis qui attendent une réponse
api-challenge = Invite un autre programme à jouer. Sans réponse, c'est annulé au bout d'un jour ; avec pendule, 20 secondes après que l'invitant a cessé d'écouter
api-challenge-machine = Une partie contre une machine du serveur
api-challenge-anybody = Une partie pour qui a le lien, pendant un jour
api-show-challenge = Un défi
api-accept-challenge = S'assied pour jouer
api-decline-challenge = Ne veut pas jouer
api-cancel-challenge = Annule son propre défi
api-stream = Un flux de ce qui se passe dans une partie
api-move = Joue un coup ; au go, « accept » et « resume » quand les deux ont passé
api-chat = Ce que les joueurs ont dit
api-say = Dit une des phrases qui existent
api-abort = Annule une partie qui n'a pas commencé
api-resign = Abandonne
api-draw = Propose la nulle, ou répond à une proposition
api-takeback = Demande à reprendre un coup, ou répond à qui le demande
api-claim = Prend la partie à un adversaire parti
api-mark = Marque une chaîne de go comme morte, ou de nouveau vivante
api-no-token = Il faut un jeton : « Authorization: Bearer JETON ».
api-no-scope = Il faut un jeton avec le droit { $scope }.
api-no-json = Le corps n'est pas un objet JSON.
api-unknown-field = Le champ « { $field } » n'est pas connu ici.
api-wrong-field = Le champ « { $field } » manque, ou ne veut rien dire. Il peut être : { $may }.
api-not-rated = Les parties ne sont pas classées ici.
api-wrong-key = Une Idempotency-Key a de 1 à 64 caractères visibles.
api-wrong-method = Cette adresse se demande par une autre méthode.
api-no-such-player = Aucun programme n'a ce nom ici.
api-yourself = On ne joue pas contre soi-même ici.
api-no-such-phrase = On ne peut dire que ceci : { $phrases }.
help-bot = Faire jouer un moteur sur un serveur
help-bot-server = L'adresse du serveur, comme https://play.example.org
help-bot-token = Le jeton donné par sa page d'options ; sinon ce que contient PLATEAU_TOKEN
help-bot-engine = Qui joue : level:N, time:SECONDES, nodes:N, random, la ligne de commande d'un moteur GTP, ou nboard:COMMANDE
help-bot-game = N'accepter que les défis à ce jeu ; peut être répété
help-bot-size = Go : n'accepter que les plateaux de cette taille ; peut être répété
help-bot-fastest = Refuser les parties où quarante coups ont moins de temps que cela
help-bot-slowest = Refuser les parties où quarante coups ont plus de temps que cela, ou sans pendule
help-bot-at_once = Jouer tant de parties à la fois (4 si rien n'est dit)
help-bot-threads = Réfléchir avec tant de fils par partie (1 si rien n'est dit)
help-bot-memory = Donner à chaque partie tant de mémoire, en mégaoctets
error-bot-server = « { $server } » n'est pas l'adresse d'un serveur : écrivez http:// ou https:// et un nom
error-no-token = Il faut un jeton : créez-en un sur la page d'options du serveur et donnez-le par --token ou dans { $variable }
bot-listening = { $name } attend des défis sur { $server }.
bot-not-welcome = Le serveur ne laisse pas entrer ce programme : { $said }
bot-lost = La connexion est perdue : { $problem }. Nouvel essai.
bot-declines = Un défi de { $name } est refusé : { $reason }.
bot-plays = { $game } contre { $name } : { $id }
bot-ended = { $id } est finie : { $result }
bot-engine-failed = Le moteur a échoué dans { $id } : { $why }
bot-engine-lost = il n'a rien dit
bot-move-refused = Le serveur a refusé { $move } dans { $id }, et la partie est abandonnée : { $said }
help-cgos = Faire jouer un moteur sur CGOS, le serveur de classement des moteurs de go
help-cgos-server = Le nom du serveur et son port
help-cgos-user = Le nom du moteur là-bas ; son mot de passe est dans PLATEAU_PASSWORD
help-cgos-engine = Qui joue : level:N, time:SECONDES, nodes:N, random, ou la ligne de commande d'un moteur GTP
help-cgos-games = Partir après tant de parties
help-cgos-threads = Réfléchir avec tant de fils (1 si rien n'est dit)
help-cgos-memory = Utiliser tant de mémoire, en mégaoctets
error-no-password = Il faut un mot de passe : mettez-le dans { $variable }
page-said = { $player ->
    [black] Noir : « { $phrase } »
    [first] Le premier : « { $phrase } »
    [second] Le second : « { $phrase } »
   *[white] Blanc : « { $phrase } »
  }
# Les ouvertures d’Othello, comme les appellent les joueurs
othello-opening-diagonal = Ouverture diagonale.
othello-opening-x-square = Ouverture de la case X.
othello-opening-snake = Ouverture : Serpent.
othello-opening-lysons = Ouverture : Lysons.
othello-opening-pyramid = Ouverture : Pyramide.
othello-opening-heath = Ouverture : Heath.
othello-opening-mimura-ii = Ouverture : Variante Mimura II.
othello-opening-heath-bat = Ouverture : Heath chauve-souris.
othello-opening-iwasaki = Ouverture : Variante Iwasaki.
othello-opening-heath-chimney = Ouverture : Heath cheminée.
othello-opening-raccoon-dog = Ouverture : Chien viverrin.
othello-opening-rocket = Ouverture : Fusée.
othello-opening-hamilton = Ouverture : Hamilton.
othello-opening-lollipop = Ouverture : Sucette.
othello-opening-cow = Ouverture : Vache.
othello-opening-chimney = Ouverture : Cheminée.
othello-opening-bat = Ouverture : Chauve-souris.
othello-opening-bat-piau-2 = Ouverture : Chauve-souris, suite Piau 2.
othello-opening-melnikov = Ouverture : Melnikov.
othello-opening-bat-kling = Ouverture : Chauve-souris, suite Kling.
othello-opening-bat-kling-alternative = Ouverture : Chauve-souris, autre suite Kling.
othello-opening-rose-v-toth = Ouverture : Rose-v-Toth.
othello-opening-tanida = Ouverture : Tanida.
othello-opening-aircraft = Ouverture : Avion.
othello-opening-sailboat = Ouverture : Voilier.
othello-opening-maruoka = Ouverture : Maruoka.
othello-opening-landau = Ouverture : Landau.
othello-opening-buffalo = Ouverture : Buffle.
othello-opening-maruoka-buffalo = Ouverture : Buffle Maruoka.
othello-opening-tanida-buffalo = Ouverture : Buffle Tanida.
othello-opening-hokuriku-buffalo = Ouverture : Buffle Hokuriku.
othello-opening-wing = Ouverture : Variante de l'aile.
othello-opening-semi-wing = Ouverture : Variante de la demi-aile.
othello-opening-parallel = Ouverture parallèle.
othello-opening-perpendicular = Ouverture perpendiculaire.
othello-opening-mimura = Ouverture : Mimura.
othello-opening-shaman = Ouverture : Chaman.
othello-opening-inoue = Ouverture : Inoue.
othello-opening-iago = Ouverture : Iago.
othello-opening-bhagat = Ouverture : Bhagat.
othello-opening-rose = Ouverture : Rose.
othello-opening-flat = Ouverture : Plat.
othello-opening-rotating-flat = Ouverture : Plat tournant.
othello-opening-murakami = Ouverture : Variante Murakami.
othello-opening-rotating-flat-kling = Ouverture : Plat tournant, suite Kling.
othello-opening-rose-birth = Ouverture : Rose-Birth.
othello-opening-brightstein = Ouverture : Brightstein.
othello-opening-rose-tamenori = Ouverture : Rose-Tamenori.
othello-opening-rose-tamenori-kling = Ouverture : Rose-Tamenori-Kling.
othello-opening-greenberg = Ouverture : Greenberg.
othello-opening-ralle = Ouverture : Ralle.
othello-opening-horse = Ouverture : Cheval.
othello-opening-ganglion = Ouverture : Ganglion.
othello-opening-swallow = Ouverture : Hirondelle.
othello-opening-no-cat = Ouverture : Sans-Chat.
othello-opening-italian = Ouverture : Italienne.
othello-opening-cat = Ouverture : Chat.
othello-opening-sakaguchi = Ouverture : Sakaguchi.
othello-opening-berner = Ouverture : Berner.
othello-opening-bent-ganglion = Ouverture : Ganglion coudé.
othello-opening-tiger = Ouverture : Tigre.
othello-opening-stephenson = Ouverture : Stephenson.
othello-opening-no-kung = Ouverture : No-Kung.
othello-opening-no-kung-continuation = Ouverture : Suite No-Kung.
othello-opening-comp-oth = Ouverture : Comp'Oth.
othello-opening-fat-draw = Ouverture : Nulle F.A.T.
othello-opening-lightning-bolt = Ouverture : Éclair.
othello-opening-kung = Ouverture : Kung.
othello-opening-leaders-tiger = Ouverture : Tigre du chef.
othello-opening-brightwell = Ouverture : Brightwell.
othello-opening-ishii = Ouverture : Ishii.
othello-opening-mainline-tiger = Ouverture : Tigre, ligne principale.
othello-opening-rose-bill = Ouverture : Rose-Bill.
othello-opening-tamenori = Ouverture : Tamenori.
othello-opening-central-rose-bill = Ouverture : Rose-Bill centrale.
othello-opening-aubrey = Ouverture : Aubrey.
othello-opening-aubrey-feldborg = Ouverture : Aubrey, suite Feldborg.
