//! Who may be asked to play, and by whom: for programs and for people.

use plateau_core::Player;
use store::{Summary, Which};

use super::refused::Refused;
use crate::api;
use crate::household::Household;
use crate::hub::{Hub, Key, Standing};
use crate::site::Site;

/// So many games may wait for others' answers.
const MOST_ASKED: usize = 20;

/// A program by its name, unless too many wait for its answer already.
pub(super) async fn program(site: &Site, whose: Household, name: &str) -> Result<(String, Key), Refused> {
    let name = api::program_name(name).ok_or(Refused::NoSuchPlayer)?;
    let asked = site.hub().read(whose, move |store| {
        let Some(token) = store.token_named(&name)? else { return Ok(None) };
        let key = Key::of_program(&token.owner, &token.name);
        Ok(Some((token.name, key, Standing::of(store, key, Which::Unfinished, None)?.asked)))
    });
    let (name, key, asked) = asked.await?.ok_or(Refused::NoSuchPlayer)?;
    if waiting(site.hub(), &asked).count() >= Standing::MOST as usize {
        Err(Refused::TooOften)
    } else {
        Ok((name, key))
    }
}

/// Whether somebody may ask for one more game.
pub(super) async fn may_ask(site: &Site, whose: Household, key: Key) -> Result<(), Refused> {
    let standing = site.hub().read(whose, move |store| Standing::of(store, key, Which::Unfinished, None)).await?;
    if waiting(site.hub(), &standing.asks).count() >= MOST_ASKED { Err(Refused::TooOften) } else { Ok(()) }
}

/// Those that have not waited too long; whether anybody has called them off yet or not.
pub(super) fn waiting<'a>(hub: &Hub, games: &'a [(Summary, Player)]) -> impl Iterator<Item = &'a (Summary, Player)> {
    games.iter().filter(|(game, _)| hub.may_wait(game.created_ms))
}
