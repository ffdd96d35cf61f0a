//! Home, games that go on and games that are over, the lobby.

use maud::{Markup, html};
use plateau_core::Player;
use store::{GameId, Heading, Page, Summary, Which};
use table::{AnySetup, Kind, Seat};

use crate::card::seat_name;
use crate::puzzles::{self, Daily};
use crate::shell::Shell;
use crate::{Context, emblem, panels};

/// Games on one page of a list.
pub const PAGE_SIZE: u32 = 20;

/// The first page: the games, what is unfinished, which may be shortened, how many of one's own mistakes are due, and the puzzle of the day.
pub fn home(context: &Context<'_>, unfinished: &Page, due: u64, daily: Option<&Daily>) -> Markup {
    let title = context.say("home-line");
    let main = html! {
        main #main .home {
            h1 { "Plateau" span.dot aria-hidden="true" { "." } }
            p.lead { (context.say("home-lead")) }
            div.doors {
                @for kind in Kind::ALL {
                    section.door {
                        a.picture href={ "/new?game=" (kind) } tabindex="-1" aria-hidden="true" { (emblem(context, kind)) }
                        h2 { (kind.name()) }
                        p { (context.say(&format!("home-{kind}"))) }
                        div.buttons {
                            a.button.primary href={ "/new?game=" (kind) } aria-label={ (context.say("page-play")) ": " (kind.name()) } { (context.say("page-play")) }
                            a.button href={ "/rules/" (kind) } aria-label={ (context.say("page-nav-rules")) ": " (kind.name()) } { (context.say("page-nav-rules")) }
                        }
                    }
                }
            }
            @if !unfinished.games.is_empty() {
                section.continue {
                    h2 { (context.say("home-continue")) }
                    (list(context, &unfinished.games))
                    @if unfinished.total > unfinished.games.len() as u64 {
                        p { a href="/games?which=unfinished" { (context.say_with("all-games", &[("count", (unfinished.total as i64).into())])) } }
                    }
                }
            }
            @if due > 0 {
                p.due { a.button href="/deck" { (context.say_with("deck-due", &[("count", (due as i64).into())])) } }
            }
            @if context.browser { p #keeping role="status" data-kept=(context.say("here-kept")) hidden { (context.say("here-keeping")) } }
            @if let Some(daily) = daily { (puzzles::daily(context, daily)) }
            p.more {
                @if !context.local { a href="/lobby" { (context.say("page-nav-lobby")) } }
                a href="/games" { (context.say("home-results")) }
                a href="/deck" { (context.say("deck-title")) }
                a href="/board" { (context.say("board-list")) }
                a href="/puzzles" { (context.say("puzzle-all")) }
                a href="/upload" { (context.say("upload-title")) }
                a href="/options" { (context.say("home-options")) }
                @if crate::program().is_some() && !context.browser { a href="/here" { (context.say("here-title")) } }
            }
        }
    };
    Shell::new(&title, "/").page(context, &main)
}

/// Games that go on, or are over: one page of them, from 0; and the records that whoever reads it has brought.
pub fn results(
    context: &Context<'_>,
    which: Which,
    kind: Option<Kind>,
    page: &Page,
    number: u64,
    records: &[Heading],
) -> Markup {
    let (id, none, name) = match which {
        Which::Unfinished => ("continue-title", "continue-none", "unfinished"),
        Which::Finished => ("results-title", "results-none", "finished"),
    };
    let title = context.say(id);
    let pages = page.total.div_ceil(u64::from(PAGE_SIZE));
    let to = |which: &str, kind: Option<Kind>, number: u64| {
        let game = kind.map(|kind| format!("&game={kind}")).unwrap_or_default();
        let number = if number > 0 { format!("&page={number}") } else { String::new() };
        format!("/games?which={which}{game}{number}")
    };
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            nav.tabs aria-label=(context.say("page-lists")) {
                a href=(to("unfinished", kind, 0)) aria-current=[(which == Which::Unfinished).then_some("page")] { (context.say("continue-title")) }
                a href=(to("finished", kind, 0)) aria-current=[(which == Which::Finished).then_some("page")] { (context.say("results-title")) }
            }
            nav.tabs.small aria-label=(context.say("setup-game")) {
                a href=(to(name, None, 0)) aria-current=[kind.is_none().then_some("page")] { (context.say("every-game")) }
                @for each in Kind::ALL {
                    a href=(to(name, Some(each), 0)) aria-current=[(kind == Some(each)).then_some("page")] { (each.name()) }
                }
            }
            @if page.games.is_empty() {
                div.empty { (emblem(context, kind.unwrap_or(Kind::Go))) p { (context.say(none)) }
                    a.button.primary href="/new" { (context.say("new-game")) } }
            } @else {
                (list(context, &page.games))
            }
            @if pages > 1 {
                nav.pages aria-label=(context.say("page-pages")) {
                    @if number > 0 { a.button rel="prev" href=(to(name, kind, number - 1)) { (context.say("page-newer")) } }
                    span { (number + 1) " / " (pages) }
                    @if number + 1 < pages { a.button rel="next" href=(to(name, kind, number + 1)) { (context.say("page-older")) } }
                }
            }
            @if !records.is_empty() {
                section { h2 { (context.say("upload-list")) }
                    ul.list { @for record in records { li {
                        a.entry href={ "/record/" (record.id) } { strong { (record.title) }
                            time datetime=(table::date(record.touched_ms)) { (table::date(record.touched_ms)) } }
                        form method="post" action={ "/record/" (record.id) "/delete" } data-ask=(context.say("upload-delete-confirm")) {
                            button.plain aria-label={ (context.say("page-delete")) ": " (record.title) } { "×" }
                        }
                    } } }
                }
            }
            p.more { a href="/upload" { (context.say("upload-title")) } a href="/board" { (context.say("board-list")) } }
        }
    };
    Shell::new(&title, "/games").page(context, &main)
}

