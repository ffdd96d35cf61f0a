//! The rules of Go as `KataGo` writes them: a flat JSON object, or the name of a rule set.
//!
//! Three values are ours, for what `KataGo` has no word for: the ko rule `NATURAL_SITUATIONAL`, the scoring `SUM`, and
//! `friendlyPassOk` is false where all stones count as alive. Komi is no part of it, nor what custom puts into it for handicap.
//!
//! A name that `KataGo` documents means what it says there, and any other what it means here: `chinese` has a simple ko, as Chinese
//! tournaments do, and `chinese-kgs` the superko of the written rules.

use go::{Compensation, Ko, Rules, Scoring};
use serde_json::{Map, Value};

/// Writes rules.
pub(crate) fn write(rules: Rules) -> String {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
        Ko::NaturalSituational => "NATURAL_SITUATIONAL",
    };
    let (scoring, tax) = match rules.scoring {
        Scoring::Area => ("AREA", "NONE"),
        Scoring::Territory => ("TERRITORY", "SEKI"),
        Scoring::Sum => ("SUM", "NONE"),
        Scoring::Stones => ("AREA", "ALL"),
    };
    let bonus = match rules.compensation {
        Compensation::None | Compensation::InKomi => "0",
        Compensation::PerStone => "N",
        Compensation::PerStoneButOne => "N-1",
    };
    let (suicide, friendly) = (rules.suicide, !rules.everything_alive);
    format!(
        r#"{{"friendlyPassOk":{friendly},"hasButton":false,"ko":"{ko}","scoring":"{scoring}","suicide":{suicide},"tax":"{tax}","whiteHandicapBonus":"{bonus}"}}"#
    )
}

/// Why rules were not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// It is no rule set, and no object of rules.
    Unknown,
    /// They are rules that are not played here: why not, and the nearest that are.
    Unplayed {
        /// What is not played here.
        what: &'static str,
        /// The rules without it.
        nearest: Rules,
    },
}

const BUTTON: &str = "a button";
const GROUP_TAX: &str = "a tax on groups where territory is counted";
const SEKI_TAX: &str = "a tax on seki where areas are counted";
const NO_SEKI_TAX: &str = "territory in seki";

/// Reads rules. What the text does not say stays as it is in `current`, and so does komi.
pub(crate) fn read(text: &str, current: Rules) -> Result<Rules, Unread> {
    let text = text.trim();
    if !text.starts_with('{') {
        return read_name(text, current);
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => read_object(&object, current),
        _ => Err(Unread::Unknown),
    }
}

/// The names of `KataGo`, with any mark or none between their words, and ours.
fn read_name(name: &str, current: Rules) -> Result<Rules, Unread> {
    let name = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    let ours = match name.as_str() {
        "chineseogs" | "chinesekgs" | "stonescoring" | "ancientarea" => "chinese",
        "ancientterritory" => "japanese",
        "agabutton" | "bga" => "aga",
        "nz" => "newzealand",
        other => other,
    };
    let known = go::RULE_SETS.iter().find(|(known, _)| known.replace('-', "") == ours);
    let mut rules = Rules { komi: current.komi, ..known.ok_or(Unread::Unknown)?.1 };
    let unplayed = match name.as_str() {
        "ancientterritory" => Some(GROUP_TAX),
        "agabutton" => Some(BUTTON),
        _ => None,
    };
    match name.as_str() {
        "chinese" => rules.ko = Ko::Simple,
        "stonescoring" | "ancientarea" => {
            rules = Rules { scoring: Scoring::Stones, ko: Ko::Simple, compensation: Compensation::None, ..rules };
        }
        _ => {}
    }
    unplayed.map_or(Ok(rules), |what| Err(Unread::Unplayed { what, nearest: rules }))
}

