//! The board page: a [`Scene`] as HTML, and what changes from one scene to the next.
//!
//! Everything that can change has an id of its own. [`game`] puts these parts into a page; [`parts`] is all of them, and
//! [`patch`] those that differ. An id with `+` before it means: append to that element instead of replacing it. Of the reader's
//! options the parts depend on the language and the coordinates only, so that one update serves many readers; the script sees to
//! the others.

use draw::Interaction;
use maud::{Markup, html};
use plateau_core::Player;
use table::clock::TimeControl;
use table::view::{BoardView, Cell, Content, Stage, Surface};
use table::{Kind, Message};

use crate::phrase::Said;
use crate::scriptless::Choosing;
use crate::shell::Shell;
use crate::wire::{Down, Sound};
use crate::{Advice, Click, Context, OfferKind, Presence, Scene, card, panels, question, scriptless};

/// The scripts of the board page.
pub(crate) const SCRIPTS: [&str; 8] =
    ["game.js", "hand.js", "live.js", "merge.js", "board.js", "reserve.js", "clock.js", "sound.js"];

/// From how many columns on the points of a board are small under a finger: 28 pixels on a phone.
pub(crate) const SMALL_POINTS: usize = 13;

/// The page of a game.
pub fn game(context: &Context<'_>, scene: &Scene) -> Markup {
    let title = title(context, scene);
    let view = &scene.view;
    let below = if scene.you.white && !scene.you.black { "you-white" } else { "you-black" };
    let address = format!("/game/{}", scene.id);
    let seated = scene.you.black || scene.you.white;
    let small = view.board.columns.len() >= SMALL_POINTS;
    // Where nobody else can ask anything, and nothing is marked at the end, no room is kept for questions.
    let asks = view.board.surface == Surface::Go || scene.presence != [Presence::Given; 2];
    let choosing = Choosing {
        board: &view.board,
        click: scene.click(),
        links: "?".to_owned(),
        cell: "at",
        reload: address.clone(),
        form: "do",
        button: |verb, what| ("do", format!("{verb} {what}")),
    };
    let main = html! {
        main #main .game .(below) .(view.kind) .seated[seated] .asks[asks] .small-points[small] data-live={ (address) "/live?lang=" (context.words.lang().tag()) } data-version=(scene.version) {
            h1.unseen { (title) }
            (state(context, scene))
            div.says {
                (sentence(context, scene))
                p #refused role="alert" data-piece=(context.say("choose-piece")) {}
                p #spoken .unseen role="status" {}
                p #lost .banner hidden role="alert" data-lost=(context.say("page-lost")) data-back=(context.say("page-back")) {}
            }
            div.side.left {
                (card::card(context, scene, Player::Black))
                (card::card(context, scene, Player::White))
                (panels::about(context, scene))
                (panels::end(context, scene))
                (question::question(context, scene))
            }
            div.board {
                p #board-keys .unseen { (context.say("page-board-keys")) }
                div.frame { (maud::PreEscaped(board(context, scene))) (coordinates(context, &view.board)) noscript { (maud::PreEscaped(scriptless::links(context, &choosing))) } }
                noscript { (scriptless::chosen(context, &choosing)) }
            }
            div.side.right {
                (ask_move(context))
                @if view.board.surface == Surface::Aligne4 { (panels::reserve(context, &scene.view.board, scene.is_yours())) }
                (panels::settled(context, scene))
                (panels::tools(context, scene))
                (panels::moves(context, scene))
                (panels::typed(context, scene))
                (panels::talk(context, scene))
            }
            // Every button of the page belongs to this form, so that all of them work without script.
            form #do method="post" action={ (address) "/do" } {}
        }
    };
    Shell::new(&title, "/new").scripts(&SCRIPTS).page(context, &main)
}

