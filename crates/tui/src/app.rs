//! The whole of the terminal screen as state: [`App::update`] takes an event in, [`App::draw`] shows what is there. Nothing
//! here touches a terminal, so tests drive it by events and read the buffer.

use std::fmt;

use draw::Charset;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use words::{Lang, Words};

use store::Preferences;

use crate::context::{Context, Door, Event, Next, Post, key_name};
use crate::look::{Look, Role};
use crate::puzzles::Puzzles;
use crate::screens::{Dialog, Screen, home};
use crate::{Desk, First, ascii, paint};

/// The smallest terminal that everything fits on.
const MIN_SIZE: (u16, u16) = (80, 24);

/// The terminal screen.
pub struct App {
    context: Context,
    screen: Screen,
    /// Where one came from, the home screen first; nothing while one is there.
    behind: Vec<Screen>,
    /// Whether the last key was Ctrl-C: the second one leaves.
    interrupted: bool,
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
        let context = Context {
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
        let screen = Screen::Home(home::Home::new(&context));
        App { context, screen, behind: Vec::new(), interrupted: false, help: false, over: false }
    }

    /// At once somewhere else than at the menu.
    #[must_use]
    pub fn at(mut self, first: First) -> App {
        let door = match first {
            First::Home => return self,
            First::Game(sitting) => Door::Play(*sitting, None),
            First::Deck => Door::Deck,
            First::Puzzle(kind, number) => Door::Puzzles(Puzzles::at(&*self.context.desk.store, kind, number)),
        };
        self.go(Next::to(door));
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
                let next = if self.interrupted { Next::Exit } else { interrupted(&mut self.screen) };
                self.interrupted = true;
                return self.go(next);
            }
            _ => {}
        }
        if matches!(event, Event::Key(_)) {
            self.interrupted = false;
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
            Next::To(door) => {
                self.screen.leave(&mut self.context);
                let opened = Screen::open(&mut self.context, *door);
                self.behind.push(std::mem::replace(&mut self.screen, opened));
            }
            Next::Instead(door) => {
                self.screen.leave(&mut self.context);
                self.screen = Screen::open(&mut self.context, *door);
            }
            Next::Start(door) => {
                self.go(Next::Home);
                return self.go(Next::To(door));
            }
            Next::Back(note) => {
                self.screen.leave(&mut self.context);
                let home = || Screen::Home(home::Home::new(&self.context));
                self.screen = self.behind.pop().unwrap_or_else(home);
                self.screen.come_back(&mut self.context, note);
            }
            Next::Home => {
                self.behind.truncate(1);
                return self.go(Next::back());
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
        let (often, seldom) = self.screen.keys();
        let mut keys: Vec<(&str, String)> = often.into_iter().map(said).collect();
        let help = ("?", context.say("key-help"));
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

/// Ctrl-C asks whether to leave a game, or goes home; the second time it leaves the program.
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
    let said = ["too-small-wanted", "too-small-plain"].map(|id| context.say(id)).join(" ");
    let said = context.words.say("too-small", &size) + " " + &said;
    for (line, y) in paint::wrap(&said, width).into_iter().zip(buf.area.y..buf.area.bottom()) {
        paint::text(buf, buf.area.x, y, width, &line, context.look.style(Role::Ink));
    }
}

fn draw_help(buf: &mut Buffer, area: Rect, keys: &[(&str, String)], context: &Context) {
    let longest = keys.iter().map(|(key, _)| paint::width(key)).max().unwrap_or(0);
    let widest = keys.iter().map(|(_, does)| paint::width(does)).max().unwrap_or(0);
    let outside = paint::middle(area, longest + widest + 8, keys.len() as u16 + 4);
    paint::wipe(buf, outside);
    let title = context.say("help-title");
    let inside = paint::frame(buf, outside, &title, context.look.style(Role::Accent), context.look);
    for ((key, does), y) in keys.iter().zip(inside.y + 1..inside.bottom()) {
        paint::text(buf, inside.x + 2, y, longest, key, context.look.style(Role::Key));
        paint::text(buf, inside.x + 4 + longest, y, widest, does, context.look.style(Role::Ink));
    }
}
