//! How the screen looks: what the terminal can show, and the colour of each role.

use draw::Charset;
use plateau_core::Player;
use ratatui::style::{Color, Modifier, Style};
use store::preferences::ThemeChoice;
use table::view::Surface;

/// How many colours a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// None: shapes and bold text say everything.
    None,
    /// The sixteen that every terminal has, whatever they look like there.
    Sixteen,
    /// 256.
    Indexed,
    /// All.
    True,
}

/// What the text stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Background {
    /// Dark text.
    Light,
    /// Light text.
    Dark,
}

/// How the screen looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// How many colours there are.
    pub colours: Colours,
    /// What the text stands on.
    pub background: Background,
    /// Which characters there are.
    pub charset: Charset,
}

/// What something on the screen is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Ink,
    Strong,
    Soft,
    /// Your turn, the last move, what is chosen: the one accent.
    Accent,
    /// The line that is chosen in a menu.
    Chosen,
    Edge,
    /// The lines of a board.
    Line,
    /// The names of rows and columns.
    Label,
    Star,
    Stone(Player),
    /// A stone that is marked dead.
    Dead(Player),
    Territory(Player),
    Legal,
    Last(Option<Player>),
    Cursor,
    Hint,
    Winning,
    /// A key in the line of keys.
    Key,
}

const RED_ON_LIGHT: [u8; 3] = [0xb7, 0x3a, 0x25];
const RED_ON_DARK: [u8; 3] = [0xf0, 0x7f, 0x66];
const BLACK: [u8; 3] = [0x16, 0x13, 0x11];
const WHITE: [u8; 3] = [0xff, 0xfd, 0xf6];

impl Look {
    /// With the theme that somebody has chosen, as far as a terminal has it.
    pub(crate) fn themed(self, theme: ThemeChoice) -> Look {
        let background = match theme {
            ThemeChoice::Auto | ThemeChoice::Contrast => self.background,
            ThemeChoice::Light | ThemeChoice::Plain | ThemeChoice::Print => Background::Light,
            ThemeChoice::Dark => Background::Dark,
        };
        Look { background, ..self }
    }

