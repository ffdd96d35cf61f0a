//! Puzzles: a position with a question, an answer on the board or typed, what it is worth, and the solution step by step.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use plateau_core::Player;
use players::analyst::{AnyAnalyst, Attempt};
use players::puzzles::{Given, Posed};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use search::{Resources, Stop};
use store::{HERE, puzzles};
use study::Effort;
use study::puzzle::{Collection, Progress};
use table::view::{View, Wanted};
use table::{AnyWay, Kind, Message};

use super::Keys;
use super::layout::Layout;
use crate::cards::{self, Side};
use crate::context::{Context, Next};
use crate::look::Role;
use crate::{Event, board, paint, say};

pub(crate) struct PuzzlesScreen {
    kind: Kind,
    number: usize,
    posed: Option<Posed>,
    progress: Progress,
    cursor: usize,
    typed: String,
    said: Vec<Message>,
    /// What a wrong answer loses, once the machine has found out.
    refutation: Arc<Mutex<Option<Vec<Message>>>>,
    /// What stops that, when nobody wants to know any more.
    stop: Stop,
    /// The solution, and how far one looks along it.
    line: Option<(AnyWay, usize)>,
}

/// The longest answer that is typed.
const MAX_TYPED: usize = 8;

impl Drop for PuzzlesScreen {
    fn drop(&mut self) {
        self.stop.ask();
    }
}

impl PuzzlesScreen {
    pub(crate) fn new(context: &Context) -> PuzzlesScreen {
        let mut screen = PuzzlesScreen {
            kind: Kind::Go,
            number: 0,
            posed: None,
            progress: puzzles::progress(&*context.desk.store, HERE).unwrap_or_default(),
            cursor: 0,
            typed: String::new(),
            said: Vec::new(),
            refutation: Arc::default(),
            stop: Stop::new(),
            line: None,
        };
        screen.next();
        screen
    }

    /// The next puzzle near one's rating.
    fn next(&mut self) {
        let collection = Collection::shipped(self.kind);
        let next = self.progress.of(self.kind).next(collection);
        // Who passes one over is not shown it again at once.
        let next = next.map(|next| if next == self.number { next % collection.len() + 1 } else { next });
        self.number = next.unwrap_or_default();
        self.posed = collection.puzzle(self.number).and_then(|puzzle| Posed::new(puzzle).ok());
        self.forget();
        (self.said, self.line) = (Vec::new(), None);
        self.cursor = self.view().map_or(0, |view| view.board.cells.len() / 2);
    }

    /// What was typed and what the machine thinks about is not wanted any more.
    fn forget(&mut self) {
        self.stop.ask();
        (self.stop, self.refutation) = (Stop::new(), Arc::default());
        self.typed.clear();
    }

    fn view(&self) -> Option<View> {
        let posed = self.posed.as_ref()?;
        Some(match &self.line {
            Some((way, at)) => way.view(*at, &Wanted::default(), false),
            None => posed.way().view(posed.asked(), &Wanted::default(), posed.mistake_from().is_none()),
        })
    }

    /// The first try is written down; others change nothing.
    fn count(&mut self, context: &Context, is_right: bool) {
        let now_ms = (context.desk.now_ms)();
        match puzzles::tried(&*context.desk.store, HERE, (self.kind, self.number), is_right, now_ms) {
            Ok(progress) => self.progress = progress,
            Err(error) => self.said.push(error.message()),
        }
    }

    fn answer(&mut self, context: &Context, text: &str) {
        self.forget();
        let Some(posed) = self.posed.clone() else { return };
        let given = match posed.given(text) {
            Ok(given) => given,
            Err(refused) => return self.said = vec![refused],
        };
        if given.is_right {
            self.said = posed.right(&given.answer);
            self.show_line(&posed, &posed.line_after(&given.answer));
        } else {
            self.said = posed.wrong(&given, None);
            self.refute(context, posed, given.clone());
        }
        self.count(context, given.is_right);
    }

