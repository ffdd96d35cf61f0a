//! A move is asked for: tried again from a review, the cards of one's deck one after the other, or puzzles. What came of it can be looked
//! through and played on from, with any move for either side; the machine answers.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use search::Stop;
use store::{Deck, HERE, Store};
use study::deck::Answer;
use table::view::{Surface, View};
use table::{AnyWay, Message};

use super::hand::{Hand, Told};
use super::layout::{Layout, remark_area, sentence};
use super::{Keys, heading, puzzles};
use crate::cards::{self, Side};
use crate::context::{Context, Next};
use crate::exercise::{Came, Exercise};
use crate::look::Role;
use crate::puzzles::Puzzles;
use crate::{Event, board, paint, say};

pub(crate) struct ExerciseScreen {
    rounds: Rounds,
    /// Nothing where nothing of the deck is due.
    asked: Option<Exercise>,
    /// What came of it, once something was tried.
    seen: Option<Seen>,
    stand: Stand,
    is_thinking: bool,
    hand: Hand,
    said: Vec<Message>,
    /// Whether a hint was given.
    was_helped: bool,
    /// What the machine has found out, and how it is stopped.
    found: Arc<Mutex<Option<Found>>>,
    stop: Stop,
}

/// How far one has come with what was asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stand {
    /// Nothing was tried.
    Open,
    /// Something was: how it was answered is noted.
    Tried,
    /// It was found, or told.
    Settled,
}

/// What comes after an exercise.
enum Rounds {
    /// Nothing: it was a place in a game.
    Once,
    /// The next card; so many are due, with this one.
    Deck { due: u64 },
    /// The next puzzle.
    Puzzles(Puzzles),
}

/// What was played and what is expected, and how far one looks along it.
struct Seen {
    way: AnyWay,
    at: usize,
    is_right: Option<bool>,
}

/// What the machine has found out.
enum Found {
    Came(Exercise, Came),
    Hint(Vec<Message>),
    Nothing,
}

impl Drop for ExerciseScreen {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl ExerciseScreen {
    fn at(rounds: Rounds, asked: Option<Exercise>, said: Vec<Message>) -> ExerciseScreen {
        let mut screen = ExerciseScreen {
            rounds,
            asked,
            seen: None,
            stand: Stand::Open,
            is_thinking: false,
            hand: Hand::default(),
            said,
            was_helped: false,
            found: Arc::default(),
            stop: Stop::new(),
        };
        // The cursor begins in the middle of the board.
        screen.hand = screen.view().map(|view| Hand::over(&view)).unwrap_or_default();
        screen
    }

    /// From a place in a game.
    pub(crate) fn new(exercise: Exercise) -> ExerciseScreen {
        ExerciseScreen::at(Rounds::Once, Some(exercise), Vec::new())
    }

    /// The cards of the deck that are due.
    pub(crate) fn deck(context: &Context) -> ExerciseScreen {
        let (store, now_ms) = (&*context.desk.store, context.desk.now_ms());
        let due = Deck::new(store, HERE).due(now_ms).unwrap_or_default();
        let (asked, why) = match Exercise::due(store, now_ms) {
            Ok(asked) => (asked, None),
            Err(why) => (None, Some(why)),
        };
        let said = asked.as_ref().and_then(Exercise::played).into_iter().chain(why).collect();
        ExerciseScreen::at(Rounds::Deck { due }, asked, said)
    }

    /// Puzzles, beginning with this one.
    pub(crate) fn puzzles(puzzles: Puzzles) -> ExerciseScreen {
        let asked = puzzles.exercise();
        ExerciseScreen::at(Rounds::Puzzles(puzzles), asked, Vec::new())
    }

    /// What comes after this one, if anything does.
    fn go_on(&mut self, context: &Context) {
        match &self.rounds {
            Rounds::Once => {}
            Rounds::Deck { .. } => *self = ExerciseScreen::deck(context),
            Rounds::Puzzles(puzzles) => *self = ExerciseScreen::puzzles(puzzles.next()),
        }
    }

    /// Where a move can be made now: in what is asked, or further on.
    fn here(&self) -> Option<Exercise> {
        let asked = self.asked.as_ref()?;
        Some(match &self.seen {
            Some(seen) if seen.at > 0 || !asked.wants_move() => Exercise::at(&seen.way, seen.at),
            _ => asked.clone(),
        })
    }

    /// What one is told about: what was asked until it is settled, then wherever one is.
    fn in_question(&self) -> Option<Exercise> {
        if self.stand == Stand::Settled { self.here() } else { self.asked.clone() }
    }

