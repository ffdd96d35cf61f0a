//! The screens, one module each, all of the same form: `update(event)` apart from `draw(state)`, and the keys that work.

pub(crate) mod exercise;
pub(crate) mod files;
mod hand;
pub(crate) mod home;
mod layout;
pub(crate) mod lesson;
pub(crate) mod list;
pub(crate) mod options;
pub(crate) mod play;
mod puzzles;
pub(crate) mod records;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod set_up;
pub(crate) mod toss;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::context::{Context, Door, Event, Next};
use crate::look::Role;
use crate::paint;

/// Keys, each with the id of what it does: those for the line at the bottom, the most useful first, and those that only the
/// help shows.
pub(crate) type Keys = (Vec<(&'static str, &'static str)>, Vec<(&'static str, &'static str)>);

/// What is on the screen.
pub(crate) enum Screen {
    Home(home::Home),
    SetUp(set_up::SetUp),
    Toss(toss::Toss),
    Play(Box<play::Play>),
    Review(Box<review::ReviewScreen>),
    Exercise(Box<exercise::ExerciseScreen>),
    List(list::List),
    Rules(rules::Rules),
    Lesson(Box<lesson::LessonScreen>),
    Options(options::OptionsScreen),
    Files(Box<files::FilesScreen>),
    Records(records::RecordsScreen),
}

/// Asks the screen that is shown.
macro_rules! each {
    ($screen:expr, $shown:ident => $answer:expr) => {
        match $screen {
            Screen::Home($shown) => $answer,
            Screen::SetUp($shown) => $answer,
            Screen::Toss($shown) => $answer,
            Screen::Play($shown) => $answer,
            Screen::Review($shown) => $answer,
            Screen::Exercise($shown) => $answer,
            Screen::List($shown) => $answer,
            Screen::Rules($shown) => $answer,
            Screen::Lesson($shown) => $answer,
            Screen::Options($shown) => $answer,
            Screen::Files($shown) => $answer,
            Screen::Records($shown) => $answer,
        }
    };
}

impl Screen {
    pub(crate) fn open(context: &mut Context, door: Door) -> Screen {
        match door {
            Door::SetUp => Screen::SetUp(set_up::SetUp::new(context)),
            Door::Toss(proposal) => Screen::Toss(toss::Toss::new(context, proposal)),
            Door::Play(sitting, note) => Screen::Play(Box::new(play::Play::new(context, sitting, note))),
            Door::Review(review) => Screen::Review(Box::new(review::ReviewScreen::new(context, review))),
            Door::Exercise(exercise) => Screen::Exercise(Box::new(exercise::ExerciseScreen::new(exercise))),
            Door::Deck => Screen::Exercise(Box::new(exercise::ExerciseScreen::deck(context))),
            Door::List(which) => Screen::List(list::List::new(context, which)),
            Door::Records(records) => Screen::Records(records::RecordsScreen::new(context, records)),
            Door::Rules(kind) => Screen::Rules(rules::Rules::new(kind)),
            Door::Lesson(kind) => Screen::Lesson(Box::new(lesson::LessonScreen::new(kind))),
            Door::Puzzles(puzzles) => Screen::Exercise(Box::new(exercise::ExerciseScreen::puzzles(puzzles))),
            Door::Options => Screen::Options(options::OptionsScreen::new()),
            Door::Open => Screen::Files(Box::new(files::FilesScreen::open(context))),
            Door::Save(sitting, name) => Screen::Files(Box::new(files::FilesScreen::save(context, sitting, name))),
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        each!(self, shown => shown.update(context, event))
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        each!(self, shown => shown.draw(context, buf, area));
    }

    pub(crate) fn keys(&self) -> Keys {
        match self {
            Screen::Home(_) => home::keys(),
            Screen::SetUp(_) => set_up::keys(),
            Screen::Toss(toss) => toss.keys(),
            Screen::Play(play) => play.keys(),
            Screen::Review(review) => review.keys(),
            Screen::Exercise(exercise) => exercise.keys(),
            Screen::List(list) => list.keys(),
            Screen::Rules(_) => rules::keys(),
            Screen::Lesson(lesson) => lesson.keys(),
            Screen::Options(_) => options::keys(),
            Screen::Files(files) => files.keys(),
            Screen::Records(_) => records::keys(),
        }
    }

    /// Whether a text is being typed, in which a question mark is a letter.
    pub(crate) fn is_typing(&self) -> bool {
        match self {
            Screen::SetUp(set_up) => set_up.is_typing(),
            Screen::Files(files) => files.is_typing(),
            _ => false,
        }
    }

    /// Before another screen comes.
    pub(crate) fn leave(&mut self, context: &mut Context) {
        if let Screen::Play(play) = self {
            play.leave(context);
        }
    }

    /// When one comes back to it, with something to tell.
    pub(crate) fn come_back(&mut self, context: &mut Context, note: Option<String>) {
        match self {
            Screen::Home(home) => home.come_back(context),
            Screen::Play(play) => play.come_back(context, note),
            Screen::List(list) => list.come_back(context),
            _ => {}
        }
    }
}

/// A question with two answers over the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dialog {
    title: &'static str,
    text: &'static str,
    pub(crate) asks: Asked,
    /// Whether the answer that Enter gives is yes.
    yes: bool,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    Quit,
    Resign,
    Delete,
}

