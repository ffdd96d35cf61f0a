//! Go: `GM[1]`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use go::{Compensation, Game, Handicap, Ko, Komi, Move, Point, RULE_SETS, Rules, Scoring, Size};
use plateau_core::{Expected, Player};

use super::dialect::{Dialect, corners, read_cells, read_stones, write_stones};
use super::lines::Writer;
use super::properties::{Properties, value_error};
use super::syntax::Property;
use super::text;
use crate::tree::{NodeId, PlacementOf, Record};
use crate::{Error, Info};

const SIZE: Expected = Expected { id: "sgf-go-size", phrase: "a square board of 1 to 25" };
const KOMI: Expected = Expected { id: "sgf-komi", phrase: "whole or half points" };
const HANDICAP: Expected = Expected { id: "sgf-handicap", phrase: "a number of handicap stones that fit the board" };

impl Dialect for Game {
    const NUMBER: u32 = 1;
    const POINT: Expected = Expected { id: "sgf-go-point", phrase: "a point on the board such as dd" };
    const MOVE: Expected =
        Expected { id: "sgf-go-move", phrase: "a point on the board such as dd, or nothing to pass" };

    fn agree(root: &mut Properties<'_, '_>, info: &mut Info, first: Option<Player>) -> Result<Game, Error> {
        let size = read_size(root)?;
        let mut rules = read_rules(root, info);
        let komi = root.take_one("KM", KOMI, |value| value.trim().parse::<Komi>().ok());
        info.unsaid.komi = komi.is_none();
        rules.komi = komi.unwrap_or(rules.komi);
        let Some(property) = root.peek("HA") else { return Ok(Game::even(size, rules)) };
        let Some(stones) = root.take_one("HA", HANDICAP, |value| value.trim().parse::<u16>().ok()) else {
            return Ok(Game::even(size, rules));
        };
        if stones < 2 {
            // One stone is a word for playing without komi: nothing to place, but worth keeping.
            if stones == 1 {
                root.keep(property);
            }
            return Ok(Game::even(size, rules));
        }
        if info.unsaid.rules {
            // Then the file's komi is all that White gets.
            rules.compensation = Compensation::None;
        }
        rules.komi = komi.unwrap_or_else(|| rules.usual_komi(stones));
        let fixed = u8::try_from(stones).ok().and_then(|stones| Game::new(size, rules, Handicap::Fixed(stones)).ok());
        if let Some(game) = fixed.filter(|game| take_fixed(root, game, first)) {
            return Ok(game);
        }
        Ok(Game::new(size, rules, Handicap::Free(stones)).unwrap_or_else(|_| {
            root.refuse(property, HANDICAP);
            Game::even(size, rules)
        }))
    }

    fn write_agreement(record: &Record<Game>, writer: &mut Writer) {
        let game = &record.game;
        writer.property("SZ", game.size());
        if !record.info.unsaid.rules {
            writer.property("RU", text::escape(&rules_text(*game.rules(), &record.info.rules)));
        }
        if !record.info.unsaid.komi {
            writer.property("KM", game.rules().komi);
        }
        let handicap = game.handicap();
        if handicap != Handicap::None {
            writer.property("HA", handicap.stones());
        }
        // With other stones beside them they are written with those.
        let has_setup = record.node(NodeId::ROOT).setup().is_some_and(|setup| !setup.is_empty());
        if !has_setup {
            writer.list("AB", game.handicap_points().into_iter().map(|point| game.write_cell(point)));
        }
    }

    fn read_cell(&self, text: &str) -> Option<Point> {
        Point::from_sgf(text, self.size()).ok()
    }

    fn write_cell(&self, cell: Point) -> String {
        String::from_iter(cell.sgf(self.size()))
    }

    fn rectangle(&self, a: Point, b: Point) -> Vec<Point> {
        corners((a.column(), a.row()), (b.column(), b.row())).filter_map(|(c, r)| Point::new(c, r)).collect()
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        Move::from_sgf(text, self.size()).ok()
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_sgf(self.size())
    }

    fn read_setup(&self, node: &mut Properties<'_, '_>) -> PlacementOf<Game> {
        read_stones(self, node)
    }

    fn write_setup(&self, setup: &PlacementOf<Game>, writer: &mut Writer) {
        write_stones(self, setup, writer);
    }

