use std::error::Error;
use std::fmt;
use std::str::FromStr;

use unic_langid::{LanguageIdentifier, langid};

/// A language that the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Fr];

    /// The two-letter tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// The language of a locale such as `fr_FR.UTF-8`, if the program speaks it.
    pub fn from_locale(locale: &str) -> Option<Lang> {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        Lang::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(language))
    }

    /// A number as the language writes it: `7.5` has a comma in French.
    ///
    /// ```
    /// use words::Lang;
    /// assert_eq!(Lang::Fr.decimal("7.5"), "7,5");
    /// assert_eq!(Lang::En.decimal("7.5"), "7.5");
    /// ```
    pub fn decimal(self, number: &str) -> String {
        match self {
            Lang::En => number.to_owned(),
            Lang::Fr => number.replace('.', ","),
        }
    }

    /// A move as the language writes it. Points and squares are the same in all; the one move that is a word is the pass.
    ///
    /// ```
    /// use words::Lang;
    /// assert_eq!(Lang::Fr.mv("pass"), "passe");
    /// assert_eq!(Lang::Fr.mv("D4"), "D4");
    /// ```
    pub fn mv(self, text: &str) -> &str {
        match (self, text) {
            (Lang::Fr, "pass") => "passe",
            _ => text,
        }
    }

    pub(crate) fn identifier(self) -> LanguageIdentifier {
        match self {
            Lang::En => langid!("en"),
            Lang::Fr => langid!("fr"),
        }
    }

    pub(crate) const fn source(self) -> &'static str {
        match self {
            Lang::En => include_str!("../locales/en.ftl"),
            Lang::Fr => include_str!("../locales/fr.ftl"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// A language that the program does not speak.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLang(pub String);

impl fmt::Display for UnknownLang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the languages are en and fr, not {:?}", self.0)
    }
}

impl Error for UnknownLang {}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(tag: &str) -> Result<Lang, UnknownLang> {
        Lang::ALL.into_iter().find(|lang| lang.tag() == tag).ok_or_else(|| UnknownLang(tag.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_languages() {
        for (locale, lang) in [
            ("fr_FR.UTF-8", Some(Lang::Fr)),
            ("fr", Some(Lang::Fr)),
            ("FR-ca", Some(Lang::Fr)),
            ("en_GB", Some(Lang::En)),
            ("de_DE.UTF-8", None),
            ("C.UTF-8", None),
            ("", None),
        ] {
            assert_eq!(Lang::from_locale(locale), lang, "{locale}");
        }
    }
}
