//! What the screen of a new game fills in: its lines, their values, and how each is changed.

use plateau_core::Player;
use table::Who;

use crate::app::Context;
use crate::plan::{CLOCKS, KOMIS, RULE_SETS, SIZES, VARIANTS};
use crate::{Game, Plan};

/// A game that is being agreed on. The first player of the form has Black in the plan until the colours are settled.
pub(super) struct Form {
    pub(super) plan: Plan,
    pub(super) colour: Colour,
    /// The command lines that were typed, for a seat that goes back to another program.
    commands: [String; 2],
    /// The field whose value is being typed instead of chosen.
    typed: Option<Field>,
}

/// What the first player gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Black,
    White,
    Toss,
}

/// A line of the form. Players are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Game,
    Who(usize),
    Name(usize),
    Command(usize),
    Colour,
    Size,
    Rules,
    Komi,
    Handicap,
    Placement,
    Variant,
    Clock,
    Start,
}

/// The longest texts that are typed here.
const MAX_NAME: usize = 24;
const MAX_COMMAND: usize = 200;
const MAX_VALUE: usize = 16;

impl Field {
    /// Whether it is a line of text: every letter belongs to it.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Field::Name(_) | Field::Command(_))
    }

    /// The message id of its name.
    pub(super) fn label(self) -> &'static str {
        match self {
            Field::Game => "tui-setup-game",
            Field::Who(0) => "tui-setup-first",
            Field::Who(_) => "tui-setup-second",
            Field::Name(_) => "tui-setup-name",
            Field::Command(_) => "tui-setup-command",
            Field::Colour => "tui-setup-colour",
            Field::Size => "tui-setup-size",
            Field::Rules => "tui-setup-rules",
            Field::Komi => "tui-setup-komi",
            Field::Handicap => "tui-setup-handicap",
            Field::Placement => "tui-setup-placement",
            Field::Variant => "tui-setup-variant",
            Field::Clock => "tui-setup-clock",
            Field::Start => "tui-setup-start",
        }
    }
}

impl Form {
    /// A person with Black against the machine at its first level.
    pub(super) fn new(context: &Context) -> Form {
        let mut plan = Plan::new(Game::Go);
        plan.names[0].clone_from(&context.options.name);
        Form { plan, colour: Colour::Black, commands: Default::default(), typed: None }
    }

