use draw::{Coordinates, Paint, Style};
use store::Preferences;
use store::preferences::{Switch, ThemeChoice};
use table::Message;
use words::{Arg, Words};

/// Who reads a page, and where it is.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The language.
    pub words: &'a Words,
    /// What the reader has chosen.
    pub options: &'a Preferences,
    /// Whether this is one's own machine rather than a server for everybody.
    pub local: bool,
    /// Whether the page is made in the browser itself, where there is no server: what needs one is left out then.
    pub browser: bool,
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

    /// Whether the reader's browser can think in the place of the server: on a server for everybody that has the program for it.
    pub(crate) fn offers_device(&self) -> bool {
        !self.local && !self.browser && crate::program().is_some()
    }

    /// Whether it is to do so wherever it can.
    pub fn thinks_here(&self) -> bool {
        self.offers_device() && self.options.think_here
    }

    /// How boards look on pages: their colours are the page's.
    pub(crate) fn board_style(&self) -> Style {
        Style {
            paint: Paint::Css,
            coordinates: if self.options.coordinates { Coordinates::AllSides } else { Coordinates::Off },
            id_prefix: "b".to_owned(),
            ..Style::default()
        }
    }

    /// A sentence of the table.
    pub fn tell(&self, message: &Message) -> String {
        message.say(&|id, gaps| self.words.say(id, gaps))
    }
}

/// The preferences as a form sent them: a switch that is off is not sent at all, so all are off that are not there.
pub fn preferences_from_form<'a>(
    before: &Preferences,
    fields: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Preferences {
    let fields: Vec<_> = fields.into_iter().collect();
    let mut preferences = before.clone();
    // The link that only changes the language sends no switches.
    if fields.iter().any(|(key, _)| *key == "switches") {
        for switch in Switch::ALL {
            *preferences.switch_mut(switch) = false;
        }
        preferences.confirm_small = false;
        preferences.think_here = false;
    }
    for (key, value) in fields {
        preferences.set(key, value);
    }
    preferences
}

/// Where one goes on after options were kept: back to a page of ours, never to another site.
pub fn back_from_options(back: Option<&str>) -> &str {
    match back.filter(|back| back.starts_with('/') && !back.starts_with("//") && !back.contains('\\')) {
        None | Some("/options") => "/options?saved",
        Some(back) => back,
    }
}

/// What the style sheet calls a choice of colours: a theme of [`draw`], or what the system says.
pub(crate) fn theme_name(choice: ThemeChoice) -> &'static str {
    match choice {
        ThemeChoice::Auto => "auto",
        ThemeChoice::Light => draw::WOOD.id,
        ThemeChoice::Dark => draw::DARK.id,
        ThemeChoice::Plain => draw::PLAIN.id,
        ThemeChoice::Contrast => draw::CONTRAST.id,
        ThemeChoice::Print => draw::PRINT.id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_switches_off_what_it_does_not_send_unless_it_is_about_something_else() {
        let before = Preferences::default();
        let all = preferences_from_form(&before, [("switches", ""), ("sound", "yes"), ("theme", "dark")]);
        assert!(all.sound && !all.animation && !all.coordinates && !all.confirm_small);
        assert_eq!(all.theme, ThemeChoice::Dark);
        let language = preferences_from_form(&before, [("lang", "fr")]);
        assert_eq!(language, Preferences { lang: Some(words::Lang::Fr), ..before });
    }

    #[test]
    fn every_theme_can_be_chosen() {
        for theme in draw::Theme::ALL {
            assert!(ThemeChoice::ALL.into_iter().any(|choice| theme_name(choice) == theme.id), "{}", theme.id);
        }
    }
}
