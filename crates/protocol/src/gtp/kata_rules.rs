//! The rules of Go as `KataGo` writes them: a flat JSON object, or the name of a rule set.
//!
//! Three values are ours, for what `KataGo` has no word for: the ko rule `NATURAL_SITUATIONAL`, the scoring `SUM`, and
//! `friendlyPassOk` is false where all stones count as alive. Komi is no part of it, nor what custom puts into it for handicap.

use go::{Compensation, Ko, Rules, Scoring};

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

/// Reads rules. What the text does not say stays as it is in `current`, and so does komi.
pub(crate) fn read(text: &str, current: Rules) -> Option<Rules> {
    let text = text.trim();
    if text.starts_with('{') { read_object(text, current) } else { read_name(text, current) }
}

/// Our names, and those of `KataGo` and KGS for the same.
fn read_name(name: &str, current: Rules) -> Option<Rules> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let ours = match name.as_str() {
        "chinese-ogs" | "chinese-kgs" => "chinese",
        "bga" => "aga",
        "nz" => "new-zealand",
        other => other,
    };
    let rules: Rules = ours.parse().ok()?;
    Some(Rules { komi: current.komi, ..rules })
}

fn read_object(text: &str, current: Rules) -> Option<Rules> {
    let mut rules = current;
    let mut tax = None;
    for (key, value) in pairs(text)? {
        match (key, value) {
            ("ko", "SIMPLE") => rules.ko = Ko::Simple,
            ("ko", "POSITIONAL") => rules.ko = Ko::Positional,
            ("ko", "SITUATIONAL") => rules.ko = Ko::Situational,
            ("ko", "NATURAL_SITUATIONAL") => rules.ko = Ko::NaturalSituational,
            ("scoring" | "scoringRule", "AREA") => rules.scoring = Scoring::Area,
            ("scoring" | "scoringRule", "TERRITORY") => rules.scoring = Scoring::Territory,
            ("scoring" | "scoringRule", "SUM") => rules.scoring = Scoring::Sum,
            ("suicide" | "multiStoneSuicideLegal", "true") => rules.suicide = true,
            ("suicide" | "multiStoneSuicideLegal", "false") => rules.suicide = false,
            ("whiteHandicapBonus", "0") => rules.compensation = Compensation::None,
            ("whiteHandicapBonus", "N") => rules.compensation = Compensation::PerStone,
            ("whiteHandicapBonus", "N-1") => rules.compensation = Compensation::PerStoneButOne,
            ("friendlyPassOk", "true") => rules.everything_alive = false,
            ("friendlyPassOk", "false") => rules.everything_alive = true,
            ("tax" | "taxRule", tax_rule @ ("NONE" | "SEKI")) => tax = Some(tax_rule),
            ("hasButton", "false") => {}
            _ => return None,
        }
    }
    // Only territory scoring taxes seki here, and it always does.
    let known_tax = if rules.scoring == Scoring::Territory { "SEKI" } else { "NONE" };
    tax.is_none_or(|tax| tax == known_tax).then_some(rules)
}

/// The members of a flat JSON object whose keys and values have no escapes. Quotation marks around values are dropped: no key
/// takes both `"true"` and `true`.
fn pairs(text: &str) -> Option<Vec<(&str, &str)>> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    if inside.is_empty() {
        return Some(Vec::new());
    }
    inside
        .split(',')
        .map(|member| {
            let (key, value) = member.split_once(':')?;
            let key = key.trim().strip_prefix('"')?.strip_suffix('"')?;
            let value = value.trim();
            let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            Some((key, unquoted.unwrap_or(value)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_written_and_read_back() {
        let current = Rules::default();
        for (name, rules) in go::RULE_SETS {
            let named = Rules { komi: current.komi, ..rules };
            assert_eq!(read(name, current), Some(named), "{name}");
            let compensation = match rules.compensation {
                Compensation::InKomi => Compensation::None,
                beside_komi => beside_komi,
            };
            assert_eq!(read(&write(rules), current), Some(Rules { compensation, ..named }), "{name}");
        }
    }

    #[test]
    fn what_katago_writes_is_read() {
        let current = Rules::default();
        let text = r#"{"hasButton": false, "ko":"SIMPLE", "scoring":"AREA", "suicide":false,"tax":"NONE"}"#;
        let rules = read(text, current).unwrap();
        assert_eq!((rules.ko, rules.compensation), (Ko::Simple, current.compensation));
        assert_eq!(read("new_zealand", current).map(|rules| rules.suicide), Some(true));
        assert_eq!(read("{}", current), Some(current));
    }

    #[test]
    fn rules_that_are_not_played_here_are_refused() {
        for text in [
            "ing",
            "stone-scoring",
            r#"{"hasButton":true}"#,
            r#"{"tax":"ALL"}"#,
            r#"{"scoring":"TERRITORY","tax":"NONE"}"#,
            r#"{"ko":"SIMPLE""#,
            r#"{"ko"}"#,
            "{,}",
            "",
        ] {
            assert_eq!(read(text, Rules::default()), None, "{text}");
        }
    }
}