    pub(super) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Game];
        for (player, who) in self.plan.who.iter().enumerate() {
            fields.push(Field::Who(player));
            match who {
                Who::Person => fields.push(Field::Name(player)),
                Who::Engine(_) => fields.push(Field::Command(player)),
                _ => {}
            }
        }
        fields.push(Field::Colour);
        match self.plan.game {
            Game::Go => fields.extend([Field::Size, Field::Rules, Field::Komi, Field::Handicap]),
            Game::Othello => {}
            Game::Aligne4 => fields.push(Field::Variant),
        }
        if self.plan.game == Game::Go && self.plan.handicap > 0 {
            fields.push(Field::Placement);
        }
        fields.extend([Field::Clock, Field::Start]);
        fields
    }

    /// The plan as it stands; machines have no names.
    pub(super) fn finished(&self) -> Plan {
        let mut plan = self.plan.clone();
        for (name, who) in plan.names.iter_mut().zip(&plan.who) {
            if !who.is_person() {
                name.clear();
            }
        }
        plan
    }

    /// The name of the person who sits here, if just one does.
    pub(super) fn own_name(&self) -> Option<&str> {
        let mut people = self.plan.names.iter().zip(&self.plan.who).filter(|(_, who)| who.is_person());
        match (people.next(), people.next()) {
            (Some((name, _)), None) => Some(name),
            _ => None,
        }
    }

    /// The next or the previous value of a field.
    pub(super) fn change(&mut self, field: Field, context: &Context, forward: bool) {
        self.typed = None;
        let plan = &mut self.plan;
        match field {
            Field::Game => {
                plan.game = turn(&Game::ALL, &plan.game, forward);
                let seats = seats(plan.game, context);
                for who in &mut plan.who {
                    let can_sit = seats.contains(who) || (matches!(who, Who::Engine(_)) && has_engines(plan.game));
                    if !can_sit {
                        *who = Who::Level(1);
                    }
                }
            }
            Field::Who(player) => self.change_who(player, context, forward),
            Field::Colour => self.colour = turn(&[Colour::Black, Colour::White, Colour::Toss], &self.colour, forward),
            Field::Size => plan.size = turn(&SIZES, &plan.size, forward),
            Field::Rules => plan.rules = turn(&RULE_SETS, &plan.rules.as_str(), forward).to_owned(),
            Field::Komi => plan.komi = turn(&KOMIS, &plan.komi.as_str(), forward).to_owned(),
            Field::Handicap => plan.handicap = turn(&[0, 2, 3, 4, 5, 6, 7, 8, 9], &plan.handicap, forward),
            Field::Placement => plan.free_handicap = !plan.free_handicap,
            Field::Variant => plan.variant = turn(&VARIANTS, &plan.variant.as_str(), forward).to_owned(),
            Field::Clock => plan.clock = turn(&CLOCKS, &plan.clock.as_str(), forward).to_owned(),
            Field::Name(_) | Field::Command(_) | Field::Start => {}
        }
    }

    fn change_who(&mut self, player: usize, context: &Context, forward: bool) {
        let mut all = seats(self.plan.game, context);
        if has_engines(self.plan.game) {
            all.push(Who::Engine(self.commands[player].clone()));
        }
        let who = &mut self.plan.who[player];
        let at = all.iter().position(|other| other == who).unwrap_or(0);
        *who = all[if forward { at + 1 } else { at + all.len() - 1 } % all.len()].clone();
    }

    /// Takes a letter in, where the field takes any; whether it did.
    pub(super) fn type_letter(&mut self, field: Field, letter: char) -> bool {
        let goes_on = field.is_text() || self.typed == Some(field);
        let wanted = match field {
            Field::Name(_) | Field::Command(_) => !letter.is_control(),
            Field::Komi => letter.is_ascii_digit() || ".-".contains(letter),
            // What begins with a digit is a clock; until then the letters are keys.
            Field::Clock => letter.is_ascii_digit() || (goes_on && "hmsx+/".contains(letter)),
            _ => false,
        };
        let max = match field {
            Field::Name(_) => MAX_NAME,
            Field::Command(_) => MAX_COMMAND,
            _ => MAX_VALUE,
        };
        if let Some(text) = self.text(field).filter(|_| wanted) {
            // A value of the menu gives way to what is typed.
            let mut text = if goes_on { text.to_owned() } else { String::new() };
            if text.chars().count() < max {
                text.push(letter);
            }
            self.set_text(field, text);
            self.typed = Some(field);
        }
        wanted
    }

    /// Takes the last letter back; whether the field has letters.
    pub(super) fn erase(&mut self, field: Field) -> bool {
        let Some(mut text) = self.text(field).map(str::to_owned) else { return false };
        text.pop();
        if text.is_empty() && field == Field::Clock {
            CLOCKS[0].clone_into(&mut text);
        }
        self.set_text(field, text);
        true
    }

    /// What is typed into a field.
    pub(super) fn text(&self, field: Field) -> Option<&str> {
        match field {
            Field::Name(player) => Some(&self.plan.names[player]),
            Field::Command(player) => Some(&self.commands[player]),
            Field::Komi => Some(&self.plan.komi),
            Field::Clock => Some(&self.plan.clock),
            _ => None,
        }
    }

    fn set_text(&mut self, field: Field, text: String) {
        match field {
            Field::Name(player) => self.plan.names[player] = text,
            Field::Command(player) => {
                self.plan.who[player] = Who::Engine(text.clone());
                self.commands[player] = text;
            }
            Field::Komi => self.plan.komi = text,
            Field::Clock => self.plan.clock = text,
            _ => {}
        }
    }

    /// What stands in a field.
    pub(super) fn value(&self, field: Field, context: &Context) -> String {
        let plan = &self.plan;
        match field {
            Field::Game => plan.game.name().to_owned(),
            Field::Who(player) => who(&plan.who[player], context),
            Field::Colour => context.say(match self.colour {
                Colour::Black => "tui-black",
                Colour::White => "tui-white",
                Colour::Toss => "tui-setup-toss",
            }),
            Field::Size => format!("{0} {1} {0}", plan.size, context.look.pick("×", "x")),
            Field::Rules => context.say(&format!("tui-rules-{}", plan.rules)),
            Field::Komi if plan.komi.is_empty() => context.say("tui-setup-komi-rules"),
            Field::Handicap if plan.handicap == 0 => context.say("tui-setup-handicap-none"),
            Field::Handicap => {
                context.words.say("tui-setup-handicap-stones", &[("count", i64::from(plan.handicap).into())])
            }
            Field::Placement if plan.free_handicap => context.say("tui-setup-placement-free"),
            Field::Placement => context.say("tui-setup-placement-fixed"),
            Field::Variant => context.say(&format!("tui-variant-{}", plan.variant)),
            Field::Clock => match CLOCKS.iter().position(|clock| *clock == plan.clock) {
                Some(index) => context.say(CLOCK_IDS[index]),
                None => plan.clock.clone(),
            },
            Field::Komi | Field::Name(_) | Field::Command(_) => self.text(field).unwrap_or_default().to_owned(),
            Field::Start => String::new(),
        }
    }

    /// What helps with a field, if something does.
    pub(super) fn advice(&self, field: Field, context: &Context) -> Option<String> {
        let id = match field {
            Field::Who(player) => match self.plan.who[player] {
                Who::Level(level) => context.desk.machine.level_id(self.plan.game.id(), level)?,
                _ => return None,
            },
            Field::Command(_) => "tui-setup-command-advice",
            Field::Colour if self.colour == Colour::Toss => "tui-setup-toss-advice",
            Field::Komi => "tui-setup-komi-advice",
            Field::Clock => "tui-setup-clock-advice",
            _ => return None,
        };
        Some(context.say(id))
    }
}

