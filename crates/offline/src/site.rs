//! The site: its games, and who is asked to think.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use pages::Wish;
use players::analyst::Spot;
use players::elsewhere::question::{about_position, about_table, resources_of_a_browser};
use players::elsewhere::said::Said;
use search::Resources;
use store::{Change, Deck, Error, GameId, HERE, Judgements, Memory, PaperId, Store};
use table::Message;
use words::{Lang, Words};

use crate::errands::{Errands, Work};
use crate::refused::{Refused, no_such_game};
use crate::room::Room;
use crate::studies::Studies;

/// A site for one person.
pub struct Site {
    pub(crate) store: Memory,
    pub(crate) words: Vec<Arc<Words>>,
    rooms: HashMap<GameId, Room>,
    pub(crate) errands: Errands,
    pub(crate) studies: Studies,
    /// Answers to cards of which it is not known yet what they are worth.
    pub(crate) answers: Vec<CardAnswer>,
}

/// An answer to a card of the deck. Whoever leaves before it is known what it is worth is asked again.
pub(crate) struct CardAnswer {
    pub(crate) card: PaperId,
    pub(crate) spot: Spot,
    pub(crate) wish: Wish,
}

impl Site {
    /// With what earlier answers have left to be kept.
    pub fn open<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Site, Error> {
        Ok(Site {
            store: Memory::open(texts)?,
            words: Lang::ALL.into_iter().map(|lang| Arc::new(Words::new(lang))).collect(),
            rooms: HashMap::new(),
            errands: Errands::from(u64::from(random::<4>().map(u32::from_le_bytes)?) << 20),
            studies: Studies::default(),
            answers: Vec::new(),
        })
    }

    /// What has changed since this was last asked.
    pub fn changes(&self) -> Result<Vec<Change>, Error> {
        self.store.changes()
    }

    /// The game, as it goes on; the machine begins what is its to do.
    pub(crate) fn room(&mut self, id: GameId, now_ms: u64) -> Result<&mut Room, Refused> {
        let room = match self.rooms.entry(id) {
            Entry::Occupied(room) => room.into_mut(),
            Entry::Vacant(place) => place.insert(Room::open(&self.store, id, now_ms)?),
        };
        room.settle(&mut self.errands.last);
        Ok(room)
    }

    /// Does something in a game.
    pub(crate) fn act(&mut self, id: GameId, what: pages::wire::Do, now_ms: u64) -> Result<(), Refused> {
        self.room(id, now_ms)?;
        let room = self.rooms.get_mut(&id).ok_or_else(no_such_game)?;
        room.act(&self.store, what, now_ms, &mut self.errands.last)?;
        room.settle(&mut self.errands.last);
        Ok(())
    }

    pub(crate) fn delete(&mut self, id: GameId) -> Result<(), Refused> {
        self.rooms.remove(&id);
        Ok(self.store.delete(id)?)
    }

    /// Something to think about for this worker, if there is something: a number, and behind it the question.
    pub(crate) fn question(&mut self, worker: &str, now_ms: u64) -> Option<String> {
        self.studies.go_on(&mut self.errands, &Judgements(&self.store), now_ms);
        let (rooms, errands) = (&self.rooms, &mut self.errands);
        let table = rooms.values().find_map(|room| {
            let (number, task) = room.thinks()?;
            errands.hand(number, worker, now_ms).then_some((number, task, room))
        });
        let (number, question) = if let Some((number, task, room)) = table {
            (number, about_table(room.table(), task, now_ms, &resources().ok()?)?)
        } else {
            let (number, Work { way, job }) = errands.next(worker, now_ms)?;
            (number, about_position(&way, job.moment, job.effort)?)
        };
        Some(format!("{number}\n{}", String::from_utf8(question).ok()?))
    }

    /// What a worker says: the number of a question, and behind it the answer.
    pub(crate) fn hear(&mut self, text: &str, now_ms: u64) -> Result<(), Refused> {
        let garbled = || Message::new("body-unreadable");
        let (number, said) = text.split_once('\n').ok_or_else(garbled)?;
        let number: u64 = number.parse().map_err(|_| garbled())?;
        let work = self.errands.take(number);
        match (Said::read(said.as_bytes()).ok_or_else(garbled)?, work) {
            (Said::Thought(thought), None) => {
                let room = self.rooms.values_mut().find(|room| room.thinks().is_some_and(|(id, _)| id == number));
                // Whoever answers too late is not listened to.
                let Some(room) = room else { return Ok(()) };
                let heard = room.hear(&self.store, number, thought, now_ms);
                room.settle(&mut self.errands.last);
                heard
            }
            (Said::Worth(judgement), Some(work)) => {
                let key = work.key();
                self.store.keep_judgement(&key, &judgement.to_string())?;
                self.studies.take(&key, &judgement);
                self.note_answers(now_ms)
            }
            (_, Some(work)) => {
                self.errands.want(work);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Notes how cards were answered of which it is known by now what the answers are worth.
    pub(crate) fn note_answers(&mut self, now_ms: u64) -> Result<(), Refused> {
        for answer in std::mem::take(&mut self.answers) {
            let CardAnswer { card, spot, wish } = &answer;
            let trial = match &wish.play {
                Some(mv) => spot.known_trial(&Judgements(&self.store), mv)?,
                None => None,
            };
            if wish.play.is_some() && trial.is_none() {
                self.answers.push(answer);
            } else if let Some(counted) = pages::card_answer(wish, trial.as_ref()) {
                Deck::new(&self.store, HERE).answer(*card, counted, now_ms)?;
            }
        }
        Ok(())
    }
}

/// With a seed that nobody knows before.
fn resources() -> Result<Resources, Error> {
    random().map(u64::from_le_bytes).map(resources_of_a_browser)
}

/// Bytes that nobody can foresee.
pub(crate) fn random<const COUNT: usize>() -> Result<[u8; COUNT], Error> {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}
