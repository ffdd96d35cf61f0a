//! The form of a new game, and how it is read: everything has a sensible value, so that one click starts.

use maud::{Markup, html};
use plateau_core::Player;
use table::Who;

use super::shell::Shell;
use super::{Context, GAMES, MAX_NAME_CHARS, clean_name, emblem, game_name};

/// The rule sets of Go by name, the default first. A test holds that the table knows each.
const RULE_SETS: [&str; 8] = ["french", "chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor", "sum"];
/// The variants of Aligne 4 by name, the default first.
const VARIANTS: [&str; 4] = ["base", "gift", "squares", "gift-squares"];
/// The sizes on the form.
const SIZES: [u8; 3] = [9, 13, 19];
/// The clocks on the form, as the table reads them, with their sentences.
const CLOCKS: [(&str, &str); 5] = [
    ("none", "tui-clock-none"),
    ("10m", "tui-clock-absolute"),
    ("5m+3s", "tui-clock-fischer"),
    ("10m+5x30s", "tui-clock-byo-yomi"),
    ("10m+5m/10", "tui-clock-canadian"),
];
/// The machine on the form is no beginner's despair and no walk-over.
const DEFAULT_LEVEL: u8 = 2;

/// A game as somebody would like it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// `go`, `othello` or `aligne4`.
    pub game: &'static str,
    /// Against whom.
    pub opponent: Opponent,
    /// With which colour.
    pub colour: Colour,
    /// The levels of the machines, Black's first; 0 plays at random. Against one machine, both are its level.
    pub levels: [u8; 2],
    /// The names: one's own, and the other's at the same board.
    pub names: [String; 2],
    /// Go: the width of the board.
    pub size: u8,
    /// Go: the rule set.
    pub rules: &'static str,
    /// Go: handicap stones, if two or more.
    pub handicap: u8,
    /// Aligne 4: the variant.
    pub variant: &'static str,
    /// The clock, as the table reads it.
    pub clock: String,
}

/// Who sits on the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The machine.
    Machine,
    /// A person at the same board.
    Here,
    /// Two machines play, and one watches.
    Machines,
    /// Whoever has the link.
    Link,
    /// Anybody: the game stands in the lobby.
    Lobby,
}

impl Opponent {
    const ALL: [(Opponent, &'static str, &'static str); 5] = [
        (Opponent::Machine, "machine", "web-against-machine"),
        (Opponent::Here, "here", "web-against-here"),
        (Opponent::Machines, "machines", "web-against-machines"),
        (Opponent::Link, "link", "web-against-link"),
        (Opponent::Lobby, "lobby", "web-against-lobby"),
    ];

    /// On one's own machine there is nobody to wait for.
    fn is_offered(self, local: bool) -> bool {
        !(local && matches!(self, Opponent::Link | Opponent::Lobby))
    }
}

/// A colour, or the toss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// The ko decides.
    Toss,
    /// This one.
    Given(Player),
}

impl NewGame {
    /// The usual game of this kind; of Go if there is no such kind.
    pub fn new(game: &str) -> NewGame {
        NewGame {
            game: GAMES.into_iter().find(|known| *known == game).unwrap_or(GAMES[0]),
            opponent: Opponent::Machine,
            colour: Colour::Given(Player::Black),
            levels: [DEFAULT_LEVEL; 2],
            names: Default::default(),
            size: SIZES[0],
            rules: RULE_SETS[0],
            handicap: 0,
            variant: VARIANTS[0],
            clock: CLOCKS[0].0.to_owned(),
        }
    }

