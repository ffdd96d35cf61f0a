//! What is wanted of the analysis board, as addresses and forms say it: how a study is looked at, how it begins, and what is done with it. Nothing is
//! kept here.

use serde::Deserialize;
use store::{Heading, PaperId};
use table::draft::{Edit, Touch};
use table::{AnyTable, Draft, Kind, Message, Review};

use crate::{BoardPage, Place, Values};

/// How a study is looked at.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct DraftLook {
    at: Option<u32>,
    values: Option<String>,
    tool: Option<String>,
    piece: Option<String>,
}

/// The tools that can be in hand.
const TOOLS: [&str; 12] =
    ["play", "triangle", "square", "circle", "cross", "label", "arrow", "line", "black", "white", "empty", "piece"];

impl DraftLook {
    /// The page of a study for its owner, or for somebody else. `values` says what the moves at a place are worth, if that is wanted.
    pub fn page(
        self,
        heading: Heading,
        draft: &Draft,
        review: Review,
        is_own: bool,
        values: impl FnOnce(&Review) -> Option<Values>,
    ) -> BoardPage {
        let review = Place::node(self.at).of(review);
        let tool = self.tool.filter(|tool| TOOLS.contains(&tool.as_str())).unwrap_or_else(|| "play".to_owned());
        BoardPage {
            heading,
            is_own,
            can: draft.can(),
            values: self.values.and_then(|_| values(&review)),
            tool,
            piece: self.piece.filter(|piece| piece.len() == 1),
            review,
        }
    }
}

/// Which study is to be made from nothing.
#[derive(Clone, Deserialize, Default, Debug)]
pub struct NewDraft {
    game: Option<String>,
    size: Option<String>,
    variant: Option<String>,
}

impl NewDraft {
    /// The game that it is for; nothing if there is no such game.
    pub fn kind(&self) -> Option<Kind> {
        self.game.as_ref().map_or(Some(Kind::Go), |game| game.parse().ok())
    }

    /// The study, and where one stands in it.
    pub fn draft(&self) -> Result<(Draft, u32), Message> {
        let mut setup = format!("game {}\n", one_word(self.game.as_deref().unwrap_or(Kind::Go.id())));
        for (key, value) in [("size", &self.size), ("variant", &self.variant)] {
            if let Some(value) = value {
                setup += &format!("{key} {}\n", one_word(value));
            }
        }
        let table: AnyTable = setup.parse().map_err(|_| Message::new("board-no-such-game"))?;
        Draft::new(&table.record(), 0)
    }
}

fn one_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// What is to be done with a study.
#[derive(Clone, Deserialize, Default, Debug)]
#[serde(default)]
pub struct DraftChange {
    at: u32,
    version: u64,
    r#do: String,
    tool: String,
    cell: String,
    from: String,
    piece: String,
    text: String,
    comment: String,
    title: String,
    values: Option<String>,
}

impl DraftChange {
    /// Whether it is about the study as it is, and not as it was before somebody else changed it.
    pub fn check(&self, heading: &Heading) -> Result<(), Message> {
        if self.version == heading.version { Ok(()) } else { Err(Message::new("board-outdated")) }
    }

    /// The study after it, and where one stands then.
    pub fn make(&self, draft: &Draft) -> Result<(Draft, u32), Message> {
        let DraftChange { at, tool, cell, from, piece, text, comment, title, .. } = self;
        let at = *at;
        let mut draft = draft.clone();
        let touch = |tool| Touch { tool, cell: cell.trim(), from: from.trim(), piece: piece.trim(), text };
        let edit = match self.r#do.as_str() {
            "undo" => {
                let here = draft.undo()?.unwrap_or(at);
                return Ok((draft, here));
            }
            "redo" => {
                let here = draft.redo()?.unwrap_or(at);
                return Ok((draft, here));
            }
            "delete" => Edit::Delete { at },
            "main" => Edit::Main { at },
            "comment" => format!("comment {at} {}", comment.replace('\\', "\\\\")).parse()?,
            "name" => format!("name {title}").parse()?,
            verb @ ("turn" | "pass" | "give") => draft.touched(at, &touch(verb))?,
            _ => draft.touched(at, &touch(if tool.is_empty() { "play" } else { tool }))?,
        };
        let here = draft.edit(edit)?;
        Ok((draft, here))
    }

    /// Where one goes on, seen as before.
    pub fn address(&self, board: PaperId, here: u32) -> String {
        let mut query = form_urlencoded::Serializer::new(format!("/board/{board}?"));
        query.append_pair("at", &here.to_string());
        if self.values.is_some() {
            query.append_pair("values", "on");
        }
        if !matches!(self.tool.as_str(), "" | "play") {
            query.append_pair("tool", &self.tool);
        }
        query.finish()
    }
}
