//! A game as somebody would like to play it, part by part, and the menus that forms show for each part.

use std::fmt;
use std::str::FromStr;

use plateau_core::{ParseError, Player};

use crate::clock::TimeControl;
use crate::{AnySetup, Kind, Message, Seat, Setup, Who};

/// A game as somebody would like to play it. It holds the parts of every kind of game, so that who looks at another kind and
/// comes back finds them again; [`Proposal::setup`] takes those of its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// Which game.
    pub kind: Kind,
    /// Who plays, Black first.
    pub seats: [Seat; 2],
    /// The time for each player.
    pub control: TimeControl,
    /// Go.
    pub go: GoProposal,
    /// Aligne 4: the variant.
    pub variant: aligne4::Rules,
}

/// What can be agreed on in Go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GoProposal {
    /// The board.
    pub size: go::Size,
    /// The rule set.
    pub rules: RuleSet,
    /// Another way of counting than the rule set's.
    pub scoring: Option<go::Scoring>,
    /// Another rule of repetition than the rule set's.
    pub ko: Option<go::Ko>,
    /// Whether suicide is allowed, if not as in the rule set.
    pub suicide: Option<bool>,
    /// Another komi than the rule set's.
    pub komi: Option<go::Komi>,
    /// Handicap stones; none below two.
    pub handicap: u8,
    /// Whether Black places them freely, rather than on the star points.
    pub free_handicap: bool,
}

impl Proposal {
    /// The widths of Go boards on the menus.
    pub const SIZES: [u8; 3] = [9, 13, 19];
    /// The handicaps on the menus, besides none.
    pub const HANDICAPS: [u8; 8] = [2, 3, 4, 5, 6, 7, 8, 9];
    /// The komi on the menus, as people write it, besides what the rules say.
    pub const KOMIS: [&'static str; 7] = ["0.5", "3.5", "5.5", "6.5", "7", "7.5", "0"];
    /// The clocks on the menus, none first, each with the id of its description.
    pub const CLOCKS: [(&'static str, &'static str); 5] = [
        ("none", "clock-none"),
        ("10m", "clock-absolute"),
        ("5m+3s", "clock-fischer"),
        ("10m+5x30s", "clock-byo-yomi"),
        ("10m+5m/10", "clock-canadian"),
    ];
    /// The variants of Aligne 4, the usual one first.
    pub const VARIANTS: [aligne4::Rules; 4] = aligne4::Rules::ALL;

    /// The usual game of a kind: a person with Black against the machine at its first level, without a clock.
    pub fn new(kind: Kind) -> Proposal {
        Proposal {
            kind,
            seats: [Who::Person, Who::Level(1)].map(|who| Seat { name: String::new(), who }),
            control: TimeControl::Unlimited,
            go: GoProposal {
                size: go::Size::NINE,
                rules: RuleSet::default(),
                scoring: None,
                ko: None,
                suicide: None,
                komi: None,
                handicap: 0,
                free_handicap: false,
            },
            variant: aligne4::Rules::default(),
        }
    }

    /// The set-up, or why these parts do not go together.
    pub fn setup(&self) -> Result<AnySetup, Message> {
        let mut setup = match self.kind {
            Kind::Go => AnySetup::Go(Setup::new(self.go.game()?)),
            Kind::Othello => AnySetup::new(Kind::Othello),
            Kind::Aligne4 => AnySetup::Aligne4(Setup::new(aligne4::Game::new(self.variant))),
        };
        setup.seats_mut().clone_from(&self.seats);
        *setup.control_mut() = self.control;
        Ok(setup)
    }
}

impl Proposal {
    /// The set-up where whoever has the first seat of this proposal plays this colour.
    pub fn setup_with_first(&self, colour: Player) -> Result<AnySetup, Message> {
        let setup = self.setup()?;
        Ok(match colour {
            Player::Black => setup,
            Player::White => setup.swapped(),
        })
    }
}

impl GoProposal {
    fn game(&self) -> Result<go::Game, Message> {
        let mut rules = self.rules.rules();
        rules.scoring = self.scoring.unwrap_or(rules.scoring);
        rules.ko = self.ko.unwrap_or(rules.ko);
        rules.suicide = self.suicide.unwrap_or(rules.suicide);
        rules.komi = self.komi.unwrap_or_else(|| rules.usual_komi(self.handicap.into()));
        let handicap = match self.handicap {
            0 | 1 => go::Handicap::None,
            stones if self.free_handicap => go::Handicap::Free(stones.into()),
            stones => go::Handicap::Fixed(stones),
        };
        go::Game::new(self.size, rules, handicap).map_err(|invalid| Message::refusal(&invalid))
    }
}

/// A rule set of Go by its name: two of them have the same rules, and people still mean one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RuleSet(usize);

impl RuleSet {
    /// All of them, the default first.
    pub fn all() -> impl ExactSizeIterator<Item = RuleSet> {
        (0..go::RULE_SETS.len()).map(RuleSet)
    }

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        go::RULE_SETS[self.0].0
    }

