//! What can be set while the engine runs, by `KataGo`'s names, and what its network says by itself.

use std::time::Duration;

use plateau_core::{Player, Position as _};
use serde_json::{Map, Value};

use super::{Answer, Fault, Session};
use crate::gtp::adapter::{Adapter, AtSight};
use crate::gtp::syntax::read_colour;

/// The parameters that there are: limits on the search for a move, which hold beside those of its level.
pub(super) const NAMES: [&str; 2] = ["maxVisits", "maxTime"];

/// Values that mean no limit.
const NO_VISITS: u64 = 1 << 50;
const NO_SECONDS: f64 = 1e20;

const UNKNOWN: Fault = Fault::text("unknown parameter");

impl<A: Adapter> Session<A> {
    pub(super) fn parameter(&self, arguments: &[&str]) -> Answer {
        let [name] = arguments else { return Err(Fault::SYNTAX) };
        self.value(name).map(|value| value.to_string()).ok_or(UNKNOWN)
    }

    pub(super) fn parameters(&self) -> String {
        let values = NAMES.iter().filter_map(|&name| Some((name.to_owned(), self.value(name)?)));
        Value::Object(values.collect()).to_string()
    }

    pub(super) fn set_parameter(&mut self, arguments: &[&str]) -> Answer {
        let [name, value] = arguments else { return Err(Fault::SYNTAX) };
        self.set_value(name, value)?;
        Ok(String::new())
    }

    /// All of them, or none.
    pub(super) fn set_parameters(&mut self, arguments: &[&str]) -> Answer {
        let object: Map<String, Value> = serde_json::from_str(&arguments.join(" ")).map_err(|_| Fault::SYNTAX)?;
        let before = self.limits;
        for (name, value) in &object {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let Err(fault) = self.set_value(name, &text) {
                self.limits = before;
                return Err(fault);
            }
        }
        Ok(String::new())
    }

    fn value(&self, name: &str) -> Option<Value> {
        match name {
            "maxVisits" => Some(self.limits.nodes_max().unwrap_or(NO_VISITS).into()),
            "maxTime" => Some(self.limits.time.map_or(NO_SECONDS, |time| time.as_secs_f64()).into()),
            _ => None,
        }
    }

    fn set_value(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        match name {
            "maxVisits" => {
                let visits = value.parse().ok().filter(|&visits: &u64| visits > 0).ok_or(Fault::SYNTAX)?;
                self.limits.nodes_cap = (visits < NO_VISITS).then_some(visits);
            }
            "maxTime" => {
                let seconds = value.parse().ok().filter(|&seconds: &f64| seconds >= 0.0).ok_or(Fault::SYNTAX)?;
                self.limits.time = Duration::try_from_secs_f64(seconds).ok();
            }
            _ => return Err(UNKNOWN),
        }
        Ok(())
    }

    /// `kata-raw-nn [colour] symmetry`: what the network says through one symmetry, or through all of them.
    pub(super) fn raw_network(&self, arguments: &[&str]) -> Answer {
        let (player, arguments) = match arguments.split_first().map(|(first, rest)| (read_colour(first), rest)) {
            Some((Some(player), rest)) => (player, rest),
            _ => (self.position.turn(), arguments),
        };
        let symmetries = match arguments {
            ["all"] => 0..8,
            [number] => {
                let number: usize = number.parse().map_err(|_| Fault::SYNTAX)?;
                if number < 8 { number..number + 1 } else { return Err(Fault::SYNTAX) }
            }
            _ => return Err(Fault::SYNTAX),
        };
        let position = self.position_for(player)?;
        if position.is_over() {
            return Err(Fault::text("the game is over"));
        }
        let written = symmetries.map(|symmetry| {
            let seen = self.adapter.at_sight(&position, symmetry)?;
            Some(raw(symmetry, &seen, player, self.adapter.gogui_size().0 as usize))
        });
        let written: Option<Vec<String>> = written.collect();
        Ok(written.ok_or(Fault::text("there is no network"))?.join("\n"))
    }
}

/// Everything as White sees it.
fn raw(symmetry: usize, seen: &AtSight, player: Player, width: usize) -> String {
    let is_white = player == Player::White;
    let (win, sign) = if is_white { (seen.win, 1.0) } else { (1.0 - seen.win, -1.0) };
    let (points, pass) = seen.policy.split_at(seen.policy.len().saturating_sub(1));
    let promise = |promise: &Option<f32>| promise.map_or("NAN".into(), |promise| format!("{promise:.6}"));
    // Minus zero is a number that surprises people.
    let owner = |owner: &f32| format!("{:.7}", sign * owner + 0.0);
    let rows = |cells: Vec<String>| cells.chunks(width).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
    let lines = [
        format!("symmetry {symmetry}"),
        format!("whiteWin {win:.6}"),
        format!("whiteLoss {:.6}", 1.0 - win),
        "noResult 0.000000".into(),
        format!("whiteLead {:.3}", sign * seen.lead),
        format!("policy\n{}", rows(points.iter().map(promise).collect())),
        format!("policyPass {}", pass.iter().map(promise).collect::<String>()),
        format!("whiteOwnership\n{}", rows(seen.ownership.iter().map(owner).collect())),
    ];
    lines.join("\n")
}
