//! The whole of the terminal screen as state: [`App::update`] takes an event in, [`App::draw`] shows what is there. Nothing
//! here touches a terminal, so tests drive it by events and read the buffer.

use std::fmt;
use std::sync::Arc;

use draw::Charset;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;
use words::{Lang, Words};

use crate::look::{Look, Role};
use crate::screens::{Dialog, Screen, home, play};
use crate::{Desk, Sitting, ascii, paint};
use players::thinker::Thought;
use store::{Preferences, Summary, Which};

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
    terminal: Look,
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
    /// Another screen.
    To(Box<Screen>),
    /// The home screen.
    Home,
    /// The end of the program.
    Exit,
}

impl Next {
    pub(crate) fn to(screen: Screen) -> Next {
        Next::To(Box::new(screen))
    }
}

/// The smallest terminal that everything fits on.
const MIN_SIZE: (u16, u16) = (80, 24);

/// The terminal screen.
pub struct App {
    context: Context,
    screen: Screen,
    /// Whether the keys are shown.
    help: bool,
    over: bool,
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("App")
    }
}

impl App {
    /// The home screen, in this language. Events of other threads are put into `post`, and must come back to [`App::update`].
    pub fn new(desk: Desk, lang: Lang, options: Preferences, terminal: Look, post: Post) -> App {
        let mut context = Context {
            words: Words::new(lang),
            look: terminal.themed(options.theme),
            desk,
            options,
            terminal,
            post,
            size: Rect::new(0, 0, MIN_SIZE.0, MIN_SIZE.1),
            tasks: 0,
            bell: false,
            ticks: 0,
        };
        let screen = Screen::Home(home::Home::new(&mut context));
        App { context, screen, help: false, over: false }
    }

    /// At once at a game.
    pub fn at(mut self, sitting: Sitting) -> App {
        self.screen = Screen::Play(Box::new(play::Play::new(&mut self.context, sitting)));
        self
    }

    /// What the screen needs from outside.
    pub fn desk(&self) -> &Desk {
        &self.context.desk
    }

    /// Whether the program is to end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether something moves by itself, so that time must be told often.
    pub fn is_lively(&self) -> bool {
        match &self.screen {
            Screen::Toss(_) => true,
            Screen::Play(play) => play.is_lively(),
            _ => false,
        }
    }

    /// Whether the bell is to be rung; asking silences it.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.context.bell)
    }

    /// Takes an event in.
    pub fn update(&mut self, event: &Event) {
        match event {
            Event::Resize(width, height) => self.context.size = Rect::new(0, 0, *width, *height),
            Event::Tick => self.context.ticks += 1,
            Event::Key(key) if key.kind == KeyEventKind::Release => return,
            Event::Key(key) if self.help => {
                self.help = false;
                if matches!(key.code, KeyCode::Char('?') | KeyCode::Esc | KeyCode::Enter) {
                    return;
                }
            }
            Event::Key(key) if key.code == KeyCode::Char('?') && !self.screen.is_typing() => {
                self.help = true;
                return;
            }
            Event::Key(key) if is_interrupt(key) => {
                let next = interrupted(&mut self.screen);
                return self.go(next);
            }
            _ => {}
        }
        if matches!(event, Event::End) {
            self.over = true;
        }
        let next = self.screen.update(&mut self.context, event);
        self.go(next);
        if self.over {
            self.screen.leave(&mut self.context);
        }
    }

    fn go(&mut self, next: Next) {
        match next {
            Next::Stay => return,
            Next::To(screen) => {
                self.screen.leave(&mut self.context);
                self.screen = *screen;
            }
            Next::Home => {
                self.screen.leave(&mut self.context);
                self.screen = Screen::Home(home::Home::new(&mut self.context));
            }
            Next::Exit => {
                self.screen.leave(&mut self.context);
                self.over = true;
            }
        }
        self.help = false;
    }

    /// Shows what is there.
    pub fn draw(&self, buf: &mut Buffer) {
        let (area, context) = (buf.area, &self.context);
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            draw_too_small(buf, context);
        } else {
            self.draw_screen(buf, area);
        }
        if context.look.charset == Charset::Ascii {
            ascii::fold_buffer(buf);
        }
    }

    fn draw_screen(&self, buf: &mut Buffer, area: Rect) {
        let context = &self.context;
        self.screen.draw(context, buf, area);
        let said = |(key, id): (&'static str, &str)| (key_name(key, context), context.say(id));
        let (often, seldom) = self.screen.keys(context);
        let mut keys: Vec<(&str, String)> = often.into_iter().map(said).collect();
        let help = ("?", context.say("tui-key-help"));
        keys.push(help.clone());
        let bottom = Rect::new(area.x + 1, area.bottom() - 1, area.width - 2, 1);
        paint::keys(buf, bottom, &keys, context.look);
        if self.help {
            keys.pop();
            keys.extend(seldom.into_iter().map(said));
            keys.push(help);
            draw_help(buf, area, &keys, context);
        }
    }
}

/// What stands on a key, in the reader's language and characters.
pub(crate) fn key_name(key: &'static str, context: &Context) -> &'static str {
    let french = context.words.lang() == Lang::Fr;
    match (key, french) {
        ("Enter", true) => "Entrée",
        ("Space", true) => "Espace",
        ("Esc", true) => "Échap",
        ("Home End", true) => "Début Fin",
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

/// Ctrl-C does what Esc does in its most thorough form: it asks whether to leave.
fn is_interrupt(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

fn interrupted(screen: &mut Screen) -> Next {
    match screen {
        Screen::Play(play) => {
            play.ask(Dialog::quit());
            Next::Stay
        }
        Screen::Home(_) => Next::Exit,
        _ => Next::Home,
    }
}

fn draw_too_small(buf: &mut Buffer, context: &Context) {
    let (width, height) = (buf.area.width, buf.area.height);
    let size = [("width", i64::from(width).into()), ("height", i64::from(height).into())];
    let said = context.words.say("tui-too-small", &size) + " " + &context.say("tui-too-small-wanted");
    for (line, y) in paint::wrap(&said, width).into_iter().zip(buf.area.y..buf.area.bottom()) {
        paint::text(buf, buf.area.x, y, width, &line, context.look.style(Role::Ink));
    }
}

fn draw_help(buf: &mut Buffer, area: Rect, keys: &[(&str, String)], context: &Context) {
    let longest = keys.iter().map(|(key, _)| paint::width(key)).max().unwrap_or(0);
    let widest = keys.iter().map(|(_, does)| paint::width(does)).max().unwrap_or(0);
    let outside = paint::middle(area, longest + widest + 8, keys.len() as u16 + 4);
    paint::wipe(buf, outside);
    let title = context.say("tui-help-title");
    let inside = paint::frame(buf, outside, &title, context.look.style(Role::Accent), context.look);
    for ((key, does), y) in keys.iter().zip(inside.y + 1..inside.bottom()) {
        paint::text(buf, inside.x + 2, y, longest, key, context.look.style(Role::Key));
        paint::text(buf, inside.x + 4 + longest, y, widest, does, context.look.style(Role::Ink));
    }
}
