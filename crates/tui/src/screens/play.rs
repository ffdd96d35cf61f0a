//! A game being played: the board in the middle, Black's card on the left, White's on the right, one sentence above, the keys
//! below.
//!
//! What happened has always been kept before it is shown ([`Sitting`]). The machine thinks elsewhere and tells by events; when it
//! is to do something, and what comes of it, its [`Attendant`] says.

mod input;
mod show;

use std::rc::Rc;

use plateau_core::Player;
use players::attendant::{Attendant, Deed};
use players::thinker::{Errand, Task, Thought};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::view::{Estimate, Stage, View, Wanted};
use table::{Command, Message};

use super::{Asked, Dialog, Keys};
use crate::context::{Context, Door, Next};
use crate::{Event, Sitting, not_a_move, say};

pub(crate) struct Play {
    sitting: Sitting,
    /// The table as it looked after the last event: made once, for keys, mouse and drawing.
    shown: Rc<View>,
    /// When the machine does something.
    attendant: Attendant<Errand>,
    /// When one last looked whether the game went on elsewhere.
    looked_ms: u64,
    /// Where the keyboard stands.
    cursor: usize,
    /// Whether the cursor is shown: not while only the mouse is used.
    cursor_shown: bool,
    /// Aligne 4: the piece that was chosen.
    piece: Option<char>,
    /// Aligne 4: the piece that was chosen before somebody began to type: a cell that is typed is for it.
    held: Option<char>,
    /// What is being typed.
    typed: String,
    /// The letter that has just moved the cursor, and from where: with a digit after it, it was the name of a column.
    walked_by: Option<(char, usize)>,
    /// A letter that is a command and names a column of this board too, and for how many ticks it has waited: with a digit after it,
    /// it begins a move.
    letter: Option<(char, u32)>,
    /// What was last told beside the game's own sentences.
    note: Option<String>,
    hint: Option<String>,
    estimate: Option<Estimate>,
    territory: bool,
    /// Two machines: how fast they are watched, as an index into [`SPEEDS_MS`].
    speed: usize,
    /// The move that waits for being asked for again.
    to_confirm: Option<String>,
    dialog: Option<Dialog>,
    /// The box that stands over the board.
    boxed: Option<Boxed>,
}

/// What can stand in a box over the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Boxed {
    /// The result.
    End,
    /// All that is said, which may be too long for its lines.
    Said,
}

/// How long a machine's move is held back so that one sees it happen.
const PAUSE_MS: u64 = 250;
/// The same where two machines are watched, from slow to fast.
const SPEEDS_MS: [u64; 6] = [5000, 2500, 1200, 600, 250, 0];
const USUAL_SPEED: usize = 3;
/// How often one looks whether the game went on elsewhere, as in the browser.
const LOOK_AROUND_MS: u64 = 1000;

impl Play {
    pub(crate) fn new(context: &mut Context, sitting: Sitting, note: Option<String>) -> Play {
        let shown = Rc::new(sitting.view(&context.desk, &Wanted::default()));
        let (columns, rows) = (shown.board.columns.len(), shown.board.rows.len());
        let mut play = Play {
            sitting,
            shown,
            attendant: Attendant::default(),
            looked_ms: context.desk.now_ms(),
            cursor: rows / 2 * columns + columns / 2,
            cursor_shown: true,
            piece: None,
            held: None,
            typed: String::new(),
            walked_by: None,
            letter: None,
            note,
            hint: None,
            estimate: None,
            territory: context.options.territory,
            speed: USUAL_SPEED,
            to_confirm: None,
            dialog: None,
            boxed: None,
        };
        play.settle(context);
        play.look(context);
        play
    }

    pub(crate) fn ask(&mut self, dialog: Dialog) {
        self.dialog = Some(dialog);
    }

    /// Whether something moves by itself.
    pub(crate) fn is_lively(&self) -> bool {
        self.attendant.is_busy() || self.letter.is_some() || self.sitting.table().clock(Player::Black, 0).is_some()
    }

    fn view(&self) -> Rc<View> {
        Rc::clone(&self.shown)
    }

