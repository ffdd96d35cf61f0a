//! When the machine does something at a table, and what comes of it: the one place where that is decided.

use plateau_core::Player::{self, Black, White};
use players::attendant::{Attendant, Deed};
use players::thinker::{Task, Thought};
use table::event::{Event, Offer};
use table::view::{Estimate, Stage};
use table::{AnyTable, Command, Message};

/// A table with its attendant. A task needs no handle here: nothing runs.
struct Seated {
    table: AnyTable,
    attendant: Attendant<()>,
    now_ms: u64,
    tasks: u64,
}

impl Seated {
    fn new(black: &str, white: &str) -> Seated {
        let setup = format!("game go\nsize 5\nblack {black}\t\nwhite {white}\t\n");
        Seated { table: setup.parse().expect("a set-up"), attendant: Attendant::default(), now_ms: 0, tasks: 0 }
    }

    fn due(&self) -> Option<Task> {
        self.attendant.due(&self.table)
    }

    fn act(&mut self, by: Player, command: &Command) {
        for action in self.table.decide(by, command, 0).unwrap_or_else(|why| panic!("{command:?}: {why:?}")) {
            self.table.apply(&Event { at_ms: 0, action }).expect("what was decided");
        }
        self.attendant.changed(&self.table);
    }

    fn play(&mut self, moves: &str) {
        for mv in moves.split(' ') {
            let turn = self.table.turn().expect("somebody moves");
            self.act(turn, &Command::Play(mv.to_owned()));
        }
    }

    /// Begins what is due, which must be this.
    fn begin(&mut self, task: Task) -> u64 {
        assert_eq!(self.due(), Some(task));
        let id = self.ask(task);
        assert_eq!(self.due(), None, "one thing at a time");
        id
    }

    /// Begins what somebody asked for.
    fn ask(&mut self, task: Task) -> u64 {
        self.tasks += 1;
        self.attendant.begin(&self.table, task, self.tasks, ());
        self.tasks
    }

    fn hear(&mut self, id: u64, thought: Thought) -> Option<Deed> {
        self.attendant.hear(&self.table, id, thought, self.now_ms, self.now_ms)
    }

    /// Begins what is due, answers it, and does what comes of it.
    fn answer(&mut self, task: Task, thought: Thought) {
        let id = self.begin(task);
        if let Some(Deed::Act(by, command)) = self.hear(id, thought) {
            self.act(by, &command);
        }
    }
}

fn play(mv: &str) -> Thought {
    Thought::Play(mv.to_owned())
}

fn dead(cells: &[&str]) -> Thought {
    Thought::Dead(cells.iter().map(|cell| (*cell).to_owned()).collect())
}

/// A chain of Black's lives, and White has a stone in it.
const TO_THE_COUNT: &str = "B3 C3 B2 C2 B4 C4 B1 C1 B5 C5 pass A3 pass pass";

#[test]
fn it_moves_where_it_sits_and_nowhere_else() {
    let mut game = Seated::new("human", "level:1");
    assert_eq!(game.due(), None);
    game.play("C3");
    game.answer(Task::Move, play("D4"));
    assert_eq!((game.table.moves_played(), game.due()), (2, None));
    let mut machines = Seated::new("level:1", "random");
    machines.answer(Task::Move, play("C3"));
    machines.answer(Task::Move, play("D4"));
    assert_eq!(machines.table.moves_played(), 2);
    assert!(Seated::new("human", "human").due().is_none());
}

#[test]
fn it_gives_up_for_its_own_side() {
    let mut game = Seated::new("human", "level:1");
    game.play("C3");
    game.answer(Task::Move, Thought::Resign);
    assert_eq!(game.table.end().map(|end| end.ending.to_string()).as_deref(), Some("B+R"));
    assert_eq!(game.due(), None);
}

#[test]
fn it_proposes_first_and_judges_what_people_agree_on() {
    let mut game = Seated::new("human", "level:1");
    game.play(TO_THE_COUNT);
    game.answer(Task::Dead, dead(&["A3"]));
    assert!(!game.table.is_unmarked());
    assert_eq!(game.due(), None, "a person has not accepted yet");
    game.act(Black, &Command::Accept);
    game.answer(Task::Judge(White), Thought::Judged(true));
    assert_eq!(game.table.stage(), Stage::Ended);
}

/// Otherwise it would propose the same nothing for ever.
#[test]
fn where_nothing_is_dead_it_says_nothing_and_goes_on_to_judge() {
    for (black, judges) in [("human", &[White][..]), ("level:2", &[Black, White])] {
        let mut game = Seated::new(black, "level:1");
        game.play(TO_THE_COUNT);
        let id = game.begin(Task::Dead);
        assert_eq!(game.hear(id, dead(&[])), None, "there is nothing to propose");
        if black == "human" {
            assert_eq!(game.due(), None, "a person has not accepted yet");
            game.act(Black, &Command::Accept);
        }
        for &judge in judges {
            game.answer(Task::Judge(judge), Thought::Judged(true));
        }
        assert_eq!(game.table.stage(), Stage::Ended);
    }
}

