//! A command line cut into words, as a shell would, without being one: nothing is expanded.

/// Cuts at blanks outside quotation marks. Inside `'…'` everything stands for itself; inside `"…"` and outside, a backslash
/// makes the next character stand for itself. Nothing comes of an open quotation, a lone backslash at the end, or no word.
pub(crate) fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quotation = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quotation, letter) {
            (Some(mark), _) if letter == mark => quotation = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().push(letters.next()?),
            (None, '\'' | '"') => {
                quotation = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (quotation.is_none() && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_as_in_a_shell() {
        for (text, expected) in [
            ("gnugo --mode gtp", Some(vec!["gnugo", "--mode", "gtp"])),
            ("  'my engine'/bin  \"a \\\"b\\\"\" ''", Some(vec!["my engine/bin", "a \"b\"", ""])),
            ("a\\ b 'c\\d'", Some(vec!["a b", "c\\d"])),
            ("$HOME *", Some(vec!["$HOME", "*"])),
            ("", None),
            ("   ", None),
            ("'open", None),
            ("\"open", None),
            ("end\\", None),
        ] {
            let words = split_words(text);
            assert_eq!(words.as_deref().map(|w| w.iter().map(String::as_str).collect()), expected, "{text}");
        }
    }
}
