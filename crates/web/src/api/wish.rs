//! A game as a program wants it: the fields of a request, each of which has to mean something.

use std::collections::BTreeMap;
use std::time::Duration;

use plateau_core::Player;
use serde_json::Value;
use table::clock::TimeControl;
use table::{AnySetup, Kind, Message, Proposal, Seat, Who};

use super::schemas::may_be;

/// The fields of a request, from JSON or from a form.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Fields(BTreeMap<String, String>);

impl Fields {
    /// Reads the body of a request. What is `null`, or empty in a form, is as if it were not there.
    pub(crate) fn read(media_type: Option<&str>, body: &[u8]) -> Result<Fields, Message> {
        if body.is_empty() {
            return Ok(Fields::default());
        }
        if media_type.is_some_and(|media_type| media_type.starts_with("application/json")) {
            return Fields::of_json(body);
        }
        let pairs = form_urlencoded::parse(body).filter(|(_, value)| !value.is_empty());
        Ok(Fields(pairs.map(|(key, value)| (key.into_owned(), value.into_owned())).collect()))
    }

    fn of_json(body: &[u8]) -> Result<Fields, Message> {
        let unreadable = || Message::new("api-no-json");
        let Ok(Value::Object(object)) = serde_json::from_slice(body) else { return Err(unreadable()) };
        let mut fields = BTreeMap::new();
        for (key, value) in object {
            let text = match value {
                Value::Null => continue,
                Value::String(text) => text,
                Value::Bool(yes) => yes.to_string(),
                Value::Number(number) => number.to_string(),
                Value::Array(_) | Value::Object(_) => return Err(wrong(&key)),
            };
            fields.insert(key, text);
        }
        Ok(Fields(fields))
    }

    /// What a field says, if it is there.
    pub(crate) fn take(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    /// The same as something that can be read.
    pub(crate) fn parse<T: std::str::FromStr>(&mut self, key: &str) -> Result<Option<T>, Message> {
        self.take(key).map(|text| text.parse().map_err(|_| wrong(key))).transpose()
    }

    /// Whether all that was there was taken.
    pub(crate) fn finish(&self) -> Result<(), Message> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(key) => Err(unknown(key)),
        }
    }
}

/// A field of a wish says what it cannot mean.
fn wrong(key: &str) -> Message {
    may_be(key).map_or_else(|| unknown(key), |may| wrong_field(key, may))
}

/// A field says what it cannot mean, and what it may.
pub(crate) fn wrong_field(key: &str, may: impl Into<String>) -> Message {
    Message::new("api-wrong-field").with("field", key.to_owned()).with("may", may.into())
}

fn unknown(key: &str) -> Message {
    Message::new("api-unknown-field").with("field", key.to_owned())
}

/// A game as a program wants it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wish {
    proposal: Proposal,
    /// The colour of whoever wishes; the coin's where nothing is said.
    pub(crate) colour: Option<Player>,
}

/// As long as lichess lets a game be.
const LONGEST_S: u32 = 10_800;
const LONGEST_INCREMENT_S: u32 = 180;

impl Wish {
    /// Takes from the fields what concerns the game.
    pub(crate) fn take(fields: &mut Fields) -> Result<Wish, Message> {
        if fields.parse::<bool>("rated")? == Some(true) {
            return Err(Message::new("api-not-rated"));
        }
        let variant = fields.take("variant").ok_or_else(|| wrong("variant"))?;
        let (kind, rules) =
            variant.split_once('-').map_or((variant.as_str(), None), |(kind, rules)| (kind, Some(rules)));
        let kind: Kind = kind.parse().map_err(|_| wrong("variant"))?;
        let mut proposal = Proposal::new(kind);
        match (kind, rules) {
            (_, None) => {}
            (Kind::Aligne4, Some(rules)) => proposal.variant = rules.parse().map_err(|_| wrong("variant"))?,
            (Kind::Go | Kind::Othello, Some(_)) => return Err(wrong("variant")),
        }
        if kind == Kind::Go {
            let go = &mut proposal.go;
            go.size = fields.parse("size")?.unwrap_or(go.size);
            go.rules = fields.parse("rules")?.unwrap_or(go.rules);
            go.komi = fields.parse("komi")?;
            go.handicap = fields.parse("handicap")?.unwrap_or(0);
        }
        proposal.control = control(fields)?;
        let colour = match fields.take("color").as_deref() {
            None | Some("random") => None,
            Some("black") => Some(Player::Black),
            Some("white") => Some(Player::White),
            Some(_) => return Err(wrong("color")),
        };
        Ok(Wish { proposal, colour })
    }

    /// The set-up where these sit, Black first.
    pub(crate) fn setup(&self, seats: [Seat; 2]) -> Result<AnySetup, Message> {
        Proposal { seats, ..self.proposal.clone() }.setup()
    }

    /// A machine of the server, by its level.
    pub(crate) fn machine(&self, level: u8) -> Result<Seat, Message> {
        let who = Who::Level(level);
        players::check_seat(self.proposal.kind, &who).map_err(|why| why.message())?;
        Ok(Seat { name: String::new(), who })
    }
}

