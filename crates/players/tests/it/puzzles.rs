//! The shipped puzzles are what they say: a sample is solved again, exactly, and in Go with sixteen times the effort.

use std::num::NonZeroUsize;
use std::thread;

use engine_aligne4::{NEVER, Question as HowFar, Settings as Tables, Solver as LineSolver, Value};
use engine_go::{Networked, Puct, Settings};
use engine_othello::{Question, Solver, Weights};
use plateau_core::Position as _;
use players::puzzles::Posed;
use search::{Engine as _, Limits, Report, Resources, Score, Stop, Variation};
use study::puzzle::{Collection, Puzzle, Task};
use table::{AnyTable, Kind};

/// Every so-many-th puzzle for which something holds, so many of them.
fn sample(kind: Kind, count: usize, holds: impl Fn(&Puzzle) -> bool) -> Vec<Puzzle> {
    let collection = Collection::shipped(kind);
    let all: Vec<Puzzle> =
        (1..=collection.len()).filter_map(|number| collection.puzzle(number)).filter(holds).collect();
    let step = (all.len() / count).max(1);
    all.into_iter().step_by(step).take(count).collect()
}

#[test]
fn of_each_game_there_are_enough() {
    for (kind, least) in [(Kind::Go, 1000), (Kind::Othello, 2000), (Kind::Aligne4, 2000)] {
        let count = Collection::shipped(kind).len();
        assert!(count >= least, "{kind}: {count}");
    }
}

#[test]
fn the_only_move_of_an_endgame_is_the_only_one() {
    let mut solver = Solver::new(Weights::shipped(), 1, 16 << 20);
    for puzzle in sample(Kind::Othello, 40, |puzzle| puzzle.moves.len() >= 44) {
        let AnyTable::Othello(table) = puzzle.table().expect("legal moves") else { panic!("a table of Othello") };
        let board = table.position().board();
        let mut scores: Vec<(i32, String)> = Vec::new();
        for square in board.moves() {
            let solution = solver.solve(board.after(square), Question::Margin, &Stop::new(), &mut |_| {});
            scores.push((-solution.expect("nobody stops it").margin, square.to_string()));
        }
        scores.sort();
        let [.., (second, _), (best, answer)] = scores.as_slice() else { panic!("{puzzle}: there is a choice") };
        assert_eq!(puzzle.answers, std::slice::from_ref(answer), "{puzzle}");
        match puzzle.task {
            Task::Win => assert!(*best > 0 && *second <= 0, "{puzzle}: {scores:?}"),
            Task::Most { discs } => assert_eq!(best - second, i32::from(discs), "{puzzle}: {scores:?}"),
            _ => panic!("{puzzle}"),
        }
    }
}

#[test]
fn lines_are_forced_losses_avoided_and_mistakes_made_as_it_is_said() {
    let mut solver = LineSolver::new(Tables { memory_bytes: 16 << 20, ..Tables::default() });
    for puzzle in sample(Kind::Aligne4, 60, |puzzle| !matches!(puzzle.task, Task::Mistake { .. })) {
        let AnyTable::Aligne4(table) = puzzle.table().expect("legal moves") else { panic!("a table of Aligne 4") };
        let ranked = solver.ranked(table.position(), NEVER).expect("it does not give up");
        let best = ranked[0].value;
        let mut right: Vec<String> =
            ranked.iter().filter(|one| one.value == best).map(|one| one.mv.to_string()).collect();
        let mut answers = puzzle.answers.clone();
        right.sort();
        answers.sort();
        assert_eq!(answers, right, "{puzzle}");
        let wanted = if puzzle.task == Task::Hold { Value::Draw } else { Value::Win };
        assert_eq!(best, wanted, "{puzzle}");
        let line = solver.solve(table.position(), HowFar::Distance, NEVER).expect("it does not give up").line;
        assert_eq!(line.len(), puzzle.line.len(), "{puzzle}: as soon as it can be, as late as it can be");
    }
    for puzzle in sample(Kind::Aligne4, 20, |puzzle| matches!(puzzle.task, Task::Mistake { .. })) {
        let Task::Mistake { from } = puzzle.task else { panic!("a mistake is asked for") };
        let mut mistakes = Vec::new();
        for number in usize::from(from)..=puzzle.moves.len() {
            let mut worth = |moves: usize| {
                let AnyTable::Aligne4(table) = puzzle.table_after(moves, &[]).expect("legal moves") else {
                    panic!("a table of Aligne 4")
                };
                let position = *table.position();
                (position.turn(), solver.value(&position, NEVER).expect("it does not give up"))
            };
            let ((turn, had), (next, left)) = (worth(number - 1), worth(number));
            let left = if turn == next { left } else { left.reversed() };
            if left < had {
                mistakes.push(number.to_string());
            }
        }
        assert_eq!(mistakes, puzzle.answers, "{puzzle}");
    }
}

