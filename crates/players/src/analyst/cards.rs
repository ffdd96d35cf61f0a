//! The mistakes of a game, for the decks of those who made them.

use plateau_core::Player;
use study::deck::{Card, Entry, Schedule, Source, Theme};
use study::{Analysis, Grade, Verdict};
use table::{AnyWay, Review, records};

use super::why::motif;

/// So many of a player's mistakes in one game are worth remembering.
const MOST: usize = 12;

/// What some players of a game that was looked through have to learn from it: their mistakes as cards, in the order of the game. `game`
/// is what its store calls it.
pub fn cards(
    review: &Review,
    way: &AnyWay,
    analysis: &Analysis,
    players: &[Player],
    game: Option<&str>,
    now_ms: u64,
) -> Vec<Entry> {
    let mistake = |at: usize| analysis.verdict(at).filter(|verdict| verdict.grade >= Grade::Mistake);
    let mut cards = Vec::new();
    for &player in players {
        let own = |&at: &usize| mistake(at).is_some_and(|verdict| verdict.player == player);
        let mut worst: Vec<usize> = (0..analysis.len()).filter(own).collect();
        let loss = |at: usize| mistake(at).map_or(0.0, |verdict| verdict.loss);
        worst.sort_by(|&one, &other| loss(other).total_cmp(&loss(one)));
        worst.truncate(MOST);
        cards.extend(worst.into_iter().filter_map(|at| Some((at, card(review, way, analysis, at, game, now_ms)?))));
    }
    cards.sort_by_key(|&(at, _)| at);
    cards.into_iter().map(|(_, card)| card).collect()
}

/// A mistake as a card; nothing where the way to the position cannot be told as a record by itself.
fn card(
    review: &Review,
    way: &AnyWay,
    analysis: &Analysis,
    at: usize,
    game: Option<&str>,
    now_ms: u64,
) -> Option<Entry> {
    let Verdict { player, loss, best, .. } = analysis.verdict(at)?;
    let mut here = review.clone();
    here.go_to(way.node(at)).then_some(())?;
    let [_, table] = here.replay().tables().ok()?;
    let theme = Theme {
        kind: way.kind(),
        player,
        phase: analysis.phase(at),
        motif: motif(way, at, analysis.judgement(at)?, best),
    };
    let card = Card {
        record: records::write(&table.record(), "card.sgf").ok()?,
        theme,
        played: way.played(at)?,
        lost: loss,
        source: game.map(|game| Source { game: game.to_owned(), node: way.node(at) }),
        schedule: Schedule::new(now_ms),
    };
    // What was asked once must be what is asked again.
    let again = card.way().ok()?;
    (again.text(again.len() - 1) == way.text(at)).then(|| Entry::new(card).ok())?
}
