//! Every sentence that a person reads, in each language, by message id.
//!
//! [`Words::say`] turns a message id and its arguments into a sentence of the chosen [`Lang`]. The sentences are in
//! `locales/*.ftl` ([Fluent](https://projectfluent.org)); the rules of the games are pages in `rules/`, read by [`page`].
//! This crate knows no game: ids come from outside as text, and a test beside each user holds that they exist.

mod lang;
pub mod page;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

pub use lang::{Lang, UnknownLang};
pub use page::{Block, rules_page};

/// The sentences of one language.
pub struct Words {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

/// What a sentence can have in its gaps: a text or a number.
pub type Arg<'a> = FluentValue<'a>;

impl Words {
    /// Loads a language. The files are part of the program, so this cannot fail for a released one; a test reads them all.
    pub fn new(lang: Lang) -> Words {
        let resource = FluentResource::try_new(lang.source().to_owned())
            .unwrap_or_else(|(_, errors)| panic!("the words of {lang} do not parse: {errors:?}"));
        let mut bundle = FluentBundle::new_concurrent(vec![lang.identifier()]);
        // The marks that isolate text of another direction show up as garbage on terminals.
        bundle.set_use_isolating(false);
        bundle.add_function("DECIMAL", move |args, _| decimal(lang, args)).expect("no other has this name");
        bundle.add_function("MOVE", move |args, _| mv(lang, args)).expect("no other has this name");
        if let Err(errors) = bundle.add_resource(resource) {
            panic!("the words of {lang} contradict themselves: {errors:?}");
        }
        Words { lang, bundle }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether there is a sentence of that id.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// The sentence of that id with its gaps filled.
    ///
    /// An unknown id says itself: a person can still act on `go-illegal-ko`, and cannot act on a crash.
    pub fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let mut gaps = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            gaps.set(*name, value.clone());
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&gaps), &mut errors).into_owned()
    }
}

/// `DECIMAL($margin)` in a sentence: a number, or the text of one, as the language writes it.
fn decimal<'a>(lang: Lang, args: &[Arg<'a>]) -> Arg<'a> {
    match args.first() {
        Some(FluentValue::String(text)) => lang.decimal(text).into(),
        Some(FluentValue::Number(number)) => lang.decimal(&number.as_string()).into(),
        _ => FluentValue::Error,
    }
}

/// `MOVE($move)` in a sentence: the text of a move as the language writes it.
fn mv<'a>(lang: Lang, args: &[Arg<'a>]) -> Arg<'a> {
    match args.first() {
        Some(FluentValue::String(text)) => lang.mv(text).to_owned().into(),
        _ => FluentValue::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_fill_the_gaps() {
        let words = Words::new(Lang::En);
        let said =
            words.say("error-column", &[("column", 5.into()), ("expected", "X, O or -".into()), ("found", "n".into())]);
        assert_eq!(said, "column 5: expected X, O or -, found 'n'");
    }

    #[test]
    fn fractions_have_a_comma_in_french() {
        let margin = |lang, margin: Arg<'static>| {
            let args = [("player", "black".into()), ("name", "none".into()), ("margin", margin)];
            Words::new(lang).say("table-won-by", &args)
        };
        assert_eq!(margin(Lang::En, "16.5".into()), "Black wins by 16.5.");
        assert_eq!(margin(Lang::Fr, "16.5".into()), "Noir gagne de 16,5.");
        assert_eq!(margin(Lang::Fr, 0.5.into()), "Noir gagne de 0,5.");
        assert_eq!(margin(Lang::Fr, 3.into()), "Noir gagne de 3.");
    }

    #[test]
    fn a_pass_is_a_word() {
        let hint = |lang, mv: &'static str| Words::new(lang).say("hint", &[("move", mv.into()), ("why", "?".into())]);
        assert_eq!(hint(Lang::En, "pass"), "pass: ?.");
        assert_eq!(hint(Lang::Fr, "pass"), "passe\u{a0}: ?.");
        assert_eq!(hint(Lang::Fr, "D4"), "D4\u{a0}: ?.");
    }

    #[test]
    fn an_unknown_id_says_itself() {
        assert_eq!(Words::new(Lang::Fr).say("no-such-id", &[]), "no-such-id");
        assert!(!Words::new(Lang::Fr).has("no-such-id"));
    }
}
