//! The board without scripts: every cell where one may play is a link to the same page with that cell chosen, and there a button
//! plays it. A link only asks; what changes the game is sent by a form.

use maud::{Markup, html};
use table::view::Cell;

use super::Context;
use crate::{Click, Scene};

/// The links that lie over the board.
pub(super) fn links(context: &Context<'_>, scene: &Scene) -> String {
    let piece = chosen_piece(context, scene).map(|piece| format!("piece={piece}&")).unwrap_or_default();
    let link = |cell: &Cell| {
        let leads = match scene.click() {
            Click::Play | Click::Put => cell.legal,
            Click::Mark => cell.content.is_some(),
            Click::Give | Click::Look => false,
        };
        leads.then(|| (format!("?{piece}at={}", cell.name), cell.name.clone()))
    };
    draw::links(&scene.view.board, &context.board_style(), link).unwrap_or_default()
}

/// How it is played here, the pieces of Aligne 4 as links, and the button for what was chosen.
pub(super) fn chosen(context: &Context<'_>, scene: &Scene) -> Markup {
    let reload = format!("/game/{}", scene.id);
    let cell = asked(context, "at").filter(|at| scene.view.board.cells.iter().any(|cell| cell.name == *at));
    let piece = chosen_piece(context, scene);
    let takes = matches!(scene.click(), Click::Put | Click::Give);
    let command = match (scene.click(), piece, cell) {
        (Click::Play, _, Some(cell)) => Some(("play", cell.to_owned())),
        (Click::Put, Some(piece), Some(cell)) => Some(("play", format!("{piece}{cell}"))),
        (Click::Give, Some(piece), _) => Some(("play", piece.to_string())),
        (Click::Mark, _, Some(cell)) => Some(("mark", cell.to_owned())),
        _ => None,
    };
    html! {
        div.scriptless {
            p { (context.say("page-scriptless")) " " a href=(reload) { (context.say("page-reload")) } }
            @if takes { ul { @for reserved in scene.view.board.reserve.iter().filter(|reserved| reserved.legal) {
                @let code = reserved.figure.code;
                li { a href={ "?piece=" (code) } aria-current=[(piece == Some(code)).then_some("true")] { (context.say(&format!("aligne4-piece-{code}"))) } }
            } } }
            @if let Some((verb, what)) = command {
                form method="post" action={ "/game/" (scene.id) "/do" } {
                    button.primary name="do" value={ (verb) " " (what) } {
                        @if verb == "mark" { (context.say_with("page-mark", &[("cell", what.as_str().into())])) }
                        @else { (context.say("page-confirm-yes")) " " (piece.map(|piece| context.say(&format!("aligne4-piece-{piece}"))).unwrap_or_default()) " " (cell.unwrap_or_default()) }
                    }
                }
            }
        }
    }
}

/// The piece that was chosen, if it can be taken.
fn chosen_piece(context: &Context<'_>, scene: &Scene) -> Option<char> {
    let code = asked(context, "piece")?.chars().next()?;
    scene.view.board.reserve.iter().any(|piece| piece.figure.code == code && piece.legal).then_some(code)
}

/// What the page's own address says under this key.
fn asked<'a>(context: &Context<'a>, key: &str) -> Option<&'a str> {
    let (_, query) = context.path.split_once('?')?;
    query.split('&').find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == key)).map(|(_, value)| value)
}