#[test]
fn a_hint_is_not_the_one_move_that_it_may_make() {
    let mut game = Seated::new("level:1", "level:1");
    game.attendant.pause();
    game.attendant.one_move();
    game.tasks += 1;
    game.attendant.begin(&game.table, Task::Hint, game.tasks, ());
    game.hear(game.tasks, Thought::Hint("C3".to_owned(), Vec::new()));
    game.answer(Task::Move, play("C3"));
    assert_eq!((game.table.moves_played(), game.due()), (1, None));
}

/// What was begun under the old pace would be held back, or come to nothing when it is stopped.
#[test]
fn one_move_begins_afresh_unless_one_is_being_made_already() {
    let mut game = Seated::new("level:1", "level:1");
    let id = game.begin(Task::Move);
    game.attendant.one_move();
    assert_eq!((game.hear(id, play("C3")), game.due()), (None, Some(Task::Move)));
    game.begin(Task::Move);
    game.attendant.one_move();
    assert!(game.attendant.is_busy(), "asked twice, it goes on with the one move");
}

#[test]
fn the_handle_is_that_of_the_task_which_is_thought_about() {
    let table = Seated::new("level:1", "human").table;
    let mut attendant = Attendant::default();
    assert_eq!(attendant.handle(), None);
    attendant.begin(&table, Task::Move, 1, "stop it");
    assert_eq!(attendant.handle(), Some(&"stop it"));
    attendant.give_up();
    assert_eq!(attendant.handle(), None);
}

#[test]
fn what_it_does_not_agree_with_is_played_on_and_marked_anew() {
    let mut game = Seated::new("human", "level:1");
    game.play(TO_THE_COUNT);
    game.answer(Task::Dead, dead(&[]));
    game.act(Black, &Command::Mark("C3".to_owned()));
    game.act(Black, &Command::Accept);
    game.answer(Task::Judge(White), Thought::Judged(false));
    assert_eq!(game.table.stage(), Stage::Playing);
    let said = game.table.view(&table::view::Wanted::default(), 0).sentences;
    assert_eq!(said[0].id, "table-resumed", "whoever was refused is told");
    while let Some(turn) = game.table.turn() {
        game.act(turn, &Command::Play("pass".to_owned()));
    }
    assert_eq!(game.due(), Some(Task::Dead), "another marking, another proposal");
}

#[test]
fn two_machines_judge_each_by_itself() {
    let mut game = Seated::new("level:1", "level:2");
    game.play(TO_THE_COUNT);
    game.answer(Task::Dead, dead(&["A3"]));
    game.answer(Task::Judge(Black), Thought::Judged(true));
    assert_eq!(game.table.stage(), Stage::Marking { accepted: [true, false] });
    game.answer(Task::Judge(White), Thought::Judged(true));
    assert_eq!(game.table.stage(), Stage::Ended);
}

#[test]
fn a_marking_that_people_have_begun_is_theirs() {
    let mut game = Seated::new("human", "level:1");
    game.play(TO_THE_COUNT);
    let id = game.begin(Task::Dead);
    game.act(Black, &Command::Mark("A3".to_owned()));
    assert_eq!(game.hear(id, dead(&["B3"])), None, "the proposal comes too late");
    assert_eq!(game.due(), None);
    // As if the game had been opened again.
    game.attendant = Attendant::default();
    assert_eq!(game.due(), None, "it does not propose over what was marked");
    game.act(Black, &Command::Accept);
    let id = game.begin(Task::Judge(White));
    game.act(Black, &Command::Mark("A3".to_owned()));
    assert_eq!(game.hear(id, Thought::Judged(true)), None, "nobody sees that marking any more");
}

#[test]
fn a_thought_about_another_position_is_not_heard_and_an_offer_changes_no_position() {
    let mut game = Seated::new("human", "level:1");
    game.play("C3");
    let id = game.begin(Task::Move);
    game.act(Black, &Command::Offer(Offer::Draw));
    assert!(game.attendant.is_busy(), "the position is the same");
    game.act(Black, &Command::Undo);
    assert!(!game.attendant.is_busy());
    assert_eq!(game.hear(id, play("D4")), None);
    game.play("B2");
    let next = game.begin(Task::Move);
    assert_ne!(id, next);
    assert_eq!(game.hear(id, play("D4")), None, "that was the task before");
    assert_eq!(game.hear(next, play("D4")), Some(Deed::Act(White, Command::Play("D4".to_owned()))));
}

