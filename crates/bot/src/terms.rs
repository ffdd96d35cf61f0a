use std::time::Duration;

use serde_json::Value;
use table::Kind;
use table::clock::TimeControl;

use crate::kind;

/// Which challenges are taken. What is not named is not asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Games of these kinds only; of all if none is named.
    pub kinds: Vec<Kind>,
    /// In Go, boards of these sizes only.
    pub sizes: Vec<u8>,
    /// No game in which forty moves have less time than this.
    pub fastest: Option<Duration>,
    /// No game in which forty moves have more, nor one without a clock.
    pub slowest: Option<Duration>,
    /// So many games at once.
    pub at_once: usize,
}

impl Terms {
    /// Whether a challenge is taken while so many games are played; else the reason, as lichess knows it.
    pub(crate) fn judge(&self, challenge: &Value, playing: usize) -> Result<(), &'static str> {
        if playing >= self.at_once {
            return Err("later");
        }
        let kind = challenge["variant"]["key"].as_str().and_then(kind).ok_or("variant")?;
        if !self.kinds.is_empty() && !self.kinds.contains(&kind) {
            return Err("variant");
        }
        let agreed = &challenge["agreed"];
        let size: Option<u8> = agreed["size"].as_str().and_then(|size| size.parse().ok());
        if kind == Kind::Go && !self.sizes.is_empty() && !size.is_some_and(|size| self.sizes.contains(&size)) {
            return Err("variant");
        }
        let clock = agreed["clock"].as_str().unwrap_or("none").parse().map_err(|_| "timeControl")?;
        match (forty_moves(clock), self.fastest, self.slowest) {
            (Some(time), Some(fastest), _) if time < fastest => Err("tooFast"),
            (Some(time), _, Some(slowest)) if time > slowest => Err("tooSlow"),
            (None, _, Some(_)) => Err("tooSlow"),
            _ => Ok(()),
        }
    }
}

/// How long forty moves may take; nothing if as long as one likes.
fn forty_moves(clock: TimeControl) -> Option<Duration> {
    Some(match clock {
        TimeControl::Unlimited => return None,
        TimeControl::Absolute(main) => main,
        TimeControl::Fischer { main, increment } => main + 40 * increment,
        TimeControl::ByoYomi { main, period, .. } => main + 40 * period,
        TimeControl::Canadian { main, period, moves } => main + 40 * period / moves,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn challenges_are_taken_by_the_terms() {
        let any = Terms { kinds: Vec::new(), sizes: Vec::new(), fastest: None, slowest: None, at_once: 2 };
        let small = Terms { kinds: vec![Kind::Go], sizes: vec![9], ..any.clone() };
        let minute = Some(Duration::from_secs(60));
        let timed = Terms { fastest: minute, slowest: Some(Duration::from_secs(600)), ..any.clone() };
        let wish = |variant: &str, size: &str, clock: &str| json!({ "variant": { "key": variant }, "agreed": { "size": size, "clock": clock } });
        for (terms, challenge, playing, answer) in [
            (&any, wish("go", "19", "none"), 0, Ok(())),
            (&any, wish("aligne4-gift", "", "none"), 1, Ok(())),
            (&any, wish("go", "19", "none"), 2, Err("later")),
            (&any, wish("chess", "", "none"), 0, Err("variant")),
            (&any, wish("go", "9", "soon"), 0, Err("timeControl")),
            (&small, wish("go", "9", "none"), 0, Ok(())),
            (&small, wish("go", "19", "none"), 0, Err("variant")),
            (&small, wish("othello", "", "none"), 0, Err("variant")),
            (&timed, wish("othello", "", "5m"), 0, Ok(())),
            (&timed, wish("othello", "", "10s+1s"), 0, Err("tooFast")),
            (&timed, wish("othello", "", "10m+30s"), 0, Err("tooSlow")),
            (&timed, wish("othello", "", "none"), 0, Err("tooSlow")),
        ] {
            assert_eq!(terms.judge(&challenge, playing), answer, "{challenge}");
        }
    }
}
