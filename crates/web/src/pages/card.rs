//! A player's card: who it is, the clock, the counters, and what this side can do now.

use std::time::Duration;

use maud::{Markup, html};
use plateau_core::Player;
use store::preferences::MAX_NAME_CHARS;
use table::clock::Reading;
use table::view::{Counter, Stage, View};
use table::{Message, Seat, Who};

use super::Context;
use crate::{OfferKind, Presence, Scene};

/// A player's card.
pub(super) fn card(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let view = &scene.view;
    let side = &view.players[player];
    let class = if side.to_move { "card turn" } else { "card" };
    html! {
        section id={ "card-" (player) } class=(class) aria-label=(colour(context, player)) {
            (who(context, scene, player))
            @if let Some(reading) = &side.clock { (clock(context, reading, side.to_move, player)) }
            dl.counters {
                @for counter in counters(view, player) {
                    div .total[counter.id == "counter-total"] { dt { (context.say(counter.id)) } dd { (context.decimal(&counter.value())) } }
                }
            }
            (actions(context, scene, player))
        }
    }
}

/// The name, or what sits there without one.
pub(super) fn name(context: &Context<'_>, view: &View, player: Player) -> String {
    let side = &view.players[player];
    seat_name(context, &Seat { name: side.name.clone(), who: side.who.clone() }, player)
}

/// Who sits there: the name, what the machine is called, or the colour where there is neither.
pub(super) fn seat_name(context: &Context<'_>, seat: &Seat, player: Player) -> String {
    match seat.who.called() {
        _ if !seat.name.is_empty() => seat.name.clone(),
        Some(machine) => context.tell(&machine),
        None => colour(context, player),
    }
}

/// Black or White.
pub(super) fn colour(context: &Context<'_>, player: Player) -> String {
    context.say(match player {
        Player::Black => "side-black",
        Player::White => "side-white",
    })
}

/// A stone of the board, beside a name.
pub(super) fn stone(player: Player) -> Markup {
    let id = match player {
        Player::Black => "#bb",
        Player::White => "#bw",
    };
    html! { svg.stone viewBox="-54 -54 108 112" aria-hidden="true" { use href=(id) {} } }
}

fn who(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let view = &scene.view;
    let side = &view.players[player];
    let shared = scene.you.black && scene.you.white;
    let open = scene.presence[player] == Presence::Open;
    let mut role = Vec::new();
    if !side.name.is_empty() || !side.who.is_person() {
        role.push(colour(context, player));
    }
    // Without a name the machine is called by how it plays.
    role.extend(describe(context, &side.who).filter(|_| !side.name.is_empty()));
    if scene.you.has(player) && !shared && side.who.is_person() {
        role.push(context.say("page-you"));
    }
    if let Presence::Here { lag_ms: Some(lag) } = scene.presence[player]
        && !scene.you.has(player)
    {
        role.push(context.say_with("page-lag", &[("ms", i64::from(lag).into())]));
    }
    html! {
        div.who {
            (stone(player))
            h2 { @if open { (context.say("seat-open")) } @else { (name(context, view, player)) } }
            @if side.to_move { span.to-move { (context.say("to-move")) } }
            @match thinking(context, scene, player) {
                Some(said) => { p.role { span.dots aria-hidden="true" { i {} i {} i {} } (said) } }
                None => { p.role { (role.join(" · ")) } }
            }
        }
    }
}

/// How a machine plays; nothing about a person.
fn describe(context: &Context<'_>, who: &Who) -> Option<String> {
    let message = match who {
        Who::Person => return None,
        Who::Level(level) => Message::new("who-level").with("level", i64::from(*level)),
        Who::Random => Message::new("who-random"),
        Who::Time(time) => Message::new("who-time").with("seconds", time.as_secs_f64().to_string()),
        Who::Nodes(nodes) => Message::new("who-nodes").with("nodes", nodes.to_string()),
        Who::Engine(command) => Message::new("who-engine").with("command", command.as_str()),
    };
    Some(context.tell(&message))
}

/// The numbers of a card: the counters, or the count while there is one.
fn counters(view: &View, player: Player) -> &[Counter] {
    view.tally.as_ref().map_or(&view.players[player].counters, |tally| &tally[player])
}

/// The clock; the script lets it run on from what the server said.
fn clock(context: &Context<'_>, reading: &Reading, runs: bool, player: Player) -> Markup {
    let overtime = match (reading.periods, reading.moves) {
        (Some(periods), _) => context.say_with("clock-overtime", &[("periods", i64::from(periods).into())]),
        (None, Some(moves)) if reading.in_overtime => {
            context.say_with("clock-moves-left", &[("moves", i64::from(moves).into())])
        }
        _ => String::new(),
    };
    let left = reading.left.as_millis();
    let runs = (runs && !reading.fallen).then_some("");
    html! {
        p.clock role="timer" aria-label=(context.say_with("page-clock", &[("player", player.to_string().into())])) {
            span.time data-left=(left) data-runs=[runs] { (time(reading.left)) }
            @if !overtime.is_empty() { " " small { (overtime) } }
        }
    }
}