    fn view(&self) -> Option<View> {
        let mut view = self.here()?.view();
        view.sentences = vec![match (&self.seen, &self.asked) {
            _ if self.is_thinking => Message::new("exercise-thinking"),
            (Some(Seen { is_right, .. }), _) => {
                let came = Message::new(match is_right {
                    Some(true) => "exercise-right",
                    Some(false) => "exercise-wrong",
                    None => "exercise-shown",
                });
                Message::new("exercise-came").with("what", came)
            }
            (None, asked) => asked.as_ref()?.task(),
        }];
        Some(view)
    }

    /// Lets the machine find something out, on a thread of its own.
    fn think(
        &mut self,
        context: &Context,
        about: Option<Exercise>,
        what: impl FnOnce(&Exercise, &dyn Store, &Stop) -> Option<Found> + Send + 'static,
    ) {
        let Some(about) = about else { return };
        self.is_thinking = true;
        let (found, stop) = (Arc::clone(&self.found), self.stop.clone());
        let (store, post) = (Arc::clone(&context.desk.store), Arc::clone(&context.post));
        thread::spawn(move || {
            let answer = what(&about, &*store, &stop).unwrap_or(Found::Nothing);
            *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            post(Event::Tick);
        });
    }

    fn told(&mut self, context: &Context, told: Option<Told>) {
        let text = match told {
            Some(Told::Move(text)) => text,
            Some(Told::Refused(why)) => return self.said = vec![why],
            None => return,
        };
        let here = self.here();
        match here.as_ref().map(|here| here.check(&text)) {
            Some(Err(why)) => self.said = vec![why],
            _ => self.think(context, here, move |here, store, stop| {
                Some(Found::Came(here.clone(), here.attempt(store, &text, stop)?))
            }),
        }
    }

    /// Takes in what the machine has found out.
    fn take(&mut self, context: &Context) {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(found) = found else { return };
        self.is_thinking = false;
        match found {
            Found::Nothing => {}
            Found::Hint(said) => (self.said, self.was_helped) = (said, true),
            Found::Came(asked, came) => {
                let answer = came.counts(self.was_helped);
                let Came { is_right, said, seen } = came;
                let stand = if is_right == Some(false) { Stand::Tried } else { Stand::Settled };
                self.said = said;
                self.seen = seen.map(|(way, at)| Seen { way, at, is_right }).or(self.seen.take());
                // The first answer counts.
                if self.stand == Stand::Open {
                    self.note(context, &asked, answer);
                }
                self.stand = self.stand.max(stand);
            }
        }
    }

    fn note(&mut self, context: &Context, asked: &Exercise, answer: Answer) {
        if let Err(why) = asked.note(&*context.desk.store, answer, context.desk.now_ms()) {
            self.said.push(why);
        }
        if let Rounds::Puzzles(puzzles) = &mut self.rounds {
            let _ = puzzles.look(&*context.desk.store);
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => return self.key(context, key),
            Event::Tick => self.take(context),
            Event::Mouse(mouse) if !self.is_thinking => {
                if let Some(view) = self.view() {
                    let told = self.hand.mouse(context, &view, *mouse);
                    self.told(context, told);
                }
            }
            _ => {}
        }
        Next::Stay
    }

    /// No key that does something is part of a move: no column of a board is called `i`.
    fn key(&mut self, context: &Context, key: &KeyEvent) -> Next {
        match (key.code, self.view()) {
            (KeyCode::Esc, _) if !self.hand.typed.is_empty() => self.hand.typed.clear(),
            (KeyCode::Esc, _) | (KeyCode::Enter | KeyCode::Char('q'), None) => return Next::back(),
            (KeyCode::Char('+'), _) => self.go_on(context),
            (KeyCode::Tab, _) => {
                if let Rounds::Puzzles(puzzles) = &self.rounds {
                    *self = ExerciseScreen::puzzles(puzzles.of_other_game());
                }
            }
            (_, None) => {}
            _ if self.is_thinking => {}
            (KeyCode::Char('!'), _) => {
                let about = self.in_question();
                self.think(context, about, |asked, store, stop| {
                    Some(Found::Came(asked.clone(), asked.answer(store, stop)?))
                });
            }
            (KeyCode::Char('i'), _) => {
                let about = self.in_question();
                self.think(context, about, |asked, store, stop| Some(Found::Hint(asked.hint(store, stop)?)));
            }
            (KeyCode::PageUp | KeyCode::PageDown | KeyCode::Home | KeyCode::End, _) => self.step(key.code),
            (code, Some(view)) => {
                let told = self.hand.key(&view, code);
                self.told(context, told);
            }
        }
        Next::Stay
    }

