//! A new game, agreed on question by question. Every question has a usual answer, which an empty line gives.

use plateau_core::Player;
use store::{Preferences, suited_level};
use table::{AnySetup, Kind, Proposal, RuleSet, Seat, Who};

use super::show;
use super::talk::{Gone, Talk};
use crate::Sitting;

/// Who plays against whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Machine,
    People,
    Machines,
}

const MODES: [(Mode, &str); 3] =
    [(Mode::Machine, "mode-machine"), (Mode::People, "mode-people"), (Mode::Machines, "mode-machines")];

/// The game that is agreed on, or nothing if somebody goes back.
pub(super) fn agree(talk: &mut Talk<'_>) -> Result<Option<Sitting>, Gone> {
    let Some((proposal, first)) = propose(talk)? else { return Ok(None) };
    let table = proposal.setup_with_first(first).and_then(AnySetup::table);
    match table.and_then(|table| Sitting::create(talk.desk, table)) {
        Ok(sitting) => Ok(Some(sitting)),
        Err(why) => {
            talk.message(&why)?;
            Ok(None)
        }
    }
}

/// What is wanted, and what the first player plays.
fn propose(talk: &mut Talk<'_>) -> Result<Option<(Proposal, Player)>, Gone> {
    let game = talk.words.say("setup-game", &[]);
    let Some(at) = talk.choose(&game, &Kind::ALL.map(|kind| kind.name().to_owned()), Some(0))? else { return Ok(None) };
    let mut proposal = Proposal::new(Kind::ALL[at]);
    let modes = MODES.map(|(_, id)| talk.words.say(id, &[]));
    let label = talk.words.say("mode", &[]);
    let Some(at) = talk.choose(&label, &modes, Some(0))? else { return Ok(None) };
    let mode = MODES[at].0;
    let Some(seats) = seats(talk, proposal.kind, mode)? else { return Ok(None) };
    proposal.seats = seats;
    let agreed = match proposal.kind {
        Kind::Go => agree_on_go(talk, &mut proposal)?,
        Kind::Othello => true,
        Kind::Aligne4 => {
            let variants = Proposal::VARIANTS.map(|variant| talk.words.say(&format!("variant-{variant}"), &[]));
            let label = talk.words.say("setup-variant", &[]);
            let chosen = talk.choose(&label, &variants, Some(0))?;
            proposal.variant = chosen.map_or(proposal.variant, |at| Proposal::VARIANTS[at]);
            chosen.is_some()
        }
    };
    if !agreed || !agree_on_time(talk, &mut proposal)? {
        return Ok(None);
    }
    let first = colour(talk, &proposal, mode)?;
    Ok(first.map(|first| (proposal, first)))
}

fn seats(talk: &mut Talk<'_>, kind: Kind, mode: Mode) -> Result<Option<[Seat; 2]>, Gone> {
    let mut seats = Vec::new();
    for number in 1..=2 {
        let is_person = mode == Mode::People || (mode == Mode::Machine && number == 1);
        let seat = if is_person { person(talk, mode, number)? } else { machine(talk, kind, mode, number)? };
        let Some(seat) = seat else { return Ok(None) };
        seats.push(seat);
    }
    Ok(seats.try_into().ok())
}

/// A person's name. Who plays alone is remembered.
fn person(talk: &mut Talk<'_>, mode: Mode, number: i64) -> Result<Option<Seat>, Gone> {
    let is_own = mode == Mode::Machine;
    let usual = if is_own || number == 1 { talk.options.name.clone() } else { String::new() };
    let label =
        if is_own { talk.words.say("name-own", &[]) } else { talk.words.say("name-of", &[("number", number.into())]) };
    let Some(name) = talk.ask(&label, &usual)? else { return Ok(None) };
    let name = store::preferences::clean_name(&name);
    if is_own && name != talk.options.name {
        talk.take_options(Preferences { name: name.clone(), ..talk.options.clone() });
    }
    Ok(Some(Seat { name, who: Who::Person }))
}