impl Dialog {
    pub(crate) const fn quit() -> Dialog {
        Dialog { title: "quit-title", text: "quit-text", asks: Asked::Quit, yes: true }
    }

    pub(crate) const fn resign() -> Dialog {
        Dialog { title: "resign-title", text: "", asks: Asked::Resign, yes: false }
    }

    pub(crate) const fn delete() -> Dialog {
        Dialog { title: "delete-confirm", text: "", asks: Asked::Delete, yes: false }
    }

    /// The answer, if the key is one; the arrows go from one to the other.
    pub(crate) fn answer(&mut self, key: &KeyEvent) -> Option<bool> {
        match key.code {
            KeyCode::Char('y' | 'Y' | 'o' | 'O') => Some(true),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => Some(false),
            KeyCode::Enter | KeyCode::Char(' ') => Some(self.yes),
            KeyCode::Left | KeyCode::Right | KeyCode::Tab | KeyCode::Char('h' | 'l') => {
                self.yes = !self.yes;
                None
            }
            _ => None,
        }
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let (title, look) = (context.say(self.title), context.look);
        let text = if self.text.is_empty() { String::new() } else { context.say(self.text) };
        let width = paint::width(&text).max(paint::width(&title) + 4).max(24) + 6;
        let outside = paint::middle(area, width, if text.is_empty() { 5 } else { 7 });
        paint::wipe(buf, outside);
        let inside = paint::frame(buf, outside, &title, look.style(Role::Accent), look);
        paint::centred(buf, Rect { y: inside.y + 1, height: 1, ..inside }, &text, look.style(Role::Ink));
        let (yes, no) = (format!("  {}  ", context.say("answer-yes")), format!("  {}  ", context.say("answer-no")));
        let total = paint::width(&yes) + 2 + paint::width(&no);
        let (x, y) = (inside.x + inside.width.saturating_sub(total) / 2, inside.bottom() - 2);
        let style = |chosen| look.style(if chosen { Role::Chosen } else { Role::Ink });
        paint::text(buf, x, y, total, &yes, style(self.yes));
        paint::text(buf, x + paint::width(&yes) + 2, y, total, &no, style(!self.yes));
    }
}

/// Up or down in a list of so many lines, around its ends; whether the key did that.
pub(crate) fn walk(at: &mut usize, count: usize, key: &KeyEvent) -> bool {
    if count == 0 {
        return false;
    }
    *at = match key.code {
        KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => (*at + count - 1) % count,
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => (*at + 1) % count,
        KeyCode::Home => 0,
        KeyCode::End => count - 1,
        _ => return false,
    };
    true
}

/// The title of a screen, on its first lines.
pub(crate) fn heading(buf: &mut Buffer, area: Rect, title: &str, context: &Context) {
    let line = Rect { y: area.y + 1, height: 1, ..area };
    paint::centred(buf, line, title, context.look.style(Role::Strong));
}