    fn write_first_setup(&self, setup: &PlacementOf<Game>, writer: &mut Writer) {
        let mut all = setup.clone();
        let is_set = |point: &Point| setup.cells.iter().any(|(cell, _)| cell == point);
        let handicap = self.handicap_points().into_iter().filter(|point| !is_set(point));
        all.cells.extend(handicap.map(|point| (point, Some(Player::Black))));
        write_stones(self, &all, writer);
    }
}

fn read_size(root: &mut Properties<'_, '_>) -> Result<Size, Error> {
    // Without `SZ` it is the large board.
    let Some(property) = root.take("SZ") else { return Ok(Size::NINETEEN) };
    let value = property.value().simple_text();
    let width = match value.split_once(':') {
        Some((width, height)) if width.trim() == height.trim() => width,
        Some(_) => return Err(value_error(property, SIZE)),
        None => &value,
    };
    let size = width.trim().parse().ok().and_then(Size::new);
    let size = size.ok_or_else(|| value_error(property, SIZE))?;
    for other in root.take_all("SZ") {
        root.refuse(other, Expected { id: "sgf-one-size", phrase: "one size of the board" });
    }
    Ok(size)
}

/// Takes the stones of a fixed handicap, if they are just those that the rules place; or if there are none and White, who
/// plays first, means that they are there.
fn take_fixed(root: &mut Properties<'_, '_>, game: &Game, first: Option<Player>) -> bool {
    if ["AW", "AE"].iter().any(|id| root.peek(id).is_some()) {
        return false;
    }
    if root.peek("AB").is_none() {
        return first == Some(Player::White);
    }
    let mut points = Vec::new();
    let stones = |property: &Property<'_>| {
        let values: Vec<_> = property.values().map(super::syntax::Value::escaped).collect();
        // More than the board holds is no handicap.
        read_cells(game, values.iter().map(AsRef::as_ref), &mut 1000)
    };
    for property in root.all("AB") {
        points.extend(stones(&property).unwrap_or_default());
    }
    let mut fixed = game.handicap_points();
    points.sort_unstable();
    points.dedup();
    fixed.sort_unstable();
    let is_fixed = points == fixed;
    if is_fixed {
        root.forget_if("AB", |property| stones(property).is_some());
    }
    is_fixed
}

fn read_rules(root: &mut Properties<'_, '_>, info: &mut Info) -> Rules {
    let Some(property) = root.take("RU") else {
        info.unsaid.rules = true;
        return Rules::default();
    };
    let name = property.value().simple_text();
    let rules = rules_from_text(&name);
    if rules.is_none_or(|rules| rules_text(rules, "") != name) {
        info.rules = name;
    }
    rules.unwrap_or_else(unknown_rules)
}

/// Under rules that nobody here knows, White gets what the file says and no more.
fn unknown_rules() -> Rules {
    Rules { compensation: Compensation::None, ..Rules::default() }
}

/// The rules that `RU[…]` names: a rule set, and parts that differ from it, as in `Japanese;ko=positional;suicide=yes`.
fn rules_from_text(text: &str) -> Option<Rules> {
    if let Some(rules) = rules_from_parts(text) {
        return Some(rules);
    }
    let mut parts = text.split(';');
    let name: String = parts.next()?.chars().filter(char::is_ascii_alphanumeric).collect();
    let set = match name.to_ascii_lowercase().as_str() {
        "jp" | "jpn" | "japan" | "nihonkiin" => "japanese",
        "cn" | "chn" | "china" => "chinese",
        "kr" | "kor" | "korea" => "korean",
        "us" | "usa" | "american" => "aga",
        "nz" | "nzl" | "newzealand" => "new-zealand",
        "tt" | "tromptaylor" => "tromp-taylor",
        "fr" | "ffg" | "france" => "french",
        name => RULE_SETS.iter().find(|(set, _)| *set == name)?.0,
    };
    let mut rules: Rules = set.parse().ok()?;
    for part in parts {
        let (key, value) = part.split_once('=')?;
        match key.trim() {
            "scoring" => rules.scoring = value.parse::<Scoring>().ok()?,
            "ko" => rules.ko = value.parse::<Ko>().ok()?,
            "suicide" => rules.suicide = yes_or_no(value)?,
            "alive" => rules.everything_alive = yes_or_no(value)?,
            "handicap" => rules.compensation = value.parse::<Compensation>().ok()?,
            _ => return None,
        }
    }
    Some(rules)
}