    /// The machine looks at a wrong answer, on a thread of its own.
    fn refute(&mut self, context: &Context, posed: Posed, given: Given) {
        if posed.mistake_from().is_some() {
            return;
        }
        let (told, stop, post) = (Arc::clone(&self.refutation), self.stop.clone(), Arc::clone(&context.post));
        thread::spawn(move || {
            let resources = Resources { book: false, ..Resources::of_this_machine() };
            let mut analyst = AnyAnalyst::new(posed.way().kind(), &resources);
            let mut judge = |way: &AnyWay, moment, effort| analyst.judge(way, moment, effort, &stop, &mut |_| {});
            let Some(before) = judge(posed.way(), posed.asked(), Effort::Normal) else { return };
            let attempt = Attempt::new(posed.way(), posed.asked(), &before, Effort::Normal, &given.answer);
            let trial = attempt.ok().and_then(|attempt| attempt.settled_by(&mut judge));
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(posed.wrong(&given, trial.as_ref()));
            post(Event::Tick);
        });
    }

    fn solve(&mut self, context: &Context) {
        let Some(posed) = self.posed.clone() else { return };
        self.forget();
        self.said = posed.solved();
        let line = posed.solution().map(|solution| solution.line().to_vec()).unwrap_or_default();
        self.show_line(&posed, &line);
        // Who looks has not found it.
        self.count(context, false);
    }

