//! What the screen of a new game fills in: its lines, their values, and how each is changed.

use plateau_core::Player;
use store::{Suited, suited_level};
use table::{Kind, Message, Proposal, RuleSet, Who};

use crate::console::rule_set;
use crate::context::Context;

/// A game that is being agreed on. The first player of the form has Black in the proposal until the colours are settled.
pub(super) struct Form {
    proposal: Proposal,
    /// The komi as it was chosen or typed; empty if it is what the rules say.
    komi: String,
    /// The clock as it was chosen or typed.
    clock: String,
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
            Field::Game => "setup-game",
            Field::Who(0) => "setup-first",
            Field::Who(_) => "setup-second",
            Field::Name(_) => "setup-name",
            Field::Command(_) => "setup-command",
            Field::Colour => "setup-colour",
            Field::Size => "setup-size",
            Field::Rules => "setup-rules",
            Field::Komi => "setup-komi",
            Field::Handicap => "setup-handicap",
            Field::Placement => "setup-placement",
            Field::Variant => "setup-variant",
            Field::Clock => "setup-clock",
            Field::Start => "setup-start",
        }
    }
}

impl Form {
    /// A person with Black against the machine at the level that suits them, at first the first.
    pub(super) fn new(context: &Context) -> Form {
        let mut proposal = Proposal::new(Kind::Go);
        if let Some(suited) = suited(Kind::Go, context) {
            proposal.seats[1].who = Who::Level(suited.level);
        }
        proposal.seats[0].name.clone_from(&context.options.name);
        let clock = Proposal::CLOCKS[0].0.to_owned();
        Form { proposal, komi: String::new(), clock, colour: Colour::Black, commands: Default::default(), typed: None }
    }

