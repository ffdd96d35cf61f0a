//! The crate and the slow model side by side: random games on all boards, all games on tiny ones.

use std::cell::Cell;

use go::{DeadStones, Game, Illegal, Ko, Move, Player, Point, Position, Rules, Territory};
use plateau_core::{Game as _, Outcome, Position as _, perft};

use crate::model::{Model, Verdict};
use crate::setup::{every_rule_set, size};

/// What the random games came across; a test that never saw a superko has shown nothing about it.
#[derive(Default)]
struct Seen {
    moves: Cell<u32>,
    captures: Cell<u32>,
    suicides: Cell<u32>,
    kos: Cell<u32>,
    superkos: Cell<u32>,
    /// Immediate retakes that the natural rule allows and simple ko would not.
    free_retakes: Cell<u32>,
    voids: Cell<u32>,
}

fn add(counter: &Cell<u32>, more: bool) {
    counter.set(counter.get() + u32::from(more));
}

fn at(point: Point, width: usize) -> usize {
    point.row() as usize * width + point.column() as usize
}

/// The same stones everywhere, and the same verdict on every point that `asked` wants.
fn compare(position: &Position, model: &Model, seen: &Seen, mut asked: impl FnMut(Point) -> bool) {
    let board = position.board();
    for point in position.size().points() {
        let cell = at(point, model.width);
        let stone = match board.at(point) {
            Some(Player::Black) => 'b',
            Some(Player::White) => 'w',
            None => '.',
        };
        assert_eq!(stone, model.grid[cell], "{point} in {position}");
        if !asked(point) {
            continue;
        }
        let expected = model.verdict(cell);
        let said = match position.check(Move::Play(point)) {
            Ok(()) => Verdict::Legal,
            Err(Illegal::Occupied) => Verdict::Occupied,
            Err(Illegal::NoLiberty) => Verdict::NoLiberty,
            Err(Illegal::GameOver) => Verdict::Over,
            Err(why @ (Illegal::Ko | Illegal::Superko)) => {
                add(&seen.kos, why == Illegal::Ko);
                add(&seen.superkos, why == Illegal::Superko);
                Verdict::Repeats
            }
            Err(why) => panic!("{why}"),
        };
        assert_eq!(said, expected, "{point} in {position}");
    }
    if !position.is_over() {
        let repeats = |p: &Point| matches!(position.check(Move::Play(*p)), Err(Illegal::Ko | Illegal::Superko));
        let forbidden: Vec<Point> = position.size().points().filter(repeats).collect();
        assert_eq!(position.forbidden_points().collect::<Vec<_>>(), forbidden, "{position}");
    }
    assert_eq!(Player::BOTH.map(|player| board.captures(player)), model.taken, "{position}");
    assert_eq!(position.turn() == Player::Black, model.turn == 'b');
    assert_eq!(position.is_over(), model.over(), "{position}");
    assert_eq!(position.outcome() == Some(Outcome::NoResult), model.void, "{position}");
}

/// What costs the model more and changes less from move to move: liberties, territory, the count.
fn compare_counts(position: &Position, model: &Model) {
    let board = position.board();
    for head in board.heads() {
        let liberties = model.liberties(at(head, model.width));
        assert_eq!(board.liberties(head).len() as usize, liberties, "{head} in {position}");
        assert_eq!(board.atari(head).is_some(), liberties == 1, "{head} in {position}");
    }
    let territory = Territory::at_the_end(board);
    let count = position.count(&DeadStones::NONE);
    for (player, colour) in [(Player::Black, 'b'), (Player::White, 'w')] {
        let (stones, surrounded) = model.stones_and_territory(colour);
        assert_eq!(
            (board.stones(player) as usize, territory.count(player) as usize),
            (stones, surrounded),
            "{position}"
        );
        assert_eq!(count.tally(player).stones as usize, stones);
    }
}

