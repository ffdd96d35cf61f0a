//! A game being played: the board in the middle, Black's card on the left, White's on the right, one sentence above, the keys
//! below.
//!
//! What happened has always been kept before it is shown ([`Sitting`]). The machine thinks elsewhere and tells by events; an
//! answer to a task that was given up is not listened to.

mod input;
mod show;

pub(crate) use show::{Layout, sentence};

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use search::Stop;
use table::view::{Stage, View, Wanted};
use table::{AnyTable, Command, Message};

use super::{Asked, Dialog, Keys, Screen, files, review};
use crate::app::{Context, Next};
use crate::{Event, Sitting, not_a_move, say};
use players::thinker::{Task, Thought};

#[allow(clippy::struct_excessive_bools, reason = "each says whether something is shown or has been done")]
pub(crate) struct Play {
    sitting: Sitting,
    /// Where the keyboard stands.
    cursor: usize,
    /// Whether the cursor is shown: not while only the mouse is used.
    cursor_shown: bool,
    /// Aligne 4: the piece that was chosen.
    piece: Option<char>,
    /// What is being typed.
    typed: String,
    /// The letter that has just moved the cursor, and from where: with a digit after it, it was the name of a column.
    walked_by: Option<(char, usize)>,
    /// What was last told beside the game's own sentences.
    note: Option<String>,
    hint: Option<String>,
    territory: bool,
    thinking: Option<Thinking>,
    /// An answer that waits a moment, so that one sees what happens.
    held: Option<(u64, Thought)>,
    /// Whether the machine is not to think now.
    paused: bool,
    /// Two machines: how fast they are watched, as an index into [`SPEEDS_MS`].
    speed: usize,
    /// Whether the machine plays one move although it is paused.
    step: bool,
    /// The move that waits for being asked for again.
    to_confirm: Option<String>,
    /// Whether the machine has been asked which chains are dead.
    proposed: bool,
    dialog: Option<Dialog>,
    /// Whether the box with the result is shown.
    end_shown: bool,
}

struct Thinking {
    id: u64,
    task: Task,
    stop: Stop,
    best: Option<String>,
}

/// How long a machine's move is held back so that one sees it happen.
const PAUSE_MS: u64 = 250;
/// The same where two machines are watched, from slow to fast.
const SPEEDS_MS: [u64; 6] = [5000, 2500, 1200, 600, 250, 0];
const USUAL_SPEED: usize = 3;

impl Play {
    pub(crate) fn new(context: &mut Context, sitting: Sitting) -> Play {
        let view = sitting.view(&context.desk, &Wanted::default());
        let (columns, rows) = (view.board.columns.len(), view.board.rows.len());
        let mut play = Play {
            sitting,
            cursor: rows / 2 * columns + columns / 2,
            cursor_shown: true,
            piece: None,
            typed: String::new(),
            walked_by: None,
            note: None,
            hint: None,
            territory: context.options.territory,
            thinking: None,
            held: None,
            paused: false,
            speed: USUAL_SPEED,
            step: false,
            to_confirm: None,
            proposed: false,
            dialog: None,
            end_shown: false,
        };
        play.settle(context);
        play
    }

    pub(crate) fn ask(&mut self, dialog: Dialog) {
        self.dialog = Some(dialog);
    }

    /// Something to tell beside the game's own sentences.
    pub(crate) fn note(&mut self, note: Option<String>) {
        self.note = note;
    }

    /// Whether something moves by itself.
    pub(crate) fn is_lively(&self) -> bool {
        self.thinking.is_some() || self.held.is_some() || self.sitting.table().clock(Player::Black, 0).is_some()
    }

    fn view(&self, context: &Context) -> View {
        self.sitting.view(&context.desk, &Wanted { territory: self.territory, hint: self.hint.clone() })
    }

    pub(crate) fn leave(&mut self, context: &mut Context) {
        self.give_up_thinking();
        self.sitting.leave(&context.desk);
    }

    /// The machine's thinking about its own move.
    fn moving(&self) -> Option<&Thinking> {
        self.thinking.as_ref().filter(|thinking| thinking.task == Task::Move)
    }

