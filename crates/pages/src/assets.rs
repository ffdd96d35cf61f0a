//! Style sheets, scripts and icons: part of the program, and named after their content, so that a browser may keep them for ever.

use std::borrow::Cow;
use std::sync::OnceLock;

use draw::{Coordinates, Style, Theme};
use plateau_core::Player;
use search::Supply;
use study::puzzle::Collection;
use table::Kind;
use table::view::{BoardView, Cell, Content, Surface};

use crate::{POLICY, WORKER_POLICY};

/// A file that is the same for everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// The content.
    pub bytes: Cow<'static, [u8]>,
    /// The media type.
    pub media_type: &'static str,
    /// What a browser must not do with it.
    pub policy: &'static str,
    /// Whether another content would have another address, so that it never has to be asked for again.
    pub immutable: bool,
}

/// The scripts, as they are in the sources.
const SCRIPTS: [(&str, &str); 20] = [
    ("here.js", include_str!("../assets/here.js")),
    ("program.js", include_str!("../assets/program.js")),
    ("advice.js", include_str!("../assets/advice.js")),
    ("adviser.js", include_str!("../assets/adviser.js")),
    ("thinker.js", include_str!("../assets/thinker.js")),
    ("draft.js", include_str!("../assets/draft.js")),
    ("page.js", include_str!("../assets/page.js")),
    ("game.js", include_str!("../assets/game.js")),
    ("live.js", include_str!("../assets/live.js")),
    ("merge.js", include_str!("../assets/merge.js")),
    ("board.js", include_str!("../assets/board.js")),
    ("hand.js", include_str!("../assets/hand.js")),
    ("moves.js", include_str!("../assets/moves.js")),
    ("reserve.js", include_str!("../assets/reserve.js")),
    ("clock.js", include_str!("../assets/clock.js")),
    ("sound.js", include_str!("../assets/sound.js")),
    ("review.js", include_str!("../assets/review.js")),
    ("exercise.js", include_str!("../assets/exercise.js")),
    ("toss.js", include_str!("../assets/toss.js")),
    ("lobby.js", include_str!("../assets/lobby.js")),
];

/// Style sheets of pages that not everybody loads.
const SHEETS: [(&str, &str); 3] = [
    ("study.css", include_str!("../assets/study.css")),
    ("draft.css", include_str!("../assets/draft.css")),
    ("api.css", include_str!("../assets/api.css")),
];

/// The parts of the style sheet of all pages, in their order.
const STYLES: [&str; 5] = [
    include_str!("../assets/colours.css"),
    include_str!("../assets/page.css"),
    include_str!("../assets/forms.css"),
    include_str!("../assets/game.css"),
    include_str!("../assets/phone.css"),
];

/// The scripts of the workers that think.
const THINKERS: [&str; 2] = ["thinker.js", "adviser.js"];

/// What a browser plays with where there is no server, by its name; see [`program`].
const PROGRAM_NAME: &str = "plateau.wasm";

/// The program that a browser plays with where there is no server, if this one was built with it (`build.rs`).
pub fn program() -> Option<&'static [u8]> {
    const PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/plateau.wasm"));
    (!PROGRAM.is_empty()).then_some(PROGRAM)
}

