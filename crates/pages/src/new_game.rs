//! The form of a new game, and how it is read: everything has a sensible value, so that one click starts.

use maud::{Markup, html};
use plateau_core::Player;
use store::Suited;
use store::preferences::{MAX_NAME_CHARS, clean_name};
use table::{AnySetup, Kind, Message, Proposal, RuleSet, Seat, Who};

use crate::shell::Shell;
use crate::{Context, emblem};

/// The machine on the form is no beginner's despair and no walk-over.
const DEFAULT_LEVEL: u8 = 2;

/// A game as somebody would like it.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// What is to be agreed on, but for who sits where.
    pub proposal: Proposal,
    /// Against whom.
    pub opponent: Opponent,
    /// With which colour.
    pub colour: Colour,
    /// The levels of the machines, Black's first; 0 plays at random. Against one machine, both are its level.
    pub levels: [u8; 2],
    /// The names: one's own, and the other's at the same board.
    pub names: [String; 2],
    /// The levels that one's last games say would suit, where there were enough.
    pub suited: Vec<(Kind, Suited)>,
    /// The program that is to be asked.
    pub program: String,
    /// The programs that could be, each with the games that it plays.
    pub programs: Vec<(String, Vec<Kind>)>,
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
    /// A program that listens for challenges.
    Program,
}

impl Opponent {
    const ALL: [(Opponent, &'static str, &'static str); 6] = [
        (Opponent::Machine, "machine", "against-machine"),
        (Opponent::Here, "here", "against-here"),
        (Opponent::Machines, "machines", "against-machines"),
        (Opponent::Link, "link", "against-link"),
        (Opponent::Lobby, "lobby", "against-lobby"),
        (Opponent::Program, "program", "against-program"),
    ];

    /// Whether somebody else has to come.
    pub fn is_elsewhere(self) -> bool {
        matches!(self, Opponent::Link | Opponent::Lobby | Opponent::Program)
    }