/// Every part of the page that can change: for a page that was away too long.
pub fn parts(context: &Context<'_>, scene: &Scene) -> Vec<(String, String)> {
    let mut parts = small_parts(context, scene);
    parts.push(("moves".to_owned(), panels::moves(context, scene).into_string()));
    let names = |cell: &Cell| cell_name(context, scene, cell);
    let board = context.say("page-board");
    let interaction = Interaction { board: &board, cell: &names };
    parts.extend(draw::parts(&scene.view.board, &context.board_style(), &interaction).unwrap_or_default());
    parts
}

/// The parts of the page that differ between two scenes of a game: few and small after one move.
pub fn patch(context: &Context<'_>, before: &Scene, after: &Scene) -> Vec<(String, String)> {
    let old = small_parts(context, before);
    let new = small_parts(context, after);
    let mut parts: Vec<_> = old.into_iter().zip(new).filter(|(old, new)| old != new).map(|(_, new)| new).collect();
    let (was, is) = (&before.view.moves, &after.view.moves);
    if is.len() == was.len() + 1 && is.starts_with(was) {
        let last = panels::one_move(context, after.view.kind, &is[is.len() - 1]);
        parts.push(("+moves".to_owned(), last.into_string()));
    } else if was != is {
        parts.push(("moves".to_owned(), panels::moves(context, after).into_string()));
    }
    let board = context.say("page-board");
    // Names tell more once the game is counted: then every cell may have another.
    let recount = (before.view.stage == Stage::Playing) != (after.view.stage == Stage::Playing);
    let names = |cell: &Cell| cell_name(context, after, cell);
    let interaction = Interaction { board: &board, cell: &names };
    let changed = if recount {
        draw::parts(&after.view.board, &context.board_style(), &interaction)
    } else {
        draw::changes(&before.view.board, &after.view.board, &context.board_style(), &interaction)
    };
    parts.extend(changed.unwrap_or_default());
    parts
}

/// What a page is sent when one scene follows another, or has missed everything before it; nothing if that looks the same.
pub fn update(context: &Context<'_>, before: Option<&Scene>, after: &Scene) -> Option<Down> {
    let set = match before {
        Some(before) => patch(context, before, after),
        None => parts(context, after),
    };
    let sound = before.and_then(|before| sound(before, after));
    (!set.is_empty()).then_some(Down::Update { version: after.version, set, sound })
}

/// What is heard when one scene follows another.
fn sound(before: &Scene, after: &Scene) -> Option<Sound> {
    let (was, is) = (&before.view, &after.view);
    if is.stage == Stage::Ended && was.stage != Stage::Ended {
        return Some(Sound::End);
    }
    if is.moves.len() <= was.moves.len() {
        return None;
    }
    let mut heard = None;
    for (was, is) in was.board.cells.iter().zip(&is.board.cells) {
        match (was.content, is.content) {
            (Some(_), None) => return Some(Sound::Capture),
            (Some(was), Some(is)) if was != is => heard = Some(Sound::Turn),
            (None, Some(_)) => heard = heard.or(Some(Sound::Place)),
            _ => {}
        }
    }
    heard
}

/// Everything besides the board and the list of moves.
fn small_parts(context: &Context<'_>, scene: &Scene) -> Vec<(String, String)> {
    let mut parts = vec![
        ("state", state(context, scene)),
        ("sentence", sentence(context, scene)),
        ("card-black", card::card(context, scene, Player::Black)),
        ("card-white", card::card(context, scene, Player::White)),
        ("end", panels::end(context, scene)),
        ("question", question::question(context, scene)),
        ("tools", panels::tools(context, scene)),
        ("about", panels::about(context, scene)),
        ("settled", panels::settled(context, scene)),
        ("typed", panels::typed(context, scene)),
        ("talk", panels::talk(context, scene)),
    ];
    if scene.view.board.surface == Surface::Aligne4 {
        parts.push(("reserve", panels::reserve(context, &scene.view.board, scene.is_yours())));
    }
    parts.into_iter().map(|(id, markup)| (id.to_owned(), markup.into_string())).collect()
}