    fn look(&mut self, context: &Context) {
        let (hint, estimate) = (self.hint.clone(), self.estimate.clone());
        let wanted = Wanted { territory: self.territory, hint, estimate, ..Wanted::default() };
        self.shown = Rc::new(self.sitting.view(&context.desk, &wanted));
    }

    pub(crate) fn leave(&mut self, context: &mut Context) {
        self.attendant.give_up();
        self.sitting.leave(&context.desk);
    }

    /// The clock runs again, and what happened elsewhere is taken in.
    pub(crate) fn come_back(&mut self, context: &mut Context, note: Option<String>) {
        self.sitting.go_on(&context.desk);
        // What cannot be read now is read later.
        if self.sitting.catch_up(&context.desk).is_ok_and(|happened| happened) {
            self.changed();
        }
        (self.note, self.dialog) = (note, None);
        self.settle(context);
        self.look(context);
    }

    /// Whether the machine is thinking about its own move.
    fn is_moving(&self) -> bool {
        self.attendant.task() == Some(Task::Move)
    }

    /// The move that the machine likes best so far; an empty text if it has not said.
    fn best_so_far(&self) -> &str {
        self.attendant.seen().and_then(|seen| seen.best.as_deref()).unwrap_or_default()
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let next = match event {
            Event::Key(key) => self.key(context, key),
            Event::Mouse(mouse) => self.mouse(context, *mouse),
            Event::Thought(id, thought) => {
                self.hear(context, *id, thought.clone());
                Next::Stay
            }
            Event::Tick => {
                self.tick(context);
                self.letter_waits(context)
            }
            Event::Suspend => {
                self.sitting.pause(&context.desk);
                Next::Stay
            }
            Event::Resumed => {
                self.sitting.go_on(&context.desk);
                Next::Stay
            }
            Event::Resize(..) | Event::End => Next::Stay,
        };
        self.settle(context);
        self.look(context);
        next
    }

    fn tick(&mut self, context: &mut Context) {
        match self.sitting.tick(&context.desk) {
            Ok(true) => self.changed(),
            Ok(false) => self.look_around(context),
            Err(why) => self.tell(context, &why),
        }
        if let Some(deed) = self.attendant.tick(self.sitting.table(), context.desk.now_ms()) {
            self.carry_out(context, deed);
        }
    }

    /// Follows a game that goes on elsewhere.
    fn look_around(&mut self, context: &mut Context) {
        let now_ms = context.desk.now_ms();
        if now_ms < self.looked_ms + LOOK_AROUND_MS {
            return;
        }
        self.looked_ms = now_ms;
        // What cannot be read now is read later; whoever plays is told then.
        if self.sitting.catch_up(&context.desk).is_ok_and(|happened| happened) {
            self.changed();
            self.ring(context);
        }
    }

    /// What the machine says: its move may have to wait a moment.
    fn hear(&mut self, context: &mut Context, id: u64, thought: Thought) {
        let now_ms = context.desk.now_ms();
        let show_ms = now_ms + self.pause_ms(context);
        if let Some(deed) = self.attendant.hear(self.sitting.table(), id, thought, now_ms, show_ms) {
            self.carry_out(context, deed);
        }
    }

    /// How long a move of the machine is held back.
    fn pause_ms(&self, context: &Context) -> u64 {
        match (self.is_watched(), context.options.animation) {
            (true, _) => SPEEDS_MS[self.speed],
            (false, true) => PAUSE_MS,
            (false, false) => 0,
        }
    }

    /// Whether no person sits here.
    fn is_watched(&self) -> bool {
        self.sitting.table().is_watched()
    }

