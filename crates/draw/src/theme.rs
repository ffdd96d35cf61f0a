//! Themes are data: a table of [`Slot`]s and their values. A theme may stand on another one and change only what differs.

/// A set of colours.
#[derive(Debug)]
pub struct Theme {
    /// Its name in options and on the command line.
    pub id: &'static str,
    /// The theme that has the values which are not in `values`.
    pub base: Option<&'static Theme>,
    /// Colours as `#rgb`, `#rrggbb` or with two more digits for opacity; [`Slot::Fade`] is a number.
    pub values: &'static [(Slot, &'static str)],
}

impl Theme {
    /// Every theme, the default first.
    pub const ALL: [&'static Theme; 5] = [&WOOD, &DARK, &PLAIN, &CONTRAST, &PRINT];

    /// The theme of this name.
    ///
    /// ```
    /// assert_eq!(draw::Theme::by_id("print").unwrap().id, "print");
    /// assert!(draw::Theme::by_id("marble").is_none());
    /// ```
    pub fn by_id(id: &str) -> Option<&'static Theme> {
        Theme::ALL.into_iter().find(|theme| theme.id == id)
    }

    /// What a slot is filled with; an unfilled one is transparent.
    pub fn value(&self, slot: Slot) -> &'static str {
        let own = self.values.iter().find(|(s, _)| *s == slot).map(|(_, value)| *value);
        own.or_else(|| self.base.map(|base| base.value(slot))).unwrap_or("#0000")
    }

    /// The theme as CSS declarations (`--pl-line:#6b4a1c;…`), to put into a rule such as `:root{…}`. Pictures whose style
    /// says [`Paint::Css`](crate::Paint::Css) follow them.
    pub fn css(&self) -> String {
        Slot::ALL.iter().map(|slot| format!("--pl-{}:{};", slot.name(), self.value(*slot))).collect()
    }
}

