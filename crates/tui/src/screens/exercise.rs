//! A move is asked for: tried again from a review, or a card of one's deck after the other.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use plateau_core::Player;
use players::analyst::{Solution, Trial};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use search::Stop;
use store::{Deck, HERE};
use study::Judgement;
use study::deck::Answer;
use table::view::{Surface, View, Wanted};
use table::{AnyWay, Message};

use super::hand::{Hand, Told};
use super::layout::{Layout, remark_area, sentence};
use super::{Keys, heading};
use crate::cards::{self, Side};
use crate::context::{Context, Next};
use crate::exercise::{Exercise, answer_of};
use crate::look::Role;
use crate::{Event, board, paint, say};

pub(crate) struct ExerciseScreen {
    /// Nothing where nothing of the deck is due.
    asked: Option<Exercise>,
    /// Whether one card comes after the other.
    is_deck: bool,
    /// How many are due, with this one.
    due: u64,
    state: State,
    hand: Hand,
    said: Vec<Message>,
    /// Whether a hint was given.
    was_helped: bool,
    /// Whether it was noted how the card was answered.
    is_noted: bool,
    /// What the machine has found out, and how it is stopped.
    found: Arc<Mutex<Option<Found>>>,
    stop: Stop,
}

enum State {
    Open,
    Thinking,
    /// What is expected, and how far one looks along it.
    Seen {
        way: AnyWay,
        at: usize,
        is_right: Option<bool>,
    },
}

/// What the machine has found out.
enum Found {
    Tried(Trial),
    Judged(Judgement, Wish),
    Nothing,
}

/// What somebody wants to be told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    Hint,
    Answer,
}

impl Drop for ExerciseScreen {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl ExerciseScreen {
    /// From a place in a game.
    pub(crate) fn new(exercise: Exercise) -> ExerciseScreen {
        ExerciseScreen {
            asked: Some(exercise),
            is_deck: false,
            due: 0,
            state: State::Open,
            hand: Hand::default(),
            said: Vec::new(),
            was_helped: false,
            is_noted: false,
            found: Arc::default(),
            stop: Stop::new(),
        }
        .in_the_middle()
    }

    /// The cards of the deck that are due.
    pub(crate) fn deck(context: &Context) -> ExerciseScreen {
        let (store, now_ms) = (&*context.desk.store, context.desk.now_ms());
        let due = Deck::new(store, HERE).due(now_ms).unwrap_or_default();
        let (asked, said) = match Exercise::due(store, now_ms) {
            Ok(asked) => (asked, Vec::new()),
            Err(why) => (None, vec![why]),
        };
        let said = asked.as_ref().and_then(Exercise::played).into_iter().chain(said).collect();
        let blank = ExerciseScreen {
            asked,
            is_deck: true,
            due,
            state: State::Open,
            hand: Hand::default(),
            said,
            was_helped: false,
            is_noted: false,
            found: Arc::default(),
            stop: Stop::new(),
        };
        blank.in_the_middle()
    }

    /// The cursor begins in the middle of the board.
    fn in_the_middle(mut self) -> ExerciseScreen {
        if let Some(view) = self.view() {
            self.hand = Hand::over(&view);
        }
        self
    }

    fn view(&self) -> Option<View> {
        let asked = self.asked.as_ref()?;
        let mut view = match &self.state {
            State::Open | State::Thinking => asked.way.view(asked.moment, &Wanted::default(), true),
            State::Seen { way, at, .. } => way.view(*at, &Wanted::default(), false),
        };
        view.sentences = vec![match &self.state {
            State::Open => asked.task(),
            State::Thinking => Message::new("exercise-thinking"),
            State::Seen { is_right, .. } => {
                let came = Message::new(match is_right {
                    Some(true) => "exercise-right",
                    Some(false) => "exercise-wrong",
                    None => "exercise-shown",
                });
                Message::new("exercise-came").with("what", came)
            }
        }];
        Some(view)
    }

    /// Lets the machine find something out, on a thread of its own.
    fn think(
        &mut self,
        context: &Context,
        what: impl FnOnce(&Exercise, &dyn store::Store, &Stop) -> Found + Send + 'static,
    ) {
        let Some(asked) = self.asked.clone() else { return };
        self.state = State::Thinking;
        let (found, stop) = (Arc::clone(&self.found), self.stop.clone());
        let (store, post) = (Arc::clone(&context.desk.store), Arc::clone(&context.post));
        thread::spawn(move || {
            let answer = what(&asked, &*store, &stop);
            *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            post(Event::Tick);
        });
    }