/// Plays one game, moves chosen so that captures and repetitions come often: takers and retakers first, a pass now and then.
fn play_one(width: u8, rules: Rules, max_plies: u32, rng: &mut fastrand::Rng, seen: &Seen) {
    let mut position = Game::even(size(width), rules).start();
    let mut model = Model::new(width as usize, rules);
    let mut last_taken_at = None;
    for ply in 0..max_plies {
        // On large boards the model is too slow to be asked about every point at every turn.
        let all = width < 6 || ply % 32 == 0;
        compare(&position, &model, seen, |_| all || rng.u32(..position.size().area() as u32) < 12);
        if ply % 32 == 0 {
            compare_counts(&position, &model);
        }
        if position.is_over() {
            break;
        }
        let legal: Vec<Move> = position.legal_moves().filter(|&mv| mv != Move::Pass).collect();
        let board = position.board();
        let takes = |mv: &Move| mv.point().is_some_and(|p| board.captured_by(p, position.turn()) > 0);
        let takers: Vec<Move> = legal.iter().copied().filter(takes).collect();
        let mv = if legal.is_empty() || rng.u8(..24) == 0 {
            Move::Pass
        } else if !takers.is_empty() && rng.u8(..4) != 0 {
            rng.choice(takers).unwrap()
        } else {
            rng.choice(legal).unwrap()
        };
        if let Move::Play(point) = mv {
            add(&seen.captures, board.captured_by(point, position.turn()) > 0);
            add(&seen.suicides, board.is_suicide(point, position.turn()));
            add(&seen.free_retakes, last_taken_at == Some(point) && rules.ko == Ko::NaturalSituational);
        }
        let mut simple = board.clone();
        last_taken_at = mv.point().and_then(|point| {
            simple.play(point, position.turn());
            simple.ko()
        });
        position.play(mv).unwrap();
        model.play(mv.point().map(|point| at(point, width as usize)));
        add(&seen.moves, true);
    }
    compare_counts(&position, &model);
    add(&seen.voids, position.outcome() == Some(Outcome::NoResult));
}

#[test]
fn the_crate_agrees_with_the_slow_model() {
    let seen = Seen::default();
    // Unoptimised, the model would take minutes on the large boards.
    let (widest, share) = if cfg!(debug_assertions) { (9, 8) } else { (19, 1) };
    for (number, (_, rules)) in every_rule_set().enumerate() {
        let mut rng = fastrand::Rng::with_seed(number as u64);
        for (width, games) in (2..=widest).zip([400, 200, 80, 30, 9, 5, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) {
            for _ in 0..u32::div_ceil(games, share) {
                play_one(width, rules, 3 * width as u32 * width as u32, &mut rng, &seen);
            }
        }
    }
    let [moves, captures, suicides] = [&seen.moves, &seen.captures, &seen.suicides].map(Cell::get);
    let [kos, superkos, retakes, voids] = [&seen.kos, &seen.superkos, &seen.free_retakes, &seen.voids].map(Cell::get);
    eprintln!(
        "{moves} moves, {captures} captures, {suicides} suicides, {kos} kos, {superkos} superkos, {retakes} free retakes, {voids} void games"
    );
    // Fewer games, and none on large boards, see less than their share.
    let at_least = |count: u32, wanted: u32| assert!(count >= wanted / (3 * share - 2), "{count} of {wanted}");
    at_least(moves, 100_000);
    at_least(captures, 10_000);
    at_least(suicides, 500);
    at_least(kos, 1000);
    at_least(superkos, 2000);
    at_least(retakes, 5);
    at_least(voids, 50);
}

fn model_perft(model: &Model, depth: u32) -> u64 {
    if depth == 0 || model.over() {
        return 1;
    }
    let legal = (0..model.grid.len()).filter(|&at| model.verdict(at) == Verdict::Legal).map(Some);
    let after = legal.chain([None]).map(|mv| {
        let mut next = model.clone();
        next.play(mv);
        model_perft(&next, depth - 1)
    });
    after.sum()
}

/// Every sequence there is, so every short repetition too.
#[test]
fn all_sequences_on_tiny_boards() {
    for (name, rules) in every_rule_set() {
        for (width, depth) in [(1, 6), (2, 7), (3, 4)] {
            let position = Game::even(size(width), rules).start();
            let expected = model_perft(&Model::new(width as usize, rules), depth);
            assert_eq!(perft(&position, depth), expected, "{name} on {width}×{width}, depth {depth}");
        }
    }
}