    /// Reads a form. What is not on it, or not known, is as usual: whoever changes the form by hand gets a game all the same.
    pub fn from_form<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> NewGame {
        let fields: Vec<(&str, &str)> = fields.into_iter().collect();
        let field = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        let one_of = |key: &str, known: &'static [&'static str]| {
            known.iter().copied().find(|name| Some(*name) == field(key)).unwrap_or(known[0])
        };
        let mut new = NewGame::new(field("game").unwrap_or_default());
        let opponents = Opponent::ALL.into_iter().find(|(_, name, _)| Some(*name) == field("opponent"));
        new.opponent = opponents.map_or(new.opponent, |(opponent, ..)| opponent);
        new.colour = match field("colour") {
            Some("toss") => Colour::Toss,
            Some("white") => Colour::Given(Player::White),
            _ => Colour::Given(Player::Black),
        };
        let highest = players::levels(new.game).len() as u8;
        let level = |key: String| field(&key).and_then(|text| text.parse::<u8>().ok()).map(|level| level.min(highest));
        let prefix =
            if new.opponent == Opponent::Machines { ["black-level", "white-level"] } else { ["level", "level"] };
        new.levels = prefix.map(|prefix| level(format!("{prefix}-{}", new.game)).unwrap_or(DEFAULT_LEVEL.min(highest)));
        new.names = ["name", "other"].map(|key| clean_name(field(key).unwrap_or_default()));
        let small = |key: &str| field(key).and_then(|text| text.parse::<u8>().ok());
        new.size = small("size").filter(|size| (5..=25).contains(size)).unwrap_or(new.size);
        new.rules = one_of("rules", &RULE_SETS);
        new.handicap =
            small("handicap").filter(|stones| (2..=9).contains(stones) && SIZES.contains(&new.size)).unwrap_or(0);
        new.variant = one_of("variant", &VARIANTS);
        let clock = field("clock").filter(|text| text.parse::<table::clock::TimeControl>().is_ok());
        new.clock = clock.map_or(new.clock, str::to_owned);
        new
    }

    /// The set-up as the table reads it. One's own colour is `own`: the given one, or what the toss said.
    pub fn setup(&self, own: Player) -> String {
        let mut text = format!("game {}\n", self.game);
        match self.game {
            "go" => {
                text.push_str(&format!("size {}\nrules {}\n", self.size, self.rules));
                if self.handicap >= 2 {
                    text.push_str(&format!("handicap fixed:{}\n", self.handicap));
                }
            }
            "aligne4" => text.push_str(&format!("variant {}\n", self.variant)),
            _ => {}
        }
        let machine = |player: Player| match self.levels[player] {
            0 => Who::Random,
            level => Who::Level(level),
        };
        for player in Player::BOTH {
            let (who, name) = match (self.opponent, player == own) {
                (Opponent::Machines, _) | (Opponent::Machine, false) => (machine(player), ""),
                (Opponent::Link | Opponent::Lobby, false) => (Who::Person, ""),
                (Opponent::Here, false) => (Who::Person, self.names[1].as_str()),
                (_, true) => (Who::Person, self.names[0].as_str()),
            };
            text.push_str(&format!("{player} {who}\t{name}\n"));
        }
        text + &format!("clock {}\n", self.clock)
    }

    /// Whether a toss settles the colours first.
    pub fn needs_toss(&self) -> bool {
        self.colour == Colour::Toss && self.opponent != Opponent::Machines
    }
}

/// The form.
pub fn new_game(context: &Context<'_>, new: &NewGame, problem: Option<&str>) -> Markup {
    let title = context.say("tui-setup-title");
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
            form.setup method="post" action="/new" {
                (games(context, new))
                div.row { button.primary.large { (context.say("web-start")) } }
                fieldset { legend { (context.say("web-opponent")) }
                    div.choices {
                        @for (opponent, name, id) in Opponent::ALL.into_iter().filter(|(opponent, ..)| opponent.is_offered(context.local)) {
                            (choice("opponent", name, &context.say(id), opponent == new.opponent))
                        }
                    }
                }
                div.fields {
                    @for game in GAMES {
                        div class={ "for-" (game) " against-machine" } { (level(context, new, game, "level", "web-level", Player::White)) }
                        div class={ "for-" (game) " against-machines" } {
                            (level(context, new, game, "black-level", "web-level-black", Player::Black))
                            (level(context, new, game, "white-level", "web-level-white", Player::White))
                        }
                    }
                    div.not-machines { (colours(context, new)) }
                    div.not-machines {
                        label.field { span { (context.say("tui-setup-name")) }
                            input name="name" value=(name(context, new)) maxlength=(MAX_NAME_CHARS) autocomplete="nickname"; }
                    }
                    div.against-here {
                        label.field { span { (context.say("web-other-name")) }
                            input name="other" value=(new.names[1]) maxlength=(MAX_NAME_CHARS) autocomplete="off"; }
                    }
                }
                (details(context, new))
            }
        }
    };
    Shell::new(&title, "/new").page(context, &main)
}

fn name<'a>(context: &'a Context<'_>, new: &'a NewGame) -> &'a str {
    if new.names[0].is_empty() { &context.options.name } else { &new.names[0] }
}

fn games(context: &Context<'_>, new: &NewGame) -> Markup {
    html! {
        fieldset.games { legend { (context.say("tui-setup-game")) }
            @for game in GAMES {
                label.game-choice {
                    input type="radio" name="game" value=(game) checked[game == new.game];
                    (emblem(context, game))
                    span { (game_name(game)) }
                }
            }
        }
    }
}

fn choice(name: &str, value: &str, label: &str, checked: bool) -> Markup {
    html! { label.choice { input type="radio" name=(name) value=(value) checked[checked]; span { (label) } } }
}

fn colours(context: &Context<'_>, new: &NewGame) -> Markup {
    html! {
        fieldset { legend { (context.say("web-colour")) }
            div.choices {
                (choice("colour", "black", &context.say("tui-black"), new.colour == Colour::Given(Player::Black)))
                (choice("colour", "white", &context.say("tui-white"), new.colour == Colour::Given(Player::White)))
                (choice("colour", "toss", &context.say("tui-setup-toss"), new.colour == Colour::Toss))
            }
        }
    }
}

