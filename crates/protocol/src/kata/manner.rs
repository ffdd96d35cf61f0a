//! How positions are searched and told, as far as a client may set that.
//!
//! `overrideSettings` are `KataGo`'s own settings, and most of them turn something in its search that this one has not. Those that
//! mean the same here are honoured; those that ask for what is done anyway are, too; the client is warned of all others.

use std::time::Duration;

use plateau_core::Player;
use serde_json::{Map, Value};

use super::fields::{Fields, shortened};
use super::problem::{Problem, Warning};

/// How positions are searched and told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// The most visits for each, if the client says so.
    pub visits: Option<u64>,
    /// The most time for each, if the client says so.
    pub time: Option<Duration>,
    /// The priors of the root are raised to the power of one divided by this.
    pub root_temperature: f32,
    /// By how much an untried move at the root is taken for worse than the root, if the client says so.
    pub root_reduction: Option<f32>,
    /// The longest line of play that is told, its first move included.
    pub plies: usize,
    /// From whose side values are seen.
    pub perspective: Perspective,
}

/// From whose side values are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Perspective {
    /// Always this player's.
    Of(Player),
    /// The one's who is to move.
    SideToMove,
}

/// The most plies of a variation, unless the query says otherwise.
const PLIES: usize = 16;

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            visits: None,
            time: None,
            root_temperature: 1.0,
            root_reduction: None,
            plies: PLIES,
            perspective: Perspective::Of(Player::Black),
        }
    }
}

const FIELD: &str = "overrideSettings";

impl Manner {
    /// Takes what can be honoured of `overrideSettings`.
    pub(super) fn override_by(
        &mut self,
        settings: &Map<String, Value>,
        fields: Fields<'_>,
        warnings: &mut Vec<Warning>,
    ) -> Result<(), Problem> {
        let mut ignored = Vec::new();
        for (name, value) in settings {
            let number = as_number(value);
            let within = |least: f64, most: f64| {
                let number = number.filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| fields.problem(FIELD, format!("{name} must be a number from {least} to {most}")))
            };
            match name.as_str() {
                "reportAnalysisWinratesAs" => {
                    self.perspective = value.as_str().and_then(read_perspective).ok_or_else(|| {
                        fields.problem(FIELD, "reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE")
                    })?;
                }
                // Whoever sets both gets what is reached first.
                "maxVisits" | "maxPlayouts" => {
                    let visits = within(1.0, (1_u64 << 50) as f64)? as u64;
                    self.visits = Some(self.visits.map_or(visits, |other| other.min(visits)));
                }
                // Longer than anybody lives is no limit.
                "maxTime" => self.time = Duration::try_from_secs_f64(within(0.0, 1e20)?).ok(),
                "rootPolicyTemperature" => self.root_temperature *= within(0.01, 100.0)? as f32,
                "rootFpuReductionMax" => self.root_reduction = Some(within(0.0, 2.0)? as f32),
                // As there, the priors of the root are flattened by this power; here no noise comes on top.
                "wideRootNoise" => self.root_temperature *= 1.0 + 4.0 * within(0.0, 5.0)? as f32,
                "analysisPVLen" => self.plies = within(1.0, 1000.0)? as usize + 1,
                "humanSLProfile" if value.as_str() != Some("") => {
                    return Err(fields.problem(FIELD, "humanSLProfile needs a model that was taught by people's games"));
                }
                _ if asks_for_nothing(name, value, number) => {}
                _ => ignored.push(name.as_str()),
            }
        }
        if !ignored.is_empty() {
            warnings
                .push(Warning::new(FIELD, format!("Not supported here, ignored: {}", shortened(&ignored.join(",")))));
        }
        Ok(())
    }
}

/// Numbers may be written as texts, as in a file of settings.
fn as_number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn read_perspective(text: &str) -> Option<Perspective> {
    match text.trim().to_ascii_uppercase().as_str() {
        "BLACK" | "B" => Some(Perspective::Of(Player::Black)),
        "WHITE" | "W" => Some(Perspective::Of(Player::White)),
        "SIDETOMOVE" | "SIDE" | "SIDE_TO_MOVE" => Some(Perspective::SideToMove),
        _ => None,
    }
}

/// Whether this setting has the value that is in force here anyway.
fn asks_for_nothing(name: &str, value: &Value, number: Option<f64>) -> bool {
    let is_off = value == &Value::Bool(false) || value.as_str().is_some_and(|text| text.eq_ignore_ascii_case("false"));
    match name {
        // Moves before the root are seen by the network.
        "ignorePreRootHistory"
        | "antiMirror"
        | "rootSymmetryPruning"
        | "useGraphSearch"
        | "useNoisePruning"
        | "useUncertainty"
        | "rootNoiseEnabled"
        | "ponderingEnabled" => is_off,
        "playoutDoublingAdvantage" | "subtreeValueBiasFactor" | "dynamicScoreUtilityFactor" => number == Some(0.0),
        "rootNumSymmetriesToSample" => number == Some(1.0),
        "humanSLProfile" => true,
        _ => false,
    }
}