/// The file at this address, such as `/assets/…/page.css`, `/sw.js` or `/icon-192.png`.
pub fn asset(path: &str) -> Option<Asset> {
    let text = |content: &'static str, media_type| Some(kept(Cow::Borrowed(content.as_bytes()), media_type, true));
    if let Some(name) = path.strip_prefix("/assets/").and_then(|rest| rest.strip_prefix(version())?.strip_prefix('/')) {
        if name == "page.css" {
            return text(stylesheet(), "text/css; charset=utf-8");
        }
        if let Some((_, sheet)) = SHEETS.iter().find(|(sheet, _)| *sheet == name) {
            return text(sheet, "text/css; charset=utf-8");
        }
        if let Some(file) = players::files().into_iter().find(|file| file.name() == name) {
            return Some(kept(Cow::Borrowed(file.find().ok()?), "application/octet-stream", true));
        }
        if name == PROGRAM_NAME {
            return program().map(|bytes| kept(Cow::Borrowed(bytes), "application/wasm", true));
        }
        let (_, script) = SCRIPTS.iter().find(|(script, _)| *script == name)?;
        let policy = if THINKERS.contains(&name) { WORKER_POLICY } else { POLICY };
        return text(script, "text/javascript; charset=utf-8").map(|script| Asset { policy, ..script });
    }
    Some(match path {
        "/sw.js" => Asset {
            policy: WORKER_POLICY,
            ..kept(service_worker().into_bytes().into(), "text/javascript; charset=utf-8", false)
        },
        "/manifest.webmanifest" => {
            kept(include_bytes!("../assets/manifest.webmanifest").into(), "application/manifest+json", false)
        }
        "/favicon.svg" => kept(favicon().into_bytes().into(), "image/svg+xml", false),
        "/icon-180.png" => kept(icon(180)?, "image/png", false),
        "/icon-192.png" => kept(icon(192)?, "image/png", false),
        "/icon-512.png" => kept(icon(512)?, "image/png", false),
        _ => return None,
    })
}

fn kept(bytes: Cow<'static, [u8]>, media_type: &'static str, immutable: bool) -> Asset {
    Asset { bytes, media_type, policy: POLICY, immutable }
}

/// The address of a style sheet or a script.
pub(crate) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", version())
}

static VERSION: OnceLock<String> = OnceLock::new();

/// Pages that are made in a browser name the files of the server that they came from. Must be said before the first page is made.
pub fn set_version(version: &str) {
    VERSION.get_or_init(|| version.to_owned());
}

/// So many bytes at either end of a file have its checksum.
const CHECKSUM: usize = 64;

/// A name that changes with the content of any of the files: they refer to each other, so they change together.
pub fn version() -> &'static str {
    VERSION.get_or_init(|| {
        let scripts = SCRIPTS.iter().chain(&SHEETS).flat_map(|(name, content)| name.bytes().chain(content.bytes()));
        let bytes = scripts.chain(stylesheet().bytes()).chain(include_str!("../assets/sw.js").bytes());
        // Each of these files begins or ends with a checksum of all of it.
        let ends = players::files().into_iter().filter_map(|file| file.find().ok()).flat_map(|file| {
            let end = file.len().min(CHECKSUM);
            file[..end].iter().chain(&file[file.len() - end..]).copied()
        });
        let bytes = bytes.chain(ends).chain(program().unwrap_or_default().iter().copied());
        // FNV-1a: nobody has to be kept from finding another content with the same name.
        let hash =
            bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        format!("{hash:016x}")
    })
}

/// The whole style sheet: the colours of every theme, then the parts.
fn stylesheet() -> &'static str {
    static SHEET: OnceLock<String> = OnceLock::new();
    SHEET.get_or_init(|| {
        let mut sheet = String::new();
        for theme in Theme::ALL {
            sheet.push_str(&format!(":root[data-theme={}]{{{}}}\n", theme.id, theme.css()));
        }
        sheet.push_str(&format!(":root{{{}}}\n", draw::WOOD.css()));
        let at_night = "@media(prefers-color-scheme:dark){:root[data-theme=auto]";
        sheet.push_str(&format!("{at_night}{{{}}}}}\n", draw::DARK.css()));
        let with_contrast = "@media(prefers-contrast:more){:root[data-theme=auto]";
        sheet.push_str(&format!("{with_contrast}{{{}}}}}\n", draw::CONTRAST.css()));
        sheet.push_str(&format!("@media print{{:root{{{}}}}}\n", draw::PRINT.css()));
        // How a file is laid out is nothing for a phone to load: a new line matters only where it parts two words.
        let parts = [draw::stylesheet(), draw::GRAPH_STYLE].into_iter().chain(STYLES);
        let end = |line: &str| if line.ends_with(['{', '}', ';', ',']) { "" } else { "\n" };
        sheet.extend(parts.flat_map(str::lines).flat_map(|line| [line.trim_start(), end(line)]));
        sheet
    })
}