    fn rules(self) -> go::Rules {
        go::RULE_SETS[self.0].1
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<RuleSet, ParseError> {
        match RuleSet::all().find(|set| set.name() == name) {
            Some(set) => Ok(set),
            None => Err(name.parse::<go::Rules>().expect_err("every name that can be read is on the list")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_menus_makes_a_table() {
        let is_possible = |proposal: &Proposal| proposal.setup().and_then(AnySetup::table).is_ok();
        for kind in Kind::ALL {
            for (clock, _) in Proposal::CLOCKS {
                let control = clock.parse().expect(clock);
                assert!(is_possible(&Proposal { control, ..Proposal::new(kind) }), "{kind} {clock}");
            }
        }
        let go = |change: &dyn Fn(&mut GoProposal)| {
            let mut proposal = Proposal::new(Kind::Go);
            change(&mut proposal.go);
            proposal
        };
        for rules in RuleSet::all() {
            assert_eq!(rules.name().parse(), Ok(rules));
            for size in Proposal::SIZES {
                for handicap in [0].into_iter().chain(Proposal::HANDICAPS) {
                    for free in [false, true] {
                        let size = go::Size::new(size).expect("a size of the menu");
                        let proposal = go(&|go| {
                            (go.rules, go.size, go.handicap, go.free_handicap) = (rules, size, handicap, free);
                        });
                        assert!(is_possible(&proposal), "{proposal:?}");
                    }
                }
            }
        }
        for komi in Proposal::KOMIS {
            assert!(is_possible(&go(&|go| go.komi = Some(komi.parse().expect(komi)))), "{komi}");
        }
        for variant in Proposal::VARIANTS {
            assert!(is_possible(&Proposal { variant, ..Proposal::new(Kind::Aligne4) }));
        }
    }

    #[test]
    fn what_is_said_by_itself_stands_above_the_rule_set() {
        let mut proposal = Proposal::new(Kind::Go);
        proposal.go.rules = "japanese".parse().expect("a rule set");
        proposal.go.komi = Some("0.5".parse().expect("a komi"));
        proposal.go.suicide = Some(true);
        let text = proposal.setup().expect("a game").to_string();
        assert!(text.contains("scoring territory\nko simple\nsuicide yes\nkomi 0.5\n"), "{text}");
        assert!("martian".parse::<RuleSet>().is_err());
    }

    /// What a game with so many stones is counted by, as (komi, for the stones) in points.
    #[test]
    fn a_handicap_game_has_the_komi_that_is_used_with_it_or_the_one_that_is_named() {
        let bonus = |rules: &str, handicap, komi: Option<&str>| {
            let mut proposal = Proposal::new(Kind::Go);
            proposal.go.rules = rules.parse().expect("a rule set");
            (proposal.go.handicap, proposal.go.komi) = (handicap, komi.map(|komi| komi.parse().expect("a komi")));
            let AnySetup::Go(setup) = proposal.setup().expect("a game") else { panic!("Go was proposed") };
            let (komi, stones) = setup.game.rules().bonus_half_points(setup.game.handicap().stones());
            assert_eq!(komi, i32::from(setup.game.rules().komi.half_points()), "what is shown is what counts");
            (f64::from(komi) / 2.0, f64::from(stones) / 2.0)
        };
        for (rules, even, four_stones, named) in [
            ("french", 7.5, (4.5, 0.0), (3.5, 0.0)),
            ("chinese", 7.5, (0.5, 4.0), (3.5, 4.0)),
            ("japanese", 6.5, (0.5, 0.0), (3.5, 0.0)),
            ("korean", 6.5, (0.5, 0.0), (3.5, 0.0)),
            ("aga", 7.5, (0.5, 3.0), (3.5, 3.0)),
            ("new-zealand", 7.0, (0.5, 0.0), (3.5, 0.0)),
            ("tromp-taylor", 7.5, (0.5, 0.0), (3.5, 0.0)),
            ("sum", 7.5, (0.5, 0.0), (3.5, 0.0)),
        ] {
            assert_eq!(bonus(rules, 0, None), (even, 0.0), "{rules}");
            assert_eq!(bonus(rules, 1, None), (0.5, 0.0), "{rules}: one stone is the first move without komi");
            assert_eq!(bonus(rules, 4, None), four_stones, "{rules}");
            assert_eq!(bonus(rules, 4, Some("3.5")), named, "{rules}");
        }
    }

    #[test]
    fn handicap_stones_are_placed_freely_or_on_the_stars() {
        for (handicap, free_handicap, line) in [
            (4, false, "handicap fixed:4\n"),
            (4, true, "handicap free:4\n"),
            (1, true, "handicap none\n"),
            (0, false, "handicap none\n"),
        ] {
            let mut proposal = Proposal::new(Kind::Go);
            (proposal.go.handicap, proposal.go.free_handicap) = (handicap, free_handicap);
            let text = proposal.setup().expect("a game").to_string();
            let written: String = text.split_inclusive('\n').filter(|line| line.starts_with("handicap")).collect();
            assert_eq!(written, line, "{text}");
        }
        let rules: RuleSet = "japanese".parse().expect("a rule set");
        assert_eq!(rules.to_string(), "japanese");
    }

    #[test]
    fn stones_that_have_no_star_points_are_refused() {
        let mut proposal = Proposal::new(Kind::Go);
        proposal.go.size = go::Size::new(10).expect("a size");
        proposal.go.handicap = 4;
        assert_eq!(proposal.setup().expect_err("10×10 has no star points").id, "go-handicap-no-star-points");
    }
}