    /// What the environment says of the terminal: `NO_COLOR`, `COLORTERM`, `TERM`, `COLORFGBG`, and the locale.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Look {
        let value = |name: &str| variable(name).unwrap_or_default();
        let (term, colorterm) = (value("TERM"), value("COLORTERM"));
        let colours = if !value("NO_COLOR").is_empty() || ["", "dumb"].contains(&term.as_str()) {
            Colours::None
        } else if ["truecolor", "24bit"].contains(&colorterm.as_str()) || term.ends_with("-direct") {
            Colours::True
        } else if term.contains("256color") {
            Colours::Indexed
        } else {
            Colours::Sixteen
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).into_iter().find(|text| !text.is_empty());
        let locale = locale.unwrap_or_default().to_lowercase();
        let unicode = locale.contains("utf-8") || locale.contains("utf8");
        let background = match value("COLORFGBG").rsplit(';').next().and_then(|number| number.parse::<u8>().ok()) {
            Some(7 | 9..=15) => Background::Light,
            _ => Background::Dark,
        };
        Look { colours, background, charset: if unicode { Charset::Unicode } else { Charset::Ascii } }
    }

    /// One of two characters, by what the terminal can show.
    pub(crate) fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.charset == Charset::Unicode { unicode } else { ascii }
    }

    /// The style of a role.
    pub(crate) fn style(self, role: Role) -> Style {
        let style = match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => sixteen(role),
            Colours::Indexed | Colours::True => self.painted(role),
        };
        style.add_modifier(modifier(role, self.colours))
    }

    /// Whether boards have a colour of their own, so that stones can be black and white on any terminal.
    pub(crate) fn has_grounds(self) -> bool {
        self.colours != Colours::None
    }

    /// Whether colours look as they should: the sixteen of a terminal can be anything, also each other.
    pub(crate) fn knows_colours(self) -> bool {
        matches!(self.colours, Colours::Indexed | Colours::True)
    }

    /// The style of a role on a board of this kind.
    pub(crate) fn on(self, surface: Surface, role: Role) -> Style {
        let style = match self.colours {
            Colours::None => return self.style(role),
            Colours::Sixteen => sixteen_on(surface, role),
            Colours::Indexed | Colours::True => self.painted_on(&ground(surface), role),
        };
        style.add_modifier(modifier(role, self.colours))
    }

    fn painted(self, role: Role) -> Style {
        let dark = self.background == Background::Dark;
        let red = if dark { RED_ON_DARK } else { RED_ON_LIGHT };
        let soft = if dark { [0xa8, 0x9d, 0x90] } else { [0x6b, 0x61, 0x57] };
        let (fg, bg) = match role {
            Role::Soft | Role::Edge => (Some(soft), None),
            Role::Key => (Some(if dark { [0xe0, 0xd6, 0xc8] } else { [0x2a, 0x25, 0x21] }), None),
            Role::Accent => (Some(red), None),
            Role::Chosen => (Some([0xff, 0xfa, 0xf1]), Some(RED_ON_LIGHT)),
            _ => (None, None),
        };
        self.paint(fg, bg)
    }

    fn painted_on(self, ground: &Ground, role: Role) -> Style {
        let stone = |player| if player == Player::Black { BLACK } else { WHITE };
        let on_ground = |fg| (Some(fg), Some(ground.plain));
        let (fg, bg) = match role {
            Role::Label => (Some(ground.label), Some(ground.edge)),
            Role::Stone(player) | Role::Dead(player) | Role::Territory(player) => on_ground(stone(player)),
            Role::Legal => on_ground(ground.dot),
            Role::Last(Some(Player::Black)) => (Some([0xff, 0x8a, 0x70]), Some(BLACK)),
            Role::Last(Some(Player::White)) => (Some(RED_ON_LIGHT), Some(WHITE)),
            Role::Last(None) | Role::Cursor | Role::Winning => on_ground(ground.mark),
            Role::Hint => on_ground(ground.hint),
            _ => on_ground(ground.line),
        };
        self.paint(fg, bg)
    }

    /// The inside of a white stone or of a piece, where boards have a colour.
    pub(crate) fn filled(self, white: bool) -> Style {
        let (fg, bg) = if white { (BLACK, WHITE) } else { (WHITE, BLACK) };
        match (self.colours, white) {
            (Colours::None, _) => Style::new(),
            (Colours::Sixteen, true) => Style::new().fg(Color::Black).bg(Color::White),
            (Colours::Sixteen, false) => Style::new().fg(Color::White).bg(Color::Black),
            (Colours::Indexed | Colours::True, _) => self.paint(Some(fg), Some(bg)),
        }
    }

    fn paint(self, fg: Option<[u8; 3]>, bg: Option<[u8; 3]>) -> Style {
        let colour = |[r, g, b]: [u8; 3]| match self.colours {
            Colours::Indexed => Color::Indexed(nearest_indexed([r, g, b])),
            _ => Color::Rgb(r, g, b),
        };
        Style { fg: fg.map(colour), bg: bg.map(colour), ..Style::new() }
    }
}

/// The colours of a kind of board: what it is made of, its edge, and what is drawn on it.
struct Ground {
    plain: [u8; 3],
    edge: [u8; 3],
    line: [u8; 3],
    label: [u8; 3],
    dot: [u8; 3],
    /// The cursor, the last move, a winning line.
    mark: [u8; 3],
    hint: [u8; 3],
}

/// Light wood for Go, green felt for Othello, dark wood for Aligne 4.
fn ground(surface: Surface) -> Ground {
    match surface {
        Surface::Go => Ground {
            plain: [0xdc, 0xb3, 0x6f],
            edge: [0xdc, 0xb3, 0x6f],
            line: [0x6e, 0x52, 0x28],
            label: [0x55, 0x3d, 0x1a],
            dot: [0x3c, 0x2c, 0x12],
            mark: [0x9c, 0x20, 0x10],
            hint: [0x14, 0x4a, 0x7a],
        },
        Surface::Othello => Ground {
            plain: [0x2e, 0x7d, 0x55],
            edge: [0x2a, 0x27, 0x23],
            line: [0x17, 0x45, 0x2f],
            label: [0xd8, 0xcd, 0xb8],
            dot: [0xf4, 0xea, 0xd0],
            mark: [0xff, 0xd9, 0xa0],
            hint: [0xff, 0xf0, 0x70],
        },
        Surface::Aligne4 => Ground {
            plain: [0x8b, 0x63, 0x3f],
            edge: [0x5a, 0x3a, 0x1e],
            line: [0x4e, 0x30, 0x16],
            label: [0xe8, 0xd8, 0xbf],
            dot: [0x3a, 0x22, 0x0e],
            mark: [0xff, 0xd9, 0xa0],
            hint: [0xff, 0xf0, 0x70],
        },
    }
}

