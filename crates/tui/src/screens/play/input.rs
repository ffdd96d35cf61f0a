//! What keys and the mouse do at a game.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use table::view::{Stage, Surface, View};
use table::{Command, Message};

use super::super::{Dialog, Keys};
use super::{Boxed, Play, SPEEDS_MS, show};
use crate::context::{Context, Door, Next};
use crate::say;
use players::thinker::Task;

/// The letters that are commands besides those that move the cursor.
const COMMANDS: &str = "imoprstuvwxyzq";
/// So many ticks a command waits for a digit that would make it a move.
const PATIENCE_TICKS: u32 = 3;

/// Shows all that is said, where the lines above the board are too short for it.
pub(super) const SAID_KEY: char = 'v';

/// The longest move that is typed.
const MAX_TYPED: usize = 8;

impl Play {
    pub(super) fn key(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        if let Some(dialog) = &mut self.dialog {
            let (asked, answer) = (dialog.asks, dialog.answer(key));
            let Some(yes) = answer else { return Next::Stay };
            self.dialog = None;
            return self.answered(context, asked, yes);
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Next::Stay;
        }
        if let Some((letter, _)) = self.letter.take() {
            match key.code {
                KeyCode::Char(digit @ '0'..='9') => {
                    self.typed = format!("{letter}{digit}");
                    self.note = None;
                    self.point_at(&self.typed.clone());
                    return Next::Stay;
                }
                KeyCode::Esc => return Next::Stay,
                KeyCode::Enter => return self.obey(context, letter),
                // It was meant as a command; then comes what this key means.
                _ => match self.obey(context, letter) {
                    Next::Stay if self.dialog.is_none() => self.look(context),
                    elsewhere => return elsewhere,
                },
            }
        }
        if !self.typed.is_empty() && self.typing(context, key) {
            return Next::Stay;
        }
        // Whatever comes next, all that is said has been read.
        if self.boxed == Some(Boxed::Said) {
            self.boxed = None;
            if matches!(key.code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char(' ' | SAID_KEY)) {
                return Next::Stay;
            }
        }
        let view = self.view();
        let walked_by = self.walked_by.take();
        if let KeyCode::Char(letter @ ('h' | 'j' | 'k' | 'l')) = key.code {
            self.walked_by = Some((letter, self.cursor));
        }
        match key.code {
            KeyCode::Char(digit @ '0'..='9') if is_column(&view, walked_by) => {
                if let Some((letter, cursor)) = walked_by {
                    self.cursor = cursor;
                    self.typed = format!("{letter}{digit}");
                    self.point_at(&self.typed.clone());
                }
            }
            KeyCode::Esc if self.boxed.is_some() => self.boxed = None,
            KeyCode::Esc if self.to_confirm.take().is_some() => self.note = None,
            KeyCode::Esc => return self.quit(&view),
            KeyCode::Left | KeyCode::Char('h') => self.walk(&view, -1, 0),
            KeyCode::Right | KeyCode::Char('l') => self.walk(&view, 1, 0),
            KeyCode::Up | KeyCode::Char('k') => self.walk(&view, 0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.walk(&view, 0, 1),
            KeyCode::Tab => self.next_piece(&view, true),
            KeyCode::BackTab => self.next_piece(&view, false),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(context, &view),
            KeyCode::F(1) => return Next::to(Door::Rules(view.kind)),
            KeyCode::Char(letter) => return self.letter(context, &view, letter),
            _ => {}
        }
        Next::Stay
    }

    /// A finished game is left without a question.
    fn quit(&mut self, view: &View) -> Next {
        if view.stage == Stage::Ended {
            return Next::back();
        }
        self.ask(Dialog::quit());
        Next::Stay
    }

    /// A letter that names a column of this board begins a move; if it is a command too, it waits for what comes next.
    fn letter(&mut self, context: &mut Context, view: &View, letter: char) -> Next {
        let ended = view.stage == Stage::Ended;
        if ended || !names_column(view, letter) {
            return self.obey(context, letter);
        }
        if letter.is_ascii_lowercase() && COMMANDS.contains(letter) {
            self.letter = Some((letter, 0));
        } else {
            self.begin_typing(view, letter);
        }
        Next::Stay
    }

    /// Time passes for a letter that waits: soon it is a command.
    pub(super) fn letter_waits(&mut self, context: &mut Context) -> Next {
        match self.letter {
            Some((letter, ticks)) if ticks >= PATIENCE_TICKS => {
                self.letter = None;
                self.obey(context, letter)
            }
            waiting => {
                self.letter = waiting.map(|(letter, ticks)| (letter, ticks + 1));
                Next::Stay
            }
        }
    }

    fn begin_typing(&mut self, view: &View, letter: char) {
        self.held = self.piece;
        self.typed.push(letter);
        self.note = None;
        self.choose_typed_piece(view);
    }

    /// What a letter does as a command; what is none begins a text.
    fn obey(&mut self, context: &mut Context, letter: char) -> Next {
        let view = &*self.view();
        let by = self.sitting.speaker();
        let marking = matches!(view.stage, Stage::Marking { .. });
        let ended = view.stage == Stage::Ended;
        match letter {
            'q' => return self.quit(view),
            'p' if view.can.pass => self.by_person(context, &Command::Play("pass".to_owned())),
            'u' => self.walk_back(context, &Command::Undo),
            'r' => self.walk_back(context, &Command::Redo),
            'i' => self.ask_advice(context, view, Task::Hint),
            't' => (self.territory, self.estimate) = (!self.territory, None),
            'w' if view.board.surface == Surface::Go && self.estimate.take().is_some() => self.note = None,
            'w' if view.board.surface == Surface::Go => self.ask_advice(context, view, Task::Estimate),
            's' => return self.save(),
            'm' => return Next::to(Door::Rules(view.kind)),
            'x' if view.can.resign && !self.is_watched() => self.ask(Dialog::resign()),
            'y' if marking => drop(self.act(context, by, &Command::Accept)),
            'o' if marking => drop(self.act(context, by, &Command::Resume)),
            'n' if ended => return self.rematch(context),
            'v' if ended => return self.review(context),
            SAID_KEY => self.boxed = Some(Boxed::Said),
            'z' => self.pause(context),
            '.' if self.is_watched() => self.one_step(),
            '+' | '=' if self.is_watched() => self.faster(context, true),
            '-' if self.is_watched() => self.faster(context, false),
            ':' => {
                self.typed.push(':');
                self.boxed = None;
            }
            'a'..='g' | 'A'..='Z' | '0'..='9' if !ended => self.begin_typing(view, letter),
            _ => {}
        }
        Next::Stay
    }

    /// Takes back, or plays again what was taken back. Machines that are watched wait after it: they would only play on.
    fn walk_back(&mut self, context: &mut Context, command: &Command) {
        if self.is_watched() {
            self.attendant.pause();
        } else {
            self.attendant.give_up();
        }
        self.act(context, self.sitting.speaker(), command);
    }

    /// A key while a move is typed; whether it was one of the text.
    fn typing(&mut self, context: &mut Context, key: &KeyEvent) -> bool {
        match key.code {
            KeyCode::Char(letter) if !letter.is_control() && self.typed.chars().count() < MAX_TYPED => {
                self.typed.push(letter);
            }
            KeyCode::Char(_) => {}
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Enter => {
                let text = std::mem::take(&mut self.typed).trim_start_matches(':').to_owned();
                if text.is_empty() {
                    return true;
                }
                let command = match self.sitting.table().stage() {
                    Stage::Marking { .. } => Command::Mark(text),
                    // One digit of Aligne 4 is the piece for the cell under the cursor.
                    _ if text.len() == 1 && self.piece.is_some() => return false,
                    _ => match self.held.filter(|_| self.is_cell(&text)) {
                        Some(piece) => Command::Play(format!("{piece}{text}")),
                        None => Command::Play(text),
                    },
                };
                self.by_person(context, &command);
            }
            // Who goes back to the arrows has chosen a piece, or changed their mind.
            _ => {
                self.typed.clear();
                return false;
            }
        }
        let view = self.view();
        self.choose_typed_piece(&view);
        self.point_at(&self.typed.clone());
        true
    }

    /// The point that is typed is the one that is shown.
    fn point_at(&mut self, text: &str) {
        let text = text.trim_start_matches(':');
        // Before the cell there may be a piece.
        let piece = usize::from(self.shown.board.surface == Surface::Aligne4 && text.chars().count() == 3);
        let name: String = text.chars().skip(piece).collect();
        if let Some(index) = self.shown.board.cells.iter().position(|cell| cell.name.eq_ignore_ascii_case(&name)) {
            (self.cursor, self.cursor_shown) = (index, true);
        }
    }

    /// Whether a text names a cell of a board where a piece belongs to it.
    fn is_cell(&self, text: &str) -> bool {
        let board = &self.shown.board;
        let takes_piece = board.reserve.iter().any(|reserved| reserved.legal);
        takes_piece && board.cells.iter().any(|cell| cell.name.eq_ignore_ascii_case(text))
    }

    fn choose_typed_piece(&mut self, view: &View) {
        if self.is_cell(&self.typed) {
            self.piece = self.held;
            return;
        }
        let mut letters = self.typed.chars();
        if let (Some(code), None) = (letters.next(), letters.next())
            && view.board.reserve.iter().any(|reserved| reserved.legal && reserved.figure.code == code)
        {
            self.piece = Some(code);
        }
    }

    fn walk(&mut self, view: &View, dx: isize, dy: isize) {
        let (columns, rows) = (view.board.columns.len() as isize, view.board.rows.len() as isize);
        let (x, y) = (self.cursor as isize % columns, self.cursor as isize / columns);
        let (x, y) = ((x + dx).rem_euclid(columns), (y + dy).rem_euclid(rows));
        self.cursor = (y * columns + x) as usize;
        (self.cursor_shown, self.to_confirm) = (true, None);
    }

    /// The next piece of the reserve that may be taken.
    fn next_piece(&mut self, view: &View, forward: bool) {
        let codes: Vec<char> =
            view.board.reserve.iter().filter(|reserved| reserved.legal).map(|reserved| reserved.figure.code).collect();
        if codes.is_empty() {
            return;
        }
        let at = codes.iter().position(|code| Some(*code) == self.piece);
        let next = match (at, forward) {
            (None, true) => 0,
            (None, false) => codes.len() - 1,
            (Some(at), true) => (at + 1) % codes.len(),
            (Some(at), false) => (at + codes.len() - 1) % codes.len(),
        };
        self.piece = Some(codes[next]);
    }

    fn enter(&mut self, context: &mut Context, view: &View) {
        if self.boxed.is_some() {
            self.boxed = None;
        } else if let Some(text) = self.to_confirm.clone() {
            self.by_person(context, &Command::Play(text));
        } else if self.attendant.is_paused() || (self.is_watched() && view.stage == Stage::Playing) {
            self.pause(context);
        } else if let Some(errand) = self.attendant.handle().filter(|_| self.is_moving()) {
            // The machine plays what it has found so far.
            errand.hurry();
        } else if !self.is_watched() {
            self.cursor_shown = true;
            self.play_at(context, view, self.cursor);
        }
    }

    /// Stops the machine, or lets it think again.
    fn pause(&mut self, context: &Context) {
        if self.attendant.is_paused() {
            self.attendant.go_on();
            self.sitting.go_on(&context.desk);
        } else if self.attendant.is_busy() {
            self.attendant.pause();
            self.sitting.pause(&context.desk);
        } else {
            return;
        }
        self.note = None;
    }

    /// One move of the machines, which then wait.
    fn one_step(&mut self) {
        self.attendant.one_move();
        self.note = None;
    }

    fn faster(&mut self, context: &Context, faster: bool) {
        let last = SPEEDS_MS.len() - 1;
        self.speed = if faster { (self.speed + 1).min(last) } else { self.speed.saturating_sub(1) };
        let (speed, of) = (self.speed as i64 + 1, last as i64 + 1);
        self.note = Some(context.words.say("watch-speed", &[("speed", speed.into()), ("of", of.into())]));
        // A move that is held back does not wait longer than the new speed says.
        self.attendant.hold_until(context.desk.now_ms() + SPEEDS_MS[self.speed]);
    }

    fn ask_advice(&mut self, context: &mut Context, view: &View, task: Task) {
        if !self.attendant.is_busy() && view.stage == Stage::Playing {
            self.think(context, task);
        } else {
            self.note = Some(context.say("hint-none"));
        }
    }

    /// What playing on a cell means now: a stone, a mark, a piece on its place.
    fn play_at(&mut self, context: &mut Context, view: &View, index: usize) {
        let cell = &view.board.cells[index];
        if matches!(view.stage, Stage::Marking { .. }) {
            return self.by_person(context, &Command::Mark(cell.name.clone()));
        }
        let board = &view.board;
        let text = match (board.surface, self.piece) {
            (Surface::Go | Surface::Othello, _) => cell.name.clone(),
            // The view says what is wanted: a piece and a cell, a piece alone, or a cell alone.
            (Surface::Aligne4, piece) => {
                let takes_piece = board.reserve.iter().any(|reserved| reserved.legal);
                let takes_cell = board.cells.iter().any(|cell| cell.legal);
                match (takes_piece, takes_cell, piece) {
                    (true, _, None) => {
                        self.note = Some(context.say("choose-a-piece"));
                        return;
                    }
                    (true, false, Some(piece)) => piece.to_string(),
                    (true, true, Some(piece)) => format!("{piece}{}", cell.name),
                    (false, ..) => cell.name.clone(),
                }
            }
        };
        self.by_person(context, &Command::Play(text));
    }

    /// What the person at the keyboard wants; a move is asked for twice if the options say so.
    fn by_person(&mut self, context: &mut Context, command: &Command) {
        if let Command::Play(text) = command
            && context.options.confirm
            && self.to_confirm.as_ref() != Some(text)
        {
            let meant = Message::new("confirm-move").with("move", self.shown.kind.told_move(text));
            self.note = Some(say(&context.words, &meant));
            self.to_confirm = Some(text.clone());
            self.point_at(text);
            return;
        }
        self.to_confirm = None;
        if !self.is_moving() {
            self.attendant.give_up();
        }
        self.act(context, self.sitting.speaker(), command);
    }

    pub(super) fn mouse(&mut self, context: &mut Context, mouse: MouseEvent) -> Next {
        let MouseEventKind::Down(button) = mouse.kind else { return Next::Stay };
        if self.dialog.is_some() {
            return Next::Stay;
        }
        let view = self.view();
        if self.boxed.is_some() {
            self.boxed = None;
        } else if button != MouseButton::Left {
            self.ask_advice(context, &view, Task::Hint);
        } else if let Some(code) = show::reserved_at(self, context, mouse.column, mouse.row) {
            self.piece = Some(code);
            // Where only a piece is asked for, the click gives it.
            if !view.board.cells.iter().any(|cell| cell.legal) {
                self.by_person(context, &Command::Play(code.to_string()));
            }
        } else if let Some(index) = show::cell_at(self, context, mouse.column, mouse.row) {
            (self.cursor, self.cursor_shown) = (index, false);
            self.play_at(context, &view, index);
        }
        Next::Stay
    }
}

/// Whether a letter names a column of the board, in either case. The pieces and cells of Aligne 4 are typed as they are.
fn names_column(view: &View, letter: char) -> bool {
    view.board.columns.iter().any(|name| name.eq_ignore_ascii_case(&letter.to_string()))
}

/// Whether the letter that moved the cursor names a column too, and a move can be typed.
fn is_column(view: &View, walked_by: Option<(char, usize)>) -> bool {
    view.stage != Stage::Ended && walked_by.is_some_and(|(letter, _)| names_column(view, letter))
}

/// The keys that work now, the most useful first.
pub(super) fn keys(play: &Play) -> Keys {
    let view = play.view();
    let (mut keys, mut seldom) = (Vec::new(), Vec::new());
    match view.stage {
        Stage::Playing if play.is_watched() => {
            let space = if play.attendant.is_paused() { "key-go-on" } else { "key-stop" };
            keys.extend([("Space", space), (".", "key-one-move"), ("+ -", "key-speed"), ("u", "key-undo")]);
        }
        Stage::Playing if play.is_moving() => {
            keys.extend([("Space", "key-play-now"), ("z", "key-stop"), ("u", "key-undo")]);
        }
        Stage::Playing => {
            keys.extend([("↑↓←→", "key-move"), ("Enter", "key-play")]);
            if view.board.surface == Surface::Aligne4 {
                keys.push(("Tab", "key-piece"));
            }
            if view.can.pass {
                keys.push(("p", "key-pass"));
            }
            keys.extend([("u", "key-undo"), ("i", "key-hint")]);
        }
        Stage::Marking { .. } => {
            keys.extend([("Enter", "key-mark"), ("y", "key-accept"), ("o", "key-resume")]);
        }
        Stage::Ended => {
            keys.extend([("n", "key-rematch"), ("v", "key-review"), ("u", "key-undo")]);
        }
    }
    keys.push(("Esc", "key-quit"));
    keys.extend([("s", "key-save"), ("r", "key-redo")]);
    if view.board.surface == Surface::Go {
        keys.extend([("t", "key-territory"), ("w", "key-estimate")]);
    }
    if view.can.resign && !play.is_watched() {
        keys.push(("x", "key-resign"));
    }
    keys.push(("m F1", "key-rules"));
    if view.stage != Stage::Ended {
        seldom.push(("v", "key-said"));
    }
    seldom.extend([("hjkl", "key-move"), (":", "key-type")]);
    seldom.extend([("mouse", "key-mouse-play"), ("Ctrl-Z", "key-suspend")]);
    (keys, seldom)
}
