//! A new game: everything has a sensible value, so that Enter alone starts.

use plateau_core::Player;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEventKind};
use ratatui::layout::Rect;
use table::Who;

use super::{Keys, Screen, heading, play, toss, walk};
use crate::app::{Context, Next};
use crate::look::Role;
use crate::plan::{CLOCKS, RULE_SETS, SIZES, VARIANTS};
use crate::{Event, Game, Plan, Sitting, paint, say};

pub(crate) struct SetUp {
    /// The person of the plan has Black until the colour is settled.
    plan: Plan,
    opponents: Opponents,
    colour: Colour,
    /// The machine's level, or each machine's, Black's first; 0 plays at random.
    levels: [u8; 2],
    at: usize,
    problem: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponents {
    PersonMachine,
    TwoPeople,
    TwoMachines,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Black,
    White,
    Toss,
}

/// A line of the screen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Game,
    Opponents,
    Level(Player),
    Colour,
    Name(Player),
    Size,
    Rules,
    Handicap,
    Variant,
    Clock,
    Start,
}

/// The longest name that is typed here.
const MAX_NAME: usize = 24;

impl SetUp {
    pub(crate) fn new(context: &Context) -> SetUp {
        let mut plan = Plan::new(Game::Go);
        plan.names[0].clone_from(&context.options.name);
        let (opponents, colour) = (Opponents::PersonMachine, Colour::Black);
        let first = context.desk.machine.levels(plan.game.id()).min(1);
        SetUp { plan, opponents, colour, levels: [first; 2], at: 0, problem: None }
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Game, Field::Opponents];
        fields.extend(match self.opponents {
            Opponents::PersonMachine => vec![Field::Level(Player::White), Field::Colour, Field::Name(Player::Black)],
            Opponents::TwoPeople => vec![Field::Name(Player::Black), Field::Name(Player::White)],
            Opponents::TwoMachines => vec![Field::Level(Player::Black), Field::Level(Player::White)],
        });
        fields.extend(match self.plan.game {
            Game::Go => vec![Field::Size, Field::Rules, Field::Handicap],
            Game::Othello => Vec::new(),
            Game::Aligne4 => vec![Field::Variant],
        });
        fields.extend([Field::Clock, Field::Start]);
        fields
    }

    fn field(&self) -> Field {
        let fields = self.fields();
        fields[self.at.min(fields.len() - 1)]
    }

    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.field(), Field::Name(_))
    }

    /// The plan as the fields have it; the person has Black.
    fn finished(&self) -> Plan {
        let mut plan = self.plan.clone();
        plan.who = match self.opponents {
            Opponents::PersonMachine => [Who::Person, machine(self.levels[1])],
            Opponents::TwoPeople => [Who::Person, Who::Person],
            Opponents::TwoMachines => self.levels.map(machine),
        };
        match self.opponents {
            Opponents::PersonMachine => plan.names[1].clear(),
            Opponents::TwoPeople => {}
            Opponents::TwoMachines => plan.names = Default::default(),
        }
        plan
    }

    fn start(&mut self, context: &mut Context) -> Next {
        let plan = self.finished();
        if self.opponents != Opponents::TwoMachines && context.options.name != plan.names[0] {
            let options = crate::Options { name: plan.names[0].clone(), ..context.options.clone() };
            context.choose(options);
        }
        let colour = match (self.opponents, self.colour) {
            (Opponents::PersonMachine, Colour::Toss) => {
                return Next::to(Screen::Toss(toss::Toss::new(context, plan)));
            }
            (Opponents::PersonMachine, Colour::White) => Player::White,
            _ => Player::Black,
        };
        let plan = seated(&plan, colour);
        match plan.table().and_then(|table| Sitting::create(&context.desk, table)) {
            Ok(sitting) => Next::to(Screen::Play(Box::new(play::Play::new(context, sitting)))),
            Err(why) => {
                self.problem = Some(say(&context.words, &why));
                Next::Stay
            }
        }
    }

    /// The next or the previous value of the field.
    fn change(&mut self, context: &Context, forward: bool) {
        let field = self.field();
        let plan = &mut self.plan;
        match field {
            Field::Game => {
                plan.game = turn(&Game::ALL, &plan.game, forward);
                let highest = context.desk.machine.levels(self.plan.game.id());
                self.levels = self.levels.map(|level| level.max(1).min(highest));
            }
            Field::Opponents => {
                let all = [Opponents::PersonMachine, Opponents::TwoPeople, Opponents::TwoMachines];
                self.opponents = turn(&all, &self.opponents, forward);
            }
            Field::Level(player) => {
                let highest = context.desk.machine.levels(self.plan.game.id());
                let all: Vec<u8> = (0..=highest).collect();
                self.levels[player] = turn(&all, &self.levels[player], forward);
            }
            Field::Colour => self.colour = turn(&[Colour::Black, Colour::White, Colour::Toss], &self.colour, forward),
            Field::Size => plan.size = turn(&SIZES, &plan.size, forward),
            Field::Rules => plan.rules = turn(&RULE_SETS, &plan.rules.as_str(), forward).to_owned(),
            Field::Handicap => plan.handicap = turn(&[0, 2, 3, 4, 5, 6, 7, 8, 9], &plan.handicap, forward),
            Field::Variant => plan.variant = turn(&VARIANTS, &plan.variant.as_str(), forward).to_owned(),
            Field::Clock => plan.clock = turn(&CLOCKS, &plan.clock.as_str(), forward).to_owned(),
            Field::Name(_) | Field::Start => {}
        }
    }

    pub(crate) fn update(&mut self, context: &mut Context, event: &Event) -> Next {
        match event {
            Event::Key(key) => self.key(context, key),
            Event::Mouse(mouse) => {
                let count = self.fields().len();
                let form = form(context.size, count);
                let line = mouse.row.saturating_sub(form.y) as usize;
                if mouse.row < form.y || line > count || !matches!(mouse.kind, MouseEventKind::Down(_)) {
                    return Next::Stay;
                }
                self.at = line.min(count - 1);
                if self.field() == Field::Start {
                    return self.start(context);
                }
                self.change(context, true);
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    fn key(&mut self, context: &mut Context, key: &KeyEvent) -> Next {
        self.problem = None;
        if let Field::Name(player) = self.field() {
            let name = &mut self.plan.names[player];
            match key.code {
                KeyCode::Char(c) if !c.is_control() && name.chars().count() < MAX_NAME => {
                    name.push(c);
                    return Next::Stay;
                }
                KeyCode::Backspace => {
                    name.pop();
                    return Next::Stay;
                }
                _ => {}
            }
        }
        let count = self.fields().len();
        if walk(&mut self.at, count, key) {
            return Next::Stay;
        }
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.change(context, false),
            KeyCode::Right | KeyCode::Char('l' | ' ') => self.change(context, true),
            KeyCode::Enter => return self.start(context),
            KeyCode::Esc | KeyCode::Char('q') => return Next::Home,
            _ => {}
        }
        Next::Stay
    }

    fn value(&self, field: Field, context: &Context) -> String {
        let plan = &self.plan;
        match field {
            Field::Game => plan.game.name().to_owned(),
            Field::Opponents => context.say(match self.opponents {
                Opponents::PersonMachine => "tui-setup-person-machine",
                Opponents::TwoPeople => "tui-setup-two-people",
                Opponents::TwoMachines => "tui-setup-two-machines",
            }),
            Field::Level(player) if self.levels[player] == 0 => context.say("tui-setup-random"),
            Field::Level(player) => self.levels[player].to_string(),
            Field::Colour => context.say(match self.colour {
                Colour::Black => "tui-black",
                Colour::White => "tui-white",
                Colour::Toss => "tui-setup-toss",
            }),
            Field::Name(player) => plan.names[player].clone(),
            Field::Size => format!("{0} {1} {0}", plan.size, context.look.pick("×", "x")),
            Field::Rules => context.say(&format!("tui-rules-{}", plan.rules)),
            Field::Handicap if plan.handicap == 0 => context.say("tui-setup-handicap-none"),
            Field::Handicap => {
                context.words.say("tui-setup-handicap-stones", &[("count", i64::from(plan.handicap).into())])
            }
            Field::Variant => context.say(&format!("tui-variant-{}", plan.variant)),
            Field::Clock => context.say(CLOCK_IDS[CLOCKS.iter().position(|clock| *clock == plan.clock).unwrap_or(0)]),
            Field::Start => String::new(),
        }
    }

    fn label(&self, field: Field) -> &'static str {
        match (field, self.opponents) {
            (Field::Game, _) => "tui-setup-game",
            (Field::Opponents, _) => "tui-setup-opponent",
            (Field::Level(Player::Black), _) => "tui-setup-level-black",
            (Field::Level(_), Opponents::TwoMachines) => "tui-setup-level-white",
            (Field::Level(_), _) => "tui-setup-level",
            (Field::Colour, _) => "tui-setup-colour",
            (Field::Name(Player::White), _) => "tui-setup-name-white",
            (Field::Name(_), Opponents::TwoPeople) => "tui-setup-name-black",
            (Field::Name(_), _) => "tui-setup-name",
            (Field::Size, _) => "tui-setup-size",
            (Field::Rules, _) => "tui-setup-rules",
            (Field::Handicap, _) => "tui-setup-handicap",
            (Field::Variant, _) => "tui-setup-variant",
            (Field::Clock, _) => "tui-setup-clock",
            (Field::Start, _) => "tui-setup-start",
        }
    }

    pub(crate) fn draw(&self, context: &Context, buf: &mut Buffer, area: Rect) {
        let look = context.look;
        heading(buf, area, &context.say("tui-setup-title"), context);
        let fields = self.fields();
        let form = form(area, fields.len());
        for (&field, y) in fields.iter().zip(form.y..) {
            let chosen = field == self.field();
            let label = context.say(self.label(field));
            if field == Field::Start {
                let place = paint::middle(Rect { y: y + 1, height: 1, ..form }, paint::width(&label) + 8, 1);
                let role = if chosen { Role::Chosen } else { Role::Strong };
                buf.set_style(place, look.style(role));
                paint::centred(buf, place, &label, look.style(role));
                continue;
            }
            let mut value = self.value(field, context);
            if matches!(field, Field::Name(_)) && chosen {
                value.push_str(look.pick("▏", "_"));
            }
            paint::text(buf, form.x, y, 18, &label, look.style(if chosen { Role::Accent } else { Role::Soft }));
            let (before, after) = look.pick(("◂ ", " ▸"), ("< ", " >"));
            let value = match field {
                Field::Name(_) => value,
                _ if chosen => format!("{before}{value}{after}"),
                _ => format!("  {value}"),
            };
            let (x, style) = (form.x + 20, look.style(if chosen { Role::Accent } else { Role::Ink }));
            let x = if matches!(field, Field::Name(_)) { x + 2 } else { x };
            paint::text(buf, x, y, form.right().saturating_sub(x), &value, style);
        }
        if let Some(problem) = &self.problem {
            let line = Rect { y: area.bottom() - 3, height: 1, ..area };
            paint::centred(buf, line, problem, look.style(Role::Accent));
        }
    }
}