    fn try_move(&mut self, context: &Context, text: String) {
        let Some(asked) = &self.asked else { return };
        if let Err(why) = asked.check(&text) {
            self.said = vec![why];
            return;
        }
        self.think(context, move |asked, store, stop| {
            asked.attempt(store, &text, stop).map_or(Found::Nothing, Found::Tried)
        });
    }

    fn told(&mut self, context: &Context, told: Option<Told>) {
        match told {
            Some(Told::Move(text)) => self.try_move(context, text),
            Some(Told::Refused(why)) => self.said = vec![why],
            None => {}
        }
    }

    fn wish(&mut self, context: &Context, wish: Wish) {
        self.think(context, move |asked, store, stop| {
            asked.judge(store, stop).map_or(Found::Nothing, |judgement| Found::Judged(judgement, wish))
        });
    }

    /// Takes in what the machine has found out.
    fn take(&mut self, context: &Context) {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (Some(found), Some(asked)) = (found, self.asked.clone()) else { return };
        self.state = State::Open;
        match found {
            Found::Nothing => {}
            Found::Tried(trial) => {
                self.note(context, &asked, answer_of(&trial, self.was_helped));
                let mv = trial.mv();
                let moves: Vec<&str> =
                    std::iter::once(mv.as_str()).chain(trial.line().iter().map(String::as_str)).collect();
                self.said = trial.said();
                self.see(&asked, &moves, 1, Some(trial.is_right()));
            }
            Found::Judged(judgement, wish) => {
                let Some(solution) = Solution::new(&asked.way, asked.moment, &judgement) else { return };
                if wish == Wish::Hint {
                    self.was_helped = true;
                    self.said = vec![solution.hint().unwrap_or_else(|| Message::new("exercise-no-hint"))];
                    return;
                }
                self.note(context, &asked, Answer::Missed);
                let moves: Vec<&str> = solution.line().iter().map(String::as_str).collect();
                self.said = vec![solution.said()];
                self.see(&asked, &moves, 1, None);
            }
        }
    }

    /// The first answer counts.
    fn note(&mut self, context: &Context, asked: &Exercise, answer: Answer) {
        if !std::mem::replace(&mut self.is_noted, true)
            && let Err(why) = asked.note(&*context.desk.store, answer, context.desk.now_ms())
        {
            self.said.push(why);
        }
    }

    fn see(&mut self, asked: &Exercise, moves: &[&str], at: usize, is_right: Option<bool>) {
        if let Ok(way) = asked.way.branch(asked.moment, moves) {
            self.state = State::Seen { at: at.min(way.len() - 1), way, is_right };
        }
    }

    /// Once more, with nothing tried.
    fn again(&mut self) {
        self.state = State::Open;
        self.said = self.asked.as_ref().and_then(Exercise::played).into_iter().collect();
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => return self.key(context, key),
            Event::Tick => self.take(context),
            Event::Mouse(mouse) => {
                let Some(view) = self.view().filter(|_| matches!(self.state, State::Open)) else { return Next::Stay };
                let told = self.hand.mouse(context, &view, *mouse);
                self.told(context, told);
            }
            _ => {}
        }
        Next::Stay
    }

    fn key(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        let view = self.view();
        match (key.code, view) {
            (KeyCode::Esc, _) if !self.hand.typed.is_empty() => {
                self.hand.typed.clear();
                Next::Stay
            }
            (KeyCode::Esc, _) | (KeyCode::Enter | KeyCode::Char('q'), None) => Next::back(),
            (_, None) => Next::Stay,
            (code, Some(view)) => match self.state {
                State::Thinking => Next::Stay,
                State::Open => {
                    self.open_key(context, &view, code);
                    Next::Stay
                }
                State::Seen { .. } => self.seen_key(context, code),
            },
        }
    }

    /// While a move is wanted.
    fn open_key(&mut self, context: &Context, view: &View, code: KeyCode) {
        match code {
            KeyCode::Char('!') => self.wish(context, Wish::Answer),
            // No column of a board is called so.
            KeyCode::Char('i') => self.wish(context, Wish::Hint),
            code => {
                let told = self.hand.key(view, code);
                self.told(context, told);
            }
        }
    }