/// The sixteen colours look different everywhere, so only a few things beside the boards have one. Grey is none of them:
/// on some terminals it is the background.
fn sixteen(role: Role) -> Style {
    match role {
        Role::Accent | Role::Last(_) | Role::Winning | Role::Cursor => Style::new().fg(Color::Red),
        Role::Chosen => Style::new().fg(Color::White).bg(Color::Red),
        Role::Hint => Style::new().fg(Color::Cyan),
        _ => Style::new(),
    }
}

/// Boards in the nearest of the sixteen: wood is yellow, felt is green.
fn sixteen_on(surface: Surface, role: Role) -> Style {
    let stone = |player| if player == Player::Black { Color::Black } else { Color::White };
    let (ground, mark, hint) = match surface {
        Surface::Go | Surface::Aligne4 => (Color::Yellow, Color::Red, Color::Blue),
        Surface::Othello => (Color::Green, Color::LightRed, Color::LightYellow),
    };
    let (fg, bg) = match role {
        Role::Stone(player) | Role::Dead(player) | Role::Territory(player) => (stone(player), ground),
        Role::Last(Some(Player::Black)) => (Color::LightRed, Color::Black),
        Role::Last(Some(Player::White)) => (Color::Red, Color::White),
        Role::Last(None) | Role::Cursor | Role::Winning => (mark, ground),
        Role::Hint => (hint, ground),
        _ => (Color::Black, ground),
    };
    Style::new().fg(fg).bg(bg)
}

fn modifier(role: Role, colours: Colours) -> Modifier {
    match role {
        Role::Strong | Role::Accent | Role::Cursor | Role::Winning | Role::Hint | Role::Last(_) | Role::Key => {
            Modifier::BOLD
        }
        Role::Chosen if colours == Colours::None => Modifier::REVERSED,
        Role::Chosen => Modifier::BOLD,
        Role::Soft | Role::Edge if colours == Colours::Sixteen => Modifier::DIM,
        _ => Modifier::empty(),
    }
}

/// The nearest of the colour cube of 256-colour terminals: six steps for each of red, green and blue, from 16 on; and 24
/// greys from 232 on.
fn nearest_indexed([r, g, b]: [u8; 3]) -> u8 {
    const STEPS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let far = |a: [i32; 3]| (a[0] - r as i32).pow(2) + (a[1] - g as i32).pow(2) + (a[2] - b as i32).pow(2);
    let step = |value: u8| {
        let by_distance = |i: &usize| (STEPS[*i] - value as i32).abs();
        (0..6).min_by_key(by_distance).unwrap_or(0)
    };
    let (r6, g6, b6) = (step(r), step(g), step(b));
    let in_cube = [STEPS[r6], STEPS[g6], STEPS[b6]];
    let grey = ((r as i32 + g as i32 + b as i32) / 3 - 8).clamp(0, 230) / 10;
    let in_grey = [8 + 10 * grey; 3];
    if far(in_grey) < far(in_cube) { 232 + grey as u8 } else { (16 + 36 * r6 + 6 * g6 + b6) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_what_the_terminal_can_show() {
        use Colours::{Indexed, None, Sixteen, True};
        for (variables, colours, charset) in [
            (
                &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "fr_FR.UTF-8")][..],
                True,
                Charset::Unicode,
            ),
            (&[("TERM", "screen-256color"), ("LANG", "C.utf8")], Indexed, Charset::Unicode),
            (&[("TERM", "xterm"), ("LANG", "C")], Sixteen, Charset::Ascii),
            (&[("TERM", "dumb"), ("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")], None, Charset::Ascii),
            (&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], None, Charset::Ascii),
            (&[], None, Charset::Ascii),
        ] {
            let variable =
                |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            let look = Look::from_env(variable);
            assert_eq!((look.colours, look.charset), (colours, charset), "{variables:?}");
        }
        let light = Look::from_env(|name| (name == "COLORFGBG").then(|| "0;15".to_owned()));
        assert_eq!(light.background, Background::Light);
    }

    #[test]
    fn colours_have_near_neighbours_among_the_256() {
        for (rgb, index) in [([0, 0, 0], 16), ([255, 255, 255], 231), ([0x80, 0x80, 0x80], 244), ([215, 175, 95], 179)]
        {
            assert_eq!(nearest_indexed(rgb), index, "{rgb:?}");
        }
    }
}