/// The keys that work here.
pub(crate) fn keys() -> Keys {
    (
        vec![("Enter", "tui-key-start"), ("↑↓", "tui-key-move"), ("←→", "tui-key-change"), ("Esc", "tui-key-back")],
        Vec::new(),
    )
}

const CLOCK_IDS: [&str; 5] =
    ["tui-clock-none", "tui-clock-absolute", "tui-clock-fischer", "tui-clock-byo-yomi", "tui-clock-canadian"];

/// Who plays at a level of the set-up.
fn machine(level: u8) -> Who {
    if level == 0 { Who::Random } else { Who::Level(level) }
}

/// The plan with its first player at this colour.
pub(super) fn seated(plan: &Plan, colour: Player) -> Plan {
    let mut plan = plan.clone();
    if colour == Player::White {
        plan.who.swap(0, 1);
        plan.names.swap(0, 1);
    }
    plan
}

/// The value after this one, or before it, around the ends.
fn turn<T: Copy + PartialEq>(all: &[T], value: &T, forward: bool) -> T {
    let at = all.iter().position(|other| other == value).unwrap_or(0);
    all[if forward { at + 1 } else { at + all.len() - 1 } % all.len()]
}

fn form(area: Rect, count: usize) -> Rect {
    paint::middle(area, 66, count as u16 + 1)
}