fn machine(talk: &mut Talk<'_>, kind: Kind, mode: Mode, number: i64) -> Result<Option<Seat>, Gone> {
    let label = match mode {
        Mode::Machines => talk.words.say("level-of", &[("number", number.into())]),
        Mode::Machine | Mode::People => talk.words.say("level-which", &[]),
    };
    let levels: Vec<String> = (1..=talk.desk.machine.levels(kind))
        .map(|level| match talk.desk.machine.level_id(kind, level) {
            Some(id) => talk.words.say(id, &[]),
            None => talk.words.say("who-level", &[("level", i64::from(level).into())]),
        })
        .collect();
    let suited = suited_level(&*talk.desk.store, kind, talk.desk.machine.levels(kind)).ok().flatten();
    let suited = suited.filter(|_| mode == Mode::Machine);
    if let Some(suited) = suited {
        let why = talk.words.say("level-suited-why", &[("level", suited.level.into()), ("won", suited.won.into())]);
        talk.line(&why)?;
    }
    let usual = suited.map_or(0, |suited| usize::from(suited.level) - 1);
    let chosen = talk.choose(&label, &levels, Some(usual))?;
    Ok(chosen.map(|at| Seat { name: String::new(), who: Who::Level(at as u8 + 1) }))
}

fn agree_on_go(talk: &mut Talk<'_>, proposal: &mut Proposal) -> Result<bool, Gone> {
    let go = &mut proposal.go;
    loop {
        let label = talk.words.say("setup-size-which", &[]);
        let Some(size) = talk.ask(&label, &Proposal::SIZES[0].to_string())? else { return Ok(false) };
        match size.parse() {
            Ok(size) => go.size = size,
            Err(why) => {
                talk.expected(&why)?;
                continue;
            }
        }
        break;
    }
    let all: Vec<RuleSet> = RuleSet::all().collect();
    let shown: Vec<String> = all.iter().map(|rules| show::rule_set(&talk.words, &rules.to_string())).collect();
    let label = talk.words.say("setup-rules", &[]);
    let Some(at) = talk.choose(&label, &shown, Some(0))? else { return Ok(false) };
    go.rules = all[at];
    loop {
        let label = talk.words.say("setup-handicap-which", &[]);
        let Some(stones) = talk.ask(&label, "0")? else { return Ok(false) };
        match stones.parse() {
            Ok(stones) if stones <= 9 => go.handicap = stones,
            _ => {
                talk.tell("setup-handicap-range")?;
                continue;
            }
        }
        break;
    }
    loop {
        let (label, usual) = (talk.words.say("setup-komi", &[]), talk.words.say("setup-komi-rules", &[]));
        let Some(komi) = talk.ask(&label, &usual)? else { return Ok(false) };
        match komi.replace(',', ".").parse() {
            _ if komi == usual => go.komi = None,
            Ok(komi) => go.komi = Some(komi),
            Err(why) => {
                talk.expected(&why)?;
                continue;
            }
        }
        return Ok(true);
    }
}

/// One of the usual clocks by its number, or any other as it is written.
fn agree_on_time(talk: &mut Talk<'_>, proposal: &mut Proposal) -> Result<bool, Gone> {
    for (number, (clock, id)) in (1..).zip(Proposal::CLOCKS) {
        let said = talk.words.say(id, &[]);
        talk.line(&if number == 1 {
            format!("{number:>3}. {said}")
        } else {
            format!("{number:>3}. {said} ({clock})")
        })?;
    }
    loop {
        let label = talk.words.say("setup-clock", &[]);
        let Some(answer) = talk.ask(&label, "1")? else { return Ok(false) };
        let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let clock = number.and_then(|at| Proposal::CLOCKS.get(at)).map_or(answer.as_str(), |(clock, _)| clock);
        match clock.parse() {
            Ok(control) => {
                proposal.control = control;
                return Ok(true);
            }
            Err(why) => talk.expected(&why)?,
        }
    }
}

/// What the first player plays: chosen, or by the toss.
fn colour(talk: &mut Talk<'_>, proposal: &Proposal, mode: Mode) -> Result<Option<Player>, Gone> {
    if mode == Mode::Machines {
        return Ok(Some(Player::Black));
    }
    let sides = Player::BOTH.map(|player| talk.words.say(proposal.kind.side(player).id(), &[]));
    let [black, white] = sides;
    let entries = [black, white, talk.words.say("setup-toss", &[])];
    let label = talk.words.say(if mode == Mode::Machine { "setup-colour-own" } else { "setup-colour" }, &[]);
    let drawn = match talk.choose(&label, &entries, Some(0))? {
        None => return Ok(None),
        Some(0) => return Ok(Some(Player::Black)),
        Some(1) => return Ok(Some(Player::White)),
        Some(_) => (talk.desk.toss)(),
    };
    talk.tell("toss-running")?;
    talk.write(&show::ko(drawn, talk.manner.charset))?;
    let side = proposal.kind.side(drawn).to_string();
    let id = if mode == Mode::Machine { "toss-done" } else { "toss-first" };
    let said = talk.words.say(id, &[("player", side.into())]);
    talk.line(&said)?;
    Ok(Some(drawn))
}
