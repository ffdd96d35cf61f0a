//! What a person has chosen once and for all, by key and value: the same on the terminal and in the browser, wherever it is kept.

use std::fmt;
use std::str::FromStr;

use words::Lang;

use crate::{Error, Store};

/// What a person has chosen once and for all. What was not chosen is as the face has it by default.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that people see")]
pub struct Preferences {
    /// The language; without one, that of the environment or the browser.
    pub lang: Option<Lang>,
    /// The colours.
    pub theme: ThemeChoice,
    /// Whether something is heard.
    pub sound: bool,
    /// Whether rows and columns have names.
    pub coordinates: bool,
    /// Whether each move is asked for twice.
    pub confirm: bool,
    /// Whether a move is asked for twice where points are small: touched rather than clicked, on boards of 13×13 and up. Only
    /// browsers know of touch.
    pub confirm_small: bool,
    /// Whether hints and reviews are worked out by the browser where a server offers that. Only servers for everybody ask.
    pub think_here: bool,
    /// Whether things move.
    pub animation: bool,
    /// Whether the territory of Go is shown.
    pub territory: bool,
    /// The name of the person.
    pub name: String,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            lang: None,
            theme: ThemeChoice::Auto,
            sound: true,
            coordinates: true,
            confirm: false,
            confirm_small: true,
            think_here: false,
            animation: true,
            territory: false,
            name: String::new(),
        }
    }
}

/// A switch among the preferences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// [`Preferences::sound`].
    Sound,
    /// [`Preferences::coordinates`].
    Coordinates,
    /// [`Preferences::confirm`].
    Confirm,
    /// [`Preferences::animation`].
    Animation,
    /// [`Preferences::territory`].
    Territory,
}

impl Switch {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Switch; 5] =
        [Switch::Sound, Switch::Coordinates, Switch::Confirm, Switch::Animation, Switch::Territory];

    /// The key under which it is kept.
    pub const fn key(self) -> &'static str {
        match self {
            Switch::Sound => "sound",
            Switch::Coordinates => "coordinates",
            Switch::Confirm => "confirm-move",
            Switch::Animation => "animation",
            Switch::Territory => "territory",
        }
    }
}

/// The key under which [`Preferences::confirm_small`] is kept.
pub const CONFIRM_SMALL: &str = "confirm-small";

/// The key under which [`Preferences::think_here`] is kept.
pub const THINK_HERE: &str = "think-here";

/// The longest name in characters.
pub const MAX_NAME_CHARS: usize = 40;

impl Preferences {
    /// Whether a switch is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        match switch {
            Switch::Sound => self.sound,
            Switch::Coordinates => self.coordinates,
            Switch::Confirm => self.confirm,
            Switch::Animation => self.animation,
            Switch::Territory => self.territory,
        }
    }

    /// A switch, to be changed.
    pub fn switch_mut(&mut self, switch: Switch) -> &mut bool {
        match switch {
            Switch::Sound => &mut self.sound,
            Switch::Coordinates => &mut self.coordinates,
            Switch::Confirm => &mut self.confirm,
            Switch::Animation => &mut self.animation,
            Switch::Territory => &mut self.territory,
        }
    }

    /// Takes over what was kept or sent under this key. What is unknown or cannot be read changes nothing.
    pub fn set(&mut self, key: &str, value: &str) {
        match key {
            "lang" => self.lang = value.parse().ok(),
            "theme" => self.theme = value.parse().unwrap_or(self.theme),
            "name" => self.name = clean_name(value),
            CONFIRM_SMALL => self.confirm_small = value == "yes",
            THINK_HERE => self.think_here = value == "yes",
            _ => {
                if let Some(switch) = Switch::ALL.into_iter().find(|switch| switch.key() == key) {
                    *self.switch_mut(switch) = value == "yes";
                }
            }
        }
    }

    /// Everything by key, to be kept; what is empty need not be.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let yes_no = |on: bool| if on { "yes" } else { "no" }.to_owned();
        let switches = Switch::ALL.map(|switch| (switch.key(), yes_no(self.is_on(switch))));
        let lang = self.lang.map(|lang| lang.tag().to_owned()).unwrap_or_default();
        let (small, here) = ((CONFIRM_SMALL, yes_no(self.confirm_small)), (THINK_HERE, yes_no(self.think_here)));
        let rest = [("lang", lang), ("theme", self.theme.to_string()), ("name", self.name.clone()), small, here];
        rest.into_iter().chain(switches).collect()
    }

    /// These, with what a store has kept.
    pub fn kept(mut self, store: &dyn Store) -> Result<Preferences, Error> {
        for (key, value) in store.options()? {
            self.set(&key, &value);
        }
        Ok(self)
    }

    /// Keeps what is other than before. What is as before may not have been chosen at all, and then each face has its own
    /// default.
    pub fn keep(&self, before: &Preferences, store: &dyn Store) -> Result<(), Error> {
        let changed = self.pairs().into_iter().zip(before.pairs()).filter(|(new, old)| new != old);
        changed
            .map(|(new, _)| new)
            .try_for_each(|(key, value)| store.set_option(key, (!value.is_empty()).then_some(value.as_str())))
    }
}

