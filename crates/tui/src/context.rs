//! What every screen is given, what it is told, and what it answers.

use std::sync::Arc;

use players::thinker::Thought;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;
use store::{Preferences, Summary, Which};
use table::records::AnyRecord;
use table::{Kind, Proposal, Review};
use words::{Lang, Words};

use crate::exercise::Exercise;
use crate::look::Look;
use crate::puzzles::Puzzles;
use crate::{Desk, Sitting};

/// Something that the screen reacts to.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// The terminal has this size now.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// The machine has something to tell about a task.
    Thought(u64, Thought),
    /// The program is about to stand still, until the shell lets it go on.
    Suspend,
    /// It goes on.
    Resumed,
    /// The program is asked to end.
    End,
}

/// Where events that come from other threads are put.
pub type Post = Arc<dyn Fn(Event) + Send + Sync>;

/// What every screen needs.
pub(crate) struct Context {
    pub(crate) desk: Desk,
    pub(crate) words: Words,
    pub(crate) options: Preferences,
    /// What the terminal can show, with the theme of the options.
    pub(crate) look: Look,
    pub(crate) terminal: Look,
    pub(crate) post: Post,
    pub(crate) size: Rect,
    /// The number of the last task that the machine got.
    pub(crate) tasks: u64,
    /// Whether the bell is to be rung.
    pub(crate) bell: bool,
    /// How many ticks there were, for what moves.
    pub(crate) ticks: u64,
}

impl Context {
    /// A sentence without gaps.
    pub(crate) fn say(&self, id: &str) -> String {
        self.words.say(id, &[])
    }

    /// Takes other preferences, and keeps them; those that cannot be kept still hold until the program ends.
    pub(crate) fn choose(&mut self, options: Preferences) {
        let _ = options.keep(&self.options, &*self.desk.store);
        if let Some(lang) = options.lang.filter(|lang| *lang != self.words.lang()) {
            self.words = Words::new(lang);
        }
        self.look = self.terminal.themed(options.theme);
        self.options = options;
    }

    /// Games that can be continued, or games that are over; the last touched first.
    pub(crate) fn games(&self, which: Which) -> Result<Vec<Summary>, table::Message> {
        crate::desk::games(&*self.desk.store, which)
    }
}

/// What comes after an event.
pub(crate) enum Next {
    /// The same screen.
    Stay,
    /// Another screen, from which one comes back here.
    To(Box<Door>),
    /// Another screen instead of this one.
    Instead(Box<Door>),
    /// Another screen, from which one comes back to the home screen.
    Start(Box<Door>),
    /// Where one came from, with something to tell there.
    Back(Option<String>),
    /// The home screen.
    Home,
    /// The end of the program.
    Exit,
}

impl Next {
    pub(crate) fn to(door: Door) -> Next {
        Next::To(Box::new(door))
    }

    pub(crate) fn instead(door: Door) -> Next {
        Next::Instead(Box::new(door))
    }

    pub(crate) fn start(door: Door) -> Next {
        Next::Start(Box::new(door))
    }

    pub(crate) fn back() -> Next {
        Next::Back(None)
    }
}

/// A screen to be opened, with what it is about. Screens name it and do not make each other, so that none has to know another.
pub(crate) enum Door {
    /// A new game.
    SetUp,
    /// Who gets which colour of this game.
    Toss(Proposal),
    /// A game, and something to tell beside its own sentences.
    Play(Sitting, Option<String>),
    /// A game that is over, or a record.
    Review(Review),
    /// A move that is to be found.
    Exercise(Exercise),
    /// One's own mistakes that are due.
    Deck,
    /// Games that can be continued, or that are over.
    List(Which),
    /// The records of a file.
    Records(Vec<AnyRecord>),
    /// The rules of the games, this one's first.
    Rules(Kind),
    /// The first steps in a game.
    Lesson(Kind),
    /// Puzzles, this one first.
    Puzzles(Puzzles),
    /// The options.
    Options,
    /// A record to be opened.
    Open,
    /// A game to be saved, under this name unless another is typed.
    Save(Sitting, String),
}

/// What stands on a key, in the reader's language and characters.
pub(crate) fn key_name(key: &'static str, context: &Context) -> &'static str {
    let french = context.words.lang() == Lang::Fr;
    match (key, french) {
        ("Enter", true) => "Entrée",
        ("Space", true) => "Espace",
        ("Esc", true) => "Échap",
        ("Home End", true) => "Début Fin",
        ("Home", true) => "Début",
        ("mouse", true) => "souris",
        ("↑↓←→", false) => context.look.pick(key, "arrows"),
        ("↑↓←→", true) => context.look.pick(key, "flèches"),
        ("↑↓", false) => context.look.pick(key, "up/down"),
        ("↑↓", true) => context.look.pick(key, "haut/bas"),
        ("←→", false) => context.look.pick(key, "left/right"),
        ("←→", true) => context.look.pick(key, "gauche/droite"),
        _ => key,
    }
}
