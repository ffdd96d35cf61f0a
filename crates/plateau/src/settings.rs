//! Language and colours: by option, by variable, by the configuration file, by default, in this order.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{ColorChoice, ValueEnum};
use words::{Lang, Words};

use crate::failure::Failure;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Color::Auto => "auto",
            Color::Always => "always",
            Color::Never => "never",
        }
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> ColorChoice {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// A value and where it comes from.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Setting<T> {
    pub(crate) value: T,
    pub(crate) origin: Origin,
}

/// Where a setting comes from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Origin {
    Flag(&'static str),
    Variable(&'static str),
    File,
    /// It was chosen in the options, on the screen or in the browser.
    Chosen,
    #[default]
    Default,
}

/// Everything that is settled before a command runs.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Settings {
    /// Where the configuration file is or would be; nowhere if there is no home folder.
    pub(crate) path: Option<PathBuf>,
    /// Where games are kept; nowhere if there is no home folder.
    pub(crate) data: Setting<Option<PathBuf>>,
    pub(crate) lang: Setting<Lang>,
    pub(crate) color: Setting<Color>,
}

/// What a configuration file can say.
#[derive(Default, Debug)]
struct File {
    lang: Option<Lang>,
    color: Option<Color>,
}

impl Settings {
    /// Reads the settings that the command line, the environment and the configuration file give.
    ///
    /// A bad configuration file is a failure, told in the language that the rest gives. A bad option is left to the grammar.
    pub(crate) fn read(args: &[OsString]) -> Result<Settings, (Failure, Lang)> {
        let path = config_path();
        let by_flag = option_value(args, "--lang").and_then(|tag| tag.parse().ok());
        let by_environment = ["PLATEAU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let value = env::var(name).ok().filter(|value| !value.is_empty())?;
            Some((Lang::from_locale(&value)?, name))
        });
        let spoken = by_flag.or(by_environment.map(|(lang, _)| lang)).unwrap_or_default();
        let file = path.as_deref().map_or(Ok(File::default()), |path| read_file(path, spoken));
        let file = file.map_err(|failure| (failure, spoken))?;

        // The program's own variable stands above the file, the system's locale below it.
        let own = by_environment.filter(|(_, name)| *name == "PLATEAU_LANG");
        let lang = [
            by_flag.map(|lang| (lang, Origin::Flag("--lang"))),
            own.map(|(lang, name)| (lang, Origin::Variable(name))),
            file.lang.map(|lang| (lang, Origin::File)),
            by_environment.map(|(lang, name)| (lang, Origin::Variable(name))),
        ];
        let by_flag = option_value(args, "--color").and_then(|name| Color::from_str(&name, false).ok());
        let color =
            [by_flag.map(|color| (color, Origin::Flag("--color"))), file.color.map(|color| (color, Origin::File))];
        Ok(Settings { path, data: data_folder(args), lang: first(lang), color: first(color) })
    }
}

fn first<T: Default>(candidates: impl IntoIterator<Item = Option<(T, Origin)>>) -> Setting<T> {
    let found = candidates.into_iter().flatten().next();
    found.map_or_else(Setting::default, |(value, origin)| Setting { value, origin })
}

/// `PLATEAU_CONFIG`, or `config.toml` in the folder that the system has for that.
fn config_path() -> Option<PathBuf> {
    env::var_os("PLATEAU_CONFIG").filter(|path| !path.is_empty()).map(PathBuf::from).or_else(|| {
        let folders = directories::ProjectDirs::from("", "", "plateau")?;
        Some(folders.config_dir().join("config.toml"))
    })
}

/// `--data`, `PLATEAU_DATA`, or the folder that the system has for a program's data.
fn data_folder(args: &[OsString]) -> Setting<Option<PathBuf>> {
    let by_flag = option_value(args, "--data").map(PathBuf::from);
    let by_variable = env::var_os("PLATEAU_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
    let by_system = || Some(directories::ProjectDirs::from("", "", "plateau")?.data_dir().to_owned());
    match (by_flag, by_variable) {
        (Some(folder), _) => Setting { value: Some(folder), origin: Origin::Flag("--data") },
        (None, Some(folder)) => Setting { value: Some(folder), origin: Origin::Variable("PLATEAU_DATA") },
        (None, None) => Setting { value: by_system(), origin: Origin::Default },
    }
}

/// The value of an option, wherever it stands, before the grammar is there to find it.
fn option_value(args: &[OsString], option: &str) -> Option<String> {
    let mut args = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    while let Some(arg) = args.next() {
        if arg == option {
            return args.next().map(Into::into);
        }
        if let Some(value) = arg.strip_prefix(option).and_then(|rest| rest.strip_prefix('=')) {
            return Some(value.to_owned());
        }
    }
    None
}

fn read_file(path: &Path, lang: Lang) -> Result<File, Failure> {
    let words = Words::new(lang);
    let shown = || path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(File::default()),
        Err(error) => {
            let args = [("path", shown().into()), ("problem", error.to_string().into())];
            return Err(Failure::Input(words.say("error-config-read", &args)));
        }
    };
    parse_file(&text).map_err(|(at, problem)| {
        let before = &text[..at.min(text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let args =
            [("path", shown().into()), ("line", line.into()), ("column", column.into()), ("problem", problem.into())];
        Failure::Input(words.say("error-config-syntax", &args))
    })
}

/// Reads the text of a configuration file; a problem comes with the byte it is at.
fn parse_file(text: &str) -> Result<File, (usize, String)> {
    let table = toml::de::DeTable::parse(text)
        .map_err(|error| (error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
    let mut file = File::default();
    for (key, value) in table.get_ref() {
        let wrong = |known: &str| (value.span().start, format!("'{key}' must be {known}", key = key.get_ref()));
        let text = value.get_ref().as_str();
        match key.get_ref().as_ref() {
            "lang" => {
                let lang = text.and_then(|tag| tag.parse().ok());
                file.lang = Some(lang.ok_or_else(|| wrong("\"en\" or \"fr\""))?);
            }
            "color" => {
                let color = text.and_then(|name| Color::from_str(name, false).ok());
                file.color = Some(color.ok_or_else(|| wrong("\"auto\", \"always\" or \"never\""))?);
            }
            other => return Err((key.span().start, format!("unknown setting '{other}'"))),
        }
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_wherever_they_stand() {
        let args = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(option_value(&args("plateau rules go --lang fr"), "--lang").as_deref(), Some("fr"));
        assert_eq!(option_value(&args("plateau --lang=fr rules go"), "--lang").as_deref(), Some("fr"));
        assert_eq!(option_value(&args("plateau rules --language fr"), "--lang"), None);
        assert_eq!(option_value(&args("plateau --lang"), "--lang"), None);
    }

    #[test]
    fn a_file_says_what_it_says_or_where_it_is_wrong() {
        let file = parse_file("lang = \"fr\"\ncolor = \"never\"\n").expect("a good file");
        assert_eq!((file.lang, file.color), (Some(Lang::Fr), Some(Color::Never)));
        for (text, at) in [("lang = 3", 7), ("color = \"pink\"", 8), ("\nnope = 1", 1), ("lang = ", 7)] {
            assert_eq!(parse_file(text).expect_err(text).0, at, "{text}");
        }
    }
}
