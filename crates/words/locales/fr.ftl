# Les phrases de Plateau en français. Chaque identifiant a son jumeau dans les autres langues ; des tests y veillent.

## L'aide sur la ligne de commande

help = Go, Othello et Aligne 4 : y jouer, les regarder, les étudier
help-usage = Usage
help-commands = Commandes
help-arguments = Arguments
help-options = Options
help-examples = Exemples
help-help = Afficher cette aide
help-version = Afficher la version
help-lang = Parler cette langue ; sinon celle de l'environnement
help-color = Utiliser des couleurs

help-perft = Compter les suites de coups d'une longueur donnée
help-perft-game = Le jeu
help-perft-depth = La longueur des suites, en coups ; une passe est un coup
help-perft-position = Partir de cette position au lieu de la première
help-perft-size = Go : la taille du goban, de 1 à 25
help-perft-rules = Go : les règles
help-perft-variant = Aligne 4 : la variante
help-perft-divide = Montrer aussi le compte sous chaque premier coup
help-perft-json = Répondre par un objet JSON

help-rules = Afficher les règles d'un jeu
help-rules-game = Le jeu

help-bench = Mesurer des tâches fixes : vitesses, et signatures qui ne doivent pas changer
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
error-column = colonne { $column } : { $expected } attendu, « { $found } » trouvé
error-column-end = colonne { $column } : { $expected } attendu, fin du texte trouvée
error-position = { $text } : { $problem }
error-go-size = un goban a de 1 à 25 lignes, et non { $size }
error-option-not-for-game = l'option { $option } n'est pas pour { $game }
error-unknown-lang = « { $lang } » n'est pas une langue de ce programme, qui parle { $known }
error-unknown-rules = « { $name } » n'est pas un nom de règles : choisissez parmi { $known }
error-unknown-variant = « { $name } » n'est pas une variante : choisissez parmi { $known }
error-unknown-command = « { $name } » n'est pas une commande : choisissez parmi { $known }
error-config-read = { $path } ne peut pas être lu : { $problem }
error-config-syntax = { $path }, ligne { $line }, colonne { $column } : { $problem }
error-no-home = pas de dossier personnel : donnez dans PLATEAU_CONFIG le chemin du fichier de configuration
error-output = la sortie ne peut pas être écrite : { $problem }

## Réglages

config-file = fichier de configuration
config-lang = langue
config-color = couleurs
config-from-flag = par l'option { $name }
config-from-variable = par la variable { $name }
config-from-file = par le fichier de configuration
config-from-default = par défaut
config-missing = absent

## Mesures

bench-perft = { $game } : { $leaves } feuilles en { $seconds } s, { $rate } millions de feuilles par seconde
bench-playouts = { $game } { $size }×{ $size } : { $playouts } parties au hasard en { $seconds } s, { $rate } par seconde
bench-signature = signature { $signature }
