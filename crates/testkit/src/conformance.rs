//! One suite that every game, variant and rule set must pass.
//!
//! It plays random games and holds every position on the way to the invariants that [`Position`] and [`Symmetric`] promise.
//! A failure panics with the position's text, so that it can be played again.

use std::collections::BTreeSet;

use fastrand::Rng;
use plateau_core::{Course, Game, Outcome, Position, Symmetric};

/// How many random games to play, from which seed, and how long each may get.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games to play.
    pub games: u32,
    /// Plies after which a game is left.
    pub max_plies: u32,
    /// The seed of the first game.
    pub seed: u64,
}

/// Symmetries followed along each game; where a game has more, they are drawn at random.
const SYMMETRIES_PER_GAME: usize = 8;

/// Illegal moves tried on each position.
const ILLEGAL_TRIED: usize = 24;

/// Plays random games and panics at the first broken promise.
pub fn check<G: Game>(game: &G, effort: Effort)
where
    G::Position: Symmetric,
{
    for number in 0..effort.games {
        let mut rng = Rng::with_seed(effort.seed.wrapping_add(number as u64));
        check_one_game(game, effort.max_plies, &mut rng);
    }
}

fn check_one_game<G: Game>(game: &G, max_plies: u32, rng: &mut Rng)
where
    G::Position: Symmetric,
{
    let start = game.start();
    let symmetries = draw_symmetries(&start, rng);
    let mut images: Vec<_> = symmetries.iter().map(|&s| start.transformed(s)).collect();
    let mut line = Course::new(start);
    let mut snapshots = vec![line.position().clone()];

    for _ in 0..max_plies {
        let position = line.position();
        check_moves(position, rng);
        check_move_texts(position);
        check_text(game, position);
        for (&symmetry, image) in symmetries.iter().zip(&images) {
            check_image(position, symmetry, image);
        }
        let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
        for (&symmetry, image) in symmetries.iter().zip(&mut images) {
            let mapped = position.transform_move(mv, symmetry);
            image.play(mapped).unwrap_or_else(|why| panic!("{mv} is legal but {mapped} ({symmetry:?}) is not: {why}"));
        }
        check_copy(position, mv);
        line.play(mv).unwrap_or_else(|why| panic!("the legal move {mv} was refused: {why}"));
        snapshots.push(line.position().clone());
    }
    check_way_back(line, &snapshots);
}

fn draw_symmetries<P: Symmetric>(position: &P, rng: &mut Rng) -> Vec<P::Symmetry> {
    let mut all: Vec<_> = position.symmetries().collect();
    if all.len() > SYMMETRIES_PER_GAME {
        rng.shuffle(&mut all);
        all.truncate(SYMMETRIES_PER_GAME);
    }
    all
}

/// `legal_moves`, `check`, `count_legal_moves`, `outcome` and `is_over` tell the same story, and a refusal changes nothing.
fn check_moves<P: Position>(position: &P, rng: &mut Rng) {
    let listed: Vec<P::Move> = position.legal_moves().collect();
    let legal: BTreeSet<P::Move> = listed.iter().copied().collect();
    assert_eq!(listed.len(), legal.len(), "a legal move is listed twice: {listed:?}\n{position}");
    assert_eq!(position.count_legal_moves(), listed.len(), "count_legal_moves is off\n{position}");

    let conceivable: Vec<P::Move> = position.all_moves().collect();
    let checked: BTreeSet<P::Move> = conceivable.iter().copied().filter(|&mv| position.check(mv).is_ok()).collect();
    assert_eq!(legal, checked, "legal_moves and check disagree\n{position}");

    assert_eq!(position.is_over(), position.outcome().is_some(), "is_over and outcome disagree\n{position}");
    assert_eq!(listed.is_empty(), position.is_over(), "no moves must mean over, and the other way round\n{position}");

    let mut illegal: Vec<P::Move> = conceivable.into_iter().filter(|mv| !legal.contains(mv)).collect();
    rng.shuffle(&mut illegal);
    for mv in illegal.into_iter().take(ILLEGAL_TRIED) {
        let mut tried = position.clone();
        assert_eq!(tried.play(mv), position.check(mv), "play and check give {mv} different reasons\n{position}");
        assert_eq!(&tried, position, "the refused move {mv} changed the position");
        assert_eq!(tried.key(), position.key(), "the refused move {mv} changed the key\n{position}");
    }
}

fn check_move_texts<P: Position>(position: &P) {
    for mv in position.all_moves() {
        let text = mv.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&mv), "the move {mv:?} is written {text:?} and read differently");
    }
}

/// The text holds everything but history: board, turn, key (computed afresh by the reader), and at least the legal moves.
fn check_text<G: Game>(game: &G, position: &G::Position) {
    // A void game is over because of its history, which no text holds.
    if position.outcome() == Some(Outcome::NoResult) {
        return;
    }
    let text = position.to_string();
    let read = game.position(&text).unwrap_or_else(|why| panic!("{text:?} cannot be read back: {why}"));
    assert_eq!(read.to_string(), text, "the text changes when read and written again");
    assert_eq!(read.turn(), position.turn(), "{text}");
    assert_eq!(read.key(), position.key(), "the incremental key differs from the one computed afresh: {text}");
    assert_eq!(read.outcome(), position.outcome(), "{text}");
    for mv in position.legal_moves() {
        assert_eq!(read.check(mv), Ok(()), "{mv} was legal before the text was read back: {text}");
    }
}

/// A game played through a symmetry looks like the original seen through it.
fn check_image<P: Symmetric>(position: &P, symmetry: P::Symmetry, image: &P) {
    let turned = position.transformed(symmetry);
    assert_eq!(turned.to_string(), image.to_string(), "{symmetry:?} does not commute with play\n{position}");
    assert_eq!(turned.key(), image.key(), "{symmetry:?} gives another key than play\n{position}");
    assert_eq!(image.turn(), position.turn(), "{symmetry:?}\n{position}");
    assert_eq!(image.outcome(), position.outcome(), "{symmetry:?}\n{position}");
    let mapped: BTreeSet<_> = position.legal_moves().map(|mv| position.transform_move(mv, symmetry)).collect();
    assert_eq!(mapped, image.legal_moves().collect(), "{symmetry:?} maps the legal moves wrongly\n{position}");
}

/// Playing on a copy leaves the original alone, and both ways of playing a legal move agree.
fn check_copy<P: Position>(position: &P, mv: P::Move) {
    let before = (position.clone(), position.key(), position.to_string());
    let after = position.after(mv);
    assert_eq!((position, position.key(), position.to_string()), (&before.0, before.1, before.2), "{mv} on a copy");
    let mut played = position.clone();
    assert_eq!(played.play(mv), Ok(()));
    assert_eq!(played, after, "play and after differ on {mv}");
}

/// Taking everything back and playing it again visits exactly the same positions.
fn check_way_back<P: Position>(mut line: Course<P>, snapshots: &[P]) {
    let whole = line.clone();
    for snapshot in snapshots.iter().rev().skip(1) {
        line.undo().expect("there is a move to take back");
        assert_eq!(line.position(), snapshot, "undo does not restore the position");
        assert_eq!(line.position().key(), snapshot.key(), "undo does not restore the key");
    }
    assert_eq!(line.undo(), None);
    while line.redo().is_some() {}
    assert_eq!(line, whole, "redo does not lead back to the end");
}
