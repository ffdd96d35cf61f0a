//! Somebody's deck: the cards among their papers.

use study::deck::{Answer, Card, Entry, Schedule, Theme};

use crate::{Error, Heading, Paper, PaperId, PaperQuery, Shelf, Store};

/// A deck has no more cards: a year of a dozen mistakes a week, and some.
pub const MOST_CARDS: u64 = 1000;

/// Somebody's deck.
#[derive(Clone, Copy)]
pub struct Deck<'a> {
    store: &'a dyn Store,
    owner: &'a str,
}

/// What became of cards that were to be put into a deck.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Put {
    /// They are in it now.
    pub new: usize,
    /// They were in it before.
    pub known: usize,
    /// There was no room for them.
    pub left_out: usize,
}

/// A card, and the paper that it is on.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// What the store says of it.
    pub heading: Heading,
    /// The card.
    pub card: Card,
}

/// A card as a list has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The paper.
    pub id: PaperId,
    /// What it is about.
    pub theme: Theme,
    /// When it is due.
    pub due_ms: u64,
    /// Whether it is known for weeks.
    pub is_learned: bool,
}

/// How many cards of a deck are what.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All of them.
    pub all: usize,
    /// Those that are due.
    pub due: usize,
    /// Those that are known for weeks.
    pub learned: usize,
}

impl Counts {
    /// Of these cards, at this time.
    pub fn of<'a>(cards: impl IntoIterator<Item = &'a Listed>, now_ms: u64) -> Counts {
        cards.into_iter().fold(Counts::default(), |counts, card| Counts {
            all: counts.all + 1,
            due: counts.due + usize::from(card.due_ms <= now_ms),
            learned: counts.learned + usize::from(card.is_learned),
        })
    }
}

impl std::fmt::Debug for Deck<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Deck").field("owner", &self.owner).finish_non_exhaustive()
    }
}

impl<'a> Deck<'a> {
    /// The deck of this owner.
    pub fn new(store: &'a dyn Store, owner: &'a str) -> Deck<'a> {
        Deck { store, owner }
    }

    /// Puts cards into it, all that are new and have room, or none if the store cannot.
    pub fn put(&self, entries: &[Entry], now_ms: u64) -> Result<Put, Error> {
        let mut put = Put::default();
        let mut room = MOST_CARDS.saturating_sub(self.store.papers(&self.query().page(0, 1))?.total);
        let mut papers: Vec<Paper> = Vec::new();
        for Entry { title, card } in entries {
            let is_known = papers.iter().any(|paper| paper.heading.title == *title)
                || self.store.papers(&self.query().titled(title).page(0, 1))?.total > 0;
            if is_known {
                put.known += 1;
            } else if room == 0 {
                put.left_out += 1;
            } else {
                (put.new, room) = (put.new + 1, room - 1);
                papers.push(written(Paper::new(self.owner, Shelf::Card, now_ms)?.heading, title, card));
            }
        }
        self.store.keep_papers(&papers)?;
        Ok(put)
    }

    /// Its cards, those that are due first.
    pub fn list(&self) -> Result<Vec<Listed>, Error> {
        let page = self.store.papers(&self.query().due_by(u64::MAX >> 1).page(0, MOST_CARDS as u32))?;
        let listed = |heading: &Heading| {
            let due_ms = heading.due_ms?;
            let theme = Theme::read(&heading.title).ok()?;
            let is_learned = Schedule::is_learned(heading.touched_ms, due_ms);
            Some(Listed { id: heading.id, theme, due_ms, is_learned })
        };
        Ok(page.papers.iter().filter_map(listed).collect())
    }

    /// How many are due.
    pub fn due(&self, now_ms: u64) -> Result<u64, Error> {
        Ok(self.store.papers(&self.query().due_by(now_ms).page(0, 1))?.total)
    }

    /// The card that is to be asked next, if one is due.
    pub fn next(&self, now_ms: u64) -> Result<Option<PaperId>, Error> {
        let page = self.store.papers(&self.query().due_by(now_ms).page(0, 1))?;
        Ok(page.papers.first().map(|heading| heading.id))
    }

    /// A card of this deck; none if it is another's, or none.
    pub fn find(&self, id: PaperId) -> Result<Option<Held>, Error> {
        let paper = self.store.paper(id)?;
        let own = paper.filter(|paper| paper.heading.owner == self.owner && paper.heading.shelf == Shelf::Card);
        Ok(own.and_then(|Paper { heading, text }| Some(Held { heading, card: Card::read(&text).ok()? })))
    }

    /// Notes how a card was answered, if it was due; who looks at a card again or tries once more is not asked. Whether it was noted.
    pub fn answer(&self, id: PaperId, answer: Answer, now_ms: u64) -> Result<bool, Error> {
        let Some(Held { heading, mut card }) = self.find(id)? else { return Ok(false) };
        if !card.schedule.is_due(now_ms) {
            return Ok(false);
        }
        card.schedule = card.schedule.answered(answer, now_ms);
        let title = heading.title.clone();
        match self.store.keep_paper(&written(Heading { touched_ms: now_ms, ..heading }, &title, &card)) {
            // Answered on another page at the same moment: once is enough.
            Err(Error::Outdated { .. }) => Ok(false),
            kept => kept.map(|()| true),
        }
    }

    /// Takes a card out of it.
    pub fn drop(&self, id: PaperId) -> Result<(), Error> {
        match self.find(id)? {
            Some(_) => self.store.drop_paper(self.owner, id),
            None => Err(Error::NoSuchPaper { paper: id }),
        }
    }

    /// All cards, to be taken along.
    pub fn cards(&self) -> Result<Vec<Card>, Error> {
        let mut cards = Vec::new();
        for Listed { id, .. } in self.list()? {
            cards.extend(self.find(id)?.map(|held| held.card));
        }
        Ok(cards)
    }

    fn query(&self) -> PaperQuery {
        PaperQuery::of(self.owner, Shelf::Card)
    }
}

/// A card on its paper.
fn written(heading: Heading, title: &str, card: &Card) -> Paper {
    let heading = Heading { title: title.to_owned(), due_ms: Some(card.schedule.due_ms), ..heading };
    Paper { heading, text: card.to_string() }
}
