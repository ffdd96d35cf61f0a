//! `plateau config`: every setting, and where it comes from.

use serde_json::json;
use store::preferences::Switch;
use store::{Preferences, Sqlite};

use crate::cli::{Config, ConfigWhat};
use crate::console::Console;
use crate::failure::Failure;
use crate::settings::Origin;

pub(crate) fn run(args: &Config, console: &mut Console<'_>) -> Result<(), Failure> {
    let path = console.settings.path.as_ref().map(|path| path.display().to_string());
    let path = path.ok_or_else(|| Failure::Input(console.say("error-no-home", &[])))?;
    match args.what {
        ConfigWhat::Path => console.line(&path),
        ConfigWhat::Show { json } => show(&path, json, console),
    }
}

/// A setting: its key, the id of its name, its value, where that comes from.
type Shown = (&'static str, &'static str, String, Origin);

fn settings(console: &Console<'_>) -> Vec<Shown> {
    let settings = console.settings;
    let chosen = chosen(console);
    // A language that was chosen stands above the environment's, and below the option.
    let lang = match (settings.lang.origin, chosen.lang) {
        (Origin::Flag(_), _) | (_, None) => (settings.lang.value, settings.lang.origin),
        (_, Some(lang)) => (lang, Origin::Chosen),
    };
    let data = settings.data.value.as_ref().map(|folder| folder.display().to_string()).unwrap_or_default();
    let mut all = vec![
        ("data", "config-data", data, settings.data.origin),
        ("lang", "config-lang", lang.0.tag().to_owned(), lang.1),
        ("color", "config-color", settings.color.value.name().to_owned(), settings.color.origin),
    ];
    let usual = usual();
    let origin = |differs: bool| if differs { Origin::Chosen } else { Origin::Default };
    all.push(("name", "setup-name", chosen.name.clone(), origin(chosen.name != usual.name)));
    all.push(("theme", "option-theme", chosen.theme.to_string(), origin(chosen.theme != usual.theme)));
    for switch in Switch::ALL {
        let is_on = chosen.is_on(switch);
        let value = if is_on { "yes" } else { "no" };
        let label = match switch {
            Switch::Sound => "option-sound",
            Switch::Coordinates => "option-coordinates",
            Switch::Confirm => "option-confirm",
            Switch::Animation => "option-animation",
            Switch::Territory => "option-territory",
        };
        all.push((switch.key(), label, value.to_owned(), origin(is_on != usual.is_on(switch))));
    }
    all
}

/// What holds unless somebody chooses; a terminal is quiet.
fn usual() -> Preferences {
    Preferences { sound: false, ..Preferences::default() }
}

/// What was chosen in the options. Looking makes no database where there is none.
fn chosen(console: &Console<'_>) -> Preferences {
    let path = console.settings.data.value.as_ref().map(|folder| folder.join("games.db")).filter(|path| path.exists());
    let kept = path.and_then(|path| Sqlite::open(&path).ok()).and_then(|store| usual().kept(&store).ok());
    kept.unwrap_or_else(usual)
}

fn show(path: &str, as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let values = settings(console);
    if as_json {
        let mut object = json!({ "file": path });
        for (key, _, value, origin) in values {
            object[key] = json!({ "value": value, "from": origin_id(origin) });
        }
        return console.json(&object);
    }
    let there = console.settings.path.as_ref().is_some_and(|path| path.exists());
    let missing = if there { String::new() } else { format!(" ({})", console.say("config-missing", &[])) };
    let label = console.say("config-file", &[]);
    console.line(
        &console.say("console-option", &[("label", label.into()), ("value", format!("{path}{missing}").into())]),
    )?;
    for (_, id, value, origin) in values {
        let from = match origin {
            Origin::Flag(name) => console.say("config-from-flag", &[("name", name.into())]),
            Origin::Variable(name) => console.say("config-from-variable", &[("name", name.into())]),
            Origin::File => console.say("config-from-file", &[]),
            Origin::Chosen => console.say("config-from-options", &[]),
            Origin::Default => console.say("config-from-default", &[]),
        };
        let value = match value.as_str() {
            "yes" => console.say("option-on", &[]),
            "no" => console.say("option-off", &[]),
            "" => "-".to_owned(),
            _ => value,
        };
        let label = console.say(id, &[]);
        let value = format!("{value} ({from})");
        console.line(&console.say("console-option", &[("label", label.into()), ("value", value.into())]))?;
    }
    Ok(())
}

/// A word that scripts can rely on.
fn origin_id(origin: Origin) -> &'static str {
    match origin {
        Origin::Flag(_) => "flag",
        Origin::Variable(_) => "environment",
        Origin::File => "file",
        Origin::Chosen => "options",
        Origin::Default => "default",
    }
}