/// Declares the slots with the names they have in CSS.
macro_rules! slots {
    ($($(#[$doc:meta])* $slot:ident $name:literal)*) => {
        /// A place for a colour.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Slot { $($(#[$doc])* $slot),* }

        impl Slot {
            /// Every slot.
            pub const ALL: &'static [Slot] = &[$(Slot::$slot),*];

            /// Its name; the CSS property is `--pl-` and this.
            pub const fn name(self) -> &'static str {
                match self { $(Slot::$slot => $name),* }
            }
        }
    };
}

slots! {
    /// The Go board, upper left.
    GoLight "go-light"
    /// The Go board, lower right.
    GoDark "go-dark"
    /// Lines of its grain.
    GoGrain "go-grain"
    /// The rim of the Go board.
    GoEdge "go-edge"
    /// Lines and star points.
    GoLine "go-line"
    /// Coordinates, and marks on empty points.
    GoInk "go-ink"
    /// The Othello board, in its light.
    FeltLight "felt-light"
    /// The Othello board, away from the light.
    FeltDark "felt-dark"
    /// Lines between the squares.
    FeltLine "felt-line"
    /// Where one may play.
    FeltDot "felt-dot"
    /// Marks on empty squares.
    FeltInk "felt-ink"
    /// The frame of the Othello board, upper left.
    FrameLight "frame-light"
    /// The frame of the Othello board, lower right.
    FrameDark "frame-dark"
    /// The rim of that frame.
    FrameEdge "frame-edge"
    /// Coordinates on that frame.
    FrameInk "frame-ink"
    /// The Aligne 4 board and tray, upper left.
    TrayLight "tray-light"
    /// The Aligne 4 board and tray, lower right.
    TrayDark "tray-dark"
    /// Lines of its grain.
    TrayGrain "tray-grain"
    /// The rim of board and tray.
    TrayEdge "tray-edge"
    /// Coordinates, codes and marks on them.
    TrayInk "tray-ink"
    /// A place for a piece, at its upper edge.
    WellTop "well-top"
    /// A place for a piece, at its lower edge.
    WellBottom "well-bottom"
    /// The rim of a place.
    WellEdge "well-edge"
    /// Marks on empty places.
    WellInk "well-ink"
    /// The last move and the piece in hand, around their places.
    WellLast "well-last"
    /// The line that won.
    Glow "glow"
    /// The light around it.
    GlowSoft "glow-soft"
    /// Black stones, where the light falls.
    BlackLight "black-light"
    /// Black stones.
    Black "black"
    /// Black stones, away from the light.
    BlackDark "black-dark"
    /// The rim of black stones.
    BlackEdge "black-edge"
    /// The rim of black pieces.
    BlackRim "black-rim"
    /// White stones, where the light falls.
    WhiteLight "white-light"
    /// White stones.
    White "white"
    /// White stones, away from the light.
    WhiteDark "white-dark"
    /// The rim of white stones and pieces.
    WhiteEdge "white-edge"
    /// The second rim of white pieces.
    WhiteRim "white-rim"
    /// Shadows of stones and pieces.
    Shadow "shadow"
    /// Marks, labels and figures on black.
    OnBlack "on-black"
    /// Marks, labels and figures on white.
    OnWhite "on-white"
    /// The last move, on black.
    LastOnBlack "last-on-black"
    /// The last move, on white.
    LastOnWhite "last-on-white"
    /// The last move, on an empty cell.
    Last "last"
    /// Black's territory.
    TerritoryBlack "territory-black"
    /// White's territory.
    TerritoryWhite "territory-white"
    /// The rim of White's territory.
    TerritoryEdge "territory-edge"
    /// Arrows and lines over the board.
    Stroke "stroke"
    /// The rim of arrows and lines.
    StrokeRim "stroke-rim"
    /// How much remains visible of a dead stone, or of a piece that may not be taken: a number from 0 to 1.
    Fade "fade"
}

use Slot::{
    Black, BlackDark, BlackEdge, BlackLight, BlackRim, Fade, FeltDark, FeltDot, FeltInk, FeltLight, FeltLine,
    FrameDark, FrameEdge, FrameInk, FrameLight, Glow, GlowSoft, GoDark, GoEdge, GoGrain, GoInk, GoLight, GoLine, Last,
    LastOnBlack, LastOnWhite, OnBlack, OnWhite, Shadow, Stroke, StrokeRim, TerritoryBlack, TerritoryEdge,
    TerritoryWhite, TrayDark, TrayEdge, TrayGrain, TrayInk, TrayLight, WellBottom, WellEdge, WellInk, WellLast,
    WellTop, White, WhiteDark, WhiteEdge, WhiteLight, WhiteRim,
};

/// Warm wood and felt: the default. Fills every slot.
pub static WOOD: Theme = Theme {
    id: "wood",
    base: None,
    values: &[
        (GoLight, "#ebc686"),
        (GoDark, "#d9ab65"),
        (GoGrain, "#a8722d2e"),
        (GoEdge, "#b98a4a"),
        (GoLine, "#5b401d"),
        (GoInk, "#51390f"),
        (FeltLight, "#35875d"),
        (FeltDark, "#256b48"),
        (FeltLine, "#174a31"),
        (FeltDot, "#0d2e1dcc"),
        (FeltInk, "#f3ead6"),
        (FrameLight, "#3b3129"),
        (FrameDark, "#261f1a"),
        (FrameEdge, "#171310"),
        (FrameInk, "#e0d0b4"),
        (TrayLight, "#7d5331"),
        (TrayDark, "#654023"),
        (TrayGrain, "#3a210d33"),
        (TrayEdge, "#4d2f17"),
        (TrayInk, "#f0e0c6"),
        (WellTop, "#5d3b20"),
        (WellBottom, "#8f6640"),
        (WellEdge, "#4a2d15"),
        (WellInk, "#f0e0c6"),
        (WellLast, "#ff9077"),
        (Glow, "#ffd67a"),
        (GlowSoft, "#ffc247c8"),
        (BlackLight, "#6a625b"),
        (Black, "#2b2724"),
        (BlackDark, "#131110"),
        (BlackEdge, "#0d0b0a"),
        (BlackRim, "#0d0b0a"),
        (WhiteLight, "#fffefb"),
        (White, "#f4eee3"),
        (WhiteDark, "#cfc4b2"),
        (WhiteEdge, "#a89b86"),
        (WhiteRim, "#8b7c68"),
        (Shadow, "#2a180566"),
        (OnBlack, "#f7efdf"),
        (OnWhite, "#2a2521"),
        (LastOnBlack, "#ff9077"),
        (LastOnWhite, "#b73a25"),
        (Last, "#b73a25"),
        (TerritoryBlack, "#231a10c4"),
        (TerritoryWhite, "#fffaf0f0"),
        (TerritoryEdge, "#a1763b80"),
        (Stroke, "#1d5fa6"),
        (StrokeRim, "#ffffffb8"),
        (Fade, ".42"),
    ],
};

/// Wood at night: the same warmth, less light.
pub static DARK: Theme = Theme {
    id: "dark",
    base: Some(&WOOD),
    values: &[
        (GoLight, "#af8650"),
        (GoDark, "#9d7543"),
        (GoGrain, "#3d260b3d"),
        (GoEdge, "#5f4423"),
        (GoLine, "#2e1e0b"),
        (GoInk, "#100a02"),
        (FeltLight, "#276246"),
        (FeltDark, "#1b4a34"),
        (FeltLine, "#0f2e20"),
        (FeltDot, "#081c13b3"),
        (FeltInk, "#ecdfc6"),
        (FrameLight, "#332b25"),
        (FrameDark, "#221c18"),
        (FrameEdge, "#473c33"),
        (TrayLight, "#57381f"),
        (TrayDark, "#452a15"),
        (TrayGrain, "#1c0e0440"),
        (TrayEdge, "#2f1c0c"),
        (WellTop, "#3a2210"),
        (WellBottom, "#644426"),
        (WellEdge, "#2a180a"),
        (BlackLight, "#55504b"),
        (Black, "#211e1c"),
        (BlackDark, "#0c0b0a"),
        (BlackRim, "#b3a48d"),
        (WhiteLight, "#f4eee2"),
        (White, "#e4dccd"),
        (WhiteDark, "#b9ad99"),
        (WhiteEdge, "#8d806c"),
        (Shadow, "#00000080"),
        (TerritoryBlack, "#140d05d0"),
        (TerritoryWhite, "#f4eee2e6"),
        (TerritoryEdge, "#5a3f1c80"),
        (LastOnWhite, "#b02f1b"),
        (Last, "#ff9077"),
        (Stroke, "#9ccbff"),
        (StrokeRim, "#000000b0"),
    ],
};

/// Quiet flat colours.
pub static PLAIN: Theme = Theme {
    id: "plain",
    base: Some(&WOOD),
    values: &[
        (GoLight, "#f3e3c3"),
        (GoDark, "#f3e3c3"),
        (GoGrain, "#0000"),
        (GoEdge, "#d9c49a"),
        (GoLine, "#7d6c4c"),
        (GoInk, "#5a4a2c"),
        (FeltLight, "#cfe3d2"),
        (FeltDark, "#cfe3d2"),
        (FeltLine, "#8fb198"),
        (FeltDot, "#4f7a5cb0"),
        (FeltInk, "#1f4a30"),
        (FrameLight, "#f5f0e7"),
        (FrameDark, "#f5f0e7"),
        (FrameEdge, "#d5cab8"),
        (FrameInk, "#5b5147"),
        (TrayLight, "#efe4d2"),
        (TrayDark, "#efe4d2"),
        (TrayGrain, "#0000"),
        (TrayEdge, "#d5c6ac"),
        (TrayInk, "#5b4a35"),
        (WellTop, "#fbf6ec"),
        (WellBottom, "#fbf6ec"),
        (WellEdge, "#d8cab2"),
        (WellInk, "#5b4a35"),
        (WellLast, "#b73a25"),
        (Glow, "#c8891c"),
        (GlowSoft, "#f0b84fb0"),
        (BlackLight, "#2a2521"),
        (Black, "#2a2521"),
        (BlackDark, "#2a2521"),
        (BlackEdge, "#2a2521"),
        (BlackRim, "#2a2521"),
        (WhiteLight, "#fffdf8"),
        (White, "#fffdf8"),
        (WhiteDark, "#fffdf8"),
        (WhiteEdge, "#6f6457"),
        (WhiteRim, "#6f6457"),
        (Shadow, "#0000"),
        (TerritoryBlack, "#2a2521c0"),
        (TerritoryWhite, "#fffdf8"),
        (TerritoryEdge, "#8d7f69"),
    ],
};

/// The strongest contrasts; nothing decorative.
pub static CONTRAST: Theme = Theme {
    id: "contrast",
    base: Some(&PLAIN),
    values: &[
        (GoLight, "#ffd980"),
        (GoDark, "#ffd980"),
        (GoEdge, "#000"),
        (GoLine, "#000"),
        (GoInk, "#000"),
        (FeltLight, "#7fe0a8"),
        (FeltDark, "#7fe0a8"),
        (FeltLine, "#000"),
        (FeltDot, "#000"),
        (FeltInk, "#000"),
        (FrameLight, "#000"),
        (FrameDark, "#000"),
        (FrameEdge, "#fff"),
        (FrameInk, "#fff"),
        (TrayLight, "#ffd980"),
        (TrayDark, "#ffd980"),
        (TrayEdge, "#000"),
        (TrayInk, "#000"),
        (WellTop, "#fff"),
        (WellBottom, "#fff"),
        (WellEdge, "#000"),
        (WellInk, "#000"),
        (WellLast, "#c00000"),
        (Glow, "#000"),
        (GlowSoft, "#ffa51f"),
        (BlackLight, "#000"),
        (Black, "#000"),
        (BlackDark, "#000"),
        (BlackEdge, "#000"),
        (BlackRim, "#000"),
        (WhiteLight, "#fff"),
        (White, "#fff"),
        (WhiteDark, "#fff"),
        (WhiteEdge, "#000"),
        (WhiteRim, "#000"),
        (OnBlack, "#fff"),
        (OnWhite, "#000"),
        (LastOnBlack, "#ff9d85"),
        (LastOnWhite, "#b00000"),
        (Last, "#c00000"),
        (Stroke, "#0030b0"),
        (StrokeRim, "#fff"),
        (TerritoryBlack, "#000"),
        (TerritoryWhite, "#fff"),
        (TerritoryEdge, "#000"),
    ],
};

/// Black on white paper, no greys and no gradients.
pub static PRINT: Theme = Theme {
    id: "print",
    base: Some(&CONTRAST),
    values: &[
        (GoLight, "#fff"),
        (GoDark, "#fff"),
        (GoEdge, "#fff"),
        (FeltLight, "#fff"),
        (FeltDark, "#fff"),
        (FrameLight, "#fff"),
        (FrameDark, "#fff"),
        (FrameEdge, "#fff"),
        (FrameInk, "#000"),
        (TrayLight, "#fff"),
        (TrayDark, "#fff"),
        (TrayEdge, "#fff"),
        (WellLast, "#000"),
        (GlowSoft, "#fff"),
        (LastOnBlack, "#fff"),
        (LastOnWhite, "#000"),
        (Last, "#000"),
        (Stroke, "#000"),
        (Fade, "1"),
    ],
};