/// The service worker knows which files belong together.
fn service_worker() -> String {
    let list = |names: &[&str]| names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    let (mut small, mut large) = (Vec::new(), Vec::new());
    if program().is_some() {
        small.extend(SCRIPTS.iter().chain(&SHEETS).map(|(name, _)| *name).chain(["page.css", PROGRAM_NAME]));
        // Pages want the puzzles, which are small; engines want the rest.
        large.extend(Kind::ALL.map(Collection::file).map(Supply::name));
        let rest = players::files().into_iter().map(Supply::name).filter(|name| !large.contains(name));
        large.extend(rest.collect::<Vec<_>>());
    }
    // Not every browser lets a service worker import anything.
    let program = include_str!("../assets/program.js").replace("export class", "class");
    let worker = program + &include_str!("../assets/sw.js").replace("VERSION", version());
    worker.replace("\"PROGRAM\"", &list(&small)).replace("\"LARGE\"", &list(&large))
}

/// A ko: the sign of the program, and what its toss plays with.
fn ko() -> BoardView {
    let cells = ".XO.X.XO.XO.".chars().map(|c| match c {
        'X' => Some(Content::Stone(Player::Black)),
        'O' => Some(Content::Stone(Player::White)),
        _ => None,
    });
    let cells: Vec<Cell> = cells.map(|content| Cell { content, ..Cell::default() }).collect();
    // The three columns around the point that is taken and taken back.
    let cells = cells.chunks(4).flat_map(|row| row[0..3].to_vec()).collect();
    let names = vec![String::new(); 3];
    BoardView {
        surface: Surface::Go,
        columns: names.clone(),
        rows: names,
        cells,
        reserve: Vec::new(),
        won: Vec::new(),
        strokes: Vec::new(),
    }
}

fn plain() -> Style {
    Style { coordinates: Coordinates::Off, ..Style::default() }
}

fn favicon() -> String {
    draw::svg(&ko(), &Style { title: Some("Plateau".to_owned()), ..plain() }).unwrap_or_default()
}

fn icon(width: u32) -> Option<Cow<'static, [u8]>> {
    draw::png(&ko(), &plain(), width).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_its_file() {
        for (name, _) in SCRIPTS {
            let asset = asset(&address(name)).unwrap_or_else(|| panic!("{name}"));
            assert!(asset.immutable && asset.media_type.starts_with("text/javascript"));
        }
        for path in
            ["/sw.js", "/manifest.webmanifest", "/favicon.svg", "/icon-192.png", "/icon-512.png", "/icon-180.png"]
        {
            let asset = asset(path).unwrap_or_else(|| panic!("{path}"));
            assert!(!asset.immutable && !asset.bytes.is_empty(), "{path}");
        }
        for name in ["page.css"].into_iter().chain(SHEETS.map(|(name, _)| name)) {
            let asset = asset(&address(name)).unwrap_or_else(|| panic!("{name}"));
            assert!(asset.immutable && asset.media_type.starts_with("text/css"), "{name}");
        }
    }

    #[test]
    fn nothing_else_is_served() {
        for path in ["/", "/assets/", "/assets/page.js", "/assets/0/page.js", "/sw.js/", "/../Cargo.toml"] {
            assert_eq!(asset(path), None, "{path}");
        }
        assert_eq!(asset(&address("../sw.js")), None);
    }

    #[test]
    fn scripts_import_only_scripts_that_are_served() {
        for (name, content) in SCRIPTS {
            for import in content.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(SCRIPTS.iter().any(|(other, _)| *other == import), "{name} imports {import}");
            }
        }
    }

    #[test]
    fn the_style_sheet_has_every_theme_and_loads_nothing() {
        for theme in Theme::ALL {
            assert!(stylesheet().contains(&format!("[data-theme={}]", theme.id)));
        }
        assert!(!stylesheet().contains("url(") && !stylesheet().contains("@import"));
        assert_eq!(stylesheet().matches('{').count(), stylesheet().matches('}').count());
    }
}
