//! Pages with little on them: the toss, options, opening a file, a game to share, errors, no network.

use maud::{Markup, PreEscaped, html};
use plateau_core::Player;
use store::GameId;
use store::preferences::{CONFIRM_SMALL, MAX_NAME_CHARS, Switch, THINK_HERE, ThemeChoice};
use table::view::View;
use table::{AnySetup, Kind};
use words::Lang;

use crate::card::name;
use crate::new_game::select;
use crate::shell::Shell;
use crate::{Context, emblem, panels};

/// The toss: a ko is taken and taken again, and stops on a stone of the colour that was `drawn`; then the game is at `next`.
pub fn toss(context: &Context<'_>, kind: Kind, drawn: Player, next: &str) -> Markup {
    let title = context.say("toss-title");
    let done = context.say_with("toss-done", &[("player", kind.side(drawn).to_string().into())]);
    let board = table::diagram(Kind::Go, &[". X O .", "X . . O", ". X O ."]);
    let style = draw::Style { coordinates: draw::Coordinates::Off, ..context.board_style() };
    let names = |_: &draw::Cell| String::new();
    let interaction = draw::Interaction { board: &title, cell: &names };
    let picture = draw::interactive_svg(&board, &style, &interaction).unwrap_or_default();
    let main = html! {
        main #main .narrow.toss data-drawn=(drawn) {
            h1 { (title) }
            div.ko aria-hidden="true" inert { (PreEscaped(picture)) }
            p #toss-said role="status" data-running=(context.say("toss-running")) data-done=(done) { (done) }
            p { a.button.primary.large href=(next) { (context.say("page-start")) } }
        }
    };
    Shell::new(&title, "/new").scripts(&["toss.js"]).page(context, &main)
}

/// The options; `saved` right after they were sent.
pub fn options(context: &Context<'_>, saved: bool) -> Markup {
    let title = context.say("options-title");
    let options = context.options;
    let langs: Vec<_> = std::iter::once((String::new(), context.say("page-option-language-auto")))
        .chain(Lang::ALL.map(|lang| (lang.tag().to_owned(), context.say(&format!("lang-{lang}")))))
        .collect();
    let themes: Vec<_> = ThemeChoice::ALL
        .into_iter()
        .map(|choice| (choice.to_string(), context.say(&format!("theme-{choice}"))))
        .collect();
    let chosen = options.lang.map(Lang::tag).unwrap_or_default();
    let switched = |key: &str, is_on: bool| {
        html! {
            label.switch { input type="checkbox" name=(key) value="yes" checked[is_on];
                span { b { (context.say(&format!("page-option-{key}"))) } small { (context.say(&format!("page-option-{key}-why"))) } } }
        }
    };
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            @if saved { p.saved role="status" { "✓ " (context.say("options-saved")) } }
            form.setup method="post" action="/options" {
                input type="hidden" name="switches" value="";
                input type="hidden" name="back" value="/options";
                div.fields {
                    (select("lang", &context.say("option-language"), &langs, chosen))
                    (select("theme", &context.say("option-theme"), &themes, &options.theme.to_string()))
                    label.field { span { (context.say("setup-name")) }
                        input name="name" value=(options.name) maxlength=(MAX_NAME_CHARS) autocomplete="nickname"; }
                }
                fieldset.switches { legend { (context.say("options-play")) }
                    @for switch in Switch::ALL {
                        @let key = switch.key();
                        (switched(key, options.is_on(switch)))
                        @if switch == Switch::Confirm { (switched(CONFIRM_SMALL, options.confirm_small)) }
                    }
                    @if context.offers_device() { (switched(THINK_HERE, options.think_here)) }
                }
                div.row { button.primary.large { (context.say("options-save")) } }
            }
            @if !context.local { p { a href="/options/tokens" { (context.say("tokens-title")) } } }
        }
    };
    Shell::new(&title, "/options").page(context, &main)
}

/// Opening a record to look at it, or to go on from it; at most so many bytes.
pub fn upload(context: &Context<'_>, max_bytes: usize, problem: Option<&str>) -> Markup {
    let title = context.say("upload-title");
    let too_large = too_large(context, max_bytes);
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            p.lead { (context.say("upload-lead")) }
            @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
            p.problem #too-large role="alert" hidden { (too_large) }
            form.setup method="post" action="/upload" enctype="multipart/form-data" data-max-bytes=(max_bytes) {
                label.field.file { span { (context.say("upload-file")) }
                    input type="file" name="file" accept=".sgf,.ggf,.obf,.oth,.txt,.plain,text/plain,application/x-go-sgf"; }
                label.field { span { (context.say("upload-text")) }
                    textarea name="text" rows="7" spellcheck="false" autocomplete="off" placeholder="(;GM[1]SZ[9];B[ee];W[ec]…)   f5d6c3…" {} }
                div.row { button.primary.large { (context.say("upload-open")) } button.large name="to" value="board" { (context.say("board-open")) } }
            }
        }
    };
    Shell::new(&title, "/games").page(context, &main)
}

