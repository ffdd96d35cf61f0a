//! Pictures of games, which others show beside a link: drawn once for each position.

use axum::body::Bytes;
use draw::{Style, WOOD};
use store::GameId;
use table::AnyTable;
use table::view::Wanted;

use crate::household::Household;
use crate::lru::Lru;

/// How wide a picture is.
const PIXELS: u32 = 800;
const MOST: usize = 400;
const MOST_BYTES: usize = 32 << 20;

/// What a picture is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Png,
    Svg,
}

impl Format {
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
        }
    }
}

/// The pictures that were asked for of late.
#[derive(Debug)]
pub(crate) struct Pictures {
    /// By game, the number of its events, and format.
    kept: Lru<(GameId, u64, Format), Bytes>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { kept: Lru::new(MOST, MOST_BYTES, MOST_BYTES / 4) }
    }
}

impl Pictures {
    /// The picture of a game as it stands, if it was drawn before.
    pub(crate) fn find(&self, game: GameId, table: &AnyTable, format: Format) -> Option<Bytes> {
        self.kept.find(&(game, table.next_event(), format)).map(|bytes| (*bytes).clone())
    }

    /// Draws it, which takes tens of milliseconds, and keeps it for whoever comes next.
    pub(crate) fn draw(
        &self,
        game: GameId,
        table: &AnyTable,
        format: Format,
        whose: Household,
    ) -> Result<Bytes, draw::Error> {
        let view = table.view(&Wanted { territory: true, ..Wanted::default() }, 0);
        let style = Style { width: Some(PIXELS), ..Style::new(&WOOD) };
        let drawn = match format {
            Format::Png => draw::png(&view.board, &style, PIXELS)?,
            Format::Svg => draw::svg(&view.board, &style)?.into_bytes(),
        };
        let drawn = Bytes::from(drawn);
        self.kept.keep((game, table.next_event(), format), whose, drawn.len(), drawn.clone());
        Ok(drawn)
    }
}
