use std::fmt;

use serde_json::{Value, json};

/// What a token may be used for, by the names that lichess has for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// To see challenges.
    ReadChallenges,
    /// To make and answer challenges.
    Challenge,
    /// To play as a program.
    Bot,
    /// To play by a board or another program that a person uses.
    Board,
}

impl Scope {
    /// All of them.
    pub(crate) const ALL: [Scope; 4] = [Scope::ReadChallenges, Scope::Challenge, Scope::Bot, Scope::Board];

    pub(crate) const fn id(self) -> &'static str {
        match self {
            Scope::ReadChallenges => "challenge:read",
            Scope::Challenge => "challenge:write",
            Scope::Bot => "bot:play",
            Scope::Board => "board:play",
        }
    }

    /// The message that says what it is for.
    pub(crate) const fn message(self) -> &'static str {
        match self {
            Scope::ReadChallenges => "scope-challenge-read",
            Scope::Challenge => "scope-challenge-write",
            Scope::Bot => "scope-bot-play",
            Scope::Board => "scope-board-play",
        }
    }
}

/// Several of them, as the store has them: words parted by blanks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Scopes(Vec<Scope>);

impl Scopes {
    /// Those that are named; names that are not known mean nothing.
    pub(crate) fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Scopes {
        let names: Vec<&str> = names.into_iter().collect();
        Scopes(Scope::ALL.into_iter().filter(|scope| names.contains(&scope.id())).collect())
    }

    pub(crate) fn read(text: &str) -> Scopes {
        Scopes::named(text.split(' '))
    }

    pub(crate) fn has(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn json(&self) -> Value {
        json!(self.0.iter().map(|scope| scope.id()).collect::<Vec<_>>())
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|scope| scope.id()).collect();
        f.write_str(&names.join(" "))
    }
}

/// A name that a program can play under: it stands in addresses, and is the same whatever its capitals. Two words mean something else
/// there.
pub(crate) fn program_name(text: &str) -> Option<String> {
    const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;
    const TAKEN: [&str; 2] = ["ai", "open"];
    let name = text.trim().to_ascii_lowercase();
    let is_name = LENGTH.contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte))
        && name.starts_with(|c: char| c.is_ascii_alphanumeric());
    (is_name && !TAKEN.contains(&name.as_str())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_as_they_are_written() {
        let scopes = Scopes::named(["bot:play", "nonsense", "challenge:write"]);
        assert_eq!(scopes.to_string(), "challenge:write bot:play");
        assert_eq!(Scopes::read(&scopes.to_string()), scopes);
        assert!(scopes.has(Scope::Bot) && !scopes.has(Scope::Board));
        assert!(Scopes::read("").is_empty() && Scopes::read("bot").is_empty());
    }

    #[test]
    fn names_of_programs_can_stand_in_an_address() {
        for (text, name) in [("Tengen", Some("tengen")), (" a1 ", Some("a1")), ("x-y_z", Some("x-y_z"))] {
            assert_eq!(program_name(text).as_deref(), name, "{text}");
        }
        for text in ["", "a", "-a", "a b", "é2", "a/b", "AI", "open", &"x".repeat(21), "a\n"] {
            // Blanks around a name are passed over, and a line break is one.
            assert_eq!(program_name(text), None, "{text}");
        }
    }
}