#[test]
fn a_hint_comes_to_who_asked_and_only_while_the_position_stands() {
    let mut game = Seated::new("human", "human");
    let hint = || Thought::Hint("C3".to_owned(), vec![Message::new("hint-likes")]);
    let id = game.ask(Task::Hint);
    assert_eq!(game.hear(id, hint()), Some(Deed::Hint("C3".to_owned(), vec![Message::new("hint-likes")])));
    let id = game.ask(Task::Hint);
    game.play("D4");
    assert_eq!(game.hear(id, hint()), None);
    let id = game.ask(Task::Hint);
    let failed = game.hear(id, Thought::Failed(Message::new("hint-resign")));
    assert_eq!(failed, Some(Deed::Failed(Task::Hint, Message::new("hint-resign"))));
    assert!(!game.attendant.is_paused(), "a hint that fails stops nobody");
}

#[test]
fn what_cannot_be_done_is_told_and_waits_until_somebody_wants_it_or_something_changes() {
    let mut game = Seated::new("human", "level:1");
    game.play("C3");
    let id = game.begin(Task::Move);
    let why = Message::new("players-no-level");
    assert_eq!(game.hear(id, Thought::Failed(why.clone())), Some(Deed::Failed(Task::Move, why)));
    assert_eq!((game.due(), game.attendant.is_paused()), (None, true));
    game.attendant.go_on();
    let id = game.begin(Task::Move);
    assert!(game.hear(id, play("C3")).is_some());
    game.attendant.refused();
    assert_eq!(game.due(), None, "the table would not have it");
    game.act(Black, &Command::Undo);
    game.play("C3");
    assert_eq!(game.due(), Some(Task::Move));
}

#[test]
fn people_make_it_wait_and_let_it_play_one_move() {
    let mut game = Seated::new("level:1", "level:1");
    let id = game.begin(Task::Move);
    game.attendant.pause();
    assert_eq!((game.hear(id, play("C3")), game.due()), (None, None));
    game.attendant.one_move();
    game.answer(Task::Move, play("C3"));
    assert_eq!((game.table.moves_played(), game.due()), (1, None));
    game.attendant.go_on();
    assert_eq!(game.due(), Some(Task::Move));
    game.attendant.one_move();
    game.answer(Task::Move, play("D4"));
    assert_eq!(game.due(), None, "one move, although it was not paused before");
}

#[test]
fn a_move_is_held_back_until_one_has_seen_the_one_before() {
    let mut game = Seated::new("human", "level:1");
    game.play("C3");
    let id = game.begin(Task::Move);
    assert_eq!(game.attendant.hear(&game.table, id, play("D4"), 100, 350), None);
    assert_eq!((game.attendant.held_until_ms(), game.attendant.is_busy()), (Some(350), true));
    assert_eq!(game.attendant.tick(&game.table, 349), None);
    game.attendant.hold_until(300);
    assert!(matches!(game.attendant.tick(&game.table, 300), Some(Deed::Act(White, Command::Play(_)))));
    assert!(!game.attendant.is_busy());
    let mut game = Seated::new("human", "level:1");
    game.play("C3");
    let id = game.begin(Task::Move);
    game.attendant.hear(&game.table, id, play("D4"), 100, 350);
    game.act(Black, &Command::Undo);
    assert_eq!(game.attendant.tick(&game.table, 999), None, "it was the answer to another position");
}

#[test]
fn what_it_sees_is_there_to_be_shown() {
    let mut game = Seated::new("level:1", "human");
    let id = game.begin(Task::Move);
    game.hear(id, Thought::Progress { nodes: 10, best: Some("C3".to_owned()) });
    game.hear(id, Thought::Progress { nodes: 20, best: None });
    let seen = game.attendant.seen().expect("it thinks");
    assert_eq!((seen.nodes, seen.best.as_deref(), game.attendant.task()), (20, Some("C3"), Some(Task::Move)));
}

#[test]
fn an_estimate_is_advice_too() {
    let mut game = Seated::new("human", "human");
    let estimate = || Estimate { owners: Vec::new(), black_half_points: 3 };
    let id = game.ask(Task::Estimate);
    assert_eq!(game.hear(id, Thought::Estimate(estimate())), Some(Deed::Estimate(estimate())));
    let id = game.ask(Task::Estimate);
    game.play("D4");
    assert_eq!(game.hear(id, Thought::Estimate(estimate())), None, "it was about another position");
    let id = game.ask(Task::Estimate);
    game.hear(id, Thought::Failed(Message::new("estimate-none")));
    assert!(!game.attendant.is_paused(), "an estimate that fails stops nobody");
}
