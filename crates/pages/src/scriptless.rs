//! The board without scripts: every cell where one may play is a link to the same page with that cell chosen, and there a button
//! plays it. A link only asks; what changes something is sent by a form.

use maud::{Markup, html};
use table::view::{BoardView, Cell};

use crate::{Click, Context};

/// A board on which one chooses, and how that is said.
pub(crate) struct Choosing<'a> {
    pub(crate) board: &'a BoardView,
    pub(crate) click: Click,
    /// What links begin with, up to what was chosen: `?`, or an address whose query goes on.
    pub(crate) links: String,
    /// What the query calls the cell.
    pub(crate) cell: &'static str,
    /// The page with nothing chosen.
    pub(crate) reload: String,
    /// The form of the page that sends it.
    pub(crate) form: &'static str,
    /// The name and the value of the button that does: of a verb (`play`, `mark`) and a move or a cell.
    pub(crate) button: fn(&str, &str) -> (&'static str, String),
}

/// The links that lie over the board.
pub(crate) fn links(context: &Context<'_>, choosing: &Choosing<'_>) -> String {
    let piece = chosen_piece(context, choosing).map(|piece| format!("piece={piece}&")).unwrap_or_default();
    let link = |cell: &Cell| {
        let leads = match choosing.click {
            Click::Play | Click::Put => cell.legal,
            Click::Mark => cell.content.is_some(),
            Click::Give | Click::Look => false,
        };
        leads.then(|| (format!("{}{piece}{}={}", choosing.links, choosing.cell, cell.name), cell.name.clone()))
    };
    draw::links(choosing.board, &context.board_style(), link).unwrap_or_default()
}

/// How it is played here, the pieces of Aligne 4 as links, and the button for what was chosen.
pub(crate) fn chosen(context: &Context<'_>, choosing: &Choosing<'_>) -> Markup {
    let cell = asked(context, choosing.cell).filter(|at| choosing.board.cells.iter().any(|cell| cell.name == *at));
    let piece = chosen_piece(context, choosing);
    let takes = matches!(choosing.click, Click::Put | Click::Give);
    let command = match (choosing.click, piece, cell) {
        (Click::Play, _, Some(cell)) => Some(("play", cell.to_owned())),
        (Click::Put, Some(piece), Some(cell)) => Some(("play", format!("{piece}{cell}"))),
        (Click::Give, Some(piece), _) => Some(("play", piece.to_string())),
        (Click::Mark, _, Some(cell)) => Some(("mark", cell.to_owned())),
        _ => None,
    };
    html! {
        div.scriptless {
            p { (context.say("page-scriptless")) " " a href=(choosing.reload) { (context.say("page-reload")) } }
            @if takes { ul { @for reserved in choosing.board.reserve.iter().filter(|reserved| reserved.legal) {
                @let code = reserved.figure.code;
                li { a href={ (choosing.links) "piece=" (code) } aria-current=[(piece == Some(code)).then_some("true")] { (context.say(&format!("aligne4-piece-{code}"))) } }
            } } }
            @if let Some((verb, what)) = command {
                @let (name, value) = (choosing.button)(verb, &what);
                button.primary form=(choosing.form) name=(name) value=(value) {
                    @if verb == "mark" { (context.say_with("page-mark", &[("cell", what.as_str().into())])) }
                    @else { (context.say("page-confirm-yes")) " " (piece.map(|piece| context.say(&format!("aligne4-piece-{piece}"))).unwrap_or_default()) " " (cell.unwrap_or_default()) }
                }
            }
        }
    }
}

/// The piece that was chosen, if it can be taken.
fn chosen_piece(context: &Context<'_>, choosing: &Choosing<'_>) -> Option<char> {
    let code = asked(context, "piece")?.chars().next()?;
    choosing.board.reserve.iter().any(|piece| piece.figure.code == code && piece.legal).then_some(code)
}

/// What the page's own address says under this key.
fn asked<'a>(context: &Context<'a>, key: &str) -> Option<&'a str> {
    let (_, query) = context.path.split_once('?')?;
    query.split('&').find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == key)).map(|(_, value)| value)
}
