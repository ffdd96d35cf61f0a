//! What a store in memory holds at one moment. A copy costs little: games and papers are shared until they change.

mod game;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::Arc;

use table::AnyTable;

use self::game::Game;
use super::{Change, JUDGEMENT};
use crate::limit::{within, within_limit, without_nul};
use crate::text::{Entry, Reader, Writer};
use crate::{
    Append, Error, GameId, Heading, Imported, MAX_PAPER_BYTES, Noted, Page, Paper, PaperId, PaperPage, PaperQuery,
    Query, Room, Shelf, Summary, Token, Which,
};

/// Everything, games and papers in the order in which they were made.
#[derive(Clone, Default)]
pub(super) struct State {
    games: Vec<Arc<Game>>,
    papers: Vec<Arc<Paper>>,
    beside: Arc<Beside>,
    /// The oldest first; of those that it was opened with, that is forgotten.
    judgements: Arc<Vec<Arc<Judgement>>>,
}

/// What a machine thought, under its key.
struct Judgement {
    key: String,
    text: String,
}

/// So many judgements are kept: those of some ten games. All of them are read when it is opened, for which somebody waits.
const JUDGEMENTS: usize = 1000;

/// What is neither a game nor a paper, and little.
#[derive(Clone, Default)]
struct Beside {
    options: BTreeMap<String, String>,
    /// When each was last used.
    names: BTreeMap<String, u64>,
    tokens: BTreeMap<String, Token>,
}

impl State {
    pub(super) fn game(&self, id: GameId) -> Result<&Game, Error> {
        self.games.iter().find(|game| game.id == id).map(|game| &**game).ok_or(Error::NoSuchGame { game: id })
    }

    pub(super) fn game_mut(&mut self, id: GameId) -> Result<&mut Game, Error> {
        self.games.iter_mut().find(|game| game.id == id).map(Arc::make_mut).ok_or(Error::NoSuchGame { game: id })
    }

    pub(super) fn begin(&mut self, id: GameId, table: &AnyTable, at_ms: u64) -> Result<(), Error> {
        if let Ok(game) = self.game(id) {
            return Err(Error::Conflict { game: id, expected: 0, found: game.next_event() });
        }
        self.games.push(Arc::new(Game::new(id, &table.setup().to_string(), at_ms)?));
        Ok(())
    }

    pub(super) fn append(&mut self, one: &Append) -> Result<(), Error> {
        if one.claim.is_some() {
            return Err(Error::Lost { game: one.game });
        }
        let game = self.game_mut(one.game)?;
        game.append(one.from, &one.events, one.end.as_ref())?;
        one.notes.iter().try_for_each(|(key, value)| game.set_note(key, value.as_deref()))
    }

    pub(super) fn delete(&mut self, id: GameId) -> Result<(), Error> {
        self.game(id)?;
        self.games.retain(|game| game.id != id);
        Ok(())
    }

    /// The last touched first, and of those touched at once the last begun.
    fn latest(&self, is_wanted: impl Fn(&Game) -> bool) -> Vec<&Game> {
        let mut games: Vec<&Game> =
            self.games.iter().rev().map(|game| &**game).filter(|game| is_wanted(game)).collect();
        games.sort_by_key(|game| Reverse(game.touched_ms()));
        games
    }

    pub(super) fn list(&self, query: &Query) -> Page {
        let games = self.latest(|game| game.is(query.which) && query.kind.is_none_or(|kind| game.kind() == kind));
        let total = games.len() as u64;
        let skip = usize::try_from(query.skip).unwrap_or(usize::MAX);
        Page { games: games.into_iter().skip(skip).take(query.limit as usize).map(Game::summary).collect(), total }
    }

    pub(super) fn noted(&self, query: &Noted<'_>) -> Vec<Summary> {
        let Noted { key, value, which, before_ms, limit } = *query;
        let games = self.latest(|game| {
            game.note(key) == Some(&*without_nul(value))
                && which.is_none_or(|which| game.is(which))
                && before_ms.is_none_or(|before_ms| game.touched_ms() < before_ms)
        });
        games.into_iter().take(limit as usize).map(Game::summary).collect()
    }