const CLOCK_IDS: [&str; 5] =
    ["tui-clock-none", "tui-clock-absolute", "tui-clock-fischer", "tui-clock-byo-yomi", "tui-clock-canadian"];

/// Who can sit down, but for other programs.
fn seats(game: Game, context: &Context) -> Vec<Who> {
    let levels = (1..=context.desk.machine.levels(game.id())).map(Who::Level);
    [Who::Person].into_iter().chain(levels).chain([Who::Random]).collect()
}

/// Whether there are other programs for this game.
fn has_engines(game: Game) -> bool {
    game != Game::Aligne4
}

fn who(who: &Who, context: &Context) -> String {
    match who {
        Who::Level(level) => context.words.say("tui-setup-machine", &[("level", i64::from(*level).into())]),
        Who::Engine(_) => context.say("tui-setup-engine"),
        Who::Person => context.say("tui-person"),
        Who::Random | Who::Time(_) | Who::Nodes(_) => context.say("tui-setup-random"),
    }
}

/// The plan with its first player at this colour.
pub(crate) fn seated(plan: &Plan, colour: Player) -> Plan {
    let mut plan = plan.clone();
    if colour == Player::White {
        plan.who.swap(0, 1);
        plan.names.swap(0, 1);
    }
    plan
}

/// The value after this one, or before it, around the ends; the first if it is none of them.
fn turn<T: Copy + PartialEq>(all: &[T], value: &T, forward: bool) -> T {
    match all.iter().position(|other| other == value) {
        Some(at) => all[if forward { at + 1 } else { at + all.len() - 1 } % all.len()],
        None => all[0],
    }
}
