//! Every page of the browser version, as a pure function of what it shows: no state, no I/O, no server.
//!
//! A page is a function of a [`Context`] (who reads it: language, options) and of what it shows. Nothing here asks the store or
//! the hub; nothing decides whether a move is legal. After the first page of a game only [`patch`] is sent: pairs of an element's
//! id and its new HTML. The script (`assets/`) puts them in place, animates what changed, and sends back a [command](#commands).
//!
//! # Where pages are
//!
//! | address | what | form fields |
//! |---|---|---|
//! | `GET /` | [`home`] | |
//! | `GET /new?game=go` | [`new_game`] | |
//! | `POST /new` | makes a game, then `303` to it, or to its toss | those of [`NewGame`] |
//! | `GET /lobby`, live at `/lobby/live` | [`lobby`], [`lobby_patch`] | |
//! | `GET /game/ID`, live at `/game/ID/live` | [`game`], [`patch`]; without script `?piece=P&at=CELL` is what was chosen | |
//! | `POST /game/ID/do` | a command without script, then `303` back | `do`; or `play`, a move |
//! | `POST /game/ID/sit` | takes a seat, then `303` back | `side` (`black`, `white`), `name` |
//! | `GET /game/ID/toss` | [`toss`] | |
//! | `GET /game/ID/review?at=N` | [`review`]; `study`, `owners`, `best`, `chance` (each `=1`) are what is shown of it, `step=K` is a step along what the machine expects | |
//! | `POST /game/ID/study`, `POST /record/KEY/study` | the machine looks through it, then `303` back | |
//! | `POST /game/ID/deck`, `POST /record/KEY/deck` | a side's mistakes go into one's deck | `side` |
//! | `GET /game/ID/try?at=N`, `GET /record/KEY/try?at=N` | [`exercise`]: a better move is asked for; `play=MOVE`, `want=answer` show what came of it, `step=K` on the way | |
//! | `POST /game/ID/try`, `POST /record/KEY/try` | the machine looks at an answer, then `303` back | `at`, and `play` or `want` (`hint`, `answer`) |
//! | `POST /game/ID/play-on`, `POST /record/KEY/play-on` | a new game from there | `at`; `level` and `side` against the machine |
//! | `GET /deck`, `GET /deck/next` | [`deck`], and to the card that is due | |
//! | `GET /deck/card/ID`, `POST /deck/card/ID` | [`exercise`], as above | `play` or `want`, `helped` |
//! | `POST /deck/card/ID/drop` | takes a card out | |
//! | `GET /deck/file`, `POST /deck/file` | the deck as a file, and one that is brought | `file`, multipart |
//! | `GET /puzzles`, `GET /puzzles/GAME`, `GET /puzzles/GAME/next` | [`puzzles`]; the last leads to a puzzle | |
//! | `GET /puzzle/GAME/N` | [`exercise`]: `play=MOVE`, `want=hint`, `want=answer`, `step=K` as above | |
//! | `POST /puzzle/GAME/N` | the first answer counts, then `303` back | `play` or `want` |
//! | `POST /game/ID/delete` | forgets a game of one's own machine | |
//! | `GET /game/ID/share` | [`share`], whose picture is `GET /game/ID/picture.png` | |
//! | `GET /game/ID/record.sgf`, `.ggf`, `.txt` | the record | |
//! | `GET /upload`, `POST /upload` | [`upload`] | `file` or `text`, multipart |
//! | `GET /record/KEY?at=N` | [`review`] of a record that was brought; `KEY.2` is the second game of the file, as is `?game=2` | |
//! | `GET /record/KEY/record.sgf`, `.ggf`, `.txt` | the same as a file | |
//! | `POST /record/KEY/delete` | forgets it, for whoever brought it | |
//! | `GET /board` | [`studies`]: the studies of one's own | |
//! | `GET /board/new?game=go`, `POST /board` | [`new_board`]; makes a study, then `303` to it | `game`, `size`, `variant` |
//! | `POST /game/ID/board`, `POST /record/KEY/board` | a study from there | `at` |
//! | `GET /board/ID?at=N&values=on` | [`board`], for its owner and for whoever has the link | |
//! | `POST /board/ID/edit` | changes it, then `303` back | `at`, `version`, `do`; see [`board`] |
//! | `POST /board/ID/copy`, `POST /board/ID/delete` | a copy of one's own; forgets it | |
//! | `GET /board/ID/study.sgf` | the study as a file | |
//! | `GET /games?which=unfinished&game=go&page=N` | [`results`] | |
//! | `GET /rules`, `GET /rules/GAME` | [`rules`] | |
//! | `GET /learn` | [`learn`] | |
//! | `GET /lesson/GAME?step=N&moves=…` | [`lesson::page`]; `play=MOVE`, `want=answer` as in other exercises | |
//! | `POST /lesson/GAME` | tries a move, then `303` back | `step`, `moves`, and `play` or `want` |
//! | `GET /options`, `POST /options` | [`options`]; back to `back` | those of [`Preferences`](store::Preferences), and `back` |
//! | `GET /here` | [`prepare`], and the first page once it can be made in the browser: nobody but that browser has the games that are played there | |
//! | `GET /here/…`, `POST /here/…` | whatever else that browser has, by its address without `/here`, whether there is a server or not | |
//! | `POST /here/review` | a record of the server is looked through by the browser, or by the server if that cannot be | `record`, where its file is |
//! | `GET /game/ID/question?about=hint` | what is to be thought about ([`Errand`]), for a browser that thinks by itself; `about=estimate` too | |
//! | `GET /game/ID/give` | [`give`], where the game was played without a server | |
//! | `GET /offline` | [`offline`], kept by the service worker | |
//! | `GET /assets/…`, `/sw.js`, `/manifest.webmanifest`, `/favicon.svg`, `/icon-*.png` | [`asset`] | |
//!
//! # Commands
//!
//! The text of a command, by WebSocket or by form ([`wire`] has the rest): `play MOVE` (`play pass` too), `undo`, `redo`,
//! `resign`, `mark CELL`, `accept`, `resume`, `offer takeback`, `offer draw`, `offer rematch`, `answer yes`, `answer no`, `hint`, `estimate`,
//! `stop` (the machine moves now), `claim` (the opponent is gone), `cancel` (nobody has come).