    pub(super) fn option(&self, key: &str) -> Option<String> {
        self.beside.options.get(&*without_nul(key)).cloned()
    }

    pub(super) fn options(&self) -> Vec<(String, String)> {
        self.beside.options.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    pub(super) fn set_option(&mut self, key: &str, value: Option<&str>) -> Result<(), Error> {
        let (options, name) = (&mut Arc::make_mut(&mut self.beside).options, without_nul(within_limit(key)?));
        match value {
            Some(value) => drop(options.insert(name.into_owned(), without_nul(within_limit(value)?).into_owned())),
            None => drop(options.remove(&*name)),
        }
        Ok(())
    }

    pub(super) fn names(&self, limit: u32) -> Vec<String> {
        let mut names: Vec<(&String, &u64)> = self.beside.names.iter().collect();
        names.sort_by_key(|&(_, used_ms)| Reverse(*used_ms));
        names.into_iter().take(limit as usize).map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn remember_name(&mut self, name: &str, at_ms: u64) -> Result<(), Error> {
        let name = without_nul(within_limit(name)?).into_owned();
        let used_ms = Arc::make_mut(&mut self.beside).names.entry(name).or_insert(at_ms);
        *used_ms = at_ms.max(*used_ms);
        Ok(())
    }

    pub(super) fn forget_name(&mut self, name: &str) {
        Arc::make_mut(&mut self.beside).names.remove(&*without_nul(name));
    }

    pub(super) fn judgement(&self, key: &str) -> Option<String> {
        let key = without_nul(key);
        self.judgements.iter().find(|kept| kept.key == key).map(|kept| kept.text.clone())
    }

    pub(super) fn keep_judgement(&mut self, key: &str, text: &str) -> Result<(), Error> {
        let [key, text] = [within_limit(key)?, within_limit(text)?].map(|text| without_nul(text).into_owned());
        let judgements = Arc::make_mut(&mut self.judgements);
        judgements.retain(|kept| kept.key != key);
        judgements.push(Arc::new(Judgement { key, text }));
        let too_many = judgements.len().saturating_sub(JUDGEMENTS);
        judgements.drain(..too_many);
        Ok(())
    }

    pub(super) fn paper(&self, id: PaperId) -> Option<Paper> {
        self.papers.iter().find(|paper| paper.heading.id == id).map(|paper| Paper::clone(paper))
    }

    pub(super) fn keep_paper(&mut self, paper: &Paper) -> Result<(), Error> {
        let Heading { id, version: expected, .. } = paper.heading;
        let (title, text) = (within_limit(&paper.heading.title)?, within(&paper.text, MAX_PAPER_BYTES)?);
        within_limit(&paper.heading.owner)?;
        let next = |made_ms| Paper {
            heading: Heading {
                owner: without_nul(&paper.heading.owner).into_owned(),
                title: without_nul(title).into_owned(),
                version: expected + 1,
                made_ms,
                ..paper.heading.clone()
            },
            text: without_nul(text).into_owned(),
        };
        match self.papers.iter_mut().find(|kept| kept.heading.id == id) {
            None if expected == 0 => {
                self.papers.push(Arc::new(next(paper.heading.made_ms)));
                Ok(())
            }
            None => Err(Error::NoSuchPaper { paper: id }),
            Some(kept) if kept.heading.version != expected => {
                Err(Error::Outdated { paper: id, expected, found: kept.heading.version })
            }
            Some(kept) => {
                let own = (&kept.heading.owner, kept.heading.shelf) == (&paper.heading.owner, paper.heading.shelf);
                if !own {
                    return Err(Error::NoSuchPaper { paper: id });
                }
                *kept = Arc::new(next(kept.heading.made_ms));
                Ok(())
            }
        }
    }

    pub(super) fn papers(&self, query: &PaperQuery) -> PaperPage {
        let PaperQuery { owner, shelf, title, due_by, skip, limit } = query;
        let is_wanted = |heading: &Heading| {
            heading.owner == *owner
                && heading.shelf == *shelf
                && title.as_ref().is_none_or(|title| heading.title == *title)
                && due_by.is_none_or(|now_ms| heading.due_ms.is_some_and(|due_ms| due_ms <= now_ms))
        };
        let mut papers: Vec<&Arc<Paper>> = self.papers.iter().filter(|paper| is_wanted(&paper.heading)).collect();
        if due_by.is_some() {
            papers.sort_by_key(|paper| paper.heading.due_ms);
        } else {
            papers.reverse();
            papers.sort_by_key(|paper| Reverse(paper.heading.touched_ms));
        }
        let bytes = papers.iter().map(|paper| bytes(paper)).sum();
        let shown = papers.iter().skip(usize::try_from(*skip).unwrap_or(usize::MAX)).take(*limit as usize);
        PaperPage { papers: shown.map(|paper| paper.heading.clone()).collect(), total: papers.len() as u64, bytes }
    }

    pub(super) fn drop_paper(&mut self, owner: &str, id: PaperId) -> Result<(), Error> {
        let is_it = |paper: &Paper| paper.heading.id == id && paper.heading.owner == owner;
        let place = self.papers.iter().position(|paper| is_it(paper)).ok_or(Error::NoSuchPaper { paper: id })?;
        self.papers.remove(place);
        Ok(())
    }

    pub(super) fn thin_out(&mut self, shelf: Shelf, owner: Option<&str>, room: Room) -> u64 {
        let is_meant =
            |paper: &Paper| paper.heading.shelf == shelf && owner.is_none_or(|owner| paper.heading.owner == owner);
        let mut lying: Vec<&Arc<Paper>> = self.papers.iter().rev().filter(|paper| is_meant(paper)).collect();
        lying.sort_by_key(|paper| Reverse(paper.heading.touched_ms));
        let mut filled = 0u64;
        let stays = |(place, paper): &(usize, &Arc<Paper>)| {
            filled = filled.saturating_add(bytes(paper));
            (*place as u64) < room.papers && filled <= room.bytes
        };
        let staying = lying.iter().copied().enumerate().take_while(stays).count();
        let gone: Vec<PaperId> = lying[staying..].iter().map(|paper| paper.heading.id).collect();
        self.papers.retain(|paper| !gone.contains(&paper.heading.id));
        gone.len() as u64
    }

    pub(super) fn add_token(&mut self, token: &Token, most: u64) -> Result<bool, Error> {
        for text in [&token.name, &token.owner, &token.hash, &token.scopes] {
            within_limit(text)?;
        }
        let is_known = self.find_token(|known| known.name == token.name || known.hash == token.hash).is_some();
        if is_known || self.tokens_of(&token.owner).len() as u64 >= most {
            return Ok(false);
        }
        Arc::make_mut(&mut self.beside).tokens.insert(token.name.clone(), token.clone());
        Ok(true)
    }

    pub(super) fn find_token(&self, is_it: impl Fn(&Token) -> bool) -> Option<Token> {
        self.beside.tokens.values().find(|token| is_it(token)).cloned()
    }

    pub(super) fn tokens_of(&self, owner: &str) -> Vec<Token> {
        self.beside.tokens.values().filter(|token| token.owner == owner).cloned().collect()
    }

    pub(super) fn drop_token(&mut self, owner: &str, name: &str) -> bool {
        let is_theirs = self.beside.tokens.get(name).is_some_and(|token| token.owner == owner);
        if is_theirs {
            Arc::make_mut(&mut self.beside).tokens.remove(name);
        }
        is_theirs
    }

    pub(super) fn export(&self, out: &mut dyn Write) -> Result<(), Error> {
        let mut writer = Writer::new(out)?;
        self.beside.write(&mut writer)?;
        self.games.iter().try_for_each(|game| game.write(&mut writer))?;
        self.papers.iter().try_for_each(|paper| writer.paper(paper))?;
        writer.finish()
    }

    pub(super) fn import(&mut self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        let mut reader = Reader::new(from)?;
        let mut imported = Imported::default();
        while let Some(entry) = reader.next()? {
            match entry {
                Entry::Option { key, value } => {
                    if self.option(&key).is_none() {
                        self.set_option(&key, Some(&value))?;
                    }
                }
                Entry::Name { used_ms, name } => {
                    if !self.beside.names.contains_key(&name) {
                        self.remember_name(&name, used_ms)?;
                    }
                }
                Entry::Judgement { key, text } => self.keep_judgement(&key, &text)?,
                // Another's of the same name stays as it is.
                Entry::Token(token) => drop(self.add_token(&token, u64::MAX)?),
                Entry::Game(told) => {
                    let is_new = self.game(told.id).is_err();
                    if is_new {
                        self.games.push(Arc::new(Game::told(&told)?));
                    }
                    *(if is_new { &mut imported.games } else { &mut imported.known_games }) += 1;
                }
                Entry::Paper(paper) => {
                    let is_new = self.paper(paper.heading.id).is_none();
                    if is_new {
                        within_limit(&paper.heading.title)?;
                        self.papers.push(Arc::new(paper));
                    }
                    *(if is_new { &mut imported.papers } else { &mut imported.known_papers }) += 1;
                }
            }
        }
        Ok(imported)
    }

    /// Puts games and papers that came one by one into the order in which they were made.
    pub(super) fn sort(&mut self) {
        self.games.sort_by_key(|game| game.created_ms());
        self.papers.sort_by_key(|paper| paper.heading.made_ms);
    }

    /// What is other than it was, each as an export of its own.
    pub(super) fn changes_since(&self, before: &State) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::new();
        let game_key = |game: &Arc<Game>| format!("game {}", game.id);
        differences(&before.games, &self.games, game_key, Game::write, &mut changes)?;
        let paper_key = |paper: &Arc<Paper>| format!("paper {}", paper.heading.id);
        differences(&before.papers, &self.papers, paper_key, |paper, writer| writer.paper(paper), &mut changes)?;
        if !Arc::ptr_eq(&before.judgements, &self.judgements) {
            let judgement_key = |judgement: &Arc<Judgement>| format!("{JUDGEMENT}{}", judgement.key);
            let write =
                |judgement: &Judgement, writer: &mut Writer<'_>| writer.judgement(&judgement.key, &judgement.text);
            differences(&before.judgements, &self.judgements, judgement_key, write, &mut changes)?;
        }
        if !Arc::ptr_eq(&before.beside, &self.beside) {
            changes.push(Change { key: "beside".to_owned(), text: Some(alone(|writer| self.beside.write(writer))?) });
        }
        Ok(changes)
    }
}

/// What of these was made, changed or forgotten: what stayed as it was is the same piece of memory.
fn differences<T>(
    before: &[Arc<T>],
    after: &[Arc<T>],
    key: impl Fn(&Arc<T>) -> String,
    write: impl Fn(&T, &mut Writer<'_>) -> Result<(), Error>,
    changes: &mut Vec<Change>,
) -> Result<(), Error> {
    let was: BTreeMap<String, &Arc<T>> = before.iter().map(|one| (key(one), one)).collect();
    let is: BTreeMap<String, &Arc<T>> = after.iter().map(|one| (key(one), one)).collect();
    for (key, one) in &is {
        if !was.get(key).is_some_and(|was| Arc::ptr_eq(was, one)) {
            changes.push(Change { key: key.clone(), text: Some(alone(|writer| write(one, writer))?) });
        }
    }
    changes.extend(was.into_keys().filter(|key| !is.contains_key(key)).map(|key| Change { key, text: None }));
    Ok(())
}

/// An export of one thing.
fn alone(write: impl FnOnce(&mut Writer<'_>) -> Result<(), Error>) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes)?;
    write(&mut writer)?;
    writer.finish()?;
    String::from_utf8(bytes).map_err(|problem| Error::Transfer { problem: problem.to_string() })
}

impl Beside {
    fn write(&self, writer: &mut Writer<'_>) -> Result<(), Error> {
        self.options.iter().try_for_each(|(key, value)| writer.option(key, value))?;
        let mut names: Vec<(&u64, &String)> = self.names.iter().map(|(name, used_ms)| (used_ms, name)).collect();
        names.sort();
        names.into_iter().try_for_each(|(used_ms, name)| writer.name(*used_ms, name))?;
        self.tokens.values().try_for_each(|token| writer.token(token))
    }
}

impl Game {
    fn is(&self, which: Which) -> bool {
        self.is_over() == (which == Which::Finished)
    }
}

fn bytes(paper: &Paper) -> u64 {
    (paper.heading.title.len() + paper.text.len()) as u64
}