    /// While one looks at what came of it.
    fn seen_key(&mut self, context: &Context, code: KeyCode) -> Next {
        match (code, &mut self.state) {
            (KeyCode::Left, State::Seen { at, .. }) => *at = at.saturating_sub(1),
            (KeyCode::Right, State::Seen { at, way, .. }) => *at = (*at + 1).min(way.len() - 1),
            (KeyCode::Char('!'), _) => self.wish(context, Wish::Answer),
            (KeyCode::Enter | KeyCode::Char(' ' | 'n'), _) if self.is_deck => *self = ExerciseScreen::deck(context),
            (KeyCode::Enter | KeyCode::Char(' ' | 'r') | KeyCode::Backspace, _) => self.again(),
            (KeyCode::Char('q'), _) => return Next::back(),
            _ => {}
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let look = context.look;
        let Some(mut view) = self.view() else {
            heading(buf, area, &context.say("deck-title"), context);
            let said = self.said.first().map_or_else(|| context.say(nothing(context)), |why| say(&context.words, why));
            for (line, y) in paint::wrap(&said, area.width.min(70)).iter().zip(area.height / 2..) {
                paint::centred(buf, Rect { y, height: 1, ..area }, line, look.style(Role::Ink));
            }
            return;
        };
        let layout = Layout::new(&view, area, context.options.coordinates, self.hand.cursor);
        // Below the card if there is room for all of it, or else above the board.
        let beside = remark_area(&view, layout.left);
        let said: Vec<String> = self.said.iter().map(|message| say(&context.words, message)).collect();
        let wrapped = said.iter().flat_map(|line| paint::wrap(line, beside.width.saturating_sub(1)));
        let lines: Vec<String> = wrapped.collect();
        let fits = lines.len() <= usize::from(beside.height);
        if !fits {
            view.sentences.extend(self.said.iter().cloned());
        }
        sentence(buf, layout.sentence, &view, context, None);
        let is_open = matches!(self.state, State::Open);
        if let Some(geometry) = &layout.board {
            board::paint(buf, geometry, &view.board, look, is_open.then_some(self.hand.cursor));
        }
        let piece = self.hand.typed.chars().next().filter(|_| view.board.surface == Surface::Aligne4);
        for (player, area) in Player::BOTH.into_iter().zip([layout.left, layout.right]) {
            cards::draw(buf, area, &Side { view: &view, player, thinking: None, piece }, context);
        }
        for (line, y) in lines.iter().zip(beside.top()..beside.bottom()).filter(|_| fits) {
            paint::text(buf, beside.x + 1, y, beside.width.saturating_sub(1), line, look.style(Role::Ink));
        }
        let due = self.is_deck.then(|| context.words.say("deck-due", &[("count", (self.due as i64).into())]));
        let note = match self.hand.typed.as_str() {
            "" => due.unwrap_or_default(),
            typed => format!("> {typed}"),
        };
        paint::centred(buf, layout.note, &note, look.style(Role::Accent));
    }

    /// The keys that work here.
    pub(crate) fn keys(&self) -> Keys {
        let keys = match (&self.state, &self.asked) {
            (_, None) | (State::Thinking, _) => vec![("Esc", "key-back")],
            (State::Open, _) => {
                vec![
                    ("↑↓←→", "key-move"),
                    ("Enter", "key-try"),
                    ("i", "key-hint"),
                    ("!", "key-answer"),
                    ("Esc", "key-back"),
                ]
            }
            (State::Seen { .. }, _) => {
                let next = if self.is_deck { "key-next-card" } else { "key-again" };
                vec![("←→", "key-step"), ("Enter", next), ("r", "key-again"), ("!", "key-answer"), ("Esc", "key-back")]
            }
        };
        (keys, Vec::new())
    }
}

/// Why there is nothing to ask: nothing was ever put in, or nothing is due.
fn nothing(context: &Context) -> &'static str {
    let is_empty = Deck::new(&*context.desk.store, HERE).list().is_ok_and(|cards| cards.is_empty());
    if is_empty { "deck-empty" } else { "deck-done" }
}