fn list(context: &Context<'_>, games: &[Summary]) -> Markup {
    html! {
        ul.list {
            @for game in games {
                li {
                    @let over = game.end.is_some();
                    a.entry href={ "/game/" (game.id) (if over { "/review" } else { "" }) } {
                        strong { (against(context, game)) }
                        span.kind { (game.kind.name()) }
                        span.last { (last(context, game)) }
                        time datetime=(table::date(game.touched_ms)) { (table::date(game.touched_ms)) }
                    }
                    @if context.local {
                        form method="post" action={ "/game/" (game.id) "/delete" } data-ask=(context.say("delete-confirm")) {
                            button.plain aria-label={ (context.say("page-delete")) ": " (against(context, game)) } { "×" }
                        }
                    }
                }
            }
        }
    }
}

fn last(context: &Context<'_>, game: &Summary) -> String {
    match &game.end {
        Some(end) if end.ending == record::Ending::Void && game.moves == 0 => context.say("list-cancelled"),
        Some(end) => context.tell(&end.told(game.kind)),
        None => context.say_with("list-moves", &[("moves", (game.moves as i64).into())]),
    }
}

/// Who plays whom; with the discs of a finished game of Othello as its results list has them.
fn against(context: &Context<'_>, game: &Summary) -> String {
    let [black, white] = Player::BOTH.map(|player| seat_name(context, game.kind, &game.seats[player], player));
    match game.end.and_then(|end| end.points()) {
        Some([of_black, of_white]) if game.kind == Kind::Othello => {
            format!("{black} ({of_black}) – {white} ({of_white})")
        }
        _ => context.say_with("list-against", &[("black", black.into()), ("white", white.into())]),
    }
}

/// A game in the lobby.
#[derive(Clone, PartialEq, Debug)]
pub struct LobbyGame {
    /// The game.
    pub id: GameId,
    /// Who sits there.
    pub seats: [Seat; 2],
    /// The seat that waits for somebody, if one does.
    pub open: Option<Player>,
    /// What was agreed.
    pub setup: AnySetup,
    /// Moves so far.
    pub moves: u64,
    /// Who looks on.
    pub watchers: u32,
}

/// The lobby: games that wait for somebody, and games to watch.
pub fn lobby(context: &Context<'_>, games: &[LobbyGame]) -> Markup {
    let title = context.say("page-nav-lobby");
    let main = html! {
        main #main .narrow data-live={ "/lobby/live?lang=" (context.words.lang().tag()) } {
            h1 { (title) }
            p.lead { (context.say("lobby-lead")) }
            p { a.button.primary href="/new" { (context.say("new-game")) } }
            (lobby_list(context, games))
            p #lost .banner hidden role="alert" data-lost=(context.say("page-lost")) data-back=(context.say("page-back")) {}
        }
    };
    Shell::new(&title, "/lobby").scripts(&["lobby.js", "live.js", "merge.js"]).page(context, &main)
}

/// What changes in the lobby: the whole list, which is short.
pub fn lobby_patch(context: &Context<'_>, games: &[LobbyGame]) -> Vec<(String, String)> {
    vec![("lobby".to_owned(), lobby_list(context, games).into_string())]
}

fn lobby_list(context: &Context<'_>, games: &[LobbyGame]) -> Markup {
    let (open, going): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.open.is_some());
    html! {
        div #lobby {
            h2 { (context.say("lobby-open")) }
            @if open.is_empty() {
                div.empty { (emblem(context, Kind::Aligne4)) p { (context.say("lobby-none")) } }
            } @else {
                ul.list { @for game in open { (lobby_entry(context, game)) } }
            }
            @if !going.is_empty() {
                h2 { (context.say("lobby-going")) }
                ul.list { @for game in going { (lobby_entry(context, game)) } }
            }
        }
    }
}

fn lobby_entry(context: &Context<'_>, game: &LobbyGame) -> Markup {
    let name = |player: Player| match game.open {
        Some(open) if open == player => context.say("seat-open"),
        _ => seat_name(context, game.setup.kind(), &game.seats[player], player),
    };
    let [black, white] = Player::BOTH.map(name);
    let watching =
        (game.watchers > 0).then(|| context.say_with("page-watching", &[("count", i64::from(game.watchers).into())]));
    let moves = (game.moves > 0).then(|| context.say_with("list-moves", &[("moves", (game.moves as i64).into())]));
    let last: Vec<String> = moves.into_iter().chain(watching).collect();
    html! {
        li { a.entry href={ "/game/" (game.id) } {
            strong { (context.say_with("list-against", &[("black", black.into()), ("white", white.into())])) }
            span.kind { (game.setup.kind().name()) @for part in panels::agreed(context, &game.setup) { " · " (part) } }
            span.last { @match game.open {
                Some(open) => { (context.say_with("lobby-take", &[("player", game.setup.kind().side(open).to_string().into())])) }
                None => { (last.join(" · ")) }
            } }
        } }
    }
}
