//! The one place where the page asks something: for an opponent, for a seat, for an answer, for the count. It keeps its room
//! while there is nothing to ask, so that no question ever pushes the board or a button aside.

use maud::{Markup, html};
use plateau_core::Player;
use store::preferences::MAX_NAME_CHARS;
use table::view::Stage;

use crate::card::command;
use crate::{Context, Presence, Scene};

/// What is asked now, with the answers.
pub(crate) fn question(context: &Context<'_>, scene: &Scene) -> Markup {
    html! { section #question .question aria-label=(context.say("page-question")) { (asked(context, scene)) } }
}

fn asked(context: &Context<'_>, scene: &Scene) -> Markup {
    let you = |player: Player| scene.you.has(player) && scene.view.players[player].who.is_person();
    let seated = Player::BOTH.into_iter().any(you);
    let open = Player::BOTH.into_iter().find(|player| scene.presence[*player] == Presence::Open);
    if let Some(player) = open.filter(|_| !scene.cancelled) {
        return match (scene.asked, seated) {
            (None, true) => invitation(context, scene),
            (None, false) => free_seat(context, scene, player),
            (Some(_), true) => html! { div.acts { (command("cancel", &context.say("page-cancel"), "")) } },
            (Some(_), false) => html! { p.note { (context.say("seat-promised")) } },
        };
    }
    if !seated {
        return html! {};
    }
    if scene.offer.is_some_and(|offer| you(offer.by.opponent())) {
        return html! { div.acts {
            (command("answer yes", &context.say("page-answer-yes"), "primary"))
            (command("answer no", &context.say("page-answer-no"), ""))
        } };
    }
    let is_gone = |player: Player| matches!(scene.presence[player], Presence::Gone { claimable: true, .. });
    if scene.view.stage != Stage::Ended && Player::BOTH.into_iter().any(|player| is_gone(player) && !you(player)) {
        return html! { div.acts { (command("claim", &context.say("page-claim"), "primary")) } };
    }
    match scene.view.stage {
        Stage::Marking { accepted } if Player::BOTH.into_iter().any(|player| you(player) && !accepted[player]) => {
            html! { div.acts {
                (command("accept", &context.say("page-accept"), "primary"))
                (command("resume", &context.say("page-resume"), ""))
            } }
        }
        _ => html! {},
    }
}

/// A seat waits for somebody: the link to send, and the way out.
fn invitation(context: &Context<'_>, scene: &Scene) -> Markup {
    let link = format!("{}/game/{}", context.origin, scene.id);
    html! {
        p.note { (context.say("page-invite")) }
        div.invite {
            input readonly value=(link) aria-label=(context.say("page-invite-link"));
            button.primary type="button" data-copy=(link) data-copied=(context.say("page-copied")) { (context.say("page-copy")) }
            (command("cancel", &context.say("page-cancel"), ""))
        }
    }
}

/// A seat waits for whoever has come by the link.
fn free_seat(context: &Context<'_>, scene: &Scene, player: Player) -> Markup {
    html! {
        form.sit method="post" action={ "/game/" (scene.id) "/sit" } {
            input type="hidden" name="side" value=(player);
            label { span { (context.say("setup-name")) }
                input name="name" value=(context.options.name) maxlength=(MAX_NAME_CHARS) autocomplete="nickname"; }
            button.primary { (context.say("page-sit")) }
        }
    }
}
