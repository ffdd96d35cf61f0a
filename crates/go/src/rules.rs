use core::fmt;
use core::str::FromStr;

use plateau_core::{Expected, ParseError, Scanner};

use crate::Komi;

/// What two players agree on besides the board. Every part can be set by itself; the named sets are in [`RULE_SETS`].
///
/// ```
/// use go::{Ko, Komi, Rules};
/// let mut rules: Rules = "chinese".parse().unwrap();
/// rules.komi = "5.5".parse().unwrap();
/// assert_eq!(rules.ko, Ko::Positional);
/// assert_eq!(Rules::default(), "french".parse().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What is counted at the end.
    pub scoring: Scoring,
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether a move may leave its own chain without a liberty, which is then taken.
    pub suicide: bool,
    /// What White gets for moving second.
    pub komi: Komi,
    /// What White gets for handicap stones.
    pub compensation: Compensation,
    /// Whether every stone left on the board counts as alive, whatever the players marked.
    pub everything_alive: bool,
}

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Stones and territory.
    Area,
    /// Territory and prisoners; eyes in seki are no territory.
    Territory,
    /// Stones, territory and prisoners: a house rule.
    Sum,
    /// The stones that could stand on the board, as was counted of old: stones and territory, but for the two eyes that every group has
    /// to leave open, and eyes in seki.
    Stones,
}

/// Which repetitions are forbidden to a placement. A pass never is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// Only taking back at once in a ko. A longer cycle, once it closes, makes the game void.
    Simple,
    /// No board again, the initial one included.
    Positional,
    /// No board again with the same player to move, the initial one included.
    Situational,
    /// A player may not give the board a state that the same player gave it before by placing a stone.
    NaturalSituational,
}

/// What White gets for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compensation {
    /// Nothing but komi.
    None,
    /// A point for each stone, and komi.
    PerStone,
    /// A point for each stone but the first, and komi.
    PerStoneButOne,
    /// Nothing but komi, which by custom has a point for each stone in it: see [`Rules::usual_komi`].
    InKomi,
}

/// The rule sets by their names, the default first.
#[rustfmt::skip] // A table is read along its columns.
pub const RULE_SETS: [(&str, Rules); 8] = [
    ("french",       rules(Scoring::Area,      Ko::NaturalSituational, false, 15, Compensation::InKomi,         false)),
    ("chinese",      rules(Scoring::Area,      Ko::Positional,         false, 15, Compensation::PerStone,       false)),
    ("japanese",     rules(Scoring::Territory, Ko::Simple,             false, 13, Compensation::None,           false)),
    ("korean",       rules(Scoring::Territory, Ko::Simple,             false, 13, Compensation::None,           false)),
    ("aga",          rules(Scoring::Area,      Ko::Situational,        false, 15, Compensation::PerStoneButOne, false)),
    ("new-zealand",  rules(Scoring::Area,      Ko::Situational,        true,  14, Compensation::None,           false)),
    ("tromp-taylor", rules(Scoring::Area,      Ko::Positional,         true,  15, Compensation::None,           true)),
    ("sum",          rules(Scoring::Sum,       Ko::Positional,         false, 15, Compensation::None,           false)),
];

const fn rules(
    scoring: Scoring,
    ko: Ko,
    suicide: bool,
    komi_half_points: i16,
    compensation: Compensation,
    everything_alive: bool,
) -> Rules {
    Rules { scoring, ko, suicide, komi: Komi::from_half_points(komi_half_points), compensation, everything_alive }
}

impl Rules {
    /// The komi that these rules' players use when Black has so many handicap stones and nobody names another: half a point
    /// decides between equals then. One stone is a word for playing first without more komi than that.
    ///
    /// ```
    /// use go::Rules;
    /// let komi = |rules: &str, stones| rules.parse::<Rules>().unwrap().usual_komi(stones).to_string();
    /// assert_eq!([komi("japanese", 0), komi("japanese", 4), komi("french", 4)], ["6.5", "0.5", "4.5"]);
    /// ```
    pub fn usual_komi(&self, handicap_stones: u16) -> Komi {
        let in_komi = self.compensation == Compensation::InKomi && handicap_stones >= 2;
        match handicap_stones {
            0 => self.komi,
            stones if in_komi => Komi::from_half_points(1 + 2 * stones as i16),
            _ => Komi::from_half_points(1),
        }
    }

    /// What White gets in half points when Black had so many handicap stones: for komi, and for the stones.
    pub fn bonus_half_points(&self, handicap_stones: u16) -> (i32, i32) {
        let komi = self.komi.half_points() as i32;
        let stones = handicap_stones as i32;
        match self.compensation {
            _ if stones == 0 => (komi, 0),
            Compensation::None | Compensation::InKomi => (komi, 0),
            Compensation::PerStone => (komi, 2 * stones),
            Compensation::PerStoneButOne => (komi, 2 * (stones - 1)),
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        RULE_SETS[0].1
    }
}

/// Reads one of the names in [`RULE_SETS`].
impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Rules, ParseError> {
        const NAME: Expected = Expected {
            id: "go-rules",
            phrase: "a rule set: french, chinese, japanese, korean, aga, new-zealand, tromp-taylor or sum",
        };
        by_name(name, RULE_SETS, NAME)
    }
}

impl Scoring {
    /// Every way of counting, by the name that settings use.
    pub const NAMES: [(&str, Scoring); 4] = [
        ("area", Scoring::Area),
        ("territory", Scoring::Territory),
        ("sum", Scoring::Sum),
        ("stones", Scoring::Stones),
    ];
}

impl FromStr for Scoring {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Scoring, ParseError> {
        by_name(name, Scoring::NAMES, Expected { id: "go-scoring", phrase: "area, territory, sum or stones" })
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(self, Scoring::NAMES))
    }
}

impl Ko {
    /// Every ko rule, by the name that settings use.
    pub const NAMES: [(&str, Ko); 4] = [
        ("simple", Ko::Simple),
        ("positional", Ko::Positional),
        ("situational", Ko::Situational),
        ("natural-situational", Ko::NaturalSituational),
    ];
}

impl FromStr for Ko {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Ko, ParseError> {
        const NAME: Expected =
            Expected { id: "go-ko", phrase: "simple, positional, situational or natural-situational" };
        by_name(name, Ko::NAMES, NAME)
    }
}

impl fmt::Display for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(self, Ko::NAMES))
    }
}

impl Compensation {
    /// Every compensation, by the name that settings use.
    pub const NAMES: [(&str, Compensation); 4] = [
        ("none", Compensation::None),
        ("per-stone", Compensation::PerStone),
        ("per-stone-but-one", Compensation::PerStoneButOne),
        ("in-komi", Compensation::InKomi),
    ];
}

impl FromStr for Compensation {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Compensation, ParseError> {
        const NAME: Expected =
            Expected { id: "go-compensation", phrase: "none, per-stone, per-stone-but-one or in-komi" };
        by_name(name, Compensation::NAMES, NAME)
    }
}

impl fmt::Display for Compensation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(self, Compensation::NAMES))
    }
}

fn by_name<T: Copy, const N: usize>(name: &str, names: [(&str, T); N], expected: Expected) -> Result<T, ParseError> {
    let found = names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|&(_, value)| value).ok_or_else(|| Scanner::new(name).refuse(expected))
}

fn name_of<T: PartialEq, const N: usize>(value: &T, names: [(&'static str, T); N]) -> &'static str {
    names.into_iter().find(|(_, known)| known == value).expect("every value has a name").0
}
