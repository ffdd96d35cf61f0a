//! GGF, the Generic Game Format of the Othello servers, for boards of eight by eight.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03]PB[a]PW[b]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]RE[+4.000]
//! BO[8 ---------------------------O*------*O--------------------------- *]B[d3//0.01]W[c5/1.5/2];)
//! ```
//!
//! The brackets are those of SGF, and so is the parser. A move is `square/value/seconds`, the last two optional; they stay
//! with their node as the unknown property `GGF`. A value of the result is seen from Black.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use othello::{Game, Move, Position};
use plateau_core::{Expected, Game as _, Player, Reason as _, nearest};

use crate::othello_line::OthelloLine;
use crate::reading::Reading;
use crate::sgf::syntax::{Collection, NodeId as SyntaxNode, Property};
use crate::sgf::text;
use crate::tree::{NodeId, Raw, Record};
use crate::{Ending, Error, Mode, ReadOptions};

const GAME: &str = "Othello";
const BOARD: Expected = Expected { id: "ggf-board", phrase: "8, 64 squares of *, O and -, and who moves" };
const MOVE: Expected = Expected { id: "ggf-move", phrase: "a square such as f5, or PA" };
/// The unknown property that keeps the value and the time of a move.
const REST: &str = "GGF";
/// Properties that are kept in the root as they are.
const KEPT: [&str; 4] = ["TI", "TB", "TW", "TY"];

/// Whether a game in brackets is GGF rather than SGF.
pub fn is_ggf(collection: &Collection, root: SyntaxNode) -> bool {
    let game = collection.property(root, "GM");
    game.is_some_and(|game| game.value().simple_text().trim().eq_ignore_ascii_case(GAME))
}

/// Reads one game.
pub fn read(collection: &Collection, root: SyntaxNode, options: &ReadOptions) -> Result<Reading<Record<Game>>, Error> {
    let nodes = core::iter::successors(Some(root), |&node| collection.children(node).next());
    let properties: Vec<_> = nodes.flat_map(|node| collection.properties(node)).collect();
    let board = properties.iter().find(|property| property.id() == "BO");
    let mut game = match board {
        Some(&board) => OthelloLine::from_position(read_board(board)?),
        None => OthelloLine::new(),
    };
    let mut warnings = collection.warnings().to_vec();
    let mut damaged = false;
    for property in properties {
        let player = match property.id().as_ref() {
            "B" => Player::Black,
            "W" => Player::White,
            _ => {
                read_head(property, &mut game.record);
                continue;
            }
        };
        if damaged {
            continue;
        }
        if let Err(error) = read_move(property, player, &mut game) {
            if options.mode == Mode::Strict {
                return Err(error);
            }
            damaged = true;
            warnings.push(error);
        }
    }
    Ok(Reading { record: game.record, warnings })
}

/// Writes the main line of a record, on one line.
pub fn write(record: &Record<Game>) -> String {
    let info = &record.info;
    let mut out = format!("(;GM[{GAME}]");
    let mut property = |id: &str, value: &str| {
        if !value.is_empty() {
            out += &format!("{id}[{}]", text::escape(&value.replace(['\n', '\r'], " ")));
        }
    };
    property("PC", &info.place);
    property("DT", &write_date(&info.date));
    property("PB", &info.names[0]);
    property("PW", &info.names[1]);
    property("RB", &info.ranks[0]);
    property("RW", &info.ranks[1]);
    let root = record.node(NodeId::ROOT);
    let other = root.notes().map_or(&[][..], |notes| &notes.other);
    let kept =
        |id: &str| other.iter().find(|raw| raw.id == id)?.values.first().filter(|value| !value.trim().is_empty());
    for id in KEPT {
        // The type of the game must be there.
        let default = if id == "TY" { "8" } else { "" };
        property(id, &text::unescape_simple(kept(id).map_or(default, String::as_str)));
    }
    if let Some(ending) = info.ending.and_then(ending_text) {
        property("RE", &ending);
    }
    let start = record.position_at(NodeId::ROOT).to_string().replace('X', "*");
    property("BO", &format!("8 {start}"));
    for node in record.main_line() {
        let node = record.node(node);
        let Some((player, mv)) = node.mv else { continue };
        let mv = mv.square().map_or("PA".to_owned(), |square| square.to_string());
        let rest = node.notes().and_then(|notes| notes.other.iter().find(|raw| raw.id == REST)?.values.first());
        let rest = rest.map_or(String::new(), |rest| format!("/{}", text::unescape_simple(rest)));
        property(if player == Player::Black { "B" } else { "W" }, &format!("{mv}{rest}"));
    }
    out += ";)\n";
    out
}