    fn carry_out(&mut self, context: &mut Context, deed: Deed) {
        match deed {
            Deed::Act(by, command) => {
                let from = self.sitting.table().next_event();
                let done = self.act(context, by, &command);
                if !done && self.sitting.table().next_event() == from {
                    self.attendant.refused();
                } else if !done {
                    // The game went on elsewhere: another position, in which something else may be due. Nobody has to be told.
                    self.note = None;
                }
                self.ring(context);
            }
            Deed::Hint(mv, why) => {
                self.note = Some(say(
                    &context.words,
                    &Message::new("hint").with("move", self.shown.kind.told_move(&mv)).with("why", why),
                ));
                self.hint = Some(mv);
            }
            Deed::Estimate(estimate) => {
                self.note = Some(say(&context.words, &estimate.message()));
                self.estimate = Some(estimate);
            }
            Deed::Failed(_, why) => self.tell(context, &why),
        }
    }

    /// The bell, if a person's turn has come.
    fn ring(&self, context: &mut Context) {
        let table = self.sitting.table();
        let is_persons = table.turn().is_some_and(|turn| table.is_person(turn));
        context.bell |= context.options.sound && is_persons;
    }

    /// Lets the machine do what is its to do now.
    fn settle(&mut self, context: &mut Context) {
        if let Some(task) = self.attendant.due(self.sitting.table()) {
            self.think(context, task);
        }
    }

    fn think(&mut self, context: &mut Context, task: Task) {
        context.tasks += 1;
        let (id, post) = (context.tasks, context.post.clone());
        let tell = Box::new(move |thought| post(Event::Thought(id, thought)));
        let stop = context.desk.machine.start(self.sitting.table(), task, context.desk.now_ms(), tell);
        self.attendant.begin(self.sitting.table(), task, id, Errand::new(stop));
    }

    /// Does it, or says why not; whether it was done.
    fn act(&mut self, context: &mut Context, by: Player, command: &Command) -> bool {
        let from = self.sitting.table().next_event();
        let done = self.sitting.act(&context.desk, by, command);
        if self.sitting.table().next_event() != from {
            self.changed();
        }
        if let Err(why) = &done {
            self.tell(context, &not_a_move(command, why.clone(), self.sitting.table().kind()));
        }
        done.is_ok()
    }

    /// Something happened at the table: what was said about it before is old.
    fn changed(&mut self) {
        (self.hint, self.estimate, self.note) = (None, None, None);
        (self.piece, self.to_confirm) = (None, None);
        self.typed.clear();
        self.boxed = (self.sitting.table().stage() == Stage::Ended).then_some(Boxed::End);
        self.attendant.changed(self.sitting.table());
    }

    fn tell(&mut self, context: &Context, message: &Message) {
        self.note = Some(say(&context.words, message));
    }

    /// What the answer to a question does.
    fn answered(&mut self, context: &mut Context, asked: Asked, yes: bool) -> Next {
        match asked {
            Asked::Quit if yes => return Next::back(),
            Asked::Resign if yes => {
                self.attendant.give_up();
                self.act(context, self.sitting.speaker(), &Command::Resign);
            }
            Asked::Quit | Asked::Resign | Asked::Delete => {}
        }
        Next::Stay
    }

    /// The same game again, with the colours changed over.
    fn rematch(&mut self, context: &mut Context) -> Next {
        let again = self.sitting.table().setup().swapped().table();
        match again.and_then(|table| Sitting::create(&context.desk, table)) {
            Ok(sitting) => Next::instead(Door::Play(sitting, None)),
            Err(why) => {
                self.tell(context, &why);
                Next::Stay
            }
        }
    }

    /// The file chooser, which comes back to this game.
    fn save(&self) -> Next {
        let kind = self.sitting.table().kind();
        let name = format!("{kind}.{}", kind.endings()[0]);
        Next::to(Door::Save(self.sitting.clone(), name))
    }

    fn review(&mut self, context: &Context) -> Next {
        match self.sitting.review(&context.desk) {
            Ok(review) => Next::to(Door::Review(review)),
            Err(why) => {
                self.tell(context, &why);
                Next::Stay
            }
        }
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        show::draw(self, context, buf, area);
    }

    pub(crate) fn keys(&self) -> Keys {
        if self.dialog.is_some() {
            return (vec![("Enter", "key-choose"), ("Esc", "key-back")], Vec::new());
        }
        input::keys(self)
    }
}