/// That a file is too large, and how large it may be.
pub fn too_large(context: &Context<'_>, max_bytes: usize) -> String {
    context.say_with("upload-too-large", &[("megabytes", ((max_bytes >> 20) as i64).into())])
}

/// A finished game as one shows it to others: the picture, the result, the files.
pub fn share(context: &Context<'_>, id: GameId, view: &View, setup: &AnySetup) -> Markup {
    let [black, white] = Player::BOTH.map(|player| name(context, view, player));
    let title = format!("{}: {black} – {white}", view.kind.name());
    let address = format!("/game/{id}");
    let link = format!("{}{address}/share", context.origin);
    let said = view.sentences.last().map(|message| context.tell(message)).unwrap_or_default();
    let result = view.end.map(|end| context.tell(&end.told(view.kind)));
    let picture = format!("{}{address}/picture.png", context.origin);
    let agreed = panels::agreed(context, setup);
    let files = view.kind.endings();
    let head = html! {
        meta property="og:type" content="website";
        meta property="og:site_name" content="Plateau";
        meta property="og:title" content=(title);
        meta property="og:description" content=(said);
        meta property="og:url" content=(link);
        meta property="og:image" content=(picture);
        meta property="og:image:alt" content=(title);
        meta name="twitter:card" content="summary_large_image";
        meta name="description" content=(said);
    };
    let style = draw::Style { title: Some(title.clone()), ..context.board_style() };
    let svg = draw::svg(&view.board, &draw::Style { reserve: draw::Reserve::Hidden, ..style }).unwrap_or_default();
    let main = html! {
        main #main .narrow.share {
            h1 { (title) }
            p.result { @if let Some(result) = &result { strong { (result) } " " } (said) }
            p.about { (view.kind.name()) @for part in agreed { " · " (part) } }
            figure.diagram { (PreEscaped(svg)) }
            div.invite {
                input readonly value=(link) aria-label=(context.say("page-share-link"));
                button type="button" data-copy=(link) data-copied=(context.say("page-copied")) { (context.say("page-copy")) }
            }
            h2 { (context.say("page-download")) }
            div.buttons {
                @for file in files { a.button href={ (address) "/record." (file) } download { (file.to_uppercase()) } }
                @if !context.browser { a.button href={ (address) "/picture.png" } download { "PNG" } }
            }
            p { a.button.primary href={ (address) "/review" } { (context.say("page-review")) } }
            @if context.browser { p { a.button href={ (address) "/give" } { (context.say("here-give")) } } }
        }
    };
    Shell { head: Some(head), ..Shell::new(&title, "/games") }.page(context, &main)
}

/// A game that was played without the server, to be handed to it: as a record, which it takes as it takes any other.
pub fn give(context: &Context<'_>, record: &str) -> Markup {
    let title = context.say("here-give");
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            p { (context.say("here-give-text")) }
            // The server's own, wherever this page is.
            form method="post" action={ (context.origin) "/upload" } enctype="multipart/form-data" {
                label.field { span { (context.say("here-give-record")) } textarea name="text" rows="8" readonly { (record) } }
                div.row { button.primary { (title) } }
            }
        }
    };
    Shell::new(&title, "/games").page(context, &main)
}

/// Something went wrong: what, and where to go from there.
pub fn error(context: &Context<'_>, status: u16, said: &str) -> Markup {
    let title = context.say(match status {
        404 => "error-404",
        403 => "error-403",
        429 => "error-429",
        503 if context.browser => "page-offline",
        400..500 => "error-400",
        _ => "error-500",
    });
    let main = html! {
        main #main .narrow.empty {
            (emblem(context, Kind::Go))
            h1 { (title) }
            @if !said.is_empty() { p { (said) } }
            p { a.button.primary href="/" { (context.say("page-nav-home")) } }
        }
    };
    Shell::new(&title, "").page(context, &main)
}

/// What the server shows to whoever wants to play without it, until the service worker is there and answers in its place: what that fetches.
pub fn prepare(context: &Context<'_>) -> Markup {
    let title = context.say("here-title");
    let rest: usize = players::files().into_iter().filter_map(|file| file.find().ok()).map(<[u8]>::len).sum();
    let megabytes = |bytes: usize| (bytes.div_ceil(1 << 20) as i64).into();
    let program = crate::program().map_or(0, <[u8]>::len);
    let gaps = [("megabytes", megabytes(program)), ("rest", megabytes(rest))];
    let main = html! {
        main #main .narrow.empty data-prepares {
            (emblem(context, Kind::Go))
            h1 { (title) }
            p role="status" { (context.say_with("here-preparing", &gaps)) }
            noscript { p { (context.say("here-needs-script")) } }
        }
    };
    Shell::new(&title, "").page(context, &main)
}

/// What the service worker shows where there is no network.
pub fn offline(context: &Context<'_>) -> Markup {
    let title = context.say("page-offline");
    let main = html! {
        main #main .narrow.empty {
            (emblem(context, Kind::Go))
            h1 { (title) }
            p { (context.say("page-offline-text")) }
            p { a.button.primary href="" { (context.say("page-offline-again")) } }
        }
    };
    Shell::new(&title, "").page(context, &main)
}
