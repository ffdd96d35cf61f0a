//! `plateau render`: a diagram of a position of a record.

use std::path::Path;

use draw::{Coordinates, Style, TextStyle, Theme};
use record::{AnyRecord, ReadOptions};
use table::Review;
use table::view::{BoardView, Wanted};
use words::Words;

use crate::cli::Render;
use crate::console::Console;
use crate::failure::Failure;
use crate::files::{self, NewFile};

pub(crate) fn run(args: &Render, console: &mut Console<'_>) -> Result<(), Failure> {
    let options = if args.recover { ReadOptions::RECOVER } else { ReadOptions::default() };
    let records = files::read_games(&args.file, &options, console.words)?;
    let record = records.into_iter().next();
    let record = record.ok_or_else(|| files::failure(&args.file, &record::Error::Empty, console.words))?;
    let view = board(record, args, console.words)?;
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
fn board(record: AnyRecord, args: &Render, words: &Words) -> Result<BoardView, Failure> {
    let mut review = Review::of_record(record);
    let (moves, wanted) = (review.main_length() as usize, args.number);
    let wanted = wanted.unwrap_or(moves);
    if !u32::try_from(wanted).is_ok_and(|wanted| review.go_to_ply(wanted)) {
        let args = [("wanted", wanted.into()), ("moves", moves.into())];
        return Err(Failure::Usage(words.say("error-no-such-move", &args)));
    }
    let wanted = Wanted { territory: args.territory, ..Wanted::default() };
    Ok(if args.numbers { review.numbered_view(&wanted) } else { review.view(&wanted) }.board)
}
