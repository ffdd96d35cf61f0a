//! The solver against plain search, against itself, and with everything that must not matter switched on and off.

use aligne4::{Game, Position, Rules};
use engine_aligne4::{NEVER, Question, Settings, Solver, Value};
use fastrand::Rng;
use plateau_core::{Game as _, Position as _, Symmetric as _, processor};

/// No table and no opening but what is asked for, and little memory.
fn solver(threads: usize, opening: bool) -> Solver {
    Solver::new(Settings { threads, memory_bytes: 8 << 20, opening })
}

/// A position with so many pieces that is not over: by random moves, or by random moves that let nobody win at once as
/// long as there are any, since only such positions give a search something to do.
fn random_position(rules: Rules, pieces: u32, quiet: bool, rng: &mut Rng) -> Position {
    let wins = |position: &Position| position.legal_moves().any(|mv| position.after(mv).won_lines().next().is_some());
    loop {
        let mut position = Position::new(rules);
        while position.placed() < pieces && !position.is_over() {
            let mut moves: Vec<_> = position.legal_moves().collect();
            rng.shuffle(&mut moves);
            let mv = moves.iter().find(|&&mv| !quiet || !wins(&position.after(mv))).unwrap_or(&moves[0]);
            position.play_legal(*mv);
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// The value and the distance by trying everything: 17 minus the pieces at the end for a win, seen by who acts.
fn plain(position: &Position, lower: i32, upper: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.value_for(position.turn()) * (17 - position.placed() as i32);
    }
    let mut best = -100;
    for mv in position.legal_moves() {
        let next = position.after(mv);
        let least = lower.max(best);
        let score =
            if next.turn() == position.turn() { plain(&next, least, upper) } else { -plain(&next, -upper, -least) };
        best = best.max(score);
        if best >= upper {
            break;
        }
    }
    best
}

fn expected(position: &Position) -> (Value, u32) {
    let score = plain(position, -100, 100);
    let value = match score.signum() {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    };
    let pieces = if score == 0 { 16 } else { 17 - score.unsigned_abs() };
    let pieces = pieces - position.placed();
    // Under the gift rule a piece takes two plies, less the gift that was made already.
    let plies = if position.rules().gift { 2 * pieces - position.given().is_some() as u32 } else { pieces };
    (value, plies)
}

fn check(solver: &mut Solver, position: &Position) {
    let (value, plies) = expected(position);
    let solution = solver.solve(position, Question::Distance, NEVER).unwrap();
    assert_eq!((solution.value, solution.plies), (value, Some(plies)), "{position}");
    // The line is legal, goes to the end, and the end is what was promised.
    let mut end = *position;
    for &mv in &solution.line {
        end.play(mv).unwrap();
    }
    let outcome = end.outcome().expect("the line goes to the end");
    assert_eq!(outcome.value_for(position.turn()), value as i32 - 1, "{position}");
    assert_eq!(solver.value(position, NEVER), Some(value), "{position}");
}

#[test]
fn agrees_with_plain_search_in_the_base_game() {
    let mut rng = Rng::with_seed(9);
    let mut solver = solver(1, true);
    for i in 0..560 {
        // Fewer early ones, since plain search takes long there.
        let (pieces, quiet) = if i % 28 == 0 { (9, i % 56 == 0) } else { (10 + i % 6, i % 2 == 0) };
        check(&mut solver, &random_position(Rules::BASE, pieces, quiet, &mut rng));
    }
}

#[test]
fn agrees_with_plain_search_in_the_variants() {
    let mut rng = Rng::with_seed(10);
    let mut solver = solver(1, true);
    for rules in &Rules::ALL[1..] {
        for i in 0..120 {
            check(&mut solver, &random_position(*rules, 11 + i % 5, i % 2 == 0, &mut rng));
        }
    }
}

/// A thousand positions and more with five empty cells or fewer, before a gift and after it, and some with seven.
#[test]
fn agrees_with_plain_search_under_the_gift_rule() {
    let mut rng = Rng::with_seed(19);
    let mut solver = solver(1, true);
    let (mut decided, mut drawn) = (0, 0);
    for i in 0..1240 {
        let pieces = if i % 31 == 0 { 9 } else { 11 + i % 5 };
        let mut position = random_position(Rules { gift: true, squares: false }, pieces, i % 3 > 0, &mut rng);
        if i % 2 == 0 {
            position.play_legal(rng.choice(position.legal_moves().collect::<Vec<_>>()).unwrap());
        }
        check(&mut solver, &position);
        *if expected(&position).0 == Value::Draw { &mut drawn } else { &mut decided } += 1;
    }
    assert!(decided > 100 && drawn > 100, "{decided} and {drawn}");
}

/// Value and distance are those of every symmetric position, with a table that knows nothing of the first.
#[test]
fn symmetric_positions_have_the_same_solution() {
    let mut rng = Rng::with_seed(11);
    for rules in Rules::ALL {
        let (mut one, mut other) = (solver(1, true), solver(1, true));
        let pieces = if rules.gift { 9 } else { 7 };
        for _ in 0..8 {
            let position = random_position(rules, pieces, true, &mut rng);
            let solution = one.solve(&position, Question::Distance, NEVER).unwrap();
            let symmetries: Vec<_> = position.symmetries().collect();
            for _ in 0..4 {
                let image = position.transformed(*rng.choice(&symmetries).unwrap());
                other.forget();
                let again = other.solve(&image, Question::Distance, NEVER).unwrap();
                assert_eq!((again.value, again.plies), (solution.value, solution.plies), "{position} {image}");
            }
        }
    }
}

#[test]
fn threads_memory_and_the_opening_table_change_nothing() {
    let mut rng = Rng::with_seed(12);
    let mut solvers = [solver(1, true), solver(2, true), solver(1, false), solver(2, false)];
    let squares = Rules { gift: false, squares: true };
    for i in 0..16 {
        let (rules, pieces) = if i % 2 == 0 { (Rules::BASE, 5 + i % 3) } else { (squares, 4 + i % 3) };
        let position = random_position(rules, pieces, true, &mut rng);
        let answers: Vec<_> = solvers
            .iter_mut()
            .map(|solver| {
                let solution = solver.solve(&position, Question::Distance, NEVER).unwrap();
                (solution.value, solution.plies)
            })
            .collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{position}: {answers:?}");
    }
}

#[test]
fn one_thread_gives_the_same_answer_twice() {
    let position = random_position(Rules::BASE, 6, true, &mut Rng::with_seed(13));
    let solve = || solver(1, false).solve(&position, Question::Distance, NEVER).unwrap();
    assert_eq!(solve(), solve());
}

#[test]
fn giving_up_is_possible_at_any_moment() {
    let start = Position::new(Rules::BASE);
    let mut solver = solver(2, false);
    assert_eq!(solver.solve(&start, Question::Value, &|nodes| nodes > 20_000), None);
    // What was learnt so far does no harm.
    let position = random_position(Rules::BASE, 9, true, &mut Rng::with_seed(14));
    check(&mut solver, &position);
}

#[test]
fn a_finished_game_has_its_outcome_for_a_value() {
    let game = Game::new(Rules::BASE);
    for (text, value) in [("0123/..../..../....", Value::Loss), ("2369/0f15/aec7/d4b8", Value::Draw)] {
        let solution = solver(1, true).solve(&game.position(text).unwrap(), Question::Distance, NEVER).unwrap();
        assert_eq!((solution.value, solution.plies, solution.best()), (value, Some(0), None));
    }
}

/// The whole game by the opening table; the proof without it is `examples/prove.rs`.
#[test]
fn the_second_player_wins_with_the_fourteenth_piece() {
    let solution = solver(1, true).solve(&Position::new(Rules::BASE), Question::Distance, NEVER).unwrap();
    assert_eq!((solution.value, solution.plies), (Value::Loss, Some(14)));
}

/// Not only the same answers: the same positions were looked at.
#[test]
fn all_instructions_search_the_same_tree() {
    let mut rng = Rng::with_seed(12);
    for game in 0..40 {
        let rules = Rules { gift: game % 2 == 1, squares: game % 4 > 1 };
        let position = random_position(rules, 7, true, &mut rng);
        let solve = |instructions| solver(1, false).with(instructions).solve(&position, Question::Distance, NEVER);
        let expected = solve(processor::fastest());
        assert!(expected.is_some());
        for instructions in processor::available() {
            assert_eq!(solve(instructions), expected, "{}: {position}", instructions.name());
        }
    }
}