    /// On one's own machine there is nobody to wait for, and elsewhere perhaps no program.
    fn is_offered(self, local: bool, new: &NewGame) -> bool {
        !(local && self.is_elsewhere()) && (self != Opponent::Program || !new.programs.is_empty())
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
    /// The usual game of this kind.
    pub fn new(kind: Kind) -> NewGame {
        NewGame {
            proposal: Proposal::new(kind),
            opponent: Opponent::Machine,
            colour: Colour::Given(Player::Black),
            levels: [DEFAULT_LEVEL; 2],
            names: Default::default(),
            suited: Vec::new(),
            program: String::new(),
            programs: Vec::new(),
        }
    }

    /// Reads a form. What is not on it, or not known, is as usual: whoever changes the form by hand gets a game all the same.
    pub fn from_form<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> NewGame {
        let fields: Vec<(&str, &str)> = fields.into_iter().collect();
        let field = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        let kind = field("game").and_then(|name| name.parse().ok()).unwrap_or(Kind::Go);
        let mut new = NewGame::new(kind);
        let opponents = Opponent::ALL.into_iter().find(|(_, name, _)| Some(*name) == field("opponent"));
        new.opponent = opponents.map_or(new.opponent, |(opponent, ..)| opponent);
        new.colour = match field("colour") {
            Some("toss") => Colour::Toss,
            Some("white") => Colour::Given(Player::White),
            _ => Colour::Given(Player::Black),
        };
        let highest = players::levels(kind).len() as u8;
        let level = |key: String| field(&key).and_then(|text| text.parse::<u8>().ok()).map(|level| level.min(highest));
        let prefix =
            if new.opponent == Opponent::Machines { ["black-level", "white-level"] } else { ["level", "level"] };
        new.levels = prefix.map(|prefix| level(format!("{prefix}-{kind}")).unwrap_or(DEFAULT_LEVEL.min(highest)));
        new.program = clean_name(field(&format!("program-{kind}")).unwrap_or_default());
        new.names = ["name", "other"].map(|key| clean_name(field(key).unwrap_or_default()));
        let Proposal { control, go, variant, .. } = &mut new.proposal;
        let small = |key: &str| field(key).and_then(|text| text.parse::<u8>().ok());
        if let Some(size) = small("size").filter(|size| (5..=25).contains(size)) {
            go.size = size.to_string().parse().unwrap_or(go.size);
        }
        go.rules = read(field("rules"), go.rules);
        go.komi = field("komi").and_then(|text| text.parse().ok());
        let on_menu = |stones: &u8| Proposal::HANDICAPS.contains(stones) && Proposal::SIZES.contains(&go.size.width());
        go.handicap = small("handicap").filter(on_menu).unwrap_or(0);
        *variant = read(field("variant"), *variant);
        *control = read(field("clock"), *control);
        new
    }

    /// The set-up. One's own colour is `own`: the given one, or what the toss said.
    pub fn setup(&self, own: Player) -> Result<AnySetup, Message> {
        let machine = |player: Player| match self.levels[player] {
            0 => Who::Random,
            level => Who::Level(level),
        };
        let seats = Player::BOTH.map(|player| {
            let (who, name) = match (self.opponent, player == own) {
                (Opponent::Machines, _) | (Opponent::Machine, false) => (machine(player), ""),
                (Opponent::Link | Opponent::Lobby, false) => (Who::Person, ""),
                (Opponent::Here, false) => (Who::Person, self.names[1].as_str()),
                (Opponent::Program, false) => (Who::Person, self.program.as_str()),
                (_, true) => (Who::Person, self.names[0].as_str()),
            };
            Seat { name: name.to_owned(), who }
        });
        Proposal { seats, ..self.proposal.clone() }.setup()
    }

    /// Whether a toss settles the colours first.
    pub fn needs_toss(&self) -> bool {
        self.colour == Colour::Toss && self.opponent != Opponent::Machines
    }
}

/// What a field says; what it was before if it says nothing, or nothing that can be read.
fn read<T: std::str::FromStr>(field: Option<&str>, before: T) -> T {
    field.and_then(|text| text.parse().ok()).unwrap_or(before)
}

/// The form.
pub fn new_game(context: &Context<'_>, new: &NewGame, problem: Option<&str>) -> Markup {
    let title = context.say("setup-title");
    let main = html! {
        main #main .narrow {
            h1 { (title) }
            @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
            form.setup method="post" action="/new" {
                (games(context, new))
                fieldset { legend { (context.say("page-opponent")) }
                    div.choices {
                        @for (opponent, name, id) in Opponent::ALL.into_iter().filter(|(opponent, ..)| opponent.is_offered(context.local, new)) {
                            (choice("opponent", name, &context.say(id), opponent == new.opponent))
                        }
                    }
                }
                div.fields {
                    @for kind in Kind::ALL {
                        div class={ "for-" (kind) " against-machine" } { (level(context, new, kind, "level", "page-level", Player::White)) }
                        div class={ "for-" (kind) " against-machines" } {
                            (level(context, new, kind, "black-level", "page-level-black", Player::Black))
                            (level(context, new, kind, "white-level", "page-level-white", Player::White))
                        }
                    }
                    @if Opponent::Program.is_offered(context.local, new) {
                        @for kind in Kind::ALL { div class={ "for-" (kind) " against-program" } { (program(context, new, kind)) } }
                    }
                    div.not-machines { (colours(context, new)) }
                    div.not-machines {
                        label.field { span { (context.say("setup-name")) }
                            input name="name" value=(name(context, new)) maxlength=(MAX_NAME_CHARS) autocomplete="nickname"; }
                    }
                    div.against-here {
                        label.field { span { (context.say("other-name")) }
                            input name="other" value=(new.names[1]) maxlength=(MAX_NAME_CHARS) autocomplete="off"; }
                    }
                }
                (details(context, new))
                div.row { button.primary.large { (context.say("page-start")) } }
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
        fieldset.games { legend { (context.say("setup-game")) }
            @for kind in Kind::ALL {
                label.game-choice {
                    input type="radio" name="game" value=(kind) checked[kind == new.proposal.kind];
                    (emblem(context, kind))
                    span { (kind.name()) }
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
        fieldset { legend { (context.say("page-colour")) }
            div.choices {
                (choice("colour", "black", &context.say("side-black"), new.colour == Colour::Given(Player::Black)))
                (choice("colour", "white", &context.say("side-white"), new.colour == Colour::Given(Player::White)))
                (choice("colour", "toss", &context.say("setup-toss"), new.colour == Colour::Toss))
            }
        }
    }
}

/// The levels of a game, each with what it does.
fn level(context: &Context<'_>, new: &NewGame, kind: Kind, prefix: &str, label: &str, of: Player) -> Markup {
    let suited = new.suited.iter().find(|(of, _)| *of == kind && prefix == "level").map(|(_, suited)| suited);
    let chosen = suited.map_or(new.levels[of], |suited| suited.level).min(players::levels(kind).len() as u8);
    html! {
        label.field { span { (context.say(label)) }
            select name={ (prefix) "-" (kind) } {
                option value="0" selected[chosen == 0] { (context.say("setup-random")) }
                @for level in players::levels(kind) {
                    option value=(level.number) selected[level.number == chosen] { (level.number) " · " (context.say(level.id)) }
                }
            }
            @if let Some(Suited { level, won }) = suited {
                small { (context.say_with("level-suited-why", &[("level", (*level).into()), ("won", (*won).into())])) }
            }
        }
    }
}

/// The programs that play a game, if any does.
fn program(context: &Context<'_>, new: &NewGame, kind: Kind) -> Markup {
    let playing: Vec<(String, String)> = new
        .programs
        .iter()
        .filter(|(_, kinds)| kinds.is_empty() || kinds.contains(&kind))
        .map(|(name, _)| (name.clone(), name.clone()))
        .collect();
    html! {
        @if playing.is_empty() { p.note { (context.say("page-no-program")) } }
        @else { (select(&format!("program-{kind}"), &context.say("page-program"), &playing, &new.program)) }
    }
}

/// What most people leave as it is.
fn details(context: &Context<'_>, new: &NewGame) -> Markup {
    let Proposal { control, go, variant, .. } = &new.proposal;
    let rules: Vec<_> =
        RuleSet::all().map(|rules| (rules.to_string(), context.say(&format!("rules-{rules}")))).collect();
    let variants = Proposal::VARIANTS.map(|rules| (rules.to_string(), context.say(&format!("variant-{rules}"))));
    let clocks = Proposal::CLOCKS.map(|(clock, id)| (clock.to_owned(), context.say(id)));
    let sizes = Proposal::SIZES.map(|size| (size.to_string(), format!("{size}×{size}")));
    let none = ("0".to_owned(), context.say("setup-handicap-none"));
    let stones = |count: u8| {
        (count.to_string(), context.say_with("setup-handicap-stones", &[("count", i64::from(count).into())]))
    };
    let as_usual = (String::new(), context.say("setup-komi-rules"));
    let named = Proposal::KOMIS.map(|komi| (komi.to_owned(), context.decimal(komi)));
    let komis: Vec<_> = std::iter::once(as_usual).chain(named).collect();
    let komi = go.komi.map_or_else(String::new, |komi| komi.to_string());
    let handicaps: Vec<_> = std::iter::once(none).chain(Proposal::HANDICAPS.map(stones)).collect();
    html! {
        div.fields {
            div.for-go {
                (select("size", &context.say("setup-size"), &sizes, &go.size.to_string()))
                (select("rules", &context.say("setup-rules"), &rules, go.rules.name()))
                (select("handicap", &context.say("setup-handicap"), &handicaps, &go.handicap.to_string()))
                (select("komi", &context.say("setup-komi"), &komis, &komi))
            }
            div.for-aligne4 { (select("variant", &context.say("setup-variant"), &variants, &variant.to_string())) }
            div {
                // Without a server nobody would see a flag fall.
                @if !context.browser { (select("clock", &context.say("setup-clock"), &clocks, &control.to_string())) }
                p.note.by-link { (context.say("page-clock-rule")) }
            }
        }
    }
}

/// A list to choose from.
pub(crate) fn select(name: &str, label: &str, values: &[(String, String)], chosen: &str) -> Markup {
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

    fn table(new: &NewGame, own: Player) -> AnyTable {
        new.setup(own).and_then(AnySetup::table).expect("a game")
    }

    #[test]
    fn what_is_on_the_form_is_what_is_played() {
        for (_, opponent, _) in Opponent::ALL {
            let form = [("game", "aligne4"), ("opponent", opponent), ("variant", "gift"), ("clock", "5m+3s")];
            let new = NewGame::from_form(form);
            for own in Player::BOTH {
                let text = table(&new, own).setup().to_string();
                assert!(text.starts_with("game aligne4\nvariant gift\n") && text.contains("clock 5m+3s\n"), "{text}");
            }
        }
        for size in ["9", "13", "19"] {
            for handicap in ["0", "2", "9"] {
                let form = [("game", "go"), ("size", size), ("handicap", handicap), ("rules", "japanese")];
                let text = table(&NewGame::from_form(form), Player::White).setup().to_string();
                let stones = if handicap == "0" { "none".to_owned() } else { format!("fixed:{handicap}") };
                assert!(text.contains(&format!("size {size}\nscoring territory\n")), "{text}");
                assert!(text.contains(&format!("handicap {stones}\n")), "{text}");
                let komi = if handicap == "0" { "6.5" } else { "0.5" };
                assert!(text.contains(&format!("komi {komi}\n")), "{text}");
            }
        }
        let form = [("game", "go"), ("handicap", "2"), ("komi", "-3.5")];
        let text = table(&NewGame::from_form(form), Player::Black).setup().to_string();
        assert!(text.contains("komi -3.5\n"), "{text}");
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
            ("komi", "much"),
        ];
        assert_eq!(NewGame::from_form(form), NewGame::new(Kind::Go));
        let form = [("game", "othello"), ("level-othello", "99"), ("name", "a\tb\nblack level:1")];
        let table = table(&NewGame::from_form(form), Player::Black);
        assert_eq!(table.seats()[0].name, "a b black level:1");
        assert!(table.seats()[0].who.is_person());
    }

    #[test]
    fn programs_that_are_here_can_be_asked_by_those_who_play_what_they_play() {
        let words = words::Words::new(words::Lang::En);
        let options = store::Preferences::default();
        let mut new = NewGame::new(Kind::Othello);
        let form = |new: &NewGame, local| {
            let context = Context { words: &words, options: &options, local, browser: false, origin: "", path: "/new" };
            new_game(&context, new, None).into_string()
        };
        assert!(!form(&new, false).contains("value=\"program\""), "nobody is here");
        new.programs = vec![("hoshi".to_owned(), vec![Kind::Go]), ("tengen".to_owned(), Vec::new())];
        let page = form(&new, false);
        for (kind, names) in [(Kind::Go, &["hoshi", "tengen"][..]), (Kind::Othello, &["tengen"])] {
            let list =
                page.split(&format!("name=\"program-{kind}\"")).nth(1).and_then(|rest| rest.split("</select>").next());
            let list = list.unwrap_or_else(|| panic!("{kind}: {page}"));
            assert_eq!(["hoshi", "tengen"].into_iter().filter(|name| list.contains(name)).collect::<Vec<_>>(), names);
        }
        assert!(!form(&new, true).contains("value=\"program\""), "on one's own machine nobody comes");
        new.programs.pop();
        assert!(form(&new, false).contains("No program that is here plays this game."));
        let form = [("game", "go"), ("opponent", "program"), ("program-go", " hoshi "), ("program-othello", "x")];
        let new = NewGame::from_form(form);
        assert_eq!((new.opponent, new.program.as_str()), (Opponent::Program, "hoshi"));
        assert_eq!(table(&new, Player::Black).seats()[1].name, "hoshi");
    }

    #[test]
    fn the_level_that_suits_is_chosen_and_said() {
        let words = words::Words::new(words::Lang::En);
        let options = store::Preferences::default();
        let mut new = NewGame::new(Kind::Go);
        new.suited = vec![(Kind::Othello, Suited { level: 5, won: 3 })];
        let context =
            Context { words: &words, options: &options, local: true, browser: false, origin: "", path: "/new" };
        let said = |kind| level(&context, &new, kind, "level", "page-level", Player::White).into_string();
        assert!(said(Kind::Othello).contains("value=\"5\" selected"), "{}", said(Kind::Othello));
        assert!(said(Kind::Othello).contains("Level 5 would suit you: you won 3 of your last three games"));
        assert!(said(Kind::Go).contains("value=\"2\" selected") && !said(Kind::Go).contains("would suit"));
    }

    #[test]
    fn names_sit_where_the_colour_says() {
        let form = [("game", "go"), ("opponent", "here"), ("name", "Ada"), ("other", "Bo"), ("colour", "white")];
        let new = NewGame::from_form(form);
        let table = table(&new, Player::White);
        assert_eq!(table.seats().each_ref().map(|seat| seat.name.as_str()), ["Bo", "Ada"]);
        assert!(!new.needs_toss() && NewGame::from_form([("colour", "toss")]).needs_toss());
    }
}
