//! What the console writes.

use draw::{Charset, Legend, TextStyle};
use plateau_core::Player;
use store::Summary;
use table::records::{self, AnyRecord};
use table::view::{BoardView, Counter, MoveView, Stage, Surface, View};
use table::{Kind, Seat};
use words::Words;

use super::Manner;
use crate::board::ko_board;
use crate::say;

/// The board, with the numbers of the console on its empty cells if asked.
pub(super) fn board(words: &Words, view: &View, manner: Manner, numbered: bool) -> String {
    let mut board = view.board.clone();
    if numbered {
        number(&mut board);
    }
    let legend = (board.surface == Surface::Aligne4 && view.moves.is_empty()).then(|| legend(words));
    draw::text(&board, &TextStyle { charset: manner.charset, bare: !manner.coordinates, legend })
        .unwrap_or_else(|problem| format!("{problem}\n"))
}

/// Labels every empty cell with the number by which it can be played.
fn number(board: &mut BoardView) {
    let columns = board.columns.len();
    for (index, cell) in board.cells.iter_mut().enumerate().filter(|(_, cell)| cell.content.is_none()) {
        cell.label = Some(match board.surface {
            Surface::Go | Surface::Aligne4 => index.to_string(),
            // Row then column, from 1.
            Surface::Othello => format!("{}{}", index / columns + 1, index % columns + 1),
        });
    }
}

/// The words that explain the pieces of Aligne 4.
pub(crate) fn legend(words: &Words) -> Legend {
    let word = |id| words.say(id, &[]);
    Legend {
        black: word("aligne4-black"),
        white: word("aligne4-white"),
        large: word("aligne4-large"),
        small: word("aligne4-small"),
        animal: word("aligne4-animal"),
        plant: word("aligne4-plant"),
        round: word("aligne4-round"),
        square: word("aligne4-square"),
    }
}

/// What happened and what is expected now, a sentence to a line.
pub(super) fn sentences(words: &Words, view: &View) -> String {
    view.sentences.iter().map(|message| say(words, message) + "\n").collect()
}

/// Who is asked, for the beginning of a line.
pub(super) fn prompt(words: &Words, view: &View, speaker: Player) -> String {
    let name = name(words, view, speaker);
    match view.stage {
        Stage::Playing => format!("{name}> "),
        Stage::Marking { .. } => words.say("console-prompt-marking", &[("name", name.into())]) + "> ",
        Stage::Ended => "> ".to_owned(),
    }
}

/// A player's name, or the side where there is none.
pub(crate) fn name(words: &Words, view: &View, player: Player) -> String {
    let side = &view.players[player];
    seat_name(words, view.kind, &Seat { name: side.name.clone(), who: side.who.clone() }, player)
}

/// Who sits there: the name, what the machine is called, or the side where there is neither.
pub(crate) fn seat_name(words: &Words, kind: Kind, seat: &Seat, player: Player) -> String {
    match seat.who.called() {
        _ if !seat.name.is_empty() => seat.name.clone(),
        Some(machine) => say(words, &machine),
        None => side(words, kind, player),
    }
}

/// The name of a side.
pub(crate) fn side(words: &Words, kind: Kind, player: Player) -> String {
    words.say(kind.side(player).id(), &[])
}

/// How each player stands, with the count where the game is counted.
pub(super) fn score(words: &Words, view: &View) -> String {
    let counters = |player: Player| view.tally.as_ref().map_or(&view.players[player].counters, |tally| &tally[player]);
    if view.board.surface == Surface::Aligne4 {
        let count = view.board.reserve.len() as i64;
        return words.say("reserve-left", &[("count", count.into())]) + "\n";
    }
    Player::BOTH.map(|player| tally_line(words, &name(words, view, player), counters(player))).concat()
}

fn tally_line(words: &Words, name: &str, counters: &[Counter]) -> String {
    let part = |counter: &Counter| format!("{} {}", words.say(counter.id, &[]), words.lang().decimal(&counter.value()));
    let parts: Vec<String> = counters.iter().map(part).collect();
    words.say("console-score", &[("name", name.into()), ("parts", parts.join(", ").into())]) + "\n"
}