/// The rules as the engine `KataGo` writes them: `koPOSITIONALscoreAREAtaxNONEsui0`, with more parts behind that.
fn rules_from_parts(text: &str) -> Option<Rules> {
    let rest = text.strip_prefix("ko")?;
    let (ko, rest) = rest.split_once("score")?;
    let (scoring, rest) = rest.split_once("tax")?;
    let (tax, suicide) = rest.split_once("sui")?;
    Some(Rules {
        ko: ko.parse().ok()?,
        // Stones that could stand on the board are areas less a tax on all groups.
        scoring: match scoring.parse().ok()? {
            Scoring::Area if tax.eq_ignore_ascii_case("all") => Scoring::Stones,
            scoring => scoring,
        },
        suicide: suicide.starts_with('1'),
        ..unknown_rules()
    })
}

fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// The text for `RU[…]`: `as_read` if that still is what the rules are.
fn rules_text(rules: Rules, as_read: &str) -> String {
    let same = |other: Rules| Rules { komi: rules.komi, ..other } == rules;
    if !as_read.is_empty() && same(rules_from_text(as_read).unwrap_or_else(unknown_rules)) {
        return as_read.to_owned();
    }
    let differences = |&(_, set): &(&str, Rules)| differing_parts(rules, set);
    // The first of the sets that differ least: it is exact for those that have a name.
    let mut nearest = RULE_SETS[0];
    for set in RULE_SETS {
        if differences(&set).len() < differences(&nearest).len() {
            nearest = set;
        }
    }
    let name = match nearest.0 {
        "aga" => "AGA".to_owned(),
        "new-zealand" => "NZ".to_owned(),
        "tromp-taylor" => "Tromp-Taylor".to_owned(),
        name => name[..1].to_ascii_uppercase() + &name[1..],
    };
    core::iter::once(name).chain(differences(&nearest)).collect::<Vec<_>>().join(";")
}

fn differing_parts(rules: Rules, set: Rules) -> Vec<String> {
    let yes = |value: bool| if value { "yes" } else { "no" };
    let parts = [
        (rules.scoring != set.scoring, format!("scoring={}", rules.scoring)),
        (rules.ko != set.ko, format!("ko={}", rules.ko)),
        (rules.suicide != set.suicide, format!("suicide={}", yes(rules.suicide))),
        (rules.everything_alive != set.everything_alive, format!("alive={}", yes(rules.everything_alive))),
        (rules.compensation != set.compensation, format!("handicap={}", rules.compensation)),
    ];
    parts.into_iter().filter(|(differs, _)| *differs).map(|(_, part)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_rules_has_a_text_of_its_own() {
        for (name, set) in RULE_SETS {
            assert_eq!(rules_from_text(name), Some(set));
            for scoring in Scoring::NAMES {
                for ko in Ko::NAMES {
                    for compensation in Compensation::NAMES {
                        for (suicide, everything_alive) in [(false, false), (true, false), (false, true), (true, true)]
                        {
                            let (scoring, ko, compensation) = (scoring.1, ko.1, compensation.1);
                            let rules = Rules { scoring, ko, suicide, compensation, everything_alive, ..set };
                            let text = rules_text(rules, "");
                            let read = rules_from_text(&text).unwrap();
                            assert_eq!(Rules { komi: rules.komi, ..read }, rules, "{text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rules_are_known_by_the_names_that_programs_use() {
        let check = |text: &str, set: &str| assert_eq!(rules_from_text(text), set.parse().ok(), "{text}");
        check("Japanese", "japanese");
        check("NZ", "new-zealand");
        check("New Zealand", "new-zealand");
        check("Tromp-Taylor", "tromp-taylor");
        check("AGA", "aga");
        check("chinese", "chinese");
        assert_eq!(rules_from_text("GOE"), None);
        let parts = rules_from_text("koSITUATIONALscoreTERRITORYtaxSEKIsui1").unwrap();
        assert_eq!((parts.ko, parts.scoring, parts.suicide), (Ko::Situational, Scoring::Territory, true));
        assert_eq!(rules_from_text("Japanese;ko=sideways"), None);
        assert_eq!(rules_text("korean".parse().unwrap(), "Korean"), "Korean");
        assert_eq!(rules_text("chinese".parse().unwrap(), "Korean"), "Chinese");
    }
}
