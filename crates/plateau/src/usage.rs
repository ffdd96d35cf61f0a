//! What is wrong with a command line, in the person's language: which option, what was given, what is allowed.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use table::Who;
use words::{Arg, Words};

/// What the grammar refuses, as a sentence. Nothing for what is no refusal: help and version, which were asked for.
pub(crate) fn explain(error: &clap::Error, words: &Words) -> Option<String> {
    let text = |kind| error.get(kind).map(told).unwrap_or_default();
    let (option, value) = (name(&text(ContextKind::InvalidArg)), text(ContextKind::InvalidValue));
    let say = |id: &str, gaps: &[(&str, &str)]| {
        let gaps: Vec<(&str, Arg<'_>)> = gaps.iter().map(|(name, gap)| (*name, (*gap).into())).collect();
        words.say(id, &gaps)
    };
    let said = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => return None,
        ErrorKind::UnknownArgument => say("usage-unknown", &[("option", &option)]),
        ErrorKind::InvalidSubcommand => say("usage-unknown", &[("option", &text(ContextKind::InvalidSubcommand))]),
        ErrorKind::MissingRequiredArgument => say("usage-missing", &[("option", &option)]),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            say("usage-missing-command", &[("known", &text(ContextKind::ValidSubcommand))])
        }
        ErrorKind::ArgumentConflict => {
            say("usage-conflict", &[("option", &option), ("other", &name(&text(ContextKind::PriorArg)))])
        }
        ErrorKind::InvalidValue if value.is_empty() => say("usage-no-value", &[("option", &option)]),
        ErrorKind::InvalidValue => {
            let known = text(ContextKind::ValidValue);
            say("usage-choice", &[("option", &option), ("value", &value), ("known", &known)])
        }
        ErrorKind::ValueValidation => {
            let expected = words.say(&expectation(&option, &value), &[]);
            say("usage-value", &[("option", &option), ("value", &value), ("expected", &expected)])
        }
        _ => say("usage-unclear", &[("option", &option)]),
    };
    let usage = text(ContextKind::Usage);
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).trim();
    let hint = words.say("usage-help", &[]);
    if usage.is_empty() {
        return Some(format!("{said}\n{hint}"));
    }
    Some(format!("{said}\n{} {usage}\n{hint}", words.say("help-usage", &[])))
}

fn told(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(is) => is.to_string(),
        _ => String::new(),
    }
}

/// An option without what stands for its value: `--size`, `GAME`.
fn name(option: &str) -> String {
    let first = option.split_whitespace().next().unwrap_or_default();
    first.trim_matches(['<', '>', '[', ']']).to_owned()
}

/// The message id of what an option takes.
fn expectation(option: &str, value: &str) -> String {
    let id = match option {
        "--black" | "--white" | "--who" | "--a" | "--b" => {
            let refused = value.parse::<Who>().err();
            return refused.map_or_else(|| "expected-who".to_owned(), |why| format!("expected-{}", why.expected.id));
        }
        "--lang" => "expected-lang",
        "--size" => "expected-go-size",
        "--threads" => "expected-positive",
        "--port" => "expected-port",
        "--bind" => "expected-address",
        _ => "expected-whole-number",
    };
    id.to_owned()
}