/// A name as it can be shown: on one line, not too long, without blanks around it, and without what reaches beyond it:
/// characters that turn the direction of the text around them, and accents stacked upon each other.
pub fn clean_name(text: &str) -> String {
    let mut line = String::new();
    let mut accents = 0;
    for c in text.chars().filter(|c| !turns_text(*c)).map(|c| if c.is_control() { ' ' } else { c }) {
        accents = if is_accent(c) { accents + 1 } else { 0 };
        if accents <= MAX_ACCENTS {
            line.push(c);
        }
    }
    line.trim().chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned()
}

/// Vietnamese has two marks on one letter; nobody's name has more.
const MAX_ACCENTS: usize = 2;

/// Marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode UAX #9).
fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The blocks of combining marks that stand above or below any letter.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The colours that a person has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThemeChoice {
    /// As the system or the terminal says.
    Auto,
    /// Wood and paper.
    Light,
    /// The same by night.
    Dark,
    /// Without ornament.
    Plain,
    /// Black on white, for those who see little.
    Contrast,
    /// As on paper.
    Print,
}

impl ThemeChoice {
    /// All of them, the default first.
    pub const ALL: [ThemeChoice; 6] = [
        ThemeChoice::Auto,
        ThemeChoice::Light,
        ThemeChoice::Dark,
        ThemeChoice::Plain,
        ThemeChoice::Contrast,
        ThemeChoice::Print,
    ];
}

impl fmt::Display for ThemeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ThemeChoice::Auto => "auto",
            ThemeChoice::Light => "light",
            ThemeChoice::Dark => "dark",
            ThemeChoice::Plain => "plain",
            ThemeChoice::Contrast => "contrast",
            ThemeChoice::Print => "print",
        })
    }
}

/// A name of no theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownTheme;

impl FromStr for ThemeChoice {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<ThemeChoice, UnknownTheme> {
        ThemeChoice::ALL.into_iter().find(|choice| choice.to_string() == text).ok_or(UnknownTheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sqlite;

    #[test]
    fn a_name_stays_on_its_line_and_within_it() {
        for (given, shown) in [
            (" Ada\tL. ", "Ada L."),
            ("\u{202e}eoZ\u{202c}", "eoZ"),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}b", "a\u{301}\u{302}b"),
            ("Nguy\u{1ec5}n", "Nguy\u{1ec5}n"),
            ("\u{2067}\u{200f}", ""),
            (&"M".repeat(60), &"M".repeat(40)),
        ] {
            assert_eq!(clean_name(given), shown, "{given:?}");
        }
    }

    #[test]
    fn what_is_kept_is_read_back_and_what_was_not_chosen_is_not_kept() {
        let store = Sqlite::in_memory().expect("memory");
        let before = Preferences::default();
        let mut after = Preferences { name: "Ada".to_owned(), lang: Some(Lang::Fr), confirm: true, ..before.clone() };
        for theme in ThemeChoice::ALL {
            after.theme = theme;
            after.keep(&before, &store).expect("kept");
            assert_eq!(before.clone().kept(&store).expect("a store"), after, "{theme}");
        }
        let quiet = Preferences { sound: false, ..Preferences::default() };
        assert!(!quiet.kept(&store).expect("a store").sound, "nobody chose to hear something");
        Preferences::default().keep(&after, &store).expect("kept");
        assert_eq!(Preferences::default().kept(&store).expect("a store"), Preferences::default());
    }

    #[test]
    fn themes_read_and_write_the_same() {
        for theme in ThemeChoice::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        assert_eq!("".parse::<ThemeChoice>(), Err(UnknownTheme));
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut preferences = Preferences::default();
        preferences.set("theme", "<script>");
        preferences.set("colour", "red");
        assert_eq!(preferences, Preferences::default());
        preferences.set("name", "  a\nb\u{7}  ");
        assert_eq!(preferences.name, "a b");
        preferences.set("name", &"é".repeat(100));
        assert_eq!(preferences.name.chars().count(), MAX_NAME_CHARS);
    }
}
