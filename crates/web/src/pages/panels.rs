//! What stands around the board besides the cards: buttons, the reserve, the end of the game, the moves, what was agreed.

use draw::Content;
use maud::{Markup, html};
use plateau_core::Player;
use table::clock::TimeControl;
use table::view::{Counter, Figure, MoveView, Stage, Surface};
use table::{AnySetup, Proposal, points_text};

use super::Context;
use super::card::{colour, command, name};
use crate::{OfferKind, Scene};

/// The buttons under the board.
pub(super) fn tools(context: &Context<'_>, scene: &Scene) -> Markup {
    let view = &scene.view;
    let seated = scene.you.black || scene.you.white;
    let is_person = |player: Player| view.players[player].who.is_person();
    // Whom one would have to ask: another person on the other side.
    let other = Player::BOTH.into_iter().find(|player| !scene.you.has(*player) && is_person(*player));
    let over = view.stage == Stage::Ended;
    let playing = seated && !over;
    let yours = scene.is_yours();
    let ask = |id: &str| context.say(id);
    html! {
        div #tools .tools role="group" aria-label=(context.say("page-tools")) {
            @if playing && other.is_none() {
                @if view.can.undo || view.can.redo {
                    (tool("undo", &ask("page-undo"), view.can.undo))
                    (tool("redo", &ask("page-redo"), view.can.redo))
                }
            } @else if playing && view.can.undo && scene.offer.is_none() {
                (tool("offer takeback", &ask("page-takeback"), true))
            }
            @if playing && other.is_none() && view.stage == Stage::Playing { (tool("hint", &ask("page-hint-button"), yours)) }
            @if view.board.surface == Surface::Go {
                @if playing && other.is_none() && view.stage == Stage::Playing {
                    (tool("estimate", &ask("page-estimate"), yours))
                }
                button type="button" data-toggle="territory" aria-pressed=(context.options.territory) { (ask("page-territory")) }
            }
            @if playing && other.is_some() && scene.offer.is_none() && view.stage == Stage::Playing && !view.moves.is_empty() {
                (tool("offer draw", &ask("page-draw"), true))
            }
            @if playing && view.can.resign {
                button form="do" name="do" value="resign" data-ask=(ask("resign-title")) { (ask("page-resign")) }
            }
            a.button href={ "/game/" (scene.id) "/record." (view.kind.endings()[0]) } download { (ask("page-save")) }
            @if over { a.button href={ "/game/" (scene.id) "/review" } { (ask("page-review")) } }
            @if playing && view.stage == Stage::Playing { (typed(context, scene)) }
        }
    }
}

fn tool(text: &str, label: &str, enabled: bool) -> Markup {
    html! { button form="do" name="do" value=(text) disabled[!enabled] { (label) } }
}

/// A move in words, for those who do not click.
fn typed(context: &Context<'_>, scene: &Scene) -> Markup {
    let example = scene.view.kind.example_move();
    html! {
        details.typed {
            summary { (context.say("page-type")) }
            form method="post" action={ "/game/" (scene.id) "/do" } {
                label { span { (context.say("page-type-label")) }
                    input name="play" required maxlength="8" placeholder=(example) autocomplete="off" autocapitalize="off" spellcheck="false"; }
                button { (context.say("page-type-play")) }
            }
        }
    }
}

