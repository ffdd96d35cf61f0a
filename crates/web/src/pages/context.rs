use std::fmt;
use std::str::FromStr;

use draw::Theme;
use table::Message;
use words::{Arg, Lang, Words};

/// Who reads a page, and where it is.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The language.
    pub words: &'a Words,
    /// What the reader has chosen.
    pub options: &'a Options,
    /// Whether this is one's own machine rather than a server for everybody.
    pub local: bool,
    /// Where this server is, for links that leave it: `https://play.example.org`.
    pub origin: &'a str,
    /// The page's own address, without the origin, with its query.
    pub path: &'a str,
}

impl Context<'_> {
    /// A sentence without gaps.
    pub fn say(&self, id: &str) -> String {
        self.words.say(id, &[])
    }

    /// A sentence with gaps.
    pub fn say_with(&self, id: &str, gaps: &[(&str, Arg<'_>)]) -> String {
        self.words.say(id, gaps)
    }

    /// A number as the language writes it.
    pub fn decimal(&self, number: &str) -> String {
        self.words.lang().decimal(number)
    }

    /// A sentence of the table.
    pub fn tell(&self, message: &Message) -> String {
        message.say(&|id, gaps| self.words.say(id, gaps))
    }
}

/// What a person has chosen once and for all; the keys are those of the terminal's options, so that one choice serves both.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch on the page of options")]
pub struct Options {
    /// The language; without one, the browser's.
    pub lang: Option<Lang>,
    /// The colours.
    pub theme: Choice,
    /// Whether moves are heard.
    pub sound: bool,
    /// Whether rows and columns have names.
    pub coordinates: bool,
    /// Whether each move is asked for twice.
    pub confirm: bool,
    /// Whether things move.
    pub animation: bool,
    /// Whether the territory of Go is shown.
    pub territory: bool,
    /// The reader's name.
    pub name: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lang: None,
            theme: Choice::Auto,
            sound: true,
            coordinates: true,
            confirm: false,
            animation: true,
            territory: true,
            name: String::new(),
        }
    }
}

/// The longest name in characters.
pub const MAX_NAME_CHARS: usize = 40;

impl Options {
    /// The switches by key.
    pub const SWITCHES: [&'static str; 5] = ["sound", "coordinates", "confirm-move", "animation", "territory"];

    /// Takes over what was kept or sent under this key. What is unknown or cannot be read changes nothing.
    pub fn set(&mut self, key: &str, value: &str) {
        match key {
            "lang" => self.lang = value.parse().ok(),
            "theme" => self.theme = value.parse().unwrap_or(self.theme),
            "name" => self.name = clean_name(value),
            _ => {
                if let Some(at) = Options::SWITCHES.iter().position(|switch| *switch == key) {
                    *self.switches_mut()[at] = value == "yes";
                }
            }
        }
    }

    /// Everything by key, to be kept.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![
            ("lang", self.lang.map(|lang| lang.tag().to_owned()).unwrap_or_default()),
            ("theme", self.theme.to_string()),
            ("name", self.name.clone()),
        ];
        let yes_no = |on: bool| if on { "yes" } else { "no" }.to_owned();
        pairs.extend(Options::SWITCHES.into_iter().zip(self.switches().map(yes_no)));
        pairs
    }

    /// The options as a form sent them: a switch that is off is not sent at all, so all are off that are not there.
    pub fn from_form<'a>(&self, fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Options {
        let fields: Vec<_> = fields.into_iter().collect();
        let mut options = self.clone();
        // The link that only changes the language sends no switches.
        if fields.iter().any(|(key, _)| *key == "switches") {
            options.switches_mut().into_iter().for_each(|switch| *switch = false);
        }
        for (key, value) in fields {
            options.set(key, value);
        }
        options
    }

    /// In the order of [`Options::SWITCHES`].
    pub fn switches(&self) -> [bool; 5] {
        [self.sound, self.coordinates, self.confirm, self.animation, self.territory]
    }

    fn switches_mut(&mut self) -> [&mut bool; 5] {
        [&mut self.sound, &mut self.coordinates, &mut self.confirm, &mut self.animation, &mut self.territory]
    }
}

/// A name as it can be shown: on one line, not too long, without blanks around it.
pub fn clean_name(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned()
}

/// The colours that a person has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Wood by day, dark by night, as the system says.
    Auto,
    /// Always this one.
    Theme(&'static str),
}

impl Choice {
    /// All of them, the default first.
    pub fn all() -> impl Iterator<Item = Choice> {
        std::iter::once(Choice::Auto).chain(Theme::ALL.into_iter().map(|theme| Choice::Theme(theme.id)))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Auto => f.write_str("auto"),
            // The terminal has a light theme and a dark one, under these names.
            Choice::Theme("wood") => f.write_str("light"),
            Choice::Theme(id) => f.write_str(id),
        }
    }
}

/// A name of no theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownTheme;

impl FromStr for Choice {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Choice, UnknownTheme> {
        Choice::all().find(|choice| choice.to_string() == text).ok_or(UnknownTheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_kept_and_read_back() {
        let mut options = Options { name: "Ada".to_owned(), lang: Some(Lang::Fr), confirm: true, ..Options::default() };
        for theme in Choice::all() {
            options.theme = theme;
            options.sound = !options.sound;
            let mut read = Options::default();
            for (key, value) in options.pairs() {
                read.set(key, &value);
            }
            assert_eq!(read, options);
        }
    }

    #[test]
    fn a_form_switches_off_what_it_does_not_send_unless_it_is_about_something_else() {
        let options = Options::default();
        let all = options.from_form([("switches", ""), ("sound", "yes"), ("theme", "dark")]);
        assert!(all.sound && !all.animation && !all.coordinates);
        assert_eq!(all.theme, Choice::Theme("dark"));
        let language = options.from_form([("lang", "fr")]);
        assert_eq!(language, Options { lang: Some(Lang::Fr), ..Options::default() });
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut options = Options::default();
        options.set("theme", "<script>");
        options.set("colour", "red");
        assert_eq!(options, Options::default());
        options.set("name", "  a\nb\u{7}  ");
        assert_eq!(options.name, "a b");
        options.set("name", &"é".repeat(100));
        assert_eq!(options.name.chars().count(), MAX_NAME_CHARS);
    }
}