/// The end: where the points come from, the result as records write it, and the line of the results list.
pub(super) fn result(words: &Words, view: &View) -> String {
    let Some(end) = view.end else { return String::new() };
    let mut text = String::new();
    if view.tally.is_some() {
        text += &score(words, view);
    }
    text += &(words.say("console-result", &[("result", say(words, &end.told(view.kind)).into())]) + "\n");
    if let (Surface::Othello, Some(points)) = (view.board.surface, end.points()) {
        let names = Player::BOTH.map(|player| name(words, view, player));
        text += &results_line(&names, &points);
        text.push('\n');
    }
    text
}

/// A finished game of a list: when, what, who played whom, how it ended.
pub(super) fn finished(words: &Words, listed: &Summary) -> String {
    let result = listed.end.map(|end| say(words, &end.told(listed.kind))).unwrap_or_default();
    format!("{}  {}, {}, {result}", table::date(listed.touched_ms), listed.kind.name(), against(words, listed))
}

/// A record of a list: who played whom, when, where, how it ended; what is not known is left out.
pub(crate) fn recorded(words: &Words, record: &AnyRecord) -> String {
    let (info, kind) = (records::info(record), records::kind(record));
    let name = |player: Player| match info.names[player].as_str() {
        "" => side(words, kind, player),
        name => name.to_owned(),
    };
    let (black, white) = (name(Player::Black), name(Player::White));
    let against = words.say("list-against", &[("black", black.into()), ("white", white.into())]);
    let result = info.ending.map(|ending| say(words, &table::told_result(ending, kind))).unwrap_or_default();
    let parts = [against, info.date.clone(), info.event.clone(), info.title.clone(), result];
    remark(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "))
}

/// A text from outside without signs that would disturb a terminal.
pub(crate) fn remark(text: &str) -> String {
    let shown = |sign: char| if sign.is_control() && sign != '\n' { ' ' } else { sign };
    text.trim().chars().map(shown).collect()
}

/// A rule set with a line that explains it.
pub(crate) fn rule_set(words: &Words, name: &str) -> String {
    let (title, why) = (words.say(&format!("rules-{name}"), &[]), words.say(&format!("rules-{name}-why"), &[]));
    words.say("console-option", &[("label", title.into()), ("value", why.into())])
}

/// The ko in which a stone of this colour stands, as the toss ends.
pub(super) fn ko(stone: Player, charset: Charset) -> String {
    let board = ko_board(stone);
    draw::text(&board, &TextStyle { charset, bare: true, legend: None }).unwrap_or_default()
}

/// A line of the results list: `NAME (discs) VS NAME (discs)`.
pub(crate) fn results_line(names: &[String; 2], points: &[String; 2]) -> String {
    format!("{} ({}) VS {} ({})", names[0], points[0], names[1], points[1])
}

/// A game of a list: what it is, who plays whom, how far it is.
pub(super) fn listed(words: &Words, listed: &Summary) -> String {
    let moves = words.say("list-moves", &[("moves", (listed.moves as i64).into())]);
    format!("{}, {}, {moves}", listed.kind.name(), against(words, listed))
}

/// Who plays whom.
fn against(words: &Words, listed: &Summary) -> String {
    let name = |player: Player| seat_name(words, listed.kind, &listed.seats[player], player);
    let (black, white) = (name(Player::Black), name(Player::White));
    words.say("list-against", &[("black", black.into()), ("white", white.into())])
}

/// The moves so far, ten to a line; with the pictures of pieces, four.
pub(super) fn moves(words: &Words, view: &View, charset: Charset) -> String {
    let surface = view.board.surface;
    let written = |mv: &MoveView| {
        let text = draw::move_text(surface, &mv.text, charset);
        let text = words.lang().mv(&text);
        mv.number.map_or_else(|| text.to_owned(), |number| format!("{number}. {text}"))
    };
    let numbered: Vec<String> = view.moves.iter().map(written).collect();
    let to_a_line = if surface == Surface::Aligne4 { 4 } else { 10 };
    numbered.chunks(to_a_line).map(|line| line.join("  ") + "\n").collect()
}

/// The inputs that work here.
pub(super) fn help(words: &Words, view: &View) -> String {
    let own = match view.board.surface {
        Surface::Go if view.board.columns.len() == 9 => "console-help-go-9",
        Surface::Go => "console-help-go",
        Surface::Othello => "console-help-othello",
        Surface::Aligne4 => "console-help-aligne4",
    };
    let mut ids = vec![own];
    if matches!(view.stage, Stage::Marking { .. }) {
        ids.push("console-help-marking");
    }
    ids.push("console-help");
    ids.into_iter().map(|id| words.say(id, &[]) + "\n").collect()
}
