//! Advice that a browser works out by itself: what the server hands out for it, and what then changes on the page of the game.

use std::fmt;

use draw::Interaction;
use maud::html;
use serde::{Deserialize, Serialize};
use table::view::{Cell, Surface, View};

use crate::game::{advise, name_of};
use crate::{Advice, Context, panels};

/// What a browser needs to think in the place of the server, and to show what comes of it as the server would.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Errand {
    /// What is to be thought about, as `players` writes it for whoever thinks elsewhere.
    pub question: String,
    /// The language of the page, by its tag.
    pub lang: String,
    /// Whether its rows and columns have names.
    pub coordinates: bool,
}

impl fmt::Display for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// What changes on the page of a game by a piece of advice to whoever is to move: ids of elements and their HTML, as in an update. The board was
/// seen as `before` and is seen as `after` with the advice on it.
pub fn advice(context: &Context<'_>, before: &View, after: &View, advice: &Advice) -> Vec<(String, String)> {
    let mut set =
        vec![("+sentence".to_owned(), html! { span { " " (advise(context, after.kind, advice)) } }.into_string())];
    if after.board.surface == Surface::Aligne4 {
        set.push(("reserve".to_owned(), panels::reserve(context, &after.board, true).into_string()));
    }
    let names = |cell: &Cell| name_of(context, after.board.surface, cell, false);
    let board = context.say("page-board");
    let interaction = Interaction { board: &board, cell: &names };
    set.extend(draw::changes(&before.board, &after.board, &context.board_style(), &interaction).unwrap_or_default());
    set
}