    /// Looks at another position of what was played and is expected. At the first of them everything can be tried again.
    fn step(&mut self, code: KeyCode) {
        let Some(seen) = &mut self.seen else { return };
        let last = seen.way.len() - 1;
        seen.at = match code {
            KeyCode::PageUp => seen.at.saturating_sub(1),
            KeyCode::PageDown => (seen.at + 1).min(last),
            KeyCode::Home => 0,
            _ => last,
        };
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let look = context.look;
        let Some(mut view) = self.view() else {
            heading(buf, area, &context.say(self.title()), context);
            let said =
                self.said.first().map_or_else(|| context.say(self.nothing(context)), |why| say(&context.words, why));
            for (line, y) in paint::wrap(&said, area.width.min(70)).iter().zip(area.height / 2..) {
                paint::centred(buf, Rect { y, height: 1, ..area }, line, look.style(Role::Ink));
            }
            return;
        };
        let layout = Layout::new(&view, area, context.options.coordinates, self.hand.cursor);
        if let Some(geometry) = &layout.board {
            board::paint(buf, geometry, &view.board, look, (!self.is_thinking).then_some(self.hand.cursor));
        }
        match &self.rounds {
            Rounds::Puzzles(of) => {
                let Some(asked) = &self.asked else { return };
                let seen = self.seen.as_ref().map(|seen| (&seen.way, seen.at));
                let is_thinking = self.is_thinking;
                let shown = puzzles::Shown { asked, view: &view, said: &self.said, seen, is_thinking };
                puzzles::around(buf, &layout, of, &shown, context);
            }
            Rounds::Once | Rounds::Deck { .. } => self.beside(buf, &layout, &mut view, context),
        }
        let note = match (self.hand.typed.as_str(), &self.rounds) {
            ("", Rounds::Deck { due }) => context.words.say("deck-due", &[("count", (*due as i64).into())]),
            ("", _) => String::new(),
            (typed, _) => format!("> {typed}"),
        };
        paint::centred(buf, layout.note, &note, look.style(Role::Accent));
    }

    /// The cards, and what is said: below the card if there is room for all of it, or else above the board.
    fn beside(&self, buf: &mut Buffer, layout: &Layout, view: &mut View, context: &Context) {
        let beside = remark_area(view, layout.left);
        let said: Vec<String> = self.said.iter().map(|message| say(&context.words, message)).collect();
        let wrapped = said.iter().flat_map(|line| paint::wrap(line, beside.width.saturating_sub(1)));
        let lines: Vec<String> = wrapped.collect();
        let fits = lines.len() <= usize::from(beside.height);
        if !fits {
            view.sentences.extend(self.said.iter().cloned());
        }
        sentence(buf, layout.sentence, view, context, None);
        let piece = self.hand.typed.chars().next().filter(|_| view.board.surface == Surface::Aligne4);
        for (player, area) in Player::BOTH.into_iter().zip([layout.left, layout.right]) {
            cards::draw(buf, area, &Side { view, player, thinking: None, piece }, context);
        }
        for (line, y) in lines.iter().zip(beside.top()..beside.bottom()).filter(|_| fits) {
            let style = context.look.style(Role::Ink);
            paint::text(buf, beside.x + 1, y, beside.width.saturating_sub(1), line, style);
        }
    }

    fn title(&self) -> &'static str {
        if matches!(self.rounds, Rounds::Puzzles(_)) { "puzzle-all" } else { "deck-title" }
    }

    /// Why there is nothing to ask: there never was, or nothing is due.
    fn nothing(&self, context: &Context) -> &'static str {
        let is_empty = || Deck::new(&*context.desk.store, HERE).list().is_ok_and(|cards| cards.is_empty());
        match self.rounds {
            Rounds::Puzzles(_) => "puzzle-none",
            _ if is_empty() => "deck-empty",
            _ => "deck-done",
        }
    }

    /// The keys that work here: the same wherever a move is asked for.
    pub(crate) fn keys(&self) -> Keys {
        let next = match self.rounds {
            Rounds::Once => None,
            Rounds::Deck { .. } => Some(("+", "key-next-card")),
            Rounds::Puzzles(_) => Some(("+", "puzzle-next")),
        };
        let mut keys = Vec::new();
        if self.asked.is_some() {
            let first = if self.seen.is_some() { ("PgUp PgDn", "key-step") } else { ("↑↓←→", "key-move") };
            keys.extend([first, ("Enter", "key-try"), ("i", "key-hint"), ("!", "key-answer")]);
            keys.extend(next);
            keys.extend(self.seen.is_some().then_some(("Home", "key-again")));
        }
        keys.extend(matches!(self.rounds, Rounds::Puzzles(_)).then_some(("Tab", "key-other-game")));
        keys.push(("Esc", "key-back"));
        (keys, Vec::new())
    }
}