/// `4:05`, `1:00:00`; tenths when little is left.
pub(super) fn time(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) if s < 10 => format!("0:0{s}.{tenths}"),
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

/// A button that sends a command.
pub(super) fn command(text: &str, label: &str, class: &str) -> Markup {
    html! { button form="do" name="do" value=(text) class=[(!class.is_empty()).then_some(class)] { (label) } }
}

/// What this side can do now, or what the other side waits for.
fn actions(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let view = &scene.view;
    let side = &view.players[player];
    let mine = scene.you.has(player) && side.who.is_person();
    html! {
        @match scene.presence[player] {
            Presence::Open => (open_seat(context, scene, player)),
            Presence::Gone { claimable, .. } if !scene.you.has(player) => {
                p.note.gone { (context.say("page-gone")) }
                @if claimable && scene.you.has(player.opponent()) {
                    div.acts { (command("claim", &context.say("page-claim"), "primary")) }
                }
            }
            _ => {}
        }
        (offer(context, scene, player))
        @match &view.stage {
            Stage::Playing => { (turn_button(context, scene, player)) }
            Stage::Marking { accepted } => {
                @if accepted[player] {
                    p.note.accepted { "✓ " (context.say("marking-accepted")) }
                } @else if mine {
                    div.acts {
                        (command("accept", &context.say("page-accept"), "primary"))
                        (command("resume", &context.say("page-resume"), ""))
                    }
                }
            }
            _ => {}
        }
    }
}

/// What the machine says while it thinks for this side.
fn thinking(context: &Context<'_>, scene: &Scene, player: Player) -> Option<String> {
    let side = &scene.view.players[player];
    let thinking = scene.thinking.as_ref().filter(|_| side.to_move && !side.who.is_person())?;
    Some(match &thinking.best {
        Some(best) => context.say_with("machine-thinking-best", &[("move", best.as_str().into())]),
        None => context.say("machine-thinking"),
    })
}

/// The one button that comes and goes with the turn: to pass, or to stop the machine. Its place stays, so that nothing moves.
fn turn_button(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let (view, side) = (&scene.view, &scene.view.players[player]);
    let seated = scene.you.black || scene.you.white;
    let (mine, machine) = (scene.you.has(player) && side.who.is_person(), !side.who.is_person());
    let (text, label, class, shown) = if machine {
        ("stop", "page-stop", "", thinking(context, scene, player).is_some())
    } else {
        ("play pass", "page-pass", "primary", mine && side.to_move)
    };
    if !seated || !(machine || view.can.pass) {
        return html! {};
    }
    let label = context.say(label);
    html! {
        @if shown {
            div.acts { (command(text, &label, class)) }
        } @else {
            div.acts.blank .yours[mine] aria-hidden="true" { span.button { (label) } }
        }
    }
}

/// The seat that waits for somebody: take it, or send the link.
fn open_seat(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let seated = scene.you.black || scene.you.white;
    let link = format!("{}/game/{}", context.origin, scene.id);
    html! {
        @if seated {
            p.note { (context.say("page-invite")) }
            div.invite {
                input readonly value=(link) aria-label=(context.say("page-invite-link"));
                button type="button" data-copy=(link) data-copied=(context.say("page-copied")) { (context.say("page-copy")) }
            }
        } @else {
            form.sit method="post" action={ "/game/" (scene.id) "/sit" } {
                input type="hidden" name="side" value=(player);
                label { span { (context.say("setup-name")) }
                    input name="name" value=(context.options.name) maxlength=(MAX_NAME_CHARS) autocomplete="nickname"; }
                button.primary { (context.say("page-sit")) }
            }
        }
    }
}

/// What the other side asks, and the answers; or what one has asked.
fn offer(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let Some(offer) = scene.offer else { return html! {} };
    if offer.by == player {
        let id = match offer.kind {
            OfferKind::Takeback => "asked-takeback",
            OfferKind::Draw => "asked-draw",
            OfferKind::Rematch => "asked-rematch",
        };
        return html! { p.note.asked { (context.say(id)) } };
    }
    if !scene.you.has(player) {
        return html! {};
    }
    html! {
        div.acts.answer {
            (command("answer yes", &context.say("page-answer-yes"), "primary"))
            (command("answer no", &context.say("page-answer-no"), ""))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_clocks_show_them() {
        for (ms, shown) in
            [(0, "0:00.0"), (9_400, "0:09.4"), (10_000, "0:10"), (245_000, "4:05"), (3_600_000, "1:00:00")]
        {
            assert_eq!(time(Duration::from_millis(ms)), shown);
        }
    }
}
