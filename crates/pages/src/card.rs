//! A player's card: who it is, the clock, the counters.

use std::time::Duration;

use maud::{Markup, html};
use plateau_core::Player;
use store::preferences::clean_name;
use table::clock::Reading;
use table::view::{Stage, View};
use table::{Kind, Message, Seat, Side, Who};

use crate::{Context, OfferKind, Presence, Scene};

/// From which lag on a connection is called slow.
const SLOW_MS: u32 = 600;

/// A player's card. It has as many lines at the end of the game as at its beginning, so that nothing around it ever moves.
pub(crate) fn card(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let view = &scene.view;
    let side = &view.players[player];
    let class = if side.to_move && !scene.is_waiting() { "card turn" } else { "card" };
    html! {
        section id={ "card-" (player) } class=(class) aria-label=(side_name(context, view.kind, player)) {
            (who(context, scene, player))
            @if let Some(reading) = &side.clock { (clock(context, reading, side.to_move && scene.clock_runs, view.kind.side(player))) }
            dl.counters {
                // The pieces that are left are to be seen, once, in the reserve.
                @for counter in side.counters.iter().filter(|counter| counter.id != "counter-reserve") { div { dt { (context.say(counter.id)) } dd { (context.decimal(&counter.value())) } } }
            }
        }
    }
}

/// The name, or what sits there without one.
pub(crate) fn name(context: &Context<'_>, view: &View, player: Player) -> String {
    let side = &view.players[player];
    seat_name(context, view.kind, &Seat { name: side.name.clone(), who: side.who.clone() }, player)
}

/// Who sits there: the name, what the machine is called, or the colour where there is neither.
pub(crate) fn seat_name(context: &Context<'_>, kind: Kind, seat: &Seat, player: Player) -> String {
    match seat.who.called() {
        _ if !seat.name.is_empty() => clean_name(&seat.name),
        Some(machine) => context.tell(&machine),
        None => side_name(context, kind, player),
    }
}

/// Black or White; First or Second.
pub(crate) fn side_name(context: &Context<'_>, kind: Kind, player: Player) -> String {
    context.say(kind.side(player).id())
}

/// A stone of the board, beside a name.
pub(crate) fn stone(player: Player) -> Markup {
    let id = match player {
        Player::Black => "#bb",
        Player::White => "#bw",
    };
    html! { svg.stone viewBox="-54 -54 108 112" aria-hidden="true" { use href=(id) {} } }
}

fn who(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    let side = &scene.view.players[player];
    let open = scene.presence[player] == Presence::Open && scene.asked != Some(player);
    let shown = if open { context.say("seat-open") } else { name(context, &scene.view, player) };
    let (class, said) = status(context, scene, player);
    html! {
        div.who {
            (stone(player))
            h2 title=(shown) { bdi { (shown) } }
            @if side.to_move && !scene.is_waiting() { span.to-move { (context.say("to-move")) } }
            p.role.(class) title=(said) {
                @if class == "thinks" { span.dots aria-hidden="true" { i {} i {} i {} } }
                (said)
            }
        }
    }
}

/// The one line under a name: what is most worth knowing about this side now.
fn status(context: &Context<'_>, scene: &Scene, player: Player) -> (&'static str, String) {
    let side = &scene.view.players[player];
    if let Some(thinking) = thinking(context, scene, player) {
        return ("thinks", thinking);
    }
    if let Presence::Gone { .. } = scene.presence[player]
        && !scene.you.has(player)
        && scene.view.stage != Stage::Ended
    {
        let runs = scene.clock_runs && side.to_move && side.clock.is_some();
        return ("gone", context.say(if runs { "page-gone-clock" } else { "page-gone" }));
    }
    if let Some(offer) = scene.offer.filter(|offer| offer.by == player) {
        let id = match offer.kind {
            OfferKind::Takeback => "asked-takeback",
            OfferKind::Draw => "asked-draw",
            OfferKind::Rematch => "asked-rematch",
        };
        return ("asked", context.say(id));
    }
    if let (Stage::Marking { accepted }, Some(tally)) = (scene.view.stage, &scene.view.tally) {
        let total = tally[player].last().map(|total| context.decimal(&total.value())).unwrap_or_default();
        let total = format!("{} {total}", context.say("counter-total"));
        return if accepted[player] {
            ("accepted", format!("{total} · ✓ {}", context.say("marking-accepted")))
        } else {
            ("counted", total)
        };
    }
    ("", role(context, scene, player).join(" · "))
}

/// The colour, what plays there, and whether that is you.
fn role(context: &Context<'_>, scene: &Scene, player: Player) -> Vec<String> {
    let side = &scene.view.players[player];
    let shared = scene.you.black && scene.you.white;
    let mut role = Vec::new();
    if !side.name.is_empty() || !side.who.is_person() {
        role.push(side_name(context, scene.view.kind, player));
    }
    // Without a name the machine is called by how it plays.
    role.extend(describe(context, &side.who).filter(|_| !side.name.is_empty()));
    if scene.you.has(player) && !shared && side.who.is_person() {
        role.push(context.say("page-you"));
    }
    if let Presence::Here { lag_ms: Some(lag) } = scene.presence[player]
        && !scene.you.has(player)
        && lag >= SLOW_MS
    {
        role.push(context.say("page-slow"));
    }
    role
}

/// How a machine plays; nothing about a person.
fn describe(context: &Context<'_>, who: &Who) -> Option<String> {
    let message = match who {
        Who::Person => return None,
        Who::Level(level) => Message::new("who-level").with("level", i64::from(*level)),
        Who::Random => Message::new("who-random"),
        Who::Time(time) => Message::new("who-time").with("seconds", time.as_secs_f64().to_string()),
        Who::Nodes(nodes) => Message::new("who-nodes").with("nodes", nodes.to_string()),
        Who::Engine(command) | Who::Nboard { command, .. } => {
            Message::new("who-engine").with("command", command.as_str())
        }
    };
    Some(context.tell(&message))
}

/// The clock; the script lets it run on from what the server said.
fn clock(context: &Context<'_>, reading: &Reading, runs: bool, side: Side) -> Markup {
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
        p.clock role="timer" aria-label=(context.say_with("page-clock", &[("player", side.to_string().into())])) {
            span.time data-left=(left) data-runs=[runs] { (time(reading.left)) }
            @if !overtime.is_empty() { " " small { (overtime) } }
        }
    }
}

/// `4:05`, `1:00:00`; tenths when little is left.
pub(crate) fn time(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) if s < 10 => format!("0:0{s}.{tenths}"),
        (0, m, s) => format!("{m}:{s:02}"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}"),
    }
}

/// A button that sends a command.
pub(crate) fn command(text: &str, label: &str, class: &str) -> Markup {
    html! { button form="do" name="do" value=(text) class=[(!class.is_empty()).then_some(class)] { (label) } }
}

/// What the machine says while it thinks for this side.
pub(crate) fn thinking(context: &Context<'_>, scene: &Scene, player: Player) -> Option<String> {
    let side = &scene.view.players[player];
    let thinking = scene.thinking.as_ref().filter(|_| side.to_move && !side.who.is_person())?;
    Some(match &thinking.best {
        Some(best) => context.say_with("machine-thinking-best", &[("move", best.as_str().into())]),
        None => context.say("machine-thinking"),
    })
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