fn read_board(property: Property<'_>) -> Result<Position, Error> {
    let text = property.value().simple_text();
    let position = text.trim().strip_prefix("8 ").and_then(|board| Game.position(&one_word(board)).ok());
    position.ok_or_else(|| value_error(property, BOARD))
}

/// Some servers part the rows of the board by blanks; the last word is the player to move.
fn one_word(board: &str) -> String {
    let words: Vec<_> = board.split_whitespace().collect();
    match words.split_last() {
        Some((turn, rows)) => format!("{} {turn}", rows.concat()),
        None => String::new(),
    }
}

fn read_move(property: Property<'_>, player: Player, game: &mut OthelloLine) -> Result<(), Error> {
    let value = property.value().simple_text();
    let (name, rest) = value.split_once('/').unwrap_or((&value, ""));
    let mv: Move = name.trim().parse().map_err(|_| value_error(property, MOVE))?;
    game.play_as(player, mv).map_err(|illegal| Error::Illegal {
        place: property.value().place(),
        mv: mv.to_string(),
        reason_id: illegal.id(),
        reason: illegal.to_string(),
    })?;
    if !rest.is_empty() {
        let (node, rest) = (game.node(), text::escape(rest));
        let raw = Raw { id: REST.to_owned(), values: vec![rest] };
        game.record.node_mut(node).notes_mut().other.push(raw);
    }
    Ok(())
}

fn read_head(property: Property<'_>, record: &mut Record<Game>) {
    let value = property.value().simple_text();
    let info = &mut record.info;
    match property.id().as_ref() {
        "GM" | "BO" => {}
        "PC" => info.place = value,
        "DT" => info.date = read_date(&value),
        "PB" => info.names[0] = value,
        "PW" => info.names[1] = value,
        "RB" => info.ranks[0] = value,
        "RW" => info.ranks[1] = value,
        "RE" if read_ending(&value).is_some() => info.ending = read_ending(&value),
        id => {
            let raw = Raw {
                id: id.to_owned(),
                values: property.values().map(|value| value.escaped().into_owned()).collect(),
            };
            record.node_mut(NodeId::ROOT).notes_mut().other.push(raw);
        }
    }
}

/// `2003.12.15_13:24:03.MST` is the fifteenth of December; the time of day has no place in a record.
fn read_date(value: &str) -> String {
    let day = value.split(['_', ' ']).next().unwrap_or_default();
    if is_day(day, '.') { day.replace('.', "-") } else { value.to_owned() }
}

fn write_date(date: &str) -> String {
    if is_day(date, '-') { date.replace('-', ".") } else { date.to_owned() }
}

/// Whether a text is a year, a month and a day.
fn is_day(text: &str, between: char) -> bool {
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(text.split(between).collect::<Vec<_>>()[..], [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2))
}

/// `+4.000` are four discs for Black; behind a colon stands why: `r` resigned, `t` time, `s` agreed.
fn read_ending(value: &str) -> Option<Ending> {
    let (margin, why) = value.trim().split_once(':').unwrap_or((value.trim(), ""));
    let margin: f64 = margin.trim().parse().ok().filter(|margin: &f64| margin.abs() <= 64.0)?;
    let winner = if margin > 0.0 { Player::Black } else { Player::White };
    Some(match why {
        _ if margin == 0.0 => Ending::Draw,
        "r" => Ending::Resignation(winner),
        "t" => Ending::Time(winner),
        _ => Ending::from_margin(nearest(margin * 2.0) as i32),
    })
}

fn ending_text(ending: Ending) -> Option<String> {
    let sign = if ending.winner() == Some(Player::White) { '-' } else { '+' };
    match ending {
        Ending::Score { half_points, .. } => Some(format!("{sign}{:.3}", half_points as f64 / 2.0)),
        Ending::Resignation(_) => Some(format!("{sign}64.000:r")),
        Ending::Time(_) => Some(format!("{sign}64.000:t")),
        Ending::Forfeit(_) | Ending::Win(_) => Some(format!("{sign}64.000")),
        Ending::Draw => Some("0.000".to_owned()),
        Ending::Void | Ending::Unknown => None,
    }
}

fn value_error(property: Property<'_>, expected: Expected) -> Error {
    let value = property.value();
    Error::Value {
        place: value.place(),
        property: property.id().into_owned(),
        value: Error::shown(&value.simple_text()),
        expected,
    }
}
