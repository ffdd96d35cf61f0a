//! `plateau config`: where settings come from.

use serde_json::json;

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

fn show(path: &str, as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let settings = console.settings;
    let values = [
        ("lang", settings.lang.value.tag(), settings.lang.origin),
        ("color", settings.color.value.name(), settings.color.origin),
    ];
    if as_json {
        let data = settings.data.as_ref().map(|folder| folder.display().to_string());
        let mut object = json!({ "file": path, "data": data });
        for (name, value, origin) in values {
            object[name] = json!({ "value": value, "from": origin_id(origin) });
        }
        return console.json(&object);
    }
    let there = settings.path.as_ref().is_some_and(|path| path.exists());
    let missing = if there { String::new() } else { format!(" ({})", console.say("config-missing", &[])) };
    console.line(&format!("{}: {path}{missing}", console.say("config-file", &[])))?;
    if let Some(data) = &settings.data {
        console.line(&format!("{}: {}", console.say("config-data", &[]), data.display()))?;
    }
    for (name, value, origin) in values {
        let from = match origin {
            Origin::Flag(name) => console.say("config-from-flag", &[("name", name.into())]),
            Origin::Variable(name) => console.say("config-from-variable", &[("name", name.into())]),
            Origin::File => console.say("config-from-file", &[]),
            Origin::Default => console.say("config-from-default", &[]),
        };
        console.line(&format!("{}: {value} ({from})", console.say(&format!("config-{name}"), &[])))?;
    }
    Ok(())
}

/// A word that scripts can rely on.
fn origin_id(origin: Origin) -> &'static str {
    match origin {
        Origin::Flag(_) => "flag",
        Origin::Variable(_) => "environment",
        Origin::File => "file",
        Origin::Default => "default",
    }
}
