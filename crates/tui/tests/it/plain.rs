//! Scripted games on the plain console: what goes in, and the whole of what comes out, in golden files.

use std::cell::Cell;
use std::io::{BufReader, Cursor, Read};
use std::thread;
use std::time::Duration;

use draw::Charset;
use plateau_core::Player;
use players::thinker::{Task, Tell, Thinker, Thought};
use search::Stop;
use store::Preferences;
use table::view::Estimate;
use table::{AnyTable, Kind as Game, Who};
use tui::console::{Ears, Manner, play, run};
use tui::{Desk, First, Sitting};
use words::{Lang, Words};

use crate::desk::{Plan, desk, games};
use crate::golden;

/// Two people.
fn people(game: Game) -> Plan {
    let names = ["Ada".to_owned(), "Bo".to_owned()];
    Plan { who: [Who::Person, Who::Person], names, ..Plan::new(game) }
}

fn script(plan: &Plan, lang: Lang, charset: Charset, lines: &str) -> String {
    script_at(&desk(), plan, lang, charset, lines)
}

fn script_at(desk: &Desk, plan: &Plan, lang: Lang, charset: Charset, lines: &str) -> String {
    let table = plan.table();
    let sitting = Sitting::create(desk, table).expect("the game is kept");
    let mut out = Vec::new();
    let input = lines.split_inclusive([';', '\n']).map(|line| line.trim_end_matches(';').trim().to_owned() + "\n");
    let input: String = input.collect();
    let manner = Manner { charset, echo: true, ..Manner::default() };
    let mut ears = Ears::new(Cursor::new(input));
    play(desk, sitting, &Words::new(lang), manner, &mut ears, &mut out).expect("memory does not fail");
    String::from_utf8(out).expect("text")
}

fn check(name: &str, plan: &Plan, lines: &str) {
    golden::check(&format!("plain/{name}.txt"), &script(plan, Lang::En, Charset::Ascii, lines));
}

#[test]
fn go_with_numbers_88_and_99() {
    check("go-numbers", &people(Game::Go), "numbers;40;20;60;24;moves;score;88;99;no;99;99");
}

#[test]
fn go_refuses_ko_suicide_occupied_and_out_of_range() {
    // A ko around D5 and E5; then a stone into an eye.
    let ko = "D6;E6;C5;F5;D4;E4;E5;D5;E5";
    check("go-refusals", &people(Game::Go), &format!("{ko};D5;81;K10;Z3;hello;A1;J9;B2;A9;pass;B1;pass;A2;B9"));
}

#[test]
fn go_suicide() {
    check("go-suicide", &people(Game::Go), "B9;E5;A8;A9;B8;undo;redo;quit;yes");
}

#[test]
fn go_with_handicap() {
    let plan = Plan { handicap: 4, ..people(Game::Go) };
    check("go-handicap", &plan, "E5;D4;score;quit;quit");
}

#[test]
fn go_with_dead_stones() {
    // Two walls, and a white stone that lost its way.
    let walls = "D1;E1;D2;E2;D3;E3;D4;E4;D5;E5;D6;E6;D7;E7;D8;E8;D9;E9";
    let lost = "pass;B5";
    let settle = "pass;pass;help;score;B5;score;B5;C5;A9;B5;accept;accept;score;undo";
    check("go-dead", &people(Game::Go), &format!("{walls};{lost};{settle}"));
}

#[test]
fn go_goes_on_when_the_marking_is_not_accepted() {
    check("go-resume", &people(Game::Go), "D4;pass;pass;D5;D4;resume;E5;resign;yes;save my game.sgf;save;99;99");
}

#[test]
fn othello_with_numbers_restart_and_refusals() {
    check("othello-numbers", &people(Game::Othello), "numbers;56;f6;11;34;99;0;1;pass;0;0;56;hint;quit;quit");
}

#[test]
fn othello_passes_by_itself_and_writes_the_results_line() {
    // The shortest game in which somebody has to pass and one side loses every disc: nine moves, then a known game with a pass.
    check("othello-wiped-out", &people(Game::Othello), "e6;f4;e3;f6;g5;d6;e7;f5;c5;undo;redo;f5");
}