    fn give_up_thinking(&mut self) {
        self.held = None;
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.ask();
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        let next = match event {
            Event::Key(key) => self.key(context, key),
            Event::Mouse(mouse) => self.mouse(context, *mouse),
            Event::Thought(id, thought) => {
                if self.thinking.as_ref().is_some_and(|thinking| thinking.id == *id) {
                    self.hear(context, thought.clone());
                }
                Next::Stay
            }
            Event::Tick => {
                self.tick(context);
                Next::Stay
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
        next
    }

    fn tick(&mut self, context: &mut Context) {
        match self.sitting.tick(&context.desk) {
            Ok(true) => self.changed(context),
            Ok(false) => {}
            Err(why) => self.tell(context, &why),
        }
        if let Some((ready_ms, _)) = self.held
            && context.desk.now_ms() >= ready_ms
            && let Some((_, thought)) = self.held.take()
        {
            self.take(context, thought);
        }
    }

    /// What the machine says: its answer may have to wait a moment.
    fn hear(&mut self, context: &mut Context, thought: Thought) {
        match thought {
            Thought::Progress { best, .. } => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.best = best.or(thinking.best.take());
                }
            }
            Thought::Play(_) => match self.pause_ms(context) {
                0 => self.take(context, thought),
                pause_ms => self.held = Some((context.desk.now_ms() + pause_ms, thought)),
            },
            _ => self.take(context, thought),
        }
    }

    /// How long a move of the machine is held back.
    fn pause_ms(&self, context: &Context) -> u64 {
        match (self.is_watched(), context.options.animation) {
            _ if self.step => 0,
            (true, _) => SPEEDS_MS[self.speed],
            (false, true) => PAUSE_MS,
            (false, false) => 0,
        }
    }

    /// Whether no person sits here.
    fn is_watched(&self) -> bool {
        self.sitting.table().seats().iter().all(|seat| !seat.who.is_person())
    }

    fn take(&mut self, context: &mut Context, thought: Thought) {
        let task = self.thinking.take().map(|thinking| thinking.task);
        let turn = self.sitting.table().turn();
        match thought {
            Thought::Play(mv) => {
                if let Some(turn) = turn {
                    let done = self.act(context, turn, &Command::Play(mv));
                    self.paused |= !done;
                    self.step = false;
                    self.ring(context);
                }
            }
            Thought::Resign => {
                if let Some(turn) = turn {
                    self.act(context, turn, &Command::Resign);
                }
            }
            Thought::Hint(mv, why) => {
                self.note = Some(say(&context.words, &Message::new("hint").with("move", mv.as_str()).with("why", why)));
                self.hint = Some(mv);
            }
            Thought::Dead(cells) => {
                if !cells.is_empty() {
                    self.act(context, self.speaker(), &Command::Propose(cells));
                }
            }
            Thought::Judged(yes) => {
                if let Some(Task::Judge(machine)) = task {
                    self.act(context, machine, if yes { &Command::Accept } else { &Command::Resume });
                    if !yes {
                        self.note = Some(context.say("players-disagrees"));
                    }
                }
            }
            Thought::Failed(why) => {
                self.tell(context, &why);
                self.paused |= task == Some(Task::Move);
                self.step = false;
            }
            Thought::Progress { .. } => {}
        }
    }

    /// The bell, if a person's turn has come.
    fn ring(&self, context: &mut Context) {
        let turn = self.sitting.table().turn();
        let is_person = turn.is_some_and(|turn| self.sitting.table().seats()[turn].who.is_person());
        context.bell |= context.options.sound && is_person;
    }

    /// Lets the machine do what is its to do now.
    fn settle(&mut self, context: &mut Context) {
        if self.thinking.is_some() || (self.paused && !self.step) {
            return;
        }
        let view = self.view(context);
        match &view.stage {
            Stage::Playing => {
                self.proposed = false;
                let is_person = |player: Player| view.players[player].who.is_person();
                if self.sitting.table().turn().is_some_and(|turn| !is_person(turn)) {
                    self.think(context, Task::Move);
                }
            }
            Stage::Marking { .. } if !self.proposed => {
                self.proposed = true;
                self.think(context, Task::Dead);
            }
            Stage::Marking { accepted, .. } => {
                let is_person = |player: &Player| view.players[*player].who.is_person();
                let waits = |player: &Player| is_person(player) && !accepted[*player];
                let machine = Player::BOTH.into_iter().find(|player| !is_person(player) && !accepted[*player]);
                // The machine judges what the people at the table agree on; machines agree on what they proposed.
                match machine {
                    Some(machine) if self.is_watched() => {
                        self.act(context, machine, &Command::Accept);
                        self.settle(context);
                    }
                    Some(machine) if !Player::BOTH.iter().any(waits) => self.think(context, Task::Judge(machine)),
                    _ => {}
                }
            }
            Stage::Ended { .. } => {}
        }
    }

    fn think(&mut self, context: &mut Context, task: Task) {
        context.tasks += 1;
        let (id, post) = (context.tasks, context.post.clone());
        let tell = Box::new(move |thought| post(Event::Thought(id, thought)));
        let stop = context.desk.machine.start(self.sitting.table(), task, tell);
        self.thinking = Some(Thinking { id, task, stop, best: None });
    }

