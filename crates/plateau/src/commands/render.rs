//! `plateau render`: a diagram of a position of a record.

use std::path::Path;

use draw::{Coordinates, Style, TextStyle, Theme};
use record::tree::{Mark, NodeId, Record, Recorded};
use record::{AnyRecord, Options};
use table::view::{self, BoardView};
use table::{Playable, Scene};
use words::Words;

use crate::cli::Render;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{self, NewFile};

pub(crate) fn run(args: &Render, console: &mut Console<'_>) -> Result<(), Failure> {
    let records = files::read_games(&args.file, &Options::default(), console.words)?;
    let view = match records.first() {
        Some(AnyRecord::Go(record)) => board(record, args, console.words)?,
        Some(AnyRecord::Othello(record)) => board(record, args, console.words)?,
        Some(AnyRecord::Aligne4(record)) => board(record, args, console.words)?,
        None => return Err(files::failure(&args.file, &record::Error::Empty, console.words)),
    };
    let refuse = |error: draw::Error| Failure::Usage(console.words.say(error.id(), &[]));
    if args.out == "-" {
        let text = draw::text(&view, &TextStyle::default()).map_err(refuse)?;
        return console.write(&text);
    }
    let theme = args.theme.as_deref().and_then(Theme::by_id).unwrap_or(Theme::ALL[0]);
    let mut style = Style::new(theme);
    if args.no_coordinates {
        style.coordinates = Coordinates::Off;
    }
    let ending = Path::new(&args.out).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let bytes = match ending.to_ascii_lowercase().as_str() {
        "svg" => {
            style.width = args.width;
            draw::svg(&view, &style).map_err(refuse)?.into_bytes()
        }
        "png" => draw::png(&view, &style, args.width.unwrap_or(PNG_WIDTH)).map_err(refuse)?,
        _ => {
            let args = [("path", args.out.as_str().into())];
            return Err(Failure::Usage(console.say("error-picture-format", &args)));
        }
    };
    let mut file = NewFile::create(Path::new(&args.out), console.words)?;
    file.write(&bytes, console.words)?;
    file.finish(console.words)
}

/// The width of a PNG unless another is asked for: sharp on a page, small enough to send.
const PNG_WIDTH: u32 = 800;

/// The board after so many moves of the main line, with what the record marks there.
fn board<G>(record: &Record<G>, args: &Render, words: &Words) -> Result<BoardView, Failure>
where
    G: Recorded + Playable,
{
    let nodes: Vec<NodeId> = record.main_line().collect();
    let is_move = |node: &NodeId| record.node(*node).mv.is_some();
    let moves = nodes.iter().filter(|node| is_move(node)).count();
    let wanted = args.number.unwrap_or(moves);
    if wanted > moves {
        let args = [("wanted", wanted.into()), ("moves", moves.into())];
        return Err(Failure::Usage(words.say("error-no-such-move", &args)));
    }
    // Everything up to the move after the last that is wanted: remarks and set-up behind a move belong to it.
    let mut played = 0;
    let reached = nodes.iter().take_while(|node| {
        played += is_move(node) as usize;
        played <= wanted
    });
    let path: Vec<NodeId> = reached.copied().collect();
    let last = path.last().copied().unwrap_or(NodeId::ROOT);
    let position = record.position_at(last);
    let scene = Scene {
        position: &position,
        last: if args.numbers { None } else { record.node(last).mv.map(|(_, mv)| mv) },
        hint: None,
        marks: None,
        territory: args.territory,
        live: false,
    };
    let mut view = record.game.board(&scene);
    if args.numbers {
        number_moves(record, &path, &mut view);
    }
    mark_cells(record, last, &mut view);
    Ok(view)
}

/// Writes on each stone the number of the move that put it there last.
fn number_moves<G: Recorded + Playable>(record: &Record<G>, path: &[NodeId], view: &mut BoardView) {
    let moves = path.iter().filter_map(|node| record.node(*node).mv);
    for (number, (_, mv)) in (1..).zip(moves) {
        let Some(name) = G::cell_of(mv) else { continue };
        if let Some(cell) = view.cells.iter_mut().find(|cell| cell.name == name && cell.content.is_some()) {
            cell.label = Some(number.to_string());
        }
    }
}

/// Puts the record's marks and labels on the cells.
fn mark_cells<G: Recorded>(record: &Record<G>, node: NodeId, view: &mut BoardView) {
    let Some(notes) = record.node(node).notes() else { return };
    for (mark, cell) in &notes.marks {
        let name = cell.to_string();
        let Some(cell) = view.cells.iter_mut().find(|cell| cell.name == name) else { continue };
        match mark {
            Mark::Triangle => cell.marks.push(view::Mark::Triangle),
            Mark::Square => cell.marks.push(view::Mark::Square),
            Mark::Circle => cell.marks.push(view::Mark::Circle),
            Mark::Cross => cell.marks.push(view::Mark::Cross),
            Mark::Selected => cell.marks.push(view::Mark::Selected),
            Mark::Territory(player) => cell.territory = Some(*player),
        }
    }
    for (cell, label) in &notes.labels {
        let name = cell.to_string();
        if let Some(cell) = view.cells.iter_mut().find(|cell| cell.name == name) {
            cell.label = Some(label.clone());
        }
    }
}
