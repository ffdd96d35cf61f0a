//! What stands around the board besides the cards: buttons, the reserve, the end of the game, the moves, what was agreed.

use std::time::Duration;

use draw::Content;
use maud::{Markup, html};
use plateau_core::Player;
use table::clock::TimeControl;
use table::view::{BoardView, Counter, Figure, MoveView, Stage, Surface};
use table::{AnySetup, Kind, Message, Proposal, points_text};

use crate::card::{command, name, side_name, thinking};
use crate::phrase::Phrase;
use crate::{Context, Presence, Scene};

/// The buttons of the game. Which there are follows from the game and from who plays; what cannot be done now is greyed, and
/// keeps its place.
pub(crate) fn tools(context: &Context<'_>, scene: &Scene) -> Markup {
    let view = &scene.view;
    let seated = scene.you.black || scene.you.white;
    let is_person = |player: Player| view.players[player].who.is_person();
    // Whom one would have to ask: another person on the other side.
    let asks = Player::BOTH.into_iter().any(|player| !scene.you.has(player) && is_person(player));
    let machine = Player::BOTH.into_iter().any(|player| !is_person(player));
    let live = seated && view.stage != Stage::Ended;
    let playing = live && view.stage == Stage::Playing;
    let yours = scene.is_yours();
    let thinks = Player::BOTH.into_iter().any(|player| thinking(context, scene, player).is_some());
    let offer = |what: &str, label: &str, enabled: bool, refusal: Option<&Message>| {
        let why = refusal.filter(|_| live).map(|refusal| context.tell(refusal));
        html! { button form="do" name="do" value={ "offer " (what) } disabled[!enabled || why.is_some()] title=[why] { (label) } }
    };
    let is_go = view.board.surface == Surface::Go;
    let say = |id: &str| context.say(id);
    // Before anybody has joined there is nothing to be done with the game but to wait, or to cancel it.
    if scene.is_waiting() || scene.cancelled {
        return html! { div #tools .tools hidden {} };
    }
    html! {
        div #tools .tools role="group" aria-label=(say("page-tools")) {
            @if seated && !asks {
                (tool("undo", &say("page-undo"), live && view.can.undo))
                (tool("redo", &say("page-redo"), live && view.can.redo))
                (tool("hint", &say("page-hint-button"), playing && yours))
            } @else if seated {
                (offer("takeback", &say("page-takeback"), live && scene.offer.is_none(), scene.no_takeback.as_ref()))
                (offer("draw", &say("page-draw"), playing && scene.offer.is_none() && view.can.undo, scene.no_draw.as_ref()))
            }
            @if is_go {
                @if seated { (tool("play pass", &say("page-pass"), playing && yours && view.can.pass)) }
                @if seated && !asks { (tool("estimate", &say("page-estimate"), playing && yours)) }
                button type="button" data-toggle="territory" aria-pressed=(context.options.territory) { (say("page-territory")) }
            }
            // A worker of the browser hears nothing while it thinks.
            @if machine && !context.browser { (tool("stop", &say("page-stop"), thinks)) }
            @if seated {
                button form="do" name="do" value="resign" data-ask=(say("resign-title")) disabled[!(live && view.can.resign)] { (say("page-resign")) }
            }
            a.button href=(record(scene)) download { (say("page-save")) }
        }
    }
}

/// The game as a file.
fn record(scene: &Scene) -> String {
    format!("/game/{}/record.{}", scene.id, scene.view.kind.endings()[0])
}

fn tool(text: &str, label: &str, enabled: bool) -> Markup {
    html! { button form="do" name="do" value=(text) disabled[!enabled] { (label) } }
}

/// A move in words, for those who do not click.
pub(crate) fn typed(context: &Context<'_>, scene: &Scene) -> Markup {
    let example = scene.view.kind.example_move();
    let seated = scene.you.black || scene.you.white;
    let playing = seated && !scene.is_waiting() && scene.view.stage == Stage::Playing;
    html! {
        details #typed .typed hidden[!playing] {
            summary { (context.say("page-type")) }
            form method="post" action={ "/game/" (scene.id) "/do" } {
                label { span { (context.say("page-type-label")) }
                    input name="play" required maxlength="8" placeholder=(example) autocomplete="off" autocapitalize="off" spellcheck="false"; }
                button { (context.say("page-type-play")) }
            }
        }
    }
}