/// The pieces that are not on the board yet, each at the place of its code.
pub(super) fn reserve(context: &Context<'_>, scene: &Scene) -> Markup {
    let board = &scene.view.board;
    let yours = scene.is_yours();
    html! {
        section #reserve .reserve aria-label=(context.say("counter-reserve")) {
            h2 { (context.say("reserve-title")) }
            div.pieces {
                @for code in Figure::all().map(|figure| figure.code) {
                    @match board.reserve.iter().find(|piece| piece.figure.code == code) {
                        None => { span.gone {} }
                        Some(piece) => {
                            @let id = draw::piece_id(Content::Figure(piece.figure), &context.board_style());
                            @let hint = piece.selected && piece.legal;
                            button type="button" data-piece=(code) data-id=(id) aria-pressed=(piece.selected && !hint)
                                data-hint[hint] aria-label=(piece_name(context, code, hint))
                                disabled[!(piece.selected || piece.legal && yours)] {
                                svg viewBox="-50 -50 100 104" aria-hidden="true" { use href={ "#" (id) } {} }
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
pub(super) fn end(context: &Context<'_>, scene: &Scene) -> Markup {
    let Some(end) = scene.view.end else { return html! { section #end hidden {} } };
    let said = scene.view.sentences.last().map(|message| context.tell(message)).unwrap_or_default();
    let seated = scene.you.black || scene.you.white;
    html! {
        section #end .panel aria-labelledby="end-title" {
            h2 #end-title { (context.say("end-title")) }
            p.result { strong { (end.ending) } " " (said) }
            @if let Some(tally) = &scene.view.tally { (count(context, scene, tally)) }
            @else if let Some([black, white]) = end.points() { p.points { (black) "–" (white) } }
            div.acts {
                @if let Some(next) = scene.rematch {
                    a.button.primary data-next href={ "/game/" (next) } { (context.say("page-rematch-go")) }
                } @else if seated && scene.offer.is_none_or(|offer| offer.kind != OfferKind::Rematch) {
                    (command("offer rematch", &context.say("page-rematch"), "primary"))
                }
                a.button href={ "/game/" (scene.id) "/review" } { (context.say("page-review")) }
                a.button href={ "/game/" (scene.id) "/share" } { (context.say("page-share")) }
                a.button href={ "/new?game=" (scene.view.kind) } { (context.say("new-game")) }
            }
        }
    }
}

/// Where each point comes from, both players side by side.
pub(super) fn count(context: &Context<'_>, scene: &Scene, tally: &[Vec<Counter>; 2]) -> Markup {
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
                @for player in Player::BOTH { th scope="col" title=(name(context, &scene.view, player)) { (colour(context, player)) } } } }
            tbody { @for id in ids {
                tr .total[id == "counter-total"] { th scope="row" { (context.say(id)) }
                    @for player in Player::BOTH { td { (value(player, id)) } } }
            } }
        }
    }
}

/// The moves so far.
pub(super) fn moves(context: &Context<'_>, scene: &Scene) -> Markup {
    html! {
        // The list scrolls, so it can take the focus.
        ol #moves .moves tabindex="0" aria-label=(context.say("moves-title")) {
            @for mv in &scene.view.moves { (one_move(context, mv)) }
        }
    }
}

pub(super) fn one_move(context: &Context<'_>, mv: &MoveView) -> Markup {
    let class = match mv.player {
        Player::Black => "b",
        Player::White => "w",
    };
    html! { li class=(class) { small { @if let Some(number) = mv.number { (number) } } (context.words.lang().mv(&mv.text)) } }
}

/// What was agreed, and who watches.
pub(super) fn about(context: &Context<'_>, scene: &Scene) -> Markup {
    let mut parts = vec![scene.view.kind.name().to_owned()];
    parts.extend(agreed(context, &scene.setup));
    if scene.watchers > 0 {
        parts.push(context.say_with("page-watching", &[("count", i64::from(scene.watchers).into())]));
    }
    html! { p #about .about { (parts.join(" · ")) } }
}

/// What a set-up says that a player wants to know.
pub(super) fn agreed(context: &Context<'_>, setup: &AnySetup) -> Vec<String> {
    let mut parts = Vec::new();
    match setup {
        AnySetup::Go(setup) => {
            let (game, rules) = (&setup.game, setup.game.rules());
            parts.push(format!("{0}×{0}", game.size()));
            parts.push(context.say(&format!("scoring-{}", rules.scoring)));
            let komi = context.decimal(&rules.komi.to_string());
            parts.push(format!("{} {komi}", context.say("counter-komi")));
            let stones = i64::from(game.handicap().stones());
            parts.extend((stones > 0).then(|| context.say_with("page-handicap", &[("count", stones.into())])));
        }
        AnySetup::Othello(_) => {}
        AnySetup::Aligne4(setup) => {
            let rules = setup.game.rules;
            parts.extend((rules != Proposal::VARIANTS[0]).then(|| context.say(&format!("variant-{rules}"))));
        }
    }
    if setup.control() != TimeControl::Unlimited {
        let clock = setup.control().to_string();
        parts.push(context.say_with("page-time", &[("clock", clock.into())]));
    }
    parts
}