/// The game and who plays it.
pub(crate) fn title(context: &Context<'_>, scene: &Scene) -> String {
    let [black, white] = Player::BOTH.map(|player| card::name(context, &scene.view, player));
    format!("{}: {black} – {white}", scene.view.kind.name())
}

/// What the script must know and nobody sees.
fn state(context: &Context<'_>, scene: &Scene) -> Markup {
    let view = &scene.view;
    let mover = Player::BOTH.into_iter().find(|player| view.players[*player].to_move);
    let yours = scene.is_yours();
    let piece = |player| draw::piece_id(Content::Stone(player), &context.board_style());
    // A given piece cannot be chosen any more; one that can is a hint.
    let given = view.board.reserve.iter().find(|piece| piece.selected && !piece.legal);
    html! {
        div #state hidden data-mode=(scene.click().id()) data-ghost=[mover.map(piece)]
            data-piece=[given.map(|piece| piece.figure.code)]
            data-over=[(view.stage == Stage::Ended).then_some("")]
            data-yours=[yours.then_some("")]
            data-title=(if yours { context.say("your-turn") } else { String::new() }) {}
    }
}

/// The one sentence: what happened, softly what is expected.
fn sentence(context: &Context<'_>, scene: &Scene) -> Markup {
    // Whoever is meant is told so directly; two people at one board are called by their names.
    let alone = scene.you.black != scene.you.white && scene.is_yours();
    let tell = |message: &Message| match message.id.as_ref() {
        "table-turn" if alone => context.say(match scene.click() {
            Click::Put => "your-turn-put",
            Click::Give => "your-turn-give",
            _ if scene.view.kind == Kind::Aligne4 => "your-turn-place",
            _ => "your-turn-now",
        }),
        _ => context.tell(message),
    };
    // Who moves alone has just been told what to choose, and who waits has nothing to choose.
    let at_one_board = scene.you.black && scene.you.white;
    let is_for_us =
        |message: &&Message| at_one_board || !matches!(message.id.as_ref(), "aligne4-choose" | "aligne4-give");
    let mut said: Vec<String> = scene.view.sentences.iter().filter(is_for_us).map(tell).collect();
    if scene.is_waiting() {
        let seated = scene.you.black || scene.you.white || scene.asked.is_some();
        let ids = if seated { ["page-waiting", "page-waiting-clocks"] } else { ["page-free", "page-free-sit"] };
        let has_clock = scene.setup.control() != TimeControl::Unlimited;
        let is_said = |id: &&str| has_clock || *id != "page-waiting-clocks";
        said = ids.into_iter().filter(is_said).map(|id| context.say(id)).collect();
        if let Some(asked) = scene.asked {
            said[0] = context.say_with("page-asked", &[("name", card::name(context, &scene.view, asked).into())]);
        }
    } else if scene.starts {
        said.push(context.say("page-starts"));
    }
    let about_rematch =
        |id: &'static str, by: Player| context.tell(&Message::new(id).with("player", scene.view.kind.side(by)));
    if let Some(offer) = scene.offer.filter(|offer| offer.kind == OfferKind::Rematch) {
        said.push(about_rematch("page-rematch-offered", offer.by));
    } else if let Some(by) = scene.rematch_declined {
        said.push(about_rematch("page-rematch-declined", by));
    }
    if let Some(Said { by, phrase }) = scene.said.last() {
        let phrase = Message::new(format!("phrase-{phrase}"));
        said.push(
            context.tell(&Message::new("page-said").with("player", scene.view.kind.side(*by)).with("phrase", phrase)),
        );
    }
    let advice = scene.advice.as_ref().map(|advice| advise(context, scene.view.kind, advice));
    html! {
        p #sentence role="status" {
            @if let Some((first, rest)) = said.split_first() {
                b { (first) }
                @for sentence in rest { " " span { (sentence) } }
            }
            @if let Some(advice) = advice { " " (advice) }
        }
    }
}