    pub(super) fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Game];
        for (player, seat) in self.proposal.seats.iter().enumerate() {
            fields.push(Field::Who(player));
            match seat.who {
                Who::Person => fields.push(Field::Name(player)),
                Who::Engine(_) => fields.push(Field::Command(player)),
                _ => {}
            }
        }
        fields.push(Field::Colour);
        match self.proposal.kind {
            Kind::Go => {
                fields.extend([Field::Size, Field::Rules, Field::Komi, Field::Handicap]);
                fields.extend((self.proposal.go.handicap > 0).then_some(Field::Placement));
            }
            Kind::Othello => {}
            Kind::Aligne4 => fields.push(Field::Variant),
        }
        fields.extend([Field::Clock, Field::Start]);
        fields
    }

    /// The proposal as it stands, or what of it makes no sense; machines have no names.
    pub(super) fn finished(&self) -> Result<Proposal, Message> {
        let mut proposal = self.proposal.clone();
        proposal.seats.iter_mut().filter(|seat| !seat.who.is_person()).for_each(|seat| seat.name.clear());
        proposal.control = self.clock.parse()?;
        proposal.go.komi = if self.komi.is_empty() { None } else { Some(self.komi.parse()?) };
        Ok(proposal)
    }

    /// Whether another program is to play and nobody has said which.
    pub(super) fn lacks_command(&self) -> bool {
        let lacks = |who: &Who| matches!(who, Who::Engine(command) if command.trim().is_empty());
        self.proposal.seats.iter().any(|seat| lacks(&seat.who))
    }

    /// The name of the person who sits here, if just one does.
    pub(super) fn own_name(&self) -> Option<&str> {
        let mut people = self.proposal.seats.iter().filter(|seat| seat.who.is_person());
        match (people.next(), people.next()) {
            (Some(seat), None) => Some(&seat.name),
            _ => None,
        }
    }

    /// The next or the previous value of a field.
    pub(super) fn change(&mut self, field: Field, context: &Context, forward: bool) {
        self.typed = None;
        let Proposal { kind, seats, go, variant, .. } = &mut self.proposal;
        match field {
            Field::Game => {
                *kind = turn(&Kind::ALL, kind, forward);
                let all = machines(*kind, context);
                let level = suited(*kind, context).map_or(1, |suited| suited.level);
                for seat in seats {
                    let is_engine = matches!(seat.who, Who::Engine(_)) && players::has_external(*kind);
                    let is_level = matches!(seat.who, Who::Level(_));
                    if is_level || !all.contains(&seat.who) && !is_engine {
                        seat.who = Who::Level(level);
                    }
                }
            }
            Field::Who(player) => self.change_who(player, context, forward),
            Field::Colour => self.colour = turn(&[Colour::Black, Colour::White, Colour::Toss], &self.colour, forward),
            Field::Size => {
                let width = turn(&Proposal::SIZES, &go.size.width(), forward);
                go.size = width.to_string().parse().unwrap_or(go.size);
            }
            Field::Rules => go.rules = turn(&RuleSet::all().collect::<Vec<_>>(), &go.rules, forward),
            Field::Komi => {
                let komis: Vec<&str> = [""].into_iter().chain(Proposal::KOMIS).collect();
                self.komi = turn(&komis, &self.komi.as_str(), forward).to_owned();
            }
            Field::Handicap => {
                let stones: Vec<u8> = [0].into_iter().chain(Proposal::HANDICAPS).collect();
                go.handicap = turn(&stones, &go.handicap, forward);
            }
            Field::Placement => go.free_handicap = !go.free_handicap,
            Field::Variant => *variant = turn(&Proposal::VARIANTS, variant, forward),
            Field::Clock => {
                let clocks = Proposal::CLOCKS.map(|(clock, _)| clock);
                self.clock = turn(&clocks, &self.clock.as_str(), forward).to_owned();
            }
            Field::Name(_) | Field::Command(_) | Field::Start => {}
        }
    }

    fn change_who(&mut self, player: usize, context: &Context, forward: bool) {
        let mut all = machines(self.proposal.kind, context);
        if players::has_external(self.proposal.kind) {
            all.push(Who::Engine(self.commands[player].clone()));
        }
        let who = &mut self.proposal.seats[player].who;
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
            Proposal::CLOCKS[0].0.clone_into(&mut text);
        }
        self.set_text(field, text);
        true
    }

    /// What is typed into a field.
    pub(super) fn text(&self, field: Field) -> Option<&str> {
        match field {
            Field::Name(player) => Some(&self.proposal.seats[player].name),
            Field::Command(player) => Some(&self.commands[player]),
            Field::Komi => Some(&self.komi),
            Field::Clock => Some(&self.clock),
            _ => None,
        }
    }

    fn set_text(&mut self, field: Field, text: String) {
        match field {
            Field::Name(player) => self.proposal.seats[player].name = text,
            Field::Command(player) => {
                self.proposal.seats[player].who = Who::Engine(text.clone());
                self.commands[player] = text;
            }
            Field::Komi => self.komi = text,
            Field::Clock => self.clock = text,
            _ => {}
        }
    }

    /// What stands in a field.
    pub(super) fn value(&self, field: Field, context: &Context) -> String {
        let Proposal { kind, seats, go, variant, .. } = &self.proposal;
        match field {
            Field::Game => kind.name().to_owned(),
            Field::Who(player) => who(&seats[player].who, context),
            Field::Colour => context.say(match self.colour {
                Colour::Black => kind.side(Player::Black).id(),
                Colour::White => kind.side(Player::White).id(),
                Colour::Toss => "setup-toss",
            }),
            Field::Size => format!("{0} {1} {0}", go.size.width(), context.look.pick("×", "x")),
            Field::Rules => context.say(&format!("rules-{}", go.rules)),
            Field::Komi if self.komi.is_empty() => context.say("setup-komi-rules"),
            Field::Handicap if go.handicap == 0 => context.say("setup-handicap-none"),
            Field::Handicap => context.words.say("setup-handicap-stones", &[("count", i64::from(go.handicap).into())]),
            Field::Placement if go.free_handicap => context.say("setup-placement-free"),
            Field::Placement => context.say("setup-placement-fixed"),
            Field::Variant => context.say(&format!("variant-{variant}")),
            Field::Clock => match Proposal::CLOCKS.iter().find(|(clock, _)| *clock == self.clock) {
                Some((_, id)) => context.say(id),
                None => self.clock.clone(),
            },
            Field::Komi | Field::Name(_) | Field::Command(_) => self.text(field).unwrap_or_default().to_owned(),
            Field::Start => String::new(),
        }
    }

    /// What helps with a field, if something does.
    pub(super) fn advice(&self, field: Field, context: &Context) -> Option<String> {
        let id = match field {
            Field::Who(player) => match self.proposal.seats[player].who {
                Who::Level(level) => {
                    let plays = context.say(context.desk.machine.level_id(self.proposal.kind, level)?);
                    let suited = suited(self.proposal.kind, context).filter(|suited| suited.level == level);
                    let why = suited.map(|suited| {
                        let gaps = [("level", suited.level.into()), ("won", suited.won.into())];
                        context.words.say("level-suited-why", &gaps)
                    });
                    return Some(why.unwrap_or(plays));
                }
                _ => return None,
            },
            Field::Command(_) => "setup-command-advice",
            Field::Colour if self.colour == Colour::Toss => "setup-toss-advice",
            Field::Rules => return Some(rule_set(&context.words, &self.proposal.go.rules.to_string())),
            Field::Komi => "setup-komi-advice",
            Field::Clock => "setup-clock-advice",
            _ => return None,
        };
        Some(context.say(id))
    }
}

/// Who can sit down, but for other programs.
fn machines(kind: Kind, context: &Context) -> Vec<Who> {
    let levels = (1..=context.desk.machine.levels(kind)).map(Who::Level);
    [Who::Person].into_iter().chain(levels).chain([Who::Random]).collect()
}

fn who(who: &Who, context: &Context) -> String {
    match who {
        Who::Level(level) => context.words.say("setup-machine", &[("level", i64::from(*level).into())]),
        Who::Engine(_) | Who::Nboard { .. } => context.say("setup-engine"),
        Who::Person => context.say("who-person"),
        Who::Random | Who::Time(_) | Who::Nodes(_) => context.say("setup-random"),
    }
}

/// The value after this one, or before it, around the ends; the first if it is none of them.
fn turn<T: Copy + PartialEq>(all: &[T], value: &T, forward: bool) -> T {
    match all.iter().position(|other| other == value) {
        Some(at) => all[if forward { at + 1 } else { at + all.len() - 1 } % all.len()],
        None => all[0],
    }
}

/// The level that the last games say would suit.
fn suited(kind: Kind, context: &Context) -> Option<Suited> {
    suited_level(&*context.desk.store, kind, context.desk.machine.levels(kind)).ok().flatten()
}
