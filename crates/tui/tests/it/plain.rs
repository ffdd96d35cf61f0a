//! Scripted games on the plain console: what goes in, and the whole of what comes out, in golden files.

use std::io::Cursor;

use draw::Charset;
use table::Who;
use tui::console::{Ears, Manner, play};
use tui::{Game, Plan, Sitting};
use words::{Lang, Words};

use crate::desk::desk;
use crate::golden;

/// Two people.
fn people(game: Game) -> Plan {
    let names = ["Ada".to_owned(), "Bo".to_owned()];
    Plan { who: [Who::Person, Who::Person], names, ..Plan::new(game) }
}

fn script(plan: &Plan, lang: Lang, charset: Charset, lines: &str) -> String {
    let desk = desk();
    let table = plan.table().expect("a table");
    let sitting = Sitting::create(&desk, table).expect("the game is kept");
    let mut out = Vec::new();
    let input = lines.split_inclusive([';', '\n']).map(|line| line.trim_end_matches(';').trim().to_owned() + "\n");
    let input: String = input.collect();
    let manner = Manner { charset, echo: true, ..Manner::default() };
    let mut ears = Ears::new(Cursor::new(input));
    play(&desk, sitting, &Words::new(lang), manner, &mut ears, &mut out).expect("memory does not fail");
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
