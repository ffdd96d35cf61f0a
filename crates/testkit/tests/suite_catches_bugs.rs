//! A suite that finds nothing proves nothing: here it is run on a tiny game, once right and once with each kind of mistake.

use std::error::Error;
use std::fmt;
use std::panic::catch_unwind;
use std::str::FromStr;

use plateau_core::{Expected, Game, Outcome, ParseError, Player, Position, Reason, Scanner, Symmetric, perft};
use testkit::conformance::{Effort, check};

/// Five cells in a row; who takes the last one wins. A cell next to one's own stone is refused.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    cells: [Option<Player>; 5],
    turn: Player,
    key: u64,
    bug: Bug,
}

/// One mistake of each kind that the suite is there to find.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bug {
    None,
    ListsTwice,
    ForgetsAMove,
    MiscountsMoves,
    NeverOver,
    RefusalLeavesATrace,
    StaleKey,
    UnreadableMove,
    TextForgetsTurn,
    SymmetryOff,
}

const BUGS: [Bug; 9] = [
    Bug::ListsTwice,
    Bug::ForgetsAMove,
    Bug::MiscountsMoves,
    Bug::NeverOver,
    Bug::RefusalLeavesATrace,
    Bug::StaleKey,
    Bug::UnreadableMove,
    Bug::TextForgetsTurn,
    Bug::SymmetryOff,
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Step(u8, bool);

const CELL: Expected = Expected { id: "row-cell", phrase: "a cell" };

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if self.1 { 0 } else { self.0 })
    }
}

impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Step, ParseError> {
        let mut scanner = Scanner::new(text);
        let step = scanner.take(CELL, |c| c.to_digit(5))?;
        scanner.end()?;
        Ok(Step(step as u8, false))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl Error for Refused {}

impl Reason for Refused {
    fn id(&self) -> &'static str {
        "row-refused"
    }
}

impl Row {
    fn fresh_key(&self) -> u64 {
        let letter = |cell: &Option<Player>| cell.map_or(0, |player| player as u64 + 1);
        self.cells.iter().fold(self.turn as u64, |key, cell| key * 3 + letter(cell))
    }

    fn is_legal(&self, cell: u8) -> bool {
        let at = |i: u8| self.cells.get(i as usize).copied().flatten();
        at(cell).is_none() && at(cell.wrapping_sub(1)) != Some(self.turn) && at(cell + 1) != Some(self.turn)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.cells {
            f.write_str(cell.map_or(".", |player| if player == Player::Black { "X" } else { "O" }))?;
        }
        let turn = if self.bug == Bug::TextForgetsTurn { Player::Black } else { self.turn };
        f.write_str(if turn == Player::Black { "X" } else { "O" })
    }
}

impl Position for Row {
    type Move = Step;
    type Illegal = Refused;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.bug != Bug::NeverOver && !(0..5).any(|cell| self.is_legal(cell));
        over.then_some(Outcome::Win(self.turn.opponent()))
    }

    fn all_moves(&self) -> impl Iterator<Item = Step> {
        let unreadable = self.bug == Bug::UnreadableMove;
        (0..5).map(move |cell| Step(cell, unreadable))
    }

    fn legal_moves(&self) -> impl Iterator<Item = Step> {
        let mut legal: Vec<Step> = self.all_moves().filter(|step| self.is_legal(step.0)).collect();
        match self.bug {
            Bug::ListsTwice => legal.extend(legal.first().copied()),
            Bug::ForgetsAMove if legal.len() == 2 => legal.truncate(1),
            _ => {}
        }
        legal.into_iter()
    }

    fn count_legal_moves(&self) -> usize {
        self.legal_moves().count() + (self.bug == Bug::MiscountsMoves) as usize
    }

    fn check(&self, step: Step) -> Result<(), Refused> {
        if self.is_legal(step.0) { Ok(()) } else { Err(Refused) }
    }

    fn play(&mut self, step: Step) -> Result<(), Refused> {
        if self.bug == Bug::RefusalLeavesATrace && !self.is_legal(step.0) {
            self.turn = self.turn.opponent();
        }
        self.check(step)?;
        self.play_legal(step);
        Ok(())
    }

    fn play_legal(&mut self, step: Step) {
        self.cells[step.0 as usize] = Some(self.turn);
        self.turn = self.turn.opponent();
        if self.bug != Bug::StaleKey {
            self.key = self.fresh_key();
        }
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Symmetric for Row {
    type Symmetry = bool;

    fn symmetries(&self) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }

    fn transformed(&self, mirror: bool) -> Row {
        let mut image = self.clone();
        if mirror {
            image.cells.reverse();
        }
        image.key = image.fresh_key();
        image
    }

    fn transform_move(&self, step: Step, mirror: bool) -> Step {
        let last = if self.bug == Bug::SymmetryOff { 3 } else { 4 };
        if mirror { Step(last - step.0.min(last), step.1) } else { step }
    }
}

#[derive(Clone, PartialEq, Debug)]
struct RowGame(Bug);

impl Game for RowGame {
    type Position = Row;

    fn start(&self) -> Row {
        let mut row = Row { cells: [None; 5], turn: Player::Black, key: 0, bug: self.0 };
        row.key = row.fresh_key();
        row
    }

    fn position(&self, text: &str) -> Result<Row, ParseError> {
        let mut scanner = Scanner::new(text);
        let mut row = self.start();
        let player = |c| match c {
            'X' => Some(Some(Player::Black)),
            'O' => Some(Some(Player::White)),
            '.' => Some(None),
            _ => None,
        };
        for cell in &mut row.cells {
            *cell = scanner.take(CELL, player)?;
        }
        row.turn = scanner.take(CELL, |c| player(c).flatten())?;
        scanner.end()?;
        row.key = row.fresh_key();
        Ok(row)
    }
}

const EFFORT: Effort = Effort { games: 40, max_plies: 10, seed: 1 };

#[test]
fn the_right_game_passes() {
    check(&RowGame(Bug::None), EFFORT);
}

#[test]
fn every_kind_of_mistake_is_found() {
    for bug in BUGS {
        let found = catch_unwind(|| check(&RowGame(bug), EFFORT)).is_err();
        assert!(found, "the suite does not see {bug:?}");
    }
}

#[test]
fn perft_counts_ended_games_once() {
    let start = RowGame(Bug::None).start();
    let by_hand = |depth| {
        fn count(row: &Row, depth: u32) -> u64 {
            let moves: Vec<Step> = (0..5).map(|cell| Step(cell, false)).filter(|step| row.is_legal(step.0)).collect();
            if depth == 0 || moves.is_empty() {
                return 1;
            }
            moves.into_iter().map(|step| count(&row.after(step), depth - 1)).sum()
        }
        count(&start, depth)
    };
    for depth in 0..=6 {
        assert_eq!(perft(&start, depth), by_hand(depth), "depth {depth}");
    }
    assert_eq!(perft(&start, 1), 5);
}
