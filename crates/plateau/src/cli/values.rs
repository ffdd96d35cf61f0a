//! What is read where the grammar wants a name.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use draw::Theme;
use record::Format;
use study::Effort;
use table::{Kind, Who};
use words::Lang;

pub(super) fn parse_lang(tag: &str) -> Result<Lang, String> {
    tag.parse().map_err(|unknown: words::UnknownLang| unknown.to_string())
}

/// The formats that can be written, by name.
pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = ["sgf", "ggf", "transcript", "obf", "plain"];
    // Each name is also the ending of such a file.
    PossibleValuesParser::new(names)
        .map(|name| Format::from_name(&format!(".{name}")).expect("every name that is let through is a format"))
}

/// The games by their names.
pub(super) fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::id)).try_map(|name| name.parse::<Kind>())
}

/// How boards are drawn, by name.
pub(super) fn themes() -> PossibleValuesParser {
    PossibleValuesParser::new(Theme::ALL.map(|theme| theme.id))
}

/// How hard something is thought about, by name.
pub(super) fn efforts() -> impl TypedValueParser<Value = Effort> {
    PossibleValuesParser::new(Effort::ALL.map(Effort::name))
        .map(|name| name.parse().expect("every name that is let through is an effort"))
}

/// Who plays; a command line that is none of those is a program that speaks GTP.
pub(super) fn parse_engine(text: &str) -> Result<Who, String> {
    let is_program = text.contains(' ') || text.contains('/');
    parse_who(text).or_else(|why| if is_program { parse_who(&format!("engine:{text}")) } else { Err(why) })
}

pub(super) fn parse_who(text: &str) -> Result<Who, String> {
    text.parse().map_err(|error: plateau_core::ParseError| error.to_string())
}