#[test]
fn othello_of_1992_has_two_forced_passes() {
    let transcript = include_str!("../../../othello/tests/it/world-championship-1992-penloup-juhem.txt").trim();
    let moves: Vec<&str> = (0..transcript.len()).step_by(2).map(|at| &transcript[at..at + 2]).collect();
    check("othello-1992", &people(Game::Othello), &moves.join(";"));
}

#[test]
fn aligne4_won() {
    check("aligne4-won", &people(Game::Aligne4), "0a1;1 5;0b1;3a1;zz;7;2b1;4c1;numbers;6d1;board;undo;quit;quit");
}

#[test]
fn aligne4_drawn() {
    let moves = "bd2;2a2;0c1;8b3;4d4;ab1;db4;cc2;fc3;7a3;1d3;3a4;9a1;5b2;6c4;ed1";
    check("aligne4-drawn", &people(Game::Aligne4), moves);
}

#[test]
fn aligne4_gift() {
    let plan = Plan { variant: "gift".to_owned(), ..people(Game::Aligne4) };
    check("aligne4-gift", &plan, "7a1;7;b2;3;0;quit;yes");
}

#[test]
fn the_machine_answers_at_once() {
    check("machine", &Plan::new(Game::Othello), "f5;undo;d3;quit;quit");
}

#[test]
fn in_french_and_with_unicode() {
    let text = script(&people(Game::Go), Lang::Fr, Charset::Unicode, "aide;D4;D4;passe;compte;conseil;quitter;oui");
    golden::check("plain/french.txt", &text);
}

/// A machine with one answer for each task: a move that it tells when it is stopped, and a marking that it never accepts.
struct Stubborn;

impl Thinker for Stubborn {
    fn start(&self, _table: &AnyTable, task: Task, _now_ms: u64, tell: Tell) -> Stop {
        let stop = Stop::new();
        let asked = stop.clone();
        thread::spawn(move || {
            while task == Task::Move && !asked.is_asked() {
                thread::sleep(Duration::from_millis(1));
            }
            tell(match task {
                Task::Move => Thought::Play("pass".to_owned()),
                Task::Dead => Thought::Dead(Vec::new()),
                Task::Judge(_) => Thought::Judged(false),
                Task::Hint => Thought::Resign,
                Task::Estimate => {
                    let owners = (0..81).map(|cell| (cell < 9).then_some(Player::White.into())).collect();
                    Thought::Estimate(Estimate { owners, black_half_points: -13 })
                }
            });
        });
        stop
    }

    fn levels(&self, _kind: Game) -> u8 {
        1
    }
}

#[test]
fn the_machine_is_stopped_by_a_line_and_refuses_a_marking() {
    let desk = Desk { machine: Box::new(Stubborn), ..desk() };
    let plan = Plan::new(Game::Go);
    let said = script_at(&desk, &plan, Lang::En, Charset::Ascii, "pass;stop;accept;D4;stop;quit;quit");
    assert!(said.contains("The marking was not accepted: play goes on."), "{said}");
    assert!(said.contains("Black D4."), "{said}");
    assert!(said.contains("White passes."), "{said}");
    let said = script(&people(Game::Go), Lang::En, Charset::Ascii, "stop");
    assert!(said.contains("The machine is not thinking."), "{said}");
}

#[test]
fn territory_and_the_estimate_are_shown_when_asked_for() {
    let desk = Desk { machine: Box::new(Stubborn), ..desk() };
    let said = script_at(&desk, &people(Game::Go), Lang::En, Charset::Ascii, "B1;J9;A2;estimate;territory");
    let (played, asked) = said.split_at(said.find("The machine expects").expect("an estimate"));
    assert!(asked.starts_with("The machine expects White to win by about 6.5."), "{said}");
    let expected = "w w w w w w w w";
    assert_eq!(played.matches(expected).count(), 1, "only the board of the estimate has it: {played}");
    assert!(!asked.contains(expected) && asked.contains(" b X "), "then what is enclosed, A1 alone: {said}");
    assert!(!played.contains(" b X "), "nothing is marked before somebody wants it: {said}");
}