    /// The person who acts: whose turn it is, or who has not accepted yet, or anybody.
    fn speaker(&self) -> Player {
        let seats = self.sitting.table().seats();
        let is_person = |player: &Player| seats[*player].who.is_person();
        let accepted = match self.sitting.table().view(&Wanted::default(), 0).stage {
            Stage::Marking { accepted, .. } => accepted,
            Stage::Playing | Stage::Ended { .. } => [false; 2],
        };
        let turn = self.sitting.table().turn().filter(is_person);
        let waiting = Player::BOTH.into_iter().find(|player| is_person(player) && !accepted[*player]);
        let anybody = Player::BOTH.into_iter().find(is_person);
        turn.or(waiting).or(anybody).unwrap_or(Player::Black)
    }

    /// Does it, or says why not; whether it was done.
    fn act(&mut self, context: &mut Context, by: Player, command: &Command) -> bool {
        match self.sitting.act(&context.desk, by, command) {
            Ok(()) => {
                self.changed(context);
                true
            }
            Err(why) => {
                self.tell(context, &not_a_move(command, why, self.view(context).game));
                false
            }
        }
    }

    /// Something happened on the board: what was said about the old one is old.
    fn changed(&mut self, context: &Context) {
        (self.hint, self.note, self.piece, self.to_confirm) = (None, None, None, None);
        self.typed.clear();
        let ended = matches!(self.view(context).stage, Stage::Ended { .. });
        self.end_shown = ended;
        // A proposal or a judgement of another marking comes too late: it must not wipe out what was marked meanwhile.
        let is_late =
            self.thinking.as_ref().is_some_and(|thinking| matches!(thinking.task, Task::Dead | Task::Judge(_)));
        if ended || is_late {
            self.give_up_thinking();
        }
    }

    fn tell(&mut self, context: &Context, message: &Message) {
        self.note = Some(say(&context.words, message));
    }

    /// What the answer to a question does.
    fn answered(&mut self, context: &mut Context, asked: Asked, yes: bool) -> Next {
        match asked {
            Asked::Quit if yes => return Next::Home,
            Asked::Resign if yes => {
                self.give_up_thinking();
                self.act(context, self.speaker(), &Command::Resign);
            }
            Asked::Quit | Asked::Resign | Asked::Delete => {}
        }
        Next::Stay
    }

    /// The same game again, with the colours changed over.
    fn rematch(&mut self, context: &mut Context) -> Next {
        let again = swapped(&self.sitting.table().setup_text()).parse::<AnyTable>();
        match again.and_then(|table| Sitting::create(&context.desk, table)) {
            Ok(sitting) => Next::to(Screen::Play(Box::new(Play::new(context, sitting)))),
            Err(why) => {
                self.tell(context, &why);
                Next::Stay
            }
        }
    }

    /// The file chooser, which comes back to this game.
    fn save(&mut self, context: &mut Context) -> Next {
        let game = self.view(context).game;
        let name = format!("{game}.{}", context.desk.files.ending(game));
        Next::to(Screen::Files(Box::new(files::FilesScreen::save(context, self.sitting.clone(), name))))
    }

    fn review(&mut self, context: &mut Context) -> Next {
        match context.desk.games.load(self.sitting.id()) {
            Ok(kept) => match review::Review::new(context, &kept) {
                Ok(review) => return Next::to(Screen::Review(Box::new(review))),
                Err(why) => self.tell(context, &why),
            },
            Err(why) => self.tell(context, &why),
        }
        Next::Stay
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        show::draw(self, context, buf, area);
    }

    pub(crate) fn keys(&self, context: &Context) -> Keys {
        if self.dialog.is_some() {
            return (vec![("Enter", "tui-key-choose"), ("Esc", "tui-key-back")], Vec::new());
        }
        input::keys(self, context)
    }
}

/// A set-up with the seats changed over: who had Black gets White.
fn swapped(setup: &str) -> String {
    let line = |line: &str| match line.split_once(' ') {
        Some(("black", seat)) => format!("white {seat}\n"),
        Some(("white", seat)) => format!("black {seat}\n"),
        _ => format!("{line}\n"),
    };
    setup.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Plan};

    #[test]
    fn a_rematch_changes_the_colours_over() {
        let plan = Plan { names: ["Ada".to_owned(), "Bo".to_owned()], ..Plan::new(Game::Othello) };
        let table: AnyTable = swapped(&plan.table().expect("a table").setup_text()).parse().expect("a set-up");
        let names = table.seats().each_ref().map(|seat| seat.name.as_str());
        assert_eq!(names, ["Bo", "Ada"]);
        assert!(table.seats()[1].who.is_person());
    }
}