/// The clock: lichess's two numbers of seconds, or ours as people write it.
fn control(fields: &mut Fields) -> Result<TimeControl, Message> {
    let limit_s: Option<u32> = fields.parse("clock.limit")?;
    let increment_s: Option<u32> = fields.parse("clock.increment")?;
    let clock: Option<TimeControl> = fields.parse("clock")?;
    let seconds = |number: u32| Duration::from_secs(number.into());
    match (clock, limit_s, increment_s.unwrap_or(0)) {
        (Some(clock), None, 0) => Ok(clock),
        (None, None, 0) => Ok(TimeControl::Unlimited),
        (None, Some(limit_s), _) if limit_s > LONGEST_S => Err(wrong("clock.limit")),
        (None, Some(_), increment_s) if increment_s > LONGEST_INCREMENT_S => Err(wrong("clock.increment")),
        (None, Some(0), 0) => Err(wrong("clock.limit")),
        (None, Some(limit_s), 0) => Ok(TimeControl::Absolute(seconds(limit_s))),
        (None, Some(limit_s), increment_s) => {
            Ok(TimeControl::Fischer { main: seconds(limit_s), increment: seconds(increment_s) })
        }
        _ => Err(wrong("clock")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: Option<&str> = Some("application/json");

    fn wish(text: &str) -> Result<Wish, String> {
        let read = || {
            let mut fields = Fields::read(JSON, text.as_bytes())?;
            let wish = Wish::take(&mut fields)?;
            fields.finish()?;
            Ok(wish)
        };
        read().map_err(|message: Message| format!("{} {:?}", message.id, message.gaps.first().map(|(_, value)| value)))
    }

    #[test]
    fn wishes_become_games() {
        for (text, setup) in [
            (r#"{"variant":"go","size":9,"komi":"6.5","rules":"japanese"}"#, "game go\nsize 9"),
            (r#"{"variant":"go","size":"13","handicap":4,"rated":false,"fen":null}"#, "game go\nsize 13"),
            (r#"{"variant":"othello","clock.limit":300,"clock.increment":3}"#, "clock 5m+3s"),
            (r#"{"variant":"othello","clock":"10m+5x30s"}"#, "clock 10m+5x30s"),
            (r#"{"variant":"aligne4-gift-squares"}"#, "variant gift-squares"),
        ] {
            let seats = || Seat { name: String::new(), who: Who::Person };
            let made = wish(text).expect(text).setup([seats(), seats()]).expect(text).to_string();
            assert!(made.contains(setup), "{text}: {made}");
        }
        let form = Fields::read(Some("application/x-www-form-urlencoded"), b"variant=go&color=white&fen=");
        let wish = Wish::take(&mut form.expect("a form")).expect("a wish");
        assert_eq!(wish.colour, Some(Player::White));
        assert!(wish.machine(1).is_ok() && wish.machine(99).is_err());
    }

    #[test]
    fn a_refusal_says_what_a_field_may_be() {
        let refusal = |text: &str| {
            let mut fields = Fields::read(JSON, text.as_bytes()).expect(text);
            let level = fields.parse::<u8>("level").map(|_| ());
            let message = level.and_then(|()| Wish::take(&mut fields).map(|_| ())).expect_err(text);
            let said = message.gaps.into_iter().map(|(_, value)| match value {
                table::Value::Text(text) => text,
                other => panic!("{other:?}"),
            });
            said.collect::<Vec<_>>().join(": ")
        };
        for (text, said) in [
            (
                r#"{"variant":"chess"}"#,
                "variant: go, othello, aligne4, aligne4-gift, aligne4-squares, aligne4-gift-squares",
            ),
            (r#"{"variant":"go","color":"red"}"#, "color: black, white, random"),
            (r#"{"variant":"go","rated":"perhaps"}"#, "rated: false"),
            (r#"{"variant":"go","size":"large"}"#, "size: 2–25"),
            (
                r#"{"variant":"go","rules":"house"}"#,
                "rules: french, chinese, japanese, korean, aga, new-zealand, tromp-taylor, sum",
            ),
            (r#"{"variant":"go","komi":"much"}"#, "komi: 0, 6.5, 7.5, …"),
            (r#"{"variant":"go","clock":"soon"}"#, "clock: 10m, 5m+3s, 10m+5x30s, 10m+5m/10, …"),
            (r#"{"variant":"go","clock.limit":99999}"#, "clock.limit: 0–10800"),
            (r#"{"level":"strong"}"#, "level: 1–13"),
        ] {
            assert_eq!(refusal(text), said, "{text}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused_by_name() {
        for (text, refusal) in [
            ("", "api-wrong-field"),
            ("[]", "api-no-json"),
            ("{", "api-no-json"),
            (r#"{"variant":"chess"}"#, "api-wrong-field"),
            (r#"{"variant":"go-gift"}"#, "api-wrong-field"),
            (r#"{"variant":"go","rated":true}"#, "api-not-rated"),
            (r#"{"variant":"go","fen":"8/8"}"#, "api-unknown-field"),
            (r#"{"variant":"othello","size":9}"#, "api-unknown-field"),
            (r#"{"variant":"go","size":{"x":9}}"#, "api-wrong-field"),
            (r#"{"variant":"go","size":1e9}"#, "api-wrong-field"),
            (r#"{"variant":"go","color":"red"}"#, "api-wrong-field"),
            (r#"{"variant":"go","clock.limit":99999}"#, "api-wrong-field"),
            (r#"{"variant":"go","clock.limit":0}"#, "api-wrong-field"),
            (r#"{"variant":"go","clock.increment":5}"#, "api-wrong-field"),
            (r#"{"variant":"go","clock.limit":60,"clock":"5m"}"#, "api-wrong-field"),
        ] {
            assert!(wish(text).expect_err(text).starts_with(refusal), "{text}: {:?}", wish(text));
        }
    }
}
