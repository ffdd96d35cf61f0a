//! A game as the command line asks for it.

use std::str::FromStr;

use plateau_core::ParseError;
use players::Opening;
use table::{AnySetup, Kind, Message, Proposal};
use words::Words;

use crate::cli::{Agreement, Play};
use crate::failure::Failure;

/// What can be asked for of a game; nothing where nothing is said.
#[derive(Default)]
struct Asked<'a> {
    size: Option<u8>,
    rules: Option<&'a str>,
    scoring: Option<&'a str>,
    ko: Option<&'a str>,
    suicide: bool,
    komi: Option<&'a str>,
    handicap: Option<u16>,
    free_handicap: bool,
    variant: Option<&'a str>,
}

/// The game with the board and the rules asked for, or a refusal of what does not go together.
pub(crate) fn agreed(kind: Kind, agreement: &Agreement, words: &Words) -> Result<AnySetup, Failure> {
    let Agreement { size, rules, variant } = agreement;
    let asked = Asked { size: *size, rules: rules.as_deref(), variant: variant.as_deref(), ..Asked::default() };
    settle(&propose(kind, &asked, words)?, words)
}

/// The game that is to be played, but for who sits there.
pub(crate) fn proposed(args: &Play, words: &Words) -> Result<Proposal, Failure> {
    let asked = Asked {
        size: args.size,
        rules: args.rules.as_deref(),
        scoring: args.scoring.as_deref(),
        ko: args.ko.as_deref(),
        suicide: args.suicide,
        komi: args.komi.as_deref(),
        handicap: args.handicap,
        free_handicap: args.free_handicap,
        variant: args.variant.as_deref(),
    };
    let mut proposal = propose(args.game, &asked, words)?;
    if let Some(clock) = &args.clock {
        proposal.control = read("--clock", clock, words)?;
    }
    Ok(proposal)
}

/// The set-up of a proposal, or why its parts do not go together.
pub(crate) fn settle(proposal: &Proposal, words: &Words) -> Result<AnySetup, Failure> {
    proposal.setup().map_err(|why| usage(&why, words))
}

fn propose(kind: Kind, asked: &Asked<'_>, words: &Words) -> Result<Proposal, Failure> {
    let of_go = [
        ("--size", asked.size.is_some()),
        ("--rules", asked.rules.is_some()),
        ("--scoring", asked.scoring.is_some()),
        ("--ko", asked.ko.is_some()),
        ("--suicide", asked.suicide),
        ("--komi", asked.komi.is_some()),
        ("--handicap", asked.handicap.is_some()),
        ("--free-handicap", asked.free_handicap),
    ];
    let of_aligne4 = [("--variant", asked.variant.is_some())];
    let foreign: Vec<&(&str, bool)> = match kind {
        Kind::Go => of_aligne4.iter().collect(),
        Kind::Othello => of_go.iter().chain(&of_aligne4).collect(),
        Kind::Aligne4 => of_go.iter().collect(),
    };
    if let Some((option, _)) = foreign.into_iter().find(|(_, is_asked)| *is_asked) {
        return Err(not_for(kind, option, words));
    }
    let mut proposal = Proposal::new(kind);
    let go = &mut proposal.go;
    if let Some(size) = asked.size {
        let refusal = || Failure::Usage(words.say("error-go-size", &[("size", size.into())]));
        go.size = size.to_string().parse().map_err(|_| refusal())?;
    }
    if let Some(name) = asked.rules {
        let known = go::RULE_SETS.map(|(known, _)| known).join(", ");
        go.rules = named(name, "error-unknown-rules", known, words)?;
    }
    go.scoring = asked.scoring.map(|name| read("--scoring", name, words)).transpose()?;
    go.ko = asked.ko.map(|name| read("--ko", name, words)).transpose()?;
    go.suicide = asked.suicide.then_some(true);
    go.komi = asked.komi.map(|komi| read("--komi", komi, words)).transpose()?;
    go.handicap = u8::try_from(asked.handicap.unwrap_or(0)).unwrap_or(u8::MAX);
    go.free_handicap = asked.free_handicap;
    if let Some(name) = asked.variant {
        let known = Proposal::VARIANTS.map(|known| known.to_string()).join(", ");
        proposal.variant = named(name, "error-unknown-variant", known, words)?;
    }
    Ok(proposal)
}

/// The opening that a game begins with, if one is asked for.
pub(crate) fn opening(kind: Kind, name: Option<&str>, words: &Words) -> Result<Option<Opening>, Failure> {
    let Some(name) = name else { return Ok(None) };
    if kind != Kind::Othello {
        return Err(not_for(kind, "--opening", words));
    }
    let known = std::iter::once(Opening::XOT).chain(Opening::names()).collect::<Vec<_>>().join(", ");
    named(name, "error-unknown-opening", known, words).map(Some)
}

fn not_for(kind: Kind, option: &str, words: &Words) -> Failure {
    Failure::Usage(words.say("error-option-not-for-game", &[("option", option.into()), ("game", kind.id().into())]))
}

/// One of several by its name, or a refusal that names them.
fn named<T: FromStr>(name: &str, refusal: &str, known: String, words: &Words) -> Result<T, Failure> {
    let refuse = |_| Failure::Usage(words.say(refusal, &[("name", name.into()), ("known", known.into())]));
    name.parse().map_err(refuse)
}

/// The value of an option, or a refusal that names the option and what it takes.
fn read<T: FromStr<Err = ParseError>>(option: &str, text: &str, words: &Words) -> Result<T, Failure> {
    text.parse().map_err(|error: ParseError| {
        let expected = words.say(&format!("expected-{}", error.expected.id), &[]);
        let args = [("option", option.into()), ("value", text.into()), ("expected", expected.into())];
        Failure::Usage(words.say("usage-value", &args))
    })
}

fn usage(why: &Message, words: &Words) -> Failure {
    Failure::Usage(tui::say(words, why))
}