/// Reads an object of rules, whose values may be booleans or texts.
pub(crate) fn read_object(object: &Map<String, Value>, current: Rules) -> Result<Rules, Unread> {
    let mut rules = current;
    let (mut tax, mut button) = (None, false);
    for (key, value) in object {
        let value = match value {
            Value::String(text) => text.to_ascii_uppercase(),
            other => other.to_string().to_ascii_uppercase(),
        };
        match (key.as_str(), value.as_str()) {
            ("ko" | "koRule", "SIMPLE") => rules.ko = Ko::Simple,
            ("ko" | "koRule", "POSITIONAL") => rules.ko = Ko::Positional,
            ("ko" | "koRule", "SITUATIONAL") => rules.ko = Ko::Situational,
            ("ko" | "koRule", "NATURAL_SITUATIONAL") => rules.ko = Ko::NaturalSituational,
            ("score" | "scoring" | "scoringRule", "AREA") => rules.scoring = Scoring::Area,
            ("score" | "scoring" | "scoringRule", "TERRITORY") => rules.scoring = Scoring::Territory,
            ("score" | "scoring" | "scoringRule", "SUM") => rules.scoring = Scoring::Sum,
            ("suicide" | "multiStoneSuicideLegal", "TRUE") => rules.suicide = true,
            ("suicide" | "multiStoneSuicideLegal", "FALSE") => rules.suicide = false,
            ("whiteHandicapBonus", bonus) => rules.compensation = read_bonus(bonus).ok_or(Unread::Unknown)?,
            ("friendlyPassOk", "TRUE") => rules.everything_alive = false,
            ("friendlyPassOk", "FALSE") => rules.everything_alive = true,
            ("tax" | "taxRule", "NONE") => tax = Some(Tax::None),
            ("tax" | "taxRule", "SEKI") => tax = Some(Tax::Seki),
            ("tax" | "taxRule", "ALL") => tax = Some(Tax::All),
            ("hasButton", "TRUE") => button = true,
            ("hasButton", "FALSE") => button = false,
            _ => return Err(Unread::Unknown),
        }
    }
    // Where territory is counted dead stones come off, whatever is friendly: Japanese rules are written with `friendlyPassOk` false.
    rules.everything_alive &= rules.scoring != Scoring::Territory;
    // Stones that could stand on the board are areas less a tax on all groups, the word for which may come without the other.
    rules.scoring = match (tax, rules.scoring) {
        (Some(Tax::All), Scoring::Area) => Scoring::Stones,
        (Some(Tax::None | Tax::Seki), Scoring::Stones) => Scoring::Area,
        (_, scoring) => scoring,
    };
    // Only territory scoring taxes seki alone here, and it always does.
    let what = match (tax, rules.scoring) {
        (Some(Tax::All), Scoring::Territory | Scoring::Sum) => Some(GROUP_TAX),
        (Some(Tax::Seki), Scoring::Area | Scoring::Sum) => Some(SEKI_TAX),
        (Some(Tax::None), Scoring::Territory) => Some(NO_SEKI_TAX),
        _ => button.then_some(BUTTON),
    };
    what.map_or(Ok(rules), |what| Err(Unread::Unplayed { what, nearest: rules }))
}