/// What the machine says to whoever asked it. An estimate is on the board too, whether territory is shown or not.
pub(crate) fn advise(context: &Context<'_>, kind: Kind, advice: &Advice) -> Markup {
    match advice {
        Advice::Hint(mv, why) => {
            let said = context.tell(&Message::new("hint").with("move", kind.told_move(mv)).with("why", why.clone()));
            html! { strong.hint { (context.say("page-hint")) " " (said) } }
        }
        Advice::Estimate(estimate) => html! { strong.hint data-estimate { (context.tell(&estimate.message())) } },
        Advice::Nothing(why) => html! { strong.hint { (context.tell(why)) } },
    }
}

/// The row that asks for a move twice, where that is wanted. It has its own place, beside the board and never over it; the
/// style sheet shows it where it is wanted, and the script fills it.
pub(crate) fn ask_move(context: &Context<'_>) -> Markup {
    let empty = context.say("page-confirm-none");
    html! {
        div #ask-move .ask-move data-text=(context.say_with("page-confirm-move", &[("move", "@".into())])) data-none=(empty) {
            span role="status" { (empty) }
            button.primary type="button" data-answer="yes" disabled { (context.say("page-confirm-yes")) }
            button type="button" data-answer="no" disabled { (context.say("page-confirm-no")) }
        }
    }
}

/// The names of rows and columns, over the board.
pub(crate) fn coordinates(context: &Context<'_>, board: &BoardView) -> Markup {
    maud::PreEscaped(draw::coordinates(board, &context.board_style()).unwrap_or_default())
}

fn board(context: &Context<'_>, scene: &Scene) -> String {
    let board = context.say("page-board");
    let names = |cell: &Cell| cell_name(context, scene, cell);
    let interaction = Interaction { board: &board, cell: &names };
    draw::interactive_svg(&scene.view.board, &context.board_style(), &interaction).unwrap_or_default()
}

/// What a cell is called: 'D4, empty'; after the end of play also whose territory it is.
fn cell_name(context: &Context<'_>, scene: &Scene, cell: &Cell) -> String {
    let counted = scene.view.stage != Stage::Playing;
    name_of(context, scene.view.board.surface, cell, counted)
}

pub(crate) fn name_of(context: &Context<'_>, surface: Surface, cell: &Cell, counted: bool) -> String {
    let mut parts = vec![cell.name.clone()];
    parts.push(match (cell.content, surface) {
        (None, _) => context.say("cell-empty"),
        (Some(Content::Stone(Player::Black)), Surface::Othello) => context.say("cell-black-disc"),
        (Some(Content::Stone(Player::White)), Surface::Othello) => context.say("cell-white-disc"),
        (Some(Content::Stone(Player::Black)), _) => context.say("cell-black"),
        (Some(Content::Stone(Player::White)), _) => context.say("cell-white"),
        (Some(Content::Figure(figure)), _) => context.say(&format!("aligne4-piece-{}", figure.code)),
    });
    // In the other games one may play nearly everywhere, and nobody wants to hear so at every point.
    if cell.legal && surface == Surface::Othello {
        parts.push(context.say("cell-playable"));
    }
    if cell.dead {
        parts.push(context.say("cell-dead"));
    }
    for mark in &cell.marks {
        parts.extend(match mark {
            draw::Mark::Last => Some(context.say("cell-last")),
            draw::Mark::Hint => Some(context.say("cell-hint")),
            draw::Mark::Winning => Some(context.say("cell-winning")),
            _ => None,
        });
    }
    if counted && let Some(claim) = cell.territory {
        parts.push(context.say(match claim.player {
            Player::Black => "cell-of-black",
            Player::White => "cell-of-white",
        }));
    }
    parts.join(", ")
}
