//! The rules once more, slowly: pieces as four words, lines as lists of coordinates, wins by comparing words. The fast
//! position must count the same sequences and tell the same story along random games.

use aligne4::{Cell, Game, Move, Piece, Position, Rules};
use fastrand::Rng;
use plateau_core::{Game as _, Outcome, Player, Position as _, perft};

type Words = [&'static str; 4];

#[derive(Clone)]
struct Model {
    rules: Rules,
    board: [[Option<Words>; 4]; 4],
    reserve: Vec<(Piece, Words)>,
    given: Option<Words>,
    turn: Player,
    winner: Option<Player>,
}

fn words(piece: Piece) -> Words {
    const ZERO: Words = ["black", "large", "animal", "round"];
    const ONE: Words = ["white", "small", "plant", "square"];
    let digits = format!("{:04b}", piece.index());
    let mut chosen = ZERO;
    for (i, digit) in digits.chars().enumerate() {
        if digit == '1' {
            chosen[i] = ONE[i];
        }
    }
    chosen
}

impl Model {
    fn new(rules: Rules) -> Model {
        Model {
            rules,
            board: [[None; 4]; 4],
            reserve: Piece::all().map(|piece| (piece, words(piece))).collect(),
            given: None,
            turn: Player::Black,
            winner: None,
        }
    }

    fn groups(&self) -> Vec<Vec<(usize, usize)>> {
        let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
        for i in 0..4 {
            groups.push((0..4).map(|j| (i, j)).collect());
            groups.push((0..4).map(|j| (j, i)).collect());
        }
        groups.push((0..4).map(|j| (j, j)).collect());
        groups.push((0..4).map(|j| (j, 3 - j)).collect());
        if self.rules.squares {
            for (i, j) in (0..9).map(|n| (n / 3, n % 3)) {
                groups.push(vec![(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)]);
            }
        }
        groups
    }

    fn has_alignment(&self) -> bool {
        self.groups().iter().any(|group| {
            let pieces: Vec<Words> = group.iter().filter_map(|&(row, column)| self.board[row][column]).collect();
            pieces.len() == 4 && (0..4).any(|word| pieces.iter().all(|piece| piece[word] == pieces[0][word]))
        })
    }

    fn moves(&self) -> Vec<Move> {
        let empty: Vec<Cell> =
            Cell::all().filter(|c| self.board[c.row() as usize][c.column() as usize].is_none()).collect();
        if self.winner.is_some() || empty.is_empty() {
            return Vec::new();
        }
        let reserve = self.reserve.iter().map(|&(piece, _)| piece);
        match (self.rules.gift, self.given) {
            (false, _) => reserve.flat_map(|piece| empty.iter().map(move |&cell| Move::Put { piece, cell })).collect(),
            (true, None) => reserve.map(Move::Give).collect(),
            (true, Some(_)) => empty.into_iter().map(Move::Place).collect(),
        }
    }

    fn take(&mut self, piece: Piece) -> Words {
        let place = self.reserve.iter().position(|&(p, _)| p == piece).expect("the piece is in the reserve");
        self.reserve.remove(place).1
    }

    fn play(&mut self, mv: Move) {
        let (placed, cell) = match mv {
            Move::Put { piece, cell } => (self.take(piece), cell),
            Move::Give(piece) => {
                self.given = Some(self.take(piece));
                self.turn = self.turn.opponent();
                return;
            }
            Move::Place(cell) => (self.given.take().expect("a piece was given"), cell),
        };
        self.board[cell.row() as usize][cell.column() as usize] = Some(placed);
        if self.has_alignment() {
            self.winner = Some(self.turn);
        }
        if !self.rules.gift {
            self.turn = self.turn.opponent();
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |mv| {
            let mut next = self.clone();
            next.play(mv);
            next.perft(depth - 1)
        };
        self.moves().into_iter().map(below).sum::<u64>().max(1)
    }
}

/// Plays the same random moves on both until one is over or `plies` are played.
fn play_both(rules: Rules, plies: u32, rng: &mut Rng) -> (Model, Position) {
    let mut model = Model::new(rules);
    let mut position = Game::new(rules).start();
    for _ in 0..plies {
        assert_eq!(position.legal_moves().collect::<Vec<_>>(), model.moves(), "{position}");
        let Some(mv) = rng.choice(model.moves()) else { break };
        assert_eq!(position.turn(), model.turn, "{position}");
        model.play(mv);
        position.play(mv).unwrap();
    }
    (model, position)
}

#[test]
fn random_games_come_out_the_same() {
    let mut rng = Rng::with_seed(1);
    let mut draws = [0; 4];
    for (rules, draws) in Rules::ALL.into_iter().zip(&mut draws) {
        for _ in 0..1500 {
            let (model, position) = play_both(rules, 33, &mut rng);
            let expected = model.winner.map_or(Outcome::Draw, Outcome::Win);
            assert_eq!(position.outcome(), Some(expected), "{position}");
            assert_eq!(position.won_lines().count() > 0, model.winner.is_some(), "{position}");
            *draws += (expected == Outcome::Draw) as u32;
        }
    }
    // Draws come about by random play too, in every variant.
    assert!(draws.iter().all(|&count| count > 0), "{draws:?}");
}

#[test]
fn perft_counts_the_same_sequences() {
    let mut rng = Rng::with_seed(2);
    for rules in Rules::ALL {
        for plies in [0, 3, 6, 8, 9, 10, 11, 12, 20, 22, 24, 27] {
            let (model, position) = play_both(rules, plies, &mut rng);
            let room = model.moves().len();
            let depth = if room > 60 { 2 } else { 3 };
            assert_eq!(perft(&position, depth), model.perft(depth), "{} {position}", rules.name());
        }
    }
}

/// The first counts are small arithmetic: 16·16, 16·16·15·15, … until a line can be complete.
#[test]
fn perft_from_the_start() {
    let start = |rules| Game::new(rules).start();
    for (depth, count) in [(0, 1), (1, 256), (2, 57_600), (3, 11_289_600)] {
        assert_eq!(perft(&start(Rules::BASE), depth), count);
    }
    let gift = Rules { gift: true, squares: false };
    for (depth, count) in [(1, 16), (2, 256), (3, 3840), (4, 57_600)] {
        assert_eq!(perft(&start(gift), depth), count);
    }
}