/// Says nothing for a while, and then quits.
struct Later(bool);

impl Read for Later {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            return Ok(0);
        }
        thread::sleep(Duration::from_millis(700));
        let line = b"quit\n";
        buf[..line.len()].copy_from_slice(line);
        Ok(line.len())
    }
}

#[test]
fn a_flag_falls_while_nobody_types() {
    let now_ms = Cell::new(0);
    let tick = move || {
        now_ms.set(now_ms.get() + 5_000);
        now_ms.get()
    };
    let desk = Desk { now_ms: Box::new(tick), ..desk() };
    let plan = Plan { clock: "30s".to_owned(), ..people(Game::Othello) };
    let sitting = Sitting::create(&desk, plan.table()).expect("it is kept");
    let (mut ears, mut out) = (Ears::new(BufReader::new(Later(false))), Vec::new());
    play(&desk, sitting, &Words::new(Lang::En), Manner::default(), &mut ears, &mut out).expect("memory does not fail");
    let said = String::from_utf8(out).expect("text");
    assert!(said.contains("Black's time is up. White wins: Bo."), "{said}");
    assert!(said.ends_with("The game is among the results.\n"), "{said}");
}

#[test]
fn an_unfinished_game_is_continued() {
    let desk = desk();
    script_at(&desk, &people(Game::Go), Lang::En, Charset::Ascii, "D4;quit;quit");
    script_at(&desk, &people(Game::Othello), Lang::En, Charset::Ascii, "f5;d6;quit;quit");
    let said = script_at(
        &desk,
        &people(Game::Aligne4),
        Lang::En,
        Charset::Ascii,
        "games;continue 3;continue 2;moves;quit;quit",
    );
    assert!(said.contains("1. Othello, Ada - Bo, 2 moves\n2. Go, Ada - Bo, 1 move\n"), "{said}");
    assert!(said.contains("There is no game of that number"), "{said}");
    assert!(said.contains("1. D4\n"), "{said}");
    let [left, _] = games(&desk);
    assert_eq!(left.len(), 2, "the game that had not begun is gone");
}

#[test]
fn a_move_is_asked_for_twice_if_the_options_say_so() {
    let desk = desk();
    let sitting = Sitting::create(&desk, people(Game::Go).table()).expect("it is kept");
    let manner = Manner { confirm: true, coordinates: false, ..Manner::default() };
    let (mut ears, mut out) = (Ears::new(Cursor::new("D4\nE5\nE5\nmoves\n")), Vec::new());
    play(&desk, sitting, &Words::new(Lang::En), manner, &mut ears, &mut out).expect("memory does not fail");
    let said = String::from_utf8(out).expect("text");
    assert!(said.contains("D4?") && said.contains("1. E5\n") && !said.contains("A B C"), "{said}");
}