/// What can be said to whoever sits on the other side, once somebody does.
pub(crate) fn talk(context: &Context<'_>, scene: &Scene) -> Markup {
    let seated = scene.you.black || scene.you.white;
    let is_other = |player: Player| !scene.you.has(player) && scene.view.players[player].who.is_person();
    let talks = seated && Player::BOTH.into_iter().any(is_other) && !scene.is_waiting() && !scene.cancelled;
    let said = |phrase: Phrase| context.say(&format!("phrase-{phrase}"));
    html! {
        details #talk .typed hidden[!talks] {
            @if talks {
                summary { (context.say("page-talk")) }
                div.phrases { @for phrase in Phrase::ALL { (command(&format!("say {phrase}"), &said(phrase), "")) } }
            }
        }
    }
}

/// The pieces that are not on the board yet, each at the place of its code. The heading leads: first a piece, then a cell.
pub(crate) fn reserve(context: &Context<'_>, board: &BoardView, yours: bool) -> Markup {
    let say = |id: &str| context.say(id);
    html! {
        section #reserve .reserve aria-label=(say("reserve-title")) {
            h2 data-rest=(say("reserve-title")) data-put=(say("step-piece")) data-cell=(say("step-cell")) data-give=(say("step-give")) { (say("reserve-title")) }
            div.pieces {
                @for code in Figure::all().map(|figure| figure.code) {
                    @match board.reserve.iter().find(|piece| piece.figure.code == code) {
                        None => { span.gone {} }
                        Some(piece) => {
                            @let id = draw::piece_id(Content::Figure(piece.figure), &context.board_style());
                            @let hint = piece.selected && piece.legal;
                            button type="button" data-piece=(code) data-id=(id) aria-pressed=(piece.selected && !hint)
                                data-hint[hint] aria-label=(piece_name(context, code, hint)) title=(piece_name(context, code, hint))
                                disabled[!(piece.selected || piece.legal && yours)] {
                                svg viewBox="-46 -46 92 96" aria-hidden="true" { use href={ "#" (id) } {} }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn piece_name(context: &Context<'_>, code: char, hint: bool) -> String {
    let name = context.say(&format!("aligne4-piece-{code}"));
    if hint { format!("{name}, {}", context.say("cell-hint")) } else { name }
}

/// The end of the game: the result, the count point by point, what next.
pub(crate) fn end(context: &Context<'_>, scene: &Scene) -> Markup {
    let Some(end) = scene.view.end else { return html! { section #end hidden {} } };
    if scene.cancelled {
        return cancelled(context, scene);
    }
    let said = scene.view.sentences.last().map(|message| context.tell(message)).unwrap_or_default();
    let seated = scene.you.black || scene.you.white;
    html! {
        section #end .panel aria-labelledby="end-title" {
            h2 #end-title { (context.say("end-title")) }
            p.result { @if scene.view.kind != Kind::Aligne4 { strong { (context.tell(&end.told(scene.view.kind))) } " " } (said) }
            @if let Some(tally) = &scene.view.tally { (count(context, scene, tally)) }
            @else if let Some([black, white]) = end.points() { p.points { (black) "–" (white) } }
            div.acts {
                @if let Some(next) = scene.rematch {
                    a.button.primary data-next href={ "/game/" (next) } { (context.say("page-rematch-go")) }
                } @else if seated {
                    @let declined = scene.rematch_declined.is_some_and(|by| !scene.you.has(by));
                    button.primary form="do" name="do" value="offer rematch" disabled[declined || scene.offer.is_some()]
                        title=[declined.then(|| context.say("rematch-declined"))] { (context.say("page-rematch")) }
                }
                a.button href={ "/game/" (scene.id) "/review" } { (context.say("page-review")) }
                (on_this_device(context, &record(scene), false))
                a.button href={ "/game/" (scene.id) "/share" } { (context.say("page-share")) }
                a.button href={ "/new?game=" (scene.view.kind) } { (context.say("new-game")) }
            }
        }
    }
}

/// A game that was called off has no result, and nothing to look at.
fn cancelled(context: &Context<'_>, scene: &Scene) -> Markup {
    html! {
        section #end .panel aria-labelledby="end-title" {
            h2 #end-title { (context.say("page-cancelled")) }
            p { (why_cancelled(context, scene)) }
            div.acts { a.button.primary href={ "/new?game=" (scene.view.kind) } { (context.say("new-game")) } }
        }
    }
}

/// Whoever was asked has said why not, or nobody can come any more.
fn why_cancelled(context: &Context<'_>, scene: &Scene) -> String {
    match (&scene.declined, scene.asked) {
        (Some(reason), Some(asked)) => {
            let gaps = [("name", name(context, &scene.view, asked).into()), ("reason", reason.as_str().into())];
            context.say_with("page-declined", &gaps)
        }
        (None, Some(asked)) => {
            context.say_with("page-unanswered", &[("name", name(context, &scene.view, asked).into())])
        }
        _ => context.say("page-cancelled-why"),
    }
}

/// Where each point comes from, both players side by side.
pub(crate) fn count(context: &Context<'_>, scene: &Scene, tally: &[Vec<Counter>; 2]) -> Markup {
    let mut ids: Vec<&str> = Vec::new();
    for counter in tally.iter().flatten().filter(|counter| counter.id != "counter-total") {
        if !ids.contains(&counter.id) {
            ids.push(counter.id);
        }
    }
    ids.push("counter-total");
    let value = |player: Player, id: &str| {
        let counter = tally[player].iter().find(|counter| counter.id == id);
        context.decimal(&points_text(counter.map_or(0, |counter| counter.half_points)))
    };
    html! {
        table.count {
            caption.unseen { (context.say("page-count")) }
            thead { tr { th.unseen-cell { span.unseen { (context.say("page-count-of")) } }
                @for player in Player::BOTH { th scope="col" title=(name(context, &scene.view, player)) { (side_name(context, scene.view.kind, player)) } } } }
            tbody { @for id in ids {
                tr .total[id == "counter-total"] { th scope="row" { (context.say(id)) }
                    @for player in Player::BOTH { td { (value(player, id)) } } }
            } }
        }
    }
}

/// The moves so far.
pub(crate) fn moves(context: &Context<'_>, scene: &Scene) -> Markup {
    html! {
        // The list scrolls, so it can take the focus.
        ol #moves .moves tabindex="0" aria-label=(context.say("moves-title")) {
            @for mv in &scene.view.moves { (one_move(context, scene.view.kind, mv)) }
        }
    }
}

pub(crate) fn one_move(context: &Context<'_>, kind: Kind, mv: &MoveView) -> Markup {
    let class = match mv.player {
        Player::Black => "b",
        Player::White => "w",
    };
    html! { li class=(class) { small { @if let Some(number) = mv.number { (number) } } (played(context, kind, mv)) } }
}

/// A move as people read it; a piece of Aligne 4 is a picture, since its digit is only for files.
pub(crate) fn played(context: &Context<'_>, kind: Kind, mv: &MoveView) -> Markup {
    let code = mv.text.chars().next().filter(|_| kind == Kind::Aligne4);
    let figure = code.and_then(|code| Figure::all().find(|figure| figure.code == code));
    // A cell alone begins with a letter, too, and has a digit after it.
    let cell = mv.text.get(1..).filter(|rest| rest.is_empty() || rest.len() == 2);
    html! {
        @match figure.zip(cell) {
            None => { (context.words.lang().mv(&mv.text)) }
            Some((figure, cell)) => {
                @let id = draw::piece_id(Content::Figure(figure), &context.board_style());
                svg.figure viewBox="-46 -46 92 96" aria-hidden="true" { use href={ "#" (id) } {} }
                span.unseen { (context.say(&format!("aligne4-piece-{}", figure.code))) " " }
                (cell)
            }
        }
    }
}

/// While a seat is free there is nothing to do and time to read: what was agreed, point by point, and who sits where.
pub(crate) fn settled(context: &Context<'_>, scene: &Scene) -> Markup {
    if !scene.is_waiting() {
        return html! { section #settled hidden {} };
    }
    let kind = scene.view.kind;
    let seat = |player: Player| match scene.presence[player] {
        Presence::Open if scene.asked != Some(player) => context.say("seat-open"),
        _ if scene.you.has(player) => format!("{} ({})", name(context, &scene.view, player), context.say("page-you")),
        _ => name(context, &scene.view, player),
    };
    let mut facts = vec![(context.say("setup-game"), kind.name().to_owned())];
    facts.extend(terms(context, &scene.setup).into_iter().map(|(id, value)| (context.say(id), value)));
    facts.extend(Player::BOTH.map(|player| (side_name(context, kind, player), seat(player))));
    html! {
        section #settled .panel aria-labelledby="settled-title" {
            h2 #settled-title { (context.say("page-settled")) }
            dl.facts { @for (term, value) in facts { div { dt { (term) } dd { bdi { (value) } } } } }
            p.how { (context.say(&format!("home-{kind}"))) " " a href={ "/rules/" (kind) } { (context.say("page-nav-rules")) } }
            @if scene.setup.control() != TimeControl::Unlimited { p.note { (context.say("page-clock-rule")) } }
        }
    }
}

/// What was agreed, and who watches.
pub(crate) fn about(context: &Context<'_>, scene: &Scene) -> Markup {
    if scene.is_waiting() {
        return html! { div #about hidden {} };
    }
    let mut parts = vec![scene.view.kind.name().to_owned()];
    parts.extend(agreed(context, &scene.setup));
    if scene.watchers > 0 {
        parts.push(context.say_with("page-watching", &[("count", i64::from(scene.watchers).into())]));
    }
    html! {
        div #about .about {
            p { (parts.join(" · ")) }
            p.how { (context.say(&format!("home-{}", scene.view.kind))) " " a href={ "/rules/" (scene.view.kind) } { (context.say("page-nav-rules")) } }
        }
    }
}

/// What a set-up says that a player wants to know, in one line.
pub(crate) fn agreed(context: &Context<'_>, setup: &AnySetup) -> Vec<String> {
    let in_line = |(id, value): (&str, String)| match id {
        KOMI => format!("{} {value}", context.say(id)),
        _ => value,
    };
    terms(context, setup).into_iter().map(in_line).collect()
}

/// A number alone does not say that it is one.
const KOMI: &str = "counter-komi";

/// What was settled before the first move: the id of its name, and what it is. What is as everybody knows it is left out.
fn terms(context: &Context<'_>, setup: &AnySetup) -> Vec<(&'static str, String)> {
    let mut terms = Vec::new();
    match setup {
        AnySetup::Go(setup) => {
            let (game, rules) = (&setup.game, setup.game.rules());
            terms.push(("setup-size", format!("{0}×{0}", game.size())));
            terms.push(("setup-rules", context.say(&format!("scoring-{}", rules.scoring))));
            terms.push((KOMI, context.decimal(&rules.komi.to_string())));
            let stones = i64::from(game.handicap().stones());
            let handicap = || ("setup-handicap", context.say_with("page-handicap", &[("count", stones.into())]));
            terms.extend((stones > 0).then(handicap));
        }
        AnySetup::Othello(_) => {}
        AnySetup::Aligne4(setup) => {
            let rules = setup.game.rules;
            let variant = || ("setup-variant", context.say(&format!("variant-{rules}")));
            terms.extend((rules != Proposal::VARIANTS[0]).then(variant));
        }
    }
    terms.extend(clock(context, setup.control()).map(|clock| ("setup-clock", clock)));
    terms
}

/// A time control in words; nothing where there is none.
fn clock(context: &Context<'_>, control: TimeControl) -> Option<String> {
    let time = |time: Duration| span(context, time);
    let number = |count: u32| i64::from(count).into();
    Some(match control {
        TimeControl::Unlimited => return None,
        TimeControl::Absolute(main) => context.say_with("page-time-absolute", &[("main", time(main).into())]),
        TimeControl::Fischer { main, increment } => {
            context.say_with("page-time-fischer", &[("main", time(main).into()), ("more", time(increment).into())])
        }
        TimeControl::ByoYomi { main, periods, period } => {
            let gaps = [("main", time(main).into()), ("periods", number(periods)), ("period", time(period).into())];
            context.say_with("page-time-byo-yomi", &gaps)
        }
        TimeControl::Canadian { main, period, moves } => {
            let gaps = [("main", time(main).into()), ("moves", number(moves)), ("period", time(period).into())];
            context.say_with("page-time-canadian", &gaps)
        }
    })
}

/// A span of time in words: minutes, and seconds if there are any.
fn span(context: &Context<'_>, time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    let say = |id: &str, count: u64| context.say_with(id, &[("count", (count as i64).into())]);
    match (minutes, seconds) {
        (0, _) => say("span-seconds", seconds),
        (_, 0) => say("span-minutes", minutes),
        _ => format!("{} {}", say("span-minutes", minutes), say("span-seconds", seconds)),
    }
}

/// The button by which the reader's own browser looks through a record of the server, where it can.
pub(crate) fn on_this_device(context: &Context<'_>, record: &str, is_wide: bool) -> Markup {
    html! {
        @if context.offers_device() {
            form method="post" action="/here/review" {
                input type="hidden" name="record" value=(record);
                button .wide[is_wide] { (context.say("study-here")) }
            }
        }
    }
}