/// The levels of a game, each with what it does.
fn level(context: &Context<'_>, new: &NewGame, game: &str, prefix: &str, label: &str, of: Player) -> Markup {
    let chosen = new.levels[of].min(players::levels(game).len() as u8);
    html! {
        label.field { span { (context.say(label)) }
            select name={ (prefix) "-" (game) } {
                option value="0" selected[chosen == 0] { (context.say("tui-setup-random")) }
                @for level in players::levels(game) {
                    option value=(level.number) selected[level.number == chosen] { (level.number) " · " (context.say(level.id)) }
                }
            }
        }
    }
}

/// What most people leave as it is.
fn details(context: &Context<'_>, new: &NewGame) -> Markup {
    let rules = RULE_SETS.map(|rules| (rules.to_owned(), context.say(&format!("tui-rules-{rules}"))));
    let variants = VARIANTS.map(|variant| (variant.to_owned(), context.say(&format!("tui-variant-{variant}"))));
    let clocks = CLOCKS.map(|(clock, id)| (clock.to_owned(), context.say(id)));
    let sizes = SIZES.map(|size| (size.to_string(), format!("{size}×{size}")));
    let none = ("0".to_owned(), context.say("tui-setup-handicap-none"));
    let stones = |count: u8| {
        (count.to_string(), context.say_with("tui-setup-handicap-stones", &[("count", i64::from(count).into())]))
    };
    let handicaps: Vec<_> = std::iter::once(none).chain((2..=9).map(stones)).collect();
    html! {
        div.fields {
            div.for-go {
                (select("size", &context.say("tui-setup-size"), &sizes, &new.size.to_string()))
                (select("rules", &context.say("tui-setup-rules"), &rules, new.rules))
                (select("handicap", &context.say("tui-setup-handicap"), &handicaps, &new.handicap.to_string()))
            }
            div.for-aligne4 { (select("variant", &context.say("tui-setup-variant"), &variants, new.variant)) }
            (select("clock", &context.say("tui-setup-clock"), &clocks, &new.clock))
        }
    }
}

/// A list to choose from.
pub(super) fn select(name: &str, label: &str, values: &[(String, String)], chosen: &str) -> Markup {
    html! {
        label.field { span { (label) }
            select name=(name) {
                @for (value, text) in values { option value=(value) selected[value == chosen] { (text) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::AnyTable;

    #[test]
    fn the_table_knows_everything_on_the_form() {
        let opponents = Opponent::ALL.map(|(_, name, _)| name);
        for game in GAMES {
            for opponent in opponents {
                for (clock, _) in CLOCKS {
                    for value in RULE_SETS.iter().chain(&VARIANTS) {
                        let form = [
                            ("game", game),
                            ("opponent", opponent),
                            ("clock", clock),
                            ("rules", value),
                            ("variant", value),
                        ];
                        let new = NewGame::from_form(form);
                        assert_eq!((new.game, new.clock.as_str()), (game, clock));
                        for own in Player::BOTH {
                            assert!(new.setup(own).parse::<AnyTable>().is_ok(), "{}", new.setup(own));
                        }
                    }
                }
            }
        }
        for size in ["9", "13", "19"] {
            for handicap in ["0", "2", "9"] {
                let new = NewGame::from_form([("game", "go"), ("size", size), ("handicap", handicap)]);
                assert_eq!((new.size.to_string().as_str(), new.handicap.to_string().as_str()), (size, handicap));
                assert!(new.setup(Player::White).parse::<AnyTable>().is_ok());
            }
        }
    }

    #[test]
    fn a_form_that_makes_no_sense_is_a_usual_game() {
        let form = [
            ("game", "chess"),
            ("opponent", "x"),
            ("size", "99"),
            ("clock", "soon"),
            ("level-go", "-1"),
            ("handicap", "77"),
        ];
        assert_eq!(NewGame::from_form(form), NewGame::new("go"));
        let form = [("game", "othello"), ("level-othello", "99"), ("name", "a\tb\nblack level:1")];
        let table: AnyTable = NewGame::from_form(form).setup(Player::Black).parse().expect("a table");
        assert_eq!(table.seats()[0].name, "a b black level:1");
        assert!(table.seats()[0].who.is_person());
    }

    #[test]
    fn names_sit_where_the_colour_says() {
        let form = [("game", "go"), ("opponent", "here"), ("name", "Ada"), ("other", "Bo"), ("colour", "white")];
        let new = NewGame::from_form(form);
        let table: AnyTable = new.setup(Player::White).parse().expect("a table");
        assert_eq!(table.seats().each_ref().map(|seat| seat.name.as_str()), ["Bo", "Ada"]);
        assert!(!new.needs_toss() && NewGame::from_form([("colour", "toss")]).needs_toss());
    }
}