mod advised;
mod api;
mod assets;
mod board;
mod card;
mod context;
mod daily;
mod deck;
mod drafting;
mod exercise;
mod game;
mod learn;
pub mod lesson;
mod line;
mod lists;
mod new_game;
mod panels;
pub mod phrase;
mod play_on;
mod puzzle;
mod puzzles;
mod question;
pub mod report;
mod review;
mod reviewed;
mod rules;
mod scene;
mod scriptless;
mod shell;
mod small;
mod study;
mod trying;
mod walk;
pub mod wire;

use draw::{Coordinates, Paint, Style};
use maud::{Markup, PreEscaped, html};
use table::Kind;

pub use advised::{Errand, advice};
pub use api::{ApiRow, TokenRow, api, tokens};
pub use assets::{Asset, asset, program, set_version, version};
pub use board::{BoardPage, Values, board, new_board, studies};
pub use context::{Context, back_from_options, preferences_from_form};
pub use daily::puzzle_of_the_day;
pub use deck::{DeckPage, card, card_answer, cards_of_file, deck};
pub use drafting::{DraftChange, DraftLook, NewDraft};
pub use exercise::{Exercise, Line, Mood, Want, Wish, exercise};
pub use game::{game, parts, patch, update};
pub use learn::learn;
pub use lists::{LobbyGame, PAGE_SIZE, home, lobby, lobby_patch, results};
pub use new_game::{Colour, NewGame, Opponent, new_game};
pub use play_on::{GoOn, GoneOn};
pub use puzzle::{PuzzlePage, Tried};
pub use puzzles::{Daily, PuzzleFacts, PuzzlesOf, puzzle_facts, puzzle_title, puzzles};
pub use review::review;
pub use reviewed::{BroughtGame, InDeck, Looks, Place, ReviewPage, Study, game_of_file, games_of_file, review_of};
pub use rules::rules;
pub use scene::{Advice, Click, Offer, OfferKind, Presence, Scene, Seats, Thinking};
pub use small::{error, give, offline, options, prepare, share, too_large, toss, upload};
pub(crate) use study::table as numbers_table;
pub use trying::try_again;

/// What a browser must not do with our pages. Nothing is inline, nothing comes from elsewhere, nobody puts them in a frame.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                          manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
                          frame-ancestors 'none'";

/// The same for those scripts that run the program where there is no server: they alone compile it.
pub const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// A small picture that stands for a game.
fn emblem(context: &Context<'_>, kind: Kind) -> Markup {
    let rows: &[&str] = match kind {
        Kind::Go => &[". X . .", "X . X .", "O X O .", ". O . O"],
        Kind::Othello => &["O . . .", ". O X .", ". X O .", ". . . X"],
        Kind::Aligne4 => &["0 . .", ". b .", "6 . d"],
    };
    let style = Style {
        paint: Paint::Css,
        coordinates: Coordinates::Off,
        reserve: draw::Reserve::Hidden,
        id_prefix: format!("e{kind}"),
        ..context.board_style()
    };
    let picture = draw::svg(&table::diagram(kind, rows), &style).unwrap_or_default();
    html! { span.emblem aria-hidden="true" { (PreEscaped(picture)) } }
}