    fn show_line(&mut self, posed: &Posed, line: &[String]) {
        let texts: Vec<&str> = line.iter().map(String::as_str).collect();
        self.line = posed.way().branch(posed.solved_from(), &texts).ok().map(|way| (way, 1));
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => return self.key(context, key),
            Event::Mouse(mouse) => self.mouse(context, *mouse),
            _ => {}
        }
        if let Some(said) = self.refutation.lock().unwrap_or_else(PoisonError::into_inner).take() {
            self.said = said;
        }
        Next::Stay
    }

    fn key(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        match key.code {
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => return Next::back(),
            KeyCode::F(2) => {
                if let Some(posed) = &self.posed {
                    self.said = posed.hint();
                }
            }
            KeyCode::F(3) => self.solve(context),
            KeyCode::F(4) => self.next(),
            KeyCode::F(5) => {
                self.kind = Kind::ALL[(self.kind as usize + 1) % Kind::ALL.len()];
                self.next();
            }
            KeyCode::Left => self.walk(-1, 0),
            KeyCode::Right => self.walk(1, 0),
            KeyCode::Up => self.walk(0, -1),
            KeyCode::Down => self.walk(0, 1),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter if self.line.is_some() => (self.line, self.said) = (None, Vec::new()),
            KeyCode::Enter => {
                let text = std::mem::take(&mut self.typed);
                let cell = self.view().and_then(|view| Some(view.board.cells.get(self.cursor)?.name.clone()));
                match cell {
                    Some(cell) if text.is_empty() => self.answer(context, &cell),
                    _ => self.answer(context, &text),
                }
            }
            KeyCode::Char(letter) if letter.is_ascii_alphanumeric() && self.typed.len() < MAX_TYPED => {
                self.typed.push(letter);
            }
            _ => {}
        }
        Next::Stay
    }

    /// Arrows move the cursor; along the solution they go back and on.
    fn walk(&mut self, dx: isize, dy: isize) {
        if let Some((way, at)) = &mut self.line {
            *at = at.saturating_add_signed(dx + dy).min(way.len() - 1);
            return;
        }
        let Some(view) = self.view() else { return };
        let (columns, rows) = (view.board.columns.len() as isize, view.board.rows.len() as isize);
        let (x, y) = (self.cursor as isize % columns, self.cursor as isize / columns);
        let (x, y) = ((x + dx).rem_euclid(columns), (y + dy).rem_euclid(rows));
        self.cursor = (y * columns + x) as usize;
    }

    fn mouse(&mut self, context: &Context, mouse: MouseEvent) {
        let Some(view) = self.view().filter(|_| self.line.is_none()) else { return };
        let layout = Layout::new(&view, context.size, context.options.coordinates, self.cursor);
        let cell = layout.board.and_then(|geometry| geometry.cell_at(mouse.column, mouse.row));
        if let (Some(cell), MouseEventKind::Down(MouseButton::Left)) = (cell, mouse.kind) {
            self.cursor = cell;
            // In Aligne 4 a piece belongs to it, which is typed before the cell.
            let name = view.board.cells[cell].name.clone();
            let text = format!("{}{name}", std::mem::take(&mut self.typed));
            self.answer(context, &text);
        }
    }

    /// What is asked, and the moves among which a mistake is to be found.
    fn asked(&self, context: &Context) -> String {
        let Some(posed) = &self.posed else { return context.say("puzzle-none") };
        let mut said = say(&context.words, &posed.task());
        if let Some(from) = posed.mistake_from().filter(|_| self.line.is_none()) {
            let moves = posed.puzzle().moves.iter().enumerate().skip(from - 1);
            said += &moves.map(|(at, mv)| format!(" {}.{mv}", at + 1)).collect::<String>();
        }
        said
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let look = context.look;
        let Some(view) = self.view() else {
            return paint::centred(
                buf,
                Rect { y: area.y + 2, height: 1, ..area },
                &self.asked(context),
                look.style(Role::Strong),
            );
        };
        let layout = Layout::new(&view, area, context.options.coordinates, self.cursor);
        let lines = paint::wrap(&self.asked(context), layout.sentence.width.saturating_sub(2));
        for (line, y) in lines.iter().zip(layout.sentence.top()..layout.sentence.bottom()) {
            paint::centred(buf, Rect { y, height: 1, ..layout.sentence }, line, look.style(Role::Strong));
        }
        if let Some(geometry) = &layout.board {
            let cursor = self.line.is_none().then_some(self.cursor);
            board::paint(buf, geometry, &view.board, look, cursor);
        }
        // The reserve of Aligne 4 stands with the first player.
        let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
        let player = mover.filter(|_| self.kind != Kind::Aligne4).unwrap_or(Player::Black);
        cards::draw(buf, layout.left, &Side { view: &view, player, thinking: None, piece: None }, context);
        self.beside(context, buf, layout.right);
        let typed = if self.typed.is_empty() { String::new() } else { format!("> {}", self.typed) };
        paint::centred(buf, layout.note, &typed, look.style(Role::Accent));
    }

    /// The number, how one does, and what is said.
    fn beside(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let rating = Collection::shipped(self.kind).rating(self.number).unwrap_or_default();
        let gaps = [("number", (self.number as i64).into()), ("rating", i64::from(rating).into())];
        let standing = self.progress.of(self.kind);
        let [right, tried] = standing.counts().map(|count| count as i64);
        let own = [("rating", standing.to_string().into()), ("right", right.into()), ("tried", tried.into())];
        let mut parts = vec![
            format!("{} · {}", self.kind.name(), context.words.say("puzzle-title-rated", &gaps)),
            context.words.say("puzzle-standing", &own),
        ];
        parts.extend(self.said.iter().map(|message| say(&context.words, message)));
        if let Some((way, at)) = &self.line {
            let moves: Vec<String> = (0..*at).filter_map(|step| way.played(step)).collect();
            parts.push(moves.join(" "));
        }
        let width = area.width.saturating_sub(1);
        let lines = parts.iter().flat_map(|part| paint::wrap(part, width).into_iter().chain([String::new()]));
        for (line, y) in lines.zip(area.top()..area.bottom()) {
            paint::text(buf, area.x + 1, y, width, &line, context.look.style(Role::Ink));
        }
    }

    /// The keys that work here.
    pub(crate) fn keys(&self) -> Keys {
        let first = if self.line.is_some() { ("←→", "key-step") } else { ("Enter", "key-play") };
        let keys = [first, ("F2", "key-hint"), ("F3", "key-answer"), ("F4", "puzzle-next"), ("F5", "key-other-game")];
        (keys.into_iter().chain([("Esc", "key-back")]).collect(), Vec::new())
    }
}
