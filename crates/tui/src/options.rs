use words::Lang;

use crate::{Background, Games, Look};

/// What a person has chosen once and for all.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch on the screen of options")]
pub struct Options {
    /// The language.
    pub lang: Lang,
    /// The theme: light, dark, or as the terminal says.
    pub theme: Option<Background>,
    /// Whether the bell rings for one's turn.
    pub sound: bool,
    /// Whether rows and columns have names.
    pub coordinates: bool,
    /// Whether each move is asked for twice.
    pub confirm: bool,
    /// Whether things move.
    pub animation: bool,
    /// Whether the territory of Go is shown.
    pub territory: bool,
    /// The name of the person who plays here.
    pub name: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            lang: Lang::En,
            theme: None,
            sound: false,
            coordinates: true,
            confirm: false,
            animation: true,
            territory: true,
            name: String::new(),
        }
    }
}

const SWITCHES: [&str; 5] = ["sound", "coordinates", "confirm-move", "animation", "territory"];

impl Options {
    /// The options as they were kept; those that were not are as in `self`. What cannot be read is left as it is.
    #[must_use]
    pub fn kept(mut self, games: &dyn Games) -> Options {
        let read = |key: &str| games.option(key).ok().flatten();
        if let Some(lang) = read("lang").and_then(|tag| tag.parse().ok()) {
            self.lang = lang;
        }
        self.theme = match read("theme").as_deref() {
            Some("light") => Some(Background::Light),
            Some("dark") => Some(Background::Dark),
            _ => self.theme,
        };
        for (key, switch) in SWITCHES.into_iter().zip(self.switches_mut()) {
            if let Some(value) = read(key) {
                *switch = value == "yes";
            }
        }
        if let Some(name) = read("name") {
            self.name = name;
        }
        self
    }

    /// Keeps the options; those that cannot be kept still hold until the program ends.
    pub fn keep(&self, games: &dyn Games) {
        let theme = match self.theme {
            None => "auto",
            Some(Background::Light) => "light",
            Some(Background::Dark) => "dark",
        };
        let mut copy = self.clone();
        let switches = SWITCHES.into_iter().zip(copy.switches_mut());
        let switches = switches.map(|(key, switch)| (key, if *switch { "yes" } else { "no" }));
        let all = [("lang", self.lang.tag()), ("theme", theme), ("name", self.name.as_str())];
        for (key, value) in all.into_iter().chain(switches) {
            let _ = games.set_option(key, value);
        }
    }

    /// The look with the theme of these options.
    pub(crate) fn themed(&self, look: Look) -> Look {
        Look { background: self.theme.unwrap_or(look.background), ..look }
    }

    fn switches_mut(&mut self) -> [&mut bool; 5] {
        [&mut self.sound, &mut self.coordinates, &mut self.confirm, &mut self.animation, &mut self.territory]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    #[test]
    fn options_are_remembered() {
        let games = Memory::default();
        assert_eq!(Options::default().kept(&games), Options::default());
        let chosen = Options {
            lang: Lang::Fr,
            theme: Some(Background::Light),
            sound: true,
            coordinates: false,
            name: "Ada".to_owned(),
            ..Options::default()
        };
        chosen.keep(&games);
        assert_eq!(Options::default().kept(&games), chosen);
    }
}