/// Puzzles of Go were found with so many visits.
const VISITS: u64 = 200;

/// How many of each board are looked at again.
const AGAIN: [(&str, usize); 3] = [("9", 5), ("13", 3), ("19", 2)];

#[test]
fn one_move_of_go_stays_better_by_what_is_promised_at_sixteen_times_the_effort() {
    let puzzles: Vec<Puzzle> = AGAIN
        .iter()
        .flat_map(|&(board, count)| sample(Kind::Go, count, |puzzle| puzzle.ground.board() == board))
        .collect();
    assert!(!puzzles.is_empty());
    let (one, other) = puzzles.split_at(puzzles.len() / 2);
    thread::scope(|scope| {
        for part in [one, other] {
            scope.spawn(move || part.iter().for_each(still_holds));
        }
    });
}

fn still_holds(puzzle: &Puzzle) {
    let AnyTable::Go(table) = puzzle.table().expect("legal moves") else { panic!("a table of Go") };
    let resources = Resources { seed: Some(16), ..Resources::default() };
    let mut search = Puct::new(Settings::BEST, &resources, Networked::shipped);
    let limits = Limits { variations: NonZeroUsize::new(8).expect("not zero"), ..Limits::nodes(16 * VISITS) };
    let seen: Report<go::Move> =
        search.think(table.position(), &limits, &Stop::new(), &mut |_| {}).expect("an answer").report;
    let lead = |variation: &Variation<go::Move>| match variation.score {
        Score::Chance { lead, .. } => lead,
        _ => panic!("the search tells chances"),
    };
    let best = &seen.variations[0];
    assert!(puzzle.is_right(&best.moves[0].to_string()), "{puzzle}: now {}", best.moves[0]);
    let others = seen.variations[1..].iter().filter(|other| other.visits > seen.nodes / 100);
    let Task::Gain { points } = puzzle.task else { panic!("{puzzle}: points are promised") };
    for other in others {
        let gap = lead(best) - lead(other);
        assert!(gap >= f32::from(points), "{puzzle}: {} is {gap:.1} behind", other.moves[0]);
    }
}

#[test]
fn what_a_person_answers_is_told_right_from_wrong() {
    for kind in Kind::ALL {
        let puzzle = sample(kind, 1, |puzzle| !matches!(puzzle.task, Task::Mistake { .. })).remove(0);
        let posed = Posed::new(puzzle.clone()).expect("a puzzle");
        let right = posed.given(&puzzle.answers[0]).expect("an answer");
        assert!(right.is_right && !posed.right(&right.answer).is_empty(), "{puzzle}");
        assert!(posed.given("z99").is_err() && !posed.hint().is_empty() && !posed.solved().is_empty());
        assert_eq!(posed.line_after(&right.answer)[0], right.answer);
    }
    let puzzle = sample(Kind::Aligne4, 1, |puzzle| matches!(puzzle.task, Task::Mistake { .. })).remove(0);
    let posed = Posed::new(puzzle.clone()).expect("a puzzle");
    let from = posed.mistake_from().expect("a mistake is asked for");
    for number in from..=puzzle.moves.len() {
        let given = posed.given(&number.to_string()).expect("a number of a move");
        assert_eq!(given.is_right, puzzle.answers == [number.to_string()], "{number}");
    }
    assert_eq!(posed.given("0").expect_err("no such move").id, "puzzle-no-such-move");
    assert!(posed.given(&(puzzle.moves.len() + 1).to_string()).is_err());
}

/// The rules force passes in Othello, which puzzles do not write: the line that is played has them.
#[test]
fn every_line_of_othello_can_be_looked_at_to_its_end() {
    for puzzle in sample(Kind::Othello, 60, |_| true) {
        let posed = Posed::new(puzzle.clone()).expect("a puzzle");
        let line = posed.line_after(&puzzle.answers[0]);
        let texts: Vec<&str> = line.iter().map(String::as_str).collect();
        let way = posed.way().branch(posed.asked(), &texts).unwrap_or_else(|why| panic!("{puzzle}: {why:?}"));
        assert!(way.len() > puzzle.line.len(), "{puzzle}: all of it");
    }
}