/// The whole program, line by line.
fn program(desk: &Desk, lang: Lang, lines: &str) -> String {
    let input: String = lines.split(';').map(|line| line.trim().to_owned() + "\n").collect();
    let mut out = Vec::new();
    let manner = Manner { echo: true, ..Manner::default() };
    let mut ears = Ears::new(Cursor::new(input));
    let options = Preferences { lang: Some(lang), sound: false, ..Preferences::default() };
    run(desk, First::Home, lang, options, manner, &mut ears, &mut out).expect("memory does not fail");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_whole_program_speaks_line_by_line() {
    for (lang, name) in [(Lang::En, "home-en"), (Lang::Fr, "home-fr")] {
        let desk = desk();
        // A game of Othello against the machine, whose colour the toss gives; a game of two people, to its end; then all that
        // the menu has besides.
        let othello = "1;2;1;Ada;1;1;3;d3;quit;quit";
        let aligne4 = "1;3;2;Ada;Bo;1;1;1;0a1;1b2;2b1;4c1;6d1;quit";
        let rest = "2;1;quit;quit;4;1;;;p;3;99;last;back;back;5;9;4;1;1;8;Zoe;;10";
        golden::check(&format!("plain/{name}.txt"), &program(&desk, lang, &format!("{othello};{aligne4};{rest}")));
        let [unfinished, finished] = games(&desk);
        assert_eq!((unfinished.len(), finished.len()), (1, 1), "{lang}");
    }
}

#[test]
fn a_game_of_go_is_agreed_on_question_by_question() {
    let desk = desk();
    let said = program(&desk, Lang::En, "1;1;2;Ada;Bo;13;3;2;5,5;10m;1;D4;counters;E5;counters;rules;quit;yes;exit");
    let [unfinished, _] = games(&desk);
    assert_eq!(unfinished.len(), 1, "{said}");
    let kept = store::Kept::open(&*desk.store, unfinished[0].id).expect("it is kept");
    let setup = kept.table().setup().to_string();
    for part in ["size 13", "scoring territory", "komi 5.5", "clock 10m", "Ada", "Bo"] {
        assert!(setup.contains(part), "{part} in\n{setup}");
    }
    assert_eq!(said.matches("Captures 0").count(), 4, "the counters are told at each turn on wish\n{said}");
    assert!(said.contains("Japanese: territory and prisoners count"), "{said}");
}

#[test]
fn wrong_answers_are_asked_again_and_back_goes_back() {
    let desk = desk();
    let said = program(&desk, Lang::En, "11;hello;1;back;1;1;1;;;30;9;;;x;;x;;1;quit;yes;10");
    assert!(said.contains("Type a number from 1 to 10, or how the name begins."), "{said}");
    assert!(said.contains("Type a size from 1 to 25."), "{said}");
    assert!(said.contains("Type a time such as 90s, 10m or 1h30m."), "{said}");
}

#[test]
fn a_file_of_several_games_is_a_list_with_its_remarks_and_variations() {
    let shelf = crate::desk::Shelf::default();
    let text = "(;GM[1]SZ[9]PB[Ada]PW[Bo]DT[2024-05-01]RE[B+R];B[dd]C[The star point.](;W[ff])(;W[cc]C[Too close.]))(;GM[1]SZ[9]PB[Cy]PW[Di];B[ee])";
    shelf.0.borrow_mut().push(("/home/ada/games/two.sgf".into(), text.to_owned()));
    let desk = Desk { files: Box::new(shelf), ..desk() };
    let said = program(&desk, Lang::En, "8;two.sgf;1;;;v;v;back;2;;back;back;nothing.sgf;;10");
    assert!(said.contains("1. Ada - Bo, 2024-05-01, B+R\n  2. Cy - Di\n"), "{said}");
    assert!(said.contains("The star point.\n") && said.contains("Too close.\n"), "{said}");
    assert!(said.contains("Other moves were tried here"), "{said}");
    let said = program(&desk, Lang::Fr, "8;1992;..;back;10");
    assert!(said.contains("Dossier"), "{said}");
}

/// From the menu to a puzzle and what it leads to, and through the first steps of a game.
#[test]
fn puzzles_and_first_steps_are_reached_from_the_menu() {
    let desk = desk();
    let said = program(&desk, Lang::En, "6;2;z9;answer;undo;again;answer;next;back;7;3;answer;7;n;p;back;10");
    assert!(said.contains("Othello . Puzzle"), "{said}");
    assert_eq!(said.matches("The answer: ").count(), 2, "{said}");
    assert!(said.contains("0 of 1") && said.contains("Play on from here"), "{said}");
    assert_eq!(said.matches("Step 1 of").count(), 2, "there and back again: {said}");
    assert!(said.contains("does it."), "one is shown: {said}");
    let said = program(&desk, Lang::Fr, "6;2;indice;solution;suivant;retour;7;2;réponse;suivant;retour;10");
    assert!(said.contains("Regardez") && said.contains("convient"), "{said}");
}