/// `0`, `N` or `N-1`.
pub(crate) fn read_bonus(text: &str) -> Option<Compensation> {
    match text {
        "0" => Some(Compensation::None),
        "N" => Some(Compensation::PerStone),
        "N-1" => Some(Compensation::PerStoneButOne),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tax {
    None,
    Seki,
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_written_and_read_back() {
        let current = Rules::default();
        for (name, rules) in go::RULE_SETS {
            let named = Rules { komi: current.komi, ..rules };
            let simple = Rules { ko: if name == "chinese" { Ko::Simple } else { rules.ko }, ..named };
            for between in ["-", "_", " ", ""] {
                assert_eq!(read(&name.replace('-', between), current), Ok(simple), "{name}");
            }
            let compensation = match rules.compensation {
                Compensation::InKomi => Compensation::None,
                beside_komi => beside_komi,
            };
            assert_eq!(read(&write(rules), current), Ok(Rules { compensation, ..named }), "{name}");
        }
    }

    #[test]
    fn what_katago_writes_is_read() {
        let current = Rules::default();
        let text = r#"{"hasButton": false, "ko":"SIMPLE", "scoring":"AREA", "suicide":false,"tax":"NONE"}"#;
        let rules = read(text, current).unwrap();
        assert_eq!((rules.ko, rules.compensation), (Ko::Simple, current.compensation));
        let long =
            r#"{"koRule":"SITUATIONAL","scoringRule":"TERRITORY","taxRule":"SEKI","multiStoneSuicideLegal":true}"#;
        let rules = read(long, current).unwrap();
        assert_eq!((rules.ko, rules.scoring, rules.suicide), (Ko::Situational, Scoring::Territory, true));
        assert_eq!(read("New Zealand", current).map(|rules| rules.suicide), Ok(true));
        assert_eq!(read("{}", current), Ok(current));
    }

    /// The objects that `KataGo` takes each name for (`Rules::parseRules` in its `cpp/game/rules.cpp`).
    #[test]
    fn a_name_means_what_katago_says() {
        let current = Rules::default();
        let object = |ko, scoring, suicide, tax, bonus, friendly: bool| {
            format!(
                r#"{{"friendlyPassOk":{friendly},"hasButton":false,"ko":"{ko}","scoring":"{scoring}","suicide":{suicide},"tax":"{tax}","whiteHandicapBonus":"{bonus}"}}"#
            )
        };
        for (name, theirs) in [
            ("tromp-taylor", object("POSITIONAL", "AREA", true, "NONE", "0", false)),
            ("chinese", object("SIMPLE", "AREA", false, "NONE", "N", true)),
            ("chinese-ogs", object("POSITIONAL", "AREA", false, "NONE", "N", true)),
            ("chinese-kgs", object("POSITIONAL", "AREA", false, "NONE", "N", true)),
            ("japanese", object("SIMPLE", "TERRITORY", false, "SEKI", "0", false)),
            ("korean", object("SIMPLE", "TERRITORY", false, "SEKI", "0", false)),
            ("aga", object("SITUATIONAL", "AREA", false, "NONE", "N-1", true)),
            ("bga", object("SITUATIONAL", "AREA", false, "NONE", "N-1", true)),
            ("new-zealand", object("SITUATIONAL", "AREA", true, "NONE", "0", true)),
            ("stone_scoring", object("SIMPLE", "AREA", false, "ALL", "0", true)),
            ("ancient area", object("SIMPLE", "AREA", false, "ALL", "0", true)),
        ] {
            assert_eq!(read(name, current), read(&theirs, current), "{name}");
        }
    }

    #[test]
    fn rules_that_are_not_played_here_have_a_nearest_one() {
        for (text, expected, scoring) in [
            ("ancient territory", GROUP_TAX, Scoring::Territory),
            ("aga-button", BUTTON, Scoring::Area),
            (r#"{"hasButton":true}"#, BUTTON, Scoring::Area),
            (r#"{"scoring":"TERRITORY","tax":"ALL"}"#, GROUP_TAX, Scoring::Territory),
            (r#"{"scoring":"AREA","tax":"SEKI"}"#, SEKI_TAX, Scoring::Area),
            (r#"{"scoring":"TERRITORY","tax":"NONE"}"#, NO_SEKI_TAX, Scoring::Territory),
        ] {
            let Err(Unread::Unplayed { what, nearest }) = read(text, Rules::default()) else { panic!("{text}") };
            assert_eq!((what, nearest.scoring), (expected, scoring), "{text}");
        }
    }

    #[test]
    fn what_is_no_rule_set_is_not_read() {
        for text in ["ing", r#"{"ko":"SIMPLE""#, r#"{"ko"}"#, r#"{"ko":"SOMETIMES"}"#, r#"{"gravity":1}"#, "{,}", ""] {
            assert_eq!(read(text, Rules::default()), Err(Unread::Unknown), "{text}");
        }
    }
}
